/* Which cells known boxes and boxes by chance get. Only speed depends on it, so nothing but the
 * counts of a space shows it. */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void begin(uint32_t capacity, trp_space_desc desc)
{
    world = stage_world();
    if (capacity > 240)
        world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    pool = space_pool(world, capacity);
    desc.capacity = capacity;
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
}

#define PICTURE_BOXES 144u
#define PICTURE_ROWS 11u
#define MOST_BOXES 200u /* of pictures by chance */

/* boxes in rows, all of the same size */
typedef struct rows_of
{
    uint32_t count, columns;
    float x, y, step_x, step_y, width, height;
} rows_of;

typedef struct picture
{
    trp_space_desc desc;
    rows_of rows[PICTURE_ROWS];
    struct
    {
        uint32_t levels, cells, used, most, large; /* as in trp_space_stats */
        uint32_t of_pairs, of_queries;             /* candidates */
    } counts;
} picture;

static const picture pictures[] = {
    /* grid */
    {{.kind = TRP_SPACE_GRID, .cell = 10}, {{20, 5, 1, 1, 10, 10, 2, 2}}, {1, 31, 20, 1, 0, 75, 9}},
    /* grid rows */
    {{.kind = TRP_SPACE_GRID, .cell = 10, .cell_height = 40},
     {{40, 5, 1, 1, 10, 40, 2, 30}},
     {1, 55, 40, 1, 0, 163, 19}},
    /* one row */
    {{.kind = TRP_SPACE_GRID, .cell = 10, .cell_height = INFINITY},
     {{40, 20, 1, 1, 10, 400, 2, 30}},
     {1, 43, 20, 2, 0, 136, 22}},
    /* levels named */
    {{.kind = TRP_SPACE_LEVELS, .cell = 10},
     {{40, 20, 1, 1, 10, 10, 2, 2}, {40, 8, 0, 0, 40, 40, 30, 30}},
     {2, 142, 80, 1, 0, 289, 113}},
    /* brute */
    {{.kind = TRP_SPACE_BRUTE, .cell = 10},
     {{40, 20, 1, 1, 10, 10, 2, 2}},
     {0, 0, 0, 0, 40, 780, 240}},
    /* pile of 16 */
    {{0}, {{16, 4, 1, 1, 10, 10, 2, 2}}, {0, 0, 0, 0, 16, 120, 48}},
    /* 17 */
    {{0}, {{17, 4, 1, 1, 10, 10, 2, 2}}, {1, 43, 17, 1, 0, 43, 7}},
    /* dense squares */
    {{0}, {{100, 10, 0, 0, 4, 4, 4, 4}}, {1, 101, 81, 4, 0, 500, 124}},
    /* scattered squares */
    {{0}, {{100, 10, 0, 0, 100, 100, 4, 4}}, {1, 197, 100, 1, 0, 292, 40}},
    /* far scattered */
    {{0}, {{100, 10, 0, 0, 10000, 10000, 4, 4}}, {1, 197, 100, 1, 0, 292, 40}},
    /* crowd */
    {{0}, {{100, 10, 0, 0, 0.5f, 0.5f, 4, 4}}, {1, 10, 4, 81, 0, 5050, 1461}},
    /* crowd and scattered */
    {{0},
     {{60, 10, 0, 0, 0.5f, 0.5f, 4, 4}, {60, 8, 100, 100, 100, 100, 4, 4}},
     {1, 128, 51, 54, 0, 2319, 662}},
    /* points */
    {{0}, {{100, 10, 0, 0, 10, 10, 0, 0}}, {1, 197, 100, 1, 0, 292, 40}},
    /* two sizes scattered */
    {{0},
     {{60, 8, 0, 0, 50, 50, 4, 4}, {40, 8, 7, 7, 70, 70, 40, 40}},
     {1, 89, 55, 5, 0, 714, 107}},
    /* two sizes crowded */
    {{0},
     {{100, 10, 0, 0, 4, 4, 4, 4}, {40, 8, 7, 7, 7, 7, 40, 40}},
     {2, 158, 83, 25, 0, 3820, 855}},
    /* wide */
    {{0}, {{100, 1, 0, 0, 0, 4, 200, 3}}, {1, 263, 100, 1, 0, 169, 35}},
    /* wide scattered */
    {{0}, {{100, 4, 0, 0, 300, 50, 200, 3}}, {1, 211, 100, 1, 0, 270, 39}},
    /* tall scattered */
    {{0}, {{100, 25, 0, 0, 50, 300, 3, 200}}, {1, 211, 100, 1, 0, 270, 41}},
    /* all forms */
    {{0},
     {{40, 8, 0, 0, 10, 10, 6, 6}, {40, 2, 0, 0, 100, 10, 80, 3}, {40, 20, 0, 0, 10, 100, 3, 80}},
     {3, 282, 108, 3, 0, 1032, 808}},
    /* all forms named */
    {{.cell = 8},
     {{40, 8, 0, 0, 10, 10, 6, 6}, {40, 2, 0, 0, 100, 10, 80, 3}, {40, 20, 0, 0, 10, 100, 3, 80}},
     {3, 282, 112, 2, 0, 1786, 800}},
    /* few large ones */
    {{0},
     {{80, 10, 0, 0, 10, 10, 6, 6}, {10, 2, 0, 0, 100, 10, 80, 70}},
     {1, 166, 80, 1, 10, 598, 266}},
    /* few of each */
    {{0},
     {{80, 10, 0, 0, 10, 10, 6, 6}, {10, 2, 0, 0, 100, 10, 80, 70}, {10, 2, 0, 0, 100, 10, 300, 3}},
     {2, 215, 85, 2, 10, 803, 404}},
    /* tiny places */
    {{0}, {{64, 8, 0, 0, 1e-28f, 1e-28f, 0, 0}}, {1, 64, 16, 5, 0, 352, 42}},
    /* far places */
    {{0}, {{64, 8, 1e12f, 1e12f, 1e9f, 1e9f, 0, 0}}, {1, 145, 64, 1, 0, 160, 23}},
    /* strays */
    {{0},
     {{64, 8, 0, 0, 10, 10, 4, 4}, {10, 2, 1e12f, 1e12f, 1e9f, 1e9f, 4, 4}},
     {1, 128, 55, 12, 0, 243, 74}},
    /* many strays */
    {{0},
     {{64, 8, 0, 0, 10, 10, 4, 4}, {40, 2, 1e12f, 1e12f, 1e9f, 1e9f, 4, 4}},
     {2, 128, 35, 64, 0, 2084, 719}},
    /* negative */
    {{0}, {{100, 10, -5000, -70, 100, 100, 4, 4}}, {1, 211, 100, 1, 0, 270, 37}},
    /* infinite */
    {{0},
     {{60, 10, -5000, -70, 100, 100, 4, 4}, {10, 1, -INFINITY, 0, 0, 30, INFINITY, 4}},
     {1, 136, 60, 1, 10, 355, 171}},
    /* infinite grid */
    {{.kind = TRP_SPACE_GRID, .cell = 10, .cell_height = INFINITY},
     {{60, 10, -5000, -70, 100, 100, 4, 4}, {10, 1, 0, -INFINITY, 30, 0, 4, INFINITY}},
     {1, 185, 10, 6, 10, 255, 164}},
    /* higher than wide */
    {{0}, {{40, 8, 0, 0, 8, 8, 4, 6}}, {1, 78, 40, 1, 0, 119, 21}},
    /* wider than high */
    {{0}, {{40, 8, 0, 0, 8, 8, 6, 4}}, {1, 78, 40, 1, 0, 119, 21}},
    /* seventeen strays */
    {{0},
     {{64, 8, 0, 0, 10, 10, 4, 4}, {17, 4, 1e12f, 1e12f, 1e9f, 1e9f, 4, 4}},
     {2, 96, 16, 64, 0, 2076, 716}},
    /* everywhere */
    {{0},
     {{40, 8, 0, 0, 10, 10, 4, 4}, {20, 4, -INFINITY, -INFINITY, 0, 0, INFINITY, INFINITY}},
     {2, 10, 2, 40, 0, 1830, 540}},
    /* infinite rows */
    {{0},
     {{40, 8, 0, 0, 10, 10, 4, 4}, {20, 1, -INFINITY, 0, 0, 10, INFINITY, 4}},
     {2, 10, 2, 40, 0, 1830, 540}},
    /* infinite columns */
    {{0},
     {{40, 8, 0, 0, 10, 10, 4, 4}, {20, 20, 0, -INFINITY, 10, 0, 4, INFINITY}},
     {2, 10, 2, 40, 0, 1830, 540}},
    /* far cells */
    {{.cell = 10},
     {{40, 8, 1e8f, 1e8f, 8, 8, 10, 10}, {40, 8, 1e8f, 1e8f, 48, 48, 40, 40}},
     {2, 135, 66, 4, 0, 455, 266}},
    /* largest numbers */
    {{0}, {{20, 5, 0, 0, 1e37f, 1e37f, 5e37f, 5e37f}}, {1, 31, 0, 0, 20, 190, 60}},
    /* empty */
    {{.kind = TRP_SPACE_GRID, .cell = 10}, {{0}}, {1, 5, 0, 0, 0, 0, 0}},
    /* small and wide */
    {{0}, {{100, 4, 0, 0, 0.75f, 0.125f, 0.5f, 0.015625f}}, {1, 211, 100, 1, 0, 270, 39}},
    /* small and higher than wide */
    {{0}, {{100, 10, 0, 0, 0.25f, 0.25f, 0.5f, 0.75f}}, {1, 17, 9, 16, 0, 2938, 691}},
    /* the largest and the smallest cells */
    {{.kind = TRP_SPACE_GRID, .cell = 7e36f},
     {{20, 5, 0, 0, 5e36f, 5e36f, 1e36f, 1e36f}},
     {1, 17, 9, 4, 0, 112, 19}},
    {{.kind = TRP_SPACE_GRID, .cell = 7e-31f},
     {{64, 8, 0, 0, 1e-30f, 1e-30f, 0, 0}},
     {1, 82, 64, 1, 0, 274, 33}},
    /* large numbers */
    {{0}, {{20, 5, 0, 0, 1e36f, 1e36f, 5e36f, 5e36f}}, {1, 5, 1, 20, 0, 210, 60}},
};

