#include "../script.h"

SITUATIONS(walk);

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order, uint32_t count)
{
    world = stage_world();
    pool = stage_pool(world, 300, order);
    if (count > 0)
        stage_things(pool, 1, count);
    stage_log_clear();
}

SITUATION("nor has NULL")
{
    set_up(TRP_ORDER_MEMORY, 3);
    trp_each (thing, it, NULL)
        stage_log(it->id);
    CHECK_LOG();
    CHECK_RESULT(trp_for_each(NULL, stage_visit, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_for_each(pool, NULL, NULL), TRP_ERR_NULL);
    CHECK_LOG();
}

/* what the message says of the sizes of a thing and of a crate */
static const char *layouts(void)
{
    static char text[120];

    situation_text_copy(text, sizeof text, "'thing' (");
    situation_text_number(text, sizeof text, sizeof(thing));
    situation_text_add(text, sizeof text, " bytes, node at 0), the type of the walk is another (");
    situation_text_number(text, sizeof text, sizeof(crate));
    situation_text_add(text, sizeof text, " bytes, node at ");
    situation_text_number(text, sizeof text, offsetof(crate, node));
    situation_text_add(text, sizeof text, ").");
    return text;
}

SITUATION("trp_each with another type visits nothing, TRP_ERR_TYPE")
{
    set_up(TRP_ORDER_MEMORY, 3);
    stage_before(world);
    trp_each_of (crate, node, it, pool)
        stage_log(it->id);
    CHECK_LOG();
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, TRP_ERR_TYPE);
    CHECK(told.pool == pool);
    CHECK_SAYS("trp_each");
    CHECK_SAYS("things");
    CHECK_SAYS("its actors are 'thing' (");
    CHECK_SAYS(layouts());
    CHECK_SAYS(". Name the type that TRP_TYPE named in the desc");
    CHECK_EQ(trp_world_info(world).misuse, 1);
    CHECK_EQ(trp_pool_info(pool).misuse, 1);
}

SITUATION("the pool's type may have no name")
{
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    desc.type.name = NULL;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    trp_each_of (crate, node, it, pool)
        stage_log(it->id);
    CHECK_EQ(told.count, 1);
    CHECK_SAYS("its actors are '?' (");
}

/* a struct of the same size with the node elsewhere */
typedef struct shifted {
    uint32_t id;
    uint32_t data;
    trp_actor actor;
} shifted;

SITUATION("nor with the node elsewhere")
{
    set_up(TRP_ORDER_MEMORY, 3);
    CHECK_EQ(sizeof(shifted), sizeof(thing));
    trp_each (shifted, it, pool)
        stage_log(it->id);
    CHECK_LOG();
    CHECK_RESULT(told.result, TRP_ERR_TYPE);
}

SITUATION_IN_EACH_ORDER("continue goes on")
{
    uint32_t sum = 0;
    set_up(stage_orders[order], 200);
    trp_each (thing, it, pool) {
        if (it->id % 2 == 0)
            continue;
        sum += it->id;
    }
    CHECK_EQ(sum, 10000);
}

SITUATION("break leaves the whole walk, at any place")
{
    set_up(TRP_ORDER_MEMORY, 200);
    for (uint32_t i = 1; i < 200; i++)
        if (i % 3 == 0)
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, i)));
    for (uint32_t stop = 1; stop <= 200; stop++) {
        uint32_t last = 0;
        trp_each (thing, it, pool) {
            last = it->id;
            if (it->id >= stop)
                break;
        }
        CHECK_EQ(last, stop == 200 ? 200 : (stop - 1) % 3 == 0 && stop > 1 ? stop + 1 : stop);
    }
    CHECK_VALID(world);
}

static thing *found_by_return(uint32_t id)
{
    trp_each (thing, it, pool)
        if (it->id == id)
            return it;
    return NULL;
}

SITUATION("return and goto leave too")
{
    set_up(TRP_ORDER_MEMORY, 100);
    CHECK_EQ(found_by_return(77)->id, 77);
    CHECK(found_by_return(101) == NULL);
    uint32_t visits = 0;
    trp_each (thing, it, pool) {
        if (it->id == 40)
            goto out;
        visits++;
    }
out:
    CHECK_EQ(visits, 39);
    CHECK_VALID(world);
}

