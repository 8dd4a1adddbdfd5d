/*
 * The model. The list is what has a key, in the order of the keys: a slot's number in memory order, else a counter that
 * goes up (oldest first) or down (newest first). Each activation and each walk moves a clock: a walk visits who was
 * activated before it began.
 */
#include "exhaust.h"

typedef struct walk
{
    struct walk *up;
    uint32_t limit;
    int32_t segment; /* where it stands; -1: nowhere */
    int32_t pos;     /* the key of the last one that it came to */
    int32_t current; /* whose callback runs, or -1 */
} walk;

#define LOWEST (-1000000)

static walk *walks;

static model *m(void)
{
    return &now.model;
}

static const trp_pool_desc *desc(uint32_t pool)
{
    return &world_plan->pools[pool];
}

static int32_t segment_of(uint32_t pool)
{
    return world_plan->joined ? 0 : (int32_t)pool;
}

static uint32_t total(void)
{
    return world_plan->actors[0] + world_plan->actors[1];
}

static bool is_listed(const model_actor *a)
{
    return a->at == ACTIVE || a->at == EXPIRED;
}

static uint32_t count(uint32_t pool, bool (*counts)(const model_actor *))
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < total(); i++)
        n += m()->actors[i].pool == pool && counts(&m()->actors[i]);
    return n;
}

static bool is_taken(const model_actor *a)
{
    return a->at != FREE;
}

/* The listed actor of a segment with the lowest key above `pos`, or -1. */
static int32_t next_listed(int32_t segment, int32_t pos)
{
    int32_t best = -1;
    for (uint32_t i = 0; i < total(); i++)
    {
        const model_actor *a = &m()->actors[i];
        if (is_listed(a) && segment_of(a->pool) == segment && a->key > pos &&
            (best < 0 || a->key < m()->actors[best].key))
            best = (int32_t)i;
    }
    return best;
}

static int32_t key_before(int32_t segment, int32_t key)
{
    int32_t best = LOWEST;
    for (uint32_t i = 0; i < total(); i++)
    {
        const model_actor *a = &m()->actors[i];
        if (is_listed(a) && segment_of(a->pool) == segment && a->key < key && a->key > best)
            best = a->key;
    }
    return best;
}

static void enlist(model_actor *a)
{
    const trp_order order = desc(a->pool)->order;
    a->at = ACTIVE;
    a->born = ++m()->clock;
    if (order == TRP_ORDER_MEMORY)
        a->key = (int32_t)a->slot;
    else
        a->key = order == TRP_ORDER_OLDEST ? ++m()->keys : -++m()->keys;
}

/* A walk by age that stands there steps back to the one in front. */
static void unlist(model_actor *a, place to)
{
    a->at = to;
    for (walk *w = walks; w != NULL; w = w->up)
        if (w->segment == segment_of(a->pool) && w->pos == a->key &&
            desc(a->pool)->order != TRP_ORDER_MEMORY)
            w->pos = key_before(w->segment, a->key);
}

static bool is_current(const walk *w, uint32_t actor)
{
    for (; w != NULL; w = w->up)
        if (w->current == (int32_t)actor)
            return true;
    return false;
}

static void called_back(uint32_t what, uint32_t actor, uint32_t more)
{
    note(&expected, EVENT(what, actor, more));
    if (++expected.callbacks != doing.k)
        return;
    for (uint32_t i = 0; i < total(); i++)
        note(&expected, (uint32_t)(m()->actors[i].at == LEAVING ? EXPIRED : m()->actors[i].at));
    model_do(doing.nested);
}

/* Ends */

static void depart(uint32_t actor, trp_reason reason)
{
    model_actor *a = &m()->actors[actor];
    if (a->at != EXPIRED)
        m()->pools[a->pool].generation[a->slot]++;
    if (is_listed(a))
        unlist(a, LEAVING);
    a->at = LEAVING;
    for (walk *w = walks; w != NULL; w = w->up)
        if (w->current == (int32_t)actor)
            w->current = -1;
    if (!world_plan->silent)
        called_back(3, actor, (uint32_t)reason);
    m()->pools[a->pool].recycled++;
}

static void leave(uint32_t actor, trp_reason reason)
{
    model_actor *a = &m()->actors[actor];
    model_pool *pool = &m()->pools[a->pool];
    depart(actor, reason);
    a->at = FREE;
    pool->spare[pool->spares++] = a->slot;
}

