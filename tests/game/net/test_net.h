/**
 * @file test_net.h
 * What the tests of net share: a check that ends the test, and a game of two over a bad network.
 */
#ifndef TEST_NET_H
#define TEST_NET_H

#include "loopback.h"
#include "rollback.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                           \
    do                                                                                             \
    {                                                                                              \
        if (!(condition))                                                                          \
        {                                                                                          \
            printf("failed: %s:%d: %s\n", __FILE__, __LINE__, #condition);                         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/** What is played: a state that is saved before each tick. */
typedef struct duel_game
{
    void *state;
    void (*save)(void *state, uint32_t tick); /* the state before that tick */
    void (*load)(void *state, uint32_t tick);
    void (*step)(void *state, const uint32_t inputs[PACKET_PLAYERS]);
    uint64_t (*hash)(void *state,
                     uint32_t tick); /* of the state before that tick, which is saved, and final */
} duel_game;

typedef struct duel_desc
{
    loopback_desc network;
    uint32_t ticks;
    uint32_t delay;      /* of local inputs */
    uint32_t garbage;    /* packets of anything per frame, to both */
    uint32_t wrong_tick; /* in this tick end 1 plays something else; 0: never */
    uint32_t leaves;     /* end 1 is silent from this tick on; 0: never */
} duel_desc;

typedef struct duel_report
{
    rollback_stats ends[PACKET_PLAYERS];
    uint32_t ticks[PACKET_PLAYERS]; /* that were played */
    uint32_t frames;                /* that it took: 60 per second */
    uint32_t damaged;               /* packets that the reader has refused */
} duel_report;

/** Plays `ticks` ticks, or until 4 times as many frames have passed. */
duel_report duel(const duel_desc *desc, const duel_game games[PACKET_PLAYERS]);

#endif
