/*
 * The modules of a file: which of the world each is, whether it fits, and the structs of regions and
 * queues.
 */
#include "../time/queue.h"
#include "../time/timers.h"
#include "load.h"

_Static_assert(sizeof(trp__file_part) <= TRP_LOAD_BYTES(0, 1), "a load takes no more");

/* Reading and matching */

static bool load_parts_same_key(const trp__part_key *a, const trp__part_key *b)
{
    return a->tag == b->tag && trp__same_text(a->name, b->name) && trp__same_text(a->pool, b->pool);
}

/* Those with the same key are matched in their order. */
static void load_parts_match(const trp__loading *loading, trp__part *part)
{
    const trp__part_key key = trp__key_of(part);

    for (uint32_t i = 0; i < loading->part_count; i++)
        if (loading->parts[i].part == NULL && load_parts_same_key(&loading->parts[i].key, &key)) {
            loading->parts[i].part = part;
            return;
        }
}

/* The next chunk of a module. */
static bool load_parts_next(const trp__loading *loading, trp__saved_chunk *chunk)
{
    while (trp__chunk_at(loading->bytes, loading->size, chunk->end, chunk))
        if (trp__chunk_kind_of(chunk->tag) != NULL)
            return true;
    return false;
}

static trp_result load_parts_read_all(trp__loading *loading)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (load_parts_next(loading, &chunk))
        loading->part_room++;
    loading->parts = (trp__file_part *)trp__take(
        loading->world, trp__bytes(loading->part_room, sizeof *loading->parts, 0));
    loading->noun = TRP__NAME("world");
    loading->object = "";
    if (loading->parts == NULL && loading->part_room != 0)
        return trp__load_refuse_memory(loading);
    chunk.end = TRP__SAVE_HEAD;
    while (load_parts_next(loading, &chunk))
        trp__read_part(loading, &chunk, &loading->parts[loading->part_count++]);
    for (trp__part *part = loading->world->parts; part != NULL; part = part->next)
        load_parts_match(loading, part);
    return TRP_OK;
}

static const trp__file_part *load_parts_for(const trp__loading *loading, const trp__part *part)
{
    for (uint32_t i = 0; i < loading->part_count; i++)
        if (loading->parts[i].part == part)
            return &loading->parts[i];
    return NULL;
}

void trp__tell_dropped_parts(const trp__loading *loading)
{
    for (uint32_t i = 0; i < loading->part_count; i++) {
        const trp__file_part *saved = &loading->parts[i];
        const char *noun = trp__chunk_kind_of(saved->key.tag)->noun;
        if (saved->part == NULL)
            trp__load_report_dropped(loading, noun, saved->key.name, (uint32_t)saved->count);
        else if (saved->left_out != 0)
            trp__load_report_rows(loading, noun, saved->key.name, saved->left_out);
    }
}

/* Checks */

static trp_result load_parts_refuse(trp__loading *loading, const trp__file_part *saved,
                                    trp_result result, const char *text)
{
    return trp__load_refuse(loading, result, saved->rows.at, NULL, text);
}

/* The most rows that it may have. */
static bool load_parts_has_room(trp__loading *loading, trp__file_part *saved)
{
    if (saved->part->kind == TRP__PART_QUEUE)
        return saved->count <= trp__queue_of_part(saved->part)->desc.capacity;
    if (saved->part->kind == TRP__PART_REGION)
        return saved->count <=
               trp__region_of(saved->part)->bytes / trp__part_fields(saved->part)->size;
    return trp__rows_fit(loading, saved);
}

/* Structs without fields take no bytes; of rows there are none then. */
static bool load_parts_has_rows(const trp__file_part *saved)
{
    const uint64_t bytes = saved->rows.end - saved->rows.at;

    if (saved->record == 0)
        return saved->count == 0 || trp__table_of(saved->part).row == NULL;
    return saved->count <= bytes / saved->record && saved->count * saved->record == bytes;
}

