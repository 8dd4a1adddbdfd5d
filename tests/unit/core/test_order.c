#include "../script.h"

SITUATIONS(order);

SITUATION("at any address")
{
    static _Alignas(16) unsigned char memory[20000];
    static trp_handle handles[2][50];
    for (size_t run = 0; run < 2; run++) {
        stage_world();
        trp_world *world =
            trp_world_init(memory + 8 * run, sizeof memory - 8 * run, &(trp_world_desc){.id = 3});
        trp_pool *pool = stage_pool(world, 60, TRP_ORDER_NEWEST);
        for (uint32_t i = 0; i < 50; i++) {
            handles[run][i] = trp_handle_of(world, &stage_thing(pool, i)->actor);
            if (i % 3 == 0)
                CHECK_OK(trp_recycle(world, trp_first(world)));
        }
    }
    for (int i = 0; i < 50; i++)
        CHECK(trp_handle_equal(handles[0][i], handles[1][i]));
}

/* a pool's own actors, beside others of its segment; the asleep, expired and free are passed over */
SITUATION_IN_EACH_ORDER("from one actor of a pool to the next, without a walk")
{
    for (int joined = 0; joined < 1 + (order != IN_MEMORY_ORDER); joined++) {
        trp_world *world = stage_world();
        trp_pool *pool = stage_pool(world, 8, stage_orders[order]);
        trp_pool_desc desc = stage_desc(8, stage_orders[order]);
        desc.joins = joined != 0 ? pool : NULL;
        trp_pool *other = stage_pool_as(world, desc);
        CHECK(trp_pool_first(pool) == NULL && trp_pool_last(pool) == NULL);
        for (uint32_t i = 0; i < 6; i++) {
            stage_thing(pool, i);
            stage_thing(other, 10 + i);
        }
        CHECK_OK(trp_deactivate(world, &stage_find(pool, 0)->actor));
        CHECK_OK(trp_expire(world, &stage_find(pool, 3)->actor));
        CHECK_OK(trp_recycle(world, &stage_find(pool, 5)->actor));
        uint32_t forth = 0, back = 0;
        for (trp_actor *at = trp_pool_first(pool); at; at = trp_pool_next(pool, at))
            forth = 10 * forth + trp_as(thing, at)->id;
        for (trp_actor *at = trp_pool_last(pool); at; at = trp_pool_prev(pool, at))
            back = 10 * back + trp_as(thing, at)->id;
        CHECK_EQ(forth, order == NEWEST_FIRST ? 421 : 124);
        CHECK_EQ(back, order == NEWEST_FIRST ? 124 : 421);
        CHECK(trp_pool_next(pool, trp_pool_first(other)) == NULL);
        CHECK(trp_pool_next(pool, NULL) == NULL);
        CHECK(trp_pool_next(pool, &stage_find(pool, 0)->actor) == NULL); /* asleep */
        CHECK(trp_pool_next(pool, &(trp_actor){0}) == NULL);
        CHECK_VALID(world);
    }
}

SCRIPT("memory order is slot order, holes are filled first",
       "in memory; pool 6; new 0-5; recycle 4 1; new 10; go; tick; = 0 10 2 3 5;"
       "list 0 10 2 3 5; new 11; list 0 10 2 3 11 5");
SCRIPT("newest first and oldest first",
       "pool 6 newest; pool 6 oldest; new 1-4; new b 11-14; recycle 2 12; new 5;"
       "new b 15; go; tick; = 5 4 3 1 11 13 14 15; list 5 4 3 1 11 13 14 15");
SCRIPT("layer by layer, pool by pool, joined ones mixed",
       "layers 4; pool memory layer 2; pool oldest; pool newest layer 1;"
       "pool oldest layer 2; pool memory; pool oldest joins d; new 0; new b 10;"
       "new c 20; new d 30; new e 40; new f 50; new 1; new b 11; new c 21; new d 31;"
       "new e 41; new f 51; go; tick; = 10 11 40 41 21 20 0 1 30 50 31 51;"
       "list 10 11 40 41 21 20 0 1 30 50 31 51");
SCRIPT("the links skip what is not active",
       "layers 4; pool memory layer 2; pool oldest; pool newest layer 1;"
       "pool oldest layer 2; pool memory; pool oldest joins d; new 0; new b 10 11;"
       "new c 20 21; new d 30; new e 40; new f 50 51; expire 10 51; sleep 21;"
       "clear e; list 11 20 0 30 50");
SCRIPT("what is not in the list has no neighbours",
       "pool 4; new 1-3; recycle 1; sleep 2; list 3; neighbours 1 0 0;"
       "neighbours 2 0 0");
