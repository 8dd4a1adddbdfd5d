/*
 * Requirements of an engine: thinkers of several sizes in one external pool that grows, levels
 * whose memory is freed at once.
 */
#include "../heap.h"
#include "../inspect_scene.h"
#include "../ledger.h"

SITUATIONS(engine);

typedef struct thinker {
    trp_actor actor;
    uint32_t id;
} thinker;

typedef struct door {
    thinker thinker;
    uint32_t height;
} door;

typedef struct monster {
    thinker thinker;
    double place[9];
    uint32_t health;
} monster;

#define DOORS 20u

static trp_world *world;
static trp_pool *pool;
static door doors[DOORS];
static monster monsters[DOORS];

static void update(trp_actor *self, const trp_context *in)
{
    thinker *it = trp_as(thinker, self);

    stage_log(it->id);
    if (it->id >= 100)
        trp_as_in(monster, thinker.actor, self)->health--;
}

static trp_pool_desc desc_of(uint32_t capacity, uint32_t most)
{
    return (trp_pool_desc){.type = TRP_TYPE(thinker, actor),
                           .capacity = capacity,
                           .max_capacity = most,
                           .when_full = most != 0 ? TRP_FULL_GROW : TRP_FULL_FAIL,
                           .external = TRP_EXTERNAL,
                           .newborns = TRP_NEWBORNS_SAME_WALK,
                           .update = update};
}

static void begin_with(trp_pool_desc desc)
{
    world = heap_world((trp_world_desc){0});
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < DOORS; i++) {
        doors[i] = (door){.thinker.id = i};
        monsters[i] = (monster){.thinker.id = 100 + i, .health = 50};
    }
}

static void begin(uint32_t capacity, uint32_t most)
{
    begin_with(desc_of(capacity, most));
}

static void end(void)
{
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

static void tick(void)
{
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
}

static void adopt(thinker *it)
{
    CHECK(trp_adopt(pool, &it->actor) == &it->actor);
}

SITUATION("structs of several sizes are in one pool")
{
    uint32_t sum = 0;

    begin(8, 0);
    adopt(&doors[1].thinker), adopt(&monsters[1].thinker), adopt(&doors[2].thinker);
    tick();
    CHECK_LOG(1, 101, 2);
    CHECK_EQ(monsters[1].health, 49);
    trp_each (thinker, it, pool)
        sum += it->id;
    CHECK_EQ(sum, 104);
    CHECK(stage_node_is_active(&doors[1].thinker.actor));
    CHECK_OK(trp_deactivate(world, &doors[1].thinker.actor));
    CHECK(!stage_node_is_active(&doors[1].thinker.actor));
    CHECK_OK(trp_activate(world, &doors[1].thinker.actor));
    CHECK_OK(trp_expire(world, &doors[1].thinker.actor));
    CHECK(!stage_node_is_active(&doors[1].thinker.actor));
    CHECK(!stage_node_is_active(&doors[3].thinker.actor));
    CHECK_VALID(world);
    end();
}

SCRIPT("an external pool grows",
       "in oldest; grows; pool external 2 grow 16 same; new 1-16; slots 16; new 17 ?FULL; go; "
       "tick; = 1-16; recycle 1 4 7 10 13 16; live 10; new 18; go; tick; = 2 3 5 6 8 9 11 12 14 15 "
       "18; trim; slots 16; new 18 !ACTIVE");

SCRIPT("an external pool grows round a retired slot",
       "in oldest; grows; pool external 2 grow 16 same; new 1 2; last 1; recycle 1; new 3 4; slots "
       "4; new 5; go; tick; = 2 3 4 5");

SCRIPT("an external pool grows within a tick",
       "in oldest; grows; pool external 1 grow 64 same; new 1; at u1-9: new me+1; go; tick; = 1 +2 "
       "2 +3 3 +4 4 +5 5 +6 6 +7 7 +8 8 +9 9 +10 10");

/* Forgetting */

/* a level's memory is freed already */
static void spoil(void)
{
    for (uint32_t i = 0; i < sizeof doors; i++)
        ((unsigned char *)doors)[i] = 0xDD;
}

SITUATION("all are forgotten, and not touched")
{
    begin(2, 16);
    for (uint32_t i = 0; i < 10; i++)
        adopt(&doors[i].thinker);
    trp_handle handle = trp_handle_of(world, &doors[3].thinker.actor);
    CHECK_OK(trp_deactivate(world, &doors[4].thinker.actor));
    CHECK_OK(trp_expire(world, &doors[5].thinker.actor));
    ledger_last_life(pool, &doors[6].thinker.actor);
    CHECK_OK(trp_recycle(world, &doors[7].thinker.actor));
    spoil();
    CHECK_QUIET(world, trp_pool_forget_all(pool), TRP_OK);
    for (uint32_t i = 0; i < sizeof doors; i++)
        CHECK_EQ(((unsigned char *)doors)[i], 0xDD);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_info(pool).active, 0);
    CHECK_EQ(trp_pool_info(pool).recycled, 10);
    CHECK_EQ(trp_pool_info(pool).retired, 1);
    CHECK(trp_get(world, handle) == NULL);
    CHECK_VALID(world);
    tick();
    CHECK_LOG();
    adopt(&monsters[1].thinker);
    tick();
    CHECK_LOG(101);
    end();
}

/* others share the segment: their order and their links are as if those had never been there */
SITUATION("those between others are forgotten")
{
    begin(16, 0);
    trp_pool *level = pool;
    trp_pool_desc desc = desc_of(16, 0);
    desc.joins = pool;
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 4; i++) {
        adopt(&monsters[i].thinker);
        CHECK(trp_adopt(level, &doors[i].thinker.actor) != NULL);
    }
    spoil();
    CHECK_QUIET(world, trp_pool_forget_all(level), TRP_OK);
    CHECK_VALID(world);
    tick();
    CHECK_LOG(100, 101, 102, 103);
    CHECK(trp_next(world, &monsters[1].thinker.actor) == &monsters[2].thinker.actor);
    CHECK_OK(trp_recycle(world, &monsters[1].thinker.actor));
    CHECK_EQ(told.count, 0);
    CHECK_VALID(world);
    end();
}

static void leave_level(trp_actor *self, const trp_context *in)
{
    update(self, in);
    if (trp_as(thinker, self)->id != 2)
        return;
    spoil();
    CHECK_OK(trp_pool_forget_all(in->pool));
    CHECK_EQ(in->world->frames->current == NULL, true);
}

SITUATION("a level is left within a tick")
{
    trp_pool_desc desc = desc_of(2, 16);

    desc.update = leave_level;
    begin_with(desc);
    for (uint32_t i = 0; i < 5; i++)
        adopt(&doors[i].thinker);
    tick();
    CHECK_LOG(0, 1, 2);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
    end();
}

SCRIPT("when nothing can be forgotten",
       "plain; pool external 4; pool 2; new 1 2; forget b !TYPE; watch 0 of a; forget !LINKED; "
       "unwatch; "
       "at d1: forget !BUSY; draw; at -1: forget !BUSY; recycle 1; live 1; forget; live 0");

/* the black box has their ends */
SCRIPT("the forgotten are recorded", "plain; pool external 4; record 8; new 1; forget; records 8 "
                                     "{tick 0: things slot 0 (generation 1) "
                                     "created\ntick 0: things slot 0 (generation 1) cleared\n}");
