/* Tests of the interpreter: plain functions, in a table. */
#ifndef GAME_TEST_PATTERN_H
#define GAME_TEST_PATTERN_H

#include "bulletml.h"

/* Counts a check, and prints it if it failed. */
void test_is(bool good, const char *what, const char *file, int line);
#define IS(what) test_is((what), #what, __FILE__, __LINE__)

/* A table compiled from the content of a <bulletml> element. Exits if the content has errors. */
typedef struct test_table
{
    uint32_t words[BML_WORDS];
    uint32_t length;
    bml_pattern pattern;
} test_table;

test_table *test_compile(const char *body);
void test_free(test_table *table);

/* A host that counts shots and stores the last one. */
typedef struct test_host
{
    bml_host host;
    uint32_t shots;
    bml_shot last;
    uint32_t gone_after; /* shots; 0: never */
} test_host;

void test_make_host(test_host *host);

/* test_pattern_tables.c */
void test_tables(void);

#endif
