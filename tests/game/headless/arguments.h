/**
 * @file arguments.h
 * The arguments of the programs: options by a table.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An option: where its value goes, by its type; the other pointers are NULL. */
typedef struct argument {
    const char *name;
    bool *is_given; /**< it has no value */
    uint32_t *number;
    uint32_t most; /**< of the number */
    const char **text;
    double *seconds; /**< up to a day */
} argument;

/** Reads options and their values. False: one is unknown, has no value, or a value out of its range. */
bool arguments_read(const argument *known, size_t known_count, int count, char **arguments);
/** A text that is nothing but a number, up to `most`. */
bool arguments_number(const char *text, uint32_t most, uint32_t *number);

#endif
