/*
 * The births of living actors: in the user's memory a column for each chunk of a pool, taken with the
 * first birth there. A pool's columns are a list. The birth of a life that is over stays until the
 * slot's next life, since a restore may undo the end.
 */
#include "inspect_internal.h"

_Static_assert(sizeof(trp__births) <= sizeof(trp__birth), "a head takes the place of a birth");

void trp__births_init(trp_black_box *box, void *memory, size_t bytes)
{
    const trp_world *world = box->world;

    box->births = (trp__birth *)memory;
    box->births_room = (uint32_t)(bytes / sizeof(trp__birth));
    for (uint32_t i = 0; i < world->pool_count; i++)
        world->pools[i]->births = NULL;
}

static bool inspect_births_lives(const trp_pool *pool, uint32_t slot)
{
    return slot < pool->state.used && trp__is_alive(trp__stamp_at(pool, slot));
}

/* The place of the slot's birth; NULL: there is no column. */
static trp__birth *inspect_births_at(const trp_pool *pool, uint32_t slot)
{
    for (trp__births *column = pool->births; column != NULL; column = column->next)
        if (slot - column->first < column->count)
            return (trp__birth *)(void *)column + 1 + (slot - column->first);
    return NULL;
}

const trp__birth *trp__birth_of(const trp_pool *pool, uint32_t slot)
{
    const trp__birth *birth = inspect_births_at(pool, slot);

    if (birth == NULL || !inspect_births_lives(pool, slot) ||
        birth->generation != trp__life_of(pool, slot))
        return NULL;
    return birth;
}

/* A column for the slot's chunk, as far as there is room. The chunks up to 8 slots share one. */
static void inspect_births_add_column(trp_black_box *box, trp_pool *pool, uint32_t slot)
{
    const uint32_t most = pool->max_capacity;
    const uint32_t room = box->births_room - box->births_used;
    trp__births *column;
    uint32_t first = 0;
    uint32_t end = pool->desc.capacity;

    if (room < 2)
        return;
    for (; end <= slot || (end < 8 && end < most); end = end > most / 2 ? most : end * 2)
        first = end < 8 ? 0 : end;
    column = (trp__births *)(void *)&box->births[box->births_used];
    column->next = pool->births;
    column->first = first;
    column->count = end - first < room ? end - first : room - 1;
    for (uint32_t i = 1; i <= column->count; i++)
        box->births[box->births_used + i].generation = 0;
    box->births_used += 1 + column->count;
    pool->births = column;
}

bool trp__birth_add(trp_black_box *box, const trp_record *born)
{
    trp_pool *pool = box->world->pools[born->pool];
    trp__birth *birth = inspect_births_at(pool, born->slot);

    if (birth == NULL) {
        inspect_births_add_column(box, pool, born->slot);
        birth = inspect_births_at(pool, born->slot);
    }
    if (birth == NULL)
        return false;
    birth->tick = born->tick;
    birth->tag = born->tag;
    birth->file = born->file;
    birth->line = born->line;
    birth->generation = born->handle.generation;
    birth->is_within = born->is_within;
    return true;
}

/* A birth later than now is that of another life with this handle, in a timeline that was left.
 * Forgets it. Returns the number of living actors whose births are unknown. */
static uint32_t inspect_births_look_again(const trp_pool *pool)
{
    uint32_t unknown = 0;

    for (uint32_t slot = 0; slot < pool->state.used; slot++) {
        const trp__birth *birth = trp__birth_of(pool, slot);
        if (birth != NULL && birth->tick > pool->world->state.ticks)
            inspect_births_at(pool, slot)->generation = 0;
        unknown += inspect_births_lives(pool, slot) && trp__birth_of(pool, slot) == NULL;
    }
    return unknown;
}

/* Records are read only until all births are known: usually few, since most are in the columns or
 * among the latest records. */
void trp__births_restore(trp_black_box *box)
{
    const trp_world *world = box->world;
    uint32_t unknown = 0;

    if (box->births_room == 0)
        return;
    for (uint32_t i = 0; i < world->pool_count; i++)
        unknown += inspect_births_look_again(world->pools[i]);
    for (uint32_t i = trp__record_count(box); i-- > 0 && unknown != 0;) {
        const trp_record *record = trp_black_box_at(box, i);
        if (record->kind == TRP_RECORD_CREATED && record->tick <= world->state.ticks &&
            trp_get(world, record->handle) != NULL &&
            trp__birth_of(world->pools[record->pool], record->slot) == NULL)
            unknown -= trp__birth_add(box, record);
    }
}
