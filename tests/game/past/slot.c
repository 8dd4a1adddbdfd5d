#include "slot.h"

#include "core/core.h"
#include "past.h"

#include "troupe/save.h"

#define NAME "Bullet Troupe"

enum { VERSION = 1 };

typedef struct sink_bytes {
    unsigned char *bytes;
    size_t size;
    size_t used;
} sink_bytes;

static bool write(const void *bytes, size_t size, void *arg)
{
    sink_bytes *to = (sink_bytes *)arg;
    const unsigned char *from = (const unsigned char *)bytes;
    if (to->size - to->used < size)
        return false;
    for (size_t i = 0; i < size; ++i)
        to->bytes[to->used++] = from[i];
    return true;
}

size_t slot_write(const game *g, const unsigned char *recording, size_t recording_size,
                  unsigned char *bytes, size_t size)
{
    const trp_save_chunk chunk = {"recording", recording, recording_size};
    const trp_save_desc desc = {
        .game = NAME, .version = VERSION, .chunks = &chunk, .chunk_count = 1};
    sink_bytes to = {.bytes = bytes, .size = size};
    return trp_save(g->world, &desc, write, &to) == TRP_OK ? to.used : 0;
}

static const char *reason(trp_result result)
{
    switch (result) {
    case TRP_OK:
        return NULL;
    case TRP_ERR_FOREIGN:
        return "the save is of another game";
    case TRP_ERR_VERSION:
        return "the save is of a newer version: load it with a newer game";
    case TRP_ERR_DAMAGED:
        return "the save is damaged, or is not a save";
    default:
        return "the save does not fit into this game";
    }
}

const char *slot_open(const unsigned char *bytes, size_t size, const uint32_t *pattern,
                      uint32_t pattern_words, replay *p, const unsigned char **recording,
                      size_t *recording_size)
{
    trp_save_info info;
    const trp_result result = trp_save_read_info(bytes, size, &info);
    if (result != TRP_OK)
        return reason(result);
    *recording =
        (const unsigned char *)trp_save_find_chunk(bytes, size, "recording", recording_size);
    if (!*recording)
        return reason(TRP_ERR_FOREIGN);
    return replay_open(p, *recording, *recording_size, pattern, pattern_words);
}

static void note_problem(const trp_load_problem *problem, void *user)
{
    char *words = (char *)user;
    size_t i = 0;
    for (; i + 1 < SLOT_WORDS && problem->text[i]; ++i)
        words[i] = problem->text[i];
    words[i] = 0;
}

static trp_load_desc load_desc(char words[SLOT_WORDS])
{
    words[0] = 0;
    return (trp_load_desc){
        .game = NAME, .version = VERSION, .on_problem = note_problem, .user = words};
}

/* The library's message contains the place of the call; the display has room for one line only. */
static const char *wrong_of(trp_result result, const char *words)
{
    const bool is_place = result != TRP_ERR_FOREIGN && result != TRP_ERR_VERSION && words[0] != 0;
    return result == TRP_OK ? NULL : is_place ? words : reason(result);
}

const char *slot_check(const game *g, const unsigned char *bytes, size_t size,
                       char words[SLOT_WORDS])
{
    const trp_load_desc desc = load_desc(words);
    return wrong_of(trp_load_check(g->world, bytes, size, &desc), words);
}

const char *slot_read(game *g, const unsigned char *bytes, size_t size, uint64_t hash,
                      char words[SLOT_WORDS])
{
    const trp_load_desc desc = load_desc(words);
    const trp_result result = trp_load(g->world, bytes, size, &desc);
    if (result != TRP_OK)
        return wrong_of(result, words);
    if (!game_is_sane(g))
        return "the save is damaged: no game writes such values";
    if (game_hash(g) != hash)
        return "the save is damaged: its recording does not match it";
    past_hush(g);
    return NULL;
}