static trp_box picture_box(const rows_of *rows, uint32_t i)
{
    const float x = rows->step_x * (float)(i % rows->columns);
    const float y = rows->step_y * (float)(i / rows->columns);

    return (trp_box){rows->x + x, rows->y + y, rows->width, rows->height};
}

static uint32_t put_rows(trp_pool *in, const rows_of *rows, uint32_t first_id)
{
    for (uint32_t i = 0; i < rows->count; i++)
    {
        const trp_box box = picture_box(rows, i);
        space_box(in, first_id + i, box.x, box.y, box.width, box.height);
    }
    return first_id + rows->count;
}

/* the place of every seventh box is asked for */
static uint32_t ask_picture(const picture *it)
{
    uint32_t asked = 0;

    for (uint32_t kind = 0; kind < PICTURE_ROWS; kind++)
        for (uint32_t i = 0; i < it->rows[kind].count; i += 7, asked++)
        {
            const trp_box box = picture_box(&it->rows[kind], i);
            const trp_area area = trp_rectangle(box.x, box.y, box.width, box.height);

            CHECK(trp_space_query(space, area, 0, NULL, NULL) > 0);
        }
    return asked;
}

static void look_at_picture(const picture *it)
{
    uint32_t boxes = 0;
    uint32_t asked;
    uint32_t pairs;
    trp_space_stats stats;
    trp_space_stats later;

    begin(PICTURE_BOXES, it->desc);
    for (uint32_t kind = 0; kind < PICTURE_ROWS; kind++)
        boxes = put_rows(pool, &it->rows[kind], boxes);
    pairs = trp_space_pairs(space, NULL, NULL);
    stats = trp_space_measure(space);
    CHECK_EQ(stats.hits, pairs);
    CHECK_EQ(stats.levels, it->counts.levels);
    CHECK_EQ(stats.cells, it->counts.cells);
    CHECK_EQ(stats.cells_used, it->counts.used);
    CHECK_EQ(stats.cell_most, it->counts.most);
    CHECK_EQ(stats.large, it->counts.large);
    CHECK_EQ(stats.questions, boxes);
    CHECK_EQ(stats.candidates, it->counts.of_pairs);
    asked = ask_picture(it);
    later = trp_space_measure(space);
    CHECK_EQ(later.questions - stats.questions, asked);
    CHECK_EQ(later.candidates - stats.candidates, it->counts.of_queries);
    CHECK_EQ(later.sorts, 1);
    CHECK_VALID(world);
}

