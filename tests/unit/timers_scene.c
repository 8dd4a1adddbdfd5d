#include "timers_scene.h"

timers_scene fuse;

static void log_due(trp_actor *self, const trp_context *in)
{
    thing *t = trp_as(thing, self);

    stage_log(DUE(t->id));
    if (fuse.when_due != NULL)
        fuse.when_due(in->timers, t, in);
}

trp_timers *timers_scene_make(trp_pool *of, trp_clock clock, trp_due due)
{
    trp_timers *made = trp_timers_create(
        of, &(trp_timers_desc){.name = "fuse", .clock = clock, .due = due, .on_due = log_due});

    CHECK(made != NULL);
    return made;
}

void timers_scene_begin(trp_clock clock, trp_due due)
{
    fuse.world = stage_world_as((trp_world_desc){.layers = 3, .on_misuse = stage_on_misuse});
    fuse.pool = stage_pool(fuse.world, 64, TRP_ORDER_MEMORY);
    fuse.timers = timers_scene_make(fuse.pool, clock, due);
    fuse.when_due = NULL;
}

thing *timers_scene_born(uint32_t id)
{
    thing *t = stage_thing(fuse.pool, id);

    stage_log_clear();
    return t;
}

void timers_scene_tick(float dt)
{
    CHECK_OK(trp_update_all(fuse.world, dt));
}
