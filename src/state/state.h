/*
 * Declarations shared by the files of snapshots, hashes and histories.
 *
 * A snapshot is an *image*: a header, then *pages*, each with a head. First comes the *structure*:
 * the states of layers and pools, chunks, cells, orders, the parts of modules. Then come the
 * payloads of pools, a page for each group of slots, and then regions. The structure has a checksum,
 * so that damaged bytes cannot affect memory safety: behind it, nothing that a head says is used.
 */
#ifndef TROUPE_SRC_STATE_STATE_H
#define TROUPE_SRC_STATE_STATE_H

#include "../../include/troupe/snapshot.h"
#include "../base/text.h"
#include "../core/ages.h"
#include "../core/part.h"

#define TRP__IMAGE_MAGIC 0x31545041u  /* trp__image_magic() adds sizes */
#define TRP__IMAGE_FAILED 0x30545041u /* instead of the former: a save into it failed */
#define TRP__IMAGE_ALIGNMENT 16u

/* Before the bytes of a page. Pages ascend by block, and in a block by row. */
typedef struct trp__page {
    uint32_t block; /* the same in all images of a world, as long as nothing is registered */
    uint32_t row;   /* payloads: the first slot; parts: bytes of a row, 0: there are none */
    uint64_t bytes; /* that follow, and are padded */
} trp__page;

_Static_assert(sizeof(trp__page) == TRP__IMAGE_ALIGNMENT, "what follows is aligned");

/* The header of a snapshot. */
typedef struct trp__image {
    uint64_t magic;
    uint64_t check;     /* of the structure, with 0 here */
    uint64_t seal;      /* of all bytes after the structure, if is_sealed */
    uint64_t bytes;     /* size of the whole snapshot */
    uint64_t parts;     /* offset of the modules' parts */
    uint64_t structure; /* size of header and structure: the offset of the payloads */
    uint64_t regions;   /* offset of the regions */
    const trp_world *world;
    uint64_t pool_wiring;
    uint64_t watcher_wiring;
    uint64_t part_wiring;
    uint32_t is_sealed;
    uint32_t birth; /* of the world */
    trp__world_state state;
} trp__image;

/* A pool in an image: its pages in this order; a transient pool has only that of its state. */
typedef struct trp__pieces {
    trp_pool *pool; /* NULL: there are no more */
    const trp__pool_state *state;
    const trp__chunk *chunks; /* all that it can have */
    const trp__cell *cells;
    const trp__listing *order;  /* of the last of joined pools in an age order */
    trp_actor *const *actors;   /* addresses of an external pool */
    const trp__end *ends;       /* by slot; they say something about expired actors only */
    uint32_t used;              /* number of cells */
    uint32_t entries;           /* of the order */
    const unsigned char *after; /* the next page */
} trp__pieces;

/* A part, or a region, in an image. */
typedef struct trp__saved_part {
    trp__part *part; /* NULL: there are no more */
    trp__part_table table;
    const unsigned char *bytes;
    size_t count;
    uint32_t row;
    bool is_region;
} trp__saved_part;

/* Numbers of the state; behind those that there are come zeros. */
typedef struct trp__numbers {
    const char *names; /* in reports, each with a | behind it; without messages there are none */
    uint64_t all[12];
} trp__numbers;

/* An extent: consecutive slots in memory, in a pool's first chunk or a further one. */
typedef struct trp__extent {
    uint32_t first;
    uint32_t end;
    trp__cell *cells; /* cells from `first` on; NULL: the chunk was returned */
    unsigned char *slots;
    uint32_t generation; /* initial generation of its slots */
    uint32_t chunk;      /* number of the further chunk, from 1; 0: the first one */
} trp__extent;

/* Iterates over the spans of slots that are copied, each to a page. */
typedef struct trp__spans {
    const trp_pool *pool;
    const trp__cell *cells; /* by slot, in an image; NULL: the pool's own */
    uint32_t used;
    uint32_t next; /* the next slot to examine */
    trp__extent extent;
    uint32_t first; /* the first slot of the present group */
    trp__word rest; /* a bit for each of its slots that is to be copied yet */
    uint32_t from;  /* the span */
    uint32_t to;
} trp__spans;

TRP__INLINE size_t trp__padded(size_t bytes)
{
    return (bytes + TRP__IMAGE_ALIGNMENT - 1) / TRP__IMAGE_ALIGNMENT * TRP__IMAGE_ALIGNMENT;
}

/* The page whose head is at `at`. */
TRP__INLINE const trp__page *trp__page_at(const unsigned char *at)
{
    return (const trp__page *)(const void *)at;
}

/* The bytes of the page at `at`, which moves on to the next one. */
TRP__INLINE const void *trp__take_page(const unsigned char **at, size_t bytes)
{
    const unsigned char *page = *at + sizeof(trp__page);

    *at = page + trp__padded(bytes);
    return page;
}

TRP__INLINE const trp__layer_state *trp__image_layers(const trp__image *image)
{
    return (const trp__layer_state *)(const void *)((const unsigned char *)image +
                                                    trp__padded(sizeof *image) + sizeof(trp__page));
}

