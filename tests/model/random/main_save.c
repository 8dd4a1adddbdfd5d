/*
 * Loads arbitrary bytes with a valid checksum. A refused save changes nothing. A loaded one gives a
 * valid world, which plays on, is saved, and loads that save too. Any save can be printed.
 * FUZZ_SEEDS names a folder to which initial saves are written.
 */
#include "../../../src/save/save_format.h" /* inputs get a valid checksum */
#include "../../unit/twin_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static save_file base; /* the world is restored to it after a load */
static save_file file;
static save_file again;
static trp_load_desc load;
static size_t dropped;
static uint64_t hash;
static uint64_t loaded;
static uint64_t inputs;

void situation_failed(const char *where, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s (%s)\n", where, line, text, told.message);
    abort();
}

void situation_cases(const char *what, unsigned long cases)
{
    (void)what, (void)cases;
}

static void swallow(const char *text, void *arg)
{
    *(size_t *)arg += strlen(text);
}

static void drop(const trp_load_problem *problem, void *user)
{
    (void)user;
    dropped += strlen(problem->kind) + strlen(problem->name);
}

static void write_seed(const char *folder, int number)
{
    char path[300];
    FILE *out;

    snprintf(path, sizeof path, "%s/%d.save", folder, number);
    out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(base.bytes, 1, base.size, out) == base.size);
    fclose(out);
}

static void report(void)
{
    printf("inputs: %llu, of which were loaded: %llu\n", (unsigned long long)inputs,
           (unsigned long long)loaded);
}

static void begin(void)
{
    const char *seeds = getenv("FUZZ_SEEDS");

    situation_begin(false);
    twins_begin_saved(7);
    for (int i = 0; i < 8; i++) {
        save_world(twin.world, &base);
        if (seeds != NULL)
            write_seed(seeds, i);
        twins_play(i < 5 ? 1 : 2);
    }
    save_world(twin.world, &base);
    hash = trp_hash_world(twin.world);
    load = save_load;
    load.on_problem = drop;
    atexit(report);
}

/* Contacts, families and timers of made-up saves play, too. */
static void play_on(void)
{
    size_t printed = 0;

    loaded++;
    CHECK_VALID(twin.world);
    if (loaded % 16 != 0) {
        twins_play(1);
        CHECK_RESULT(trp_load(twin.world, base.bytes, base.size, &save_load), TRP_OK);
        return;
    }
    save_world(twin.world, &again);
    CHECK_RESULT(trp_print_save(again.bytes, again.size, swallow, &printed), TRP_OK);
    CHECK_RESULT(trp_load(twin.world, again.bytes, again.size, &save_load), TRP_OK);
    save_world(twin.world, &file);
    CHECK(file.size == again.size && memcmp(file.bytes, again.bytes, file.size) == 0);
    twins_play(2);
    CHECK_VALID(twin.world);
    CHECK_RESULT(trp_load(twin.world, base.bytes, base.size, &save_load), TRP_OK);
    CHECK_EQ(trp_hash_world(twin.world), hash);
}

static void mend_sum(void)
{
    trp__sum sum = trp__sum_start();

    trp__sum_add(&sum, file.bytes, file.size - 8);
    trp__set64(file.bytes + file.size - 8, trp__sum_end(&sum));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    size_t printed = 0;

    if (twin.world == NULL)
        begin();
    if (count < 8 || count > sizeof file.bytes)
        return 0;
    inputs++;
    memcpy(file.bytes, bytes, count);
    file.size = count;
    mend_sum();
    if (inputs % 32 == 0)
        (void)trp_print_save(file.bytes, file.size, swallow, &printed);
    if (trp_load(twin.world, file.bytes, file.size, &load) == TRP_OK)
        play_on();
    else if (inputs % 16 == 0)
        CHECK_EQ(trp_hash_world(twin.world), hash);
    return 0;
}
