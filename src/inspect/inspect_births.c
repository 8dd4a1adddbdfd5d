/*
 * The births of living actors: a table in the user's memory, with open addressing and linear
 * probing. A birth is at the place to which its index hashes, or after it without a gap in between.
 * The birth of a life that is over stays as long as there is room, since a restore may undo the
 * end.
 *
 * A restore begins a new round, and the births of living actors enter it: all others are over.
 */
#include "../core/part.h"
#include "inspect_internal.h"

enum {
    INSPECT_BIRTHS_FREE,
    INSPECT_BIRTHS_OVER, /* or an older round */
    INSPECT_BIRTHS_FIRST_ROUND
};

void trp__births_init(trp_black_box *box, void *memory, size_t bytes)
{
    box->births = (trp__birth *)memory;
    box->births_room = (uint32_t)(bytes / sizeof(trp__birth));
    box->births_kept = 0;
    box->births_over = 0;
    box->births_hand = 0;
    box->births_round = INSPECT_BIRTHS_FIRST_ROUND;
    for (uint32_t i = 0; i < box->births_room; i++)
        box->births[i].round = INSPECT_BIRTHS_FREE;
}

static uint32_t inspect_births_home_of(const trp_black_box *box, uint32_t index)
{
    return (uint32_t)((uint64_t)(index * 2654435769u) * box->births_room >> 32);
}

static uint32_t inspect_births_next(const trp_black_box *box, uint32_t at)
{
    return at + 1 < box->births_room ? at + 1 : 0;
}

/* The place of the index, or the free place where it would be. */
static trp__birth *inspect_births_find(const trp_black_box *box, uint32_t index)
{
    uint32_t at = inspect_births_home_of(box, index);

    while (box->births[at].round != INSPECT_BIRTHS_FREE && box->births[at].index != index)
        at = inspect_births_next(box, at);
    return &box->births[at];
}

trp__birth *trp__birth_of(const trp_black_box *box, uint32_t index)
{
    trp__birth *birth;

    if (box->births_room == 0)
        return NULL;
    birth = inspect_births_find(box, index);
    return birth->round == box->births_round ? birth : NULL;
}

/* Whether the table is too full for short searches: TRP_BIRTHS_BYTES(n) has room for n. One place
 * stays free, otherwise a search would not end. */
static bool inspect_births_is_full(const trp_black_box *box)
{
    return box->births_kept + (box->births_room + 4) / 5 >= box->births_room;
}

/* The number of steps from one place to another. */
static uint32_t inspect_births_way(const trp_black_box *box, uint32_t from, uint32_t to)
{
    return to >= from ? to - from : to + box->births_room - from;
}

/* Later births move up into the gap, but not before the place to which they hash. */
static void inspect_births_remove(trp_black_box *box, uint32_t gap)
{
    for (uint32_t at = inspect_births_next(box, gap); box->births[at].round != INSPECT_BIRTHS_FREE;
         at = inspect_births_next(box, at)) {
        if (inspect_births_way(box, inspect_births_home_of(box, box->births[at].index), at) <
            inspect_births_way(box, gap, at))
            continue;
        box->births[gap] = box->births[at];
        gap = at;
    }
    box->births[gap].round = INSPECT_BIRTHS_FREE;
    box->births_kept--;
}

static bool inspect_births_is_over(const trp_black_box *box, const trp__birth *birth)
{
    return birth->round != INSPECT_BIRTHS_FREE && birth->round != box->births_round;
}

/* Drops a birth whose life is over. */
static void inspect_births_drop_one(trp_black_box *box)
{
    uint32_t at = box->births_hand;

    while (!inspect_births_is_over(box, &box->births[at]))
        at = inspect_births_next(box, at);
    box->births_hand = at;
    box->births_over--;
    inspect_births_remove(box, at);
}

