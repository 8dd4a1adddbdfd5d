/* How cells are chosen: for boxes of no size, of many sizes, among holes, and in thousands. */
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

const situation space_cells_situations[] = {
    {"cells may be as small as numbers can be", the_smallest_cells},
    {"levels are chosen while there are holes among the boxes", holes_among_the_boxes},
    {"there are no more levels than there are", no_more_levels_than_there_are},
    {"thousands of boxes are found, with holes in the sample", thousands_of_boxes},
};
const unsigned space_cells_situation_count =
    sizeof space_cells_situations / sizeof space_cells_situations[0];
