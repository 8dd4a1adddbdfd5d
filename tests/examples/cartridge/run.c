/* Runs a cartridge without a window, by libmgba: presses keys, and prints the game's report and a
 * hash of what the screen shows.
 *   run CARTRIDGE ADDRESS_OF_THE_REPORT [PICTURE.ppm] <KEYS
 * KEYS has a number for each frame. Fails if a frame takes longer than a 60th of a second. */
#include <mgba/flags.h>

#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba/gba/core.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    FRAMES = 600,
    KEPT = 300,
    PIXELS = 240 * 160
};

static color_t screen[PIXELS];

static void silent(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                   va_list values)
{
    (void)logger, (void)category, (void)level, (void)format, (void)values;
}

/* Of a pixel: 5 bits each of red, green and blue, as the console stores it. */
static uint32_t colour(color_t pixel)
{
    return (pixel >> 3 & 31) | (pixel >> 11 & 31) << 5 | (pixel >> 19 & 31) << 10;
}

static int write_picture(const char *name)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return perror(name), 1;
    fprintf(file, "P6 240 160 255\n");
    for (int i = 0; i < PIXELS; i++)
        for (int part = 0; part < 24; part += 8)
            putc((int)(screen[i] >> part & 255), file);
    return fclose(file);
}

int main(int argc, char **argv)
{
    struct mLogger logger = {.log = silent};
    mLogSetDefaultLogger(&logger);
    struct mCore *core = argc > 2 ? GBACoreCreate() : NULL;
    if (core == NULL || !core->init(core))
        return fprintf(stderr, "usage: %s CARTRIDGE ADDRESS [PICTURE.ppm] <KEYS\n", argv[0]), 2;
    mCoreInitConfig(core, NULL);
    core->setVideoBuffer(core, screen, 240);
    if (!mCoreLoadFile(core, argv[1]))
        return fprintf(stderr, "%s: it cannot be loaded\n", argv[1]), 2;
    core->reset(core);

    const uint32_t report = (uint32_t)strtoul(argv[2], NULL, 16);
    static uint32_t keys[FRAMES + 3];
    for (int i = 1; i <= FRAMES && scanf("%" SCNu32, &keys[i]) == 1; i++)
        ;
    uint32_t picture = 2166136261u, seen = 0, lines = 0, late = 0;
    for (uint32_t steps = 0; seen < FRAMES; steps++)
    {
        if (steps > 2 * FRAMES)
            return fprintf(stderr, "%s: it hangs in frame %u\n", argv[1], (unsigned)seen), 1;
        core->setKeys(core, seen + 2 <= FRAMES ? keys[seen + 2]
                                               : 0); /* the frame after the one that waits */
        core->runFrame(core);
        const uint32_t frame = core->busRead32(core, report);
        late += seen > 0 && frame == seen && (seen + 1) % KEPT != 0; /* the hash takes its time */
        seen = frame;
        if (seen > 0 && core->busRead32(core, report + 24) > lines)
            lines = core->busRead32(core, report + 24);
        if (seen % KEPT != 0 || seen == 0)
            continue;
        for (int i = 0; i < PIXELS; i++)
            picture = (picture ^ colour(screen[i])) * 16777619u;
        printf("frame %u: %u bullets, %u hits, score %u; world %08x%08x, picture %08x\n",
               (unsigned)seen, (unsigned)core->busRead32(core, report + 4),
               (unsigned)core->busRead32(core, report + 8),
               (unsigned)core->busRead32(core, report + 12),
               (unsigned)core->busRead32(core, report + 20),
               (unsigned)core->busRead32(core, report + 16), (unsigned)picture);
        if (seen == KEPT && argc > 3 && write_picture(argv[3]) != 0)
            return 2;
    }
    fprintf(stderr, "the longest frame took %u of 228 lines, and %u frames took more than one\n",
            (unsigned)lines, (unsigned)late);
    mCoreConfigDeinit(&core->config);
    core->deinit(core);
    return late != 0;
}
