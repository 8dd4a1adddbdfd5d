/*
 * Types shared by the files of `space`.
 *
 * An actor in a space is a *member*, with a number. Its box is in `edges` under that number; this
 * is the reference. Copies of the boxes are in two *sheets*, sorted into cells: the moving boxes,
 * which are sorted again whenever that is worthwhile, and the settled ones, which are left alone. A
 * sheet has *levels*, which are grids of cells for boxes of one size, and at the end a *pile* of
 * boxes that fit no level. The flags of a member say which copy is current. A member without a
 * current copy is *loose*, and is compared separately. Queries sort the moving sheet when comparing
 * loose members has cost as much as sorting would.
 *
 * While a pass goes through the sheets, they are *held* between two callbacks: not sorted.
 */
#ifndef TROUPE_SRC_SPACE_TYPES_H
#define TROUPE_SRC_SPACE_TYPES_H

#include "../../include/troupe/space.h"
#include "../../include/troupe/watch.h"
#include "../base/four.h"
#include "../core/core.h"

#define TRP__SPACE_PAD 4    /* copies after the last one that may be read, not used */
#define TRP__SPACE_LEVELS 8 /* levels of a sheet, without its pile */
#define TRP__SPACE_CLASSES 32
#define TRP__LEVEL_CELLS 16 /* least cells of a hashed level: neighbouring cells differ */
/* Cells for which there is room besides three per box */
#define TRP__SPACE_CELLS_KEPT (TRP__SHEETS * ((TRP__SPACE_LEVELS + 1) * TRP__LEVEL_CELLS + 8))

/* A box in the form for compares: one touches another if each of its four numbers is at most the
 * other's limit (trp__limits). */
typedef struct trp__edges
{
    float left;
    float top;
    float right;  /* negated */
    float bottom; /* negated */
} trp__edges;

/* From a former box to the present one. */
typedef struct trp__way
{
    trp__edges from;
    trp__edges to;
} trp__way;

/*
 * A grid. A box is in the cell of its upper left corner, on a level where it extends no further
 * than into the next cell along either axis. The cell in `column` and `row`, relative to the
 * level's origin, has the number row * stride + column + 1 if every cell of the world has a number
 * (*dense*: between two rows one cell stays empty, and so does a row after the last). Otherwise it
 * has that number modulo `cell_count`, a power of two (*hashed*).
 */
typedef struct trp__level
{
    float inverses[4]; /* 1 / width of a cell, 1 / height, and both negated, like edges */
    int32_t origin_x;  /* the lowest column with a box */
    int32_t origin_y;
    int32_t last_x; /* the highest, relative to the lowest */
    int32_t last_y;
    uint32_t stride;
    uint32_t mask;  /* hashed: cell_count - 1; dense: all ones */
    uint32_t cells; /* index of its first cell in `starts` */
    uint32_t cell_count;
    uint32_t first; /* start of its places */
    uint32_t end;   /* end of its places */
    float height;   /* of a cell */
    bool flat_x;    /* a single, unlimited column */
    bool flat_y;
} trp__level;

/* The choice of levels: from the sizes of boxes, from time to time. */
#define TRP__SIZES 128 /* classes of sizes: each four times as large as the last */
enum
{
    TRP__SQUARE, /* no side is much longer than the other */
    TRP__WIDE,
    TRP__TALL,
    TRP__FORMS
};

typedef struct trp__plan
{
    uint32_t level_count;
    uint32_t age;   /* sorts since the choice */
    uint32_t boxes; /* boxes at that time */
    float fine_width;
    /* boxes up to this size are on the first level, whatever the table says; below 0: none */
    float fine_height;
    float widths[TRP__SPACE_LEVELS];
    float heights[TRP__SPACE_LEVELS];
    uint32_t expected[TRP__SPACE_LEVELS]; /* estimated number of boxes on each level */
    uint8_t next[TRP__SPACE_LEVELS];      /* level of boxes that do not fit: coarser, or the pile */
    uint8_t level_of[TRP__FORMS][TRP__SIZES]; /* the pile is the level after the last */
} trp__plan;

