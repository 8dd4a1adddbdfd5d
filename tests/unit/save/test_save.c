/*
 * A save that is loaded gives the same state, the same bytes and the same future, in this world and
 * in a new one.
 */
#include "../heap.h"
#include "../save_scene.h"

#include <string.h>

static save_scene one;
static save_scene other;
static save_file file;
static save_file again;

static bool begin(void)
{
    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return false;
    stage_world();
    heap_reset();
    save_problems = 0;
    save_scene_begin(&one);
    return true;
}

static void load(save_scene *scene)
{
    CHECK_RESULT(trp_load(scene->world, file.bytes, file.size, &save_load), TRP_OK);
    CHECK_VALID(scene->world);
}

static void check_same_bytes(const save_scene *scene)
{
    save_world(scene->world, &again);
    CHECK_EQ(again.size, file.size);
    CHECK(memcmp(again.bytes, file.bytes, file.size) == 0);
}

static void loads_what_it_saved(void)
{
    const int rounds = (int)situation_rounds(150) + 7;

    if (!begin())
        return;
    for (int round = 0; round < rounds; round++)
    {
        save_scene_play(&one, 1 + (uint32_t)round % 3);
        const uint64_t hash = trp_hash_world(one.world);
        save_world(one.world, &file);
        CHECK_EQ(trp_hash_world(one.world), hash);
        CHECK_RESULT(trp_load_check(one.world, file.bytes, file.size, &save_load), TRP_OK);
        load(&one);
        CHECK_EQ(trp_hash_world(one.world), hash);
        check_same_bytes(&one);
    }
    save_scene_end(&one);
    CHECK_EQ(heap_out, 0);
}

static void goes_back_to_what_it_saved(void)
{
    if (!begin())
        return;
    for (int round = 0; round < 20; round++)
    {
        save_scene_play(&one, 5);
        const uint64_t hash = trp_hash_world(one.world);
        save_world(one.world, &file);
        save_scene_play(&one, (uint32_t)round);
        load(&one);
        CHECK_EQ(trp_hash_world(one.world), hash);
        check_same_bytes(&one);
    }
    save_scene_end(&one);
}

static void plays_on_in_another_world(void)
{
    const int rounds = (int)situation_rounds(30) + 4;

    if (!begin())
        return;
    for (int round = 0; round < rounds; round++)
    {
        save_scene_play(&one, 7);
        save_world(one.world, &file);
        save_scene_begin(&other);
        if (round % 2 != 0)
            save_scene_play(&other, 3);
        load(&other);
        CHECK_EQ(trp_hash_world(other.world), trp_hash_world(one.world));
        check_same_bytes(&other);
        for (int tick = 0; tick < 8; tick++)
        {
            /* the transient pool is not saved, and play reads it */
            CHECK_RESULT(trp_pool_clear(one.pools[7]), TRP_OK);
            CHECK_RESULT(trp_pool_clear(other.pools[7]), TRP_OK);
            save_scene_play(&one, 1);
            save_scene_play(&other, 1);
            save_world(one.world, &file);
            CHECK_EQ(trp_hash_world(other.world), trp_hash_world(one.world));
        }
        save_scene_end(&other);
    }
    save_scene_end(&one);
}

/* Intervals: set before the first tick, at work, changed and ended since the last tick. */

typedef struct pace
{
    trp_order order;
    trp_interval kind;
    uint32_t first;
    uint32_t ticks;
    uint32_t then;
} pace;

static void count_update(trp_actor *self, const trp_tick *tick)
{
    (void)tick;
    trp_as(thing, self)->data++;
}

static trp_pool *make_paced(trp_world *world, const pace *as)
{
    static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELD(thing, data),
                                       TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(thing, 1, fields);
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "paced",
                                                          .type = TRP_TYPE(thing, actor),
                                                          .capacity = 8,
                                                          .order = as->order,
                                                          .update = count_update});

    CHECK_RESULT(trp_pool_describe(pool, &type), TRP_OK);
    return pool;
}

static void check_pace(const pace *as)
{
    trp_world *world = stage_world();
    trp_pool *pool = make_paced(world, as);
    uint64_t hashes[6];

    stage_things(pool, 1, 7);
    CHECK_RESULT(trp_pool_set_interval(pool, as->first, as->kind), TRP_OK);
    for (uint32_t i = 0; i < as->ticks; i++)
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    if (as->then != 0)
        CHECK_RESULT(trp_pool_set_interval(pool, as->then, as->kind), TRP_OK);
    save_world(world, &file);
    for (unsigned i = 0; i < 6; i++)
    {
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        hashes[i] = trp_hash_world(world);
    }
    for (unsigned has_interval = 0; has_interval < 2; has_interval++)
    {
        world = stage_second_world(1);
        pool = make_paced(world, as);
        if (has_interval)
            CHECK_RESULT(trp_pool_set_interval(pool, 5, TRP_INTERVAL_TOGETHER), TRP_OK);
        CHECK_RESULT(trp_load(world, file.bytes, file.size, &save_load), TRP_OK);
        for (unsigned i = 0; i < 6; i++)
        {
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            CHECK_VALID(world);
            CHECK_EQ(trp_hash_world(world), hashes[i]);
        }
    }
}

static void goes_on_at_the_same_pace(void)
{
    for (unsigned kind = 0; kind < 3; kind++)
        for (uint32_t first = 1; first <= 3; first++)
            for (uint32_t ticks = 0; ticks < 4; ticks++)
                for (uint32_t then = 0; then <= 3; then++)
                    check_pace(
                        &(pace){.order = kind == 0 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY,
                                .kind = kind == 2 ? TRP_INTERVAL_STAGGERED : TRP_INTERVAL_TOGETHER,
                                .first = first,
                                .ticks = ticks,
                                .then = then});
}

static void a_full_pool_is_full(void)
{
    static const trp_order orders[] = {TRP_ORDER_MEMORY, TRP_ORDER_OLDEST, TRP_ORDER_NEWEST};

    for (unsigned i = 0; i < 3; i++)
    {
        const pace as = {.order = orders[i]};
        trp_world *world = stage_world();
        trp_pool *pool = make_paced(world, &as);
        stage_things(pool, 1, 8);
        save_world(world, &file);
        world = stage_second_world(1);
        pool = make_paced(world, &as);
        CHECK_RESULT(trp_load(world, file.bytes, file.size, &save_load), TRP_OK);
        CHECK(trp_create_optional(pool) == NULL);
        CHECK_EQ(trp_pool_count(pool), 8);
        CHECK_VALID(world);
    }
}

const situation save_situations[] = {
    {"a world that is loaded from its own save is the same", loads_what_it_saved},
    {"a world goes back to its save", goes_back_to_what_it_saved},
    {"a save is played on in another world as in the first", plays_on_in_another_world},
    {"a full pool of a save is full", a_full_pool_is_full},
    {"a save goes on at the same pace", goes_on_at_the_same_pace},
};
const unsigned save_situation_count = sizeof save_situations / sizeof *save_situations;
