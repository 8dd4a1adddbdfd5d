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

/* Begins a page; returns where its bytes begin. */
static size_t snapshot_save_begin(trp__sink *to, uint32_t row, size_t bytes)
{
    const trp__page head = {to->block, row, bytes};

    trp__put_bytes_to(to, &head, sizeof head);
    return to->at;
}

/* The page of a block of one: a place for its bytes; NULL: they do not fit. */
static void *snapshot_save_reserve(trp__sink *to, size_t bytes)
{
    const size_t begin = snapshot_save_begin(to, 0, bytes);

    to->at += bytes;
    to->block++;
    snapshot_save_align(to);
    return to->at <= to->room ? to->memory + begin : NULL;
}

static void snapshot_save_put(trp__sink *to, const void *bytes, size_t count)
{
    void *at = snapshot_save_reserve(to, count);

    if (at != NULL && count != 0)
        memcpy(at, bytes, count);
}

static void snapshot_save_put_layers(trp__sink *to, const trp_world *world)
{
    trp__layer_state *at = (trp__layer_state *)snapshot_save_reserve(
        to, world->layer_count * sizeof(trp__layer_state));

    for (uint32_t i = 0; at != NULL && i < world->layer_count; i++) {
        memset(&at[i], 0, sizeof at[i]);
        at[i] = world->layers[i].state;
    }
}

/* Without the indices of entries: a restore writes them. */
static void snapshot_save_copy_cells(trp__cell *to, const trp_pool *pool, const trp__cell *cells,
                                     uint32_t count)
{
    memcpy(to, cells, count * sizeof *to);
    for (uint32_t i = 0; !trp__in_memory_order(pool) && i < count; i++)
        if (trp__is_listed(to[i].stamp))
            to[i].stamp &= TRP__STAMP_ACTIVE;
}

static void snapshot_save_put_order(trp__sink *to, const trp_pool *pool, uint32_t count)
{
    trp__listing *at = (trp__listing *)snapshot_save_reserve(to, count * sizeof(trp__listing));
    const trp__ages *ages = pool->ages;

    for (int32_t i = ages->begin; at != NULL && count != 0 && i < ages->end; i++)
        if ((ages->entries[i].index & TRP__ENTRY_HOLE) == 0) {
            at->index = ages->entries[i].index & (TRP__ENTRY_INDEX | TRP__ENTRY_ODD);
            at->stamp = ages->entries[i].stamp;
            at++;
        }
}

static void snapshot_save_put_cells(trp__sink *to, const trp_pool *pool, uint32_t used)
{
    trp__cell *at = (trp__cell *)snapshot_save_reserve(to, used * sizeof(trp__cell));
    const trp__cell none = {0, TRP__STAMP_RETIRED};
    trp__extent extent;

    for (uint32_t slot = 0; at != NULL && slot < used; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        if (extent.end > used)
            extent.end = used;
        if (extent.cells != NULL)
            snapshot_save_copy_cells(at + slot, pool, extent.cells, extent.end - slot);
        else
            for (uint32_t i = slot; i < extent.end; i++)
                at[i] = none;
    }
}

static void snapshot_save_put_addresses(trp__sink *to, const trp_pool *pool, uint32_t count)
{
    trp_actor **at = (trp_actor **)snapshot_save_reserve(to, count * sizeof(trp_actor *));

    for (uint32_t slot = 0; at != NULL && slot < count; slot++)
        at[slot] = trp__node_at(pool, slot);
}

/* The ends of expired actors. */
static void snapshot_save_put_ends(trp__sink *to, const trp_pool *pool, uint32_t count)
{
    trp__end *at = (trp__end *)snapshot_save_reserve(to, count * sizeof(trp__end));

    if (at == NULL || count == 0)
        return;
    memset(at, 0, count * sizeof *at);
    for (uint32_t slot = 0; pool->state.expired != 0 && slot < count; slot++)
        if (trp__is_expired(trp__stamp_at(pool, slot)))
            at[slot] = pool->ends[slot];
}

/* The listings of a segment; `most`: of all joined pools, together. */
static uint32_t snapshot_save_count_entries(const trp_pool *pool, bool most)
{
    const trp__ages *ages = pool->ages;

    if (trp__in_memory_order(pool))
        return 0;
    if (most)
        return pool->max_capacity;
    return pool->segment == pool ? (uint32_t)(ages->end - ages->begin - ages->holes) : 0;
}

