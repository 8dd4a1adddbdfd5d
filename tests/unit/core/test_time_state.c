/* Lifetimes, timers, queues and intervals in snapshots: what was to happen happens again, and nothing else does. */
#include "../heap.h"
#include "../ledger.h"
#include "troupe/diff.h"
#include "troupe/hash.h"
#include "troupe/snapshot.h"
#include "troupe/synctest.h"

#include "../../../src/time/queue.h"  /* state that is copied */
#include "../../../src/time/timers.h" /* state that is copied, wheels */

typedef struct spark
{
    trp_actor actor;
    uint32_t id;
    trp_time until;
} spark;

typedef struct boom
{
    uint32_t id;
    uint32_t tick;
} boom;

static trp_world *world;
static trp_pool *pool;
static trp_timers *fuse;   /* in ticks */
static trp_timers *reload; /* in seconds; wakes */
static trp_queue *booms;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[3][16384];
static size_t saved[3];
static char words[300];

#define DUE(id) (50000u + (id))
#define BOOM(id) (70000u + (id))

static void update(trp_actor *self, const trp_tick *tick)
{
    spark *s = trp_as(spark, self);

    stage_log(s->id);
    if (tick->number % 5 == s->id % 5)
        trp_queue_post(booms, &(boom){s->id, (uint32_t)tick->number});
}

static void on_recycle(trp_world *in, trp_actor *self, trp_reason reason)
{
    (void)in;
    stage_log(GONE(reason, trp_as(spark, self)->id));
}

static void on_due(trp_timers *of, trp_actor *self, const trp_tick *tick)
{
    (void)of;
    (void)tick;
    stage_log(DUE(trp_as(spark, self)->id));
}

static void play(trp_queue *queue, const void *event)
{
    const boom *b = (const boom *)event;

    (void)queue;
    stage_log(BOOM(b->id));
}

static trp_timers *make(trp_clock clock, trp_due due)
{
    trp_timers *made = trp_timers_create(
        world, &(trp_timers_desc){
                   .name = "fuse", .pool = pool, .clock = clock, .due = due, .on_due = on_due});

    CHECK(made != NULL);
    return made;
}

static trp_pool_desc spark_desc(void)
{
    trp_pool_desc desc = {.type = TRP_TYPE(spark, actor), .capacity = 16};

    desc.name = "sparks";
    desc.lifetime = (trp_lifetime)TRP_LIFETIME_BY(spark, until, TRP_CLOCK_TICKS);
    desc.update = update;
    desc.on_recycle = on_recycle;
    return desc;
}

static void furnish(trp_pool_desc desc)
{
    pool = stage_pool_as(world, desc);
    fuse = make(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    reload = make(TRP_CLOCK_SECONDS, TRP_DUE_WAKE);
    booms = trp_queue_create(
        world,
        &(trp_queue_desc){.name = "booms", .size = sizeof(boom), .capacity = 6, .play = play});
    CHECK(booms != NULL);
}

static void set_up(void)
{
    world = stage_world();
    furnish(spark_desc());
}

static spark *born(uint32_t id)
{
    spark *s = trp_as(spark, trp_create(pool));

    CHECK(s != NULL);
    s->id = id;
    return s;
}

static trp_actor *at(uint32_t slot)
{
    return trp_pool_at(pool, slot);
}

static void save(unsigned number)
{
    CHECK_RESULT(trp_snapshot_save(world, memory[number], sizeof memory[number], &saved[number]),
                 TRP_OK);
}

static void restore(unsigned number)
{
    CHECK_RESULT(trp_snapshot_restore(world, memory[number], saved[number]), TRP_OK);
    stage_log_clear();
}

static void tick(void)
{
    CHECK_RESULT(trp_update_all(world, 0.25f), TRP_OK);
}

static void ticks(unsigned count)
{
    while (count-- > 0)
        tick();
}

static void start_all(void)
{
    for (uint32_t id = 1; id <= 4; id++)
        born(id)->until = trp_time_in_ticks(pool, 20 - 3 * id);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(0), 4), TRP_OK);
    CHECK_RESULT(trp_timer_repeat_ticks(fuse, at(1), 3), TRP_OK);
    CHECK_RESULT(trp_timer_start(reload, at(2), 1.25f), TRP_OK);
    CHECK_RESULT(trp_timer_sleep(reload, at(3), 0.75f), TRP_OK);
    CHECK_RESULT(trp_queue_post(booms, &(boom){9, 0}), TRP_OK);
}

