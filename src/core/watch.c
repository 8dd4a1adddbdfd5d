#include "core.h"

#define WATCH_ALL_EVENTS (2u * TRP_EVENT_RESTORED - 1)

static unsigned watch_events_of(const trp_watcher *watcher)
{
    return watcher->events != 0 ? watcher->events : WATCH_ALL_EVENTS & ~(unsigned)TRP_EVENT_UPDATED;
}

/* The events of the watchers of a chain that are notified of this pool alone, or, for NULL, of all
 * pools. */
static uint32_t watch_heard_by(const trp_watcher *watcher, const trp_pool *pool)
{
    uint32_t events = 0;

    for (; watcher != NULL; watcher = watcher->next)
        if (watcher->pool == pool)
            events |= watch_events_of(watcher);
    return events;
}

static void watch_update_pool(trp_pool *pool)
{
    const trp_world *world = pool->world;

    trp__look_for_lost(pool->world, pool->watchers);
    pool->hears = (pool->hears & (TRP__HEARS_BIRTHS | TRP__HEARS_ENDS)) | world->hears |
                  watch_heard_by(world->watchers, pool) | watch_heard_by(pool->watchers, pool);
    trp__ages_change(pool);
}

static void watch_update_world(trp_world *world)
{
    uint32_t hears;

    trp__look_for_lost(world, world->watchers);
    hears = watch_heard_by(world->watchers, NULL);

    if (world->record != NULL)
        hears |= TRP__EVENT_RECORDED;
    if (hears == world->hears)
        return; /* no pool has other events either */
    world->hears = hears;
    for (uint32_t i = 0; i < world->pool_count; i++)
        watch_update_pool(world->pools[i]);
}

/* Whether the life in question has ended meanwhile. */
static bool watch_is_over(const trp_pool *pool, const trp_actor *actor, uint32_t slot,
                          uint32_t generation, trp_event event)
{
    const trp__cell *cell;

    if (event == TRP_EVENT_RECYCLED || actor == NULL)
        return false;
    cell = trp__cell_of(pool, slot);
    return cell->generation != generation ||
           (event == TRP_EVENT_EXPIRED && !trp__is_expired(cell->stamp));
}

void trp__begin_telling(trp_world *world, trp__telling *telling, trp_watcher *first)
{
    trp__look_for_lost(world, first);
    trp__look_for_lost(world, world->watchers);
    telling->up = world->tellings;
    telling->at = NULL;
    telling->next = first;
    telling->since = world->watches;
    telling->tick = NULL;
    world->tellings = telling;
    world->calls++;
}

trp_watcher *trp__next_told(trp__telling *telling)
{
    do {
        telling->at = telling->next;
        if (telling->at == NULL)
            return NULL;
        telling->next = telling->at->next;
    } while (telling->at->since > telling->since);
    return telling->at;
}

void trp__end_telling(trp_world *world, const trp__telling *telling)
{
    world->calls--;
    world->tellings = telling->up;
}

/* Notifies a chain; false if the life in question is over. */
static bool watch_tell_chain(trp__telling *telling, trp_actor *actor, uint32_t slot,
                             uint32_t generation, trp_event_context *in)
{
    trp_watcher *watcher;

    while ((watcher = trp__next_told(telling)) != NULL) {
        /* events without a pool concern watchers of one pool as well */
        if ((watch_events_of(watcher) & (unsigned)in->event) == 0 ||
            (watcher->pool != NULL && in->pool != NULL && watcher->pool != in->pool))
            continue;
        in->user = watcher->user != NULL ? watcher->user
                   : in->pool != NULL    ? trp__user_of(in->pool)
                                         : in->world->user;
        watcher->function(actor, in);
        if (watch_is_over(in->pool, actor, slot, generation, in->event))
            return false;
    }
    return true;
}

static trp_event_context watch_context(const trp_world *world, trp_pool *pool, void *user,
                                       unsigned event, trp_reason reason)
{
    trp_event_context in;

    trp__fill_context(&in, world, pool, user, NULL);
    in.event = (trp_event)event;
    in.reason = reason;
    in.cause = world->culprit;
    in.system = NULL;
    return in;
}

/* Notifies the watchers of the pool, if the event has one, then those of the world. */
static void watch_tell(trp_world *world, trp_pool *pool, trp_actor *actor, unsigned event,
                       trp_reason reason, trp_context *tick)
{
    trp__telling telling;
    trp_event_context in;
    uint32_t slot = 0;
    uint32_t generation = 0;

    if (actor != NULL) {
        slot = trp__slot_of(pool, actor);
        generation = trp__cell_of(pool, slot)->generation;
    }
    trp__begin_telling(world, &telling, pool != NULL ? pool->watchers : NULL);
    telling.tick = tick;
    in = watch_context(world, pool, NULL, event, reason);
    if (watch_tell_chain(&telling, actor, slot, generation, &in)) {
        telling.next = world->watchers;
        watch_tell_chain(&telling, actor, slot, generation, &in);
    }
    trp__end_telling(world, &telling);
}

/* A call on a chain, and whether it is refused. */
static trp__call watch_call(trp_world *world, const trp_watcher *watcher, const char *name)
{
    trp__call call = trp__call_on_world(world, name);

    if (trp__is_void(&call) ||
        trp__refuses(&call,
                     watcher != NULL && watcher->pool != NULL && watcher->pool->world != world,
                     TRP_ERR_FOREIGN, TRP__TEXT("watcher.pool is a pool of another world")))
        return call;
    call.pool = watcher != NULL ? watcher->pool : NULL;
    if (!trp__is_shut(&call))
        trp__refuses(&call, watcher == NULL, TRP_ERR_NULL, TRP__TEXT("the watcher is NULL"));
    return call;
}

