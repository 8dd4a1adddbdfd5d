/*
 * Matches the pools of a file with those of the world, and reads their slots.
 */
#include "load.h"

const char *trp__name_now(const trp__loading *loading, const char *name)
{
    const uint32_t count = loading->desc != NULL ? loading->desc->former_count : 0; /* printing */

    for (uint32_t i = 0; i < count; i++)
        if (trp__same_text(loading->desc->formers[i].former, name))
            return loading->desc->formers[i].name;
    return name;
}

static trp__saved_list load_match_read_list(trp__reader *reader)
{
    trp__saved_list list = {NULL, 0};

    list.count = trp__read_32(reader);
    list.at = trp__read_bytes(reader, (uint64_t)list.count * 4);
    return list;
}

/* The data of a pool's ledger, after its numbers. The number of slots per state is checked once. */
static void load_match_read_slots(trp__reader *reader, trp__saved_pool *saved)
{
    uint64_t taken = 0;
    uint64_t slots = 0;

    saved->free = load_match_read_list(reader);
    saved->quarantined = load_match_read_list(reader);
    saved->order = load_match_read_list(reader);
    for (uint32_t state = 0; state < TRP__SAVED_STATES; state++) {
        saved->counts[state] = trp__read_32(reader);
        slots += saved->counts[state];
        taken += state >= TRP__SAVED_ASLEEP ? saved->counts[state] : 0;
    }
    saved->generations = trp__read_bytes(reader, (uint64_t)saved->used * 4);
    saved->states = trp__read_bytes(reader, saved->used);
    saved->ends = NULL;
    if ((saved->flags & TRP__SAVED_ENDS) != 0)
        saved->ends = trp__read_bytes(reader, (uint64_t)saved->counts[TRP__SAVED_EXPIRED] * 12);
    saved->records = trp__read_bytes(reader, taken * saved->record);
    reader->is_short |= reader->at != reader->end || slots != saved->used;
}

static void load_match_read_numbers(trp__reader *reader, trp__saved_pool *saved)
{
    trp__pool_state *state = &saved->state;

    memset(state, 0, sizeof *state);
    state->peak = trp__read_32(reader);
    state->created = trp__read_64(reader);
    state->woken = trp__read_64(reader);
    state->refused = trp__read_64(reader);
    state->stolen = trp__read_64(reader);
    state->scale = trp__read_float(reader);
    state->low_for = trp__read_float(reader);
    state->clock = trp__read_64(reader);
    state->ticked = trp__read_64(reader);
    state->every = trp__read_32(reader);
    state->wanted = trp__read_32(reader);
    state->turn = trp__read_32(reader);
    state->staggered = trp__read_8(reader) != 0;
    state->wants_staggered = trp__read_8(reader) != 0;
    state->hand = trp__read_32(reader);
    saved->first_count = trp__read_32(reader);
    saved->grown = trp__read_32(reader);
    saved->chunk_count = trp__read_32(reader);
    saved->chunks = trp__read_bytes(reader, (uint64_t)saved->chunk_count * 5);
    reader->is_short |= saved->grown > saved->chunk_count;
}

static bool load_match_read_saved(const trp__loading *loading, const trp__saved_chunk *chunk,
                                  trp__saved_pool *saved)
{
    trp__reader reader = trp__read_from(loading->bytes, chunk->from, chunk->end);

    saved->at = chunk->from;
    saved->name = trp__name_now(loading, trp__read_name(&reader));
    saved->flags = trp__read_8(&reader);
    saved->segment = trp__read_32(&reader);
    saved->room = 0;
    saved->used = 0;
    saved->order.count = 0;
    if ((saved->flags & TRP__SAVED_TRANSIENT) != 0)
        return !reader.is_short;
    saved->type = reader.at;
    saved->record = (uint32_t)trp__read_type(&reader, 1);
    saved->room = trp__read_32(&reader);
    saved->used = trp__read_32(&reader);
    load_match_read_numbers(&reader, saved);
    load_match_read_slots(&reader, saved);
    return !reader.is_short && saved->used <= saved->room && saved->room <= TRP_MAX_SLOTS;
}

