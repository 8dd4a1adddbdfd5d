/*
 * A save that is loaded gives the same state, the same bytes and the same future, in this world and
 * in a new one.
 */
#include "../heap.h"
#include "../save_small.h"
#include "../space_stage.h"

#include <string.h>

SITUATIONS(save);

static save_scene one;
static save_scene other;
static save_file file;
static save_file again;

static void begin(void)
{
    stage_needs(16u * 1024u * 1024u);
    stage_world();
    heap_reset();
    save_problems = 0;
    save_scene_begin(&one);
}

static void load(save_scene *scene)
{
    CHECK_OK(trp_load(scene->world, file.bytes, file.size, &save_load));
    CHECK_VALID(scene->world);
}

static void check_same_bytes(const save_scene *scene)
{
    save_world(scene->world, &again);
    CHECK_EQ(again.size, file.size);
    CHECK(memcmp(again.bytes, file.bytes, file.size) == 0);
}

/* In this world, which has gone on for a while, and in one that is new or has another past. */
SITUATION("a save gives the same world and the same future, here and elsewhere")
{
    const uint32_t rounds = situation_rounds(80) + 7;

    begin();
    for (uint32_t round = 0; round < rounds; round++) {
        save_scene_play(&one, 1 + round % 7);
        const uint64_t hash = trp_hash_world(one.world);
        save_world(one.world, &file);
        CHECK_EQ(trp_hash_world(one.world), hash);
        CHECK_OK(trp_load_check(one.world, file.bytes, file.size, &save_load));
        save_scene_play(&one, round % 4 * 3);
        load(&one);
        CHECK_EQ(trp_hash_world(one.world), hash);
        check_same_bytes(&one);
        if (round % 2 != 0)
            continue;
        save_scene_begin(&other);
        save_scene_play(&other, round % 3 * 5);
        load(&other);
        CHECK_EQ(trp_hash_world(other.world), hash);
        check_same_bytes(&other);
        for (int tick = 0; tick < 8; tick++) {
            /* the transient pool is not saved, and play reads it */
            CHECK_OK(trp_pool_clear(one.pools[7], NULL));
            CHECK_OK(trp_pool_clear(other.pools[7], NULL));
            save_scene_play(&one, 1);
            save_scene_play(&other, 1);
            CHECK_EQ(trp_hash_world(other.world), trp_hash_world(one.world));
        }
        save_scene_end(&other);
    }
    save_scene_end(&one);
    CHECK_EQ(heap_out, 0);
}

/* What differs from a new world, and from one that was played otherwise. */

static small_world then;
static small_world now;
static unsigned contacts;

static void note_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    contacts = contacts * 31 + in->a_category + 7 * in->b_category;
}

static void settle(small_world *small, uint32_t by)
{
    trp_world *world = small->world;
    trp_pool *guards = small->pools[SMALL_GUARDS];
    const uint32_t bits = 2 * by;

    CHECK_OK(trp_world_set_time_scale(world, (float)by));
    CHECK_OK(trp_layer_set_time_scale(world, 1, (float)by + 0.5f));
    CHECK_OK(trp_pool_set_time_scale(guards, (float)by + 0.25f));
    for (uint32_t i = 0; i < 2 + by; i++)
        (void)trp_create(guards, NULL);
    for (uint32_t slot = 0; slot < 3; slot++) {
        trp_actor *actor = trp_pool_at(small->pools[SMALL_ELDERS], slot);
        trp_as(small_actor, actor)->box.x += (float)by;
        for (unsigned i = 0; i < 2 && trp_space_member(small->spaces[i], actor, NULL); i++)
            CHECK_OK(trp_space_set_bits(small->spaces[i], actor, bits << slot, ~bits));
        if (slot == 2 * by)
            CHECK_OK(trp_group_remove(&small->groups[0], actor));
    }
    for (unsigned i = 0; i < 2; i++) {
        CHECK_OK(trp_space_moved_all(small->spaces[i], NULL));
        (void)space_contacts(small->spaces[i], NULL, note_contact, NULL);
    }
    CHECK_OK(trp_pool_set_interval(small->pools[SMALL_YOUNG], 1 + by, TRP_INTERVAL_STAGGERED));
}

static uint32_t id_of(const trp_actor *actor)
{
    return actor != NULL ? trp_as(small_actor, actor)->id : 0;
}

