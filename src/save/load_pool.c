/*
 * The second pass: the ledger of a pool. Nothing here can fail.
 */
#include "../../include/troupe/interval.h"
#include "load.h"

/* A slot without a life until it is free or in quarantine, and one that the list of free ones
 * has. */
#define LOAD_POOL_PENDING TRP__STAMP_LEAVING
#define LOAD_POOL_LISTED (TRP__STAMP_LEAVING + 1)

/* A pool in progress. */
typedef struct load_pool_filling {
    trp_pool *pool;
    const trp__saved_pool *saved;
    uint32_t stamps[TRP__SAVED_STATES];
    trp_actor *last;    /* memory order: the last listed actor so far, or `before` ... */
    uint32_t last_link; /* ... and its index, or TRP_NO_LINK */
    trp_actor before;
    uint32_t generation; /* the lowest one of slots that the file does not list */
} load_pool_filling;

/* The stamps of slots by their states; orders replace those of the listed ones. */
static void load_pool_set_stamps(load_pool_filling *in)
{
    const trp_world *world = in->pool->world;
    const uint32_t serial = world->state.newest & ~TRP__STAMP_ACTIVE;

    for (uint32_t state = 0; state < TRP__SAVED_STATES; state++)
        in->stamps[state] = LOAD_POOL_PENDING;
    in->stamps[TRP__SAVED_RETIRED] = TRP__STAMP_RETIRED;
    in->stamps[TRP__SAVED_ASLEEP] = TRP__STAMP_ASLEEP | serial;
    in->stamps[TRP__SAVED_ACTIVE] = TRP__STAMP_ACTIVE | serial;
    in->stamps[TRP__SAVED_EXPIRED] = trp__expired_stamp(world);
}

static void load_pool_fill_cells(const load_pool_filling *in, const trp__extent *extent)
{
    const trp__saved_pool *saved = in->saved;
    const uint32_t least =
        extent->generation > in->generation ? extent->generation : in->generation;

    for (uint32_t slot = extent->first; slot < extent->end; slot++) {
        trp__cell *cell = &extent->cells[slot - extent->first];
        const uint32_t state = slot < saved->used ? saved->states[slot] : TRP__SAVED_ABSENT;
        const uint32_t stamp = in->stamps[state];
        if (TRP__POISONS && trp__is_taken(cell->stamp) && state < TRP__SAVED_ASLEEP)
            trp__mark_freed(in->pool, trp__node_at(in->pool, slot));
        if (TRP__POISONS && !trp__is_taken(cell->stamp) && state >= TRP__SAVED_ASLEEP)
            trp__mark_taken(in->pool, trp__node_at(in->pool, slot));
        cell->stamp = stamp;
        cell->generation =
            state != TRP__SAVED_ABSENT ? trp__get32(saved->generations + (size_t)slot * 4) : least;
    }
}

/* The nodes of slots of one word of the bitmap, with the links of those that are listed in memory
 * order. Returns their bits. */
TRP__UNWATCHED static trp__word
load_pool_fill_nodes(load_pool_filling *in, const trp__extent *extent, uint32_t slot, uint32_t end)
{
    const trp_pool *pool = in->pool;
    const trp__cell *cell = &extent->cells[slot - extent->first];
    const uint32_t index = trp__handle_index(pool, 0);
    const uint32_t link = trp__index(pool, 0);
    const uint32_t links = trp__in_memory_order(pool) ? TRP__LISTED_BIT : 0;
    const size_t stride = pool->stride;
    unsigned char *node = extent->slots + (slot - extent->first) * stride + pool->node;
    trp_actor *last = in->last;
    uint32_t last_link = in->last_link;
    trp__word bits = 0;

    for (; slot < end; slot++, cell++, node += stride) {
        trp_actor *actor = (trp_actor *)(void *)node;
        const uint32_t stamp = cell->stamp;
        actor->stamp = stamp;
        actor->index = index + slot;
        if ((stamp & links) != 0) {
            actor->prev = last_link;
            last_link = link + slot;
            last->next = last_link;
            last = actor;
            bits |= trp__bit(slot);
        } else {
            actor->prev = TRP_NO_LINK;
            actor->next = TRP_NO_LINK;
        }
    }
    last->next = TRP_NO_LINK;
    in->last = last;
    in->last_link = last_link;
    return bits;
}

