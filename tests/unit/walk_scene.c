#include "walk_scene.h"

#include "stage.h"

/* two types, so that strides and offsets differ */
typedef struct ident
{
    trp_actor actor;
    uint32_t life;
} ident;

typedef struct dot
{
    ident who;
} dot;

typedef struct blob
{
    double before;
    ident who;
    uint32_t behind[5];
} blob;

/* walks and calls in progress, the innermost last: a callback belongs to the innermost */
typedef enum act_kind
{
    ACT_WALK,
    ACT_END_OF_LIFE,
    ACT_CLEAR
} act_kind;

typedef struct act
{
    act_kind kind;
    uint32_t subject; /* a life or a pool */
    trp_reason reason;
    bool done;
} act;

const scene_kind scene_kinds[SCENE_KINDS] = {
    {"memory order", TRP_ORDER_MEMORY, false, false, false},
    {"newest first", TRP_ORDER_NEWEST, false, false, false},
    {"oldest first", TRP_ORDER_OLDEST, false, false, false},
    {"oldest first, same-walk newborns", TRP_ORDER_OLDEST, true, false, false},
    {"newest first, joined", TRP_ORDER_NEWEST, false, true, false},
    {"oldest first, joined", TRP_ORDER_OLDEST, false, true, false},
    {"oldest first, same-walk newborns, joined", TRP_ORDER_OLDEST, true, true, false},
    {"memory order, without callbacks", TRP_ORDER_MEMORY, false, false, true},
};

scene_hooks scene;

static model the_model;
static model *const m = &the_model;
static trp_world *world;
static trp_pool *pools[SCENE_POOLS];
static uint32_t numbers[SCENE_POOLS];
static trp_actor *actors[MODEL_LIVES];
static trp_handle handles[MODEL_LIVES];
static act acts[64];
static unsigned act_count;
static bool silent;

static uint32_t life_of(const trp_actor *actor)
{
    return ((const ident *)(const void *)actor)->life;
}

static act *push(act_kind kind, uint32_t subject, trp_reason reason)
{
    CHECK(act_count < 64);
    acts[act_count] = (act){kind, subject, reason, false};
    return &acts[act_count++];
}

static void pop(void)
{
    act_count--;
}

static void end_silently(uint32_t life)
{
    model_die(m, life);
    model_gone(m, life);
    CHECK(trp_get(world, handles[life]) == NULL);
}

/* without notification, the pruning up to the next visit is taken for granted */
static model_step next_step(void)
{
    model_step step = model_walk_next(m);
    while (silent && step.event == MODEL_PRUNE)
    {
        end_silently(step.life);
        step = model_walk_next(m);
    }
    return step;
}

static void visited(uint32_t life)
{
    CHECK(act_count > 0 && acts[act_count - 1].kind == ACT_WALK);
    model_step step = next_step();
    CHECK_EQ(step.event, MODEL_VISIT);
    CHECK_EQ(life, step.life);
    if (scene.visited)
        scene.visited(life);
}

static void on_visit(trp_actor *self, void *user)
{
    (void)user;
    visited(life_of(self));
}

static void on_update(trp_actor *self, const trp_tick *tick)
{
    CHECK(tick->pool == pools[m->lives[life_of(self)].pool]);
    visited(life_of(self));
}

static void begin_life(uint32_t pool, trp_actor *self)
{
    uint32_t slot = trp_slot_of(world, self);
    if (m->pools[pool].order == TRP_ORDER_MEMORY)
        CHECK_EQ(slot, model_lowest_slot(m, pool));
    CHECK(slot < SCENE_CAPACITY && !m->pools[pool].taken[slot]);
    uint32_t life = model_create(m, pool, slot);
    ((ident *)(void *)self)->life = life;
    actors[life] = self;
    handles[life] = trp_handle_of(world, self);
    if (scene.born && !silent)
        scene.born(life);
}

static void on_create(trp_world *in, trp_actor *self)
{
    begin_life(*(const uint32_t *)trp_pool_user(trp_pool_of(in, self)), self);
}

static void check_end_of_life(uint32_t life, trp_reason reason)
{
    CHECK(act_count > 0);
    act *top = &acts[act_count - 1];
    bool had_expired = m->lives[life].state == TRP_STATE_EXPIRED;
    if (top->kind == ACT_WALK)
    {
        CHECK_EQ(reason, TRP_REASON_EXPIRED);
        if (model_prune_early(m, life))
            return;
        model_step step = model_walk_next(m);
        CHECK_EQ(step.event, MODEL_PRUNE);
        CHECK_EQ(life, step.life);
        return;
    }
    if (top->kind == ACT_CLEAR)
        CHECK_EQ(life, model_clear_next(m, top->subject));
    else
        CHECK(life == top->subject && !top->done);
    top->done = true;
    CHECK(reason == top->reason || (had_expired && reason == TRP_REASON_EXPIRED));
}

