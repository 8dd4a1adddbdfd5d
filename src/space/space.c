/*
 * Creating and ending spaces; what there is to know of them.
 */
#include "space.h"

_Static_assert(sizeof(trp__space_pool) <= TRP__SPACE_POOL, "raise TRP__SPACE_POOL");
_Static_assert(sizeof(trp__sheet) <= TRP__SPACE_CLASS, "raise TRP__SPACE_CLASS");

const trp_space_index trp__space_brute = {0};

static void space_end(trp_space *space)
{
    trp_world *world = space->world;

    trp__part_remove(world, &space->part);
    trp__hook_remove(world, &space->hook);
    trp__space_forget_contacts(space);
    trp__space_forget_pools(space);
    trp__release(world, space->memory, space->bytes);
    trp__release(world, space, sizeof *space);
}

/* After all watchers have been told, since systems may query and end a space in their dispose. */
static void space_world_ends(trp__hook *hook)
{
    space_end(trp__space_of(hook));
}

static trp_space *space_make(trp_world *world, const trp_space_desc *desc)
{
    static const trp__calls calls = {.tick[TRP__TICK_READS] = trp__space_tick,
                                     .end = space_world_ends};
    trp_space *space = trp__take(world, sizeof *space);

    if (space == NULL)
        return NULL;
    memset(space, 0, sizeof *space);
    space->world = world;
    space->desc = *desc;
    if (!trp__space_take_memory(space)) {
        trp__release(world, space, sizeof *space);
        return NULL;
    }
    trp__part_add(world, &space->part, TRP__PART_SPACE);
    trp__hook_add(world, &space->hook, &calls, TRP__HOOK_SPACE);
    return space;
}

trp_space *trp_space_create(trp_world *world, const trp_space_desc *desc)
{
    trp__call call = trp__call_for(world, TRP__TEXT("space"), desc != NULL ? desc->name : NULL,
                                   TRP__TEXT("trp_space_create"));
    trp_space *space;

    if (trp__is_void(&call) ||
        trp__refuses(&call, desc == NULL, TRP_ERR_NULL, TRP__TEXT("the desc is NULL")) ||
        trp__is_closed(&call) ||
        trp__refuses(&call,
                     desc->capacity == 0 || desc->capacity > TRP_MAX_BOXES ||
                         desc->hits > TRP_MAX_BOXES * 64 ||
                         (desc->max_capacity != 0 && (desc->max_capacity < desc->capacity ||
                                                      desc->max_capacity > TRP_MAX_BOXES)),
                     TRP_ERR_VALUE,
                     TRP__TEXT("capacity must be 1 to TRP_MAX_BOXES, max_capacity 0 or not below "
                               "it")) ||
        trp__refuses(
            &call,
            (unsigned)desc->sleepers > TRP_SLEEPERS_STAY || desc->classes > TRP__CLASSES_MOST,
            TRP_ERR_VALUE,
            TRP__TEXT("sleepers must be one of its enumerators, and classes at most 62")) ||
        trp__refuses(&call,
                     desc->max_capacity > desc->capacity && world->allocator.allocate == NULL,
                     TRP_ERR_NO_ALLOCATOR, NULL))
        return NULL;
    space = space_make(world, desc);
    trp__end_creation(&call, space, NULL);
    return space;
}

trp_result trp_space_destroy(trp_space *space)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_destroy"));

    if (space == NULL)
        return TRP_GONE;
    if (trp__is_shut(&call) || trp__space_is_held(&call, space))
        return call.result;
    space_end(space);
    return TRP_OK;
}

trp_space_facts trp_space_info(const trp_space *space)
{
    trp_space_facts facts = {"", 0, 0, 0, 0, 0};

    if (space == NULL)
        return facts;
    if (space->desc.name != NULL)
        facts.name = space->desc.name;
    facts.count = space->count;
    facts.hidden = space->hidden;
    facts.capacity = space->capacity;
    facts.peak = (uint32_t)space->peak;
    facts.refused = space->refused;
    return facts;
}

static void space_measure_level(const trp_space *space, const trp__sheet *sheet,
                                const trp__level *level, trp_space_stats *stats)
{
    const uint32_t *starts = space->starts + sheet->cells + level->cells;

    stats->levels++;
    stats->cells += level->cell_count;
    for (uint32_t i = 0; i < level->cell_count; i++) {
        const uint32_t count = starts[i + 1] - starts[i];
        stats->cells_used += count != 0;
        if (count > stats->cell_most)
            stats->cell_most = count;
    }
}

trp_space_stats trp_space_measure(const trp_space *space)
{
    trp_space_stats stats = {0};

    if (space == NULL)
        return stats;
    stats.sorts = space->sorts;
    stats.bytes = sizeof *space + space->bytes;
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        stats.bytes += sizeof *entry + entry->bytes;
    for (uint32_t i = 0; i < space->sheets_used; i++) {
        const trp__sheet *sheet = &space->sheets[i];
        const trp__level *pile = &sheet->levels[TRP__SPACE_LEVELS];
        stats.classes += sheet->users != 0;
        stats.loose += sheet->tail;
        stats.large += pile->end - pile->first - sheet->tail;
        for (uint32_t k = 0; k < sheet->level_count; k++)
            space_measure_level(space, sheet, &sheet->levels[k], &stats);
    }
    return stats;
}
