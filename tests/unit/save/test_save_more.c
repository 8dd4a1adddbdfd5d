/*
 * Other uses of saves: chunks of the game, text, files of former commits, a synctest that saves and
 * loads at every tick.
 */
#include "../../../src/core/core.h" /* the end of a pool's list */
#include "../heap.h"
#include "../save_and_load.h"
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_more);

static save_scene one;
static save_file file;
static save_file again;
static unsigned lines;
static bool has_line;
static bool has_game;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 20];

static bool begin(uint32_t steps)
{
    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return false;
    stage_world();
    heap_reset();
    save_scene_begin(&one);
    save_scene_play(&one, steps);
    save_world(one.world, &file);
    return true;
}

/* Chunks */

SITUATION("a save has chunks of any size")
{
    static unsigned char picture[5000];
    const void *found;
    size_t size = 0;

    if (!begin(1))
        return;
    for (unsigned i = 0; i < sizeof picture; i++)
        picture[i] = (unsigned char)(i * 11);
    for (size_t bytes = 0; bytes < 2100; bytes += bytes < 2060 ? 53 : 1)
    {
        const trp_save_chunk chunks[] = {{"text", "hello", 5}, {"picture", picture, bytes}};
        const trp_save_desc desc = {.game = "g", .chunks = chunks, .chunk_count = 2};
        file.size = 0;
        CHECK_RESULT(trp_save(one.world, &desc, save_to_file, &file), TRP_OK);
        CHECK_EQ(file.size, trp_save_bytes(one.world, &desc));
        found = trp_save_find_chunk(file.bytes, file.size, "picture", &size);
        CHECK_EQ(size, bytes);
        CHECK(found != NULL && memcmp(found, picture, bytes) == 0);
        CHECK(trp_save_find_chunk(file.bytes, file.size, "sound", &size) == NULL);
    }
    save_scene_end(&one);
}

static bool write_a_little(const void *bytes, size_t size, void *context)
{
    size_t *left = (size_t *)context;

    if (size > *left)
        return false;
    *left -= size;
    return true;
}

SITUATION("a save is given up where it cannot be written")
{
    const trp_save_desc desc = {.game = "g"};

    if (!begin(20))
        return;
    for (size_t room = 0; room < file.size; room += 997)
    {
        size_t left = room;
        CHECK_QUIET(one.world, trp_save(one.world, &desc, write_a_little, &left), TRP_ERR_MEMORY);
    }
    CHECK_VALID(one.world);
    save_scene_end(&one);
}

/* The first write fails, and no other one is tried. */
static bool write_nothing(const void *bytes, size_t size, void *context)
{
    ++*(unsigned *)context;
    return false;
}

SITUATION("a save is written no further after a failure")
{
    const trp_save_desc desc = {.game = "g"};
    unsigned writes = 0;

    if (!begin(20))
        return;
    CHECK_RESULT(trp_save(one.world, &desc, write_nothing, &writes), TRP_ERR_MEMORY);
    CHECK_EQ(writes, 1);
    save_scene_end(&one);
}

SITUATION("a save has the ids of a region that comes later")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(8)];
    trp_ids ids = {0};
    trp_region region = {.name = "late", .ids = &ids};

    if (!begin(1))
        return;
    CHECK_RESULT(trp_ids_init(&ids, ids_memory, sizeof ids_memory, 0, 8), TRP_OK);
    CHECK(trp__ids_take_this(&ids, 5));
    CHECK_RESULT(trp_region_add(one.world, &region), TRP_OK);
    save_world(one.world, &again);
    /* a chunk, its name, the number of its ids, an id */
    CHECK_EQ(again.size, file.size + 12 + 1 + 4 + 1 + 4 + 4);
    CHECK_RESULT(trp_load(one.world, again.bytes, again.size, &save_load), TRP_OK);
    CHECK_EQ(trp_ids_next(&ids, 0), 5);
    CHECK_RESULT(trp_region_remove(one.world, &region), TRP_OK);
    save_scene_end(&one);
}

/* Text */

static void note_line(const char *text, void *context)
{
    lines++;
    has_line |= situation_text_has(text, "field \"friend_of\" handle, bytes: 8");
    has_game |= situation_text_has(text, ", version 1, ticks: 20");
}

