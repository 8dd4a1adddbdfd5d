/*
 * The first pass: checks the pools and layers of a file.
 */
#include "../../include/troupe/interval.h"
#include "load.h"

static trp_result load_check_pool_damaged(const trp__loading *loading, const trp__saved_pool *saved,
                                          const char *text)
{
    return trp__load_refuse(loading, TRP_ERR_DAMAGED, saved->at, NULL, text);
}

/* Whether all slots from this one to `end` are absent, or none of them. */
static bool load_check_is_chunk(const trp__saved_pool *saved, uint32_t slot, uint32_t end,
                                bool is_absent)
{
    if (!is_absent && saved->counts[TRP__SAVED_ABSENT] == 0)
        return true;
    for (; slot < end; slot++)
        if ((saved->states[slot] == TRP__SAVED_ABSENT) != is_absent)
            return false;
    return true;
}

/* The sizes of chunks follow from the first one and the room; absent slots form whole chunks. */
static bool load_check_has_chunks(const trp__saved_pool *saved)
{
    uint32_t count = saved->first_count;
    uint32_t slot = 0;

    if (count == 0 || count > saved->room ||
        saved->chunk_count != trp__chunks_to(count, saved->room))
        return false;
    for (uint32_t i = 0; i < saved->chunk_count; i++)
        if (trp__get32(saved->chunks + (size_t)i * 5) == 0)
            return false;
    for (uint32_t chunk = TRP__NONE; slot < saved->used; chunk++, slot = count, count *= 2) {
        const bool is_absent = chunk < saved->grown && saved->chunks[(size_t)chunk * 5 + 4] == 0;
        const uint32_t end = count < saved->used ? count : saved->used;
        if (!load_check_is_chunk(saved, slot, end, is_absent))
            return false;
    }
    return true;
}

static bool load_check_has_numbers(const trp__saved_pool *saved)
{
    const trp__pool_state *state = &saved->state;

    return trp__is_time(state->scale) && trp__is_time(state->low_for) &&
           state->every <= TRP_MAX_INTERVAL && state->wanted <= TRP_MAX_INTERVAL &&
           (state->turn == 0 || state->turn < state->every);
}

static trp_result check_ledger(const trp__loading *loading, const trp__saved_pool *saved)
{
    if (!load_check_has_chunks(saved))
        return load_check_pool_damaged(loading, saved,
                                       TRP__TEXT("its chunks of memory are impossible"));
    if (!load_check_has_numbers(saved))
        return load_check_pool_damaged(loading, saved,
                                       TRP__TEXT("a scale or an interval is impossible"));
    return TRP_OK;
}

/* The pool whose segment it shares comes before it, shares no other segment, and is transient only
 * if it is. */
static bool load_check_has_segment(const trp__loading *loading, const trp__saved_pool *saved)
{
    const trp__saved_pool *other = &loading->pools[saved->segment];

    return saved->segment <= saved->number && other->segment == other->number &&
           ((other->flags ^ saved->flags) & TRP__SAVED_TRANSIENT) == 0;
}

/* Lives in slots beyond the room of today get the lowest ones that have none. */
static trp_result load_check_room(const trp__loading *loading, trp__saved_pool *saved)
{
    const uint32_t room = saved->pool->max_capacity;
    uint32_t to = 0;

    if (saved->used <= room)
        return TRP_OK;
    saved->moved =
        (uint32_t *)trp__take(loading->world, (saved->used - room) * sizeof *saved->moved);
    if (saved->moved == NULL)
        return trp__load_refuse_memory(loading);
    saved->beyond = saved->used - room;
    saved->used = room;
    for (uint32_t i = 0; i < saved->beyond; i++) {
        const uint32_t state = saved->states[room + i];
        if (state == TRP__SAVED_RETIRED)
            saved->counts[state]--;
        if (state < TRP__SAVED_ASLEEP)
            continue;
        while (to < room &&
               (saved->states[to] >= TRP__SAVED_ASLEEP || saved->states[to] == TRP__SAVED_RETIRED))
            to++;
        if (to == room)
            return trp__load_refuse(
                loading, TRP_ERR_FULL, saved->at, NULL,
                TRP__TEXT("the pool has room for fewer actors now: raise its capacity"));
        saved->moved[i] = to++;
    }
    return TRP_OK;
}

