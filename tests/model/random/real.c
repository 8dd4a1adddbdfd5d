/* Worlds and pointers. */
#include "real.h"

#include "operations.h"

#include <stdlib.h>
#include <string.h>

real_world the_worlds[WORLDS];

static _Alignas(TRP_ALIGNMENT) unsigned char block[BLOCK];
static size_t block_used = BLOCK;
static _Alignas(TRP_ALIGNMENT) unsigned char foreign[FOREIGN][sizeof(crate)];

void expect_same(const char *what, uint64_t expected, uint64_t found)
{
    if (expected != found)
        operations_differ(what, expected, found);
}

void expect(bool holds, const char *what, uint64_t expected, uint64_t found)
{
    if (!holds)
        operations_differ(what, expected, found);
}

real_world *real_of(const trp_world *world)
{
    return world == the_worlds[0].world ? &the_worlds[0] : &the_worlds[1];
}

uint32_t real_pool_number(const real_world *w, const trp_pool *pool)
{
    for (uint32_t i = 0; i < w->pool_count; i++)
        if (w->pools[i].pool == pool)
            return i;
    return POOLS;
}

/* Memory */

static struct {
    size_t bytes;
    size_t pieces;
} allocated;

static void *allocate(size_t size, void *user)
{
    void *memory;

    if (((const real_world *)user)->starves)
        return NULL;
    memory = malloc(size);
    expect(memory != NULL, "memory", size, 0);
    memset(memory, 0xA5, size); /* no code may depend on it */
    allocated.bytes += size;
    allocated.pieces++;
    return memory;
}

static void release(void *memory, size_t size, void *user)
{
    (void)user;
    expect(memory != NULL && allocated.pieces != 0 && size <= allocated.bytes,
           "bytes that are given back", allocated.bytes, size);
    allocated.bytes -= size;
    allocated.pieces--;
    free(memory);
}

void real_begin(void)
{
    const trp_allocator allocator = {allocate, release, &the_worlds[1]};
    trp_world_desc desc = {0};

    memset(block, 0xA5, block_used);
    block_used = 0;
    allocated.bytes = allocated.pieces = 0;
    for (uint32_t i = 0; i < WORLDS; i++)
        memset(&the_worlds[i], 0, sizeof the_worlds[i]);
    memset(foreign[1], 0xFF, sizeof foreign[1]);
    memset(foreign[2], 1, sizeof foreign[2]);
    desc.layers = LAYERS;
    desc.max_pools = POOLS;
    desc.on_misuse = real_on_misuse;
    desc.id = 7;
    the_worlds[0].world = trp_world_init(block, sizeof block, &desc);
    desc.id = 255;
    desc.allocator = allocator;
    the_worlds[1].world = trp_world_create(&desc);
    expect(the_worlds[0].world != NULL && the_worlds[1].world != NULL, "worlds", 1, 0);
    for (uint32_t i = 0; i < WORLDS; i++) {
        real_world *w = &the_worlds[i];
        real_make_queue(&the_worlds[i]);
        w->guests_region.start = w->guests;
        w->guests_region.bytes = sizeof w->guests;
        expect_same("a region", TRP_OK, trp_region_add(w->world, &w->guests_region));
    }
}

static void note_block(void)
{
    const size_t used = BLOCK - trp_world_info(the_worlds[0].world).free_bytes;

    if (used > block_used)
        block_used = used;
}

/* The end of a world, and of its modules. */
static void end(real_world *w, const operation *op)
{
    if (w == &the_worlds[0])
        note_block();
    real_answer(op, trp_world_destroy(w->world));
    for (uint32_t i = 0; i < FAMILIES; i++)
        expect_same("a family's world", 0, w->families[i].world != NULL);
    for (uint32_t i = 0; i < GROUPS; i++)
        expect_same("a group's size", 0, trp_group_size(&w->groups[i].group));
    if (w == &the_worlds[1])
        expect_same("bytes that are left", 0, allocated.bytes + allocated.pieces);
}

/* Pointers */

static uint32_t chunk_of(const real_pool *pool, uint32_t slot)
{
    uint32_t chunk = 0;

    while (slot >= pool->chunk_end[chunk])
        chunk++;
    return chunk;
}

