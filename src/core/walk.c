/*
 * Walks.
 *
 * In memory order a walk takes a stretch of slots from the bitmap and steps through it like an
 * array. Before each visit it looks at the actor's own stamp, in the same cache line as its data:
 * whatever was recycled, expired or created since the stretch was taken, the stamp tells. So such a
 * walk is a position, and nothing that happens can break it.
 *
 * In age order a walk follows the links. A frame's cursor is mended when what it stands at leaves;
 * a trp_each steps off a dead node by its `next`, which stays until the slot is taken again, or off an external actor,
 * whose memory may be gone, by its entry.
 */
#include "external.h"

/* The most words in a run: what a walk that is left early has looked at in vain. */
#define RUN_WORDS 32

/* More than half of the bits. Neighbours are looked for first: a sparse word has none, mostly. */
TRP__INLINE bool is_dense(trp__word word)
{
    return word == ~(trp__word)0 ||
           ((word & word >> 1) != 0 && trp__count_bits(word) > TRP__WORD_BITS / 2);
}

/*
 * Where more than half of a word is active it is quicker to step over the holes than around them: a run goes on through
 * dense words, holes and all. Returns the slot behind its last actor. `word` is the dense one at `index`.
 */
static uint32_t dense_end(const trp__bitmap *map, uint32_t index, trp__word word)
{
    const uint32_t words = map->words[0] - index;
    const trp__word *at = trp__bitmap_word(map, TRP__ACTIVE, index);
    const trp__word *stop = at + 2 * (size_t)(words < RUN_WORDS ? words : RUN_WORDS);

    for (at += 2; at != stop && is_dense(*at); at += 2)
    {
        word = *at;
        index++;
    }
    return index * TRP__WORD_BITS + trp__highest_bit(word) + 1;
}

TRP__INLINE trp_run run_from(const trp_pool *pool, uint32_t slot)
{
    trp_run run = {NULL, 0, 0};
    trp__word word;
    uint32_t left;

    slot = trp__bitmap_next_near(&pool->map, TRP__ACTIVE, slot, &word);
    if (slot == TRP__NONE)
        return run;
    if (TRP__LIKELY(slot < pool->first_count))
    {
        run.first = pool->slots + slot * pool->stride;
        left = pool->first_count - slot;
    }
    else
        run.first = trp__grown_slot(pool, slot, &left);
    if (TRP__FAST_PATHS && is_dense(word))
        run.next = dense_end(&pool->map, slot / TRP__WORD_BITS, word);
    else if (!TRP__FAST_PATHS && word == ~(trp__word)0)
        run.next = (slot / TRP__WORD_BITS + 1) * TRP__WORD_BITS;
    else
        run.next = slot + trp__lowest_bit(~(word >> slot % TRP__WORD_BITS));
    if (run.next - slot > left)
        run.next = slot + left;
    run.count = run.next - slot;
    return run;
}

trp_run trp__run_from(const trp_pool *pool, uint32_t slot)
{
    return run_from(pool, slot);
}

static trp_actor *node_of(const trp_pool *pool, void *slot)
{
    return (trp_actor *)(void *)((unsigned char *)slot + pool->node);
}

/* The link behind one that may have left. */
TRP__INLINE trp_link *link_behind(const trp_pool *segment, const trp_link *link)
{
    if (TRP__LIKELY(!segment->has_externals))
        return link->next;
    return trp__still_behind(segment, link->next);
}

/* Whether what a link says of the one behind it is to be believed: that one agrees, or the link has left the list, and
 * keeps its `next`. */
TRP__INLINE bool is_sound(trp_link *link)
{
    const trp_actor *actor = (trp_actor *)(void *)link;

    if (!trp__is_active(actor) && !trp__is_expired(actor))
        return link->next != NULL;
    return link->next != NULL && link->next->prev == link;
}

/* The same for one that may have been overwritten: it is mended, as in a tick. Nothing is while the world is drawn. */
TRP__INLINE trp_link *step_behind(const trp_pool *pool, trp_link *link)
{
    const trp_world *world = pool->world;

    if (TRP__LIKELY(is_sound(link)))
        return link_behind(pool->segment, link);
    return world->drawing ? NULL : trp__mend_step(pool->segment, link);
}

/* The next actor of this pool, from `link` on in its segment, that is not too young: a run of one. */
TRP__INLINE trp_run run_at(const trp_pool *pool, trp_link *link, uint32_t limit)
{
    const trp_pool *segment = pool->segment;
    trp_run run = {NULL, 0, 0};

    for (; link != &segment->tail.hook.link && link != NULL; link = step_behind(pool, link))
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        if (actor->stamp >= limit && (actor->stamp & TRP__POOL_MASK) == pool->number)
        {
            run.first = (unsigned char *)actor - pool->node;
            run.count = 1;
            break;
        }
    }
    return run;
}

