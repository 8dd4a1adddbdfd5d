/*
 * A space's memory: one block, which is laid out again when it grows.
 */
#include "space_internal.h"

_Static_assert(2 * sizeof(trp__contact) <= 64, "raise TRP_SPACE_BYTES_FOR's contacts");

#define MEMORY_FOUND_LEAST 16 /* least boxes in `found` */
#define MEMORY_PARTS 32       /* parts of the block, each aligned */

_Static_assert(sizeof(trp_space) + TRP__SPACE_CELLS_KEPT * 4 + MEMORY_FOUND_LEAST * 16 +
                       8 * TRP__SPACE_PAD * 4 + MEMORY_PARTS * 16 <=
                   TRP__SPACE_BASE,
               "raise TRP__SPACE_BASE");

uint32_t trp__space_cell_room(uint32_t capacity)
{
    return 3 * capacity + TRP__SPACE_CELLS_KEPT;
}

/* Copies: an eighth more than boxes, since some are stale. */
static uint32_t memory_places(uint32_t capacity)
{
    return capacity + capacity / 8;
}

uint32_t trp__space_found_room(const trp_space *space)
{
    return space->places + MEMORY_FOUND_LEAST - space->found_kept;
}

/* The parts of the block one after the other, each aligned for four floats. */
typedef struct memory_layout
{
    unsigned char *at; /* NULL: bytes are only counted */
    uint64_t bytes;
} memory_layout;

/* A part's place, with its former content of this many elements at `old`. If bytes are only
 * counted: `old`. */
static void *memory_part(memory_layout *out, void *old, size_t size, uint64_t count, size_t used)
{
    const uint64_t bytes = (size * count + 15) / 16 * 16;
    unsigned char *at = out->at;

    out->bytes += bytes;
    if (at == NULL)
        return old;
    out->at += (size_t)bytes;
    if (old != NULL && used != 0)
        memcpy(at, old, size * used);
    return at;
}

#define MEMORY_PART(out, array, count, used)                                                       \
    memory_part((out), (array), sizeof *(array), (count), (used))

/* By member. Free numbers may be listed, so all flags are copied. */
static void memory_lay_members(trp_space *space, memory_layout *out, uint32_t old_capacity)
{
    const uint32_t n = space->capacity;
    const uint32_t top = space->top;
    const uint32_t swept = space->desc.sweeps ? n : 0;

    space->swept_from = (trp__edges *)MEMORY_PART(out, space->swept_from, swept, swept ? top : 0);
    space->swept_to = (trp__edges *)MEMORY_PART(out, space->swept_to, swept, swept ? top : 0);
    space->ways = (trp__way *)MEMORY_PART(out, space->ways, swept, swept ? top : 0);
    space->edges = (trp__edges *)MEMORY_PART(out, space->edges, n, top);
    space->actor = (trp_actor **)MEMORY_PART(out, space->actor, n, top);
    space->since = (uint64_t *)MEMORY_PART(out, space->since, n, top);
    space->category = (uint32_t *)MEMORY_PART(out, space->category, n, top);
    space->mask = (uint32_t *)MEMORY_PART(out, space->mask, n, top);
    space->rank = (uint32_t *)MEMORY_PART(out, space->rank, n, top);
    space->loose = (uint32_t *)MEMORY_PART(out, space->loose, n, space->loose_count);
    space->work = (uint32_t *)MEMORY_PART(out, space->work, n, 0);
    space->pool = (uint16_t *)MEMORY_PART(out, space->pool, n, top);
    space->flags = (uint8_t *)MEMORY_PART(out, space->flags, n, old_capacity);
    space->class_of = (uint8_t *)MEMORY_PART(out, space->class_of, n, old_capacity);
    space->numbers.levels[0] =
        (trp__word *)MEMORY_PART(out, space->numbers.levels[0], trp__bitmap_words(n), 0);
    space->marks.levels[0] =
        (trp__word *)MEMORY_PART(out, space->marks.levels[0], trp__marks_words(2 * n), 0);
}

