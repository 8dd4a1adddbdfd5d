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

/* A part's place, with what it has held so far: so many things at `old`. Where all is only counted: `old`. */
static void *part(layout *out, void *old, size_t size, size_t count, size_t used)
{
    const size_t bytes = (size * count + 15) / 16 * 16;
    unsigned char *at = out->at;

    out->bytes += bytes;
    if (at == NULL)
        return old;
    out->at += bytes;
    if (old != NULL)
        memcpy(at, old, size * used);
    return at;
}

/* Moves everything to its place behind `memory`, from the block of an older capacity if there was one; NULL: only says
 * how much that takes. Numbers without a member may be among the loose, so all flags go along. */
static size_t lay_out(trp_space *space, unsigned char *memory, uint32_t old_capacity)
{
    const size_t n = space->capacity;
    const size_t room = trp__space_cell_room(space->capacity) + 3;
    const size_t old_room = trp__space_cell_room(old_capacity) + 3;
    const size_t top = space->top;
    const size_t placed = space->placed;
    const size_t contacts = space->desc.contacts;
    const size_t pools = space->world->max_pools;
    layout out = {memory, 16};

    if (memory != NULL)
        out.at += (16 - (uintptr_t)memory % 16) % 16;
    space->edges = (trp__edges *)part(&out, space->edges, sizeof(trp__edges), n, top);
    space->cell_edges = (trp__edges *)part(&out, space->cell_edges, sizeof(trp__edges),
                                           n + TRP__SPACE_BEHIND, placed);
    space->numbers.levels[0] = (trp__word *)part(&out, space->numbers.levels[0], sizeof(trp__word),
                                                 trp__bitmap_words(space->capacity), 0);
    space->actor = (trp_actor **)part(&out, space->actor, sizeof(trp_actor *), n, top);
    space->since = (uint64_t *)part(&out, space->since, sizeof(uint64_t), n, top);
    space->category = (uint32_t *)part(&out, space->category, sizeof(uint32_t), n, top);
    space->mask = (uint32_t *)part(&out, space->mask, sizeof(uint32_t), n, top);
    space->at = (uint32_t *)part(&out, space->at, sizeof(uint32_t), n, top);
    space->rank = (uint32_t *)part(&out, space->rank, sizeof(uint32_t), n, top);
    space->loose = (uint32_t *)part(&out, space->loose, sizeof(uint32_t), n, space->loose_count);
    space->who = (uint32_t *)part(&out, space->who, sizeof(uint32_t), n, placed);
    space->cell = (uint32_t *)part(&out, space->cell, sizeof(uint32_t), n, placed);
    space->work = (uint32_t *)part(&out, space->work, sizeof(uint32_t), n + 2, 0);
    space->starts = (uint32_t *)part(&out, space->starts, sizeof(uint32_t), room, old_room);
    space->pool = (uint16_t *)part(&out, space->pool, sizeof(uint16_t), n, top);
    space->flags = (uint8_t *)part(&out, space->flags, sizeof(uint8_t), n, old_capacity);
    space->stack =
        (uint32_t *)part(&out, space->stack, sizeof(uint32_t), space->stack_size, space->stack_top);
    space->contacts =
        (trp__contact *)part(&out, space->contacts, sizeof(trp__contact), contacts, contacts);
    space->fresh =
        (trp__contact *)part(&out, space->fresh, sizeof(trp__contact), contacts, contacts);
    space->by_number =
        (trp__space_pool **)part(&out, space->by_number, sizeof(trp__space_pool *), pools, pools);
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

bool trp__space_grow(trp_space *space)
{
    const uint32_t most = space->desc.max_capacity;
    const uint32_t old_capacity = space->capacity;
    const uint32_t old_stack_size = space->stack_size;
    unsigned char *memory;
    size_t bytes;

    if (old_capacity >= most)
        return false;
    space->capacity = most - old_capacity < old_capacity ? most : 2 * old_capacity;
    space->stack_size = stack_size_for(&space->desc, space->capacity);
    bytes = lay_out(space, NULL, old_capacity);
    memory = trp__take(space->world, bytes);
    if (memory == NULL)
    {
        space->capacity = old_capacity;
        space->stack_size = old_stack_size;
        return false;
    }
    memset(memory, 0, bytes);
    lay_out(space, memory, old_capacity);
    init_numbers(space);
    trp__release(space->world, space->memory, space->bytes);
    space->memory = memory;
    space->bytes = bytes;
    return true;
}

/* Its watcher stands in its own memory, so that leaves the world's chain first. */
static void end(trp_space *space)
{
    trp_world *world = space->world;

    trp__take_watcher(world, &space->watcher);
    trp__part_remove(world, &space->part);
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
    space->bytes = lay_out(space, NULL, 0);
    memory = trp__take(world, space->bytes);
    if (memory == NULL)
    {
        trp__release(world, space, sizeof *space);
        return NULL;
    }
    memset(memory, 0, space->bytes);
    lay_out(space, memory, 0);
    space->memory = memory;
    space->serial = 1;
    trp__no_corners(&space->least, &space->most);
    init_numbers(space);
    space->watcher.function = world_ends;
    space->watcher.context = space;
    space->watcher.events = TRP_EVENT_SHUTDOWN;
    trp_watch_all(world, &space->watcher);
    trp__part_add(world, &space->part, TRP__PART_SPACE, NULL);
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
