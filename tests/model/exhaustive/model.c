/*
 * The model. The list consists of the actors that have a key, in the order of the keys: a slot's
 * number in memory order, otherwise a counter that increases (oldest first) or decreases (newest
 * first). Each activation and each walk advances a clock: a walk visits actors that were activated
 * before it began.
 */
#include "model.h"

walk *walks;

const trp_pool_desc *model_desc(uint32_t pool)
{
    return &world_plan->pools[pool];
}

int32_t model_segment_of(uint32_t pool)
{
    return world_plan->joined ? 0 : (int32_t)pool;
}

uint32_t model_total(void)
{
    return world_plan->actors[0] + world_plan->actors[1];
}

uint32_t model_in_slot(uint32_t pool, uint32_t slot)
{
    return (pool == 0 ? 0 : world_plan->actors[0]) + slot;
}

bool model_is_listed(const model_actor *a)
{
    return a->at == ACTIVE || a->at == EXPIRED;
}

uint32_t model_count(uint32_t pool, bool (*counts)(const model_actor *))
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < model_total(); i++)
        n += now.model.actors[i].pool == pool && counts(&now.model.actors[i]);
    return n;
}

bool model_is_taken(const model_actor *a)
{
    return a->at != FREE;
}

int32_t model_next_listed(int32_t segment, int32_t pos)
{
    int32_t best = -1;
    for (uint32_t i = 0; i < model_total(); i++)
    {
        const model_actor *a = &now.model.actors[i];
        if (model_is_listed(a) && model_segment_of(a->pool) == segment && a->key > pos &&
            (best < 0 || a->key < now.model.actors[best].key))
            best = (int32_t)i;
    }
    return best;
}

static int32_t key_before(int32_t segment, int32_t key)
{
    int32_t best = LOWEST;
    for (uint32_t i = 0; i < model_total(); i++)
    {
        const model_actor *a = &now.model.actors[i];
        if (model_is_listed(a) && model_segment_of(a->pool) == segment && a->key < key &&
            a->key > best)
            best = a->key;
    }
    return best;
}

void model_enlist(model_actor *a)
{
    const trp_order order = model_desc(a->pool)->order;
    a->at = ACTIVE;
    a->born = ++now.model.clock;
    if (order == TRP_ORDER_MEMORY)
        a->key = (int32_t)a->slot;
    else
        a->key = order == TRP_ORDER_OLDEST ? ++now.model.keys : -++now.model.keys;
}

void model_unlist(model_actor *a, place to)
{
    a->at = to;
    for (walk *w = walks; w != NULL; w = w->up)
        if (w->segment == model_segment_of(a->pool) && w->pos == a->key &&
            model_desc(a->pool)->order != TRP_ORDER_MEMORY)
            w->pos = key_before(w->segment, a->key);
}

bool model_is_current(const walk *w, uint32_t actor)
{
    for (; w != NULL; w = w->up)
        if (w->current == (int32_t)actor)
            return true;
    return false;
}

void model_called_back(uint32_t what, uint32_t actor, uint32_t more)
{
    note(&expected, EVENT(what, actor, more));
    if (++expected.callbacks != doing.k)
        return;
    for (uint32_t i = 0; i < model_total(); i++)
        note(&expected,
             (uint32_t)(now.model.actors[i].at == LEAVING ? EXPIRED : now.model.actors[i].at));
    model_do(doing.nested);
}

/* Walks */

static void visit(walk *w, uint32_t actor, uint32_t what)
{
    w->current = (int32_t)actor;
    model_called_back(what, actor, 0);
    if (w->current < 0)
        return;
    w->current = -1;
    if (now.model.actors[actor].at == EXPIRED && !model_is_current(w->up, actor))
        model_leave(actor, TRP_REASON_EXPIRED);
}

/* only: a pool, or -1 */
static void walk_segment(walk *w, int32_t segment, int32_t only, uint32_t what)
{
    int32_t at;
    w->segment = segment;
    w->pos = LOWEST;
    while ((at = model_next_listed(segment, w->pos)) >= 0)
    {
        const model_actor *a = &now.model.actors[at];
        w->pos = a->key;
        if (only >= 0 && (int32_t)a->pool != only)
            continue;
        if (a->at == EXPIRED)
        {
            if (!model_is_current(w->up, (uint32_t)at))
                model_leave((uint32_t)at, TRP_REASON_EXPIRED);
        }
        else if (a->born <= w->limit)
            visit(w, (uint32_t)at, what);
    }
    w->segment = -1;
}

