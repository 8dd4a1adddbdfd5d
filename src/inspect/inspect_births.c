/*
 * The births of living actors: a table in the user's memory, with open addressing and linear
 * probing. A birth is at the place to which its index hashes, or after it without a gap in between.
 */
#include "inspect_internal.h"

void trp__births_init(trp_black_box *box, void *memory, size_t bytes)
{
    box->births = (trp__birth *)memory;
    box->births_room = (uint32_t)(bytes / sizeof(trp__birth));
    box->births_kept = 0;
    for (uint32_t i = 0; i < box->births_room; i++)
        box->births[i].is_taken = 0;
}

static uint32_t inspect_births_home_of(const trp_black_box *box, uint32_t index)
{
    return (uint32_t)((uint64_t)(index * 2654435769u) * box->births_room >> 32);
}

static uint32_t inspect_births_behind(const trp_black_box *box, uint32_t at)
{
    return at + 1 < box->births_room ? at + 1 : 0;
}

/* The place of the index, or the free place where it would be. */
static trp__birth *inspect_births_find(const trp_black_box *box, uint32_t index)
{
    uint32_t at = inspect_births_home_of(box, index);

    while (box->births[at].is_taken != 0 && box->births[at].index != index)
        at = inspect_births_behind(box, at);
    return &box->births[at];
}

trp__birth *trp__birth_of(const trp_black_box *box, uint32_t index, uint32_t generation)
{
    trp__birth *birth;

    if (box->births_room == 0)
        return NULL;
    birth = inspect_births_find(box, index);
    if (birth->is_taken == 0)
        return NULL;
    return birth->generation == generation ? birth : NULL;
}

/* Whether the table is too full for short searches: TRP_BIRTHS_BYTES(n) has room for n. One place
 * stays free, otherwise a search would not end. */
static bool inspect_births_is_full(const trp_black_box *box)
{
    return box->births_kept + (box->births_room + 4) / 5 >= box->births_room;
}

trp__birth *trp__birth_add(trp_black_box *box, uint32_t index, uint32_t generation)
{
    trp__birth *birth;

    if (box->births_room == 0)
        return NULL;
    birth = inspect_births_find(box, index);
    if (birth->is_taken == 0)
    {
        if (inspect_births_is_full(box))
            return NULL;
        birth->is_taken = 1;
        box->births_kept++;
    }
    birth->index = index;
    birth->generation = generation;
    return birth;
}

/* The number of steps from one place to another. */
static uint32_t inspect_births_way(const trp_black_box *box, uint32_t from, uint32_t to)
{
    return to >= from ? to - from : to + box->births_room - from;
}

/* Later births move up into the gap, but not before the place to which they hash. */
void trp__birth_remove(trp_black_box *box, const trp__birth *birth)
{
    uint32_t gap = (uint32_t)(birth - box->births);

    for (uint32_t at = inspect_births_behind(box, gap); box->births[at].is_taken != 0;
         at = inspect_births_behind(box, at))
    {
        if (inspect_births_way(box, inspect_births_home_of(box, box->births[at].index), at) <
            inspect_births_way(box, gap, at))
            continue;
        box->births[gap] = box->births[at];
        gap = at;
    }
    box->births[gap].is_taken = 0;
    box->births_kept--;
}
