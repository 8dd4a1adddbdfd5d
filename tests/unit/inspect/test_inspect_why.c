/* Why is it gone? Each answer, and its text. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../heap.h"
#include "../inspect_scene.h"
#include "../ledger.h"

SITUATIONS(inspect_why);

static trp_fate fate(trp_handle handle)
{
    return trp_why_gone(inside.world, handle).fate;
}

static trp_handle life(trp_pool *pool)
{
    return trp_handle_of(inside.world, inspect_scene_create(pool));
}

static void end(trp_handle handle)
{
    CHECK_OK(trp_recycle(inside.world, trp_get(inside.world, handle)));
}

static void print(trp_handle handle)
{
    CHECK_OK(trp_print_why(inside.world, handle, inspect_scene_print, NULL));
}

SCRIPT(
    "its culprit, time, reason and age, after new actors in the slot",
    "record 16; tag wave 1; new 1 2; tick; tick; tag sweeper; line 80 src/game.c; recycle 2; new "
    "3 4; recycle 4; why 2 {things slot 1 (generation 1) is gone, 2 ticks old: tick 2, recycled "
    "by sweeper at game.c:80\n"
    "  tick 0, created by wave 1\n}");

SCRIPT("the cause of its expiry, as long as that is remembered",
       "pool 4; record 3; new 1; expire 1; why 1 {things slot 0 (generation 1) is gone, 0 ticks "
       "old: tick 0, expired\n"
       "  tick 0, created\n};"
       "tick; why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
       "  tick 0, created\n};"
       "new 2; age 1 unknown;" /* overwrites the birth */
       "why 1 {things slot 0 (generation 1) is gone: tick 0, expired\n};"
       "new 3; why 1 {things slot 0 (generation 1) is gone: tick 1, pruned\n};"
       "new 4; why 1 {things slot 0 (generation 1) is gone; its end is not in the black box (tick "
       "1 and later)\n}");

/* with births, an age is known long after the birth was overwritten */
SCRIPT("the age, with births",
       "record 1 births; new 1 2; pass 5; age 1 5; why 1 {things slot 0 (generation 1) is alive, 5 "
       "ticks old\n}; recycle 1; age 1 5; why 1 {things slot 0 (generation 1) is gone, 5 ticks "
       "old: tick 5, recycled\n}");

SCRIPT("the age, without births: as long as the birth is remembered",
       "record 1; new 1; tick; age 1 1; new 2; age 1 unknown; why 1 {things slot 0 (generation 1) "
       "is alive\n}");

static void check_life(trp_handle handle, trp_fate expected, const trp_pool *pool)
{
    const trp_why why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, expected);
    CHECK(why.pool == pool);
    CHECK_EQ(why.slot == TRP_NO_SLOT, pool == NULL);
    CHECK_EQ(why.ended != NULL, expected == TRP_FATE_ENDED);
    if (expected != TRP_FATE_ALIVE && expected != TRP_FATE_ENDED)
        CHECK_EQ(why.age, TRP_NO_AGE);
}

