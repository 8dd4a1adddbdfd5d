/* Words of scripts about timers, lifetimes and queues. */
#include "script_inside.h"

#include "../../src/time/timers.h" /* clocks and wheels far from now */

enum { TABLES = 8, QUEUES = 4, FIRINGS = 8 };

static trp_timers *tables[TABLES];
static trp_clock clocks[TABLES];
static trp_queue *queues[QUEUES], **queue; /* the one of all calls */
static float late[FIRINGS];                /* how late were those since it was asked */
static uint32_t late_count;

void script_time_reset(void)
{
    for (unsigned i = 0; i < TABLES; i++)
        tables[i] = NULL;
    for (unsigned i = 0; i < QUEUES; i++)
        queues[i] = NULL;
    queue = queues;
    late_count = 0;
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

    CHECK(in->user == tables);
    late[late_count++ % FIRINGS] = in->seconds_late;
    stage_log(SCRIPT_DUE(id));
    script_react('t', id, id);
}

static trp_result make_table(const char *at)
{
    static const char *const dues[] = {"call", "expire", "recycle", "wake"};
    static const trp_due values[] = {TRP_DUE_CALL, TRP_DUE_EXPIRE, TRP_DUE_RECYCLE, TRP_DUE_WAKE};
    const uint32_t number = script_number(&at);
    trp_timers_desc desc = {.name = "timers", .on_due = log_due, .user = tables};

    script_need(number < TABLES, "there are too many tables");
    script_skip(&at);
    trp_pool *pool = at[0] != '\0' && at[1] == ' ' ? script_pool_at(&at) : script_pools[0];
    desc.clock = clocks[number] = script_clock(&at);
    for (unsigned i = 0; i < 4; i++)
        if (script_takes(&at, dues[i]))
            desc.due = values[i];
    if (script_takes(&at, "mute"))
        desc.on_due = NULL;
    if (script_takes(&at, "called"))
        desc.name = script_name(&at);
    tables[number] = trp_timers_create(pool, &desc);
    return tables[number] != NULL ? TRP_OK : trp_last_result(script_world);
}

static trp_duration duration_at(const char **at, trp_clock clock)
{
    return clock == TRP_CLOCK_SECONDS ? trp_seconds(script_decimal(at))
                                      : trp_ticks(script_number(at));
}

/* For an actor, or for a range of them. */
static void set_timers(const char *name, const char *at, uint32_t me)
{
    const char *const start = at;
    const uint32_t number = script_number(&at);
    trp_timers *const timers = tables[number];
    uint32_t id, last;

    for (script_range(&at, me, &id, &last); id <= last; id++) {
        trp_actor *const actor = id != 0 ? &script_figures[id]->actor : NULL;
        const char *of = at;
        if (situation_text_equal(name, "halt")) {
            script_answered(start, trp_timer_stop(timers, actor));
            continue;
        }
        const trp_duration duration = duration_at(&of, clocks[number]);
        if (situation_text_equal(name, "start"))
            script_answered(start, trp_timer_start(timers, actor, duration));
        else if (situation_text_equal(name, "repeat"))
            script_answered(start, trp_timer_repeat(timers, actor, duration));
        else if (situation_text_equal(name, "again"))
            script_answered(start, trp_timer_again(timers, actor, duration));
        else
            script_answered(start, trp_timer_sleep(timers, actor, duration));
    }
}

static void play(const void *event, const trp_context *in)
{
    const uint32_t number = *(const uint32_t *)event;

    stage_log(SCRIPT_PLAYED(number));
    script_react('x', SCRIPT_PLAYED(number), 0);
}

static void undo(const void *event, const trp_context *in)
{
    stage_log(SCRIPT_UNDONE(*(const uint32_t *)event));
}

