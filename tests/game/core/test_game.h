/**
 * @file test_game.h
 * Helpers that the tests of the core share. A test is a plain function; its first failure ends it.
 */
#ifndef TEST_GAME_H
#define TEST_GAME_H

#include "core.h"

/** Reports a failure and leaves the test. */
_Noreturn void test_failed(const char *file, int line, const char *what);

#define CHECK(condition) ((condition) ? (void)0 : test_failed(__FILE__, __LINE__, #condition))

/** Memory of the game of test_begin(), and of another game. */
extern unsigned char test_memory[GAME_BYTES];
extern unsigned char test_other_memory[GAME_BYTES];
extern game_sprite test_sprites[GAME_SPRITES];

/** A game with seed 5 that has just started play, at that wave. */
game *test_begin(uint32_t wave);
/** Runs `ticks` ticks with these keys held. */
void test_steps(game *g, uint32_t ticks, uint32_t input);
/** Runs `ticks` ticks by the autopilot. */
void test_fly(game *g, uint32_t ticks);
/** Whether a recording, made without a pattern, is valid and plays to this hash, which it names. */
bool test_replays(const unsigned char *bytes, size_t size, uint64_t hash);
/** Creates a bullet that does not move. Returns its handle. */
trp_handle test_put_bullet(game *g, float x, float y);

typedef struct test {
    const char *name;
    void (*function)(void);
} test;

#define TEST(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

/** The tests of the other files; each array ends with a test without a name. */
extern const test test_faces[];
extern const test test_pair[];
extern const test test_report[];
extern const test test_storm[];
extern const test test_stage[];
extern const test test_session[];
extern const test test_meet[];
extern const test test_rewind[];
extern const test test_save[];

#endif
