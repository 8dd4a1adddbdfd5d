/* The model's side: makes the calls, and writes the script. */
#include "walk_scene.h"

#include "../rules/model.h"
#include "walk_script.h"

const scene_kind scene_kinds[SCENE_KINDS] = {
    {"memory order", PLAN_ORDER_MEMORY, false, false, false},
    {"newest first", PLAN_ORDER_NEWEST, false, false, false},
    {"oldest first", PLAN_ORDER_OLDEST, false, false, false},
    {"oldest first, same-walk newborns", PLAN_ORDER_OLDEST, true, false, false},
    {"newest first, joined", PLAN_ORDER_NEWEST, false, true, false},
    {"oldest first, joined", PLAN_ORDER_OLDEST, false, true, false},
    {"oldest first, same-walk newborns, joined", PLAN_ORDER_OLDEST, true, true, false},
    {"memory order, without callbacks", PLAN_ORDER_MEMORY, false, false, true},
};

scene_hooks scene;

enum {
    DEEPEST = 16 /* walks in walks */
};

/* A life that has begun; its actor may have further ones. */
typedef struct one_life {
    uint16_t actor; /* of the model */
    uint32_t generation;
} one_life;

typedef struct walk {
    scene_walk_kind kind;
    operation *op;
    uint32_t visited;
} walk;

static model_world the_world;
static model_world *const w = &the_world;
static record written; /* of the callback that begins */
static one_life lives[SCENE_LIVES];
static uint32_t life_count;
static uint16_t life_of[ACTORS]; /* the last one */
static walk walks[DEEPEST];
static uint32_t walk_count, calls;
static bool silent;

/* The script */

static uint16_t script[SCENE_SCRIPT]; /* 5 bits of a mark, 11 bits of a value */
static uint32_t script_end, script_at;

void script_write(script_mark mark, uint32_t value)
{
    CHECK(script_end < SCENE_SCRIPT && value < 1u << 11);
    script[script_end++] = (uint16_t)(mark << 11 | value);
}

bool script_next_is(script_mark mark)
{
    return script_at < script_end && script[script_at] >> 11 == (int)mark;
}

bool script_next_is_call(void)
{
    return script_at < script_end && script[script_at] >> 11 <= MARK_WAKE;
}

script_mark script_take_mark(uint32_t *value)
{
    CHECK(script_at < script_end);
    *value = script[script_at] & ((1u << 11) - 1);
    return (script_mark)(script[script_at++] >> 11);
}

uint32_t script_take(script_mark mark)
{
    uint32_t value;

    CHECK_EQ(mark, script_take_mark(&value));
    return value;
}

bool script_is_over(void)
{
    if (script_at != script_end)
        return false;
    script_at = script_end = 0;
    return true;
}

/* Lives */

static uint32_t begins(uint32_t actor)
{
    CHECK(life_count < SCENE_LIVES);
    lives[life_count] = (one_life){(uint16_t)actor, w->actors[actor].generation};
    life_of[actor] = (uint16_t)life_count;
    return life_count++;
}

static uint32_t actor_at(target to)
{
    return w->pools[to.pool].first + to.slot;
}

static target target_of(uint32_t life)
{
    return model_target(w, lives[life].actor);
}

uint32_t scene_lives(void)
{
    return life_count;
}

trp_state scene_state(uint32_t life)
{
    const model_actor *it = &w->actors[lives[life].actor];

    if (it->generation == lives[life].generation)
        return it->state == ACTIVE   ? TRP_STATE_ACTIVE
               : it->state == ASLEEP ? TRP_STATE_ASLEEP
                                     : TRP_STATE_FREE;
    return it->state == EXPIRED && it->generation == lives[life].generation + 1 ? TRP_STATE_EXPIRED
                                                                                : TRP_STATE_FREE;
}

uint32_t scene_pool_of(uint32_t life)
{
    return w->actors[lives[life].actor].pool;
}

uint32_t expected_slot(uint32_t life)
{
    return w->actors[lives[life].actor].slot;
}

uint32_t expected_generation(uint32_t life)
{
    return lives[life].generation;
}

uint32_t expected_count(uint32_t pool)
{
    return w->pools[pool].live;
}

uint32_t expected_listed(uint32_t segment, uint32_t number)
{
    return number < w->pools[segment].listed ? life_of[w->lists[segment][number]] : SCENE_NONE;
}

uint32_t scene_listed(uint32_t pool)
{
    return w->pools[w->pools[pool].segment].listed;
}

/* the number-th active one, or SCENE_NONE; counts up to it */
static uint32_t find_active(uint32_t pool, uint32_t number, uint32_t *count)
{
    const uint32_t segment = w->pools[pool].segment;

    *count = 0;
    for (uint32_t i = 0; i < w->pools[segment].listed; i++) {
        const uint32_t actor = w->lists[segment][i];
        if (w->actors[actor].pool == pool && w->actors[actor].state == ACTIVE &&
            (*count)++ == number)
            return life_of[actor];
    }
    return SCENE_NONE;
}

uint32_t scene_active(uint32_t pool, uint32_t number)
{
    uint32_t count;

    return find_active(pool, number, &count);
}

uint32_t scene_active_count(uint32_t pool)
{
    uint32_t count;

    (void)find_active(pool, SCENE_NONE, &count);
    return count;
}

