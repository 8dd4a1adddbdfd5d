/* The end and the beginning of lives in the model. */
#include "model.h"

/* Ends */

static void depart(uint32_t actor, trp_reason reason)
{
    model_actor *a = &now.model.actors[actor];
    if (a->at != EXPIRED)
        now.model.pools[a->pool].generation[a->slot]++;
    if (model_is_listed(a))
        model_unlist(a, LEAVING);
    a->at = LEAVING;
    for (walk *w = walks; w != NULL; w = w->up)
        if (w->current == (int32_t)actor)
            w->current = -1;
    if (!world_plan->silent)
        model_called_back(3, actor, (uint32_t)reason);
    now.model.pools[a->pool].recycled++;
}

void model_leave(uint32_t actor, trp_reason reason)
{
    model_actor *a = &now.model.actors[actor];
    model_pool *pool = &now.model.pools[a->pool];
    depart(actor, reason);
    a->at = FREE;
    pool->spare[pool->spares++] = a->slot;
}

trp_result model_enter(const model_actor *a)
{
    if (!a->is_known)
        return TRP_ERR_FOREIGN;
    return a->at == FREE ? TRP_ERR_FREE : a->at == LEAVING ? TRP_BUSY : TRP_OK;
}

trp_result model_expire(uint32_t actor)
{
    model_actor *a = &now.model.actors[actor];
    if (a->at == ASLEEP)
        model_leave(actor, TRP_REASON_EXPIRED);
    else if (a->at == ACTIVE)
    {
        now.model.pools[a->pool].generation[a->slot]++;
        a->at = EXPIRED;
    }
    return TRP_OK;
}

trp_result model_sleep_or_wake(model_actor *a, place to)
{
    if (a->at == EXPIRED)
        return TRP_ERR_EXPIRED;
    if (a->at == to)
        return to == ACTIVE ? TRP_ERR_ACTIVE : TRP_ERR_ASLEEP;
    if (to == ACTIVE)
        model_enlist(a);
    else
        model_unlist(a, ASLEEP);
    return TRP_OK;
}

void model_clear(uint32_t pool)
{
    uint32_t live;
    now.model.pools[pool].barred++;
    do
    {
        const uint32_t first = pool == 0 ? 0 : world_plan->actors[0];
        walk w = {walks, 0, model_segment_of(pool), LOWEST, -1};
        int32_t at;
        live = model_count(pool, model_is_taken);
        walks = &w;
        while ((at = model_next_listed(w.segment, w.pos)) >= 0)
        {
            if (model_desc(pool)->order != TRP_ORDER_MEMORY)
                w.pos = now.model.actors[at].key;
            if (now.model.actors[at].pool == pool)
                model_leave((uint32_t)at, TRP_REASON_CLEARED);
        }
        walks = w.up;
        for (uint32_t slot = 0; slot < ACTORS; slot++)
            for (uint32_t i = first; i < model_total(); i++)
                if (now.model.actors[i].pool == pool && now.model.actors[i].slot == slot &&
                    now.model.actors[i].at == ASLEEP)
                    model_leave(i, TRP_REASON_CLEARED);
    } while (model_count(pool, model_is_taken) != 0 && model_count(pool, model_is_taken) < live);
    now.model.pools[pool].barred--;
}

/* Beginnings */

/* The library knows an external actor that has left until another one takes its slot. */
static void forget_former(uint32_t actor)
{
    const model_actor *a = &now.model.actors[actor];
    for (uint32_t i = 0; i < ACTORS && model_desc(a->pool)->external; i++)
    {
        model_actor *former = &now.model.actors[i];
        if (i != actor && former->at == FREE && former->pool == a->pool && former->slot == a->slot)
            former->is_known = false;
    }
}

static void begin_life(uint32_t actor)
{
    model_actor *a = &now.model.actors[actor];
    model_pool *pool = &now.model.pools[a->pool];
    const uint32_t generation = pool->generation[a->slot];
    a->is_known = true;
    forget_former(actor);
    model_enlist(a);
    if (model_desc(a->pool)->newborns == TRP_NEWBORNS_SAME_WALK)
        for (const walk *w = walks; w != NULL; w = w->up)
            if (w->segment == model_segment_of(a->pool) && w->limit != 0)
                a->born = w->limit;
    pool->created++;
    now.model.life[now.model.lives++] = (model_life){actor, a->pool, a->slot, generation};
    if (!world_plan->silent)
        model_called_back(2, actor, 0);
    if (pool->generation[a->slot] != generation)
        note(&expected, RESULT(TRP_GONE));
    else
        note(&expected, actor), note(&expected, RESULT(TRP_OK));
}

