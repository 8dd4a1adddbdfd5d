/* Queries of spaces from parts: they give the answers of trp_space_find(), and write no byte of the
 * space. */
#include "../parallel_scene.h"
#include "../script.h"

SITUATIONS(parallel_find);

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
} rock;

enum { ROCKS = 150, ROOM = 200 };

static trp_world *world;
static trp_pool *pool;
static trp_pool *walls;
static trp_space *space;
static trp_query question;
static uint32_t room, expected_count, asked;
static trp_hit expected[ROOM];
static uint32_t seed;

static float number(uint32_t limit)
{
    return (float)stage_random(&seed, limit);
}

static bool is_same(const trp_hit *a, const trp_hit *b)
{
    return a->actor == b->actor && a->at == b->at && a->normal_x == b->normal_x &&
           a->normal_y == b->normal_y;
}

static void asks(trp_part *part, const trp_context *in)
{
    static trp_hit hits[ROOM];
    const uint32_t count = trp_space_find(space, &question, hits, room);

    asked++;
    CHECK_EQ(count, expected_count);
    for (uint32_t i = 0; i < count; i++)
        CHECK(is_same(&hits[i], &expected[i]));
}

static void add_rocks(trp_pool *to, uint32_t count, uint32_t size)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_create(to, &(rock){.x = number(200),
                                     .y = number(200),
                                     .width = number(size),
                                     .height = number(size)}) != NULL);
}

static void make(const trp_space_index *index, bool is_round, uint32_t size)
{
    world = stage_world();
    pool = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(rock, actor),
                               .capacity = ROCKS,
                               .parallel = TRP_PARALLEL(&(trp_parallel_desc){.update = asks})});
    walls = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = ROCKS});
    space = MADE(trp_space_create(
        world, &(trp_space_desc){.index = index, .capacity = 2 * ROCKS, .hits = 600}));
    CHECK_OK(trp_space_add_pool(
        space, pool,
        &(trp_space_pool_desc){.box = TRP_BOX(rock, x, y, width, height), .is_round = is_round}));
    CHECK_OK(trp_space_add_pool(space, walls,
                                &(trp_space_pool_desc){.box = TRP_BOX(rock, x, y, width, height),
                                                       .category = 2,
                                                       .is_static = true}));
    add_rocks(pool, ROCKS - 20, size);
    add_rocks(walls, ROCKS, size * 2);
}

static bool is_even(const trp_actor *actor, const trp_context *in)
{
    return trp_slot_of(world, actor) % 2 == 0;
}

/* The part makes its query before the tick's own query could sort anything. */
static void check_question(void)
{
    static trp_hit hits[ROOM];

    room = stage_random(&seed, 3) == 0 ? ROOM : 1 + stage_random(&seed, 8);
    expected_count = trp_space_find(space, &question, hits, room);
    for (uint32_t i = 0; i < expected_count; i++)
        expected[i] = hits[i];
    asked = 0;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(asked, 1);
    CHECK_EQ(told.count, 0);
}

static void ask_somewhere(uint32_t what)
{
    question = (trp_query){0};
    question.mask = stage_random(&seed, 4); /* 0: all */
    question.order = what % 2 == 0 ? TRP_SPACE_BY_SLOT : TRP_SPACE_NEAREST_FIRST;
    question.accept = what % 5 == 0 ? is_even : NULL;
    question.asker = what % 3 == 0 ? trp_pool_at(pool, 0) : NULL;
    if (what % 7 < 3)
        question.area = trp_circle(number(200), number(200), what % 4 == 0 ? 1000 : number(60));
    else if (what % 7 < 5)
        question.area = trp_rectangle(number(200), number(200), number(60), number(60));
    else if (what % 7 == 5)
        question.area = trp_segment(number(200), number(200), number(200), number(200));
    else if (question.order != TRP_SPACE_NEAREST_FIRST)
        question.area = (trp_area){0};
    else
        question.area = trp_circle(number(200), number(200), TRP_INFINITY);
    check_question();
}

