/*
 * What the files of snapshots, hashes and histories share.
 *
 * A snapshot is an *image*: a header; the *structure*: the state structs of the world, of layers and pools, cells, bitmaps, orders,
 * the parts of modules; then the payloads of pools, in *spans* of slots; then regions. The structure has a checksum, so that
 * nothing that memory safety depends on is taken from damaged bytes.
 */
#ifndef TROUPE_SRC_STATE_STATE_H
#define TROUPE_SRC_STATE_STATE_H

#include "../../include/troupe/snapshot.h"
#include "../core/order.h"
#include "../core/part.h"

#define TRP__IMAGE_MAGIC 0x31545041u /* and what the structs below come to: trp__image_magic() */
#define TRP__IMAGE_ALIGNMENT 16u

/* What a snapshot begins with. */
typedef struct trp__image
{
    uint64_t magic;
    uint64_t check;     /* of the structure, with 0 here */
    uint64_t seal;      /* of all after the structure, if is_sealed */
    uint64_t bytes;     /* of the whole snapshot */
    uint64_t structure; /* of these, header included */
    uint64_t parts;     /* where the modules' parts begin */
    uint64_t regions;   /* where the regions begin */
    const trp_world *world;
    uint64_t pool_wiring;
    uint64_t watcher_wiring;
    uint64_t part_wiring;
    uint32_t pool_count;
    uint32_t part_count;
    uint32_t is_sealed;
    uint32_t zero;
    trp__world_state state;
} trp__image;

/* A pool's part of the structure; after it, each aligned: chunks, bitmap words, cells, order entries, addresses. */
typedef struct trp__pool_image
{
    uint64_t bytes;   /* of this part */
    uint64_t payload; /* where its payloads begin ... */
    uint64_t payload_bytes;
    trp__quarantine_fn *quarantine;
    uint32_t quarantine_slots;
    uint32_t used;    /* cells, and addresses of an external pool */
    uint32_t words;   /* of a bitmap's level 0, both sets */
    uint32_t chunks;  /* records of chunks, those too that are not there */
    uint32_t entries; /* of an age order, from order_begin on */
    uint32_t quarantine_is_set;
    trp__pool_state state;
} trp__pool_image;

/* The pieces of a pool's part, in an image. */
typedef struct trp__pieces
{
    const trp__pool_image *head;
    const trp__chunk *chunks;
    const trp__word *words;
    const trp__cell *cells;
    const trp__entry *order;
    trp_actor *const *actors;
    const unsigned char *payload;
} trp__pieces;

/* The ledger of a pool as it is or, with `cells`, as an image has it. */
typedef struct trp__view
{
    const trp_pool *pool;
    const trp__pool_state *state;
    const trp__cell *cells; /* by slot; NULL: the pool's own */
    const trp__word *words; /* memory order */
    uint32_t used;
} trp__view;

/* Slots one after the other in memory: a pool's first chunk, or a further one. */
typedef struct trp__extent
{
    uint32_t first;
    uint32_t end;
    trp__cell *cells; /* of `first`; NULL: the chunk was given back */
    unsigned char *slots;
    uint32_t generation; /* with which its slots began */
} trp__extent;

/* Goes through the payloads that are copied: spans of slots, all that are taken, and here and there a free one. */
typedef struct trp__spans
{
    trp__view view;
    trp__extent extent;
    uint32_t next;  /* the first slot that was not looked at */
    uint32_t at;    /* the first slot of the current word ... */
    trp__word word; /* ... of which these are left */
    uint32_t from;  /* the span */
    uint32_t to;
    bool by_cells; /* the bitmap does not tell */
} trp__spans;

TRP__INLINE size_t trp__padded(size_t bytes)
{
    return (bytes + TRP__IMAGE_ALIGNMENT - 1) / TRP__IMAGE_ALIGNMENT * TRP__IMAGE_ALIGNMENT;
}

/* What stands after the header of an image. */
TRP__INLINE const trp__layer_state *trp__image_layers(const trp__image *image)
{
    return (const trp__layer_state *)(const void *)((const unsigned char *)image +
                                                    trp__padded(sizeof *image));
}

/* A slot of this extent as the making of the chunk leaves it. */
TRP__INLINE trp__cell trp__vacant_cell(const trp_pool *pool, const trp__extent *extent,
                                       uint32_t slot)
{
    trp__cell cell = {0, TRP__STAMP_FREE};

    cell.generation = extent->generation;
    if (!trp__in_memory_order(pool))
        cell.stamp += slot + 1 < extent->end ? slot + 1 : TRP__LAST;
    return cell;
}

/* state_world.c: what is asked of a world */

/* TRP_OK, or TRP_BUSY: a tick, a walk, a drawing or a callback is in progress. */
trp_result trp__state_busy(const trp_world *world);
/* What is registered: one number each. */
uint64_t trp__pool_wiring(const trp_world *world);
uint64_t trp__watcher_wiring(const trp_world *world);
uint64_t trp__part_wiring(const trp_world *world);
/* How a part is saved. */
trp__part_table trp__table_of(const trp__part *part);
/* A checksum. Any change of one byte changes it. */
uint64_t trp__sum_bytes(const void *bytes, size_t count, uint64_t start);

/* state_span.c: slots */

trp__view trp__view_now(const trp_pool *pool);
trp__view trp__view_then(const trp_pool *pool, const trp__pieces *pieces);
/* The extent that a slot below the capacity of the pool's chunks is in; chunks that are kept count. */
trp__extent trp__extent_at(const trp_pool *pool, uint32_t slot);
trp__spans trp__spans_of(trp__view view);
/* The next span: from .. to - 1, in one extent. False: there is none. */
bool trp__next_span(trp__spans *spans);
/* Where the slots of the span are, in the pool. */
unsigned char *trp__span_slots(const trp__spans *spans);

/* snapshot_image.c: where things are in an image */

uint64_t trp__image_magic(void);
/* TRP_OK: the header and the structure are whole, and a sealed rest. */
trp_result trp__image_check(const void *memory, size_t size);
/* All has been written but the checksum. */
void trp__image_close(void *memory);
/* The pieces of the pool whose part begins at `at`. */
trp__pieces trp__pieces_at(const trp__image *image, const unsigned char *at);
/* The first pool's pieces; those after these. */
trp__pieces trp__first_pieces(const trp__image *image, const trp_world *world);
trp__pieces trp__next_pieces(const trp__image *image, const trp__pieces *last);
/* A part, or a region, at `at`: its bytes, and how many. The next one begins after these, padded. */
const unsigned char *trp__part_bytes(const unsigned char *at, size_t *bytes);

/* region.c */

/* The next piece of a region's memory, from .. to - 1, that is state: not the structs of modules that lie in it and, with
 * `nodes`, not the nodes of external actors. Begins where the
 * last one ended; first with 0, 0. */
bool trp__next_piece(const trp_region *region, bool nodes, size_t *from, size_t *to);

/* A pool is updated every so many ticks. */
TRP__INLINE uint32_t trp__every(const trp__pool_state *state)
{
    return state->every > 1 ? state->every : 1;
}

/* The region that a part is. */
TRP__INLINE trp_region *trp__region_of(const trp__part *part)
{
    return (trp_region *)((uintptr_t)part - offsetof(trp_region, part));
}

/* A region of memory: these come after all payloads; other parts are in the structure. */
TRP__INLINE bool trp__is_region(const trp__part *part)
{
    return part->kind == TRP__PART_REGION;
}

#endif
