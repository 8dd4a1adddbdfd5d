/*
 * The interface by which a module's state enters snapshots and hashes (state/). A module registers
 * a trp__part (core.h, part.c) with a table of these functions. The tables of the library's own
 * modules are in separate files, *_state.c, which only state/ references. So a program that uses a
 * module but no snapshots does not link its table.
 */
#ifndef TROUPE_SRC_CORE_PART_H
#define TROUPE_SRC_CORE_PART_H

#include "../base/text.h"
#include "core.h"

/*
 * All functions are required. They are called only between ticks, with no walk and no callback in
 * progress; `hash` may be called anywhere. Bytes are aligned to TRP_ALIGNMENT. The snapshot
 * guarantees that these bytes come from save(), in this process, for this very part.
 */
typedef struct trp__part_table {
    const char *name; /* for reports, such as "group" */
    size_t offset;    /* offset of the trp__part in the module's struct */
    size_t size;      /* bytes of that struct; hashes of regions (snapshot.h) skip them */
    /* The number of bytes that save() writes now, and the writing; padding must be written, too. */
    size_t (*bytes)(const trp__part *part);
    /* The most that these bytes can be; for what may grow without a limit, at its present size. */
    size_t (*most)(const trp__part *part);
    void (*save)(const trp__part *part, unsigned char *to);
    /* Whether restore() has room for the saved state. Changes nothing. */
    bool (*fits)(const trp__part *part, const unsigned char *from, size_t bytes);
    /* Restores the saved state; cannot fail. The pools are still as before the restore:
     * trp__slots_used() tells which of their slots the module may have notes about. */
    void (*restore)(trp__part *part, const unsigned char *from, size_t bytes);
    /* Hashes all state that decides future behaviour, without addresses. */
    uint64_t (*hash)(const trp__part *part);
    /* Whether the module has notes by slot of this pool, which then must not be transient. */
    bool (*uses)(const trp__part *part, const trp_pool *pool);
    /* Drops caches: no later answer may change. */
    void (*shake)(trp__part *part);
    /* Whether two saved states are the same for all that comes. NULL: if their bytes are. */
    bool (*same)(const trp__part *part, const unsigned char *a, size_t a_bytes,
                 const unsigned char *b, size_t b_bytes);
    /* Appends to the name how two saved states differ. NULL: it is only known that they differ. */
    void (*tell)(const trp__part *part, trp__text *text, const unsigned char *a, size_t a_bytes,
                 const unsigned char *b, size_t b_bytes);
} trp__part_table;

/* Returns a table. It is no constant, since a constant would be relocated and so be data. */
typedef trp__part_table trp__part_fn(void);

/* Parts that are known by kind. */
trp__part_fn trp__group_part;
trp__part_fn trp__family_part;
trp__part_fn trp__space_part;
trp__part_fn trp__contacts_part;
trp__part_fn trp__timers_part;
trp__part_fn trp__queue_part;
trp__part_fn trp__region_part;

/* The slots from this one up were never used: they are as the creation of their chunk left them. */
TRP__INLINE uint32_t trp__slots_used(const trp_pool *pool)
{
    return pool->state.used;
}

/* Mixes another number into a hash. The same on all machines. */
TRP__INLINE uint64_t trp__mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
