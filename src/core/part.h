/*
 * How a module's state gets into snapshots and hashes (state/). A module registers a trp__part (core.h, part.c) with a table of
 * these functions. The tables of the library's own modules lie in files of their own, *_state.c, which only state/ knows; so a
 * program that uses the module and no snapshots does not link them.
 */
#ifndef TROUPE_SRC_CORE_PART_H
#define TROUPE_SRC_CORE_PART_H

#include "../base/text.h"
#include "core.h"

/*
 * All functions must be there. Asked between ticks only: no walk, no callback is in progress. Hashing alone may be asked anywhere.
 * Bytes are aligned to TRP_ALIGNMENT. The snapshot has checked that they are those that save() wrote, in this process, for this very part.
 */
typedef struct trp__part_table
{
    const char *name; /* in reports, such as "roster" */
    size_t offset;    /* of the trp__part in the module's struct ... */
    size_t size;      /* ... which has so many bytes: in a region (snapshot.h) they are left out */
    /* How many bytes save() writes now, and writing them; padding must be written, too. */
    size_t (*bytes)(const trp__part *part);
    void (*save)(const trp__part *part, unsigned char *to);
    /* Whether restore() has room for what was saved. Changes nothing. */
    bool (*fits)(const trp__part *part, const unsigned char *from, size_t bytes);
    /* Makes it what it was; cannot fail. The pools are as they were before the restore: trp__slots_used() tells which of their slots
     * something may have been noted for since. */
    void (*restore)(trp__part *part, const unsigned char *from, size_t bytes);
    /* What decides the future, without addresses. */
    uint64_t (*hash)(const trp__part *part);
    /* Whether it has notes by slot of this pool, which must not be transient then. */
    bool (*uses)(const trp__part *part, const trp_pool *pool);
    /* Forgets its caches: nothing that is answered later may change. */
    void (*shake)(trp__part *part);
    /* Says after the name in which way what was saved twice differs. NULL: that it does is all that can be said. */
    void (*tell)(const trp__part *part, trp__text *text, const unsigned char *a, size_t a_bytes,
                 const unsigned char *b, size_t b_bytes);
} trp__part_table;

/* Gives a table. No constant: that would have to be relocated, and so be data. */
typedef trp__part_table trp__part_fn(void);

/* Those that are known by kind. */
trp__part_fn trp__roster_part;
trp__part_fn trp__family_part;
trp__part_fn trp__space_part;
trp__part_fn trp__timers_part;
trp__part_fn trp__queue_part;
trp__part_fn trp__region_part;

/*
 * No slot from this one up was ever used: it is as the chunk's making left it. In memory order the lowest free slot is taken; in an
 * age order those come first that were free before. So never more slots are used than were live, retired and in quarantine at a
 * time, unless a chunk was given back and came again.
 */
TRP__INLINE uint32_t trp__slots_used(const trp_pool *pool)
{
    const trp__pool_state *state = &pool->state;
    const uint64_t used = (uint64_t)state->peak + state->retired + pool->quarantine_most;

    for (uint32_t i = 0; i < state->grown; i++)
        if (pool->chunks[i].memory == NULL || pool->chunks[i].generation != 1)
            return state->capacity;
    return used < state->capacity ? (uint32_t)used : state->capacity;
}

/* One number more in a hash. The same on all machines. */
TRP__INLINE uint64_t trp__mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
