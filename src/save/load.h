/*
 * Declarations shared by the files that load.
 */
#ifndef TROUPE_SRC_SAVE_LOAD_H
#define TROUPE_SRC_SAVE_LOAD_H

#include "save_format.h"

/* Numbers in a file. They are anything. */
typedef struct trp__saved_list {
    const unsigned char *at;
    uint32_t count;
} trp__saved_list;

/* A pool of a file. */
typedef struct trp__saved_pool {
    const char *name;
    size_t at; /* its chunk's content */
    uint32_t number;
    uint32_t base; /* its first index in the file */
    uint32_t flags;
    uint32_t segment;
    size_t type;    /* offset of its struct's description */
    size_t numbers; /* ... and of that of its numbers, which follow it */
    uint32_t record;
    uint32_t room;
    uint32_t used;         /* slots with a state, up to the most that the world's pool can have */
    uint32_t beyond;       /* further ones, which it cannot have ... */
    uint32_t *moved;       /* ... and the slots that those with a life get */
    trp__pool_state state; /* only the numbers */
    uint32_t first_count;  /* slots of its first chunk */
    uint32_t grown;        /* further ones that were added */
    uint32_t chunk_count;  /* ... and may be */
    const unsigned char *chunks; /* 5 bytes each */
    trp__saved_list free;        /* slots, the next one to be taken first */
    trp__saved_list quarantined; /* slots, the one freed first first */
    trp__saved_list order;       /* indices of the segment, the oldest first */
    const unsigned char *generations;
    const unsigned char *states;
    const unsigned char *ends; /* or NULL */
    const unsigned char *records;
    uint32_t counts[TRP__SAVED_STATES]; /* slots by state */
    trp_pool *named;                    /* the world's pool with its name, or NULL */
    trp_pool *pool;                     /* the same, unless one of both is transient */
} trp__saved_pool;

/* Numbers of the world, and a layer of a file. */
typedef struct trp__saved_world {
    float scale;
    float dt; /* of the last tick */
    uint32_t layers;
    uint32_t pools;
} trp__saved_world;
typedef struct trp__saved_layer {
    uint32_t number;
    float scale;
    bool enabled;
    bool visible;
    const char *name;
    trp__reader pools; /* numbers of those that begin its segments */
} trp__saved_layer;

extern const trp_fields trp__saved_world_type;
extern const trp_fields trp__saved_layer_type;
extern const trp_fields trp__saved_pool_type;

/* A slot of the world that an index of the file names. */
typedef struct trp__saved_slot {
    trp_pool *pool;
    uint32_t slot;
    bool has_moved;    /* it is another slot than in the file */
    uint32_t state;    /* in the file */
    uint32_t life;     /* in the file: the generation of its life, or of the next one */
    uint32_t life_now; /* the same in the world */
} trp__saved_slot;

/* A module of a file. */
typedef struct trp__file_part {
    trp__part_key key;
    trp__part *part;   /* the world's, or NULL */
    bool in_seconds;   /* the clock of timers */
    bool only_alive;   /* rows of lives that are over have no room */
    uint32_t left_out; /* rows that name nothing here, or are impossible */
    uint64_t numbers[2];
    uint64_t count;  /* of rows */
    size_t type;     /* offset of their description */
    uint64_t record; /* bytes of one */
    trp__reader rows;
} trp__file_part;

/* A load in progress. */
typedef struct trp__loading {
    trp_world *world;
    const trp_load_desc *desc;
    const unsigned char *bytes;
    size_t size;
    uint64_t ticks;                /* ticks of the file */
    const char *noun;              /* what is being read, for reports: "pool" ... */
    const char *object;            /* ... and its name */
    bool checks;                   /* first pass: nothing is changed */
    bool prints;                   /* if there is no on_problem */
    struct trp__saved_pool *pools; /* of the file, in scratch memory of the world */
    uint32_t pool_count;
    uint32_t pool_room;
    struct trp__file_part *parts; /* its modules, likewise */
    uint32_t part_count;
    uint32_t part_room;
} trp__loading;

