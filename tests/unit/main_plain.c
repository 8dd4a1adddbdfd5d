#include "all.h"

#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static unsigned passed, failed;

void situation_failed(const char *file, int line, const char *text)
{
    printf("%s:%d: %s\n", file, line, text);
    longjmp(out, 1);
}

void situation_cases(const char *what, unsigned long cases)
{
    printf("%s: %lu cases\n", what, cases);
}

static void run(const noun *of, const situation *it)
{
    situation_begin(of->silently);
    if (setjmp(out) == 0)
    {
        it->run();
        passed++;
        return;
    }
    printf("FAILED: %s: %s\n", of->noun, it->name);
    failed++;
}

int main(void)
{
    for (unsigned n = 0; n < all_noun_count; n++)
        for (unsigned i = 0; i < *all_nouns[n].count; i++)
            run(&all_nouns[n], &all_nouns[n].situations[i]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
