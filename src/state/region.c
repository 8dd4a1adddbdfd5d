/*
 * Memory of the game that belongs to the state.
 */
#include "../../include/troupe/fields.h"
#include "../../include/troupe/inspect.h"
#include "state.h"

/* Holes: structs of modules in the memory, and the black box. They do not belong to the state of
 * the game. */
typedef struct region_hole {
    size_t from;
    size_t to;
} region_hole;

static void region_note_hole(const trp_region *region, size_t at, const void *memory, size_t bytes,
                             region_hole *first)
{
    const size_t from = (size_t)((uintptr_t)memory - (uintptr_t)region->start);

    if (from >= region->bytes || from < at || from >= first->from)
        return;
    first->from = from;
    first->to = region->bytes - from < bytes ? region->bytes : from + bytes;
}

/* Whether the node of an external actor lies here: the index in it leads back to this address. */
static bool region_has_node(const trp_world *world, const unsigned char *at)
{
    trp_actor node;
    trp__place place;

    memcpy(&node, at, sizeof node);
    return trp__find_index(world, node.index & (TRP_MAX_SLOTS - 1), &place) &&
           place.pool->actors != NULL &&
           trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp) &&
           (const unsigned char *)trp__node_at(place.pool, place.slot) == at;
}

static bool region_may_have_nodes(const trp_world *world)
{
    bool may = false;

    for (uint32_t i = 0; i < world->pool_count; i++)
        may = may || (world->pools[i]->actors != NULL && world->pools[i]->state.live != 0);
    return may;
}

/* Nodes of external actors: the ledger has the same data, and serials are not state. */
static void region_note_node(const trp_region *region, size_t at, region_hole *first)
{
    const unsigned char *start = (const unsigned char *)region->start;

    at += -((uintptr_t)start + at) % TRP__NODE_ALIGNMENT;
    for (; at < first->from && region->bytes - at >= sizeof(trp_actor); at += TRP__NODE_ALIGNMENT)
        if (region_has_node(region->world, start + at)) {
            first->from = at;
            first->to = at + sizeof(trp_actor);
            return;
        }
}

/* The first hole at or after `at`; the end of the region if there is none. */
static region_hole region_next_hole(const trp_region *region, bool nodes, size_t at)
{
    const trp_world *world = region->world;
    region_hole first = {region->bytes, region->bytes};

    for (const trp__part *part = world != NULL ? world->parts : NULL; part != NULL;
         part = part->next) {
        const trp__part_table table = trp__table_of(part);
        region_note_hole(region, at, (const unsigned char *)part - table.offset, table.size,
                         &first);
    }
    if (world != NULL && world->recorder != NULL)
        region_note_hole(region, at, world->recorder, sizeof(trp_black_box), &first);
    if (world != NULL && nodes && region_may_have_nodes(world))
        region_note_node(region, at, &first);
    return first;
}

bool trp__next_piece(const trp_region *region, bool nodes, size_t *from, size_t *to)
{
    while (*to < region->bytes) {
        const region_hole next = region_next_hole(region, nodes, *to);
        *from = *to;
        *to = next.to;
        if (next.from != *from) {
            *to = next.from;
            return true;
        }
    }
    return false;
}

static size_t region_bytes(const void *module)
{
    return ((const trp_region *)module)->bytes;
}

/* In a snapshot nodes of external actors are zero: the ledger has the same data, besides serials. */
static void region_clear_nodes(const trp_region *region, unsigned char *bytes)
{
    for (uint32_t i = 0; i < region->world->pool_count; i++) {
        const trp_pool *pool = region->world->pools[i];
        for (uint32_t slot = 0; pool->actors != NULL && slot < pool->state.used; slot++) {
            const size_t at = (uintptr_t)trp__node_at(pool, slot) - (uintptr_t)region->start;
            if (trp__is_taken(trp__cell_of(pool, slot)->stamp) && at < region->bytes &&
                region->bytes - at >= sizeof(trp_actor))
                memset(bytes + at, 0, sizeof(trp_actor));
        }
    }
}

/* Holes are zero. */
static void region_put(const void *module, trp__sink *to)
{
    const trp_region *region = module;
    const unsigned char *start = (const unsigned char *)region->start;
    size_t begin = 0;
    size_t end = 0;
    size_t last = 0;

    trp__begin_rows(to, 1);
    for (; trp__next_piece(region, false, &begin, &end); last = end) {
        trp__put_bytes_to(to, NULL, begin - last);
        trp__put_bytes_to(to, start + begin, end - begin);
    }
    trp__put_bytes_to(to, NULL, region->bytes - last);
    if (to->at <= to->room)
        region_clear_nodes(region, to->memory + to->at - region->bytes);
}

