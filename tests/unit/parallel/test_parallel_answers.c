/* Answers of parts at their limits: arrays that are full, the first circle of a search, what has
 * left a sheet, boxes that have moved since they were sorted, no parts at all. */
#include "../parallel_scene.h"
#include "../space_stage.h"

static trp_world *world;
static trp_space *space;
static trp_pool *boxes;
static trp_query question;
static trp_hit hits[12];
static uint32_t room, count;

static void ask(trp_part *part, const trp_context *in)
{
    (void)in;
    count = trp_part_find(part, space, &question, hits, room);
}

static void tick(void)
{
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_VALID(world);
    CHECK_EQ(told.count, 0);
}

/* A space, and one actor that asks it in each tick. */
static void set_up_space(trp_space_kind kind, float cell)
{
    const trp_space_pool_desc with = {.box = TRP_BOX_AT(boxed, box)};
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    trp_pool *pool;

    world = stage_world();
    desc.update = NULL;
    pool = stage_pool_as(world, desc);
    CHECK_RESULT(trp_pool_set_parallel(pool, &(trp_parallel_desc){.update = ask}), TRP_OK);
    stage_thing(pool, 1);
    boxes = space_pool(world, 32);
    space = trp_space_create(world, &(trp_space_desc){.kind = kind, .capacity = 80, .cell = cell});
    CHECK(space != NULL);
    CHECK_RESULT(trp_space_add_pool(space, boxes, &with), TRP_OK);
}

/* the nearest ones come last, so each is inserted before those in the full array */
static void no_byte_after_the_array(void)
{
    set_up_space(TRP_SPACE_BRUTE, 0);
    for (uint32_t i = 0; i < 20; i++)
        space_box(boxes, i, 100 - 5 * (float)i, 0, 1, 1);
    for (int order = TRP_SPACE_BY_NUMBER; order <= TRP_SPACE_NEAREST_FIRST; order++)
        for (room = 1; room < 11; room++)
        {
            for (unsigned i = 0; i < 12; i++)
            {
                hits[i].category = 77;
                hits[i].normal_x = hits[i].normal_y = 77;
            }
            question = (trp_query){0};
            question.area = trp_circle(0, 0, 300);
            question.order = (trp_space_order)order;
            tick();
            CHECK_EQ(count, room);
            CHECK_EQ(hits[room].category, 77);
            CHECK(hits[room].normal_x == 77 && hits[room].normal_y == 77);
            for (uint32_t i = 0; i < room && order != TRP_SPACE_ANY_ORDER; i++)
                CHECK_EQ(trp_as(boxed, hits[i].actor)->id,
                         order == TRP_SPACE_NEAREST_FIRST ? 19 - i : i);
        }
}

/* Points in a corner and on the axis, at nearly the same distance, about as far as a circle of a
 * search reaches. */
static void corners_of_circles(void)
{
    unsigned long cases = 0;

    for (float size = 9.9f; size < 10.15f; size += 0.02f)
        for (uint32_t scale = 1; scale < 16; scale *= 2)
        {
            const float reach = size * (float)scale;
            trp_hit found[1];
            set_up_space(TRP_SPACE_GRID, 10);
            space_box(boxes, 1, 0.71f * reach, 0.71f * reach, 0, 0);
            space_box(boxes, 2, 1.003f * reach, 0, 0, 0);
            for (uint32_t i = 3; i < 12; i++)
                space_box(boxes, i, 2000 + 12 * (float)i, 2000, 5, 5);
            CHECK_RESULT(trp_space_prepare(space), TRP_OK);
            question = (trp_query){0};
            question.area = trp_circle(0, 0, 1000);
            question.order = TRP_SPACE_NEAREST_FIRST;
            room = 1;
            tick();
            CHECK_EQ(count, 1);
            CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
            CHECK_EQ(trp_space_find(space, &question, found, 1), 1);
            CHECK_EQ(trp_as(boxed, found[0].actor)->id, 2);
            cases++;
        }
    situation_cases("circles", cases);
}

/* The first numbers are far away, and other answers fill the first circle. */
static void few_by_number(void)
{
    set_up_space(TRP_SPACE_GRID, 10);
    for (uint32_t i = 0; i < 20; i++)
        space_box(boxes, i, i < 10 ? 300 + 20 * (float)i : (float)i - 15, 20 * (float)(i % 3), 1,
                  1);
    CHECK_RESULT(trp_space_prepare(space), TRP_OK);
    for (int order = TRP_SPACE_BY_NUMBER; order <= TRP_SPACE_ANY_ORDER; order++)
    {
        question = (trp_query){.area = trp_circle(0, 0, 1000), .order = (trp_space_order)order};
        room = 3;
        tick();
        CHECK_EQ(count, 3);
        for (uint32_t i = 0; i < 3; i++)
            CHECK_EQ(trp_as(boxed, hits[i].actor)->id, i);
    }
}

