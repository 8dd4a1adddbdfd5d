/*
 * Rules 6 to 8 as a table: the acting actor, its action, the victim, in each order, in each kind of
 * walk, with few actors and with many. Each case is checked against the model in every callback,
 * then in the remaining list, then in the next tick.
 */
#include "../../model/table/walk_scene.h"
#include "../stage.h"

SITUATIONS(walk_table);

typedef enum actor_place { PLACE_FIRST, PLACE_MIDDLE, PLACE_LAST, PLACE_ONLY, PLACES } actor_place;

typedef enum deed {
    DEED_RECYCLE,
    DEED_EXPIRE,
    DEED_SLEEP,
    DEED_SLEEP_AND_WAKE,
    DEED_WAKE,     /* all sleepers of the victim's pool */
    DEED_RECREATE, /* recycle, then create in the same pool */
    DEED_SPAWN,    /* two in the victim's pool */
    DEED_SPAWN_AND_EXPIRE,
    DEED_CLEAR,
    DEED_NEST_FOR_EACH, /* walks the victim's pool and does nothing */
    DEED_NEST_EACH,
    DEED_NEST_RECYCLE, /* walks the victim's pool; there the victim is recycled at its turn */
    DEED_NEST_EXPIRE,
    DEED_NEST_SPAWN,
    DEED_NEST_CLEAR,
    DEED_NEST_TICK, /* only if no tick is in progress */
    DEED_LEAVE,     /* leaves a trp_each after recycling the victim */
    DEEDS
} deed;

typedef enum target {
    TARGET_SELF,
    TARGET_PREVIOUS,
    TARGET_NEXT,
    TARGET_RANDOM,
    TARGET_ALL,
    TARGET_BEFORE, /* one of a pool that comes before */
    TARGET_AFTER,  /* one of a pool that comes after, in memory order */
    TARGET_OTHER,  /* one of the joined pool, or of another one after it */
    WHOMS
} target;

typedef struct shape {
    uint32_t count; /* of the tested pool */
    bool holes;     /* half of its slots are free again */
} shape;

static const shape shapes[] = {{1, false}, {3, false}, {70, false}, {70, true}};

typedef struct walk_case {
    const scene_kind *kind;
    scene_walk_kind walk;
    shape shape;
    actor_place place;
    deed deed;
    target target;
} walk_case;

static walk_case now;
static uint32_t agent, victim, seed;
static bool acted, nested_acted, only_counted;
static unsigned long case_number; /* of all cases of all tables */

static bool is_active(uint32_t life)
{
    return life != SCENE_NONE && scene_state(life) == TRP_STATE_ACTIVE;
}

static uint32_t neighbour(int32_t step)
{
    uint32_t at = 0;
    while (scene_active(SCENE_SUBJECT, at) != agent)
        at++;
    return step < 0 && at == 0 ? SCENE_NONE
                               : scene_active(SCENE_SUBJECT, (uint32_t)((int32_t)at + step));
}

static uint32_t choose_victim(void)
{
    switch (now.target) {
    case TARGET_PREVIOUS:
        return neighbour(-1);
    case TARGET_NEXT:
        return neighbour(1);
    case TARGET_RANDOM:
        return scene_active(SCENE_SUBJECT, stage_random(&seed, scene_active_count(SCENE_SUBJECT)));
    case TARGET_BEFORE:
        return scene_active(SCENE_BEFORE, 1);
    case TARGET_AFTER:
        return scene_active(SCENE_AFTER, 1);
    case TARGET_OTHER:
        return scene_active(SCENE_OTHER, 1);
    default:
        return agent;
    }
}

static void wake_all(uint32_t pool)
{
    for (uint32_t life = 0; life < scene_lives(); life++)
        if (scene_pool_of(life) == pool && scene_state(life) == TRP_STATE_ASLEEP)
            scene_wake(life);
}

static void spawn(uint32_t pool, bool expire)
{
    for (int i = 0; i < 2; i++) {
        uint32_t newborn = scene_create(pool);
        if (expire && newborn != SCENE_NONE)
            scene_expire(newborn);
    }
}

static void nest(uint32_t pool)
{
    scene_walk_kind kind = now.deed == DEED_NEST_EACH   ? SCENE_EACH
                           : now.deed == DEED_NEST_TICK ? SCENE_TICK
                                                        : SCENE_FOR_EACH;
    scene_walk(kind, pool);
}

static void do_deed(uint32_t to)
{
    uint32_t pool = scene_pool_of(to);
    switch (now.deed) {
    case DEED_EXPIRE:
        scene_expire(to);
        break;
    case DEED_SLEEP:
        scene_sleep(to);
        break;
    case DEED_SLEEP_AND_WAKE:
        scene_sleep(to);
        scene_wake(to);
        break;
    case DEED_WAKE:
        wake_all(pool);
        break;
    case DEED_SPAWN:
    case DEED_SPAWN_AND_EXPIRE:
        spawn(pool, now.deed == DEED_SPAWN_AND_EXPIRE);
        break;
    case DEED_CLEAR:
        scene_clear(pool);
        break;
    case DEED_RECYCLE:
    case DEED_RECREATE:
    case DEED_LEAVE:
        scene_recycle(to);
        if (now.deed == DEED_RECREATE)
            scene_create(pool);
        break;
    default:
        nest(pool);
        break;
    }
}