static trp_actor *slot_at(const real_pool *pool, uint32_t slot)
{
    const uint32_t chunk = chunk_of(pool, slot);

    expect(pool->chunks[chunk] != NULL, "a slot's place is not known", slot, 0);
    return (trp_actor *)(void *)(pool->chunks[chunk] +
                                 (slot - pool->chunk_first[chunk]) * pool->stride);
}

trp_actor *real_actor(target to)
{
    real_world *w = &the_worlds[to.world];
    unsigned char *bytes;

    switch (to.kind) {
    case TO_SLOT:
        return slot_at(&w->pools[to.pool], to.slot);
    case TO_GUEST:
        return &w->guests[to.slot].actor;
    case TO_INSIDE:
    case TO_MISALIGNED:
        bytes = (unsigned char *)slot_at(&w->pools[to.pool], to.slot);
        return (trp_actor *)(void *)(bytes + (to.kind == TO_INSIDE ? 8 : 1));
    case TO_FOREIGN:
        return &((unit *)(void *)foreign[to.slot])->actor;
    default:
        return NULL;
    }
}

void real_meet(target to, const trp_actor *actor)
{
    real_world *w = &the_worlds[to.world];
    real_pool *pool = &w->pools[to.pool];
    uint32_t chunk;

    expect_same("whether there is an actor", to.kind != TO_NULL, actor != NULL);
    if (to.kind == TO_SLOT && pool->chunks[chunk = chunk_of(pool, to.slot)] == NULL) {
        expect_same("an actor's pool", to.pool, real_pool_number(w, trp_pool_of(w->world, actor)));
        expect_same("an actor's slot", to.slot, trp_slot_of(w->world, actor));
        pool->chunks[chunk] =
            (unsigned char *)(uintptr_t)actor - (to.slot - pool->chunk_first[chunk]) * pool->stride;
    }
    expect(real_actor(to) == actor, "an actor's address", (uintptr_t)real_actor(to),
           (uintptr_t)actor);
}

void real_learn(real_world *w, uint32_t number)
{
    real_pool *pool = &w->pools[number];
    const uint32_t capacity = trp_pool_info(pool->pool).slots;

    for (uint32_t slot = 0; slot < capacity; slot++) {
        const uint32_t chunk = chunk_of(pool, slot);
        const trp_actor *actor = pool->chunks[chunk] == NULL ? trp_pool_at(pool->pool, slot) : NULL;
        if (actor != NULL)
            pool->chunks[chunk] = (unsigned char *)(uintptr_t)actor -
                                  (slot - pool->chunk_first[chunk]) * pool->stride;
    }
}

void real_forget_chunks(real_world *w)
{
    for (uint32_t i = 0; i < w->pool_count; i++)
        for (uint32_t chunk = 1; chunk <= CHUNKS; chunk++) {
            real_pool *pool = &w->pools[i];
            bool has_life = false;
            if (pool->chunks[chunk] == NULL)
                continue;
            for (uint32_t k = pool->chunk_first[chunk]; k < pool->chunk_end[chunk]; k++)
                has_life |= trp_pool_at(pool->pool, k) != NULL;
            if (!has_life)
                pool->chunks[chunk] = NULL;
        }
}

/* Calls */

typedef void real_maker(real_world *w, const operation *op);
#define CALL_REAL(name, weight, plan) real_do_##name,
static real_maker *const makers[] = {CALLS(CALL_REAL)};

void real_calls_here(void)
{
    record *next;

    while ((next = real_next(RECORD_CALL)) != NULL) {
        const operation *op = &the_trace.operations[next->extra];
        real_world *w = &the_worlds[op->world];
        if (op->code == CALL_CODES)
            end(w, op);
        else
            makers[op->code](w, op);
        expect_same("what a call does", op->end, real_position());
        if (op->last < CALL_CODES)
            expect_same("the last result", op->last, trp_last_result(w->world));
    }
}

void real_answer(const operation *op, uint64_t found)
{
    expect_same(call_name(op->code), op->result, found);
}

void real_answer_actor(const operation *op, const real_world *w, const trp_actor *found)
{
    (void)w;
    real_meet(op->actor, found);
}
