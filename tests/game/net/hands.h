/**
 * @file hands.h
 * Made-up players for tests: people hold a direction for some ticks, and press now and then. The
 * keys are the same every time. Freestanding.
 */
#ifndef HANDS_H
#define HANDS_H

#include "core/random.h"

/** The direction that a player holds in a tick: one of the lowest four bits. `presses` is seeded
 * for what it presses. */
uint32_t hands_hold(uint32_t player, uint32_t tick, random_state *presses);
/** The keys of a player of the game, which always shoots. */
uint32_t hands_keys(uint32_t player, uint32_t tick);

#endif
