/* The driver of the benchmark: selects cells and subjects, and their order. */
#define _GNU_SOURCE /* sched_getaffinity */

#include "bench.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CELLS_MAX 220

const subject_info subjects[SUBJECTS] = {
    [ARRAY] = {"array", "cell", NULL,
               STORM | SPARSE | KINDS | PAIR | BURST | SPANS | LAYERS | BY_AGE},
    [ARRAY_BARE] = {"array_bare", "cell", NULL, STORM | SPARSE | PAIR | BURST},
    [SCAN] = {"scan", "cell", NULL, STORM | SPARSE},
    [POINTERS] = {"pointers", "cell", NULL, STORM | SPARSE | BY_AGE},
    [TEXTBOOK] = {"textbook", "cell", NULL, STORM | SPARSE | KINDS | PAIR | BURST},
    [AGED] = {"aged", "cell", NULL, BY_AGE},
    [MALLOC] = {"malloc", "cell", NULL, STORM | SPARSE | PAIR | BURST},
    [EACH] = {"each", "cell", NULL, STORM | SPARSE | KINDS | PAIR | BURST},
    [POOL] = {"pool", "cell", NULL, STORM | SPARSE},
    [UPDATE] = {"update", "cell", NULL, STORM | SPARSE | KINDS},
    [GROUP] = {"group", "cell", NULL, BY_AGE},
    [OLDEST] = {"oldest", "cell", NULL, STORM | BY_AGE},
    [COLONY] = {"colony", "colony", "g++ libplf-colony-dev", STORM | SPARSE | PAIR | BURST},
    [BOOST] = {"boost", "boost", "g++ libboost-dev", STORM | SPARSE | PAIR | BURST},
    [SINGLE] = {"single", "cell", NULL, SPANS},
    [MANY] = {"many", "cell", NULL, SPANS},
    [LAYERS1] = {"layers1", "cell", NULL, LAYERS},
    [LAYERS8] = {"layers8", "cell", NULL, LAYERS},
    [LAYERS64] = {"layers64", "cell", NULL, LAYERS},
    [POOLS64] = {"pools64", "cell", NULL, LAYERS},
    [LAYERS1_EACH] = {"layers1_each", "cell", NULL, LAYERS},
    [LAYERS8_EACH] = {"layers8_each", "cell", NULL, LAYERS},
    [LAYERS64_EACH] = {"layers64_each", "cell", NULL, LAYERS},
    [POOLS64_EACH] = {"pools64_each", "cell", NULL, LAYERS},
    [SPACE_LEVELS] = {"space_levels", "space", NULL, SPATIAL},
    [SPACE_BRUTE] = {"space_brute", "space", NULL, SPATIAL},
    [BRUTE] = {"brute", "space", NULL, SPATIAL},
    [SWEEP] = {"sweep", "space", NULL, SPATIAL},
    [QUADTREE] = {"quadtree", "space", NULL, SPATIAL},
    [HAND] = {"hand", "space", NULL, SPATIAL},
    [CHIPMUNK_HASH] = {"chipmunk_hash", "chipmunk", "libchipmunk-dev", SPATIAL},
    [CHIPMUNK_TREE] = {"chipmunk_tree", "chipmunk", "libchipmunk-dev", SPATIAL},
    [BOX2D] = {"box2d", "box2d", "g++ libbox2d-dev", SPATIAL},
    [TIMER_TABLE] = {"timers", "timers", NULL, OF_TIMERS},
    [COUNTDOWN] = {"countdown", "timers", NULL, OF_TIMERS},
    [HEAP4] = {"heap4", "timers", NULL, OF_TIMERS},
    [WHEEL] = {"wheel", "timers", NULL, OF_TIMERS},
    [LIBEV] = {"libev", "libev", "libev-dev", OF_TIMERS},
    [FULL_UPDATE] = {"full", "timers", NULL, INTERVALS},
    [STAGGERED] = {"staggered", "timers", NULL, INTERVALS},
    [TESTED] = {"tested", "timers", NULL, INTERVALS},
    [ARRAY_FULL] = {"array_full", "timers", NULL, INTERVALS},
    [ARRAY_STAGGERED] = {"array_staggered", "timers", NULL, INTERVALS},
};

/* The cells of a workload: all combinations of n (in steps of ten), churns and payloads. */
typedef struct grid {
    unsigned int workload;
    unsigned int n_min, n_max;
    unsigned int churn_min, churn_max; /* percent */
} grid;

