/*
 * Pairs: which boxes touch each other, and how. Within a level each box is compared with those after it in
 * its cell and in the one to the right, and with the three cells below. Of two levels, or of two
 * sheets whose bits allow pairs, the boxes of one ask the other.
 */
#include "space_pairs.h"

#include "space_search.h"

/* The data that masks are compared with. */
typedef struct pairs_bits {
    uint32_t category;
    uint32_t mask;
} pairs_bits;

/* Two sheets, or one with itself. */
typedef struct pairs_join {
    trp__pairing *to;
    const trp__sheet *one;
    const trp__sheet *other;
    bool is_mixed; /* each pair's bits are compared */
    bool tests;    /* that boxes touch does not suffice */
    bool swaps[2]; /* the higher number is `a`: if the lower one is in `other`; if it is in `one` */
    uint32_t place; /* of the box in `one` that asks */
} pairs_join;

/* Whether one can be `a` and the other `b`. */
static bool pairs_fit(const trp_pairing *which, const pairs_bits *a, const pairs_bits *b)
{
    const bool cares = (b->category & a->mask) != 0;
    const bool is_cared_for = (a->category & b->mask) != 0;

    if ((which->a != 0 && (a->category & which->a) == 0) ||
        (which->b != 0 && (b->category & which->b) == 0))
        return false;
    return cares && (is_cared_for || which->care == TRP_CARE_EITHER);
}

/* Whether two are a pair, and whether the higher one is `a`. */
static bool pairs_meet(const trp_pairing *which, const pairs_bits *low, const pairs_bits *high,
                       bool *is_swapped)
{
    const bool fits = pairs_fit(which, low, high);
    const bool fits_swapped = pairs_fit(which, high, low);

    *is_swapped = fits_swapped && (!fits || high->category < low->category);
    return fits || fits_swapped;
}

static pairs_bits pairs_bits_at(const trp_space *space, const trp__sheet *sheet, uint32_t place)
{
    pairs_bits out = {sheet->category, sheet->mask};

    if (sheet->is_mixed) {
        out.category = space->category[place];
        out.mask = space->mask[place];
    }
    return out;
}

/* The present and the former shapes of two members. */
typedef struct pairs_ways {
    trp__core a;
    trp__core b;
    trp__core a_from;
    trp__core b_from;
    float dx; /* movement of b relative to a */
    float dy;
} pairs_ways;

static float pairs_step(float from, float to)
{
    const float step = to - from;

    return trp__is_finite(step) ? step : 0; /* an infinite box does not move */
}

static pairs_ways pairs_ways_of(const trp_space *space, uint32_t a, uint32_t b)
{
    uint32_t a_slot;
    uint32_t b_slot;
    const trp__space_pool *a_entry = trp__entry_at(space, a, &a_slot);
    const trp__space_pool *b_entry = trp__entry_at(space, b, &b_slot);
    const trp__edges *a_now = &a_entry->members[a_slot].edges;
    const trp__edges *b_now = &b_entry->members[b_slot].edges;
    const trp__edges *a_from = a_now;
    const trp__edges *b_from = b_now;
    pairs_ways out;

    if (space->desc.sweeps) {
        a_from = trp__former(a_entry, a_slot);
        b_from = trp__former(b_entry, b_slot);
    }
    out.a = trp__core_of_box(a_now, a_entry->is_round);
    out.b = trp__core_of_box(b_now, b_entry->is_round);
    out.a_from = trp__core_of_box(a_from, a_entry->is_round);
    out.b_from = trp__core_of_box(b_from, b_entry->is_round);
    out.dx = pairs_step(b_from->left, b_now->left) - pairs_step(a_from->left, a_now->left);
    out.dy = pairs_step(b_from->top, b_now->top) - pairs_step(a_from->top, a_now->top);
    return out;
}

/* When `b` first touches `a` on its way. */
static trp__impact pairs_first_touch(const pairs_ways *ways)
{
    return trp__core_sweep(&ways->b_from, ways->dx, ways->dy, false, &ways->a_from);
}