static trp_result enter(const model_actor *a)
{
    if (!a->is_known)
        return TRP_ERR_FOREIGN;
    return a->at == FREE ? TRP_ERR_FREE : a->at == LEAVING ? TRP_BUSY : TRP_OK;
}

static trp_result expire(uint32_t actor)
{
    model_actor *a = &m()->actors[actor];
    if (a->at == ASLEEP)
        leave(actor, TRP_REASON_EXPIRED);
    else if (a->at == ACTIVE)
    {
        m()->pools[a->pool].generation[a->slot]++;
        a->at = EXPIRED;
    }
    return TRP_OK;
}

static trp_result sleep_or_wake(model_actor *a, place to)
{
    if (a->at == EXPIRED)
        return TRP_ERR_EXPIRED;
    if (a->at == to)
        return to == ACTIVE ? TRP_ERR_ACTIVE : TRP_ERR_ASLEEP;
    if (to == ACTIVE)
        enlist(a);
    else
        unlist(a, ASLEEP);
    return TRP_OK;
}

static void clear(uint32_t pool)
{
    uint32_t live;
    m()->pools[pool].barred++;
    do
    {
        const uint32_t first = pool == 0 ? 0 : world_plan->actors[0];
        walk w = {walks, 0, segment_of(pool), LOWEST, -1};
        int32_t at;
        live = count(pool, is_taken);
        walks = &w;
        while ((at = next_listed(w.segment, w.pos)) >= 0)
        {
            if (desc(pool)->order != TRP_ORDER_MEMORY)
                w.pos = m()->actors[at].key;
            if (m()->actors[at].pool == pool)
                leave((uint32_t)at, TRP_REASON_CLEARED);
        }
        walks = w.up;
        for (uint32_t slot = 0; slot < ACTORS; slot++)
            for (uint32_t i = first; i < total(); i++)
                if (m()->actors[i].pool == pool && m()->actors[i].slot == slot &&
                    m()->actors[i].at == ASLEEP)
                    leave(i, TRP_REASON_CLEARED);
    } while (count(pool, is_taken) != 0 && count(pool, is_taken) < live);
    m()->pools[pool].barred--;
}

/* Beginnings */

static void begin_life(uint32_t actor)
{
    model_actor *a = &m()->actors[actor];
    model_pool *pool = &m()->pools[a->pool];
    const uint32_t generation = pool->generation[a->slot];
    a->is_known = true;
    enlist(a);
    if (desc(a->pool)->newborns == TRP_NEWBORNS_SAME_WALK)
        for (const walk *w = walks; w != NULL; w = w->up)
            if (w->segment == segment_of(a->pool) && w->limit != 0)
                a->born = w->limit;
    pool->created++;
    m()->life[m()->lives++] = (model_life){actor, a->pool, a->slot, generation};
    if (!world_plan->silent)
        called_back(2, actor, 0);
    if (pool->generation[a->slot] != generation)
        note(&expected, RESULT(TRP_GONE));
    else
        note(&expected, actor), note(&expected, RESULT(TRP_OK));
}

static bool take_spare(uint32_t pool, uint32_t *slot)
{
    model_pool *of = &m()->pools[pool];
    uint32_t best = of->spares - 1;
    if (of->spares == 0)
        return false;
    for (uint32_t i = 0; desc(pool)->order == TRP_ORDER_MEMORY && i < of->spares; i++)
        best = of->spare[i] < of->spare[best] ? i : best;
    *slot = of->spare[best];
    of->spares--;
    for (uint32_t i = best; i < of->spares; i++)
        of->spare[i] = of->spare[i + 1];
    return true;
}

static bool is_prey(uint32_t pool, uint32_t i)
{
    return m()->actors[i].pool == pool && is_listed(&m()->actors[i]) && !is_current(walks, i);
}

static int32_t oldest_prey(uint32_t pool)
{
    const int32_t sign = desc(pool)->order == TRP_ORDER_OLDEST ? 1 : -1;
    int32_t best = -1;
    for (uint32_t i = 0; i < total(); i++)
        if (is_prey(pool, i) &&
            (best < 0 || sign * m()->actors[i].key < sign * m()->actors[best].key))
            best = (int32_t)i;
    return best;
}

/* the actor of a slot of a pool with slots of its own */
static uint32_t in_slot(uint32_t pool, uint32_t slot)
{
    return (pool == 0 ? 0 : world_plan->actors[0]) + slot;
}

