/*
 * How cells are chosen: for boxes of no size, of many sizes, among holes, and in thousands. The
 * counts of a space show it.
 */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void begin(uint32_t capacity, trp_space_desc desc)
{
    world = stage_world();
    pool = space_pool(world, capacity);
    desc.capacity = capacity;
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
}

static uint32_t query(float x, float y, float size)
{
    return trp_space_query(space, trp_rectangle(x, y, size, size), 0, NULL, NULL);
}

/* a divisor must not be zero */
static void the_smallest_cells(void)
{
    begin(4, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 1e-35f});
    space_box(pool, 1, 0, 0, 2, 2);
    space_box(pool, 2, 1, 1, 2, 2);
    space_box(pool, 3, 9, 9, 0, 0);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 1);
    CHECK_EQ(query(1, 1, 0), 2);
    CHECK_EQ(query(9, 9, 0), 1);
    CHECK_EQ(query(5, 5, 1), 0);
    CHECK_VALID(world);
}

/* some of which are gone when the levels are chosen */
static void holes_among_the_boxes(void)
{
    if (STAGE_BYTES < 16u * 1024u)
        return;
    begin(24, (trp_space_desc){.kind = TRP_SPACE_LEVELS});
    for (uint32_t id = 0; id < 24; id++)
        space_box(pool, id, 10 * (float)id, 0, 2, 2);
    for (uint32_t slot = 0; slot < 12; slot += 3)
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, slot)), TRP_OK);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    CHECK_EQ(trp_space_measure(space).levels, 1);
    for (uint32_t id = 0; id < 24; id++)
        CHECK_EQ(query(10 * (float)id, 0, 1), id >= 12 || id % 3 != 0);
    CHECK_VALID(world);
}

/* ten sizes, twelve boxes per size, all at one place: few can share a level */
static void no_more_levels_than_there_are(void)
{
    for (int named = 0; named < 2; named++)
    {
        float size = 1;
        if (STAGE_BYTES < 32u * 1024u)
            return;
        begin(120, (trp_space_desc){.kind = TRP_SPACE_LEVELS, .cell = named != 0 ? 1.5f : 0});
        for (uint32_t id = 0; id < 120; id++)
        {
            space_box(pool, id, 0, 0, size, size);
            if (id % 12 == 11)
                size *= 2;
        }
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), 120 * 119 / 2);
        CHECK(trp_space_measure(space).levels > 3);
        size = 1;
        for (uint32_t left = 120; left > 0; left -= 12)
        {
            CHECK_EQ(query(0.75f * size, 0.75f * size, 0), left);
            size *= 2;
        }
        CHECK_VALID(world);
    }
}

/* A few boxes of many sizes, apart and beside each other, in a world so large that cells share
 * counters. A plain search finds as many. */
static void many_sizes_in_a_small_space(void)
{
    uint32_t seed = 3;

    for (uint32_t round = 0; round < 300 && STAGE_BYTES >= 32u * 1024u; round++)
    {
        const uint32_t count = 4 + round % 21;
        uint32_t pairs = 0;
        trp_box boxes[24];

        begin(count, (trp_space_desc){0});
        for (uint32_t i = 0; i < count; i++)
        {
            const float size = (float)((uint32_t)1 << 2 * stage_random(&seed, 8));
            const float x = (float)(stage_random(&seed, 3) * (round % 3 != 0 ? 1000000u : 100u));
            boxes[i] = (trp_box){x + size * (float)stage_random(&seed, 3),
                                 size * (float)stage_random(&seed, 3), size, size};
            space_box(pool, i, boxes[i].x, boxes[i].y, size, size);
            for (uint32_t k = 0; k < i; k++)
                pairs += space_touches(&boxes[k], &boxes[i]);
        }
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), pairs);
        CHECK_VALID(world);
    }
}

/* boxes in rows, all of the same size */
typedef struct rows_of
{
    uint32_t count, columns;
    float x, y, step_x, step_y, width, height;
} rows_of;

typedef struct picture
{
    trp_space_desc desc;
    rows_of rows[3];
    struct
    {
        uint32_t levels, cells, used, most, large; /* as in trp_space_stats */
        uint32_t of_pairs, of_queries;             /* candidates */
    } counts;
} picture;

/* how many boxes are compared */
static uint32_t examined(float x, float y, float width, float height)
{
    const uint64_t before = trp_space_measure(space).candidates;

    (void)trp_space_query(space, trp_rectangle(x, y, width, height), 0, NULL, NULL);
    return (uint32_t)(trp_space_measure(space).candidates - before);
}

