/* Words of scripts about timers and lifetimes. */
#include "script_inside.h"

enum { TABLES = 4 };

static trp_timers *tables[TABLES];
static trp_clock clocks[TABLES];

void script_time_reset(void)
{
    for (unsigned i = 0; i < TABLES; i++)
        tables[i] = NULL;
}

trp_clock script_clock(const char **at)
{
    static const char *const names[] = {"seconds", "ticks", "world"};

    for (int i = 0; i < 3; i++)
        if (script_takes(at, names[i]))
            return (trp_clock)i;
    script_fail("there is no such clock");
}

static void log_due(trp_actor *self, const trp_context *in)
{
    const uint32_t id = trp_as(figure, self)->id;

    stage_log(SCRIPT_DUE(id));
    script_react('t', id, id);
}

static trp_result make_table(const char *at)
{
    static const char *const dues[] = {"call", "expire", "recycle", "wake"};
    static const trp_due values[] = {TRP_DUE_CALL, TRP_DUE_EXPIRE, TRP_DUE_RECYCLE, TRP_DUE_WAKE};
    const uint32_t number = script_number(&at);
    trp_timers_desc desc = {.name = "timers", .on_due = log_due};

    script_need(number < TABLES, "there are too many tables");
    script_skip(&at);
    trp_pool *pool = at[0] != '\0' && at[1] == ' ' ? script_pool_at(&at) : script_pools[0];
    desc.clock = clocks[number] = script_clock(&at);
    for (unsigned i = 0; i < 4; i++)
        if (script_takes(&at, dues[i]))
            desc.due = values[i];
    tables[number] = trp_timers_create(pool, &desc);
    return tables[number] != NULL ? TRP_OK : trp_last_result(script_world);
}

static trp_duration duration_at(const char **at, trp_clock clock)
{
    return clock == TRP_CLOCK_SECONDS ? trp_seconds(script_decimal(at))
                                      : trp_ticks(script_number(at));
}

static trp_result set_timer(const char *name, const char *at, uint32_t me)
{
    const uint32_t number = script_number(&at);
    trp_timers *const timers = tables[number];
    trp_actor *const actor = script_actor_at(&at, me);

    if (situation_text_equal(name, "halt"))
        return trp_timer_stop(timers, actor);
    const trp_duration duration = duration_at(&at, clocks[number]);
    if (situation_text_equal(name, "start"))
        return trp_timer_start(timers, actor, duration);
    if (situation_text_equal(name, "repeat"))
        return trp_timer_repeat(timers, actor, duration);
    if (situation_text_equal(name, "again"))
        return trp_timer_again(timers, actor, duration);
    return trp_timer_sleep(timers, actor, duration);
}

bool script_time_call(const char *name, const char *at, uint32_t me)
{
    static const char *const calls[] = {"halt", "start", "repeat", "again", "nap", NULL};
    const char *const start = at;

    if (script_is_one_of(name, calls))
        script_answered(start, set_timer(name, at, me));
    else if (situation_text_equal(name, "timers"))
        script_answered(start, make_table(at));
    else if (situation_text_equal(name, "freetimers"))
        script_answered(start, trp_timers_destroy(tables[script_number(&at)]));
    else if (situation_text_equal(name, "life")) {
        trp_actor *const actor = script_actor_at(&at, me);
        const trp_clock clock = script_clock(&at);
        script_answered(start, trp_expire_in(script_world, actor, duration_at(&at, clock)));
    } else
        return false;
    return true;
}

static void check_left(trp_duration left, trp_clock clock, const char *at)
{
    const trp_duration right = duration_at(&at, clock);

    script_need(left.seconds == right.seconds && left.ticks == right.ticks, "another time is left");
}

bool script_time_check(const char *name, const char *at, uint32_t me)
{
    static const char *const names[] = {"running", "idle", NULL};

    if (situation_text_equal(name, "left")) {
        const uint32_t number = script_number(&at);
        const trp_actor *const actor = script_actor_at(&at, me);
        check_left(trp_timer_left(tables[number], actor), clocks[number], at);
    } else if (situation_text_equal(name, "lifeleft")) {
        const trp_actor *const actor = script_actor_at(&at, me);
        const trp_clock clock = script_clock(&at);
        check_left(trp_time_left(script_world, actor), clock, at);
    } else if (script_is_one_of(name, names)) {
        trp_timers *const timers = tables[script_number(&at)];
        while (!script_at_end(at))
            script_need(trp_timer_is_running(timers, script_actor_at(&at, me)) == (name[0] == 'r'),
                        "its timer runs, or does not");
    } else
        return false;
    return true;
}
