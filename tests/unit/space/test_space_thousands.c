/* Thousands of boxes: answers and pairs in order. */
#include "../space_twins.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

/* A space of its own, in a world as large as it needs. False: no memory for it. */
static bool begin(uint32_t capacity, trp_space_desc desc)
{
    if (STAGE_HEAP_BYTES / 384 < capacity)
        return false;
    stage_world();
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    pool = space_pool(world, capacity);
    desc.capacity = capacity;
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
    return true;
}

static void end(void)
{
    CHECK_VALID(world);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* Sizes */

/* Thousands */

#define LARGE 14000u

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

/* a sample without large boxes determines the levels; few answers are sorted by another method than
 * many */
static void thousands_of_boxes(void)
{
    static uint32_t ids[64];
    static answer found;

    if (SPACE_ANSWERS < 64u || !begin(LARGE, (trp_space_desc){.hits = 8192}))
        return;
    for (uint32_t id = 0; id < LARGE; id++)
    {
        const trp_box box = box_of(id);
        space_box(pool, id, box.x, box.y, box.width, box.height);
    }
    for (int round = 0; round < 2; round++)
        for (uint32_t at = 0; at < 12; at++)
        {
            const trp_box area = {80 * (float)at, 75 * (float)at, 21, 21};
            uint32_t count = 0;
            found.count = 0;
            CHECK_EQ(trp_space_query(space, trp_rectangle(area.x, area.y, area.width, area.height),
                                     0, space_note, &found),
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
    CHECK(trp_space_measure(space).sorts > 0);
    CHECK(trp_space_measure(space).levels > 0);
    end();
}

/* Order */

/* where a number is in a row without order */
static uint32_t place_of(uint32_t number, uint32_t count)
{
    return (uint32_t)((uint64_t)number * 7919 % count);
}

/* 8 by 8, at places in a row that are not in the order of their numbers */
static bool begin_row(uint32_t count, trp_space_desc desc)
{
    if (!begin(count, desc))
        return false;
    for (uint32_t i = 0; i < count; i++)
        space_box(pool, i, 16 * (float)place_of(i, count), 0, 8, 8);
    return true;
}

static boxed *at(uint32_t number)
{
    return trp_as(boxed, trp_pool_at(pool, number));
}

/* After this number no lower one comes. */
static void expect_higher(trp_actor *self, const trp_context *in)
{
    uint32_t *least = in->arg;

    CHECK(trp_as(boxed, self)->id >= *least);
    *least = trp_as(boxed, self)->id + 1;
}

/* By the lower number, then by the higher one. The one with the lower category is `a`. */
static void expect_higher_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    const uint32_t first = trp_as(boxed, a)->id;
    const uint32_t second = trp_as(boxed, b)->id;
    const uint64_t low = first < second ? first : second;
    const uint64_t high = first < second ? second : first;
    uint64_t *least = in->arg;

    CHECK((low << 32 | high) >= *least);
    CHECK(in->a_category < in->b_category || (in->a_category == in->b_category && first < second));
    *least = (low << 32 | high) + 1;
}

static uint32_t pairs_in_order(void)
{
    uint64_t least = 0;

    return trp_space_pairs(space, expect_higher_pair, &least);
}

/* the members with every so many-th number meet, within reach of each other */
static uint32_t gather(uint32_t first, uint32_t step, uint32_t end_of, float y)
{
    uint32_t count = 0;

    for (uint32_t i = first; i < end_of; i += step, count++)
    {
        at(i)->box = (trp_box){-(float)place_of(i, 97), y, 100, 8};
        CHECK_RESULT(trp_space_moved(space, &at(i)->actor), TRP_OK);
    }
    return count * (count - 1) / 2;
}

/* from none to some more than are sorted by comparing them */
static void few_answers_in_order(void)
{
    if (!begin_row(300, (trp_space_desc){0}))
        return;
    CHECK_EQ(pairs_in_order(), 0);
    for (uint32_t count = 0; count < 100; count++)
    {
        uint32_t least = 0;
        CHECK_EQ(trp_space_query(space, trp_rectangle(-9, 0, 16 * (float)count + 1, 8), 0,
                                 expect_higher, &least),
                 count);
    }
    end();
}

/* A box meets the next ones in number, which do not meet each other. */
static uint32_t cover_next(uint32_t number, uint32_t count, float y)
{
    at(number)->box = (trp_box){0, y, 2000, 8};
    for (uint32_t i = 1; i <= count; i++)
        at(number + i)->box = (trp_box){12 * (float)(count - i), y, 8, 8};
    for (uint32_t i = count + 1; i-- > 0;) /* sorted in this order */
        CHECK_RESULT(trp_space_moved(space, &at(number + i)->actor), TRP_OK);
    return count;
}

/* Few of some thousand meet, then more. Some have another category. */
static void few_pairs_of_thousands(void)
{
    uint32_t pairs = 0;

    if (!begin_row(2200, (trp_space_desc){0}))
        return;
    for (uint32_t i = 5; i < 2200; i += 220)
        CHECK_RESULT(trp_space_set_bits(space, trp_pool_at(pool, i), 2, 3), TRP_OK);
    CHECK_EQ(pairs_in_order(), 0);
    for (uint32_t round = 0; round < 3; round++)
    {
        pairs = gather(5, 110, 2200, 100);
        pairs += cover_next(0, 2, 200) + cover_next(50, 3, 300) + cover_next(2197, 2, 400);
        CHECK_EQ(pairs_in_order(), pairs);
    }
    pairs += cover_next(1000, 20, 500);
    CHECK_EQ(pairs_in_order(), pairs);
    pairs += gather(23, 50, 2200, 600);
    CHECK_EQ(pairs_in_order(), pairs);
    end();
}

/* so many that marks have four levels */
static void numbers_of_six_digits(void)
{
    const uint32_t count = 140000;
    uint32_t least = 0;
    uint32_t pairs = 0;

    if (!begin_row(count, (trp_space_desc){.hits = 2 * count + 8000}))
        return;
    pairs += gather(129024, 90, 131072, 100);
    CHECK_EQ(pairs_in_order(), pairs);
    CHECK_EQ(trp_space_query(space, trp_rectangle(-100, 0, 3e6f, 200), 0, expect_higher, &least),
             count);
    pairs += gather(131072, 300, count, 200);
    CHECK_EQ(pairs_in_order(), pairs);
    pairs += gather(1, 9000, count, 300);
    CHECK_EQ(pairs_in_order(), pairs);
    at(0)->box = (trp_box){-9, 0, 3e6f, 8}; /* the whole row */
    CHECK_RESULT(trp_space_moved(space, &at(0)->actor), TRP_OK);
    CHECK(pairs_in_order() > pairs + count - 100);
    end();
}

const situation space_thousands_situations[] = {
    {"thousands of boxes are found, with holes in the sample", thousands_of_boxes},
    {"few answers are in order", few_answers_in_order},
    {"few pairs of thousands are in order", few_pairs_of_thousands},
    {"answers with numbers of six digits are in order", numbers_of_six_digits},
};
const unsigned space_thousands_situation_count =
    sizeof space_thousands_situations / sizeof space_thousands_situations[0];