static void disturb(void)
{
    ticks(3);
    CHECK_RESULT(trp_timer_start_ticks(fuse, &born(7)->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(2), 100), TRP_OK);
    trp_timer_stop(fuse, at(1));
    ticks(4);
    CHECK_RESULT(trp_pool_set_interval(pool, 3, TRP_INTERVAL_STAGGERED), TRP_OK);
    ticks(5);
    CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
    ticks(1000);
    CHECK_RESULT(trp_queue_post(booms, &(boom){8, 0}), TRP_OK);
}

#define THE_SAME                                                                                   \
    CHECK_LOG(1, 2, 3, BOOM(9), BOOM(1), 1, 2, 3, BOOM(2), DUE(2), DUE(4), 1, 2, 3, 4, BOOM(3),    \
              DUE(1), 1, 2, 3, 4, BOOM(4), DUE(3), 1, 2, 3, 4, DUE(2), 1, 2, 3, 4, BOOM(1))

static void it_happens_again(void)
{
    set_up();
    start_all();
    save(0);
    const uint64_t hash = trp_hash_world(world);
    stage_log_clear();
    ticks(6);
    THE_SAME;
    for (int round = 0; round < 3; round++)
    {
        disturb();
        restore(0);
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_EQ(trp_pool_interval(pool), 1);
        CHECK_EQ(trp_queue_count(booms), 1);
        CHECK_EQ(trp_timer_left_ticks(fuse, at(0)), 4);
        CHECK(trp_timer_left(reload, at(2)) == 1.25f);
        CHECK_VALID(world);
        ticks(6);
        THE_SAME;
    }
    CHECK_EQ(trp_world_misuse_count(world), 0);
}

/* from moments far away, beyond all digits of the wheel, there and back */
static void far_away(void)
{
    static const uint32_t spans[] = {1, 2, 15, 16, 17, 255, 4097, 1u << 20, 1u << 24, 4000000000u};
    const unsigned count = sizeof spans / sizeof spans[0];

    set_up();
    pool->desc.update = NULL;
    for (uint32_t i = 0; i < count; i++)
        born(i);
    for (unsigned jump = 0; jump < count; jump++)
    {
        for (uint32_t i = 0; i < count; i++)
            CHECK_RESULT(trp_timer_start_ticks(fuse, at(i), spans[i]), TRP_OK);
        save(0);
        trp__wheel_advance(fuse, spans[jump]);
        tick();
        restore(0);
        for (uint32_t i = 0; i < count; i++)
            CHECK_EQ(trp_timer_left_ticks(fuse, at(i)), spans[i]);
        for (uint32_t i = 0; i < count; i++)
        {
            uint32_t left = trp_timer_left_ticks(fuse, at(i));
            if (left > 1)
                trp__wheel_advance(fuse, left - 1);
            tick();
            CHECK_LOG(DUE(i));
        }
    }
}

/* a slot has the same generation again: a timer of the life that never was must not fire for it */
static void timers_of_a_future_that_never_was(void)
{
    set_up();
    pool->desc.update = NULL;
    save(0);
    trp_handle first = trp_handle_of(world, &born(1)->actor);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(0), 3), TRP_OK);
    tick();
    restore(0);
    trp_handle second = trp_handle_of(world, &born(2)->actor);
    CHECK_EQ(first.generation, second.generation);
    CHECK(!trp_timer_is_running(fuse, at(0)));
    ticks(5);
    CHECK_LOG();
}

