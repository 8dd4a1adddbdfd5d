/*
 * Groups, regions and queues of a file; and the chunk of each module.
 */
#include "../../include/troupe/ids.h"
#include "../group/group.h"
#include "../time/queue.h"
#include "load.h"

static trp_group *load_parts_group_of(const trp__part *part)
{
    return (trp_group *)((uintptr_t)part - offsetof(trp_group, part));
}

static bool load_parts_same_key(const trp__part_key *a, const trp__part_key *b)
{
    return a->tag == b->tag && trp__same_text(a->name, b->name) && trp__same_text(a->pool, b->pool);
}

/* The number of modules with this key before `end`, or of all if `end` is NULL. */
static uint32_t load_parts_before(const trp_world *world, const trp__part *end,
                                  const trp__part_key *key)
{
    uint32_t count = 0;

    for (const trp__part *part = world->parts; part != end; part = part->next) {
        const trp__part_key other = trp__key_of(part);
        count += load_parts_same_key(&other, key);
    }
    return count;
}

/* The key of a module's chunk, and a reader after it. */
static trp__part_key load_parts_key_at(const trp__loading *loading, const trp__saved_chunk *chunk,
                                       trp__reader *reader)
{
    trp__part_key key = {0, NULL, ""};

    *reader = trp__read_from(loading->bytes, chunk->from, chunk->end);
    key.tag = chunk->tag;
    key.name = trp__name_now(loading, trp__read_name(reader));
    if (chunk->tag == TRP__SAVE_TIMERS)
        key.pool = trp__name_now(loading, trp__read_name(reader));
    return key;
}

/* The content of the chunk of a part. False: the file has none. */
static bool load_parts_find(const trp__loading *loading, const trp__part *part, trp__reader *reader)
{
    const trp__part_key key = trp__key_of(part);
    uint32_t left = load_parts_before(loading->world, part, &key);
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (key.tag != 0 &&
           trp__chunk_after(loading->bytes, loading->size, chunk.end, key.tag, &chunk)) {
        const trp__part_key other = load_parts_key_at(loading, &chunk, reader);
        if (load_parts_same_key(&key, &other) && left-- == 0)
            return true;
    }
    return false;
}

/* Groups */

static trp_result load_parts_check_group(const trp__loading *loading, const trp__part *part,
                                         trp__reader reader)
{
    const trp_group *group = load_parts_group_of(part);
    const size_t begin = reader.at;
    uint32_t size;

    if (trp__read_rows(&reader, 8, &size) == NULL)
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, begin, NULL,
                                TRP__TEXT("its number of members is wrong"));
    if (size > group->most)
        return trp__load_refuse(
            loading, TRP_ERR_FULL, begin, NULL,
            TRP__TEXT("it has room for fewer members now: raise its max, or give a larger array"));
    return TRP_OK;
}

static trp_result load_parts_make_group_room(trp_group *group, uint32_t size)
{
    return size <= group->room ? TRP_OK : trp_group_reserve(group, size);
}

/* Whether a pool's actors may be in a group. */
static bool load_parts_takes(const trp_group *group, const trp_pool *pool)
{
    return group->desc.type.size == 0 || (pool->desc.type.size == group->desc.type.size &&
                                          pool->desc.type.offset == group->desc.type.offset);
}

/* Whether an actor is among the first members. */
static bool load_parts_has(const trp_group *group, uint32_t size, trp_handle handle)
{
    while (size > 0 && !trp_handle_equal(group->items[size - 1], handle))
        size--;
    return size > 0;
}

