/*
 * Taking a slot and giving it back.
 */
#ifndef TROUPE_SRC_SLOTS_H
#define TROUPE_SRC_SLOTS_H

#include "internal.h"

/* What is said of a pointer that trp__locate() found inside a slot. */
#define TRP__INSIDE_A_SLOT TRP__TEXT("the pointer lies in a slot, but not at its trp_actor")

/* Creating has taken `slot`: fetches the free slots that it will come to. */
void trp__look_ahead(trp_pool *pool, uint32_t slot);

/* The node of a free slot was written to through a stale pointer: takes it out of use for ever. */
TRP__COLD void trp__retire(trp_pool *pool, trp_actor *actor, uint32_t slot);

/* Collects the free slots of an age-ordered pool anew. */
TRP__COLD void trp__rebuild_freelist(trp_pool *pool);

/* Giving back the slot of an external actor, or one whose generations are used up. */
void trp__give_rarely(trp_pool *pool, trp_actor *actor, uint32_t slot, bool is_used_up);

/*
 * A free slot and its number (in memory order), whatever it takes: growing, stealing. If it is for an optional actor:
 * only what is free already, beyond the reserve. NULL: why not.
 */
trp_actor *trp__take_rarely(trp_pool *pool, bool is_optional, uint32_t *slot, trp_result *result);

/* The word at `index`, the lowest that had a free slot, has none left: finds the next that has. */
void trp__next_free_word(trp_pool *pool, uint32_t index);

/* Takes the lowest free slot. NULL if it has been written to and so was retired. */
TRP__SHARED trp_actor *trp__take_lowest(trp_pool *pool, uint32_t slot);

/* Takes the slot that was freed last. NULL if it has been written to and so was retired. */
TRP__SHARED trp_actor *trp__take_spare(trp_pool *pool);

/* The life in a slot is over, and told: it is free, or retired if that was its last. */
TRP__SHARED void trp__slot_give(trp_pool *pool, trp_actor *actor, uint32_t slot);

#if TRP__DEFINES_SHARED

TRP__SHARED trp_actor *trp__take_lowest(trp_pool *pool, uint32_t slot)
{
    trp_actor *actor = trp__node_at(pool, slot);

    if (actor->stamp != trp__stamp(TRP__VACANT, pool->number))
    {
        trp__retire(pool, actor, slot);
        return NULL;
    }
    trp__bitmap_remove(&pool->map, TRP__FREE, slot);
    trp__mark_taken(pool, actor);
    if (TRP__FAST_PATHS && pool->prefetches)
        trp__look_ahead(pool, slot);
    return actor;
}

TRP__SHARED trp_actor *trp__take_spare(trp_pool *pool)
{
    trp_actor *actor = pool->spare;

    if (actor->stamp != trp__stamp(TRP__VACANT, pool->number))
    {
        trp__retire(pool, actor, TRP__NONE);
        trp__rebuild_freelist(pool);
        return NULL;
    }
    pool->spare = actor->hook.spare.next_free;
    trp__mark_taken(pool, actor);
    return actor;
}

TRP__SHARED void trp__slot_give(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const bool is_used_up = *trp__generation(pool, actor, slot) == 0;

    if (is_used_up || pool->entries != NULL)
        trp__give_rarely(pool, actor, slot, is_used_up);
    else
    {
        actor->stamp = trp__stamp(TRP__VACANT, pool->number);
        trp__mark_freed(pool, actor);
        if (TRP__RARELY(pool->quarantine != NULL))
            pool->quarantine(pool, actor, NULL);
        else if (trp__in_memory_order(pool))
            trp__bitmap_add(&pool->map, TRP__FREE, slot);
        else
        {
            actor->hook.spare.next_free = pool->spare;
            pool->spare = actor;
        }
    }
}

#endif

#endif
