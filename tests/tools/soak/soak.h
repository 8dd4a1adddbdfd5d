/**
 * @file soak.h A game that runs for a million ticks: pools of all orders and policies, layers, a
 * family, groups, two spaces, systems, spans, ids, watchers, shrinking, quarantines, a black box,
 * and callbacks with random calls. game.c creates it, play.c plays it, checks.c and box.c check it.
 *
 * Everything is a function of the seed. All values are integers, including those of floats, so that
 * the hash is the same on every machine.
 */
#ifndef TROUPE_TESTS_SOAK_H
#define TROUPE_TESTS_SOAK_H

#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/ids.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

enum {
    SOAK_SKY,    /* memory order, without watchers: fast paths */
    SOAK_ROCKS,  /* memory order, grows and shrinks, in both spaces */
    SOAK_SHIPS,  /* oldest first, grows, parents, seats by ids */
    SOAK_GUNS,   /* memory order, steals the next, children */
    SOAK_SHOTS,  /* newest first, steals the oldest, in a space */
    SOAK_SHELLS, /* oldest first, steals the oldest */
    SOAK_SMOKE,  /* joins the shells, is_expired */
    SOAK_PUFFS,  /* oldest first, newborns in the same walk */
    SOAK_GUESTS, /* external, joins the shells */
    SOAK_POOLS,
    SOAK_LAYERS = 4,
    SOAK_SEATS = 256,
    SOAK_LEAST = 1000 /* live actors, at the beginning of each tick */
};

typedef struct soak_unit {
    trp_actor actor;
    trp_box box;
    float vx, vy;
    uint32_t life;   /* ticks left */
    uint32_t seat;   /* ships: an id, or TRP_NO_ID */
    uint64_t number; /* number of the life */
} soak_unit;

/** The game's own record of a life. */
typedef struct soak_life {
    trp_handle handle;
    uint64_t number;
    uint64_t begun; /* ticks */
    uint64_t ended;
    trp_reason reason;
    bool is_alive;
} soak_life;

typedef struct soak_game {
    trp_world *world;
    trp_pool *pools[SOAK_POOLS];
    trp_family family;
    trp_group groups[2];
    trp_space *spaces[2];
    trp_contacts *meetings; /* of the first */
    trp_system census[SOAK_POOLS];
    trp_system clock;
    trp_watcher dying[SOAK_POOLS];
    trp_watcher passer_by;
    trp_ids seats;
    uint32_t budget; /* calls left in this tick's callbacks */
    uint32_t depth;
    uint64_t ticks, lives, calls, hash;
    uint32_t least; /* live actors */
    uint64_t begun[SOAK_POOLS], ended[SOAK_POOLS];
    uint64_t updated, contacts, found, drawn, trimmed, explained;
    int64_t touching;
} soak_game;

extern soak_game soak;

/** game.c */
void soak_begin(uint64_t seed);
void soak_end(void);
uint32_t soak_any(uint32_t limit);
void soak_note(uint64_t number);
trp_actor *soak_any_actor(void);
/** A guest that is not in the world, or NULL. It must be adopted at once. */
soak_unit *soak_guest(void);
void soak_guest_refused(const soak_unit *guest);
/** Bytes that the world has allocated and not returned. */
size_t soak_bytes_out(void);

/** play.c: one tick; random calls in callbacks; collisions */
void soak_play(void);
void soak_meddle(void);

/** checks.c: the ends of lives, and checks of everything */
void soak_life_begins(soak_unit *unit);
void soak_life_ends(const soak_unit *unit, trp_reason reason);
/** Asks the black box about one of the last lives. */
void soak_ask(void);
void soak_check_handles(void);
void soak_check_all(void);
/** box.c: switching it; checks of a life; checks of counts */
void soak_box_switch(void);
void soak_box_ask(const soak_life *life);
void soak_box_check(void);
_Noreturn void soak_fail(const char *what);
void soak_need(bool holds, const char *what);

trp_contact_fn soak_touch;

#endif