enum
{
    TRP__MOVING,
    TRP__SETTLED,
    TRP__SHEETS
};

typedef struct trp__sheet
{
    uint32_t first; /* start of its places */
    uint32_t end;   /* end of its places */
    uint32_t stale; /* TRP__SETTLED: number of stale copies */
    uint32_t cells; /* index of its first cell in `starts` */
    uint32_t cell_count;
    uint32_t level_count; /* including the pile, which is the last */
    trp__level levels[TRP__SPACE_LEVELS + 1];
    trp__plan plan;
} trp__sheet;

/* Flags of a member. */
enum
{
    TRP__IN = 1,        /* this number has a member */
    TRP__HIDDEN = 2,    /* asleep, and not found */
    TRP__LOOSE = 4,     /* neither sheet has its box */
    TRP__LISTED = 8,    /* this number is in the list of loose ones, even after its member left */
    TRP__PLACED = 16,   /* this number has a place in the moving sheet, even a stale one */
    TRP__RESTS = 32,    /* the settled sheet has its box */
    TRP__STATIC = 64,   /* of a static pool */
    TRP__REFUSED = 128, /* its box was refused; to be reported */
    /* these say which copy is current */
    TRP__CURRENT = TRP__IN | TRP__HIDDEN | TRP__LOOSE | TRP__RESTS
};

/* Boxes by place, in the form of trp__edges. */
typedef struct trp__copies
{
    float *left;
    float *top;
    float *right;
    float *bottom;
} trp__copies;

/* Members with the same bits. Classes for which the table has no room share its last two entries,
 * whose members have any bits; these are then read from the members. */
typedef struct trp__class
{
    uint32_t category;
    uint32_t mask;
    uint32_t members;
    bool is_static;
} trp__class;

/* Marked numbers, to be read in order: a bit per number, above that a bit per word, and so on. All
 * zero between calls. */
#define TRP__MARK_LEVELS 5
typedef struct trp__marks
{
    trp__word *levels[TRP__MARK_LEVELS];
    uint32_t depth;
} trp__marks;

/* A pool in a space. */
typedef struct trp__space_pool
{
    struct trp__space_pool *next;
    trp_space *space;
    trp_pool *pool;
    trp_watcher watcher;
    trp_bounds_fn *bounds;
    ptrdiff_t box; /* offset from the node to the four floats */
    /* the four floats are a corner and a size; otherwise a middle and half a size, or there are
     * bounds */
    bool is_corner;
    uint32_t category;
    uint32_t mask;
    bool is_static;
    bool is_round;
    uint32_t slots; /* size of `members` */
    uint32_t count; /* number of members of this pool */
    uint32_t base;  /* age orders, while answers are put in list order: first rank of its segment */
    uint32_t ranks; /* number of ranks in its segment when members were ranked */
    size_t bytes;
    uint64_t entries;   /* with the pool's own counts: whether ranks are valid */
    uint64_t ranked;    /* value for its segment when members were ranked */
    trp__marks marks;   /* memory order: of slots; their words come after the members */
    uint32_t members[]; /* by slot: number + 1, or 0 */
} trp__space_pool;

typedef struct trp__contact
{
    uint64_t pair; /* as trp__pair_of */
    trp_handle a;  /* in the order of `a` and `b` */
    trp_handle b;
    uint32_t a_category;
    uint32_t b_category;
} trp__contact;

typedef struct trp__pass trp__pass;

struct trp_space
{
    trp_world *world;
    trp_space_desc desc;
    trp_watcher watcher;   /* notified of the world's end */
    trp__part part;        /* its entry for snapshots */
    trp__tick_hook reader; /* unless boxes are moved by calls alone */
    size_t bytes;          /* size of the block of the arrays */
    unsigned char *memory;
    trp__space_pool **by_number; /* the pools in it, by their number in the world */
    trp__space_pool *pools;
    size_t pool_bytes;

