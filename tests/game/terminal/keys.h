/**
 * @file keys.h
 * What is held down on a terminal's keyboard. Most terminals say when a key is pressed and repeats, never when it is
 * let go, and repeat only the last of several. So there a direction counts as held for a moment after each time it was
 * heard, digits are the eight directions as on a keypad, and shooting and focus are switches. Terminals that speak
 * kitty's keyboard protocol tell of releases too: there keys are what they are everywhere else.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stdint.h>

/** What keys_letter() gives for F5 and F9. */
#define KEYS_SAVE '5'
#define KEYS_LOAD '9'

/** Reads what there is to read, and returns what is held down now as bits of game_input and session.h. `now` is a time in seconds. */
uint32_t keys_read(double now);
/** Whether the user wants to leave: Q, or the end of the input. */
bool keys_want_out(void);
/** Whether any key was pressed since the last call. */
bool keys_any(void);
/** The next letter, in lower case, that was pressed and has no meaning in the game; 0: none. */
char keys_letter(void);
/** Whether the terminal reports releases. */
bool keys_have_releases(void);

#endif