static const grid grids[] = {
    {STORM, 1000, 1000000, 0, 10},       {SPARSE, 1000, 100000, 0, 0},
    {KINDS, 1000, 1000000, 0, 1},        {PAIR, 1000, 1000000, 0, 0},
    {BURST, 1000, 1000000, 0, 0},        {SPANS, 10000, 1000000, 1, 10},
    {LAYERS, 100000, 100000, 0, 1},      {BY_AGE, 1000, 1000000, 0, 10},
    {PAIRS, 1000, 100000, 0, 0},         {PAIRS_MIXED, 1000, 100000, 0, 0},
    {CLUSTERED, 1000, 100000, 0, 0},     {SIZES, 1000, 100000, 0, 0},
    {QUERIES, 1000, 100000, 0, 0},       {TIMERS, 1000, 100000, 0, 10},
    {TIMERS_START, 1000, 100000, 0, 10}, {TIMERS_STOP, 1000, 100000, 0, 10},
    {TIMERS_FIRE, 1000, 100000, 0, 10},  {TIMERS_IDLE, 1000, 100000, 0, 0},
    {INTERVALS, 1000, 100000, 0, 0}};

/* The command line. Filters are lists such as "1000,100000"; NULL: all. */
typedef struct options {
    bool quick;
    const char *json;
    const char *workload, *subject, *n, *churn, *payload;
    int cpu;
} options;

const char *workload_name(unsigned int workload)
{
    static const char *const names[WORKLOAD_BITS] = {
        "storm",       "sparse",      "kinds",       "pair",     "burst",
        "spans",       "layers",      "group",       "pairs",    "pairs_mixed",
        "clustered",   "sizes",       "queries",     "timers",   "timers_start",
        "timers_stop", "timers_fire", "timers_idle", "intervals"};
    for (int i = 0; i < WORKLOAD_BITS; i++)
        if (workload == 1u << i)
            return names[i];
    return "?";
}

/* True if the word is in the list, or there is no list. */
static bool in_list(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    return list == NULL;
}

static bool number_in_list(const char *list, double number)
{
    char word[32];
    snprintf(word, sizeof word, "%.7g", number);
    return in_list(list, word);
}

static bool wanted(const options *o, const cell *c)
{
    if (o->quick && (c->n > 100000 || c->payload != 24))
        return false;
    /* much memory; most time is spent creating it */
    if (o->quick && c->workload == SPARSE && c->n > 10000)
        return false;
    if (o->quick && c->workload == BY_AGE && (c->n < 100000 || c->churn > 1))
        return false;
    if (o->quick && c->workload & SPANS && (c->n < 100000 || c->churn < 10))
        return false;
    if (c->workload & SPATIAL && (c->payload != 24 || (o->quick && c->n != 10000)))
        return false;
    if (c->workload & OF_TIME &&
        (c->payload != 24 || (o->quick && (c->n == 1000 || c->churn == 1))))
        return false;
    return in_list(o->workload, workload_name(c->workload)) && number_in_list(o->n, c->n) &&
           number_in_list(o->churn, c->churn / 100.0) && number_in_list(o->payload, c->payload);
}

/* One if set-up and warm-up take long, or time is short. In `layers` little differs, but `update`
 * is a quarter faster in one process out of four, whatever the layers: several runs average
 * this. */
static int rounds_of(const options *o, const cell *c)
{
    if (c->workload == LAYERS)
        return o->quick ? 1 : ROUNDS_MAX;
    unsigned int slots = c->workload == SPARSE ? c->n * 100 : c->n;
    unsigned int most = c->workload & SPATIAL ? 100000 : 1000000;
    return o->quick || slots >= most ? 1 : 2;
}

/* Adds a workload's cells with this payload, if they are wanted; returns the new count. */
static size_t choose_from(const options *o, const grid *g, unsigned int payload, cell *cells,
                          size_t count)
{
    static const unsigned int churns[] = {0, 1, 10};
    for (unsigned int n = g->n_min; n <= g->n_max; n *= 10) {
        for (size_t k = 0; k < sizeof churns / sizeof *churns; k++) {
            if (churns[k] < g->churn_min || churns[k] > g->churn_max)
                continue;
            cell c = {.workload = g->workload, .n = n, .churn = churns[k], .payload = payload};
            c.rounds = rounds_of(o, &c);
            if (count < CELLS_MAX && wanted(o, &c))
                cells[count++] = c;
        }
    }
    return count;
}