/* a timer that ran out, was stopped, or whose actor is gone, is none */
static void hashes(void)
{
    set_up();
    start_all();
    const uint64_t before = trp_hash_world(world);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(2), 7), TRP_OK);
    const uint64_t with = trp_hash_world(world);
    CHECK(with != before);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(2), 8), TRP_OK);
    CHECK(trp_hash_world(world) != with && trp_hash_world(world) != before);
    CHECK_RESULT(trp_timer_repeat_ticks(fuse, at(2), 7), TRP_OK);
    CHECK(trp_hash_world(world) != with);
    CHECK_RESULT(trp_timer_stop(fuse, at(2)), TRP_OK);
    CHECK_EQ(trp_hash_world(world), before);
    CHECK_RESULT(trp_queue_post(booms, &(boom){9, 1}), TRP_OK);
    CHECK(trp_hash_world(world) != before);
    CHECK_RESULT(trp_queue_flush(booms), TRP_OK);
    const uint64_t played = trp_hash_world(world);
    CHECK_RESULT(trp_pool_set_interval(pool, 2, TRP_INTERVAL_TOGETHER), TRP_OK);
    const uint64_t together = trp_hash_world(world);
    CHECK_RESULT(trp_pool_set_interval(pool, 2, TRP_INTERVAL_STAGGERED), TRP_OK);
    CHECK(together != played && trp_hash_world(world) != together);
    tick();
    CHECK_RESULT(trp_pool_set_interval(pool, 1, TRP_INTERVAL_TOGETHER), TRP_OK);
    save(0);
    const uint64_t pool_then = trp_hash_pool(pool);
    pool->state.clock++;
    CHECK(trp_hash_pool(pool) != pool_then);
    restore(0);
    CHECK_EQ(trp_hash_pool(pool), pool_then);
}

static void note_words(const trp_difference *difference, void *user)
{
    (void)user;
    situation_text_add(words, sizeof words, difference->text);
    if (difference->text[0] != '\0')
        situation_text_add(words, sizeof words, "\n");
}

static uint32_t differences(void)
{
    save(1);
    words[0] = 0;
    return trp_snapshot_diff(world, memory[0], saved[0], memory[1], saved[1], 8, note_words, NULL);
}

static void in_words(void)
{
    set_up();
    start_all();
    save(0);
    CHECK_EQ(differences(), 0);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(0), 9), TRP_OK);
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(words,
                             "tick 0: timers fuse, slot 0: due in 4 ticks and due in 9 ticks\n"));
    CHECK_RESULT(trp_timer_stop(fuse, at(1)), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(0), 4), TRP_OK);
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(words, "slot 1: due in 3 ticks, repeating and stopped\n"));
    restore(0);
    CHECK_RESULT(trp_timer_repeat(reload, at(2), 1.25f), TRP_OK);
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(words, "slot 2: due in 1250 ms and due in 1250 ms, repeating\n"));
    restore(0);
    CHECK_RESULT(trp_queue_post(booms, &(boom){9, 1}), TRP_OK);
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(words, "tick 0: queue booms: events that wait: 1 and 2\n"));
    CHECK_RESULT(trp_queue_flush(booms), TRP_OK);
    CHECK_RESULT(trp_queue_post(booms, &(boom){9, 1}), TRP_OK);
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(words, "queue booms: events that wait differ"));
    restore(0);
    pool->state.clock = 5;
    fuse->state.now = 1;
    CHECK_EQ(differences(), 2);
    CHECK(situation_text_has(words, "tick 0: sparks: clock of lifetimes: 0 and 5\n"));
    CHECK(situation_text_has(words, "timers fuse: the clocks differ\n"));
    restore(0);
    pool->state.every = 3;
    pool->state.turn = 2;
    CHECK_EQ(differences(), 2);
    CHECK(situation_text_has(words, "sparks: updated every so many ticks: 1 and 3\n"));
    CHECK(situation_text_has(words, "sparks: turn: 0 and 2\n"));
    restore(0);
    CHECK_RESULT(trp_recycle(world, &born(5)->actor), TRP_OK);
    CHECK(differences() != 0);
    CHECK(situation_text_has(words, "timers fuse: used slots differ\n"));
    restore(0);
    CHECK_RESULT(trp_recycle(world, at(0)), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(fuse, &born(1)->actor, 4), TRP_OK);
    CHECK(differences() != 0);
    CHECK(situation_text_has(words, "timers fuse, slot 0: due in 4 ticks and due in 4 ticks\n"));
    restore(0);
    booms->desc.name = NULL;
    CHECK_RESULT(trp_queue_post(booms, &(boom){9, 1}), TRP_OK);
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(words, "tick 0: queue : events that wait: 1 and 2\n"));
    stage_log_clear();
}

