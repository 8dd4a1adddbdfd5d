/* The rules by which pools shrink: their limits, when their time begins, several pools. */
#include "../heap.h"
#include "../script.h"

SITUATIONS(shrink_rules);

static trp_world *world;
static trp_pool *pool;

static trp_pool *growing(uint32_t capacity, uint32_t most)
{
    trp_pool_desc desc = stage_still_desc(capacity, TRP_ORDER_MEMORY);

    stage_grow(&desc, most);
    return stage_pool_as(world, desc);
}

/* 10 slots, then 10, 20, 40 and 80 more, up to `most` */
static void set_up(uint32_t most)
{
    world = heap_world((trp_world_desc){0});
    pool = growing(10, most);
}

static void rule(trp_pool *of, uint32_t below, float after, uint32_t keep_free)
{
    stage_set_shrinking(
        of, &(trp_shrinking){.shrink_below = below, .shrink_after = after, .keep_free = keep_free});
}

static uint32_t slots(const trp_pool *of)
{
    return trp_pool_info(of).capacity;
}

static void ticks(uint32_t count)
{
    while (count-- > 0)
        CHECK_OK(trp_update_all(world, 0.25f));
}

SCRIPT("one percent is a rule", "in memory; grows; pool 10 grow 160 still; new 1-160; clear;"
                                "rule 1 0 0; wait 1; capacity 10");
SCRIPT("27 are below 17 percent of 160, which are 27.2",
       "in memory; grows; pool 10 grow 160 still; new 1-160; recycle 28-160; rule 17 0 0; wait 1;"
       "capacity 80");
SCRIPT("10 are below 11 percent of 91, which are 10.01",
       "in memory; grows; pool 10 grow 91 still; new 1-91; recycle 11-91; rule 11 0 0; wait 1;"
       "capacity 80");
SCRIPT("29 that are free are no more than 29, and 30 are",
       "in memory; grows; pool 10 grow 160 still; new 1-40; recycle 12-40; rule 0 0 29; wait 1;"
       "capacity 40; recycle 11; wait 1; capacity 20");
SCRIPT("30 are beyond the first 10",
       "in memory; grows; pool 10 grow 160 still; new 1-40; recycle 11-40; rule 0 0 30; wait 1;"
       "capacity 40; recycle 10; rule 0 0 29; wait 1; capacity 20");
SCRIPT("time counts only while there is too much",
       "in memory; grows; pool 10 grow 160 still; rule 25 1 0; new 1-160; recycle 41-160; wait 1;"
       "recycle 40; wait 3; capacity 160; new 40; wait 3; recycle 40; wait 3; capacity 160; new 40;"
       "wait 1; recycle 1-40; wait 4; capacity 10; wait 3; new 1-160; clear; wait 3; capacity 160;"
       "wait 1; capacity 10; new 1-20; clear; wait 4; capacity 10");

static trp_pool *three[3];

/* each has 20 slots, all free */
static void fill_and_clear(void)
{
    for (unsigned i = 0; i < 3; i++) {
        stage_things(three[i], 1, 20);
        CHECK_OK(trp_pool_clear(three[i], NULL));
    }
}

static void check_shrinking(unsigned which)
{
    fill_and_clear();
    ticks(1);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(slots(three[i]), (which >> i & 1) != 0 ? 10 : 20);
}

/* whatever rules are set, set again and taken back, in whatever order */
SITUATION("rules of several pools, set and taken back")
{
    uint32_t seed = 3;
    unsigned which = 0;

    set_up(160);
    for (unsigned i = 0; i < 3; i++)
        three[i] = growing(10, 40);
    check_shrinking(0);
    for (unsigned round = 0; round < 200; round++) {
        const uint32_t i = stage_random(&seed, 3);
        if (stage_random(&seed, 2) == 0) {
            rule(three[i], 50, 0, 0);
            which |= 1u << i;
        } else {
            stage_set_shrinking(three[i], NULL);
            which &= ~(1u << i);
        }
        check_shrinking(which);
    }
}

/* One slot has had more lives than the others of its chunk: the last one, or any. */
SCRIPT("the lives of any slot of a chunk stay dead",
       "try 11 12 13 14 15 16 17 18 19 20; in memory; grows; pool 10 grow 20 still; new 1-20; "
       "recycle $; new 21; "
       "recycle 21; new 22; recycle 22; new 23; recycle 23; new 24; recycle 24; new 25; clear; "
       "trim; capacity 10; "
       "new 41-60; live 20");
SCRIPT(
    "a pool is not filled while it is trimmed",
    "in memory; grows; pool 10 grow 160 still; watch 0 of a only trimmed; at w_0: new 9 ?BUSY;"
    "new 11-90; recycle 21-90; go; trim; = w_0; capacity 10; recycle 11; new 91; clear; new 1-80;"
    "recycle 11-80; go; trim; = w_0; capacity 10");
SCRIPT("chunks that a restored pool keeps are trimmed",
       "in memory; grows; pool 10 grow 40; heap noted; save; new 1-40; restore; slots 10; trim; "
       "heap same; "
       "new 1-40; slots 40");
SCRIPT("a missing chunk does not count",
       "in memory; grows; pool 10 grow 160 still; new 1-80; recycle 21-40; trim;"
       "capacity 60; recycle 11-20; rule 0 0 10; wait 1; capacity 60; rule 0 0 9;"
       "wait 1; capacity 50");
SCRIPT("a new rule waits for as long again",
       "in memory; grows; pool 10 grow 160 still; rule 25 1 0; new 1-160; clear;"
       "wait 3; rule 25 1 0; wait 3; capacity 160; wait 1; capacity 10");
SCRIPT("the time begins again when it is over",
       "in memory; grows; pool 10 grow 160 still; rule 25 1 0; new 1-160;"
       "recycle 1-159; wait 4; capacity 90; recycle 160; wait 3; capacity 90;"
       "wait 1; capacity 10");
SCRIPT("low for a while before a chunk can go",
       "in memory; grows; pool 10 grow 160 still; new 1-20; recycle 16-20;"
       "rule 100 1 0; wait 3; capacity 20; recycle 8-15; wait 1; capacity 10");
SCRIPT("an external pool is not trimmed",
       "in newest oldest; grows; pool 10 grow 40 external; new 0-19; clear; trim;"
       "capacity 20");
