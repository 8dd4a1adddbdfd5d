/* Callbacks: each must be the next recorded event, and makes the calls in it. */
#include "real.h"

#include <string.h>

static uint32_t at;

uint32_t real_position(void)
{
    return at;
}

record *real_next(record_kind kind)
{
    if (at == the_trace.count || the_trace.records[at].kind != kind)
        return NULL;
    return &the_trace.records[at++];
}

void real_follow(void)
{
    at = 0;
    real_calls_here();
    expect_same("how far all calls went", the_trace.count, at);
}

void real_skip_to(uint32_t position)
{
    at = position;
}

static const record *begin(const real_world *w, hook_kind hook)
{
    const record *next = real_next(RECORD_BEGIN);

    expect(next != NULL, "a callback that should not be", at, hook);
    expect_same("which callback it is", next->hook, hook);
    expect_same("the callback's world", next->world, (uint64_t)(w - the_worlds));
    return next;
}

const record *real_hook(const real_world *w, hook_kind hook, const trp_actor *actor)
{
    const record *next = begin(w, hook);

    real_meet(next->actor, actor);
    return next;
}

void real_hook_end(void)
{
    real_calls_here();
    expect(real_next(RECORD_END) != NULL, "a callback returns too early", at, 0);
}

/* Of pools */

/* The tick remains the one that trp_space_update() is given, until the update returns. */
static void run_update(const record *now, const trp_tick *tick)
{
    real_world *w = real_of(tick->world);
    const trp_tick *outer = w->tick;

    expect_same("a tick's dt", now->extra, float_bits(tick->dt));
    expect_same("a tick's layer", now->more, tick->layer);
    expect_same("a tick's pool", now->actor.pool, real_pool_number(w, tick->pool));
    expect_same("a tick's number", trp_world_ticks(w->world), tick->number);
    expect(tick->user == w, "a tick's user", 1, 0);
    w->tick = tick;
    real_hook_end();
    w->tick = outer;
}

void real_update(trp_actor *self, const trp_tick *tick)
{
    run_update(real_hook(real_of(tick->world), HOOK_UPDATE, self), tick);
}

void real_update_pool(trp_pool *pool, const trp_tick *tick)
{
    const record *now = begin(real_of(tick->world), HOOK_UPDATE_POOL);

    expect(pool == tick->pool, "a tick's pool", 1, 0);
    run_update(now, tick);
}

void real_draw(const trp_actor *self, const trp_view *view)
{
    const real_world *w = real_of(view->world);
    const record *now = real_hook(w, HOOK_DRAW, self);

    expect_same("a view's layer", now->more, view->layer);
    expect(view->pool == trp_pool_of(w->world, self) && view->user == w, "a view", 1, 0);
    expect(view->alpha == 0.25f && view->target == &the_worlds, "a view's target", 1, 0);
    real_hook_end();
}

bool real_is_expired_unit(const trp_actor *self)
{
    return trp_as_const(unit, self)->doomed != 0;
}

bool real_is_expired_crate(const trp_actor *self)
{
    return ((const crate *)trp__around_const(self, offsetof(crate, node)))->doomed != 0;
}

void real_on_create(trp_world *world, trp_actor *actor)
{
    (void)real_hook(real_of(world), HOOK_CREATED, actor);
    real_hook_end();
}

/* A guest's memory is the user's again, which reuses it. */
static void spoil(real_world *w, trp_actor *actor)
{
    for (uint32_t i = 0; i < GUESTS; i++)
        if (actor == &w->guests[i].actor)
            memset(&w->guests[i], 0xDD, sizeof w->guests[i]);
}

void real_on_recycle(trp_world *world, trp_actor *actor, trp_reason reason)
{
    real_world *w = real_of(world);
    const record *now = real_hook(w, HOOK_RECYCLED, actor);

    expect_same("the reason of an end", now->extra, reason);
    expect_same("the state of one that leaves", TRP_STATE_EXPIRED, trp_state_of(world, actor));
    for (uint32_t i = 0; i < FAMILIES; i++)
        expect(trp_family_parent(&w->families[i], actor) == NULL &&
                   trp_family_count(&w->families[i], actor) == 0,
               "relations of one that leaves", 0, 1);
    real_hook_end();
    spoil(w, actor);
}

