/*
 * Marks of bytes that must not be accessed, for AddressSanitizer and memcheck.
 */
#include "debug.h"

#if TRP__POISONS

#if TRP__ASAN
#define MARKS_CLOSE(memory, bytes) TRP__ASAN_CLOSE((memory), (bytes))
#define MARKS_OPEN(memory, bytes) TRP__ASAN_OPEN((memory), (bytes))
#define MARKS_BEGIN(pool, slot, bytes) ((void)0)
#define MARKS_END(pool, slot) ((void)0)
#else
#include <valgrind/memcheck.h>
#define MARKS_CLOSE(memory, bytes) (void)VALGRIND_MAKE_MEM_NOACCESS((memory), (bytes))
#define MARKS_OPEN(memory, bytes) (void)VALGRIND_MAKE_MEM_DEFINED((memory), (bytes))
#define MARKS_BEGIN(pool, slot, bytes) VALGRIND_MEMPOOL_ALLOC((pool), (slot), (bytes))
#define MARKS_END(pool, slot) VALGRIND_MEMPOOL_FREE((pool), (slot))
#endif

static const unsigned char *marks_slot(const trp_pool *pool, const trp_actor *actor)
{
    return (const unsigned char *)actor - pool->node;
}

void trp__watch_pool(const trp_pool *pool)
{
#if TRP__ASAN
    (void)pool;
#else
    VALGRIND_CREATE_MEMPOOL(pool, 0, 0);
#endif
}

/* (AddressSanitizer marks 8 bytes at a time, so up to 4 bytes at the end of a slot stay accessible if
 * the game that defines its type is not compiled for it: see actor.h.) */
void trp__mark_vacant(const trp_pool *pool, const trp_actor *actor)
{
    MARKS_CLOSE(marks_slot(pool, actor), pool->node);
    MARKS_CLOSE(actor + 1, pool->stride - pool->node - sizeof *actor);
    MARKS_OPEN(actor, sizeof *actor);
}

void trp__mark_freed(const trp_pool *pool, const trp_actor *actor)
{
    MARKS_END(pool, marks_slot(pool, actor));
    trp__mark_vacant(pool, actor);
}

void trp__mark_taken(const trp_pool *pool, const trp_actor *actor)
{
    MARKS_BEGIN(pool, marks_slot(pool, actor), pool->stride);
    MARKS_OPEN(actor, sizeof *actor);
#if TRP__ASAN
    MARKS_OPEN(marks_slot(pool, actor), pool->stride);
#endif
}

void trp__mark_copied(const trp_pool *pool, const trp_actor *actor)
{
    MARKS_OPEN(marks_slot(pool, actor), pool->stride);
}

/* Also ends a memcheck pool that begins here, even if its world was never destroyed. The content of
 * the memory stays. */
void trp__mark_open(const void *memory, size_t bytes)
{
#if !TRP__ASAN
    if (VALGRIND_MEMPOOL_EXISTS(memory))
        VALGRIND_DESTROY_MEMPOOL(memory);
#endif
    MARKS_OPEN(memory, bytes);
}

void trp__mark_read(const void *memory, size_t bytes)
{
#if TRP__ASAN
    (void)memory;
    (void)bytes;
#else
    (void)VALGRIND_MAKE_MEM_DEFINED_IF_ADDRESSABLE(memory, bytes);
#endif
}

bool trp__is_marked(const void *memory, size_t bytes)
{
#if TRP__ASAN
    return TRP__ASAN_CLOSED(memory, bytes);
#else
    unsigned char bits[64]; /* the validity of bits can be read for accessible bytes only */

    return VALGRIND_GET_VBITS(memory, bits, bytes < sizeof bits ? bytes : sizeof bits) == 3;
#endif
}

bool trp__is_dead(const trp_pool *pool, const unsigned char *it)
{
    const size_t behind = pool->node + sizeof(trp_actor);

    if (it == NULL)
        return false;
    if (pool->node != 0)
        return trp__is_marked(it, pool->node);
    return behind != pool->stride && trp__is_marked(it + behind, pool->stride - behind);
}

#endif
