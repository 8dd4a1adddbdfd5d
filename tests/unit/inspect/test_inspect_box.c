/* The black box: its records, their order, and its ring. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../../../src/core/core.h" /* whether a pool is plain again */
#include "../inspect_scene.h"

SITUATIONS(inspect_box);

static trp_handle handle_of(const trp_actor *actor)
{
    return trp_handle_of(inside.world, actor);
}

SCRIPT("each kind of record says what, when, which life, why",
       "in memory oldest; pool 4; record 16; tick; new 1-4; new 5 ?FULL; recycle 2; expire 3; tick;"
       "clear; records 16 {"
       "tick 1: things slot 0 (generation 1) created\n"
       "tick 1: things slot 1 (generation 1) created\n"
       "tick 1: things slot 2 (generation 1) created\n"
       "tick 1: things slot 3 (generation 1) created\n"
       "tick 1: things is full: one more was refused\n"
       "tick 1: things slot 1 (generation 1) recycled\n"
       "tick 1: things slot 2 (generation 1) expired\n"
       "tick 2: things slot 2 (generation 1) pruned\n"
       "tick 2: things slot 0 (generation 1) cleared\n"
       "tick 2: things slot 3 (generation 1) cleared\n}");

/* A full pool is asked again and again. */
SCRIPT("refusals in a row are one record",
       "pool 4; record 16; new 1-4; new 5-7 ?FULL; tag wave 2; new 5 ?FULL; tick; new 5 6 ?FULL;"
       "records 4 {"
       "tick 0: things slot 3 (generation 1) created\n"
       "tick 0: things is full: 3 more were refused\n"
       "tick 0: things is full: one more was refused by wave 2\n"
       "tick 1: things is full: 2 more were refused by wave 2\n};"
       "unrecord; record 1; new 5 6 ?FULL; records 16 {" /* the start of the ring */
       "tick 1: things is full: 2 more were refused by wave 2\n};"
       "unrecord; record 0 births; new 5 ?FULL; records 16 {}");

SITUATION("misuse is recorded")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_actor *actor = inspect_scene_create(inside.pool);
    trp_handle handle = handle_of(actor);
    CHECK_RESULT(trp_activate(inside.world, actor), TRP_ERR_ACTIVE);
    CHECK_RECORD(0, TRP_RECORD_MISUSE, inside.pool, handle);
    CHECK_EQ(inspect_scene_last(0)->age, TRP_NO_AGE);
    CHECK_EQ(inspect_scene_last(0)->result, TRP_ERR_ACTIVE);
    CHECK(situation_text_has(inspect_scene_last(0)->call, "trp_activate"));
    CHECK_OK(trp_recycle(inside.world, actor));
    /* the last life there */
    CHECK_RESULT(trp_recycle(inside.world, actor), TRP_ERR_FREE);
    CHECK_RECORD(0, TRP_RECORD_MISUSE, inside.pool, handle);
    CHECK_RESULT(trp_recycle(inside.world, &(thing){.id = 1}.actor), TRP_ERR_FOREIGN);
    CHECK_EQ(inspect_scene_last(0)->pool, TRP_NO_POOL);
    CHECK(inspect_scene_last(0)->pool_name == NULL);
    CHECK_EQ(inspect_scene_last(0)->slot, TRP_NO_SLOT);
    CHECK(trp_handle_is_null(inspect_scene_last(0)->handle));
    CHECK_RESULT(trp_for_each(inside.pool, NULL, NULL), TRP_ERR_NULL);
    CHECK_RECORD(0, TRP_RECORD_MISUSE, inside.pool, ((trp_handle){0, 0}));
    CHECK_EQ(inspect_scene_last(0)->slot, TRP_NO_SLOT);
    CHECK_RESULT(trp_system_remove(inside.world, NULL), TRP_ERR_NULL);
    CHECK(situation_text_has(inspect_scene_last(0)->call, "trp_system_remove"));
    CHECK_EQ(inspect_scene_count(&inside.box), 7);
}

/* quiet results are not recorded */
SCRIPT("what is no mistake and changes nothing is no news",
       "record 16; recycle 0 ?GONE; clear; tick; records 16 {}");

