#include "recorded.h"
#include "core/record.h"

#include <stdio.h>

static _Alignas(8) unsigned char memory[GAME_BYTES];
static unsigned char bytes[RECORD_BYTES(RECORDED_TICKS)];

const char *recorded_open(recorded *it, const char *name, uint32_t most)
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
        it->inputs[it->ticks++] = (uint16_t)input;
    it->block = memory;
    it->g = game_init(memory, sizeof memory, &from.options);
    return it->g ? NULL : "does not start";
}