static int32_t next_prey(uint32_t pool)
{
    const uint32_t slots = m()->pools[pool].capacity;
    for (uint32_t i = 0; i < slots; i++)
    {
        const uint32_t slot = (m()->pools[pool].hand + i) % slots;
        if (is_prey(pool, in_slot(pool, slot)))
        {
            m()->pools[pool].hand = slot + 1;
            return (int32_t)in_slot(pool, slot);
        }
    }
    return -1;
}

static void add_slots(uint32_t pool, uint32_t slots)
{
    model_pool *of = &m()->pools[pool];
    for (uint32_t i = slots; i-- > 0;)
        of->spare[of->spares++] = of->capacity + i;
    of->capacity += slots;
}

static bool make_room(uint32_t pool)
{
    model_pool *of = &m()->pools[pool];
    const trp_full full = desc(pool)->when_full;
    if (full == TRP_FULL_GROW)
    {
        const uint32_t room = desc(pool)->max_capacity - of->capacity;
        add_slots(pool, room < of->capacity ? room : of->capacity);
        return room > 0;
    }
    const int32_t prey = full == TRP_FULL_FAIL           ? -1
                         : full == TRP_FULL_STEAL_OLDEST ? oldest_prey(pool)
                                                         : next_prey(pool);
    if (prey < 0)
        return false;
    const bool was_over = m()->actors[prey].at == EXPIRED;
    of->stolen += !was_over;
    of->barred++;
    leave((uint32_t)prey, was_over ? TRP_REASON_EXPIRED : TRP_REASON_STOLEN);
    of->barred--;
    return true;
}

static void create(uint32_t pool, bool is_optional)
{
    uint32_t slot;
    if (m()->pools[pool].barred != 0)
    {
        note(&expected, RESULT(TRP_BUSY));
        return;
    }
    while (!take_spare(pool, &slot))
        if (is_optional || !make_room(pool))
        {
            m()->pools[pool].refused++;
            note(&expected, RESULT(TRP_ERR_FULL));
            return;
        }
    begin_life(in_slot(pool, slot));
}

static void adopt(uint32_t actor)
{
    model_actor *a = &m()->actors[actor];
    if (m()->pools[0].barred != 0)
        note(&expected, RESULT(TRP_BUSY));
    else if (a->at != FREE)
        note(&expected, RESULT(TRP_ERR_ACTIVE));
    else if (!take_spare(0, &a->slot))
    {
        m()->pools[0].refused++;
        note(&expected, RESULT(TRP_ERR_FULL));
    }
    else
        begin_life(actor);
}

static void renew(uint32_t actor)
{
    const model_actor *a = &m()->actors[actor];
    const bool was_over = a->at == EXPIRED;
    trp_result result = enter(a);
    if (result == TRP_OK && desc(a->pool)->external)
        result = TRP_ERR_TYPE;
    if (result == TRP_OK && m()->pools[a->pool].barred != 0)
        result = TRP_BUSY;
    if (result != TRP_OK)
    {
        note(&expected, RESULT(result));
        return;
    }
    depart(actor, was_over ? TRP_REASON_EXPIRED : TRP_REASON_RECYCLED);
    begin_life(actor);
}

/* Walks */

static void visit(walk *w, uint32_t actor, uint32_t what)
{
    w->current = (int32_t)actor;
    called_back(what, actor, 0);
    if (w->current < 0)
        return;
    w->current = -1;
    if (m()->actors[actor].at == EXPIRED && !is_current(w->up, actor))
        leave(actor, TRP_REASON_EXPIRED);
}

/* only: a pool, or -1 */
static void walk_segment(walk *w, int32_t segment, int32_t only, uint32_t what)
{
    int32_t at;
    w->segment = segment;
    w->pos = LOWEST;
    while ((at = next_listed(segment, w->pos)) >= 0)
    {
        const model_actor *a = &m()->actors[at];
        w->pos = a->key;
        if (only >= 0 && (int32_t)a->pool != only)
            continue;
        if (a->at == EXPIRED)
        {
            if (!is_current(w->up, (uint32_t)at))
                leave((uint32_t)at, TRP_REASON_EXPIRED);
        }
        else if (a->born <= w->limit)
            visit(w, (uint32_t)at, what);
    }
    w->segment = -1;
}

static void each(uint32_t pool)
{
    walk w = {walks, ++m()->clock, -1, LOWEST, -1};
    walks = &w;
    walk_segment(&w, segment_of(pool), (int32_t)pool, 1);
    walks = w.up;
}