/* Whether two touch now or have touched on their ways. */
static bool pairs_have_touched(const trp_space *space, uint32_t low, uint32_t high)
{
    const pairs_ways ways = pairs_ways_of(space, high, low);

    return trp__cores_touch(&ways.b, &ways.a) || pairs_first_touch(&ways).at <= 1;
}

static bool pairs_shapes_meet(const trp__pairing *at, uint32_t low, uint32_t high, uint32_t low_at,
                              uint32_t high_at)
{
    const trp_space *space = at->space;
    const trp__edges low_box = trp__copy_at(space, low_at);
    const trp__edges high_box = trp__copy_at(space, high_at);
    trp__core low_core;
    trp__core high_core;

    if (at->which.swept)
        return pairs_have_touched(space, low, high);
    low_core = trp__core_of_box(&low_box, trp__is_round(space, low));
    high_core = trp__core_of_box(&high_box, trp__is_round(space, high));
    return trp__cores_touch(&low_core, &high_core);
}

/* Of two whose boxes touch, whether the higher number is `a`; 2: they are no pair. */
TRP__APART static uint32_t pairs_test(const pairs_join *join, uint32_t place, bool is_one_low)
{
    const trp__pairing *to = join->to;
    const trp_space *space = to->space;
    const uint32_t low_at = is_one_low ? join->place : place;
    const uint32_t high_at = is_one_low ? place : join->place;
    bool is_swapped = join->swaps[is_one_low];

    if (to->is_lowest && !is_one_low)
        return 2;
    if (join->is_mixed) {
        const pairs_bits low = pairs_bits_at(space, is_one_low ? join->one : join->other, low_at);
        const pairs_bits high = pairs_bits_at(space, is_one_low ? join->other : join->one, high_at);
        if (!pairs_meet(&to->which, &low, &high, &is_swapped))
            return 2;
    }
    if (to->asks_shapes &&
        !pairs_shapes_meet(to, space->who[low_at], space->who[high_at], low_at, high_at))
        return 2;
    return is_swapped;
}

/* Two boxes that touch. Which number is lower is no branch, since it could not be predicted. */
TRP__INLINE void pairs_take_one(const pairs_join *join, uint32_t place)
{
    const uint32_t *who = join->to->space->who;
    const uint32_t one = who[join->place];
    const uint32_t other = who[place];
    const bool is_one_low = one < other;
    const uint32_t low = is_one_low ? one : other;
    const uint32_t high = is_one_low ? other : one;
    uint32_t swap = join->swaps[is_one_low];

    if (TRP__RARELY(join->tests))
        swap = pairs_test(join, place, is_one_low);
    if (TRP__LIKELY(swap < 2))
        trp__keys_take(&join->to->keys, (uint64_t)low << 32 | high << 1 | swap);
}

TRP__INLINE void pairs_take(void *out, const trp__sheet *sheet, uint32_t place, uint32_t bits)
{
    (void)sheet;
    for (; bits != 0; bits &= bits - 1)
        pairs_take_one((const pairs_join *)out, place + trp__lowest_bit(bits));
}

/* Which of four boxes touch one: noted first, then taken. So finding them does not wait for branches
 * that cannot be predicted. */
typedef uint64_t pairs_record; /* a place, the first of four, and a bit for each that touches */

enum { PAIRS_RECORDS = 64 };

static void pairs_take_noted(pairs_join *join, const pairs_record *records, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        join->place = (uint32_t)(records[i] >> 32);
        pairs_take(join, join->other, (uint32_t)records[i] >> 4, (uint32_t)records[i] & 15);
    }
}

/* Returns how many are noted then. At least four are compared: one branch less to predict. */
TRP__INLINE uint32_t pairs_note(pairs_join *join, const trp_space *space, pairs_record *records,
                                uint32_t count, uint32_t place, uint32_t from, uint32_t to,
                                const trp__fours *limits)
{
    do {
        const uint32_t bits = trp__touches(space, from, to, limits);
        records[count] = (uint64_t)place << 32 | from << 4 | bits;
        count += bits != 0;
        if (TRP__RARELY(count == PAIRS_RECORDS)) {
            pairs_take_noted(join, records, count);
            count = 0;
        }
        from += 4;
    } while (TRP__RARELY(from < to));
    return count;
}

