/*
 * The merge of joined pools: order.h says what it is.
 */
#include "order.h"

/* The pool with the oldest entry from `next` on; `next` is indexed by place. NULL: there is
 * none. */
static trp_pool *merged_oldest_of(trp_pool *segment, const uint32_t *next)
{
    trp_pool *oldest = NULL;
    uint32_t stamp = 0;

    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        const uint32_t index = next[pool->place];
        if (index != pool->state.order_end && pool->order[index].stamp > stamp)
        {
            stamp = pool->order[index].stamp;
            oldest = pool;
        }
    }
    return oldest;
}

static void merged_write(trp_pool *segment)
{
    uint32_t next[TRP__MERGED_POOLS];
    trp__entry *last = NULL;
    trp_pool *pool;

    for (pool = segment; pool != NULL; pool = pool->joined)
        next[pool->place] = pool->merged_from = pool->state.order_begin;
    segment->merged_first = 0;
    while ((pool = merged_oldest_of(segment, next)) != NULL)
    {
        if (last == NULL)
            segment->merged_first = pool->place;
        else
            trp__set_entry_place(last, pool->place);
        last = &pool->order[next[pool->place]++];
    }
    segment->merged_is_good = true;
    segment->merged_version++;
}

/* Removes dropped entries from the old end of the merge. Returns how many dropped entries remain
 * after entries that stay. */
static uint32_t merged_shorten(trp_pool *segment)
{
    trp_pool *pools[TRP__MERGED_POOLS];
    uint32_t dropped = 0;

    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        pools[pool->place] = pool;
        dropped += pool->state.order_begin - pool->merged_from;
    }
    for (;;)
    {
        trp_pool *pool = pools[segment->merged_first];
        if (pool->merged_from == pool->state.order_begin)
            return dropped;
        segment->merged_first = trp__entry_place(&pool->order[pool->merged_from++]);
        dropped--;
    }
}

void trp__merged_tidy(trp_pool *segment)
{
    const trp_pool *last = segment;
    bool is_untidy = false;
    uint32_t entries = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        is_untidy = is_untidy || trp__order_is_untidy(pool);
        entries += pool->state.order_end - pool->state.order_begin;
        last = pool;
    }
    /* all pools at once, so that the merge is discarded once */
    for (trp_pool *pool = segment; is_untidy && pool != NULL; pool = pool->joined)
        trp__order_compact(pool);
    if (segment->desc.order != TRP_ORDER_OLDEST || last->place >= TRP__MERGED_POOLS)
        return;
    if (!segment->merged_is_good || merged_shorten(segment) > entries / 8 + 4)
        merged_write(segment);
}

uint32_t trp__merged_find(trp_pool *segment, uint32_t at, uint32_t *next)
{
    const trp_pool *first;

    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        uint32_t index = trp__order_next(pool, at, true);
        if (index == TRP__NONE)
            index = pool->state.order_end;
        while (index != pool->merged_from && pool->order[index - 1].stamp < at)
            index--; /* entries that were dropped at the old end */
        next[pool->place] = index;
    }
    first = merged_oldest_of(segment, next);
    return first != NULL ? first->place : 0;
}
