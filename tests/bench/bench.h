/* Declarations shared by the files of the driver: cells, subjects and results. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The workloads, as bits, so that a target can combine several. */
enum {
    STORM = 1,
    SPARSE = 2,
    KINDS = 4,
    PAIR = 8,
    BURST = 16,
    SPANS = 32,
    LAYERS = 64,
    BY_AGE = 128,
    PAIRS = 256,
    PAIRS_MIXED = 512,
    CLUSTERED = 1024,
    SIZES = 2048,
    QUERIES = 4096,
    TIMERS = 8192,
    TIMERS_START = 16384,
    TIMERS_STOP = 32768,
    TIMERS_FIRE = 65536,
    TIMERS_IDLE = 131072,
    INTERVALS = 262144,
    WORKLOAD_BITS = 19
};

/* The spatial workloads: see space_cell.h. */
#define SPATIAL (PAIRS | PAIRS_MIXED | CLUSTERED | SIZES | QUERIES)

/* The workloads of timers and intervals: see timers_cell.h. A churn of 0% is 0.1% of the timers per
 * second. */
#define OF_TIMERS (TIMERS | TIMERS_START | TIMERS_STOP | TIMERS_FIRE | TIMERS_IDLE)
#define OF_TIME (OF_TIMERS | INTERVALS)

typedef enum subject_id {
    ARRAY,
    ARRAY_BARE,
    SCAN,
    POINTERS,
    TEXTBOOK,
    AGED,
    MALLOC,
    EACH,
    POOL,
    UPDATE,
    GROUP,
    OLDEST,
    COLONY,
    BOOST,
    SINGLE,
    MANY,
    LAYERS1,
    LAYERS8,
    LAYERS64,
    POOLS64,
    LAYERS1_EACH,
    LAYERS8_EACH,
    LAYERS64_EACH,
    POOLS64_EACH,
    SPACE_LEVELS,
    SPACE_BRUTE,
    BRUTE,
    SWEEP,
    QUADTREE,
    HAND,
    CHIPMUNK_HASH,
    CHIPMUNK_TREE,
    BOX2D,
    TIMER_TABLE,
    COUNTDOWN,
    HEAP4,
    WHEEL,
    LIBEV,
    FULL_UPDATE,
    STAGGERED,
    TESTED,
    ARRAY_FULL,
    ARRAY_STAGGERED,
    SUBJECTS
} subject_id;

/* Subjects as bits. */
typedef uint64_t subject_set;

static inline bool has_subject(subject_set set, int id)
{
    return (set >> id & 1) != 0;
}

/* A subject, its program, and its workloads. */
typedef struct subject_info {
    const char *name;
    const char *program;    /* without the payload after it */
    const char *package;    /* Debian's packages, if any are needed */
    unsigned int workloads; /* bits */
} subject_info;

/* The most rounds of a cell. */
#define ROUNDS_MAX 6

/* One cell of the table, and the result of each subject. */
typedef struct cell {
    unsigned int workload; /* one bit */
    unsigned int n;        /* live actors */
    unsigned int churn;    /* percent per frame */
    unsigned int payload;  /* bytes */
    int rounds;            /* runs, each with new processes and thus other pages */
    double ns[SUBJECTS];   /* 0: not measured */
    unsigned long long destroyed;
    unsigned long long checksum;
} cell;

extern const subject_info subjects[SUBJECTS];

/* "storm" and so on. */
const char *workload_name(unsigned int workload);

/* Each program is linked this many times, as NAME.0 and so on: see placement.c. */
#define PLACEMENTS 4

/* The folder of the programs, and the processor on which they run (below 0: any). */
typedef struct site {
    const char *directory;
    int cpu;
} site;

/* runner.c: runs the cell with these subjects (bits) and fills in the results. False, after a
 * message, if a process failed or two subjects did not do the same work. */
bool run_cell(cell *c, subject_set chosen, const site *where);

/* process.c: true if the program has a subject. */
bool program_works(const site *where, const char *program, unsigned int payload);

/* The reference of a cell's ratios: `array`; in spatial workloads the faster of troupe's kinds. 0:
 * not measured. */
double base_of(const cell *c);

/* report.c: the head of a workload's table, a row of it, and all cells as JSON. */
void print_head(unsigned int workload, subject_set chosen);
void print_row(const cell *c, subject_set chosen);
bool write_json(const char *path, const cell *cells, size_t count);

/* targets.c: prints the targets and whether they are reached. */
void print_targets(const cell *cells, size_t count);

#endif
