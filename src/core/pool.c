/*
 * Creation of pools.
 */
#include "../../include/troupe/fields.h"
#include "../../include/troupe/parallel.h"
#include "ages.h"

#define POOL_OPTIONS 4

/* A pool before it has memory: its desc, with the defaults filled in, and its size; and what is wrong
 * with it. */
typedef struct pool_draft {
    trp_pool pool;
    uint32_t pages; /* pages of handle indices */
    trp_result result;
    const char *detail;
    char text[TRP__BYTES_TEXT]; /* for `detail` */
} pool_draft;

/* The optional parts of the library that a desc needs, in the order of their memory. NULL: not
 * needed. */
static const trp__option *pool_option(const trp_pool_desc *desc, unsigned number)
{
    const trp__option *options[POOL_OPTIONS];

    options[0] = desc->fields != NULL ? desc->fields->use : NULL;
    options[1] = desc->quarantine.use;
    options[2] = desc->shrink.use;
    options[3] = desc->parallel.use;
    return options[number];
}

/* Something is wrong with a desc. */
TRP__APART static bool pool_flaw(pool_draft *out, trp_result result, const char *detail)
{
    out->result = result;
    out->detail = detail;
    return true;
}

static bool pool_is_bad_type(pool_draft *out)
{
    const trp_type *type = &out->pool.desc.type;
    const trp_lifetime *lifetime = &out->pool.desc.lifetime;

    if (type->size < sizeof(trp_actor) || type->offset > type->size - sizeof(trp_actor) ||
        type->alignment == 0 || (type->alignment & (type->alignment - 1)) != 0 ||
        type->alignment % TRP__NODE_ALIGNMENT != 0 || (type->size & (type->alignment - 1)) != 0 ||
        type->offset % TRP__NODE_ALIGNMENT != 0)
        return pool_flaw(out, TRP_ERR_VALUE,
                         TRP__TEXT("desc.type is missing or impossible: write .type = "
                                   "TRP_TYPE(struct, member)"));
    if (lifetime->use == NULL ? lifetime->offset != 0 || lifetime->clock != TRP_CLOCK_SECONDS
                              : lifetime->use->is_bad(&out->pool.desc))
        return pool_flaw(
            out, TRP_ERR_VALUE,
            TRP__TEXT("lifetime must be TRP_LIFETIME(struct, member), of this struct"));
    return false;
}

static bool pool_is_bad_number(const trp_world *world, pool_draft *out)
{
    const trp_pool_desc *desc = &out->pool.desc;
    const bool grows = trp__grows(&out->pool);
    const char *max_capacity =
        TRP__TEXT("desc.max_capacity is for TRP_FULL_GROW, which needs it: from capacity to 2^24");

    if (desc->capacity == 0 || desc->capacity > TRP_MAX_SLOTS)
        return pool_flaw(out, TRP_ERR_VALUE, TRP__TEXT("desc.capacity must be 1 to 2^24"));
    if (grows && (desc->max_capacity < desc->capacity || desc->max_capacity > TRP_MAX_SLOTS))
        return pool_flaw(out, TRP_ERR_VALUE, max_capacity);
    if (!grows && desc->max_capacity != 0 && desc->max_capacity != desc->capacity)
        return pool_flaw(out, TRP_ERR_DESC, max_capacity);
    if (desc->joined_capacity > TRP_MAX_SLOTS)
        return pool_flaw(out, TRP_ERR_VALUE,
                         TRP__TEXT("desc.joined_capacity must be 2^24 at most"));
    if (desc->reserve >= desc->capacity)
        return pool_flaw(out, TRP_ERR_VALUE,
                         TRP__TEXT("desc.reserve must be less than the capacity"));
    if (desc->layer >= world->layer_count)
        return pool_flaw(out, TRP_ERR_VALUE,
                         TRP__TEXT("desc.layer must be less than the world's number of layers "
                                   "(desc.layers)"));
    if ((unsigned)desc->prunes > TRP_PRUNE_NEXT_TICK ||
        (unsigned)desc->newborns > TRP_NEWBORNS_SAME_WALK)
        return pool_flaw(out, TRP_ERR_VALUE,
                         TRP__TEXT("newborns and prunes must be one of the enumerators"));
    return false;
}

static bool pool_is_bad_join(const trp_world *world, pool_draft *out)
{
    const trp_pool *other = out->pool.desc.joins;

    if (other == NULL)
        return false;
    out->result = TRP_ERR_FOREIGN;
    out->detail = TRP__TEXT("joins (a pool of this world)");
    if (other->world == world) {
        out->result = TRP_ERR_DESC;
        out->detail = TRP__TEXT("pools that join must have the same age order, and no update_pool");
        if (!trp__in_memory_order(other))
            out->result = other->order->check_join(&out->pool, &out->detail);
    }
    return out->result != TRP_OK;
}

