/*
 * trp_each.
 *
 * In memory order a walk takes a run of slots from the bitmap and steps through it like an array.
 * Before each visit it reads the stamp in the actor's node, in the same cache line as its data. The
 * stamp shows whether the actor was recycled, expired or created since the run was taken. In an age
 * order a walk gets one actor at a time, and its state is that actor's entry (ages.h). In both
 * cases a walk is only a position, and nothing that happens can break it.
 */
#include "../base/text.h"
#include "ages.h"
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

trp__run trp__next_run(const trp_pool *pool, void *first, uint32_t next, const trp__entry *entry,
                       uint32_t version, uint32_t limit)
{
    trp__run found;

    if (TRP__LIKELY(trp__in_memory_order(pool)))
    {
        const trp__slots run = each_run_from(pool, next);
        found.first = run.first;
        found.rest = (uint64_t)run.next << 32 | run.count;
    }
    else
    {
        trp__position position = {0, version, next};
        if (version == pool->ages->version)
            position.at = (int32_t)(entry - pool->ages->entries);
        found = pool->desc.order->run(pool->world->pools[pool->number], first, position, limit);
    }
    if ((uint32_t)found.rest == 0)
        trp__walk_end(pool);
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
        pool->desc.order->tidy(pool->segment);
    limit = trp__limit_in(pool->segment);
    world->open_walks++;
    return limit;
}

/* trp_each_joined */

/* The next actor of any of the joined pools. */
static trp_actor *each_joined_after(trp__position *position, const trp_joined_walk *walk)
{
    trp_pool *segment = walk->pool->segment;
    const trp__entry *entry;

    while ((entry = segment->desc.order->next(segment->ages, position)) != NULL &&
           entry->stamp >= walk->limit)
    {
        const trp__place at = trp__entry_place(segment, entry);
        trp_actor *actor;
        if ((entry->index & TRP__ENTRY_EXPIRED) != 0)
            continue;
        actor = trp__node_at(at.pool, at.slot);
        if (!TRP__LIKELY(actor->stamp == entry->stamp))
            trp__repair(at.pool, at.slot, TRP__TEXT("trp_each_joined"));
        return actor;
    }
    return NULL; /* after a newborn, all are */
}

static trp_joined_walk each_joined_on(trp_joined_walk walk, trp__position position)
{
    walk.actor = each_joined_after(&position, &walk);
    walk.at = position.at;
    walk.version = position.version;
    walk.stamp = position.stamp;
    if (walk.actor == NULL)
        trp__walk_end(walk.pool);
    walk.ended = false;
    return walk;
}

trp_joined_walk trp__joined_step(trp_joined_walk walk)
{
    const trp__position position = {walk.at, walk.version, walk.stamp};

    if (walk.ended)
        return each_joined_on(walk, position);
    trp__walk_end(walk.pool);
    walk.actor = NULL;
    return walk;
}

trp_joined_walk trp__joined_walk(const trp_pool *pool)
{
    trp_joined_walk walk = {NULL, NULL, 0, 0, 0, 0, false};
    trp_world *world;

    if (!trp__has_pool(pool, TRP__TEXT("trp_each_joined")))
        return walk;
    world = pool->world;
    if (trp__in_memory_order(pool))
    {
        trp__misuse(world, world->pools[pool->number], NULL, TRP__TEXT("trp_each_joined"),
                    TRP_ERR_DESC, TRP__TEXT("a pool in memory order shares no segment: trp_each"));
        return walk;
    }
    walk.pool = pool;
    walk.limit = world->state.newest + 1; /* the limit of the update of the parts */
    if (!world->in_parts)
    {
        if (!world->drawing)
            pool->desc.order->tidy(pool->segment);
        walk.limit = trp__limit_in(pool->segment);
        world->open_walks++;
    }
    return each_joined_on(walk, trp__ages_start(pool->ages));
}
