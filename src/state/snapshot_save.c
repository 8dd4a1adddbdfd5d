/*
 * Writes a snapshot in one pass. Bytes that do not fit are only counted.
 */
#include "fields.h"
#include "state.h"

/* Zeros up to an aligned place. */
static void snapshot_save_align(trp__sink *to)
{
    trp__put_bytes_to(to, NULL, trp__padded(to->at) - to->at);
}

/* A page: a place for its bytes; NULL: they do not fit. */
static void *snapshot_save_page(trp__sink *to, uint32_t row, size_t bytes)
{
    const trp__page head = {to->block, row, bytes};
    const size_t begin = to->at + sizeof head;

    trp__put_bytes_to(to, &head, sizeof head);
    to->at += bytes;
    snapshot_save_align(to);
    return to->at <= to->room ? to->memory + begin : NULL;
}

/* The only page of the next block. */
static void *snapshot_save_block(trp__sink *to, size_t bytes)
{
    to->block++;
    return snapshot_save_page(to, 0, bytes);
}

static void snapshot_save_put(trp__sink *to, const void *bytes, size_t count)
{
    void *at = snapshot_save_block(to, count);

    if (at != NULL && count != 0)
        memcpy(at, bytes, count);
}

static void snapshot_save_put_layers(trp__sink *to, const trp_world *world)
{
    trp__layer_state *at =
        (trp__layer_state *)snapshot_save_block(to, world->layer_count * sizeof(trp__layer_state));

    for (uint32_t i = 0; at != NULL && i < world->layer_count; i++)
        memcpy(&at[i], &world->layers[i].state, sizeof at[i]);
}

/* Without the indices of entries: a restore writes them. */
static void snapshot_save_put_cells(trp__sink *to, const trp_pool *pool, uint32_t used)
{
    trp__cell *at = (trp__cell *)snapshot_save_block(to, used * sizeof(trp__cell));
    const trp__cell none = {0, TRP__STAMP_RETIRED};
    trp__extent extent;

    for (uint32_t slot = 0; at != NULL && slot < used; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        if (extent.end > used)
            extent.end = used;
        if (extent.cells != NULL)
            memcpy(at + slot, extent.cells, (extent.end - slot) * sizeof *at);
        for (uint32_t i = slot; extent.cells == NULL && i < extent.end; i++)
            at[i] = none;
    }
    for (uint32_t slot = 0; at != NULL && !trp__in_memory_order(pool) && slot < used; slot++)
        if (trp__is_listed(at[slot].stamp))
            at[slot].stamp &= TRP__STAMP_ACTIVE;
}

/* The listings of a segment, with the last of joined pools; `most`: of all of these, together. */
static void snapshot_save_put_order(trp__sink *to, const trp_pool *pool, bool most)
{
    const trp__ages *ages = pool->ages;
    uint32_t count = pool->joined == NULL ? (uint32_t)(ages->end - ages->begin - ages->holes) : 0;
    trp__listing *at;

    if (most)
        count = !trp__in_memory_order(pool) ? pool->max_capacity : 0;
    at = (trp__listing *)snapshot_save_block(to, count * sizeof(trp__listing));
    for (int32_t i = ages->begin; at != NULL && count != 0 && i < ages->end; i++)
        if ((ages->entries[i].index & TRP__ENTRY_HOLE) == 0) {
            at->index = ages->entries[i].index & (TRP__ENTRY_INDEX | TRP__ENTRY_ODD);
            at->stamp = ages->entries[i].stamp;
            at++;
        }
}

static void snapshot_save_put_addresses(trp__sink *to, const trp_pool *pool, uint32_t count)
{
    trp_actor **at = (trp_actor **)snapshot_save_block(to, count * sizeof(trp_actor *));

    for (uint32_t slot = 0; at != NULL && slot < count; slot++)
        at[slot] = trp__node_at(pool, slot);
}

/* `most`: as many as it can ever have. Of a transient pool only its place in its layer. */
static void snapshot_save_put_pool(trp__sink *to, const trp_pool *pool, bool most)
{
    const uint32_t used = most ? pool->max_capacity : pool->state.used;
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);

    snapshot_save_put(to, &pool->state, sizeof pool->state);
    if (pool->desc.transient)
        return;
    snapshot_save_put(to, pool->chunks, chunks * sizeof(trp__chunk));
    snapshot_save_put_cells(to, pool, used);
    snapshot_save_put_order(to, pool, most);
    snapshot_save_put_addresses(to, pool, pool->actors != NULL ? used : 0);
    snapshot_save_put(to, pool->ends, pool->ends != NULL ? used * sizeof(trp__end) : 0);
}

/* The payload if all slots are taken: a group has a page, and ends where a chunk does. */
static size_t snapshot_save_most_payload(const trp_pool *pool)
{
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);
    const size_t slots = pool->actors == NULL ? pool->max_capacity : 0;
    const size_t pages = TRP__POISONS ? slots : slots / TRP__WORD_BITS + 1 + chunks;

    return pages * (sizeof(trp__page) + TRP__IMAGE_ALIGNMENT) + slots * pool->stride;
}

static void snapshot_save_put_payload(trp__sink *to, const trp_pool *pool, bool most)
{
    trp__spans spans = trp__spans_of(pool, NULL);

    to->block++;
    to->at += most ? snapshot_save_most_payload(pool) : 0;
    while (!most && trp__next_span(&spans)) {
        const size_t bytes = trp__span_bytes(&spans);
        void *at = snapshot_save_page(to, spans.from, bytes);
        if (at != NULL)
            memcpy(at, trp__span_slots(&spans), bytes);
    }
}

