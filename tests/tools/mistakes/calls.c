/* Calls at the wrong time, on the wrong object or with the wrong number: each is told with its
 * object, its cause and its cure. */
#include "troupe/family.h"
#include "troupe/interval.h"
#include "troupe/parallel.h"
#include "troupe/queue.h"
#include "troupe/snapshot.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
} rock;

typedef struct pebble {
    trp_actor actor;
    int size;
} pebble;

static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 14];
static trp_world *world;
static trp_pool *rocks;

/* Numbers of bytes, which differ between versions, are printed as #. */
static void on_misuse(trp_world *of, const trp_misuse *misuse)
{
    bool in_number = false;

    (void)of;
    printf("%s: ", trp_result_name(misuse->result));
    for (const char *at = misuse->message; *at != '\0'; at++) {
        const bool is_digit = *at >= '0' && *at <= '9';
        if (!is_digit && !(in_number && *at == ','))
            putchar(*at);
        else if (!in_number)
            putchar('#');
        in_number = is_digit || (in_number && *at == ',');
    }
    putchar('\n');
}

static trp_pool *pool_of(trp_pool_desc desc)
{
    desc.type = (trp_type)TRP_TYPE(rock, actor);
    if (desc.capacity == 0)
        desc.capacity = 8;
    return trp_pool_create(world, &desc);
}

static void draw(const trp_actor *self, const trp_view *view)
{
    trp_actor *it = trp_pool_at(rocks, trp_slot_of(view->world, self));

    trp_create(rocks, NULL);
    trp_recycle(world, it);
    trp_update_all(world, 1);
}

static void update(trp_actor *self, const trp_context *in)
{
    trp_update_all(in->world, 1);
    trp_world_destroy(in->world);
    trp_snapshot_save(in->world, memory, sizeof memory, NULL);
    trp_deactivate(in->world, self);
    trp_deactivate(in->world, self);
}

static void at_the_wrong_time(void)
{
    rocks = pool_of((trp_pool_desc){.name = "rock", .draw = draw, .update = update});
    trp_create(rocks, NULL);
    trp_draw_all(world, NULL, 0);
    trp_update_all(world, 1);
}

static void too_little_memory(void)
{
    const trp_world_desc desc = {.on_misuse = on_misuse};

    trp_world_init(memory, 100, &desc);
    trp_world_init(memory + 1, sizeof memory - 1, &desc);
    world = trp_world_init(memory, TRP_WORLD_BYTES + 500, &desc);
    pool_of((trp_pool_desc){.name = "rock"});
    trp_world_destroy(world);
    world = trp_world_create(&(trp_world_desc){.max_pools = 1, .on_misuse = on_misuse});
    pool_of((trp_pool_desc){.name = "first"});
    pool_of((trp_pool_desc){.name = "second"});
    trp_world_destroy(world);
}

static void settings_that_exclude_each_other(void)
{
    trp_pool *old = pool_of((trp_pool_desc){.name = "old", .order = TRP_ORDER_OLDEST});

    pool_of((trp_pool_desc){.name = "in memory order", .joins = rocks});
    pool_of((trp_pool_desc){.name = "newest", .joins = old, .order = TRP_ORDER_NEWEST});
    pool_of((trp_pool_desc){.name = "thief", .when_full = TRP_FULL_STEAL_OLDEST});
    pool_of((trp_pool_desc){.name = "reserved", .reserve = 8});
    pool_of((trp_pool_desc){.name = "by hand", .quarantine = {3, NULL}});
    pool_of((trp_pool_desc){.name = "hidden", .joins = old, .transient = true});
    trp_pool_set_interval(rocks, 0, TRP_INTERVAL_TOGETHER);
    trp_pool_set_time_scale(rocks, -1);
}

static void other_objects(void)
{
    trp_pool *guests = pool_of((trp_pool_desc){.name = "guest", .external = TRP_EXTERNAL});
    static rock guest;
    static trp_family kin;
    trp_actor *one = trp_create(rocks, NULL), *two = trp_create(rocks, NULL);

    trp_create(guests, NULL);
    trp_adopt(guests, one);
    trp_adopt(guests, &guest.actor);
    trp_adopt(guests, &guest.actor);
    trp_adopt(rocks, &guest.actor);
    trp_recycle(world, (trp_actor *)(void *)&((rock *)(void *)one)->x);
    trp_recycle_with(world, one, &(trp_ending){.reason = (trp_reason)300});
    trp_family_init(&kin, world, NULL);
    trp_family_attach(&kin, one, two);
    trp_family_add(&kin, rocks);
    trp_family_add(&kin, rocks);
    trp_family_attach(&kin, one, one);
    trp_family_attach(&kin, one, two);
    trp_family_attach(&kin, two, one);
    trp_family_free(&kin);
    trp_recycle(world, &guest.actor);
}

static void snapshots(void)
{
    trp_world *second = trp_world_create(&(trp_world_desc){.on_misuse = on_misuse});
    trp_region nothing = {.name = "nothing", .start = memory};
    size_t bytes = 0;

    trp_snapshot_save(world, memory, 100, NULL);
    trp_snapshot_save(world, memory, sizeof memory, &bytes);
    trp_snapshot_restore(second, memory, bytes);
    pool_of((trp_pool_desc){.name = "late"});
    trp_snapshot_restore(world, memory, bytes);
    trp_region_add(world, &nothing);
    trp_world_destroy(second);
}

static void in_parts(trp_part *part, const trp_context *in)
{
    trp_part_each(pebble, it, part) trp_recycle(in->world, &it->actor);
}

static void modules(void)
{
    static trp_system twice = {.name = "twice"};
    trp_space *space = trp_space_create(world, &(trp_space_desc){.name = "field", .capacity = 4});
    trp_pool *pebbles = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(pebble, actor),
                         .capacity = 4,
                         .parallel = TRP_PARALLEL(&(trp_parallel_desc){.update = in_parts})});

    trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(pebble, actor),
                                            .name = "without update",
                                            .capacity = 4,
                                            .parallel = TRP_PARALLEL(&(trp_parallel_desc){0})});
    trp_space_add_pool(space, pebbles, &(trp_space_pool_desc){.category = 1});
    trp_system_add(world, &twice);
    trp_system_add(world, &twice);
    trp_queue_create(world, &(trp_queue_desc){.name = "sounds", .capacity = 4, .size = 4});
    trp_create(pebbles, NULL);
    trp_update_all(world, 1);
    trp_system_remove(world, &twice);
}

int main(void)
{
    too_little_memory();
    world = trp_world_create(&(trp_world_desc){.on_misuse = on_misuse});
    at_the_wrong_time();
    rocks = pool_of((trp_pool_desc){.name = "still rock"});
    settings_that_exclude_each_other();
    other_objects();
    snapshots();
    modules();
    trp_world_destroy(world);
    return 0;
}
