/*
 * Runs the situations until the first one that fails, crashes or is ended from outside since it does not come to an end,
 * and says which one that was.
 */
#include "../unit/all.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static const noun *noun_now;
static const situation *situation_now;

static _Noreturn void tell(const char *how)
{
    printf("%s: %s%s\n", noun_now->noun, situation_now->name, how);
    fflush(stdout);
    _Exit(1);
}

void situation_failed(const char *file, int line, const char *text)
{
    (void)file;
    (void)line;
    (void)text;
    tell("");
}

void situation_cases(const char *what, unsigned long cases)
{
    (void)what;
    (void)cases;
}

static void stopped(int number)
{
    tell(number == SIGTERM ? " (endless)" : " (crash)");
}

int main(void)
{
    signal(SIGTERM, stopped);
    signal(SIGSEGV, stopped);
    signal(SIGABRT, stopped);
    signal(SIGFPE, stopped);
    signal(SIGILL, stopped);
    for (unsigned n = 0; n < all_noun_count; n++)
        for (unsigned i = 0; i < *all_nouns[n].count; i++)
        {
            noun_now = &all_nouns[n];
            situation_now = &all_nouns[n].situations[i];
            situation_begin(noun_now->silently);
            situation_now->run();
        }
    return 0;
}
