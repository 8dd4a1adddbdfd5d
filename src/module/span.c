/*
 * Many at once.
 */
#include "../core/plain.h"

/* Lives that are begun together, before the first init is called: loops without calls, and long enough that their ends
 * need not be guessed wrong too often. */
enum
{
    TOGETHER = 64
};

typedef struct batch
{
    uint32_t count;
    uint32_t generations[TOGETHER];
    trp_actor *actors[TOGETHER];
} batch;

/* The n lowest bits that are set. */
static trp__word lowest_bits(trp__word word, uint32_t n)
{
    trp__word rest = word;

    if (n >= TRP__WORD_BITS || trp__count_bits(word) <= n)
        return word;
    while (n-- > 0)
        rest &= rest - 1;
    return word & ~rest;
}

/* The free slots that come next: they are fetched while those in front of them are filled. */
typedef struct lead
{
    uint32_t left;  /* so many are to be fetched yet */
    uint32_t index; /* of the word where it stands */
    trp__word rest; /* of its free slots */
} lead;

/* Fetches the next `count` free slots, and the neighbours that they will be linked to. (A function that does nothing but
 * fetch would be left out by gcc 12: to be called, it must change something.) */
static void fetch(const trp_pool *pool, lead *ahead, uint32_t count)
{
    const size_t stride = pool->stride;
    const size_t second = stride > 64 ? 64 : 0; /* a further cache line of the slot */

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
static lead look_ahead(const trp_pool *pool, uint32_t n)
{
    enum
    {
        DISTANCE = 32
    };
    lead ahead = {0, 0, 0};

    if (!pool->is_plain || !pool->prefetches)
        return ahead;
    ahead.left = n;
    ahead.index = pool->map.first_free;
    ahead.rest = *trp__bitmap_word(&pool->map, TRP__FREE, ahead.index);
    fetch(pool, &ahead, DISTANCE);
    return ahead;
}

/* The link of the highest of these slots of a word; without any, of the nearest active slot below, or the segment's
 * head. */
static trp_link *link_before(const trp_pool *pool, uint32_t index, trp__word below)
{
    uint32_t slot;

    if (TRP__LIKELY(below != 0))
        slot = index * TRP__WORD_BITS + trp__highest_bit(below);
    else
        slot = trp__bitmap_before(&pool->map, TRP__ACTIVE, index * TRP__WORD_BITS);
    if (slot == TRP__NONE)
        return &pool->segment->head.hook.link;
    return (trp_link *)(void *)(pool->nodes + slot * pool->stride);
}

/* The word has no free slot any more: mostly the word above knows which has. */
static void leave_word(trp_pool *pool, uint32_t index)
{
    trp__word *above = trp__bitmap_above(&pool->map, TRP__FREE, index);
    const trp__word others = *above & ~trp__bit(index);

    if (TRP__LIKELY(others != 0))
    {
        *above = others;
        pool->map.first_free = index / TRP__WORD_BITS * TRP__WORD_BITS + trp__lowest_bit(others);
    }
    else
        trp__next_free_word(pool, index);
}

/*
 * Links the free slots of the lowest word that has any, n of them at most, each behind the one in front of it. Going up,
 * all below are taken by then, so that one is mostly the slot before. Stops where something was overwritten: the long way
 * mends that.
 */
static void fill_word(trp_pool *pool, uint32_t n, batch *born)
{
    const uint32_t index = pool->map.first_free;
    trp__word *words = trp__bitmap_word(&pool->map, 0, index);
    const trp__word old = words[TRP__ACTIVE];
    const uint32_t vacant = trp__stamp(TRP__VACANT, pool->number);
    const uint32_t newborn = trp__stamp(pool->world->serial, pool->number);
    const size_t stride = pool->stride;
    unsigned char *nodes = pool->nodes + (size_t)index * TRP__WORD_BITS * stride;
    trp__word active = old;
    uint32_t count = born->count;

    for (trp__word rest = lowest_bits(words[TRP__FREE], n); rest != 0; rest &= rest - 1)
    {
        const trp__word bit = rest & (~rest + 1);
        trp_actor *actor = (trp_actor *)(void *)(nodes + trp__lowest_bit(rest) * stride);
        trp_link *before = (trp_link *)(void *)((unsigned char *)actor - stride);
        if (!TRP__LIKELY((active & bit >> 1) != 0))
            before = link_before(pool, index, active & (bit - 1));
        if (!TRP__LIKELY(actor->stamp == vacant && before->next != NULL))
            break;
        trp__link_after(before, &actor->hook.link);
        actor->stamp = newborn;
        born->actors[count] = actor;
        born->generations[count++] = actor->life.generation;
        active |= bit;
        trp__mark_taken(pool, actor);
        trp__fill_words(pool, actor, NULL);
    }
    born->count = count;
    words[TRP__ACTIVE] = active;
    words[TRP__FREE] &= ~(active & ~old);
    if (old == 0 && active != 0)
        trp__bitmap_raise(&pool->map, TRP__ACTIVE, index);
    if (words[TRP__FREE] == 0)
        leave_word(pool, index);
}

static void count_births(trp_pool *pool, uint32_t count)
{
    pool->created += count;
    pool->live += count;
    if (pool->live > pool->peak)
        pool->peak = pool->live;
    pool->world->serial_is_used = true;
}

/* How many lives it began together; 0: the long way is to be taken. Whatever an init does, none is called for a life that
 * is not this span's. */
static uint32_t create_batch(trp_pool *pool, uint32_t n, const trp__start *start, lead *ahead)
{
    batch born;
    uint32_t before;

    born.count = 0;
    /* to the word where it stands: the long way does not step on from a full one */
    trp__bitmap_lowest_free(&pool->map);
    do
    {
        before = born.count;
        fill_word(pool, (n < TOGETHER ? n : TOGETHER) - before, &born);
        count_births(pool, born.count - before);
        fetch(pool, ahead, born.count - before);
    } while (born.count != before && born.count < n && born.count < TOGETHER);
    pool->world->calls++;
    for (uint32_t i = 0; i < born.count && start->init != NULL; i++)
        if (born.actors[i]->life.generation == born.generations[i])
            start->init(born.actors[i], start->user);
    pool->world->calls--;
    return born.count;
}

uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_visit_fn *init, void *user)
{
    const trp__start start = {init, user};
    uint32_t count = 0;
    lead ahead;

    if (pool == NULL || n == 0)
        return 0;
    if (pool->desc.when_full >= TRP_FULL_STEAL_OLDEST && n > pool->capacity)
        n = pool->capacity;
    ahead = look_ahead(pool, n);
    while (count < n)
    {
        uint32_t some = 0;
        /* not is_plain: where that is switched off, inits must find the same */
        if (trp__tells_nobody(pool) && pool->barred == 0 && !pool->world->drawing)
            some = create_batch(pool, n - count, &start, &ahead);
        if (some == 0)
        {
            bool born;
            trp__create_slowly(pool, NULL, TRP__TEXT("trp_create_many"), &start, false, &born);
            if (!born)
                return count;
            some = 1;
        }
        count += some;
    }
    pool->world->last_result = TRP_OK;
    return count;
}

