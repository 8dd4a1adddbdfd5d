/*
 * Timers compared with a model of plain arrays: per table and slot, whether a timer runs, when it
 * is due and how it repeats. The model finds due timers by searching all slots in order. Callbacks
 * act at random as well, so the model predicts before each firing which timer it must be.
 */
#include "../stage.h"

SITUATIONS(timers_storm);

enum {
    SLOTS = 12,
    TABLES = 4,
    POOLS = 2,
    STEPS = 9 /* kinds of steps of a short sequence */
};

typedef struct model_timer {
    bool runs;
    uint64_t due;
    uint64_t every;
} model_timer;

typedef struct model_table {
    trp_timers *timers;
    trp_timers_desc desc;
    unsigned pool;
    uint64_t now;
    model_timer of[SLOTS];
} model_table;

static model_table tables[TABLES];
static trp_world *world;
static trp_pool *pools[POOLS];
static trp_actor *actors[POOLS][SLOTS]; /* the actor in a slot, or NULL */
static uint32_t seed;
static unsigned table_now, slot_now; /* where the search for the next due timer begins */
static unsigned fired;
static unsigned depth;

static uint64_t reach_of(const model_table *table)
{
    return table->now + (table->desc.clock == TRP_CLOCK_SECONDS ? 1u << 20 : 0);
}

/* Floats are exact in a double, and so are these products. */
static uint64_t units_of(float seconds)
{
    return (uint64_t)((double)seconds * 4294967296.0 + 0.5);
}

static float dt_of(const trp_pool *pool, float dt)
{
    float scaled = dt * trp_world_info(world).time_scale;
    scaled = scaled * trp_layer_info(world, trp_pool_info(pool).layer).time_scale;
    return scaled * trp_pool_info(pool).time_scale;
}

static uint64_t step_of(const model_table *table, float dt)
{
    const trp_pool *pool = pools[table->pool];
    const bool enabled = trp_layer_enabled(world, trp_pool_info(pool).layer);

    if (table->desc.clock == TRP_CLOCK_WORLD_TICKS)
        return 1;
    if (!enabled)
        return 0;
    return table->desc.clock == TRP_CLOCK_TICKS ? 1 : units_of(dt_of(pool, dt));
}

static bool is_due(const model_table *table, unsigned slot)
{
    return table->of[slot].runs && table->of[slot].due <= reach_of(table);
}

/* Finds the next timer that must fire; false: there is none. */
static bool find_due(void)
{
    for (; table_now < TABLES; table_now++, slot_now = 0)
        for (; slot_now < SLOTS; slot_now++)
            if (is_due(&tables[table_now], slot_now))
                return true;
    return false;
}

static void model_ends(unsigned pool, unsigned slot)
{
    actors[pool][slot] = NULL;
    for (unsigned t = 0; t < TABLES; t++)
        if (tables[t].pool == pool)
            tables[t].of[slot].runs = false;
}

static void on_gone(trp_actor *actor, const trp_end_context *in)
{
    for (unsigned p = 0; p < POOLS; p++)
        for (unsigned s = 0; s < SLOTS; s++)
            if (actors[p][s] == actor)
                model_ends(p, s);
}

static void check_left(void)
{
    for (unsigned t = 0; t < TABLES; t++)
        for (unsigned s = 0; s < SLOTS; s++) {
            const model_table *table = &tables[t];
            const model_timer *timer = &table->of[s];
            const trp_actor *actor = actors[table->pool][s];
            uint64_t left = timer->runs && timer->due > table->now ? timer->due - table->now : 0;
            CHECK_EQ(trp_timer_is_running(table->timers, actor), timer->runs);
            if (table->desc.clock != TRP_CLOCK_SECONDS) {
                CHECK_EQ(trp_timer_left(table->timers, actor).ticks, left);
                CHECK(trp_timer_left(table->timers, actor).seconds == 0);
                continue;
            }
            const double seconds = (double)left / 4294967296.0;
            const double got = (double)trp_timer_left(table->timers, actor).seconds;
            CHECK((got == 0) == (left == 0));
            CHECK(got <= seconds && got >= seconds * 0.9999998);
        }
}