static void load_parts_fill_group(trp__loading *loading, trp__part *part, trp__reader *reader)
{
    trp_group *group = load_parts_group_of(part);
    uint32_t left = reader != NULL ? trp__read_32(reader) : 0;

    (void)trp_group_clear(group);
    for (; left > 0; left--) {
        const uint32_t index = trp__read_32(reader);
        const uint32_t generation = trp__read_32(reader);
        trp__place place;
        trp_handle handle;
        if (!trp__place_of(loading, index, &place) || place.slot >= place.pool->state.capacity ||
            !trp__is_present(place.pool, place.slot) || !load_parts_takes(group, place.pool) ||
            !trp__is_alive(trp__stamp_at(place.pool, place.slot)))
            continue;
        handle.index = trp__handle_index(place.pool, place.slot);
        handle.generation = generation;
        if (trp__cell_of(place.pool, place.slot)->generation != generation ||
            (group->desc.unique && load_parts_has(group, group->size, handle)))
            continue;
        group->items[group->size++] = handle;
    }
    group->kept = group->size;
}

/* Regions */

/* Number of structs for which there is room in the world. */
static trp_result load_parts_check_structs(trp__loading *loading, const trp_fields *fields,
                                           uint64_t room, trp__reader reader)
{
    const size_t type = reader.at;
    const uint64_t record = trp__read_type(&reader, 1);
    const uint64_t count = trp__read_64(&reader);
    const uint64_t bytes = reader.end - reader.at;

    if (reader.is_short || (record != 0 && (count > bytes / record || count * record != bytes)))
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, reader.at, NULL,
                                TRP__TEXT("its number of structs is wrong"));
    if (count > room)
        return trp__load_refuse(
            loading, TRP_ERR_FULL, reader.at, NULL,
            TRP__TEXT("it has room for fewer structs now: register more bytes"));
    return trp__check_records(loading, type, fields, loading->bytes + reader.at, record, count);
}

/* They are `stride` bytes apart. Returns their number. */
static uint64_t load_parts_fill_structs(trp__loading *loading, const trp_fields *fields,
                                        unsigned char *at, size_t stride, trp__reader *reader)
{
    const size_t type = reader->at;
    const uint64_t record = trp__read_type(reader, 1);
    const uint64_t count = trp__read_64(reader);
    trp__load_plan plan;

    trp__plan_moves(&plan, loading, type, fields, 0);
    for (uint64_t i = 0; i < count; i++, at += stride)
        trp__fill_records(&plan, type, fields, NULL,
                          loading->bytes + reader->at + (size_t)(i * record), (size_t)record, &at,
                          1);
    return count;
}

static trp_result load_parts_check_region(trp__loading *loading, const trp__part *part,
                                          trp__reader reader)
{
    const trp_region *region = trp__region_of(part);

    if (region->fields == NULL)
        return trp__load_refuse(loading, TRP_ERR_DESC, 0, NULL,
                                TRP__TEXT("it is not described: see trp_region.fields"));
    return load_parts_check_structs(loading, region->fields, region->bytes / region->fields->size,
                                    reader);
}

/* Queues */

static trp_result load_parts_check_queue(trp__loading *loading, const trp__part *part,
                                         trp__reader reader)
{
    const trp_queue_desc *desc = &trp__queue_of_part(part)->desc;

    (void)trp__read_64(&reader);
    return load_parts_check_structs(loading, desc->fields, desc->capacity, reader);
}

/* Bytes that no field describes are zero. */
static void load_parts_fill_queue(trp__loading *loading, const trp__part *part, trp__reader *reader)
{
    trp_queue *queue = trp__queue_of_part(part);

    memset(&queue->state, 0, sizeof queue->state);
    if (reader == NULL)
        return;
    queue->state.refused = trp__read_64(reader);
    memset(queue->events, 0, queue->desc.capacity * queue->stride);
    queue->state.count = (uint32_t)load_parts_fill_structs(loading, queue->desc.fields,
                                                           queue->events, queue->stride, reader);
}

