/*
 * Measures the game's ticks, a snapshot before each, and eight ticks that rollback repeats.
 *
 *     times RECORDING...
 */
#include "../../examples/stopwatch.h"
#include "recorded.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    BACK = 8 /* ticks that rollback repeats */
};

static _Alignas(16) unsigned char past[BACK][GAME_BYTES / 2];
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

/* Each tick with a snapshot before it; after each eighth, the last eight are repeated like that. */
static bool measure(recorded *t, const char *name)
{
    static double ticks[RECORDED_TICKS], saves[RECORDED_TICKS], backs[RECORDED_TICKS / BACK];
    uint32_t repeated = 0;
    bool is_fine = true;
    for (uint32_t i = 0; i < t->ticks && is_fine; ++i)
    {
        unsigned char *snapshot = past[i % BACK];
        const double begin = stopwatch_seconds();
        is_fine = trp_snapshot_save(t->g->world, snapshot, sizeof past[0], NULL) == TRP_OK;
        const double saved_at = stopwatch_seconds();
        game_step(t->g, t->inputs[i]);
        const double end = stopwatch_seconds();
        saves[i] = 1e6 * (saved_at - begin);
        ticks[i] = 1e6 * (end - saved_at);
        if (i % BACK != BACK - 1)
            continue;
        is_fine = is_fine && trp_snapshot_restore(t->g->world, past[0], sizeof past[0]) == TRP_OK;
        for (uint32_t k = 0; k < BACK; ++k)
        {
            trp_snapshot_save(t->g->world, past[k], sizeof past[0], NULL);
            game_step(t->g, t->inputs[i + 1 - BACK + k]);
        }
        backs[repeated++] = 1e6 * (stopwatch_seconds() - end);
    }
    const double tick = median(ticks, t->ticks);
    const double save = median(saves, t->ticks);
    const double back = median(backs, repeated);
    printf("%s: tick %.1f us, snapshot %.1f us (%.2f ticks), %d ticks again %.1f us (%.1f ticks)\n",
           name, tick, save, save / tick, BACK, back, back / tick);
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
