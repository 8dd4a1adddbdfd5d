/*
 * Calls for many actors.
 */
#include "../core/core.h"

uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_actor_fn *init, void *arg)
{
    trp_context in;
    trp__newborn birth = {.init = init, .in = &in, .is_born = true};
    uint32_t count = 0;

    if (!trp__has_pool(pool, TRP__TEXT("trp_create_many")) || n == 0)
        return 0;
    TRP__USE(pool->world, TRP__TEXT("trp_create_many"), 0);
    in = trp__context(pool->world, pool, NULL, arg);
    if (trp__steals(pool) && n > pool->state.capacity)
        n = pool->state.capacity;
    while (count < n && birth.is_born) {
        birth.is_born = false;
        trp__create(pool, TRP__TEXT("trp_create_many"), &birth);
        count += birth.is_born;
    }
    if (birth.is_born)
        pool->world->last_result = TRP_OK;
    return count;
}

/* Actors that match */

typedef struct span_sieve {
    trp_world *world;
    trp_test_fn *match;
    const trp_ending *ending;
    uint32_t count;
    trp_context in; /* of match */
} span_sieve;

static void span_sift(trp_actor *actor, const trp_context *in)
{
    span_sieve *by = (span_sieve *)in->arg;
    trp__place place;

    if (!trp__ask(by->match, actor, &by->in) ||
        trp__enter(by->world, actor, TRP__TEXT("trp_pool_recycle_if"), &place) != TRP_OK)
        return;
    trp__end_life(place.pool, place.slot, by->ending, TRP_REASON_RECYCLED);
    by->count++;
}

uint32_t trp_pool_recycle_if(trp_pool *pool, const trp_ending *ending, trp_test_fn *match,
                             void *arg)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_recycle_if"));
    span_sieve by = {.match = match, .ending = ending};
    trp__frame frame = {.only = pool, .visit = span_sift, .keeps = true, .call = call.name};

    if (trp__is_shut(&call) ||
        trp__refuses(&call, match == NULL, TRP_ERR_NULL, TRP__TEXT("match is NULL")) ||
        trp__check_ending(pool, NULL, call.name, ending, TRP_REASON_RECYCLED) != TRP_OK)
        return 0;
    by.world = pool->world;
    by.in = trp__context(pool->world, pool, NULL, arg);
    frame.begun = trp__limit_now(pool->world);
    trp__walk_alone(&frame, pool->segment, &by);
    return by.count;
}
