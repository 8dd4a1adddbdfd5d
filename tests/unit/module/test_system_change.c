#include "../script.h"
#include "../system_scene.h"

SITUATIONS(system_change);

/*
 * What is done in system 1's role, among 0, 1 and 2; 3 is not registered at first. `now` lists the
 * systems notified of that event, in order, and `next` those notified of the next event: digits
 * from the left.
 */
typedef struct change {
    const char *name;
    void (*run)(void);
    uint32_t now;
    uint32_t next;
} change;

#define NO_INDEX 9u

static system_role changing_role;
static const change *changing;
static uint32_t called;

static void add(uint32_t number, int32_t order)
{
    on.systems[number].order = order;
    CHECK_OK(trp_system_add(on.world, &on.systems[number]));
}

static void take(uint32_t number)
{
    CHECK_OK(trp_system_remove(on.world, &on.systems[number]));
    if (on.poisons)
        system_scene_make(number);
    if (changing_role == UPDATED)
        on.systems[number].updated = system_scene_updated;
}

static void remove_itself(void)
{
    take(1);
}

static void remove_the_next(void)
{
    take(2);
}

static void remove_the_one_before(void)
{
    take(0);
}

static void remove_itself_and_the_next(void)
{
    take(1);
    take(2);
}

static void remove_all(void)
{
    stage_clear_systems(on.world);
}

static void add_after(void)
{
    add(3, 1);
}

static void add_in_front(void)
{
    add(3, -1);
}

static void add_itself_again(void)
{
    take(1);
    add(1, 0);
}

static void put_the_next_in_front(void)
{
    take(2);
    add(2, -1);
}

static void put_the_first_after(void)
{
    take(0);
    add(0, 7);
}

static void replace_all(void)
{
    stage_clear_systems(on.world);
    for (uint32_t number = 0; number < 3; number++) {
        system_scene_make(number);
        if (changing_role == UPDATED)
            on.systems[number].updated = system_scene_updated;
    }
    add(2, 0);
    add(1, 0);
}

static const change changes[] = {
    {"remove_itself", remove_itself, 123, 13},
    {"remove_the_next", remove_the_next, 12, 12},
    {"remove_the_one_before", remove_the_one_before, 123, 23},
    {"remove_itself_and_the_next", remove_itself_and_the_next, 12, 1},
    {"remove_all", remove_all, 12, NO_INDEX},
    {"add_after", add_after, 123, 1234},
    {"add_in_front", add_in_front, 123, 4123},
    {"add_itself_again", add_itself_again, 123, 132},
    {"put_the_next_in_front", put_the_next_in_front, 12, 312},
    {"put_the_first_after", put_the_first_after, 123, 231},
    {"replace_all", replace_all, 12, 32},
};

static void note(uint32_t number, system_role role, thing *it)
{
    if (role != changing_role)
        return;
    called = called == NO_INDEX ? number + 1 : called * 10 + number + 1;
    if (number == 1 && changing != NULL) {
        void (*run)(void) = changing->run;
        changing = NULL;
        run();
    }
}

static void expect(const change *what, const char *when, uint32_t expected)
{
    static char text[100];
    if (called == expected)
        return;
    situation_text_copy(text, sizeof text, what->name);
    situation_text_add(text, sizeof text, when);
    situation_text_number(text, sizeof text, called);
    situation_failed(__FILE__, __LINE__, text);
}

static void try_in(system_role role, const change *what, bool poisons)
{
    system_scene_begin();
    changing_role = role;
    if (role == UPDATED)
        for (uint32_t number = 0; number < SYSTEMS; number++)
            on.systems[number].updated = system_scene_updated;
    system_scene_add(3);
    if (role == CHANGED || role == UPDATED)
        stage_thing(on.pool, 1);
    on.poisons = poisons;
    changing = what;
    on.when_called = note;
    called = NO_INDEX;
    system_scene_cause(role);
    expect(what, ", now: ", what->now);
    called = NO_INDEX;
    system_scene_cause(role);
    expect(what, ", next: ", what->next);
    CHECK_EQ(told.count, 0);
    CHECK_VALID(on.world);
    CHECK_OK(trp_world_destroy(on.world));
}

static void try_all_in(system_role role)
{
    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        try_in(role, &changes[i], false);
        try_in(role, &changes[i], true);
    }
}

SITUATION("systems come and go before a tick")
{
    try_all_in(BEFORE);
}

SITUATION("systems come and go after a tick")
{
    try_all_in(AFTER);
}

SITUATION("systems come and go in added")
{
    try_all_in(ADDED);
}

SITUATION("systems come and go in removed")
{
    try_all_in(REMOVED);
}

SITUATION("systems come and go in changed")
{
    try_all_in(CHANGED);
}

SITUATION("systems come and go in updated")
{
    try_all_in(UPDATED);
}

SCRIPT("systems go in an event within an event",
       "system 0; system 1; system 2; new 1; go; at s0^1: recycle 1;"
       "at s1-1: unsystem 2, unsystem 1, unsystem 0; mark 1; = s0^1 s0-1 s1-1 s2d s1d s0d -1; tick;"
       "=");
SCRIPT("systems come and go in an actor's update",
       "in memory; pool; pool; system 0; new 1 2; new b 4; go; at 1: system 1 updated of b;"
       "at 2: unsystem 0; tick; = s0b 1 2 s0d 4 s1*4 s1a; still; clear a; new b 3; go;"
       "at 3: unsystem 1; tick; = s1b 4 s1*4 3 s1d");
