/*
 * Reads the pools of a file, and matches them with those of the world.
 */
#include "load.h"

_Static_assert(sizeof(trp__saved_pool) <= TRP_LOAD_BYTES(1, 0), "a load takes no more");

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

/* Counts slots by state. False: a state cannot be, or its generation. */
static bool load_match_count(trp__saved_pool *saved)
{
    uint32_t active = 0;

    for (uint32_t slot = 0; slot < saved->used; slot++) {
        const uint32_t state = saved->states[slot];
        const bool is_zero = trp__get32(saved->generations + (size_t)slot * 4) == 0;
        if (TRP__LIKELY(state == TRP__SAVED_ACTIVE && !is_zero)) {
            active++; /* in a register: the usual case */
            continue;
        }
        if (state >= TRP__SAVED_STATES ||
            (is_zero && state != TRP__SAVED_RETIRED && state != TRP__SAVED_ABSENT &&
             state != TRP__SAVED_EXPIRED) ||
            (!is_zero && state == TRP__SAVED_RETIRED))
            return false;
        saved->counts[state]++;
    }
    saved->counts[TRP__SAVED_ACTIVE] = active;
    return true;
}

/* The data of a pool's ledger, after its numbers. */
static void load_match_read_slots(trp__reader *reader, trp__saved_pool *saved)
{
    saved->free = load_match_read_list(reader);
    saved->quarantined = load_match_read_list(reader);
    saved->order = load_match_read_list(reader);
    saved->generations = trp__read_bytes(reader, (uint64_t)saved->used * 4);
    saved->states = trp__read_bytes(reader, saved->used);
    reader->is_short |= !reader->is_short && !load_match_count(saved);
    if ((saved->flags & TRP__SAVED_ENDS) != 0)
        saved->ends = trp__read_bytes(reader, (uint64_t)saved->counts[TRP__SAVED_EXPIRED] * 12);
    saved->records = trp__read_bytes(reader, (uint64_t)trp__saved_taken(saved) * saved->record);
    reader->is_short |= reader->at != reader->end;
}

trp_result trp__read_pool(trp__loading *loading, const trp__saved_chunk *chunk,
                          trp__saved_pool *saved)
{
    trp__reader reader = trp__read_from(loading->bytes, chunk->from, chunk->end);
    trp_result result;

    memset(saved, 0, sizeof *saved);
    saved->at = chunk->from;
    saved->name = trp__name_now(loading, trp__read_name(&reader));
    saved->flags = trp__read_8(&reader);
    saved->segment = trp__read_32(&reader);
    loading->object = saved->name;
    if ((saved->flags & TRP__SAVED_TRANSIENT) != 0)
        return reader.is_short ? TRP_ERR_DAMAGED : TRP_OK;
    saved->type = reader.at;
    saved->record = (uint32_t)trp__read_type(&reader, 1);
    saved->numbers = reader.at;
    result = trp__read_own(loading, &reader, &trp__saved_pool_type, saved);
    if (result != TRP_OK)
        return result;
    saved->chunk_count = trp__read_32(&reader);
    saved->chunks = trp__read_bytes(&reader, (uint64_t)saved->chunk_count * 5);
    reader.is_short |= saved->grown > saved->chunk_count;
    load_match_read_slots(&reader, saved);
    return !reader.is_short && saved->used <= saved->room && saved->room <= TRP_MAX_SLOTS
               ? TRP_OK
               : TRP_ERR_DAMAGED;
}

/* Those with the same name are matched in their order. */
static void load_match_pool(const trp__loading *loading, trp_pool *pool)
{
    for (uint32_t i = 0; i < loading->pool_count; i++) {
        trp__saved_pool *saved = &loading->pools[i];
        if (saved->named != NULL || !trp__same_text(saved->name, pool->desc.name))
            continue;
        saved->named = pool;
        if ((saved->flags & TRP__SAVED_TRANSIENT) == 0 && !pool->desc.transient)
            saved->pool = pool;
        return;
    }
}

trp_result trp__read_pools(trp__loading *loading, uint32_t count)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    loading->pools =
        (trp__saved_pool *)trp__take(loading->world, trp__bytes(count, sizeof *loading->pools, 0));
    loading->pool_room = count;
    if (loading->pools == NULL && count != 0)
        return trp__load_refuse_memory(loading);
    loading->noun = TRP__NAME("pool");
    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_POOL, &chunk)) {
        trp__saved_pool *saved = &loading->pools[loading->pool_count];
        const trp_result result = trp__read_pool(loading, &chunk, saved);
        if (result == TRP_ERR_DAMAGED)
            return trp__load_refuse(loading, TRP_ERR_DAMAGED, chunk.from, NULL,
                                    TRP__TEXT("it cannot be read"));
        if (result != TRP_OK)
            return result;
        saved->number = loading->pool_count++;
        saved->base = saved->number != 0 ? saved[-1].base + saved[-1].room : 0;
        if ((uint64_t)saved->base + saved->room > TRP_MAX_SLOTS)
            return trp__load_refuse(loading, TRP_ERR_DAMAGED, chunk.from, NULL,
                                    TRP__TEXT("there are too many slots"));
    }
    for (uint32_t i = 0; i < loading->world->pool_count; i++)
        load_match_pool(loading, loading->world->pools[i]);
    return TRP_OK;
}

/* Modules */

void trp__read_part(const trp__loading *loading, const trp__saved_chunk *chunk,
                    trp__file_part *saved)
{
    memset(saved, 0, sizeof *saved);
    saved->rows = trp__read_from(loading->bytes, chunk->from, chunk->end);
    saved->key.tag = chunk->tag;
    saved->key.name = trp__name_now(loading, trp__read_name(&saved->rows));
    saved->key.pool = trp__name_now(loading, trp__read_name(&saved->rows));
    saved->in_seconds = trp__read_8(&saved->rows) != 0;
    saved->numbers[0] = trp__read_64(&saved->rows);
    saved->numbers[1] = trp__read_64(&saved->rows);
    saved->count = trp__read_64(&saved->rows);
    saved->type = saved->rows.at;
    saved->record = trp__read_type(&saved->rows, 1);
}
