/* The functions that run.mjs calls. A failure ends the situation by an exception of the host. */
#include "../../unit/all.h"
#include "../hash.h"

/* Implemented by the host. */
void host_print(const char *text, unsigned long number, const char *more);
void host_fail(void);

/* For the host. */
unsigned noun_count(void);
const char *noun_name(unsigned noun);
unsigned situation_count(unsigned noun);
const char *situation_name(unsigned noun, unsigned number);
void situation_run(unsigned noun, unsigned number);
uint64_t hash_number_of(uint32_t operations);

_Noreturn void situation_failed(const char *file, int line, const char *text)
{
    host_print(file, (unsigned long)line, text);
    host_fail();
    for (;;) {
    }
}

void situation_cases(const char *what, unsigned long cases)
{
    host_print(what, cases, "cases");
}

unsigned noun_count(void)
{
    return all_noun_count;
}

const char *noun_name(unsigned noun)
{
    return all_nouns[noun].noun;
}

unsigned situation_count(unsigned noun)
{
    return all_situation_count(&all_nouns[noun]);
}

const char *situation_name(unsigned noun, unsigned number)
{
    return all_situation(&all_nouns[noun], number)->name;
}

void situation_run(unsigned noun, unsigned number)
{
    situation_begin(all_nouns[noun].silently);
    situation_play(all_situation(&all_nouns[noun], number));
}

uint64_t hash_number_of(uint32_t operations)
{
    return hash_run(operations);
}
