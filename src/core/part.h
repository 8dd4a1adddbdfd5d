/*
 * The interface by which a module's state enters snapshots and hashes (state/). A module registers
 * a trp__part (core.h, part.c) with a table of these functions. The tables of the library's own
 * modules are in separate files, *_state.c, which only state/ references. So a program that uses a
 * module but no snapshots does not link its table.
 */
#ifndef TROUPE_SRC_CORE_PART_H
#define TROUPE_SRC_CORE_PART_H

#include "core.h"

/*
 * Where a walk over the state goes: into memory as far as it has room, or into a hash. All bytes
 * are counted.
 */
typedef struct trp__sink {
    unsigned char *memory; /* NULL: none, and no room */
    size_t room;
    size_t at;      /* bytes so far */
    uint32_t block; /* of pages: see state/ */
    uint32_t row;   /* bytes of a row; 0: they have not begun */
    bool hashes;    /* rows are hashed, in words of 32 bits, so the same on all machines */
    uint64_t hash;  /* so far */
} trp__sink;

/* sink.c: the next bytes; NULL: zeros. */
void trp__put_bytes_to(trp__sink *sink, const void *bytes, size_t count);

/* Rows of this size follow. What was put before them, the table's head, decides nothing: hashes and
 * comparisons leave it out. After the rows, there may be less than a row of other state. */
TRP__INLINE void trp__begin_rows(trp__sink *sink, size_t row)
{
    sink->row = (uint32_t)row;
}

/*
 * Required are name, offset, size, most, put and restore. The functions are called only between
 * ticks, with no walk and no callback in progress; `sum` and `put` may be called anywhere. Saved
 * bytes are aligned to TRP_ALIGNMENT. The snapshot guarantees that they come from put(), in this
 * process, for this very part with the same wiring.
 */
typedef struct trp__part_table {
    const char *name; /* for reports, such as "group" */
    size_t offset;    /* offset of the trp__part in the module's struct */
    size_t size;      /* bytes of that struct; hashes of regions (snapshot.h) skip them */
    size_t title;     /* offset of the object's name in it; 0: it has none */
    size_t head;      /* bytes before the rows */
    /* For reports, the names of a row's words of 32 bits, each with a | behind it. The first one
     * says whose row it is; rows ascend by it. A name with a colon instead is that of two words,
     * the lower one first. NULL: rows are not told. */
    const char *columns;
    /* The most that the bytes can be; for what may grow without a limit, at its present size. */
    size_t (*most)(const trp__part *part);
    /* All state that decides future behaviour, in an order of its own, without addresses. */
    void (*put)(const trp__part *part, trp__sink *to);
    /* Whether restore() has room for the saved state. Changes nothing. NULL: it always has. */
    bool (*fits)(const trp__part *part, const unsigned char *from, size_t bytes);
    /* Restores the saved state; cannot fail. The pools are still as before the restore:
     * trp__slots_used() tells which of their slots the module may have notes about. */
    void (*restore)(trp__part *part, const unsigned char *from, size_t bytes);
    /* A number for its settings. A state can only be restored with the same ones. NULL: none */
    uint64_t (*wiring)(const trp__part *part);
    /* A hash of what decides all that comes, in a saved state, or now if that is NULL. NULL: the
     * rows decide it, and are hashed. */
    uint64_t (*sum)(const trp__part *part, const unsigned char *from);
    /* Whether the module has notes by slot of this pool, which then must not be transient. NULL: it
     * has none. */
    bool (*uses)(const trp__part *part, const trp_pool *pool);
    /* Drops caches: no later answer may change. NULL: there are none. */
    void (*shake)(trp__part *part);
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
