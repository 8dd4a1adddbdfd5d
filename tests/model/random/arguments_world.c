/* Worlds, pools, layers, watchers. */
#include "arguments.h"

/* Whether a trp_each is in this pool, or in one that is joined with it: it may have to step off an
 * actor of either. */
static bool is_in_each(const model_world *w, uint32_t pool)
{
    return model_is_in_each(w, w->pools[pool].segment);
}

/* Whether the end of a tick could return memory in which a trp_each is. */
static bool may_shrink_in_each(const model_world *w)
{
    for (uint32_t pool = 0; pool < w->pool_count; pool++)
        if ((w->pools[pool].rule.shrink_below != 0 || w->pools[pool].rule.keep_free != 0) &&
            is_in_each(w, pool))
            return true;
    return false;
}

bool arguments_tick(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->n = what < 48 ? what & 15 : 15;
    return !may_shrink_in_each(w);
}

/* Only without walks in progress. */
bool arguments_age_world(model_world *w, operation *op)
{
    op->n = bytes_take();
    return w->frames == NULL && w->eaches == NULL && w->calls == 0 && !w->drawing;
}

bool arguments_visits(model_world *w, operation *op)
{
    op->pool = (uint8_t)pick_pool(w);
    op->flag = bytes_take() == 255;
    return op->pool != POOLS;
}

bool arguments_each(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->pool = (uint8_t)pick_pool(w);
    op->flag = what == 255;
    op->mode = (uint8_t)((what & 7) < 6 ? 0 : (what & 7) - 5);
    op->n = 1 + (what >> 3 & 3);
    return op->pool != POOLS;
}

/* Usually a pool that can be joined. */
static uint32_t choose_joins(const model_world *w, uint32_t bits)
{
    const uint32_t wanted = bits >> 22 & 15;

    if (wanted >= POOLS || bits >> 26 == 63)
        return wanted < w->pool_count ? wanted : 15;
    for (uint32_t i = 0; i < w->pool_count; i++) {
        const uint32_t pool = (wanted + i) % w->pool_count;
        if (w->pools[pool].order != PLAN_ORDER_MEMORY && !w->pools[pool].plan.updates_pool)
            return pool;
    }
    return 15;
}

static bool has_room(const model_world *w, const pool_plan *plan)
{
    const uint32_t most = plan->max_capacity > plan->capacity ? plan->max_capacity : plan->capacity;
    uint32_t listed = most;

    for (uint32_t i = 0; plan->joins < POOLS && i < w->pool_count; i++)
        if (w->pools[i].segment == w->pools[plan->joins].segment)
            listed += w->pools[i].max_capacity;
    return w->actor_count + most <= ACTORS && listed <= LISTED;
}

bool arguments_pool_create(model_world *w, operation *op)
{
    uint32_t bits = bytes_take_4();
    pool_plan plan;

    bits = (bits & ~(15u << 22)) | choose_joins(w, bits) << 22;
    if (w->number == 0 && (bits >> 2 & 7) < 3 && bits >> 26 != 62)
        bits += 3u << 2; /* it cannot grow */
    plan = pool_plan_of(bits);
    op->n = bits;
    return has_room(w, &plan) && (plan.joins != POOLS + 1 || other_world(w)->pool_count != 0);
}

bool arguments_pool_scale(model_world *w, operation *op)
{
    op->pool = (uint8_t)pick_pool(w);
    op->n = bytes_take();
    return op->pool != POOLS;
}

/* Usually a pool that can grow. */
static uint32_t pick_growing(const model_world *w)
{
    uint32_t pool = pick_pool(w);
    const bool any = (bytes_take() & 15) == 0;

    for (uint32_t i = 0; i < w->pool_count && !any; i++) {
        if (w->pools[pool].plan.when_full == PLAN_FULL_GROW)
            break;
        pool = (pool + 1) % w->pool_count;
    }
    return pool;
}

bool arguments_shrinking(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->pool = (uint8_t)pick_growing(w);
    op->flag = what % 4 != 0;
    op->n = bytes_take();
    op->m = (what & 64) != 0 ? what & 0xFC : 15 | (what & 0xF0);
    if ((op->m & 15) == 15)
        op->m &= ~15u; /* 0 seconds */
    return op->pool != POOLS && !is_in_each(w, op->pool);
}