static void on_recycle(trp_world *in, trp_actor *self, trp_reason reason)
{
    uint32_t life = life_of(self);
    CHECK(life < m->life_count && actors[life] == self && !m->lives[life].dying);
    check_end_of_life(life, reason);
    CHECK(trp_get(in, handles[life]) == NULL);
    model_die(m, life);
    if (scene.dying)
        scene.dying(life);
    model_gone(m, life);
}

static void add_pool(const scene_kind *kind, uint32_t number, trp_order order)
{
    static const trp_type types[2] = {TRP_TYPE(dot, who.actor), TRP_TYPE(blob, who.actor)};
    bool joins = kind->joined && number == SCENE_OTHER;
    bool same_walk = kind->same_walk && order == TRP_ORDER_OLDEST;
    numbers[number] = number;
    pools[number] = stage_pool_as(
        world,
        (trp_pool_desc){.type = types[number == SCENE_OTHER],
                        .capacity = number <= SCENE_OTHER ? SCENE_CAPACITY : SCENE_CAPACITY / 4,
                        .joins = joins ? pools[SCENE_SUBJECT] : NULL,
                        .order = order,
                        .newborns = same_walk ? TRP_NEWBORNS_SAME_WALK : TRP_NEWBORNS_NEXT_WALK,
                        .user = &numbers[number],
                        .update = number == SCENE_STILL ? NULL : on_update,
                        .on_create = silent ? NULL : on_create,
                        .on_recycle = silent ? NULL : on_recycle});
    model_add_pool(m, order, joins ? SCENE_SUBJECT : MODEL_NOBODY, same_walk,
                   number != SCENE_STILL);
}

trp_world *scene_set_up(const scene_kind *kind)
{
    world = stage_world_as((trp_world_desc){.max_pools = SCENE_POOLS});
    model_reset(m);
    act_count = 0;
    silent = kind->silent;
    scene = (scene_hooks){0};
    add_pool(kind, SCENE_BEFORE, kind->order);
    add_pool(kind, SCENE_SUBJECT, kind->order);
    add_pool(kind, SCENE_OTHER, kind->order);
    add_pool(kind, SCENE_BEHIND, TRP_ORDER_MEMORY);
    add_pool(kind, SCENE_STILL, kind->order);
    return world;
}

trp_world *scene_world(void)
{
    return world;
}

const model *scene_model(void)
{
    return m;
}

bool scene_is_clearing(uint32_t pool)
{
    for (unsigned i = 0; i < act_count; i++)
        if (acts[i].kind == ACT_CLEAR && acts[i].subject == pool)
            return true;
    return false;
}

bool scene_is_closed(uint32_t pool)
{
    for (uint32_t i = 0; i < m->walk_count; i++)
        if (m->walks[i].kind == MODEL_EACH &&
            m->pools[m->walks[i].pool].segment == m->pools[pool].segment)
            return m->pools[pool].order != TRP_ORDER_MEMORY;
    return false;
}

bool scene_in_tick(void)
{
    for (uint32_t i = 0; i < m->walk_count; i++)
        if (m->walks[i].kind == MODEL_TICK)
            return true;
    return false;
}

uint32_t scene_create(uint32_t pool)
{
    uint32_t life = m->life_count;
    trp_actor *newborn = trp_create(pools[pool]);
    trp_result why = trp_last_result(world);
    if (silent && newborn != NULL)
        begin_life(pool, newborn);
    if (scene_is_clearing(pool))
    {
        CHECK(newborn == NULL);
        CHECK_RESULT(why, TRP_BUSY);
        return MODEL_NOBODY;
    }
    if (m->life_count == life)
    {
        CHECK(newborn == NULL);
        CHECK_RESULT(why, TRP_ERR_FULL);
        CHECK_EQ(model_lowest_slot(m, pool), trp_pool_capacity(pools[pool]));
        return MODEL_NOBODY;
    }
    if (m->lives[life].state != TRP_STATE_ACTIVE && m->lives[life].state != TRP_STATE_ASLEEP)
    {
        CHECK(newborn == NULL);
        CHECK_RESULT(why, TRP_GONE);
        return MODEL_NOBODY;
    }
    CHECK(newborn == actors[life]);
    return life;
}

