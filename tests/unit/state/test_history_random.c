/*
 * Histories of all kinds beside snapshots that are kept apart, of a world in which everything grows
 * and shrinks by chance: each restored tick must be the same in all of them.
 */
#include "../../../src/core/core.h" /* descs of pools */
#include "../heap.h"
#include "../stage.h"

#include <string.h>

SITUATIONS(history_random);

enum {
    POOLS = 6, /* two are joined, one is external */
    OUTSIDE = POOLS - 1,
    OUTSIDERS = 24,
    KINDS = 3,
    KEPT = 32,
    TICKS = 120,
    IS_SMALL = STAGE_HEAP_BYTES < 16u * 1024u * 1024u,
    ROOM = IS_SMALL ? 16 : 1 << 15,
    BYTES = IS_SMALL ? 16 : 1 << 20
};

/* What a snapshot says of a tick, and who is visited then. */
typedef struct kept_tick {
    uint64_t tick;
    uint64_t hash;
    uint64_t visited;
    size_t bytes;
    _Alignas(TRP_ALIGNMENT) unsigned char memory[ROOM];
} kept_tick;

static kept_tick kept[KEPT];
static _Alignas(TRP_ALIGNMENT) unsigned char memory[KINDS][BYTES];
static trp_history past[KINDS];
static trp_world *world;
static trp_pool *pools[POOLS];
static thing outsiders[OUTSIDERS];
static trp_region region;
static trp_group group;
static trp_timers *timers;
static trp_queue *queue;
static uint32_t seed;
static uint32_t ids;

static uint32_t any(uint32_t limit)
{
    return stage_random(&seed, limit);
}

static void due(trp_actor *self, const trp_context *in)
{
    trp_as(thing, self)->data++;
}

static void play(const void *event, const trp_context *in)
{
}

static void make_pools(void)
{
    static const trp_order orders[POOLS] = {TRP_ORDER_MEMORY, TRP_ORDER_NEWEST, TRP_ORDER_OLDEST,
                                            TRP_ORDER_OLDEST, TRP_ORDER_MEMORY, TRP_ORDER_NEWEST};

    for (uint32_t i = 0; i < OUTSIDE; i++) {
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .order = orders[i], .capacity = 128};
        desc.ends = any(2) == 0;
        if (any(2) == 0) {
            desc.capacity = 4;
            desc.max_capacity = 128;
            desc.when_full = TRP_FULL_GROW;
        }
        if (i == 3)
            desc.joins = pools[2];
        pools[i] = trp_pool_create(world, &desc);
        CHECK(pools[i] != NULL);
        stage_set_quarantine(pools[i], any(2) * any(9));
    }
    pools[OUTSIDE] =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE_EXTERNAL(thing, actor),
                                                .order = orders[OUTSIDE],
                                                .capacity = OUTSIDERS,
                                                .external = TRP_EXTERNAL});
    CHECK(pools[OUTSIDE] != NULL);
}

static void set_up(void)
{
    world = heap_world((trp_world_desc){0});
    make_pools();
    memset(outsiders, 0, sizeof outsiders);
    region = (trp_region){.start = outsiders, .bytes = sizeof outsiders};
    CHECK_OK(trp_region_add(world, &region));
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.capacity = 400}));
    timers = trp_timers_create(pools[any(2)], &(trp_timers_desc){.on_due = due});
    queue = trp_queue_create(world, &(trp_queue_desc){.size = 8, .capacity = 40, .play = play});
    CHECK(timers != NULL && queue != NULL);
    for (int kind = 0; kind < KINDS; kind++) {
        past[kind] = (trp_history){0};
        CHECK_OK(trp_history_open(&past[kind], world,
                                  &(trp_history_desc){.memory = memory[kind],
                                                      .bytes = sizeof memory[kind],
                                                      .kind = (trp_history_kind)kind,
                                                      .keyframe_every = 2 + any(9),
                                                      .room = ROOM}));
    }
    memset(kept, 0xFF, sizeof kept);
    stage_forget();
}

/* Who is visited, in each way. */
static uint64_t visited(void)
{
    uint64_t sum = 0;

    for (int i = 0; i < POOLS; i++)
        trp_each (thing, it, pools[i])
            sum = trp_hash_mix(sum, it->id);
    for (const trp_actor *at = trp_first(world); at != NULL; at = trp_next(world, at))
        sum = trp_hash_mix(sum, trp_as(thing, at)->id);
    trp_group_each (thing, it, &group)
        sum = trp_hash_mix(sum, it->id);
    return sum;
}

static trp_actor *any_of(trp_pool *pool)
{
    const uint32_t from = any(128);

    for (uint32_t i = 0; i < 128; i++)
        if (trp_pool_at(pool, (from + i) % 128) != NULL)
            return trp_pool_at(pool, (from + i) % 128);
    return NULL;
}