/* Lives that get other slots. */
static void load_pool_move(const load_pool_filling *in)
{
    for (uint32_t i = 0; i < in->saved->beyond; i++) {
        const uint32_t from = in->saved->used + i;
        if (in->saved->states[from] < TRP__SAVED_ASLEEP)
            continue;
        trp__cell_of(in->pool, in->saved->moved[i])->stamp = in->stamps[in->saved->states[from]];
        trp__mark_taken(in->pool, trp__node_at(in->pool, in->saved->moved[i]));
    }
}

static void load_pool_fill_extent(load_pool_filling *in, const trp__extent *extent)
{
    for (uint32_t slot = extent->first, end; slot < extent->end; slot = end) {
        trp__word bits;
        end = slot - slot % TRP__WORD_BITS + TRP__WORD_BITS;
        end = end < extent->end ? end : extent->end;
        bits = load_pool_fill_nodes(in, extent, slot, end);
        if (bits != 0)
            *trp__bitmap_word(&in->pool->map, TRP__ACTIVE, slot / TRP__WORD_BITS) |= bits;
    }
}

static void load_pool_clear_bitmap(const trp__bitmap *map)
{
    for (uint32_t level = 0; level < map->depth; level++)
        memset(map->levels[level], 0, 2 * map->words[level] * sizeof(trp__word));
}

/* The summaries above the words of slots. */
static void load_pool_summarize(load_pool_filling *in)
{
    trp_pool *pool = in->pool;
    trp__bitmap *map = &pool->map;

    for (uint32_t level = 1; level < map->depth; level++)
        for (uint32_t index = 0; index < map->words[level]; index++)
            trp__bitmap_summarize(map, level, index);
}

static void load_pool_fill_slots(load_pool_filling *in)
{
    trp__extent extent;

    if (trp__in_memory_order(in->pool))
        load_pool_clear_bitmap(&in->pool->map);
    for (uint32_t slot = 0; slot < in->pool->state.capacity; slot = extent.end) {
        extent = trp__extent_at(in->pool, slot);
        if (extent.cells != NULL)
            load_pool_fill_cells(in, &extent);
    }
    load_pool_move(in);
    for (uint32_t slot = 0; slot < in->pool->state.capacity; slot = extent.end) {
        extent = trp__extent_at(in->pool, slot);
        if (extent.cells != NULL)
            load_pool_fill_extent(in, &extent);
    }
    if (trp__in_memory_order(in->pool))
        load_pool_summarize(in);
}

/* Whether the number names a slot that still waits. */
static bool load_pool_is_pending(const trp_pool *pool, uint32_t slot, uint32_t stamp)
{
    return slot < pool->state.capacity && trp__is_present(pool, slot) &&
           trp__cell_of(pool, slot)->stamp == stamp;
}

/* If today's quarantine is smaller, the slots freed first are as other free ones. */
static void load_pool_fill_quarantine(const load_pool_filling *in)
{
    trp_pool *pool = in->pool;
    const uint32_t most = trp__quarantine_slots(pool);
    const uint32_t count = in->saved->quarantined.count;

    for (uint32_t i = count > most ? count - most : 0; pool->quarantine != NULL && i < count; i++) {
        const uint32_t slot = trp__listed_at(&in->saved->quarantined, i);
        if (load_pool_is_pending(pool, slot, LOAD_POOL_PENDING))
            (void)pool->quarantine(pool, slot, NULL);
    }
}

/* Each is put before the former ones: first those that the file does not list, the highest of them
 * first, then the listed ones, the last one first. */
static void load_pool_fill_free(const load_pool_filling *in)
{
    const trp__saved_list *list = &in->saved->free;
    trp_pool *pool = in->pool;
    const trp__pool_state *state = &pool->state;
    uint32_t left =
        state->capacity - state->missing - state->live - state->retired - state->quarantined;

    for (uint32_t i = 0; i < list->count; i++)
        if (trp__listed_at(list, i) < in->saved->used &&
            load_pool_is_pending(pool, trp__listed_at(list, i), LOAD_POOL_PENDING)) {
            trp__set_stamp(pool, trp__listed_at(list, i), LOAD_POOL_LISTED);
            left--;
        }
    for (uint32_t slot = state->capacity; left > 0;)
        if (load_pool_is_pending(pool, --slot, LOAD_POOL_PENDING)) {
            trp__free_slot(pool, slot);
            left--;
        }
    for (uint32_t i = list->count; i-- > 0;)
        if (load_pool_is_pending(pool, trp__listed_at(list, i), LOAD_POOL_LISTED))
            trp__free_slot(pool, trp__listed_at(list, i));
}

