/*
 * Spaces: touches that last only an instant, and answers with the same bits on all machines.
 */
#include "../script.h"
#include "../space_stage.h"

#include <string.h>

SITUATIONS(space_instant);

SCRIPT("a way past a corner touches it",
       "put 1 1 1 1; space; segment 0 2 2 0; answers 1; segment 0 1.75 1.75 0; answers 0");
SCRIPT("a way that ends at an edge touches it",
       "put 1 10 0 1; space; query 0 0 1 1 along 9 0 first 1; answers 1; hit 0 1 -1 0;"
       "query 0 0 1 1 along 8.75 0; answers 0");
SCRIPT("one that comes past another's corner has touched it",
       "space sweeps manual; put 1 1 1 1; put 2 0 2 0; reread; pairs swept; answers 0; box 2 2 0 0;"
       "reread; pairs; answers 0; pairs swept; answers 1");

/* How deep */

SCRIPT("how deep two boxes touch at rest",
       "space; put 1 0 0 10; put 2 2 2 6; touch 1 2 8 1 0; touch 2 1 8 1 0; put 3 7 7.5 10;"
       "touch 1 3 2.5 0 1");
SCRIPT("... and two circles", "space empty; enter a round; put 1 0 0 10; put 2 2 2 6;"
                              "touch 1 2 8 1 0; touch 2 1 8 1 0");
SCRIPT("how deep two touch after their ways",
       "space sweeps manual; put 1 0 0 4; put 2 20 0 4; reread; pairs swept; answers 0;"
       "box 2 3.5 0 4; reread; pairs swept; answers 1; touch 1 2 0.5 1 0; box 2 4 -20 4; reread;"
       "pairs swept; answers 1; box 2 4 -4 4; reread; pairs swept; answers 1; touch 1 2 0 0 -1;"
       "box 2 0 50 4; reread; reread; pairs swept; answers 0; box 2 0 20 4; box 1 0 30 4; reread;"
       "pairs swept; answers 1; touch 1 2 14 0 1 0.7667");
SCRIPT("how deep a ball comes into a box, by its corner",
       "pool; pool; space sweeps manual empty; enter a; enter b round; put 1 0 0 20;"
       "put b 2 -11 -11 2; reread; pairs swept; answers 0; box 2 18 18 2; reread; pairs swept;"
       "answers 1; touch 1 2 27.87 -0.7071 -0.7071; touch 2 1 27.87 0.7071 0.7071");
SCRIPT("... from far away, flat",
       "pool; pool; space sweeps manual empty; enter a; enter b round; put 1 0 0 20;"
       "put b 2 -970 -290 20; reread; box 2 950 270 20; reread; pairs swept; answers 1;"
       "touch 1 2 1010 -0.96 -0.28; touch 2 1 1010 0.96 0.28");
SCRIPT("... and steep",
       "pool; pool; space sweeps manual empty; enter a; enter b round; put 1 0 0 20;"
       "put b 2 -290 -970 20; reread; box 2 270 950 20; reread; pairs swept; answers 1;"
       "touch 1 2 1010 -0.28 -0.96; touch 2 1 1010 0.28 0.96");
SCRIPT("how deep a ball comes into another, nearly to its middle",
       "space sweeps manual empty; enter a round; put 1 45 45 10; put 2 -5 -5 10; reread;"
       "pairs swept; answers 0; box 2 44.9 44.9 10; reread; pairs swept; answers 1;"
       "touch 1 2 9.8586 -0.7071 -0.7071");
SCRIPT("balls that do not meet, though their boxes do",
       "space sweeps manual empty; enter a round; put 1 45 45 10; put 2 -5 -5 10; reread;"
       "pairs swept; answers 0; box 2 37 37 10; reread; pairs swept; answers 0; apart 1 2;"
       "box 2 -5 -5 10; reread; pairs swept; answers 0; box 2 37 37 20; reread; pairs swept;"
       "answers 1; touch 1 2 10.757 -0.7071 -0.7071 1; box 2 54 54 10; pairs; answers 0");

/* Bits */

static uint32_t seed;

static float any(uint32_t most)
{
    return (float)stage_random(&seed, most * 1024) / 1024;
}

static void mix(uint64_t *hash, float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
}

static trp_area any_area(uint32_t which)
{
    /* one after the other: arguments have no defined order */
    const float x = any(400);
    const float y = any(400);
    const float a = any(400);
    const float b = any(400);

    const float right = a / 200; /* rounded, whatever precision the machine computes with */
    const float down = b / 200;

    switch (which % 4) {
    case 0:
        return trp_ray(x, y, right - 1, down - 1.5f);
    case 1:
        return trp_sweep(trp_circle(x, y, any(20)), a - 200, b - 200);
    case 2:
        return trp_circle(x, y, any(60));
    default:
        return trp_segment(x, y, a, b);
    }
}

/* also where the machine computes with more digits than a float has */
SITUATION_FOR("answers have the same bits on all machines", int, is_round, 0, 1)
{
    static const uint64_t expected[2] = {3060732421458845792u, 13992152188230006921u};

    uint64_t hash = 14695981039346656037u;
    trp_hit hits[64];
    trp_touch touch;
    trp_world *const world = stage_world();
    trp_pool *const pool = space_pool(world, 64);
    trp_space *const space = MADE(trp_space_create(
        world, &(trp_space_desc){.capacity = 64, .sweeps = true, .manual_moves = true}));
    CHECK_OK(trp_space_add_pool(
        space, pool,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_round = is_round != 0}));
    seed = 7;
    for (uint32_t i = 0; i < 64; i++) {
        const float x = any(400), y = any(400), size = any(40);
        space_box(pool, i, x, y, size, size);
    }
    for (uint32_t i = 0; i < 2000; i++) {
        const trp_query query = {.area = any_area(i), .order = TRP_SPACE_NEAREST_FIRST};
        const uint32_t count = trp_space_find(space, &query, hits, 64);
        for (uint32_t k = 0; k < count; k++) {
            mix(&hash, (float)trp_slot_of(world, hits[k].actor));
            mix(&hash, hits[k].at);
            mix(&hash, hits[k].normal_x);
            mix(&hash, hits[k].normal_y);
        }
    }
    for (uint32_t i = 0; i < 64 * 64; i++)
        if (trp_space_touch(space, trp_pool_at(pool, i / 64), trp_pool_at(pool, i % 64), &touch)) {
            mix(&hash, touch.depth);
            mix(&hash, touch.normal_x);
            mix(&hash, touch.normal_y);
        }
    CHECK_EQ(hash, expected[is_round]);
}
