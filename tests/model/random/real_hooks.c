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
static void run_update(const record *now, const trp_context *in)
{
    real_world *w = real_of(in->world);
    const trp_context *outer = w->tick;

    expect_same("a tick's dt", now->extra, float_bits(in->dt));
    expect_same("a tick's layer", now->more, in->layer);
    expect_same("a tick's pool", now->actor.pool, real_pool_number(w, in->pool));
    expect_same("a tick's number", trp_world_ticks(w->world), in->tick);
    expect(in->user == w, "a tick's user", 1, 0);
    w->tick = in;
    real_hook_end();
    w->tick = outer;
}

void real_update(trp_actor *self, const trp_context *in)
{
    run_update(real_hook(real_of(in->world), HOOK_UPDATE, self), in);
}

void real_update_pool(trp_pool *pool, const trp_context *in)
{
    const record *now = begin(real_of(in->world), HOOK_UPDATE_POOL);

    expect(pool == in->pool, "a tick's pool", 1, 0);
    run_update(now, in);
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

bool real_is_expired_unit(const trp_actor *self, const trp_context *in)
{
    (void)in;
    return trp_as(unit, self)->doomed != 0;
}

bool real_is_expired_crate(const trp_actor *self, const trp_context *in)
{
    (void)in;
    return ((const crate *)trp__around(self, offsetof(crate, node)))->doomed != 0;
}

void real_on_create(trp_actor *actor, const trp_context *in)
{
    (void)real_hook(real_of(in->world), HOOK_CREATED, actor);
    real_hook_end();
}

/* A guest's memory is the user's again, which reuses it. */
static void spoil(real_world *w, trp_actor *actor)
{
    for (uint32_t i = 0; i < GUESTS; i++)
        if (actor == &w->guests[i].actor)
            memset(&w->guests[i], 0xDD, sizeof w->guests[i]);
}

void real_on_end(trp_actor *actor, const trp_end_context *in)
{
    real_world *w = real_of(in->world);
    const record *now = real_hook(w, HOOK_RECYCLED, actor);

    expect_same("the reason of an end", now->extra, in->reason);
    expect_same("the state of one that leaves", TRP_STATE_EXPIRED, trp_state_of(in->world, actor));
    for (uint32_t i = 0; i < FAMILIES; i++)
        expect(trp_family_parent(&w->families[i], actor) == NULL &&
                   trp_family_first(&w->families[i], actor) == NULL,
               "relations of one that leaves", 0, 1);
    real_hook_end();
    spoil(w, actor);
}

/* Of walks */

void real_visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    const record *next = &the_trace.records[at];
    expect(at < the_trace.count, "a visit that should not be", at, 0);
    (void)real_hook(&the_worlds[next->world], HOOK_VISIT, actor);
    real_hook_end();
}

void real_watch(trp_actor *actor, const trp_event_context *in)
{
    const real_watcher *self = in->user;
    const real_world *w = self->world;
    const record *now;

    if (in->event == TRP_EVENT_RESTORED) /* the model has no snapshots: see real_again.c */
        return;
    now = begin(w, HOOK_WATCH);
    expect_same("the notified watcher", now->extra & 15, self->number);
    expect_same("the event", now->extra >> 4 & 0xFFFF, in->event);
    expect_same("the reason of an event", now->extra >> 20, in->reason);
    expect_same("the pool of an event", now->other.pool, real_pool_number(w, in->pool));
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

/* Of groups and spaces */

void real_on_added(trp_actor *actor, const trp_context *in)
{
    real_group *of = in->user;
    const record *now;

    expect(in->group == &of->group && of->count < ENTRIES * 2, "the notified group", 1, 0);
    of->handles[of->count++] = trp_handle_of(in->group->world, actor);
    if (!of->tells)
        return;
    now = real_hook(real_of(in->group->world), HOOK_ADDED, actor);
    expect(of == &real_of(in->group->world)->groups[now->extra], "which group it is", now->extra,
           0);
    real_hook_end();
}

/* The time of pruning is not specified; but each dead one is reported once. */
void real_on_pruned(trp_handle handle, const trp_context *in)
{
    real_group *of = in->user;
    uint32_t i = 0;

    expect(trp_get(in->group->world, handle) == NULL, "one that is pruned lives", 0, 1);
    while (i < of->count && !trp_handle_equal(of->handles[i], handle))
        i++;
    expect(i < of->count, "one is pruned that was not in", of->count, handle.index);
    of->handles[i] = of->handles[--of->count];
}

void real_found(trp_actor *actor, const trp_context *in)
{
    real_visit(actor, in);
}

void real_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    const record *now = real_hook(in->arg, HOOK_PAIR, a);

    real_meet(now->other, b);
    real_hook_end();
}

void real_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    const record *now = real_hook(in->user, HOOK_CONTACT, a);

    real_meet(now->other, b);
    expect_same("a contact's phase", now->extra, in->phase);
    expect(trp_handle_equal(now->a, in->a_handle) && trp_handle_equal(now->b, in->b_handle),
           "a contact's handles", now->a.generation, in->a_handle.generation);
    real_hook_end();
}

void real_update_in_space(trp_actor *self, const trp_context *in)
{
    (void)real_hook(real_of(in->world), HOOK_VISIT, self);
    real_hook_end();
}
