/**
 * @file keys.h
 * The held keys of a terminal's keyboard. Most terminals report when a key is pressed and repeats,
 * but not when it is released, and only the last of several held keys repeats. There a direction
 * counts as held for a short time after each report, digits are the eight directions as on a
 * keypad, and shooting and focus are switches. Terminals with kitty's keyboard protocol also report
 * releases: there keys work as usual.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stdint.h>

/** The results of keys_letter() for F5 and F9. */
#define KEYS_SAVE '5'
#define KEYS_LOAD '9'

/** Reads the available input, and returns the held keys as bits of game_input and session.h. `now`
 * is a time in seconds. */
uint32_t keys_read(double now);
/** True if the user quits: by Q, or by the end of the input. */
bool keys_want_out(void);
/** True if any key was pressed since the last call. */
bool keys_any(void);
/** The next pressed letter that is not a key of the game, in lower case; 0: none. */
char keys_letter(void);
/** True if the terminal reports releases. */
bool keys_have_releases(void);

#endif
