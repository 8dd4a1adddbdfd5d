/* Lifetimes, intervals and timers at their limits: the last moment that is accepted, pools of
 * awkward structs and of many slots, settings that change in a disabled layer. */
#include "../snapshot_scene.h"
#include "../timers_scene.h"
#include "troupe/snapshot.h"

#include "../../../src/time/timers.h" /* moments in units, wheels far from now */

SITUATIONS(time_exact);

typedef struct parcel {
    uint32_t id;
    double weight;
    trp_actor node;
    trp_time until;
} parcel;

static trp_world *world;
static trp_pool *pool;

static void update_parcel(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as_in(parcel, node, self)->id);
}

static trp_pool_desc parcels(trp_clock clock)
{
    trp_pool_desc desc = {.type = TRP_TYPE(parcel, node),
                          .capacity = 8,
                          .update = update_parcel,
                          .lifetime = TRP_LIFETIME(parcel, until)};

    desc.lifetime.clock = clock;
    return desc;
}

static void set_up(trp_pool_desc desc)
{
    world = stage_world_as((trp_world_desc){.layers = 2, .on_misuse = stage_on_misuse});
    pool = stage_pool_as(world, desc);
    stage_log_clear();
}

static trp_actor *born(uint32_t id, trp_time until)
{
    const parcel init = {.id = id, .until = until};
    trp_actor *actor = trp_create(pool, &init);

    CHECK(actor != NULL);
    return actor;
}

static trp_duration left_until(trp_time until)
{
    trp_actor *actor = born(0, until);
    const trp_duration left = trp_time_left(world, actor);

    CHECK_OK(trp_recycle(world, actor));
    return left;
}

static void tick(float dt)
{
    CHECK_OK(trp_update_all(world, dt));
}

/* the node is in the middle of the struct, in each order, with and without an update */
SITUATION_IN_EACH_ORDER("lives end in structs with the node in the middle")
{
    for (int updates = 0; updates < 2; updates++) {
        trp_pool_desc desc = parcels(TRP_CLOCK_TICKS);
        desc.order = stage_orders[order];
        desc.update = updates != 0 ? update_parcel : NULL;
        set_up(desc);
        tick(1); /* so that no moment is the number of a slot */
        for (uint32_t id = 0; id < 5; id++)
            born(id, trp_time_in(pool, trp_ticks(id + 1)));
        for (uint32_t left = 5; left-- > 0;) {
            stage_log_clear();
            tick(1);
            CHECK_EQ(trp_pool_count(pool), left);
            if (updates != 0 && left == 2 && order != NEWEST_FIRST)
                CHECK_LOG(3, 4);
        }
    }
}

/* nothing is left of a moment that is reached, and of never, wherever the clock stands */
SITUATION("nothing is left of never and of reached moments")
{
    set_up(parcels(TRP_CLOCK_SECONDS));
    float left =
        left_until((trp_time){1}).seconds; /* reached: a clock in seconds is one unit ahead */
    CHECK(left == 0);
    left = left_until((trp_time){2}).seconds;
    CHECK(left > 0);
    for (int i = 0; i < 5; i++) {
        left = left_until((trp_time){0}).seconds;
        CHECK(left == 0);
        left = left_until(trp_time_in(pool, trp_seconds(3))).seconds;
        CHECK(left == 3);
        left = left_until(trp_time_in(pool, trp_seconds(TRP_MAX_LIFE_SECONDS))).seconds;
        CHECK(left == TRP_MAX_LIFE_SECONDS);
        tick(262144.0f - 65536.0f); /* the third and the fourth one pass the half of all moments */
    }
    set_up(parcels(TRP_CLOCK_TICKS));
    CHECK_EQ(left_until((trp_time){0}).ticks, 0);
    CHECK_EQ(left_until((trp_time){1}).ticks, 1);
    tick(1);
    CHECK_EQ(left_until((trp_time){1}).ticks, 0);
    CHECK_EQ(left_until((trp_time){2}).ticks, 1);
}

/* The tick in which an interval ends is one as without it. */
SCRIPT("the tick in which an interval ends",
       "pool lifetime world; together 3; new 1 2; life 2 world 2; tick; together 1; save; go; "
       "tick; memory oldest = 1 -2e; newest = -2e 1; live 1; restore; disable 0; go; tick; = -2e; "
       "live 1");

/* The neighbours of a float. */
static float next_float(float value, uint32_t up, uint32_t down)
{
    union {
        float number;
        uint32_t bits;
    } it;

    it.number = value;
    it.bits += up;
    it.bits -= down;
    return it.number;
}

