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

SITUATION("an external pool grows")
{
    trp_handle handles[DOORS];

    begin(2, 16);
    for (uint32_t i = 0; i < 16; i++) {
        adopt(i % 2 == 0 ? &doors[i].thinker : &monsters[i].thinker);
        handles[i] =
            trp_handle_of(world, i % 2 == 0 ? &doors[i].thinker.actor : &monsters[i].thinker.actor);
        CHECK_VALID(world);
    }
    CHECK_EQ(trp_pool_info(pool).slots, 16);
    CHECK_NULL_QUIET(world, trp_adopt(pool, &doors[17].thinker.actor), TRP_ERR_FULL);
    tick();
    CHECK_LOG(0, 101, 2, 103, 4, 105, 6, 107, 8, 109, 10, 111, 12, 113, 14, 115);
    for (uint32_t i = 0; i < 16; i++) {
        trp_actor *actor = trp_get(world, handles[i]);
        CHECK_EQ(trp_as(thinker, actor)->id, i % 2 == 0 ? i : 100 + i);
        if (i % 3 == 0)
            CHECK_OK(trp_recycle(world, actor));
    }
    CHECK_EQ(trp_pool_count(pool), 10);
    adopt(&doors[18].thinker);
    tick();
    CHECK_LOG(101, 2, 4, 105, 107, 8, 10, 111, 113, 14, 18);
    CHECK_OK(trp_pool_trim(pool)); /* it keeps what it has */
    CHECK_EQ(trp_pool_info(pool).slots, 16);
    CHECK_MISUSE(world, (trp_adopt(pool, &doors[18].thinker.actor), told.result), TRP_ERR_ACTIVE);
    CHECK_VALID(world);
    end();
}

SITUATION("an external pool grows round a retired slot")
{
    begin(2, 16);
    adopt(&doors[0].thinker), adopt(&doors[1].thinker);
    ledger_last_life(pool, &doors[0].thinker.actor);
    CHECK_OK(trp_recycle(world, &doors[0].thinker.actor));
    adopt(&doors[2].thinker), adopt(&doors[3].thinker);
    CHECK_EQ(trp_pool_info(pool).slots, 4);
    adopt(&doors[0].thinker);
    tick();
    CHECK_LOG(1, 2, 3, 0);
    CHECK_VALID(world);
    end();
}

/* in the walk of a tick: newborns are updated in it */
static void spawn(trp_actor *self, const trp_context *in)
{
    const uint32_t id = trp_as(thinker, self)->id;

    update(self, in);
    if (id < 9)
        adopt(&doors[id + 1].thinker);
}

SITUATION("an external pool grows within a tick")
{
    trp_pool_desc desc = desc_of(1, 64);

    desc.update = spawn;
    begin_with(desc);
    adopt(&doors[0].thinker);
    tick();
    CHECK_LOG(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    CHECK_VALID(world);
    end();
}

static void *take_until(size_t size, void *arg)
{
    unsigned *left = arg;

    return (*left)-- != 0 ? heap_take(size, NULL) : NULL;
}

static void give(void *memory, size_t size, void *arg)
{
    heap_give(memory, size, NULL);
}

/* whichever part of growing fails, nothing has changed */
SITUATION("there is no memory for an external pool to grow")
{
    unsigned left;
    const trp_pool_desc desc = desc_of(2, 8);

    for (unsigned parts = 0; parts < 3; parts++) {
        stage_world();
        heap_reset();
        left = 2;
        world = MADE(trp_world_create(&(trp_world_desc){.allocator = {take_until, give, &left},
                                                        .on_misuse = stage_on_misuse}));
        pool = stage_pool_as(world, desc);
        adopt(&doors[0].thinker), adopt(&doors[1].thinker);
        left = parts;
        CHECK_EQ(trp_adopt(pool, &doors[2].thinker.actor) != NULL, parts == 2);
        CHECK_EQ(trp_last_result(world), parts == 2 ? TRP_OK : TRP_ERR_MEMORY);
        CHECK_EQ(trp_pool_count(pool), parts == 2 ? 3 : 2);
        CHECK_VALID(world);
        end();
    }
}

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

static void forget_in_draw(const trp_actor *self, const trp_view *view)
{
    CHECK_RESULT(trp_pool_forget_all((trp_pool *)(uintptr_t)view->pool), TRP_BUSY);
}

static void forget_in_end(trp_actor *self, const trp_end_context *in)
{
    CHECK_RESULT(trp_pool_forget_all(pool), TRP_BUSY);
    stage_log(1);
}

SITUATION("when nothing can be forgotten")
{
    trp_watcher watcher = {.function = stage_hear_nothing, .events = TRP_EVENT_RECYCLED};
    trp_pool_desc desc = desc_of(4, 0);

    CHECK_RESULT(trp_pool_forget_all(NULL), TRP_ERR_NULL);
    desc.draw = forget_in_draw;
    desc.on_end = forget_in_end;
    begin_with(desc);
    trp_pool *own = stage_pool(world, 2, TRP_ORDER_MEMORY);
    adopt(&doors[0].thinker), adopt(&doors[1].thinker);
    CHECK_MISUSE(world, trp_pool_forget_all(own), TRP_ERR_TYPE);
    watcher.pool = pool;
    CHECK_OK(trp_watch(world, &watcher));
    CHECK_MISUSE(world, trp_pool_forget_all(pool), TRP_ERR_LINKED);
    CHECK_OK(trp_unwatch(world, &watcher));
    CHECK_OK(trp_draw_all(world, NULL, 0));
    stage_log_clear();
    CHECK_OK(trp_recycle(world, &doors[0].thinker.actor));
    CHECK_LOG(1);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_QUIET(world, trp_pool_forget_all(pool), TRP_OK);
    end();
}

/* the black box has their ends */
SITUATION("the forgotten are recorded")
{
    static trp_record records[8];
    trp_black_box box = {0};

    begin(4, 0);
    CHECK_OK(trp_black_box_start(
        &box, world, &(trp_black_box_desc){.records = records, .records_bytes = sizeof records}));
    adopt(&doors[0].thinker);
    CHECK_OK(trp_pool_forget_all(pool));
    CHECK_EQ(inspect_scene_count(&box), 2);
    CHECK_EQ(trp_black_box_at(&box, 1)->kind, TRP_RECORD_RECYCLED);
    CHECK_EQ(trp_black_box_at(&box, 1)->reason, TRP_REASON_CLEARED);
    end();
}
