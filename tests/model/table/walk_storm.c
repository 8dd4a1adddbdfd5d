#include "walk_storm.h"

#include "../../unit/stage.h"

#define LIVES_TO_SPARE 64u
#define CHANGES_A_WALK 120u

static const storm_desc *storm;
static uint32_t seed, changes_left;
static unsigned long visits;

static uint32_t pick(uint32_t limit)
{
    return stage_random(&seed, limit);
}

static bool lives_left(void)
{
    return scene_lives() + LIVES_TO_SPARE < SCENE_LIVES;
}

/* any life in one of these states; SCENE_NONE if none is found */
static uint32_t pick_life(trp_state state, trp_state or_state)
{
    const uint32_t lives = scene_lives();
    for (int i = 0; i < 24 && lives > 0; i++) {
        const uint32_t recent = lives < 400 ? lives : 400;
        const uint32_t life = lives - 1 - pick(i < 12 ? recent : lives);
        if (scene_state(life) == state || scene_state(life) == or_state)
            return life;
    }
    return SCENE_NONE;
}

static uint32_t current_or_active(void)
{
    if (scene_walks() > 0 && pick(3) == 0) {
        const uint32_t life = scene_visited(pick(scene_walks()));
        if (life != SCENE_NONE && scene_state(life) == TRP_STATE_ACTIVE)
            return life;
    }
    return pick_life(TRP_STATE_ACTIVE, TRP_STATE_ACTIVE);
}

static void sleep_or_wake(void)
{
    const uint32_t life =
        pick(2) ? current_or_active() : pick_life(TRP_STATE_ASLEEP, TRP_STATE_ASLEEP);
    if (life == SCENE_NONE || scene_is_clearing(scene_pool_of(life)))
        return;
    if (scene_state(life) == TRP_STATE_ACTIVE)
        scene_sleep(life);
    else
        scene_wake(life);
}

static void create_some(void)
{
    const uint32_t pool = pick(SCENE_POOLS), count = 1 + pick(3);
    for (uint32_t i = 0; i < count && lives_left(); i++)
        scene_create(pool);
}

static void clear_one(void)
{
    uint32_t pool = pick(SCENE_POOLS);
    if (pick(6) == 0 && !scene_is_clearing(pool))
        scene_clear(pool);
}

static scene_walk_kind pick_callback_or_each(void)
{
    return storm->without_each || pick(2) ? SCENE_FOR_EACH : SCENE_EACH;
}

static void nest(void)
{
    if (scene_walks() >= 3)
        return;
    if (pick(4) == 0 && !scene_in_tick())
        scene_walk(SCENE_TICK, 0);
    else {
        const scene_walk_kind kind = pick_callback_or_each();
        scene_walk(kind, pick(SCENE_POOLS));
    }
}

static void change_something(void)
{
    uint32_t what = pick(20), life = SCENE_NONE;
    if (what < 6)
        create_some();
    else if (what < 10)
        sleep_or_wake();
    else if (what < 11)
        clear_one();
    else if (what < 13)
        nest();
    else if (what < 17) {
        life = pick(2) ? current_or_active() : pick_life(TRP_STATE_ASLEEP, TRP_STATE_EXPIRED);
        if (life != SCENE_NONE)
            scene_recycle(life);
    } else {
        life = pick(2) ? current_or_active() : pick_life(TRP_STATE_ASLEEP, TRP_STATE_EXPIRED);
        if (life != SCENE_NONE)
            scene_expire(life);
    }
}

static void maybe_change(uint32_t density)
{
    while (changes_left > 0 && pick(100) < density) {
        changes_left--;
        change_something();
    }
}

static void visited(uint32_t life)
{
    (void)life;
    visits++;
    maybe_change(storm->density);
}

static void born_or_dying(uint32_t life)
{
    (void)life;
    maybe_change(storm->density / 2);
}

static bool leaves(void)
{
    return pick(40) == 0;
}

static void set_up(void)
{
    scene_set_up(storm->kind);
    for (uint32_t pool = 0; pool < SCENE_POOLS; pool++)
        for (uint32_t i = pick(30); i > 0; i--)
            scene_create(pool);
    scene.visited = visited;
    scene.born = born_or_dying;
    scene.dying = born_or_dying;
    scene.leaves = leaves;
}

static void walk_once(void)
{
    static const uint32_t budgets[] = {CHANGES_A_WALK, 10, 3, 0};
    if (storm->before)
        storm->before(scene_world(), &seed);
    changes_left = budgets[pick(4)];
    scene_walk_kind kind = pick(3) == 0 ? SCENE_TICK : pick_callback_or_each();
    scene_walk(kind, pick(2) ? SCENE_SUBJECT : pick(SCENE_POOLS));
    scene_compare();
}

/* keeps the pools from becoming empty or full */
static void tend(void)
{
    changes_left = 0;
    for (uint32_t pool = 0; pool < SCENE_POOLS; pool++)
        if (scene_listed(pool) < 8)
            for (uint32_t i = 5 + pick(60); i > 0 && lives_left(); i--)
                scene_create(pool);
}

unsigned long storm_run(const storm_desc *desc)
{
    storm = desc;
    seed = desc->seed;
    visits = 0;
    set_up();
    for (unsigned i = 0; i < desc->walks; i++) {
        if (scene_lives() + 8 * LIVES_TO_SPARE > SCENE_LIVES)
            set_up();
        walk_once();
        tend();
    }
    return visits;
}
