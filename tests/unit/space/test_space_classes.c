/* Classes of bits, circles by three floats, the nearest one, and answers in little room. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_classes);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

typedef struct ball {
    trp_actor actor;
    float x, y, radius;
} ball;

static uint32_t ask(uint32_t mask)
{
    stage_log_clear();
    return trp_space_query(space, &(trp_query){.mask = mask}, space_log, NULL);
}

/* More combinations than desc.classes share a sheet; answers are the same. */
SITUATION_FOR("more classes of bits than a space has sheets for", uint32_t, classes, 1, 4)
{
    pool = space_pool(stage_world(), 32);
    space = space_made(pool, (trp_space_desc){.capacity = 32, .classes = classes});
    for (uint32_t id = 1; id <= 24; id++)
        CHECK_OK(trp_space_set_bits(space, &space_square(pool, id, (float)id)->actor, 1u << id % 4,
                                    id % 4 == 3 ? 1 : 0));
    CHECK_EQ(ask(2), 6);
    CHECK_LOG(1, 5, 9, 13, 17, 21);
    CHECK_EQ(ask(8), 6);
    stage_log_clear();
    CHECK_EQ(trp_space_measure(space).classes <= classes + 2, true);
    CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.a = 8, .b = 2}, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.a = 8, .b = 1}, NULL, NULL), 11);
    CHECK_EQ(
        trp_space_pairs(space, &(trp_pairing){.a = 2, .b = 8, .care = TRP_CARE_EITHER}, NULL, NULL),
        11);
}

SITUATION("circles by three floats")
{
    world = stage_world();
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(ball, actor), .capacity = 4});
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    CHECK_OK(trp_space_add_pool(space, pool,
                                &(trp_space_pool_desc){.circle = TRP_CIRCLE(ball, x, y, radius)}));
    trp_actor *one = trp_create(pool, &(ball){.x = 10, .y = 10, .radius = 5});
    trp_actor *other = trp_create(pool, &(ball){.x = 18, .y = 18, .radius = 5});
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0); /* their boxes touch */
    CHECK(trp_handle_equal(trp_space_nearest(space, 14, 13, 100, 0), trp_handle_of(world, one)));
    CHECK(trp_handle_equal(trp_space_nearest(space, 15, 15, 100, 0), trp_handle_of(world, other)) ||
          trp_get(world, trp_space_nearest(space, 15, 15, 100, 0)) == one);
    CHECK(trp_handle_is_null(trp_space_nearest(space, 90, 90, 9, 0)));
    CHECK(trp_handle_is_null(trp_space_nearest(NULL, 0, 0, 9, 0)));
    CHECK(trp_handle_is_null(trp_space_nearest(space, 0, 0, -1, 0)));
}

static uint32_t pairs_told;

static void count_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    pairs_told++;
}

/* All in one place: each cell has more boxes than are noted at once. */
SITUATION("a heap of boxes, in any room")
{
    for (uint32_t hits = 3; hits <= 10000 && STAGE_BYTES >= 256u * 1024u; hits += 9997) {
        world = stage_large_world(1u << 20);
        pool = space_pool(world, 700);
        space = space_made(pool, (trp_space_desc){.capacity = 700, .hits = hits});
        for (uint32_t id = 0; id < 600; id++)
            space_square(pool, id, 0.002f * (float)id);
        for (uint32_t id = 600; id < 700; id++) /* so that levels have cells */
            space_box(pool, id, 40 * (float)(id - 600), 30 * (float)(id % 7), 4, 4);
        CHECK_OK(trp_space_moved_all(space, NULL));
        pairs_told = 0;
        CHECK(trp_space_pairs(space, NULL, count_pair, NULL) >= 600 * 599 / 2);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), pairs_told);
        CHECK_VALID(world);
    }
}

/* An update needs room for all. */
SCRIPT(
    "drawing in little room, one answer at a time",
    "pool 10; space hits 3; row 0-9 0 1 4 4; go; drawspace -90 -90 180 180; memory oldest = d0-9;"
    "newest = d9 d8 d7 d6 d5 d4 d3 d2 d1 d0");
SCRIPT("what left in a pass is not counted",
       "in memory; pool 4; pool; space empty; enter a; row 1-4 0 0 4 4; go; at f2: stop; "
       "everything asked; = 1; still;"
       "at 1: still, part 1, pairs, answers 3, everything first 9, answers 3, enter b !BUSY,"
       "shift 0 0 !BUSY; everything; = 1 2&3 2&4 3&4 2 3 4 2 3 4; answers 4; join 1; go;"
       "at 1: still, part 4, pairs, answers 3; everything; = 1 1&2 1&3 2&3 2 3; answers 3");
