/*
 * Serials that run out within clears, within walks alone, within very many walks, and for a walk that was thought over.
 */
#include "../../src/core/internal.h"
#include "stage.h"

static trp_world *world;
static trp_pool *pool, *a, *b;
static uint32_t visits;

static void nothing(trp_actor *self, void *user)
{
    (void)self;
    (void)user;
}

static void set_up(void)
{
    world = stage_world();
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 8});
    stage_things(pool, 1, 3);
}

static void use_the_last(trp_world *in, trp_actor *actor, trp_reason reason)
{
    (void)actor;
    (void)reason;
    trp__set_serial(in, TRP__SERIAL_MAX);
    stage_thing(pool, 100);
    CHECK_RESULT(trp_for_each(pool, nothing, NULL), TRP_OK);
    CHECK(in->serial < TRP__SERIAL_MAX);
    stage_thing(pool, 101);
}

static void walk_and_clear(trp_world *in, trp_actor *actor, trp_reason reason)
{
    (void)in;
    (void)actor;
    (void)reason;
    visits = 0;
    trp_each (thing, it, pool)
    {
        visits++;
        CHECK(it->id < 100);
        if (visits == 1)
            CHECK_RESULT(trp_pool_clear(b), TRP_OK);
    }
}

/* clears stand among the walks, and are none */
static void within_clears(void)
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 2, .order = TRP_ORDER_OLDEST};

    set_up();
    desc.on_recycle = walk_and_clear;
    a = stage_pool_as(world, desc);
    desc.on_recycle = use_the_last;
    b = stage_pool_as(world, desc);
    stage_thing(a, 21);
    stage_thing(b, 31);
    CHECK_RESULT(trp_pool_clear(a), TRP_OK);
    CHECK_EQ(visits, 3);
    CHECK_EQ(trp_world_count(world), 5);
    CHECK_VALID(world);
}

static void begin_another(trp_actor *self, void *user)
{
    (void)self;
    (void)user;
    if (visits++ == 0)
    {
        trp__set_serial(world, TRP__SERIAL_MAX);
        stage_thing(pool, 100);
        CHECK_RESULT(trp_for_each(pool, nothing, NULL), TRP_OK);
        CHECK(world->serial < TRP__SERIAL_UPPER);
        stage_thing(pool, 101);
    }
}

/* no trp_each is open, so all may be numbered anew */
static void within_walks_alone(void)
{
    set_up();
    visits = 0;
    CHECK_RESULT(trp_for_each(pool, begin_another, NULL), TRP_OK);
    CHECK_EQ(visits, 3);
    CHECK_EQ(world->whole, world->epoch);
    CHECK_VALID(world);
    visits = 1;
    CHECK_RESULT(trp_for_each(pool, begin_another, NULL), TRP_OK);
    CHECK_EQ(visits, 1 + 5);
}

static trp_walk kept;

static void begin_and_keep(trp_actor *self, void *user)
{
    (void)self;
    (void)user;
    kept = trp__walk(pool, sizeof(thing), offsetof(thing, actor));
}

static uint32_t go_on(void)
{
    uint32_t count = 0;

    kept.ended = true;
    while (kept.run.count != 0)
    {
        count += kept.run.count;
        kept.run = trp__walk_step(kept);
    }
    return count;
}

/* a trp_each that another stack keeps: its walk around it is over, and it goes on */
static void a_walk_that_was_thought_over(void)
{
    for (int anew = 0; anew < 2; anew++)
    {
        world = stage_world();
        pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                    .capacity = 8,
                                                    .order = TRP_ORDER_OLDEST});
        stage_things(pool, 1, 3);
        if (anew)
            trp__set_serial(world, TRP__SERIAL_UPPER + 5);
        world->open_walks = (uint32_t)anew; /* or it would be done at once */
        CHECK_RESULT(trp_for_each(pool, begin_and_keep, NULL), TRP_OK);
        world->open_walks = 0;
        CHECK_EQ(kept.run.count, 1);
        stage_thing(pool, 100);
        if (anew)
            CHECK_RESULT(trp_for_each(pool, nothing, NULL), TRP_OK);
        CHECK_EQ(world->epoch, anew);
        CHECK_EQ(go_on(), anew ? 1 : 3); /* rather none than a newborn */
        CHECK_EQ(world->open_walks, 0);
        CHECK_VALID(world);
    }
}

/* A walk as it stands on the stack; many are wanted, more than a stack has room for. */
typedef struct walker
{
    trp_actor actor;
    trp__frame frame;
} walker;

#define MANY 0x4000u

static trp__frame *frame_of(const trp_pool *walkers, uint32_t number)
{
    return &trp_as(walker, trp_pool_at(walkers, number))->frame;
}

static void push(trp_pool *walkers, uint32_t number)
{
    trp__frame *frame = &trp_as(walker, trp_create(walkers))->frame;
    CHECK(frame == frame_of(walkers, number));
    frame->limit = trp__frame_limit(world);
    trp__push_frame(world, frame);
}

/* all walks still tell the old from the newborn, and the inner from the outer */
static void within_very_many_walks(void)
{
    trp_world *beside;
    trp_pool *walkers;
    const trp_actor *old, *young;

    if (STAGE_HEAP_BYTES < 2 * MANY * sizeof(walker))
        return;
    set_up();
    beside = trp_world_create(NULL);
    CHECK(beside != NULL);
    walkers = stage_pool_as(beside,
                            (trp_pool_desc){.type = TRP_TYPE(walker, actor), .capacity = MANY + 2});
    old = trp_first(world);
    push(walkers, 0);
    world->open_walks++; /* a trp_each begins in the first */
    trp__set_serial(world, TRP__SERIAL_MAX - MANY);
    for (uint32_t i = 1; i <= MANY; i++)
        push(walkers, i);
    CHECK_EQ(world->epoch, 0);
    CHECK_EQ(world->serial, TRP__SERIAL_MAX);
    push(walkers, MANY + 1);
    CHECK_EQ(world->epoch, 1);
    young = &stage_thing(pool, 100)->actor;
    for (uint32_t i = 0; i <= MANY + 1; i++)
    {
        const trp__frame *frame = frame_of(walkers, i);
        CHECK(old->stamp >= frame->limit && young->stamp < frame->limit);
        CHECK(i == 0 || frame->limit < frame->up->limit);
    }
    for (uint32_t i = MANY + 2; i-- > 0;)
        trp__pop_frame(world, frame_of(walkers, i));
    CHECK_EQ(world->open_walks, 0);
    CHECK_VALID(world);
    CHECK_RESULT(trp_world_destroy(beside), TRP_OK);
}

const situation branches_serial_situations[] = {
    {"serials run out within clears", within_clears},
    {"serials run out within walks and no trp_each", within_walks_alone},
    {"a trp_each that was thought over goes on, or ends early", a_walk_that_was_thought_over},
    {"serials run out within 16384 walks", within_very_many_walks},
};
const unsigned branches_serial_situation_count =
    sizeof branches_serial_situations / sizeof branches_serial_situations[0];
