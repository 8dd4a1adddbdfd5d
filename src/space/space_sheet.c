/*
 * Sheets: the boxes of a space in cells, and the space's memory; README.md says how a sheet is made.
 * A sheet always answers rightly, and how it is sorted decides nothing but speed.
 */
#include "space_search.h"

#define SHEET_MARGIN 1.5f     /* a cell, in sizes of the largest box of its level */
#define SHEET_CELLS 8         /* cells of a sheet besides three per place */
#define SHEET_TINY 1e-7f      /* a point, in sizes of the world */
#define SHEET_WIDEST 1e37f    /* a cell: one over this is no subnormal number */
#define SHEET_SHRINKS 0.0625f /* cells are made smaller by this */
#define SHEET_SMALLEST 6e-8f  /* six times at most */
#define SHEET_AGE 64          /* sorts after which levels are chosen again */
#define SHEET_BUCKETS 64u     /* least numbers that `listed` and `chosen` have room for */

_Static_assert(sizeof(trp_space) + sizeof(trp__sheet) * (TRP__CLASSES + 2) +
                       (TRP__CLASSES + 2) * (TRP__TAIL * 44 + SHEET_CELLS * 4) +
                       8 * TRP__PLACES_PAD * 4 + SHEET_BUCKETS * 8 <=
                   TRP__SPACE_BASE + TRP__CLASSES * TRP__SPACE_CLASS,
               "raise TRP__SPACE_BASE");

/* Memory */

static uint32_t sheet_cells(uint32_t room)
{
    return 3 * room + SHEET_CELLS;
}

static size_t sheet_all_cells(const trp_space *space, uint32_t places)
{
    return 3 * (size_t)places + SHEET_CELLS * (size_t)space->sheet_count;
}

/* Bytes for the boxes of a sheet, or the keys of passes. */
static size_t sheet_scratch(uint32_t capacity, uint32_t hits)
{
    const size_t boxes = sizeof(trp__edges) * (size_t)capacity;
    const size_t keys = sizeof(uint64_t) * (size_t)hits;

    return boxes > keys ? boxes : keys;
}

/* Moves everything to its place in a block, from the one of an older capacity if there was one.
 * Nothing that passes hold is lost. What needs most alignment comes first. Returns the bytes of the
 * block; without one it only counts these. */
static uint64_t sheet_lay_out(trp_space *space, unsigned char *block, uint32_t old_places)
{
    const uint32_t pools = space->world->max_pools;
    const size_t padded = (size_t)space->places + TRP__PLACES_PAD;
    uint64_t at = 0;

#define PART(array, count, used)                                                                   \
    space->array = trp__next_array(block, &at, space->array, sizeof *space->array, (count), (used))
    PART(stack, space->stack_size, space->stack_top);
    space->scratch =
        trp__next_array(block, &at, NULL, 1, sheet_scratch(space->capacity, space->stack_size), 0);
    PART(sheets, space->sheet_count, space->sheet_count);
    PART(by_number, pools, pools);
    PART(left, padded, old_places);
    PART(top, padded, old_places);
    PART(right, padded, old_places);
    PART(bottom, padded, old_places);
    PART(who, padded, old_places);
    PART(cell, padded, old_places);
    PART(category, padded, old_places);
    PART(mask, padded, old_places);
    PART(starts, sheet_all_cells(space, space->places), sheet_all_cells(space, old_places));
    PART(listed, space->listed_room, 0);
    PART(chosen, space->listed_room, 0);
#undef PART
    return at;
}

/* A block for this capacity, with the former content; false, and nothing changed: there is no
 * memory. */
static bool sheet_remake(trp_space *space, uint32_t capacity)
{
    trp_space next = *space;
    uint64_t bytes;

    next.capacity = capacity;
    next.places = capacity + capacity / 8 + TRP__TAIL * space->sheet_count;
    next.listed_room = capacity > SHEET_BUCKETS ? capacity : SHEET_BUCKETS;
    next.stack_size =
        space->desc.hits != 0 ? space->desc.hits : 4 * capacity + TRP__NESTED * TRP__NESTED_ROOM;
    bytes = sheet_lay_out(&next, NULL, 0);
    next.bytes = (size_t)bytes;
    next.memory = bytes <= SIZE_MAX / 2 ? trp__take(space->world, next.bytes) : NULL;
    if (next.memory == NULL)
        return false;
    memset(next.memory, 0, next.bytes);
    sheet_lay_out(&next, next.memory, space->places);
    if (space->memory != NULL)
        trp__release(space->world, space->memory, space->bytes);
    *space = next;
    return true;
}

