/**
 * @file all.h All situations, module by module.
 */
#ifndef TROUPE_TESTS_ALL_H
#define TROUPE_TESTS_ALL_H

#include "situation.h"

typedef struct noun {
    const char *noun;
    const situation *const *situations;
    bool silently; /* for situation_begin() */
} noun;

extern const noun all_nouns[];
extern const unsigned all_noun_count;

/** The situation of this number; NULL: there are no more. */
const situation *all_situation(const noun *of, unsigned number);
unsigned all_situation_count(const noun *of);

#endif
