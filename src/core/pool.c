/*
 * Creation of pools.
 */
#include "../../include/troupe/fields.h"
#include "../../include/troupe/parallel.h"
#include "ages.h"

/* A desc with its defaults filled in, and its error. */
typedef struct pool_blueprint {
    trp_pool_desc desc;
    uint32_t max_capacity;
    uint32_t grown_max; /* chunks that growth can add */
    uint32_t pages;     /* pages of handle indices */
    size_t bitmap_words;
    size_t bytes; /* size of the block */
    const char *detail;
    char text[TRP__BYTES_TEXT]; /* for `detail` */
} pool_blueprint;

#define POOL_OPTIONS 4

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

static trp_result pool_check_type(const trp_pool_desc *desc, pool_blueprint *out)
{
    const trp_type *type = &desc->type;

    out->detail =
        TRP__TEXT("desc.type is missing or impossible: write .type = TRP_TYPE(struct, member)");
    if (type->size < sizeof(trp_actor) || type->offset > type->size - sizeof(trp_actor))
        return TRP_ERR_VALUE;
    if (type->alignment == 0 || (type->alignment & (type->alignment - 1)) != 0 ||
        type->alignment % TRP__NODE_ALIGNMENT != 0)
        return TRP_ERR_VALUE;
    if ((type->size & (type->alignment - 1)) != 0 || type->offset % TRP__NODE_ALIGNMENT != 0)
        return TRP_ERR_VALUE;
    return TRP_OK;
}

/* Whether a trp_time lies inside the struct, and not in its node. */
static trp_result pool_check_lifetime(const trp_pool_desc *desc, pool_blueprint *out)
{
    const trp_lifetime *lifetime = &desc->lifetime;

    out->detail = TRP__TEXT("lifetime must be TRP_LIFETIME(struct, member), of this struct");
    if (lifetime->use == NULL)
        return lifetime->offset == 0 && lifetime->clock == TRP_CLOCK_SECONDS ? TRP_OK
                                                                             : TRP_ERR_VALUE;
    if (lifetime->offset > desc->type.size - sizeof(trp_time) ||
        lifetime->offset % sizeof(trp_time) != 0 ||
        (unsigned)lifetime->clock > TRP_CLOCK_WORLD_TICKS ||
        lifetime->offset - desc->type.offset < sizeof(trp_actor))
        return TRP_ERR_VALUE;
    return TRP_OK;
}

static trp_result pool_check_numbers(const trp_world *world, const trp_pool_desc *desc,
                                     pool_blueprint *out)
{
    const bool grows = desc->when_full != NULL && desc->when_full->grows;

    out->detail = TRP__TEXT("desc.capacity must be 1 to 2^24");
    if (desc->capacity == 0 || desc->capacity > TRP_MAX_SLOTS)
        return TRP_ERR_VALUE;
    out->detail =
        TRP__TEXT("desc.max_capacity is for TRP_FULL_GROW, which needs it: from capacity to 2^24");
    if (grows && (desc->max_capacity < desc->capacity || desc->max_capacity > TRP_MAX_SLOTS))
        return TRP_ERR_VALUE;
    if (!grows && desc->max_capacity != 0 && desc->max_capacity != desc->capacity)
        return TRP_ERR_DESC;
    out->detail = TRP__TEXT("desc.joined_capacity must be 2^24 at most");
    if (desc->joined_capacity > TRP_MAX_SLOTS)
        return TRP_ERR_VALUE;
    out->detail = TRP__TEXT("desc.reserve must be less than the capacity");
    if (desc->reserve >= desc->capacity)
        return TRP_ERR_VALUE;
    out->detail =
        TRP__TEXT("desc.layer must be less than the world's number of layers (desc.layers)");
    if (desc->layer >= world->layer_count)
        return TRP_ERR_VALUE;
    out->detail = TRP__TEXT("newborns and prunes must be one of the enumerators");
    if ((unsigned)desc->prunes > TRP_PRUNE_NEXT_TICK ||
        (unsigned)desc->newborns > TRP_NEWBORNS_SAME_WALK)
        return TRP_ERR_VALUE;
    return TRP_OK;
}