    uint32_t capacity;
    uint32_t top; /* numbers from here on are free */
    uint32_t count;
    uint32_t hidden;
    uint32_t resting; /* number of boxes in the settled sheet */
    uint32_t peak;
    uint64_t serial;  /* serial of the next pass */
    uint64_t changes; /* number of entries and exits: a pass without any need not check */
    uint32_t passes;  /* passes in progress */
    trp__pass *pass;  /* the innermost */
    bool is_ending;
    bool has_bits; /* some member has another category or mask than the default, or is static */
    uint32_t static_pools;
    uint32_t round_pools;

    /* by member */
    trp__bitmap numbers; /* free numbers, and numbers of members */
    trp__edges *edges;
    trp_actor **actor;
    uint64_t *since; /* the pass before which it entered or woke */
    uint32_t *category;
    uint32_t *mask;
    /* memory order: its slot; otherwise its place among the members of its segment */
    uint32_t *rank;
    /* desc.sweeps: its boxes in the reading before the last one and in the last: see space_swept.c */
    trp__edges *swept_from;
    trp__edges *swept_to;
    trp__way *ways; /* desc.sweeps: of the swept pass in progress */
    uint16_t *pool; /* number of its pool in the world */
    uint8_t *flags;
    uint8_t *class_of; /* index in `classes` */
    uint32_t *loose;   /* numbers, including those of all loose members */
    uint32_t loose_count;
    trp__class classes[TRP__SPACE_CLASSES];

    /* the copies, by place */
    trp__sheet sheets[TRP__SHEETS];
    uint32_t places; /* room */
    trp__copies copies;
    uint32_t *who;    /* the member of each copy */
    uint32_t *cell;   /* the cell of each copy */
    uint32_t *starts; /* first place of each cell */
    bool sorted;      /* false: the moving sheet is not current */
    bool all_move;    /* when all boxes were read last, most had changed */
    uint32_t held;
    bool is_sweeping; /* a swept pass is in progress */
    bool is_swept;    /* boxes are sorted as they extend along their ways */
    uint64_t debt;    /* cost of loose members since the moving sheet was sorted */
    uint64_t vain;    /* number of unmoved boxes sorted again since boxes were settled */

    /* between two callbacks */
    uint32_t *work;      /* a number per member */
    uint32_t *listed;    /* while sorting: members, by future place */
    uint32_t *chosen;    /* while sorting: their cells */
    trp__edges *found;   /* while sorting: their boxes. In searches: found places, see trp__raw() */
    uint32_t found_kept; /* number of these in use by a pass that holds the sheets */
    trp__marks marks;
    uint32_t sizes[TRP__FORMS][TRP__SIZES]; /* while planning: boxes by size */

    uint32_t *stack; /* answers of passes in progress */
    uint32_t stack_size;
    uint32_t stack_top;

    trp__contact *contacts; /* contacts of the last call, and room for the next ones */
    trp__contact *fresh;
    uint32_t contact_count;
    bool contacting;

    uint64_t sorts;
    uint64_t questions;
    uint64_t candidates;
    uint64_t hits;
    uint64_t refused;
    bool full_is_reported;
    uint64_t missed;
};

/* A pass in progress. Its frames keep its current actors from being stolen, and the world from
 * ending. */
struct trp__pass
{
    trp_space *space;
    trp__pass *up; /* the outer one */
    bool can_stop;
    bool is_stopped;
    uint64_t serial;
    uint64_t changes;
    uint32_t stack_top; /* start of its answers */
    trp__frame a;
    trp__frame b;
};

/* A box, and everything within a radius of it. For a circle the box is a point. */
typedef struct trp__core
{
    float left, top, right, bottom; /* not negated */
    float radius;
} trp__core;

/* A checked query. */
typedef struct trp__question
{
    trp__edges edges; /* around the whole area */
    trp__core core;   /* its shape, if it differs from its edges; for a sweep at its start */
    float dx;         /* movement of a sweep */
    float dy;
    uint32_t mask;
    uint32_t asker; /* a member that is left out, or TRP__NONE */
    bool is_sweep;
    bool is_ray;
    bool is_box;   /* touching its edges suffices */
    bool is_plain; /* ... for any category and any asker */
} trp__question;

#endif