/* The next run in an external pool, whose `next` is the actor's entry: the actor may have left, memory and all. */
TRP__APART static trp_run external_run_behind(const trp_pool *pool, trp_run last, uint32_t limit)
{
    trp_run run = run_at(pool,
                         last.first == NULL ? pool->segment->head.hook.link.next
                                            : trp__behind_entry(pool, last.next),
                         limit);

    if (run.count != 0)
        run.next = trp__entry_at(pool, node_of(pool, run.first));
    return run;
}

/* The next run in age order. What was visited last may have left. */
TRP__INLINE trp_run run_behind(const trp_pool *pool, trp_run last, uint32_t limit)
{
    if (last.first == NULL)
        return run_at(pool, pool->segment->head.hook.link.next, limit);
    return run_at(pool, step_behind(pool, &node_of(pool, last.first)->hook.link), limit);
}

/* The next run, cut to one actor that is not too young: what a trp_each gets where serials may be numbered anew. */
TRP__COLD static trp_run run_of_one(const trp_pool *pool, uint32_t slot, uint32_t limit)
{
    trp_run run;

    do
    {
        run = trp__run_from(pool, slot);
        if (run.count == 0)
            return run;
        run.next -= run.count - 1;
        run.count = 1;
        slot = run.next;
    } while (node_of(pool, run.first)->stamp < limit);
    return run;
}

/* Age order, or where serials may be or have been numbered anew. */
TRP__APART static trp_run next_run_rarely(const trp_pool *pool, trp_run last, uint32_t limit,
                                          uint32_t epoch)
{
    if (epoch != pool->world->epoch)
        limit = trp__limit_today(pool->world, limit, epoch);
    if (trp__in_memory_order(pool))
        return run_of_one(pool, last.next, limit);
    if (pool->entries != NULL)
        return external_run_behind(pool, last, limit);
    return run_behind(pool, last, limit);
}

trp_run trp__next_run(const trp_pool *pool, trp_run last, uint32_t limit, uint32_t epoch)
{
    const trp_world *world = pool->world;
    const uint32_t near = world->frames == NULL ? TRP__SERIAL_UPPER : TRP__SERIAL_TOP;
    trp_run run;

    if (TRP__LIKELY(trp__in_memory_order(pool) && epoch == world->epoch && world->serial < near))
        run = run_from(pool, last.next);
    else
        run = next_run_rarely(pool, last, limit, epoch);
    if (run.count == 0)
        trp__walk_end(pool);
    return run;
}

void trp__walk_end(const trp_pool *pool)
{
    trp_world *world = pool->world;

    if (world->open_walks != 0)
        world->open_walks--;
    if (world->lost_walks > world->open_walks)
        world->lost_walks = world->open_walks; /* it stood around a tick */
}

trp_limit trp__walk_begin(const trp_pool *pool, size_t size, size_t offset)
{
    trp_limit limit = {TRP__NOTHING, 0};

    if (pool == NULL)
        return limit;
    if (size != pool->desc.type.size || offset != pool->desc.type.offset)
    {
        trp__misuse(pool->world, pool->world->pools[pool->number], NULL, TRP__TEXT("trp_each"),
                    TRP_ERR_TYPE, NULL);
        return limit;
    }
    limit.stamp = trp__limit_now(pool->world);
    limit.epoch = pool->world->epoch;
    pool->world->open_walks++;
    return limit;
}

/* The list itself */

/* The first active actor from `next` on. Ends where a node was overwritten, so that neighbours do not agree. */
static trp_actor *active_behind(const trp_link *link, trp_link *next)
{
    while (next != NULL && next->prev == link)
    {
        if (trp__is_active((trp_actor *)(void *)next))
            return (trp_actor *)(void *)next;
        link = next;
        next = next->next;
    }
    return NULL;
}

trp_actor *trp_first(const trp_world *world)
{
    return world != NULL ? active_behind(&world->head.hook.link, world->head.hook.link.next) : NULL;
}

trp_actor *trp_next(const trp_actor *actor)
{
    if (actor == NULL || (!trp__is_active(actor) && !trp__is_expired(actor)))
        return NULL;
    return active_behind(&actor->hook.link, actor->hook.link.next);
}

trp_actor *trp_prev(const trp_actor *actor)
{
    const trp_link *link;
    trp_link *front;

    if (actor == NULL || (!trp__is_active(actor) && !trp__is_expired(actor)))
        return NULL;
    link = &actor->hook.link;
    for (front = link->prev; front != NULL && front->next == link; front = front->prev)
    {
        if (trp__is_active((trp_actor *)(void *)front))
            return (trp_actor *)(void *)front;
        link = front;
    }
    return NULL;
}
