/* The prediction, by arrays: each tick examines every slot. */
#include "timers.h"

#include <string.h>

static void model_callback(uint32_t entry)
{
    note(&expected, entry);
    if (++expected.callbacks == doing.k)
        model_do(doing.nested);
}

static void model_end(uint32_t slot)
{
    model_slot *at = &now.slots[slot];
    memset(at, 0, sizeof *at);
    at->is = TRP_STATE_FREE;
    note(&expected, GONE(slot));
}

static void model_activate(uint32_t slot)
{
    now.slots[slot].is = TRP_STATE_ACTIVE;
    now.slots[slot].since = ++now.activations;
}

static void model_fire(uint32_t table, uint32_t slot)
{
    model_slot *at = &now.slots[slot];
    model_timer *timer = &at->timers[table];

    if (!timer->runs || timer->due > now.ticks || at->is == TRP_STATE_EXPIRED)
        return;
    timer->runs = timer->every != 0;
    timer->due += timer->every;
    if (table == 1 && at->is == TRP_STATE_ASLEEP)
        model_activate(slot);
    model_callback(DUE(table, slot));
}

static void model_visit(uint32_t slot, uint32_t walk)
{
    model_slot *at = &now.slots[slot];
    const uint32_t since = at->since;

    if (at->is == TRP_STATE_EXPIRED)
        model_end(slot);
    else if (at->is == TRP_STATE_ACTIVE && at->since <= walk)
    {
        if (at->until != 0 && at->until <= now.ticks)
        {
            model_end(slot);
            return;
        }
        model_callback(UPDATE(slot));
        if (at->is == TRP_STATE_EXPIRED && at->since == since)
            model_end(slot);
    }
}

static void model_tick(void)
{
    uint32_t walk;

    now.ticks++;
    for (uint32_t table = 0; table < TABLES; table++)
        for (uint32_t slot = 0; slot < SLOTS; slot++)
            model_fire(table, slot);
    walk = now.activations;
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        model_visit(slot, walk);
}

static void model_start(uint32_t slot, uint32_t table, uint32_t ticks, uint32_t every)
{
    now.slots[slot].timers[table] = (model_timer){true, now.ticks + ticks, every};
}

bool model_has(op what, bool in_callback)
{
    const trp_state is = what.what < CREATE ? now.slots[what.slot].is : TRP_STATE_FREE;

    switch (what.what)
    {
    case CREATE:
        return what.slot == 0;
    case TICK:
    case TICKS_14:
        return what.slot == 0 && !in_callback;
    case ACTIVATE:
        return is == TRP_STATE_ASLEEP;
    case DEACTIVATE:
    case EXPIRE:
        return is == TRP_STATE_ACTIVE;
    default:
        return is == TRP_STATE_ACTIVE || is == TRP_STATE_ASLEEP;
    }
}

static void model_create(void)
{
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        if (now.slots[slot].is == TRP_STATE_FREE)
        {
            model_activate(slot);
            note(&expected, CREATED(slot));
            return;
        }
    note(&expected, CREATED(SLOTS));
}

void model_do(op what)
{
    if (!model_has(what, doing.k != 0 && expected.callbacks != 0))
        return;
    switch (what.what)
    {
    case START_1:
    case START_2:
    case START_17:
        model_start(what.slot, 0, what.what == START_17 ? 17 : 1 + (uint32_t)what.what, 0);
        break;
    case REPEAT_2:
        model_start(what.slot, 0, 2, 2);
        break;
    case STOP:
        now.slots[what.slot].timers[0].runs = false;
        break;
    case SLEEP_2:
        model_start(what.slot, 1, 2, 0);
        now.slots[what.slot].is = TRP_STATE_ASLEEP;
        break;
    case DEACTIVATE:
        now.slots[what.slot].is = TRP_STATE_ASLEEP;
        break;
    case ACTIVATE:
        model_activate(what.slot);
        break;
    case RECYCLE:
        model_end(what.slot);
        break;
    case EXPIRE:
        now.slots[what.slot].is = TRP_STATE_EXPIRED;
        break;
    case LIVE_2:
        now.slots[what.slot].until = now.ticks + 2;
        break;
    case CREATE:
        model_create();
        break;
    default:
        for (uint32_t ticks = what.what == TICK ? 1 : 14; ticks > 0; ticks--)
            model_tick();
    }
}
