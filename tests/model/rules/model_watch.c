/* Watchers. */
#include "model.h"

#define ALL_EVENTS (2u * TRP_EVENT_RESTORED - 1)

static unsigned events_of(const model_watcher *watcher)
{
    return watcher->events != 0 ? watcher->events : ALL_EVENTS & ~(unsigned)TRP_EVENT_UPDATED;
}

static bool some_hears(const model_chain *chain, unsigned event)
{
    for (uint32_t i = 0; i < chain->count; i++)
        if ((events_of(&chain->watchers[i]) & event) != 0)
            return true;
    return false;
}

bool model_hears(const model_world *w, uint32_t pool, unsigned event)
{
    return some_hears(&w->pools[pool].chain, event) || some_hears(&w->chain, event);
}

void model_listen(model_world *w, model_chain *chain, model_watcher watcher)
{
    watcher.since = ++w->watches;
    for (uint32_t i = chain->count++; i > 0; i--)
        chain->watchers[i] = chain->watchers[i - 1];
    chain->watchers[0] = watcher;
}

void model_ignore(model_chain *chain, listener kind, uint32_t noun, uint32_t of)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < chain->count; i++) {
        const model_watcher watcher = chain->watchers[i];
        if (watcher.listener != kind || watcher.noun != noun || watcher.of != of)
            chain->watchers[kept++] = watcher;
    }
    chain->count = kept;
}

static bool is_in(const model_chain *chain, uint64_t since)
{
    for (uint32_t i = 0; i < chain->count; i++)
        if (chain->watchers[i].since == since)
            return true;
    return false;
}

static void tell_user(model_world *w, const model_watcher *watcher, uint32_t pool, uint32_t actor,
                      trp_event event, trp_reason reason)
{
    record at = model_hook(w, HOOK_WATCH, actor);

    at.other.pool = (uint8_t)pool;
    at.extra = watcher->noun | (uint32_t)event << 4 | (uint32_t)reason << 20;
    model_call(at);
}

static void tell_one(model_world *w, const model_watcher *watcher, uint32_t pool, uint32_t actor,
                     trp_event event, trp_reason reason)
{
    switch (watcher->listener) {
    case LISTENS_USER:
        tell_user(w, watcher, pool, actor, event, reason);
        break;
    case LISTENS_FAMILY:
        model_family_told(w, watcher->noun, actor, event);
        break;
    case LISTENS_SPACE:
        model_space_told(w, watcher->noun, actor, event);
        break;
    default:
        break;
    }
}

/* Whether the life in question is over: then the other watchers are not notified. */
static bool is_over(const model_world *w, uint32_t actor, uint32_t generation, trp_event event)
{
    if (actor == NO_INDEX || event == TRP_EVENT_RECYCLED)
        return false;
    return w->actors[actor].generation != generation ||
           (event == TRP_EVENT_EXPIRED && w->actors[actor].state != EXPIRED);
}

/* Notifies those that were in the chain before and still are. False: the life in question is
 * over. */
static bool tell_chain(model_world *w, const model_chain *chain, uint64_t before, uint32_t pool,
                       uint32_t actor, trp_event event, trp_reason reason)
{
    const model_chain was = *chain;
    const uint32_t generation = actor != NO_INDEX ? w->actors[actor].generation : 0;

    for (uint32_t i = 0; i < was.count; i++) {
        const model_watcher *watcher = &was.watchers[i];
        if (watcher->since > before || !is_in(chain, watcher->since) ||
            (events_of(watcher) & (unsigned)event) == 0)
            continue;
        tell_one(w, watcher, pool, actor, event, reason);
        if (is_over(w, actor, generation, event))
            return false;
    }
    return true;
}

void model_tell(model_world *w, uint32_t pool, uint32_t actor, trp_event event, trp_reason reason)
{
    const uint64_t before = w->watches;

    if (!model_hears(w, pool, (unsigned)event))
        return;
    w->calls++;
    if (tell_chain(w, &w->pools[pool].chain, before, pool, actor, event, reason))
        tell_chain(w, &w->chain, before, pool, actor, event, reason);
    w->calls--;
}

/* Families, groups and spaces end at their watcher's turn. */
void model_tell_end(model_world *w)
{
    const model_chain was = w->chain;

    w->calls++;
    for (uint32_t i = 0; i < was.count; i++) {
        const model_watcher *watcher = &was.watchers[i];
        if (watcher->listener == LISTENS_USER && (events_of(watcher) & TRP_EVENT_SHUTDOWN) != 0)
            tell_user(w, watcher, POOLS, NO_INDEX, TRP_EVENT_SHUTDOWN, TRP_REASON_NONE);
    }
    w->calls--;
}

/* A watcher of the user's */

static uint32_t home_of(const operation *op, bool all)
{
    return all || op->noun == WATCHERS ? POOLS : op->pool;
}

static void watch(model_world *w, operation *op, bool all)
{
    const uint32_t home = home_of(op, all);
    const model_watcher watcher = {LISTENS_USER, op->noun, 0, op->n, 0};

    if (w->drawing)
        op->result = model_misuse(w, home, TRP_BUSY);
    else if (op->noun == WATCHERS)
        op->result = model_misuse(w, home, TRP_ERR_NULL);
    else if (op->n > ALL_EVENTS)
        op->result = model_misuse(w, home, TRP_ERR_VALUE);
    else if (w->watching[op->noun] == home)
        op->result = model_misuse(w, home, TRP_ERR_LINKED);
    else {
        model_listen(w, all ? &w->chain : &w->pools[op->pool].chain, watcher);
        w->watching[op->noun] = (uint8_t)home;
        w->events[op->noun] = op->n;
        op->result = TRP_OK;
    }
}

static void unwatch(model_world *w, operation *op, bool all)
{
    const uint32_t home = home_of(op, all);

    if (w->drawing)
        op->result = model_misuse(w, home, TRP_BUSY);
    else if (op->noun == WATCHERS)
        op->result = model_misuse(w, home, TRP_ERR_NULL);
    else if (w->watching[op->noun] != home)
        op->result = model_misuse(w, home, TRP_ERR_UNLINKED);
    else {
        model_ignore(all ? &w->chain : &w->pools[op->pool].chain, LISTENS_USER, op->noun, 0);
        w->watching[op->noun] = POOLS + 1;
        op->result = TRP_OK;
    }
}

void model_do_watch(model_world *w, operation *op)
{
    watch(w, op, false);
}

void model_do_watch_all(model_world *w, operation *op)
{
    watch(w, op, true);
}

void model_do_unwatch(model_world *w, operation *op)
{
    unwatch(w, op, false);
}

void model_do_unwatch_all(model_world *w, operation *op)
{
    unwatch(w, op, true);
}
