/* The same rules for the end of lives in every order, kind of pool and layer, with every clock and
 * interval. */
#include "../ledger.h"

SITUATIONS(lives);

enum { LIVES = 6, TICKS = 24, EVERY = 3 };

typedef struct spark {
    trp_actor actor;
    uint32_t id;
    trp_time until;
} spark;

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

static trp_world *world;
static trp_pool *pool;
static uint32_t ended[LIVES]; /* the tick in which a life has ended, by id */
static uint32_t updates[LIVES];

static void update(trp_actor *self, const trp_context *in)
{
    CHECK_EQ(ended[trp_as(spark, self)->id], 0);
    updates[trp_as(spark, self)->id]++;
}

static void update_pool(trp_pool *self, const trp_context *in)
{
    trp_each (spark, it, self)
        update(&it->actor, in);
}

static void on_end(trp_actor *self, const trp_end_context *in)
{
    ended[trp_as(spark, self)->id] = (uint32_t)in->tick;
}

static void set_up(trp_order order, kind of, trp_clock clock)
{
    static trp_watcher watcher;
    static spark guests[LIVES];
    trp_pool_desc desc = {.type = TRP_TYPE(spark, actor),
                          .capacity = LIVES,
                          .order = order,
                          .external = of == EXTERNAL ? TRP_EXTERNAL : NULL,
                          .on_end = on_end,
                          .lifetime = TRP_LIFETIME(spark, until)};

    world = stage_world_as((trp_world_desc){.layers = 2, .on_misuse = stage_on_misuse});
    desc.lifetime.clock = clock;
    if (of == AS_A_POOL || of == ASKED_AS_A_POOL)
        desc.update_pool = update_pool;
    else if (of != NOT_UPDATED)
        desc.update = update;
    desc.is_expired = of == ASKED || of == ASKED_AS_A_POOL ? stage_is_never : NULL;
    pool = stage_pool_as(world, desc);
    if (of == WATCHED) {
        watcher = (trp_watcher){
            .pool = pool, .function = stage_hear_nothing, .events = TRP_EVENT_UPDATED};
        CHECK_OK(trp_watch(world, &watcher));
    }
    for (uint32_t id = 0; id < LIVES; id++) {
        const spark init = {.id = id,
                            .until = trp_time_in(pool, clock == TRP_CLOCK_SECONDS
                                                           ? trp_seconds((float)id + 1)
                                                           : trp_ticks(id + 1))};
        ended[id] = 0;
        updates[id] = 0;
        guests[id] = init;
        if (of == EXTERNAL)
            CHECK(trp_adopt(pool, &guests[id].actor) != NULL);
        else
            CHECK(trp_create(pool, &init) != NULL);
    }
}

/* The first ticks, three of each seven, and the last ones */
static bool is_enabled(uint32_t tick)
{
    return tick < 3 || tick % 7 < 3 || tick > TICKS - EVERY;
}

/* The tick in which a life of n units ends, and the number of its updates, by the headers. */
static void expect(trp_clock clock, uint32_t every, bool staggered, uint32_t id, uint32_t *end,
                   uint32_t *count)
{
    uint32_t now = 0;
    uint32_t turn = 0;

    *count = 0;
    for (*end = 1;; ++*end) {
        const bool enabled = is_enabled(*end);
        bool has = enabled;
        now += enabled || clock == TRP_CLOCK_WORLD_TICKS;
        turn = enabled ? (turn + 1) % every : turn;
        if (every > 1)
            has = enabled && turn == (staggered ? id % every : 0); /* slots are ids */
        if (now > id && (has || (every == 1 && clock == TRP_CLOCK_WORLD_TICKS)))
            return;
        *count += has;
    }
}

static void check(trp_order order, kind of, trp_clock clock, uint32_t every, bool staggered)
{
    set_up(order, of, clock);
    CHECK_OK(trp_pool_set_interval(pool, every,
                                   staggered ? TRP_INTERVAL_STAGGERED : TRP_INTERVAL_TOGETHER));
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        CHECK_OK(trp_layer_set_enabled(world, 0, is_enabled(tick)));
        CHECK_OK(trp_update_all(world, 1));
        CHECK_VALID(world);
    }
    for (uint32_t id = 0; id < LIVES; id++) {
        uint32_t end, count;
        expect(clock, every, staggered, id, &end, &count);
        CHECK_EQ(ended[id], end);
        CHECK_EQ(updates[id], of == NOT_UPDATED ? 0 : count);
    }
}

SITUATION("lives end in the same tick in every order, kind of pool and layer")
{
    unsigned long cases = 0;

    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        for (int of = 0; of < KINDS; of++)
            for (int clock = TRP_CLOCK_SECONDS; clock <= TRP_CLOCK_WORLD_TICKS; clock++)
                for (int turns = 0; turns < 3; turns++) {
                    if ((turns == 2 && (of == AS_A_POOL || of == ASKED_AS_A_POOL)) ||
                        (of == EXTERNAL && order == IN_MEMORY_ORDER))
                        continue;
                    check(stage_orders[order], (kind)of, (trp_clock)clock, turns == 0 ? 1 : EVERY,
                          turns == 2);
                    cases++;
                }
    situation_cases("kinds of pools whose lives end", cases);
}