SITUATION("alive, null, foreign, made up, with and without a box")
{
    for (int boxed = 0; boxed < 2; boxed++) {
        inspect_scene_begin(TRP_ORDER_MEMORY);
        if (boxed)
            inspect_scene_start(SCENE_RECORDS, true);
        const trp_handle alive = life(inside.pool);
        const trp_handle later = {alive.index, 2};
        check_life(alive, TRP_FATE_ALIVE, inside.pool);
        check_life((trp_handle){0, 0}, TRP_FATE_NONE, NULL);
        check_life((trp_handle){alive.index, 0}, TRP_FATE_NONE, NULL);
        check_life((trp_handle){7u << 24, 1}, TRP_FATE_FOREIGN, NULL);
        check_life((trp_handle){0xFFFFFF, 1}, TRP_FATE_MADE_UP, NULL);
        check_life((trp_handle){alive.index + 4, 1}, TRP_FATE_MADE_UP, NULL); /* 4 slots */
        check_life(later, TRP_FATE_MADE_UP, inside.pool);
        check_life((trp_handle){alive.index + 1, 1}, TRP_FATE_MADE_UP, inside.pool); /* free */
        CHECK_OK(trp_deactivate(inside.world, trp_get(inside.world, alive)));
        check_life(alive, TRP_FATE_ALIVE, inside.pool);
        CHECK_OK(trp_activate(inside.world, trp_get(inside.world, alive)));
        CHECK_OK(trp_expire(inside.world, trp_get(inside.world, alive)));
        check_life(alive, boxed ? TRP_FATE_ENDED : TRP_FATE_UNKNOWN, inside.pool);
        check_life(later, TRP_FATE_MADE_UP, inside.pool);
        CHECK_OK(trp_update_all(inside.world, 1));
        check_life(alive, boxed ? TRP_FATE_ENDED : TRP_FATE_UNKNOWN, inside.pool);
        check_life(later, TRP_FATE_MADE_UP, inside.pool);
        CHECK(trp_handle_equal(life(inside.pool), later));
        check_life(later, TRP_FATE_ALIVE, inside.pool);
        CHECK_EQ(trp_why_gone(NULL, alive).fate, TRP_FATE_NONE);
    }
}

SITUATION("each answer as text")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    const trp_handle handle = life(inside.pool);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is alive\n");
    end(handle);
    print(handle);
    CHECK_PAGE(
        "things slot 0 (generation 1) is gone; no black box recorded why (trp_black_box_start)\n");
    print((trp_handle){0, 0});
    CHECK_PAGE("the handle is null: it names no actor\n");
    print((trp_handle){7u << 24, 1});
    CHECK_PAGE("the handle is of world 7, and this is world 0\n");
    print((trp_handle){0xFFFFFF, 1});
    CHECK_PAGE("the handle is made up: there is no such slot\n");
    print((trp_handle){handle.index, 99});
    CHECK_PAGE("things slot 0 (generation 99) never existed: the handle is made up\n");
    inspect_scene_start(4, false);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is gone; its end is not in the black box\n");
    CHECK_RESULT(trp_print_why(NULL, handle, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_why(inside.world, handle, NULL, NULL), TRP_ERR_NULL);
}

SCRIPT("births alone know no ends",
       "record 0 births; new 1; recycle 1; records 16 {}; why 1 {things slot 0 (generation 1) is "
       "gone; no black box recorded why (trp_black_box_start)\n}");

/* misuse of a free slot names its last life, and is not its end */
SCRIPT("misuse of an actor is not its end",
       "record 16; new 1; wake 1 !ACTIVE; why 1 {things slot 0 (generation 1) is alive, 0 ticks "
       "old\n"
       "  tick 0, created\n};"
       "recycle 1; recycle 1 !FREE; why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick "
       "0, recycled\n"
       "  tick 0, created\n}");

SITUATION("external lives")
{
    thing it = {.id = 1};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool_as(
        inside.world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 2, .external = TRP_EXTERNAL});
    inspect_scene_start(2, false);
    CHECK(trp_adopt(pool, &it.actor) != NULL);
    trp_handle handle = trp_handle_of(inside.world, &it.actor);
    check_life(handle, TRP_FATE_ALIVE, pool);
    check_life((trp_handle){handle.index + 1, 1}, TRP_FATE_MADE_UP, pool);
    CHECK_OK(trp_recycle(inside.world, &it.actor));
    it = (thing){.id = 0xDDDDDDDD}; /* its memory is the game's again */
    check_life(handle, TRP_FATE_ENDED, pool);
    check_life((trp_handle){handle.index, 2}, TRP_FATE_MADE_UP, pool);
    life(inside.pool);
    life(inside.pool);
    check_life(handle, TRP_FATE_FORGOTTEN, pool);
}