SCRIPT("a stolen slot: the end first, then the birth",
       "pool 1 steal; record 16; new 1 2; records 2 {"
       "tick 0: things slot 0 (generation 1) stolen\n"
       "tick 0: things slot 0 (generation 2) created\n};"
       "expire 2; new 3; records 3 {"
       "tick 0: things slot 0 (generation 2) expired\n"
       "tick 0: things slot 0 (generation 2) pruned\n"
       "tick 0: things slot 0 (generation 3) created\n}");

/* There is no record of a pruning. */
SCRIPT("an end by is_expired is recorded",
       "pool mortal; record 16; new 1; old 1; tick; records 16 {"
       "tick 0: things slot 0 (generation 1) created\n"
       "tick 1: things slot 0 (generation 1) expired, in the update of things\n}");

/* The life of who is recycled after it expired was over. */
SCRIPT("sleepers that expire, and expired ones that are recycled",
       "record 16; new 1; sleep 1; expire 1; records 1 {"
       "tick 0: things slot 0 (generation 1) expired\n};"
       "new 2; expire 2; recycle 2; records 2 {"
       "tick 0: things slot 0 (generation 2) expired\n"
       "tick 0: things slot 0 (generation 2) pruned\n}");

SCRIPT("causes stand before what they cause",
       "pool 1 called ship; pool called shot; record 16; at +1: new b 2; at -1: recycle 2; at +3:"
       "recycle 3; new 1; recycle 1; new 3 ?GONE; records 16 {"
       "tick 0: ship slot 0 (generation 1) created\n"
       "tick 0: shot slot 0 (generation 1) created\n"
       "tick 0: ship slot 0 (generation 1) recycled\n"
       "tick 0: shot slot 0 (generation 1) recycled\n"
       "tick 0: ship slot 0 (generation 2) created\n"
       "tick 0: ship slot 0 (generation 2) recycled\n}");

/* a watcher added later is notified after the box */
SCRIPT("the box is notified before all watchers",
       "record 16; new 1; watch 1 only expired; watch 2 only born; at w1!1: recycle 1; at w2+2:"
       "recycle 2; expire 1; new 2 ?GONE; records 4 {"
       "tick 0: things slot 0 (generation 1) expired\n"
       "tick 0: things slot 0 (generation 1) pruned\n"
       "tick 0: things slot 0 (generation 2) created\n"
       "tick 0: things slot 0 (generation 2) recycled\n}");

/* Ends with the world are not recorded; their effects are. */
SCRIPT("the end of the world stops the box, which stays readable",
       "pool 1 called ship; pool called shot; record 16; at -1: recycle 2; new 1; new b 2 3;"
       "destroy; records 16 {"
       "tick 0: ship slot 0 (generation 1) created\n"
       "tick 0: shot slot 0 (generation 1) created\n"
       "tick 0: shot slot 1 (generation 1) created\n"
       "tick 0: shot slot 0 (generation 1) recycled\n}");

SCRIPT("no box is started while the world ends", "new 1; at -1: record 4 !BUSY; destroy");

/* The entry of who has left an external pool may be another's by now. */
SCRIPT("age order, joined and external pools",
       "pool oldest 2 called oldest; pool oldest 2 joins a called joined; pool external 2 called "
       "external; record 16; new a 1; new b 2; clear b; new c 3; expire 3; tick; new c 3; expire 3;"
       "tick; recycle 3 !FREE; records 9 {"
       "tick 0: joined slot 0 (generation 1) created\n"
       "tick 0: joined slot 0 (generation 1) cleared\n"
       "tick 0: external slot 0 (generation 1) created\n"
       "tick 0: external slot 0 (generation 1) expired\n"
       "tick 1: external slot 0 (generation 1) pruned\n"
       "tick 1: external slot 0 (generation 2) created\n"
       "tick 1: external slot 0 (generation 2) expired\n"
       "tick 2: external slot 0 (generation 2) pruned\n"
       "tick 2: misuse: trp_recycle on external: TRP_ERR_FREE\n}");

/* Its handle may be anything. */
SITUATION("a cause that no slot of the world has is not named")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_actor *const actor = inspect_scene_create(inside.pool);
    const trp_handle cause = {trp_handle_of(inside.world, actor).index | (TRP_MAX_SLOTS - 1), 1};

    CHECK_OK(trp_recycle_with(inside.world, actor, &(trp_ending){.cause = cause}));
    CHECK(inspect_scene_last(0)->by_pool_name == NULL);
    CHECK(trp_handle_is_null(inspect_scene_last(0)->by));
}
