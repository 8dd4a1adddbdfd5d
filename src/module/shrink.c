/*
 * Returns empty chunks.
 *
 * A chunk's record stays in pool->grown: its first slot, so that it comes back with the same slot
 * numbers, and a generation above all lives that it had. Chunks below the last existing one may be
 * missing.
 */
#include "../core/ages.h"

static uint32_t shrink_present(const trp_pool *pool)
{
    return pool->state.capacity - pool->state.missing;
}

/* Whether the chunk has no actor, and no slot that must stay as it is. */
static bool shrink_is_empty(const trp__chunk *chunk)
{
    for (uint32_t i = 0; i < chunk->count; i++) {
        const uint32_t stamp = chunk->cells[i].stamp;
        if (trp__is_taken(stamp) || stamp == TRP__STAMP_RETIRED)
            return false;
    }
    return true;
}

/* Removes the chunk's slots from the freelist; the others keep their order. */
static void shrink_leave_freelist(trp_pool *pool, const trp__chunk *chunk)
{
    uint32_t before = TRP__LAST;
    uint32_t slot = pool->state.spare;

    pool->state.spare = TRP__LAST;
    while (slot != TRP__LAST) {
        const uint32_t next = trp__cell_of(pool, slot)->stamp - TRP__STAMP_FREE;
        if (slot - chunk->first >= chunk->count) {
            if (before == TRP__LAST)
                pool->state.spare = slot;
            else
                trp__set_stamp(pool, before, TRP__STAMP_FREE + slot);
            before = slot;
        }
        slot = next;
    }
    if (before != TRP__LAST)
        trp__set_stamp(pool, before, TRP__STAMP_FREE + TRP__LAST);
}

static void shrink_leave_bitmap(trp_pool *pool, const trp__chunk *chunk)
{
    for (uint32_t i = 0; i < chunk->count; i++)
        trp__bitmap_remove(&pool->map, TRP__FREE, chunk->first + i);
}

static void shrink_give_back(trp_pool *pool, trp__chunk *chunk)
{
    for (uint32_t i = 0; i < chunk->count; i++)
        if (chunk->cells[i].generation > chunk->generation)
            chunk->generation = chunk->cells[i].generation;
    if (pool->quarantine != NULL)
        pool->quarantine(pool, TRP__NONE, chunk);
    if (trp__in_memory_order(pool))
        shrink_leave_bitmap(pool, chunk);
    else
        shrink_leave_freelist(pool, chunk);
    trp__chunk_release(pool, chunk);
    pool->state.missing += chunk->count;
    while (pool->state.grown > 0 && pool->chunks[pool->state.grown - 1].memory == NULL) {
        const uint32_t count = pool->chunks[--pool->state.grown].count;
        pool->state.capacity -= count;
        pool->state.missing -= count;
    }
    if (pool->state.used > pool->state.capacity)
        pool->state.used = pool->state.capacity;
}

/* Whether the rule returns this many more slots. */
static bool shrink_lets_go(const trp_pool *pool, uint32_t count)
{
    const trp_shrinking *rule = &pool->shrinking;
    const uint32_t live = pool->state.live;
    const uint32_t most = live > pool->desc.capacity ? live : pool->desc.capacity;
    const uint64_t here = shrink_present(pool);

    if (rule->keep_free != 0 && here - most > rule->keep_free)
        return true;
    return (uint64_t)live * 100 < here * rule->shrink_below &&
           (uint64_t)live * 4 <= (here - count) * 3;
}

/* Returns empty chunks, the last one first: all, or as many as the rule allows. */
static void shrink(trp_pool *pool, bool by_rule)
{
    bool told = false;

    for (uint32_t i = pool->state.grown; i-- > 0;) {
        trp__chunk *chunk = &pool->chunks[i];
        if (chunk->memory == NULL || (by_rule && !shrink_lets_go(pool, chunk->count)) ||
            !shrink_is_empty(chunk))
            continue;
        if (!told && trp__hears(pool, TRP_EVENT_TRIMMED)) {
            pool->barred++; /* otherwise a watcher could fill the returned memory */
            trp__tell(pool, NULL, TRP_EVENT_TRIMMED, TRP_REASON_NONE);
            pool->barred--;
        }
        told = true;
        shrink_give_back(pool, chunk);
    }
    if (told && !trp__in_memory_order(pool))
        pool->order->shrink(pool->segment);
}

/* Called after each tick of a world whose pool has a rule. */
static void shrink_look(trp__hook *hook, trp_context *in)
{
    trp_pool *pool = (trp_pool *)(void *)((unsigned char *)hook - offsetof(trp_pool, shrinker));
    const trp_world *world = pool->world;

    if (world->frames != NULL || world->calls != 0 || world->histories != 0 ||
        pool->state.grown == 0 || !shrink_lets_go(pool, 0))
        pool->state.low_for = 0;
    else {
        pool->state.low_for += in->unscaled_dt;
        if (pool->state.low_for < pool->shrinking.shrink_after)
            return;
        pool->state.low_for = 0;
        shrink(pool, true);
    }
}

static trp_result shrink_check(const trp_pool_desc *desc, char *text, const char **detail)
{
    const trp_shrinking *rule = desc->shrink.rule;

    (void)text;
    *detail = TRP__TEXT("shrink: the rule is NULL");
    if (rule == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("shrink_below must be 0 to 100 percent, shrink_after 0 or more seconds");
    if (rule->shrink_below > 100 || !trp__is_time(rule->shrink_after))
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("only a pool with when_full = TRP_FULL_GROW and slots of its own shrinks");
    return desc->when_full == TRP_FULL_GROW && !desc->external ? TRP_OK : TRP_ERR_DESC;
}

static void shrink_set_up(trp_pool *pool, void *memory)
{
    static const trp__calls calls = {.tick[TRP__TICK_IS_OVER] = shrink_look};

    (void)memory;
    pool->shrinking = *pool->desc.shrink.rule;
    trp__hook_add(pool->world, &pool->shrinker, &calls, TRP__HOOK_OTHER);
}

const trp__option trp__option_shrink = {shrink_check, NULL, shrink_set_up};

trp_result trp_pool_trim(trp_pool *pool)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_trim"));
    const trp_world *world = call.world;

    if (trp__is_void(&call) ||
        trp__refuses(&call, world->histories != 0, TRP_BUSY,
                     TRP__TEXT("a history of the world needs the memory")) ||
        trp__refuses(&call,
                     world->ticking || world->drawing || world->ending || world->frames != NULL ||
                         world->calls != 0 || world->open_walks > world->lost_walks,
                     TRP_BUSY, TRP__TEXT("a tick, a walk, a drawing or a callback is in progress")))
        return call.result;
    if (pool->actors != NULL)
        return TRP_OK; /* it has only cells */
    /* a restored pool may have kept chunks beyond those of the restored state */
    for (uint32_t i = trp__chunks_to(pool->desc.capacity, pool->max_capacity);
         i-- > pool->state.grown;)
        trp__chunk_release(pool, &pool->chunks[i]);
    shrink(pool, false);
    return TRP_OK;
}
