/*
 * Calls for many actors.
 */
#include "../core/fast_path.h"

/* The number of lives that begin together, before the first init is called: loops without calls,
 * and long enough that few ends are mispredicted. */
enum
{
    SPAN_TOGETHER = 64
};

typedef struct span_batch
{
    uint32_t count;
    uint32_t generations[SPAN_TOGETHER];
    uint32_t slots[SPAN_TOGETHER];
} span_batch;

/* The n lowest set bits. */
static trp__word span_lowest_bits(trp__word word, uint32_t n)
{
    trp__word rest = word;

    if (n >= TRP__WORD_BITS || trp__count_bits(word) <= n)
        return word;
    while (n-- > 0)
        rest &= rest - 1;
    return word & ~rest;
}

/* The next free slots: they are prefetched while those before them are filled. */
typedef struct span_lead
{
    uint32_t left;  /* number of slots still to prefetch */
    uint32_t index; /* index of the current word */
    trp__word rest; /* its remaining free slots */
} span_lead;

/* Prefetches the next `count` free slots, and the neighbours to which they will be linked. (gcc 12
 * would drop a function that only prefetches; it is called because it changes something.) */
static void span_fetch(const trp_pool *pool, span_lead *ahead, uint32_t count)
{
    const size_t stride = pool->stride;
    const size_t second = stride > 64 ? 64 : 0; /* another cache line of the slot */

    if (count > ahead->left)
        count = ahead->left;
    ahead->left -= count;
    for (; count > 0; count--)
    {
        unsigned char *node;
        if (ahead->rest == 0)
        {
            const uint32_t next = trp__bitmap_next_near(
                &pool->map, TRP__FREE, (ahead->index + 1) * TRP__WORD_BITS, &ahead->rest);
            if (next == TRP__NONE)
            {
                ahead->left = 0;
                return;
            }
            ahead->index = next / TRP__WORD_BITS;
        }
        node =
            pool->nodes + (ahead->index * TRP__WORD_BITS + trp__lowest_bit(ahead->rest)) * stride;
        TRP__PREFETCH_WRITE(node);
        TRP__PREFETCH_WRITE(node + second);
        TRP__PREFETCH_WRITE(node + stride);
        TRP__PREFETCH_WRITE(node - stride);
        ahead->rest &= ahead->rest - 1;
    }
}

/* Begins at the lowest free slot, for a span of n. */
static span_lead span_look_ahead(const trp_pool *pool, uint32_t n)
{
    enum
    {
        DISTANCE = 32
    };
    span_lead ahead = {0, 0, 0};

    if (!pool->is_plain || !pool->prefetches)
        return ahead;
    ahead.left = n;
    ahead.index = pool->state.first_free;
    ahead.rest = *trp__bitmap_word(&pool->map, TRP__FREE, ahead.index);
    span_fetch(pool, &ahead, DISTANCE);
    return ahead;
}

/* The word has become full: usually the word above shows the next one. */
static void span_leave_word(trp_pool *pool, uint32_t index)
{
    trp__word *above = trp__bitmap_above(&pool->map, TRP__FREE, index);
    const trp__word others = *above & ~trp__bit(index);

    if (TRP__LIKELY(others != 0))
    {
        *above = others;
        pool->state.first_free = index / TRP__WORD_BITS * TRP__WORD_BITS + trp__lowest_bit(others);
    }
    else
        trp__next_free_word(pool, index);
}

/* The index of a listed slot in links. */
static uint32_t span_link_to(const trp_pool *pool, uint32_t slot)
{
    return slot != TRP__NONE ? pool->base + slot : TRP_NO_LINK;
}

/* Writes the links of a word's newborns and of their neighbours, after all of them are in the
 * bitmap. */
static void span_link_word(const trp_pool *pool, uint32_t index, trp__word active,
                           trp__word newborn)
{
    const uint32_t first = index * TRP__WORD_BITS;
    const bool is_last = first + TRP__WORD_BITS >= pool->state.top;
    uint32_t prev = TRP__NONE;
    uint32_t next = TRP__NONE;

    if ((active & ((newborn & (~newborn + 1)) - 1)) == 0)
        prev = trp__bitmap_before(&pool->map, TRP__ACTIVE, first);
    if (!is_last && (newborn >> trp__highest_bit(active)) != 0)
        next = trp__bitmap_next(&pool->map, TRP__ACTIVE, first + TRP__WORD_BITS);
    for (trp__word rest = newborn; rest != 0; rest &= rest - 1)
    {
        const trp__word bit = rest & (~rest + 1);
        const trp__word below = active & (bit - 1);
        const trp__word above = active & ~(bit | (bit - 1));
        const uint32_t slot = first + trp__lowest_bit(rest);
        const uint32_t before = below != 0 ? first + trp__highest_bit(below) : prev;
        const uint32_t after = above != 0 ? first + trp__lowest_bit(above) : next;
        trp_actor *actor = trp__near_node(pool, slot);
        actor->prev = span_link_to(pool, before);
        actor->next = span_link_to(pool, after);
        if (before != TRP__NONE)
            trp__near_node(pool, before)->next = span_link_to(pool, slot);
        if (after != TRP__NONE)
            trp__near_node(pool, after)->prev = span_link_to(pool, slot);
    }
}

