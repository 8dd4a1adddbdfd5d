#include "../script.h"

SITUATIONS(layer);

SITUATION("layers at the start: enabled, visible, scale 1")
{
    trp_world *world = stage_world();

    CHECK_EQ(trp_world_info(world).layers, 1);
    world = stage_world_as((trp_world_desc){.layers = 3});
    CHECK_EQ(trp_world_info(world).layers, 3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(trp_layer_enabled(world, i));
        CHECK(trp_layer_visible(world, i));
        CHECK(trp_layer_info(world, i).time_scale == 1.0f);
    }
}

SITUATION("no such layer is TRP_ERR_VALUE")
{
    trp_world *const world = stage_world_as((trp_world_desc){.layers = 3});

    CHECK_MISUSE(world, trp_layer_set_enabled(world, 3, true), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_visible(world, 3, true), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, UINT32_MAX, 1), TRP_ERR_VALUE);
    CHECK_EQ(trp_layer_enabled(world, 3), false);
    CHECK_EQ(trp_layer_visible(world, 3), false);
    CHECK(trp_layer_info(world, 3).time_scale == 0.0f);
}

SCRIPT("layers are updated in order",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; go; tick; = 0 1 2");
SCRIPT("a birth after a tick has its dt, times the scales of world, layer and pool",
       "layers 2; pool layer 1; scaleworld 2; scalelayer 1 3; scale a 5; at +1: dt 15 0.5; "
       "tick 0.5; new 1");
SCRIPT("time scales, also changed in a tick",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; scalelayer 0 0;"
       "scalelayer 2 0.25; at 0: dt 0, scalelayer 1 4; at 1: dt 2; at 2: dt 0.125; go; tick 0.5;"
       "= 0 1 2");
SCRIPT(
    "a time scale is 0 or more, and finite",
    "new 1; scalelayer 0 -1 !VALUE; scalelayer 0 nan !VALUE; scalelayer 0 inf !VALUE;"
    "scaleworld -1 !VALUE; scaleworld nan !VALUE; scaleworld inf !VALUE; scaleworld -inf !VALUE;"
    "scale a -1 !VALUE; scale a nan !VALUE; scale a inf !VALUE; scale a -inf !VALUE; says things;"
    "tick; dt 1");

SITUATION("NULL instead of a world")
{
    CHECK_RESULT(trp_layer_set_enabled(NULL, 0, true), TRP_ERR_NULL);
    CHECK_RESULT(trp_layer_set_visible(NULL, 0, true), TRP_ERR_NULL);
    CHECK_RESULT(trp_layer_set_time_scale(NULL, 0, 1), TRP_ERR_NULL);
}

SCRIPT("a disabled layer is not updated, but pruned",
       "layers 3; pool layer 2; pool layer 1; pool layer 0; new 2; new b 1; new c 0;"
       "disable 1; go; tick; = 0 2; new b 11; expire 11; go; tick; = 0 -11e 2;"
       "for b; = 1; enable 1; tick; = 0 1 2");
SCRIPT("nor is update_pool called there",
       "layers 2; pool; pool layer 1 whole; new 0; new b 5 6; disable 1; expire 5;"
       "go; tick; = 0 -5e; enable 1; tick; = 0 500 6");
SCRIPT("switched in a tick, where it has not been yet",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; go;"
       "at 1: disable 2, disable 0; tick; = 0 1; tick; = 1; still; enable 2; tick;"
       "= 1 2");
SCRIPT("a pool made in a tick is reached if it lies ahead",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; go;"
       "at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole; tick;"
       "= 0 1 500 2 500; tick; = 0 500 1 500 2 500");

/* Each of the layers 0 to 2 has a pool with one actor, 0 to 2. */
#define IN_THREE_LAYERS(sentence, script)                                                          \
    SCRIPT(sentence, "layers 3; pool; pool layer 1; pool layer 2; "                                \
                     "new 0; new b 1; new c 2; " script)

/* Layers: changes by callbacks to their order and to pools, during a call for a whole layer or a
 * tick. */

SCRIPT("those born while a layer expires are spared",
       "layers 3; pool; pool layer 1; pool layer 2; new a 1; new b 2; new b 4; sleep 4; listen b; "
       "at w!2: new b 8 9, sleep 9; go; fadelayer 1; = +8 +9 -4e; is active 8 1; is asleep 9; "
       "is expired 2");

/* Serials are renumbered in the meantime; up to the last slot. */
SCRIPT("sleepers expire however long they have slept",
       "in memory; pool 5; new 1; stamps floor 10; new 11-14; sleep 11-14; stamps first -100; "
       "fadelayer 0; live 1;"
       "active 0");

IN_THREE_LAYERS("what is moved from a disabled layer is updated once",
                "disable 0; go; at 1: move a 2; tick; = 1 2 0; tick; = 1 2 0");
IN_THREE_LAYERS("... to its own layer, which is enabled",
                "disable 0; go; at 1: enable 0, move a 0; tick; = 1 0 2");
IN_THREE_LAYERS("... if its layer is moved",
                "disable 0; go; at 1: enable 0, place 0 2; tick; = 1 2 0");
IN_THREE_LAYERS("a pool that is moved from an enabled layer has had its update",
                "go; at 1: move a 2; tick; = 0 1 2");
IN_THREE_LAYERS("what is enabled where the tick has been waits",
                "disable 0; go; at 1: enable 0, place 2 2; tick; = 1 2; tick; = 0 1 2");
IN_THREE_LAYERS("a pool made where the tick has been waits",
                "go; at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole; tick; "
                "= 0 1 500 2 500; tick; = 0 500 1 500 2 500");
IN_THREE_LAYERS("... though layers are put in order",
                "tick; go; "
                "at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole, place 2 2; "
                "tick; = 0 1 500 2 500; tick; = 0 500 1 500 2 500");
IN_THREE_LAYERS("... unless it is moved there from ahead",
                "go; "
                "at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole, move f 0; "
                "tick; = 0 1 500 500 2");
IN_THREE_LAYERS("... or its layer is ahead again",
                "go; "
                "at 1: still, place 0 2, pool whole, pool layer 1 whole, pool layer 2 whole; "
                "tick; = 0 1 500 2 500 500");
SCRIPT("the sleeper in the last slot expires with the others",
       "pool 5; new 1 11-14; sleep 13 14; fadelayer 0; live 3; tick; live 0");
SCRIPT("the sleeper in the first slot as well",
       "pool 5; new 1 11 12; sleep 1; recycle 11; fadelayer 0; live 1");
SCRIPT("nothing is moved while the world ends",
       "layers 3; pool; pool layer 1; new 0; new b 1;"
       "at -*: move a 1 !BUSY, move b 1 !BUSY, place 0 2 !BUSY; destroy");

/* The order of layers and pools, their time, and calls for all of a layer. */

/* Each of the layers 0 to 2 has a pool with one actor, 0 to 2. */
SITUATION("a layer may have a name")
{
    trp_world *world = stage_world_as((trp_world_desc){.layers = 3});

    CHECK(trp_layer_info(world, 1).name == NULL);
    stage_name_layer(world, 1, "enemies");
    CHECK(situation_text_equal(trp_layer_info(world, 1).name, "enemies"));
    CHECK(trp_layer_info(world, 0).name == NULL);
    CHECK(trp_layer_info(world, 3).name == NULL);
    CHECK_EQ(trp_layer_info(world, 2).place, 2);
    CHECK_EQ(trp_layer_info(world, 3).live, 0);
    CHECK_EQ(trp_layer_info(world, 3).place, TRP_MAX_LAYERS);
    CHECK_MISUSE(world, trp_layer_for_each(world, 0, NULL, NULL), TRP_ERR_NULL);
}

IN_THREE_LAYERS("a layer can be put at every place",
                "place 0 2; list 1 2 0; place 0 0; list 0 1 2; place 2 0; list 2 0 1; "
                "place 2 2; list 0 1 2; place 1 0; list 1 0 2; place 1 2; list 0 2 1; "
                "place 1 1; list 0 1 2; place 1 1; list 0 1 2");
SCRIPT("time scales of world, layer and pool are multiplied",
       "in newest oldest; layers 3; pool; pool oldest layer 1; pool layer 2; pool layer 2;"
       "pool oldest joins b; new 0; new b 1; new c 2; new d 3; new e 5; scaleworld 2;"
       "scalelayer 2 4; scale d 8; scale a 0; scale e 0.5; at 0: dt 0; at 1: dt 1, scaleworld 16;"
       "at 5: dt 0.5; at 2: dt 32; at 3: dt 256; tick 0.5; still; scaleworld 1; at 5: dt 0.25;"
       "at 2: dt 2; tick 0.5");
SCRIPT("no layer has such a number",
       "layers 3; pool; new 0; place 3 0 !VALUE; place 0 3 !VALUE; move a 3 !VALUE;"
       "clearlayer 3 !VALUE; fadelayer 3 !VALUE; layer 3 !VALUE; tick; live 1");
SCRIPT("the tick follows the order, and so do pools made later",
       "layers 3; pool; pool layer 1; pool layer 2; pool layer 2; new 0; new b 1;"
       "new c 2; new d 3; go; place 2 0; tick; = 2 3 0 1; pool; new e 9; go; tick;"
       "= 2 3 0 9 1");
SCRIPT("a pool moves to another layer, its actors and handles stay",
       "layers 3; pool; pool layer 1; pool layer 2; pool layer 2; new 0; new b 1;"
       "new c 2; new d 3; go; move c 0; is active 2; tick; = 0 2 1 3; move c 0;"
       "move a 0; tick; = 2 0 1 3");
SCRIPT("pools that share a segment move together",
       "in oldest; layers 3; pool; pool layer 1; pool layer 2; pool joins b; new 0;"
       "new b 1; new c 2; new d 11; new b 12; go; move d 0; tick; = 0 1 11 12 2");
IN_THREE_LAYERS("a layer that is moved to the end in a tick is updated once",
                "go; at 1: place 0 2; tick; = 0 1 2; still; tick; = 1 2 0");
IN_THREE_LAYERS("... and one that is moved to the front",
                "go; at 1: place 2 0; tick; = 0 1 2; still; tick; = 2 0 1");
SCRIPT("... and the one that is being updated",
       "layers 3; pool; pool memory layer 1; pool layer 2; new 0; new b 1 11;"
       "new c 2; go; at 1: place 1 2; tick; = 0 1 11 2; still; tick; = 0 2 1 11");
SCRIPT("... and the pool that is being updated",
       "layers 3; pool; pool memory layer 1; pool layer 2; new 0; new b 1 11;"
       "new c 2; go; at 1: move b 2; tick; = 0 1 11 2; still; tick; = 0 2 1 11");
IN_THREE_LAYERS("... and the next pool", "go; at 1: move c 0; tick; = 0 1 2; still; tick; = 0 2 1");
IN_THREE_LAYERS("... and a pool that was updated before",
                "go; at 1: move a 2; tick; = 0 1 2; still; tick; = 1 2 0");
IN_THREE_LAYERS("... and all of them at once",
                "go; at 1: move a 2, move b 1, move c 0, place 2 0; tick; = 0 1 2; still; "
                "tick; = 0 2 1");
SCRIPT("nothing of it while drawing",
       "layers 3; pool; new 1; at d1: place 0 1 !BUSY, move a 1 !BUSY, clearlayer 0 !BUSY, "
       "fadelayer 0 !BUSY, layer 0 !BUSY, scaleworld 2 !BUSY, scale a 2 !BUSY; draw; live 1");
SCRIPT("trp_layer_for_each is one walk over all its pools",
       "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0; new b 1;"
       "new c 2 22; new d 3; go; expire 2; layer 2; = -2e 22 3; live 1 c;"
       "at *: new me+10, new b me+11, new c me+12, new d me+13; layer 2;"
       "= 22 +32 +33 +34 +35 3 +13 +14 +15 +16");
SCRIPT("clearing a layer clears all of it, and nothing is created meanwhile",
       "layers 2; pool memory; pool memory 8 layer 1; pool memory layer 1; new 0;"
       "new b 2 21-24; new c 3; sleep 22; expire 23; go; clearlayer 1;"
       "= -2c -21c -23c -24c -22c -3c; live 0 b; live 0 c; live 1");
SCRIPT("... whatever its callbacks do",
       "layers 2; pool; pool layer 1; pool layer 1; new 0; new b 2 21-24;"
       "new c 31-33;"
       "at -*: new b 9 ?BUSY, new c 9 ?BUSY, move b 0 !BUSY, place 1 0 !BUSY, "
       "clearlayer 1;"
       "at -2: new 9; clearlayer 1; live 0 b; live 0 c; live 2; still; new b 10");
SCRIPT("a layer is cleared in an update of one of its actors",
       "layers 2; pool memory; pool memory layer 1; pool memory layer 1; new 0;"
       "new b 2 21 22; new c 3; go; at 21: clearlayer 1; tick;"
       "= 0 2 21 -2c -21c -22c -3c; live 0 b; live 0 c");
SCRIPT("expiring a layer ends all its lives, softly",
       "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0;"
       "new b 1; new c 2 21 22 23; new d 3; sleep 22; go; fadelayer 2; = -22e;"
       "is expired 23; live 3 c; live 1 d; fadelayer 2; tick;"
       "= 0 1 -2e -21e -23e -3e; live 0 c; live 0 d; new c 5; go; tick; = 0 1 5");
SCRIPT("a layer is expired in an update of one of its actors",
       "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0;"
       "new b 1; new c 2 21 22; new d 3; go; at 21: fadelayer 2; tick;"
       "= 0 1 2 21 -21e -22e -3e; live 1 c; tick; live 0 c");
SCRIPT("layers stay at their places while all of one is gone through",
       "layers 3; pool; pool layer 2; pool layer 2; new 0; new b 2; new c 3; watch;"
       "at v2: place 0 1 !BUSY; layer 2; place 2 0; at w!2: place 0 1 !BUSY;"
       "fadelayer 2; place 2 1; clearlayer 2; place 2 2; still; new b 4;"
       "at -4: place 0 1 !BUSY; destroy");