/* A joining pool takes over the order and the layer of the other pool. */
static trp_result pool_check_joins(const trp_world *world, trp_pool_desc *desc, pool_blueprint *out)
{
    const trp_pool *other = desc->joins;

    if (other == NULL)
        return TRP_OK;
    out->detail = TRP__TEXT("joins (a pool of this world)");
    if (other->world != world)
        return TRP_ERR_FOREIGN;
    out->detail = TRP__TEXT("pools that join must have the same age order, and no update_pool");
    if (trp__in_memory_order(other) || other->desc.update_pool != NULL || desc->update_pool != NULL)
        return TRP_ERR_DESC;
    if (desc->order != TRP_ORDER_MEMORY && desc->order != other->desc.order)
        return TRP_ERR_DESC;
    out->detail = TRP__TEXT("a pool that joins takes the other's layer: name the same or none");
    if (desc->layer != 0 && desc->layer != other->state.layer)
        return TRP_ERR_DESC;
    out->detail = TRP__TEXT("a pool that joins a pool that is not transient is not transient");
    if (desc->transient && !other->desc.transient)
        return TRP_ERR_DESC;
    desc->order = other->desc.order;
    desc->layer = other->state.layer;
    desc->transient = other->desc.transient;
    return TRP_OK;
}

static trp_result pool_check_combinations(const trp_world *world, trp_pool_desc *desc,
                                          pool_blueprint *out)
{
    const bool grows = desc->when_full != NULL && desc->when_full->grows;
    const bool steals = desc->when_full != NULL && !grows;
    const bool by_age = desc->order != TRP_ORDER_MEMORY;
    const bool has_same_walk = by_age && desc->order->turn == 1 && !steals;

    out->detail = TRP__TEXT("update and update_pool exclude each other");
    if (desc->update != NULL && desc->update_pool != NULL)
        return TRP_ERR_DESC;
    out->detail = TRP__TEXT("an external pool has no slots: no prototype, no stealing");
    if (desc->external != NULL && (desc->prototype != NULL || steals))
        return TRP_ERR_DESC;
    out->detail = TRP__TEXT("TRP_FULL_STEAL_OLDEST needs an age order, TRP_FULL_STEAL_NEXT memory "
                            "order: see desc.order");
    if (steals && desc->when_full->by_age != by_age)
        return TRP_ERR_DESC;
    out->detail = TRP__TEXT("TRP_NEWBORNS_SAME_WALK is for oldest first, without stealing");
    if (desc->newborns == TRP_NEWBORNS_SAME_WALK && !has_same_walk)
        return TRP_ERR_DESC;
    if (desc->joins != NULL)
        desc->newborns = desc->joins->segment->desc.newborns;
    else if (desc->newborns == TRP_NEWBORNS_DEFAULT)
        desc->newborns = world->newborns == TRP_NEWBORNS_SAME_WALK && !has_same_walk
                             ? TRP_NEWBORNS_NEXT_WALK
                             : world->newborns;
    out->detail = TRP__TEXT("when_full (TRP_FULL_GROW)");
    if (grows && world->allocator.allocate == NULL)
        return TRP_ERR_NO_ALLOCATOR;
    return TRP_OK;
}

static trp_result pool_check_options(const trp_pool_desc *desc, pool_blueprint *out)
{
    trp_result result = TRP_OK;

    out->detail = TRP__TEXT("write .fields = &(a TRP_FIELDS), .quarantine = TRP_QUARANTINE(slots), "
                            ".shrink = TRP_SHRINK(&rule), .parallel = TRP_PARALLEL(&desc)");
    if ((desc->fields != NULL && desc->fields->use == NULL) ||
        (desc->quarantine.slots != 0 && desc->quarantine.use == NULL) ||
        (desc->shrink.rule != NULL && desc->shrink.use == NULL) ||
        (desc->parallel.desc != NULL && desc->parallel.use == NULL))
        return TRP_ERR_DESC;
    for (unsigned i = 0; i < POOL_OPTIONS && result == TRP_OK; i++) {
        const trp__option *option = pool_option(desc, i);
        if (option != NULL)
            result = option->check(desc, out->text, &out->detail);
    }
    return result;
}

/* The slots for which the first of joined pools has entries. */
static uint32_t pool_entry_slots(const trp_pool_desc *desc)
{
    return desc->joined_capacity > desc->capacity ? desc->joined_capacity : desc->capacity;
}

static size_t pool_entry_bytes(const trp_pool_desc *desc)
{
    return desc->order == TRP_ORDER_MEMORY || desc->joins != NULL
               ? 0
               : desc->order->bytes(pool_entry_slots(desc));
}

