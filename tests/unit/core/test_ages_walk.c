/*
 * Inline walks over all pools of a segment; actors that expire in their own update and are pruned
 * by the next tick.
 */
#include "../joined_scene.h"
#include "../ledger.h"
#include "../script.h"

SITUATIONS(ages_walk);

#define POOLS 3u

static trp_world *world;
static trp_pool *pools[POOLS];
static uint32_t pool_count;

static trp_pool_desc desc_of(trp_order order)
{
    return (trp_pool_desc){
        .type = TRP_TYPE(thing, actor), .capacity = 20, .order = order, .update = stage_update};
}

/* creates things 0, 1, ... in turn in several pools that share a segment */
static void begin_joined(trp_order order, uint32_t count, uint32_t things)
{
    trp_pool_desc desc = desc_of(order);

    world = stage_world();
    pool_count = count;
    desc.joined_capacity = count * desc.capacity;
    for (uint32_t i = 0; i < count; i++) {
        pools[i] = stage_pool_as(world, desc);
        desc.joins = pools[0];
    }
    for (uint32_t id = 0; id < things; id++)
        stage_thing(pools[id % count], id);
    stage_log_clear();
}

static void tick(void)
{
    CHECK_OK(trp_update_all(world, 1));
}

static thing *find(uint32_t id)
{
    for (uint32_t i = 0; i < pool_count; i++)
        if (stage_find(pools[i], id) != NULL)
            return stage_find(pools[i], id);
    return NULL;
}

static bool is_the_second(const trp_actor *self, const trp_context *in)
{
    return ((const thing *)(const void *)((const unsigned char *)self - offsetof(thing, actor)))
               ->id == 2;
}

static void walk_joined(void)
{
    trp_each_joined(it, pools[0]) stage_log(trp_as(thing, it)->id);
    CHECK_EQ(world->open_walks, 0);
}

SITUATION("an inline walk goes over a segment")
{
    for (uint32_t count = 1; count <= 3; count++)
        for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++) {
            begin_joined(stage_orders[order], count, 5);
            walk_joined();
            if (order == OLDEST_FIRST)
                CHECK_LOG(0, 1, 2, 3, 4);
            else
                CHECK_LOG(4, 3, 2, 1, 0);
            trp_each_joined(it, pools[count - 1])
            {
                const uint32_t id = trp_as(thing, it)->id;
                if (id == 3)
                    continue;
                stage_log(id);
                if (id == 2)
                    break;
            }
            if (order == OLDEST_FIRST)
                CHECK_LOG(0, 1, 2);
            else
                CHECK_LOG(4, 2);
            CHECK_EQ(world->open_walks, 0);
        }
}

SITUATION("anything happens in an inline walk over a segment")
{
    begin_joined(TRP_ORDER_OLDEST, 2, 8);
    trp_each_joined(it, pools[1])
    {
        stage_log(trp_as(thing, it)->id);
        if (trp_as(thing, it)->id != 1)
            continue;
        stage_thing(pools[0], 20);
        CHECK_OK(trp_recycle(world, &find(2)->actor));
        CHECK_OK(trp_deactivate(world, it));
        find(3)->actor.stamp = 0;
    }
    CHECK_LOG(0, 1, 3, 4, 5, 6, 7);
    CHECK_TOLD(1, TRP_ERR_CORRUPT);
    CHECK_VALID(world);
}

static void walk_in_draw(const trp_actor *self, const trp_view *view)
{
    walk_joined();
}

SITUATION("there is no segment to walk")
{
    begin_joined(TRP_ORDER_OLDEST, 2, 0);
    trp_pool *slots = stage_pool(world, 2, TRP_ORDER_MEMORY);
    walk_joined();
    CHECK_LOG();
    stage_before(world);
    trp_each_joined(it, slots) CHECK(it == NULL);
    CHECK_TOLD(1, TRP_ERR_DESC);
    trp_each_joined(it, NULL) CHECK(it == NULL);
    begin_joined(TRP_ORDER_OLDEST, 2, 3);
    pools[0]->desc.draw = walk_in_draw;
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_LOG(0, 1, 2, 0, 1, 2);
}

SITUATION("what is over by its own rule is pruned at once")
{
    for (int order = 0; order < 3; order += 2) {
        trp_pool_desc desc = desc_of(stage_orders[order]);
        world = stage_world();
        desc.prunes = TRP_PRUNE_NEXT_TICK;
        desc.is_expired = is_the_second;
        pool_count = 1;
        pools[0] = stage_pool_as(world, desc);
        stage_things(pools[0], 1, 3);
        stage_log_clear();
        tick();
        CHECK_LOG(1, 3);
        CHECK_EQ(trp_pool_count(pools[0]), 2);
    }
}

SITUATION("pruning is one of two")
{
    trp_pool_desc desc = desc_of(TRP_ORDER_OLDEST);

    world = stage_world();
    desc.prunes = (trp_pruning)2;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_VALUE);
}

static void end_itself(thing *self, const trp_context *in)
{
    joined_scene_end(self->id);
}

SITUATION("one more pool joins after a tick")
{
    trp_pool_desc desc = joined_scene_desc(8);

    for (uint32_t count = 1; count < MOST_POOLS; count++) {
        joined_scene_begin_as((joined.world = stage_world(), desc), count, count + 2);
        joined_scene_tick(NULL);
        stage_log_clear();
        trp_pool_desc more = desc;
        more.joins = joined.pools[0];
        joined.pools[count] = stage_pool_as(joined.world, more);
        joined.pool_count++;
        joined_scene_born(count, 50);
        joined_scene_born(0, 51);
        joined_scene_tick(NULL);
        joined_scene_end(0);
        stage_log_clear();
        joined_scene_tick(end_itself);
        CHECK_EQ(trp_world_info(joined.world).live, 0);
    }
}

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
