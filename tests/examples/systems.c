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

/* The rain creates its own pool. Without a pool there is no rain: trp_system_add returns the
 * reason. */
static trp_result rain_init(trp_system *self, const trp_context *in)
{
    (void)self;
    drops = trp_pool_create(
        in->world,
        &(trp_pool_desc){.type = TRP_TYPE(drop, actor), .capacity = 64, .update = drop_update});
    return drops ? TRP_OK : trp_last_result(in->world);
}

static bool rain_active(const trp_system *self, const trp_context *in)
{
    (void)in;
    (void)self;
    return clouds > 0;
}

static void rain_before(trp_system *self, const trp_context *in)
{
    (void)self;
    int x = 3 * (int)in->tick;
    trp_create(drops, &(drop){.x = x, .height = 2});
    trp_create(drops, &(drop){.x = x + 1, .height = 9});
    --clouds;
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

static trp_system rain = {
    .name = "rain", .init = rain_init, .active = rain_active, .before = rain_before};
static trp_system sweeper = {.name = "sweeper", .order = 1, .after = sweeper_after};
static trp_system watchman = {
    .name = "watchman", .removed = watchman_removed, .dispose = watchman_dispose};

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    if (trp_system_add(world, &rain) != TRP_OK)
        return 1;
    watchman.pool = drops;
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
