/*
 * Marks of slots for tools that watch memory: a dead actor's bytes must not be accessed. Compiled
 * for AddressSanitizer, these bytes are poisoned. Compiled with TRP_VALGRIND, each life is a memory
 * block for memcheck, so that its reports say where the life began and ended. Otherwise these
 * functions generate no code.
 *
 * Nodes of free slots stay readable: walks read their stamps, and so do tests. Slots of
 * external pools are the user's memory and are not marked.
 */
#ifndef TROUPE_SRC_POISON_H
#define TROUPE_SRC_POISON_H

#include "types.h"

#if TRP__ASAN
#define TRP__POISONS 1
#elif defined(TRP_VALGRIND) && TRP_VALGRIND
#define TRP__POISONS 1
#include <valgrind/memcheck.h>
#else
#define TRP__POISONS 0
#endif

#if TRP__POISONS
TRP__INLINE unsigned char *trp__slot_around(const trp_pool *pool, trp_actor *actor)
{
    return (unsigned char *)actor - pool->node;
}
#endif

#if TRP__ASAN

TRP__INLINE void trp__watch_pool(trp_pool *pool)
{
    (void)pool;
}

/* A new slot is free. (A mark covers 8 bytes, so up to 4 bytes at the end of a slot stay accessible
 * if the game that defines its type is not compiled for AddressSanitizer: see actor.h.) */
TRP__INLINE void trp__mark_vacant(const trp_pool *pool, trp_actor *actor)
{
    unsigned char *behind = (unsigned char *)actor + sizeof *actor;

    trp__asan_close(trp__slot_around(pool, actor), pool->node);
    trp__asan_close(behind, pool->stride - pool->node - sizeof *actor);
    trp__asan_open(actor, sizeof *actor);
}

TRP__INLINE void trp__mark_freed(const trp_pool *pool, trp_actor *actor)
{
    trp__mark_vacant(pool, actor);
}

TRP__INLINE void trp__mark_taken(const trp_pool *pool, trp_actor *actor)
{
    trp__asan_open(trp__slot_around(pool, actor), pool->stride);
}

/* The bytes of a dead actor will be copied once more; trp__mark_vacant() ends that. */
TRP__INLINE void trp__mark_copied(const trp_pool *pool, trp_actor *actor)
{
    trp__mark_taken(pool, actor);
}

TRP__INLINE void trp__mark_open(void *memory, size_t bytes)
{
    trp__asan_open(memory, bytes);
}

TRP__INLINE void trp__mark_read(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

/* Whether some of these bytes must not be accessed. */
TRP__INLINE bool trp__is_marked(const void *memory, size_t bytes)
{
    return trp__asan_closed(memory, bytes) != 0;
}

#elif TRP__POISONS

TRP__INLINE void trp__watch_pool(trp_pool *pool)
{
    VALGRIND_CREATE_MEMPOOL(pool, 0, 0);
}

TRP__INLINE void trp__mark_vacant(const trp_pool *pool, trp_actor *actor)
{
    unsigned char *behind = (unsigned char *)actor + sizeof *actor;

    (void)VALGRIND_MAKE_MEM_NOACCESS(trp__slot_around(pool, actor), pool->node);
    (void)VALGRIND_MAKE_MEM_NOACCESS(behind, pool->stride - pool->node - sizeof *actor);
}

TRP__INLINE void trp__mark_freed(const trp_pool *pool, trp_actor *actor)
{
    VALGRIND_MEMPOOL_FREE(pool, trp__slot_around(pool, actor));
    (void)VALGRIND_MAKE_MEM_DEFINED(actor, sizeof *actor);
}

TRP__INLINE void trp__mark_taken(const trp_pool *pool, trp_actor *actor)
{
    VALGRIND_MEMPOOL_ALLOC(pool, trp__slot_around(pool, actor), pool->stride);
    (void)VALGRIND_MAKE_MEM_DEFINED(actor, sizeof *actor);
}

TRP__INLINE void trp__mark_copied(const trp_pool *pool, trp_actor *actor)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(trp__slot_around(pool, actor), pool->stride);
}

/* Makes memory accessible, and ends a memcheck pool that begins here, even if its world was never
 * destroyed. The content of the memory stays. */
TRP__INLINE void trp__mark_open(void *memory, size_t bytes)
{
    if (VALGRIND_MEMPOOL_EXISTS(memory))
        VALGRIND_DESTROY_MEMPOOL(memory);
    (void)VALGRIND_MAKE_MEM_DEFINED(memory, bytes);
}

TRP__INLINE void trp__mark_read(const void *memory, size_t bytes)
{
    (void)VALGRIND_MAKE_MEM_DEFINED_IF_ADDRESSABLE(memory, bytes);
}

/* Checked without a report: validity of bits can be read only for accessible bytes. */
TRP__INLINE bool trp__is_marked(const void *memory, size_t bytes)
{
    unsigned char bits[64];

    return VALGRIND_GET_VBITS(memory, bits, bytes < sizeof bits ? bytes : sizeof bits) == 3;
}

#endif

#if TRP__POISONS

/* Whether this struct of the pool's type is a dead actor's, whose bytes must not be accessed. */
TRP__INLINE bool trp__is_dead(const trp_pool *pool, const unsigned char *it)
{
    const size_t behind = pool->node + sizeof(trp_actor);

    if (it == NULL)
        return false;
    if (pool->node != 0)
        return trp__is_marked(it, pool->node);
    return behind != pool->stride && trp__is_marked(it + behind, pool->stride - behind);
}

#else

/* A pool is about to get its slots. */
TRP__INLINE void trp__watch_pool(const trp_pool *pool)
{
    (void)pool;
}

/* A slot is new and free; a life in it has ended; a life begins, its bytes not filled yet. */
TRP__INLINE void trp__mark_vacant(const trp_pool *pool, const trp_actor *actor)
{
    (void)pool;
    (void)actor;
}

TRP__INLINE void trp__mark_freed(const trp_pool *pool, const trp_actor *actor)
{
    (void)pool;
    (void)actor;
}

TRP__INLINE void trp__mark_taken(const trp_pool *pool, const trp_actor *actor)
{
    (void)pool;
    (void)actor;
}

TRP__INLINE bool trp__is_dead(const trp_pool *pool, const unsigned char *it)
{
    (void)pool;
    (void)it;
    return false;
}

/* Memory of a whole pool, chunk or world is added or removed: all of it may be accessed. */
TRP__INLINE void trp__mark_open(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

/* These bytes are about to be compared, and need not have been written. */
TRP__INLINE void trp__mark_read(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

#endif

#endif
