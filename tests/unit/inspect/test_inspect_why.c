/* Why is it gone? Each answer, and its text. */
#include "../inspect_scene.h"

SITUATIONS(inspect_why);

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

#define EACH_FATE(box, over)                                                                       \
    "pool 4; " box                                                                                 \
    "new 1; fate 1 alive a; fate 0.0 null; fate 1.0 null; fate 117440512.1 foreign; "              \
    "fate 16777215.1 madeup; fate 4.1 madeup; fate 0.2 madeup a; fate 1.1 madeup a; sleep 1; "     \
    "fate 1 "                                                                                      \
    "alive a; wake 1; expire 1; fate 1 " over " a; fate 0.2 madeup a; tick; fate 1 " over          \
    " a; fate "                                                                                    \
    "0.2 madeup a; new 2; fate 0.2 alive a; fate 2 alive a"

SCRIPT("alive, null, foreign, made up, without a box", EACH_FATE("", "unknown"));
SCRIPT("alive, null, foreign, made up, with a box", EACH_FATE("record 16 births; ", "over"));

SCRIPT("each answer as text",
       "plain; pool 4; new 1; why 1 {things slot 0 (generation 1) is alive\n};"
       "recycle 1; why 1 {things slot 0 (generation 1) is gone; no black box recorded why "
       "(trp_black_box_start)\n};"
       "why 0.0 {the handle is null: it names no actor\n};"
       "why 117440512.1 {the handle is of world 7, and this is world 0\n};"
       "why 16777215.1 {the handle is made up: there is no such slot\n};"
       "why 0.99 {things slot 0 (generation 99) never existed: the handle is made up\n};"
       "record 4; why 1 {things slot 0 (generation 1) is gone; its end is not in the black box\n}");

SITUATION("a reason is asked of a world, for a function")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    const trp_handle life = trp_handle_of(inside.world, inspect_scene_create(inside.pool));
    CHECK_EQ(trp_why_gone(NULL, life).fate, TRP_FATE_NONE);
    CHECK_RESULT(trp_print_why(NULL, life, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_why(inside.world, life, NULL, NULL), TRP_ERR_NULL);
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

/* The memory is the game's again when they are over. */
SCRIPT("external lives",
       "in newest oldest; pool external frees 2; pool; record 2; new 1; fate 1 alive a; fate 1.1 "
       "madeup a; recycle 1; fate 1 over a; fate 0.2 madeup a; new b 2 3; fate 1 forgotten a");

/* Chunks that were added and returned, and may come again: the last one has never existed. */
SCRIPT(
    "lives in chunks that were given back",
    "in memory; grows; pool 4 grow 20; fate 19.1 madeup a; fate 20.1 madeup; new 1-16; recycle "
    "5-16; trim; slots 4; fate 5 unknown a; fate 9 unknown a; fate 16 unknown a; fate 4.2 madeup "
    "a; fate 15.2 madeup a; fate 16.1 madeup a; fate 19.1 madeup a; fate 20.1 madeup; new 21-32; "
    "recycle 21-24; trim; fate 22 unknown a; fate 5.3 madeup a; fate 26 alive a");

/* All lives of a slot are over: none of its handles is made up. */
SCRIPT("slots that are used up",
       "new 1; last 1; recycle 1; retired 1; fate 1 unknown a; fate 0.5 unknown a");

/* The most common mistake: a struct is assigned together with its node. The life continues. */
SCRIPT(
    "nodes that were overwritten",
    "in memory; record 16; new 1 2; harm 2 zeros; fate 2 alive a; expire 2 ~CORRUPT; tick; fate 2 "
    "over a; why 2 {things slot 1 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
    "  tick 0, created\n};"
    "records 3 {tick 0: misuse: trp_expire on things slot 1 (generation 1): TRP_ERR_CORRUPT\n"
    "tick 0: things slot 1 (generation 1) expired\n"
    "tick 1: things slot 1 (generation 1) pruned\n}");

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
