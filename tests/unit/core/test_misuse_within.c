/*
 * What a hook may do; walks at the ends of their numbers; queries about
 * missing objects.
 */
#include "../heap.h"
#include "../ledger.h"
#include "../script.h"

SITUATIONS(misuse_within);

static trp_world *world;
static trp_pool *pool;
static trp_actor *victim;
static void (*reaction)(void); /* of on_misuse to the next misuse */

static void react(trp_world *in, const trp_misuse *misuse)
{
    void (*now)(void) = reaction;

    stage_on_misuse(in, misuse);
    reaction = NULL;
    if (now != NULL)
        now();
}

static void begin_as(trp_pool_desc desc)
{
    reaction = NULL;
    world = stage_world_as((trp_world_desc){.on_misuse = react, .layers = 4});
    pool = stage_pool_as(world, desc);
}

static void begin(uint32_t capacity, trp_order order)
{
    begin_as(stage_desc(capacity, order));
}

static trp_actor *find(uint32_t id)
{
    thing *it = stage_find(pool, id);

    CHECK(it != NULL);
    return &it->actor;
}

static void all_links_are_right(void)
{
    const trp_actor *last = NULL;
    uint32_t count = 0;

    for (trp_actor *it = trp_first(world); it != NULL; it = trp_next(world, it), count++)
        last = it;
    for (; last != NULL; last = trp_prev(world, last))
        count--;
    CHECK_EQ(count, 0);
    CHECK_VALID(world);
}

/* a link that names a free slot, an actor of another segment, or no slot at all */
SITUATION_IN_AGE_ORDERS("a link that names no neighbour is not followed")
{
    for (uint32_t kind = 0; kind < 3; kind++) {
        trp_pool *other;
        begin(5, stage_orders[order]);
        other = stage_pool(world, 1, TRP_ORDER_MEMORY);
        stage_thing(other, 9);
        stage_things(pool, 1, 5);
        CHECK_OK(trp_recycle(world, find(4)));
        victim = find(2);
        victim->next = kind == 0 ? trp__index(pool, 3) : kind == 1 ? other->base : 0xFFFFFE;
        victim->prev = victim->next;
        CHECK_OK(trp_recycle(world, victim));
        CHECK_EQ(trp_pool_count(pool), 3);
        all_links_are_right();
    }
}

SCRIPT("what is out of the list has no neighbours",
       "in oldest; pool 4; new 1-3; sleep 2; neighbours 2 0 0; neighbours 1 0 3; neighbours 3 1 0");

SITUATION("handles of slots that are gone or never were")
{
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    trp_handle handles[8], beyond;
    trp_actor copy;

    world = heap_world((trp_world_desc){0});
    stage_grow(&desc, 8);
    pool = stage_pool_as(world, desc);
    stage_things(pool, 0, 7);
    for (uint32_t slot = 0; slot < 8; slot++)
        handles[slot] = trp_handle_of(world, trp_pool_at(pool, slot));
    beyond = handles[7];
    beyond.index++;
    CHECK(trp_get(world, beyond) == NULL);
    for (uint32_t slot = 1; slot < 7;
         slot++) /* the chunk of 2 and 3 goes, and the one after it stays */
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK_OK(trp_pool_trim(pool));
    for (uint32_t slot = 0; slot < 8; slot++) {
        CHECK((trp_get(world, handles[slot]) != NULL) == (slot == 0 || slot == 7));
        copy = *trp_pool_at(pool, 0); /* a node that names a missing slot */
        copy.index = handles[slot].index;
        CHECK_EQ(trp_state_of(world, &copy), TRP_STATE_NONE);
    }
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

static uint32_t nested;

static void visit_nothing(trp_actor *actor, const trp_context *in)
{
    nested++;
}

/* The newborn counts as one of this walk. */
SCRIPT("no stamps are left within a tick", "in memory; new 1-3; at u1: stamps floor 0, new 5, for; "
                                           "go; tick; = 1 +5 1-3 2 3; still; for; = 1-3 5");

/* It is updated, and leaves when the visit is over. */
SCRIPT(
    "an actor that is over is ticked in its own visit",
    "pool mortal; new 1-3; at v2: old 2, tick, is active 2; go; for; memory oldest = 1 2 1 2 3 3;"
    "newest = 3 2 3 2 1 1; is active 2; tick; is free 2; live 2");

SITUATION("a world is created without a desc")
{
    stage_needs(1024u * 1024u);
    world = MADE(trp__world_create(NULL));
    CHECK_EQ(trp_world_info(world).layers, 1);
    pool = stage_pool(world, 1, TRP_ORDER_MEMORY);
    CHECK_EQ(trp_handle_of(world, trp_create(pool, NULL)).index >> 24, 0);
    CHECK_OK(trp_world_destroy(world));
}

/* The misuse is in a callback of the call in that line. */
SCRIPT("a place is around the misuse",
       "in memory; pool 4; new 1-3; recycle 3; line 80 game.c; at u2: recycle 3 !FREE, "
       "says {(within game.c:80, in the callback of things slot 1)}; tick");
SCRIPT("a place is around the misuse in an end",
       "in memory; pool 4; new 1-3; at -1: recycle 1 !BUSY, says (within game.c:80); "
       "line 80 game.c; recycle 1");

static trp_family family;

/* the call in which it runs goes on: see below */
static void try_to_change(void)
{
    trp_actor *other = trp_first(world);

    CHECK(other != NULL && trp_get(world, trp_handle_of(world, other)) == other);
    CHECK_RESULT(trp_recycle(world, other), TRP_BUSY);
    CHECK_RESULT(trp_deactivate(world, other), TRP_BUSY);
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_BUSY);
    CHECK_RESULT(trp_family_free(&family), TRP_BUSY);
    CHECK_RESULT(trp_world_destroy(world), TRP_BUSY);
    CHECK_RESULT(trp_update_all(world, 1), TRP_BUSY);
}

