/*
 * Two worlds that are one: what is played after a restore is what was played from there before, in
 * every callback and every answer.
 */
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(twins);

/* Restores, divided among situations. `make twins` runs more. */
#ifndef TWIN_RESTORES
#define TWIN_RESTORES 1000
#endif

static _Alignas(TRP_ALIGNMENT) unsigned char images[3][TWIN_BYTES];
static uint32_t first_log[TWIN_LOG];

static size_t save_to(unsigned number)
{
    size_t bytes = 0;

    CHECK_OK(trp_snapshot_save(twin.world, images[number], TWIN_BYTES, &bytes));
    return bytes;
}

static void check_log(uint32_t logged)
{
    for (uint32_t i = 0; i < logged; i++)
        CHECK_EQ(twin_log[i], first_log[i]);
    CHECK_EQ(twin_logged, logged);
}

static void restore_once(uint32_t seed, uint32_t ticks)
{
    twins_stir(10);
    uint64_t hash = trp_hash_world(twin.world);
    size_t bytes = save_to(0);
    twins_forget();
    twins_play(ticks);
    uint32_t logged = twin_logged;
    CHECK(logged < TWIN_LOG);
    memcpy(first_log, twin_log, logged * sizeof *twin_log);
    twins_stray(seed, seed % 7, seed % 3 == 0);
    CHECK_OK(trp_snapshot_restore(twin.world, images[0], bytes));
    CHECK_VALID(twin.world);
    CHECK(trp_hash_world(twin.world) == hash);
    CHECK_EQ(trp_snapshot_diff(twin.world, images[0], bytes, images[1], save_to(1), 0, NULL, NULL),
             0); /* the bytes, besides the numbers of walks */
    twins_forget();
    twins_play(ticks);
    check_log(logged);
}

static void play_and_restore(uint32_t restores, bool grows)
{
    for (uint32_t seed = 1; restores > 0; seed++) {
        twins_begin(seed * 7919, grows);
        twins_play(20);
        for (uint32_t i = 0; i < 10 && restores > 0; i++, restores--)
            restore_once(seed * 31 + i, 1 + (seed + i) % 9);
    }
}

SITUATION("a restored world plays as before: it has the same future")
{
    play_and_restore(situation_rounds(TWIN_RESTORES / 2), false);
}

SITUATION("a restored world that grows plays as before")
{
    play_and_restore(situation_rounds(TWIN_RESTORES / 2), true);
}

/* Plays on from here, once directly and once after detours, if the hash is as before. */
static bool play_after_detours(uint32_t seed)
{
    twins_stir(10);
    const uint64_t hash = trp_hash_world(twin.world);
    const size_t bytes = save_to(0);
    twins_forget();
    twins_play(6);
    const uint32_t logged = twin_logged;
    memcpy(first_log, twin_log, logged * sizeof *twin_log);
    CHECK_OK(trp_snapshot_restore(twin.world, images[0], bytes));
    twins_detour(seed, 1 + seed % 3);
    CHECK_VALID(twin.world);
    if (trp_hash_world(twin.world) != hash)
        return false;
    twins_forget();
    twins_play(6);
    check_log(logged);
    return true;
}

SITUATION("worlds of one hash have one future, whatever their pasts")
{
    const uint32_t all = situation_rounds(TWIN_RESTORES / 2);
    uint32_t played = 0, same = 0;

    for (uint32_t seed = 1; played < all; seed++) {
        twins_begin(seed * 7919, seed % 2 == 0);
        twins_play(20);
        for (uint32_t i = 0; i < 10; i++, played++)
            same += play_after_detours(seed * 31 + i);
    }
    CHECK(2 * same > played);
}

SITUATION_FOR("snapshots are restored in any order, any number of times", int, grows, 0, 1)
{
    uint64_t hashes[3];
    size_t bytes[3];
    twins_begin(7919, grows != 0);
    for (unsigned i = 0; i < 3; i++) {
        twins_play(4 + 11 * i);
        hashes[i] = trp_hash_world(twin.world);
        bytes[i] = save_to(i);
    }
    for (unsigned i = 0; i < 40; i++) {
        const unsigned to = (i * 5 + i / 3) % 3;
        CHECK_OK(trp_snapshot_restore(twin.world, images[to], bytes[to]));
        CHECK_VALID(twin.world);
        CHECK_EQ(trp_hash_world(twin.world), hashes[to]);
        if (i % 4 == 1)
            twins_play(i);
    }
}
