/*
 * What a load leaves exactly as it was: ticks that are played again, pools without a free slot,
 * lifetimes, members without a field, the states of actors.
 */
#include "../save_scene.h"

#include <stddef.h>
#include <string.h>

SITUATIONS(save_exact);

static save_file file;

static trp_result load(trp_world *world)
{
    return trp_load(world, file.bytes, file.size, &save_load);
}

/* Expired in the save, it is pruned by the first tick, however many the world has had. */
SCRIPT("the expired of a save are pruned by the first tick",
       "pool later described; new 1; expire 1; file; tick; load; expired 1; tick; expired 0; pass "
       "3; load; expired 1; tick; expired 0");

/* A sleeper's end is a moment or a time left, as the present pool has it. */
SCRIPT("a sleeper keeps the rest of its life through a save",
       "pool described lifetime ticks; new 1 2; pass 7; life 1 ticks 20; sleep 1; file; another; "
       "pool described lifetime ticks; load; lifeleft 1 ticks 20; another; pool described lifetime "
       "ticks stops; load; lifeleft 1 ticks 20; file; another; pool described lifetime ticks; "
       "load; lifeleft 1 ticks 20; file; another; pool described lifetime ticks stops; load; file; "
       "another; pool described lifetime ticks stops; load; lifeleft 1 ticks 20");

/* Moments of one clock would be read as those of the other. */
SCRIPT(
    "a lifetime keeps its unit through a save",
    "pool described lifetime seconds; file; another; pool described lifetime ticks; load ?VALUE; "
    "another; pool described lifetime seconds; load; another; pool described; load; file; another; "
    "pool described lifetime ticks; load; file; another; pool described; load; another; pool "
    "described lifetime ticks; load; another; pool described lifetime seconds; load ?VALUE");

SCRIPT("ticks after a load are played again",
       "pool described; pass 2; file; pass 3; repeats 0; load; timeline 1; ticks 2; tick; repeats "
       "1; load; timeline 2; ticks 2; tick; repeats 1; pass 2; repeats 1; tick; repeats 0");

/* Nothing is free in the save, and nothing is free afterwards; a freed slot is the next one. */
SCRIPT("a full pool of a save takes the slot that is freed",
       "pool described; new 1-8; file; clear; load; new 9 ?FULL; recycle 1; new 9; slot 9 0; new "
       "10 ?FULL; load; recycle 8; new 11; slot 11 7; new 12 ?FULL");

/* Some members of a struct whose node lies inside: the others get the prototype's bytes. */
SITUATION("members without a field are the prototype's after a load")
{
    static const trp_field fields[] = {TRP_FIELD(crate, id), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(crate, 1, fields);
    static crate like;

    like.weight = 2.5;
    like.tail = 77;
    memset(like.bytes, 9, sizeof like.bytes);
    trp_world *world = stage_world_as((trp_world_desc){.max_pools = 1});
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "crates",
                                                          .type = TRP_TYPE(crate, node),
                                                          .capacity = 3,
                                                          .prototype = &like,
                                                          .fields = &type});
    for (uint32_t id = 1; id <= 3; id++)
        trp_as_in(crate, node, trp_create(pool, NULL))->id = id;
    save_world(world, &file);
    for (uint32_t slot = 0; slot < 3; slot++) {
        crate *it = trp_as_in(crate, node, trp_pool_at(pool, slot));
        it->weight = 0;
        it->tail = 0;
        memset(it->bytes, 0, sizeof it->bytes);
    }
    CHECK_OK(load(world));
    CHECK_VALID(world);
    for (uint32_t slot = 0; slot < 3; slot++) {
        const crate *it = trp_as_in(crate, node, trp_pool_at(pool, slot));
        const double weight = it->weight;
        CHECK(weight == 2.5);
        CHECK_EQ(it->id, slot + 1);
        CHECK_EQ(it->tail, 77);
        CHECK(memcmp(it->bytes, like.bytes, sizeof it->bytes) == 0);
    }
}

/* A pool that may grow to all slots of a world. */
SITUATION_FOR("the largest pool is saved", unsigned, i, 0, 1)
{
    static const trp_order orders[] = {TRP_ORDER_OLDEST, TRP_ORDER_MEMORY};

    trp_world *world = stage_large_world(16u * 1024u * 1024u);
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "crowd",
                                                          .type = TRP_TYPE(thing, actor),
                                                          .capacity = 5,
                                                          .max_capacity = TRP_MAX_SLOTS,
                                                          .when_full = TRP_FULL_GROW,
                                                          .order = orders[i]});
    uint64_t hash;
    stage_describe(pool, &thing_type);
    stage_things(pool, 1, 6);
    hash = trp_hash_world(world);
    save_world(world, &file);
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(load(world));
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_VALID(world);
}

/* Memory order: each of four actors is active, expired or asleep. */
SITUATION_FOR("actors of a list in a save are in any state", unsigned, states, 0, 80)
{
    trp_pool *pool = save_rows(&thing_type, NULL);
    trp_world *world = trp_pool_info(pool).world;
    const trp_actor *next = NULL;
    unsigned state[4];
    for (unsigned i = 0, rest = states; i < 4; i++, rest /= 3) {
        trp_actor *actor = trp_create(pool, NULL);
        state[i] = rest % 3;
        if (state[i] == 1)
            CHECK_OK(trp_expire(world, actor));
        if (state[i] == 2)
            CHECK_OK(trp_deactivate(world, actor));
    }
    save_world(world, &file);
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(load(world));
    CHECK_VALID(world);
    for (uint32_t i = 4; i-- > 0;) {
        const trp_actor *actor = trp_pool_at(pool, i);
        CHECK(actor != NULL && stage_node_is_active(actor) == (state[i] == 0));
        CHECK(state[i] == 2 || trp_next(world, actor) == next);
        if (state[i] == 0)
            next = actor;
    }
    CHECK(trp_first(world) == next);
}