/* its own misuse is only counted */
SITUATION_IN_EACH_ORDER("on_misuse changes nothing")
{
    begin(4, stage_orders[order]);
    family = (trp_family){0};
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    stage_things(pool, 1, 2);
    victim = find(1);
    victim->stamp = 0; /* repaired, and reported */
    reaction = try_to_change;
    CHECK_OK(trp_family_attach(&family, victim, find(2)));
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, TRP_ERR_CORRUPT);
    CHECK_EQ(trp_world_info(world).misuse, 8);
    CHECK(trp_family_parent(&family, find(2)) == victim);
    CHECK_VALID(world);
    stage_forget();
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("a last life is valid to its end",
       "in memory; pool 4; new 1 2; last 1; at -1: valid; recycle 1; retired 1");

SITUATION("an order that ends before it begins")
{
    begin(4, TRP_ORDER_OLDEST);
    stage_things(pool, 1, 2);
    pool->ages->begin = 3;
    CHECK_RESULT(trp_world_validate(world), TRP_ERR_INVALID);
    pool->ages->begin = 0;
    CHECK_VALID(world);
}

#if TRP__SYSTEM
/* the ids are those of bytes here: 256 worlds need not be created */
SITUATION("all ids are taken")
{
    static unsigned char worlds[300];

    stage_world();
    for (uint32_t i = 0; i < sizeof worlds; i++)
        (void)trp__take_id((trp_world *)(void *)&worlds[i], 0);
    CHECK_EQ(trp__take_id((trp_world *)(void *)worlds, 0), 0);
    CHECK(trp__world_with_id(255) != NULL);
    trp__forget_ids(worlds, sizeof worlds);
    CHECK(trp__world_with_id(255) == NULL);
}
#endif

SCRIPT("the next actor is in another layer",
       "layers 4; pool; pool layer 3; new b 2; new 1; list 1 2");

static void try_a_birth(void)
{
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_BUSY);
}

SITUATION("what a hook tries leaves the result of a creation as it is")
{
    begin(2, TRP_ORDER_MEMORY);
    reaction = try_a_birth;
    CHECK(trp_queue_create(world, NULL) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_NULL);
    reaction = try_a_birth;
    CHECK(trp_pool_create(world, NULL) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_NULL);
    CHECK(reaction == NULL);
}

/* the first pool has fewer slots than the other has entries between two actors */
SITUATION_IN_AGE_ORDERS("new numbers for an order with gaps")
{
    trp_pool *other;
    begin(1, TRP_ORDER_MEMORY);
    other = pool;
    pool = stage_pool(world, 6, stage_orders[order]);
    stage_thing(other, 0);
    stage_things(pool, 1, 6);
    for (uint32_t id = 2; id <= 5; id++)
        CHECK_OK(trp_recycle(world, find(id)));
    CHECK_EQ(pool->ages->holes, 4);
    trp__set_newest(world, TRP__STAMP_FLOOR + 10);
    trp__set_newest(world, TRP__STAMP_FIRST - 100);
    CHECK_EQ(pool->ages->holes, 0);
    CHECK_VALID(world);
    CHECK_OK(trp_for_each(pool, visit_nothing, NULL));
}