/* The same call on both, with an amount of ticks or 2^-10 seconds */
static void start(model_table *table, unsigned slot, uint32_t amount, bool repeats, bool sleeps)
{
    trp_actor *actor = actors[table->pool][slot];
    model_timer *timer = &table->of[slot];
    const float seconds = (float)amount / 1024;
    const bool in_ticks = table->desc.clock != TRP_CLOCK_SECONDS;
    const uint64_t units = in_ticks ? amount : units_of(seconds);
    trp_result result;

    if (repeats && amount == 0)
        return;
    if (sleeps)
        result = in_ticks ? trp_timer_sleep(table->timers, actor, trp_ticks(amount))
                          : trp_timer_sleep(table->timers, actor, trp_seconds(seconds));
    else if (repeats)
        result = in_ticks ? trp_timer_repeat(table->timers, actor, trp_ticks(amount))
                          : trp_timer_repeat(table->timers, actor, trp_seconds(seconds));
    else
        result = in_ticks ? trp_timer_start(table->timers, actor, trp_ticks(amount))
                          : trp_timer_start(table->timers, actor, trp_seconds(seconds));
    CHECK_RESULT(result, actor != NULL ? TRP_OK : TRP_GONE);
    if (actor == NULL)
        return;
    timer->runs = true;
    timer->every = repeats ? units : 0;
    timer->due = table->now + units;
    if (timer->due <= reach_of(table))
        timer->due = reach_of(table) + 1;
    if (sleeps)
        CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ASLEEP);
}

static void stop(model_table *table, unsigned slot)
{
    trp_actor *actor = actors[table->pool][slot];

    CHECK_RESULT(trp_timer_stop(table->timers, actor), table->of[slot].runs ? TRP_OK : TRP_GONE);
    table->of[slot].runs = false;
}

static void birth(unsigned pool)
{
    trp_actor *actor = trp_create(pools[pool], NULL);

    if (actor != NULL)
        actors[pool][trp_slot_of(world, actor)] = actor;
}

static uint32_t amount(void)
{
    const uint32_t most[] = {3, 40, 70, 2000};

    return stage_random(&seed, most[stage_random(&seed, 4)]);
}

static void act(void)
{
    const unsigned slot = stage_random(&seed, SLOTS);
    model_table *table = &tables[stage_random(&seed, TABLES)];
    trp_actor *actor = actors[table->pool][slot];
    const bool wakes = table->desc.due == TRP_DUE_WAKE;

    switch (stage_random(&seed, 9)) {
    case 0:
        birth(table->pool);
        break;
    case 1:
        CHECK_RESULT(trp_recycle(world, actor), actor != NULL ? TRP_OK : TRP_GONE);
        break;
    case 2:
        CHECK_RESULT(trp_expire(world, actor), actor != NULL ? TRP_OK : TRP_GONE);
        model_ends(table->pool, slot);
        break;
    case 3:
        stop(table, slot);
        break;
    case 4:
        start(table, slot, amount(), true, false);
        break;
    case 5:
        start(table, slot, amount(), false, wakes);
        break;
    case 6:
        if (actor != NULL && trp_state_of(world, actor) == TRP_STATE_ASLEEP)
            CHECK_OK(trp_activate(world, actor));
        break;
    default:
        start(table, slot, amount(), false, false);
        break;
    }
}

/* Each firing of the library must match the model; then the model continues. */
static void on_due(trp_actor *actor, const trp_context *in)
{
    CHECK(find_due());
    model_table *table = &tables[table_now];
    model_timer *timer = &table->of[slot_now];
    CHECK(table->timers == in->timers);
    CHECK(actors[table->pool][slot_now] == actor);
    CHECK(in->pool == pools[table->pool] && in->user == table);
    CHECK(in->dt == dt_of(in->pool, in->unscaled_dt));
    CHECK_EQ(in->layer, trp_pool_info(in->pool).layer);
    if (table->desc.due == TRP_DUE_WAKE)
        CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    timer->due += timer->every;
    timer->runs = timer->every != 0;
    fired++;
    for (uint32_t times = stage_random(&seed, 3); depth != 0 && times > 0; times--)
        act();
    if (table->desc.due == TRP_DUE_EXPIRE && actors[table->pool][slot_now] == actor &&
        !(timer->runs && timer->every == 0))
        model_ends(table->pool, slot_now);
}

static void tick(float dt)
{
    for (unsigned t = 0; t < TABLES; t++)
        tables[t].now += step_of(&tables[t], dt);
    table_now = slot_now = 0;
    CHECK_OK(trp_update_all(world, dt));
    CHECK(!find_due());
}