/* What is in progress */

bool scene_is_clearing(uint32_t pool)
{
    return w->pools[pool].barred != 0;
}

bool scene_in_tick(void)
{
    return w->ticking;
}

uint32_t scene_walks(void)
{
    return walk_count;
}

uint32_t scene_visited(uint32_t number)
{
    return walks[number].visited;
}

/* Callbacks */

record *driver_record(record_kind kind)
{
    CHECK(kind != RECORD_MISUSE);
    return &written;
}

static void visits(script_mark mark, uint32_t life)
{
    walk *innermost = &walks[walk_count - 1];

    script_write(mark, life);
    innermost->visited = life;
    if (scene.visited != NULL)
        scene.visited(life);
    innermost->visited = SCENE_NONE;
    if (innermost->kind == SCENE_EACH && scene.leaves != NULL && scene.leaves()) {
        script_write(MARK_LEAVE, 0);
        innermost->op->mode = 1; /* after the visits so far */
    }
}

void driver_nested(void)
{
    const record at = written;
    const uint32_t actor = actor_at(at.actor);

    if (at.hook == HOOK_UPDATE)
        visits(MARK_UPDATE, life_of[actor]);
    else if (at.hook == HOOK_VISIT)
        visits(MARK_VISIT, life_of[actor]);
    else if (at.hook == HOOK_CREATED) {
        const uint32_t life = begins(actor);
        script_write(MARK_BORN, life);
        if (scene.born != NULL)
            scene.born(life);
    } else {
        CHECK_EQ(at.hook, HOOK_RECYCLED);
        script_write((script_mark)(MARK_DYING + at.extra), life_of[actor]);
        if (scene.dying != NULL)
            scene.dying(life_of[actor]);
    }
}

/* Calls */

typedef void maker(model_world *w, operation *op);

static void make(maker *model_do, operation *op, script_mark mark, uint32_t on)
{
    script_write(mark, on);
    calls++;
    model_do(w, op);
    calls--;
    if (op->is_actor && op->actor.kind != TO_NULL) {
        const uint32_t actor = actor_at(op->actor);
        script_write(MARK_NEWBORN, silent ? begins(actor) : life_of[actor]);
    }
    script_write(MARK_RESULT, op->is_actor ? op->last : op->result);
    if (calls == 0)
        play();
}

uint32_t scene_create(uint32_t pool)
{
    operation op = {.pool = (uint8_t)pool};

    make(model_do_create, &op, MARK_CREATE, pool);
    return op.actor.kind != TO_NULL ? life_of[actor_at(op.actor)] : SCENE_NONE;
}

static void make_for_life(maker *model_do, script_mark mark, uint32_t life)
{
    operation op = {.a = target_of(life)};

    make(model_do, &op, mark, life);
}

void scene_recycle(uint32_t life)
{
    make_for_life(model_do_recycle, MARK_RECYCLE, life);
}

void scene_expire(uint32_t life)
{
    make_for_life(model_do_expire, MARK_EXPIRE, life);
}

void scene_sleep(uint32_t life)
{
    make_for_life(model_do_deactivate, MARK_SLEEP, life);
}

void scene_wake(uint32_t life)
{
    make_for_life(model_do_activate, MARK_WAKE, life);
}

void scene_clear(uint32_t pool)
{
    operation op = {.pool = (uint8_t)pool};

    make(model_do_pool_clear, &op, MARK_CLEAR, pool);
}

static void do_each(model_world *world, operation *op)
{
    model_do_each(world, op);
    op->result = TRP_OK; /* instead of the number of visits */
}

void scene_walk(scene_walk_kind kind, uint32_t pool)
{
    static maker *const makers[] = {model_do_update_all, model_do_for_each, do_each};
    operation op = {.pool = (uint8_t)pool};

    if (kind == SCENE_TICK)
        op.n = 7; /* of 1 second */
    CHECK(walk_count < DEEPEST);
    walks[walk_count++] = (walk){kind, &op, SCENE_NONE};
    make(makers[kind], &op, (script_mark)(MARK_TICK + kind), pool);
    walk_count--;
}

/* Pools */

static void add_pool(const scene_kind *kind, uint32_t number)
{
    const uint8_t order = number == SCENE_AFTER ? PLAN_ORDER_MEMORY : kind->order;
    const pool_plan plan = {
        .order = order,
        .newborns = kind->same_walk && order == PLAN_ORDER_OLDEST ? TRP_NEWBORNS_SAME_WALK
                                                                  : TRP_NEWBORNS_DEFAULT,
        .joins = kind->joined && number == SCENE_OTHER ? SCENE_SUBJECT : POOLS,
        .updates = number != SCENE_STILL,
        .on_create = !silent,
        .on_end = !silent,
        .capacity = number <= SCENE_OTHER ? SCENE_CAPACITY : SCENE_CAPACITY / 4};

    model_add_pool(w, &plan, order);
}

trp_world *scene_set_up(const scene_kind *kind)
{
    model_reset(w, 0);
    life_count = walk_count = calls = 0;
    script_at = script_end = 0;
    silent = kind->silent;
    scene = (scene_hooks){0};
    for (uint32_t number = 0; number < SCENE_POOLS; number++)
        add_pool(kind, number);
    play_set_up(kind);
    return scene_world();
}
