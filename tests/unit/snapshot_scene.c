#include "snapshot_scene.h"

_Alignas(TRP_ALIGNMENT) unsigned char snapshot_memory[3][SCENE_BYTES];

size_t snapshot_save_to(const trp_world *world, unsigned number)
{
    size_t bytes = 0;
    CHECK_OK(trp_snapshot_save(world, snapshot_memory[number], SCENE_BYTES, &bytes));
    return bytes;
}

uint32_t snapshot_diff_now(const trp_world *world, const void *a, size_t a_bytes, void *scratch,
                           size_t scratch_bytes, uint32_t most, trp_on_difference_fn *tell,
                           void *user)
{
    size_t bytes;

    if (trp_snapshot_save(world, scratch, scratch_bytes, &bytes) != TRP_OK)
        return 0;
    return trp_snapshot_diff(world, a, a_bytes, scratch, bytes, most, tell, user);
}
