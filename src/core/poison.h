/*
 * Marks of slots for tools that watch memory: that a dead actor's bytes must not be touched. Compiled for
 * AddressSanitizer they are poisoned, compiled with TRP_VALGRIND each life is a block of memcheck's, so that its reports
 * say where the life began and ended. Compiled for neither, nothing here leaves anything in the code.
 *
 * The library asks the ledger, not a dead actor's node, so misuse of the dead is answered all the same. What it writes to the
 * node of a free slot, and compares before it takes the slot, is left to functions that are TRP__UNWATCHED. Under memcheck
 * nodes of free slots stay readable. Slots of external pools are the user's memory, and not touched.
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

/* A new slot is free. (Marks are of 8 bytes. So up to 4 at the end of a slot stay open, if the game that defines its type
 * is not compiled for AddressSanitizer: see actor.h.) */
TRP__INLINE void trp__mark_vacant(const trp_pool *pool, trp_actor *actor)
{
    trp__asan_close(trp__slot_around(pool, actor), pool->stride);
}

TRP__INLINE void trp__mark_freed(const trp_pool *pool, trp_actor *actor)
{
    trp__mark_vacant(pool, actor);
}

TRP__UNWATCHED static inline uint32_t trp__vacant_stamp(const trp_actor *actor)
{
    return actor->stamp;
}

TRP__INLINE void trp__mark_node(const trp_pool *pool, trp_actor *actor)
{
    (void)pool;
    trp__asan_open(actor, sizeof *actor);
}

TRP__INLINE void trp__mark_taken(const trp_pool *pool, trp_actor *actor)
{
    trp__asan_open(trp__slot_around(pool, actor), pool->stride);
}

/* A dead one's bytes are about to be copied once more; trp__mark_vacant() ends that. */
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

/* Whether some of these bytes must not be touched. */
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

/* With the pool that begins there, or, if its world was never destroyed, did. What the bytes contain stays. */
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

/* Asked without a report: what bits are valid can only be asked of bytes that may be touched. */
TRP__INLINE bool trp__is_marked(const void *memory, size_t bytes)
{
    unsigned char bits[64];

    return VALGRIND_GET_VBITS(memory, bits, bytes < sizeof bits ? bytes : sizeof bits) == 3;
}

#endif

#if !TRP__ASAN

/* What the node of a free slot has as its stamp. */
TRP__INLINE uint32_t trp__vacant_stamp(const trp_actor *actor)
{
    return actor->stamp;
}

/* The slot is about to be taken: its node may be written to. */
TRP__INLINE void trp__mark_node(const trp_pool *pool, const trp_actor *actor)
{
    (void)pool;
    (void)actor;
}

#endif

#if TRP__POISONS

/* Whether this struct of the pool's type is a dead actor's, whose bytes must not be touched. */
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

/* A slot is new and free; a life in it has ended; one begins, its bytes not yet filled. */
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

/* Memory that comes or goes as a whole, a pool or chunk or world: anybody may touch it. */
TRP__INLINE void trp__mark_open(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

/* These bytes are about to be looked at, and whether anybody has written them does not matter. */
TRP__INLINE void trp__mark_read(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

#endif

#endif
