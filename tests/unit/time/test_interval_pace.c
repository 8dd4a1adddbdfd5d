/* Limits of clocks, lifetimes and intervals: very short times, pools without an update, changes
 * during a tick. */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(interval_pace);

typedef struct spark {
    trp_actor actor;
    uint32_t id;
    trp_time until;
} spark;

static trp_world *world;
static trp_pool *pool;
static spark *second;
static void (*when_updated)(spark *self, const trp_context *in);
static void (*when_gone)(spark *self);

static void update(trp_actor *self, const trp_context *in)
{
    spark *s = trp_as(spark, self);

    stage_log(s->id);
    if (when_updated != NULL)
        when_updated(s, in);
}

static void on_end(trp_actor *self, const trp_end_context *in)
{
    spark *s = trp_as(spark, self);
    stage_log(GONE(in->reason, s->id));
    if (when_gone != NULL)
        when_gone(s);
}

static trp_pool_desc spark_desc(trp_order order, trp_clock clock)
{
    trp_pool_desc desc = {.type = TRP_TYPE(spark, actor), .capacity = 8, .order = order};

    desc.lifetime = (trp_lifetime)TRP_LIFETIME_BY(spark, until, TRP_CLOCK_SECONDS);
    desc.lifetime.clock = clock;
    desc.update = update;
    desc.on_end = on_end;
    return desc;
}

static void set_up(trp_order order, trp_clock clock)
{
    world = stage_world();
    pool = stage_pool_as(world, spark_desc(order, clock));
    when_updated = NULL;
    when_gone = NULL;
}

static spark *born(uint32_t id)
{
    spark *s = trp_as(spark, trp_create(pool, NULL));

    CHECK(s != NULL);
    s->id = id;
    return s;
}

static void sparks(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++) {
        spark *s = born(id);
        second = id == 2 ? s : second;
    }
}

static void tick(float dt)
{
    CHECK_OK(trp_update_all(world, dt));
}

SCRIPT("time that is far less than a unit is none",
       "pool lifetime seconds; new 1; life 1 seconds 1; tick 0.000000000001;"
       "lifeleft 1 seconds 1; tick 0.5;"
       "lifeleft 1 seconds 0.5; life 1 seconds -0; go; tick 0.25; = -1e");

static void creates_more(spark *self)
{
    if (self->id == 3)
        born(9)->until.moment = 1; /* which is reached already */
}

SCRIPT("lives end in a pool without an update",
       "in memory; pool lifetime ticks still; new 1-4; tick; go; at -1: recycle 2; life 1 ticks 1; "
       "expire 4; tick; = -1e -2 -4e; live 1; clear; new 11-14; together 2; tick; tick; at -11: "
       "recycle 12; life 11 ticks 1; expire 14; go; tick; tick; = -14e -11e -12");

/* actors that the first run does not visit: expired before, ended meanwhile, born meanwhile */
SITUATION("what is no part of a walk is left alone")
{
    set_up(TRP_ORDER_MEMORY, TRP_CLOCK_TICKS);
    pool->desc.update = NULL;
    sparks(1, 4);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 3)));
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 2)));
    when_gone = creates_more; /* in the slot after it */
    stage_log_clear();
    tick(0);
    tick(0);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 3), GONE(TRP_REASON_EXPIRED, 9));
    CHECK_EQ(trp_pool_count(pool), 2);
}

SCRIPT("the other kind of interval begins again",
       "in memory; pool lifetime ticks; new 0-3; stagger 4; go; tick; = 1; together 4; pass 3; =; "
       "tick; = 0 1 2 3");

static void recycles_one_whose_life_is_over(spark *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 3)));
    trp_create(pool, &(spark){.id = 9, .until = {1}}); /* a moment that is reached */
}