/* Where the chain of a watcher begins; the place of a watcher in a chain, or the chain's end. */
static trp_watcher **watch_chain(trp_world *world, const trp_watcher *watcher)
{
    return watcher->pool != NULL ? &watcher->pool->watchers : &world->watchers;
}

static trp_watcher **watch_place(trp_watcher **at, const trp_watcher *watcher)
{
    while (*at != NULL && *at != watcher)
        at = &(*at)->next;
    return at;
}

static void watch_update(trp_world *world, trp_pool *pool)
{
    if (pool != NULL)
        watch_update_pool(pool);
    else
        watch_update_world(world);
}

/* Notifications in progress skip it, because it was added later. */
void trp__insert_watcher(trp_world *world, trp_watcher **place, trp_watcher *watcher)
{
    world->tell = watch_tell;
    watcher->since = ++world->watches;
    watcher->next = *place;
    *place = watcher;
    trp__watcher_added(world, watcher);
    watch_update(world, watcher->pool);
}

static void watch_take_out(trp_world *world, trp_watcher **place)
{
    trp_watcher *watcher = *place;

    for (trp__telling *telling = world->tellings; telling != NULL; telling = telling->up) {
        if (telling->at == watcher)
            telling->at = NULL;
        if (telling->next == watcher)
            telling->next = watcher->next;
    }
    *place = watcher->next;
    trp__memory_back(watcher);
    /* otherwise all watchers leave: remaining events of pools reach no watcher */
    if (!world->ending)
        watch_update(world, watcher->pool);
}

void trp__take_watcher(trp_world *world, trp_watcher *watcher)
{
    watch_take_out(world, watch_place(&world->watchers, watcher));
}

/* Notifies a new watcher of the actors that live in a pool. It may do anything; of newborns it is
 * notified as usual. False: it has left its chain. */
static bool watch_tell_lives(trp__telling *telling, trp_pool *pool, uint32_t limit)
{
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++) {
        const trp_watcher *watcher = telling->at;
        trp_event_context in;
        if (!trp__is_alive(trp__stamp_at(pool, slot)) ||
            (trp__stamp(pool, trp__cell_of(pool, slot)) | TRP__STAMP_ACTIVE) < limit)
            continue;
        in = watch_context(pool->world, pool, watcher->user, TRP_EVENT_CREATED, TRP_REASON_NONE);
        watcher->function(trp__node_at(pool, slot), &in);
        if (telling->at == NULL)
            return false;
    }
    return true;
}

void trp__tell_existing(trp_world *world, trp_pool *only, trp_watcher *watcher)
{
    const uint32_t limit = trp__limit_now(world);
    trp__telling telling;
    bool goes_on = true;

    trp__begin_telling(world, &telling, NULL);
    telling.at = watcher;
    for (uint32_t i = 0; i < world->pool_count && goes_on; i++)
        if (only == NULL || only == world->pools[i])
            goes_on = watch_tell_lives(&telling, world->pools[i], limit);
    trp__end_telling(world, &telling);
}

trp_result trp_watch(trp_world *world, trp_watcher *watcher)
{
    trp__call call = watch_call(world, watcher, TRP__TEXT("trp_watch"));
    trp_watcher **chain;

    if (call.result != TRP_OK ||
        trp__refuses(&call, watcher->function == NULL, TRP_ERR_NULL,
                     TRP__TEXT("watcher.function is NULL")) ||
        trp__refuses(&call, watcher->events > WATCH_ALL_EVENTS, TRP_ERR_VALUE,
                     TRP__TEXT("watcher.events must be TRP_EVENT_*, ored together")) ||
        trp__refuses(
            &call, watcher->existing && (watch_events_of(watcher) & TRP_EVENT_CREATED) == 0,
            TRP_ERR_VALUE, TRP__TEXT("watcher.existing needs TRP_EVENT_CREATED in its events")))
        return call.result;
    chain = watch_chain(world, watcher);
    trp__look_for_lost(world, *chain);
    if (trp__refuses(&call, *watch_place(chain, watcher) != NULL, TRP_ERR_LINKED,
                     TRP__TEXT("the watcher")))
        return call.result;
    trp__insert_watcher(world, chain, watcher);
    if (watcher->existing)
        trp__tell_existing(world, watcher->pool, watcher);
    return TRP_OK;
}

trp_result trp_unwatch(trp_world *world, trp_watcher *watcher)
{
    trp__call call = watch_call(world, watcher, TRP__TEXT("trp_unwatch"));
    trp_watcher **place;

    if (call.result != TRP_OK)
        return call.result;
    place = watch_place(watch_chain(world, watcher), watcher);
    if (!trp__refuses(&call, *place == NULL, TRP_ERR_UNLINKED, TRP__TEXT("the watcher")))
        watch_take_out(world, place);
    return call.result;
}

void trp__set_recorder(trp_world *world, trp__record_fn *record, trp__record_misuse_fn *misuse,
                       void *recorder)
{
    world->record = record;
    world->record_misuse = misuse;
    world->recorder = recorder;
    watch_update_world(world);
}
