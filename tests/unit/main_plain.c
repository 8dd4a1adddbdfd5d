#include "all.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static const char *program;
static const noun *noun_now;
static const situation *situation_now;
static jmp_buf out;
static unsigned passed, failed;

void situation_failed(const char *file, int line, const char *text)
{
    printf("FAILED: %s: %s\n    %s:%d: %s\n    alone: %s \"%s\"\n", noun_now->noun,
           situation_now->name, file, line, text, program, situation_now->name);
    longjmp(out, 1);
}

void situation_cases(const char *what, unsigned long cases)
{
    printf("%s: %lu cases\n", what, cases);
}

static void run(const noun *of, const situation *it)
{
    noun_now = of;
    situation_now = it;
    situation_begin(of->silently);
    if (setjmp(out) == 0) {
        situation_play(it);
        passed++;
        return;
    }
    failed++;
}

/* Runs all situations, or those of the name that is given. */
int main(int count, char **arguments)
{
    program = count > 0 ? arguments[0] : "plain";
    for (unsigned n = 0; n < all_noun_count; n++) {
        const situation *it;
        for (unsigned i = 0; (it = all_situation(&all_nouns[n], i)) != NULL; i++)
            if (count < 2 || strcmp(it->name, arguments[1]) == 0)
                run(&all_nouns[n], it);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
