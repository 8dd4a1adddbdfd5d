/*
 * Ticks in age orders follow the entries as long as nothing changes. After any change, all actors
 * are updated in order.
 */
#include "../heap.h"
#include "../ledger.h"
#include "../script.h"

SITUATIONS(ages);

#define POOLS 18u

static trp_world *world;
static trp_pool *pools[POOLS];

static trp_pool_desc desc_of(trp_order order)
{
    return (trp_pool_desc){
        .type = TRP_TYPE(thing, actor), .capacity = 20, .order = order, .update = stage_update};
}

static void tick(void)
{
    CHECK_OK(trp_update_all(world, 1));
}

SCRIPT("all pools of a segment are updated in turn",
       "in newest oldest; grows; pool 2; pool 2 joins a; pool 2 joins a; pool 2 joins a; "
       "pool 2 joins a; pool 2 joins a; pool 2 joins a; pool 2 joins a; pool 2 joins a; "
       "pool 2 joins a; pool 2 joins a; pool 2 joins a; pool 2 joins a; pool 2 joins a; "
       "pool 2 joins a; pool 2 joins a; pool 2 joins a; pool 2 joins a; deal 0-19; go; tick; "
       "oldest = 0-19; newest = 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0");
SCRIPT("so are a few",
       "in newest oldest; grows; pool; pool joins a; pool joins a; pool joins a; pool joins a; "
       "deal 0-19;"
       "go; tick; oldest = 0-19; newest = 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0");

SCRIPT("those that come later change within a tick",
       "in oldest; pool 10; new 0-9; go; at 3: recycle 1 4, sleep 5, expire 6; tick;"
       "= 0 1 2 3 -1 -4 -6e 7 8 9; still; tick; = 0 2 3 7 8 9; wake 5; tick; = 0 2 3 7 8 9 5");
SCRIPT("... in joined pools too",
       "in oldest; pool 10; pool 10 joins a; deal 0-9; go; at 3: recycle 1 4, sleep 5, expire 6;"
       "tick; = 0 1 2 3 -1 -4 -6e 7 8 9; still; tick; = 0 2 3 7 8 9; wake 5; tick;"
       "= 0 2 3 7 8 9 5");

/* One has no update, one has is_expired, one has its own time scale. */
SCRIPT("pools of different kinds share a segment",
       "in oldest; pool 4; pool 4 joins a; pool 4 joins a still; pool 4 joins a mortal; "
       "scale b 0.5; deal 0-9; old 7; at 0: dt 1; at 1: dt 0.5; at 3: dt 1, scale b 2; at 4: dt 1; "
       "at 5: dt 2; at 8: dt 1; at 9: dt 2; go; tick; = 0 1 3 4 5 -7e 8 9; is free 7");

/* A watcher that is added within the tick is notified of all later updates. */
SCRIPT(
    "a watcher comes within the tick",
    "in newest oldest; pool; pool joins a; deal 0-5; go; at u2: watch 0 only updated; tick; "
    "oldest = 0 1 2 w*2 3 w*3 4 w*4 5 w*5; newest = 5 4 3 2 w*2 1 w*1 0 w*0; still; tick; "
    "oldest = 0 w*0 1 w*1 2 w*2 3 w*3 4 w*4 5 w*5; newest = 5 w*5 4 w*4 3 w*3 2 w*2 1 w*1 0 w*0");

/* ... and may end each actor of whose update it is notified. */
SCRIPT("a watcher that comes within the tick recycles",
       "in newest oldest; pool; pool joins a; deal 0-5; go; at u2: watch 0 only updated; "
       "at w*0: recycle 0; at w*1: recycle 1; at w*2: recycle 2; at w*3: recycle 3; "
       "at w*4: recycle 4; at w*5: recycle 5; tick; oldest = 0 1 2 w*2 -2 3 w*3 -3 4 w*4 -4 5 w*5 "
       "-5; newest = 5 4 3 2 w*2 -2 1 w*1 -1 0 w*0 -0");

/* The same for a pool with lifetimes. */
SCRIPT("updates of mortals are heard",
       "in memory oldest; pool lifetime seconds; watch 0 of a only updated; new 1 2; go; tick; "
       "= 1 w*1 2 w*2");

