/**
 * @file snapshot_scene.h Memory for snapshots.
 */
#ifndef TROUPE_TESTS_SNAPSHOT_SCENE_H
#define TROUPE_TESTS_SNAPSHOT_SCENE_H

#include "save_scene.h"

enum { SCENE_BYTES = 1 << 17 };

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
