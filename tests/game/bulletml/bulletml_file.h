/*
 * A pattern from a file of either form: BulletML, which is compiled, or a table of bulletml_compile. For native programs.
 */
#ifndef GAME_BULLETML_FILE_H
#define GAME_BULLETML_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* Writes the words of the table and their number to `*length`; `words` has room for BML_WORDS.
 * Errors and warnings are reported line by line to `tell`, each with the file's name. False: there
 * is no pattern. */
bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*tell)(void *context, const char *message), void *context);

#endif
