#include "walk_model.h"

void model_reset(model *m)
{
    m->pool_count = 0;
    m->segment_count = 0;
    m->life_count = 0;
    m->walk_count = 0;
    m->now = 1;
    for (uint32_t i = 0; i < MODEL_POOLS; i++)
        m->list_count[i] = 0;
}

uint32_t model_add_pool(model *m, trp_order order, uint32_t joins, bool same_walk, bool updated)
{
    model_pool *pool = &m->pools[m->pool_count];
    pool->segment = joins != MODEL_NOBODY ? m->pools[joins].segment : m->segment_count++;
    pool->order = order;
    pool->same_walk = same_walk;
    pool->updated = updated;
    for (uint32_t i = 0; i < MODEL_SLOTS; i++)
        pool->taken[i] = false;
    return m->pool_count++;
}

/* a number that increases along the list */
static int64_t place_of(const model *m, uint32_t life)
{
    const model_life *it = &m->lives[life];
    switch (m->pools[it->pool].order)
    {
    case TRP_ORDER_MEMORY:
        return it->slot;
    case TRP_ORDER_NEWEST:
        return -(int64_t)it->since;
    default:
        return it->since;
    }
}

static uint32_t segment_of(const model *m, uint32_t life)
{
    return m->pools[m->lives[life].pool].segment;
}

static void link_in(model *m, uint32_t life)
{
    uint32_t segment = segment_of(m, life), *list = m->list[segment];
    uint32_t at = m->list_count[segment]++;
    for (; at > 0 && place_of(m, list[at - 1]) > place_of(m, life); at--)
        list[at] = list[at - 1];
    list[at] = life;
}

static void unlink_from(model *m, uint32_t life)
{
    uint32_t segment = segment_of(m, life), *list = m->list[segment], at = 0;
    while (list[at] != life)
        at++;
    for (m->list_count[segment]--; at < m->list_count[segment]; at++)
        list[at] = list[at + 1];
}

static bool in_list(const model_life *it)
{
    return !it->dying && (it->state == TRP_STATE_ACTIVE || it->state == TRP_STATE_EXPIRED);
}

uint32_t model_lowest_slot(const model *m, uint32_t pool)
{
    uint32_t slot = 0;
    while (slot < MODEL_SLOTS && m->pools[pool].taken[slot])
        slot++;
    return slot;
}

uint32_t model_create(model *m, uint32_t pool, uint32_t slot)
{
    uint32_t life = m->life_count++;
    m->pools[pool].taken[slot] = true;
    m->lives[life] =
        (model_life){.state = TRP_STATE_ACTIVE, .pool = pool, .slot = slot, .since = ++m->now};
    link_in(m, life);
    return life;
}

void model_die(model *m, uint32_t life)
{
    model_life *it = &m->lives[life];
    if (in_list(it))
        unlink_from(m, life);
    it->state = TRP_STATE_EXPIRED;
    it->dying = true;
}

void model_gone(model *m, uint32_t life)
{
    model_life *it = &m->lives[life];
    m->pools[it->pool].taken[it->slot] = false;
    it->state = TRP_STATE_FREE;
    it->dying = false;
}

void model_expire(model *m, uint32_t life)
{
    m->lives[life].state = TRP_STATE_EXPIRED;
}

void model_sleep(model *m, uint32_t life)
{
    unlink_from(m, life);
    m->lives[life].state = TRP_STATE_ASLEEP;
}

void model_wake(model *m, uint32_t life)
{
    model_life *it = &m->lives[life];
    it->state = TRP_STATE_ACTIVE;
    it->since = ++m->now;
    it->woken = true;
    link_in(m, life);
}

uint32_t model_clear_next(const model *m, uint32_t pool)
{
    uint32_t segment = m->pools[pool].segment, found = MODEL_NOBODY;
    for (uint32_t i = 0; i < m->list_count[segment]; i++)
        if (m->lives[m->list[segment][i]].pool == pool)
            return m->list[segment][i];
    for (uint32_t i = 0; i < m->life_count; i++)
        if (m->lives[i].pool == pool && m->lives[i].state == TRP_STATE_ASLEEP &&
            (found == MODEL_NOBODY || m->lives[i].slot < m->lives[found].slot))
            found = i;
    return found;
}