/* lives of another time are over too: of one that has ended, and of one that has just begun */
SITUATION("over in a slot whose turn it is")
{
    for (uint32_t every = 2; every <= 70; every += 68) {
        set_up(TRP_ORDER_MEMORY, TRP_CLOCK_TICKS);
        sparks(0, 5);
        trp_as(spark, trp_pool_at(pool, 3))->until.moment = 1;
        trp_as(spark, trp_pool_at(pool, 5))->until.moment = 1;
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, 4)));
        stage_log_clear();
        CHECK_OK(trp_pool_set_interval(pool, every, TRP_INTERVAL_STAGGERED));
        when_updated = recycles_one_whose_life_is_over;
        tick(0);
        if (every == 2)
            CHECK_LOG(1, GONE(TRP_REASON_RECYCLED, 3), GONE(TRP_REASON_EXPIRED, 5));
        else
            CHECK_LOG(1, GONE(TRP_REASON_RECYCLED, 3));
        CHECK_EQ(trp_pool_count(pool), every == 2 ? 4u : 5u);
    }
}

/* lives end in turns that are as long as a word or longer, and in a pool of several words */
SITUATION("lives end in long turns and in many words")
{
    for (uint32_t every = 7; every <= 70; every += 63) {
        trp_pool_desc desc = spark_desc(TRP_ORDER_MEMORY, TRP_CLOCK_TICKS);
        world = stage_world();
        desc.capacity = 140;
        pool = stage_pool_as(world, desc);
        when_updated = NULL;
        when_gone = NULL;
        sparks(0, 139);
        trp_as(spark, trp_pool_at(pool, 71))->until.moment = 1;
        CHECK_OK(trp_pool_set_interval(pool, every, TRP_INTERVAL_STAGGERED));
        stage_log_clear();
        tick(0);
        CHECK(trp_pool_at(pool, 71) == NULL);
        CHECK_EQ(trp_pool_count(pool), 139);
        stage_log_clear();
    }
}

SCRIPT("no turn comes in a disabled layer",
       "in oldest; pool lifetime world; new 1-3; life 1 world 1; together 2; go; tick; tick; = -1e "
       "2 3; life 2 world 1; expire 3; disable 0; tick; = -3e; enable 0; tick; tick; = -2e");

static void expires_the_last(trp_pool *self, const trp_context *in)
{
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 1)));
    CHECK_OK(trp_for_each(pool, stage_visit, NULL));
}

/* a walk in the update of the next pool: no callback of the pool before is in progress any more */
SITUATION("a walk in the next pool's update prunes")
{
    for (uint32_t every = 1; every <= 2; every++) {
        set_up(TRP_ORDER_MEMORY, TRP_CLOCK_TICKS);
        sparks(1, 2);
        CHECK_OK(trp_pool_set_interval(pool, every, TRP_INTERVAL_TOGETHER));
        if (every == 2)
            tick(0);
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                             .capacity = 1,
                                             .update_pool = expires_the_last});
        tick(0);
        CHECK_LOG(1, 2, 1, GONE(TRP_REASON_EXPIRED, 2));
    }
}

SCRIPT("slots of further chunks have turns",
       "in memory; grows; pool 8 grow 160; new 0-19; stagger 8; go; tick; = 1 9 17");
SCRIPT("slots of two chunks in a word have turns",
       "in memory; grows; pool 63 grow 160; new 0-79; stagger 21; pass 19; go; tick; = 20 41 62; "
       "tick; = 0 21 42 63; tick; = 1 22 43 64");
SCRIPT("set for a joined pool, it begins in the next tick",
       "in oldest; pool; pool joins a; new 1; new b 7; go; at 1: together b 2;"
       "tick 0.25; = 1 7; dt 0.25; still; tick 0.25; = 1; tick 0.25; = 1 7");
SCRIPT("a disabled layer prunes and no more",
       "in memory oldest; new 1-3; go; stagger 2; tick; = 2; expire 2; disable 0;"
       "tick; = -2e; enable 0; tick; = 1 3");
SCRIPT("a tick in a walk leaves the walk's actor",
       "new 1; together 2; go; at v1: expire 1, tick; for; = 1 -1e");
SCRIPT("born in a slot whose turn it is",
       "in memory; pool lifetime ticks; new 0-2; stagger 2; go;"
       "at 1: new 5, life 5 ticks 1; tick; = 1 +5; still; tick; = 0 2; tick; = 1 -5e");
SCRIPT("gone in a slot whose turn it is",
       "in memory oldest; new 0-5; stagger 2; go; at 1: recycle 3; tick; = 1 -3 5");