bool trp__space_take_memory(trp_space *space)
{
    const uint32_t classes = space->desc.classes != 0 ? space->desc.classes : TRP__CLASSES;

    space->sheet_count = classes + 2;
    space->sheets_used = 2;
    if (!sheet_remake(space, space->desc.capacity))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        space->sheets[i].category = space->sheets[i].mask = UINT32_MAX;
        space->sheets[i].is_mixed = true;
        space->sheets[i].is_static = i != 0;
    }
    trp__sheets_rebuild(space);
    return true;
}

bool trp__space_make_room(trp_space *space, uint32_t count)
{
    const uint32_t most = space->desc.max_capacity;
    uint32_t capacity = space->capacity;

    while (capacity - space->count < count) {
        if (capacity >= most)
            return false;
        capacity = most - capacity < capacity ? most : 2 * capacity;
    }
    return capacity == space->capacity || sheet_remake(space, capacity);
}

/* Bits */

static uint32_t sheet_find(const trp_space *space, uint32_t category, uint32_t mask, bool is_static)
{
    uint32_t empty = space->sheets_used;

    for (uint32_t i = 2; i < space->sheets_used; i++) {
        const trp__sheet *sheet = &space->sheets[i];
        if (sheet->category == category && sheet->mask == mask && sheet->is_static == is_static &&
            sheet->users != 0)
            return i;
        if (sheet->users == 0 && i < empty)
            empty = i;
    }
    return empty < space->sheet_count ? empty : is_static;
}

void trp__sheet_join(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const uint32_t category = entry->members[slot].category;
    const uint32_t mask = entry->members[slot].mask;
    const uint32_t id = sheet_find(space, category, mask, entry->is_static);
    trp__sheet *sheet = &space->sheets[id];

    if (!sheet->is_mixed) {
        sheet->category = category;
        sheet->mask = mask;
        sheet->is_static = entry->is_static;
    }
    sheet->users++;
    if (id >= space->sheets_used)
        space->sheets_used = id + 1;
    entry->members[slot].sheet = id;
    entry->classes |= (uint64_t)1 << id;
    space->ways |= (uint64_t)1 << id;
}

/* Choosing levels */

static float sheet_width(const trp__edges *edges)
{
    return -edges->right - edges->left;
}

static float sheet_height(const trp__edges *edges)
{
    return -edges->bottom - edges->top;
}

/* A class of form and size: the larger side to a power of 16. The last of each form is infinite. */
static uint32_t sheet_size_of(const trp__edges *edges)
{
    const float width = sheet_width(edges);
    const float height = sheet_height(edges);
    uint32_t x;
    uint32_t y;

    memcpy(&x, &width, sizeof x);
    memcpy(&y, &height, sizeof y);
    x = x >> 23 & 255;
    y = y >> 23 & 255;
    return (x > y + 2 ? 64u : y > x + 2 ? 128u : 0u) + (x > y ? x : y) / 4;
}

/* A sort in progress. */
typedef struct sheet_sorting {
    trp_space *space;
    trp__sheet *sheet;
    trp__edges *boxes; /* in rising order of their numbers, which are listed */
    uint32_t count;
    bool swept;
    trp__edges least; /* the corners lie between those of these */
    trp__edges most;
} sheet_sorting;

/* From the former to the present place. */
TRP__APART static trp__edges sheet_way(const trp__space_pool *entry, uint32_t slot)
{
    const trp__edges *from = trp__former(entry, slot);
    const trp__edges *to = &entry->members[slot].edges;
    const trp__edges out = {trp__least(from->left, to->left), trp__least(from->top, to->top),
                            trp__least(from->right, to->right),
                            trp__least(from->bottom, to->bottom)};

    return out;
}

/* The classes with most boxes get levels. Others share the level of the next larger class of their
 * form, or lie in the pile. */