/* The reasons of expired actors; a file may have none. */
static void load_pool_fill_ends(trp__loading *loading, const load_pool_filling *in)
{
    const unsigned char *at = in->saved->ends;

    for (uint32_t slot = 0, left = in->pool->state.expired; left > 0; slot++) {
        trp__end *end;
        if (in->saved->states[slot] != TRP__SAVED_EXPIRED)
            continue;
        left--;
        end = &in->pool->ends[trp__slot_now(in->saved, slot)];
        memset(end, 0, sizeof *end);
        end->reason = TRP_REASON_EXPIRED;
        if (at == NULL)
            continue;
        end->reason = trp__get32(at);
        end->culprit = trp__load_handle(loading, at + 4);
        at += 12;
    }
}

/* What a file says that lacks the pool: it is empty, and keeps its settings. */
static trp__saved_pool load_pool_nothing(const trp_pool *pool)
{
    trp__saved_pool saved;

    memset(&saved, 0, sizeof saved);
    saved.state.scale = pool->state.scale;
    saved.state.every = pool->state.every;
    saved.state.wanted = pool->state.wanted;
    saved.state.turn = pool->state.turn;
    saved.state.staggered = pool->state.staggered;
    saved.state.wants_staggered = pool->state.wants_staggered;
    return saved;
}

/* The members of a pool's state that stay, besides the numbers of the file. */
static void load_pool_fill_state(const load_pool_filling *in)
{
    trp_pool *pool = in->pool;
    const uint32_t *counts = in->saved->counts;
    trp__pool_state state = in->saved->state;

    state.capacity = pool->state.capacity;
    state.missing = pool->state.missing;
    state.grown = pool->state.grown;
    state.layer = pool->state.layer;
    state.next = pool->state.next;
    state.retired = counts[TRP__SAVED_RETIRED];
    state.sleepers = counts[TRP__SAVED_ASLEEP];
    state.expired = counts[TRP__SAVED_EXPIRED];
    state.live = state.sleepers + state.expired + counts[TRP__SAVED_ACTIVE];
    state.peak = state.peak > state.live ? state.peak : state.live;
    state.used = in->generation == 1 ? in->saved->used : state.capacity; /* 1: as a new pool's */
    state.spare = TRP__LAST;
    state.freed_first = TRP__LAST;
    state.freed_last = TRP__LAST;
    pool->state = state;
}

static void load_pool_fill_interval(trp_pool *pool)
{
    const trp__pool_state state = pool->state;

    if (pool->turns == NULL && (state.every > 1 || state.wanted > 1))
        (void)trp_pool_set_interval(pool, 2, TRP_INTERVAL_TOGETHER);
    pool->state = state;
    if (pool->desc.update_pool != NULL) /* it is called once for all */ {
        pool->state.staggered = false;
        pool->state.wants_staggered = false;
    }
}

void trp__fill_pool(trp__loading *loading, trp_pool *pool, const trp__saved_pool *saved)
{
    const trp__saved_pool nothing = load_pool_nothing(pool);
    load_pool_filling in;

    memset(&in, 0, sizeof in);
    in.last = &in.before;
    in.last_link = TRP_NO_LINK;
    in.pool = pool;
    in.saved = saved != NULL ? saved : &nothing;
    in.generation = trp__first_generation(pool, saved);
    load_pool_set_stamps(&in);
    load_pool_fill_state(&in);
    load_pool_fill_slots(&in);
    load_pool_fill_quarantine(&in);
    load_pool_fill_free(&in);
    if (pool->ends != NULL)
        load_pool_fill_ends(loading, &in);
    load_pool_fill_interval(pool);
    pool->oldest = UINT32_MAX;
}
