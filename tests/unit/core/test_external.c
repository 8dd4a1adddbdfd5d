#include "../ledger.h"
#include "../script.h"

SITUATIONS(external);

static thing mine[6];
static trp_world *world;
static trp_pool *pool;

static trp_pool *slots;

static void set_up(trp_order order)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, order);
    desc.external = TRP_EXTERNAL;
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 6; i++)
        mine[i] = (thing){.id = i, .data = 100 + i};
}

static void adopt(uint32_t number)
{
    CHECK(trp_adopt(pool, &mine[number].actor) == &mine[number].actor);
    CHECK_OK(trp_last_result(world));
}

SCRIPT("an adopted actor enters and leaves, its data untouched",
       "in oldest; pool external 4; new 0; = +0; is active 0; slot 0 0; recycle 0; = -0;"
       "is free 0; live 0");
SCRIPT("entering twice is TRP_ERR_ACTIVE",
       "in newest oldest; pool external 4; new 0; new 0 !ACTIVE; wake 0 !ACTIVE; sleep 0;"
       "new 0 !ACTIVE; live 1; wake 0; created 1");

SITUATION("adopting from a pool, and into one")
{
    set_up(TRP_ORDER_OLDEST);
    slots = stage_pool(world, 2, TRP_ORDER_OLDEST);
    thing *owned = stage_thing(slots, 1);
    CHECK_NULL_MISUSE(world, trp_adopt(pool, &owned->actor), TRP_ERR_ACTIVE);
    CHECK_NULL_MISUSE(world, trp_adopt(slots, &mine[0].actor), TRP_ERR_TYPE);
    CHECK_NULL_MISUSE(world, trp_create(pool, NULL), TRP_ERR_TYPE);
    CHECK_EQ(trp_pool_count(slots), 1);
    CHECK_OK(trp_recycle(world, &owned->actor));
    CHECK(trp_adopt(pool, &owned->actor) == NULL);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
}

SCRIPT("as many as the capacity",
       "in oldest; pool external 4; new 0-3; new 4 ?FULL; refused 1; recycle 1; new 4; go; tick; "
       "= 0 2 3 4");

SITUATION("the same memory comes back with a new handle")
{
    set_up(TRP_ORDER_OLDEST);
    trp_handle handles[20];
    for (uint32_t i = 0; i < 20; i++) {
        adopt(0);
        handles[i] = trp_handle_of(world, &mine[0].actor);
        for (uint32_t k = 0; k < i; k++)
            CHECK(!trp_handle_equal(handles[k], handles[i]));
        CHECK_OK(trp_recycle(world, &mine[0].actor));
        for (uint32_t k = 0; k <= i; k++)
            CHECK(trp_get(world, handles[k]) == NULL);
    }
    CHECK_EQ(trp_pool_info(pool).recycled, 20);
}

/* an actor that has left can be distinguished from a pointer that was never an actor, until its
 * slot has another actor */
SITUATION("an actor that has left is distinguished from a pointer that never was one")
{
    set_up(TRP_ORDER_OLDEST);
    adopt(0);
    CHECK_OK(trp_recycle(world, &mine[0].actor));
    CHECK_EQ(trp_state_of(world, &mine[0].actor), TRP_STATE_FREE);
    CHECK_MISUSE(world, trp_recycle(world, &mine[0].actor), TRP_ERR_FREE);
    CHECK(told.pool == pool);
    adopt(1); /* in its slot: now there is no trace of it */
    CHECK_EQ(trp_state_of(world, &mine[0].actor), TRP_STATE_NONE);
    CHECK_EQ(trp_state_of(world, &mine[2].actor), TRP_STATE_NONE);
    trp_world *second = stage_second_world(1);
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    desc.external = TRP_EXTERNAL;
    (void)stage_pool_as(second, desc);
    CHECK_EQ(trp_state_of(second, &mine[0].actor), TRP_STATE_NONE);
    CHECK_MISUSE(second, trp_recycle(second, &mine[0].actor), TRP_ERR_FOREIGN);
}