static void each(uint32_t pool)
{
    walk w = {walks, ++now.model.clock, -1, LOWEST, -1};
    walks = &w;
    walk_segment(&w, model_segment_of(pool), (int32_t)pool, 1);
    walks = w.up;
}

static trp_result tick(void)
{
    walk w = {walks, 0, -1, LOWEST, -1};
    if (now.model.ticking)
        return TRP_BUSY;
    w.limit = ++now.model.clock;
    now.model.ticking = true;
    walks = &w;
    walk_segment(&w, 0, -1, 0);
    if (!world_plan->joined)
        walk_segment(&w, 1, -1, 0);
    walks = w.up;
    now.model.ticking = false;
    return TRP_OK;
}

/* All */

bool model_has(op what)
{
    if (what.what >= OP_RECYCLE)
        return what.on < model_total() && (model_desc(now.model.actors[what.on].pool)->external ||
                                           now.model.actors[what.on].is_known);
    if (what.what == OP_CREATE || what.what == OP_OPTIONAL)
        return !model_desc(what.on)->external;
    return what.what != OP_ADOPT || (model_desc(0)->external && what.on < world_plan->actors[0]);
}

static trp_result on_actor(op what)
{
    model_actor *a = &now.model.actors[what.on];
    const trp_result result = model_enter(a);
    if (result != TRP_OK)
        return result;
    if (what.what == OP_EXPIRE)
        return model_expire(what.on);
    if (what.what == OP_DEACTIVATE || what.what == OP_ACTIVATE)
        return model_sleep_or_wake(a, what.what == OP_ACTIVATE ? ACTIVE : ASLEEP);
    model_leave(what.on, TRP_REASON_RECYCLED);
    return TRP_OK;
}

void model_do(op what)
{
    trp_result result = TRP_OK;
    if (what.what == OP_CREATE || what.what == OP_OPTIONAL)
        model_create(what.on, what.what == OP_OPTIONAL);
    else if (what.what == OP_ADOPT)
        model_adopt(what.on);
    else if (what.what == OP_RENEW)
        model_renew(what.on);
    else
    {
        if (what.what == OP_CLEAR)
            model_clear(what.on);
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
            now.model.pools[pool].generation[i] = 1;
        model_add_slots(pool, model_desc(pool)->capacity);
        for (uint32_t i = 0; i < world_plan->actors[pool]; i++)
        {
            now.model.actors[model_in_slot(pool, i)].pool = pool;
            now.model.actors[model_in_slot(pool, i)].slot = i;
        }
    }
}

uint32_t model_list(uint32_t *order)
{
    uint32_t n = 0;
    for (int32_t segment = 0; segment < (world_plan->joined ? 1 : 2); segment++)
        for (int32_t at = model_next_listed(segment, LOWEST); at >= 0;
             at = model_next_listed(segment, now.model.actors[at].key))
            if (now.model.actors[at].at == ACTIVE)
                order[n++] = (uint32_t)at;
    return n;
}

bool model_is_alive(const model_life *life)
{
    const model_actor *a = &now.model.actors[life->actor];
    return (a->at == ACTIVE || a->at == ASLEEP) && a->slot == life->slot &&
           now.model.pools[life->pool].generation[life->slot] == life->generation;
}

static void mix(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * 1099511628211u;
    *hash ^= *hash >> 29;
}

/* States, lives, order, and next free slots; the history does not matter. */
uint64_t model_hash(void)
{
    uint64_t hash = 14695981039346656037u;
    for (int32_t segment = 0; segment < 2; segment++)
        for (int32_t at = model_next_listed(segment, LOWEST); at >= 0;
             at = model_next_listed(segment, now.model.actors[at].key))
            mix(&hash, (uint64_t)at);
    for (uint32_t i = 0; i < model_total(); i++)
        mix(&hash, (uint64_t)now.model.actors[i].at * 16 + now.model.actors[i].slot);
    for (uint32_t pool = 0; pool < 2; pool++)
    {
        const model_pool *of = &now.model.pools[pool];
        mix(&hash, of->capacity * 16 + of->hand);
        for (uint32_t i = 0; i < of->capacity; i++)
            mix(&hash, of->generation[i]);
        for (uint32_t i = 0; model_desc(pool)->order != TRP_ORDER_MEMORY && i < of->spares; i++)
            mix(&hash, of->spare[i] + 16);
    }
    return hash;
}
