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

static void end(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
}

static void ticks(uint32_t count)
{
    while (count-- > 0)
        CHECK_OK(trp_update_all(world, 0.25f));
}

/* this many things, the first ones of `slots_now` slots */
static void hold(uint32_t things, uint32_t slots_now)
{
    stage_things(pool, 1, slots_now);
    end(things + 1, slots_now);
    CHECK_EQ(slots(pool), slots_now);
}

typedef struct limit_case {
    uint32_t most; /* capacity */
    uint32_t slots;
    uint32_t things;
    uint32_t below;
    uint32_t keep_free;
    uint32_t then; /* slots after a tick */
} limit_case;

SITUATION("exactly at the limit of a rule")
{
    static const limit_case cases[] = {
        {160, 160, 0, 1, 0, 10},                            /* one percent is a rule */
        {160, 160, 27, 17, 0, 80},                          /* 27 are below 27.2 */
        {91, 91, 10, 11, 0, 80},                            /* 10 are below 10.01 */
        {160, 40, 11, 0, 29, 40},                           /* 29 are free */
        {160, 40, 10, 0, 29, 20},                           /* 30 are */
        {160, 40, 10, 0, 30, 40},  {160, 40, 9, 0, 29, 20}, /* 30 beyond the first 10 */
    };

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_up(cases[i].most);
        hold(cases[i].things, cases[i].slots);
        rule(pool, cases[i].below, 0, cases[i].keep_free);
        ticks(1);
        CHECK_EQ(slots(pool), cases[i].then);
        CHECK_OK(trp_world_destroy(world));
    }
}

SITUATION("time counts only while there is too much")
{
    set_up(160);
    rule(pool, 25, 1, 0);
    hold(40, 160);
    for (uint32_t wait = 1; wait < 5; wait++) /* not low: however long that is */
    {
        ticks(wait);
        end(40, 40);
        ticks(3);
        CHECK_EQ(slots(pool), 160);
        stage_thing(pool, 40);
        ticks(1);
    }
    end(1, 40);
    ticks(4);
    CHECK_EQ(slots(pool), 10);
    /* what it has at first is not too much */
    ticks(3);
    hold(0, 160);
    ticks(3);
    CHECK_EQ(slots(pool), 160);
    ticks(1);
    CHECK_EQ(slots(pool), 10);
    /* a single chunk is returned as well */
    hold(0, 20);
    ticks(4);
    CHECK_EQ(slots(pool), 10);
}

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

/* one slot has had more lives than the others of its chunk: the last one, or any */
SITUATION("the lives of any slot of a chunk stay dead")
{
    for (uint32_t slot = 10; slot < 20; slot++) {
        trp_handle lives[5];
        set_up(20);
        stage_things(pool, 1, 20);
        trp_actor *actor = trp_pool_at(pool, slot);
        for (unsigned i = 0; i < 5; i++) {
            lives[i] = trp_handle_of(world, actor);
            CHECK_OK(trp_recycle(world, actor));
            CHECK(trp_create(pool, NULL) == actor); /* the only free slot */
        }
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(trp_pool_trim(pool));
        CHECK_EQ(slots(pool), 10);
        for (uint32_t id = 1; id <= 20; id++) {
            stage_thing(pool, id);
            for (unsigned i = 0; i < 5; i++)
                CHECK(trp_get(world, lives[i]) == NULL);
        }
        CHECK_OK(trp_world_destroy(world));
    }
}

static unsigned trims;

static void while_it_is_trimmed(trp_actor *actor, const trp_event_context *in)
{
    CHECK(in->pool == pool && actor == NULL && in->event == TRP_EVENT_TRIMMED);
    CHECK_EQ(in->reason, TRP_REASON_NONE);
    CHECK(trp_create(in->pool, NULL) == NULL);
    trims++;
}

/* no actor can be created in the memory that goes, but afterwards */
SITUATION("a pool is not filled while it is trimmed")
{
    trp_watcher watcher = {.function = while_it_is_trimmed, .events = TRP_EVENT_TRIMMED};

    set_up(160);
    watcher.pool = pool;
    CHECK_OK(trp_watch(world, &watcher));
    trims = 0;
    for (unsigned round = 1; round < 3; round++) {
        hold(10, 80);
        CHECK_OK(trp_pool_trim(pool));
        CHECK_EQ(trims, round);
        CHECK_EQ(slots(pool), 10);
        end(1, 10);
        CHECK(trp_create(pool, NULL) != NULL);
        CHECK_OK(trp_pool_clear(pool, NULL));
    }
}

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