static bool region_fits(const void *module, const unsigned char *from, size_t bytes)
{
    (void)from;
    return bytes == region_bytes(module);
}

static void region_restore(void *module, const unsigned char *from, size_t bytes)
{
    const trp_region *region = module;
    size_t begin = 0;
    size_t end = 0;

    (void)bytes;
    while (trp__next_piece(region, false, &begin, &end))
        memcpy((unsigned char *)region->start + begin, from + begin, end - begin);
}

static uint64_t region_wiring(const void *module)
{
    const trp_region *region = module;

    return trp__mix(trp__mix(1, (uintptr_t)region->start), region->bytes);
}

trp__part_table trp__region_part(void)
{
    trp__part_table table = {0};

    table.name = "region";
    table.offset = offsetof(trp_region, part);
    table.size = sizeof(trp_region);
    table.most = region_bytes;
    table.put = region_put;
    table.fits = region_fits;
    table.restore = region_restore;
    table.wiring = region_wiring;
    return table;
}

static bool region_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return (uintptr_t)a - (uintptr_t)b < b_bytes || (uintptr_t)b - (uintptr_t)a < a_bytes;
}

static bool region_overlaps_slots(const trp_world *world, const trp_region *region)
{
    for (uint32_t i = 0; i < world->pool_count; i++) {
        const trp_pool *pool = world->pools[i];
        if (region_overlap(region->start, region->bytes, pool, pool->bytes))
            return true;
        for (uint32_t k = 0; k < pool->state.grown; k++)
            if (pool->chunks[k].memory != NULL &&
                region_overlap(region->start, region->bytes, pool->chunks[k].memory,
                               pool->chunks[k].bytes))
                return true;
    }
    return region_overlap(region->start, region->bytes, world, sizeof *world);
}

const trp_region *trp__region_over(const trp_world *world, const void *memory, size_t bytes)
{
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) &&
            region_overlap(memory, bytes, trp__region_of(part)->start, trp__region_of(part)->bytes))
            return trp__region_of(part);
    return NULL;
}

static bool region_is_misplaced(trp__call *call, const trp_region *region)
{
    const bool has_ids = region->ids != NULL;

    return trp__refuses(call, has_ids == (region->start != NULL), TRP_ERR_DESC,
                        TRP__TEXT("either start and bytes, or ids")) ||
           trp__refuses(
               call,
               region->fields != NULL && (has_ids || region->bytes % region->fields->size != 0),
               TRP_ERR_VALUE, TRP__TEXT("the size is not a multiple of the fields' struct")) ||
           trp__refuses(call, has_ids && (region->ids->map == NULL || region->bytes != 0),
                        TRP_ERR_DESC, TRP__TEXT("the ids are not initialised")) ||
           trp__refuses(call,
                        !has_ids &&
                            (region->bytes == 0 || region_overlaps_slots(call->world, region) ||
                             trp__region_over(call->world, region->start, region->bytes) != NULL),
                        TRP_ERR_VALUE,
                        TRP__TEXT("a region must have at least 1 byte, and must not overlap "
                                  "another region or the world"));
}

static bool region_is_registered(const trp_world *world, const trp_region *region)
{
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        if (part == &region->part)
            return true;
    return false;
}

static trp__call region_call(trp_world *world, const trp_region *region, const char *name)
{
    return trp__call_on(world, TRP__TEXT("region"), region != NULL ? region->name : NULL, name);
}

trp_result trp_region_add(trp_world *world, trp_region *region)
{
    trp__call call = region_call(world, region, TRP__TEXT("trp_region_add"));

    if (trp__is_void(&call) ||
        trp__refuses(&call, region == NULL, TRP_ERR_NULL, TRP__TEXT("the region is NULL")) ||
        trp__is_closed(&call) ||
        trp__refuses(&call, region_is_registered(world, region), TRP_ERR_LINKED, NULL) ||
        region_is_misplaced(&call, region))
        return call.result;
    region->world = world;
    trp__part_add(world, &region->part, region->ids != NULL ? TRP__PART_IDS : TRP__PART_REGION);
    trp__region_added(region);
    return TRP_OK;
}

trp_result trp_region_remove(trp_world *world, trp_region *region)
{
    trp__call call = region_call(world, region, TRP__TEXT("trp_region_remove"));

    if (trp__is_void(&call) ||
        trp__refuses(&call, region == NULL, TRP_ERR_NULL, TRP__TEXT("the region is NULL")) ||
        trp__is_shut(&call) ||
        trp__refuses(&call, !region_is_registered(world, region), TRP_ERR_UNLINKED, NULL))
        return call.result;
    trp__part_remove(world, &region->part);
    trp__memory_back(region);
    region->world = NULL;
    return TRP_OK;
}
