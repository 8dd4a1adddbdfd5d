#include "space_internal.h"

static void count_cells(const trp_space *space, trp_space_stats *stats)
{
    for (uint32_t cell = 0; cell < space->cell_count; cell++)
    {
        const uint32_t boxes = space->starts[cell + 1] - space->starts[cell];
        stats->cells_used += boxes != 0;
        if (boxes > stats->cell_most)
            stats->cell_most = boxes;
    }
    if (stats->cells_used != 0)
        stats->cell_mean = (float)space->large / (float)stats->cells_used;
}

trp_space_stats trp_space_get_stats(const trp_space *space)
{
    trp_space_stats stats;

    memset(&stats, 0, sizeof stats);
    if (space == NULL)
        return stats;
    stats.count = space->count;
    stats.hidden = space->hidden;
    stats.capacity = space->capacity;
    stats.peak = space->peak;
    stats.levels = space->level_count;
    stats.cells = space->cell_count;
    stats.large = space->placed - space->large;
    stats.loose = space->sorted ? space->loose_count : space->count - space->hidden;
    stats.sorts = space->sorts;
    stats.questions = space->questions;
    stats.candidates = space->candidates;
    stats.hits = space->hits;
    stats.refused = space->refused;
    stats.missed = space->missed;
    stats.bytes = sizeof *space + space->bytes + space->pool_bytes;
    count_cells(space, &stats);
    return stats;
}
