/*
 * Other uses of saves: chunks of the game, text, files of former commits, a synctest that saves and
 * loads at every tick.
 */
#include "../save_and_load.h"
#include "../synctest_scene.h"
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(save_more);

static save_file file;
static save_file again;
static unsigned lines;
static bool has_line;
static bool has_game;

static void begin(uint32_t steps)
{
    twins_begin_saved(7);
    twins_play(steps);
    save_world(twin.world, &file);
}

/* Chunks */

SITUATION("a save has chunks of any size")
{
    static unsigned char picture[5000];
    const void *found;
    size_t size = 0;

    begin(1);
    for (unsigned i = 0; i < sizeof picture; i++)
        picture[i] = (unsigned char)(i * 11);
    for (size_t bytes = 0; bytes <= sizeof picture;
         bytes += bytes < 2060   ? 53
                  : bytes < 2100 ? 1
                                 : 725) { /* the buffer has 2,048 bytes */
        const trp_save_chunk chunks[] = {{"text", picture + 1, bytes < 2100 ? 5 : 1900},
                                         {"picture", picture, bytes}};
        const trp_save_desc desc = {.game = "g", .chunks = chunks, .chunk_count = 2};
        file.size = 0;
        CHECK_OK(trp_save(twin.world, &desc, save_to_file, &file));
        CHECK_EQ(file.size, trp_save_bytes(twin.world, &desc));
        found = trp_save_find_chunk(file.bytes, file.size, "picture", &size);
        CHECK_EQ(size, bytes);
        CHECK(found != NULL && memcmp(found, picture, bytes) == 0);
        CHECK(trp_save_find_chunk(file.bytes, file.size, "sound", &size) == NULL);
    }
}

typedef struct paper {
    size_t left;
    unsigned failures;
} paper;

static bool write_a_little(const void *bytes, size_t size, void *arg)
{
    paper *on = (paper *)arg;

    if (size > on->left) {
        on->failures++;
        return false;
    }
    on->left -= size;
    return true;
}

/* The first write that fails is the last one. */
SITUATION("a save is given up where it cannot be written, and written no further")
{
    const trp_save_desc desc = {.game = "g"};

    begin(20);
    for (size_t room = 0; room < file.size; room += 997) {
        paper on = {room, 0};
        CHECK_QUIET(twin.world, trp_save(twin.world, &desc, write_a_little, &on), TRP_ERR_MEMORY);
        CHECK_EQ(on.failures, 1);
    }
    CHECK_VALID(twin.world);
}

SITUATION("a save has the ids of a region that comes later")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(8)];
    trp_ids ids = {0};
    trp_region region = {.name = "late", .ids = &ids};

    begin(1);
    CHECK_OK(trp_ids_init(&ids, ids_memory, sizeof ids_memory, 0, 8));
    CHECK(trp__ids_take_this(&ids, 5));
    CHECK_OK(trp_region_add(twin.world, &region));
    save_world(twin.world, &again);
    /* a chunk, its names, its numbers, the description of an id with its field, an id */
    CHECK_EQ(again.size,
             file.size + 12 + (1 + 4 + 1) + (1 + 1) + (1 + 8 + 8 + 8) + (4 + 8) + (4 + 9) + 4);
    CHECK_OK(trp_load(twin.world, again.bytes, again.size, &save_load));
    CHECK_EQ(trp_ids_next(&ids, 0), 5);
    CHECK_OK(trp_region_remove(twin.world, &region));
}

/* Text */

static void note_line(const char *text, void *arg)
{
    lines++;
    has_line |= situation_text_has(text, "field \"friend_of\" handle, bytes: 8");
    has_game |= situation_text_has(text, ", version 1, ticks: 20");
}

SITUATION("a save is printed without its game")
{
    begin(20);
    lines = 0;
    has_line = false;
    has_game = false;
    CHECK_OK(trp_print_save(file.bytes, file.size, note_line, NULL));
    CHECK(lines > 500 && has_line && has_game);
    const unsigned whole =
        lines; /* what is cut off, or changed, is printed as far as it is there */
    CHECK_RESULT(trp_print_save(file.bytes, file.size - 1, note_line, NULL), TRP_ERR_DAMAGED);
    CHECK_EQ(lines, 2 * whole - 1);
    file.bytes[file.size - 1] ^= 1;
    CHECK_RESULT(trp_print_save(file.bytes, file.size, note_line, NULL), TRP_ERR_DAMAGED);
    CHECK_EQ(lines, 3 * whole - 1);
    file.bytes[0] ^= 1;
    CHECK_RESULT(trp_print_save(file.bytes, file.size, note_line, NULL), TRP_ERR_DAMAGED);
    CHECK_EQ(lines, 3 * whole - 1);
    CHECK_RESULT(trp_print_save(NULL, 0, note_line, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_print_save(file.bytes, file.size, NULL, NULL), TRP_ERR_NULL);
}

/* A file of a former commit, written by the twins after 6 steps, on some machine. */

static const unsigned char save_corpus[] = {
#include "../../model/recorded/saves/2.inc"
};

/* A library compiled for debugging puts slots in quarantine, so that other ones are taken. */
static bool is_same(const save_file *save, const unsigned char *bytes, size_t size)
{
#if defined(TRP_DEBUG) && TRP_DEBUG
    return true;
#else
    return save->size == size && memcmp(save->bytes, bytes, size) == 0;
#endif
}

SITUATION("saves of former commits are loaded, and written the same")
{
    begin(6);
    CHECK(is_same(&file, save_corpus, sizeof save_corpus));
    twins_play(5);
    CHECK_OK(trp_load(twin.world, save_corpus, sizeof save_corpus, &save_load));
    CHECK_VALID(twin.world);
    save_world(twin.world, &again);
    CHECK(is_same(&again, save_corpus, sizeof save_corpus));
}

/* A synctest */

static trp_result step(trp_world *world, uint64_t tick, void *user)
{
    twins_forget();
    twins_play(1);
    return TRP_OK;
}

SITUATION("a world is saved and loaded to disturb it")
{
    trp_load_desc load = save_load;
    saved_memory saves = {file.bytes, sizeof file.bytes, 0, &save_load};

    begin(3);
    synctest_begin(twin.world, (trp_synctest_desc){.step = step,
                                                   .distance = 2,
                                                   .disturb = save_and_load,
                                                   .disturb_user = &saves});
    CHECK_OK(synctest_run(10));
    CHECK_OK(trp_synctest_info(&synctest).verdict);
    load.version = 5;
    load.oldest = 5;
    saves.load = &load;
    CHECK_OK(save_and_load(twin.world, 0, &saves));
    saves.load = &save_load;
    saves.size = 100;
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_MEMORY);
    CHECK_OK(trp_synctest_free(&synctest));
}

/* Its states are from before the load, and are restored as after any other change. */
SCRIPT("a load leaves a history as it is",
       "pool described; new 1-3; file; history; keep; new 4; tick; keep; load; ticks 0; kept 2; "
       "rewind 1; load; keep; kept 1");
