/*
 * What the files of `space` share.
 *
 * An actor in a space is a *member*, by a number. Its box stands in `edges` under that number; that is the truth. Copies
 * of the boxes lie in two *sheets*, sorted into cells: those that move, sorted again whenever that pays, and those that
 * have settled, which are left alone. A sheet has *levels*, grids of cells for boxes of one size, and last a *pile* of
 * those that fit none. A copy is current as long as the flags of its member say so; a member without a current copy is
 * *loose*, and is looked at one by one. Questions sort the moving sheet when looking through loose members has cost as
 * much as sorting would.
 *
 * While a pass goes through the sheets itself, between two callbacks, they are *held*: not sorted.
 */
#ifndef TROUPE_SRC_SPACE_TYPES_H
#define TROUPE_SRC_SPACE_TYPES_H

#include "../../include/troupe/space.h"
#include "../../include/troupe/watch.h"
#include "../base/four.h"
#include "../core/core.h"

#define TRP__SPACE_PAD 4    /* copies after the last one that may be read, not used */
#define TRP__SPACE_LEVELS 8 /* of a sheet, without its pile */
#define TRP__SPACE_CLASSES 32
#define TRP__LEVEL_CELLS                                                                           \
    16 /* of a level that hashes, at least: its neighbouring cells are different ones */
/* Cells that there is room for besides three per box */
#define TRP__SPACE_CELLS_KEPT (TRP__SHEETS * ((TRP__SPACE_LEVELS + 1) * TRP__LEVEL_CELLS + 8))

/* A box as it is compared: one touches another if each of its four is at most the other's limit (trp__limits). */
typedef struct trp__edges
{
    float left;
    float top;
    float right;  /* negated */
    float bottom; /* negated */
} trp__edges;

/*
 * A grid. A box stands in the cell of its left upper corner, on a level where it reaches no further than into the next
 * cell along either axis. The cell in `column` and `row`, seen from the level's origin, has the number row * stride +
 * column + 1 where all cells of the world have one (*dense*: between two rows one cell stays empty, and so does a row
 * after the last); otherwise that number modulo `cell_count`, a power of two (*hashed*).
 */
typedef struct trp__level
{
    float inverses[4]; /* 1 / width of a cell, 1 / height, and both negated, as edges are */
    int32_t origin_x;  /* the lowest column that has a box */
    int32_t origin_y;
    int32_t last_x; /* the highest, seen from the lowest */
    int32_t last_y;
    uint32_t stride;
    uint32_t mask;  /* hashed: cell_count - 1; dense: all ones */
    uint32_t cells; /* its first one in `starts` */
    uint32_t cell_count;
    uint32_t first; /* its places: from here ... */
    uint32_t end;   /* ... up to here */
    float height;   /* of a cell */
    bool flat_x;    /* one column, without end */
    bool flat_y;
} trp__level;

/* How levels are laid: from the sizes of boxes, now and then. */
#define TRP__SIZES 128 /* classes of sizes: each four times as large as the last */
enum
{
    TRP__SQUARE, /* no side is many times the other */
    TRP__WIDE,
    TRP__TALL,
    TRP__FORMS
};

typedef struct trp__plan
{
    uint32_t level_count;
    uint32_t age;   /* sorts since */
    uint32_t boxes; /* that there were */
    float fine_width;
    float
        fine_height; /* boxes up to this size are on the first level, whatever the table says; below 0: none */
    float widths[TRP__SPACE_LEVELS];
    float heights[TRP__SPACE_LEVELS];
    uint32_t expected[TRP__SPACE_LEVELS]; /* about how many boxes there will be on each */
    uint8_t next[TRP__SPACE_LEVELS];      /* where boxes go that do not fit: coarser, or the pile */
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
    uint32_t first; /* its places: from here ... */
    uint32_t end;   /* ... up to here */
    uint32_t stale; /* TRP__SETTLED: how many of these are no longer current */
    uint32_t cells; /* its first cell in `starts` */
    uint32_t cell_count;
    uint32_t level_count; /* with the pile, which is the last */
    trp__level levels[TRP__SPACE_LEVELS + 1];
    trp__plan plan;
} trp__sheet;

/* Of a member. */
enum
{
    TRP__IN = 1,     /* there is a member of this number */
    TRP__HIDDEN = 2, /* asleep, and not found */
    TRP__LOOSE = 4,  /* neither sheet has its box */
    TRP__LISTED = 8, /* this number is in the list of the loose, be it for a member that has left */
    TRP__PLACED = 16,   /* this number has a place in the moving sheet, be it stale */
    TRP__RESTS = 32,    /* the settled sheet has its box */
    TRP__STATIC = 64,   /* of a static pool */
    TRP__REFUSED = 128, /* its box was refused; to be reported */
    TRP__CURRENT = TRP__IN | TRP__HIDDEN | TRP__LOOSE | TRP__RESTS /* say which copy is current */
};

/* Boxes by place, as trp__edges has them. */
typedef struct trp__copies
{
    float *left;
    float *top;
    float *right;
    float *bottom;
} trp__copies;

/* Members that are alike to masks. Those for which the table has no room share its last two entries, which stand for
 * anything; what they are is asked of themselves. */
typedef struct trp__class
{
    uint32_t category;
    uint32_t mask;
    uint32_t members;
    bool is_static;
} trp__class;

