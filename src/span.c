/*
 * Many at once.
 */
#include "plain.h"

/* What of a word of slots is filled at once. */
typedef struct fill
{
    uint32_t index;
    trp__word taken; /* the slots that were free and are active now */
    uint32_t count;
    uint32_t generations[TRP__WORD_BITS]; /* of the k-th taken one */
} fill;

/* The n lowest bits that are set. */
static trp__word lowest_bits(trp__word word, uint32_t n)
{
    trp__word rest = word;

    if (trp__count_bits(word) <= n)
        return word;
    while (n-- > 0)
        rest &= rest - 1;
    return word & ~rest;
}

/* The slots that are filled next are in memory by the time that this word is done. */
static void fetch_word(const trp_pool *pool, uint32_t index)
{
    trp__word rest;

    if (index >= pool->map.words[0])
        return;
    for (rest = *trp__bitmap_word(&pool->map, TRP__FREE, index); rest != 0; rest &= rest - 1)
    {
        unsigned char *node =
            pool->nodes + (index * TRP__WORD_BITS + trp__lowest_bit(rest)) * pool->stride;
        TRP__PREFETCH_WRITE(node);
        TRP__PREFETCH_WRITE(node + pool->stride);
        TRP__PREFETCH_WRITE(node - pool->stride);
    }
}

/*
 * Links the free slots of the lowest word that has any, n of them at most, each behind the one in front of it in the same
 * word. Fills nothing if that one is not in this word, or where something was overwritten: the long way mends that.
 */
static void fill_word(trp_pool *pool, uint32_t n, fill *done)
{
    const uint32_t index = pool->map.first_free;
    trp__word *words = trp__bitmap_word(&pool->map, 0, index);
    const trp__word taken = lowest_bits(words[TRP__FREE], n);
    const uint32_t vacant = trp__stamp(TRP__VACANT, pool->number);
    const uint32_t newborn = trp__stamp(pool->world->serial, pool->number);
    unsigned char *nodes = pool->nodes + (size_t)index * TRP__WORD_BITS * pool->stride;
    trp__word active = words[TRP__ACTIVE];

    done->index = index;
    done->count = 0;
    done->taken = 0;
    for (trp__word rest = taken; rest != 0; rest &= rest - 1)
    {
        const trp__word bit = rest & (~rest + 1);
        const trp__word below = active & (bit - 1);
        trp_actor *actor = (trp_actor *)(void *)(nodes + trp__lowest_bit(rest) * pool->stride);
        trp_link *before;
        if (below == 0 || actor->stamp != vacant)
            break;
        before = (trp_link *)(void *)(nodes + trp__highest_bit(below) * pool->stride);
        if (before->next == NULL)
            break;
        trp__link_after(before, &actor->hook.link);
        actor->stamp = newborn;
        done->generations[done->count++] = actor->life.generation;
        active |= bit;
        trp__fill_words(pool, actor, NULL);
    }
    done->taken = active & ~words[TRP__ACTIVE];
    words[TRP__ACTIVE] = active;
    words[TRP__FREE] &= ~done->taken;
}

static void count_births(trp_pool *pool, uint32_t count)
{
    pool->created += count;
    pool->live += count;
    if (pool->live > pool->peak)
        pool->peak = pool->live;
    pool->world->serial_is_used = true;
}

/* Whatever an init has done meanwhile, none is called for a life that is not this span's. */
static void start_word(trp_pool *pool, const fill *done, const trp__start *start)
{
    unsigned char *nodes = pool->nodes + (size_t)done->index * TRP__WORD_BITS * pool->stride;
    uint32_t k = 0;

    for (trp__word rest = done->taken; rest != 0; rest &= rest - 1, k++)
    {
        trp_actor *actor = (trp_actor *)(void *)(nodes + trp__lowest_bit(rest) * pool->stride);
        if (actor->life.generation == done->generations[k])
            start->init(actor, start->user);
    }
}

/* How many lives it began in one word; 0: the long way is to be taken. */
static uint32_t create_word(trp_pool *pool, uint32_t n, const trp__start *start)
{
    fill done;

    if (pool->prefetches)
        fetch_word(pool, pool->map.first_free + 2);
    fill_word(pool, n, &done);
    if (done.count == 0)
        return 0;
    count_births(pool, done.count);
    if (*trp__bitmap_word(&pool->map, TRP__FREE, done.index) == 0)
        trp__next_free_word(pool, done.index);
    if (start->init != NULL)
        start_word(pool, &done, start);
    return done.count;
}

uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_visit_fn *init, void *user)
{
    const trp__start start = {init, user};
    uint32_t count = 0;

    if (pool == NULL || n == 0)
        return 0;
    if (pool->desc.when_full >= TRP_FULL_STEAL_OLDEST && n > pool->capacity)
        n = pool->capacity;
    while (count < n)
    {
        uint32_t some = 0;
        if (pool->is_plain && pool->barred == 0 && !pool->world->drawing)
            some = create_word(pool, n - count, &start);
        if (some == 0)
        {
            bool born;
            trp__create_slowly(pool, NULL, "trp_create_many", &start, false, &born);
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
                    pool->world->drawing ? "the world is being drawn" : "match is NULL");
        return 0;
    }
    if (pool->desc.newborns == TRP_NEWBORNS_SAME_WALK)
        pool->world->serial_is_used = true;
    frame.limit = trp__limit_now(pool->world);
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

    return end_if(pool, &by, "trp_recycle_if");
}

uint32_t trp_expire_if(trp_pool *pool, trp_match_fn *match, void *user)
{
    sieve by = {NULL, match, user, trp_expire, 0};

    return end_if(pool, &by, "trp_expire_if");
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
    result = trp__enter(world, actor, "trp_renew", &place);
    if (result == TRP_OK && place.pool->desc.external)
        result = trp__misuse(world, place.pool, actor, "trp_renew", TRP_ERR_TYPE,
                             "an external actor: recycle it, and adopt it again");
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
