/*
 * A ring of snapshots of different lengths, one after the other in the caller's memory. One that does not fit before the end begins
 * at the start again. The oldest are dropped where the next one comes to lie.
 */
#include "../../include/troupe/history.h"
#include "../../include/troupe/hash.h"
#include "state.h"

/* In front of each snapshot. */
typedef struct history_state
{
    uint64_t tick;
    uint64_t hash;
    size_t bytes; /* of the snapshot */
    size_t prev;  /* the state saved before, if there is one */
    size_t next;  /* the state saved after */
    size_t zero;
} history_state;

static history_state *history_at(const trp_history *history, size_t place)
{
    return (history_state *)(void *)((unsigned char *)history->desc.memory + place);
}

static size_t end_of(const trp_history *history, size_t place)
{
    return place + sizeof(history_state) + trp__padded(history_at(history, place)->bytes);
}

static void drop_oldest(trp_history *history)
{
    history->oldest = history_at(history, history->oldest)->next;
    history->count--;
}

static void drop_newest(trp_history *history)
{
    history->newest = history_at(history, history->newest)->prev;
    history->count--;
}

static history_state *history_find(const trp_history *history, uint64_t tick)
{
    size_t place = history->newest;

    for (uint32_t i = 0; i < history->count; i++)
    {
        history_state *state = history_at(history, place);
        if (state->tick == tick)
            return state;
        place = state->prev;
    }
    return NULL;
}

/* Opening and closing */

static trp_result history_refuse(const trp_world *world, const char *call, trp_result result,
                                 const char *detail)
{
    return trp__misuse_named(world->self, TRP__TEXT("history"), NULL, call, result, detail);
}

static bool overlaps_region(const trp_world *world, const void *memory, size_t bytes)
{
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        if (trp__is_region(part))
        {
            const trp_region *region = trp__region_of(part);
            if ((uintptr_t)memory - (uintptr_t)region->start < region->bytes ||
                (uintptr_t)region->start - (uintptr_t)memory < bytes)
                return true;
        }
    return false;
}

trp_result trp_history_init(trp_history *history, trp_world *world, const trp_history_desc *desc)
{
    const char *call = TRP__TEXT("trp_history_init");

    if (world == NULL)
        return TRP_ERR_NULL;
    if (history == NULL || desc == NULL || desc->memory == NULL)
        return history_refuse(world, call, TRP_ERR_NULL,
                              TRP__TEXT("the history, its desc or desc.memory is NULL"));
    if (world->drawing)
        return history_refuse(world, call, TRP_BUSY, TRP__TEXT("the world is being drawn"));
    if (history->world != NULL)
        return history_refuse(world, call, TRP_ERR_LINKED,
                              TRP__TEXT("it is open, or was never zeroed"));
    if ((uintptr_t)desc->memory % TRP_ALIGNMENT != 0)
        return history_refuse(world, call, TRP_ERR_ALIGN, NULL);
    if (overlaps_region(world, history, sizeof *history) ||
        overlaps_region(world, desc->memory, desc->bytes))
        return history_refuse(world, call, TRP_ERR_VALUE,
                              TRP__TEXT("a history must lie in no region: it would be restored"));
    memset(history, 0, sizeof *history);
    history->world = world;
    history->desc = *desc;
    world->histories++;
    return TRP_OK;
}

trp_result trp_history_free(trp_history *history)
{
    if (history == NULL || history->world == NULL)
        return TRP_GONE;
    history->world->histories--;
    history->world = NULL;
    history->count = 0;
    return TRP_OK;
}

/* Saving */

/* Where the oldest state is in the way of so many bytes at a place. */
static bool is_in_way(const trp_history *history, size_t place, size_t bytes)
{
    return history->count != 0 && history->oldest < place + bytes &&
           place < end_of(history, history->oldest);
}

/* Makes room for so many bytes after the newest state; it fits. Returns where. */
static size_t make_room(trp_history *history, size_t bytes)
{
    size_t place = history->count != 0 ? end_of(history, history->newest) : 0;

    if (bytes > history->desc.bytes - place)
    {
        /* those that lie between here and the end are the oldest; the newest is not there */
        while (history->oldest >= place)
            drop_oldest(history);
        place = 0;
    }
    while (is_in_way(history, place, bytes))
        drop_oldest(history);
    return place;
}