/* `most`: as many as it can ever have. Of a transient pool only its place in its layer. */
static void snapshot_save_put_pool(trp__sink *to, const trp_pool *pool, bool most)
{
    const bool is_kept = !pool->desc.transient;
    const uint32_t used = !is_kept ? 0 : most ? pool->max_capacity : trp__slots_used(pool);
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);

    snapshot_save_put(to, &pool->state, sizeof pool->state);
    snapshot_save_put(to, pool->chunks, is_kept ? chunks * sizeof(trp__chunk) : 0);
    snapshot_save_put_cells(to, pool, used);
    snapshot_save_put_order(to, pool, is_kept ? snapshot_save_count_entries(pool, most) : 0);
    snapshot_save_put_addresses(to, pool, pool->actors != NULL ? used : 0);
    snapshot_save_put_ends(to, pool, pool->ends != NULL ? used : 0);
}

static void snapshot_save_put_part(trp__sink *to, const trp__part *part)
{
    const size_t begin = snapshot_save_begin(to, 0, 0);

    to->row = 0;
    trp__table_of(part).put(part, to);
    if (to->at <= to->room) {
        const trp__page head = {to->block, to->row, to->at - begin};
        memcpy(to->memory + begin - sizeof head, &head, sizeof head);
    }
    to->block++;
    snapshot_save_align(to);
}

static void snapshot_save_put_parts(trp__sink *to, const trp_world *world, bool regions, bool most)
{
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) == regions && most)
            (void)snapshot_save_reserve(to, trp__table_of(part).most(part));
        else if (trp__is_region(part) == regions)
            snapshot_save_put_part(to, part);
}

/* The slots of all chunks: a group ends where a chunk does (trp__chunks_to()). */
static void snapshot_save_put_most_payload(trp__sink *to, const trp_pool *pool)
{
    const uint32_t most = pool->actors == NULL ? pool->max_capacity : 0;
    uint32_t chunk_end = pool->desc.capacity;
    uint32_t end;

    for (uint32_t slot = 0; slot < most; slot = end) {
        if (slot == chunk_end)
            chunk_end = chunk_end > most / 2 ? most : chunk_end * 2;
        end = TRP__POISONS ? slot + 1 : (slot / TRP__WORD_BITS + 1) * TRP__WORD_BITS;
        end = end < chunk_end ? end : chunk_end;
        to->at += sizeof(trp__page) + trp__padded((end - slot) * pool->stride);
    }
}

static void snapshot_save_put_payload(trp__sink *to, const trp_pool *pool)
{
    trp__spans spans = trp__spans_of(pool, NULL);

    while (trp__next_span(&spans)) {
        const size_t bytes = trp__span_bytes(&spans);
        (void)snapshot_save_begin(to, spans.from, bytes);
        trp__put_bytes_to(to, trp__span_slots(&spans), bytes);
        snapshot_save_align(to);
    }
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
    to->at = sizeof head;
    snapshot_save_align(to);
    snapshot_save_put_layers(to, world);
    for (uint32_t i = 0; i < world->pool_count; i++)
        snapshot_save_put_pool(to, world->pools[i], most);
    head.parts = to->at;
    snapshot_save_put_parts(to, world, false, most);
    head.structure = to->at;
    for (uint32_t i = 0; i < world->pool_count; i++, to->block++)
        if (!world->pools[i]->desc.transient && most)
            snapshot_save_put_most_payload(to, world->pools[i]);
        else if (!world->pools[i]->desc.transient)
            snapshot_save_put_payload(to, world->pools[i]);
    head.regions = to->at;
    snapshot_save_put_parts(to, world, true, most);
    head.bytes = to->at;
    if (to->at <= to->room)
        memcpy(to->memory, &head, sizeof head);
}

/* Whether an external actor's struct lies in a region. */
static bool snapshot_save_is_in_region(const trp_world *world, const unsigned char *memory,
                                       size_t bytes)
{
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        if (trp__is_region(part)) {
            const trp_region *region = trp__region_of(part);
            const uintptr_t from = (uintptr_t)memory - (uintptr_t)region->start;
            if (from < region->bytes && region->bytes - from >= bytes)
                return true;
        }
    return false;
}

static trp_result snapshot_save_check_external(const trp_pool *pool)
{
    const uint32_t used = trp__slots_used(pool);

    for (uint32_t slot = 0; slot < used; slot++)
        if (trp__is_taken(trp__cell_of(pool, slot)->stamp) &&
            !snapshot_save_is_in_region(
                pool->world, (const unsigned char *)trp__node_at(pool, slot) - pool->node,
                pool->desc.type.size))
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

size_t trp__snapshot_most(const trp_world *world)
{
    trp__sink to = {0};

    snapshot_save_put_world(&to, world, true);
    return to.at;
}

size_t trp_snapshot_bytes(const trp_world *world, size_t *most)
{
    trp__sink to = {0};

    if (most != NULL)
        *most = world != NULL ? trp__snapshot_most(world) : 0;
    if (world == NULL || trp__state_busy(world) != TRP_OK)
        return 0;
    snapshot_save_put_world(&to, world, false);
    return to.at;
}