static void move_some(uint32_t every)
{
    trp_each (rock, it, pool)
        if (stage_random(&seed, every) == 0) {
            it->x = number(200);
            CHECK_OK(trp_space_moved(space, &it->actor));
        }
}

SITUATION("questions from parts have the answers of the space")
{
    unsigned long cases = 0;

    seed = 11;
    for (int kind = 0; kind < 2; kind++)
        for (int is_round = 0; is_round < 2; is_round++)
            for (uint32_t size = 3; size < 60; size += 23) {
                make(kind == 0 ? NULL : TRP_SPACE_BRUTE, is_round != 0, size);
                for (uint32_t i = 0; i < 60; i++, cases++) {
                    if (i % 8 == 3)
                        move_some(i < 30 ? 40 : 3);
                    if (i % 20 == 10)
                        CHECK_OK(trp_space_remove(space, trp_pool_at(walls, i)));
                    if (i % 20 == 15)
                        CHECK_OK(trp_deactivate(world, trp_pool_at(walls, i)));
                    ask_somewhere(i);
                }
            }
    situation_cases("questions", cases);
}

/* Far from each other: cells are shared by a hash */
SITUATION("also where cells share counters by a hash")
{
    static const float heights[] = {40, 900, 4000, 400000};

    seed = 3;
    make(NULL, false, 5);
    trp_each (rock, it, pool) {
        it->x = (number(4000) - 2000) * 1000;
        it->y = (number(4000) - 2000) * 1000;
    }
    CHECK_OK(trp_space_moved_all(space, NULL));
    for (uint32_t i = 0; i < 60; i++) {
        const rock *near_it = (const rock *)(const void *)trp_pool_at(pool, i);
        question = (trp_query){0};
        question.area =
            trp_rectangle(near_it->x - number(20), near_it->y - number(20), 40, heights[i % 4]);
        check_question();
    }
    /* wide rows begin at the end of the counters, and go on at their start */
    trp_each (rock, it, pool) {
        question.area = trp_rectangle(it->x - 180, it->y - 1, 190, 5);
        check_question();
    }
}

/* A tick would read boxes. */
SCRIPT("a tick within a pass is refused",
       "space; put 1 0; put 2 0; at v1: tick !BUSY; go; everything; = 1 2; tick");

/* Random bits */

SITUATION("random bits are the same on all machines")
{
    uint64_t ones = 0, bits;
    uint32_t counts[64] = {0};

    world = stage_world_as((trp_world_desc){.id = 3});
    trp_pool *things = stage_pool(world, 40, TRP_ORDER_MEMORY);
    stage_things(things, 0, 39);
    thing *first = stage_find(things, 0);
    bits = trp_random(world, &first->actor, 1, 0);
    CHECK_EQ(bits, UINT64_C(0x81e25e945bbef973));
    CHECK_EQ(trp_random(world, NULL, 0, 0), UINT64_C(0x238275bc38fcbe91));
    CHECK(trp_random(world, &first->actor, 2, 0) != bits);
    CHECK(trp_random(world, &first->actor, 1, 1) != bits);
    CHECK(trp_random(world, &stage_find(things, 1)->actor, 1, 0) != bits);
    CHECK_OK(trp_update_all(world, 1));
    CHECK(trp_random(world, &first->actor, 1, 0) != bits);
    CHECK_EQ(trp_random(NULL, NULL, 1, 0), 0);
    for (uint32_t n = 0; n < 4096; n++)
        for (bits = trp_random(world, &first->actor, 1, n); bits != 0; bits &= bits - 1) {
            uint32_t bit = 0;
            while ((bits >> bit & 1) == 0)
                bit++;
            counts[bit]++;
            ones++;
        }
    CHECK(ones > 4096 * 32 - 1500 && ones < 4096 * 32 + 1500);
    for (uint32_t bit = 0; bit < 64; bit++)
        CHECK(counts[bit] > 2048 - 200 && counts[bit] < 2048 + 200);
}