/* The parts of the block in their order, each aligned to TRP_ALIGNMENT; 0: too large. */
static size_t pool_block_bytes(const pool_blueprint *plan)
{
    const trp_pool_desc *desc = &plan->desc;
    size_t bytes = sizeof(trp_pool) + plan->bitmap_words * sizeof(trp__word) +
                   plan->grown_max * sizeof(trp__chunk) + TRP_ALIGNMENT;

    /* for 2^24 slots all of this is below 2^30 */
    bytes += desc->capacity * sizeof(trp__cell);
    bytes += pool_entry_bytes(desc);
    if (desc->ends)
        bytes += plan->max_capacity * sizeof(trp__end) + TRP_ALIGNMENT;
    if (desc->external != NULL)
        return bytes + desc->capacity * sizeof(trp_actor *);
    if (desc->type.alignment > TRP_ALIGNMENT)
        bytes = trp__bytes(1, desc->type.alignment, bytes);
    if (bytes != 0)
        bytes = trp__bytes(desc->prototype != NULL, desc->type.size, bytes);
    if (bytes != 0)
        bytes = trp__bytes(desc->capacity, desc->type.size, bytes);
    for (unsigned i = 0; i < POOL_OPTIONS && bytes != 0; i++) {
        const trp__option *option = pool_option(desc, i);
        if (option != NULL && option->bytes != NULL)
            bytes = option->bytes(desc, plan->max_capacity, bytes + TRP_ALIGNMENT);
    }
    return bytes;
}

/* Completes the plan of a valid desc with the sizes of the parts. Returns the bytes of the
 * block. */
static size_t pool_plan_bytes(pool_blueprint *out)
{
    const trp_pool_desc *desc = &out->desc;

    out->max_capacity =
        desc->when_full != NULL && desc->when_full->grows ? desc->max_capacity : desc->capacity;
    out->grown_max = trp__chunks_to(desc->capacity, out->max_capacity);
    if (desc->order == TRP_ORDER_MEMORY)
        out->bitmap_words = trp__bitmap_words(out->max_capacity);
    return pool_block_bytes(out);
}

static void pool_fill_defaults(const trp_pool_desc *desc, pool_blueprint *out)
{
    memset(out, 0, sizeof *out);
    out->desc = *desc;
    if (out->desc.external != NULL && out->desc.order == TRP_ORDER_MEMORY &&
        out->desc.joins == NULL)
        out->desc.order = out->desc.external->order;
    if (out->desc.name == NULL)
        out->desc.name = out->desc.type.name != NULL ? out->desc.type.name : "?";
    trp__add_quarantine(&out->desc);
}

/* Slots are aligned like their size, up to a cache line, so that they lie on no more lines than
 * they must. A caller's block saves these bytes. */
static void pool_align_to_lines(const trp_world *world, trp_type *type)
{
    const size_t by_size = type->size % 64 == 0 ? 64 : type->size & -type->size;

    if (world->allocator.allocate != NULL && type->alignment < by_size)
        type->alignment = by_size;
}

