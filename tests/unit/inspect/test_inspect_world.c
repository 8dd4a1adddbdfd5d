/* Worlds and pools as text, character by character. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../inspect_scene.h"

SITUATIONS(inspect_world);

/* Three layers, a pool of each kind in them, actors in all states. */
SCRIPT(
    "a whole world as text",
    "in memory; plain; layers 3; pool memory 1 steal layer 1 called empty; pool oldest 4 same "
    "called "
    "bullet; pool oldest 2 steal joins b called spark; pool newest external 1 this layer 2 called "
    "hero; title 0 ground; disable 1; hide 1; scalelayer 0 0.25; place 2 0; scale c 1.5; scale b "
    "0.5; new d 1; new b 2 3; recycle 3; new b 4; sleep 4; new c 5; expire 5; sleep 4 !ASLEEP; "
    "world actors {"
    "world 0: tick 0, time scale 1, 3 layers, 4 pools, 4 actors, 1 misuse\n"
    "layer 2: enabled, visible, time scale 1\n"
    "  pool 'hero': 1 of 1 slot taken (1 active, 0 asleep, 0 expired), at most 1; newest "
    "first, newborns in this tick, in the game's own memory; when full, refuses\n"
    "    slot 0 (generation 1): active\n"
    "layer 0 'ground': enabled, visible, time scale 0.25\n"
    "  pool 'bullet': 2 of 4 slots taken (1 active, 1 asleep, 0 expired), at most 2; "
    "oldest first, newborns in the same walk; when full, refuses; time scale 0.5\n"
    "    slot 0 (generation 1): active\n"
    "    slot 1 (generation 2): asleep\n"
    "  pool 'spark': 1 of 2 slots taken (0 active, 0 asleep, 1 expired), at most 1; oldest "
    "first, among 'bullet'; when full, steals the oldest; time scale 1.5\n"
    "    slot 0 (generation 1): expired\n"
    "layer 1: disabled, hidden, time scale 1\n"
    "  pool 'empty': 0 of 1 slot taken (0 active, 0 asleep, 0 expired), at most 0; memory "
    "order; when full, steals the next\n};"
    "clear b; scaleworld 2; world {"
    "world 0: tick 0, time scale 2, 3 layers, 4 pools, 2 actors, 1 misuse\n"
    "layer 2: enabled, visible, time scale 1\n"
    "  pool 'hero': 1 of 1 slot taken (1 active, 0 asleep, 0 expired), at most 1; newest "
    "first, newborns in this tick, in the game's own memory; when full, refuses\n"
    "layer 0 'ground': enabled, visible, time scale 0.25\n"
    "  pool 'bullet': 0 of 4 slots taken (0 active, 0 asleep, 0 expired), at most 2; "
    "oldest first, newborns in the same walk; when full, refuses; time scale 0.5\n"
    "  pool 'spark': 1 of 2 slots taken (0 active, 0 asleep, 1 expired), at most 1; oldest "
    "first, among 'bullet'; when full, steals the oldest; time scale 1.5\n"
    "layer 1: disabled, hidden, time scale 1\n"
    "  pool 'empty': 0 of 1 slot taken (0 active, 0 asleep, 0 expired), at most 0; memory "
    "order; when full, steals the next\n}");

SITUATION("a world is printed by a function")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_RESULT(trp_print_world(NULL, TRP_DETAIL_POOLS, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_world(inside.world, TRP_DETAIL_POOLS, NULL, NULL),
                 TRP_ERR_NULL);
}

SITUATION("time scales as text")
{
    static const struct {
        float scale;
        const char *expected;
    } cases[] = {
        {0, "0"},
        {0.5f, "0.5"},
        {1, "1"},
        {0.125f, "0.125"},
        {0.0625f, "0.063"},
        {0.001f, "0.001"},
        {0.0001f, "0"},
        {0.9999f, "1"},
        {1.9999f, "2"},
        {1.0625f, "1.063"},
        {2.046875f, "2.047"},
        {12.25f, "12.25"},
        {1.01f, "1.01"},
        {0.009f, "0.009"},
        {0.099f, "0.099"},
        {0.1f, "0.1"},
        {1e6f, "1000000"},
        {3e9f, "3000000000"},
        {4e9f, "4000000000 or more"},
        {4.2e9f, "4000000000 or more"},
        {3.3e38f, "4000000000 or more"},
    };
    inspect_scene_begin(TRP_ORDER_MEMORY);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static char expected[300];
        CHECK_OK(trp_layer_set_time_scale(inside.world, 0, cases[i].scale));
        CHECK_OK(trp_print_world(inside.world, TRP_DETAIL_POOLS, inspect_scene_print, NULL));
        situation_text_copy(expected, sizeof expected,
                            "world 0: tick 0, time scale 1, 1 layer, 1 pool, 0 actors, 0 misuses\n"
                            "layer 0: enabled, visible, time scale ");
        situation_text_add(expected, sizeof expected, cases[i].expected);
        situation_text_add(
            expected, sizeof expected,
            "\n  pool 'things': 0 of 4 slots taken (0 active, 0 asleep, 0 expired), ");
        situation_text_add(expected, sizeof expected,
                           "at most 0; memory order; when full, refuses\n");
        CHECK_PAGE(expected);
    }
}

#if TRP__SYSTEM /* it gives worlds their ids */
SCRIPT("chunks that were given back are no slots",
       "in memory; grows; pool 4 grow 16 called grown; new 1-16; recycle 5-9; trim; world {"
       "world 1: tick 0, time scale 1, 1 layer, 1 pool, 11 actors, 0 misuses\n"
       "layer 0: enabled, visible, time scale 1\n"
       "  pool 'grown': 11 of 12 slots taken (11 active, 0 asleep, 0 expired), at most 16; "
       "memory order; when full, grows to 16\n}");
#endif

SCRIPT(
    "reports may be asked for while drawing",
    "pool 2 called drawn; record 4 births; new 1; at d1: leaks {never recycled: 1 actor in 1 pool\n"
    "  drawn: 1\n"
    "    1 created, tick 0\n}, why 1 {drawn slot 0 (generation 1) is alive, 0 ticks old\n"
    "  tick 0, created\n}, records 1 {tick 0: drawn slot 0 (generation 1) created\n}, live 1; "
    "draw");
