/*
 * Sheets: the boxes of a space in cells, and the space's memory.
 *
 * A sheet has up to twelve *levels*: grids for boxes of one form (square, wide, tall) and size. What
 * fits no level lies in the *pile*, which is compared box by box. When a sheet is sorted, each box
 * gets a copy, by level and cell. Between sorts a copy is never moved: who leaves leaves one that
 * touches nothing (NaN), and who enters or has moved gets a copy in the tail of the pile. When
 * comparing the tail has cost as much as sorting, the sheet is sorted again. So a sheet always
 * answers rightly, and how it is sorted decides nothing but speed.
 */
#include "space_search.h"

#define SHEET_MARGIN 1.5f       /* a cell, in sizes of the largest box of its level */
#define SHEET_CELLS 8           /* cells of a sheet besides three per place */
#define SHEET_TAIL 8            /* least places for the tail of a sheet */
#define SHEET_LIMIT 536870912.0f /* coordinates in cells are limited to this */
#define SHEET_AGE 64            /* sorts after which levels are chosen again */
#define SHEET_BUCKETS 64        /* least numbers that `listed` and `chosen` have room for */
#define MEMORY_PARTS 20         /* parts of the block, each aligned */

_Static_assert(sizeof(trp_space) + sizeof(trp__sheet) * (TRP__CLASSES + 2) +
                       (TRP__CLASSES + 2) * (SHEET_TAIL * 44 + SHEET_CELLS * 4) +
                       8 * TRP__PLACES_PAD * 4 + SHEET_BUCKETS * 8 + MEMORY_PARTS * 16 <=
                   TRP__SPACE_BASE + TRP__CLASSES * TRP__SPACE_CLASS,
               "raise TRP__SPACE_BASE");

/* Memory */

/* The parts of the block one after the other, each aligned for four floats. */
typedef struct sheet_layout
{
    unsigned char *at; /* NULL: bytes are only counted */
    uint64_t bytes;
} sheet_layout;

/* A part's place, with its former content of this many elements at `old`. If bytes are only
 * counted: `old`. */
static void *sheet_part(sheet_layout *out, void *old, size_t size, uint64_t count, size_t used)
{
    const uint64_t bytes = (size * count + 15) / 16 * 16;
    unsigned char *at = out->at;

    out->bytes += bytes;
    if (at == NULL)
        return old;
    out->at += (size_t)bytes;
    if (old != NULL && used != 0)
        memcpy(at, old, size * used);
    return at;
}

static uint32_t sheet_places(const trp_space *space, uint32_t capacity)
{
    return capacity + capacity / 8 + SHEET_TAIL * space->sheet_count;
}

static uint32_t sheet_cells(uint32_t room)
{
    return 3 * room + SHEET_CELLS;
}

/* Moves everything to its place after `memory`, from the block of an older capacity if there was
 * one; NULL: only returns the number of bytes. Nothing that passes hold is lost. */
static uint64_t sheet_lay_out(trp_space *space, unsigned char *memory, uint32_t old_places)
{
    const uint32_t pools = space->world->max_pools;
    const size_t padded = (size_t)space->places + TRP__PLACES_PAD;
    const uint32_t numbers =
        space->capacity > SHEET_BUCKETS ? space->capacity : (uint32_t)SHEET_BUCKETS;
    const size_t cells = 3 * (size_t)space->places + SHEET_CELLS * (size_t)space->sheet_count;
    const size_t old_cells =
        old_places != 0 ? 3 * (size_t)old_places + SHEET_CELLS * (size_t)space->sheet_count : 0;
    sheet_layout out = {memory, 16};

    if (memory != NULL)
        out.at += (16 - (uintptr_t)memory % 16) % 16;
#define PART(array, count, used)                                                                   \
    space->array = sheet_part(&out, space->array, sizeof *space->array, (count), (used))
    PART(left, padded, old_places);
    PART(top, padded, old_places);
    PART(right, padded, old_places);
    PART(bottom, padded, old_places);
    PART(who, padded, old_places);
    PART(cell, padded, old_places);
    PART(category, padded, old_places);
    PART(mask, padded, old_places);
    PART(starts, cells, old_cells);
    PART(listed, numbers, 0);
    PART(chosen, numbers, 0);
    PART(stack, space->stack_size, space->stack_top);
    PART(sheets, space->sheet_count, space->sheet_count);
    PART(by_number, pools, pools);
#undef PART
    return out.bytes;
}

