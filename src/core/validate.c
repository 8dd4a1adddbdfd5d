/*
 * Checks that everything the library believes of a world is so. Stands in a file of its own and is
 * linked only where it is called.
 */
#include "external.h"

/* One validation: reports each thing that is wrong, and goes on. */
typedef struct inspection
{
    const trp_world *world;
    bool is_valid;
} inspection;

static void wrong(inspection *in, trp_pool *pool, const trp_actor *actor, const char *what)
{
    in->is_valid = false;
    trp__misuse(in->world, pool, actor, TRP__TEXT("trp_world_validate"), TRP_ERR_INVALID, what);
}

static void expect(inspection *in, bool holds, trp_pool *pool, const trp_actor *actor,
                   const char *what)
{
    if (!holds)
        wrong(in, pool, actor, what);
}

/* What a pool's slots say, added up. */
typedef struct tally
{
    uint32_t listed;
    uint32_t expired;
    uint32_t vacant;
    uint32_t retired;
    uint32_t quarantined;
    uint32_t taken;
    uint32_t sleepers;
    uint32_t leaving;
} tally;

static void check_bits(inspection *in, trp_pool *pool, const trp_actor *actor, uint32_t slot,
                       bool is_listed, bool is_vacant)
{
    if (!trp__in_memory_order(pool))
        return;
    expect(in, trp__bitmap_has(&pool->map, TRP__ACTIVE, slot) == is_listed, pool, actor,
           TRP__TEXT("the active bitmap and the node disagree"));
    expect(in, trp__bitmap_has(&pool->map, TRP__FREE, slot) == is_vacant, pool, actor,
           TRP__TEXT("the free bitmap and the node disagree"));
}

static void check_slot(inspection *in, trp_pool *pool, uint32_t slot, tally *sum)
{
    trp_actor *actor = trp__actor_at(pool, slot);
    const uint32_t serial = actor != NULL ? trp__serial(actor) : TRP__VACANT;
    const bool is_listed = serial <= TRP__SERIAL_MAX || serial == TRP__EXPIRED;

    if (actor == NULL && pool->entries == NULL)
    {
        if (trp__in_memory_order(pool))
            expect(in, !trp__bitmap_has(&pool->map, TRP__FREE, slot), pool, NULL,
                   TRP__TEXT("a slot that was given back is in the bitmap of the free"));
        return;
    }
    if (actor == NULL)
    {
        sum->vacant += pool->entries[slot].generation != 0;
        sum->retired += pool->entries[slot].generation == 0;
        return;
    }
    expect(in, (actor->stamp & TRP__POOL_MASK) == pool->number, pool, actor,
           TRP__TEXT("the node names another pool"));
    expect(in,
           serial != 0 && serial != TRP__ZEROED &&
               (serial <= in->world->serial || serial > TRP__SERIAL_MAX),
           pool, actor, TRP__TEXT("the node's serial was never given out"));
    expect(in, serial != TRP__SENTINEL, pool, actor, TRP__TEXT("the node looks like a sentinel"));
    expect(in,
           (serial >= TRP__EXPIRED && serial != TRP__VACANT && serial != TRP__QUARANTINED) ||
               *trp__generation(pool, actor, slot) != 0,
           pool, actor, TRP__TEXT("a generation is 0"));
    expect(in, pool->entries == NULL || actor->life.entry == slot, pool, actor,
           TRP__TEXT("the node names another entry"));
    if (pool->entries != NULL)
        expect(in,
               trp__entry_at(pool, actor) == slot &&
                   (pool->entries[slot].behind == NULL) == is_listed,
               pool, actor, TRP__TEXT("an entry of an external actor is wrong"));
    check_bits(in, pool, actor, slot, is_listed, serial == TRP__VACANT);
    sum->listed += is_listed;
    sum->expired += serial == TRP__EXPIRED;
    sum->vacant += serial == TRP__VACANT;
    sum->retired += serial == TRP__RETIRED;
    sum->quarantined += serial == TRP__QUARANTINED;
    sum->taken += serial < TRP__VACANT;
    sum->sleepers += serial == TRP__ASLEEP;
    sum->leaving += serial == TRP__LEAVING;
}

