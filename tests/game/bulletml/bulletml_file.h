/*
 * Loads a pattern from a file: BulletML, which is compiled, or a table of bulletml_compile. For
 * native programs.
 */
#ifndef GAME_BULLETML_FILE_H
#define GAME_BULLETML_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* Writes the words of the table and their number to `*length`; `words` has room for BML_WORDS.
 * `print` receives errors and warnings line by line, with the file's name. False: there is no
 * pattern. */
bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*print)(void *context, const char *message), void *context);

#endif
