/*
 * Measures the game's ticks, a snapshot before each, and eight ticks that rollback repeats; beside
 * the snapshot stands a copy of the game's whole block, which is how to do it by hand.
 *
 *     times RECORDING...
 */
#include "../../examples/stopwatch.h"
#include "recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BACK = 8 /* ticks that rollback repeats */
};

static _Alignas(16) unsigned char past[BACK][GAME_BYTES / 2];
static _Alignas(16) unsigned char copied[GAME_BYTES];
static recorded it;

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, uint32_t count)
{
    qsort(times, count, sizeof *times, compare);
    return count > 0 ? times[count / 2] : 0;
}

static double us_since(double begin)
{
    return 1e6 * (stopwatch_seconds() - begin);
}

static double time_of_copy(const recorded *t)
{
    static volatile unsigned char last;
    const double begin = stopwatch_seconds();
    memcpy(copied, t->block, sizeof copied);
    last = copied[t->ticks];
    (void)last;
    return us_since(begin);
}

/* Goes back and plays the last ticks again, up to this one. */
static bool repeat(recorded *t, uint32_t tick)
{
    if (trp_snapshot_restore(t->g->world, past[0], sizeof past[0]) != TRP_OK)
        return false;
    for (uint32_t k = 0; k < BACK; ++k)
    {
        trp_snapshot_save(t->g->world, past[k], sizeof past[0], NULL);
        game_step(t->g, t->inputs[tick + 1 - BACK + k]);
    }
    return true;
}

static bool measure(recorded *t, const char *name)
{
    static double ticks[RECORDED_TICKS], saves[RECORDED_TICKS];
    static double backs[RECORDED_TICKS / BACK], copies[RECORDED_TICKS / BACK];
    uint32_t repeated = 0;
    bool is_fine = true;
    for (uint32_t i = 0; i < t->ticks && is_fine; ++i)
    {
        double begin = stopwatch_seconds();
        is_fine = trp_snapshot_save(t->g->world, past[i % BACK], sizeof past[0], NULL) == TRP_OK;
        saves[i] = us_since(begin);
        begin = stopwatch_seconds();
        game_step(t->g, t->inputs[i]);
        ticks[i] = us_since(begin);
        if (i % BACK != BACK - 1)
            continue;
        begin = stopwatch_seconds();
        is_fine = is_fine && repeat(t, i);
        backs[repeated] = us_since(begin);
        copies[repeated++] = time_of_copy(t);
    }
    const double tick = median(ticks, t->ticks);
    const double save = median(saves, t->ticks);
    const double back = median(backs, repeated);
    printf(
        "%s: tick %.1f us, snapshot %.1f us (%.2f ticks; the whole block %.1f us), %d ticks again "
        "%.1f us (%.1f ticks)\n",
        name, tick, save, save / tick, median(copies, repeated), BACK, back, back / tick);
    return is_fine;
}

int main(int count, char **arguments)
{
    bool is_fine = true;
    for (int i = 1; i < count; ++i)
    {
        const char *wrong = recorded_open(&it, arguments[i], RECORDED_TICKS);
        if (wrong)
            printf("%s: %s\n", arguments[i], wrong);
        is_fine = !wrong && is_fine && measure(&it, arguments[i]);
    }
    return is_fine ? 0 : 1;
}
