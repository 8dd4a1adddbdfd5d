/* Pools: their creation, their slots, and their lists. */
#include "model.h"

#include <string.h>

model_pool *model_pool_of(model_world *w, uint32_t actor)
{
    return &w->pools[w->actors[actor].pool];
}

/* Creation */

static bool joins(const pool_plan *plan)
{
    return plan->joins < POOLS;
}

static trp_result check_numbers(const model_world *w, const pool_plan *plan)
{
    const bool grows = plan->when_full == PLAN_FULL_GROW;

    if (plan->is_typeless || plan->capacity == 0)
        return TRP_ERR_VALUE;
    if (grows && plan->max_capacity < plan->capacity)
        return TRP_ERR_VALUE;
    if (!grows && plan->max_capacity != 0 && plan->max_capacity != plan->capacity)
        return TRP_ERR_DESC;
    if (plan->reserve >= plan->capacity || plan->layer >= LAYERS)
        return TRP_ERR_VALUE;
    if (plan->joins > POOLS)
        return TRP_ERR_FOREIGN;
    (void)w;
    return TRP_OK;
}

static trp_result check_joins(const model_world *w, const pool_plan *plan)
{
    const model_pool *other;

    if (!joins(plan))
        return TRP_OK;
    other = &w->pools[plan->joins];
    if (other->order == PLAN_ORDER_MEMORY || other->plan.updates_pool || plan->updates_pool)
        return TRP_ERR_DESC;
    if (plan->order != PLAN_ORDER_MEMORY && plan->order != other->order)
        return TRP_ERR_DESC;
    if (plan->layer != 0 && plan->layer != other->layer)
        return TRP_ERR_DESC;
    return TRP_OK;
}

static trp_result check(const model_world *w, const pool_plan *plan, uint8_t *order)
{
    trp_result result = check_numbers(w, plan);

    if (result == TRP_OK)
        result = check_joins(w, plan);
    if (result != TRP_OK)
        return result;
    *order = plan->order;
    if (joins(plan))
        *order = w->pools[plan->joins].order;
    else if (plan->external && *order == PLAN_ORDER_MEMORY)
        *order = PLAN_ORDER_OLDEST;
    if ((plan->updates && plan->updates_pool) ||
        (plan->external && (plan->has_prototype || plan->when_full != PLAN_FULL_FAIL)) ||
        (plan->when_full == PLAN_FULL_STEAL_OLDEST && *order == PLAN_ORDER_MEMORY) ||
        (plan->when_full == PLAN_FULL_STEAL_NEXT && *order != PLAN_ORDER_MEMORY) ||
        (plan->newborns == TRP_NEWBORNS_SAME_WALK &&
         (*order != PLAN_ORDER_OLDEST || plan->when_full == PLAN_FULL_STEAL_OLDEST)))
        return TRP_ERR_DESC;
    if (plan->when_full == PLAN_FULL_GROW && w->number == 0)
        return TRP_ERR_NO_ALLOCATOR;
    if (w->pool_count == POOLS)
        return TRP_ERR_LIMIT;
    return w->starves ? TRP_ERR_MEMORY : TRP_OK;
}

static void vacate(model_world *w, const model_pool *pool, uint32_t number, slot_state state)
{
    for (uint32_t slot = 0; slot < pool->max_capacity; slot++) {
        model_actor *actor = &w->actors[pool->first + slot];
        memset(actor, 0, sizeof *actor);
        actor->state = (uint8_t)state;
        actor->pool = (uint8_t)number;
        actor->slot = slot;
        actor->generation = 1;
        actor->guest = NO_INDEX;
        for (uint32_t i = 0; i < SPACES; i++)
            actor->numbers[i] = NO_INDEX;
    }
}

/* The lowest slots are taken first. */
static void fill_spares(model_world *w, model_pool *pool, uint32_t first, uint32_t count)
{
    for (uint32_t slot = first + count; slot-- > first;) {
        w->actors[pool->first + slot].state = FREE;
        w->spares[pool->first + pool->spare_count++] = pool->first + slot;
    }
}

