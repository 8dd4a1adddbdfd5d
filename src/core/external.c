/*
 * External pools: a table of entries instead of slots. An actor that has left may be gone, memory and all, so whatever
 * must be known of it afterwards stands in its entry.
 *
 * - From an address to its entry: hashed. Each entry is also the head of a bucket's chain; entries are taken from the
 *   freelist, so their numbers, which handles contain, depend on no address.
 * - From what has left to what stood behind it: a trp_each may stand there. In a segment with externals in it, the
 *   `next` of whoever has left does not name an external actor but its entry (trp__keep_behind), which knows where its
 *   actor is or what stood behind that one when it left, and so on (trp__still_behind).
 */
#include "external.h"

/* Ends a chain or the freelist. */
#define NO_ENTRY TRP__NONE

static uint32_t bucket_of(const trp_pool *pool, const trp_actor *actor)
{
    /* addresses differ in their middle bits; the upper half of the product has mixed them */
    const uintptr_t address = (uintptr_t)actor / TRP__ALIGNOF(trp_actor);
    const uint32_t hash = (uint32_t)(address ^ address >> 15) * 2654435769u;

    return (uint32_t)((uint64_t)hash * pool->capacity >> 32);
}

void trp__entries_init(trp_pool *pool)
{
    for (uint32_t i = pool->capacity; i-- > 0;)
    {
        trp__entry *entry = &pool->entries[i];
        entry->actor = NULL;
        entry->behind = NULL;
        entry->generation = 1;
        entry->taken = 0;
        entry->bucket = NO_ENTRY;
        entry->next = i + 1 < pool->capacity ? i + 1 : NO_ENTRY;
    }
    pool->spare_entry = 0;
}

uint32_t trp__entry_at(const trp_pool *pool, const trp_actor *actor)
{
    uint32_t at = pool->entries[bucket_of(pool, actor)].bucket;

    while (at != NO_ENTRY && pool->entries[at].actor != actor)
        at = pool->entries[at].next;
    return at;
}

uint32_t trp__entry_take(trp_pool *pool, trp_actor *actor)
{
    const uint32_t number = pool->spare_entry;
    trp__entry *entry;
    trp__entry *head;

    if (number == NO_ENTRY)
        return TRP__NONE;
    entry = &pool->entries[number];
    head = &pool->entries[bucket_of(pool, actor)];
    pool->spare_entry = entry->next;
    entry->actor = actor;
    entry->taken = 1;
    entry->next = head->bucket;
    head->bucket = number;
    actor->life.entry = number;
    pool->segment->has_externals = true;
    return number;
}

void trp__entry_give(trp_pool *pool, uint32_t number, bool is_used_up)
{
    trp__entry *entry = &pool->entries[number];
    uint32_t *at = &pool->entries[bucket_of(pool, entry->actor)].bucket;

    while (*at != number)
        at = &pool->entries[*at].next;
    *at = entry->next;
    entry->taken = 0;
    entry->next = NO_ENTRY;
    if (is_used_up)
        return;
    entry->next = pool->spare_entry;
    pool->spare_entry = number;
}

static bool is_listed(const trp__entry *entry)
{
    return entry->taken != 0 && entry->behind == NULL;
}

/* The entry that is named instead of an actor, or NULL if this is a link. */
static const trp__entry *named_entry(const trp_pool *segment, const trp_link *link)
{
    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (pool->entries != NULL &&
            (uintptr_t)link - (uintptr_t)pool->entries < pool->capacity * sizeof(trp__entry))
            return (const trp__entry *)(const void *)link;
    return NULL;
}

void trp__keep_behind(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const trp_world *world = pool->world;
    trp_actor *next = (trp_actor *)(void *)actor->hook.link.next;
    const uint32_t number = next->stamp & TRP__POOL_MASK; /* a sentinel's is no pool's */
    trp_pool *of = number < world->pool_count ? world->pools[number] : NULL;

    if (of != NULL && of->entries != NULL)
    {
        const uint32_t entry = trp__entry_at(of, next);
        if (entry != TRP__NONE)
            actor->hook.link.next = (trp_link *)(void *)&of->entries[entry];
    }
    if (pool->entries != NULL)
        pool->entries[slot].behind = actor->hook.link.next;
}

trp_link *trp__still_behind(const trp_pool *segment, trp_link *link)
{
    const trp__entry *entry;

    /* it ends: each left before the one that it names */
    while ((entry = named_entry(segment, link)) != NULL)
    {
        if (is_listed(entry))
            return &entry->actor->hook.link;
        link = entry->behind;
    }
    return link;
}

trp_link *trp__behind_entry(const trp_pool *pool, uint32_t number)
{
    const trp__entry *entry;

    if (number >= pool->capacity)
        return &pool->segment->tail.hook.link; /* its node was overwritten */
    entry = &pool->entries[number];
    if (is_listed(entry))
        return entry->actor->hook.link.next;
    return trp__still_behind(pool->segment, entry->behind);
}

bool trp__may_have_left(const trp_pool *pool, const trp_actor *actor)
{
    const trp__entry *entry;

    if (actor->life.entry >= pool->capacity)
        return false;
    entry = &pool->entries[actor->life.entry];
    /* it was the last one there, or there have been others before */
    return (entry->taken == 0 && entry->actor == actor) ||
           entry->generation - 1 > (entry->taken != 0 ? 0u : 1u);
}