static bool take_spare(uint32_t pool, uint32_t *slot)
{
    model_pool *of = &now.model.pools[pool];
    uint32_t best = of->spares - 1;
    if (of->spares == 0)
        return false;
    for (uint32_t i = 0; model_desc(pool)->order == TRP_ORDER_MEMORY && i < of->spares; i++)
        best = of->spare[i] < of->spare[best] ? i : best;
    *slot = of->spare[best];
    of->spares--;
    for (uint32_t i = best; i < of->spares; i++)
        of->spare[i] = of->spare[i + 1];
    return true;
}

static bool is_prey(uint32_t pool, uint32_t i)
{
    return now.model.actors[i].pool == pool && model_is_listed(&now.model.actors[i]) &&
           !model_is_current(walks, i);
}

static int32_t oldest_prey(uint32_t pool)
{
    const int32_t sign = model_desc(pool)->order == TRP_ORDER_OLDEST ? 1 : -1;
    int32_t best = -1;
    for (uint32_t i = 0; i < model_total(); i++)
        if (is_prey(pool, i) &&
            (best < 0 || sign * now.model.actors[i].key < sign * now.model.actors[best].key))
            best = (int32_t)i;
    return best;
}

static int32_t next_prey(uint32_t pool)
{
    const uint32_t slots = now.model.pools[pool].capacity;
    for (uint32_t i = 0; i < slots; i++)
    {
        const uint32_t slot = (now.model.pools[pool].hand + i) % slots;
        if (is_prey(pool, model_in_slot(pool, slot)))
        {
            now.model.pools[pool].hand = slot + 1;
            return (int32_t)model_in_slot(pool, slot);
        }
    }
    return -1;
}

void model_add_slots(uint32_t pool, uint32_t slots)
{
    model_pool *of = &now.model.pools[pool];
    for (uint32_t i = slots; i-- > 0;)
        of->spare[of->spares++] = of->capacity + i;
    of->capacity += slots;
}

static bool make_room(uint32_t pool)
{
    model_pool *of = &now.model.pools[pool];
    const trp_full full = model_desc(pool)->when_full;
    if (full == TRP_FULL_GROW)
    {
        const uint32_t room = model_desc(pool)->max_capacity - of->capacity;
        model_add_slots(pool, room < of->capacity ? room : of->capacity);
        return room > 0;
    }
    const int32_t prey = full == TRP_FULL_FAIL           ? -1
                         : full == TRP_FULL_STEAL_OLDEST ? oldest_prey(pool)
                                                         : next_prey(pool);
    if (prey < 0)
        return false;
    const bool was_over = now.model.actors[prey].at == EXPIRED;
    of->stolen += !was_over;
    of->barred++;
    model_leave((uint32_t)prey, was_over ? TRP_REASON_EXPIRED : TRP_REASON_STOLEN);
    of->barred--;
    return true;
}

void model_create(uint32_t pool, bool is_optional)
{
    uint32_t slot;
    if (now.model.pools[pool].barred != 0)
    {
        note(&expected, RESULT(TRP_BUSY));
        return;
    }
    while (!take_spare(pool, &slot))
        if (is_optional || !make_room(pool))
        {
            now.model.pools[pool].refused++;
            note(&expected, RESULT(TRP_ERR_FULL));
            return;
        }
    begin_life(model_in_slot(pool, slot));
}

void model_adopt(uint32_t actor)
{
    model_actor *a = &now.model.actors[actor];
    if (now.model.pools[0].barred != 0)
        note(&expected, RESULT(TRP_BUSY));
    else if (a->at != FREE)
        note(&expected, RESULT(TRP_ERR_ACTIVE));
    else if (!take_spare(0, &a->slot))
    {
        now.model.pools[0].refused++;
        note(&expected, RESULT(TRP_ERR_FULL));
    }
    else
        begin_life(actor);
}

void model_renew(uint32_t actor)
{
    const model_actor *a = &now.model.actors[actor];
    const bool was_over = a->at == EXPIRED;
    trp_result result = model_enter(a);
    if (result == TRP_OK && model_desc(a->pool)->external)
        result = TRP_ERR_TYPE;
    if (result == TRP_OK && now.model.pools[a->pool].barred != 0)
        result = TRP_BUSY;
    if (result != TRP_OK)
    {
        note(&expected, RESULT(result));
        return;
    }
    depart(actor, was_over ? TRP_REASON_EXPIRED : TRP_REASON_RECYCLED);
    begin_life(actor);
}
