/*
 * How cells are chosen: for boxes of no size, of many sizes, among holes, and in thousands. The
 * counts of a space show it.
 */
#include "../space_stage.h"

#define LARGE 14000u
#define LARGE_BYTES (16u * 1024u * 1024u)

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
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
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
    CHECK_EQ(trp_space_get_stats(space).levels, 1);
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
        CHECK(trp_space_get_stats(space).levels > 3);
        size = 1;
        for (uint32_t left = 120; left > 0; left -= 12)
        {
            CHECK_EQ(query(0.75f * size, 0.75f * size, 0), left);
            size *= 2;
        }
        CHECK_VALID(world);
    }
}

static trp_box box_of(uint32_t id)
{
    const float size = id % 7 == 1 && id < 1500 ? 64.0f : id % 7 == 2 && id < 1500 ? 20.0f : 2.0f;

    return (trp_box){10 * (float)(id % 100), 10 * (float)(id / 100), size, size};
}

static uint32_t count_touched(trp_box area)
{
    uint32_t count = 0;

    for (uint32_t id = 0; id < LARGE; id++)
    {
        const trp_box box = box_of(id);
        count += space_touches(&box, &area);
    }
    return count;
}

static void set_up_large(void)
{
    stage_world();
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    pool = space_pool(world, LARGE);
    space = trp_space_create(
        world, &(trp_space_desc){.kind = TRP_SPACE_LEVELS, .capacity = 16384, .hits = 8192});
    CHECK(space != NULL);
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
        TRP_OK);
    for (uint32_t id = 0; id < LARGE; id++)
    {
        const trp_box box = box_of(id);
        space_box(pool, id, box.x, box.y, box.width, box.height);
    }
}

/* a sample without large boxes determines the levels; few answers are sorted by another method than
 * many */
static void thousands_of_boxes(void)
{
    static uint32_t ids[64];
    static answer found;

    if (STAGE_HEAP_BYTES < LARGE_BYTES || SPACE_ANSWERS < 64u)
        return;
    set_up_large();
    for (int round = 0; round < 2; round++)
        for (uint32_t at = 0; at < 12; at++)
        {
            const trp_box area = {80 * (float)at, 75 * (float)at, 21, 21};
            uint32_t count = 0;
            found.count = 0;
            CHECK_EQ(trp_space_query(space, trp_around(area), 0, space_note, &found),
                     count_touched(area));
            for (uint32_t id = 0; id < LARGE; id++)
            {
                const trp_box box = box_of(id);
                if (space_touches(&box, &area) && count < 64)
                    ids[count++] = id;
            }
            CHECK_EQ(found.count, count);
            for (uint32_t i = 0; i < count; i++)
                CHECK_EQ(found.ids[i], ids[i]);
        }
    CHECK(trp_space_get_stats(space).sorts > 0);
    CHECK(trp_space_get_stats(space).levels > 0);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* 60 of the first ones, and one far behind them */
static bool is_chosen(uint32_t id)
{
    return id < 60 || id == 9000;
}

static uint32_t pairs_of_chosen_ones(void)
{
    uint32_t count = 0;

    for (uint32_t id = 0; id < LARGE; id++)
        for (uint32_t other = 0; other < LARGE && is_chosen(id); other++)
        {
            const trp_box box = box_of(id), with = box_of(other);
            if (other != id && (other > id || !is_chosen(other)))
                count += space_touches(&box, &with);
        }
    return count;
}

/* few answers and few pairs among thousands of numbers are put in order */
static void few_among_thousands(void)
{
    static answer found;
    uint64_t last = 0;

    if (STAGE_HEAP_BYTES < LARGE_BYTES || SPACE_ANSWERS < 2048u)
        return;
    set_up_large();
    for (uint32_t id = 0; id < LARGE; id++)
        if (is_chosen(id))
            CHECK_RESULT(trp_space_set_bits(space, trp_pool_at(pool, id), 2, 0), TRP_OK);
    found.count = 0;
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 9999, 9999), 2, space_note, &found), 61);
    for (uint32_t i = 0; i < 61; i++)
        CHECK_EQ(found.ids[i], i < 60 ? i : 9000);
    found.count = 0;
    CHECK_EQ(trp_space_pairs_where(space, &(trp_pairing){.a = 2}, space_note_pair, &found),
             pairs_of_chosen_ones());
    for (uint32_t i = 0; i < found.count; i += 2)
    {
        const uint32_t a = found.ids[i], b = found.ids[i + 1];
        const uint64_t key = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
        CHECK(key > last);
        last = key;
    }
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
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

#define PICTURE_BOXES 144u

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
    /* large numbers */
    {{0}, {{20, 5, 0, 0, 1e36f, 1e36f, 5e36f, 5e36f}}, {1, 5, 1, 20, 0, 210, 60}},
};

static trp_box picture_box(const rows_of *rows, uint32_t i)
{
    return (trp_box){rows->x + rows->step_x * (float)(i % rows->columns),
                     rows->y + rows->step_y * (float)(i / rows->columns), rows->width,
                     rows->height};
}

/* the place of every seventh box is asked for */
static uint32_t ask_picture(const picture *it)
{
    uint32_t asked = 0;

    for (uint32_t kind = 0; kind < 3; kind++)
        for (uint32_t i = 0; i < it->rows[kind].count; i += 7, asked++)
            CHECK(trp_space_query(space, trp_around(picture_box(&it->rows[kind], i)), 0, NULL,
                                  NULL) > 0);
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
    for (uint32_t kind = 0; kind < 3; kind++)
        for (uint32_t i = 0; i < it->rows[kind].count; i++, boxes++)
        {
            const trp_box box = picture_box(&it->rows[kind], i);
            space_box(pool, boxes, box.x, box.y, box.width, box.height);
        }
    pairs = trp_space_pairs(space, NULL, NULL);
    stats = trp_space_get_stats(space);
    CHECK_EQ(stats.hits, pairs);
    CHECK_EQ(stats.levels, it->counts.levels);
    CHECK_EQ(stats.cells, it->counts.cells);
    CHECK_EQ(stats.cells_used, it->counts.used);
    CHECK_EQ(stats.cell_most, it->counts.most);
    CHECK_EQ(stats.large, it->counts.large);
    CHECK_EQ(stats.questions, boxes);
    CHECK_EQ(stats.candidates, it->counts.of_pairs);
    asked = ask_picture(it);
    later = trp_space_get_stats(space);
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

const situation space_cells_situations[] = {
    {"cells may be as small as numbers can be", the_smallest_cells},
    {"levels are chosen while there are holes among the boxes", holes_among_the_boxes},
    {"there are no more levels than there are", no_more_levels_than_there_are},
    {"known boxes get known cells", known_boxes_get_known_cells},
    {"few among thousands are put in order", few_among_thousands},
    {"many sizes in a small space", many_sizes_in_a_small_space},
    {"thousands of boxes are found, with holes in the sample", thousands_of_boxes},
};
const unsigned space_cells_situation_count =
    sizeof space_cells_situations / sizeof space_cells_situations[0];