static void sheet_choose_classes(trp__sheet *sheet, uint32_t *numbers, uint32_t most)
{
    memset(sheet->level_of, TRP__SPACE_LEVELS, sizeof sheet->level_of);
    memset(sheet->levels, 0, sizeof sheet->levels);
    for (sheet->level_count = 0; sheet->level_count < most; sheet->level_count++) {
        uint32_t best = 63;
        for (uint32_t i = 0; i < TRP__SPACE_SIZES; i++)
            if (i % 64 != 63 && numbers[i] > (best != 63 ? numbers[best] : TRP__LEVEL_FEW))
                best = i;
        if (best == 63)
            break;
        sheet->level_of[best] = (uint8_t)sheet->level_count;
        numbers[best] = 0;
    }
    for (uint32_t form = 0; form < TRP__SPACE_SIZES; form += 64) {
        uint8_t up = TRP__SPACE_LEVELS;
        for (uint32_t i = 63; i-- > 0;) {
            if (sheet->level_of[form + i] != TRP__SPACE_LEVELS)
                up = sheet->level_of[form + i];
            sheet->level_of[form + i] = up;
        }
    }
}

/* How much larger than the boxes of a level its cells are, so that scattered boxes do not lie in too
 * many of them. */
static float sheet_scatter(const sheet_sorting *at, const trp__level *level)
{
    const float area = (at->most.left - at->least.left) * (at->most.top - at->least.top);
    const float boxes = SHEET_MARGIN * (float)level->end;
    const float cell = level->width * level->height * (SHEET_MARGIN * SHEET_MARGIN);
    float factor = 1;

    while (area < 1e30f && factor < 1e12f && area > boxes * cell * factor * factor)
        factor *= 1.25f;
    return factor;
}

/* Cells are as large as the largest box of their level, or larger; less so where they turned out to
 * be crowded. Points count as boxes of a tiny part of the world. */
static void sheet_choose_cells(const sheet_sorting *at)
{
    trp__sheet *sheet = at->sheet;
    const float shrink = sheet->shrink;

    for (uint32_t i = 0; i < at->count; i++) {
        const trp__edges box = at->boxes[i];
        trp__level *level = &sheet->levels[sheet->level_of[sheet_size_of(&box)]];
        level->end++;
        level->width = trp__most(level->width, sheet_width(&box));
        level->height = trp__most(level->height, sheet_height(&box));
    }
    sheet->can_shrink = false;
    for (uint32_t i = 0; i < sheet->level_count; i++) {
        trp__level *level = &sheet->levels[i];
        float factor;
        if (level->width == 0)
            level->width = (at->most.left * SHEET_TINY - at->least.left * SHEET_TINY) * shrink;
        if (level->height == 0)
            level->height = (at->most.top * SHEET_TINY - at->least.top * SHEET_TINY) * shrink;
        factor = sheet_scatter(at, level) * shrink;
        sheet->can_shrink |= factor > 1 && shrink > SHEET_SMALLEST;
        factor = factor > 1 ? SHEET_MARGIN * factor : SHEET_MARGIN;
        level->width = trp__least(level->width * factor, SHEET_WIDEST) + 1e-30f;
        level->height = trp__least(level->height * factor, SHEET_WIDEST) + 1e-30f;
        level->inverses[0] = 1 / level->width;
        level->inverses[1] = 1 / level->height;
        level->inverses[2] = -level->inverses[0];
        level->inverses[3] = -level->inverses[1];
    }
}

/* From time to time, or if the pile is large. */
static void sheet_choose_levels(const sheet_sorting *at)
{
    trp__sheet *sheet = at->sheet;
    const trp__level *pile = &sheet->levels[TRP__SPACE_LEVELS];
    uint32_t numbers[TRP__SPACE_SIZES] = {0};
    const bool is_time = sheet->age++ % SHEET_AGE == 0;

    if (!is_time && pile->end - pile->first <= TRP__LEVEL_FEW + sheet->sorted / 32)
        return;
    if (is_time) /* crowds that were there before need fewer attempts */
        sheet->shrink = trp__least(sheet->shrink / SHEET_SHRINKS, 1);
    for (uint32_t i = 0; i < at->count; i++) {
        const trp__edges box = at->boxes[i];
        numbers[sheet_size_of(&box)]++;
    }
    sheet_choose_classes(sheet, numbers,
                         at->space->desc.index != NULL ? at->space->desc.index->levels
                                                       : TRP__SPACE_LEVELS);
    sheet_choose_cells(at);
}

/* Sorting */

/* Cells have numbers of their own if there are not many more of them than boxes, else hashed ones.
 * Returns the number after its last cell; there are two more, which count nothing. */
