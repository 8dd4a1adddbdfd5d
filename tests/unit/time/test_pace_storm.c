/*
 * Lifetimes and intervals together, at random, in every order and kind of pool, by every clock. An
 * actor is updated once in n ticks that count, with n times the time, as long as it lives, is awake
 * and n stays the same. It is never updated after its time is over, and it has ended at its next turn
 * after that; by the world's ticks also while its layer is disabled, in a pool without turns.
 */
#include "../stage.h"

SITUATIONS(pace_storm);

enum { ROOM = 150, RUNS = 126, STEPS = 150 };

/* How a pool is updated. */
typedef enum kind {
    PLAIN,
    NOT_UPDATED,
    AS_A_POOL,
    WATCHED,
    ASKED,
    ASKED_AS_A_POOL,
    EXTERNAL,
    KINDS
} kind;

typedef struct spark {
    trp_actor actor;
    trp_time until;
    uint32_t id;
} spark;

/* The data of a life. Moments are counted in ticks of an enabled layer. */
typedef struct life {
    trp_handle handle;
    uint32_t since;   /* tick in which it was created, woke, or the interval changed */
    uint32_t updated; /* last update since then; 0: none yet */
    uint32_t ends;    /* moment of its end, by its clock; 0: never */
} life;

static trp_world *world;
static trp_pool *pool;
static life lives[8 * STEPS];
static uint32_t born;
static uint32_t counted; /* ticks of the layer, when it was enabled */
static uint32_t passed;  /* ticks of the world */
static kind of;
static trp_clock clock;
static spark guests[8 * STEPS];
static uint32_t every;
static uint32_t seed;
static unsigned long updates;

static uint32_t roll(uint32_t limit)
{
    return stage_random(&seed, limit);
}

/* By the clock of lives. */
static uint32_t now(void)
{
    return clock == TRP_CLOCK_WORLD_TICKS ? passed : counted;
}

static trp_duration after(uint32_t ticks)
{
    return clock == TRP_CLOCK_SECONDS ? trp_seconds((float)ticks / 64) : trp_ticks(ticks);
}

static void update(trp_actor *self, const trp_context *in)
{
    life *it = &lives[trp_as(spark, self)->id];

    CHECK(in->dt == (float)every / 64);
    CHECK(it->ends == 0 || now() < it->ends);
    CHECK(it->updated == 0 || counted == it->updated + every);
    CHECK(counted > it->since && counted <= it->since + every);
    it->updated = counted;
    it->since = counted;
    updates++;
}

static void update_pool(trp_pool *self, const trp_context *in)
{
    trp_each (spark, it, self)
        update(&it->actor, in);
}

static void begin(trp_order order)
{
    static trp_watcher watcher;
    const bool is_asked = of == ASKED || of == ASKED_AS_A_POOL;
    trp_pool_desc desc = {.type = TRP_TYPE(spark, actor),
                          .capacity = ROOM,
                          .order = order,
                          .external = of == EXTERNAL ? TRP_EXTERNAL : NULL,
                          .is_expired = is_asked ? stage_is_never : NULL,
                          .lifetime = TRP_LIFETIME(spark, until)};

    desc.lifetime.clock = clock;
    if (of == AS_A_POOL || of == ASKED_AS_A_POOL)
        desc.update_pool = update_pool;
    else if (of != NOT_UPDATED)
        desc.update = update;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    watcher =
        (trp_watcher){.pool = pool, .function = stage_hear_nothing, .events = TRP_EVENT_UPDATED};
    if (of == WATCHED)
        CHECK_OK(trp_watch(world, &watcher));
    born = counted = passed = 0;
    every = 1;
}

static trp_actor *any(void)
{
    return trp_pool_at(pool, roll(ROOM));
}

static void create(void)
{
    const uint32_t left = roll(3) == 0 ? 0 : 1 + roll(20);
    guests[born] =
        (spark){.id = born, .until = left != 0 ? trp_time_in(pool, after(left)) : (trp_time){0}};
    trp_actor *const actor =
        of == EXTERNAL ? trp_adopt(pool, &guests[born].actor) : trp_create(pool, &guests[born]);

    if (actor == NULL)
        return;
    lives[born] = (life){.handle = trp_handle_of(world, actor),
                         .since = counted,
                         .ends = left != 0 ? now() + left : 0};
    born++;
}

static void set_interval(void)
{
    every = 1 + roll(roll(4) == 0 ? 90 : 6);
    CHECK_OK(trp_pool_set_interval(pool, every, TRP_INTERVAL_TOGETHER));
    if (roll(2) != 0 && of != AS_A_POOL && of != ASKED_AS_A_POOL)
        CHECK_OK(trp_pool_set_interval(pool, every, TRP_INTERVAL_STAGGERED));
    for (uint32_t i = 0; i < born; i++) {
        lives[i].since = counted;
        lives[i].updated = 0;
    }
}

static void change(trp_actor *actor)
{
    if (actor == NULL)
        return;
    life *it = &lives[trp_as(spark, actor)->id];
    if (trp_state_of(world, actor) == TRP_STATE_ASLEEP) {
        CHECK_OK(trp_activate(world, actor));
        it->since = counted;
        it->updated = 0;
    } else if (roll(3) == 0)
        CHECK_OK(trp_deactivate(world, actor));
    else if (roll(2) == 0) {
        const uint32_t left = 1 + roll(9);
        CHECK_OK(trp_expire_in(world, actor, after(left)));
        it->ends = now() + left;
    } else {
        CHECK_OK(trp_recycle(world, actor));
        it->handle = (trp_handle){0, 0};
    }
}

/* No life ended without a reason, and none was left out. */
static void check_lives(void)
{
    for (uint32_t i = 0; i < born; i++) {
        life *it = &lives[i];
        const trp_actor *actor = trp_get(world, it->handle);
        if (it->handle.generation == 0)
            continue;
        if (actor == NULL) {
            CHECK(it->ends != 0 && now() >= it->ends);
            it->handle = (trp_handle){0, 0};
        } else if (trp_state_of(world, actor) == TRP_STATE_ACTIVE) {
            CHECK(counted < it->since + every || of == NOT_UPDATED);
            CHECK(it->ends == 0 || now() < it->ends + every || counted < it->since + every ||
                  of == NOT_UPDATED || !trp_layer_enabled(world, 0));
            CHECK(it->ends == 0 || now() < it->ends || every > 1 ||
                  (clock != TRP_CLOCK_WORLD_TICKS && !trp_layer_enabled(world, 0)));
        }
    }
}

static void play(void)
{
    for (uint32_t step = 0; step < STEPS; step++) {
        for (uint32_t n = roll(8); n > 0; n--)
            create();
        change(any());
        change(any());
        if (roll(25) == 0)
            set_interval();
        if (roll(12) == 0)
            CHECK_OK(trp_layer_set_enabled(world, 0, !trp_layer_enabled(world, 0)));
        counted += trp_layer_enabled(world, 0);
        passed++;
        CHECK_OK(trp_update_all(world, 1.0f / 64));
        check_lives();
    }
    CHECK_VALID(world);
}

SITUATION("lives end and turns come, in every order, kind of pool and layer, by every clock")
{
    updates = 0;
    for (uint32_t run = 1; run <= RUNS; run++) {
        const trp_order order = stage_orders[run % 3];
        of = (kind)(run % KINDS);
        clock = (trp_clock)(run / (3 * KINDS) % 3);
        if (of == EXTERNAL && order == TRP_ORDER_MEMORY)
            continue;
        seed = run;
        begin(order);
        play();
    }
    CHECK(updates > 10000);
    situation_cases("updates at random", updates);
}