static void enter(model *m, model_walk *walk, uint32_t segment)
{
    walk->segment = segment;
    walk->entered = ++m->now;
    walk->position = INT64_MIN;
}

model_walk *model_walk_begin(model *m, model_kind kind, uint32_t pool)
{
    model_walk *walk = &m->walks[m->walk_count++];
    walk->kind = kind;
    walk->pool = pool;
    walk->start = ++m->now;
    walk->current = MODEL_NOBODY;
    enter(m, walk, kind == MODEL_TICK ? 0 : m->pools[pool].segment);
    return walk;
}

void model_walk_end(model *m)
{
    m->walk_count--;
}

/* a trp_each is only a position: the actor there is not current */
bool model_is_current(const model *m, uint32_t life, uint32_t below)
{
    for (uint32_t i = 0; i < below; i++)
        if (m->walks[i].kind != MODEL_EACH && m->walks[i].current == life)
            return true;
    return false;
}

static bool can_prune(const model *m, const model_walk *walk, uint32_t life)
{
    return walk->kind != MODEL_EACH && m->lives[life].state == TRP_STATE_EXPIRED &&
           in_list(&m->lives[life]) && !model_is_current(m, life, m->walk_count - 1);
}

/* whether it existed in time for this walk */
static bool in_time(const model *m, const model_walk *walk, uint32_t life)
{
    const model_life *it = &m->lives[life];
    if (it->since < walk->start)
        return true;
    return walk->kind != MODEL_EACH && m->pools[it->pool].same_walk && !it->woken &&
           walk->segment == segment_of(m, life) && it->since > walk->entered;
}

static bool must_visit(const model *m, const model_walk *walk, uint32_t life)
{
    return m->lives[life].state == TRP_STATE_ACTIVE && in_time(m, walk, life) &&
           (walk->kind != MODEL_TICK || m->pools[m->lives[life].pool].updated);
}

static uint32_t next_in_list(const model *m, const model_walk *walk)
{
    const uint32_t *list = m->list[walk->segment];
    for (uint32_t i = 0; i < m->list_count[walk->segment]; i++)
        if (place_of(m, list[i]) > walk->position &&
            (walk->kind == MODEL_TICK || m->lives[list[i]].pool == walk->pool))
            return list[i];
    return MODEL_NOBODY;
}

model_step model_walk_next(model *m)
{
    model_walk *walk = &m->walks[m->walk_count - 1];
    uint32_t last = walk->current;
    walk->current = MODEL_NOBODY;
    if (last != MODEL_NOBODY && can_prune(m, walk, last))
        return (model_step){MODEL_PRUNE, last};
    for (;;)
    {
        uint32_t life = next_in_list(m, walk);
        if (life == MODEL_NOBODY)
        {
            if (walk->kind != MODEL_TICK || walk->segment + 1 == m->segment_count)
                return (model_step){MODEL_END, MODEL_NOBODY};
            enter(m, walk, walk->segment + 1);
            continue;
        }
        walk->position = place_of(m, life);
        if (can_prune(m, walk, life) && in_time(m, walk, life))
            return (model_step){MODEL_PRUNE, life};
        if (must_visit(m, walk, life))
        {
            walk->current = life;
            return (model_step){MODEL_VISIT, life};
        }
    }
}

/* whether a step concerns an actor before this place of this segment */
static bool comes_before(const model *m, model_step step, uint32_t segment, int64_t place)
{
    if (step.event == MODEL_END)
        return false;
    uint32_t its = segment_of(m, step.life);
    return its < segment || (its == segment && place_of(m, step.life) < place);
}

bool model_prune_early(model *m, uint32_t life)
{
    model_walk *walk = &m->walks[m->walk_count - 1];
    if (life == walk->current || !can_prune(m, walk, life) || in_time(m, walk, life))
        return false;
    model_walk before = *walk;
    uint32_t segment = segment_of(m, life);
    if (comes_before(m, model_walk_next(m), segment, place_of(m, life)))
    {
        *walk = before;
        return false;
    }
    *walk = before;
    walk->current = MODEL_NOBODY;
    if (walk->segment != segment)
        enter(m, walk, segment);
    walk->position = place_of(m, life);
    return true;
}