SITUATION("a save is printed without its game")
{
    if (!begin(20))
        return;
    lines = 0;
    has_line = false;
    has_game = false;
    CHECK_RESULT(trp_print_save(file.bytes, file.size, note_line, NULL), TRP_OK);
    CHECK(lines > 1000 && has_line && has_game);
    CHECK_RESULT(trp_print_save(file.bytes, file.size - 1, note_line, NULL), TRP_ERR_DAMAGED);
    CHECK_RESULT(trp_print_save(NULL, 0, note_line, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_print_save(file.bytes, file.size, NULL, NULL), TRP_ERR_NULL);
    save_scene_end(&one);
}

/* A file of a former commit, written by the scene after 6 steps, on some machine. */

static const unsigned char save_corpus[] = {
#include "../../model/recorded/saves/1.inc"
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

static void loads(const unsigned char *bytes, size_t size)
{
    save_scene_play(&one, 5);
    CHECK_RESULT(trp_load(one.world, bytes, size, &save_load), TRP_OK);
    CHECK_VALID(one.world);
}

SITUATION("saves of former commits are loaded, and written the same")
{
    if (!begin(6))
        return;
    CHECK(is_same(&file, save_corpus, sizeof save_corpus));
    loads(save_corpus, sizeof save_corpus);
    save_world(one.world, &again);
    CHECK(is_same(&again, save_corpus, sizeof save_corpus));
    save_scene_end(&one);
}

/* Memory order: walks end after the last actor. */
SITUATION("a world that was loaded is walked no further than before")
{
    uint32_t tops[SAVE_POOLS];

    if (!begin(6))
        return;
    for (int i = 0; i < SAVE_POOLS; i++)
        tops[i] = one.pools[i]->state.top;
    CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    for (int i = 0; i < SAVE_POOLS; i++)
        CHECK(one.pools[i]->state.top <= tops[i]);
    save_scene_end(&one);
}

/* A synctest */

static trp_result step(trp_world *world, uint64_t tick, void *user)
{
    CHECK_RESULT(trp_pool_clear(one.pools[7], NULL), TRP_OK); /* transient, and play reads it */
    save_scene_play(&one, 1);
    CHECK_RESULT(trp_pool_clear(one.pools[7], NULL), TRP_OK);
    return TRP_OK;
}

SITUATION("a world is saved and loaded to disturb it")
{
    static trp_synctest test;
    trp_load_desc load = save_load;
    saved_memory saves = {file.bytes, sizeof file.bytes, 0, &save_load};
    const trp_synctest_desc desc = {.step = step,
                                    .memory = memory,
                                    .bytes = sizeof memory,
                                    .distance = 2,
                                    .disturb = save_and_load,
                                    .disturb_user = &saves};

    if (!begin(3))
        return;
    CHECK_RESULT(trp_pool_clear(one.pools[7], NULL), TRP_OK);
    test = (trp_synctest){0};
    CHECK_RESULT(trp_synctest_init(&test, one.world, &desc), TRP_OK);
    for (int i = 0; i < 10; i++)
        CHECK_RESULT(trp_synctest_step(&test), TRP_OK);
    CHECK_RESULT(trp_synctest_info(&test).verdict, TRP_OK);
    load.version = 5;
    load.oldest = 5;
    saves.load = &load;
    CHECK_RESULT(save_and_load(one.world, &saves), TRP_OK);
    saves.load = &save_load;
    saves.size = 100;
    CHECK_RESULT(trp_synctest_step(&test), TRP_ERR_MEMORY);
    CHECK_RESULT(trp_synctest_free(&test), TRP_OK);
    save_scene_end(&one);
}

/* A history. Its states are from before the load, and are restored as after any other change. */
SITUATION("a load leaves a history as it is")
{
    static trp_history past;
    uint64_t first;
    uint64_t last;
    uint64_t hash;

    if (!begin(3))
        return;
    past = (trp_history){0};
    first = trp_world_ticks(one.world);
    CHECK_RESULT(trp_history_open(&past, one.world,
                                  &(trp_history_desc){.memory = memory, .bytes = sizeof memory}),
                 TRP_OK);
    CHECK_RESULT(trp_history_save(&past), TRP_OK);
    save_scene_play(&one, 1);
    last = trp_world_ticks(one.world);
    hash = trp_hash_world(one.world);
    CHECK(last > first);
    CHECK_RESULT(trp_history_save(&past), TRP_OK);
    CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    CHECK_EQ(trp_world_ticks(one.world), first);
    CHECK_EQ(trp_history_info(&past).count, 2);
    CHECK_RESULT(trp_history_restore(&past, last), TRP_OK);
    CHECK_EQ(trp_hash_world(one.world), hash);
    CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    CHECK_RESULT(trp_history_save(&past), TRP_OK); /* drops both */
    CHECK_EQ(trp_history_info(&past).count, 1);
    CHECK_EQ(trp_history_last(&past), first);
    CHECK_RESULT(trp_history_close(&past), TRP_OK);
    save_scene_end(&one);
}