SITUATION("the longest and the shortest timers")
{
    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_WAKE);
    trp_actor *actor = &timers_scene_born(1)->actor;
    trp_timers *seconds = fuse.timers;
    const float most = TRP_MAX_TIMER_SECONDS;
    const float least = TRP_MIN_TIMER_PERIOD;

    CHECK_QUIET(fuse.world, trp_timer_start(seconds, actor, trp_seconds(most)), TRP_OK);
    float left = trp_timer_left(seconds, actor).seconds;
    CHECK(left == most);
    CHECK_MISUSE(fuse.world, trp_timer_start(seconds, actor, trp_seconds(next_float(most, 1, 0))),
                 TRP_ERR_VALUE);
    CHECK_QUIET(fuse.world, trp_timer_start(seconds, actor, trp_seconds(next_float(most, 0, 1))),
                TRP_OK);
    CHECK_QUIET(fuse.world, trp_timer_repeat(seconds, actor, trp_seconds(most)), TRP_OK);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(seconds, actor, trp_seconds(next_float(most, 1, 0))),
                 TRP_ERR_VALUE);
    CHECK_QUIET(fuse.world, trp_timer_repeat(seconds, actor, trp_seconds(least)), TRP_OK);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(seconds, actor, trp_seconds(next_float(least, 0, 1))),
                 TRP_ERR_VALUE);
    left = trp_timer_left(seconds, actor).seconds;
    CHECK(left == least); /* refusals have not changed it */
    CHECK_QUIET(fuse.world, trp_timer_start(seconds, actor, trp_seconds(-0.0f)), TRP_OK);
    CHECK_MISUSE(fuse.world, trp_timer_start(seconds, actor, trp_seconds(next_float(-0.0f, 1, 0))),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(seconds, actor, trp_seconds(-0.0f)), TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_sleep(seconds, actor, trp_seconds(next_float(most, 1, 0))),
                 TRP_ERR_VALUE);
    CHECK_OK(trp_state_of(fuse.world, actor) == TRP_STATE_ACTIVE ? TRP_OK : TRP_GONE);
}

/* of 2^-32 s, rounded to nearest */
SITUATION("seconds in units")
{
    static const struct {
        float seconds;
        uint32_t up; /* the float that is so many after it */
        uint64_t units;
    } table[] = {
        {1.0f / 2048, 1, (uint64_t)1 << 21},       /* and a quarter */
        {1.0f / 1024, 1, ((uint64_t)1 << 22) + 1}, /* and a half */
        {1.0f / 2048, 3, ((uint64_t)1 << 21) + 1}, /* and three quarters */
        {1.0f / 512, 1, ((uint64_t)1 << 23) + 1},
        {1.5f, 0, (uint64_t)3 << 31},
        {2097152, 1, ((uint64_t)2097152 << 32) + ((uint64_t)1 << 30)},
        {4194304, 1, ((uint64_t)4194304 << 32) + ((uint64_t)1 << 31)},
        {8388608, 1, (uint64_t)8388609 << 32},
        {16777216, 1, (uint64_t)16777218 << 32},
        {TRP_MAX_TIMER_SECONDS, 0, (uint64_t)TRP_MAX_TIMER_SECONDS << 32},
    };

    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_actor *actor = &timers_scene_born(1)->actor;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        const float seconds = next_float(table[i].seconds, table[i].up, 0);
        CHECK_OK(trp_timer_start(fuse.timers, actor, trp_seconds(seconds)));
        CHECK_EQ(fuse.timers->entries[0].due, table[i].units);
    }
}

/* a clock advances by no less than a unit, and by 2^18 s at most */
SITUATION("the shortest and the longest ticks")
{
    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    timers_scene_tick(0);
    timers_scene_tick(1e-12f);
    timers_scene_tick(1e-30f);
    timers_scene_tick(1e-45f);
    CHECK_EQ(fuse.timers->now, 0);
    timers_scene_tick(1.0f / 4294967296.0f);
    CHECK_EQ(fuse.timers->now, 1);
    timers_scene_tick(next_float(262144, 0, 1));
    CHECK_EQ(fuse.timers->now, ((uint64_t)1 << 50) - ((uint64_t)1 << 26) + 1);
    timers_scene_tick(262144);
    CHECK_EQ(fuse.timers->now, ((uint64_t)2 << 50) - ((uint64_t)1 << 26) + 1);
    timers_scene_tick(3e38f);
    CHECK_EQ(fuse.timers->now, ((uint64_t)3 << 50) - ((uint64_t)1 << 26) + 1);
}

/* a timer is due from 1 / 4096 s before its moment, and no earlier; each time that it repeats */
SITUATION("timers are due from a unit before their moment")
{
    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_actor *actor = &timers_scene_born(1)->actor;
    const float almost = 1 - 1.0f / 4096;
    CHECK_OK(trp_timer_start(fuse.timers, actor, trp_seconds(1)));
    timers_scene_tick(next_float(almost, 0, 1));
    CHECK_LOG(1);
    timers_scene_tick(0);
    CHECK_LOG(1);
    CHECK_OK(trp_timer_start(fuse.timers, actor, trp_seconds(1)));
    timers_scene_tick(almost);
    CHECK_LOG(DUE(1), 1);
    CHECK_OK(trp_timer_repeat(fuse.timers, actor, trp_seconds(0.5f + 1.0f / 8192)));
    timers_scene_tick(1);
    CHECK_LOG(DUE(1), DUE(1), 1);
    /* a tick as long as the wait, whatever digits both have */
    for (uint32_t seconds = 1; seconds <= 131072; seconds *= 2) {
        CHECK_OK(trp_timer_start(fuse.timers, actor, trp_seconds((float)seconds)));
        timers_scene_tick((float)seconds);
        CHECK_LOG(DUE(1), 1);
    }
}

