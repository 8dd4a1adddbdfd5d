#include "../../../src/core/core.h" /* reports of reads have their own function */
#include "../script.h"

SITUATIONS(misuse);

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order)
{
    world = stage_world();
    pool = stage_pool(world, 8, order);
    stage_things(pool, 1, 5);
    stage_log_clear();
}

static thing *find(uint32_t id)
{
    thing *it = MADE(stage_find(pool, id));
    return it;
}

/* five are there, in order, and the next tick visits them all */
static void check_unharmed(void)
{
    CHECK_EQ(trp_pool_count(pool), 5);
    CHECK_EQ(trp_pool_info(pool).recycled, 0);
    CHECK_VALID(world);
    uint32_t sum = 0;
    trp_each (thing, it, pool)
        sum += it->id;
    CHECK_EQ(sum, 15);
    CHECK_OK(trp_update_all(world, 1));
}

SCRIPT("recycling twice is TRP_ERR_FREE",
       "new 1-6; recycle 6; go; recycle 6 !FREE; says things; expire 6 !FREE; wake 6 !FREE;"
       "sleep 6 !FREE; =; recycled 1; live 5; new 7 8 9; live 8; new 10 ?FULL");

SITUATION("a copy of an actor on the stack is TRP_ERR_FOREIGN")
{
    set_up(TRP_ORDER_MEMORY);
    thing local = *find(2);
    CHECK_MISUSE(world, trp_recycle(world, &local.actor), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_state_of(world, &local.actor), TRP_STATE_NONE);
    CHECK(trp_pool_of(world, &local.actor) == NULL);
    CHECK_EQ(trp_slot_of(world, &local.actor), TRP_NO_SLOT);
    CHECK(trp_handle_is_null(trp_handle_of(world, &local.actor)));
    check_unharmed();
}

SITUATION("another world's actor is reported to the world that is asked")
{
    set_up(TRP_ORDER_OLDEST);
    trp_world *second = stage_second_world(0);
    thing *it = stage_thing(stage_pool(second, 4, TRP_ORDER_OLDEST), 1);
    CHECK_MISUSE(world, trp_recycle(world, &it->actor), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_world_info(second).misuse, 0);
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_NONE);
    CHECK_EQ(trp_state_of(second, &it->actor), TRP_STATE_ACTIVE);
    CHECK_VALID(second);
}

/* the last byte of a pool's slots, and the first one after them */
static void check_ends_of_slots(unsigned char *slots, size_t bytes)
{
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(uintptr_t)(slots + bytes - 1)),
                 TRP_ERR_FOREIGN);
    CHECK(told.pool == pool);
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(uintptr_t)(slots + bytes)),
                 TRP_ERR_FOREIGN);
    CHECK(told.pool == NULL);
}

SITUATION_IN_EACH_ORDER("the middle of a slot is TRP_ERR_FOREIGN")
{
    set_up(stage_orders[order]);
    unsigned char *bytes = (unsigned char *)find(3);
    for (size_t i = sizeof(void *); i < sizeof(thing); i += sizeof(void *)) {
        trp_actor *inside = (trp_actor *)(void *)(bytes + i);
        CHECK_MISUSE(world, trp_recycle(world, inside), TRP_ERR_FOREIGN);
        CHECK(told.pool == pool);
        CHECK_SAYS("'things': the pointer lies in a slot");
        CHECK_EQ(trp_state_of(world, inside), TRP_STATE_NONE);
    }
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(uintptr_t)(bytes + 1)), TRP_ERR_FOREIGN);
    CHECK(told.pool == pool);
    check_ends_of_slots((unsigned char *)trp_pool_at(pool, 0), 8 * sizeof(thing));
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(void *)stage_memory()), TRP_ERR_FOREIGN);
    CHECK(told.pool == NULL);
    check_unharmed();
}

/* in a further chunk, and beside another pool; an external pool does not accept it either */
SITUATION("the middle of a slot in a further chunk")
{
    world = MADE(trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse}));
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_OLDEST);
    desc.external = TRP_EXTERNAL;
    trp_pool *externals = stage_pool_as(world, desc);
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                .capacity = 2,
                                                .max_capacity = 20,
                                                .when_full = TRP_FULL_GROW});
    for (int i = 0; i < 20; i++) {
        crate *it = MADE(trp_as_in(crate, node, trp_create(pool, NULL)));
        CHECK_MISUSE(world, trp_expire(world, (trp_actor *)(void *)it), TRP_ERR_FOREIGN);
        CHECK(told.pool == pool);
        CHECK_NULL_MISUSE(world, trp_adopt(externals, (trp_actor *)(void *)it), TRP_ERR_FOREIGN);
        CHECK(told.pool == pool);
        CHECK_EQ(trp_pool_count(externals), 0);
    }
    /* the second chunk has as many slots as the first */
    check_ends_of_slots((unsigned char *)trp_as_in(crate, node, trp_pool_at(pool, 2)),
                        2 * sizeof(crate));
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

