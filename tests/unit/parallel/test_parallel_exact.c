/* Parts at their limits: reasons, counts of each tick, answers that fill the caller's array, the
 * first circle of a search, an odd number of parts. */
#include "../parallel_scene.h"
#include "../space_stage.h"
#include "troupe/synctest.h"

static trp_world *world;
static trp_pool *pool;
static void (*in_part)(trp_part *part);

static void update(trp_part *part, const trp_tick *tick)
{
    (void)tick;
    in_part(part);
}

static void set_up(uint32_t capacity, void (*then)(trp_part *part))
{
    trp_pool_desc desc = stage_desc(capacity, TRP_ORDER_MEMORY);
    const trp_parallel_desc parts = {.update = update, .slots_per_part = 64, .command_bytes = 24};

    world = stage_world();
    desc.update = NULL;
    pool = stage_pool_as(world, desc);
    CHECK_RESULT(trp_pool_set_parallel(pool, &parts), TRP_OK);
    in_part = then;
}

static void tick(void)
{
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_VALID(world);
}

static trp_handle target;
static trp_actor *actor_of_target;

static void end_by_handle(trp_part *part)
{
    CHECK_RESULT(trp_part_end(part, target), TRP_OK);
    CHECK_RESULT(trp_part_end(part, target), TRP_OK); /* it still lives */
}

static void recycle_it(trp_part *part)
{
    CHECK_RESULT(trp_part_expire(part, actor_of_target), TRP_OK);
    CHECK_RESULT(trp_part_recycle(part, actor_of_target), TRP_OK);
}

static void expire_it(trp_part *part)
{
    CHECK_RESULT(trp_part_expire(part, actor_of_target), TRP_OK);
}

/* trp_part_end() and trp_part_recycle() recycle, trp_part_expire() expires */
static void reasons(void)
{
    set_up(8, end_by_handle);
    stage_things(pool, 1, 2);
    target = trp_handle_of(world, trp_pool_at(pool, 1));
    stage_log_clear();
    tick();
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2));
    CHECK_EQ(trp_pool_count(pool), 1);
    set_up(8, expire_it);
    stage_things(pool, 1, 1);
    actor_of_target = trp_pool_at(pool, 0);
    stage_log_clear();
    tick();
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 1));
    set_up(8, recycle_it);
    stage_things(pool, 1, 1);
    actor_of_target = trp_pool_at(pool, 0);
    stage_log_clear();
    tick();
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 1)); /* an expired one is pruned, as by trp_recycle() */
}

static uint32_t calls;

static void later(trp_world *of, void *data)
{
    CHECK(of == world);
    CHECK(data == NULL);
    calls++;
}

static void call_thrice(trp_part *part)
{
    for (int i = 0; i < 3; i++)
        CHECK_RESULT(trp_part_call(part, later, NULL, 0), TRP_OK);
}

/* counts are sums over ticks, and start again in each tick of a part */
static void counts(void)
{
    set_up(200, call_thrice);
    stage_things(pool, 0, 150);
    calls = 0;
    for (uint32_t ticks = 1; ticks <= 3; ticks++)
    {
        tick();
        const trp_parallel_stats stats = trp_pool_get_parallel_stats(pool);
        CHECK_EQ(stats.parts, 3);
        CHECK_EQ(stats.commands, 9 * ticks);
        CHECK_EQ(calls, 9 * ticks);
        CHECK_EQ(stats.refused, 0);
        CHECK_EQ(stats.most_bytes, 3 * (8 + (sizeof(trp_later_fn *) + 7) / 8 * 8));
        CHECK_EQ(stats.part_bytes, 64 * 24);
    }
}

static trp_space *space;
static trp_pool *boxes;
static trp_query question;
static trp_hit hits[12];
static uint32_t room, count;

static void ask(trp_part *part)
{
    count = trp_part_find(part, space, &question, hits, room);
}

static void set_up_space(trp_space_kind kind, float cell)
{
    const trp_space_pool_desc with = {.box = TRP_BOX(boxed, box)};

    set_up(4, ask);
    stage_thing(pool, 1);
    boxes = space_pool(world, 32);
    space = trp_space_create(world, &(trp_space_desc){.kind = kind, .capacity = 32, .cell = cell});
    CHECK(space != NULL);
    CHECK_RESULT(trp_space_add_pool(space, boxes, &with), TRP_OK);
}

/* the nearest ones come last, so each is inserted before those in the full array */
static void no_byte_behind_the_array(void)
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

static void add_one(trp_part *part)
{
    trp_part_each(thing, it, part) it->data++;
}

static trp_result step(trp_world *in, uint64_t number, void *user)
{
    (void)number;
    (void)user;
    return trp_update_all(in, 1);
}

/* each part is updated once, in any order, for any number of parts */
static void odd_numbers_of_parts(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past[96 * 1024];

    if (STAGE_BYTES < 64u * 1024u || STAGE_HEAP_BYTES < sizeof past)
        return;
    for (uint32_t parts = 1; parts <= 5; parts++)
    {
        trp_synctest test = {0};
        const trp_synctest_desc desc = {
            .step = step, .memory = past, .bytes = sizeof past, .distance = 2};
        set_up(320, add_one);
        stage_things(pool, 0, 64 * parts - 1);
        CHECK_RESULT(trp_synctest_init(&test, world, &desc), TRP_OK);
        for (uint32_t i = 0; i < 40; i++)
            CHECK_RESULT(trp_synctest_step(&test), TRP_OK);
        CHECK_RESULT(trp_synctest_verdict(&test), TRP_OK);
        CHECK_RESULT(trp_synctest_free(&test), TRP_OK);
        CHECK_EQ(trp_world_misuse_count(world), 0);
        for (uint32_t slot = 0; slot < 64 * parts; slot++)
            CHECK_EQ(trp_as(thing, trp_pool_at(pool, slot))->data, 40);
    }
}

const situation parallel_exact_situations[] = {
    {"parts end lives for the reasons of their calls", reasons},
    {"commands are counted once", counts},
    {"a part that finds too many writes into the array only", no_byte_behind_the_array},
    {"the nearest one is not in the corner of a circle", corners_of_circles},
    {"odd numbers of parts in any order", odd_numbers_of_parts},
};
const unsigned parallel_exact_situation_count =
    sizeof parallel_exact_situations / sizeof parallel_exact_situations[0];
