/*
 * Runs the situations with Check, or those of one name alone, without Check:
 *
 *     unit ["a sleeper that wakes keeps its timers"]
 *
 * What fails is named by its sentence, then file and line, then the command that runs it alone.
 */
#include "all.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program;
static const noun *noun_now;
static const situation *situation_now;
static bool alone;

static void tell(const char *file, int line, const char *text)
{
    printf("FAILED: %s: %s\n    %s:%d: %s\n    alone: %s \"%s\"\n", noun_now->noun,
           situation_now->name, file, line, text, program, situation_now->name);
    fflush(stdout);
}

void situation_failed(const char *file, int line, const char *text)
{
    tell(file, line, text);
    if (alone)
        exit(EXIT_FAILURE);
    ck_abort_msg("%s:%d", file, line);
    abort();
}

void situation_cases(const char *what, unsigned long cases)
{
    printf("%s: %lu cases\n", what, cases);
    fflush(stdout);
}

/* The process ends here, so it may print. */
static void on_signal(int number)
{
    signal(number, SIG_DFL);
    if (situation_now)
        tell("signal", number,
             number == SIGABRT ? "aborted, by a sanitizer or an assertion: see above" : "crashed");
    raise(number);
}

/* Sanitizers, under which situations do not have a process each, report crashes themselves. */
static void catch_signals(void)
{
    const char *fork_mode = getenv("CK_FORK");
    signal(SIGABRT, on_signal);
    if (fork_mode && strcmp(fork_mode, "no") == 0)
        return;
    signal(SIGSEGV, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGILL, on_signal);
}

static void run(const noun *of, const situation *it)
{
    noun_now = of;
    situation_now = it;
    situation_begin(of->silently);
    situation_play(it);
}

/* Check identifies a loop test by its number: the numbers run through all modules */
START_TEST(situation_test)
{
    unsigned rest = (unsigned)_i;
    const noun *of = all_nouns;
    for (; rest >= all_situation_count(of); of++)
        rest -= all_situation_count(of);
    run(of, all_situation(of, rest));
}
END_TEST

static Suite *all_suite(void)
{
    Suite *suite = suite_create("troupe");
    int first = 0;
    for (unsigned n = 0; n < all_noun_count; n++) {
        TCase *tcase = tcase_create(all_nouns[n].noun);
        int end = first + (int)all_situation_count(&all_nouns[n]);
        tcase_set_timeout(tcase, 120);
        tcase_add_loop_test(tcase, situation_test, first, end);
        suite_add_tcase(suite, tcase);
        first = end;
    }
    return suite;
}

static int run_alone(const char *name)
{
    int found = 0;
    alone = true;
    for (unsigned n = 0; n < all_noun_count; n++) {
        const situation *it;
        for (unsigned i = 0; (it = all_situation(&all_nouns[n], i)) != NULL; i++)
            if (strcmp(it->name, name) == 0) {
                printf("%s: %s\n", all_nouns[n].noun, name);
                fflush(stdout);
                run(&all_nouns[n], it);
                found++;
            }
    }
    printf(found == 0 ? "no situation has this name\n" : "%d passed\n", found);
    return found == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
    program = arguments[0];
    catch_signals();
    if (count > 1)
        return run_alone(arguments[1]);
    SRunner *runner = srunner_create(all_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