/* A wide circle that moves touches several at its start: the lowest number is the first. */
static void wide_sweeps(void)
{
    set_up_space(TRP_SPACE_GRID, 10);
    space_box(boxes, 1, 40, 0, 1, 1);
    for (uint32_t i = 2; i < 12; i++)
        space_box(boxes, i, i < 4 ? 0 : 100 * (float)i, 20 * (float)(i % 3), 1, 1);
    CHECK_RESULT(trp_space_prepare(space), TRP_OK);
    question =
        (trp_query){.area = trp_sweep_circle(0, 0, 50, 1500, 0), .order = TRP_SPACE_NEAREST_FIRST};
    for (room = 1; room < 4; room++)
    {
        tick();
        CHECK_EQ(count, room);
        for (uint32_t i = 0; i < room; i++)
            CHECK_EQ(trp_as(boxed, hits[i].actor)->id, 1 + i);
    }
}

static uint32_t found_at(const boxed *it)
{
    question =
        (trp_query){.area = trp_rectangle(it->box.x, it->box.y, it->box.width, it->box.height)};
    room = 12;
    tick();
    return count;
}

/* Walls have settled, and leave the space one by one. */
static void settled_ones_leave(void)
{
    const trp_space_pool_desc with = {.box = TRP_BOX_AT(boxed, box), .is_static = true};
    trp_pool *walls;
    boxed *last;

    set_up_space(TRP_SPACE_LEVELS, 0);
    walls = space_pool(world, 40);
    CHECK_RESULT(trp_space_add_pool(space, walls, &with), TRP_OK);
    space_put_apart(walls, 40, 0);
    CHECK_RESULT(trp_space_prepare(space), TRP_OK);
    CHECK_EQ(trp_space_measure(space).settled, 40);
    last = trp_as(boxed, trp_pool_at(walls, 39));
    for (uint32_t i = 0; i < 39; i++)
    {
        const boxed *it = trp_as(boxed, trp_pool_at(walls, i));
        CHECK_EQ(found_at(it), 1);
        CHECK(hits[0].actor == &it->actor);
        CHECK_RESULT(trp_space_remove(space, trp_pool_at(walls, i)), TRP_OK);
        CHECK_EQ(found_at(it), 0);
        CHECK_EQ(found_at(last), 1);
    }
    CHECK_EQ(trp_space_measure(space).settled, 1);
    CHECK_RESULT(trp_space_remove(space, &last->actor), TRP_OK);
    CHECK_EQ(found_at(last), 0);
}

/* All have moved since they were sorted. When most move, they are no longer noted one by one. */
static void unsorted_ones(void)
{
    for (int kind = TRP_SPACE_LEVELS; kind <= TRP_SPACE_BRUTE; kind++)
    {
        set_up_space((trp_space_kind)kind, kind == TRP_SPACE_GRID ? 10.0f : 0);
        space_put_apart(boxes, 12, 0);
        for (int times = 0; times < 3; times++)
        {
            CHECK_RESULT(trp_space_prepare(space), TRP_OK);
            trp_each (boxed, it, boxes)
                it->box.x += 500;
            CHECK_RESULT(trp_space_moved_all(space, NULL), TRP_OK);
            trp_each (boxed, it, boxes)
            {
                const boxed former = {.box = {it->box.x - 500, it->box.y, 4, 4}};
                CHECK_EQ(found_at(it), 1);
                CHECK(hits[0].actor == &it->actor);
                CHECK_EQ(found_at(&former), 0);
            }
        }
    }
}

static uint64_t sorts_of_preparing(void)
{
    const uint64_t before = trp_space_measure(space).sorts;

    CHECK_RESULT(trp_space_prepare(space), TRP_OK);
    return trp_space_measure(space).sorts - before;
}

static void preparing_sorts(void)
{
    boxed *it;

    set_up_space(TRP_SPACE_GRID, 10);
    space_put_apart(boxes, 12, 0);
    CHECK_EQ(sorts_of_preparing(), 1);
    CHECK_EQ(sorts_of_preparing(), 0);
    it = trp_as(boxed, trp_pool_at(boxes, 3));
    it->box.x += 100;
    CHECK_RESULT(trp_space_moved(space, &it->actor), TRP_OK);
    CHECK_EQ(trp_space_measure(space).loose, 1);
    CHECK_EQ(sorts_of_preparing(), 1);
    CHECK_EQ(trp_space_measure(space).loose, 0);
    CHECK_EQ(sorts_of_preparing(), 0);
}

static void check_no_counts(void)
{
    const trp_parallel_stats stats = trp_pool_get_parallel_stats(NULL);

    CHECK(stats.parts == 0 && stats.part_bytes == 0 && stats.most_bytes == 0);
    CHECK(stats.commands == 0 && stats.refused == 0);
}

static void spoil_stack(void)
{
    volatile unsigned char bytes[512];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = 0xA5;
}

static void no_counts_of_no_parts(void)
{
    void (*volatile then)(void) = spoil_stack; /* neither call is inlined */

    then();
    then = check_no_counts;
    then();
}

const situation parallel_answers_situations[] = {
    {"a part that finds too many writes into the array only", no_byte_after_the_array},
    {"the nearest one is not in the corner of a circle", corners_of_circles},
    {"a few answers by number are the first of all", few_by_number},
    {"what a wide sweep touches at its start is by number", wide_sweeps},
    {"settled boxes that leave are not found", settled_ones_leave},
    {"boxes that have all moved are found where they are", unsorted_ones},
    {"preparing sorts what has moved, once", preparing_sorts},
    {"what has no parts has no counts", no_counts_of_no_parts},
};
const unsigned parallel_answers_situation_count =
    sizeof parallel_answers_situations / sizeof parallel_answers_situations[0];
