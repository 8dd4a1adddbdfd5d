#include "../ledger.h"
#include "../script.h"

SITUATIONS(lifetime);

typedef struct spark {
    trp_actor actor;
    uint32_t id;
    trp_time until;
} spark;

static trp_world *world;
static trp_pool *pool;

static void spark_update(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(spark, self)->id);
}

static void spark_gone(trp_actor *self, const trp_end_context *in)
{
    stage_log(GONE(in->reason, trp_as(spark, self)->id));
}

static trp_pool_desc spark_desc(trp_clock clock)
{
    trp_pool_desc desc = {.type = TRP_TYPE(spark, actor), .capacity = 100};

    desc.lifetime = (trp_lifetime)TRP_LIFETIME_BY(spark, until, TRP_CLOCK_SECONDS);
    desc.lifetime.clock = clock;
    desc.update = spark_update;
    desc.on_end = spark_gone;
    return desc;
}

static void set_up(trp_clock clock)
{
    world = stage_world_as((trp_world_desc){.layers = 2, .on_misuse = stage_on_misuse});
    pool = stage_pool_as(world, spark_desc(clock));
}

static spark *born(uint32_t id)
{
    spark *s = trp_as(spark, trp_create(pool, NULL));

    CHECK(s != NULL);
    s->id = id;
    return s;
}

static trp_duration left_until(trp_time until)
{
    spark *s = born(0);

    s->until = until;
    trp_duration left = trp_time_left(world, &s->actor);
    CHECK_OK(trp_recycle(world, &s->actor));
    stage_log_clear();
    return left;
}

static void tick(float dt)
{
    CHECK_OK(trp_update_all(world, dt));
}

static void ticks(unsigned count, float dt)
{
    while (count-- > 0)
        tick(dt);
}

/* n ticks of a float that is slightly below 1 / n s reach a second in the n-th */
SITUATION("a second is as many ticks as it should be, and no drift in ten minutes")
{
    static const unsigned rates[] = {1, 2, 24, 25, 30, 50, 60, 75, 100, 120, 144, 240, 1000};
    const unsigned seconds = 1 + situation_rounds(599);

    for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
        for (unsigned before = 0; before < 3; before++) {
            const float dt = 1.0f / (float)rates[i];
            set_up(TRP_CLOCK_SECONDS);
            ticks(before * 7, dt);
            CHECK_OK(trp_expire_in(world, &born(1)->actor, trp_seconds(1)));
            spark *assigned = born(2);
            assigned->until = trp_time_in(pool, trp_seconds((float)seconds));
            const trp_time moment = assigned->until;
            ticks(rates[i] - 1, dt);
            CHECK_EQ(trp_pool_count(pool), 2);
            tick(dt);
            CHECK_EQ(trp_pool_count(pool), 1);
            stage_log_clear();
            ticks((seconds - 1) * rates[i] - 1, dt);
            CHECK_EQ(trp_pool_count(pool), 1);
            CHECK_EQ(assigned->until.moment, moment.moment);
            tick(dt);
            CHECK_EQ(trp_pool_count(pool), 0);
            stage_log_clear();
        }
}

SCRIPT("a pause and a change of scale count as they should",
       "pool lifetime seconds still; pool lifetime ticks still; pool lifetime world still; new a "
       "1; new b 2; new c 3; life 1 seconds 4; life 2 ticks 4; life 3 world 4; tick; disable 0; "
       "pass 2; live 1 c; tick; live 0 c; live 1 b; live 1 a; enable 0; scalelayer 0 0.5; scale a "
       "0.5; scale b 0.5; pass 2; live 1 b; live 1 a; tick; live 0 b; live 1 a; scaleworld 2; pass "
       "4; live 1 a; tick; live 0 a");

SITUATION("the clock wraps around")
{
    set_up(TRP_CLOCK_TICKS);
    pool->state.clock = 0xFFFFFFFFu - 1;
    for (uint32_t id = 1; id <= 4; id++) {
        spark *s = born(id);
        CHECK_OK(trp_expire_in(world, &s->actor, trp_ticks(id)));
        CHECK(s->until.moment != 0);
    }
    born(5);
    CHECK_EQ(left_until(trp_time_in(pool, trp_ticks(TRP_MAX_LIFE_TICKS))).ticks,
             TRP_MAX_LIFE_TICKS);
    tick(0);
    CHECK_EQ(trp_pool_count(pool), 4);
    ticks(2, 0);
    CHECK_EQ(trp_pool_count(pool), 2);
    tick(0);
    CHECK_EQ(trp_pool_count(pool), 1);
    stage_log_clear();
}