static void create_some(trp_pool *pool, uint32_t count)
{
    for (; count > 0; count--) {
        trp_actor *actor = NULL;
        if (pool != pools[OUTSIDE])
            actor = trp_create(pool, NULL);
        else if (trp_pool_of(world, &outsiders[count % OUTSIDERS].actor) == NULL)
            actor = trp_adopt(pool, &outsiders[count % OUTSIDERS].actor);
        if (actor != NULL)
            trp_as(thing, actor)->id = ++ids;
    }
}

static void call(void)
{
    trp_pool *pool = pools[any(POOLS)];
    trp_actor *actor = any_of(pool);
    const uint32_t what = any(14);

    if (what < 4)
        create_some(pool, 1 + any(24));
    else if (what < 6)
        for (uint32_t count = any(24); count > 0; count--)
            (void)trp_recycle(world, any_of(pool));
    else if (what == 6 && any(4) == 0)
        CHECK_OK(trp_pool_clear(pool, NULL));
    else if (what == 7 && actor != NULL)
        (void)trp_recycle_with(
            world, actor,
            &(trp_ending){.reason = pool->desc.ends ? TRP_REASON_OWN(1) : TRP_REASON_EXPIRED,
                          .cause = trp_handle_of(world, any_of(pools[0])),
                          .later = true});
    else if (what == 8)
        (void)(trp_state_of(world, actor) == TRP_STATE_ACTIVE ? trp_deactivate(world, actor)
                                                              : trp_activate(world, actor));
    else if (what == 9 && actor != NULL && trp_pool_of(world, actor) == pool)
        (void)trp_timer_start(timers, actor, trp_seconds((float)any(9))); /* it may have expired */
    else if (what == 10)
        for (uint32_t count = any(16); count > 0; count--)
            CHECK(trp_queue_post(queue, "boom boo") != TRP_ERR_NULL);
    else if (what == 11 && actor != NULL)
        (void)trp_group_add(&group, actor);
    else if (what == 12)
        CHECK_OK(any(3) == 0 ? trp_group_clear(&group) : trp_group_prune(&group));
    else
        outsiders[any(OUTSIDERS)].data++;
}

static void save(void)
{
    kept_tick *at = &kept[trp_world_ticks(world) % KEPT];

    at->tick = trp_world_ticks(world);
    at->visited = visited(); /* which may compact an order */
    at->hash = trp_hash_world(world);
    CHECK_OK(trp_snapshot_save(world, at->memory, ROOM, &at->bytes));
    for (int kind = 0; kind < KINDS; kind++)
        CHECK_OK(trp_history_save(&past[kind]));
}

static void check_now(const kept_tick *at)
{
    CHECK_EQ(trp_world_ticks(world), at->tick);
    CHECK_EQ(trp_hash_world(world), at->hash);
    CHECK_EQ(visited(), at->visited);
    CHECK_EQ(trp_hash_world(world), at->hash);
    CHECK_VALID(world);
}

static void check_tick(const kept_tick *at)
{
    for (int kind = 0; kind < KINDS; kind++) {
        size_t bytes = 0;
        const void *then = trp_history_snapshot(&past[kind], at->tick, &bytes);
        CHECK(then != NULL);
        CHECK_EQ(bytes, at->bytes);
        CHECK_EQ(trp_snapshot_diff(world, then, bytes, at->memory, at->bytes, 0, NULL, NULL), 0);
        CHECK_OK(trp_history_restore(&past[kind], at->tick));
        check_now(at);
    }
    CHECK_OK(trp_snapshot_restore(world, at->memory, at->bytes));
    check_now(at);
}

static void play_for(uint32_t ticks)
{
    while (ticks-- > 0) {
        for (uint32_t calls = any(12); calls > 0; calls--)
            call();
        save();
        CHECK_OK(trp_update_all(world, 1));
        if (any(6) == 0) {
            const uint64_t back = any(KEPT - 1);
            const uint64_t tick = trp_world_ticks(world) - 1;
            const kept_tick *at = &kept[(tick - (back < tick ? back : tick)) % KEPT];
            if (at->tick <= tick)
                check_tick(at);
        }
    }
}

SITUATION("all kinds of histories have the same ticks")
{
    if (IS_SMALL)
        return;
    for (uint32_t round = situation_rounds(100); round > 0; round--) {
        seed = round;
        set_up();
        play_for(TICKS);
        for (int kind = 0; kind < KINDS; kind++)
            CHECK_OK(trp_history_close(&past[kind]));
        CHECK_OK(trp_world_destroy(world));
    }
}