static uint32_t last, updates;

static void see_in_order(thing *self, const trp_context *in)
{
    CHECK(updates == 0 ||
          (pools[0]->desc.order == TRP_ORDER_OLDEST ? self->id > last : self->id < last));
    CHECK(self->id != 50);
    last = self->id;
    updates++;
}

/* more than a second-level cache, in one chunk and in several, one of which is missing */
SITUATION("many are fetched ahead, in one chunk and in several")
{
    for (int grows = 0; grows < 2; grows++)
        for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++) {
            trp_pool_desc desc = desc_of(stage_orders[order]);
            stage_needs(16u * 1024u * 1024u);
            stage_world();
            world = MADE(trp_world_create(NULL));
            desc.capacity = grows != 0 ? 30 : 60000;
            desc.max_capacity = grows != 0 ? 1000 : 0;
            desc.when_full = grows != 0 ? TRP_FULL_GROW : TRP_FULL_FAIL;
            pools[0] = stage_pool_as(world, desc);
            for (uint32_t id = 0; id < 100; id++)
                stage_thing(pools[0], id);
            CHECK_OK(trp_recycle(world, trp_pool_at(pools[0], 50)));
            last = order == OLDEST_FIRST ? 0 : 100;
            updates = 0;
            stage_when_updated = see_in_order;
            tick();
            CHECK_EQ(updates, 99);
            CHECK_VALID(world);
            CHECK_OK(trp_world_destroy(world));
        }
}

static trp_walk kept;

static void begin_to_walk(thing *self)
{
    if (self->id == 0)
        kept = trp__walk(pools[0], sizeof(thing), offsetof(thing, actor));
}

/* as in bindings to other languages, whose loops are not blocks of C */
SITUATION("a walk outlives the callback in which it began")
{
    uint32_t runs = 0;

    world = stage_world();
    pools[0] = stage_pool_as(world, desc_of(TRP_ORDER_OLDEST));
    stage_things(pools[0], 0, 3);
    stage_when_visited = begin_to_walk;
    CHECK_OK(trp_for_each(pools[0], stage_visit, NULL));
    for (; kept.walked != NULL; runs += kept.walked != NULL) {
        kept.ended = true;
        kept = trp__walk_step(kept, sizeof(thing), offsetof(thing, actor), trp__next_run);
    }
    CHECK_EQ(runs, 4);
    CHECK_EQ(world->open_walks, 0);
    stage_log_clear();
    tick();
    CHECK_LOG(0, 1, 2, 3);
}

/* the first pool says for how many slots there is room in the order; a refusal takes nothing */
SITUATION("in a block pools join as far as there is room")
{
    trp_pool_desc desc = desc_of(TRP_ORDER_OLDEST);

    world = stage_world();
    desc.joined_capacity = 45;
    pools[0] = stage_pool_as(world, desc);
    desc.joins = pools[0];
    desc.capacity = 26;
    const size_t left = trp_world_info(world).free_bytes;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY);
    desc.capacity = 25;
    CHECK_EQ(trp_world_info(world).free_bytes, left);
    CHECK(trp_pool_create(world, &desc) != NULL);
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY);
    /* there is room in the order, and none in the block */
    world = stage_world();
    desc = desc_of(TRP_ORDER_OLDEST);
    desc.joined_capacity = 60;
    pools[0] = stage_pool_as(world, desc);
    desc.joins = pools[0];
    for (trp_pool_desc filler = stage_desc(2000, TRP_ORDER_MEMORY); filler.capacity != 0;
         filler.capacity /= 10)
        while (trp_world_info(world).free_bytes > trp_pool_bytes(&filler))
            stage_pool_as(world, filler);
    desc.capacity = 40;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY);
    CHECK_VALID(world);
}