static trp_result make_queue(const char *at)
{
    trp_queue_desc desc = {
        .name = "queue", .size = sizeof(uint32_t), .capacity = script_number(&at), .play = play};

    if (script_takes(&at, "cancels")) {
        desc.cancel = undo;
        desc.key_bytes = sizeof(uint32_t);
    }
    if (script_takes(&at, "remember"))
        desc.remember = script_number(&at);
    if (script_takes(&at, "described"))
        desc.fields = &stage_number_type;
    if (script_takes(&at, "called"))
        desc.name = script_name(&at);
    if (script_takes(&at, "nameless"))
        desc.name = NULL;
    *queue = trp_queue_create(script_world, &desc);
    return *queue != NULL ? TRP_OK : trp_last_result(script_world);
}

/* IDS CLOCK TIME */
static void set_lives(const char *at, uint32_t me)
{
    uint32_t id, last;

    script_range(&at, me, &id, &last);
    const trp_clock clock = script_clock(&at);
    for (; id <= last; id++) {
        const char *of = at;
        trp_actor *const actor = id != 0 ? &script_figures[id]->actor : NULL;
        script_answered(at, trp_expire_in(script_world, actor, duration_at(&of, clock)));
    }
}

bool script_time_call(const char *name, const char *at, uint32_t me)
{
    static const char *const calls[] = {"halt", "start", "repeat", "again", "nap", NULL};
    const char *const start = at;

    if (script_is_one_of(name, calls))
        return set_timers(name, at, me), true;
    if (situation_text_equal(name, "moment")) {
        figure *const it = trp_as(figure, script_actor_at(&at, me));
        return it->until.moment = script_number(&at), true;
    }
    if (situation_text_equal(name, "advance")) {
        trp_timers *const timers = tables[script_number(&at)];
        return timers->now += script_number(&at), true;
    }
    SCRIPT_CALL("timers", make_table(at));
    SCRIPT_CALL("freetimers", trp_timers_destroy(tables[script_number(&at)]));
    SCRIPT_DO("life", set_lives(at, me));
    SCRIPT_DO("clock", script_pools[0]->state.clock = script_number(&at));
    SCRIPT_DO("lane", queue = &queues[script_number(&at)]);
    SCRIPT_CALL("freequeue", trp_queue_destroy(*queue));
    SCRIPT_CALL("queue", make_queue(at));
    SCRIPT_CALL("post", trp_queue_post(*queue, &(uint32_t){script_number(&at)}));
    SCRIPT_CALL("flush", trp_queue_flush(*queue));
    SCRIPT_CALL("forgetqueue", trp_queue_forget(*queue));
    return false;
}

static void check_left(trp_duration left, trp_clock clock, const char *at)
{
    const trp_duration right = duration_at(&at, clock);

    script_need(left.seconds == right.seconds && left.ticks == right.ticks, "another time is left");
}

static void check_late(const char *at)
{
    uint32_t count = 0;

    for (; !script_at_end(at); script_skip(&at))
        script_need(count < FIRINGS && late[count++] == script_decimal(&at),
                    "it was later, or less late");
    script_need(count == late_count, "more have fired, or fewer");
    late_count = 0;
}

static void check_running(const char *at, uint32_t me, bool is_running)
{
    trp_timers *const timers = tables[script_number(&at)];

    while (!script_at_end(at))
        script_need(trp_timer_is_running(timers, script_actor_at(&at, me)) == is_running,
                    "its timer runs, or does not");
}

bool script_time_check(const char *name, const char *at, uint32_t me)
{
    if (situation_text_equal(name, "left")) {
        const uint32_t number = script_number(&at);
        const trp_actor *const actor = script_actor_at(&at, me);
        return check_left(trp_timer_left(tables[number], actor), clocks[number], at), true;
    }
    if (situation_text_equal(name, "lifeleft")) {
        const trp_actor *const actor = script_actor_at(&at, me);
        const trp_clock clock = script_clock(&at);
        return check_left(trp_time_left(script_world, actor), clock, at), true;
    }
    SCRIPT_DO("late", check_late(at));
    SCRIPT_DO("running", check_running(at, me, true));
    SCRIPT_DO("idle", check_running(at, me, false));
    SCRIPT_FACT("waiting", trp_queue_info(*queue).count);
    return false;
}