/* The cells to measure, in the order of the tables. */
static size_t choose_cells(const options *o, cell *cells)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        count = choose_from(o, &grids[i], 24, cells, count);
        count = choose_from(o, &grids[i], 104, cells, count);
    }
    return count;
}

/* The subjects to measure, as bits; prints a line for each that cannot be measured. */
static subject_set choose_subjects(const options *o, const site *where)
{
    subject_set chosen = 0;
    for (int id = 0; id < SUBJECTS; id++) {
        const subject_info *s = &subjects[id];
        if (!in_list(o->subject, s->name))
            continue;
        if (!s->package || program_works(where, s->program, 24))
            chosen |= (subject_set)1 << id;
        else
            printf("%s is not measured: its packages are missing (Debian: apt-get install %s)\n",
                   s->name, s->package);
    }
    return chosen;
}

/* Comparing all pairs is too slow for many boxes. */
static bool too_slow(int id, const cell *c)
{
    return (id == BRUTE && c->n > 10000) || (id == SPACE_BRUTE && c->n > 1000);
}

static subject_set taking_part(const cell *c, subject_set chosen)
{
    subject_set set = 0;
    for (int id = 0; id < SUBJECTS; id++)
        if (has_subject(chosen, id) && (subjects[id].workloads & c->workload) && !too_slow(id, c))
            set |= (subject_set)1 << id;
    return set;
}

/* The last processor that is available: the first ones serve interrupts. */
static int choose_cpu(void)
{
    cpu_set_t set;
    int cpu = -1;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return -1;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET((size_t)i, &set))
            cpu = i;
    return cpu;
}

static int usage(const char *program)
{
    fprintf(stderr,
            "usage: %s [--quick] [--json FILE] [--cpu NUMBER] [--workload LIST] [--subject LIST]\n"
            "       [--n LIST] [--churn LIST] [--payload LIST]\n"
            "    --quick  n up to 100,000 and 24 bytes of payload only; sparse\n"
            "             up to 10,000; spans and group 100,000 only; boxes 10,000 only\n"
            "    LIST     such as storm,pair or array,each or 1000,100000 or 0,0.01\n",
            program);
    return 2;
}

static bool parse(options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--quick") == 0) {
            o->quick = true;
            continue;
        }
        if (++i >= argc)
            return false;
        if (strcmp(name, "--json") == 0)
            o->json = argv[i];
        else if (strcmp(name, "--cpu") == 0)
            o->cpu = atoi(argv[i]);
        else if (strcmp(name, "--workload") == 0)
            o->workload = argv[i];
        else if (strcmp(name, "--subject") == 0)
            o->subject = argv[i];
        else if (strcmp(name, "--n") == 0)
            o->n = argv[i];
        else if (strcmp(name, "--churn") == 0)
            o->churn = argv[i];
        else if (strcmp(name, "--payload") == 0)
            o->payload = argv[i];
        else
            return false;
    }
    return true;
}

static bool run_all(cell *cells, size_t count, subject_set chosen, const site *where)
{
    for (size_t i = 0; i < count; i++) {
        subject_set set = taking_part(&cells[i], chosen);
        if (i == 0 || cells[i].workload != cells[i - 1].workload)
            print_head(cells[i].workload, chosen);
        if (!run_cell(&cells[i], set, where))
            return false;
        print_row(&cells[i], chosen);
    }
    return true;
}

int main(int argc, char **argv)
{
    static cell cells[CELLS_MAX];
    options o = {.cpu = choose_cpu()};
    char directory[400] = ".";
    const char *slash = strrchr(argv[0], '/');
    time_t start = time(NULL);
    if (!parse(&o, argc, argv))
        return usage(argv[0]);
    if (slash)
        snprintf(directory, sizeof directory, "%.*s", (int)(slash - argv[0]), argv[0]);
    site where = {directory, o.cpu};
    subject_set chosen = choose_subjects(&o, &where);
    size_t count = choose_cells(&o, cells);
    if (!run_all(cells, count, chosen, &where))
        return 1;
    printf(
        "\nin each cell all subjects destroyed equally many and left the same actors, or reported "
        "the same pairs and hits\n");
    print_targets(cells, count);
    if (o.json && !write_json(o.json, cells, count)) {
        perror(o.json);
        return 1;
    }
    printf("%.0f s%s%s\n", difftime(time(NULL), start), o.json ? "; written: " : "",
           o.json ? o.json : "");
    return 0;
}