/* `at` 0: the first. */
bool trp__next_saved(const trp__loading *loading, trp__saved_pool *saved, bool *is_bad)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    const bool is_first = saved->at == 0;

    *is_bad = false;
    if (!is_first)
        (void)trp__chunk_at(loading->bytes, loading->size, saved->at - TRP__SAVE_CHUNK, &chunk);
    if (!trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_POOL, &chunk))
        return false;
    saved->number = is_first ? 0 : saved->number + 1;
    saved->base = is_first ? 0 : saved->base + saved->room;
    *is_bad = !load_match_read_saved(loading, &chunk, saved);
    return true;
}

/* The number of pools with the same name before this one, in the file and in the world. */
static uint32_t load_match_saved_before(const trp__loading *loading, const trp__saved_pool *saved)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    uint32_t count = 0;

    for (uint32_t i = 0; i < saved->number; i++) {
        trp__reader reader;
        (void)trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_POOL, &chunk);
        reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
        count += trp__same_text(trp__name_now(loading, trp__read_name(&reader)), saved->name);
    }
    return count;
}

static uint32_t load_match_pools_before(const trp_pool *pool)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < pool->number; i++)
        count += trp__same_text(pool->world->pools[i]->desc.name, pool->desc.name);
    return count;
}

trp_pool *trp__named_pool(const trp__loading *loading, const trp__saved_pool *saved)
{
    const uint32_t before = load_match_saved_before(loading, saved);

    for (uint32_t i = 0; i < loading->world->pool_count; i++) {
        trp_pool *pool = loading->world->pools[i];
        if (trp__same_text(pool->desc.name, saved->name) && load_match_pools_before(pool) == before)
            return pool;
    }
    return NULL;
}

trp_pool *trp__pool_for(const trp__loading *loading, const trp__saved_pool *saved)
{
    trp_pool *pool = NULL;

    if ((saved->flags & TRP__SAVED_TRANSIENT) == 0)
        pool = trp__named_pool(loading, saved);
    return pool != NULL && !pool->desc.transient ? pool : NULL;
}

bool trp__saved_for(const trp__loading *loading, const trp_pool *pool, trp__saved_pool *saved)
{
    bool is_bad;

    saved->at = 0;
    while (trp__next_saved(loading, saved, &is_bad))
        if (trp__pool_for(loading, saved) == pool)
            return true;
    return false;
}

static bool load_match_saved_with(const trp__loading *loading, uint32_t index,
                                  trp__saved_pool *saved)
{
    bool is_bad;

    saved->at = 0;
    while (trp__next_saved(loading, saved, &is_bad))
        if (index - saved->base < saved->room)
            return true;
    return false;
}

const trp__range *trp__range_of(trp__loading *loading, uint32_t index)
{
    trp__saved_pool saved;
    trp__range *range;

    for (uint32_t i = 0; i < TRP__RANGES; i++)
        if (index - loading->ranges[i].base < loading->ranges[i].room)
            return &loading->ranges[i];
    if (!load_match_saved_with(loading, index, &saved))
        return NULL;
    range = &loading->ranges[loading->next_range++ % TRP__RANGES];
    range->base = saved.base;
    range->room = saved.room;
    range->used = saved.used;
    range->states = saved.states;
    range->pool = trp__pool_for(loading, &saved);
    return range;
}

bool trp__is_saved_actor(trp__loading *loading, uint32_t index)
{
    const trp__range *range = trp__range_of(loading, index);

    return range != NULL && trp__range_state(range, index) >= TRP__SAVED_ASLEEP;
}

bool trp__is_saved_alive(trp__loading *loading, uint32_t index)
{
    const trp__range *range = trp__range_of(loading, index);

    return range != NULL && (trp__range_state(range, index) == TRP__SAVED_ASLEEP ||
                             trp__range_state(range, index) == TRP__SAVED_ACTIVE);
}

bool trp__place_of(trp__loading *loading, uint32_t index, trp__place *place)
{
    const trp__range *range = trp__range_of(loading, index);

    if (range == NULL || range->pool == NULL)
        return false;
    place->pool = range->pool;
    place->slot = index - range->base;
    return place->slot < place->pool->max_capacity;
}