/* A block for this capacity, with the former content; false, and nothing changed: there is no
 * memory. */
static bool sheet_remake(trp_space *space, uint32_t capacity)
{
    const uint32_t old_capacity = space->capacity;
    const uint32_t old_places = space->places;
    const uint32_t old_stack_size = space->stack_size;
    unsigned char *memory = NULL;
    uint64_t bytes;

    space->capacity = capacity;
    space->places = sheet_places(space, capacity);
    space->stack_size = space->desc.hits != 0 ? space->desc.hits
                                              : 4 * capacity + TRP__NESTED * TRP__NESTED_ROOM;
    bytes = sheet_lay_out(space, NULL, old_places);
    if (bytes <= SIZE_MAX / 2)
        memory = trp__take(space->world, (size_t)bytes);
    if (memory == NULL)
    {
        space->capacity = old_capacity;
        space->places = old_places;
        space->stack_size = old_stack_size;
        return false;
    }
    memset(memory, 0, (size_t)bytes);
    sheet_lay_out(space, memory, old_places);
    if (space->memory != NULL)
        trp__release(space->world, space->memory, space->bytes);
    space->memory = memory;
    space->bytes = (size_t)bytes;
    return true;
}

bool trp__space_take_memory(trp_space *space)
{
    const uint32_t classes = space->desc.classes != 0 ? space->desc.classes : TRP__CLASSES;

    space->sheet_count = classes + 2;
    if (!sheet_remake(space, space->desc.capacity))
        return false;
    space->sheets[classes].is_mixed = true;
    space->sheets[classes + 1].is_mixed = true;
    space->sheets[classes + 1].is_static = true;
    trp__sheets_rebuild(space);
    return true;
}

bool trp__space_make_room(trp_space *space, uint32_t count)
{
    const uint32_t most = space->desc.max_capacity;
    uint32_t capacity = space->capacity;

    while (capacity - space->count < count)
    {
        if (capacity >= most)
            return false;
        capacity = most - capacity < capacity ? most : 2 * capacity;
    }
    return capacity == space->capacity || sheet_remake(space, capacity);
}

/* Bits */

static uint32_t sheet_find(const trp_space *space, uint32_t category, uint32_t mask, bool is_static)
{
    const uint32_t mixed = space->sheet_count - 2;
    uint32_t empty = mixed + is_static;

    for (uint32_t i = mixed; i-- > 0;)
    {
        const trp__sheet *sheet = &space->sheets[i];
        if (sheet->users == 0)
            empty = i;
        else if (sheet->category == category && sheet->mask == mask &&
                 sheet->is_static == is_static)
            return i;
    }
    return empty;
}

void trp__sheet_join(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const uint32_t category = entry->category_of[slot];
    const uint32_t mask = entry->mask_of[slot];
    const uint32_t id = sheet_find(space, category, mask, entry->is_static);
    trp__sheet *sheet = &space->sheets[id];

    if (!sheet->is_mixed)
    {
        sheet->category = category;
        sheet->mask = mask;
        sheet->is_static = entry->is_static;
    }
    sheet->users++;
    entry->sheet[slot] = (uint8_t)id;
    entry->classes |= (uint64_t)1 << id;
}