/* How long the freelist is, counting no further than there are slots. */
static uint32_t count_spares(inspection *in, trp_pool *pool)
{
    uint32_t count = 0;

    if (pool->entries != NULL)
        for (uint32_t at = pool->spare_entry; at < pool->capacity && count <= pool->capacity;
             at = pool->entries[at].next)
            count++;
    else
        for (const trp_actor *at = pool->spare; at != NULL && count <= pool->capacity;
             at = at->hook.spare.next_free)
        {
            if (trp__slot_of(pool, at) == TRP__NONE)
            {
                wrong(in, pool, NULL, TRP__TEXT("the freelist leads out of the pool"));
                break;
            }
            expect(in, trp__serial(at) == TRP__VACANT, pool, at,
                   TRP__TEXT("the freelist has a taken slot"));
            count++;
        }
    return count;
}

/* The slots in quarantine are chained, as many as were counted, and no more than may be. */
static void check_quarantine(inspection *in, trp_pool *pool, uint32_t expected)
{
    const trp_actor *last = NULL;
    uint32_t count = 0;

    for (const trp_actor *at = pool->freed_first; at != NULL && count <= pool->quarantined;
         at = at->hook.spare.next_free)
    {
        if (trp__slot_of(pool, at) == TRP__NONE)
        {
            wrong(in, pool, NULL, TRP__TEXT("the quarantine leads out of the pool"));
            return;
        }
        expect(in, trp__serial(at) == TRP__QUARANTINED, pool, at,
               TRP__TEXT("the quarantine has a slot that is not in it"));
        last = at;
        count++;
    }
    expect(in, count == pool->quarantined && count == expected && last == pool->freed_last, pool,
           NULL, TRP__TEXT("the quarantine has not all slots that are in it"));
    expect(in, count <= pool->quarantine_slots && (count == 0 || pool->quarantine != NULL), pool,
           NULL, TRP__TEXT("more slots are in quarantine than may be"));
}

/* Each summary bit says whether the word below it has any bit. */
static void check_summaries(inspection *in, trp_pool *pool)
{
    const trp__bitmap *map = &pool->map;

    for (uint32_t level = 1; level < map->depth; level++)
        for (uint32_t word = 0; word < map->words[level - 1]; word++)
            for (unsigned set = TRP__FREE; set <= TRP__ACTIVE; set++)
            {
                const bool any = map->levels[level - 1][2 * (size_t)word + set] != 0;
                const trp__word *summary =
                    &map->levels[level][2 * (size_t)(word / TRP__WORD_BITS) + set];
                expect(in, any == ((*summary & trp__bit(word)) != 0), pool, NULL,
                       TRP__TEXT("a summary bit of a bitmap is wrong"));
            }
    for (uint32_t word = 0; word < map->first_free; word++)
        expect(in, *trp__bitmap_word(map, TRP__FREE, word) == 0, pool, NULL,
               TRP__TEXT("the lowest free slot lies below where it is looked for"));
}

static void check_pool(inspection *in, trp_pool *pool)
{
    tally sum = {0};

    for (uint32_t slot = 0; slot < pool->capacity; slot++)
        check_slot(in, pool, slot, &sum);
    expect(in, sum.listed == trp__listed(pool), pool, NULL,
           TRP__TEXT("the count of listed actors is wrong"));
    expect(in, sum.sleepers == pool->sleepers && sum.leaving == pool->leaving, pool, NULL,
           TRP__TEXT("the count of sleepers is wrong"));
    expect(in, sum.expired == pool->expired, pool, NULL,
           TRP__TEXT("the count of expired actors is wrong"));
    expect(in, sum.retired == pool->retired, pool, NULL,
           TRP__TEXT("the count of retired slots is wrong"));
    expect(in, sum.taken == pool->live, pool, NULL, TRP__TEXT("the count of live actors is wrong"));
    check_quarantine(in, pool, sum.quarantined);
    expect(in, pool->live <= pool->peak, pool, NULL, TRP__TEXT("the peak is below the count"));
    if (trp__in_memory_order(pool))
        check_summaries(in, pool);
    else
        expect(in, count_spares(in, pool) == sum.vacant, pool, NULL,
               TRP__TEXT("the freelist has not all free slots"));
}

