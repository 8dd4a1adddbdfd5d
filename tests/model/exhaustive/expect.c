/* The model's side: executes operations as calls of the model, and records what is compared. */
#include "exhaust.h"

static record written; /* of the callback in progress */

static uint32_t number_in(uint32_t pool, uint32_t slot)
{
    return (pool == 0 ? 0 : world_plan->actors[0]) + slot;
}

static uint32_t number_of(target to)
{
    return number_in(to.kind == TO_GUEST ? 0 : to.pool, to.slot);
}

static target target_of(uint32_t number)
{
    const uint8_t pool = number >= world_plan->actors[0];
    target to = {TO_SLOT, 0, pool, number - number_in(pool, 0)};

    if (world_plan->pools[pool].external)
        to.kind = TO_GUEST;
    return to;
}

/* The model's actor of a number, or NO_INDEX: an external one that is in no pool. */
static uint32_t actor_of(uint32_t number)
{
    const model_world *w = &now.model.world;
    const target to = target_of(number);

    return to.kind == TO_GUEST ? w->guests[to.slot].actor : w->pools[to.pool].first + to.slot;
}

uint32_t all_numbers(void)
{
    return world_plan->actors[0] + world_plan->actors[1];
}

slot_state expect_state(uint32_t number)
{
    const uint32_t actor = actor_of(number);

    if (actor == NO_INDEX || now.model.world.actors[actor].state == MISSING)
        return FREE;
    return (slot_state)now.model.world.actors[actor].state;
}

bool expect_is_known(uint32_t number)
{
    const target to = target_of(number);

    return to.kind == TO_GUEST ? model_locate(&now.model.world, to).result == TRP_OK
                               : (now.model.known >> number & 1) != 0;
}

/* Callbacks */

static void begins(uint32_t number)
{
    const uint32_t actor = actor_of(number);

    now.model.known |= 1u << number;
    if (now.model.lives < LIVES)
        now.model.life[now.model.lives++] =
            (life){number, actor, now.model.world.actors[actor].generation};
}

record *driver_record(record_kind of)
{
    (void)of;
    return &written;
}

void driver_nested(void)
{
    static const uint32_t what_of[] = {
        [HOOK_UPDATE] = 0, [HOOK_VISIT] = 1, [HOOK_CREATED] = 2, [HOOK_RECYCLED] = 3};
    const uint32_t number = number_of(written.actor);

    if (written.hook == HOOK_CREATED)
        begins(number);
    note(&expected,
         EVENT(what_of[written.hook], number, written.hook == HOOK_RECYCLED ? written.extra : 0));
    if (++expected.callbacks != doing.k)
        return;
    for (uint32_t i = 0; i < all_numbers(); i++)
        note(&expected, expect_state(i) == LEAVING ? EXPIRED : expect_state(i));
    expect_do(doing.nested);
}

/* Operations */

bool expect_has(op what)
{
    if (what.what >= OP_RECYCLE)
        return what.on < all_numbers() &&
               (target_of(what.on).kind == TO_GUEST || expect_is_known(what.on));
    if (what.what == OP_CREATE || what.what == OP_OPTIONAL)
        return !world_plan->pools[what.on].external;
    return what.what != OP_ADOPT ||
           (world_plan->pools[0].external && what.on < world_plan->actors[0]);
}

void expect_do(op what)
{
    static void (*const calls[])(model_world * w, operation * op) = {
        [OP_CREATE] = model_do_create,         [OP_OPTIONAL] = model_do_create_optional,
        [OP_ADOPT] = model_do_adopt,           [OP_CLEAR] = model_do_pool_clear,
        [OP_EACH] = model_do_for_each,         [OP_TICK] = model_do_update_all,
        [OP_RECYCLE] = model_do_recycle,       [OP_EXPIRE] = model_do_expire,
        [OP_DEACTIVATE] = model_do_deactivate, [OP_ACTIVATE] = model_do_activate};
    operation call = {0};

    if (what.what >= OP_RECYCLE || what.what == OP_ADOPT)
        call.a = target_of(what.on);
    else
        call.pool = (uint8_t)what.on;
    calls[what.what](&now.model.world, &call);
    if (!call.is_actor) {
        note(&expected, RESULT(call.result));
        return;
    }
    if (call.actor.kind != TO_NULL) {
        if (world_plan->silent)
            begins(number_of(call.actor));
        note(&expected, number_of(call.actor));
    }
    note(&expected, RESULT(call.last));
}

static uint8_t expect_order(trp_order order)
{
    uint8_t number = 0;

    while (plan_orders[number] != order)
        number++;
    return number;
}

static uint8_t expect_way(trp_full when_full)
{
    uint8_t number = 0;

    while (plan_ways[number] != when_full)
        number++;
    return number;
}

void expect_begin(void)
{
    now.model.known = now.model.lives = 0;
    model_reset(&now.model.world, 0);
    for (uint32_t i = 0; i < 2; i++) {
        const trp_pool_desc *desc = &world_plan->pools[i];
        const pool_plan pool = {.order = expect_order(desc->order),
                                .newborns = (uint8_t)desc->newborns,
                                .when_full = expect_way(desc->when_full),
                                .joins = i == 1 && world_plan->joined ? 0 : POOLS,
                                .external = desc->external != NULL,
                                .updates = true,
                                .on_create = !world_plan->silent,
                                .on_end = !world_plan->silent,
                                .capacity = desc->capacity,
                                .max_capacity = desc->max_capacity};
        model_add_pool(&now.model.world, &pool, pool.order);
    }
}

/* What is compared */

uint32_t expect_list(uint32_t *order)
{
    const model_world *w = &now.model.world;
    uint32_t n = 0;

    for (uint32_t segment = 0; segment < POOLS; segment++)
        for (uint32_t i = 0; i < w->pools[segment].listed; i++)
            if (w->actors[w->lists[segment][i]].state == ACTIVE)
                order[n++] = number_of(model_target(w, w->lists[segment][i]));
    return n;
}

bool expect_is_alive(const life *it)
{
    return model_is_alive(&now.model.world, it->actor) &&
           now.model.world.actors[it->actor].generation == it->generation;
}

static void mix(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * 1099511628211u;
    *hash ^= *hash >> 29;
}

static void mix_pool(uint64_t *hash, const model_world *w, const model_pool *pool)
{
    mix(hash, pool->capacity * 16 + pool->hand);
    for (uint32_t slot = 0; slot < pool->capacity; slot++)
        mix(hash, w->actors[pool->first + slot].generation);
    for (uint32_t i = 0; pool->order != PLAN_ORDER_MEMORY && i < pool->spare_count; i++)
        mix(hash, w->spares[pool->first + i] + 16);
}

/* An external actor that has left keeps its slot, until it is adopted again. */
static uint32_t slot_of(uint32_t number)
{
    const model_world *w = &now.model.world;
    const target to = target_of(number);

    if (to.kind != TO_GUEST || (now.model.known >> number & 1) == 0)
        return to.slot;
    return w->actors[w->guests[to.slot].last].slot;
}

uint64_t expect_hash(void)
{
    const model_world *w = &now.model.world;
    uint64_t hash = 14695981039346656037u;

    for (uint32_t segment = 0; segment < POOLS; segment++)
        for (uint32_t i = 0; i < w->pools[segment].listed; i++)
            mix(&hash, number_of(model_target(w, w->lists[segment][i])));
    for (uint32_t i = 0; i < all_numbers(); i++)
        mix(&hash, expect_state(i) * 16 + slot_of(i));
    for (uint32_t i = 0; i < POOLS; i++)
        mix_pool(&hash, w, &w->pools[i]);
    return hash;
}