/* A field of a file that is copied to a member, or a value that a member gets. */
typedef struct trp__move {
    size_t from; /* offset in the record */
    size_t to;   /* offset in the struct */
    const trp_field *field;
    uint32_t kind;  /* in the file; TRP_KIND_END: the field's own value */
    uint32_t count; /* number of elements */
    uint32_t bytes; /* bytes per element, in the file */
    size_t names;   /* choices: offset of their names */
} trp__move;

enum { TRP__MOVES = 48 };

/* A plan that turns records into structs: some moves at a time, as often as necessary. */
typedef struct trp__load_plan {
    trp__loading *loading;
    trp__move moves[TRP__MOVES];
    uint32_t count;    /* number of these moves */
    uint32_t passed;   /* number of moves before the first of these */
    uint32_t total;    /* total number of moves */
    uint64_t filled;   /* bytes of the struct that all moves fill */
    bool has_more;     /* the file has fields that the struct lacks, or is older */
    bool is_own;       /* the struct is the library's: the game does not upgrade it */
    bool tells;        /* while checking: of fields that the struct lacks */
    trp_result result; /* result of planning */
} trp__load_plan;

/* load_report.c */

/* Reports the reason of a refusal, its place and its field (or NULL). Returns the result. */
trp_result trp__load_refuse(const trp__loading *loading, trp_result result, size_t where,
                            const char *field, const char *text);
trp_result trp__load_refuse_memory(const trp__loading *loading);

/* Reports what the world lacks. */
void trp__load_report_dropped(const trp__loading *loading, const char *kind, const char *name,
                              uint32_t count);
/* Reports rows that are left out of a module. */
void trp__load_report_rows(const trp__loading *loading, const char *kind, const char *name,
                           uint32_t count);

/* load_match.c */

/* The present name of a pool, layer or module that has this name in the file. */
const char *trp__name_now(const trp__loading *loading, const char *name);
/* Reads a pool, the world's numbers, or a layer. TRP_ERR_DAMAGED: it cannot be read; other refusals
 * were reported. */
trp_result trp__read_pool(trp__loading *loading, const trp__saved_chunk *chunk,
                          trp__saved_pool *saved);
trp_result trp__read_world(trp__loading *loading, const trp__saved_chunk *chunk,
                           trp__saved_world *world);
trp_result trp__read_layer(trp__loading *loading, const trp__saved_chunk *chunk,
                           trp__saved_layer *layer);
/* Reads all pools of the file, `count` of them, and matches them with those of the world. */
trp_result trp__read_pools(trp__loading *loading, uint32_t count);
/* Reads a module, up to its rows or structs, without its counterpart. */
void trp__read_part(const trp__loading *loading, const trp__saved_chunk *chunk,
                    trp__file_part *saved);

/* load_slot.c */

/* The pool of the file for one of the world; NULL: there is none. */
const trp__saved_pool *trp__saved_for(const trp__loading *loading, const trp_pool *pool);
/* Whether pool and file have the same chunks. */
bool trp__has_same_chunks(const trp_pool *pool, const trp__saved_pool *saved);
/* The lowest generation of slots that the file does not list. If the pool is divided into other
 * chunks, those of any returned chunk may be among them: their lives were below its generation. */
uint32_t trp__first_generation(const trp_pool *pool, const trp__saved_pool *saved);
/* What an index of the file names. False: no slot that the world has. */
bool trp__find_slot(const trp__loading *loading, uint32_t index, trp__saved_slot *found);
/* The slot of the world for one that has a life. */
TRP__INLINE uint32_t trp__slot_now(const trp__saved_pool *saved, uint32_t slot)
{
    return slot < saved->used ? slot : saved->moved[slot - saved->used];
}
/* A number of a list. */
TRP__INLINE uint32_t trp__listed_at(const trp__saved_list *list, uint32_t i)
{
    return trp__get32(list->at + (size_t)i * 4);
}
/* The number of slots that are taken. */
TRP__INLINE uint32_t trp__saved_taken(const trp__saved_pool *saved)
{
    return saved->counts[TRP__SAVED_ASLEEP] + saved->counts[TRP__SAVED_ACTIVE] +
           saved->counts[TRP__SAVED_EXPIRED];
}
/* Whether a state is that of an actor that has not expired. */
TRP__INLINE bool trp__is_saved_alive(uint32_t state)
{
    return state == TRP__SAVED_ASLEEP || state == TRP__SAVED_ACTIVE;
}

