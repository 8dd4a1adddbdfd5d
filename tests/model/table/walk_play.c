/* The library's side: makes the calls of the script, whose callbacks must follow it. */
#include "walk_script.h"

/* two types, so that strides and offsets differ */
typedef struct ident {
    trp_actor actor;
    uint32_t life;
} ident;

typedef struct dot {
    ident who;
} dot;

typedef struct blob {
    double before;
    ident who;
    uint32_t rest[5];
} blob;

static trp_world *world;
static trp_pool *pools[SCENE_POOLS];
static trp_actor *actors[SCENE_LIVES];
static trp_handle handles[SCENE_LIVES];
static bool silent;

trp_world *scene_world(void)
{
    return world;
}

/* Callbacks */

static uint32_t life_of(const trp_actor *actor)
{
    return ((const ident *)(const void *)actor)->life;
}

static void make_calls(void);

static void begin_life(uint32_t life, trp_actor *self)
{
    const trp_pool *pool = trp_pool_of(world, self);

    CHECK(pool == pools[scene_pool_of(life)]);
    CHECK_EQ(trp_slot_of(world, self), expected_slot(life));
    ((ident *)(void *)self)->life = life;
    actors[life] = self;
    handles[life] = trp_handle_of(world, self);
    CHECK_EQ(handles[life].generation, expected_generation(life));
}

static void on_create(trp_actor *self, const trp_context *in)
{
    CHECK(in->world == world);
    begin_life(script_take(MARK_BORN), self);
    make_calls();
}

static void on_end(trp_actor *self, const trp_end_context *in)
{
    const uint32_t life = script_take((script_mark)(MARK_DYING + in->reason));

    CHECK_EQ(life_of(self), life);
    CHECK(actors[life] == self);
    CHECK(trp_get(in->world, handles[life]) == NULL);
    make_calls();
}

static void visited(script_mark mark, uint32_t life)
{
    CHECK_EQ(life, script_take(mark));
    make_calls();
}

static void on_visit(trp_actor *self, const trp_context *in)
{
    (void)in;
    visited(MARK_VISIT, life_of(self));
}

static void on_update(trp_actor *self, const trp_context *in)
{
    CHECK(in->pool == pools[scene_pool_of(life_of(self))]);
    visited(MARK_UPDATE, life_of(self));
}

/* Calls */

static void walk_blobs(const trp_pool *pool)
{
    trp_each_of (blob, who.actor, it, pool) {
        visited(MARK_VISIT, it->who.life);
        if (script_next_is(MARK_LEAVE)) {
            (void)script_take(MARK_LEAVE);
            return;
        }
    }
}

static void walk_dots(const trp_pool *pool)
{
    trp_each_of (dot, who.actor, it, pool) {
        visited(MARK_VISIT, it->who.life);
        if (script_next_is(MARK_LEAVE)) {
            (void)script_take(MARK_LEAVE);
            break;
        }
    }
}

static trp_result walk(uint32_t pool)
{
    if (pool == SCENE_OTHER)
        walk_blobs(pools[pool]);
    else
        walk_dots(pools[pool]);
    return TRP_OK;
}

static trp_result create(uint32_t pool)
{
    trp_actor *newborn = trp_create(pools[pool], NULL);
    const trp_result why = trp_last_result(world);

    CHECK(script_next_is(MARK_NEWBORN) == (newborn != NULL));
    if (newborn != NULL) {
        const uint32_t life = script_take(MARK_NEWBORN);
        if (silent)
            begin_life(life, newborn);
        CHECK(newborn == actors[life]);
    }
    return why;
}

static trp_result make_call(script_mark mark, uint32_t on)
{
    switch (mark) {
    case MARK_CREATE:
        return create(on);
    case MARK_CLEAR:
        return trp_pool_clear(pools[on], NULL);
    case MARK_TICK:
        return trp_update_all(world, 1);
    case MARK_FOR_EACH:
        return trp_for_each(pools[on], on_visit, NULL);
    case MARK_EACH:
        return walk(on);
    case MARK_RECYCLE:
        return trp_recycle(world, actors[on]);
    case MARK_EXPIRE:
        return trp_expire(world, actors[on]);
    case MARK_SLEEP:
        return trp_deactivate(world, actors[on]);
    default:
        CHECK_EQ(mark, MARK_WAKE);
        return trp_activate(world, actors[on]);
    }
}

static void make_calls(void)
{
    while (script_next_is_call()) {
        uint32_t on;
        const script_mark mark = script_take_mark(&on);
        const trp_result result = make_call(mark, on);
        CHECK_RESULT(result, (trp_result)script_take(MARK_RESULT));
        if (mark == MARK_RECYCLE || mark == MARK_EXPIRE)
            CHECK(trp_get(world, handles[on]) == NULL);
    }
}

void play(void)
{
    make_calls();
    CHECK(script_is_over());
}

/* Pools */

static void add_pool(const scene_kind *kind, uint32_t number)
{
    static const trp_type types[2] = {TRP_TYPE(dot, who.actor), TRP_TYPE(blob, who.actor)};
    const bool joins = kind->joined && number == SCENE_OTHER;
    const trp_order order = stage_orders[number == SCENE_AFTER ? IN_MEMORY_ORDER : kind->order];
    const bool same_walk = kind->same_walk && order == TRP_ORDER_OLDEST;

    pools[number] = stage_pool_as(
        world,
        (trp_pool_desc){.type = types[number == SCENE_OTHER],
                        .capacity = number <= SCENE_OTHER ? SCENE_CAPACITY : SCENE_CAPACITY / 4,
                        .joins = joins ? pools[SCENE_SUBJECT] : NULL,
                        .order = order,
                        .newborns = same_walk ? TRP_NEWBORNS_SAME_WALK : TRP_NEWBORNS_NEXT_WALK,
                        .update = number == SCENE_STILL ? NULL : on_update,
                        .on_create = silent ? NULL : on_create,
                        .on_end = silent ? NULL : on_end});
}

void play_set_up(const scene_kind *kind)
{
    world = stage_world_as((trp_world_desc){.max_pools = SCENE_POOLS});
    silent = kind->silent;
    for (uint32_t number = 0; number < SCENE_POOLS; number++)
        add_pool(kind, number);
}

/* Comparing */

static void compare_lists(void)
{
    const trp_actor *at = trp_first(world), *before = NULL;

    for (uint32_t segment = 0; segment < SCENE_POOLS; segment++) {
        uint32_t life;
        for (uint32_t i = 0; (life = expected_listed(segment, i)) != SCENE_NONE; i++) {
            if (scene_state(life) != TRP_STATE_ACTIVE)
                continue;
            CHECK(at == actors[life]);
            CHECK(trp_prev(world, at) == before);
            before = at;
            at = trp_next(world, at);
        }
    }
    CHECK(at == NULL);
}

void scene_compare(void)
{
    for (uint32_t life = 0; life < scene_lives(); life++) {
        const trp_state state = scene_state(life);
        const bool alive = state == TRP_STATE_ACTIVE || state == TRP_STATE_ASLEEP;
        CHECK(trp_get(world, handles[life]) == (alive ? actors[life] : NULL));
        if (state != TRP_STATE_FREE)
            CHECK_EQ(trp_state_of(world, actors[life]), state);
    }
    for (uint32_t i = 0; i < SCENE_POOLS; i++)
        CHECK_EQ(trp_pool_count(pools[i]), expected_count(i));
    compare_lists();
    CHECK_EQ(trp_world_info(world).misuse, 0);
    CHECK_VALID(world);
}
