/*
 * Shapes at their limits: infinite boxes, infinite circles, numbers near the limits of floats,
 * movements so long that other distances vanish in comparison. Also how touching actors touch.
 */
#include "../../../src/space/space_shape.h" /* both ways to take a root */
#include "../script.h"

#include <math.h>
#include <string.h>

SITUATIONS(space_shapes);

SCRIPT("circles of infinite size are boxes",
       "space empty; enter a round; put 1 -inf 0 inf 4; put 2 0 -inf 4 inf; put 3 -inf -inf inf;"
       "put 4 100 100 8; go; query 1000000 2 0 0; = 1 3; query 2 -1000000 0 0; = 2 3;"
       "query 100 100 0 0; = 3; put 5 500 300 inf 4; put 6 300 500 4 inf; go; query 600 302 0 0;"
       "= 3 5; query 302 600 0 0; = 3 6; query -9 4 3 3; answers 2; query -9 -3 3 3; answers 2;"
       "query 4 -90 3 3; answers 2; query -3 -90 3 3; answers 2");
SCRIPT("boxes at infinite places, and infinite questions",
       "space; put 1 inf 0 1; put 2 3 4 0; put 3 0 inf 1; go; circle 0 0 inf nearest first 4;"
       "= 2 1 3; hit 0 5 -0.6 -0.8; hit 1 inf 0 0; hit 2 inf 0 0; query -inf 0 inf 9 first 4;"
       "= 1 2; hit 0 0 0 0; hit 1 0 0 0; query 0 -inf 9 inf first 4; = 2 3; hit 0 0 0 0;"
       "hit 1 0 0 0; query 0 -inf 9 inf nearest first 4 !VALUE");

SCRIPT("what is infinite does not sweep",
       "space sweeps manual; put 1 -inf 100 inf 10; put 2 0 0 4; reread; pairs swept; answers 0;"
       "box 2 8 196 4; reread; pairs swept; answers 1; touch 1 2 100 0 -1 0.4898;"
       "box 1 -inf 100 5; reread; pairs swept; answers 0; box 1 0 300 5; reread; pairs swept;"
       "answers 0");

SCRIPT("former boxes are kept when a space grows between swept passes",
       "grows; pool 64; space room 2 most 64 sweeps manual; put 1 50; put 2 0; reread; "
       "pairs swept; answers 0; row 3-19 900 90 4 4; box 2 100; reread; pairs swept; answers 1; "
       "row 20-49 9000 90 4 4; touch 1 2 54 -1 0 0.46; reread; pairs swept; answers 0");

/* A bullet comes from each side, and stops 3 deep in a box; then it leaves it by less than 1, and
 * has touched it. */
SCRIPT("a swept box comes from the left or the right, and leaves by less than 1",
       "space sweeps manual; put 1 0 0 10; put 2 -37 3 4; reread; pairs swept; answers 0; "
       "box 2 -1 3 4; reread; pairs swept; answers 1; touch 1 2 3 -1 0 0.9167; box 2 -4 3 4; "
       "reread; pairs swept; answers 1; box 2 -4.5 3 4; reread; pairs swept; answers 1; part 2; "
       "shape 2 43 3 4; join 2; reread; pairs swept; answers 0; box 2 7 3 4; reread; pairs swept; "
       "answers 1; touch 1 2 3 1 0 0.9167; box 2 10 3 4; reread; pairs swept; answers 1; "
       "box 2 10.5 3 4; reread; pairs swept; answers 1; box 2 11 3 4; reread; pairs swept; "
       "answers 0");
SCRIPT("a swept box comes from above or below, and leaves by less than 1",
       "space sweeps manual; put 1 0 0 10; put 2 3 -37 4; reread; pairs swept; answers 0; "
       "box 2 3 -1 4; reread; pairs swept; answers 1; touch 1 2 3 0 -1 0.9167; box 2 3 -4 4; "
       "reread; pairs swept; answers 1; box 2 3 -4.5 4; reread; pairs swept; answers 1; part 2; "
       "shape 2 3 43 4; join 2; reread; pairs swept; answers 0; box 2 3 7 4; reread; pairs swept; "
       "answers 1; touch 1 2 3 0 1 0.9167; box 2 3 10 4; reread; pairs swept; answers 1; "
       "box 2 3 10.5 4; reread; pairs swept; answers 1; box 2 3 11 4; reread; pairs swept; "
       "answers 0");

SCRIPT("a mask is enough to care for nothing",
       "space empty; enter a mask 4; put 1 0 0 8; put 2 4 0 8; pairs; answers 0");
SCRIPT("how two touch that did, do or have",
       "pool; pool; space sweeps manual empty; enter a; put 1 0 0 10; put 2 5 0 10; put b 3 0 0 10;"
       "reread; pairs swept; answers 1; box 2 100 0 10; reread; pairs swept; answers 1;"
       "touch 1 2 0 0 0 0; reread; pairs swept; answers 0; apart 1 2; box 2 8 0 10;"
       "touch 1 2 2 1 0; reread; pairs swept; answers 1; touch 2 1 2 -1 0; apart 1 3; apart 3 1;"
       "apart 0 2; apart 1 0; sleep 1; apart 1 2; apart 2 1");
SCRIPT(
    "how two touch is the same after a shift",
    "space sweeps manual; put 1 0 0 8; put 2 32 0 8; reread; pairs swept; answers 0; box 2 0 0 8;"
    "reread; pairs swept; answers 1; touch 1 2 8 1 0 0.75; shift 64 -16; touch 1 2 8 1 0 0.75;"
    "put 3 30 -16 8; apart 1 3");

/* The last way is so long that the distance to the touched box vanishes in comparison: it touches at
 * its start. */
SCRIPT("rays straight down, and ways beside which distances vanish",
       "space; put 1 -4 50 8; put 2 50 -4 8; go; ray 0 0 0 2 nearest first 1; = 1; hit 0 25 0 -1;"
       "circle 0 0 inf along 1 1 nearest first 1 !VALUE; =; put 3 1e-30 1000 1; go;"
       "segment 0 1000 1e30 1000 nearest first 1; = 3; hit 0 0 0 0");

/* Roots */

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Whether no other float is nearer to the root: the squares of the midpoints to its neighbours are
 * too small and too large. */
static bool is_nearest_root(float root, float square)
{
    uint32_t bits;

    memcpy(&bits, &root, sizeof bits);
    double below = ((double)root + (double)float_of(bits - 1)) / 2;
    double above = ((double)root + (double)float_of(bits + 1)) / 2;
    return below * below <= (double)square && (double)square <= above * above;
}

SITUATION("roots made of integers are the nearest")
{
    uint32_t seed = 1;

    CHECK(trp__root_by_integers(0) == 0);
    CHECK(trp__root_by_integers(INFINITY) == INFINITY);
    CHECK(trp__root_by_integers(9) == 3 && trp__root_by_integers(0.25f) == 0.5f);
    CHECK(trp__root_by_integers(1e-40f) > 0);
    CHECK(trp__root_by_integers(float_of(0x3F800001)) == 1); /* nearly the middle of two floats */
    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t bits = stage_random(&seed, 0x7F800000u - 1) + 1;
        const float square = float_of(i % 8 == 0 ? bits >> 12 : bits); /* some are subnormal */
        CHECK(is_nearest_root(trp__root_by_integers(square), square));
        CHECK(trp__root_by_integers(square) == trp__root(square));
    }
}