/* load_fields.c */

/* The moves from `passed` on, for a struct with these fields and the description at `type`. */
void trp__plan_moves(trp__load_plan *plan, trp__loading *loading, size_t type,
                     const trp_fields *fields, uint32_t passed);
/* A number of a file as a double, or an integer; false: it is no number, or not exactly an
 * integer. */
bool trp__number_at(uint32_t kind, const unsigned char *from, double *value);
bool trp__integer_at(uint32_t kind, const unsigned char *from, int64_t *value);
/* A handle of a file, translated to the world. */
trp_handle trp__load_handle(trp__loading *loading, const unsigned char *from);
/* Whether `count` records can become structs with these fields. */
trp_result trp__check_records(trp__loading *loading, size_t type, const trp_fields *fields,
                              const unsigned char *records, uint64_t record, uint64_t count);
/* Reads a struct of the library's own; its members are zero before. Results as of trp__read_pool(). */
trp_result trp__read_own(trp__loading *loading, trp__reader *reader, const trp_fields *fields,
                         void *to);
/* Fills structs by their plan; with a `pool`, the other bytes become its prototype's. `pool` may be
 * NULL. */
void trp__fill_records(trp__load_plan *plan, size_t type, const trp_fields *fields,
                       const trp_pool *pool, const unsigned char *records, size_t record,
                       unsigned char *const *structs, uint32_t count);

/* load_check.c */

trp_result trp__check_pools(trp__loading *loading);
trp_result trp__check_layers(trp__loading *loading);
/* Reports the pools that the world lacks. */
void trp__tell_dropped_pools(const trp__loading *loading);

/* load_room.c: all steps that may fail, before any visible change */

/* The number of slots that a pool will have. */
uint32_t trp__capacity_for(const trp_pool *pool, uint32_t used);
/* Memory that waits to become part of a pool. */
typedef struct trp__parked {
    struct trp__parked *next;
    trp_pool *pool;
    uint32_t chunk;
} trp__parked;
trp_result trp__make_pool_room(trp__loading *loading, trp__parked **parked);
void trp__drop_parked(trp_world *world, trp__parked *parked);
/* Gives pools their slots; new ones are all free. */
void trp__lay_out_pools(trp__loading *loading, trp__parked *parked);

/* load_pool.c, load_order.c, load_layer.c */

void trp__fill_pool(trp__loading *loading, trp_pool *pool, const trp__saved_pool *saved);
void trp__fill_orders(trp__loading *loading);
void trp__fill_actors(trp__loading *loading);
void trp__fill_layers(trp__loading *loading);

/* load_parts.c: modules */

trp_result trp__check_parts(trp__loading *loading);
trp_result trp__make_part_room(trp__loading *loading);
void trp__fill_parts(trp__loading *loading);
void trp__fill_structs(trp__loading *loading);
/* Reports the modules that the world lacks, and rows that are left out. */
void trp__tell_dropped_parts(const trp__loading *loading);

/* load_rows.c: modules with described rows */

/* Whether the world's module may have as many. */
bool trp__rows_fit(trp__loading *loading, trp__file_part *saved);
/* False: no memory. */
bool trp__make_row_room(trp__loading *loading, const trp__file_part *saved);
/* `saved` NULL: the file has none. */
void trp__fill_rows(trp__loading *loading, trp__part *part, const trp__file_part *saved);

#endif
