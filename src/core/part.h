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
 * Where a walk over the state goes: into memory as far as it has room, or row by row to a function.
 * All bytes are counted.
 */
typedef struct trp__sink {
    unsigned char *memory; /* NULL: none, and no room */
    size_t room;
    size_t at;      /* bytes so far */
    uint32_t block; /* of pages: see state/ */
    uint32_t row;   /* bytes of a row; 0: they have not begun */
    /* Gets rows, one or several, and nothing else. NULL: memory does. */
    void (*take)(struct trp__sink *sink, const void *rows, size_t bytes);
    void *user;
    uint64_t sum; /* for `take` */
} trp__sink;

/* sink.c: the next bytes; NULL: zeros. */
void trp__put_bytes_to(trp__sink *sink, const void *bytes, size_t count);

/* Rows of this size follow. What was put before them, the table's head, decides nothing: hashes and
 * comparisons leave it out. */
TRP__INLINE void trp__begin_rows(trp__sink *sink, size_t row)
{
    sink->row = (uint32_t)row;
}

/* Which lives the handles of a row must name when it is loaded. */
typedef enum trp__lives {
    TRP__LIVES_ANY,   /* also those that are over, and none */
    TRP__LIVES_TAKEN, /* existing ones, also expired */
    TRP__LIVES_ALIVE
} trp__lives;

enum {
    TRP__ROW_BYTES = 96, /* the most bytes of a described row */
    TRP__PART_HEAD = 16  /* ... and of the numbers before these rows */
};

/*
 * Required are name, offset, size, most and put. The functions are called only between ticks, with
 * no walk and no callback in progress; `sum` and `put` may be called anywhere. Saved bytes are
 * aligned to TRP_ALIGNMENT. The snapshot guarantees that they come from put(), in this process, for
 * this very module with the same wiring.
 *
 * A module with described rows has `row`, and one table serves images, hashes, differences and
 * saves: its numbers and rows are put, and entered again by begin and enter. Others have `restore`.
 */
typedef struct trp__part_table {
    const char *name; /* for reports, such as "group" */
    size_t offset;    /* offset of the trp__part in the module's struct */
    size_t size;      /* bytes of that struct; hashes of regions (snapshot.h) skip them */
    size_t title;     /* offset of the object's name in it; 0: it has none */
    size_t head;      /* bytes before the rows; they decide nothing */
    /* The most that the bytes can be; for what may grow without a limit, at its present size. */
    size_t (*most)(const void *module);
    /* All state that decides future behaviour, in an order of its own, without addresses. */
    void (*put)(const void *module, trp__sink *to);
    /* Whether restore() has room for the saved state. Changes nothing. NULL: it always has. */
    bool (*fits)(const void *module, const unsigned char *from, size_t bytes);
    /* Restores the saved state; cannot fail. The pools are still as before the restore: the module
     * may have notes about the slots that were used. */
    void (*restore)(void *module, const unsigned char *from, size_t bytes);
    /* A number for its settings. A state can only be restored with the same ones. NULL: none */
    uint64_t (*wiring)(const void *module);
    /* A hash of what decides all that comes, in a saved state, or now if that is NULL. NULL: the
     * rows decide it, and are hashed. */
    uint64_t (*sum)(const void *module, const unsigned char *from, size_t bytes);
    /* Whether the module has notes by slot of this pool, which then must not be transient. NULL: it
     * has none. */
    bool (*uses)(const void *module, const trp_pool *pool);
    /* Rebuilds caches: no later answer may change. NULL: there are none. */
    void (*shake)(void *module);

    /* The names and kinds of a row's members. Handles are of this world. The first one says whose
     * row it is. */
    const struct trp_fields *row;
    bool ascends;        /* rows ascend by their first member */
    bool number_decides; /* the first number is hashed */
    size_t numbers[2];   /* offsets of two uint64_t in the module's struct; 0: there is none */
    void (*begin)(void *module); /* there are no rows */
    void (*enter)(void *module, const void *row);
    /* Whether there is room for a row among so many. It may be taken if `takes` is true; the last
     * row comes first. NULL: there is. */
    bool (*room)(void *module, const void *row, size_t count, bool takes);

    /* For saves and loads: the rows, if put() has another form. */
    void (*save)(const void *module, trp__sink *to);
    /* The most rows. NULL: as `most` says */
    uint64_t (*limit)(const void *module);
    trp__lives lives;
    /* Whether a row of any file can be entered, of an actor that is asleep or not. What follows from
     * other state may be set in it. */
    bool (*accepts)(const void *module, void *row, bool is_asleep);
    /* After all rows of any file: they become as the module leaves them. NULL: they are. */
    void (*settle)(void *module);
} trp__part_table;

/* Returns a table. It is no constant, since a constant would be relocated and so be data. */
typedef trp__part_table trp__part_fn(void);

/* Parts that are known by kind. */
trp__part_fn trp__group_part;
trp__part_fn trp__family_part;
trp__part_table trp__space_part(const trp__part *part);
trp__part_table trp__timers_part(const trp__part *part);
trp__part_fn trp__contacts_part;
trp__part_fn trp__queue_part;
trp__part_fn trp__region_part;
trp__part_fn trp__ids_part;

/* Mixes another number into a hash. The same on all machines. */
TRP__INLINE uint64_t trp__mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