static uint32_t sheet_lay_level(const sheet_sorting *at, trp__level *level, uint32_t first,
                                uint32_t room)
{
    const uint32_t boxes = level->end - level->first;
    uint64_t columns;
    uint64_t cells;

    level->origin_x = trp__column(at->least.left, level->inverses[0]);
    level->origin_y = trp__column(at->least.top, level->inverses[1]);
    level->last_x = trp__column(at->most.left, level->inverses[0]) - level->origin_x;
    level->last_y = trp__column(at->most.top, level->inverses[1]) - level->origin_y;
    level->cells = first;
    columns = (uint64_t)(uint32_t)level->last_x + 1;
    cells = (columns + 1) * ((uint64_t)(uint32_t)level->last_y + 3);
    if (cells <= 3 * (uint64_t)boxes + 8 && cells + 2 <= room) {
        level->stride = (uint32_t)columns + 1;
        level->mask = UINT32_MAX;
        level->cell_count = (uint32_t)cells;
    } else {
        uint32_t count = 16; /* neighbouring cells differ */
        while (count < boxes && 2 * count + 2 <= room)
            count *= 2;
        level->cell_count = count;
        level->mask = count - 1;
        /* the golden section: rows that lie side by side are far from each other */
        level->stride = ((uint32_t)((count * UINT64_C(0x9E3779B9)) >> 32) + 1) | 1;
    }
    return first + level->cell_count + 2;
}

/* The cell of a box on a level, where it extends no further than into the next cell; TRP__NONE: it
 * does not fit. */
TRP__INLINE uint32_t sheet_cell_on(const trp__level *level, const trp__edges *box)
{
    int32_t at[4];
    uint32_t column;
    uint32_t row;

    trp__columns(level, box, at);
    column = (uint32_t)(at[0] - level->origin_x);
    row = (uint32_t)(at[1] - level->origin_y);
    if (((uint32_t)(at[2] - at[0]) | (uint32_t)(at[3] - at[1])) <= 1 &&
        column <= (uint32_t)level->last_x && row <= (uint32_t)level->last_y)
        return level->cells + ((row * level->stride + column + 1) & level->mask);
    return TRP__NONE;
}

static uint32_t sheet_cell_of(const trp__sheet *sheet, const trp__edges *box)
{
    const uint32_t level = sheet->level_of[sheet_size_of(box)];
    uint32_t cell = TRP__NONE;

    if (level < TRP__SPACE_LEVELS)
        cell = sheet_cell_on(&sheet->levels[level], box);
    return cell != TRP__NONE ? cell : sheet->levels[TRP__SPACE_LEVELS].cells;
}

/* Gathers the boxes of the members that are found, and the bounds of their corners. What is infinite
 * has no part in these: it will lie in the pile. */
static void sheet_gather(sheet_sorting *at, uint32_t id)
{
    const trp__edges unread = trp__unread();
    const trp__edges infinite = {TRP_INFINITY, TRP_INFINITY, TRP_INFINITY, TRP_INFINITY};
    trp__edges least = infinite;
    trp__edges most = unread;
    uint32_t *listed = at->space->listed;
    uint32_t count = 0;

    for (const trp__space_pool *entry = at->space->pools; entry != NULL; entry = entry->next) {
        const trp__member *members = entry->members;
        const uint8_t *flags = entry->flags;
        uint32_t slot = 0;
        if ((entry->classes >> id & 1) == 0)
            continue;
        for (uint32_t left = entry->count; left > 0; slot++) {
            trp__edges *box = &at->boxes[count];
            left -= flags[slot] & TRP__IN;
            if (!TRP__LIKELY(trp__is_found(flags[slot]) && members[slot].sheet == id))
                continue;
            *box = TRP__LIKELY(!at->swept) ? members[slot].edges : sheet_way(entry, slot);
            listed[count++] = entry->base + slot;
            trp__widen_four(box, &least, &most);
        }
    }
    at->count = count;
    if (least.left <= most.left) {
        at->least.left = least.left;
        at->most.left = most.left;
    }
    if (least.top <= most.top) {
        at->least.top = least.top;
        at->most.top = most.top;
    }
}

/* Lays the cells of all levels. Returns how many there are. */
static uint32_t sheet_lay_cells(const sheet_sorting *at)
{
    trp__sheet *sheet = at->sheet;
    trp__level *pile = &sheet->levels[TRP__SPACE_LEVELS];
    const uint32_t room = sheet_cells(sheet->room);
    uint32_t cells = 0;

    for (uint32_t i = 0; i < sheet->level_count; i++)
        cells = sheet_lay_level(at, &sheet->levels[i], cells,
                                room - cells - 18 * (sheet->level_count - i - 1) - 4);
    memset(pile, 0, sizeof *pile);
    pile->cells = cells;
    pile->cell_count = 1;
    pile->mask = UINT32_MAX;
    return cells + 1;
}

