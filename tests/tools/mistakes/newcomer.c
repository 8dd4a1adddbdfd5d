/* The mistakes of newcomers, each in a function. `newcomer N` makes the one with the number N; newcomer.txt says what is
 * printed in release and in debug builds. */
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/history.h"
#include "troupe/inspect.h"
#include "troupe/parallel.h"
#include "troupe/queue.h"
#include "troupe/save.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
    trp_time until;
    int32_t size;
} rock;

typedef struct rick /* the size of a rock */
{
    trp_actor actor;
    float y, x, width, height;
    trp_time until;
    int32_t size;
} rick;

typedef struct mountain {
    trp_actor actor;
    float x, y, width, height;
    trp_time until;
    int32_t size;
    char name[64];
} mountain;

typedef struct other {
    trp_actor actor;
    float before[6];
    trp_time until;
} other;

static trp_world *world;
static trp_pool *rocks;
static trp_space *field;

static const trp_field rock_fields[] = {TRP_FIELD(rock, x), TRP_FIELD(rock, size), TRP_FIELDS_END};
static const trp_fields rock_type = TRP_FIELDS(rock, 1, rock_fields);
static const trp_field mountain_fields[] = {TRP_FIELD(mountain, size), TRP_FIELDS_END};
static const trp_fields mountain_type = TRP_FIELDS(mountain, 1, mountain_fields);
static const trp_field twice_fields[] = {TRP_FIELD(rock, x), TRP_FIELD(rock, x), TRP_FIELDS_END};
static const trp_fields twice_type = TRP_FIELDS(rock, 1, twice_fields);

static trp_pool_desc rocks_desc(void)
{
    trp_pool_desc desc = {.type = TRP_TYPE(rock, actor), .capacity = 8};
    return desc;
}

static trp_pool *rocks_as(trp_pool_desc desc)
{
    return trp_pool_create(world, &desc);
}

/* a rock that is created by trp_create */
static rock *born(void)
{
    return trp_as(rock, trp_create(rocks, &(rock){.x = 1, .width = 1, .height = 1}));
}

static void flies(trp_actor *self, const trp_context *in)
{
    trp_as(rock, self)->x += in->dt;
}

static void tick(void)
{
    trp_update_all(world, 1.0f / 60);
}

static void written_after_its_end(void)
{
    rock *r = born();
    trp_recycle(world, &r->actor);
    r->x = 3;
}

static void recycled_twice(void)
{
    rock *r = born();
    trp_recycle(world, &r->actor);
    trp_recycle(world, &r->actor);
}

static void recycled_by_a_stale_pointer(void)
{
    rock *r = born();
    trp_recycle(world, &r->actor);
    born();
    trp_recycle(world, &r->actor);
}

static void walked_as_another_type(void)
{
    born();
    trp_each (rick, r, rocks)
        r->x = 1;
}

static void walked_as_a_larger_type(void)
{
    born();
    trp_each (mountain, m, rocks)
        m->name[0] = 0;
}

static void cast_to_a_larger_type(void)
{
    rock *r = born();
    born();
    trp_as(mountain, &r->actor)->name[0] = 1;
}

static void null_world(void)
{
    trp_update_all(NULL, 1);
    trp_create(NULL, NULL);
}

static void no_type(void)
{
    trp_pool_create(world, &(trp_pool_desc){.capacity = 8});
}

static void no_capacity(void)
{
    trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor)});
}

static void struct_assigned(void)
{
    rock *r = born();
    *r = (rock){.x = 3};
    tick();
}

static void struct_copied(void)
{
    rock *a = born(), *b = born();
    *a = *b;
    tick();
    trp_recycle(world, &a->actor);
}

static void struct_cleared(void)
{
    rock *r = born();
    memset(r, 0, sizeof *r);
    tick();
}

static void struct_copied_before_a_loop(void)
{
    rock *a = born(), *b = born();
    memcpy(a, b, sizeof *a);
    trp_each (rock, r, rocks)
        r->x = 1;
    trp_recycle(world, &a->actor);
}

static void adopted_memory_is_freed(void)
{
    trp_pool_desc desc = rocks_desc();
    rock *r = calloc(1, sizeof *r);
    desc.external = TRP_EXTERNAL;
    trp_adopt(rocks_as(desc), &r->actor);
    free(r);
    tick();
}

