/*
 * A space's memory: one block, laid out anew when it grows.
 */
#include "space_internal.h"

_Static_assert(sizeof(trp_space) + (TRP__SPACE_LEVELS * TRP__LEVEL_CELLS + 8) * 4 + 29 * 16 <=
                   TRP__SPACE_BASE,
               "raise TRP__SPACE_BASE");
_Static_assert(sizeof(trp__space_pool) <= TRP__SPACE_POOL, "raise TRP__SPACE_POOL");
_Static_assert(2 * sizeof(trp__contact) <= 48, "raise TRP_SPACE_BYTES_FOR's contacts");

trp_result trp__space_misuse(const trp_space *space, trp_pool *pool, const trp_actor *actor,
                             const char *call, trp_result result, const char *detail)
{
    return trp__misuse(space->world, pool, actor, call, result, detail);
}

trp_result trp__space_may_change(const trp_space *space, const char *call)
{
    if (!space->world->drawing)
        return TRP_OK;
    return trp__space_misuse(space, NULL, NULL, call, TRP_BUSY,
                             TRP__TEXT("the world is being drawn"));
}

uint32_t trp__space_cell_room(uint32_t capacity)
{
    return 2 * capacity + TRP__SPACE_LEVELS * TRP__LEVEL_CELLS;
}

/* The parts of the block one after the other, each aligned for four floats. */
typedef struct layout
{
    unsigned char *at;
    size_t bytes;
} layout;

static void *part(layout *out, size_t size, size_t count)
{
    unsigned char *at = out->at;

    size = (size * count + 15) / 16 * 16;
    out->bytes += size;
    if (at != NULL)
        out->at += size;
    return at;
}

static size_t pool_table_bytes(const trp_world *world)
{
    return world->max_pools * sizeof(trp__space_pool *);
}

/* Points everything to its place behind `memory`; NULL: only says how much that is. */
static size_t lay_out(trp_space *space, unsigned char *memory)
{
    const size_t n = space->capacity;
    layout out = {memory, 16};

    if (memory != NULL)
        out.at += (16 - (uintptr_t)memory % 16) % 16;
    space->edges = (trp__edges *)part(&out, sizeof(trp__edges), n);
    space->cell_edges = (trp__edges *)part(&out, sizeof(trp__edges), n + TRP__SPACE_BEHIND);
    space->numbers.levels[0] =
        (trp__word *)part(&out, sizeof(trp__word), trp__bitmap_words(space->capacity));
    space->actor = (trp_actor **)part(&out, sizeof(trp_actor *), n);
    space->since = (uint64_t *)part(&out, sizeof(uint64_t), n);
    space->category = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->mask = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->at = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->rank = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->loose = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->who = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->cell = (uint32_t *)part(&out, sizeof(uint32_t), n);
    space->work = (uint32_t *)part(&out, sizeof(uint32_t), n + 2);
    space->starts = (uint32_t *)part(&out, sizeof(uint32_t), trp__space_cell_room((uint32_t)n) + 3);
    space->pool = (uint16_t *)part(&out, sizeof(uint16_t), n);
    space->flags = (uint8_t *)part(&out, 1, n);
    space->stack = (uint32_t *)part(&out, sizeof(uint32_t), space->stack_size);
    space->contacts = (trp__contact *)part(&out, sizeof(trp__contact), space->desc.contacts);
    space->fresh = (trp__contact *)part(&out, sizeof(trp__contact), space->desc.contacts);
    space->by_number = (trp__space_pool **)part(&out, 1, pool_table_bytes(space->world));
    return out.bytes;
}

static uint32_t stack_size_for(const trp_space_desc *desc, uint32_t capacity)
{
    return desc->hits != 0 ? desc->hits : 8 * capacity;
}

/* All numbers are free from `from` on. */
static void init_numbers(trp_space *space)
{
    trp__bitmap_init(&space->numbers, space->numbers.levels[0], space->capacity);
    trp__bitmap_fill(&space->numbers, TRP__FREE, space->capacity);
    for (uint32_t i = 0; i < space->top; i++)
        if ((space->flags[i] & TRP__IN) != 0)
            trp__bitmap_remove(&space->numbers, TRP__FREE, i);
}

static void copy_members(trp_space *to, const trp_space *from)
{
    const size_t n = from->top;
    const size_t placed = from->placed;

    memcpy(to->edges, from->edges, n * sizeof *to->edges);
    memcpy(to->actor, from->actor, n * sizeof *to->actor);
    memcpy(to->since, from->since, n * sizeof *to->since);
    memcpy(to->category, from->category, n * sizeof *to->category);
    memcpy(to->mask, from->mask, n * sizeof *to->mask);
    memcpy(to->at, from->at, n * sizeof *to->at);
    memcpy(to->rank, from->rank, n * sizeof *to->rank);
    memcpy(to->pool, from->pool, n * sizeof *to->pool);
    memcpy(to->flags, from->flags, from->capacity); /* numbers without a member may be listed, too */
    memcpy(to->loose, from->loose, from->loose_count * sizeof *to->loose);
    memcpy(to->cell_edges, from->cell_edges, placed * sizeof *to->cell_edges);
    memcpy(to->who, from->who, placed * sizeof *to->who);
    memcpy(to->cell, from->cell, placed * sizeof *to->cell);
    memcpy(to->starts, from->starts,
           (trp__space_cell_room(from->capacity) + 3) * sizeof *to->starts);
    memcpy(to->stack, from->stack, from->stack_top * sizeof *to->stack);
    memcpy(to->contacts, from->contacts, from->desc.contacts * sizeof *to->contacts);
    memcpy(to->fresh, from->fresh, from->desc.contacts * sizeof *to->fresh);
    memcpy(to->by_number, from->by_number, pool_table_bytes(from->world));
}