/* slots go, and their room in the order stays */
SITUATION("an order has room for all slots from the first")
{
    trp_pool_desc desc = desc_of(TRP_ORDER_OLDEST);

    world = heap_world((trp_world_desc){0});
    stage_grow(&desc, 80);
    desc.joined_capacity = 80;
    pools[0] = stage_pool_as(world, desc);
    const size_t before = heap_out;
    stage_things(pools[0], 0, 79);
    CHECK_OK(trp_pool_clear(pools[0], NULL));
    CHECK_OK(trp_pool_trim(pools[0]));
    CHECK_EQ(heap_out, before);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("actors end in their own update",
       "in newest oldest; pool; pool joins a; new 0; new b 1; new 2; new b 3; new 4;"
       "new b 5; new 6; new b 7; go; at 2: recycle 2; at 4: expire 4; at 6: sleep 6;"
       "at 7: new 20; tick; oldest = 0 1 2 -2 3 4 -4e 5 6 7 +20;"
       "newest = 7 +20 6 5 4 -4e 3 2 -2 1 0; still; tick; oldest = 0 1 3 5 7 20;"
       "newest = 20 7 5 3 1 0");
SCRIPT("newborns of the same walk are updated, the woken too",
       "in oldest; pool same; pool same joins a; new 40; sleep 40; new 1-3; go;"
       "at 1: new b 30, wake 40, new 31; tick; = 1 +30 +31 2 3 30 40 31; still;"
       "tick; = 1 2 3 30 40 31");

/* Inline walks over all pools of a segment; actors that are over in their own update. */

SCRIPT("an inline walk goes over a segment",
       "in newest oldest; pool; pool joins a; deal 0-4; go; joined; joined b; oldest = 0-4 0-4;"
       "newest = 4 3 2 1 0 4 3 2 1 0; at 2: leave; joined b; oldest = 0 1 2; newest = 4 3 2; trim");
SCRIPT("anything happens in an inline walk over a segment",
       "in oldest; pool; pool joins a; deal 0-7; go; at 1: new 20, recycle 2, sleep 1; joined b;"
       "= 0 1 +20 -2 3-7");

SCRIPT("an inline walk over a segment repairs a node",
       "in oldest; pool; pool joins a; deal 0-2; harm 1 stamp; go; joined ~CORRUPT; = 0 1 2; "
       "valid; repair");
SCRIPT("a pool in memory order shares no segment to walk", "in memory; new 1; go; joined ~DESC; =");
SCRIPT("an inline walk over a segment while it is drawn",
       "in oldest; pool; pool joins a; deal 0-2; go; joined; = 0 1 2; at d0: joined; draw; "
       "= d0 0 1 2 d1 d2");

SITUATION("there is no segment to walk")
{
    trp_each_joined(it, NULL) CHECK(it == NULL);
}

SCRIPT("what is over by its own rule is pruned at once",
       "in memory oldest; pool mortal later; new 1-3; old 2; go; tick; = 1 -2e 3; live 2");

SCRIPT(
    "one more pool joins after a tick",
    "in oldest; pool same; new 0 1 2; tick; pool same joins a; new b 50; new 51; tick; recycle 0;"
    "tick; pool same joins a; new c 60; new 61; new b 62; go; tick; = 1 2 50 51 60 61 62;"
    "at *: recycle me; tick; live 0; live 0 b; live 0 c");

SCRIPT("an actor that expires in its own update is pruned by the next tick",
       "in memory oldest; pool later; new 1-3; go; at 2: expire 2;"
       "at 3: is expired 2; tick; = 1 2 3; still; live 3; active 2; tick; = 1 -2e 3;"
       "live 2");
SCRIPT("what expires is kept until the next tick",
       "in memory oldest; pool later; new 1-3; at u1: for; at v2: expire 2;"
       "at u3: is expired 2; tick; still; for; live 3; tick; live 2");
SCRIPT("a pool is not trimmed in an inline walk over a segment",
       "in oldest; pool; pool joins a; new 0; new b 1; at *: trim !BUSY; joined;"
       "still; trim; at *: leave; joined; still; trim");
SCRIPT("newborns of two pools come in their order",
       "in oldest; pool same; pool same joins a; new 0; go; at 0: new b 20, new 21;"
       "tick; = 0 +20 +21 20 21");
SCRIPT("the last actor of a segment ends itself",
       "in oldest; pool same; pool same joins a; new 1 2; recycle 1; go;"
       "at 2: recycle 2; tick; = 2 -2; still; new b 3; go; tick; = 3");

/* Births and deaths in age orders with nothing to notify. */

static trp_pool *pool;

/* Links with wrong targets: a part of the node was overwritten. No step needs them. */
SCRIPT("actors with wrong links are recycled",
       "in newest oldest; pool; pool joins a; deal 0-5; harm 0 wild; recycle 5; recycle 0; "
       "harm 2 loop; recycle 4; recycle 2; harm 3 nolinks; recycle 3; new b 40; go; tick; "
       "oldest = 1 40; newest = 40 1");

SCRIPT("a drawing leaves the holes of an order",
       "in newest oldest; pool 60; new 0-59; recycle 1-55; at d0: each; go; draw;"
       "oldest = d0 0 56 57 58 59 d56 d57 d58 d59; newest = d59 d58 d57 d56 d0 59 58 57 56 0");
SCRIPT("nothing begins in a drawing",
       "in newest oldest; pool; new 1 2; at d1: new 3 !BUSY; draw; live 2");
SCRIPT("nothing begins while a world is cleared",
       "in oldest; pool; pool memory; new 0 1; new b 9; at -9: new 5 ?BUSY; go; clearlayer 0; "
       "= -0c -1c -9c; live 0");

SCRIPT("nothing begins without a number", "in newest oldest; pool 4; new 0 1; at u1: stamps floor "
                                          "0, new 2 ?LIMIT; tick; still; new 3; live 3");

/* `it` is NULL, and its node is not the first member */
SITUATION("the actor of a NULL struct is recycled")
{
    trp_actor *const of_null = (trp_actor *)(uintptr_t)(8 * sizeof(uint32_t));

    world = stage_world();
    stage_pool(world, 4, TRP_ORDER_OLDEST);
    CHECK_MISUSE_SAYS(world, trp_recycle(world, of_null), TRP_ERR_FOREIGN,
                      "the struct around the actor is NULL");
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(void *)stage_memory()), TRP_ERR_FOREIGN);
}