static void refused(void)
{
    CHECK_MISUSE(world, trp_snapshot_restore(world, memory[0], saved[0]), TRP_ERR_CHANGED);
}

/* what is registered has changed: with one more or less, or another one in the same place */
static void other_timers_and_queues(void)
{
    set_up();
    save(0);
    trp_timers *more = make(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    refused();
    CHECK_RESULT(trp_timers_destroy(more), TRP_OK);
    restore(0);
    trp_queue_desc desc = {.size = 8, .capacity = 6, .play = play};
    trp_queue *other = trp_queue_create(world, &desc);
    refused();
    save(0);
    for (int what = 0; what < 3; what++)
    {
        CHECK_RESULT(trp_queue_destroy(other), TRP_OK);
        desc.size = what == 0 ? 16 : 8;
        desc.capacity = what == 1 ? 5 : 6;
        desc.play = what == 2 ? (trp_play_fn *)NULL : play;
        trp_queue_desc made = desc;
        made.play = play;
        CHECK(trp_queue_create(world, &made) == other);
        other->desc.play = desc.play;
        refused();
    }
    CHECK_RESULT(trp_queue_destroy(other), TRP_OK);
    trp_pool *another = stage_pool(world, 2, TRP_ORDER_MEMORY);
    save(0);
    for (int what = 0; what < 4; what++)
    {
        const trp_timers kept = *fuse;
        if (what == 0)
            fuse->desc.clock = TRP_CLOCK_WORLD_TICKS;
        else if (what == 1)
            fuse->desc.due = TRP_DUE_WAKE;
        else if (what == 2)
            fuse->desc.on_due = NULL;
        else
            fuse->pool = another;
        refused();
        *fuse = kept;
    }
    restore(0);
}

/* the pool is no part of snapshots, and neither are its timers */
static void of_a_transient_pool(void)
{
    set_up();
    CHECK_RESULT(trp_pool_set_transient(pool, true), TRP_OK);
    start_all();
    pool->desc.update = NULL;
    save(0);
    const uint64_t hash = trp_hash_world(world);
    CHECK_RESULT(trp_timer_stop(fuse, at(0)), TRP_OK);
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_RESULT(trp_timer_start_ticks(fuse, at(0), 2), TRP_OK);
    tick();
    restore(0);
    CHECK_EQ(trp_timer_left_ticks(fuse, at(0)), 1);
    tick();
    CHECK_LOG(DUE(1), BOOM(9));
}

static trp_result step(trp_world *in, uint64_t tick, void *user)
{
    (void)user;
    if (tick % 3 == 0)
    {
        spark *s = trp_as(spark, trp_create(pool));
        if (s != NULL)
        {
            s->id = (uint32_t)tick;
            s->until = trp_time_in_ticks(pool, 11);
            CHECK_RESULT(trp_timer_repeat_ticks(fuse, &s->actor, 2 + (uint32_t)tick % 4), TRP_OK);
            CHECK_RESULT(trp_timer_sleep(reload, &s->actor, 0.5f * (float)(tick % 7)), TRP_OK);
        }
    }
    if (tick % 4 == 0)
        trp_queue_post(booms, &(boom){(uint32_t)tick, 1});
    if (tick % 16 == 8)
        CHECK_RESULT(
            trp_pool_set_interval(pool, 1 + (uint32_t)tick / 16 % 3,
                                  tick % 32 == 8 ? TRP_INTERVAL_STAGGERED : TRP_INTERVAL_TOGETHER),
            TRP_OK);
    const trp_result result = trp_update_all(in, 0.25f);
    stage_log_clear();
    return result;
}

/* back by seven ticks in each tick, with all caches forgotten */
static void synctest(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past[128 * 1024];
    trp_synctest test = {0};

    if (STAGE_HEAP_BYTES < sizeof past)
        return;
    set_up();
    CHECK_RESULT(trp_synctest_init(&test, world,
                                   &(trp_synctest_desc){.step = step,
                                                        .memory = past,
                                                        .bytes = sizeof past,
                                                        .on_difference = note_words}),
                 TRP_OK);
    for (int i = 0; i < 120; i++)
        CHECK_RESULT(trp_synctest_step(&test), TRP_OK);
    CHECK_RESULT(trp_synctest_verdict(&test), TRP_OK);
    CHECK_RESULT(trp_synctest_free(&test), TRP_OK);
}

/* the table has grown since, chunks have gone: what ran then runs again, what came since does not */
static void of_a_growing_pool(void)
{
    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    trp_pool_desc desc = spark_desc();
    desc.update = NULL;
    desc.on_recycle = NULL;
    desc.capacity = 4;
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 64;
    furnish(desc);
    for (uint32_t id = 0; id < 12; id++)
        CHECK_RESULT(trp_timer_start_ticks(fuse, &born(id)->actor, 2), TRP_OK);
    for (uint32_t slot = 4; slot < 8; slot++)
        CHECK_RESULT(trp_recycle(world, at(slot)), TRP_OK);
    CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
    const uint64_t hash = trp_hash_world(world);
    save(0);
    for (uint32_t id = 20; id < 50; id++)
        CHECK_RESULT(trp_timer_start_ticks(fuse, &born(id)->actor, 2), TRP_OK);
    CHECK_EQ(fuse->room, 64);
    restore(0);
    CHECK_EQ(trp_hash_world(world), hash);
    for (uint32_t id = 20; id < 30; id++)
        born(id);
    ticks(3);
    CHECK_LOG(DUE(0), DUE(1), DUE(2), DUE(3), DUE(8), DUE(9), DUE(10), DUE(11));
    /* a table that never grew has timers for some slots only */
    trp_timers *late = make(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    save(0);
    late->room = 4;
    CHECK_MISUSE(world, trp_snapshot_restore(world, memory[0], saved[0]), TRP_ERR_CHANGED);
    save(0);
    restore(0);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* a queue whose memory is in a region is restored once */
static void a_queue_in_a_region(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char area[TRP_QUEUE_BYTES(sizeof(boom), 4)];
    static trp_region region;

    set_up();
    region = (trp_region){.name = "area", .start = area, .bytes = sizeof area};
    trp_queue_desc desc = {.size = sizeof(boom), .capacity = 4, .play = play};
    desc.memory = area;
    desc.memory_bytes = sizeof area;
    trp_queue *inside = trp_queue_create(world, &desc);
    CHECK(inside != NULL);
    CHECK_RESULT(trp_region_add(world, &region), TRP_OK);
    for (uint32_t i = 0; i < 3; i++)
        CHECK_RESULT(trp_queue_post(inside, &(boom){i, 0}), TRP_OK);
    tick();
    for (uint32_t i = 3; i < 6; i++) /* round the end of the ring */
        CHECK_RESULT(trp_queue_post(inside, &(boom){i, 0}), TRP_OK);
    save(0);
    tick();
    CHECK_RESULT(trp_queue_post(inside, &(boom){9, 0}), TRP_OK);
    restore(0);
    tick();
    CHECK_LOG(BOOM(3), BOOM(4), BOOM(5));
    CHECK_RESULT(trp_region_remove(world, &region), TRP_OK);
}

const situation time_state_situations[] = {
    {"after a restore the same happens in the same ticks", it_happens_again},
    {"timers come back from far away", far_away},
    {"timers of a future that never was do not fire", timers_of_a_future_that_never_was},
    {"hashes have what runs and waits, and nothing else", hashes},
    {"differences in words", in_words},
    {"other timers and queues are another world", other_timers_and_queues},
    {"timers of a transient pool go on", of_a_transient_pool},
    {"synctest: back in each tick, without caches", synctest},
    {"of a growing pool", of_a_growing_pool},
    {"a queue in a region", a_queue_in_a_region},
};
const unsigned time_state_situation_count =
    sizeof time_state_situations / sizeof time_state_situations[0];