static bool pool_is_bad_combination(const trp_world *world, pool_draft *out)
{
    trp_pool_desc *desc = &out->pool.desc;
    const bool steals = trp__steals(&out->pool);
    const bool by_age = !trp__in_memory_order(&out->pool);
    const bool has_same_walk = by_age && out->pool.order->turn == 1 && !steals;

    if (desc->update != NULL && desc->update_pool != NULL)
        return pool_flaw(out, TRP_ERR_DESC, TRP__TEXT("update and update_pool exclude each other"));
    if (desc->external != NULL && (desc->prototype != NULL || steals))
        return pool_flaw(out, TRP_ERR_DESC,
                         TRP__TEXT("an external pool has no slots: no prototype, no stealing"));
    if (steals && desc->when_full->by_age != by_age)
        return pool_flaw(out, TRP_ERR_DESC,
                         TRP__TEXT("TRP_FULL_STEAL_OLDEST needs an age order, "
                                   "TRP_FULL_STEAL_NEXT memory order: see desc.order"));
    if (desc->newborns == TRP_NEWBORNS_SAME_WALK && !has_same_walk)
        return pool_flaw(out, TRP_ERR_DESC,
                         TRP__TEXT("TRP_NEWBORNS_SAME_WALK is for oldest first, without stealing"));
    if (desc->joins != NULL)
        desc->newborns = desc->joins->segment->desc.newborns;
    else if (desc->newborns == TRP_NEWBORNS_DEFAULT)
        desc->newborns = world->newborns == TRP_NEWBORNS_SAME_WALK && !has_same_walk
                             ? TRP_NEWBORNS_NEXT_WALK
                             : world->newborns;
    if (trp__grows(&out->pool) && world->allocator.allocate == NULL)
        return pool_flaw(out, TRP_ERR_NO_ALLOCATOR, TRP__TEXT("when_full (TRP_FULL_GROW)"));
    return false;
}

static bool pool_is_bad_option(pool_draft *out)
{
    const trp_pool_desc *desc = &out->pool.desc;

    if ((desc->fields != NULL && desc->fields->use == NULL) ||
        (desc->quarantine.slots != 0 && desc->quarantine.use == NULL) ||
        (desc->shrink.rule != NULL && desc->shrink.use == NULL) ||
        (desc->parallel.desc != NULL && desc->parallel.use == NULL))
        return pool_flaw(out, TRP_ERR_DESC,
                         TRP__TEXT("write .fields = &(a TRP_FIELDS), .quarantine = "
                                   "TRP_QUARANTINE(slots), .shrink = TRP_SHRINK(&rule), "
                                   ".parallel = TRP_PARALLEL(&desc)"));
    for (unsigned i = 0; i < POOL_OPTIONS && out->result == TRP_OK; i++) {
        const trp__option *option = pool_option(desc, i);
        if (option != NULL)
            out->result = option->check(desc, out->text, &out->detail);
    }
    return out->result != TRP_OK;
}

/* The slots for which the first of joined pools has entries. */
static uint32_t pool_entry_slots(const trp_pool_desc *desc)
{
    return desc->joined_capacity > desc->capacity ? desc->joined_capacity : desc->capacity;
}

/* The next part of a block, of so many items; its end is aligned to TRP_ALIGNMENT. */
TRP__APART static void *pool_take_part(unsigned char *block, size_t *at, size_t count, size_t size)
{
    unsigned char *part = block != NULL ? block + *at : NULL;

    if (*at != 0)
        *at = trp__round_up(trp__bytes(count, size, *at));
    return part;
}

/* Sets up the parts of a pool in its block; without a block they are only measured. Returns the
 * bytes; 0: too many. */