/* only speed depends on it, so only the counts show it */
static void known_boxes_get_known_cells(void)
{
    if (STAGE_BYTES < 48u * 1024u)
        return;
    for (uint32_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        look_at_picture(&pictures[i]);
}

/* Pictures by chance */

#define ONE_OF(numbers, usual)                                                                     \
    numbers[stage_random(seed, stage_random(seed, 3) != 0 ? (usual)                                \
                                                          : sizeof numbers / sizeof numbers[0])]

static rows_of rows_by_chance(uint32_t *seed, bool is_large)
{
    static const uint32_t large[] = {1, 14, 17, 18, 240, 500, 510, 2030, 2048, 2049, 4090, 4097};
    static const uint32_t counts[] = {1, 3, 10, 16, 17, 18, 20, 33, 40, 48, 64, 100, 120};
    static const float places[] = {0,     0,       1,        7,        16,       100,    -70,
                                   -5000, 3e4f,    1e8f,     1e12f,    1e36f,    -1e30f, 1e-28f,
                                   2e38f, 3.3e38f, -3.3e38f, INFINITY, -INFINITY};
    static const float steps[] = {0,     0.25f, 0.5f,   1,      2,     3,    4,     5,
                                  7,     8,     10,     14,     20,    30,   50,    70,
                                  100,   300,   1000,   1e4f,   1e6f,  1e9f, 1e18f, 1e30f,
                                  1e36f, 1e37f, 1e-20f, 1e-28f, 1e-36f};
    static const float sizes[] = {0,     0.5f,   0.75f,  1,      2,      3,       4,       6,
                                  8,     10,     12,     16,     20,     30,      40,      64,
                                  128,   200,    300,    1024,   5000,   1e6f,    3e4f,    5e36f,
                                  5e37f, 1e-20f, 1e-30f, 1e-35f, 1e-34f, 3.3e38f, INFINITY};
    rows_of out;

    out.count = is_large ? large[stage_random(seed, 12)] : counts[stage_random(seed, 13)];
    out.columns = stage_random(seed, 6) == 0 ? out.count : 1 + stage_random(seed, 25);
    out.x = ONE_OF(places, 8);
    out.y = stage_random(seed, 3) == 0 ? out.x : ONE_OF(places, 8);
    out.step_x = ONE_OF(steps, 20);
    out.step_y = stage_random(seed, 2) == 0 ? out.step_x : ONE_OF(steps, 20);
    out.width = ONE_OF(sizes, 19);
    out.height = stage_random(seed, 3) != 0 ? out.width : ONE_OF(sizes, 19);
    return out;
}

/* for a level of its own, with about as many cells as it can have, or for a crowd */
static rows_of level_by_chance(uint32_t *seed, float size, bool is_crowd)
{
    static const float steps[] = {1, 1.5f, 1.75f, 2, 2, 2.25f, 2.5f, 2.75f, 3, 10};
    rows_of out;

    out.count = 16 + stage_random(seed, is_crowd ? 3 : 20);
    out.columns = 1 + stage_random(seed, 12);
    out.x = (float)stage_random(seed, 20);
    out.y = (float)stage_random(seed, 20);
    out.step_x = is_crowd ? 0 : size * steps[stage_random(seed, 10)];
    out.step_y = is_crowd ? 0 : size * steps[stage_random(seed, 10)];
    out.width = stage_random(seed, 4) == 0 ? size / 16 : size;
    out.height = stage_random(seed, 4) == 0 ? size / 16 : size;
    return out;
}

static uint32_t draw_picture(uint32_t *seed, picture *it, bool is_large)
{
    static const float cells[] = {0, 0, 0, 8, 10, 1.5f, 3, 40, 1e-35f, 7e-31f, 1e36f, 3.3e38f};
    static const float heights[] = {30, INFINITY, 3.3e38f};
    const uint32_t style =
        is_large ? 2 : stage_random(seed, 4); /* 0: a level for each of the rows; 1: a crowd */
    uint32_t boxes = 0;

    *it = (picture){0};
    it->desc.cell = ONE_OF(cells, 5);
    if (it->desc.cell != 0 && stage_random(seed, 2) == 0)
        it->desc.kind = TRP_SPACE_GRID;
    if (stage_random(seed, 4) == 0)
        it->desc.cell_height = heights[stage_random(seed, 3)];
    for (uint32_t kind = style < 2 ? 0 : PICTURE_ROWS - 3; kind < PICTURE_ROWS; kind++)
    {
        const float size = (float)(1u << 2 * kind) * (float)(1 + stage_random(seed, 2));
        it->rows[kind] =
            style < 2 ? level_by_chance(seed, size, style == 1) : rows_by_chance(seed, is_large);
        if (boxes + it->rows[kind].count > (is_large ? 4200 : MOST_BOXES))
            it->rows[kind].count = 0;
        boxes += it->rows[kind].count;
    }
    return boxes;
}

static void add_counts(uint64_t *sums)
{
    const trp_space_stats now = trp_space_measure(space);

    sums[0] += now.levels;
    sums[1] += now.cells;
    sums[2] += now.cells_used;
    sums[3] += now.cell_most;
    sums[4] += now.large;
    sums[5] += now.candidates;
}

/* so that it no longer fits the cells that were chosen for it */
static void grow(boxed *it)
{
    it->box.x -= it->box.width <= 1e30f ? it->box.width / 8 : 0;
    it->box.width *= 1.5f;
    it->box.height *= 1.5f;
}

/* thousands, of which a sample is counted */
static void look_at_large_picture(const picture *it, uint32_t capacity, uint64_t *sums)
{
    uint32_t id = 0;
    trp_space_desc desc = it->desc;

    desc.hits = 2;
    begin(capacity, desc);
    for (uint32_t kind = 0; kind < PICTURE_ROWS; kind++)
        id = put_rows(pool, &it->rows[kind], id);
    for (uint32_t i = 0; i < 20; i++)
        (void)trp_space_query(space, trp_rectangle(7 * (float)i, 5 * (float)i, 20, 20), 0, NULL,
                              NULL);
    add_counts(sums);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

static void large_picture_by_chance(uint32_t seed, uint64_t *sums)
{
    picture it;
    const uint32_t boxes = draw_picture(&seed, &it, true);

    look_at_large_picture(&it, stage_random(&seed, 4) == 0 ? 25000 : boxes, sums);
}

static void picture_by_chance(uint32_t seed, uint64_t *sums)
{
    picture it;
    const uint32_t boxes = draw_picture(&seed, &it, false);
    const uint32_t settling = stage_random(&seed, 4); /* 0: all, 1: some */
    trp_pool *walls;
    uint32_t id = 0;

    space = space_with_walls(stage_random(&seed, 4) == 0 ? 240 : boxes, it.desc, &pool, &walls);
    world = trp_pool_info(pool).world;
    for (uint32_t kind = 0; kind < PICTURE_ROWS; kind++)
    {
        const bool settles = settling == 0 || (settling == 1 && kind % 4 != 0);
        id = put_rows(settles ? walls : pool, &it.rows[kind], id);
    }
    for (uint32_t sort = 0; sort < 2; sort++)
    {
        (void)trp_space_pairs(space, NULL, NULL);
        (void)ask_picture(&it);
        add_counts(sums);
        for (uint32_t slot = 0; slot < boxes; slot++)
            if (trp_pool_at(pool, slot) != NULL)
                grow(trp_as(boxed, trp_pool_at(pool, slot)));
        CHECK_RESULT(trp_space_moved_all(space, NULL), TRP_OK);
    }
    CHECK_VALID(world);
}

/* A change that makes a space choose other cells changes the sums. */
static void pictures_by_chance(void)
{
    static const uint32_t rare[] = {471,  583,  674,  1336, 1998, 2356, 4273,
                                    2633, 2738, 4110, 4177, 6454, 8493};
    static const uint64_t expected[] = {2346, 80204, 20190, 18858, 7665, 6104973};
    uint64_t sums[6] = {0};

    if (STAGE_BYTES < 96u * 1024u)
        return;
    for (uint32_t i = 0; i < 263; i++)
        picture_by_chance((i < 250 ? i + 1 : rare[i - 250]) * 2654435761u + 1, sums);
    for (uint32_t i = 0; i < 6; i++)
        CHECK_EQ(sums[i], expected[i]);
}

static void large_pictures(void)
{
    static const picture known[] = {
        /* the most that are all counted, and one more */
        {.rows = {{2048, 4, 16, 100, 1000, 30, 30, 12}}},
        {.rows = {{2049, 4, 16, 100, 1000, 30, 30, 12}}},
        {.rows = {{2046, 14, 100, -5000, 100, 1e6f, 8, 1024},
                  {3, 15, 1e12f, INFINITY, 1e4f, 14, 64, 16}}},
        /* as many strays as are left out of account, and one more */
        {.rows = {{492, 26, 0, 0, 10, 10, 4, 4}, {18, 2, 1e12f, 1e12f, 1e9f, 1e9f, 4, 4}}},
        {.rows = {{494, 26, 0, 0, 10, 10, 4, 4}, {18, 2, 1e12f, 1e12f, 1e9f, 1e9f, 4, 4}}},
    };
    static const uint32_t seeds[] = {1, 10, 66, 94, 359, 364, 453, 471, 819, 967};
    static const uint64_t expected[] = {26, 50859, 16002, 1990, 6161, 441095};
    uint64_t sums[6] = {0};

    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return;
    for (uint32_t i = 0; i < 5; i++)
        look_at_large_picture(&known[i], 2200, sums);
    for (uint32_t i = 0; i < 10; i++)
        large_picture_by_chance(seeds[i] * 2654435761u + 1, sums);
    for (uint32_t i = 0; i < 6; i++)
        CHECK_EQ(sums[i], expected[i]);
}

const situation space_pictures_situations[] = {
    {"known boxes get known cells", known_boxes_get_known_cells},
    {"pictures by chance get the same cells on all machines", pictures_by_chance},
    {"thousands of boxes get the same cells on all machines", large_pictures},
};
const unsigned space_pictures_situation_count =
    sizeof space_pictures_situations / sizeof space_pictures_situations[0];