/* A slot of this extent as the creation of a chunk of this generation leaves it. */
TRP__INLINE trp__cell trp__vacant_cell(const trp_pool *pool, const trp__extent *extent,
                                       uint32_t slot, uint32_t generation)
{
    trp__cell cell = {generation, TRP__STAMP_FREE};

    if (!trp__in_memory_order(pool))
        cell.stamp += slot + 1 < extent->end ? slot + 1 : TRP__LAST;
    return cell;
}

/* state_world.c: queries about a world */

#define TRP__STATE_BUSY                                                                            \
    TRP__TEXT("a tick, a walk, a drawing or a callback is in progress, or a trp_each was left by " \
              "return or goto since the last tick: leave it by break")

/* TRP_OK, or TRP_BUSY: a tick, a walk, a drawing or a callback is in progress. */
trp_result trp__state_busy(const trp_world *world);
/* A number for each kind of registered objects. */
uint64_t trp__pool_wiring(const trp_world *world);
uint64_t trp__watcher_wiring(const trp_world *world);
uint64_t trp__part_wiring(const trp_world *world);
/* The table that saves a part. */
trp__part_table trp__table_of(const trp__part *part);
/* Its module's struct. */
void *trp__module_of(const trp__part *part);
/* One of the numbers of its table. */
uint64_t trp__part_number(const trp__part *part, unsigned which);
void trp__part_set_numbers(const trp__part *part, const uint64_t *numbers);
/* The bytes of a part, or `most`, as many as it can have; whether there is room for those of then,
 * and these again. A restore cannot fail. */
void trp__put_part(const trp__part *part, trp__sink *to, bool most);
bool trp__part_fits(const trp__saved_part *saved);
void trp__restore_part(const trp__saved_part *saved);
/* Whether a module has notes by slot of this pool. */
bool trp__is_in_parts(const trp_pool *pool);
/* A checksum. Any change of one byte changes it. */
uint64_t trp__sum_bytes(const void *bytes, size_t count, uint64_t start);

/* state_numbers.c */

trp__numbers trp__world_numbers(const trp__world_state *state);
trp__numbers trp__layer_numbers(const trp__layer_state *state);
trp__numbers trp__pool_numbers(const trp_pool *pool, const trp__pool_state *state);

/* state_span.c: slots */

/* The extent of a slot below the capacity of the pool's chunks, including kept chunks. */
trp__extent trp__extent_at(const trp_pool *pool, uint32_t slot);
/* The spans of a pool as it is, or as it is in an image. */
trp__spans trp__spans_of(const trp_pool *pool, const trp__pieces *pieces);
/* False: there is none. */
bool trp__next_span(trp__spans *spans);
/* The address and the size of the span's slots. */
unsigned char *trp__span_slots(const trp__spans *spans);
size_t trp__span_bytes(const trp__spans *spans);
/* The slots of a chunk that leaves the pool, or is only kept for it, belong to no actor: their
 * nodes are written, so that no walk visits them. An external pool's nodes are the game's. */
void trp__leave_chunk(trp_pool *pool, const trp__chunk *chunk);

/* snapshot_image.c: the layout of an image */

uint64_t trp__image_magic(void);
/* TRP_OK: the header and the structure are valid, and so is the rest if it is sealed. */
trp_result trp__image_check(const void *memory, size_t size);
/* All data has been written, except the checksum. */
void trp__image_close(void *memory);
/* Marks memory as that of a failed save, which needed this many bytes, if there is room. */
void trp__image_fail(void *memory, size_t size, size_t needed);
/* The same as a detail, which may be in `text`; NULL: it is no such memory. */
const char *trp__image_failure(char text[TRP__BYTES_TEXT], const void *memory, size_t size);
/* Writes a detail such as "the snapshot needs 1,024 bytes, and 512 are given" to `text`, with what
 * to do. */
const char *trp__room_text(char text[TRP__BYTES_TEXT], const char *what, size_t needed,
                           size_t given);
/* trp_snapshot_save() for another call, and its name. */
trp_result trp__save_image(const trp_world *world, void *memory, size_t size, size_t *used,
                           const char *call);
/* The first pool of the image, and the one after another. */
trp__pieces trp__first_pieces(const trp__image *image, const trp_world *world);
trp__pieces trp__next_pieces(const trp__pieces *last);
/* The first part of the image, or the first region, and the one after another. */
trp__saved_part trp__first_part(const trp__image *image, const trp_world *world, bool is_region);
trp__saved_part trp__next_part(const trp__saved_part *last);

/* region.c */

/* The next piece of a region's memory, from .. to - 1, that is state: without the structs of
 * modules that lie in it and, with `nodes`, without the nodes of external actors. Starts where the
 * last one ended; the first call has 0, 0. */
bool trp__next_piece(const trp_region *region, bool nodes, size_t *from, size_t *to);

/* A region of this world that memory overlaps; NULL: none. */
const trp_region *trp__region_over(const trp_world *world, const void *memory, size_t bytes);

/* The region of a part. */
TRP__INLINE trp_region *trp__region_of(const trp__part *part)
{
    return (trp_region *)((uintptr_t)part - offsetof(trp_region, part));
}

/* Whether a part is a region of memory: these come after all payloads; other parts are in the
 * structure. */
TRP__INLINE bool trp__is_region(const trp__part *part)
{
    return part->kind == TRP__PART_REGION;
}

#endif