/* The pairs within a level. */
static void pairs_join_level(pairs_join *join, const trp__level *level)
{
    const trp_space *space = join->to->space;
    const uint32_t *starts = space->starts + join->one->cells + level->cells;
    const uint32_t cells = level->cell_count;
    pairs_record records[PAIRS_RECORDS];
    uint32_t count = 0;

    for (uint32_t place = level->first; place < level->end; place++) {
        const trp__edges box = trp__copy_at(space, place);
        const trp__fours limits = trp__limits(&box);
        const uint32_t cell = space->cell[place] - level->cells;
        const uint32_t below = (cell + level->stride - 1) & level->mask;
        uint32_t beside = cell + 2;
        uint32_t beyond = below + 3;
        if (TRP__RARELY((beside > cells) | (beyond > cells))) {
            if (cells == 1) { /* a pile */
                count =
                    pairs_note(join, space, records, count, place, place + 1, level->end, &limits);
                continue;
            }
            if (beside > cells) { /* hashed cells continue at the first one */
                count = pairs_note(join, space, records, count, place, starts[0],
                                   starts[beside - cells], &limits);
                beside = cells;
            }
            if (beyond > cells) {
                count = pairs_note(join, space, records, count, place, starts[0],
                                   starts[beyond - cells], &limits);
                beyond = cells;
            }
        }
        count = pairs_note(join, space, records, count, place, place + 1, starts[beside], &limits);
        count =
            pairs_note(join, space, records, count, place, starts[below], starts[beyond], &limits);
    }
    pairs_take_noted(join, records, count);
}

/* Each box of a level asks another level. */
static void pairs_ask(pairs_join *join, const trp__level *level, const trp__level *asked)
{
    const trp_space *space = join->to->space;

    for (uint32_t place = level->first; place < level->end; place++) {
        const trp__edges box = trp__copy_at(space, place);
        const trp__fours limits = trp__limits(&box);
        join->place = place;
        trp__search_level(space, join->other, asked, &box, &limits, pairs_take, join);
    }
}

static pairs_join pairs_turned(const pairs_join *join)
{
    pairs_join out = *join;

    out.one = join->other;
    out.other = join->one;
    out.swaps[0] = join->swaps[1];
    out.swaps[1] = join->swaps[0];
    return out;
}

/* How much work it is if this one asks: a pile answers badly. */
static float pairs_cost(const trp__level *level, const trp__level *asked)
{
    if (level->cell_count == 1)
        return 0;
    if (asked->cell_count == 1)
        return TRP_INFINITY;
    return (float)(level->end - level->first) * (2 + level->height / asked->height);
}

static void pairs_join_levels(pairs_join *join, const trp__level *level, const trp__level *other)
{
    if (other->first == other->end)
        return;
    if (pairs_cost(level, other) <= pairs_cost(other, level))
        pairs_ask(join, level, other);
    else {
        pairs_join turned = pairs_turned(join);
        pairs_ask(&turned, other, level);
    }
}

static void pairs_join_sheets(pairs_join *join)
{
    const bool is_one = join->one == join->other;

    for (uint32_t i = 0; i <= TRP__SPACE_LEVELS; i++) {
        const trp__level *level = &join->one->levels[i];
        if (level->first == level->end)
            continue;
        if (is_one)
            pairs_join_level(join, level);
        for (uint32_t k = is_one ? i + 1 : 0; k <= TRP__SPACE_LEVELS; k++)
            pairs_join_levels(join, level, &join->other->levels[k]);
    }
}

