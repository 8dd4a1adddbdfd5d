/*
 * Everything twice: before each outer call both worlds are saved. After it they are restored, and
 * the same call must have the same effects again. So snapshots are taken and restored in every
 * state that inputs reach, and the model predicts the continuation.
 */
#include "../../../src/core/core.h" /* rules of shrinking */
#include "real.h"

#include "troupe/hash.h"

#include <stdlib.h>
#include <string.h>

typedef struct kept {
    void *memory;
    size_t room;
    size_t bytes;
    uint64_t hash;
    uint64_t misuse;
    real_pool pools[POOLS];
    trp_shrinking rules[POOLS]; /* those of descs: no state */
    trp_handle handles[GROUPS][ENTRIES * 2];
    uint32_t counts[GROUPS];
} kept;

static kept saved[WORLDS];
static record_kind *kinds;
static uint32_t kind_room;
static uint64_t again;

uint64_t real_again_count(void)
{
    return again;
}

static void grow(kept *to)
{
    to->room = to->bytes + to->bytes / 2;
    free(to->memory);
    to->memory = malloc(to->room);
    expect(to->memory != NULL, "memory for snapshots", 1, 0);
}

/* Whether the world could be saved. Misuse is counted only once, so there must be none; overwritten
 * nodes are reported. */
static bool save(uint32_t number)
{
    real_world *w = &the_worlds[number];
    kept *to = &saved[number];
    trp_result result;

    if (w->is_overwritten || w->is_impossible ||
        trp_snapshot_bytes(w->world, NULL) == 0) /* a walk was left open */
        return false;
    to->bytes = trp_snapshot_bytes(w->world, NULL);
    if (to->bytes > to->room)
        grow(to);
    result = trp_snapshot_save(w->world, to->memory, to->room, &to->bytes);
    expect_same("a snapshot", TRP_OK, result);
    to->hash = trp_hash_world(w->world);
    to->misuse = trp_world_info(w->world).misuse;
    memcpy(to->pools, w->pools, sizeof w->pools);
    for (uint32_t i = 0; i < w->pool_count; i++)
        to->rules[i] = w->pools[i].pool->shrinking;
    for (uint32_t i = 0; i < GROUPS; i++) {
        memcpy(to->handles[i], w->groups[i].handles, sizeof to->handles[i]);
        to->counts[i] = w->groups[i].count;
    }
    return true;
}

/* The registered objects may have changed: then this must be the result. */
static bool can_restore(uint32_t number)
{
    const real_world *w = &the_worlds[number];
    const kept *from = &saved[number];
    const trp_result result = trp_snapshot_check(w->world, from->memory, from->bytes, NULL);

    expect(result == TRP_OK || result == TRP_ERR_CHANGED || result == TRP_BUSY,
           "the check of a snapshot", TRP_OK, (uint64_t)result);
    return result == TRP_OK && !w->is_overwritten &&
           trp_world_info(w->world).misuse == from->misuse;
}

static void restore(uint32_t number)
{
    real_world *w = &the_worlds[number];
    const kept *from = &saved[number];

    expect_same("a restore", TRP_OK, trp_snapshot_restore(w->world, from->memory, from->bytes));
    expect_same("the hash after a restore", from->hash, trp_hash_world(w->world));
    memcpy(w->pools, from->pools, sizeof w->pools);
    for (uint32_t i = 0; i < w->pool_count; i++)
        w->pools[i].pool->shrinking = from->rules[i];
    for (uint32_t i = 0; i < GROUPS; i++) {
        memcpy(w->groups[i].handles, from->handles[i], sizeof from->handles[i]);
        w->groups[i].count = from->counts[i];
    }
}

/* Walks in any order mark the actors that they have visited. */
static void note_kinds(void)
{
    if (the_trace.count > kind_room) {
        kind_room = the_trace.count * 2;
        free(kinds);
        kinds = malloc(kind_room * sizeof *kinds);
        expect(kinds != NULL, "memory for a copy", 1, 0);
    }
    for (uint32_t i = 0; i < the_trace.count; i++)
        kinds[i] = the_trace.records[i].kind;
}

void real_follow_twice(void)
{
    bool can = true;

    note_kinds();
    for (uint32_t i = 0; i < WORLDS; i++)
        can = can && save(i);
    real_follow();
    for (uint32_t i = 0; i < WORLDS; i++)
        can = can && can_restore(i);
    if (!can)
        return;
    for (uint32_t i = 0; i < WORLDS; i++)
        restore(i);
    for (uint32_t i = 0; i < the_trace.count; i++)
        the_trace.records[i].kind = (uint8_t)kinds[i];
    again++;
    real_follow();
}