/* The state of a world as bytes and as a hash, and what it does next. */
static void check_same_future(void)
{
    const trp_actor *elder = trp_pool_at(now.pools[SMALL_ELDERS], 2);
    unsigned expected;

    save_world(now.world, &again);
    CHECK_EQ(again.size, file.size);
    CHECK(memcmp(again.bytes, file.bytes, file.size) == 0);
    CHECK_EQ(trp_hash_world(now.world), trp_hash_world(then.world));
    CHECK(trp_world_info(now.world).time_scale == trp_world_info(then.world).time_scale);
    CHECK_EQ(trp_pool_info(now.pools[SMALL_GUARDS]).refused,
             trp_pool_info(then.pools[SMALL_GUARDS]).refused);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(trp_group_size(&now.groups[i]), trp_group_size(&then.groups[i]));
        for (uint32_t at = 0; at < trp_group_size(&now.groups[i]); at++)
            CHECK_EQ(id_of(trp_group_at(&now.groups[i], at)),
                     id_of(trp_group_at(&then.groups[i], at)));
        CHECK_EQ(space_category_of(now.spaces[i], elder),
                 space_category_of(then.spaces[i], trp_pool_at(then.pools[SMALL_ELDERS], 2)));
        contacts = 0;
        (void)space_contacts(then.spaces[i], NULL, note_contact, NULL);
        expected = contacts;
        contacts = 0;
        (void)space_contacts(now.spaces[i], NULL, note_contact, NULL);
        CHECK_EQ(contacts, expected);
    }
    CHECK_OK(trp_update_all(then.world, 0.25f));
    CHECK_OK(trp_update_all(now.world, 0.25f));
    CHECK_VALID(now.world);
    CHECK_EQ(trp_hash_world(now.world), trp_hash_world(then.world));
}

SITUATION("nothing of another game is left after a load")
{
    const small_shape shape = small_usual();

    begin();
    save_scene_end(&one);
    for (uint32_t played = 0; played < 2; played++) {
        small_begin(&then, &shape);
        small_play(&then);
        settle(&then, 1);
        CHECK_OK(trp_pool_clear(then.pools[SMALL_SPARKS], NULL)); /* transient */
        save_world(then.world, &file);
        CHECK_OK(trp_load(then.world, file.bytes, file.size, &save_load));
        small_begin(&now, &shape);
        if (played) {
            small_play(&now);
            settle(&now, 2);
            CHECK_OK(trp_pool_clear(now.pools[SMALL_OTHERS], NULL));
            CHECK_OK(trp_pool_clear(now.pools[SMALL_SPARKS], NULL));
        }
        CHECK_OK(trp_load(now.world, file.bytes, file.size, &save_load));
        CHECK_VALID(now.world);
        check_same_future();
        small_end(&now);
        small_end(&then);
    }
    CHECK_EQ(heap_out, 0);
}

/* Intervals: set before the first tick, at work, changed and ended since the last tick. */

typedef struct pace {
    trp_order order;
    trp_interval kind;
    uint32_t first;
    uint32_t ticks;
    uint32_t next;
} pace;

static void count_update(trp_actor *self, const trp_context *in)
{
    trp_as(thing, self)->data++;
}

static trp_pool *make_paced(trp_world *world, const pace *as)
{
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "paced",
                                                          .type = TRP_TYPE(thing, actor),
                                                          .capacity = 8,
                                                          .order = as->order,
                                                          .update = count_update,
                                                          .fields = &thing_type});
    return pool;
}

static void check_pace(const pace *as)
{
    trp_world *world = stage_world();
    trp_pool *pool = make_paced(world, as);
    uint64_t hashes[6];

    stage_things(pool, 1, 7);
    CHECK_OK(trp_pool_set_interval(pool, as->first, as->kind));
    for (uint32_t i = 0; i < as->ticks; i++)
        CHECK_OK(trp_update_all(world, 1));
    if (as->next != 0)
        CHECK_OK(trp_pool_set_interval(pool, as->next, as->kind));
    save_world(world, &file);
    for (unsigned i = 0; i < 6; i++) {
        CHECK_OK(trp_update_all(world, 1));
        hashes[i] = trp_hash_world(world);
    }
    for (unsigned has_interval = 0; has_interval < 2; has_interval++) {
        world = stage_second_world(1);
        pool = make_paced(world, as);
        if (has_interval)
            CHECK_OK(trp_pool_set_interval(pool, 5, TRP_INTERVAL_TOGETHER));
        CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
        for (unsigned i = 0; i < 6; i++) {
            CHECK_OK(trp_update_all(world, 1));
            CHECK_VALID(world);
            CHECK_EQ(trp_hash_world(world), hashes[i]);
        }
    }
}

SITUATION("a save goes on at the same pace")
{
    for (unsigned kind = 0; kind < 3; kind++)
        for (uint32_t first = 1; first <= 3; first++)
            for (uint32_t ticks = 0; ticks < 4; ticks++)
                for (uint32_t next = 0; next <= 3; next++)
                    check_pace(
                        &(pace){.order = kind == 0 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY,
                                .kind = kind == 2 ? TRP_INTERVAL_STAGGERED : TRP_INTERVAL_TOGETHER,
                                .first = first,
                                .ticks = ticks,
                                .next = next});
}

SCRIPT("a full pool of a save is full",
       "pool described; new 1-8; file; clear; load; optional 9 ?FULL; live 8");
