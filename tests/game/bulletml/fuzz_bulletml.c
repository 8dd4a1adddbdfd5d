/* * Feeds libFuzzer's inputs to the compiler, and its tables to the interpreter: they are run,
 * with all bullets that they fire. */
#include "bulletml.h"

#include <stdlib.h>
#include <string.h>

enum {
    ACTORS = 40,
    TICKS = 40,
    STEPS = 60000 /* calls of the host per input */
};

typedef struct world {
    const bml_pattern *pattern;
    uint32_t count;
    uint32_t calls;
    bml_runner runners[ACTORS];
    bml_motion motions[ACTORS];
} world;

static void check(bool good)
{
    if (!good)
        abort();
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
    if (shot->action != 0 && w->count < ACTORS) {
        w->motions[w->count] = (bml_motion){.direction = shot->direction, .speed = shot->speed};
        bml_start(&w->runners[w->count++], w->pattern, shot);
    }
    return w->calls % 1009 != 0;
}

static void run_one(world *w, uint32_t i, const bml_host *host)
{
    bml_run(&w->runners[i], w->pattern, &w->motions[i], host);
    check_number(w->motions[i].direction);
    check_number(w->motions[i].speed);
    check_number(w->motions[i].accel_x);
    check_number(w->motions[i].accel_y);
    check(w->runners[i].depth <= BML_STACK && w->runners[i].frame <= w->runners[i].depth);
    check((uint32_t)w->runners[i].param_base + w->runners[i].param_count <= BML_PARAM_STACK);
    check(bml_fits(&w->runners[i], w->pattern));
}

static void play(const bml_pattern *pattern, double rank)
{
    world w = {.pattern = pattern, .count = bml_tops(pattern)};
    const bml_host host = {
        .context = &w, .rank = rank, .random = random_of, .aim = aim_of, .fire = fire_of};
    for (uint32_t i = 0; i < w.count; i++)
        bml_start_top(&w.runners[i], pattern, i);
    for (uint32_t tick = 0; tick < TICKS && w.calls < STEPS; tick++)
        for (uint32_t i = 0; i < w.count; i++)
            run_one(&w, i, &host);
}

static void ignore(void *context, const char *text)
{
    size_t *length = context;
    *length += strlen(text);
}

/* The words lie in a block of exactly their size, so that reads after them are detected. */
static void use(const uint32_t *words, uint32_t length)
{
    bml_pattern pattern;
    uint32_t *exact = malloc(length * sizeof *exact);
    if (!exact)
        return;
    memcpy(exact, words, length * sizeof *exact);
    check(bml_open(&pattern, exact, length));
    play(&pattern, 0.5);
    play(&pattern, 0);
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t told = 0;
    uint32_t length = 0;
    bulletml_report report = {.file = "fuzzed", .print = ignore, .context = &told};
    uint32_t *words = malloc(BML_WORDS * sizeof *words);
    if (!words)
        return 0;
    bool sound = bulletml_compile((const char *)data, size, &report, words, &length);
    check(sound == (report.errors == 0) && sound == (length > 0));
    check(sound || told > 0);
    if (sound)
        use(words, length);
    free(words);
    return 0;
}

/* Without libFuzzer, by any compiler: runs the function on files. */
#ifdef FUZZ_FILES

#include <stdio.h>

/* The input lies in a block of exactly its size, so that reads after its end are detected. */
static int replay(const char *name)
{
    static uint8_t buffer[1 << 20];
    FILE *file = fopen(name, "rb");
    size_t size = file ? fread(buffer, 1, sizeof buffer, file) : 0;
    uint8_t *exact = malloc(size ? size : 1);
    bool there = file && exact;
    if (file)
        fclose(file);
    if (!there) {
        fprintf(stderr, "%s: the file cannot be read\n", name);
        free(exact);
        return 1;
    }
    for (size_t i = 0; i < size; i++)
        exact[i] = buffer[i];
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

int main(int count, char **files)
{
    int failed = 0;
    for (int i = 1; i < count; i++)
        failed += replay(files[i]);
    printf("inputs of the fuzzer: %d passed, %d failed\n", count - 1 - failed, failed);
    return failed ? 1 : 0;
}

#endif
