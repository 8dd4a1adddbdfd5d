/* The policies of a full pool. */
#include "model.h"

/* May be stolen, or pruned if it has expired: listed, of this pool, and not current. */
static bool is_prey(const model_world *w, uint32_t pool, uint32_t actor)
{
    return w->actors[actor].pool == pool && model_is_listed(w, actor) &&
           !model_is_current(w->frames, actor);
}

static uint32_t oldest_prey(const model_world *w, uint32_t pool)
{
    const uint32_t segment = w->pools[pool].segment;
    const uint32_t listed = w->pools[segment].listed;

    for (uint32_t i = 0; i < listed; i++) {
        const bool newest = w->pools[pool].order == PLAN_ORDER_NEWEST;
        const uint32_t actor = w->lists[segment][newest ? listed - 1 - i : i];
        if (is_prey(w, pool, actor))
            return actor;
    }
    return NO_INDEX;
}

/* Cycles once through the slots, starting after the last one. */
static uint32_t next_prey(model_world *w, uint32_t pool)
{
    model_pool *it = &w->pools[pool];

    for (uint32_t i = 0; i < it->capacity; i++) {
        const uint32_t slot = (it->hand + i) % it->capacity;
        if (is_prey(w, pool, it->first + slot)) {
            it->hand = slot + 1;
            return it->first + slot;
        }
    }
    return NO_INDEX;
}

trp_result model_make_room(model_world *w, uint32_t pool)
{
    model_pool *it = &w->pools[pool];
    trp_result result = TRP_ERR_FULL;
    uint32_t prey = NO_INDEX;

    if (it->plan.when_full == PLAN_FULL_GROW)
        return model_grow(w, pool, &result) ? TRP_OK : result;
    if (it->plan.when_full == PLAN_FULL_STEAL_OLDEST)
        prey = oldest_prey(w, pool);
    else if (it->plan.when_full == PLAN_FULL_STEAL_NEXT)
        prey = next_prey(w, pool);
    if (prey == NO_INDEX)
        return TRP_ERR_FULL;
    const bool had_expired = w->actors[prey].state == EXPIRED;
    it->stolen += !had_expired;
    it->barred++;
    model_leave(w, prey, had_expired ? TRP_REASON_EXPIRED : TRP_REASON_STOLEN);
    it->barred--;
    return TRP_OK;
}