void model_add_pool(model_world *w, const pool_plan *plan, uint8_t order)
{
    const uint32_t number = w->pool_count++;
    model_pool *pool = &w->pools[number];

    pool->plan = *plan;
    pool->order = order;
    pool->is_external = plan->external;
    pool->first = w->actor_count;
    pool->base = w->pages++ << 19; /* 4 times 8 pools divide 2^24 into parts of 2^19 */
    pool->capacity = plan->capacity;
    pool->first_count = plan->capacity;
    pool->max_capacity = plan->when_full == PLAN_FULL_GROW ? plan->max_capacity : plan->capacity;
    pool->scale = 1;
    w->actor_count += pool->max_capacity;
    vacate(w, pool, number, MISSING);
    fill_spares(w, pool, 0, pool->capacity);
    if (joins(plan)) {
        pool->segment = w->pools[plan->joins].segment;
        pool->layer = w->pools[plan->joins].layer;
        return;
    }
    pool->segment = (uint8_t)number;
    pool->layer = plan->layer;
    w->layers[pool->layer].segments[w->layers[pool->layer].count++] = (uint8_t)number;
    if (w->layers[pool->layer].passed)
        pool->ticked = w->ticks;
}

void model_do_pool_create(model_world *w, operation *op)
{
    const pool_plan plan = pool_plan_of(op->n);
    uint8_t order = PLAN_ORDER_MEMORY;

    op->result = w->drawing || w->ending ? TRP_BUSY : check(w, &plan, &order);
    w->last = (trp_result)op->result;
    if (op->result != TRP_OK)
        model_misuse(w, POOLS, (trp_result)op->result);
    else
        model_add_pool(w, &plan, order);
    op->last = w->last;
}

void model_do_pool_scale(model_world *w, operation *op)
{
    const float scale = time_of(op->n);

    if (w->drawing)
        op->result = model_misuse(w, op->pool, TRP_BUSY);
    else if (!model_is_time(scale))
        op->result = model_misuse(w, op->pool, TRP_ERR_VALUE);
    else {
        w->pools[op->pool].scale = scale;
        op->result = TRP_OK;
    }
}

/* The allocator returns nothing from now on, or works again. */
void model_do_starve(model_world *w, operation *op)
{
    w->starves = op->flag;
    op->result = 0;
}

/* Slots */

uint32_t model_take_free(model_world *w, uint32_t pool)
{
    const model_pool *from = &w->pools[pool];
    uint32_t *spares = &w->spares[from->first];
    uint32_t at = from->spare_count;

    if (at == 0)
        return NO_INDEX;
    at--; /* the slot freed last; in memory order the lowest */
    for (uint32_t i = 0; from->order == PLAN_ORDER_MEMORY && i < from->spare_count; i++)
        if (spares[i] < spares[at])
            at = i;
    const uint32_t taken = spares[at];
    w->pools[pool].spare_count--;
    for (; at < from->spare_count; at++)
        spares[at] = spares[at + 1];
    return taken;
}

void model_give_free(model_world *w, uint32_t actor)
{
    model_pool *pool = model_pool_of(w, actor);

    if (w->actors[actor].generation == 0) {
        w->actors[actor].state = RETIRED;
        pool->retired++;
        return;
    }
    w->actors[actor].state = FREE;
    w->spares[pool->first + pool->spare_count++] = actor;
}

static bool has_life(const model_world *w, const model_pool *pool, const model_chunk *chunk)
{
    for (uint32_t slot = chunk->first; slot < chunk->first + chunk->count; slot++) {
        const uint32_t state = w->actors[pool->first + slot].state;
        if (state != MISSING && state != FREE && state != RETIRED)
            return true;
    }
    return false;
}

void model_forget_chunks(model_world *w)
{
    for (uint32_t i = 0; i < w->pool_count; i++)
        for (uint32_t k = 0; k < w->pools[i].chunk_count; k++)
            if (!has_life(w, &w->pools[i], &w->pools[i].chunks[k]))
                w->pools[i].chunks[k].is_known = false;
}