/* One actor's place in the list. `lowest` is the slot that a pool in memory order has come to. */
static void check_place(inspection *in, trp_pool *segment, trp_actor *actor, uint32_t *lowest)
{
    trp_pool *pool = NULL;
    const uint32_t number = actor->stamp & TRP__POOL_MASK;
    uint32_t slot;

    if (number < in->world->pool_count)
        pool = in->world->pools[number];
    if (pool == NULL || pool->segment != segment)
    {
        wrong(in, segment, NULL, TRP__TEXT("an actor stands in a segment that is not its pool's"));
        return;
    }
    expect(in, trp__is_active(actor) || trp__is_expired(actor), pool, actor,
           TRP__TEXT("an actor in the list is neither active nor expired"));
    slot = trp__slot_of(pool, actor);
    expect(in, slot != TRP__NONE, pool, NULL,
           TRP__TEXT("the list has an actor that is not in a slot"));
    if (trp__in_memory_order(pool))
    {
        expect(in, slot >= *lowest, pool, actor,
               TRP__TEXT("the list is not in the order of slots"));
        *lowest = slot + 1;
    }
}

static uint32_t listed_in(const trp_pool *segment)
{
    uint32_t count = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        count += trp__listed(pool);
    return count;
}

/* The first actor of a pool that steals the oldest must be what it remembers. */
static void check_oldest(inspection *in, trp_pool *pool)
{
    const trp_pool *segment = pool->segment;
    const bool newest = pool->desc.order == TRP_ORDER_NEWEST;
    const trp_link *link = newest ? segment->tail.hook.link.prev : segment->head.hook.link.next;
    const trp_link *end = newest ? &segment->head.hook.link : &segment->tail.hook.link;

    if (pool->desc.when_full != TRP_FULL_STEAL_OLDEST)
        return;
    while (link != end &&
           (((const trp_actor *)(const void *)link)->stamp & TRP__POOL_MASK) != pool->number)
        link = newest ? link->prev : link->next;
    expect(in, pool->oldest == (link != end ? link : NULL), pool, NULL,
           TRP__TEXT("the oldest actor is not the one remembered"));
}

/* Follows a segment from head to tail; returns the tail, or NULL if it does not get there. */
static const trp_link *check_segment(inspection *in, trp_pool *segment, const trp_link *before)
{
    const uint32_t listed = listed_in(segment);
    uint32_t count = 0;
    uint32_t lowest = 0;
    trp_link *link = &segment->head.hook.link;

    expect(in, link->prev == before && before->next == link, segment, NULL,
           TRP__TEXT("the segment is not where its layer has it"));
    for (;;)
    {
        trp_link *next = link->next;
        if (next == NULL || next->prev != link)
        {
            wrong(in, segment, NULL, TRP__TEXT("a link's neighbour does not link back"));
            return NULL;
        }
        link = next;
        if (link == &segment->tail.hook.link)
            break;
        if (++count > listed)
        {
            wrong(in, segment, NULL, TRP__TEXT("the segment has more actors than were counted"));
            return NULL;
        }
        check_place(in, segment, (trp_actor *)(void *)link, &lowest);
    }
    expect(in, count == listed, segment, NULL,
           TRP__TEXT("the segment has fewer actors than were counted"));
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        check_oldest(in, pool);
    return link;
}

static void check_list(inspection *in)
{
    const trp_world *world = in->world;
    const trp_link *at = &world->head.hook.link;

    for (uint32_t place = 0; place < world->layer_count; place++)
        for (trp_pool *segment = trp__layer_at(world, place)->first; segment;
             segment = segment->behind)
        {
            at = check_segment(in, segment, at);
            if (at == NULL)
                return;
        }
    expect(in, at->next == &world->tail.hook.link && world->tail.hook.link.prev == at, NULL, NULL,
           TRP__TEXT("the list does not end where its last segment does"));
}

trp_result trp_world_validate(const trp_world *world)
{
    inspection in = {world, true};

    if (world == NULL)
        return TRP_ERR_NULL;
    for (uint32_t i = 0; i < world->pool_count; i++)
        check_pool(&in, world->pools[i]);
    check_list(&in);
    return in.is_valid ? TRP_OK : TRP_ERR_INVALID;
}