static size_t pool_lay_out(trp_pool *pool, unsigned char *block)
{
    const trp_pool_desc *desc = &pool->desc;
    const size_t alignment = desc->type.alignment;
    const bool has_map = trp__in_memory_order(pool);
    size_t at = trp__round_up(sizeof *pool);
    size_t pad;
    void *part;

    part = pool_take_part(block, &at, has_map ? trp__bitmap_words(pool->max_capacity) : 0,
                          sizeof(trp__word));
    if (part != NULL && has_map)
        trp__bitmap_init(&pool->map, part, pool->max_capacity);
    pool->chunks = pool_take_part(block, &at, trp__chunks_to(desc->capacity, pool->max_capacity),
                                  sizeof(trp__chunk));
    pool->cells = pool_take_part(block, &at, desc->capacity, sizeof(trp__cell));
    if (!has_map && desc->joins == NULL) {
        part = pool_take_part(block, &at, pool->order->bytes(pool_entry_slots(desc)), 1);
        if (part != NULL)
            pool->order->init(pool, part, pool_entry_slots(desc));
    }
    if (desc->ends)
        pool->ends = pool_take_part(block, &at, pool->max_capacity, sizeof(trp__end));
    for (unsigned i = 0; i < POOL_OPTIONS && at != 0; i++) {
        const trp__option *option = pool_option(desc, i);
        if (option == NULL)
            continue;
        part = pool_take_part(block, &at, 0, 1);
        if (option->bytes != NULL)
            at = trp__round_up(option->bytes(desc, pool->max_capacity, at));
        if (part != NULL && option->set_up != NULL)
            option->set_up(pool, part);
    }
    if (desc->external != NULL) {
        pool->actors = pool_take_part(block, &at, desc->capacity, sizeof(trp_actor *));
        return at;
    }
    pad = block != NULL ? -(uintptr_t)(block + at) & (alignment - 1) : alignment - 1;
    pool_take_part(block, &at, alignment > TRP_ALIGNMENT ? pad : 0, 1);
    part = pool_take_part(block, &at, desc->prototype != NULL, desc->type.size);
    if (part != NULL && desc->prototype != NULL)
        pool->desc.prototype = memcpy(part, desc->prototype, desc->type.size);
    pool->slots = pool_take_part(block, &at, desc->capacity, desc->type.size);
    return at;
}

/* The size of a pool with a valid desc. */
static void pool_measure(trp_pool *pool)
{
    pool->max_capacity = trp__grows(pool) ? pool->desc.max_capacity : pool->desc.capacity;
    pool->bytes = pool_lay_out(pool, NULL);
}

static void pool_fill_defaults(const trp_pool_desc *desc, pool_draft *out)
{
    memset(out, 0, sizeof *out);
    out->pool.desc = *desc;
    out->pool.order = desc->order;
    if (desc->external != NULL && desc->order == TRP_ORDER_MEMORY && desc->joins == NULL)
        out->pool.order = desc->external->order;
    if (out->pool.desc.name == NULL)
        out->pool.desc.name = out->pool.desc.type.name != NULL ? out->pool.desc.type.name : "?";
    trp__add_quarantine(&out->pool.desc);
}

/* Slots are aligned like their size, up to a cache line, so that they lie on no more lines than
 * they must. A caller's block saves these bytes. */
static void pool_align_to_lines(const trp_world *world, trp_type *type)
{
    const size_t by_size = type->size % 64 == 0 ? 64 : type->size & -type->size;

    if (world->allocator.allocate != NULL && type->alignment < by_size)
        type->alignment = by_size;
}

/* Whether the world has room for the pool. */
static bool pool_is_too_large(const trp_world *world, pool_draft *out)
{
    pool_align_to_lines(world, &out->pool.desc.type);
    pool_measure(&out->pool);
    out->pages = (out->pool.max_capacity - 1) / (1u << world->page_bits) + 1;
    if (world->pool_count == world->max_pools)
        return pool_flaw(out, TRP_ERR_LIMIT, TRP__TEXT("max_pools"));
    if (out->pages > world->pages - world->pages_used)
        return pool_flaw(out, TRP_ERR_LIMIT,
                         TRP__TEXT("handles have no room for so many slots in all pools"));
    if (out->pool.bytes == 0)
        return pool_flaw(out, TRP_ERR_MEMORY, TRP__TEXT("so many bytes cannot be addressed"));
    return false;
}

/* The inverse of an odd number modulo the machine word: each step doubles the number of correct
 * bits, which is 3 at the start. */
static uintptr_t pool_inverse_of(uintptr_t odd)
{
    uintptr_t inverse = odd;

    for (uint32_t bits = 3; bits < TRP__WORD_BITS; bits *= 2)
        inverse *= 2 - odd * inverse;
    return inverse;
}