static trp_result tick(void)
{
    walk w = {walks, 0, -1, LOWEST, -1};
    if (m()->ticking)
        return TRP_BUSY;
    w.limit = ++m()->clock;
    m()->ticking = true;
    walks = &w;
    walk_segment(&w, 0, -1, 0);
    if (!world_plan->joined)
        walk_segment(&w, 1, -1, 0);
    walks = w.up;
    m()->ticking = false;
    return TRP_OK;
}

/* All */

bool model_has(op what)
{
    if (what.what >= OP_RECYCLE)
        return what.on < total() &&
               (desc(m()->actors[what.on].pool)->external || m()->actors[what.on].is_known);
    if (what.what == OP_CREATE || what.what == OP_OPTIONAL)
        return !desc(what.on)->external;
    return what.what != OP_ADOPT || (desc(0)->external && what.on < world_plan->actors[0]);
}

static trp_result on_actor(op what)
{
    model_actor *a = &m()->actors[what.on];
    const trp_result result = enter(a);
    if (result != TRP_OK)
        return result;
    if (what.what == OP_EXPIRE)
        return expire(what.on);
    if (what.what == OP_DEACTIVATE || what.what == OP_ACTIVATE)
        return sleep_or_wake(a, what.what == OP_ACTIVATE ? ACTIVE : ASLEEP);
    leave(what.on, TRP_REASON_RECYCLED);
    return TRP_OK;
}

void model_do(op what)
{
    trp_result result = TRP_OK;
    if (what.what == OP_CREATE || what.what == OP_OPTIONAL)
        create(what.on, what.what == OP_OPTIONAL);
    else if (what.what == OP_ADOPT)
        adopt(what.on);
    else if (what.what == OP_RENEW)
        renew(what.on);
    else
    {
        if (what.what == OP_CLEAR)
            clear(what.on);
        else if (what.what == OP_EACH)
            each(what.on);
        else if (what.what == OP_TICK)
            result = tick();
        else
            result = on_actor(what);
        note(&expected, RESULT(result));
    }
}

void model_begin(void)
{
    static const model none;
    now.model = none;
    for (uint32_t pool = 0; pool < 2; pool++)
    {
        for (uint32_t i = 0; i < ACTORS; i++)
            m()->pools[pool].generation[i] = 1;
        add_slots(pool, desc(pool)->capacity);
        for (uint32_t i = 0; i < world_plan->actors[pool]; i++)
        {
            m()->actors[in_slot(pool, i)].pool = pool;
            m()->actors[in_slot(pool, i)].slot = i;
        }
    }
}

uint32_t model_list(uint32_t *order)
{
    uint32_t n = 0;
    for (int32_t segment = 0; segment < (world_plan->joined ? 1 : 2); segment++)
        for (int32_t at = next_listed(segment, LOWEST); at >= 0;
             at = next_listed(segment, m()->actors[at].key))
            if (m()->actors[at].at == ACTIVE)
                order[n++] = (uint32_t)at;
    return n;
}

bool model_is_alive(const model_life *life)
{
    const model_actor *a = &m()->actors[life->actor];
    return (a->at == ACTIVE || a->at == ASLEEP) && a->slot == life->slot &&
           m()->pools[life->pool].generation[life->slot] == life->generation;
}

static void mix(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * 1099511628211u;
    *hash ^= *hash >> 29;
}

/* Who is what, in which life, in which order; which slots come next. How it came to that does not matter. */
uint64_t model_hash(void)
{
    uint64_t hash = 14695981039346656037u;
    for (int32_t segment = 0; segment < 2; segment++)
        for (int32_t at = next_listed(segment, LOWEST); at >= 0;
             at = next_listed(segment, m()->actors[at].key))
            mix(&hash, (uint64_t)at);
    for (uint32_t i = 0; i < total(); i++)
        mix(&hash, (uint64_t)m()->actors[i].at * 16 + m()->actors[i].slot);
    for (uint32_t pool = 0; pool < 2; pool++)
    {
        const model_pool *of = &m()->pools[pool];
        mix(&hash, of->capacity * 16 + of->hand);
        for (uint32_t i = 0; i < of->capacity; i++)
            mix(&hash, of->generation[i]);
        for (uint32_t i = 0; desc(pool)->order != TRP_ORDER_MEMORY && i < of->spares; i++)
            mix(&hash, of->spare[i] + 16);
    }
    return hash;
}