/* Whether pairs between two sheets are possible. */
static bool pairs_are_possible(pairs_join *join)
{
    const trp_pairing *which = &join->to->which;
    const pairs_bits one = {join->one->category, join->one->mask};
    const pairs_bits other = {join->other->category, join->other->mask};

    join->is_mixed = join->one->is_mixed || join->other->is_mixed;
    join->tests = join->is_mixed || join->to->is_lowest || join->to->asks_shapes;
    if (join->one->sorted + join->one->tail == 0 || join->other->sorted + join->other->tail == 0 ||
        (join->one->is_static && join->other->is_static))
        return false;
    return pairs_meet(which, &one, &other, &join->swaps[1]) &&
           pairs_meet(which, &other, &one, &join->swaps[0]);
}

/* The boxes of how many members will be compared with tails. */
static uint64_t pairs_questions(const trp_space *space)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < space->sheets_used; i++)
        if (!space->sheets[i].is_static)
            count += space->sheets[i].users;
    return count;
}

bool trp__pairs_begin(trp__pairing *at, trp__pass *pass, trp_space *space, const trp_pairing *which,
                      trp__call *call)
{
    memset(at, 0, sizeof *at);
    at->space = space;
    if (which != NULL)
        at->which = *which;
    if (trp__refuses(call, (unsigned)at->which.care > TRP_CARE_EITHER, TRP_ERR_VALUE,
                     TRP__TEXT("care must be an enumerator of trp_care")) ||
        trp__refuses(call, at->which.swept && !space->desc.sweeps, TRP_ERR_DESC,
                     TRP__TEXT("swept pairs need desc.sweeps of the space")) ||
        space->world->in_parts)
        return false;
    at->asks_shapes = at->which.swept || space->round_pools != 0;
    return trp__pass_begin(pass, space, &at->keys, pairs_questions(space), call);
}

static void pairs_find_all(trp__pairing *at)
{
    trp_space *space = at->space;

    for (uint32_t i = 0; i < space->sheets_used; i++)
        for (uint32_t k = i; k < space->sheets_used; k++) {
            pairs_join join = {.to = at, .one = &space->sheets[i], .other = &space->sheets[k]};
            if (pairs_are_possible(&join))
                pairs_join_sheets(&join);
        }
}

/* Those in which this number is the lower one. */
static void pairs_find_of(trp__pairing *at, const trp__space_pool *entry, uint32_t slot)
{
    trp_space *space = at->space;
    const uint32_t place = entry->members[slot].place;
    const trp__edges box = trp__copy_at(space, place);

    for (uint32_t i = 0; i < space->sheets_used; i++) {
        pairs_join join = {.to = at,
                           .one = &space->sheets[entry->members[slot].sheet],
                           .other = &space->sheets[i],
                           .place = place};
        if (pairs_are_possible(&join))
            trp__search_sheet(space, join.other, &box, pairs_take, &join);
    }
}

/* After the first pairs had no room: the next ones, of one number after the other, until half of
 * the room is used. So many pairs cost no more than a search for each number. */
static void pairs_find_some(trp__pairing *at)
{
    const trp_space *space = at->space;
    const uint32_t first = trp__low_of(at->keys.least);

    at->is_lowest = true;
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next) {
        const uint32_t base = entry->pool->base;
        for (uint32_t slot = base < first ? first - base : 0; slot < entry->slots; slot++) {
            if (!trp__is_found(entry->flags[slot]))
                continue;
            pairs_find_of(at, entry, slot);
            at->keys.is_last = at->keys.is_last && at->keys.count <= at->keys.room / 2;
            if (!at->keys.is_last)
                return;
        }
    }
}

void trp__pairs_find(void *to)
{
    trp__pairing *at = (trp__pairing *)to;
    trp_space *space = at->space;

    if (at->which.swept)
        trp__sheets_sweep(space, true);
    if (at->keys.least != 0)
        pairs_find_some(at);
    else
        pairs_find_all(at);
    if (at->which.swept)
        trp__sheets_sweep(space, false);
    trp__keys_end(&at->keys);
}

/* Telling */

typedef struct pairs_telling {
    trp__pairing pairing; /* first: for trp__pairs_find() */
    trp__pass pass;
    trp_pair_fn *pair;   /* may be NULL */
    trp_pair_context in; /* of callbacks */
    uint32_t told;
} pairs_telling;

