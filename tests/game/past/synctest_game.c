/*
 * Recordings in the library's synctest. After each tick the game is rewound by seven ticks,
 * irrelevant state is disturbed, the ticks are repeated, and every field is compared.
 *
 *     synctest [--ticks N] [--saves] RECORDING...
 *
 * --saves: the disturbance before each repeated tick is a save that is loaded at once.
 */
#include "../../../src/state/fields.h" /* bytes in no field */
#include "../../unit/save_and_load.h"
#include "core/core.h"
#include "core/record.h"

#include "troupe/synctest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPSHOTS = 10 };

enum { RECORDED_TICKS = 20000 };

/* A recording that is opened whole: its game before the first tick, and its input per tick. */
typedef struct recorded {
    game *g;
    uint32_t ticks;
    uint32_t inputs[RECORDED_TICKS];
} recorded;

static _Alignas(8) unsigned char memory[GAME_BYTES];
static unsigned char bytes[RECORD_BYTES(RECORDED_TICKS)];

/* At most so many ticks. NULL, or the error. Only one can be open at a time. */
static const char *recorded_open(recorded *it, const char *name, uint32_t most)
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
    it->ticks = 0;
    while (it->ticks < most && it->ticks < RECORDED_TICKS && replay_tick(&from, &input))
        it->inputs[it->ticks++] = input;
    it->g = game_init(memory, sizeof memory, &from.options);
    return it->g ? NULL : "does not start";
}

static _Alignas(8) unsigned char past[SNAPSHOTS * GAME_BYTES / 2];
static unsigned char saved[GAME_BYTES];
static recorded it;

static trp_result step(trp_world *world, uint64_t tick, void *user)
{
    const recorded *t = (const recorded *)user;
    (void)world;
    game_step(t->g, t->inputs[tick]);
    return TRP_OK;
}

static void print_difference(const trp_difference *difference, void *user)
{
    (void)user;
    printf("  %s\n", difference->text);
}

/* True if a live actor has nonzero bytes that no field describes: padding in use. */
static bool has_stray(const recorded *t)
{
    for (uint32_t id = 0; id < POOL_COUNT; ++id) {
        size_t at;
        const uint32_t slot = trp__pool_stray(t->g->pools[id], 0, &at);
        if (slot == TRP_NO_SLOT)
            continue;
        printf("  %s slot %u: byte %u is in no field, and is not zero\n",
               trp_pool_info(t->g->pools[id]).name, (unsigned)slot, (unsigned)at);
        return true;
    }
    return false;
}

static bool run(recorded *t, const char *name, bool by_saves)
{
    static trp_synctest test;
    saved_memory save = {
        .bytes = saved, .size = sizeof saved, .load = &(trp_load_desc){.game = "Bullet Troupe"}};
    const trp_synctest_desc desc = {.step = step,
                                    .user = t,
                                    .memory = past,
                                    .bytes = sizeof past,
                                    .on_difference = print_difference,
                                    .disturb = by_saves ? save_and_load : NULL,
                                    .disturb_user = &save};
    trp_result result = trp_synctest_init(&test, t->g->world, &desc);
    bool is_stray = false;
    for (uint32_t i = 0; i < t->ticks && result == TRP_OK && !is_stray; ++i) {
        result = trp_synctest_step(&test);
        is_stray = has_stray(t);
    }
    const trp_synctest_facts stats = trp_synctest_info(&test);
    if (result == TRP_OK)
        result = trp_synctest_info(&test).verdict;
    printf("%s: %u ticks, %u repeated, %.0f MB compared: %s\n", name, (unsigned)stats.ticks,
           (unsigned)stats.ticks_again, (double)stats.bytes_compared / 1e6,
           is_stray ? "used padding" : trp_result_name(result));
    trp_synctest_free(&test);
    return result == TRP_OK && !is_stray && game_is_sound(t->g);
}

int main(int count, char **arguments)
{
    uint32_t most = RECORDED_TICKS;
    bool by_saves = false;
    bool is_fine = true;
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "--ticks") == 0 && i + 1 < count)
            most = (uint32_t)strtoul(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--saves") == 0)
            by_saves = true;
        else {
            const char *wrong = recorded_open(&it, arguments[i], most);
            if (wrong)
                printf("%s: %s\n", arguments[i], wrong);
            is_fine = !wrong && is_fine && run(&it, arguments[i], by_saves);
        }
    }
    return is_fine ? 0 : 1;
}