static void pool_init(trp_world *world, trp_pool *pool)
{
    const size_t size = pool->desc.type.size;
    const uint32_t capacity = pool->desc.capacity;
    const trp__chunk first = {.count = capacity, .generation = 1};

    pool->world = world;
    pool->number = world->pool_count;
    pool->base = world->pages_used << world->page_bits;
    pool->index = world->id << 24 | pool->base;
    pool->node = (uint32_t)pool->desc.type.offset;
    pool->stride = size;
    pool->shift = trp__lowest_bit(size);
    pool->inverse = pool_inverse_of(size >> pool->shift);
    pool->segment = pool;
    pool->ages = &pool->own_ages;
    pool->own_ages.version = 1;
    pool->oldest = UINT32_MAX;
    pool->hears = world->hears;
    if (pool->desc.on_create != NULL)
        pool->hears |= TRP__HEARS_BIRTHS;
    if (pool->desc.on_end != NULL || pool->desc.external != NULL ||
        pool->desc.quarantine.use != NULL)
        pool->hears |= TRP__HEARS_ENDS;
    pool->state.capacity = capacity;
    pool->state.spare = TRP__LAST;
    pool->state.freed_first = pool->state.freed_last = TRP__LAST;
    pool->state.next = TRP__NONE;
    pool->state.layer = pool->desc.layer;
    pool->state.scale = 1;
    pool_lay_out(pool, (unsigned char *)pool);
    for (uint32_t i = trp__chunks_to(capacity, pool->max_capacity); i-- > 0;) {
        pool->chunks[i].memory = NULL;
        pool->chunks[i].generation = 1;
    }
    pool->far = pool->desc.external != NULL    ? &pool->desc.external->far
                : pool->desc.when_full != NULL ? pool->desc.when_full->far
                                               : NULL;
    if (pool->desc.external == NULL) {
        pool->nodes = pool->slots + pool->node;
        pool->slot_count = capacity;
        trp__watch_pool(pool);
    }
    trp__slots_init(pool, &first);
    if (pool->ends != NULL)
        memset(pool->ends, 0, pool->max_capacity * sizeof *pool->ends);
}

static void pool_enter_world(trp_world *world, trp_pool *pool, uint32_t pages)
{
    for (uint32_t i = 0; i < pages; i++)
        world->directory[world->pages_used++] = (uint16_t)pool->number;
    world->pools[world->pool_count++] = pool;
    if (pool->desc.joins == NULL)
        trp__append_segment(world, pool->state.layer, pool);
    else
        pool->order->join(pool);
    if (world->layers[pool->state.layer].state.passed)
        pool->state.ticked = 2 * world->state.ticks;
}

static trp_pool *pool_take_memory(trp_world *world, pool_draft *plan)
{
    trp_pool *pool;

    plan->detail = NULL;
    if (plan->pool.desc.joins == NULL)
        pool = trp__take(world, plan->pool.bytes);
    else
        pool = plan->pool.order->take(world, &plan->pool, &plan->detail);
    if (plan->detail == NULL)
        plan->detail =
            trp__bytes_text(plan->text, plan->pool.bytes,
                            world->allocator.allocate != NULL ? SIZE_MAX : world->block_left);
    plan->result = pool != NULL ? TRP_OK : TRP_ERR_MEMORY;
    return pool;
}

trp_pool *trp_pool_create(trp_world *world, const trp_pool_desc *desc)
{
    pool_draft plan;
    trp_pool *pool = NULL;

    if (!trp__has_world(world, TRP__TEXT("trp_pool_create")))
        return NULL;
    plan.pool.desc.name = NULL;
    if (desc == NULL)
        pool_flaw(&plan, TRP_ERR_NULL, TRP__TEXT("the desc is NULL"));
    else if (world->drawing || world->ending)
        pool_flaw(&plan, TRP_BUSY, NULL);
    else {
        pool_fill_defaults(desc, &plan);
        if (!pool_is_bad_type(&plan) && !pool_is_bad_number(world, &plan) &&
            !pool_is_bad_join(world, &plan) && !pool_is_bad_combination(world, &plan) &&
            !pool_is_bad_option(&plan) && !pool_is_too_large(world, &plan))
            pool = pool_take_memory(world, &plan);
    }
    trp__note_result(world, plan.result);
    if (pool == NULL) {
        trp__misuse_named(world, TRP__TEXT("pool"), plan.pool.desc.name,
                          TRP__TEXT("trp_pool_create"), plan.result, plan.detail);
        trp__note_result(world, plan.result);
        return NULL;
    }
    *pool = plan.pool;
    pool_init(world, pool);
    pool_enter_world(world, pool, plan.pages);
    if (desc->lifetime.use != NULL)
        desc->lifetime.use->set_up(pool);
    trp__check_names(pool);
    return pool;
}

void trp__pool_release(trp_pool *pool)
{
    trp_world *world = pool->world;

    for (uint32_t i = trp__chunks_to(pool->desc.capacity, pool->max_capacity); i-- > 0;)
        trp__chunk_release(pool, &pool->chunks[i]);
    if (pool->own_ages.entries != pool->first_entries)
        pool->order->release(pool);
    trp__release(world, pool, pool->bytes);
}

size_t trp_pool_bytes(const trp_pool_desc *desc)
{
    pool_draft plan;

    if (desc == NULL)
        return 0;
    pool_fill_defaults(desc, &plan);
    if (desc->joins != NULL)
        plan.pool.order = desc->joins->order;
    if (pool_is_bad_type(&plan) || desc->capacity == 0 || desc->capacity > TRP_MAX_SLOTS ||
        desc->max_capacity > TRP_MAX_SLOTS || pool_is_bad_option(&plan))
        return 0;
    pool_measure(&plan.pool);
    return plan.pool.bytes;
}
