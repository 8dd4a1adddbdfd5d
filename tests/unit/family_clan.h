/**
 * @file family_clan.h
 * A family of three pools: members in memory order, carts in order of age with the node inside,
 * riders in the test's own memory. Actors are known by their ids.
 */
#ifndef TROUPE_TESTS_FAMILY_CLAN_H
#define TROUPE_TESTS_FAMILY_CLAN_H

#include "stage.h"

#define CLAN_IDS 64u
#define CLAN_CAPACITY 20u

typedef struct member {
    trp_actor actor;
    uint32_t id;
} member;

typedef struct cart {
    double weight;
    uint32_t id;
    trp_actor node;
} cart;

typedef struct rider {
    uint32_t id;
    trp_actor actor;
    unsigned char bytes[5];
} rider;

enum { MEMBERS, CARTS, RIDERS };

extern trp_world *clan_world;
extern trp_family clan_family;
extern trp_pool *clan_pools[3];
/** By id: the actor, or NULL after its end. */
extern trp_actor *clan_actors[CLAN_IDS];
/** What on_end does besides logging GONE(reason, id); NULL: nothing. */
extern void (*clan_when_gone)(uint32_t id, trp_reason reason);
/** What clan_visit does besides logging the id. */
extern void (*clan_when_visited)(uint32_t id);
/** What a watcher does that is notified of ends before the family; NULL: nothing. */
extern void (*clan_when_notified)(uint32_t id, trp_event event);

/** A new world, its pools and an empty family. */
void clan_set_up(bool orphans);
/** Creates an actor with that id in that pool, which must succeed. */
trp_actor *clan_create(unsigned pool, uint32_t id);
uint32_t clan_id(const trp_actor *actor);
/** The same for NULL: 0. */
uint32_t clan_id_or_0(const trp_actor *actor);
trp_result clan_attach(uint32_t parent, uint32_t child);
trp_result clan_detach(uint32_t child);
trp_result clan_recycle(uint32_t id);
trp_result clan_expire(uint32_t id);
/** For trp_family_for_each(): logs the id. */
void clan_visit(trp_actor *actor, const trp_context *in);
trp_result clan_each(uint32_t root);

/**
 *            1
 *     2      3      4
 *   5   6         7
 *       8       9   10
 */
void clan_plant(void);

#endif
