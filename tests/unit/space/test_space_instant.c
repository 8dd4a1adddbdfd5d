/*
 * Spaces: touches that last only an instant, and answers with the same bits on all machines.
 */
#include "../space_stage.h"

#include <string.h>

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(int kind, bool is_round)
{
    world = stage_world();
    pool = space_pool(world, 64);
    space = trp_space_create(world, &(trp_space_desc){.kind = (trp_space_kind)kind,
                                                      .cell = kind == TRP_SPACE_GRID ? 10 : 0,
                                                      .capacity = 64,
                                                      .sweeps = true});
    CHECK(space != NULL);
    CHECK_QUIET(
        world,
        trp_space_add_pool(
            space, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_round = is_round}),
        TRP_OK);
}

static void a_way_past_a_corner(void)
{
    for (int kind = 0; kind <= TRP_SPACE_BRUTE; kind++)
    {
        trp_query query = {.area = trp_segment(0, 2, 2, 0)};
        trp_hit hit;
        set_up(kind, false);
        space_box(pool, 1, 1, 1, 1, 1);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(hit.at == 0.5f);
        query.area = trp_segment(0, 1.75f, 1.75f, 0);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 0);
    }
}

static void a_way_that_ends_at_an_edge(void)
{
    for (int kind = 0; kind <= TRP_SPACE_BRUTE; kind++)
    {
        trp_query query = {.area = trp_sweep((trp_box){0, 0, 1, 1}, 9, 0)};
        trp_hit hit;
        set_up(kind, false);
        space_box(pool, 1, 10, 0, 1, 1);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(hit.at == 1 && hit.normal_x == -1);
        query.area = trp_sweep((trp_box){0, 0, 1, 1}, 8.75f, 0);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 0);
    }
}

static void one_that_comes_past_a_corner(void)
{
    for (int kind = 0; kind <= TRP_SPACE_BRUTE; kind++)
    {
        boxed *moved;
        set_up(kind, false);
        space_box(pool, 1, 1, 1, 1, 1);
        moved = space_box(pool, 2, 0, 2, 0, 0);
        CHECK_EQ(trp_space_pairs_where(space, &(trp_pairing){.swept = true}, NULL, NULL), 0);
        moved->box = (trp_box){2, 0, 0, 0};
        CHECK_RESULT(trp_space_moved(space, &moved->actor), TRP_OK);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
        CHECK_EQ(trp_space_pairs_where(space, &(trp_pairing){.swept = true}, NULL, NULL), 1);
    }
}

/* Bits */

static uint32_t seed;

static float any(uint32_t most)
{
    return (float)stage_random(&seed, most * 1024) / 1024;
}

static void mix(uint64_t *hash, float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
}

static trp_area any_area(uint32_t which)
{
    /* one after the other: arguments have no defined order */
    const float x = any(400);
    const float y = any(400);
    const float a = any(400);
    const float b = any(400);

    const float right = a / 200; /* rounded, whatever precision the machine computes with */
    const float down = b / 200;

    switch (which % 4)
    {
    case 0:
        return trp_ray(x, y, right - 1, down - 1.5f);
    case 1:
        return trp_sweep_circle(x, y, any(20), a - 200, b - 200);
    case 2:
        return trp_circle(x, y, any(60));
    default:
        return trp_segment(x, y, a, b);
    }
}

/* also where the machine computes with more digits than a float has */
static void the_same_bits_on_all_machines(void)
{
    static const uint64_t expected[2] = {3060732421458845792u, 13992152188230006921u};

    for (int is_round = 0; is_round < 2; is_round++)
    {
        uint64_t hash = 14695981039346656037u;
        trp_hit hits[64];
        trp_touch touch;
        seed = 7;
        set_up(0, is_round != 0);
        for (uint32_t i = 0; i < 64; i++)
        {
            const float x = any(400), y = any(400), size = any(40);
            space_box(pool, i, x, y, size, size);
        }
        for (uint32_t i = 0; i < 2000; i++)
        {
            const trp_query query = {.area = any_area(i), .order = TRP_SPACE_NEAREST_FIRST};
            const uint32_t count = trp_space_find(space, &query, hits, 64);
            for (uint32_t k = 0; k < count; k++)
            {
                mix(&hash, (float)trp_slot_of(world, hits[k].actor));
                mix(&hash, hits[k].at);
                mix(&hash, hits[k].normal_x);
                mix(&hash, hits[k].normal_y);
            }
        }
        for (uint32_t i = 0; i < 64 * 64; i++)
            if (trp_space_touch(space, trp_pool_at(pool, i / 64), trp_pool_at(pool, i % 64),
                                &touch))
            {
                mix(&hash, touch.depth);
                mix(&hash, touch.normal_x);
                mix(&hash, touch.normal_y);
            }
        CHECK_EQ(hash, expected[is_round]);
    }
}

const situation space_instant_situations[] = {
    {"a way past a corner touches it", a_way_past_a_corner},
    {"a way that ends at an edge touches it", a_way_that_ends_at_an_edge},
    {"one that comes past another's corner has touched it", one_that_comes_past_a_corner},
    {"answers have the same bits on all machines", the_same_bits_on_all_machines},
};
const unsigned space_instant_situation_count =
    sizeof space_instant_situations / sizeof space_instant_situations[0];