/* Of walks */

void real_visit(trp_actor *actor, void *user)
{
    const record *next = &the_trace.records[at];

    (void)user;
    expect(at < the_trace.count, "a visit that should not be", at, 0);
    (void)real_hook(&the_worlds[next->world], HOOK_VISIT, actor);
    real_hook_end();
}

void real_watch(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason, void *context)
{
    const real_watcher *self = context;
    const real_world *w = self->world;
    const record *now;

    if (event == TRP_EVENT_RESTORED) /* the model has no snapshots: see real_again.c */
        return;
    now = begin(w, HOOK_WATCH);
    expect_same("the notified watcher", now->extra & 15, self->number);
    expect_same("the event", now->extra >> 4 & 0xFFFF, event);
    expect_same("the reason of an event", now->extra >> 20, reason);
    expect_same("the pool of an event", now->other.pool, real_pool_number(w, pool));
    real_meet(now->actor, actor);
    real_hook_end();
}

void real_on_misuse(trp_world *world, const trp_misuse *misuse)
{
    real_world *w = real_of(world);
    const record *next;

    if (misuse->result == TRP_ERR_CORRUPT) /* the time of a repair is not specified */
    {
        expect(w->is_overwritten, misuse->message, 0, misuse->result);
        w->repaired++;
        w->pools[real_pool_number(w, misuse->pool)].repaired++;
        return;
    }
    next = real_next(RECORD_MISUSE);
    if (next == NULL)
        expect(false, misuse->message, at, misuse->result);
    expect_same("the result of a misuse", next->extra, misuse->result);
    expect_same("the world of a misuse", next->world, (uint64_t)(w - the_worlds));
    expect_same("the pool of a misuse", next->actor.pool, real_pool_number(w, misuse->pool));
    expect(misuse->message != NULL && misuse->call != NULL, "a message", 1, 0);
}

/* Of rosters and spaces */

void real_on_added(trp_roster *roster, trp_actor *actor, void *user)
{
    real_roster *of = user;
    const record *now;

    expect(roster == &of->roster && of->count < ENTRIES * 2, "the notified roster", 1, 0);
    of->handles[of->count++] = trp_handle_of(roster->world, actor);
    if (!of->tells)
        return;
    now = real_hook(real_of(roster->world), HOOK_ADDED, actor);
    expect(of == &real_of(roster->world)->rosters[now->extra], "which roster it is", now->extra, 0);
    real_hook_end();
}

/* The time of pruning is not specified; but each dead one is reported once. */
void real_on_pruned(trp_roster *roster, trp_handle handle, void *user)
{
    real_roster *of = user;
    uint32_t i = 0;

    expect(trp_get(roster->world, handle) == NULL, "one that is pruned lives", 0, 1);
    while (i < of->count && !trp_handle_equal(of->handles[i], handle))
        i++;
    expect(i < of->count, "one is pruned that was not in", of->count, handle.index);
    of->handles[i] = of->handles[--of->count];
}

void real_found(trp_actor *actor, const trp_found *found)
{
    real_visit(actor, found->user);
}

void real_pair(trp_actor *a, trp_actor *b, const trp_pair *pair)
{
    const record *now = real_hook(pair->user, HOOK_PAIR, a);

    real_meet(now->other, b);
    real_hook_end();
}

void real_contact(const trp_contact *contact)
{
    const record *now = real_hook(contact->user, HOOK_CONTACT, contact->a);

    real_meet(now->other, contact->b);
    expect_same("a contact's phase", now->extra, contact->phase);
    expect(trp_handle_equal(now->a, contact->a_handle) &&
               trp_handle_equal(now->b, contact->b_handle),
           "a contact's handles", now->a.generation, contact->a_handle.generation);
    real_hook_end();
}

void real_update_in_space(trp_actor *self, const trp_tick *tick)
{
    (void)real_hook(real_of(tick->world), HOOK_VISIT, self);
    real_hook_end();
}