/* Numbers ticked off, to be read in order: a bit a number, above that a bit a word, and so on. All zero between calls. */
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
    ptrdiff_t box; /* from the node to the four floats */
    bool
        is_corner; /* the four floats are a corner and a size; otherwise a middle and half a size, or there are bounds */
    uint32_t category;
    uint32_t mask;
    bool by_hand;
    bool is_static;
    bool is_round;
    uint32_t slots; /* of `members` */
    uint32_t count; /* members of this pool */
    uint32_t
        base; /* age orders, while answers are put in list order: where its segment's ranks begin */
    uint32_t ranks; /* how many there were in its segment when members were ranked */
    size_t bytes;
    uint64_t entries;   /* with the pool's own counts, whether ranks hold */
    uint64_t ranked;    /* what that came to for its segment when members were ranked */
    trp__marks marks;   /* memory order: of slots; their words stand after the members */
    uint32_t members[]; /* by slot: number + 1, or 0 */
} trp__space_pool;

typedef struct trp__contact
{
    uint64_t pair; /* as trp__pair_of */
    trp_handle a;  /* in the order in which they are handed out */
    trp_handle b;
    uint32_t a_category;
    uint32_t b_category;
} trp__contact;

typedef struct trp__pass trp__pass;

struct trp_space
{
    trp_world *world;
    trp_space_desc desc;
    trp_watcher watcher; /* of the world's end */
    trp__part part;      /* what snapshots know it by */
    size_t bytes;        /* of the block that the arrays stand in */
    unsigned char *memory;
    trp__space_pool **by_number; /* the pools in it, by their number in the world */
    trp__space_pool *pools;
    size_t pool_bytes;

    uint32_t capacity;
    uint32_t top; /* numbers from here on have no member */
    uint32_t count;
    uint32_t hidden;
    uint32_t resting; /* in the settled sheet */
    uint32_t peak;
    uint64_t serial; /* of the next pass */
    uint64_t
        changes; /* how often a member left or entered: a pass in which none did need not look */
    uint32_t passes; /* in progress */
    trp__pass *pass; /* the innermost */
    bool is_ending;
    bool has_bits; /* some member has a category or mask that is not the default, or is static */
    uint32_t static_pools;
    uint32_t round_pools;

    /* by member */
    trp__bitmap numbers; /* free ones, and those that have a member */
    trp__edges *edges;
    trp_actor **actor;
    uint64_t *since; /* the pass before which it entered or woke */
    uint32_t *category;
    uint32_t *mask;
    uint32_t
        *rank; /* memory order: its slot; otherwise its place among the members of its segment */
    trp__edges
        *swept_from;      /* desc.sweeps: where it was before the last swept pass, or entered ... */
    trp__edges *swept_to; /* ... and in it */
    uint16_t *pool;       /* its number in the world */
    uint8_t *flags;
    uint8_t *class_of; /* in `classes` */
    uint32_t *loose;   /* numbers, among them those of all members that are */
    uint32_t loose_count;
    trp__class classes[TRP__SPACE_CLASSES];

    /* the copies, by place */
    trp__sheet sheets[TRP__SHEETS];
    uint32_t places; /* how many there are room for */
    trp__copies copies;
    uint32_t *who;    /* the member whose box that is */
    uint32_t *cell;   /* the cell in which it is */
    uint32_t *starts; /* cell by cell: its first place */
    bool sorted;      /* false: the moving sheet is not current */
    bool all_move;    /* the last time all boxes were read, most had changed */
    uint32_t held;
    bool is_sweeping; /* a swept pass is in progress */
    bool is_swept;    /* boxes are sorted as they reach from swept_from to swept_to */
    uint64_t debt;    /* what loose members have cost since the moving sheet was sorted */
    uint64_t vain;    /* how many that lie still were sorted again since boxes were settled */

    /* between two callbacks */
    uint32_t *work;   /* a number a member */
    uint32_t *listed; /* while sorting: members, by place-to-be */
    uint32_t *chosen; /* while sorting: their cells */
    trp__edges
        *found; /* while sorting: their boxes. In searches: what is found, as trp__raw() says */
    uint32_t found_kept; /* so many of these are in use by a pass that holds the sheets */
    trp__marks marks;
    uint32_t sizes[TRP__FORMS][TRP__SIZES]; /* while planning: boxes by size */

    uint32_t *stack; /* the answers of passes in progress */
    uint32_t stack_size;
    uint32_t stack_top;

    trp__contact *contacts; /* of the last time, and room for the next */
    trp__contact *fresh;
    uint32_t contact_count;
    bool contacting;

    uint64_t sorts;
    uint64_t settles;
    uint64_t questions;
    uint64_t candidates;
    uint64_t hits;
    uint64_t refused;
    bool full_is_reported;
    uint64_t missed;
};

/* A pass in progress. Its frames keep its current actors from being stolen, and the world from ending. */
struct trp__pass
{
    trp_space *space;
    trp__pass *up; /* the one around it */
    bool can_stop;
    bool is_stopped;
    uint64_t serial;
    uint64_t changes;
    uint32_t stack_top; /* where its answers begin */
    trp__frame a;
    trp__frame b;
};

/* A box, and all that is no further than a radius from it. A circle's box is a point. */
typedef struct trp__core
{
    float left, top, right, bottom; /* none is negated */
    float radius;
} trp__core;

/* A question, checked. */
typedef struct trp__question
{
    trp__edges edges; /* around all of it */
    trp__core core;   /* its shape, if it is more than its edges; a sweep's where it begins */
    float dx;         /* a sweep's way */
    float dy;
    uint32_t mask;
    uint32_t asker; /* a member that is left out, or TRP__NONE */
    bool is_sweep;
    bool is_ray;
    bool is_box;   /* what its edges touch answers it */
    bool is_plain; /* ... whatever its category, and whatever asks */
} trp__question;

#endif