static trp_result load_parts_check(trp__loading *loading, trp__file_part *saved)
{
    const trp_fields *fields = trp__part_fields(saved->part);
    trp_result result;

    if (fields == NULL)
        return trp__load_refuse(loading, TRP_ERR_DESC, 0, NULL,
                                TRP__TEXT("it is not described: see trp_region.fields"));
    if (saved->rows.is_short || !load_parts_has_rows(saved))
        return load_parts_refuse(loading, saved, TRP_ERR_DAMAGED,
                                 TRP__TEXT("its number of rows is wrong"));
    if (saved->part->kind == TRP__PART_TIMERS &&
        saved->in_seconds !=
            (((const trp_timers *)trp__module_of(saved->part))->desc.clock == TRP_CLOCK_SECONDS))
        return load_parts_refuse(
            loading, saved, TRP_ERR_VALUE,
            TRP__TEXT("it counts ticks in the save and seconds in the game, or the reverse"));
    if (saved->part->kind == TRP__PART_TIMERS && saved->numbers[0] >> 62 != 0)
        return load_parts_refuse(loading, saved, TRP_ERR_DAMAGED,
                                 TRP__TEXT("its present moment is impossible"));
    result = trp__check_records(loading, saved->type, fields, loading->bytes + saved->rows.at,
                                saved->record, saved->count);
    if (result == TRP_OK && !load_parts_has_room(loading, saved))
        result = load_parts_refuse(
            loading, saved, TRP_ERR_FULL,
            TRP__TEXT("it has room for fewer rows now: raise its capacity, max or bytes"));
    return result;
}

trp_result trp__check_parts(trp__loading *loading)
{
    trp_result result = load_parts_read_all(loading);

    for (uint32_t i = 0; i < loading->part_count && result == TRP_OK; i++) {
        trp__file_part *saved = &loading->parts[i];
        loading->noun = trp__chunk_kind_of(saved->key.tag)->noun;
        loading->object = saved->key.name;
        if (saved->part != NULL)
            result = load_parts_check(loading, saved);
    }
    return result;
}

trp_result trp__make_part_room(trp__loading *loading)
{
    for (uint32_t i = 0; i < loading->part_count; i++) {
        const trp__file_part *saved = &loading->parts[i];
        loading->noun = trp__chunk_kind_of(saved->key.tag)->noun;
        loading->object = saved->key.name;
        if (saved->part != NULL && trp__table_of(saved->part).row != NULL &&
            !trp__make_row_room(loading, saved))
            return trp__load_refuse(loading, TRP_ERR_MEMORY, 0, NULL,
                                    TRP__TEXT("there is no memory for it to grow"));
    }
    return TRP_OK;
}

/* Structs of regions and queues, `stride` bytes apart. */
static void load_parts_fill_structs(trp__loading *loading, const trp__file_part *saved,
                                    unsigned char *at, size_t stride)
{
    const trp_fields *fields = trp__part_fields(saved->part);
    const size_t record = (size_t)saved->record;
    trp__load_plan plan;

    trp__plan_moves(&plan, loading, saved->type, fields, 0);
    for (uint64_t i = 0; i < saved->count; i++, at += stride)
        trp__fill_records(&plan, saved->type, fields, NULL,
                          loading->bytes + saved->rows.at + (size_t)i * record, record, &at, 1);
}

/* Bytes that no field describes are zero. */
static void load_parts_fill_queue(trp__loading *loading, trp_queue *queue,
                                  const trp__file_part *saved)
{
    memset(&queue->state, 0, sizeof queue->state);
    if (saved == NULL)
        return;
    queue->state.refused = saved->numbers[0];
    queue->state.count = (uint32_t)saved->count;
    memset(queue->events, 0, queue->desc.capacity * queue->stride);
    load_parts_fill_structs(loading, saved, queue->events, queue->stride);
}

void trp__fill_parts(trp__loading *loading)
{
    for (trp__part *part = loading->world->parts; part != NULL; part = part->next)
        trp__fill_rows(loading, part, load_parts_for(loading, part));
}

void trp__fill_structs(trp__loading *loading)
{
    for (const trp__part *part = loading->world->parts; part != NULL; part = part->next) {
        const trp__file_part *saved = load_parts_for(loading, part);
        if (part->kind == TRP__PART_QUEUE)
            load_parts_fill_queue(loading, trp__queue_of_part(part), saved);
        else if (part->kind == TRP__PART_REGION && saved != NULL)
            load_parts_fill_structs(loading, saved, (unsigned char *)trp__region_of(part)->start,
                                    trp__part_fields(part)->size);
    }
}