void trp__sheet_quit(trp_space *space, const trp__space_pool *entry, uint32_t slot)
{
    space->sheets[entry->sheet[slot]].users--;
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
typedef struct sheet_sorting
{
    trp_space *space;
    trp__sheet *sheet;
    uint32_t count; /* of boxes, whose numbers are listed */
    bool swept;
    float least_x; /* the corners lie between these */
    float least_y;
    float most_x;
    float most_y;
    /* the pool whose boxes are read, its numbers, and a box that was computed */
    const trp__space_pool *entry;
    uint32_t base;
    uint32_t end;
    trp__edges box;
} sheet_sorting;

static float sheet_least(float a, float b)
{
    return a < b ? a : b;
}

/* The box of a number, in rising order of numbers. */
TRP__INLINE const trp__edges *sheet_box(sheet_sorting *at, uint32_t number)
{
    const trp__edges *now;
    const trp__edges *from;

    if (TRP__RARELY(number >= at->end))
    {
        uint32_t slot;
        at->entry = trp__entry_at(at->space, number, &slot);
        at->base = number - slot;
        at->end = at->base + at->entry->slots;
    }
    now = &at->entry->edges[number - at->base];
    if (TRP__LIKELY(!at->swept))
        return now;
    from = trp__former(at->entry, number - at->base);
    at->box.left = sheet_least(from->left, now->left);
    at->box.top = sheet_least(from->top, now->top);
    at->box.right = sheet_least(from->right, now->right);
    at->box.bottom = sheet_least(from->bottom, now->bottom);
    return &at->box;
}

static void sheet_restart(sheet_sorting *at)
{
    at->end = 0;
}

static void sheet_choose_sizes(sheet_sorting *at, uint32_t *numbers)
{
    sheet_restart(at);
    for (uint32_t i = 0; i < at->count; i++)
        numbers[sheet_size_of(sheet_box(at, at->space->listed[i]))]++;
}

/* The classes with most boxes get levels. Others share the level of the next larger class of their
 * form, or lie in the pile. */
static void sheet_choose_classes(trp__sheet *sheet, uint32_t *numbers, uint32_t most)
{
    memset(sheet->level_of, TRP__SPACE_LEVELS, sizeof sheet->level_of);
    memset(sheet->levels, 0, sizeof sheet->levels);
    for (sheet->level_count = 0; sheet->level_count < most; sheet->level_count++)
    {
        uint32_t best = 63;
        for (uint32_t i = 0; i < TRP__SPACE_SIZES; i++)
            if (i % 64 != 63 && numbers[i] > (best != 63 ? numbers[best] : TRP__LEVEL_FEW))
                best = i;
        if (best == 63)
            break;
        sheet->level_of[best] = (uint8_t)sheet->level_count;
        numbers[best] = 0;
    }
    for (uint32_t form = 0; form < TRP__SPACE_SIZES; form += 64)
    {
        uint8_t up = TRP__SPACE_LEVELS;
        for (uint32_t i = 63; i-- > 0;)
        {
            if (sheet->level_of[form + i] != TRP__SPACE_LEVELS)
                up = sheet->level_of[form + i];
            sheet->level_of[form + i] = up;
        }
    }
}

/* Cells are as large as the largest box of their level; where boxes are scattered, larger. */
static void sheet_choose_cells(sheet_sorting *at)
{
    trp__sheet *sheet = at->sheet;
    const float area = (at->most_x - at->least_x) * (at->most_y - at->least_y);

    sheet_restart(at);
    for (uint32_t i = 0; i < at->count; i++)
    {
        const trp__edges *box = sheet_box(at, at->space->listed[i]);
        trp__level *level = &sheet->levels[sheet->level_of[sheet_size_of(box)]];
        level->end++;
        level->width = -sheet_least(-level->width, -sheet_width(box));
        level->height = -sheet_least(-level->height, -sheet_height(box));
    }
    for (uint32_t i = 0; i < sheet->level_count; i++)
    {
        trp__level *level = &sheet->levels[i];
        const float boxes = SHEET_MARGIN * (float)level->end;
        const float cell = level->width * level->height * (SHEET_MARGIN * SHEET_MARGIN);
        float factor = 1;
        if (!sheet->is_crowded && area < 1e30f && area > boxes * cell)
            while (factor < 1e12f && area > boxes * cell * factor * factor)
                factor *= 1.25f;
        level->width = level->width * (SHEET_MARGIN * factor) + 1e-30f;
        level->height = level->height * (SHEET_MARGIN * factor) + 1e-30f;
        level->inverses[0] = 1 / level->width;
        level->inverses[1] = 1 / level->height;
        level->inverses[2] = -level->inverses[0];
        level->inverses[3] = -level->inverses[1];
    }
}

/* From time to time, or if the pile is large. */
static void sheet_choose_levels(sheet_sorting *at)
{
    trp__sheet *sheet = at->sheet;
    const trp__level *pile = &sheet->levels[TRP__SPACE_LEVELS];
    uint32_t numbers[TRP__SPACE_SIZES] = {0};
    const bool is_time = sheet->age++ % SHEET_AGE == 0;

    if (!is_time && pile->end - pile->first <= TRP__LEVEL_FEW + sheet->sorted / 32)
        return;
    sheet->is_crowded = sheet->is_crowded && !is_time;
    sheet_choose_sizes(at, numbers);
    sheet_choose_classes(sheet, numbers,
                         at->space->desc.index != NULL ? at->space->desc.index->levels
                                                       : TRP__SPACE_LEVELS);
    sheet_choose_cells(at);
}

/* Sorting */

int32_t trp__column(float at, float inverse)
{
    float cells = at * inverse;
    int32_t column;

    cells = cells < SHEET_LIMIT ? cells : SHEET_LIMIT;
    cells = cells > -SHEET_LIMIT ? cells : -SHEET_LIMIT;
    column = (int32_t)cells;
    return column - (cells < (float)column);
}

/* Cells have numbers of their own if there are not many more of them than boxes, else hashed ones.
 * Returns the number after its last cell; there are two more, which count nothing. */
static uint32_t sheet_lay_level(const sheet_sorting *at, trp__level *level, uint32_t first,
                                uint32_t room)
{
    const uint32_t boxes = level->end - level->first;
    uint64_t columns;
    uint64_t cells;

    level->origin_x = trp__column(at->least_x, level->inverses[0]);
    level->origin_y = trp__column(at->least_y, level->inverses[1]);
    level->last_x = trp__column(at->most_x, level->inverses[0]) - level->origin_x;
    level->last_y = trp__column(at->most_y, level->inverses[1]) - level->origin_y;
    level->cells = first;
    columns = (uint64_t)(uint32_t)level->last_x + 1;
    cells = (columns + 1) * ((uint64_t)(uint32_t)level->last_y + 3) + 1;
    if (cells <= 3 * (uint64_t)boxes + 8 && cells + 2 <= room)
    {
        level->stride = (uint32_t)columns + 1;
        level->mask = UINT32_MAX;
        level->cell_count = (uint32_t)cells;
    }
    else
    {
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

#if defined(TRP__FLOORS_FOUR)
    trp__floor_four(box, level->inverses, SHEET_LIMIT, at);
#else
    at[0] = trp__column(box->left, level->inverses[0]);
    at[1] = trp__column(box->top, level->inverses[1]);
    at[2] = trp__column(box->right, level->inverses[2]);
    at[3] = trp__column(box->bottom, level->inverses[3]);
#endif
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

/* The numbers of the members that are found, in rising order, and the bounds of their corners. What
 * is infinite has no part in these: it will lie in the pile. */
static void sheet_list(sheet_sorting *at, uint32_t id)
{
    trp_space *space = at->space;
    const float far = SHEET_LIMIT * SHEET_LIMIT * SHEET_LIMIT * SHEET_LIMIT;
    float least_x = far;
    float least_y = far;
    float most_x = -far;
    float most_y = -far;
    uint32_t count = 0;

    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
    {
        const uint32_t base = entry->pool->base;
        if ((entry->classes >> id & 1) == 0)
            continue;
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
        {
            const trp__edges *box = &entry->edges[slot];
            left -= entry->flags[slot] & TRP__IN;
            if (!trp__is_found(entry, slot) || entry->sheet[slot] != id)
                continue;
            space->listed[count++] = base + slot;
            if (TRP__RARELY(!(box->left - box->left == 0 && box->top - box->top == 0)))
                continue;
            least_x = box->left < least_x ? box->left : least_x;
            least_y = box->top < least_y ? box->top : least_y;
            most_x = box->left > most_x ? box->left : most_x;
            most_y = box->top > most_y ? box->top : most_y;
        }
    }
    at->count = count;
    at->least_x = least_x;
    at->least_y = least_y;
    at->most_x = most_x;
    at->most_y = most_y;
}

/* The same bounds of boxes along their ways. */
static void sheet_bound_ways(sheet_sorting *at)
{
    sheet_restart(at);
    for (uint32_t i = 0; i < at->count; i++)
    {
        const trp__edges *box = sheet_box(at, at->space->listed[i]);
        if (!(box->left - box->left == 0 && box->top - box->top == 0))
            continue;
        at->least_x = sheet_least(at->least_x, box->left);
        at->least_y = sheet_least(at->least_y, box->top);
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

/* Counts the boxes of each cell, at two places after it. */
static void sheet_count(sheet_sorting *at, uint32_t *starts)
{
    const trp__sheet *sheet = at->sheet;
    trp_space *space = at->space;
    const bool is_one = sheet->level_count == 1;

    sheet_restart(at);
    for (uint32_t i = 0; i < at->count; i++)
    {
        const trp__edges *box = sheet_box(at, space->listed[i]);
        uint32_t cell = TRP__NONE;
        if (is_one) /* what fits is there, whatever its class */
            cell = sheet_cell_on(&sheet->levels[0], box);
        if (cell == TRP__NONE)
            cell = sheet_cell_of(sheet, box);
        space->chosen[i] = cell;
        starts[cell + 2]++;
    }
}

/* Sums the counts up. Returns how many pairs of boxes share a cell, those of the pile left out. */
static uint64_t sheet_sum(uint32_t *starts, uint32_t cells, uint32_t first)
{
    uint64_t met = 0;
    uint32_t sum = first;

    for (uint32_t i = 0; i < cells + 2; i++)
    {
        if (i < cells + 1)
            met += (uint64_t)starts[i] * starts[i];
        sum += starts[i];
        starts[i] = sum;
    }
    return met;
}

static void sheet_copy(sheet_sorting *at, uint32_t *next)
{
    trp_space *space = at->space;
    const bool is_mixed = at->sheet->is_mixed;

    sheet_restart(at);
    for (uint32_t i = 0; i < at->count; i++)
    {
        const uint32_t number = space->listed[i];
        const uint32_t cell = space->chosen[i];
        const trp__edges *box = sheet_box(at, number);
        const uint32_t slot = number - at->base;
        const uint32_t place = next[cell]++;
        space->left[place] = box->left;
        space->top[place] = box->top;
        space->right[place] = box->right;
        space->bottom[place] = box->bottom;
        space->who[place] = number;
        space->cell[place] = cell;
        at->entry->place[slot] = place;
        if (is_mixed)
        {
            space->category[place] = at->entry->category_of[slot];
            space->mask[place] = at->entry->mask_of[slot];
        }
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
    sheet_list(&at, id);
    if (swept)
        sheet_bound_ways(&at);
    for (uint32_t again = 0;; again++)
    {
        sheet_choose_levels(&at);
        cells = sheet_lay_cells(&at);
        memset(starts, 0, (cells + 2) * sizeof *starts);
        sheet_count(&at, starts);
        if (sheet_sum(starts, cells, sheet->first) <= 6 * (uint64_t)at.count + 64 ||
            sheet->is_crowded || again != 0)
            break;
        sheet->is_crowded = true;
        sheet->age = 1;
        sheet->levels[TRP__SPACE_LEVELS].end = UINT32_MAX; /* choose again */
    }
    sheet_copy(&at, starts + 1);
    for (uint32_t i = 0; i <= TRP__SPACE_LEVELS; i++)
    {
        trp__level *level = &sheet->levels[i];
        if (i < sheet->level_count || i == TRP__SPACE_LEVELS)
        {
            level->first = starts[level->cells];
            level->end = starts[level->cells + level->cell_count];
        }
    }
    sheet->sorted = at.count;
    sheet->is_stale = false;
    sheet->tail = 0;
    sheet->debt = 0;
    space->sorts++;
}

void trp__sheets_rebuild(trp_space *space)
{
    uint64_t left = space->places;
    uint32_t first = 0;
    uint32_t cells = 0;

    for (uint32_t i = 0; i < space->sheet_count; i++)
        left -= space->sheets[i].users + space->sheets[i].users / 8 + SHEET_TAIL;
    for (uint32_t i = 0; i < space->sheet_count; i++)
    {
        trp__sheet *sheet = &space->sheets[i];
        sheet->room = sheet->users + sheet->users / 8 + SHEET_TAIL;
        if (space->count != 0)
            sheet->room += (uint32_t)(left * sheet->users / space->count);
        sheet->first = first;
        sheet->cells = cells;
        first += sheet->room;
        cells += sheet_cells(sheet->room);
        sheet->age = 0; /* its levels are chosen for this room */
        sheet_sort(space, i, false);
    }
}

void trp__sheets_renew(trp_space *space, bool with_tails)
{
    for (uint32_t i = 0; i < space->sheet_count; i++)
    {
        const trp__sheet *sheet = &space->sheets[i];
        if (!sheet->is_stale && !(with_tails && sheet->tail > SHEET_TAIL + sheet->sorted / 64))
            continue;
        if (sheet->users + SHEET_TAIL / 2 > sheet->room)
        {
            trp__sheets_rebuild(space);
            return;
        }
        sheet_sort(space, i, false);
    }
}

void trp__sheets_sweep(trp_space *space, bool swept)
{
    for (uint32_t i = 0; i < space->sheet_count; i++)
        if (space->sheets[i].users != 0)
            sheet_sort(space, i, swept);
}

void trp__sheets_owe(trp_space *space, uint64_t questions)
{
    bool owes = false;

    if (space->passes != 0)
        return;
    for (uint32_t i = 0; i < space->sheet_count; i++)
    {
        trp__sheet *sheet = &space->sheets[i];
        sheet->debt += sheet->tail * questions;
        if (sheet->debt > 8 * (uint64_t)sheet->sorted + 64)
            sheet->is_stale = owes = true;
    }
    if (owes)
        trp__sheets_renew(space, false);
}

/* Between sorts */

void trp__sheet_drop(const trp_space *space, const trp__space_pool *entry, uint32_t slot)
{
    const uint32_t place = entry->place[slot];

    if (place == TRP__NONE)
        return;
    entry->place[slot] = TRP__NONE;
    if (space->who[place] != trp__slot_number(entry, slot))
        return; /* it was sorted without this one */
    space->left[place] = TRP_INFINITY - TRP_INFINITY;
    space->right[place] = TRP_INFINITY - TRP_INFINITY;
}

void trp__sheet_put(trp_space *space, const trp__space_pool *entry, uint32_t slot)
{
    trp__sheet *sheet = &space->sheets[entry->sheet[slot]];
    trp__level *pile = &sheet->levels[TRP__SPACE_LEVELS];
    const trp__edges *box = &entry->edges[slot];
    const uint32_t place = pile->end;

    if (sheet->is_stale || place == sheet->first + sheet->room)
    {
        sheet->is_stale = true;
        return;
    }
    space->left[place] = box->left;
    space->top[place] = box->top;
    space->right[place] = box->right;
    space->bottom[place] = box->bottom;
    space->who[place] = trp__slot_number(entry, slot);
    space->cell[place] = pile->cells;
    space->category[place] = entry->category_of[slot];
    space->mask[place] = entry->mask_of[slot];
    entry->place[slot] = place;
    pile->end++;
    sheet->tail++;
}