bool trp__space_grow(trp_space *space)
{
    const uint32_t most = space->desc.max_capacity;
    const trp_space old = *space;
    unsigned char *memory;
    size_t bytes;

    if (space->capacity >= most)
        return false;
    space->capacity = most - space->capacity < space->capacity ? most : 2 * space->capacity;
    space->stack_size = stack_size_for(&space->desc, space->capacity);
    bytes = lay_out(space, NULL);
    memory = trp__take(space->world, bytes);
    if (memory == NULL)
    {
        *space = old;
        return false;
    }
    memset(memory, 0, bytes);
    lay_out(space, memory);
    copy_members(space, &old);
    space->memory = memory;
    space->bytes = bytes;
    init_numbers(space);
    trp__release(space->world, old.memory, old.bytes);
    return true;
}

/* Its watcher stands in its own memory, so that leaves the world's chain first. */
static void end(trp_space *space)
{
    trp_world *world = space->world;

    trp__take_watcher(world, &space->watcher);
    trp__space_forget_pools(space);
    trp__release(world, space->memory, space->bytes);
    trp__release(world, space, sizeof *space);
}

static void world_ends(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason,
                       void *context)
{
    (void)pool;
    (void)actor;
    (void)event;
    (void)reason;
    end((trp_space *)context);
}

static bool is_size(float value)
{
    return value > 0;
}

static trp_result check(const trp_world *world, const trp_space_desc *desc, const char **detail)
{
    *detail = TRP__TEXT("the desc is NULL");
    if (desc == NULL)
        return TRP_ERR_NULL;
    *detail = NULL;
    if (world->drawing || world->ending)
        return TRP_BUSY;
    *detail = TRP__TEXT("capacity must be 1 to TRP_MAX_BOXES, max_capacity 0 or not below it");
    if (desc->capacity == 0 || desc->capacity > TRP_MAX_BOXES || desc->hits > TRP_MAX_BOXES * 64 ||
        (desc->max_capacity != 0 &&
         (desc->max_capacity < desc->capacity || desc->max_capacity > TRP_MAX_BOXES)))
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("kind and sleepers must be enumerators of theirs");
    if ((unsigned)desc->kind > TRP_SPACE_BRUTE || (unsigned)desc->sleepers > TRP_SLEEPERS_STAY)
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("a cell must be larger than 0; a grid needs one");
    if ((desc->kind == TRP_SPACE_GRID && desc->cell == 0) ||
        (desc->cell != 0 && !is_size(desc->cell)) ||
        (desc->cell_height != 0 && !is_size(desc->cell_height)))
        return TRP_ERR_VALUE;
    *detail = NULL;
    if (desc->max_capacity > desc->capacity && world->allocator.allocate == NULL)
        return TRP_ERR_NO_ALLOCATOR;
    return TRP_OK;
}

static trp_space *make(trp_world *world, const trp_space_desc *desc)
{
    trp_space *space = trp__take(world, sizeof *space);
    unsigned char *memory;

    if (space == NULL)
        return NULL;
    memset(space, 0, sizeof *space);
    space->world = world;
    space->desc = *desc;
    space->capacity = desc->capacity;
    space->stack_size = stack_size_for(desc, desc->capacity);
    space->bytes = lay_out(space, NULL);
    memory = trp__take(world, space->bytes);
    if (memory == NULL)
    {
        trp__release(world, space, sizeof *space);
        return NULL;
    }
    memset(memory, 0, space->bytes);
    lay_out(space, memory);
    space->memory = memory;
    space->serial = 1;
    trp__no_corners(&space->least, &space->most);
    init_numbers(space);
    space->watcher.function = world_ends;
    space->watcher.context = space;
    space->watcher.events = TRP_EVENT_SHUTDOWN;
    trp_watch_all(world, &space->watcher);
    return space;
}

trp_space *trp_space_create(trp_world *world, const trp_space_desc *desc)
{
    trp_space *space = NULL;
    const char *detail;
    trp_result result;

    if (world == NULL)
        return NULL;
    result = check(world, desc, &detail);
    if (result == TRP_OK)
    {
        space = make(world, desc);
        if (space == NULL)
            result = TRP_ERR_MEMORY;
    }
    world->last_result = result;
    if (result != TRP_OK)
    {
        trp__misuse(world, NULL, NULL, TRP__TEXT("trp_space_create"), result, detail);
        world->last_result = result; /* the hook may have created something */
    }
    return space;
}

trp_result trp_space_destroy(trp_space *space)
{
    if (space == NULL)
        return TRP_GONE;
    if (trp__space_may_change(space, TRP__TEXT("trp_space_destroy")) != TRP_OK)
        return TRP_BUSY;
    if (space->passes != 0)
        return trp__space_misuse(space, NULL, NULL, TRP__TEXT("trp_space_destroy"), TRP_BUSY,
                                 TRP__TEXT("a pass through the space is under way"));
    end(space);
    return TRP_OK;
}

uint32_t trp_space_count(const trp_space *space)
{
    return space != NULL ? space->count : 0;
}

trp_world *trp_space_world(const trp_space *space)
{
    return space != NULL ? space->world : NULL;
}

const char *trp_space_name(const trp_space *space)
{
    return space != NULL && space->desc.name != NULL ? space->desc.name : "";
}
