/**
 * @file net_game.h
 * One end's game, as a rollback needs it: the state before each of the last ticks in the library's history, which also
 * has the hashes of those that are confirmed. It is a game of two: each player has a ship.
 */
#ifndef NET_GAME_H
#define NET_GAME_H

#include "core/game.h"
#include "rollback.h"
#include "troupe/troupe.h"

/** Zero it before it is first begun. */
typedef struct net_game
{
    game *g;             /**< public */
    trp_history history; /* private, as what follows */
    _Alignas(8) unsigned char memory[GAME_BYTES];
    _Alignas(TRP_ALIGNMENT) unsigned char past[2 * GAME_BYTES];
} net_game;

/** Begins a game of two with these options, or begins again. False: the options are out of their range. */
bool net_game_begin(net_game *n, const game_options *options);
/** Keeps the state before a tick: the one that the game is in. */
void net_game_save(net_game *n, uint32_t tick);
/** Goes back to the state before a tick, one of the last ROLLBACK_STATES. False: it is not kept. */
bool net_game_load(net_game *n, uint32_t tick);
void net_game_step(net_game *n, const uint32_t inputs[PACKET_PLAYERS]);
/** The hash of the state before a tick, which is final: it is confirmed, and the game goes back no further. False: it is
 * not kept. */
bool net_game_hash(net_game *n, uint32_t tick, uint64_t *hash);

#endif