void scene_recycle(uint32_t life)
{
    act *this = push(ACT_END_OF_LIFE, life, TRP_REASON_RECYCLED);
    CHECK_RESULT(trp_recycle(world, actors[life]), TRP_OK);
    if (silent)
        end_silently(life);
    else
        CHECK(this->done);
    pop();
}

/* Without notification, an actor that came too late for a walk in progress is recycled instead: the
 * contract leaves open whether that walk or the next one would prune it. */
static bool must_not_expire(uint32_t life)
{
    return silent && m->walk_count > 0 && m->lives[life].since > m->walks[0].start;
}

void scene_expire(uint32_t life)
{
    if (must_not_expire(life))
    {
        scene_recycle(life);
        return;
    }
    if (m->lives[life].state != TRP_STATE_ASLEEP)
    {
        CHECK_RESULT(trp_expire(world, actors[life]), TRP_OK);
        CHECK(trp_get(world, handles[life]) == NULL);
        model_expire(m, life);
        return;
    }
    act *this = push(ACT_END_OF_LIFE, life, TRP_REASON_EXPIRED);
    CHECK_RESULT(trp_expire(world, actors[life]), TRP_OK);
    if (silent)
        end_silently(life);
    else
        CHECK(this->done);
    pop();
}

void scene_sleep(uint32_t life)
{
    CHECK_RESULT(trp_deactivate(world, actors[life]), TRP_OK);
    model_sleep(m, life);
}

void scene_wake(uint32_t life)
{
    CHECK_RESULT(trp_activate(world, actors[life]), TRP_OK);
    model_wake(m, life);
}

void scene_clear(uint32_t pool)
{
    push(ACT_CLEAR, pool, TRP_REASON_CLEARED);
    CHECK_RESULT(trp_pool_clear(pools[pool]), TRP_OK);
    for (uint32_t life; silent && (life = model_clear_next(m, pool)) != MODEL_NOBODY;)
        end_silently(life);
    CHECK_EQ(model_clear_next(m, pool), MODEL_NOBODY);
    pop();
}

static bool left_each(uint32_t pool)
{
    if (pool == SCENE_OTHER)
    {
        trp_each_of (blob, who.actor, it, pools[pool])
        {
            visited(it->who.life);
            if (scene.leaves && scene.leaves())
                return true;
        }
        return false;
    }
    bool left = false;
    trp_each_of (dot, who.actor, it, pools[pool])
    {
        visited(it->who.life);
        left = scene.leaves && scene.leaves();
        if (left)
            break;
    }
    return left;
}

void scene_walk(model_kind kind, uint32_t pool)
{
    bool left = false;
    push(ACT_WALK, pool, TRP_REASON_NONE);
    model_walk_begin(m, kind, pool);
    if (kind == MODEL_TICK)
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    else if (kind == MODEL_FOR_EACH)
        CHECK_RESULT(trp_for_each(pools[pool], on_visit, NULL), TRP_OK);
    else
        left = left_each(pool);
    if (!left)
        CHECK_EQ(next_step().event, MODEL_END);
    model_walk_end(m);
    pop();
}

static void compare_lists(void)
{
    const trp_actor *at = trp_first(world), *before = NULL;
    for (uint32_t segment = 0; segment < m->segment_count; segment++)
        for (uint32_t i = 0; i < m->list_count[segment]; i++)
        {
            uint32_t life = m->list[segment][i];
            if (m->lives[life].state != TRP_STATE_ACTIVE)
                continue;
            CHECK(at == actors[life]);
            CHECK(trp_prev(world, at) == before);
            before = at;
            at = trp_next(world, at);
        }
    CHECK(at == NULL);
}

void scene_compare(void)
{
    uint32_t taken[SCENE_POOLS] = {0};
    for (uint32_t life = 0; life < m->life_count; life++)
    {
        const model_life *it = &m->lives[life];
        bool alive = it->state == TRP_STATE_ACTIVE || it->state == TRP_STATE_ASLEEP;
        CHECK(trp_get(world, handles[life]) == (alive ? actors[life] : NULL));
        if (it->state == TRP_STATE_FREE)
            continue;
        taken[it->pool]++;
        CHECK_EQ(trp_state_of(world, actors[life]), it->state);
        CHECK_EQ(trp_slot_of(world, actors[life]), it->slot);
    }
    for (uint32_t i = 0; i < SCENE_POOLS; i++)
        CHECK_EQ(trp_pool_count(pools[i]), taken[i]);
    compare_lists();
    CHECK_EQ(trp_world_misuse_count(world), 0);
    CHECK_VALID(world);
}