/* Chunks that were added and returned, and may come again. */
SITUATION("lives in chunks that were given back")
{
    trp_handle handles[16];
    heap_reset();
    inside.world =
        trp_world_create(&(trp_world_desc){.id = 9, .allocator = {heap_take, heap_give, NULL}});
    inside.box = (trp_black_box){0};
    CHECK(inside.world != NULL);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                 .capacity = 4,
                                                                 .max_capacity = 20,
                                                                 .when_full = TRP_FULL_GROW});
    check_life((trp_handle){9u << 24 | 19, 1}, TRP_FATE_MADE_UP, pool);
    check_life((trp_handle){9u << 24 | 20, 1}, TRP_FATE_MADE_UP, NULL);
    for (int i = 0; i < 16; i++)
        handles[i] = life(pool);
    for (int i = 4; i < 16; i++)
        end(handles[i]);
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_info(pool).slots, 4);
    for (int i = 4; i < 16; i++) {
        check_life(handles[i], TRP_FATE_UNKNOWN, pool);
        check_life((trp_handle){handles[i].index, 2}, TRP_FATE_MADE_UP, pool);
    }
    check_life((trp_handle){9u << 24 | 16, 1}, TRP_FATE_MADE_UP,
               pool); /* that chunk has never existed */
    check_life((trp_handle){9u << 24 | 19, 1}, TRP_FATE_MADE_UP, pool);
    check_life((trp_handle){9u << 24 | 20, 1}, TRP_FATE_MADE_UP, NULL);
    for (int i = 4; i < 16; i++)
        handles[i] = life(pool);
    for (int i = 4; i < 8; i++)
        end(handles[i]);
    CHECK_OK(trp_pool_trim(pool)); /* the one in the middle */
    check_life(handles[5], TRP_FATE_UNKNOWN, pool);
    check_life((trp_handle){handles[5].index, 3}, TRP_FATE_MADE_UP, pool);
    check_life(handles[9], TRP_FATE_ALIVE, pool);
    CHECK_OK(trp_world_destroy(inside.world));
}

/* all lives of a slot are over: none of its handles is made up */
SITUATION("slots that are used up")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_actor *actor = inspect_scene_create(inside.pool);
    ledger_last_life(inside.pool, actor);
    const trp_handle handle = trp_handle_of(inside.world, actor);
    CHECK_EQ(handle.generation, UINT32_MAX);
    CHECK_OK(trp_recycle(inside.world, actor));
    CHECK_EQ(trp_pool_info(inside.pool).retired, 1);
    check_life(handle, TRP_FATE_UNKNOWN, inside.pool);
    check_life((trp_handle){handle.index, 5}, TRP_FATE_UNKNOWN, inside.pool);
}

/* Whether the black box has a misuse of this life with this result. */
static bool is_recorded(trp_handle handle, trp_result result)
{
    const trp_black_box *box = &inside.box;

    for (uint32_t i = 0; i < inspect_scene_count(box); i++) {
        const trp_record *record = trp_black_box_at(box, i);
        if (record->kind == TRP_RECORD_MISUSE && record->result == result &&
            trp_handle_equal(record->handle, handle))
            return true;
    }
    return false;
}

/* The most common mistake: a struct is assigned together with its node. The life continues. */
SITUATION("nodes that were overwritten")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    life(inside.pool);
    thing *it = trp_as(thing, inspect_scene_create(inside.pool));
    trp_handle handle = trp_handle_of(inside.world, &it->actor);
    *it = (thing){.id = 1};
    CHECK_EQ(fate(handle), TRP_FATE_ALIVE);
    CHECK_OK(trp_expire(inside.world, &it->actor));
    CHECK_OK(trp_update_all(inside.world, 1));
    trp_why why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, TRP_FATE_ENDED);
    CHECK(why.ended != NULL && why.ended->reason == TRP_REASON_EXPIRED);
    CHECK(is_recorded(handle, TRP_ERR_CORRUPT));
    CHECK_VALID(inside.world);
}

/* Ends with the world are not recorded. */
SCRIPT("while the world ends no actor counts as alive",
       "in memory oldest; record 4; new 1 2; at -1-2: why 1 {things slot 0 (generation 1) is gone; "
       "its end is not in "
       "the black box (tick 0 and later)\n"
       "  tick 0, created\n};"
       "destroy");

SCRIPT("in its own on_end it is known already",
       "record 4; new 1; at -1: why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick 0, "
       "recycled\n"
       "  tick 0, created\n};"
       "recycle 1");
