/*
 * Modules and regions in a save: numbers, the description of a row, and rows.
 */
#include "../group/group.h"
#include "../time/queue.h"
#include "../time/timers.h"
#include "save_format.h"

/* By the kinds of parts. */
static const trp__chunk_kind save_parts_kinds[] = {{0, ""},
                                                   {TRP__SAVE_GROUP, TRP__NAME("group")},
                                                   {TRP__SAVE_FAMILY, TRP__NAME("family")},
                                                   {TRP__SAVE_SPACE, TRP__NAME("space")},
                                                   {TRP__SAVE_CONTACTS, TRP__NAME("contacts")},
                                                   {TRP__SAVE_TIMERS, TRP__NAME("timers")},
                                                   {TRP__SAVE_QUEUE, TRP__NAME("queue")},
                                                   {TRP__SAVE_REGION, TRP__NAME("region")},
                                                   {TRP__SAVE_IDS, TRP__NAME("ids")}};

_Static_assert(sizeof save_parts_kinds / sizeof *save_parts_kinds == TRP__PART_IDS + 1,
               "all kinds");

const trp__chunk_kind *trp__chunk_kind_of(uint32_t tag)
{
    uint32_t kind = TRP__PART_IDS;

    while (kind > 0 && save_parts_kinds[kind].tag != tag)
        kind--;
    return kind != 0 ? &save_parts_kinds[kind] : NULL;
}

trp__part_key trp__key_of(const trp__part *part)
{
    const size_t title = trp__table_of(part).title;
    trp__part_key key = {save_parts_kinds[part->kind].tag, NULL, ""};

    if (part->kind >= TRP__PART_REGION)
        key.name = trp__region_of(part)->name;
    else if (title != 0)
        memcpy(&key.name, (const unsigned char *)trp__module_of(part) + title, sizeof key.name);
    if (part->kind == TRP__PART_TIMERS) {
        const trp_pool *pool = ((const trp_timers *)trp__module_of(part))->pool;
        key.tag = pool->desc.transient ? 0 : key.tag;
        key.pool = pool->desc.name;
    }
    if (part->kind == TRP__PART_QUEUE && trp__part_fields(part) == NULL)
        key.tag = 0;
    key.name = key.name != NULL ? key.name : "";
    return key;
}

const trp_fields *trp__part_fields(const trp__part *part)
{
    if (part->kind == TRP__PART_QUEUE)
        return trp__queue_of_part(part)->desc.fields;
    if (part->kind == TRP__PART_REGION)
        return trp__region_of(part)->fields;
    return trp__table_of(part).row;
}

/* Rows that are written, or only counted. */
typedef struct save_parts_rows {
    trp__saver *saver; /* NULL: they are counted */
    const trp_world *world;
    const trp_fields *fields;
    uint64_t count;
} save_parts_rows;

/* Whether its first member, if that is a handle, is of a pool that is not saved. */
static bool save_parts_is_left_out(const save_parts_rows *rows, const unsigned char *row)
{
    const trp_field *first = &rows->fields->fields[0];
    trp_handle handle;

    if (first->kind != TRP_KIND_HANDLE)
        return false;
    memcpy(&handle, row + first->offset, sizeof handle);
    return trp__group_pool(rows->world, handle)->desc.transient;
}

static void save_parts_take(trp__sink *sink, const void *from, size_t bytes)
{
    save_parts_rows *rows = (save_parts_rows *)sink->user;
    const unsigned char *row = (const unsigned char *)from;

    for (; bytes > 0; bytes -= rows->fields->size, row += rows->fields->size) {
        if (save_parts_is_left_out(rows, row))
            continue;
        rows->count++;
        if (rows->saver != NULL)
            trp__save_records(rows->saver, rows->fields, &row, 1);
    }
}

static void save_parts_put_rows(save_parts_rows *rows, const trp__part *part)
{
    const trp__part_table table = trp__table_of(part);
    trp__sink sink = {0};

    sink.take = save_parts_take;
    sink.user = rows;
    trp__begin_rows(&sink, rows->fields->size);
    (table.save != NULL ? table.save : table.put)(trp__module_of(part), &sink);
}

/* Structs of a region, or the waiting events of a queue in the order in which they are played. */
static void save_parts_put_structs(save_parts_rows *rows, const trp__part *part)
{
    const bool is_queue = part->kind == TRP__PART_QUEUE;
    const size_t size = rows->fields->size;

    rows->count =
        is_queue ? trp__queue_of_part(part)->state.count : trp__region_of(part)->bytes / size;
    for (size_t i = 0; rows->saver != NULL && i < rows->count; i++) {
        const unsigned char *at =
            is_queue ? trp__queue_at(trp__queue_of_part(part), (uint32_t)i)
                     : (const unsigned char *)trp__region_of(part)->start + i * size;
        trp__save_records(rows->saver, rows->fields, &at, 1);
    }
}

static uint64_t save_parts_number(const trp__part *part, unsigned which)
{
    if (part->kind == TRP__PART_QUEUE)
        return which == 0 ? trp__queue_of_part(part)->state.refused : 0;
    return trp__part_number(part, which);
}

static void save_parts_put(trp__saver *saver, const void *subject)
{
    const trp__part *part = (const trp__part *)subject;
    const trp__part_key key = trp__key_of(part);
    void (*const put)(save_parts_rows *, const trp__part *) =
        trp__table_of(part).row != NULL ? save_parts_put_rows : save_parts_put_structs;
    save_parts_rows rows = {NULL, saver->world, trp__part_fields(part), 0};

    trp__save_name(saver, key.name);
    trp__save_name(saver, key.pool);
    trp__save_8(saver,
                part->kind == TRP__PART_TIMERS &&
                    ((const trp_timers *)trp__module_of(part))->desc.clock == TRP_CLOCK_SECONDS);
    trp__save_64(saver, save_parts_number(part, 0));
    trp__save_64(saver, save_parts_number(part, 1));
    put(&rows, part);
    trp__save_64(saver, rows.count);
    trp__save_type(saver, rows.fields);
    if (saver->write == NULL) {
        saver->bytes += rows.count * trp__record_bytes(rows.fields);
        return;
    }
    rows.saver = saver;
    put(&rows, part);
}

void trp__save_parts(trp__saver *saver)
{
    for (const trp__part *part = saver->world->parts; part != NULL; part = part->next) {
        const uint32_t tag = trp__key_of(part).tag;
        if (tag != 0)
            trp__save_chunk(saver, tag, save_parts_put, part);
    }
}
