/* The headless core in wasm: replays a recording, so that wasm_replay.mjs can compare hashes. */
#include "core/record.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { MOST_BYTES = 1 << 20 };

static _Alignas(8) unsigned char memory[GAME_BYTES];
static unsigned char bytes[MOST_BYTES];
static replay from;
static game *g;

/** The address for a recording of `size` bytes; 0: it is too long. */
EXPORT(replay_bytes) unsigned char *replay_bytes(uint32_t size)
{
    return size <= MOST_BYTES ? bytes : NULL;
}

/** Starts the replay. Returns NULL, or a sentence that describes the error. */
EXPORT(replay_begin) const char *replay_begin(uint32_t size)
{
    const char *wrong = replay_open(&from, bytes, size, NULL, 0);
    if (wrong)
        return wrong;
    g = game_init(memory, sizeof memory, &from.options);
    return g ? NULL : "the game does not start";
}

/** Runs one tick. 0: the replay has ended. */
EXPORT(replay_step) uint32_t replay_step(void)
{
    uint32_t input;
    if (!replay_tick(&from, &input))
        return 0;
    game_step(g, input);
    return 1;
}

EXPORT(replay_hash) uint64_t replay_hash(void)
{
    return game_hash(g);
}