SITUATION("what is left of a life")
{
    set_up(TRP_CLOCK_SECONDS);
    trp_time until = trp_time_in(pool, trp_seconds(2));
    CHECK(left_until(until).seconds == 2);
    CHECK_EQ(left_until(until).ticks, 0); /* its clock counts seconds */
    tick(0.5f);
    CHECK(left_until(until).seconds == 1.5f);
    tick(1.25f);
    CHECK(left_until(until).seconds == 0.25f);
    tick(0.25f);
    CHECK(left_until(until).seconds == 0);
    tick(50);
    CHECK(left_until(until).seconds == 0);
    CHECK(left_until((trp_time){0}).seconds == 0);
    CHECK(trp_time_left(NULL, NULL).seconds == 0);
    CHECK_EQ(
        trp_time_left(world, &stage_thing(stage_pool(world, 1, TRP_ORDER_MEMORY), 1)->actor).ticks,
        0);
    CHECK_EQ(left_until(until).ticks, 0);
    CHECK_EQ(trp_time_in(NULL, trp_seconds(1)).moment, 0);
    CHECK_EQ(trp_time_in(NULL, trp_ticks(1)).moment, 0);
    /* the longest life, and the longest tick */
    until = trp_time_in(pool, trp_seconds(TRP_MAX_LIFE_SECONDS));
    CHECK(left_until(until).seconds == (float)TRP_MAX_LIFE_SECONDS);
    tick(3e38f); /* which counts for 2^18 */
    CHECK(left_until(until).seconds == (float)TRP_MAX_LIFE_SECONDS - 262144);
    tick(262144);
    CHECK(left_until(until).seconds == 0);
}

/* a moment is rounded to the nearest unit of 1 / 4096 s */
SITUATION("a moment is the nearest unit")
{
    set_up(TRP_CLOCK_SECONDS);
    float left = left_until(trp_time_in(pool, trp_seconds(3.5f / 4096))).seconds;
    CHECK(left == 4.0f / 4096);
    left = left_until(trp_time_in(pool, trp_seconds(3.4375f / 4096))).seconds;
    CHECK(left == 3.0f / 4096);
}

SCRIPT(
    "many at once, and holes",
    "pool 99 lifetime ticks; new 1-90; life 1-30 ticks 1; life 31-60 ticks 2; life 61-90 ticks 3;"
    "tick; live 60; tick; live 30; new 91; tick; live 1");
SCRIPT("mistakes change nothing",
       "pool lifetime seconds; pool lifetime ticks; pool; new 1; new b 2; new c 3;"
       "life 1 seconds -1 !VALUE; life 1 seconds nan !VALUE; life 1 seconds 524287;"
       "life 1 seconds 524287.0625 !VALUE; says seconds must be 0 to TRP_MAX_LIFE_SECONDS;"
       "life 1 ticks 1 !DESC; says lifetime is in seconds: pass trp_seconds(s);"
       "life 1 ticks 2147483648 !DESC; lifeleft 1 seconds 524287; life 2 ticks 2147483647;"
       "life 2 ticks 2147483648 !VALUE; says ticks must be 0 to TRP_MAX_LIFE_TICKS;"
       "life 2 seconds -1 !DESC; says lifetime is in ticks: pass trp_ticks(n);"
       "lifeleft 2 ticks 2147483647; life 3 seconds 1 !DESC; life 3 ticks 1 !DESC;"
       "says the pool has no lifetime: give its desc .lifetime; life 0 seconds 1 ?GONE; expire 1;"
       "life 1 seconds 1 !EXPIRED");

/* Descs are refused by core. */
SITUATION("moments that cannot be are refused")
{
    set_up(TRP_CLOCK_SECONDS);
    CHECK_EQ(trp_time_in(pool, trp_seconds(-1)).moment, 0);
    CHECK_TOLD(1, TRP_ERR_VALUE);
    CHECK_EQ(trp_time_in(pool, trp_ticks(1)).moment, 0);
    CHECK_TOLD(2, TRP_ERR_DESC);
    CHECK_QUIET(world, trp_expire_in(NULL, NULL, trp_ticks(1)), TRP_ERR_NULL);
}

