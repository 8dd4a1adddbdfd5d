#include "../../src/core/internal.h"
#include "stage.h"

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order)
{
    world = stage_world();
    pool = stage_pool(world, 8, order);
    stage_things(pool, 1, 5);
    stage_log_clear();
}

static thing *find(uint32_t id)
{
    thing *it = stage_find(pool, id);
    CHECK(it != NULL);
    return it;
}

static void check_refused(trp_result result)
{
    CHECK(result == TRP_ERR_CORRUPT || result == TRP_ERR_FOREIGN);
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, result);
    CHECK_EQ(trp_pool_count(pool), 5);
    CHECK_EQ(trp_pool_get_stats(pool).recycled, 0);
    CHECK_EQ(trp_pool_get_stats(pool).live, 5);
    stage_forget();
}

/* refused, and mended: then the world is whole again, and everybody in it can be recycled */
static void check_mended(thing *it)
{
    check_refused(trp_recycle(world, &it->actor));
    CHECK_RESULT(trp_world_validate(world), TRP_OK);
    for (uint32_t slot = 0; slot < 5; slot++)
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, slot)), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_get_stats(pool).retired, 1);
    CHECK_RESULT(trp_world_validate(world), TRP_OK);
}

/* a node full of zeros, in a pool whose order is in its links: its neighbours still name it */
static void assigned_zeros(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
        for (uint32_t id = 1; id <= 5; id++)
        {
            set_up((trp_order)order);
            thing *it = find(id);
            *it = (thing){0};
            check_mended(it);
        }
}

static void assigned_another(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
        for (uint32_t id = 1; id <= 5; id++)
            for (uint32_t from = 1; from <= 5; from++)
            {
                if (id == from)
                    continue;
                set_up((trp_order)order);
                thing *it = find(id), *other = find(from);
                *it = *other;
                check_mended(it);
            }
}

/* a pool that nobody watches, in memory order: the short way asks the neighbours, too */
static void assigned_in_a_plain_pool(void)
{
    for (uint32_t id = 0; id < 5; id++)
        for (uint32_t from = 0; from < 5; from++)
        {
            thing *things[5];
            if (id == from)
                continue;
            world = stage_world();
            pool = stage_pool_as(world,
                                 (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 8});
            for (uint32_t i = 0; i < 5; i++)
                things[i] = trp_as(thing, trp_create(pool));
            *things[id] = *things[from];
            check_refused(trp_recycle(world, &things[id]->actor));
            CHECK_RESULT(trp_world_validate(world), TRP_OK);
        }
}

/* whoever calls first, be it on a neighbour or in a clear, meets a whole list */
static void assigned_beside(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
    {
        set_up((trp_order)order);
        trp_actor *neighbour = &find(2)->actor;
        *find(3) = (thing){0};
        CHECK_RESULT(trp_recycle(world, neighbour), TRP_OK);
        CHECK_EQ(told.count, 1);
        CHECK_RESULT(told.result, TRP_ERR_CORRUPT);
        stage_forget();
        CHECK_RESULT(trp_world_validate(world), TRP_OK);
        *find(4) = (thing){0};
        CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
        CHECK_EQ(trp_pool_count(pool), 0);
        stage_forget();
        CHECK_RESULT(trp_world_validate(world), TRP_OK);
    }
}

static void count_visit(trp_actor *self, void *user)
{
    (void)self;
    ++*(uint32_t *)user;
}

/* a walk that comes by goes on to the end */
static void assigned_in_front_of_a_walk(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
        for (uint32_t id = 1; id <= 5; id++)
        {
            uint32_t visits = 0;
            set_up((trp_order)order);
            *find(id) = (thing){0};
            CHECK_RESULT(trp_for_each(pool, count_visit, &visits), TRP_OK);
            CHECK_EQ(visits, 5);
            CHECK_EQ(told.count, 1);
            stage_forget();
            CHECK_RESULT(trp_world_validate(world), TRP_OK);
        }
}

/* in memory order the bitmap knows what the node should say: mended or refused, never worse */
static void assigned_in_memory_order(void)
{
    for (int how = 0; how < 3; how++)
    {
        set_up(TRP_ORDER_MEMORY);
        thing *it = find(3);
        if (how == 0)
            *it = (thing){0};
        else if (how == 1)
            *it = *find(5);
        else
            *it = *find(2);
        it->id = 3;
        trp_result result = trp_recycle(world, &it->actor);
        CHECK(result == TRP_OK || result == TRP_ERR_CORRUPT);
        CHECK_EQ(trp_pool_count(pool), result == TRP_OK ? 4 : 5);
        uint32_t sum = 0;
        trp_each (thing, at, pool)
            sum += at->id == 3 ? 0 : at->id;
        CHECK_EQ(sum, 12);
        CHECK_EQ(find(1)->id + find(2)->id + find(4)->id + find(5)->id, 12);
        for (int i = 0; i < 3; i++)
            stage_thing(pool, 20);
    }
}

static uint32_t gone_sum;

static void add_the_gone(trp_world *in, thing *self, trp_reason reason)
{
    (void)in;
    (void)reason;
    gone_sum += 1u << 4 * self->id;
}