SITUATION("an else after trp_each belongs to the user's if")
{
    set_up(TRP_ORDER_MEMORY, 3);
    bool walk = false;
    if (walk)
        trp_each (thing, it, pool)
            stage_log(it->id);
    else
        stage_log(50);
    CHECK_LOG(50);
    trp_each (thing, it, pool)
        if (it->id == 2)
            stage_log(it->id);
        else
            stage_log(it->id + 10);
    CHECK_LOG(11, 2, 13);
}

SITUATION_IN_EACH_ORDER("trp_each in trp_each")
{
    uint32_t pairs = 0, left_early = 0;
    set_up(stage_orders[order], 70);
    trp_each (thing, a, pool) {
        trp_each (thing, b, pool)
            if (a->id < b->id)
                pairs++;
        trp_each (thing, b, pool) {
            if (b->id == a->id)
                break;
            left_early++;
        }
    }
    CHECK_EQ(pairs, 70 * 69 / 2);
    CHECK_EQ(left_early, 70 * 69 / 2);
}

SITUATION("trp_each_of for another member's name")
{
    world = stage_world();
    for (int order = 0; order < 3; order++) {
        uint32_t sum = 0;
        pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                    .capacity = 100,
                                                    .order = stage_orders[order]});
        for (uint32_t i = 1; i <= 100; i++)
            CHECK(trp_create(pool, &(crate){.id = i, .tail = 5}) != NULL);
        trp_each_of (crate, node, it, pool) {
            CHECK_EQ(it->tail, 5);
            CHECK(trp_as_in(crate, node, &it->node) == it);
            sum += it->id;
            CHECK_OK(trp_recycle(world, &it->node));
        }
        CHECK_EQ(sum, 5050);
        CHECK_EQ(trp_pool_count(pool), 0);
    }
}

/* every density: runs over whole words, over free slots, around free slots */
SITUATION("every density of a bitmap")
{
    for (uint32_t density = 1; density <= 100; density += 3) {
        static bool there[300];
        uint32_t seed = density * 7919, at = 0;
        set_up(TRP_ORDER_MEMORY, 300);
        for (uint32_t i = 0; i < 300; i++) {
            there[i] = stage_random(&seed, 100) < density;
            if (!there[i])
                CHECK_OK(trp_recycle(world, trp_pool_at(pool, i)));
        }
        trp_each (thing, it, pool) {
            while (at < 300 && !there[at])
                at++;
            CHECK_EQ(it->id, ++at);
            CHECK_EQ(trp_slot_of(world, &it->actor), at - 1);
        }
        while (at < 300 && !there[at])
            at++;
        CHECK_EQ(at, 300);
        CHECK_VALID(world);
    }
}

static void pass_on(trp_actor *self, const trp_context *in)
{
    *(uint32_t *)in->arg += trp_as(thing, self)->id;
}

SITUATION("trp_for_each passes the user's pointer on")
{
    uint32_t sum = 0;
    set_up(TRP_ORDER_OLDEST, 10);
    CHECK_OK(trp_for_each(pool, pass_on, &sum));
    CHECK_EQ(sum, 55);
}

SCRIPT(
    "all go, and others come, under a trp_each",
    "in memory; pool 40; new 1-20; at 1: clear, new 21-40, go; each; =; live 20; is active 21-40");
SCRIPT("... in every order", "new 1-8; at *: still, clear, go; each; =; live 0");
SCRIPT("a free slot that was zeroed is not visited",
       "in memory; pool 64; new 1-64; recycle 20; harm 20 zeros; go; each; = 1-19 21-64; each;"
       "= 1-19 21-64; is active 1-19 21-64");
SCRIPT("an empty pool has nothing to visit", "pool; each; for; tick; =");
SCRIPT("break leaves a trp_each in every order",
       "new 1-5; go; at 3: leave; each; memory oldest = 1 2 3; newest = 5 4 3");
SCRIPT("what has expired or sleeps is not visited",
       "new 1-4; expire 2; sleep 3; go; each; memory oldest = 1 4; newest = 4 1;"
       "live 4; for; live 3");