static trp_result pool_make_plan(const trp_world *world, const trp_pool_desc *desc,
                                 pool_blueprint *out)
{
    trp_result result;

    pool_fill_defaults(desc, out);
    if ((result = pool_check_type(&out->desc, out)) != TRP_OK ||
        (result = pool_check_lifetime(&out->desc, out)) != TRP_OK ||
        (result = pool_check_numbers(world, &out->desc, out)) != TRP_OK ||
        (result = pool_check_joins(world, &out->desc, out)) != TRP_OK ||
        (result = pool_check_combinations(world, &out->desc, out)) != TRP_OK ||
        (result = pool_check_options(&out->desc, out)) != TRP_OK)
        return result;
    pool_align_to_lines(world, &out->desc.type);
    out->bytes = pool_plan_bytes(out);
    out->pages = (out->max_capacity - 1) / (1u << world->page_bits) + 1;
    out->detail = TRP__TEXT("max_pools");
    if (world->pool_count == world->max_pools)
        return TRP_ERR_LIMIT;
    out->detail = TRP__TEXT("handles have no room for so many slots in all pools");
    if (out->pages > world->pages - world->pages_used)
        return TRP_ERR_LIMIT;
    out->detail = TRP__TEXT("so many bytes cannot be addressed");
    return out->bytes == 0 ? TRP_ERR_MEMORY : TRP_OK;
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

/* Assigns the parts of the block. */
static unsigned char *pool_take_part(unsigned char **at, size_t bytes)
{
    unsigned char *part = *at;

    *at += (bytes + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
    return part;
}

static void pool_lay_out_slots(trp_pool *pool, const pool_blueprint *plan, unsigned char *at)
{
    const trp_type *type = &plan->desc.type;

    at += -(uintptr_t)at & (type->alignment - 1);
    if (plan->desc.prototype != NULL) {
        pool->prototype = at;
        memcpy(at, plan->desc.prototype, type->size);
        at += type->size;
    }
    pool->slots = at;
    pool->nodes = at + pool->node;
    pool->slot_count = plan->desc.capacity;
    trp__watch_pool(pool);
}

static void pool_set_up_options(trp_pool *pool, const pool_blueprint *plan, unsigned char **at)
{
    for (unsigned i = 0; i < POOL_OPTIONS; i++) {
        const trp__option *option = pool_option(&plan->desc, i);
        void *memory = NULL;
        if (option == NULL || option->set_up == NULL)
            continue;
        if (option->bytes != NULL)
            memory = pool_take_part(at, option->bytes(&plan->desc, plan->max_capacity, 0));
        option->set_up(pool, memory);
    }
}

static void pool_lay_out(trp_pool *pool, const pool_blueprint *plan)
{
    const uint32_t capacity = plan->desc.capacity;
    unsigned char *at = (unsigned char *)pool;
    trp__chunk first = {0};

    pool_take_part(&at, sizeof *pool);
    if (plan->bitmap_words != 0)
        trp__bitmap_init(
            &pool->map,
            (trp__word *)(void *)pool_take_part(&at, plan->bitmap_words * sizeof(trp__word)),
            plan->max_capacity);
    pool->chunks = (trp__chunk *)(void *)pool_take_part(&at, plan->grown_max * sizeof(trp__chunk));
    for (uint32_t i = 0; i < plan->grown_max; i++) {
        pool->chunks[i].memory = NULL;
        pool->chunks[i].generation = 1;
    }
    pool->cells = (trp__cell *)(void *)pool_take_part(&at, capacity * sizeof(trp__cell));
    pool->cell_count = capacity;
    if (pool_entry_bytes(&plan->desc) != 0)
        pool->desc.order->init(pool, pool_take_part(&at, pool_entry_bytes(&plan->desc)),
                               pool_entry_slots(&plan->desc));
    if (plan->desc.ends)
        pool->ends = (trp__end *)(void *)pool_take_part(&at, plan->max_capacity * sizeof(trp__end));
    pool_set_up_options(pool, plan, &at);
    pool->actors_room = capacity;
    if (plan->desc.external != NULL)
        pool->actors = (trp_actor **)(void *)at;
    else
        pool_lay_out_slots(pool, plan, at);
    first.cells = pool->cells;
    first.count = capacity;
    first.generation = 1;
    trp__slots_init(pool, &first);
}

static void init_pool(trp_world *world, trp_pool *pool, const pool_blueprint *plan)
{
    const size_t size = plan->desc.type.size;
    /* about the size of a last-level cache: up to this size, processors hide the misses of creating
     * well enough */
    const size_t cached = (size_t)8 << 20;

    memset(pool, 0, sizeof *pool);
    pool->world = world;
    pool->number = world->pool_count;
    pool->base = world->pages_used << world->page_bits;
    pool->desc = plan->desc;
    pool->bytes = plan->bytes;
    pool->node = (uint32_t)plan->desc.type.offset;
    pool->stride = size;
    pool->shift = trp__lowest_bit(size);
    pool->inverse = pool_inverse_of(size >> pool->shift);
    pool->max_capacity = plan->max_capacity;
    pool->prefetches = plan->max_capacity > cached / size;
    pool->segment = pool;
    pool->ages = &pool->own_ages;
    pool->own_ages.version = 1;
    pool->oldest = UINT32_MAX;
    pool->hears = world->hears;
    pool->state.capacity = plan->desc.capacity;
    pool->state.spare = TRP__LAST;
    pool->state.freed_first = TRP__LAST;
    pool->state.freed_last = TRP__LAST;
    pool->state.next = TRP__NONE;
    pool->state.layer = plan->desc.layer;
    pool->state.scale = 1;
    pool_lay_out(pool, plan);
}

static void pool_enter_world(trp_world *world, trp_pool *pool, uint32_t pages)
{
    for (uint32_t i = 0; i < pages; i++)
        world->directory[world->pages_used++] = (uint16_t)pool->number;
    world->pools[world->pool_count++] = pool;
    if (pool->desc.joins == NULL)
        trp__append_segment(world, pool->state.layer, pool);
    else {
        trp_pool *last = pool->desc.joins->segment;
        pool->segment = last;
        pool->ages = last->ages;
        while (last->joined != NULL)
            last = last->joined;
        last->joined = pool;
        trp__ages_change(pool);
    }
    if (world->layers[pool->state.layer].state.passed)
        pool->state.ticked = 2 * world->state.ticks;
}

/* Memory for a pool, and room for its slots in the entries of the pools that it joins. NULL: one of
 * them is missing, and nothing is taken. */
static trp_pool *pool_take_memory(trp_world *world, pool_blueprint *plan)
{
    trp_pool *segment = plan->desc.joins != NULL ? plan->desc.joins->segment : NULL;
    trp_pool *pool;
    trp__room room;

    if (segment != NULL && !segment->desc.order->take(
                               segment, trp__segment_slots(segment) + plan->desc.capacity, &room)) {
        plan->detail = TRP__TEXT("the order of the joined pools has no room for its slots: see "
                                 "joined_capacity in the desc of the first of them");
        return NULL;
    }
    pool = trp__take(world, plan->bytes);
    if (pool == NULL)
        plan->detail = trp__bytes_text(plan->text, plan->bytes,
                                       world->allocator.allocate != NULL
                                           ? SIZE_MAX
                                           : world->block_left); /* unknown: SIZE_MAX */
    if (segment != NULL && pool == NULL)
        segment->desc.order->give_back(segment, &room);
    else if (segment != NULL)
        segment->desc.order->use(segment, &room);
    return pool;
}

trp_pool *trp_pool_create(trp_world *world, const trp_pool_desc *desc)
{
    pool_blueprint plan;
    trp_pool *pool = NULL;
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_pool_create")))
        return NULL;
    plan.detail = desc == NULL ? TRP__TEXT("the desc is NULL") : NULL;
    plan.desc.name = NULL;
    if (desc == NULL)
        result = TRP_ERR_NULL;
    else if (world->drawing || world->ending)
        result = TRP_BUSY;
    else
        result = pool_make_plan(world, desc, &plan);
    if (result == TRP_OK) {
        plan.detail = NULL;
        pool = pool_take_memory(world, &plan);
        if (pool == NULL)
            result = TRP_ERR_MEMORY;
    }
    trp__note_result(world, result);
    if (result != TRP_OK) {
        trp__misuse_named(world, TRP__TEXT("pool"), desc != NULL ? plan.desc.name : NULL,
                          TRP__TEXT("trp_pool_create"), result, plan.detail);
        trp__note_result(world, result);
        return NULL;
    }
    init_pool(world, pool, &plan);
    pool_enter_world(world, pool, plan.pages);
    if (desc->lifetime.use != NULL)
        desc->lifetime.use(pool);
    return pool;
}

void trp__pool_release(trp_pool *pool)
{
    trp_world *world = pool->world;

    for (uint32_t i = trp__chunks_to(pool->desc.capacity, pool->max_capacity); i-- > 0;)
        if (pool->chunks[i].memory != NULL)
            trp__release(world, pool->chunks[i].memory, pool->chunks[i].bytes);
    if (pool->own_ages.entries != pool->first_entries)
        pool->desc.order->release(pool);
    if (pool->actors_room > pool->cell_count)
        trp__release(world, pool->actors, pool->actors_room * sizeof(trp_actor *));
    trp__release(world, pool, pool->bytes);
}

size_t trp_pool_bytes(const trp_pool_desc *desc)
{
    pool_blueprint plan;

    if (desc == NULL)
        return 0;
    pool_fill_defaults(desc, &plan);
    if (desc->joins != NULL)
        plan.desc.order = desc->joins->desc.order;
    if (pool_check_type(desc, &plan) != TRP_OK || desc->capacity == 0 ||
        desc->capacity > TRP_MAX_SLOTS || desc->max_capacity > TRP_MAX_SLOTS ||
        pool_check_options(desc, &plan) != TRP_OK)
        return 0;
    return (pool_plan_bytes(&plan) + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
}