/* The further chunk that a slot is in, or CHUNKS: the first one. */
static uint32_t chunk_of(const model_world *w, uint32_t actor)
{
    const model_pool *pool = &w->pools[w->actors[actor].pool];
    const uint32_t slot = w->actors[actor].slot;

    for (uint32_t i = 0; i < pool->chunk_count; i++)
        if (slot - pool->chunks[i].first < pool->chunks[i].count)
            return i;
    return CHUNKS;
}

bool model_is_known(const model_world *w, uint32_t actor)
{
    const model_pool *pool = &w->pools[w->actors[actor].pool];
    const uint32_t chunk = chunk_of(w, actor);

    return w->actors[actor].state != MISSING &&
           (chunk == CHUNKS ? pool->is_known : pool->chunks[chunk].is_known);
}

/* The library has handed it out, so its chunk is known. */
static void get_to_know(model_world *w, uint32_t actor)
{
    model_pool *pool = model_pool_of(w, actor);
    const uint32_t chunk = chunk_of(w, actor);

    if (chunk == CHUNKS)
        pool->is_known = true;
    else
        pool->chunks[chunk].is_known = true;
}

static model_chunk *next_chunk(model_pool *pool)
{
    const uint32_t room = pool->max_capacity - pool->capacity;
    model_chunk *chunk;

    for (uint32_t i = 0; i < pool->chunk_count; i++)
        if (!pool->chunks[i].is_there)
            return &pool->chunks[i];
    if (room == 0)
        return NULL;
    chunk = &pool->chunks[pool->chunk_count];
    chunk->first = pool->capacity;
    chunk->count = pool->capacity < room ? pool->capacity : room;
    return chunk;
}

bool model_grow(model_world *w, uint32_t number, trp_result *why)
{
    model_pool *pool = &w->pools[number];
    model_chunk *chunk = next_chunk(pool);

    *why = chunk == NULL ? TRP_ERR_FULL : TRP_ERR_MEMORY;
    if (chunk == NULL || w->starves)
        return false;
    if (chunk->first == pool->capacity) {
        pool->chunk_count++;
        pool->capacity += chunk->count;
    } else
        pool->missing -= chunk->count;
    if (chunk->generation == 0)
        chunk->generation = 1;
    chunk->is_there = true;
    chunk->is_known = false;
    for (uint32_t slot = chunk->first; slot < chunk->first + chunk->count; slot++)
        w->actors[pool->first + slot].generation = chunk->generation;
    fill_spares(w, pool, chunk->first, chunk->count);
    return true;
}

/* The list */

bool model_is_listed(const model_world *w, uint32_t actor)
{
    return w->actors[actor].state == ACTIVE || w->actors[actor].state == EXPIRED;
}

uint32_t model_place(const model_world *w, uint32_t segment, uint32_t actor)
{
    uint32_t place = 0;

    while (place < w->pools[segment].listed && w->lists[segment][place] != actor)
        place++;
    return place;
}

void model_enlist(model_world *w, uint32_t actor)
{
    const model_pool *pool = model_pool_of(w, actor);
    const uint32_t segment = pool->segment;
    uint32_t *list = w->lists[segment];
    uint32_t place = pool->order == PLAN_ORDER_NEWEST ? 0 : w->pools[segment].listed;

    while (pool->order == PLAN_ORDER_MEMORY && place > 0 && list[place - 1] > actor)
        place--;
    memmove(list + place + 1, list + place, (w->pools[segment].listed - place) * sizeof *list);
    list[place] = actor;
    w->pools[segment].listed++;
    w->actors[actor].state = ACTIVE;
    get_to_know(w, actor);
    w->actors[actor].since = w->actors[actor].entered = ++w->clock;
}

void model_unlist(model_world *w, uint32_t actor)
{
    const uint32_t segment = model_pool_of(w, actor)->segment;
    uint32_t *list = w->lists[segment];
    const uint32_t place = model_place(w, segment, actor);

    w->pools[segment].listed--;
    memmove(list + place, list + place + 1, (w->pools[segment].listed - place) * sizeof *list);
}
