/*
 * Sizes of objects as sizes of symbols, which are readable in an object file of any machine.
 */
#include "../../../src/core/core.h"

#include "troupe/troupe.h"

#define SIZE(name, bytes)                                                                          \
    extern char size_##name[bytes];                                                                \
    char size_##name[bytes];

/* A slot's part of a pool without the game's data, 1024 times. */
typedef struct empty {
    trp_actor actor;
} empty;

SIZE(actor, sizeof(trp_actor))
SIZE(slots_1024, TRP_POOL_BYTES(empty, 2048) - TRP_POOL_BYTES(empty, 1024))
SIZE(pool, TRP__POOL_BASE)
SIZE(world_of_1_pool, TRP_WORLD_BYTES_FOR(1, 1))
SIZE(world_of_32_pools, TRP_WORLD_BYTES)

_Static_assert(sizeof(empty) == sizeof(trp_actor), "a slot that consists of the node");
_Static_assert(sizeof(trp__word) == sizeof(void *) && TRP__WORD_BITS == 8 * sizeof(void *),
               "bitmap words are as wide as the machine's");
#if defined(__arm__) || defined(__riscv)
_Static_assert(TRP__WORD_BITS == 32, "bitmap words are as wide as the machine's");
#elif defined(__x86_64__)
_Static_assert(TRP__WORD_BITS == 64, "bitmap words are as wide as the machine's");
#endif