/* every pair of four: whose node is whose copy then, and who is told of, and nobody lives on */
static void copied_and_cleared(void)
{
    for (int order = 0; order < 3; order++)
        for (uint32_t to = 1; to <= 4; to++)
            for (uint32_t from = 1; from <= 4; from++)
                for (int ends = 0; ends < 2; ends++)
                {
                    if (to == from)
                        continue;
                    world = stage_world();
                    pool = stage_pool(world, 4, (trp_order)order);
                    stage_things(pool, 1, 4);
                    thing *it = find(to);
                    *it = *find(from);
                    it->id = to;
                    gone_sum = 0;
                    stage_when_recycled = add_the_gone;
                    CHECK_RESULT(ends == 0 ? trp_pool_clear(pool) : trp_world_destroy(world),
                                 TRP_OK);
                    CHECK_EQ(trp_pool_count(pool), 0);
                    const trp_pool_stats stats = trp_pool_get_stats(pool);
                    CHECK_EQ(stats.recycled, 4);
                    if (pool->desc.on_recycle != NULL)
                        CHECK_EQ(gone_sum, 0x11110);
                    CHECK_EQ(stats.active + stats.expired, 0);
                    if (ends != 0)
                        continue;
                    stage_forget();
                    CHECK_VALID(world);
                    while (trp_create(pool) != NULL)
                        ;
                    CHECK_EQ(trp_pool_count(pool) + trp_pool_get_stats(pool).retired, 4);
                    CHECK_VALID(world);
                }
}

static uint32_t drawn;

static void count_drawn(const trp_actor *self, const trp_view *view)
{
    (void)self;
    (void)view;
    CHECK(++drawn <= 20);
}

static trp_pool *drawn_pool(trp_order order)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(8, order);
    desc.draw = count_drawn;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 4);
    drawn = 0;
    return pool;
}

/* whoever is copied over whom: what follows the links comes to an end, and the next tick mends them */
static void copied_and_looked_at(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
        for (uint32_t from = 1; from <= 4; from++)
            for (uint32_t to = 1; to <= 4; to++)
            {
                uint32_t met = 0, visited = 0;
                if (from == to)
                    continue;
                drawn_pool((trp_order)order);
                thing *copy = find(to);
                *copy = *find(from);
                CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
                for (trp_actor *it = trp_first(world); it && met < 20; it = trp_next(it))
                    met++;
                CHECK(met <= 4);
                for (trp_actor *it = &copy->actor; it && met < 40; it = trp_prev(it))
                    met++;
                CHECK(met <= 8);
                trp_each (thing, it, pool)
                    CHECK(++visited <= 4);
                CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
                CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
                CHECK_EQ(trp_pool_count(pool), 0);
                if (order == TRP_ORDER_MEMORY)
                    CHECK_EQ(drawn, 4);
            }
}

/* the current one is overwritten by the body of a trp_each: the walk goes on */
static void overwritten_under_a_trp_each(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
    {
        uint32_t visited = 0;
        drawn_pool((trp_order)order);
        trp_each (thing, it, pool)
        {
            CHECK(++visited <= 4);
            if (visited == 3)
                *it = *find(order == TRP_ORDER_NEWEST ? 4 : 1);
        }
        CHECK_EQ(visited, 4);
    }
}

/* the default order: a tick comes by, says so, and the next one updates it again */
static void zeroed_in_memory_order_is_noticed(void)
{
    drawn_pool(TRP_ORDER_MEMORY);
    thing *it = find(2);
    *it = (thing){.id = 2};
    stage_forget();
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 3, 4);
    CHECK_EQ(told.count, 1);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK(situation_text_has(told.message, "thing"));
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 3, 4);
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_EQ(drawn, 4);
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
    CHECK_VALID(world);
}

static void wrong_hook(trp_world *in, const trp_misuse *misuse)
{
    stage_on_misuse(in, misuse);
    trp_recycle(in, (trp_actor *)(void *)stage_memory());
}

static void a_hook_that_is_wrong_itself(void)
{
    world = stage_world_as((trp_world_desc){.on_misuse = wrong_hook});
    stage_forget();
    CHECK_RESULT(trp_layer_set_enabled(world, 9, true), TRP_ERR_VALUE);
    CHECK_EQ(told.count, 1);
    CHECK_EQ(trp_world_misuse_count(world), 2);
}

const situation overwritten_situations[] = {
    {"a struct assigned over another in a plain pool", assigned_in_a_plain_pool},
    {"copied over another, then looked at: all comes to an end", copied_and_looked_at},
    {"overwritten under a trp_each, which goes on", overwritten_under_a_trp_each},
    {"zeroed in memory order, a tick says so and mends it", zeroed_in_memory_order_is_noticed},
    {"a hook that is wrong itself is not told of it", a_hook_that_is_wrong_itself},
    {"a node overwritten with zeros is refused", assigned_zeros},
    {"a node overwritten with another is refused", assigned_another},
    {"a node overwritten beside another", assigned_beside},
    {"a node overwritten in front of a walk", assigned_in_front_of_a_walk},
    {"an overwritten node in memory order is mended or refused", assigned_in_memory_order},
    {"a node overwritten with another, then all cleared", copied_and_cleared},
};
const unsigned overwritten_situation_count =
    sizeof overwritten_situations / sizeof overwritten_situations[0];