/* Counts the boxes of each cell, at two places after it. Returns how many pairs of boxes share one,
 * but for the pile. */
static uint64_t sheet_count(const sheet_sorting *at, uint32_t *counts)
{
    const trp__sheet *sheet = at->sheet;
    const trp__level first = sheet->levels[0];
    const bool is_one = sheet->level_count == 1;
    const uint32_t pile = sheet->levels[TRP__SPACE_LEVELS].cells;
    uint32_t *chosen = at->space->chosen;
    uint64_t met = 0;

    for (uint32_t i = 0; i < at->count; i++) {
        const trp__edges *box = &at->boxes[i];
        uint32_t cell = TRP__NONE;
        if (is_one) /* what fits is there, whatever its class */
            cell = sheet_cell_on(&first, box);
        if (TRP__RARELY(cell == TRP__NONE))
            cell = sheet_cell_of(sheet, box);
        chosen[i] = cell;
        met += counts[cell]++;
    }
    return met - (uint64_t)counts[pile] * (counts[pile] - 1) / 2;
}

/* Sums the counts up. */
static void sheet_sum(uint32_t *starts, uint32_t cells, uint32_t sum)
{
    for (uint32_t i = 0; i < cells + 2; i++) {
        sum += starts[i];
        starts[i] = sum;
    }
}

/* A member gets its copy here, in this cell; its bits, if the sheet is mixed, and its box follow. */
TRP__INLINE void sheet_place(const trp_space *space, trp__member *member, uint32_t place,
                             uint32_t cell)
{
    member->place = place;
    space->cell[place] = cell;
}

TRP__INLINE void sheet_fill(const trp_space *space, uint32_t place, const trp__edges *box)
{
    space->left[place] = box->left;
    space->top[place] = box->top;
    space->right[place] = box->right;
    space->bottom[place] = box->bottom;
}

/* During passes a member is found by the bits of its copy, not by those that it was given since. They
 * wait at the new place, where the box will be, until all have been read. */
static void sheet_keep_bits(const trp_space *space, const trp__member *member, uint32_t place)
{
    const bool is_late = space->passes != 0;

    memcpy(&space->left[place], is_late ? &space->category[member->place] : &member->category,
           sizeof member->category);
    memcpy(&space->top[place], is_late ? &space->mask[member->place] : &member->mask,
           sizeof member->mask);
}

/* First who lies where, then the boxes: so few arrays are written in no order. */
static void sheet_copy(const sheet_sorting *at, uint32_t *next)
{
    const trp_space *space = at->space;
    const uint32_t *chosen = space->chosen;
    const uint32_t *listed = space->listed;
    const uint32_t first = at->sheet->first;
    const uint32_t bits = at->sheet->is_mixed ? at->count : 0;
    uint32_t *who = space->who;
    uint32_t i = 0;

    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (; i < at->count && listed[i] - entry->base < entry->slots; i++) {
            const uint32_t place = next[chosen[i]]++;
            trp__member *member = &entry->members[listed[i] - entry->base];
            who[place] = i;
            if (bits != 0)
                sheet_keep_bits(space, member, place);
            sheet_place(space, member, place, chosen[i]);
        }
    memcpy(space->category + first, space->left + first, bits * sizeof *space->category);
    memcpy(space->mask + first, space->top + first, bits * sizeof *space->mask);
    who += first;
    for (i = 0; i < at->count; i++) {
        sheet_fill(space, first + i, &at->boxes[who[i]]);
        who[i] = listed[who[i]];
    }
}