static void set_up(uint32_t first_seed)
{
    static const trp_timers_desc descs[TABLES] = {
        {.clock = TRP_CLOCK_TICKS},
        {.clock = TRP_CLOCK_SECONDS, .due = TRP_DUE_WAKE},
        {.clock = TRP_CLOCK_SECONDS, .due = TRP_DUE_EXPIRE},
        {.clock = TRP_CLOCK_WORLD_TICKS, .due = TRP_DUE_WAKE},
    };

    seed = first_seed;
    depth = 1;
    world = stage_world_as((trp_world_desc){.layers = 2, .on_misuse = stage_on_misuse});
    for (unsigned p = 0; p < POOLS; p++) {
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = SLOTS, .layer = 1 - p};
        desc.on_end = on_gone;
        desc.order = p == 0 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST;
        pools[p] = stage_pool_as(world, desc);
        for (unsigned s = 0; s < SLOTS; s++)
            actors[p][s] = NULL;
    }
    /* a table of the second pool is created before one of the first: the order of pools comes
     * first */
    static const unsigned order[TABLES] = {3, 0, 1, 2};
    for (unsigned i = 0; i < TABLES; i++) {
        model_table *table = &tables[order[i]];
        *table = (model_table){.desc = descs[order[i]], .pool = order[i] == 3};
        table->desc.on_due = on_due;
        table->desc.user = table;
        table->timers = MADE(trp_timers_create(pools[table->pool], &table->desc));
    }
}

static void change_time(void)
{
    static const float scales[] = {0, 0.5f, 1, 1, 1.7f};
    const uint32_t which = stage_random(&seed, 4);
    const float scale = scales[stage_random(&seed, 5)];

    if (which == 0)
        trp_layer_set_enabled(world, stage_random(&seed, 2), stage_random(&seed, 3) != 0);
    else if (which == 1)
        trp_layer_set_time_scale(world, stage_random(&seed, 2), scale);
    else if (which == 2)
        trp_pool_set_time_scale(pools[stage_random(&seed, POOLS)], scale);
    else
        trp_world_set_time_scale(world, scale);
}

SITUATION("timers at random, with callbacks that act, against a model of arrays")
{
    static const float dts[] = {0, 1.0f / 60, 1.0f / 60, 1.0f / 60, 0.02f, 0.001f, 0.7f, 40};
    const uint32_t rounds = situation_rounds(40);
    unsigned long cases = 0;

    for (uint32_t round = 1; round <= rounds; round++) {
        set_up(round);
        for (unsigned i = 0; i < SLOTS; i++) {
            birth(0);
            birth(1);
        }
        for (unsigned step = 0; step < 400; step++) {
            act();
            if (stage_random(&seed, 30) == 0)
                change_time();
            if (stage_random(&seed, 3) == 0)
                tick(dts[stage_random(&seed, 8)]);
            if (step % 16 == 0)
                check_left();
        }
        CHECK_VALID(world);
        CHECK_EQ(told.count, 0);
        CHECK_OK(trp_world_destroy(world));
        cases += 400;
    }
    CHECK(fired > 17 * rounds);
    situation_cases("timers against a model of arrays", cases);
}

/* Every sequence of this many of these steps on two actors. */
/* One of STEPS kinds. */
static void do_step(unsigned long kind)
{
    model_table *table = &tables[3]; /* ticks, and it wakes */

    switch (kind) {
    case 0:
        start(table, 0, 1, false, false);
        break;
    case 1:
        start(table, 1, 2, false, false);
        break;
    case 2:
        start(table, 0, 33, false, false);
        break;
    case 3:
        stop(table, 0);
        break;
    case 4:
        start(table, 0, 2, false, true);
        break;
    case 5:
        if (actors[1][0] != NULL)
            CHECK_OK(trp_recycle(world, actors[1][0]));
        break;
    case 6:
        birth(1);
        break;
    case 7:
        start(table, 1, 1, true, false);
        break;
    default:
        tick(1);
        break;
    }
}

SITUATION("every short sequence of starts, stops, ends, sleeps and ticks")
{
    enum { LENGTH = 5 };
    unsigned long count = 1, cases = 0;
    unsigned long which;

    for (unsigned i = 0; i < LENGTH; i++)
        count *= STEPS;
    for (which = 0; which < count; which++) {
        unsigned long rest = which;
        if (situation_leaves_out(which))
            continue;
        cases++;
        set_up(1);
        depth = 0;
        birth(1);
        birth(1);
        for (unsigned i = 0; i < LENGTH; i++, rest /= STEPS)
            do_step(rest % STEPS);
        tick(1);
        check_left();
        for (unsigned i = 0; i < 40; i++)
            tick(1);
    }
    situation_cases("sequences of timers", cases);
}
