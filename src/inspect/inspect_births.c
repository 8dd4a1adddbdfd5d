/*
 * The births of living actors: a table in the user's memory, with open addressing and linear
 * probing. A birth is at the place to which its index hashes, or after it without a gap in between.
 * Places with generation 0 are free.
 *
 * The world knows whether a life is over. The birth of one that is stays as long as there is room,
 * since a restore may undo the end.
 */
#include "../core/part.h"
#include "inspect_internal.h"

#define INSPECT_BIRTHS_NEVER UINT64_MAX /* the tick of a birth that is of no life any more */

void trp__births_init(trp_black_box *box, void *memory, size_t bytes)
{
    box->births = (trp__birth *)memory;
    box->births_room = (uint32_t)(bytes / sizeof(trp__birth));
    box->births_kept = 0;
    box->births_over = 0;
    box->births_hand = 0;
    for (uint32_t i = 0; i < box->births_room; i++)
        box->births[i].generation = 0;
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

    while (box->births[at].generation != 0 && box->births[at].index != index)
        at = inspect_births_next(box, at);
    return &box->births[at];
}

static bool inspect_births_lives(const trp_black_box *box, trp_handle handle, uint64_t tick)
{
    return tick <= box->world->state.ticks && trp_get(box->world, handle) != NULL;
}

static bool inspect_births_is_over(const trp_black_box *box, const trp__birth *birth)
{
    const trp_handle handle = {birth->index, birth->generation};

    return birth->generation != 0 && !inspect_births_lives(box, handle, birth->tick);
}

const trp__birth *trp__birth_of(const trp_black_box *box, uint32_t index)
{
    const trp__birth *birth = box->births_room != 0 ? inspect_births_find(box, index) : NULL;

    return birth != NULL && birth->generation != 0 && !inspect_births_is_over(box, birth) ? birth
                                                                                          : NULL;
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
    for (uint32_t at = inspect_births_next(box, gap); box->births[at].generation != 0;
         at = inspect_births_next(box, at)) {
        if (inspect_births_way(box, inspect_births_home_of(box, box->births[at].index), at) <
            inspect_births_way(box, gap, at))
            continue;
        box->births[gap] = box->births[at];
        gap = at;
    }
    box->births[gap].generation = 0;
    box->births_kept--;
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

bool trp__birth_add(trp_black_box *box, const trp_record *born)
{
    const uint32_t index = born->handle.index;
    trp__birth *birth;

    if (box->births_room == 0)
        return false;
    if (inspect_births_find(box, index)->generation == 0 && inspect_births_is_full(box)) {
        if (box->births_over == 0)
            return false;
        inspect_births_drop_one(box);
    }
    birth = inspect_births_find(box, index);
    if (birth->generation == 0)
        box->births_kept++;
    else
        box->births_over--; /* an older life in this slot */
    birth->tick = born->tick;
    birth->tag = born->tag;
    birth->file = born->file;
    birth->line = born->line;
    birth->index = index;
    birth->generation = born->handle.generation;
    birth->is_within = born->is_within;
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

/* A life that has begun later than now, in a timeline that was left, may have had the handle of one
 * that has begun. */
static void inspect_births_look_again(trp_black_box *box, trp__birth *birth)
{
    const trp_handle handle = {birth->index, birth->generation};

    if (birth->tick > box->world->state.ticks && trp_get(box->world, handle) != NULL)
        birth->tick = INSPECT_BIRTHS_NEVER;
    box->births_over += inspect_births_is_over(box, birth);
}

/* Records are read only until all births are remembered: usually few, since most are in the table
 * or among the latest records. */
void trp__births_restore(trp_black_box *box)
{
    uint32_t missing;

    if (box->births_room == 0)
        return;
    box->births_over = 0;
    for (uint32_t i = 0; i < box->births_room; i++)
        inspect_births_look_again(box, &box->births[i]);
    missing = inspect_births_missing(box);
    for (uint32_t i = trp__record_count(box); i-- > 0 && missing != 0;) {
        const trp_record *record = trp_black_box_at(box, i);
        if (record->kind == TRP_RECORD_CREATED &&
            inspect_births_lives(box, record->handle, record->tick) &&
            trp__birth_of(box, record->handle.index) == NULL)
            missing -= trp__birth_add(box, record);
    }
}
