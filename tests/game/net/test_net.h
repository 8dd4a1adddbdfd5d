/**
 * @file test_net.h
 * What the tests of net share: a check that ends the test, and made-up players. People hold a
 * direction for some ticks, and press now and then. The keys are the same every time.
 */
#ifndef TEST_NET_H
#define TEST_NET_H

#include "core/game.h"
#include "core/random.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("failed: %s:%d: %s\n", __FILE__, __LINE__, #condition);                         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/** The direction that a player holds in a tick: one of the lowest four bits. `presses` is seeded
 * for what it presses. */
static inline uint32_t hands_hold(uint32_t player, uint32_t tick, random_state *presses)
{
    random_seed(presses, tick / 9 * 2 + player);
    const uint32_t direction = 1u << random_below(presses, 4);
    random_seed(presses, 7777 + (uint64_t)tick * 2 + player);
    return direction;
}

/** The keys of a player of the game, which always shoots. */
static inline uint32_t hands_keys(uint32_t player, uint32_t tick)
{
    random_state presses;
    const uint32_t direction = hands_hold(player, tick, &presses);
    const uint32_t bomb = random_below(&presses, 200) == 0 ? GAME_BOMB : 0u;
    const uint32_t start = random_below(&presses, 100) == 0 ? GAME_START : 0u;
    return direction | GAME_SHOOT | bomb | start;
}

#endif
