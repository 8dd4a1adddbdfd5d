/* Systems: rain that fills a pool, a sweeper that recycles distant drops, and a watchman that
 * reports ends and their causes. */
#include "troupe/system.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct drop {
    trp_actor actor;
    int x, height;
} drop;

static void drop_update(trp_actor *self, const trp_context *in)
{
    if (--trp_as(drop, self)->height == 0)
        trp_expire(in->world, self);
}

static trp_pool *drops;
static int clouds = 3, camera = 3;

static void rain_before(trp_system *self, const trp_context *in)
{
    (void)self;
    const int x = 3 * (int)in->tick;
    if (clouds-- <= 0)
        return;
    trp_create(drops, &(drop){.x = x, .height = 2});
    trp_create(drops, &(drop){.x = x + 1, .height = 9});
}

static void sweeper_after(trp_system *self, const trp_context *in)
{
    (void)self;
    trp_each (drop, it, drops)
        if (it->x < camera - 4)
            trp_recycle(in->world, &it->actor);
    camera += 3;
}

static void watchman_removed(trp_actor *actor, const trp_event_context *in)
{
    const char *who = in->reason == TRP_REASON_EXPIRED    ? "the ground"
                      : in->reason == TRP_REASON_RECYCLED ? "the sweeper"
                                                          : "the end";
    printf("  %s: %s took the drop at %d\n", in->system->name, who, trp_as(drop, actor)->x);
}

static void watchman_dispose(trp_system *self, const trp_context *in)
{
    printf("  %s: all quiet after %u ticks\n", self->name, (unsigned)trp_world_ticks(in->world));
}

static trp_system rain = {.name = "rain", .before = rain_before};
static trp_system sweeper = {.name = "sweeper", .order = 1, .after = sweeper_after};
static trp_system watchman = {
    .name = "watchman", .removed = watchman_removed, .dispose = watchman_dispose};

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    drops = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(drop, actor), .capacity = 64, .update = drop_update});
    watchman.pool = drops; /* only ends of drops are told */
    trp_system_add(world, &rain);
    trp_system_add(world, &watchman);
    trp_system_add(world, &sweeper);
    printf("twice: %s\n", trp_result_name(trp_system_add(world, &sweeper)));

    for (int frame = 1; frame <= 4; ++frame) {
        printf("frame %d\n", frame);
        trp_update_all(world, 1.0f / 60);
    }
    printf("the end\n");
    trp_world_destroy(world);
    return 0;
}
