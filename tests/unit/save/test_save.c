/*
 * A save that is loaded gives the same state, the same bytes and the same future, in this world and
 * in a new one.
 */
#include "../heap.h"
#include "../save_scene.h"

#include <string.h>

static save_scene one;
static save_scene other;
static save_file file;
static save_file again;

static bool begin(void)
{
    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return false;
    stage_world();
    heap_reset();
    save_problems = 0;
    save_scene_begin(&one);
    return true;
}

static void load(save_scene *scene)
{
    CHECK_RESULT(trp_load(scene->world, file.bytes, file.size, &save_load), TRP_OK);
    CHECK_VALID(scene->world);
}

static void check_same_bytes(const save_scene *scene)
{
    save_world(scene->world, &again);
    CHECK_EQ(again.size, file.size);
    CHECK(memcmp(again.bytes, file.bytes, file.size) == 0);
}

static void loads_what_it_saved(void)
{
    const int rounds = (int)situation_rounds(150) + 7;

    if (!begin())
        return;
    for (int round = 0; round < rounds; round++)
    {
        save_scene_play(&one, 1 + (uint32_t)round % 3);
        const uint64_t hash = trp_hash_world(one.world);
        save_world(one.world, &file);
        CHECK_EQ(trp_hash_world(one.world), hash);
        CHECK_RESULT(trp_load_check(one.world, file.bytes, file.size, &save_load), TRP_OK);
        load(&one);
        CHECK_EQ(trp_hash_world(one.world), hash);
        check_same_bytes(&one);
    }
    save_scene_end(&one);
    CHECK_EQ(heap_out, 0);
}

static void goes_back_to_what_it_saved(void)
{
    if (!begin())
        return;
    for (int round = 0; round < 20; round++)
    {
        save_scene_play(&one, 5);
        const uint64_t hash = trp_hash_world(one.world);
        save_world(one.world, &file);
        save_scene_play(&one, (uint32_t)round);
        load(&one);
        CHECK_EQ(trp_hash_world(one.world), hash);
        check_same_bytes(&one);
    }
    save_scene_end(&one);
}

static void plays_on_in_another_world(void)
{
    const int rounds = (int)situation_rounds(30) + 4;

    if (!begin())
        return;
    for (int round = 0; round < rounds; round++)
    {
        save_scene_play(&one, 7);
        save_world(one.world, &file);
        save_scene_begin(&other);
        if (round % 2 != 0)
            save_scene_play(&other, 3);
        load(&other);
        CHECK_EQ(trp_hash_world(other.world), trp_hash_world(one.world));
        check_same_bytes(&other);
        for (int tick = 0; tick < 8; tick++)
        {
            /* the transient pool is not saved, and play reads it */
            CHECK_RESULT(trp_pool_clear(one.pools[7]), TRP_OK);
            CHECK_RESULT(trp_pool_clear(other.pools[7]), TRP_OK);
            save_scene_play(&one, 1);
            save_scene_play(&other, 1);
            save_world(one.world, &file);
            CHECK_EQ(trp_hash_world(other.world), trp_hash_world(one.world));
        }
        save_scene_end(&other);
    }
    save_scene_end(&one);
}

const situation save_situations[] = {
    {"a world that is loaded from its own save is the same", loads_what_it_saved},
    {"a world goes back to its save", goes_back_to_what_it_saved},
    {"a save is played on in another world as in the first", plays_on_in_another_world},
};
const unsigned save_situation_count = sizeof save_situations / sizeof *save_situations;
