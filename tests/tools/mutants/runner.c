/*
 * Runs the given situations in one process, up to the first that fails, crashes or does not end.
 *
 *     runner measure               runs all; prints one line per situation: number, microseconds,
 * name, and, if the
 *                                  library was compiled with -finstrument-functions, the addresses
 *                                  of functions entered
 *     runner run NUMBER:MS...      runs these, each for so many milliseconds at most; prints the
 * one that fails, and exits 1
 *
 * The number after the last situation is the fuzzer's corpus (MUTANTS_CORPUS: a folder), if it is
 * linked.
 */
#include "../../unit/all.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

/* The fuzzer's operations.h; not linked with sanitizers. */
__attribute__((weak)) void operations_run(const unsigned char *bytes, size_t count);

#define FUNCTIONS 8192u

static const char *noun_now = "";
static const char *name_now = "";
static void *entered[FUNCTIONS];
static unsigned entered_count;

/* Functions */

void __cyg_profile_func_enter(void *function, void *from);
void __cyg_profile_func_exit(void *function, void *from);

void __cyg_profile_func_enter(void *function, void *from)
{
    unsigned at = (unsigned)((uintptr_t)function >> 2) % FUNCTIONS;

    (void)from;
    while (entered[at] != NULL && entered[at] != function)
        at = (at + 1) % FUNCTIONS;
    if (entered[at] == NULL && entered_count < FUNCTIONS - 1) {
        entered[at] = function;
        entered_count++;
    }
}

void __cyg_profile_func_exit(void *function, void *from)
{
    (void)function;
    (void)from;
}

static void forget_functions(void)
{
    memset(entered, 0, sizeof entered);
    entered_count = 0;
}

static void print_functions(void)
{
    for (unsigned i = 0; i < FUNCTIONS; i++)
        if (entered[i] != NULL)
            printf(" %llx", (unsigned long long)(uintptr_t)entered[i]);
}

/* Ends */

static _Noreturn void report_failure(const char *how)
{
    printf("%s: %s%s\n", noun_now, name_now, how);
    fflush(stdout);
    _Exit(1);
}

void situation_failed(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    report_failure("");
}

void situation_cases(const char *what, unsigned long cases)
{
    (void)what;
    (void)cases;
}

static void stopped(int number)
{
    report_failure(number == SIGPROF ? " (endless)" : number == SIGABRT ? " (abort)" : " (crash)");
}

#if defined(__SANITIZE_ADDRESS__)
void __sanitizer_set_death_callback(void (*callback)(void));

static void died(void)
{
    report_failure(" (sanitizer)");
}
#endif

static void listen(void)
{
    static const int numbers[] = {SIGPROF, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP};
    static unsigned char stack[1 << 16];
    const stack_t apart = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_flags = SA_ONSTACK};

    sigaltstack(&apart, NULL);
    action.sa_handler = stopped;
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(died);
#else
    {
        const struct rlimit most = {1u << 30, 1u << 30};
        setrlimit(RLIMIT_AS, &most);
    }
#endif
}

/* Situations */

static void run_corpus(void)
{
    const char *folder = getenv("MUTANTS_CORPUS");
    DIR *list = folder != NULL ? opendir(folder) : NULL;
    static unsigned char bytes[1 << 16];
    const struct dirent *entry;
    char path[600];

    if (list == NULL || operations_run == NULL)
        return;
    while ((entry = readdir(list)) != NULL) {
        FILE *file;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        file = entry->d_name[0] != '.' ? fopen(path, "rb") : NULL;
        if (file == NULL)
            continue;
        operations_run(bytes, fread(bytes, 1, sizeof bytes, file));
        fclose(file);
    }
    closedir(list);
}

/* False: there is no such situation. */
static bool run(unsigned number, unsigned long ms)
{
    const struct itimerval limit = {
        .it_value = {.tv_sec = (long)(ms / 1000), .tv_usec = (long)(ms % 1000 * 1000)}};

    for (unsigned n = 0; n < all_noun_count; n++) {
        const noun *of = &all_nouns[n];
        const situation *it = number < all_situation_count(of) ? all_situation(of, number) : NULL;
        if (it != NULL) {
            noun_now = of->noun;
            name_now = it->name;
            setitimer(ITIMER_PROF, &limit, NULL);
            situation_begin(of->silently);
            situation_play(it);
            return true;
        }
        number -= all_situation_count(of);
    }
    if (number != 0 || operations_run == NULL)
        return false;
    noun_now = "fuzz";
    name_now = "the corpus";
    setitimer(ITIMER_PROF, &limit, NULL);
    run_corpus();
    return true;
}

static int measure(void)
{
    for (unsigned i = 0;; i++) {
        const clock_t start = clock();
        forget_functions();
        if (!run(i, 0))
            return 0;
        printf("%u\t%ld\t%s: %s\t", i, (long)((clock() - start) * 1000000 / CLOCKS_PER_SEC),
               noun_now, name_now);
        print_functions();
        printf("\n");
    }
}

int main(int count, char **words)
{
    listen();
    if (count == 2 && strcmp(words[1], "measure") == 0)
        return measure();
    for (int i = 2; i < count; i++) {
        const char *colon = strchr(words[i], ':');
        if (colon == NULL ||
            !run((unsigned)strtoul(words[i], NULL, 10), strtoul(colon + 1, NULL, 10)))
            return 2;
    }
    return 0;
}