static trp_result load_parts_check_ids(const trp__loading *loading, const trp__part *part,
                                       trp__reader reader)
{
    const trp_ids *ids = trp__region_of(part)->ids;
    uint32_t left = trp__read_32(&reader);
    bool rises = reader.end - reader.at == (uint64_t)left * 4;
    uint32_t least = 0;

    for (; rises && left > 0; left--) {
        const uint32_t id = trp__read_32(&reader);
        rises = id >= least;
        least = id + 1;
        if (id - ids->first >= ids->capacity)
            return trp__load_refuse(loading, TRP_ERR_FULL, reader.at, NULL,
                                    TRP__TEXT("an id is not in the present range"));
    }
    return rises && !reader.is_short ? TRP_OK
                                     : trp__load_refuse(loading, TRP_ERR_DAMAGED, reader.at, NULL,
                                                        TRP__TEXT("its ids do not rise"));
}

static void load_parts_fill_ids(const trp__part *part, trp__reader *reader)
{
    trp_ids *ids = trp__region_of(part)->ids;
    uint32_t left = trp__read_32(reader);

    while (ids->count != 0)
        (void)trp_ids_give_back(ids, trp_ids_next(ids, 0));
    for (; left > 0; left--)
        (void)trp__ids_take_this(ids, trp__read_32(reader));
}

/* All modules */

static trp_result check_part(trp__loading *loading, const trp__part *part, trp__reader reader)
{
    switch (part->kind) {
    case TRP__PART_GROUP:
        return load_parts_check_group(loading, part, reader);
    case TRP__PART_FAMILY:
        return trp__check_family(loading, reader);
    case TRP__PART_SPACE:
        return trp__check_space(loading, part, reader);
    case TRP__PART_CONTACTS:
        return trp__check_contacts(loading, part, reader);
    case TRP__PART_TIMERS:
        return trp__check_timers(loading, part, reader);
    case TRP__PART_REGION:
        return load_parts_check_region(loading, part, reader);
    case TRP__PART_QUEUE:
        return load_parts_check_queue(loading, part, reader);
    default:
        return load_parts_check_ids(loading, part, reader);
    }
}

static trp_result load_parts_make_room(trp__loading *loading, trp__part *part, trp__reader reader)
{
    if (part->kind == TRP__PART_GROUP)
        return load_parts_make_group_room(load_parts_group_of(part), trp__read_32(&reader));
    if (part->kind == TRP__PART_SPACE)
        return trp__make_space_room(loading, part, reader);
    if (part->kind == TRP__PART_TIMERS)
        return trp__make_timers_room(loading, part);
    return part->kind == TRP__PART_FAMILY ? trp__make_family_room(loading, part) : TRP_OK;
}

static void fill_part(trp__loading *loading, trp__part *part, trp__reader *reader)
{
    if (part->kind == TRP__PART_GROUP)
        load_parts_fill_group(loading, part, reader);
    else if (part->kind == TRP__PART_FAMILY)
        trp__fill_family(loading, part, reader);
    else if (part->kind == TRP__PART_SPACE)
        trp__fill_space(loading, part, reader);
    else if (part->kind == TRP__PART_CONTACTS)
        trp__fill_contacts(loading, part, reader);
    else if (part->kind == TRP__PART_TIMERS && trp__key_of(part).tag != 0)
        trp__fill_timers(part, reader);
    else if (part->kind == TRP__PART_IDS && reader != NULL)
        load_parts_fill_ids(part, reader);
}

static void begin_part(trp__loading *loading, const trp__part *part)
{
    loading->noun = trp__table_of(part).name;
    loading->object = trp__key_of(part).name;
}

trp_result trp__check_parts(trp__loading *loading)
{
    trp_result result = TRP_OK;
    trp__reader reader;

    for (const trp__part *part = loading->world->parts; part != NULL && result == TRP_OK;
         part = part->next) {
        begin_part(loading, part);
        if (load_parts_find(loading, part, &reader))
            result = check_part(loading, part, reader);
    }
    return result;
}

