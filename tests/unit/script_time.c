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

bool script_time_call(const char *name, const char *at, uint32_t me)
{
    static const char *const calls[] = {"halt", "start", "repeat", "again", "nap", NULL};
    const char *const start = at;

    if (script_is_one_of(name, calls))
        set_timers(name, at, me);
    else if (situation_text_equal(name, "timers"))
        script_answered(start, make_table(at));
    else if (situation_text_equal(name, "freetimers"))
        script_answered(start, trp_timers_destroy(tables[script_number(&at)]));
    else if (situation_text_equal(name, "life")) {
        uint32_t id, last;
        script_range(&at, me, &id, &last);
        const trp_clock clock = script_clock(&at);
        for (; id <= last; id++) {
            const char *of = at;
            trp_actor *const actor = id != 0 ? &script_figures[id]->actor : NULL;
            script_answered(at, trp_expire_in(script_world, actor, duration_at(&of, clock)));
        }
    } else if (situation_text_equal(name, "moment")) {
        figure *const it = trp_as(figure, script_actor_at(&at, me));
        it->until.moment = script_number(&at);
    } else if (situation_text_equal(name, "clock"))
        script_pools[0]->state.clock = script_number(&at);
    else if (situation_text_equal(name, "advance")) {
        trp_timers *const timers = tables[script_number(&at)];
        timers->now += script_number(&at);
    } else if (situation_text_equal(name, "lane"))
        queue = &queues[script_number(&at)];
    else if (situation_text_equal(name, "freequeue"))
        script_answered(start, trp_queue_destroy(*queue));
    else if (situation_text_equal(name, "queue"))
        script_answered(start, make_queue(at));
    else if (situation_text_equal(name, "post")) {
        const uint32_t event = script_number(&at);
        script_answered(start, trp_queue_post(*queue, &event));
    } else if (situation_text_equal(name, "flush"))
        script_answered(start, trp_queue_flush(*queue));
    else if (situation_text_equal(name, "forgetqueue"))
        script_answered(start, trp_queue_forget(*queue));
    else
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
    } else if (situation_text_equal(name, "late")) {
        uint32_t count = 0;
        for (; !script_at_end(at); script_skip(&at))
            script_need(count < FIRINGS && late[count++] == script_decimal(&at),
                        "it was later, or less late");
        script_need(count == late_count, "more have fired, or fewer");
        late_count = 0;
    } else if (situation_text_equal(name, "waiting"))
        situation_check_equal(__FILE__, __LINE__, "waiting", trp_queue_info(*queue).count,
                              script_number(&at));
    else if (script_is_one_of(name, names)) {
        trp_timers *const timers = tables[script_number(&at)];
        while (!script_at_end(at))
            script_need(trp_timer_is_running(timers, script_actor_at(&at, me)) == (name[0] == 'r'),
                        "its timer runs, or does not");
    } else
        return false;
    return true;
}
