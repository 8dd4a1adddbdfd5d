#include "space_internal.h"

static void stats_count_cells(const trp_space *space, const trp__sheet *sheet,
                              trp_space_stats *stats, uint32_t *boxes)
{
    for (uint32_t i = 0; i + 1 < sheet->level_count; i++)
    {
        const trp__level *level = &sheet->levels[i];
        const uint32_t *starts = space->starts + level->cells;
        stats->levels++;
        stats->cells += level->cell_count;
        *boxes += level->end - level->first;
        for (uint32_t cell = 0; cell < level->cell_count; cell++)
        {
            const uint32_t count = starts[cell + 1] - starts[cell];
            stats->cells_used += count != 0;
            if (count > stats->cell_most)
                stats->cell_most = count;
        }
    }
    if (sheet->level_count != 0)
        stats->large +=
            sheet->levels[sheet->level_count - 1].end - sheet->levels[sheet->level_count - 1].first;
}

trp_space_stats trp_space_measure(const trp_space *space)
{
    trp_space_stats stats;
    uint32_t boxes = 0;

    memset(&stats, 0, sizeof stats);
    if (space == NULL)
        return stats;
    stats.count = space->count;
    stats.hidden = space->hidden;
    stats.settled = space->resting;
    stats.capacity = space->capacity;
    stats.peak = space->peak;
    stats.loose =
        space->sorted ? space->loose_count : space->count - space->hidden - space->resting;
    stats.sorts = space->sorts;
    stats.questions = space->questions;
    stats.candidates = space->candidates;
    stats.hits = space->hits;
    stats.refused = space->refused;
    stats.missed = space->missed;
    stats.bytes = sizeof *space + space->bytes + space->pool_bytes;
    for (uint32_t i = 0; i < TRP__SHEETS; i++)
        stats_count_cells(space, &space->sheets[i], &stats, &boxes);
    if (stats.cells_used != 0)
        stats.cell_mean = (float)boxes / (float)stats.cells_used;
    return stats;
}