static void do_nested_deed(uint32_t life)
{
    if (life != victim || nested_acted)
        return;
    nested_acted = true;
    if (now.deed == DEED_NEST_RECYCLE)
        scene_recycle(victim);
    else if (now.deed == DEED_NEST_EXPIRE)
        scene_expire(victim);
    else if (now.deed == DEED_NEST_SPAWN)
        spawn(scene_pool_of(victim), false);
    else if (now.deed == DEED_NEST_CLEAR)
        scene_clear(scene_pool_of(victim));
}

static void act_on_all(void)
{
    static uint32_t all[SCENE_CAPACITY];
    const uint32_t count = scene_active_count(SCENE_SUBJECT);
    for (uint32_t i = 0; i < count; i++)
        all[i] = scene_active(SCENE_SUBJECT, i);
    for (uint32_t i = 0; i < count; i++)
        if (is_active(all[i]))
            do_deed(all[i]);
}

static void visited(uint32_t life)
{
    if (acted) {
        do_nested_deed(life);
        return;
    }
    if (life != agent)
        return;
    acted = true;
    victim = choose_victim();
    if (now.target == TARGET_ALL)
        act_on_all();
    else if (is_active(victim))
        do_deed(victim);
}

static bool leaves(void)
{
    return acted && now.deed == DEED_LEAVE;
}

static void populate(void)
{
    for (uint32_t i = 0; i < 3; i++) {
        scene_create(SCENE_BEFORE);
        scene_create(SCENE_AFTER);
        scene_create(SCENE_STILL);
    }
    uint32_t total = now.shape.holes ? 2 * now.shape.count : now.shape.count;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t life = scene_create(SCENE_SUBJECT);
        if (i < 3)
            scene_create(SCENE_OTHER);
        if (now.shape.holes && stage_random(&seed, 2) == 0 && i >= 3)
            scene_recycle(life);
    }
    scene_sleep(scene_create(SCENE_SUBJECT));
    scene_sleep(scene_create(SCENE_OTHER));
    scene_expire(scene_active(SCENE_STILL, 1));
}

static void choose_agent(void)
{
    const uint32_t count = scene_active_count(SCENE_SUBJECT);
    uint32_t number = now.place == PLACE_MIDDLE ? count / 2
                      : now.place == PLACE_LAST ? count - 1
                                                : 0;
    agent = scene_active(SCENE_SUBJECT, number);
}

static void run_case(void)
{
    seed = 2463534242u;
    scene_set_up(now.kind);
    populate();
    choose_agent();
    acted = false;
    nested_acted = false;
    scene.visited = visited;
    scene.leaves = leaves;
    scene_walk(now.walk, SCENE_SUBJECT);
    CHECK(acted);
    scene.visited = NULL;
    scene.leaves = NULL;
    scene_compare();
    scene_walk(SCENE_TICK, 0);
    scene_walk(SCENE_FOR_EACH, SCENE_SUBJECT);
    scene_compare();
}

/* Leaves out cases without meaning, and a tick in a tick. */
static bool excluded(void)
{
    if ((now.place == PLACE_ONLY) != (now.shape.count == 1))
        return true;
    if (now.deed == DEED_LEAVE)
        return now.walk != SCENE_EACH;
    return now.deed == DEED_NEST_TICK && now.walk == SCENE_TICK;
}

static unsigned long run_deeds(void)
{
    unsigned long cases = 0;
    for (unsigned what = 0; what < DEEDS; what++)
        for (unsigned to = 0; to < WHOMS; to++) {
            now.deed = (deed)what;
            now.target = (target)to;
            if (excluded())
                continue;
            cases++;
            if (!only_counted && !situation_leaves_out(case_number++))
                run_case();
        }
    return cases;
}

static unsigned long run_kind(unsigned kind)
{
    unsigned long cases = 0;
    now.kind = &scene_kinds[kind];
    for (unsigned walk = SCENE_TICK; walk <= SCENE_EACH; walk++)
        for (unsigned place = 0; place < PLACES; place++)
            for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
                now.walk = (scene_walk_kind)walk;
                now.place = (actor_place)place;
                now.shape = shapes[i];
                cases += run_deeds();
            }
    return cases;
}

static void run_table(unsigned kind)
{
    static char text[80];
    only_counted = false;
    situation_text_copy(text, sizeof text, "walk table, ");
    situation_text_add(text, sizeof text, scene_kinds[kind].name);
    situation_cases(text, run_kind(kind));
}

SITUATION("how many cases there are")
{
    unsigned long cases = 0;
    only_counted = true;
    for (unsigned kind = 0; kind < SCENE_KINDS; kind++)
        cases += run_kind(kind);
    CHECK(cases > 20000);
    situation_cases("walk table, in all", cases);
}

SITUATION("every case in memory order")
{
    run_table(0);
}
SITUATION("every case newest first")
{
    run_table(1);
}
SITUATION("every case oldest first")
{
    run_table(2);
}
SITUATION("every case oldest first with same-walk newborns")
{
    run_table(3);
}
SITUATION("every case newest first in a joined segment")
{
    run_table(4);
}
SITUATION("every case oldest first in a joined segment")
{
    run_table(5);
}
SITUATION("every case with same-walk newborns in a joined segment")
{
    run_table(6);
}
SITUATION("every case in memory order without callbacks")
{
    run_table(7);
}