bool arguments_trim(model_world *w, operation *op)
{
    op->pool = (uint8_t)pick_growing(w);
    return op->pool != POOLS && !is_in_each(w, op->pool);
}

bool arguments_starve(model_world *w, operation *op)
{
    op->flag = (bytes_take() & 3) == 0;
    return w->number == 1 && w->frames == NULL && w->calls == 0 && w->eaches == NULL && !w->drawing;
}

bool arguments_layer(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    (void)w;
    op->noun = (uint8_t)(what >> 6);
    op->n = what & 15;
    op->flag = op->code == DO_layer_each ? (what & 15) == 15 : what >> 4 & 1;
    if ((what & 15) == 15)
        op->n = bytes_take() & 15;
    return true;
}

bool arguments_pool_layer(model_world *w, operation *op)
{
    op->pool = (uint8_t)pick_pool(w);
    op->noun = bytes_take() & 3;
    return op->pool != POOLS;
}

/* A watcher in a chain. */
static void find_watching(const model_world *w, operation *op, bool all)
{
    for (uint8_t i = 0; i < WATCHERS; i++)
        if (all ? w->watching[i] == POOLS : w->watching[i] < POOLS) {
            op->noun = i;
            op->pool = all ? op->pool : w->watching[i];
        }
}

/* Which of the watchers; it can be in one chain at a time. */
bool arguments_watch(model_world *w, operation *op)
{
    static const unsigned masks[] = {0,
                                     0,
                                     TRP_EVENT_CREATED,
                                     TRP_EVENT_RECYCLED,
                                     TRP_EVENT_UPDATED,
                                     TRP_EVENT_UPDATED | TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED,
                                     0x3FF,
                                     0x7FF};
    const bool all = op->code == DO_watch_all || op->code == DO_unwatch_all;
    const bool adds = op->code == DO_watch || op->code == DO_watch_all;
    const uint32_t what = bytes_take();
    uint32_t home = POOLS;

    op->noun = (uint8_t)(what % 16 == 15 ? WATCHERS : what % WATCHERS);
    op->n = masks[what >> 5];
    if (!all)
        home = op->pool = (uint8_t)pick_pool(w);
    if (!all && home == POOLS)
        return false;
    if (op->noun == WATCHERS)
        return true;
    if (!adds) {
        if (what % 16 < 12)
            find_watching(w, op, all);
        return true;
    }
    if (w->watching[op->noun] == home)
        op->n = w->events[op->noun];
    return w->watching[op->noun] == home || w->watching[op->noun] == POOLS + 1;
}

/* Only if it is refused. */
bool arguments_destroy(model_world *w, operation *op)
{
    (void)op;
    return w->frames != NULL || w->calls != 0 || w->drawing;
}

/* Timers: usually of an existing table, in its unit. */

static uint8_t pick_table(const model_world *w, uint32_t what)
{
    uint32_t number = what % TABLES;

    for (uint32_t i = 0; i < TABLES && !w->tables[number].is_made && (what & 0x70) != 0; i++)
        number = (number + 1) % TABLES;
    return (uint8_t)number;
}

bool arguments_timers_create(model_world *w, operation *op)
{
    op->noun = bytes_take() % TABLES;
    op->n = bytes_take();
    op->pool = (uint8_t)pick_pool(w);
    return op->pool != POOLS && has_block(w) && !w->tables[op->noun].is_made &&
           w->pools[op->pool].max_capacity <= 300;
}

bool arguments_timers(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_table(w, what);
    return what < 128;
}

bool arguments_timer(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();
    const model_timers *of;

    op->noun = pick_table(w, what);
    of = &w->tables[op->noun];
    if (!of->is_made && what != 254) {
        op->code = DO_timers_create;
        return arguments_timers_create(w, op);
    }
    op->mode = (uint8_t)(what >> 2 & 3);
    op->n = bytes_take();
    op->flag = (of->clock == TRP_CLOCK_SECONDS) != (what == 255);
    op->a = (what & 0xE0) == 0 ? pick_target(w) : pick_taken(w, of->pool, bytes_take());
    return of->count + 1 < TIMERS;
}