/* By place. No sorted data is lost, since passes may hold it. */
static void memory_lay_places(trp_space *space, memory_layout *out, uint32_t old_capacity)
{
    const size_t places = memory_places(space->capacity);
    const size_t padded = places + TRP__SPACE_PAD;
    const size_t used = space->sheets[TRP__MOVING].end;
    const size_t cells = trp__space_cell_room(space->capacity);
    const size_t old_cells = old_capacity != 0 ? trp__space_cell_room(old_capacity) : 0;

    space->copies.left = (float *)MEMORY_PART(out, space->copies.left, padded, used);
    space->copies.top = (float *)MEMORY_PART(out, space->copies.top, padded, used);
    space->copies.right = (float *)MEMORY_PART(out, space->copies.right, padded, used);
    space->copies.bottom = (float *)MEMORY_PART(out, space->copies.bottom, padded, used);
    space->who = (uint32_t *)MEMORY_PART(out, space->who, padded, used);
    space->cell = (uint32_t *)MEMORY_PART(out, space->cell, padded, used);
    space->starts = (uint32_t *)MEMORY_PART(out, space->starts, cells, old_cells);
    space->listed = (uint32_t *)MEMORY_PART(out, space->listed, padded, 0);
    space->chosen = (uint32_t *)MEMORY_PART(out, space->chosen, padded, 0);
    space->found = (trp__edges *)MEMORY_PART(out, space->found, places + MEMORY_FOUND_LEAST,
                                             space->found_kept);
}

/* Moves everything to its place after `memory`, from the block of an older capacity if there was
 * one; NULL: only returns the number of bytes. */
static uint64_t memory_lay_out(trp_space *space, unsigned char *memory, uint32_t old_capacity)
{
    const uint32_t contacts = space->desc.contacts;
    const uint32_t pools = space->world->max_pools;
    memory_layout out = {memory, 16};

    if (memory != NULL)
        out.at += (16 - (uintptr_t)memory % 16) % 16;
    memory_lay_members(space, &out, old_capacity);
    memory_lay_places(space, &out, old_capacity);
    space->stack = (uint32_t *)MEMORY_PART(&out, space->stack, space->stack_size, space->stack_top);
    space->contacts = (trp__contact *)MEMORY_PART(&out, space->contacts, contacts, contacts);
    space->fresh = (trp__contact *)MEMORY_PART(&out, space->fresh, contacts, contacts);
    space->by_number = (trp__space_pool **)MEMORY_PART(&out, space->by_number, pools, pools);
    return out.bytes;
}

static uint32_t memory_stack_size(const trp_space_desc *desc, uint32_t capacity)
{
    return desc->hits != 0 ? desc->hits : 8 * capacity;
}

static void memory_init_numbers(trp_space *space)
{
    trp__bitmap_init(&space->numbers, space->numbers.levels[0], space->capacity);
    trp__bitmap_fill(&space->numbers, TRP__FREE, space->capacity);
    trp__marks_init(&space->marks, space->marks.levels[0], 2 * space->capacity);
    for (uint32_t i = 0; i < space->top; i++)
        if ((space->flags[i] & TRP__IN) != 0)
        {
            trp__bitmap_remove(&space->numbers, TRP__FREE, i);
            trp__bitmap_add(&space->numbers, TRP__ACTIVE, i);
        }
}

/* A block for this capacity, with the former content; false, and nothing changed: there is no
 * memory. */
static bool memory_remake(trp_space *space, uint32_t capacity)
{
    const uint32_t old_capacity = space->capacity;
    const uint32_t old_stack_size = space->stack_size;
    unsigned char *memory = NULL;
    uint64_t bytes;

    space->capacity = capacity;
    space->stack_size = memory_stack_size(&space->desc, capacity);
    bytes = memory_lay_out(space, NULL, old_capacity);
    if (bytes <= SIZE_MAX / 2)
        memory = trp__take(space->world, (size_t)bytes);
    if (memory == NULL)
    {
        space->capacity = old_capacity;
        space->stack_size = old_stack_size;
        return false;
    }
    memset(memory, 0, (size_t)bytes);
    memory_lay_out(space, memory, old_capacity);
    space->places = memory_places(capacity);
    memory_init_numbers(space);
    if (space->memory != NULL)
        trp__release(space->world, space->memory, space->bytes);
    space->memory = memory;
    space->bytes = (size_t)bytes;
    return true;
}

bool trp__space_take_memory(trp_space *space)
{
    return memory_remake(space, space->desc.capacity);
}

bool trp__space_make_room(trp_space *space, uint32_t count)
{
    const uint32_t most = space->desc.max_capacity;
    uint32_t capacity = space->capacity;

    while (capacity - space->count < count)
    {
        if (capacity >= most)
            return false;
        capacity = most - capacity < capacity ? most : 2 * capacity;
    }
    return capacity == space->capacity || memory_remake(space, capacity);
}
