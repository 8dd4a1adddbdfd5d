/*
 * Recordings in the library's synctest. After each tick the game is rewound by seven ticks,
 * irrelevant state is disturbed, the ticks are repeated, and every field is compared.
 *
 *     synctest [--ticks N] [--saves | --times] RECORDING...
 *
 * --saves: the disturbance before each repeated tick is a save that is loaded at once.
 * --times: no synctest; measures ticks, snapshots, and eight ticks that are repeated.
 */
#include "core/record.h"
#include "core/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    MOST_TICKS = 20000,
    SNAPSHOTS = 10,
    BACK = 8 /* ticks that rollback repeats */
};

typedef struct trial
{
    game *g;
    uint32_t ticks;
    uint16_t inputs[MOST_TICKS];
} trial;

static _Alignas(8) unsigned char memory[GAME_BYTES];
static _Alignas(8) unsigned char past[SNAPSHOTS * GAME_BYTES / 2];
static unsigned char saved[GAME_BYTES];
static unsigned char bytes[RECORD_BYTES(MOST_TICKS)];
static trial it;

static trp_result step(trp_world *world, uint64_t tick, void *user)
{
    const trial *t = (const trial *)user;
    (void)world;
    game_step(t->g, t->inputs[tick]);
    return TRP_OK;
}

static void print_difference(const trp_difference *difference, void *user)
{
    (void)user;
    printf("  %s\n", difference->text);
}

/* Opens a recording: its game, and its input per tick. Returns NULL or the error. */
static const char *open(trial *t, const char *name, uint32_t most)
{
    replay from;
    uint32_t input;
    FILE *file = fopen(name, "rb");
    if (!file)
        return "cannot be read";
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const char *wrong = replay_open(&from, bytes, size, NULL, 0);
    if (wrong)
        return wrong;
    t->ticks = 0;
    while (t->ticks < most && replay_tick(&from, &input))
        t->inputs[t->ticks++] = (uint16_t)input;
    t->g = game_init(memory, sizeof memory, &from.options);
    return t->g ? NULL : "does not start";
}

/* True if a live actor has nonzero bytes that no field describes: padding in use. */
static bool has_stray(const trial *t)
{
    for (uint32_t id = 0; id < POOL_COUNT; ++id)
    {
        size_t at;
        const uint32_t slot = trp_pool_stray(t->g->pools[id], &at);
        if (slot == TRP_NO_SLOT)
            continue;
        printf("  %s slot %u: byte %u is in no field, and is not zero\n",
               trp_pool_name(t->g->pools[id]), (unsigned)slot, (unsigned)at);
        return true;
    }
    return false;
}

static bool run(trial *t, const char *name, bool by_saves)
{
    static trp_synctest test;
    trp_save_memory save = {
        .bytes = saved, .size = sizeof saved, .load = &(trp_load_desc){.game = "Bullet Troupe"}};
    const trp_synctest_desc desc = {.step = step,
                                    .user = t,
                                    .memory = past,
                                    .bytes = sizeof past,
                                    .on_difference = print_difference,
                                    .disturb = by_saves ? trp_save_and_load : NULL,
                                    .disturb_user = &save};
    trp_result result = trp_synctest_init(&test, t->g->world, &desc);
    bool is_stray = false;
    for (uint32_t i = 0; i < t->ticks && result == TRP_OK && !is_stray; ++i)
    {
        result = trp_synctest_step(&test);
        is_stray = has_stray(t);
    }
    const trp_synctest_stats stats = trp_synctest_get_stats(&test);
    if (result == TRP_OK)
        result = trp_synctest_verdict(&test);
    printf("%s: %u ticks, %u repeated, %.0f MB compared: %s\n", name, (unsigned)stats.ticks,
           (unsigned)stats.ticks_again, (double)stats.bytes_compared / 1e6,
           is_stray ? "used padding" : trp_result_text(result));
    trp_synctest_free(&test);
    return result == TRP_OK && !is_stray && game_is_sound(t->g);
}

static double now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

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
static bool measure(trial *t, const char *name)
{
    static double ticks[MOST_TICKS], saves[MOST_TICKS], backs[MOST_TICKS / BACK];
    uint32_t repeated = 0;
    bool is_fine = true;
    for (uint32_t i = 0; i < t->ticks && is_fine; ++i)
    {
        unsigned char *snapshot = past + i % BACK * (sizeof past / SNAPSHOTS);
        const double begin = now();
        is_fine = trp_snapshot_save(t->g->world, snapshot, sizeof past / SNAPSHOTS, NULL) == TRP_OK;
        const double saved_at = now();
        game_step(t->g, t->inputs[i]);
        const double end = now();
        saves[i] = saved_at - begin;
        ticks[i] = end - saved_at;
        if (i % BACK != BACK - 1)
            continue;
        is_fine =
            is_fine && trp_snapshot_restore(t->g->world, past, sizeof past / SNAPSHOTS) == TRP_OK;
        for (uint32_t k = 0; k < BACK; ++k)
        {
            trp_snapshot_save(t->g->world, past + k * (sizeof past / SNAPSHOTS),
                              sizeof past / SNAPSHOTS, NULL);
            game_step(t->g, t->inputs[i + 1 - BACK + k]);
        }
        backs[repeated++] = now() - end;
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
    uint32_t most = MOST_TICKS;
    bool by_saves = false;
    bool by_time = false;
    bool is_fine = true;
    for (int i = 1; i < count; ++i)
    {
        if (strcmp(arguments[i], "--ticks") == 0 && i + 1 < count)
            most = (uint32_t)strtoul(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--saves") == 0)
            by_saves = true;
        else if (strcmp(arguments[i], "--times") == 0)
            by_time = true;
        else
        {
            const char *wrong = open(&it, arguments[i], most < MOST_TICKS ? most : MOST_TICKS);
            if (wrong)
                printf("%s: %s\n", arguments[i], wrong);
            is_fine = !wrong && is_fine &&
                      (by_time ? measure(&it, arguments[i]) : run(&it, arguments[i], by_saves));
        }
    }
    return is_fine ? 0 : 1;
}
