/**
 * @file snapshot_scene.h
 *
 * A world with every kind of object that a snapshot contains: pools of all orders, joined,
 * external, growing, stealing, in quarantine; layers, a group, a family, a space, ids, regions. A
 * storm of random calls runs in it, the same for the same seed.
 */
#ifndef TROUPE_TESTS_SNAPSHOT_SCENE_H
#define TROUPE_TESTS_SNAPSHOT_SCENE_H

#include "stage.h"

typedef struct snapshot_actor {
    trp_actor actor;
    trp_box box;
    uint32_t id;
    uint32_t turns;
    trp_handle friend_of;
} snapshot_actor;

enum { SCENE_POOLS = 7, SCENE_PLAYERS = 6, SCENE_BYTES = 1 << 17 };

/** Play state of the game: a region. */
typedef struct snapshot_game {
    uint32_t seed;
    uint32_t born;
    uint32_t contacts;
    trp_group squad;
    snapshot_actor players[SCENE_PLAYERS];
} snapshot_game;

typedef struct snapshot_scene {
    trp_world *world;
    trp_pool *pools[SCENE_POOLS]; /**< the last one is external */
    trp_space *space;
    trp_family family;
    trp_group list;
    trp_ids ids;
    trp_region game_region;
    trp_region ids_region;
    snapshot_game game; /**< the region */
} snapshot_scene;

/** Makes it. With an allocator, one of its pools grows and shrinks. */
void snapshot_scene_begin(snapshot_scene *scene, bool grows);
/** Some steps of the storm, each with a tick. All its state is in the world and its regions. */
void snapshot_scene_play(snapshot_scene *scene, uint32_t steps);
/** All visible state: walks, handles, refusals, members, pairs, contacts. */
uint64_t snapshot_scene_look(snapshot_scene *scene);
void snapshot_scene_end(snapshot_scene *scene);

/** trp_snapshot_diff() with the present state, of which a snapshot is taken in `scratch`; 0 if that
 * is refused. */
uint32_t snapshot_diff_now(const trp_world *world, const void *a, size_t a_bytes, void *scratch,
                           size_t scratch_bytes, uint32_t most, trp_on_difference_fn *tell,
                           void *user);
/** Memory for snapshots. */
extern unsigned char snapshot_memory[3][SCENE_BYTES];
/** Saves, which must succeed. Returns the number of bytes. */
size_t snapshot_save_to(const trp_world *world, unsigned number);

#endif