/* the whole block is readable, and the few valid addresses in it are known */
SITUATION_IN_EACH_ORDER("every address in the block is reported correctly")
{
    set_up(stage_orders[order]);
    trp_pool *crates =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 5});
    CHECK(trp_create(crates, NULL) != NULL);
    unsigned states[5] = {0};
    trp__mark_read(stage_memory(), STAGE_BYTES);
    for (unsigned char *at = stage_memory(); at < stage_memory() + 8192; at += _Alignof(trp_actor))
        states[trp_state_of(world, (trp_actor *)(void *)at)]++;
    CHECK_EQ(states[TRP_STATE_ACTIVE], 6);
    CHECK_EQ(states[TRP_STATE_FREE], 3 + 4);
    CHECK_EQ(states[TRP_STATE_ASLEEP] + states[TRP_STATE_EXPIRED], 0);
    check_unharmed();
}

SITUATION("a misaligned address is no actor")
{
    set_up(TRP_ORDER_MEMORY);
    unsigned char *bytes = (unsigned char *)find(3);
    uintptr_t odd = (uintptr_t)bytes + 1;
    CHECK_EQ(trp_state_of(world, (trp_actor *)odd), TRP_STATE_NONE);
    check_unharmed();
}

SCRIPT(
    "a message names the pool, the slot and the cure",
    "new 1-5; wake 2 !ACTIVE; says trp_activate; says 'things'; says slot 1; says active already; "
    "says Ask trp_state_of first");

/* whether a message has this text and, where there are messages, not the other */
static void check_message(const char *part, const char *missing)
{
    CHECK_SAYS(part);
    CHECK(told.message[0] == '\0' || !situation_text_has(told.message, missing));
}

SITUATION("where a detail says it all, nothing is added")
{
    set_up(TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_update_all(world, -1), TRP_ERR_VALUE);
    check_message("dt must be 0 or more, and finite", "range");
    CHECK_MISUSE(world, trp_for_each(pool, NULL, NULL), TRP_ERR_NULL);
    check_message("visit is NULL", "must not be");
}

/* the whole message, where there are messages */
static void check_whole(const char *start, const char *text)
{
    static char whole[400];

    situation_text_copy(whole, sizeof whole, start);
    situation_text_add(whole, sizeof whole, text);
    situation_text_add(whole, sizeof whole, ".");
    if (told.message[0] != '\0' && !situation_text_equal(told.message, whole))
        situation_failed(__FILE__, __LINE__, told.message);
}

static void write_to_a_free_slot(void)
{
    trp_actor *actor = &find(5)->actor;

    CHECK_OK(trp_recycle(world, actor));
    stage_open(actor, sizeof *actor);
    actor->stamp = 0;
    CHECK(trp_create(pool, NULL) == actor);
}

/* with the text of the result, with a detail before it, and with a detail that needs none */
SITUATION("a message is whole")
{
    static thing foreign;

    set_up(TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_activate(world, &find(2)->actor), TRP_ERR_ACTIVE);
    check_whole("trp_activate: pool 'things', slot 1: ", trp__result_text(TRP_ERR_ACTIVE));
    CHECK_MISUSE(world, trp_recycle(world, &foreign.actor), TRP_ERR_FOREIGN);
    check_whole("trp_recycle: ", trp__result_text(TRP_ERR_FOREIGN));
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(uintptr_t)((unsigned char *)find(2) + 1)),
                 TRP_ERR_FOREIGN);
    check_whole(
        "trp_recycle: pool 'things': the pointer lies in a slot, but not at its trp_actor: ",
        trp__result_text(TRP_ERR_FOREIGN));
    CHECK_MISUSE(world, trp_for_each(pool, NULL, NULL), TRP_ERR_NULL);
    check_whole("trp_for_each: pool 'things': ", "visit is NULL");
    trp_each_joined(it, pool) CHECK(it == NULL);
    check_whole("trp_each_joined: pool 'things': ",
                "a pool in memory order shares no segment: trp_each");
    CHECK_NULL_MISUSE(world, trp_adopt(pool, &foreign.actor), TRP_ERR_TYPE);
    check_whole("trp_adopt: pool 'things': ", "the pool has slots of its own: trp_create fills it");
    stage_forget();
    write_to_a_free_slot();
    CHECK_EQ(told.count, 1);
    check_whole("trp_create: pool 'things', slot 4: ",
                "a free slot was written to through a stale pointer. Keep a handle and ask "
                "trp_get, not a pointer");
}