static void enter(trp_history *history, size_t place, size_t bytes)
{
    history_state *state = history_at(history, place);

    memset(state, 0, sizeof *state);
    state->tick = history->world->state.ticks;
    state->bytes = bytes;
    state->prev = history->newest;
    state->hash = history->desc.hashes ? trp_hash_world(history->world) : 0;
    if (history->count != 0)
        history_at(history, history->newest)->next = place;
    else
        history->oldest = place;
    history->newest = place;
    history->count++;
    history->saved++;
    history->last_bytes = bytes;
}

trp_result trp_history_save(trp_history *history)
{
    const trp_world *world = history != NULL ? history->world : NULL;
    size_t bytes;
    size_t place;
    trp_result result;

    if (world == NULL)
        return TRP_ERR_NULL;
    bytes = trp_snapshot_bytes(world);
    if (bytes == 0) /* busy, which is told */
        return trp_snapshot_save(world, history->desc.memory, 0, NULL);
    if (sizeof(history_state) + trp__padded(bytes) > history->desc.bytes)
        return TRP_ERR_MEMORY;
    while (history->count != 0 && history_at(history, history->newest)->tick >= world->state.ticks)
        drop_newest(history);
    while (history->desc.ticks != 0 && history->count >= history->desc.ticks)
        drop_oldest(history);
    place = make_room(history, sizeof(history_state) + trp__padded(bytes));
    result = trp_snapshot_save(world, history_at(history, place) + 1, bytes, &bytes);
    if (result == TRP_OK)
        enter(history, place, bytes);
    return result;
}

/* Going back */

trp_result trp_history_restore(trp_history *history, uint64_t tick)
{
    const history_state *state;
    uint64_t now;
    trp_result result;

    if (history == NULL || history->world == NULL)
        return TRP_ERR_NULL;
    state = history_find(history, tick);
    if (state == NULL)
        return TRP_GONE;
    now = history->world->state.ticks;
    result = trp_snapshot_restore(history->world, state + 1, state->bytes);
    if (result == TRP_OK)
    {
        history->restored++;
        history->ticks_again += now > tick ? now - tick : 0;
    }
    return result;
}

const void *trp_history_snapshot(const trp_history *history, uint64_t tick, size_t *bytes)
{
    const history_state *state =
        history != NULL && history->world != NULL ? history_find(history, tick) : NULL;

    if (state == NULL)
        return NULL;
    if (bytes != NULL)
        *bytes = state->bytes;
    return state + 1;
}

/* Asking */

uint32_t trp_history_count(const trp_history *history)
{
    return history != NULL ? history->count : 0;
}

uint64_t trp_history_first(const trp_history *history)
{
    return trp_history_count(history) != 0 ? history_at(history, history->oldest)->tick : 0;
}

uint64_t trp_history_last(const trp_history *history)
{
    return trp_history_count(history) != 0 ? history_at(history, history->newest)->tick : 0;
}

trp_result trp_history_confirm(trp_history *history, uint64_t tick)
{
    if (history == NULL || history->world == NULL)
        return TRP_ERR_NULL;
    if (history->is_confirmed && tick < history->confirmed)
        return history_refuse(history->world, TRP__TEXT("trp_history_confirm"), TRP_ERR_VALUE,
                              TRP__TEXT("a later tick was confirmed"));
    history->confirmed = tick;
    history->is_confirmed = true;
    while (history->count > 1 && trp_history_first(history) < tick &&
           tick - trp_history_first(history) > history->desc.keep)
        drop_oldest(history);
    return TRP_OK;
}

bool trp_history_hash(const trp_history *history, uint64_t tick, uint64_t *hash)
{
    const history_state *state;

    if (history == NULL || history->world == NULL || hash == NULL || !history->desc.hashes ||
        !history->is_confirmed || tick > history->confirmed)
        return false;
    state = history_find(history, tick);
    if (state == NULL)
        return false;
    *hash = state->hash;
    return true;
}

trp_history_stats trp_history_get_stats(const trp_history *history)
{
    trp_history_stats stats;

    memset(&stats, 0, sizeof stats);
    if (history == NULL)
        return stats;
    stats.count = history->count;
    stats.last_bytes = history->last_bytes;
    stats.saved = history->saved;
    stats.restored = history->restored;
    stats.ticks_again = history->ticks_again;
    return stats;
}