/* Fills free slots of the lowest word that has any, at most n of them. Stops at a free slot that
 * was written to; the general code reports it. */
static void span_fill_word(trp_pool *pool, uint32_t n, span_batch *born)
{
    const uint32_t index = pool->state.first_free;
    const uint32_t first = index * TRP__WORD_BITS;
    trp__word *words = trp__bitmap_word(&pool->map, 0, index);
    const trp__word old = words[TRP__ACTIVE];
    const uint32_t stamp = pool->world->state.newest;
    trp__word newborn = 0;
    uint32_t count = born->count;

    for (trp__word rest = span_lowest_bits(words[TRP__FREE], n); rest != 0; rest &= rest - 1)
    {
        const uint32_t slot = first + trp__lowest_bit(rest);
        trp_actor *actor = trp__near_node(pool, slot);
        if (!TRP__LIKELY(actor->stamp == TRP__STAMP_FREE))
            break;
        actor->index = trp__handle_index(pool, slot);
        actor->stamp = stamp;
        pool->cells[slot].stamp = stamp;
        born->slots[count] = slot;
        born->generations[count++] = pool->cells[slot].generation;
        newborn |= rest & (~rest + 1);
        trp__mark_taken(pool, actor);
        trp__fill_words(pool, actor, NULL);
    }
    born->count = count;
    if (newborn == 0)
        return;
    words[TRP__ACTIVE] = old | newborn;
    words[TRP__FREE] &= ~newborn;
    if (old == 0)
        trp__bitmap_raise(&pool->map, TRP__ACTIVE, index);
    trp__raise_top(pool, first + trp__highest_bit(newborn) + 1);
    span_link_word(pool, index, old | newborn, newborn);
    if (words[TRP__FREE] == 0)
        span_leave_word(pool, index);
}

static void span_count_births(trp_pool *pool, uint32_t count)
{
    trp__pool_state *state = &pool->state;

    state->created += count;
    state->live += count;
    if (state->live > state->peak)
        state->peak = state->live;
    pool->world->state.newest_is_used = true;
}

/* Moves on to the word of the lowest free slot; the general code may have left a full word. */
static bool span_has_free(trp_pool *pool)
{
    const uint32_t slot =
        trp__bitmap_next(&pool->map, TRP__FREE, pool->state.first_free * TRP__WORD_BITS);

    if (slot != TRP__NONE)
        pool->state.first_free = slot / TRP__WORD_BITS;
    return slot != TRP__NONE;
}

/* The number of lives that began together; 0: use the general code. Whatever an init does, no init
 * is called for a life that is not of this span. */
static uint32_t span_create_batch(trp_pool *pool, uint32_t n, const trp__start *start,
                                  span_lead *ahead)
{
    span_batch born;
    uint32_t before;

    born.count = 0;
    if (!span_has_free(pool))
        return 0;
    do
    {
        before = born.count;
        span_fill_word(pool, (n < SPAN_TOGETHER ? n : SPAN_TOGETHER) - before, &born);
        span_count_births(pool, born.count - before);
        span_fetch(pool, ahead, born.count - before);
    } while (born.count != before && born.count < n && born.count < SPAN_TOGETHER);
    pool->world->calls++;
    for (uint32_t i = 0; i < born.count && start->init != NULL; i++)
        if (pool->cells[born.slots[i]].generation == born.generations[i])
            start->init(trp__near_node(pool, born.slots[i]), start->in);
    pool->world->calls--;
    return born.count;
}

uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_visit_fn *init, void *arg)
{
    trp_context in;
    const trp__start start = {init, &in};
    uint32_t count = 0;
    span_lead ahead;

    if (!trp__has_pool(pool, TRP__TEXT("trp_create_many")) || n == 0)
        return 0;
    in = trp__context(pool->world, pool, NULL, arg);
    TRP__USE(pool->world, TRP__TEXT("trp_create_many"), 0);
    if (pool->desc.when_full >= TRP_FULL_STEAL_OLDEST && n > pool->state.capacity)
        n = pool->state.capacity;
    ahead = span_look_ahead(pool, n);
    while (count < n)
    {
        uint32_t some = 0;
        /* not is_plain: without fast paths, inits must see the same */
        if (trp__notifies_none(pool) && pool->barred == 0 && !pool->world->drawing)
            some = span_create_batch(pool, n - count, &start, &ahead);
        if (some == 0)
        {
            bool born;
            trp__create_general(pool, NULL, TRP__TEXT("trp_create_many"), &start, false, &born);
            if (!born)
                return count;
            some = 1;
        }
        count += some;
    }
    pool->world->last_result = TRP_OK;
    return count;
}

