/*
 * Feeds libFuzzer's inputs to the compiler and to the interpreter. An input that begins with "BMLT"
 * is used as a table. Its checksum is repaired first, so that the check must find other damage. Any
 * other input is compiled as a file. A valid table is listed and run, with all bullets that it
 * fires.
 */
#include "bulletml.h"

#include <stdlib.h>
#include <string.h>

enum
{
    ACTORS = 40,
    TICKS = 40,
    STEPS = 60000 /* calls of the host per input */
};

typedef struct world
{
    const bml_pattern *pattern;
    uint32_t count;
    uint32_t calls;
    bml_runner runners[ACTORS];
    bml_motion motions[ACTORS];
} world;

static void check(bool good)
{
    if (!good)
    {
        abort();
    }
}

static void check_number(double number)
{
    check(number >= -BML_LARGEST && number <= BML_LARGEST);
}

static double random_of(void *context)
{
    world *w = context;
    w->calls++;
    return (double)(w->calls * 2654435761u >> 8) / 16777216.0;
}

static double aim_of(void *context)
{
    world *w = context;
    w->calls++;
    return (double)(w->calls % 720) - 300;
}

static bool fire_of(void *context, const bml_shot *shot)
{
    world *w = context;
    w->calls++;
    check_number(shot->direction);
    check_number(shot->speed);
    check(shot->param_count <= BML_PARAMS && (shot->action != 0 || shot->param_count == 0));
    if (shot->action != 0 && w->count < ACTORS)
    {
        w->motions[w->count] = (bml_motion){.direction = shot->direction, .speed = shot->speed};
        bml_start(&w->runners[w->count++], w->pattern, shot);
    }
    return w->calls % 1009 != 0;
}

static void run_one(world *w, uint32_t i, const bml_host *host)
{
    uint32_t before = bml_hash(&w->runners[i], 1);
    uint32_t result = bml_run(&w->runners[i], w->pattern, &w->motions[i], host);
    check_number(w->motions[i].direction);
    check_number(w->motions[i].speed);
    check_number(w->motions[i].accel_x);
    check_number(w->motions[i].accel_y);
    check(w->runners[i].depth <= BML_STACK && w->runners[i].frame <= w->runners[i].depth);
    check((uint32_t)w->runners[i].param_base + w->runners[i].param_count <= BML_PARAM_STACK);
    check(before == bml_hash(&w->runners[i], 1) || !(result & BML_ENDED) || w->runners[i].at == 0 ||
          result & (BML_GONE | BML_ENDLESS));
}

static void play(const bml_pattern *pattern, double rank)
{
    world w = {.pattern = pattern, .count = bml_tops(pattern)};
    const bml_host host = {
        .context = &w, .rank = rank, .random = random_of, .aim = aim_of, .fire = fire_of};
    for (uint32_t i = 0; i < w.count; i++)
    {
        bml_start_top(&w.runners[i], pattern, i);
    }
    for (uint32_t tick = 0; tick < TICKS && w.calls < STEPS; tick++)
    {
        for (uint32_t i = 0; i < w.count; i++)
        {
            run_one(&w, i, &host);
        }
    }
}

static void ignore(void *context, const char *text)
{
    size_t *length = context;
    *length += strlen(text);
}

static void use(const uint32_t *words, uint32_t length, const bulletml_names *names)
{
    bml_pattern pattern;
    size_t listed = 0;
    if (bml_open(&pattern, words, length) != BML_OK)
    {
        return;
    }
    bulletml_list(&pattern, names, ignore, &listed);
    check(listed > 0);
    play(&pattern, 0.5);
    play(&pattern, 0);
}

static void as_table(const uint8_t *data, size_t size)
{
    bml_pattern pattern;
    uint32_t length = (uint32_t)(size / 4);
    uint32_t *words = calloc(length + (size_t)1, sizeof *words);
    if (!words)
    {
        return;
    }
    check(bml_load(&pattern, data, (uint32_t)size, words, length) == BML_OK || pattern.tops == 0);
    if (length >= BML_HEADER_WORDS)
    {
        words[BML_WORD_VERSION] = BML_TABLE_VERSION;
        words[BML_WORD_LENGTH] = length;
        words[BML_WORD_CHECKSUM] = bml_checksum(words, length);
        words[5] = words[6] = words[7] = 0;
        use(words, length, NULL);
    }
    free(words);
}

static void as_file(const uint8_t *data, size_t size)
{
    size_t told = 0;
    uint32_t length = 0;
    bulletml_names names = {0};
    bulletml_report report = {.file = "fuzzed", .print = ignore, .context = &told};
    uint32_t *words = malloc(BML_WORDS * sizeof *words);
    if (!words)
    {
        return;
    }
    bool sound = bulletml_compile((const char *)data, size, &report, words, &length, &names);
    check(sound == (report.errors == 0) && sound == (length > 0));
    check(sound || told > 0);
    if (sound)
    {
        uint32_t *exact = malloc(length * sizeof *exact);
        check(bml_check(words, length) == BML_OK);
        if (exact)
        {
            memcpy(exact, words, length * sizeof *exact);
            use(exact, length, &names);
        }
        free(exact);
    }
    free(names.names);
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= 4 && memcmp(data, "BMLT", 4) == 0)
    {
        as_table(data, size);
    }
    else
    {
        as_file(data, size);
    }
    return 0;
}