static void adopted_memory_moves(void)
{
    trp_pool_desc desc = rocks_desc();
    rock *r = calloc(1, sizeof *r), *s;
    desc.external = TRP_EXTERNAL;
    trp_adopt(rocks_as(desc), &r->actor);
    s = calloc(64, sizeof *s);
    memcpy(s, r, sizeof *r);
    free(r);
    trp_recycle(world, &s->actor);
    tick();
}

static void drawn(const trp_actor *self, const trp_view *in)
{
    (void)self;
    (void)in;
    born();
    tick();
}

static void born_in_a_drawing(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.draw = drawn;
    trp_create(rocks_as(desc), NULL);
    trp_draw_all(world, NULL, 0);
}

static void ticks(trp_actor *self, const trp_context *in)
{
    (void)self;
    trp_update_all(in->world, 1);
}

static void tick_in_a_tick(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.update = ticks;
    trp_create(rocks_as(desc), NULL);
    tick();
}

static void destroys(trp_actor *self, const trp_context *in)
{
    (void)self;
    trp_world_destroy(in->world);
}

static void world_ends_in_a_callback(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.update = destroys;
    trp_create(rocks_as(desc), NULL);
    tick();
}

static _Alignas(TRP_ALIGNMENT) unsigned char block[4096];

static void block_too_small(void)
{
    trp_world_init(block, 100, NULL);
}

static void block_too_small_for_a_pool(void)
{
    trp_world *small = trp_world_init(block, sizeof block, NULL);
    trp_pool_create(small, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 1000});
}

static void block_misaligned(void)
{
    trp_world_init(block + 1, 4000, NULL);
}

static void too_many_pools(void)
{
    for (int i = 0; i < 33; i++)
        rocks_as(rocks_desc());
}

static void no_such_layer(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.layer = 3;
    rocks_as(desc);
}

static void too_many_layers(void)
{
    trp_world_create(&(trp_world_desc){.layers = 70000});
}

static void joined_in_memory_order(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.joins = rocks;
    rocks_as(desc);
}

static void negative_step(void)
{
    trp_update_all(world, -1);
    trp_pool_set_time_scale(rocks, NAN);
}

static void box_of_nan(void)
{
    trp_create(rocks, &(rock){.x = NAN, .width = 1, .height = 1});
}

/* no mistake: a space reads boxes once per tick */
static void moved_without_a_call(void)
{
    rock *r = born();
    r->x = 300;
    tick();
    if (trp_get(world, trp_space_nearest(field, 300, 0, 5, 1)) == &r->actor)
        puts("right: found where it is");
}

static void timer_of_a_dead_actor(void)
{
    trp_timers *timers = trp_timers_create(rocks, &(trp_timers_desc){.name = "fuses"});
    rock *r = born();
    trp_recycle(world, &r->actor);
    trp_timer_start(timers, &r->actor, trp_seconds(1));
}

static void timer_of_another_pool(void)
{
    trp_timers *timers = trp_timers_create(rocks_as(rocks_desc()), NULL);
    trp_timer_start(timers, &born()->actor, trp_seconds(1));
}

static void fields_of_another_struct(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.fields = &mountain_type;
    rocks_as(desc);
    desc.fields = &twice_type;
    rocks_as(desc);
}

static void fields_without_an_end(void)
{
    static const trp_field endless[] = {TRP_FIELD(rock, x), TRP_FIELD(rock, y)};
    static const trp_fields type = TRP_FIELDS(rock, 1, endless);
    trp_pool_desc desc = rocks_desc();
    desc.fields = &type;
    rocks_as(desc);
}

static unsigned char file[65536];
static size_t length;

static bool write_to_memory(const void *bytes, size_t count, void *arg)
{
    (void)arg;
    memcpy(file + length, bytes, count);
    length += count;
    return true;
}

static void save_without_fields(void)
{
    born();
    trp_save(world, &(trp_save_desc){.game = "Rocks", .version = 1}, write_to_memory, NULL);
}

static void save_rocks(const char *game, uint32_t version)
{
    trp_pool_desc desc = rocks_desc();
    trp_world_destroy(world);
    world = trp_world_create(NULL);
    desc.fields = &rock_type;
    rocks = rocks_as(desc);
    trp_save(world, &(trp_save_desc){.game = game, .version = version}, write_to_memory, NULL);
}

