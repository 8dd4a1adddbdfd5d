#include "time_scene.h"

time_scene then;

static void update(trp_actor *self, const trp_context *in)
{
    spark *s = trp_as(spark, self);

    stage_log(s->id);
    if (in->tick % 5 == s->id % 5)
        trp_queue_post(then.booms, &(boom){s->id, (uint32_t)in->tick});
}

static void on_end(trp_actor *self, const trp_end_context *in)
{
    stage_log(GONE(in->reason, trp_as(spark, self)->id));
}

static void on_due(trp_actor *self, const trp_context *in)
{
    stage_log(DUE(trp_as(spark, self)->id));
}

void time_scene_play(const void *event, const trp_context *in)
{
    const boom *b = (const boom *)event;
    stage_log(BOOM(b->id));
}

trp_timers *time_scene_make(trp_clock clock, trp_due due)
{
    trp_timers *made = trp_timers_create(
        then.pool,
        &(trp_timers_desc){.name = "fuse", .clock = clock, .due = due, .on_due = on_due});

    CHECK(made != NULL);
    return made;
}

trp_pool_desc time_scene_desc(void)
{
    trp_pool_desc desc = {.type = TRP_TYPE(spark, actor), .capacity = 16};

    desc.name = "sparks";
    desc.lifetime = (trp_lifetime)TRP_LIFETIME_BY(spark, until, TRP_CLOCK_TICKS);
    desc.update = update;
    desc.on_end = on_end;
    return desc;
}

void time_scene_furnish(trp_pool_desc desc)
{
    then.pool = stage_pool_as(then.world, desc);
    then.fuse = time_scene_make(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    then.reload = time_scene_make(TRP_CLOCK_SECONDS, TRP_DUE_WAKE);
    then.booms = trp_queue_create(then.world, &(trp_queue_desc){.name = "booms",
                                                                .size = sizeof(boom),
                                                                .capacity = 6,
                                                                .play = time_scene_play});
    CHECK(then.booms != NULL);
}

void time_scene_begin(void)
{
    then.world = stage_world();
    time_scene_furnish(time_scene_desc());
}

spark *time_scene_born(uint32_t id)
{
    spark *s = trp_as(spark, trp_create(then.pool, NULL));

    CHECK(s != NULL);
    s->id = id;
    return s;
}

trp_actor *time_scene_at(uint32_t slot)
{
    return trp_pool_at(then.pool, slot);
}

void time_scene_save(unsigned number)
{
    CHECK_OK(trp_snapshot_save(then.world, then.memory[number], sizeof then.memory[number],
                               &then.saved[number]));
}

void time_scene_restore(unsigned number)
{
    CHECK_OK(trp_snapshot_restore(then.world, then.memory[number], then.saved[number]));
    stage_log_clear();
}

void time_scene_tick(void)
{
    CHECK_OK(trp_update_all(then.world, 0.25f));
}

void time_scene_ticks(unsigned count)
{
    while (count-- > 0)
        time_scene_tick();
}

void time_scene_start_all(void)
{
    for (uint32_t id = 1; id <= 4; id++)
        time_scene_born(id)->until = trp_time_in(then.pool, trp_ticks(20 - 3 * id));
    CHECK_OK(trp_timer_start(then.fuse, time_scene_at(0), trp_ticks(4)));
    CHECK_OK(trp_timer_repeat(then.fuse, time_scene_at(1), trp_ticks(3)));
    CHECK_OK(trp_timer_start(then.reload, time_scene_at(2), trp_seconds(1.25f)));
    CHECK_OK(trp_timer_sleep(then.reload, time_scene_at(3), trp_seconds(0.75f)));
    CHECK_OK(trp_queue_post(then.booms, &(boom){9, 0}));
}
