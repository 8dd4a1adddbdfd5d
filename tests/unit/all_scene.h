/**
 * @file all_scene.h A world with all modules together: pools of all kinds, three layers, a family,
 * two groups, two systems and some watchers. Their callbacks check their arguments and may call
 * anything.
 */
#ifndef TROUPE_TESTS_ALL_SCENE_H
#define TROUPE_TESTS_ALL_SCENE_H

#include "stage.h"

enum {
    ALL_FIXED = 8, /* pools that are created at first */
    ALL_POOLS = 12,
    ALL_OUTSIDERS = 6
};

/** Numbers of special pools. */
enum {
    ALL_PLAIN,
    ALL_GROWS,
    ALL_NEWEST,
    ALL_STEALS,
    ALL_JOINS,
    ALL_NEXT,
    ALL_OUTSIDE,
    ALL_SAME_WALK
};

typedef struct all_unit {
    trp_actor actor;
    uint64_t born; /* set by all_clock; 0: not recorded */
} all_unit;

extern trp_world *all_world;
extern trp_pool *all_pools[ALL_POOLS];
extern uint32_t all_pool_count;
extern trp_family all_family;
extern trp_group all_groups[2];
extern trp_system all_systems[2];
extern trp_watcher all_passer_by;
extern all_unit all_outsiders[ALL_OUTSIDERS];
extern uint64_t all_ended[ALL_FIXED]; /* ends of lives that watchers were notified of */
extern uint64_t all_clock;
extern uint32_t all_seed;

/** Called in callbacks, from time to time. */
extern void (*all_when_called)(void);

/** A number below `limit`. */
uint32_t all_any(uint32_t limit);
/** An actor in any state, or NULL. */
trp_actor *all_any_actor(void);

void all_set_up(void);
void all_make_family(void);
void all_make_group(trp_group *group);
/** Creates another pool, if the world can have more. */
void all_make_pool(uint32_t layer);

/** For walks: actors born later than *user, if that is not NULL, must not be visited. */
void all_visit(trp_actor *actor, const trp_context *in);
bool all_match(const trp_actor *actor, const trp_context *in);
/** For walks over families and groups. */
void all_visit_member(trp_actor *actor, const trp_context *in);
/** For trp_create_many(). */
void all_init(trp_actor *actor, const trp_context *in);

#endif
