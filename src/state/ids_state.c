/*
 * Ids in snapshots and saves. In images they are the words of their bitmap, in saves a row each.
 */
#include "../../include/troupe/fields.h"
#include "../../include/troupe/ids.h"
#include "../base/bitmap.h"
#include "state.h"

typedef struct ids_row {
    uint32_t id;
} ids_row;

static const trp_field ids_fields[] = {TRP_FIELD(ids_row, id), TRP_FIELDS_END};
static const trp_fields ids_type = {"id", sizeof(ids_row), 0, ids_fields, NULL, 0};

static trp_ids *ids_state_of(const void *module)
{
    return ((const trp_region *)module)->ids;
}

static size_t ids_state_words(const trp_ids *ids)
{
    return trp__bitmap_words(ids->capacity) * sizeof(trp__word);
}

static size_t ids_state_most(const void *module)
{
    return sizeof(uint64_t) + ids_state_words(ids_state_of(module));
}

static void ids_state_put(const void *module, trp__sink *to)
{
    const trp_ids *ids = ids_state_of(module);
    const uint64_t count = ids->count;

    trp__begin_rows(to, 1);
    trp__put_bytes_to(to, &count, sizeof count);
    trp__put_bytes_to(to, ids->map->levels[0], ids_state_words(ids));
}

static void ids_state_restore(void *module, const unsigned char *from, size_t bytes)
{
    const trp_ids *ids = ids_state_of(module);
    uint64_t count;

    memcpy(&count, from, sizeof count);
    ids_state_of(module)->count = (uint32_t)count;
    memcpy(ids->map->levels[0], from + sizeof count, bytes - sizeof count);
}

/* They must have the same range and memory as then. */
static uint64_t ids_state_wiring(const void *module)
{
    const trp_ids *ids = ids_state_of(module);
    const uint64_t places = trp__mix(trp__mix(1, (uintptr_t)ids), (uintptr_t)ids->map);

    return trp__mix(trp__mix(places, ids->first), ids->capacity);
}

static void ids_state_save(const void *module, trp__sink *to)
{
    const trp_ids *ids = ids_state_of(module);

    for (uint32_t id = trp_ids_next(ids, 0); id != TRP_NO_ID; id = trp_ids_next(ids, id + 1)) {
        const ids_row row = {id};
        trp__put_bytes_to(to, &row, sizeof row);
    }
}

static void ids_state_begin(void *module)
{
    trp_ids *ids = ids_state_of(module);

    while (ids->count != 0)
        (void)trp_ids_give_back(ids, trp_ids_next(ids, 0));
}

static void ids_state_enter(void *module, const void *row)
{
    (void)trp__ids_take_this(ids_state_of(module), ((const ids_row *)row)->id);
}

static bool ids_state_accepts(const void *module, void *row, bool is_asleep)
{
    const trp_ids *ids = ids_state_of(module);

    (void)is_asleep;
    return ((const ids_row *)row)->id - ids->first < ids->capacity;
}

trp__part_table trp__ids_part(void)
{
    trp__part_table table = {0};

    table.name = "ids";
    table.offset = offsetof(trp_region, part);
    table.size = sizeof(trp_region);
    table.most = ids_state_most;
    table.put = ids_state_put;
    table.restore = ids_state_restore;
    table.wiring = ids_state_wiring;
    table.row = &ids_type;
    table.save = ids_state_save;
    table.begin = ids_state_begin;
    table.enter = ids_state_enter;
    table.accepts = ids_state_accepts;
    return table;
}