/* its node zeroed, it is adopted again: only debug builds search for its address */
SITUATION("adopted again after its node was zeroed")
{
    set_up(TRP_ORDER_OLDEST);
    adopt(0), adopt(1), adopt(2);
    for (uint32_t i = 0; i < 3; i++) {
        mine[i] = (thing){.id = i};
        if (TRP__DEBUGS) {
            CHECK_NULL_MISUSE(world, trp_adopt(pool, &mine[i].actor), TRP_ERR_ACTIVE);
            CHECK(told.pool == pool);
        }
        CHECK_EQ(trp_pool_count(pool), 3);
        CHECK_OK(trp_expire(world, &mine[i].actor));
        CHECK_EQ(told.result, TRP_ERR_CORRUPT);
        CHECK_VALID(world);
    }
}

SITUATION("what the memory contained does not matter")
{
    set_up(TRP_ORDER_OLDEST);
    unsigned char *bytes = (unsigned char *)&mine[0].actor;
    for (size_t i = 0; i < sizeof mine[0].actor; i++)
        bytes[i] = 0xFF;
    CHECK_EQ(trp_state_of(world, &mine[0].actor), TRP_STATE_NONE);
    CHECK_MISUSE(world, trp_recycle(world, &mine[0].actor), TRP_ERR_FOREIGN);
    adopt(0);
    mine[1].actor = mine[0].actor;
    CHECK(trp_recycle(world, &mine[1].actor) != TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK(trp_get(world, trp_handle_of(world, &mine[0].actor)) == &mine[0].actor);
    adopt(1);
    CHECK_VALID(world);
}

SITUATION("memory that was never adopted is TRP_ERR_FOREIGN")
{
    set_up(TRP_ORDER_OLDEST);
    CHECK_EQ(trp_state_of(world, &mine[0].actor), TRP_STATE_NONE);
    CHECK(trp_handle_is_null(trp_handle_of(world, &mine[0].actor)));
    CHECK_EQ(trp_slot_of(world, &mine[0].actor), TRP_NO_SLOT);
    CHECK_MISUSE(world, trp_recycle(world, &mine[0].actor), TRP_ERR_FOREIGN);
    CHECK_NULL_MISUSE(world, trp_adopt(pool, NULL), TRP_ERR_NULL);
    CHECK_VALID(world);
}

SITUATION("TRP_EXTERNAL_POOL_BYTES is enough")
{
    static _Alignas(
        TRP_ALIGNMENT) unsigned char memory[TRP_WORLD_BYTES + TRP_EXTERNAL_POOL_BYTES(33)];
    static thing many[34];
    trp_world *small = trp_world_init(memory, sizeof memory, NULL);
    trp_pool_desc desc = stage_desc(33, TRP_ORDER_MEMORY);
    desc.external = TRP_EXTERNAL;
    stage_when_created = NULL;
    stage_when_recycled = NULL;
    trp_pool *full_pool = MADE(trp_pool_create(small, &desc));
    for (int i = 0; i < 33; i++)
        CHECK(trp_adopt(full_pool, &many[i].actor) != NULL);
    CHECK(trp_adopt(full_pool, &many[33].actor) == NULL);
    CHECK_VALID(small);
    CHECK_OK(trp_world_destroy(small));
}

SCRIPT("an external pool that joins takes the order of the other",
       "in newest oldest; pool 2; pool external joins a; new b 0 1; go; tick; oldest = 0 1; "
       "newest = 1 0");

/* the node names the slot of an earlier life; the ledger has the present slot */
SITUATION("a node that was overwritten with its bytes of an earlier life")
{
    set_up(TRP_ORDER_OLDEST);
    adopt(0);
    const trp_actor former = mine[0].actor;
    CHECK_OK(trp_recycle(world, &mine[0].actor));
    adopt(0); /* takes the slot again ... */
    adopt(1);
    CHECK_OK(trp_recycle(world, &mine[0].actor));
    CHECK_OK(trp_recycle(world, &mine[1].actor));
    adopt(0); /* ... then another slot */
    const trp_handle handle = trp_handle_of(world, &mine[0].actor);
    CHECK(mine[0].actor.index != former.index);
    mine[0].actor = former;
    CHECK(trp_handle_equal(trp_handle_of(world, &mine[0].actor), handle));
    CHECK_EQ(trp_state_of(world, &mine[0].actor), TRP_STATE_ACTIVE);
    CHECK(trp_pool_of(world, &mine[0].actor) == pool);
    stage_log_clear();
    (void)trp_recycle(world, &mine[0].actor);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK(trp_get(world, handle) == NULL);
    CHECK_VALID(world);
}

SCRIPT("external pools are oldest first",
       "in oldest; pool external; new 2 0 3 1; go; tick; for; each;"
       "= 2 0 3 1 2 0 3 1 2 0 3 1");
SCRIPT("or newest first", "in newest; pool external; new 2 0 3 1; go; tick; = 1 3 0 2");
SCRIPT("it leaves in every way",
       "in oldest; pool external 4; new 0-3; go; expire 0; sleep 1; recycle 3; = -3;"
       "tick; = -0e 2; expire 1; = -1e; clear; = -2c; live 0");
SCRIPT("external and own actors share a segment",
       "in oldest; pool 4 external; pool 4 joins a; new b 10; new 0; new b 11;"
       "new 1; go; tick; = 10 0 11 1; for b; = 10 11; each; = 0 1");

/* Actors leave during walks. */

SCRIPT("its memory may go as soon as on_end runs",
       "in oldest; pool 4 external frees; new 0-3; expire 1; sleep 2; recycle 0; tick; recycle 2;"
       "live 1; new 0 1 2; live 4; clear");
SCRIPT("within a tick too",
       "in oldest; pool external frees; new 0-3; go; at 0: recycle 2; at 1: recycle 1; tick;"
       "= 0 -2 1 -1 3");

/* Own ones and external ones of a segment; any of them, in any walk, are tried by random calls. */
SCRIPT("within a trp_each, whichever actor leaves",
       "in newest oldest; pool 4 external frees; pool 4 joins a; new 0; new b 10; new 1; new b 11;"
       "new 2; go; at 1: recycle 0 11, sleep 2, recycle 2; each; oldest = 0 1 -0 -11 -2;"
       "newest = 2 1 -0 -11 -2; live 1; at 10: recycle 10 1; for b; = 10 -10 -1");
SCRIPT("within every other walk, whichever actor leaves",
       "in newest oldest; pool 4 external frees; pool 4 joins a; new 0; new b 10; new 1; new b 11;"
       "at u1: recycle 0 11; tick; live 1; live 1 b; new 2 3; at v3: recycle 1 3 10; for; live 1;"
       "live 0 b; still; new 0; new b 12; go; at -0: recycle 12; clear; live 0 a; live 0 b");

static unsigned heard;

static void ends_the_first(trp_actor *actor, const trp_event_context *in)
{
    if (++heard == 1)
        CHECK_OK(trp_recycle(in->world, actor));
}

static void takes_an_index(thing *self, const trp_context *in)
{
    (void)in;
    self->actor.index = mine[1].actor.index;
}

SITUATION("an actor with another one's index is not taken for that one")
{
    trp_watcher watchers[2];
    set_up(TRP_ORDER_OLDEST);
    adopt(0);
    adopt(1);
    heard = 0;
    for (uint32_t i = 0; i < 2; i++) {
        watchers[i] = (trp_watcher){.function = ends_the_first, .events = TRP_EVENT_UPDATED};
        CHECK_OK(trp_watch(world, &watchers[i]));
    }
    stage_when_updated = takes_an_index;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(heard, 3); /* one watcher of the first, which it ends; both of the second */
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_VALID(world);
}