/* more than are examined at a time stay beyond all digits of the wheel, and are due later */
SITUATION("many timers stay far away")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    fuse.pool->desc.update = NULL;
    for (uint32_t id = 0; id < 64; id++)
        CHECK_OK(trp_timer_start(fuse.timers, &timers_scene_born(id)->actor,
                                 trp_ticks((1u << 26) + id / 32)));
    fuse.timers->now += 1u << 24;
    fuse.timers->now += (1u << 26) - (1u << 24) - 1;
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t expected[33] = {0};
        for (uint32_t i = 0; i < 32; i++)
            expected[i + 1] = DUE(32 * half + i);
        timers_scene_tick(0);
        stage_check_log(__FILE__, __LINE__, "half of them", expected, 32);
        stage_log_clear();
    }
}

SCRIPT("an interval of a pool that does nothing",
       "pool still; new 1-4; together 2; pass 4; live 4");

static uint32_t fired;

static void count_due(trp_actor *self, const trp_context *in)
{
    fired++;
    CHECK_EQ(trp_as(thing, self)->data, fired);
}

/* more slots than a word of summaries has bits for: all fire, in the order of slots */
SITUATION("timers of thousands of slots")
{
    enum { MANY = 64 * 64 + 130 };
    static const float spans[] = {0.1f, 3.0f, 70.0f};

    stage_needs(4u * 1024u * 1024u);
    for (unsigned i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
        if (world == NULL)
            return;
        pool = MADE(trp_pool_create(
            world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = MANY}));
        trp_timers *timers = MADE(trp_timers_create(pool, &(trp_timers_desc){.on_due = count_due}));
        for (uint32_t slot = 0; slot < MANY; slot++)
            stage_thing(pool, slot);
        uint32_t running = 0;
        for (uint32_t slot = 0; slot < MANY; slot++)
            if (slot % 40 == 1 || slot / 64 % 13 == 12) {
                trp_as(thing, trp_pool_at(pool, slot))->data = ++running;
                CHECK_OK(trp_timer_start(timers, trp_pool_at(pool, slot), trp_seconds(spans[i])));
            }
        fired = 0;
        tick(spans[i] * 0.75f);
        CHECK_EQ(fired, 0);
        tick(spans[i] * 0.5f);
        CHECK_EQ(fired, running);
        CHECK_OK(trp_world_destroy(world));
    }
}

/* a restore of the first table leaves the second one alone, though they are neighbours in memory */
SITUATION("a restore of timers writes to no neighbour")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[16384];
    size_t bytes;

    for (uint32_t digit = 1; digit < 16; digit++) {
        timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
        trp_timers *second = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
        trp_actor *actor = &timers_scene_born(1)->actor;
        CHECK_OK(trp_timer_start(second, actor, trp_ticks(2)));
        CHECK_OK(trp_snapshot_save(fuse.world, memory, sizeof memory, &bytes));
        for (uint32_t level = 0; level < 6; level++)
            CHECK_OK(trp_timer_start(fuse.timers, actor, trp_ticks(digit << 4 * level)));
        CHECK_OK(trp_snapshot_restore(fuse.world, memory, bytes));
        stage_log_clear();
        CHECK(!trp_timer_is_running(fuse.timers, actor));
        CHECK_EQ(trp_timer_left(second, actor).ticks, 2);
        timers_scene_tick(1);
        CHECK_LOG(1);
        timers_scene_tick(1);
        CHECK_LOG(DUE(1), 1);
    }
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_timers *second = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    for (uint32_t id = 1; id <= 64; id++) /* all slots */
        CHECK_OK(trp_timer_start(second, &timers_scene_born(id)->actor, trp_ticks(id)));
    CHECK_OK(trp_snapshot_save(fuse.world, memory, sizeof memory, &bytes));
    CHECK_OK(trp_snapshot_restore(fuse.world, memory, bytes));
    for (uint32_t id = 1; id <= 64; id++)
        CHECK_EQ(trp_timer_left(second, trp_pool_at(fuse.pool, id - 1)).ticks, id);
}

/* A chunk was given back, and comes again: its actors of then had timers. */
SCRIPT("newborns in a chunk that comes again have no timers",
       "grows; pool 4 grow 16 still; timers 0 ticks; new 1-4; save; new 5-8; start 0 5-8 3; "
       "recycle 5-8; trim; slots 4; restore; new 5-8; idle 0 5 6 7 8");
