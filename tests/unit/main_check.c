#include "all.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static const noun *noun_now;
static const situation *situation_now;

void situation_failed(const char *file, int line, const char *text)
{
    ck_abort_msg("%s: \"%s\": %s:%d: %s", noun_now->noun, situation_now->name, file, line, text);
    abort();
}

void situation_cases(const char *what, unsigned long cases)
{
    printf("%s: %lu cases\n", what, cases);
    fflush(stdout);
}

/* Check identifies a loop test by its number: the numbers run through all modules */
static void run_situation(int number)
{
    unsigned rest = (unsigned)number;
    noun_now = all_nouns;
    for (; rest >= *noun_now->count; noun_now++)
        rest -= *noun_now->count;
    situation_now = &noun_now->situations[rest];
    situation_begin(noun_now->silently);
    situation_now->run();
}

START_TEST(situation_test)
{
    run_situation(_i);
}
END_TEST

static Suite *all_suite(void)
{
    Suite *suite = suite_create("troupe");
    int first = 0;
    for (unsigned n = 0; n < all_noun_count; n++)
    {
        TCase *tcase = tcase_create(all_nouns[n].noun);
        int end = first + (int)*all_nouns[n].count;
        tcase_set_timeout(tcase, 120);
        tcase_add_loop_test(tcase, situation_test, first, end);
        suite_add_tcase(suite, tcase);
        first = end;
    }
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(all_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