static void pairs_tell(void *to, uint64_t pair)
{
    pairs_telling *at = (pairs_telling *)to;

    if (!trp__pair_is_accepted(&at->pairing, &at->pass, pair, &at->in))
        return;
    at->told++;
    if (at->pair != NULL)
        at->pair(at->pass.a.current, at->pass.b.current, &at->in);
}

uint32_t trp_space_pairs(trp_space *space, const trp_pairing *which, trp_pair_fn *pair, void *arg)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_pairs"));
    pairs_telling at;

    if (trp__is_void(&call) || !trp__pairs_begin(&at.pairing, &at.pass, space, which, &call))
        return 0;
    at.pair = pair;
    at.told = 0;
    trp__fill_context(&at.in, space->world, NULL, NULL, arg);
    at.in.space = space;
    trp__pass_run(&at.pass, trp__pairs_find, pairs_tell, &at);
    trp__pass_end(&at.pass);
    return at.told;
}

/* How two members touch */

static float pairs_size(const trp__core *core)
{
    const float width = core->right - core->left;
    const float height = core->bottom - core->top;
    const float sum = width + height;

    return sum + 2 * core->radius;
}

/* How far `b` must move along a normal until it barely touches `a`: computed from far outside, on
 * its way back. */
static float pairs_depth_along(const trp__core *a, const trp__core *b, float x, float y)
{
    const float radius = a->radius + b->radius;
    float far_x;
    float far_y;
    float far;
    float way = 0;
    trp__core out = *b;

    if (y == 0)
        way = x > 0 ? a->right - b->left : b->right - a->left;
    if (x == 0)
        way = y > 0 ? a->bottom - b->top : b->bottom - a->top;
    if (x == 0 || y == 0)
        return way + radius;
    trp__core_gaps(a, b, &far_x, &far_y);
    far = pairs_size(a) + pairs_size(b);
    far += far_x;
    far += far_y;
    far *= 2;
    out.left += x * far;
    out.right += x * far;
    out.top += y * far;
    out.bottom += y * far;
    way = 1 - trp__core_sweep(&out, -x * far, -y * far, false, a).at;
    return far * way;
}

/* Whether they touch now or did during their movements. */
static bool pairs_find_touch(const trp_space *space, const pairs_ways *both, trp_touch *out)
{
    const bool touch = trp__cores_touch(&both->a, &both->b);
    trp__impact impact;

    out->at = 1;
    if (space->desc.sweeps) {
        impact = pairs_first_touch(both);
        if (impact.at <= 1)
            out->at = impact.at;
        if (impact.at > 0 && impact.at <= 1) {
            out->normal_x = impact.normal_x;
            out->normal_y = impact.normal_y;
            out->depth = pairs_depth_along(&both->a, &both->b, out->normal_x, out->normal_y);
            out->depth = out->depth > 0 ? out->depth : 0;
            return true;
        }
        if (!touch && !(impact.at <= 1))
            return false;
    } else if (!touch)
        return false;
    if (touch)
        out->depth = trp__core_depth(&both->a, &both->b, &out->normal_x, &out->normal_y);
    return true;
}

bool trp_space_touch(const trp_space *space, const trp_actor *a, const trp_actor *b,
                     trp_touch *touch)
{
    const trp_touch none = {0, 0, 0, 0};
    trp_touch out = none;
    uint32_t first;
    uint32_t second;
    pairs_ways both;
    bool found = false;

    if (touch != NULL)
        *touch = none;
    if (space == NULL || a == NULL || b == NULL || a == b)
        return false;
    first = trp__space_number_of(space, a);
    second = trp__space_number_of(space, b);
    if (first != TRP__NONE && second != TRP__NONE && trp__number_is_found(space, first) &&
        trp__number_is_found(space, second)) {
        both = pairs_ways_of(space, first, second);
        found = pairs_find_touch(space, &both, &out);
    }
    if (touch != NULL && found)
        *touch = out;
    return found;
}
