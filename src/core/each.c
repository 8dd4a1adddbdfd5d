/*
 * trp_each.
 *
 * In memory order a walk takes a run of slots from the bitmap and steps through it like an array.
 * Before each visit it reads the stamp in the actor's node, in the same cache line as its data. The
 * stamp shows whether the actor was recycled, expired or created since the run was taken. In an age
 * order a walk gets one actor at a time, and its state is that actor's entry (ages.h). In both
 * cases a walk is only a position, and nothing that happens can break it.
 */
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

    for (at += 2; at != stop && each_is_dense(*at); at += 2) {
        word = *at;
        index++;
    }
    return index * TRP__WORD_BITS + trp__highest_bit(word) + 1;
}

/* The run that begins with the first listed slot at or after this one. A walk reads the nodes of all
 * slots of a run, including free ones and those that its visits recycle. */
TRP__INLINE trp__slots each_run_from(const trp_pool *pool, uint32_t slot)
{
    trp__slots run = {NULL, 0, 0};
    trp__word word;
    uint32_t left;

    slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot);
    if (slot == TRP__NONE)
        return run;
    word = *trp__bitmap_word(&pool->map, TRP__ACTIVE, slot / TRP__WORD_BITS);
    run.first = (unsigned char *)trp__node_at(pool, slot) - pool->node;
    left = pool->slot_count - slot;
    if (!TRP__LIKELY(slot < pool->slot_count)) {
        const trp__chunk *chunk = pool->far->chunk(pool, slot);
        left = chunk->first + chunk->count - slot;
    }
    run.next = each_is_dense(word) ? each_dense_end(&pool->map, slot / TRP__WORD_BITS, word)
                                   : slot + trp__lowest_bit(~(word >> slot % TRP__WORD_BITS));
    if (run.next - slot > left)
        run.next = slot + left;
    run.count = run.next - slot;
    return run;
}

trp__slots trp__run_from(const trp_pool *pool, uint32_t slot)
{
    return each_run_from(pool, slot);
}

/* The next actor in an age order, of `only` or of all joined pools (NULL). */
TRP__INLINE trp__run each_by_age(const trp_pool *pool, const trp_pool *only, const void *first,
                                 uint32_t next, const trp__entry *entry, uint32_t version,
                                 uint32_t limit)
{
    trp__position position = trp__ages_start(pool->ages);
    trp__run found = {NULL, 0};
    trp_actor *actor;

    if (first != NULL) {
        position.at = version == pool->ages->version ? (int32_t)(entry - pool->ages->entries) : 0;
        position.version = version;
        position.stamp = next;
    }
    actor = pool->order->active(&position, pool->segment, only, limit);
    if (actor == NULL) {
        trp__walk_end(pool);
        return found;
    }
    found.first = (unsigned char *)actor - pool->node;
    found.rest = (uint64_t)(uint32_t)position.at << 32 | 1;
    return found;
}

trp__run trp__next_run(const trp_pool *pool, void *first, uint32_t next, const trp__entry *entry,
                       uint32_t version, uint32_t limit)
{
    trp__slots slots;
    trp__run run;

    if (!TRP__LIKELY(trp__in_memory_order(pool)))
        return each_by_age(pool, pool, first, next, entry, version, limit);
    slots = each_run_from(pool, next);
    run.first = slots.first;
    run.rest = (uint64_t)slots.next << 32 | slots.count;
    if (slots.count == 0)
        trp__walk_end(pool);
    return run;
}

trp__run trp__next_joined(const trp_pool *pool, void *first, uint32_t next, const trp__entry *entry,
                          uint32_t version, uint32_t limit)
{
    return each_by_age(pool, NULL, first, next, entry, version, limit);
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

TRP__COLD static void each_refuse_type(const trp_pool *pool, size_t size, size_t node)
{
    const trp_type *type = &pool->desc.type;
    char text[240];

    trp__misuse(pool->world, pool, NULL, TRP__TEXT("trp_each"), TRP_ERR_TYPE,
                TRP__WORDS(text, sizeof text,
                           "its actors are '%s' (%u bytes, node at %u), the type of the walk is "
                           "another (%u bytes, node at %u). Name the type that TRP_TYPE named in "
                           "the desc",
                           type->name != NULL ? type->name : "?", (uint32_t)type->size,
                           (uint32_t)type->offset, (uint32_t)size, (uint32_t)node));
}

/* A walk begins. In parts it changes nothing, and has the limit of their update. */
static trp__run each_begin(const trp_pool *pool)
{
    trp_world *world = pool->world;
    trp__run begin = {NULL, 0};

    if (!trp__in_memory_order(pool)) {
        begin.first = pool->order->begin(pool->segment);
        begin.rest = (uint64_t)pool->ages->version << 32;
    }
    if (world->in_parts)
        begin.rest |= world->state.newest + 1;
    else {
        begin.rest |= trp__limit_in(pool->segment);
        world->open_walks++;
    }
    return begin;
}

trp__run trp__walk_begin(const trp_pool *pool, size_t size, size_t offset)
{
    const trp__run refused = {NULL, TRP__NOTHING};
    trp_world *world;

    if (!trp__has_pool(pool, TRP__TEXT("trp_each")))
        return refused;
    world = pool->world;
    if (size != pool->desc.type.size || offset != pool->desc.type.offset) {
        each_refuse_type(pool, size, offset);
        return refused;
    }
    if (!world->in_parts)
        trp__repair_nodes(world->pools[pool->number], TRP__TEXT("trp_each"));
    return each_begin(pool);
}

trp_walk trp__joined_walk(const trp_pool *pool)
{
    trp_walk walk = {0};
    trp_world *world;
    trp__run begin;

    if (!trp__has_pool(pool, TRP__TEXT("trp_each_joined")))
        return walk;
    world = pool->world;
    if (trp__in_memory_order(pool)) {
        trp__misuse(world, pool, NULL, TRP__TEXT("trp_each_joined"), TRP_ERR_DESC,
                    TRP__TEXT("a pool in memory order shares no segment: trp_each"));
        return walk;
    }
    begin = each_begin(pool);
    walk.walked = pool;
    walk.entry = (const trp__entry *)begin.first;
    walk.limit = (uint32_t)begin.rest;
    walk.version = (uint32_t)(begin.rest >> 32);
    return trp__walk_on(walk, 0, pool->node, trp__next_joined);
}
