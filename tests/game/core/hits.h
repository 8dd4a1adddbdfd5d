/**
 * @file hits.h Contacts: hits, grazes, pickups. All of them come from the space.
 */
#ifndef HITS_H
#define HITS_H

#include "bullets.h"
#include "enemy.h"
#include "missiles.h"
#include "pickups.h"
#include "player.h"

enum
{
    HITS_ROOM = 2 * GAME_PLAYERS + PLAYER_SHOTS + MISSILES_MAX + PICKUPS_MAX + ENEMY_MAX +
                BULLETS_MAX + BULLETS_MAX_STEERED,
    HITS_HITS = 4 * HITS_ROOM,
    HITS_CONTACTS = 768
};

/** Bytes of the game's memory for the space. */
#define HITS_SPACE_BYTES                                                                           \
    (TRP_SPACE_BYTES_FOR(HITS_ROOM, HITS_HITS, 8, POOL_COUNT) + TRP_CONTACTS_BYTES(HITS_CONTACTS))

/** Creates the space, after all pools whose actors enter it. */
bool hits_init(game *g);
/** Updates the boxes of the space and handles contacts. */
void hits_step(game *g);

#endif