/* Columns of boxes. What lies beside all cells examines none. More rows than an eighth of all
 * boxes are not searched one by one. */
static void beside_and_among_cells(void)
{
    if (STAGE_BYTES < 48u * 1024u)
        return;
    begin(144, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10});
    for (uint32_t i = 0; i < 72; i++)
        space_box(pool, i, i < 36 ? 3 : 33, 10 * (float)(i % 36) + 3, 4, 4);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    CHECK_EQ(examined(-8, 0, 4, 500), 0);
    CHECK_EQ(examined(52, 0, 4, 500), 0);
    CHECK_EQ(examined(0, -18, 50, 4), 0);
    CHECK_EQ(examined(0, -8, 50, 4), 0);
    CHECK_EQ(examined(0, 375, 50, 4), 0);
    CHECK_EQ(examined(31, 51, 7, 98), 11);
    CHECK_EQ(examined(31, 51, 7, 108), 72);
    space_box(pool, 72, 3, 600, 4, 4)->box.y = 603; /* one that is loose is examined as well */
    CHECK_EQ(examined(-8, 0, 4, 500), 1);
    begin(16, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10});
    for (uint32_t i = 0; i < 16; i++) /* cells share 16 numbers: half are searched one by one */
        space_box(pool, i, 70 * (float)i + 3, 90 * (float)(i % 5) + 3, 4, 4);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    CHECK(examined(411, 91, 8, 28) < 16);
    CHECK_EQ(examined(411, 91, 18, 28), 16);
    CHECK_VALID(world);
}

/* the levels of 80 crowded boxes and 20 others */
static uint32_t levels_of(float width, float height, float other_width, float other_height)
{
    begin(100, (trp_space_desc){0});
    for (uint32_t i = 0; i < 80; i++)
        space_box(pool, i, 20 * (float)(i % 9), 20 * (float)(i / 9), width, height);
    for (uint32_t i = 80; i < 100; i++)
        space_box(pool, i, 1000 * (float)(i % 5), 1000 * (float)(i / 5), other_width, other_height);
    (void)trp_space_pairs(space, NULL, NULL);
    CHECK_EQ(trp_space_measure(space).large, 0);
    return trp_space_measure(space).levels;
}

/* Boxes whose sides differ by a factor of 8 have levels of their own. Other ones are told apart by
 * their larger side: if it differs by a factor of 4. */
static void sizes_of_levels(void)
{
    if (STAGE_BYTES < 48u * 1024u)
        return;
    CHECK_EQ(levels_of(8, 8, 8, 8), 1);
    CHECK_EQ(levels_of(8, 8, 16, 4), 1);
    CHECK_EQ(levels_of(8, 8, 4, 16), 1);
    CHECK_EQ(levels_of(32, 32, 32, 4), 2);
    CHECK_EQ(levels_of(32, 32, 4, 32), 2);
    CHECK_EQ(levels_of(16, 16, 16, 2), 2);
    CHECK_EQ(levels_of(16, 16, 2, 16), 2);
    CHECK_EQ(levels_of(64, 64, 256, 64), 2);
    CHECK_EQ(levels_of(64, 64, 128, 64), 2);
    CHECK_EQ(levels_of(32, 32, 128, 128), 2);
    CHECK_EQ(levels_of(128, 64, 64, 128), 1);
    /* boxes as large as a cell are in its cells */
    begin(100, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10, .cell_height = 20});
    for (uint32_t i = 0; i < 60; i++)
        space_box(pool, i, 40 * (float)(i % 8), 40 * (float)(i / 8), i < 30 ? 10 : 100,
                  i < 30 ? 20 : 100);
    (void)trp_space_pairs(space, NULL, NULL);
    CHECK_EQ(trp_space_measure(space).levels, 2);
    CHECK_EQ(trp_space_measure(space).large, 0);
    CHECK_VALID(world);
}

const situation space_cells_situations[] = {
    {"cells may be as small as numbers can be", the_smallest_cells},
    {"levels are chosen while there are holes among the boxes", holes_among_the_boxes},
    {"there are no more levels than there are", no_more_levels_than_there_are},
    {"many sizes in a small space", many_sizes_in_a_small_space},
    {"what lies beside all cells, and among them", beside_and_among_cells},
    {"levels by the sizes of boxes", sizes_of_levels},
};
const unsigned space_cells_situation_count =
    sizeof space_cells_situations / sizeof space_cells_situations[0];