static trp_result check_saved(trp__loading *loading, trp__saved_pool *saved)
{
    const uint32_t clocks = TRP__SAVED_SECONDS | TRP__SAVED_TICKS;
    const trp_pool *pool = saved->pool;
    trp_result result;

    if (!load_check_has_segment(loading, saved))
        return load_check_pool_damaged(loading, saved,
                                       TRP__TEXT("no pool before it has the order that it shares"));
    if ((saved->flags & TRP__SAVED_TRANSIENT) != 0)
        return TRP_OK;
    result = check_ledger(loading, saved);
    if (result != TRP_OK || pool == NULL)
        return result;
    result = load_check_room(loading, saved);
    if (result != TRP_OK)
        return result;
    if (((saved->flags | trp__saved_lifetime(pool)) & clocks) == clocks)
        return trp__load_refuse(
            loading, TRP_ERR_VALUE, saved->at, NULL,
            TRP__TEXT("its lifetime counts ticks in the save and seconds in the "
                      "game, or the reverse"));
    return trp__check_records(loading, saved->type, pool->desc.fields, saved->records,
                              saved->record, trp__saved_taken(saved));
}

/* The pools of the world. */
static trp_result check_described(trp__loading *loading)
{
    for (uint32_t i = 0; i < loading->world->pool_count; i++) {
        const trp_pool *pool = loading->world->pools[i];
        loading->object = pool->desc.name;
        if (!pool->desc.transient && (pool->desc.fields == NULL || pool->actors != NULL))
            return trp__load_refuse(loading, TRP_ERR_DESC, 0, NULL,
                                    TRP__TEXT("its desc has no fields, or it is external; or make "
                                              "it transient"));
    }
    return TRP_OK;
}

static trp_result check_world(trp__loading *loading, uint32_t *pools)
{
    trp__saved_chunk chunk;
    trp__saved_chunk pool = {0, 0, TRP__SAVE_HEAD};
    trp__saved_world world;
    trp_result result;
    uint32_t chunks = 0;

    loading->noun = TRP__NAME("world");
    loading->object = "";
    if (!trp__chunk_after(loading->bytes, loading->size, TRP__SAVE_HEAD, TRP__SAVE_WORLD, &chunk))
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, TRP__SAVE_HEAD, NULL,
                                TRP__TEXT("there is none"));
    result = trp__read_world(loading, &chunk, &world);
    if (result == TRP_ERR_DAMAGED)
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, chunk.from, NULL,
                                TRP__TEXT("its numbers are impossible"));
    while (trp__chunk_after(loading->bytes, loading->size, pool.end, TRP__SAVE_POOL, &pool))
        chunks++;
    *pools = world.pools;
    if (result != TRP_OK || chunks == world.pools)
        return result;
    return trp__load_refuse(loading, TRP_ERR_DAMAGED, chunk.from, NULL,
                            TRP__TEXT("the number of pools is wrong"));
}

trp_result trp__check_pools(trp__loading *loading)
{
    uint32_t pools = 0;
    trp_result result = check_world(loading, &pools);

    if (result == TRP_OK)
        result = trp__read_pools(loading, pools);
    if (result == TRP_OK)
        result = check_described(loading);
    for (uint32_t i = 0; result == TRP_OK && i < pools; i++) {
        loading->object = loading->pools[i].name;
        result = check_saved(loading, &loading->pools[i]);
    }
    return result;
}

trp_result trp__check_layers(trp__loading *loading)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    trp_result result = TRP_OK;

    loading->noun = TRP__NAME("layer");
    loading->object = "";
    while (result == TRP_OK &&
           trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_LAYER, &chunk)) {
        trp__saved_layer layer;
        result = trp__read_layer(loading, &chunk, &layer);
        if (result == TRP_ERR_DAMAGED)
            return trp__load_refuse(loading, TRP_ERR_DAMAGED, chunk.from, NULL,
                                    TRP__TEXT("its numbers are impossible"));
    }
    return result;
}

void trp__tell_dropped_pools(const trp__loading *loading)
{
    for (uint32_t i = 0; i < loading->pool_count; i++) {
        const trp__saved_pool *saved = &loading->pools[i];
        if ((saved->flags & TRP__SAVED_TRANSIENT) == 0 && saved->pool == NULL)
            trp__load_report_dropped(loading, TRP__NAME("pool"), saved->name,
                                     trp__saved_taken(saved));
    }
}
