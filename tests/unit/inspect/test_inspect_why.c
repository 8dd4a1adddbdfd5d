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

SITUATION("its culprit, time, reason and age, after new actors in the slot")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_set_tag(inside.world, "wave 1");
    life(inside.pool);
    trp_handle handle = life(inside.pool);
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_OK(trp_update_all(inside.world, 1));
    trp_set_tag(inside.world, "sweeper");
    trp__set_place(inside.world, trp__place_at("src/game.c", 80));
    end(handle);
    life(inside.pool); /* the slot's next actors */
    end(life(inside.pool));
    trp_why why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, TRP_FATE_ENDED);
    CHECK(why.pool == inside.pool);
    CHECK_EQ(why.slot, 1);
    CHECK_EQ(why.age, 2);
    CHECK_EQ(why.ended->kind, TRP_RECORD_RECYCLED);
    CHECK_EQ(why.ended->tick, 2);
    CHECK(situation_text_equal(why.ended->tag, "sweeper"));
    CHECK_EQ(why.ended->line, 80);
    CHECK_EQ(why.created->kind, TRP_RECORD_CREATED);
    CHECK_EQ(why.created->tick, 0);
    CHECK(situation_text_equal(why.created->tag, "wave 1"));
    print(handle);
    CHECK_PAGE("things slot 1 (generation 1) is gone, 2 ticks old: tick 2, recycled by sweeper at "
               "game.c:80\n"
               "  tick 0, created by wave 1\n");
}

SITUATION("the cause of its expiry, as long as that is remembered")
{
    inspect_scene_begin(TRP_ORDER_OLDEST);
    inspect_scene_start(3, false);
    trp_handle handle = life(inside.pool);
    CHECK_OK(trp_expire(inside.world, trp_get(inside.world, handle)));
    CHECK_EQ(fate(handle), TRP_FATE_ENDED);
    CHECK_OK(trp_update_all(inside.world, 1));
    trp_why why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.ended->kind, TRP_RECORD_EXPIRED);
    CHECK_EQ(why.ended->tick, 0);
    CHECK_EQ(why.age, 0);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
               "  tick 0, created\n");
    life(inside.pool); /* overwrites the birth */
    CHECK(trp_why_gone(inside.world, handle).created == NULL);
    CHECK_EQ(trp_why_gone(inside.world, handle).age, TRP_NO_AGE);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is gone: tick 0, expired\n");
    life(inside.pool); /* and the actor that made it expire */
    why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, TRP_FATE_ENDED);
    CHECK_EQ(why.ended->kind, TRP_RECORD_PRUNED);
    CHECK_EQ(why.ended->tick, 1);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is gone: tick 1, pruned\n");
    life(inside.pool);
    CHECK_EQ(fate(handle), TRP_FATE_FORGOTTEN);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is gone; its end is not in the black box"
               " (tick 1 and later)\n");
}

/* with births, an age is known long after the birth was overwritten */
SITUATION("the age, with births and without")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(1, true);
    trp_handle handle = life(inside.pool);
    life(inside.pool);
    for (int tick = 0; tick < 5; tick++)
        CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_EQ(trp_why_gone(inside.world, handle).age, 5);
    CHECK(trp_why_gone(inside.world, handle).created == NULL);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) is alive, 5 ticks old\n");
    end(handle);
    CHECK_EQ(trp_why_gone(inside.world, handle).age, 5);
    CHECK_EQ(trp_why_gone(inside.world, handle).ended->age, 5);
    /* and without them, as long as the birth is remembered */
    CHECK_OK(trp_black_box_stop(&inside.box));
    inspect_scene_start(1, false);
    handle = life(inside.pool);
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_EQ(trp_why_gone(inside.world, handle).age, 1);
    life(inside.pool);
    CHECK_EQ(trp_why_gone(inside.world, handle).age, TRP_NO_AGE);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 2) is alive\n");
}

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

/* births alone contain no ends */
SITUATION("births alone know no ends")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(0, true);
    const trp_handle handle = life(inside.pool);
    end(handle);
    CHECK_EQ(inspect_scene_count(&inside.box), 0);
    CHECK_EQ(fate(handle), TRP_FATE_UNKNOWN);
}

/* misuse of a free slot names its last life, and is not its end */
SITUATION("misuse of an actor is not its end")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_actor *actor = inspect_scene_create(inside.pool);
    const trp_handle handle = trp_handle_of(inside.world, actor);
    CHECK_RESULT(trp_activate(inside.world, actor), TRP_ERR_ACTIVE);
    CHECK_EQ(fate(handle), TRP_FATE_ALIVE);
    CHECK_OK(trp_recycle(inside.world, actor));
    CHECK_RESULT(trp_recycle(inside.world, actor), TRP_ERR_FREE);
    CHECK_EQ(trp_why_gone(inside.world, handle).ended->kind, TRP_RECORD_RECYCLED);
}

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

static trp_handle going;
static trp_fate fate_in_callback;

static void ask(trp_world *world, thing *self, trp_reason reason)
{
    fate_in_callback = trp_why_gone(world, going).fate;
}

/* Ends with the world are not recorded. */
SITUATION("while the world ends no actor counts as alive")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool(inside.world, 2, TRP_ORDER_MEMORY);
    inspect_scene_start(4, false);
    going = trp_handle_of(inside.world, &stage_thing(pool, 1)->actor);
    stage_thing(pool, 2);
    stage_when_recycled = ask;
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_EQ(fate_in_callback, TRP_FATE_FORGOTTEN);
}

SITUATION("in its own on_end it is known already")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool(inside.world, 2, TRP_ORDER_MEMORY);
    inspect_scene_start(4, false);
    going = trp_handle_of(inside.world, &stage_thing(pool, 1)->actor);
    stage_when_recycled = ask;
    end(going);
    CHECK_EQ(fate_in_callback, TRP_FATE_ENDED);
}
