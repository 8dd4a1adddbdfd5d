/**
 * @file words.h
 * The texts over the picture in a terminal: the display, the keys, the player's killer, the bar of
 * a replay.
 */
#ifndef WORDS_H
#define WORDS_H

#include "stage/session.h"

/** The smallest screen for the texts. */
#define WORDS_COLUMNS 40
#define WORDS_ROWS 16

/** Zero it before the first use. */
typedef struct words
{
    const char *note; /**< public: a short message; NULL: none */
    bool has_help;    /**< public: the keys are shown */
    uint32_t kill_ticks;
} words;

/** Call it after each tick of the game. */
void words_step(words *w, const game *g);
/** Puts the texts on the screen (screen_text()). */
void words_show(const words *w, session *s, int columns, int rows);
void words_too_small(int columns, int rows);

#endif
