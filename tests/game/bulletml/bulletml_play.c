/*
 * Plays tables (.bmt) on the bare stage, each at three ranks. Prints the number of fired bullets,
 * the most live bullets, and a hash over all ticks, which is the same on every machine.
 *
 *   bulletml_play [--ticks n] table.bmt...
 */
#include "bulletml_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROOM = 20000,
    TICKS = 3600
};

typedef struct table
{
    const char *name;
    uint32_t words[BML_WORDS];
    unsigned char bytes[BML_WORDS * 4 + 1];
    bml_pattern pattern;
} table;

static bool load(table *t)
{
    FILE *file = fopen(t->name, "rb");
    if (!file)
    {
        fprintf(stderr, "%s: the table cannot be opened\n", t->name);
        return false;
    }
    size_t size = fread(t->bytes, 1, sizeof t->bytes, file);
    fclose(file);
    bml_result result = bml_load(&t->pattern, t->bytes, (uint32_t)size, t->words, BML_WORDS);
    if (result != BML_OK)
    {
        fprintf(stderr, "%s: %s\n", t->name, bml_reason(result));
    }
    return result == BML_OK;
}

static bool is_sane(double number)
{
    return number >= -BML_LARGEST && number <= BML_LARGEST;
}

static bool all_sane(const bullet_stage *stage)
{
    for (uint32_t i = 0; i <= stage->count; i++)
    {
        const bml_motion *motion = &stage->bullets[i].motion;
        if (!is_sane(motion->direction) || !is_sane(motion->speed) || !is_sane(motion->accel_x) ||
            !is_sane(motion->accel_y))
        {
            return false;
        }
    }
    return true;
}

static const char *base_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static bool play(const table *t, double rank, uint32_t ticks)
{
    bullet_stage stage = {.rank = rank, .culls = true};
    uint64_t hash = 1;
    uint32_t most = 0;
    if (!stage_set_up(&stage, ROOM) || !stage_play(&stage, &t->pattern))
    {
        fprintf(stderr, "there is not enough memory\n");
        return false;
    }
    bool sane = true;
    for (uint32_t i = 0; i < ticks; i++)
    {
        stage_play_on(&stage);
        most = stage.count > most ? stage.count : most;
        hash = stage_hash(&stage, hash);
        sane = sane && all_sane(&stage);
    }
    printf("%s rank %g: fired %u, at most %u, hash %016llx%s%s%s\n", base_name(t->name), rank,
           (unsigned)stage.fired, (unsigned)most, (unsigned long long)hash,
           stage.endless ? ", ENDLESS" : "", sane ? "" : ", NOT SANE",
           stage.lost ? ", TOO MANY" : "");
    sane = sane && !stage.endless;
    stage_tear_down(&stage);
    return sane;
}

int main(int count, char **arguments)
{
    static const double ranks[] = {0, 0.5, 1};
    uint32_t ticks = TICKS;
    int first = 1;
    bool well = true;
    table *t = malloc(sizeof *t);
    if (count > 2 && strcmp(arguments[1], "--ticks") == 0)
    {
        ticks = (uint32_t)strtoul(arguments[2], NULL, 10);
        first = 3;
    }
    if (first >= count || !t)
    {
        fputs("usage: bulletml_play [--ticks n] table.bmt...\n", stderr);
        free(t);
        return 2;
    }
    for (int i = first; i < count; i++)
    {
        t->name = arguments[i];
        if (!load(t))
        {
            well = false;
            continue;
        }
        for (size_t rank = 0; rank < sizeof ranks / sizeof *ranks; rank++)
        {
            well = play(t, ranks[rank], ticks) && well;
        }
    }
    free(t);
    return well ? 0 : 1;
}