/* ... by clocks that stand still there, though an expired actor beside it is pruned */
SITUATION_IN_EACH_ORDER("in a disabled layer lives go on, unless the world's ticks end them")
{
    for (int clock = TRP_CLOCK_SECONDS; clock <= TRP_CLOCK_WORLD_TICKS; clock++)
        for (int joined = 0; joined < 1 + (order != IN_MEMORY_ORDER); joined++) {
            trp_pool_desc desc = spark_desc((trp_clock)clock);
            world = stage_world();
            desc.order = stage_orders[order];
            desc.joined_capacity = 2 * desc.capacity;
            pool = trp_pool_create(world, &desc);
            desc.joins = joined != 0 ? pool : NULL;
            trp_pool *beside = joined != 0 ? trp_pool_create(world, &desc) : pool;
            trp_actor *lasting = trp_create(pool, NULL), *short_lived = trp_create(beside, NULL);
            CHECK_OK(clock == TRP_CLOCK_SECONDS ? trp_expire_in(world, lasting, trp_seconds(1))
                                                : trp_expire_in(world, lasting, trp_ticks(1)));
            CHECK_OK(trp_deactivate(world, lasting));
            CHECK_OK(trp_update_all(world, 2)); /* its moment passes */
            CHECK_OK(trp_layer_set_enabled(world, 0, false));
            CHECK_OK(trp_activate(world, lasting));
            CHECK_OK(trp_expire(world, short_lived));
            CHECK_OK(trp_update_all(world, 1));
            CHECK_EQ(trp_state_of(world, short_lived), TRP_STATE_FREE);
            CHECK_EQ(trp_state_of(world, lasting) == TRP_STATE_ACTIVE,
                     clock != TRP_CLOCK_WORLD_TICKS);
            CHECK_VALID(world);
        }
}

SCRIPT("an interval that is set by an end",
       "pool lifetime world; new 1-4; life 1-4 world 1; at -*: together 3; tick; live 0; interval "
       "3; together 1; tick; new 5-8; life 5-8 world 1; disable 0; tick; live 0; interval 3");
SCRIPT("in a pool with turns lives end in theirs",
       "pool lifetime ticks; pool lifetime ticks still; stagger a 4; stagger b 4; new 1-4; new b "
       "11-14; life 1-4 ticks 1; life 11-14 ticks 1; tick; live 3 a; live 3 b; tick; live 2 a; "
       "live 2 b; tick; live 1 a; live 1 b; tick; live 0 a; live 0 b");
SCRIPT("n ticks to live are n - 1 updates",
       "in memory; pool lifetime ticks; new 1-3; life 1 ticks 2; life 2 ticks 0; go;"
       "tick; = 1 -2e 3; tick; = -1e 3; tick; tick; = 3 3");
SCRIPT("in every kind of pool",
       "pool lifetime ticks; new 1-3; life 2 ticks 3; go; tick; tick; live 3; go;"
       "tick; memory oldest = 1 -2e 3; newest = 3 -2e 1");
SCRIPT("in a pool without update, in one that is updated as a pool, and in an external one",
       "in oldest; pool lifetime ticks still; pool lifetime ticks whole;"
       "pool lifetime ticks external; new a 1 2; new b 3 4; new c 5 6;"
       "life 2 ticks 3; life 4 ticks 3; life 6 ticks 3; go; tick; tick; go; tick;"
       "= -2e -4e 500 3 5 -6e");
SCRIPT("a sleeper is not looked at",
       "pool lifetime ticks; new 1; life 1 ticks 2; sleep 1; tick; tick; tick; tick;"
       "live 1; wake 1; go; tick; = -1e");
SCRIPT("set in a tick, it is over in the next at the earliest",
       "in memory; pool lifetime ticks; new 1-3; go; at 1: life 2 ticks 0;"
       "at 3: life 2 ticks 0; tick; = 1 2 3; still; tick; = 1 -2e 3");
SCRIPT("a tick inside a walk does not prune the walk's current actor",
       "in memory; pool lifetime ticks; new 1 2; life 1 ticks 1; life 2 ticks 1; go;"
       "at v1: tick; for; = 1 -2e; tick; = -1e");