static void sheet_sort(trp_space *space, uint32_t id, bool swept)
{
    trp__sheet *sheet = &space->sheets[id];
    uint32_t *starts = space->starts + sheet->cells;
    sheet_sorting at = {0};
    uint32_t cells;

    at.space = space;
    at.sheet = sheet;
    at.swept = swept;
    at.boxes = (trp__edges *)space->scratch;
    sheet_gather(&at, id);
    for (;;) {
        sheet_choose_levels(&at);
        cells = sheet_lay_cells(&at);
        memset(starts, 0, (cells + 2) * sizeof *starts);
        if (2 * sheet_count(&at, starts + 2) <= 5 * (uint64_t)at.count + 64 || !sheet->can_shrink)
            break;
        sheet->shrink *= SHEET_SHRINKS;
        sheet->age = 1;
        sheet->levels[TRP__SPACE_LEVELS].end = UINT32_MAX; /* choose again */
    }
    sheet_sum(starts, cells, sheet->first);
    sheet_copy(&at, starts + 1);
    for (uint32_t i = 0; i <= TRP__SPACE_LEVELS; i++) {
        trp__level *level = &sheet->levels[i]; /* of those not in use there is no cell */
        level->first = starts[level->cells];
        level->end = starts[level->cells + level->cell_count];
    }
    sheet->sorted = at.count;
    sheet->is_stale = false;
    sheet->tail = 0;
    sheet->debt = 0;
    space->sorts++;
}

/* Half of the places that no sheet needs now go to large ones, and half to all that are in use, so
 * that a few boxes beside many tiles may become many, too. */
void trp__sheets_rebuild(trp_space *space)
{
    uint64_t left = space->places;
    uint32_t used = 0;
    uint32_t first = 0;
    uint32_t cells = 0;

    for (uint32_t i = 0; i < space->sheet_count; i++) {
        left -= space->sheets[i].users + space->sheets[i].users / 8 + TRP__TAIL;
        used += space->sheets[i].users != 0;
    }
    for (uint32_t i = 0; i < space->sheet_count; i++) {
        trp__sheet *sheet = &space->sheets[i];
        sheet->room = sheet->users + sheet->users / 8 + TRP__TAIL;
        if (sheet->users != 0)
            sheet->room += (uint32_t)(left / 2 * sheet->users / space->count + left / 2 / used);
        sheet->first = first;
        sheet->cells = cells;
        first += sheet->room;
        cells += sheet_cells(sheet->room);
        sheet->age = 0; /* its levels are chosen for this room */
        sheet->shrink = 1;
        sheet_sort(space, i, false);
    }
}

void trp__sheets_renew(trp_space *space, uint64_t questions)
{
    for (uint32_t i = 0; i < space->sheets_used && space->passes == 0; i++) {
        trp__sheet *sheet = &space->sheets[i];
        sheet->debt += sheet->tail * questions;
        if (!sheet->is_stale &&
            sheet->debt <= 8 * (uint64_t)sheet->sorted + TRP__READING * TRP__TAIL)
            continue;
        if (sheet->users + TRP__TAIL / 2 > sheet->room) {
            trp__sheets_rebuild(space);
            return;
        }
        sheet_sort(space, i, false);
    }
}

/* Copies of those that left during the passes in progress go, in all sheets: so how many pairs have
 * room depends on no earlier call. */
void trp__sheets_sweep(trp_space *space, bool swept)
{
    uint64_t ways = space->ways;

    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        if (entry->late != 0)
            ways = UINT64_MAX;
    for (uint32_t i = 0; i < space->sheets_used; i++)
        if (space->sheets[i].sorted + space->sheets[i].tail != 0 && (ways >> i & 1) != 0)
            sheet_sort(space, i, swept);
}

/* Between sorts */

void trp__sheet_drop(const trp_space *space, const trp__space_pool *entry, uint32_t slot)
{
    const uint32_t place = entry->members[slot].place;

    if (space->who[place] != entry->base + slot)
        return; /* it has none, or was sorted without this one */
    space->left[place] = TRP_INFINITY - TRP_INFINITY;
    space->right[place] = TRP_INFINITY - TRP_INFINITY;
}

void trp__sheet_put(trp_space *space, const trp__space_pool *entry, uint32_t slot)
{
    trp__sheet *sheet = &space->sheets[entry->members[slot].sheet];
    trp__level *pile = &sheet->levels[TRP__SPACE_LEVELS];
    const uint32_t place = pile->end;

    space->ways |= (uint64_t)1 << entry->members[slot].sheet;
    if (sheet->is_stale || place == sheet->first + sheet->room) {
        sheet->is_stale = true;
        return;
    }
    space->who[place] = entry->base + slot;
    sheet_place(space, &entry->members[slot], place, pile->cells);
    if (sheet->is_mixed) {
        space->category[place] = entry->members[slot].category;
        space->mask[place] = entry->members[slot].mask;
    }
    sheet_fill(space, place, &entry->members[slot].edges);
    pile->end++;
    sheet->tail++;
}