static void load_damaged(void)
{
    save_rocks("Rocks", 1);
    file[length / 2] ^= 1;
    trp_load(world, file, length, &(trp_load_desc){.game = "Rocks", .version = 1});
}

static void load_of_another_game(void)
{
    save_rocks("Stones", 1);
    trp_load(world, file, length, &(trp_load_desc){.game = "Rocks", .version = 1});
}

static void snapshot_too_small(void)
{
    trp_snapshot_save(world, file, 16, NULL);
}

static void snapshot_of_another_world(void)
{
    trp_world *second = trp_world_create(NULL);
    trp_snapshot_save(world, file, sizeof file, NULL);
    trp_snapshot_restore(second, file, sizeof file);
    trp_world_destroy(second);
}

static void snapshot_before_a_pool(void)
{
    trp_snapshot_save(world, file, sizeof file, NULL);
    rocks_as(rocks_desc());
    trp_snapshot_restore(world, file, sizeof file);
}

static void saves_a_snapshot(trp_actor *self, const trp_context *in)
{
    (void)self;
    trp_snapshot_save(in->world, file, sizeof file, NULL);
}

static void snapshot_in_a_tick(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.update = saves_a_snapshot;
    trp_create(rocks_as(desc), NULL);
    tick();
}

static void *create_many(void *arg)
{
    for (int i = 0; i < 20000; i++)
        trp_recycle(world, trp_create(arg, NULL));
    return NULL;
}

static void two_threads(void)
{
    trp_pool *own = rocks_as(rocks_desc());
    for (int i = 0; i < 500 && trp_world_info(world).misuse == 0; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, create_many, rocks);
        create_many(own);
        pthread_join(thread, NULL);
    }
}

static void actor_of_nobody(void)
{
    rock local = {.x = 1};
    trp_recycle(world, &local.actor);
}

static void created_in_an_external_pool(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.external = TRP_EXTERNAL;
    trp_create(rocks_as(desc), NULL);
    trp_adopt(rocks, &(rock){.x = 1}.actor);
}

static void family_of_nothing(void)
{
    static trp_family family;
    trp_family_attach(&family, &born()->actor, &born()->actor);
}

static __attribute__((noinline)) void group_of_a_function(void)
{
    trp_group group;
    memset(&group, 0, sizeof group);
    trp_group_init(&group, world, &(trp_group_desc){.name = "squad"});
}

static __attribute__((noinline)) void other_use_of_the_stack(void)
{
    volatile unsigned char bytes[1024];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = 0x5a;
}

static void group_not_freed(void)
{
    group_of_a_function();
    other_use_of_the_stack();
    tick();
}

static void no_lifetime(void)
{
    trp_expire_in(world, &born()->actor, trp_seconds(2));
}

static void space_without_room(void)
{
    trp_space_add_pool(field, rocks_as(rocks_desc()), NULL);
    trp_space_query(field, &(trp_query){.area = trp_circle(0, 0, -1)}, NULL, NULL);
}

static void region_of_nothing(void)
{
    static trp_region region = {.name = "game"};
    trp_region_add(world, &region);
}

static void nothing_before(trp_system *self, const trp_context *in)
{
    (void)self;
    (void)in;
}

static void system_twice(void)
{
    static trp_system rain = {.name = "rain", .before = nothing_before};
    trp_system copy;
    trp_system_add(world, &rain);
    trp_system_add(world, &rain);
    copy = rain;
    trp_system_remove(world, &copy);
}

static void creates_in_a_part(trp_part *part, const trp_context *in)
{
    (void)part;
    (void)in;
    trp_create(rocks, NULL);
}

static trp_parallel_desc parts = {.update = creates_in_a_part};

static void serial_call_in_a_part(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    trp_create(rocks_as(desc), NULL);
    tick();
}

static void ends_too_much(trp_part *part, const trp_context *in)
{
    trp_part_each(rock, r, part) for (int i = 0; i < 2000; i++)
        trp_part_end(part, trp_handle_of(in->world, &r->actor), NULL);
}

static void no_room_for_commands(void)
{
    trp_pool_desc desc = rocks_desc();
    parts.update = ends_too_much;
    desc.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    trp_create(rocks_as(desc), NULL);
    tick();
}

