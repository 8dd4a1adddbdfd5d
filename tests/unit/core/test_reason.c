/*
 * Reasons that a game defines, and culprits.
 */
#include "../script.h"

SITUATIONS(reason);

#define SHOT_DOWN TRP_REASON_OWN(0)
#define DROWNED TRP_REASON_OWN(1)
#define LAST TRP_REASON_OWN(TRP_REASON_LAST - TRP_REASON_USER)

static trp_world *world;
static trp_pool *pool;
static unsigned seen;
static trp_reason heard;

static void note_end(trp_actor *actor, const trp_end_context *in)
{
    heard = in->reason;
    seen++;
}

static void begin(trp_order order, bool ends)
{
    trp_pool_desc desc = stage_desc(8, order);

    world = stage_world();
    seen = 0;
    heard = TRP_REASON_NONE;
    desc.on_create = NULL;
    desc.on_end = note_end;
    desc.ends = ends;
    pool = stage_pool_as(world, desc);
}

static bool is_any(const trp_actor *actor, const trp_context *in)
{
    return actor != NULL;
}

static trp_actor *born(void)
{
    trp_actor *actor = trp_create(pool, NULL);

    CHECK(actor != NULL);
    return actor;
}

static trp_result ends(trp_actor *victim, trp_reason reason, const trp_actor *cause)
{
    return trp_recycle_with(world, victim,
                            &(trp_ending){.reason = reason, .cause = trp_handle_of(world, cause)});
}

static trp_result ends_later(trp_actor *victim, trp_reason reason, const trp_actor *cause)
{
    return trp_recycle_with(
        world, victim,
        &(trp_ending){.reason = reason, .cause = trp_handle_of(world, cause), .later = true});
}

SCRIPT(
    "on_end gets reason and culprit",
    "new 1 2; go; ending 1 own by 2; = -1o; loud because 1 2; recycle 2; = -2; loud because 2 0");
SCRIPT("a death that another death causes does not have its culprit",
       "new 1-3; go; at -1: recycle 3, because 1 2, because 3 0; ending 1 own by 2; = -1o -3; "
       "because 1 2; because 3 0");

/* The slots' next lives have no trace of that. */
SCRIPT("what expires keeps reason and culprit until it is pruned",
       "pool 8 ends; new 1-3; go; ending 1 softly own by 2; =; ending 1 softly by 3;" /* too late */
       "recycle 2; = -2; tick; go; loud because 1 2; new 4; go; expire 3; expire 4; tick;"
       "memory newest = -4e -3e; oldest = -3e -4e; loud because 3 0; loud because 4 0");
SCRIPT("a sleeper that expires for a reason ends at once",
       "pool 8 ends; new 1; sleep 1; go; ending 1 softly own by 1; = -1o; live 0");

SITUATION("what is no reason, or would be forgotten, is refused")
{
    static const trp_reason never[] = {TRP_REASON_STOLEN, TRP_REASON_OWN(-1),
                                       (trp_reason)(TRP_REASON_LAST + 1)};

    begin(TRP_ORDER_MEMORY, true);
    trp_actor *actor = born();
    for (unsigned i = 0; i < 3; i++) {
        CHECK_MISUSE(world, ends(actor, never[i], NULL), TRP_ERR_VALUE);
        CHECK_MISUSE(world, ends_later(actor, never[i], NULL), TRP_ERR_VALUE);
    }
    CHECK_MISUSE(world, ends(actor, TRP_REASON_EXPIRED, NULL), TRP_ERR_VALUE);
    CHECK_MISUSE(world, ends_later(actor, TRP_REASON_RECYCLED, NULL), TRP_ERR_VALUE);
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    CHECK_QUIET(world, ends_later(actor, TRP_REASON_EXPIRED, actor), TRP_OK);
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_EXPIRED);
    CHECK_RESULT(ends(NULL, SHOT_DOWN, NULL), TRP_GONE);
    CHECK_RESULT(trp_recycle_with(NULL, actor, &(trp_ending){.reason = SHOT_DOWN}), TRP_ERR_NULL);
    CHECK_RESULT(trp_recycle_with(NULL, actor, &(trp_ending){.reason = SHOT_DOWN, .later = true}),
                 TRP_ERR_NULL);
    CHECK_EQ(seen, 0);
    begin(TRP_ORDER_MEMORY, false);
    CHECK_OK(ends(born(), LAST, NULL));
    CHECK_EQ(heard, LAST);
    actor = born();
    CHECK_MISUSE_SAYS(world, ends_later(actor, DROWNED, NULL), TRP_ERR_DESC,
                      "set ends in its desc");
    CHECK_MISUSE(world, ends_later(actor, TRP_REASON_NONE, actor), TRP_ERR_DESC);
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    CHECK_QUIET(world, ends_later(actor, TRP_REASON_EXPIRED, NULL), TRP_OK);
}