/* Actors that match */

typedef struct span_sieve
{
    trp_world *world;
    trp_match_fn *match;
    const trp_ending *ending;
    uint32_t count;
    trp_context in; /* of match */
} span_sieve;

static void span_sift(trp_actor *actor, const trp_context *in)
{
    span_sieve *by = (span_sieve *)in->arg;
    trp__place place;

    if (!by->match(actor, &by->in) ||
        trp__enter(by->world, actor, TRP__TEXT("trp_pool_recycle_if"), &place) != TRP_OK)
        return;
    trp__end_life(place.pool, place.slot, by->ending, TRP_REASON_RECYCLED);
    by->count++;
}

uint32_t trp_pool_recycle_if(trp_pool *pool, const trp_ending *ending, trp_match_fn *match,
                             void *arg)
{
    const char *call = TRP__TEXT("trp_pool_recycle_if");
    span_sieve by = {0};
    trp__frame frame = {0};
    trp_context in;

    if (!trp__has_pool(pool, call))
        return 0;
    if (pool->world->drawing || match == NULL)
    {
        trp__misuse(pool->world, pool, NULL, call, pool->world->drawing ? TRP_BUSY : TRP_ERR_NULL,
                    pool->world->drawing ? TRP__TEXT("the world is being drawn")
                                         : TRP__TEXT("match is NULL"));
        return 0;
    }
    if (trp__check_ending(pool, NULL, call, ending, TRP_REASON_RECYCLED) != TRP_OK)
        return 0;
    by.world = pool->world;
    by.match = match;
    by.ending = ending;
    by.in = trp__context(pool->world, pool, NULL, arg);
    in = trp__context(pool->world, pool, NULL, &by);
    frame.limit = trp__limit_now(pool->world);
    frame.only = pool;
    frame.visit = span_sift;
    frame.in = &in;
    frame.keeps = true;
    frame.call = call;
    trp__push_frame(pool->world, &frame);
    trp__walk_segment(&frame, pool->segment);
    trp__pop_frame(pool->world, &frame);
    return by.count;
}

/* The next life in the same slot */

/* An active actor of a plain pool keeps its place, and there is nothing to notify. */
static void span_renew_in_place(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_world *world = pool->world;

    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    trp__cell_of(pool, slot)->generation++;
    trp__set_stamp(pool, slot, world->state.newest);
    world->state.newest_is_used = true;
    trp__fill_payload(pool, actor, NULL);
    pool->state.created++;
    world->last_result = TRP_OK;
}

static trp_actor *span_renew_general(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const bool had_expired = trp__is_expired(trp__cell_of(pool, slot)->stamp);

    trp__depart(pool, slot, had_expired ? TRP_REASON_EXPIRED : TRP_REASON_RECYCLED);
    if (trp__lives_are_used_up(pool, slot))
    {
        trp__give_slot(pool, slot);
        return (trp_create)(pool, NULL);
    }
    trp__fill_payload(pool, actor, NULL);
    return trp__begin_life(pool, slot, NULL);
}

trp_actor *trp_renew(trp_world *world, trp_actor *actor)
{
    trp__place place;
    trp_result result;
    const trp__cell *cell;

    if (!trp__has_world(world, TRP__TEXT("trp_renew")))
        return NULL;
    result = trp__enter(world, actor, TRP__TEXT("trp_renew"), &place);
    if (result == TRP_OK && place.pool->desc.external)
        result = trp__misuse(world, place.pool, actor, TRP__TEXT("trp_renew"), TRP_ERR_TYPE,
                             TRP__TEXT("an external actor: recycle it, and adopt it again"));
    if (result == TRP_OK && place.pool->barred != 0)
        result = TRP_BUSY;
    if (result == TRP_OK && !trp__in_memory_order(place.pool) && !trp__has_stamps(world))
        result = TRP_ERR_LIMIT;
    if (result != TRP_OK)
    {
        trp__note_result(world, result);
        return NULL;
    }
    cell = trp__cell_of(place.pool, place.slot);
    if (place.pool->is_plain && trp__is_active(cell->stamp) && cell->generation < world->last_life)
    {
        span_renew_in_place(place.pool, actor, place.slot);
        return actor;
    }
    return span_renew_general(place.pool, actor, place.slot);
}