trp__birth *trp__birth_add(trp_black_box *box, uint32_t index, uint32_t generation)
{
    trp__birth *birth;

    if (box->births_room == 0)
        return NULL;
    birth = inspect_births_find(box, index);
    if (birth->round == INSPECT_BIRTHS_FREE && inspect_births_is_full(box)) {
        if (box->births_over == 0)
            return NULL;
        inspect_births_drop_one(box);
        birth = inspect_births_find(box, index);
    }
    if (birth->round == INSPECT_BIRTHS_FREE)
        box->births_kept++;
    if (inspect_births_is_over(box, birth))
        box->births_over--;
    birth->round = box->births_round;
    birth->index = index;
    birth->generation = generation;
    return birth;
}

void trp__birth_end(trp_black_box *box, trp__birth *birth)
{
    birth->round = INSPECT_BIRTHS_OVER;
    box->births_over++;
}

/* Whether the life goes on in the restored state; then it has begun by now. */
static bool inspect_births_goes_on(const trp_world *world, uint32_t index, uint32_t generation,
                                   uint64_t tick)
{
    const trp_handle handle = {index, generation};

    return tick <= world->state.ticks && trp_get(world, handle) != NULL;
}

/* The birth of a life whose place in the table had a later life. Returns whether it is remembered
 * again. */
static bool inspect_births_recall(trp_black_box *box, const trp_record *record)
{
    const trp_handle handle = record->handle;
    trp__birth *birth;

    if (record->kind != TRP_RECORD_CREATED || trp__birth_of(box, handle.index) != NULL ||
        !inspect_births_goes_on(box->world, handle.index, handle.generation, record->tick))
        return false;
    birth = trp__birth_add(box, handle.index, handle.generation);
    if (birth == NULL)
        return false;
    birth->tick = record->tick;
    birth->tag = record->tag;
    birth->file = record->file;
    birth->line = record->line;
    birth->is_within = record->is_within;
    return true;
}

/* The number of living actors whose births are not remembered. */
static uint32_t inspect_births_missing(const trp_black_box *box)
{
    const trp_world *world = box->world;
    uint32_t living = 0;

    for (uint32_t i = 0; i < world->pool_count; i++)
        living += world->pools[i]->state.live - world->pools[i]->state.expired;
    return living - (box->births_kept - box->births_over);
}

/* All births are over, until the new round finds them alive. */
static void inspect_births_begin_round(trp_black_box *box)
{
    box->births_over = box->births_kept;
    if (box->births_round < UINT16_MAX) {
        box->births_round++;
        return;
    }
    for (uint32_t i = 0; i < box->births_room; i++)
        if (box->births[i].round != INSPECT_BIRTHS_FREE)
            box->births[i].round = INSPECT_BIRTHS_OVER;
    box->births_round = INSPECT_BIRTHS_FIRST_ROUND;
}

/* The birth of this life enters the round, if it is kept. It has begun by now: a life with the same
 * handle may have begun later in a timeline that was left. */
static void inspect_births_keep(trp_black_box *box, uint32_t index, uint32_t generation)
{
    trp__birth *birth = inspect_births_find(box, index);

    if (!inspect_births_is_over(box, birth) || birth->generation != generation ||
        birth->tick > box->world->state.ticks)
        return;
    birth->round = box->births_round;
    box->births_over--;
}

static void inspect_births_keep_pool(trp_black_box *box, const trp_pool *pool)
{
    const uint32_t used = trp__slots_used(pool);

    for (uint32_t slot = 0; slot < used; slot++)
        if (trp__is_alive(trp__stamp_at(pool, slot)))
            inspect_births_keep(box, trp__index_of(pool, slot),
                                trp__cell_of(pool, slot)->generation);
}

/* Records are read only until all births are remembered: usually few, since most are in the table
 * or among the latest records. */
void trp__births_restore(trp_black_box *box)
{
    uint32_t missing;

    if (box->births_room == 0)
        return;
    inspect_births_begin_round(box);
    for (uint32_t i = 0; i < box->world->pool_count; i++)
        inspect_births_keep_pool(box, box->world->pools[i]);
    missing = inspect_births_missing(box);
    for (uint32_t i = trp__record_count(box); i-- > 0 && missing != 0;)
        missing -= inspect_births_recall(box, trp_black_box_at(box, i));
}
