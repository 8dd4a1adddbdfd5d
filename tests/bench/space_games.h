/*
 * Shared by the parts of space_games: pieces in a space, the tally of answers, and the clock.
 */
#ifndef BENCH_SPACE_GAMES_H
#define BENCH_SPACE_GAMES_H

#include "space_hand.h"

#include <troupe/troupe.h>

#define ROUNDS 9

typedef struct piece {
    trp_actor actor;
    float x, y, w, h, vx, vy;
    uint32_t identity;
} piece;

struct stage;

typedef struct tally {
    uint64_t count, sum;
    struct stage *stage; /* of a world that is also coded by hand */
    uint32_t question;
} tally;

extern uint64_t games_random_state;

/* A random number from 0 to less than `below`. */
float games_some(float below);
/* The CPU time of this process, in ns. */
double games_now(void);
/* Sets `best` to the time per unit since `begin` if it is lower or the first one. */
void games_lowest(double *best, double begin, uint32_t units);
void games_print(const char *what, uint32_t n, double manual_add, double ours);

/* Callbacks that add answers to the tally in `user`. */
void games_take_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in);
void games_take_hit(trp_actor *a, const trp_context *in);

/* space_games_hand.c: comparison with a grid written by hand for one game */
void games_play_pairs(uint32_t n);
void games_play_rectangles(uint32_t n);
void games_play_nearest(uint32_t n);
void games_play_sides(uint32_t bullets, uint32_t enemies, float crowd, const char *what);

/* space_games_worlds.c: worlds that are difficult for a grid */
void games_play_worlds(uint32_t n);
void games_play_crowds(uint32_t n);

#endif
