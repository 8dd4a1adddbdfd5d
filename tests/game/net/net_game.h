/**
 * @file net_game.h
 * One end's game, as a rollback needs it: the state before each of the last ticks in the library's
 * history, which also has the hashes of those that are confirmed. It is a game of two: each player
 * has a ship. Freestanding.
 */
#ifndef NET_GAME_H
#define NET_GAME_H

#include "core/game.h"
#include "rollback.h"
#include "troupe/history.h"
#include "troupe/troupe.h"

/** Memory with room for the states of more than a second. */
#define NET_GAME_BYTES ((size_t)12 << 20)

/** Zero it before it is first opened. */
typedef struct net_game {
    game *g;             /**< public; NULL: it is closed */
    trp_history history; /* private */
} net_game;

/** The options of a game of two over a network: what both ends must have alike. */
game_options net_game_options(uint32_t seed, uint32_t lives);
/** Opens it on a game that has just begun, with memory for its states, aligned to TRP_ALIGNMENT.
 * False: there is too little. */
bool net_game_open(net_game *n, game *g, void *memory, size_t bytes);
/** Closes it; also if it is closed. */
void net_game_close(net_game *n);
/** Keeps the state before the next tick: the one that the game is in. */
void net_game_save(net_game *n);
/** Goes back to the state before a tick, one of the last ROLLBACK_STATES. False: it is not kept. */
bool net_game_load(net_game *n, uint32_t tick);
void net_game_step(net_game *n, const uint32_t inputs[PACKET_PLAYERS]);
/** The hash of the state before a tick, which is final: it is confirmed, and the game goes back
 * no further. False: it is not kept. */
bool net_game_hash(net_game *n, uint32_t tick, uint64_t *hash);
/** The state before a tick, a snapshot, valid until the next call. NULL: it is not kept. */
const unsigned char *net_game_state(net_game *n, uint32_t tick, size_t *bytes);

#endif
