/* The model's side: executes operations as calls of the model, and records what is compared. */
#include "timers.h"

static record written; /* of the callback in progress */

record *driver_record(record_kind of)
{
    (void)of;
    return &written;
}

void driver_nested(void)
{
    const uint32_t slot = written.actor.slot;

    if (written.hook == HOOK_RECYCLED) {
        note(&expected, GONE(slot));
        return;
    }
    note(&expected, written.hook == HOOK_DUE ? DUE(written.more & 255, slot) : UPDATE(slot));
    if (++expected.callbacks == doing.k)
        expect_do(doing.nested);
}

void expect_begin(void)
{
    static const pool_plan plan = {
        .joins = POOLS, .updates = true, .on_end = true, .has_lifetime = true, .capacity = SLOTS};

    model_reset(&now.model, 0);
    model_add_pool(&now.model, &plan, PLAN_ORDER_MEMORY);
    for (uint8_t table = 0; table < TABLES; table++) {
        const uint32_t due = table == 1 ? TRP_DUE_WAKE : TRP_DUE_CALL;
        operation call = {.noun = table, .n = TRP_CLOCK_TICKS | due << 2 | 1u << 4};
        model_do_timers_create(&now.model, &call);
    }
}

bool expect_has(op what, bool in_callback)
{
    const uint8_t is = now.model.actors[what.slot].state;

    switch (what.what) {
    case CREATE:
        return what.slot == 0;
    case TICK:
    case TICKS_14:
        return what.slot == 0 && !in_callback;
    case ACTIVATE:
        return is == ASLEEP;
    case DEACTIVATE:
    case EXPIRE:
        return is == ACTIVE;
    default:
        return is == ACTIVE || is == ASLEEP;
    }
}

/* A timer of the first table, or a sleep by one of the second. */
static void start(op what, operation *call)
{
    call->n = what.what == START_17 ? 17 : what.what == START_1 ? 1 : 2;
    call->mode = what.what == REPEAT_2 ? 1 : what.what == SLEEP_2 ? 2 : 0;
    call->noun = what.what == SLEEP_2;
    model_do_timer_start(&now.model, call);
}

static void create(operation *call)
{
    model_do_create_optional(&now.model, call);
    note(&expected, CREATED(call->actor.kind == TO_NULL ? SLOTS : call->actor.slot));
}

void expect_do(op what)
{
    model_world *w = &now.model;
    operation call = {.a = {TO_SLOT, 0, 0, what.slot}};

    if (!expect_has(what, doing.k != 0 && expected.callbacks != 0))
        return;
    switch (what.what) {
    case STOP:
        model_do_timer_stop(w, &call);
        break;
    case DEACTIVATE:
        model_do_deactivate(w, &call);
        break;
    case ACTIVATE:
        model_do_activate(w, &call);
        break;
    case RECYCLE:
        model_do_recycle(w, &call);
        break;
    case EXPIRE:
        model_do_expire(w, &call);
        break;
    case LIVE_2:
        w->actors[what.slot].until = w->pools[0].clock + 2;
        break;
    case CREATE:
        create(&call);
        break;
    case TICK:
    case TICKS_14:
        for (uint32_t ticks = what.what == TICK ? 1 : 14; ticks > 0; ticks--)
            model_do_update_all(w, &call);
        break;
    default:
        start(what, &call);
    }
}