static void sleeps_twice(void)
{
    rock *r = born();
    trp_deactivate(world, &r->actor);
    trp_deactivate(world, &r->actor);
}

static void bad_reason(void)
{
    trp_recycle_with(world, &born()->actor, &(trp_ending){.reason = (trp_reason)3000});
}

static void world_after_its_end(void)
{
    trp_world *second = trp_world_create(NULL);
    trp_world_destroy(second);
    trp_update_all(second, 1);
}

static void queue_without_play(void)
{
    trp_queue_create(world, &(trp_queue_desc){.name = "sounds", .size = 4, .capacity = 4});
    trp_queue_post(NULL, "boom");
}

static void smaller_struct(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.type = (trp_type)TRP_TYPE(mountain, actor);
    trp_create(rocks_as(desc), &(rock){.x = 1});
}

static void lifetime_of_another_struct(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.lifetime = (trp_lifetime)TRP_LIFETIME(other, until);
    rocks_as(desc);
}

static void until_two_seconds(void)
{
    trp_pool_desc desc = rocks_desc();
    desc.lifetime = (trp_lifetime)TRP_LIFETIME(rock, until);
    rocks = rocks_as(desc);
    for (int i = 0; i < 600; i++)
        tick();
    trp_create(rocks, &(rock){.until = {2.0f}});
}

/* no mistakes: answers of every game */
static void dead_handle(void)
{
    rock *r = born();
    const trp_handle handle = trp_handle_of(world, &r->actor);
    trp_recycle(world, &r->actor);
    if (trp_get(world, handle) == NULL && trp_world_info(world).misuse == 0)
        puts("right: NULL");
}

static void full_pool(void)
{
    trp_pool *few = rocks_as(rocks_desc());
    for (int i = 0; i < 8; i++)
        trp_create(few, NULL);
    if (trp_create(few, NULL) == NULL && trp_world_info(world).misuse == 0)
        puts("right: NULL");
}

typedef void mistake(void);

static mistake *const mistakes[] = {
    NULL,
    written_after_its_end,
    recycled_twice,
    recycled_by_a_stale_pointer,
    walked_as_another_type,
    walked_as_a_larger_type,
    cast_to_a_larger_type,
    null_world,
    no_type,
    no_capacity,
    struct_assigned,
    struct_copied,
    struct_cleared,
    struct_copied_before_a_loop,
    adopted_memory_is_freed,
    adopted_memory_moves,
    born_in_a_drawing,
    tick_in_a_tick,
    world_ends_in_a_callback,
    block_too_small,
    block_too_small_for_a_pool,
    block_misaligned,
    too_many_pools,
    no_such_layer,
    too_many_layers,
    joined_in_memory_order,
    negative_step,
    box_of_nan,
    moved_without_a_call,
    timer_of_a_dead_actor,
    timer_of_another_pool,
    fields_of_another_struct,
    fields_without_an_end,
    save_without_fields,
    load_damaged,
    load_of_another_game,
    snapshot_too_small,
    snapshot_of_another_world,
    snapshot_before_a_pool,
    snapshot_in_a_tick,
    two_threads,
    actor_of_nobody,
    created_in_an_external_pool,
    family_of_nothing,
    group_not_freed,
    no_lifetime,
    space_without_room,
    region_of_nothing,
    system_twice,
    serial_call_in_a_part,
    no_room_for_commands,
    sleeps_twice,
    bad_reason,
    world_after_its_end,
    queue_without_play,
    smaller_struct,
    lifetime_of_another_struct,
    until_two_seconds,
    dead_handle,
    full_pool,
};

int main(int count, char **words)
{
    const size_t n = count > 1 ? strtoul(words[1], NULL, 10) : 0;

    if (n == 0 || n >= sizeof mistakes / sizeof *mistakes)
        return 2;
    world = trp_world_create(NULL);
    field = trp_space_create(world, &(trp_space_desc){.name = "field", .capacity = 64});
    rocks = trp_pool_create(world, &(trp_pool_desc){.name = "rocks",
                                                    .type = TRP_TYPE(rock, actor),
                                                    .capacity = 64,
                                                    .update = flies});
    trp_space_add_pool(field, rocks,
                       &(trp_space_pool_desc){
                           .category = 1, .mask = 1, .box = TRP_BOX(rock, x, y, width, height)});
    mistakes[n]();
    return 0;
}