/* all of a pool, of its layer, or those that match; a refused ending changes nothing */
SITUATION("many end for one reason, at once or later")
{
    const trp_ending later = {.reason = DROWNED, .later = true},
                     wrong = {.reason = TRP_REASON_STOLEN};

    for (int way = 0; way < 3; way++)
        for (int is_later = 0; is_later < 2; is_later++) {
            const trp_ending now = {.reason = SHOT_DOWN};
            const trp_ending *ending = is_later ? &later : &now;
            begin(stage_orders[way], true);
            born();
            CHECK_OK(trp_deactivate(world, born()));
            CHECK_MISUSE(world, trp_pool_clear(pool, &wrong), TRP_ERR_VALUE);
            CHECK_MISUSE(world, trp_layer_clear(world, 0, &wrong), TRP_ERR_VALUE);
            CHECK_EQ(trp_pool_recycle_if(pool, &wrong, is_any, NULL), 0);
            CHECK_EQ(told.result, TRP_ERR_VALUE);
            CHECK_EQ(trp_pool_count(pool), 2);
            if (way == 0)
                CHECK_OK(trp_pool_clear(pool, ending));
            else if (way == 1)
                CHECK_OK(trp_layer_clear(world, 0, ending));
            else
                CHECK_EQ(trp_pool_recycle_if(pool, ending, is_any, NULL), 1); /* not the sleeper */
            CHECK_OK(trp_update_all(world, 1));
            CHECK_EQ(seen, way == 2 ? 1 : 2);
            CHECK_EQ(heard, is_later ? DROWNED : SHOT_DOWN);
            CHECK_EQ(trp_pool_count(pool), way == 2 ? 1 : 0);
            CHECK_VALID(world);
        }
}

SITUATION("a birth without a desc is a plain one")
{
    begin(TRP_ORDER_MEMORY, false);
    CHECK(trp_create_with(pool, NULL) != NULL);
    CHECK_EQ(trp_pool_count(pool), 1);
}

SITUATION("a pool that remembers ends fits its bytes")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 33) + TRP_POOL_ENDS_BYTES(33)];
    trp_world *small = trp_world_init(memory, sizeof memory, NULL);
    const trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 33, .ends = true};

    CHECK(trp_pool_create(small, &desc) != NULL);
}

SCRIPT(
    "the black box names reason and culprit",
    "in memory; plain; record 16 reasons; new 1-3; ending 1 own by 3; ending 2 by 3; why 1 {"
    "things slot 0 (generation 1) is gone, 0 ticks old: tick 0, drowned by things slot 2\n"
    "  tick 0, created\n};"
    "why 2 {things slot 1 (generation 1) is gone, 0 ticks old: tick 0, recycled by things slot 2\n"
    "  tick 0, created\n}; unrecord; record 16; end 3; why 3 {"
    "things slot 2 (generation 1) is gone: tick 0, recycled for reason 65\n}");

SCRIPT("an end is not ended again",
       "in oldest; new 1; at -1: recycle 1 !BUSY, says its on_end is running; recycle 1");

SITUATION("what is around no address is no actor")
{
    begin(TRP_ORDER_OLDEST, false);
    CHECK_MISUSE_SAYS(world, trp_recycle(world, (trp_actor *)(uintptr_t)1023), TRP_ERR_FOREIGN,
                      "the struct around the actor is NULL");
}