static void snapshot_save_put_part(trp__sink *to, const trp__part *part, bool most)
{
    const size_t begin = to->at;
    trp__page *head = (trp__page *)snapshot_save_block(to, 0);

    to->row = 0;
    trp__put_part(part, to, most);
    if (to->at <= to->room) {
        head[-1].row = to->row;
        head[-1].bytes = to->at - begin - sizeof *head;
    }
    snapshot_save_align(to);
}

static void snapshot_save_put_parts(trp__sink *to, const trp_world *world, bool regions, bool most)
{
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) == regions)
            snapshot_save_put_part(to, part, most);
}

/* `most`: only the number of its bytes, if all of it is as large as it can be. */
static void snapshot_save_put_world(trp__sink *to, const trp_world *world, bool most)
{
    trp__image head;

    memset(&head, 0, sizeof head);
    head.magic = trp__image_magic();
    head.world = world;
    head.birth = world->birth;
    head.pool_wiring = trp__pool_wiring(world);
    head.watcher_wiring = trp__watcher_wiring(world);
    head.part_wiring = trp__part_wiring(world);
    head.state = world->state;
    trp__put_bytes_to(to, NULL, trp__padded(sizeof head));
    snapshot_save_put_layers(to, world);
    for (uint32_t i = 0; i < world->pool_count; i++)
        snapshot_save_put_pool(to, world->pools[i], most);
    head.parts = to->at;
    snapshot_save_put_parts(to, world, false, most);
    head.structure = to->at;
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (!world->pools[i]->desc.transient)
            snapshot_save_put_payload(to, world->pools[i], most);
    head.regions = to->at;
    snapshot_save_put_parts(to, world, true, most);
    head.bytes = to->at;
    if (to->at <= to->room)
        memcpy(to->memory, &head, sizeof head);
}

/* Whether an external actor's whole struct lies in a region. */
static bool snapshot_save_is_in_region(const trp_pool *pool, uint32_t slot)
{
    const size_t size = pool->desc.type.size;
    const unsigned char *start = (const unsigned char *)trp__node_at(pool, slot) - pool->node;
    const trp_region *region = trp__region_over(pool->world, start, size);
    const size_t from = region != NULL ? (uintptr_t)start - (uintptr_t)region->start : 0;

    return region != NULL && from < region->bytes && region->bytes - from >= size;
}

static trp_result snapshot_save_check_external(const trp_pool *pool)
{
    const uint32_t used = pool->state.used;

    for (uint32_t slot = 0; slot < used; slot++)
        if (trp__is_taken(trp__cell_of(pool, slot)->stamp) &&
            !snapshot_save_is_in_region(pool, slot))
            return TRP_ERR_UNLINKED;
    return TRP_OK;
}

static trp_result snapshot_save_check(const trp_world *world, const char **detail, trp_pool **at)
{
    trp_result result = trp__state_busy(world);

    *detail = TRP__STATE_BUSY;
    *at = NULL;
    for (uint32_t i = 0; i < world->pool_count && result == TRP_OK; i++) {
        *at = world->pools[i];
        *detail = TRP__TEXT("a transient pool is in a family or a space");
        if ((*at)->desc.transient)
            result = trp__is_in_parts(*at) ? TRP_ERR_DESC : TRP_OK;
        else if ((*at)->actors != NULL) {
            *detail = TRP__TEXT("an external actor lies in no region, see trp_region_add");
            result = snapshot_save_check_external(*at);
        }
    }
    return result;
}

trp_result trp__save_image(const trp_world *world, void *memory, size_t size, size_t *used,
                           const char *call)
{
    char text[TRP__BYTES_TEXT];
    trp__sink to = {0};
    const char *detail;
    trp_pool *pool;
    trp_result result = snapshot_save_check(world, &detail, &pool);

    if (result != TRP_OK)
        return trp__misuse(world, pool, NULL, call, result, detail);
    if (memory == NULL)
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_NULL, TRP__TEXT("the memory is NULL"));
    if ((uintptr_t)memory % TRP_ALIGNMENT != 0)
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_ALIGN, NULL);
    trp__look_for_stray_bytes(world, call);
    to.memory = (unsigned char *)memory;
    to.room = size;
    snapshot_save_put_world(&to, world, false);
    if (used != NULL)
        *used = to.at;
    if (to.at > to.room) {
        trp__image_fail(memory, size, to.at);
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_MEMORY,
                           trp__room_text(text, TRP__TEXT("the snapshot"), to.at, size));
    }
    trp__image_close(memory);
    return TRP_OK;
}

trp_result trp_snapshot_save(const trp_world *world, void *memory, size_t size, size_t *used)
{
    const char *call = TRP__TEXT("trp_snapshot_save");

    if (!trp__has_world(world, call))
        return TRP_ERR_NULL;
    return trp__save_image(world, memory, size, used, call);
}

static size_t snapshot_save_bytes(const trp_world *world, bool most)
{
    trp__sink to = {0};

    snapshot_save_put_world(&to, world, most);
    return to.at;
}

size_t trp_snapshot_bytes(const trp_world *world, size_t *most)
{
    if (most != NULL)
        *most = world != NULL ? snapshot_save_bytes(world, true) : 0;
    if (world == NULL || trp__state_busy(world) != TRP_OK)
        return 0;
    return snapshot_save_bytes(world, false);
}