SCRIPT("overwritten actors are reported as they are recycled",
       "in oldest; new 0-6; harm 1 index; recycle 1 ~CORRUPT; repair; harm 2 stamp;"
       "recycle 2 ~CORRUPT; repair; harm 3 copy 5; recycle 3 ~CORRUPT; repair; live 4");

/* The first slot of the second chunk is among the neighbours. */
SCRIPT("neighbours lie in several chunks",
       "in newest oldest; grows; pool 6 grow 24; new 0-11; recycle 11 0 6 7 5 10 1; go; tick;"
       "oldest = 2 3 4 8 9; newest = 9 8 4 3 2");

/* in a world of many pools their indices are close together */
SITUATION("neighbours after another pool")
{
    static const uint32_t slots[] = {1099, 0, 500, 501, 499, 1098, 1};

    stage_needs(1024u * 1024u);
    stage_world();
    world = MADE(trp_world_create(
        &(trp_world_desc){.max_pools = TRP_MAX_POOLS, .on_misuse = stage_on_misuse}));
    stage_thing(stage_pool(world, 1, TRP_ORDER_OLDEST), 5000);
    pool = stage_pool(world, 1100, TRP_ORDER_OLDEST);
    for (uint32_t i = 0; i < 1100; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    for (int i = 0; i < 7; i++) {
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slots[i])));
        CHECK_VALID(world);
    }
    CHECK_EQ(told.count, 0);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("entries move between two updates",
       "in oldest; pool 40; new 0-39; at u10: recycle 1-9; at u11: each; go; tick;"
       "= 0-10 -1 -2 -3 -4 -5 -6 -7 -8 -9 11 0 10-39 12-39");

/* External pools that share a segment. */
SCRIPT("all are forgotten between two ticks",
       "in oldest; plain; pool external; pool external joins a; deal 0-7; tick; recycle 0; go; "
       "tick; = 1-7; forget a; go; tick; = 1 3 5 7; new 4; go; tick; = 1 3 5 7 4; "
       "forget b; go; tick; = 4");
