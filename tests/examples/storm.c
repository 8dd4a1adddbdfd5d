/*
 * A storm of bullets and particles: compares the time of the library with that of a dense array and
 * a textbook list, and counts the library's allocations after set-up.
 *
 *     storm [BODIES [FRAMES]]
 *
 * Exit status: 1 if the library allocates in a frame or the subjects did different work, 2 if there
 * is no memory or an argument is not a number, otherwise 0.
 */
#include "count_allocations.h"
#include "stopwatch.h"
#include "storm_picture.h"
#include "storm_subjects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SUBJECTS = 5,
    ARRAY = 3, /* the subject with which the others are compared */
    LIBRARY = 3,
    WARM_UP = 120,
    STRETCH = 60 /* frames between two drawings of the progress line */
};

static const storm_subject *const subjects[SUBJECTS] = {
    &storm_troupe_each, &storm_troupe_update, &storm_troupe_newest, &storm_array, &storm_textbook,
};

typedef struct storm_run {
    uint32_t bodies;
    uint32_t frames; /* number of measured frames */
    double *seconds; /* seconds per frame */
    bool picture;
} storm_run;

typedef struct measurement {
    double ns; /* per actor and frame, in the median frame */
    size_t allocations;
    storm_work work;
} measurement;

static int compare_seconds(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;
    return (*a > *b) - (*a < *b);
}

/* Runs the frames from `from` up to `to`. The first WARM_UP frames of a run are not timed. */
static void run_stretch(storm_run *storm, const storm_subject *subject, void *state, uint32_t from,
                        uint32_t to)
{
    for (uint32_t frame = from; frame < to; ++frame) {
        double start = stopwatch_seconds();
        subject->frame(state);
        if (frame >= WARM_UP)
            storm->seconds[frame - WARM_UP] = stopwatch_seconds() - start;
    }
}

static measurement run_frames(storm_run *storm, int number, void *state)
{
    const storm_subject *subject = subjects[number];
    uint32_t all = WARM_UP + storm->frames;
    measurement result = {0};
    for (uint32_t from = 0; from < all; from += STRETCH) {
        uint32_t to = from + STRETCH < all ? from + STRETCH : all;
        if (storm->picture)
            picture_progress((number + (double)from / all) / SUBJECTS, subject->name);
        size_t before = count_allocations();
        run_stretch(storm, subject, state, from, to);
        result.allocations += count_allocations() - before;
    }
    qsort(storm->seconds, storm->frames, sizeof *storm->seconds, compare_seconds);
    result.ns = storm->seconds[storm->frames / 2] * 1e9 / storm->bodies;
    result.work = subject->work(state);
    return result;
}

static bool measure(storm_run *storm, measurement results[SUBJECTS])
{
    for (int i = 0; i < SUBJECTS; ++i) {
        void *state = subjects[i]->set_up(storm->bodies);
        if (!state)
            return false;
        results[i] = run_frames(storm, i, state);
        subjects[i]->tear_down(state);
    }
    if (storm->picture)
        picture_progress_end();
    return true;
}

static void report(const storm_run *storm, const measurement results[SUBJECTS])
{
    double died = (double)results[0].work.died;
    printf("%" PRIu32
           " bullets, sparks, smoke and missiles; %.1f%% die and are replaced per frame; "
           "%" PRIu32 " frames\n",
           storm->bodies, 100 * died / (WARM_UP + storm->frames) / storm->bodies, storm->frames);
    printf("%-45s %12s %15s %12s\n", "", "ns per actor", "times the array", "allocations");
    for (int i = 0; i < SUBJECTS; ++i)
        printf("%-45s %12.2f %15.2f %12zu\n", subjects[i]->name, results[i].ns,
               results[i].ns / results[ARRAY].ns, results[i].allocations);
}

static bool all_is_well(const measurement results[SUBJECTS])
{
    bool well = true;
    for (int i = 0; i < SUBJECTS; ++i) {
        if (results[i].work.died != results[ARRAY].work.died ||
            results[i].work.hash != results[ARRAY].work.hash) {
            fprintf(stderr, "%s: did different work than the array\n", subjects[i]->name);
            well = false;
        }
        if (i < LIBRARY && results[i].allocations != 0) {
            fprintf(stderr, "%s: allocates in a frame\n", subjects[i]->name);
            well = false;
        }
    }
    return well;
}

static bool read_number(const char *text, uint32_t least, uint32_t most, uint32_t *out)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (end == text || *end != '\0' || value < least || value > most)
        return false;
    *out = (uint32_t)value;
    return true;
}

int main(int count, char **arguments)
{
    storm_run storm = {.bodies = 100000, .frames = 300, .picture = picture_wanted()};
    measurement results[SUBJECTS];
    if (count > 3 || (count > 1 && !read_number(arguments[1], 10, 4000000, &storm.bodies)) ||
        (count > 2 && !read_number(arguments[2], 1, 100000, &storm.frames))) {
        fprintf(stderr, "usage: %s [BODIES, 10 to 4000000 [FRAMES, 1 to 100000]]\n", arguments[0]);
        return 2;
    }
    if (storm.picture)
        picture_show(storm.bodies, 1.5);
    storm.seconds = calloc(storm.frames, sizeof *storm.seconds);
    if (!storm.seconds || !measure(&storm, results)) {
        fprintf(stderr, "%s: not enough memory\n", arguments[0]);
        return 2;
    }
    report(&storm, results);
    free(storm.seconds);
    return all_is_well(results) ? 0 : 1;
}
