/*
 * trp_each.
 *
 * In memory order a walk takes a run of slots from the bitmap and steps through it like an array.
 * Before each visit it reads the stamp in the actor's node, in the same cache line as its data. The
 * stamp shows whether the actor was recycled, expired or created since the run was taken. In an age
 * order a walk gets one actor at a time, and its state is the stamp of that actor's entry
 * (order.h). In both cases a walk is only a position, and nothing that happens can break it.
 */
#include "../base/text.h"
#include "order.h"
#include "visit.h"

/* The most words in a run: they are read in vain if a walk is left early. */
#define EACH_RUN_WORDS 32

/* Whether more than half of the bits are set. Neighbours are tested first: a sparse word usually
 * has none. */
TRP__INLINE bool each_is_dense(trp__word word)
{
    return word == ~(trp__word)0 ||
           ((word & word >> 1) != 0 && trp__count_bits(word) > TRP__WORD_BITS / 2);
}

/*
 * If more than half of a word is active, stepping over free slots is faster than going around them.
 * So a run extends through dense words, free slots included. Returns the slot after its last actor.
 * `word` is the dense word at `index`.
 */
static uint32_t each_dense_end(const trp__bitmap *map, uint32_t index, trp__word word)
{
    const uint32_t words = map->words[0] - index;
    const trp__word *at = trp__bitmap_word(map, TRP__ACTIVE, index);
    const trp__word *stop = at + 2 * (size_t)(words < EACH_RUN_WORDS ? words : EACH_RUN_WORDS);

    for (at += 2; at != stop && each_is_dense(*at); at += 2)
    {
        word = *at;
        index++;
    }
    return index * TRP__WORD_BITS + trp__highest_bit(word) + 1;
}

/* The end of the run that begins with this slot, which lies in `word`. The walk reads the nodes of
 * all slots of a run, including free ones and those that its visits recycle. */
TRP__INLINE uint32_t each_run_end(const trp_pool *pool, uint32_t slot, trp__word word)
{
    if (each_is_dense(word))
        return each_dense_end(&pool->map, slot / TRP__WORD_BITS, word);
    return slot + trp__lowest_bit(~(word >> slot % TRP__WORD_BITS));
}

TRP__INLINE trp__slots each_run_from(const trp_pool *pool, uint32_t slot)
{
    trp__slots run = {NULL, 0, 0};
    trp__word word = 0;
    uint32_t left;

    slot = trp__bitmap_next_near(&pool->map, TRP__ACTIVE, slot, &word);
    if (slot == TRP__NONE)
        return run;
    run.first = (unsigned char *)trp__node_at(pool, slot) - pool->node;
    left = pool->slot_count - slot;
    if (!TRP__LIKELY(slot < pool->slot_count))
    {
        const trp__chunk *chunk = trp__chunk_of(pool, slot);
        left = chunk->first + chunk->count - slot;
    }
    run.next = each_run_end(pool, slot, word);
    if (run.next - slot > left)
        run.next = slot + left;
    run.count = run.next - slot;
    return run;
}

trp__slots trp__run_from(const trp_pool *pool, uint32_t slot)
{
    return each_run_from(pool, slot);
}

/* The next actor in an age order, as a run of one. `at` is the stamp of the entry visited last. */
TRP__APART static trp__slots each_run_after(trp_pool *pool, uint32_t at, uint32_t limit)
{
    const bool ages_fall = pool->desc.order == TRP_ORDER_OLDEST;
    trp__slots run = {NULL, 0, 0};
    uint32_t index;

    while ((index = trp__order_next(pool, at, ages_fall)) != TRP__NONE)
    {
        const trp__entry *entry = &pool->order[index];
        const uint32_t slot = trp__entry_slot(entry);
        at = entry->stamp;
        if (at < limit)
            /* a newborn, as are all after it: old to young (the other direction starts before
             * them) */
            break;
        if (trp__cell_of(pool, slot)->stamp != at)
            continue;
        if (!TRP__LIKELY(trp__node_at(pool, slot)->stamp == at))
            trp__repair(pool, slot, TRP__TEXT("trp_each"));
        run.first = (unsigned char *)trp__node_at(pool, slot) - pool->node;
        run.count = 1;
        run.next = at;
        break;
    }
    return run;
}

trp__run trp__next_run(const trp_pool *pool, void *first, uint32_t next, uint32_t index,
                       uint32_t limit)
{
    trp__slots run;
    trp__run found;

    if (TRP__LIKELY(trp__in_memory_order(pool)))
        run = each_run_from(pool, next);
    else
    {
        trp_pool *self = pool->world->pools[pool->number];
        if (!pool->world->in_parts)
            self->order_hint = index;
        run = each_run_after(self, first != NULL ? next : trp__cursor_start(self).at, limit);
    }
    if (run.count == 0)
        trp__walk_end(pool);
    found.first = run.first;
    found.rest = (uint64_t)run.next << 32 | run.count;
    return found;
}

void trp__walk_end(const trp_pool *pool)
{
    trp_world *world = pool->world;

    if (world->in_parts)
        return; /* and it was not counted */
    if (world->open_walks != 0)
        world->open_walks--;
    if (world->lost_walks > world->open_walks)
        world->lost_walks = world->open_walks; /* it was open around a tick */
}

#if !defined(TRP_NO_MESSAGES)
TRP__COLD static void each_refuse_type(const trp_pool *pool, size_t size, size_t node)
{
    const trp_type *type = &pool->desc.type;
    char detail[240];
    trp__text text = trp__text_in(detail, sizeof detail);

    trp__put(&text, "its actors are '");
    trp__put(&text, type->name != NULL ? type->name : "?");
    trp__put(&text, "' (");
    trp__put_layout(&text, type->size, type->offset);
    trp__put(&text, "), the type of the walk is another (");
    trp__put_layout(&text, size, node);
    trp__put(&text, "). Name the type that TRP_TYPE named in the desc");
    trp__misuse(pool->world, pool->world->pools[pool->number], NULL, "trp_each", TRP_ERR_TYPE,
                detail);
}
#else
static void each_refuse_type(const trp_pool *pool, size_t size, size_t node)
{
    (void)size;
    (void)node;
    trp__misuse(pool->world, pool->world->pools[pool->number], NULL, NULL, TRP_ERR_TYPE, NULL);
}
#endif

uint32_t trp__walk_begin(const trp_pool *pool, size_t size, size_t offset)
{
    trp_world *world;
    uint32_t limit;

    if (!trp__has_pool(pool, TRP__TEXT("trp_each")))
        return TRP__NOTHING;
    world = pool->world;
    if (size != pool->desc.type.size || offset != pool->desc.type.offset)
    {
        each_refuse_type(pool, size, offset);
        return TRP__NOTHING;
    }
    if (world->in_parts)
        return world->state.newest + 1; /* the limit of the update of the parts */
    TRP__REPAIR_NODES(world->pools[pool->number], TRP__TEXT("trp_each"));
    if (!trp__in_memory_order(pool) && !world->drawing)
        trp__order_tidy(world->pools[pool->number]);
    limit = trp__limit_now(world);
    world->open_walks++;
    return limit;
}