/* Those for whom something holds */

typedef struct sieve
{
    trp_world *world;
    trp_match_fn *match;
    void *user;
    trp_result (*end)(trp_world *world, trp_actor *actor);
    uint32_t count;
} sieve;

static void sift(trp_actor *actor, void *context)
{
    sieve *by = (sieve *)context;

    if (by->match(actor, by->user) && by->end(by->world, actor) == TRP_OK)
        by->count++;
}

static uint32_t end_if(trp_pool *pool, sieve *by, const char *call)
{
    trp__frame frame = {0};

    if (pool == NULL)
        return 0;
    by->world = pool->world;
    if (pool->world->drawing || by->match == NULL)
    {
        trp__misuse(pool->world, pool, NULL, call, pool->world->drawing ? TRP_BUSY : TRP_ERR_NULL,
                    pool->world->drawing ? TRP__TEXT("the world is being drawn")
                                         : TRP__TEXT("match is NULL"));
        return 0;
    }
    frame.limit = trp__frame_limit(pool->world);
    frame.only = pool;
    frame.visit = sift;
    frame.user = by;
    frame.keeps = true;
    trp__push_frame(pool->world, &frame);
    trp__walk_segment(&frame, pool->segment);
    trp__pop_frame(pool->world, &frame);
    return by->count;
}

uint32_t trp_recycle_if(trp_pool *pool, trp_match_fn *match, void *user)
{
    sieve by = {NULL, match, user, trp_recycle, 0};

    return end_if(pool, &by, TRP__TEXT("trp_recycle_if"));
}

uint32_t trp_expire_if(trp_pool *pool, trp_match_fn *match, void *user)
{
    sieve by = {NULL, match, user, trp_expire, 0};

    return end_if(pool, &by, TRP__TEXT("trp_expire_if"));
}

/* The next life in the same slot */

/* A plain pool's active actor stays where it is, and nobody is told. */
static void renew_in_place(trp_pool *pool, trp_actor *actor)
{
    trp_world *world = pool->world;

    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    actor->life.generation++;
    actor->stamp = trp__stamp(world->serial, pool->number);
    world->serial_is_used = true;
    trp__fill_words(pool, actor, NULL);
    pool->created++;
    world->last_result = TRP_OK;
}

static trp_actor *renew_slowly(const trp__place *place, trp_actor *actor)
{
    trp_pool *pool = place->pool;
    const bool had_expired = trp__is_expired(actor);

    trp__depart(pool, actor, place->slot, had_expired ? TRP_REASON_EXPIRED : TRP_REASON_RECYCLED);
    if (*trp__generation(pool, actor, place->slot) == 0)
    {
        trp__give_rarely(pool, actor, place->slot, true);
        return trp_create(pool);
    }
    trp__fill_payload(pool, actor, NULL);
    return trp__begin_life(pool, actor, place->slot, NULL);
}

trp_actor *trp_renew(trp_world *world, trp_actor *actor)
{
    trp__place place;
    trp_result result;

    if (world == NULL)
        return NULL;
    result = trp__enter(world, actor, TRP__TEXT("trp_renew"), &place);
    if (result == TRP_OK && place.pool->desc.external)
        result = trp__misuse(world, place.pool, actor, TRP__TEXT("trp_renew"), TRP_ERR_TYPE,
                             TRP__TEXT("an external actor: recycle it, and adopt it again"));
    if (result == TRP_OK && place.pool->barred != 0)
        result = TRP_BUSY;
    if (result != TRP_OK)
    {
        world->last_result = result;
        return NULL;
    }
    if (place.pool->is_plain && trp__is_active(actor) && actor->life.generation != UINT32_MAX)
    {
        renew_in_place(place.pool, actor);
        return actor;
    }
    return renew_slowly(&place, actor);
}