/* In a callback, also of an actor that has left; with a place in the source, or without. */
SCRIPT("a message says where",
       "in memory; new 1-3; recycle 1; at v3: recycle 1 !FREE, "
       "says {trp_recycle (in the callback of things slot 2): pool 'things', slot 0: }; "
       "at v2: recycle 2, recycle 1 !FREE, "
       "says {trp_recycle (in the callback of things): pool 'things', slot 0: }; for; "
       "line 80 src/game.c; recycle 1 !FREE; says {trp_recycle (game.c:80): pool}");

static trp_result in_hook;

static void trim_in_hook(trp_world *in, const trp_misuse *misuse)
{
    in_hook = trp_pool_trim(pool);
}

/* a report is a callback, whether it is of a pool or of something else */
SITUATION("a report is a callback")
{
    world = stage_world_as((trp_world_desc){.on_misuse = trim_in_hook});
    pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    in_hook = TRP_OK;
    CHECK_RESULT(trp_pool_set_time_scale(pool, -1), TRP_ERR_VALUE);
    CHECK_RESULT(in_hook, TRP_BUSY);
    in_hook = TRP_OK;
    CHECK_RESULT(trp_black_box_start(NULL, world, NULL), TRP_ERR_NULL);
    CHECK_RESULT(in_hook, TRP_BUSY);
    CHECK_OK(trp_pool_trim(pool));
}

SITUATION("without a hook mistakes are counted")
{
    trp_world *quiet = trp_world_init(stage_memory(), 8192, NULL);
    pool = stage_pool(quiet, 3, TRP_ORDER_MEMORY);
    thing *it = stage_thing(pool, 1);
    CHECK_RESULT(trp_activate(quiet, &it->actor), TRP_ERR_ACTIVE);
    CHECK_OK(trp_recycle(quiet, &it->actor));
    CHECK_RESULT(trp_recycle(quiet, &it->actor), TRP_ERR_FREE);
    CHECK_EQ(trp_world_info(quiet).misuse, 2);
    CHECK_EQ(trp_pool_info(pool).misuse, 2);
}

SITUATION("trp_last_result is of calls that return pointers")
{
    set_up(TRP_ORDER_MEMORY);
    stage_things(pool, 6, 8);
    CHECK_OK(trp_last_result(world));
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_FULL);
    CHECK_OK(trp_recycle(world, &find(1)->actor));
    CHECK_RESULT(trp_activate(world, &find(2)->actor), TRP_ERR_ACTIVE);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_FULL);
    CHECK(trp_create(pool, NULL) != NULL);
    CHECK_OK(trp_last_result(world));
}

SITUATION("worlds count their own mistakes")
{
    set_up(TRP_ORDER_MEMORY);
    trp_world *second = stage_second_world(7);
    trp_pool *twin = stage_pool(second, 2, TRP_ORDER_MEMORY);
    thing *it = stage_thing(twin, 1);
    CHECK_MISUSE(second, trp_activate(second, &it->actor), TRP_ERR_ACTIVE);
    CHECK_EQ(trp_world_info(world).misuse, 0);
    stage_thing(twin, 2);
    CHECK_NULL_QUIET(second, trp_create(twin, NULL), TRP_ERR_FULL);
    CHECK_RESULT(trp_last_result(second), TRP_ERR_FULL);
    CHECK_OK(trp_last_result(world));
}

SCRIPT("activating twice is TRP_ERR_ACTIVE",
       "new 1-5; go; wake 1 2 3 4 5 !ACTIVE; live 5; recycled 0; tick;"
       "memory oldest = 1 2 3 4 5; newest = 5 4 3 2 1");
SCRIPT("putting to sleep twice is TRP_ERR_ASLEEP",
       "in memory; new 1-5; sleep 3; sleep 3 !ASLEEP; wake 3; go; tick; = 1 2 3 4 5");
SCRIPT("waking what has expired is TRP_ERR_EXPIRED",
       "new 1-5; expire 3; wake 3 !EXPIRED; sleep 3 !EXPIRED; is expired 3");
