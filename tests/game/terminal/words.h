/**
 * @file words.h
 * The texts over the picture in a terminal: the display, the keys, what hit the player, a replay's bar.
 */
#ifndef WORDS_H
#define WORDS_H

#include "stage/session.h"

/** The smallest screen that has room for them. */
#define WORDS_COLUMNS 40
#define WORDS_ROWS 16

/** Zero it before it is first used. */
typedef struct words
{
    const char *note; /**< public: a short message, NULL: none */
    bool has_help;    /**< public: the keys are shown */
    uint32_t kill_ticks;
} words;

/** After each tick of the game. */
void words_step(words *w, const game *g);
/** Puts them on the screen (screen_text()). */
void words_show(const words *w, session *s, int columns, int rows);
void words_too_small(int columns, int rows);

#endif