trp_result trp__make_part_room(trp__loading *loading)
{
    trp_result result = TRP_OK;
    trp__reader reader;

    for (trp__part *part = loading->world->parts; part != NULL && result == TRP_OK;
         part = part->next) {
        begin_part(loading, part);
        if (load_parts_find(loading, part, &reader))
            result = load_parts_make_room(loading, part, reader);
    }
    if (result != TRP_OK)
        (void)trp__load_refuse(loading, result, 0, NULL,
                               TRP__TEXT("there is no memory for it to grow"));
    return result;
}

void trp__fill_parts(trp__loading *loading)
{
    trp__reader reader;

    for (trp__part *part = loading->world->parts; part != NULL; part = part->next)
        fill_part(loading, part, load_parts_find(loading, part, &reader) ? &reader : NULL);
}

void trp__fill_structs(trp__loading *loading)
{
    trp__reader reader;

    for (const trp__part *part = loading->world->parts; part != NULL; part = part->next) {
        const bool has_one = load_parts_find(loading, part, &reader);
        if (part->kind == TRP__PART_QUEUE)
            load_parts_fill_queue(loading, part, has_one ? &reader : NULL);
        else if (part->kind == TRP__PART_REGION && has_one)
            (void)load_parts_fill_structs(loading, trp__part_fields(part),
                                          (unsigned char *)trp__region_of(part)->start,
                                          trp__part_fields(part)->size, &reader);
    }
}

/* Modules that the world lacks */

/* The number of members, structs, events, timers or ids, as the file states it. */
static uint32_t load_parts_count_in(uint32_t tag, trp__reader reader)
{
    if (tag == TRP__SAVE_TIMERS)
        (void)trp__read_8(&reader);
    if (tag == TRP__SAVE_QUEUE || tag == TRP__SAVE_TIMERS)
        (void)trp__read_64(&reader);
    if (tag != TRP__SAVE_QUEUE && tag != TRP__SAVE_REGION)
        return trp__read_32(&reader);
    (void)trp__read_type(&reader, 1);
    return (uint32_t)trp__read_64(&reader);
}

/* Chunks with this tag after the first `known` ones that match a module; `only` NULL: chunks that
 * match none. */
static void load_parts_tell_dropped(const trp__loading *loading, uint32_t tag, const char *kind,
                                    const trp__part_key *only, uint32_t known)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, tag, &chunk)) {
        trp__reader reader;
        const trp__part_key key = load_parts_key_at(loading, &chunk, &reader);
        if (only == NULL ? load_parts_before(loading->world, NULL, &key) != 0
                         : !load_parts_same_key(&key, only))
            continue;
        if (known == 0)
            trp__load_report_dropped(loading, kind, key.name, load_parts_count_in(tag, reader));
        known -= known != 0;
    }
}

/* O(modules * chunks), however many chunks a file from anywhere has. */
static void load_parts_tell_dropped_of(const trp__loading *loading, uint32_t tag, const char *kind)
{
    const trp_world *world = loading->world;

    load_parts_tell_dropped(loading, tag, kind, NULL, 0);
    for (const trp__part *part = world->parts; part != NULL; part = part->next) {
        const trp__part_key key = trp__key_of(part);
        if (key.tag == tag && load_parts_before(world, part, &key) == 0)
            load_parts_tell_dropped(loading, tag, kind, &key, load_parts_before(world, NULL, &key));
    }
}

void trp__tell_dropped_parts(const trp__loading *loading)
{
    load_parts_tell_dropped_of(loading, TRP__SAVE_GROUP, TRP__NAME("group"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_FAMILY, TRP__NAME("family"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_SPACE, TRP__NAME("space"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_CONTACTS, TRP__NAME("contacts"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_REGION, TRP__NAME("region"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_QUEUE, TRP__NAME("queue"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_IDS, TRP__NAME("ids"));
    load_parts_tell_dropped_of(loading, TRP__SAVE_TIMERS, TRP__NAME("timers"));
}
