/*
 * What the files of `space` share.
 *
 * An actor in a space is a *member*, by a number. Its box stands in `edges` under that number; that is the truth. Copies
 * of the boxes are sorted into *cells*: level by level, cell by cell, then those that fit no level. A member whose box
 * has changed since, or that was not there, is *loose*; if all are, `sorted` is false, and `edges` itself is searched.
 * Questions sort anew when looking through loose members has cost as much as sorting would.
 *
 * While a pass goes through the cells itself, between two callbacks, they are *held*: not sorted anew.
 */
#ifndef TROUPE_SRC_SPACE_INTERNAL_H
#define TROUPE_SRC_SPACE_INTERNAL_H

#include "../../include/troupe/space.h"
#include "../../include/troupe/watch.h"
#include "../core/core.h"

#define TRP__SPACE_BEHIND 4 /* boxes behind the last one in the cells that may be read, not used */
#define TRP__SPACE_LEVELS 8
#define TRP__LEVEL_CELLS                                                                           \
    16 /* at least: 4 by 4, so that a cell's neighbours are all different ones */

/* A box as it is compared: one touches another if each of its four is at most the other's limit (trp__limits). */
typedef struct trp__edges
{
    float left;
    float top;
    float right;  /* negated */
    float bottom; /* negated */
} trp__edges;

/* A grid. Cells are taken modulo columns and rows, so that there is no edge; compares tell the wrong ones. */
typedef struct trp__level
{
    float inverses[4]; /* 1 / width of a cell, 1 / height, and both negated, as edges are */
    int32_t origin_x;  /* the lowest column that has a box */
    int32_t origin_y;
    int32_t last_x; /* the highest, seen from the lowest */
    int32_t last_y;
    uint32_t columns; /* powers of two */
    uint32_t rows;
    uint32_t column_bits;
    uint32_t cells; /* its first one in `starts` */
    uint32_t first; /* its sorted boxes: from here ... */
    uint32_t end;   /* ... up to here */
} trp__level;

/* The stretches of sorted boxes that a question has to look at in a level: in each of some rows one, or two where the
 * columns wrap. */
typedef struct trp__stretches
{
    uint32_t row;   /* the next */
    uint32_t rows;  /* how many are left */
    uint32_t from;  /* columns of the first stretch: from here ... */
    uint32_t to;    /* ... up to here, not included */
    uint32_t again; /* of the second: from 0 up to here, not included */
} trp__stretches;

enum
{
    TRP__IN = 1,     /* there is a member of this number */
    TRP__HIDDEN = 2, /* asleep, and not found */
    TRP__LOOSE = 4,  /* what the cells have of it is not its box */
    TRP__LISTED = 8  /* this number is in the list of the loose, be it for a member that has left */
};

/* A pool in a space. */
typedef struct trp__space_pool
{
    struct trp__space_pool *next;
    trp_space *space;
    trp_pool *pool;
    trp_watcher watcher;
    trp_bounds_fn *bounds;
    ptrdiff_t box; /* from the node to the four floats */
    uint32_t category;
    uint32_t mask;
    bool by_hand;
    uint32_t slots;   /* of `members` */
    uint32_t segment; /* while drawing: the place of its segment in the list */
    size_t bytes;
    uint64_t entries;   /* with the pool's own counts, whether ranks hold */
    uint64_t ranked;    /* segments: what that came to when members were ranked */
    uint32_t members[]; /* by slot: number + 1, or 0 */
} trp__space_pool;

typedef struct trp__contact
{
    uint64_t pair; /* the members' numbers: the lower one << 32 | the other */
    trp_handle a;  /* in the order in which they are handed out */
    trp_handle b;
} trp__contact;

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
    uint32_t peak;
    uint64_t serial; /* of the next pass */
    uint64_t
        changes; /* how often a member left or entered: a pass in which none did need not look */
    uint32_t passes; /* under way */
    bool has_bits;   /* some member has a category or mask that is not the default */

    /* by member */
    trp__bitmap numbers;
    trp__edges *edges;
    trp_actor **actor;
    uint64_t *since; /* the pass before which it entered or woke */
    uint32_t *category;
    uint32_t *mask;
    uint32_t *at;   /* its place in the cells */
    uint32_t *rank; /* in an age-ordered segment */
    uint16_t *pool; /* its number in the world */
    uint8_t *flags;
    uint32_t *loose; /* numbers, among them those of all members that are */
    uint32_t loose_count;

    /* the cells */
    bool sorted;
    uint32_t held;
    uint64_t debt; /* what loose members have cost since boxes were sorted */
    trp__edges *cell_edges;
    uint32_t *who;    /* the member whose box that is */
    uint32_t *cell;   /* the cell in which it is */
    uint32_t *starts; /* cell by cell: its first box */
    uint32_t placed;  /* how many boxes are in the cells ... */
    uint32_t large;   /* ... those from here on in no level */
    uint32_t cell_count;
    uint32_t level_count;
    trp__level levels[TRP__SPACE_LEVELS];
    trp__edges least; /* no box's corner is below this, but those of infinite boxes ... */
    trp__edges most;  /* ... or above that */
    float widths[TRP__SPACE_LEVELS]; /* the plan: cells of each level ... */
    float grid_height;               /* grid: the height of a cell */
    uint8_t levels_of[256];          /* ... and the level for boxes by the exponent of their size */
    uint32_t expected[TRP__SPACE_LEVELS]; /* about how many boxes there will be on each */
    uint32_t classes[256];                /* while planning: boxes by the exponent of their size */

    uint32_t *work;  /* a number a member, between two calls of anybody */
    uint32_t *stack; /* the answers of passes under way */
    uint32_t stack_size;
    uint32_t stack_top;

    trp__contact *contacts; /* of the last time, and room for the next */
    trp__contact *fresh;
    uint32_t contact_count;
    bool contacting;

    uint64_t sorts;
    uint64_t questions;
    uint64_t candidates;
    uint64_t hits;
    uint64_t refused;
    uint64_t missed;
};

/* A pass under way. Its frames keep its current actors from being stolen, and the world from ending. */
typedef struct trp__pass
{
    trp_space *space;
    uint64_t serial;
    uint64_t changes;
    uint32_t stack_top; /* where its answers begin */
    trp__frame a;
    trp__frame b;
} trp__pass;

/* A question, checked. */
typedef struct trp__question
{
    trp__edges edges; /* around all of it */
    trp_area area;
    uint32_t mask;
} trp__question;

/* space.c */
TRP__COLD trp_result trp__space_misuse(const trp_space *space, trp_pool *pool,
                                       const trp_actor *actor, const char *call, trp_result result,
                                       const char *detail);
/* TRP_OK, or what a call that changes something answers while the world is drawn. */
trp_result trp__space_may_change(const trp_space *space, const char *call);
bool trp__space_grow(trp_space *space);
uint32_t trp__space_cell_room(uint32_t capacity);

/* space_pool.c */
/* A pool in the space, or NULL; it may be of another world. */
trp__space_pool *trp__space_entry_of(const trp_space *space, const trp_pool *pool);
/* A wrong call: the pool is not in the space. */
trp_result trp__space_not_in(const trp_space *space, trp_pool *pool, const char *call);
void trp__space_forget_pools(trp_space *space);

/* space_member.c */
trp_result trp__space_enter(trp_space *space, trp__space_pool *entry, trp_actor *actor,
                            uint32_t slot, const char *call);
void trp__space_leave(trp_space *space, trp__space_pool *entry, uint32_t slot);
void trp__space_hide(trp_space *space, uint32_t member);
void trp__space_show(trp_space *space, trp__space_pool *entry, uint32_t member);
/* The box as edges; false if it is none. */
bool trp__space_edges_of(const trp_box *box, trp__edges *edges);

/* space_plan.c */
#define TRP__REPLAN 64 /* sorts between two plans */
/* Chooses levels and the sizes of their cells. */
void trp__space_plan(trp_space *space);
/* The exponent of a box's size, 0 up to 255: sizes of class c are below 2^(c - 126). */
TRP__INLINE uint32_t trp__class_of(const trp__edges *edges)
{
    const float width = -edges->right - edges->left;
    const float height = -edges->bottom - edges->top;
    const float size = width > height ? width : height;
    uint32_t bits;

    memcpy(&bits, &size, sizeof bits);
    return bits >> 23 & 255;
}

/* space_cells.c */
/* Sorts all boxes into cells. */
void trp__space_sort(trp_space *space);
/* No bounds of corners, and those widened by a box. */
TRP__INLINE void trp__no_corners(trp__edges *least, trp__edges *most)
{
    const trp__edges highest = {3.4e38f, 3.4e38f, 0, 0};
    const trp__edges lowest = {-3.4e38f, -3.4e38f, 0, 0};

    *least = highest;
    *most = lowest;
}

TRP__INLINE void trp__include_corner(trp__edges *least, trp__edges *most, const trp__edges *edges)
{
    least->left = edges->left < least->left ? edges->left : least->left;
    least->top = edges->top < least->top ? edges->top : least->top;
    most->left = edges->left > most->left ? edges->left : most->left;
    most->top = edges->top > most->top ? edges->top : most->top;
}

/* space_find.c */
/* Places in the cells that were found, in memory of the caller's. */
typedef struct trp__found
{
    uint32_t *places;
    uint32_t count;
    uint32_t room;
    bool overflown; /* there were more */
} trp__found;
void trp__find_in_level(trp_space *space, const trp__level *level, const trp__edges *edges,
                        trp__found *found);
void trp__find_in_stretch(trp_space *space, uint32_t from, uint32_t to, trp__four limits,
                          trp__found *found);
/* The members that answer a question: on top of the stack, by number. False: no room. */
bool trp__space_find(trp_space *space, const trp__question *question, uint32_t *count);
/* Whether the boxes themselves must be searched, not the cells; sorts if that is worth it. */
bool trp__space_settle(trp_space *space);

/* space_area.c */
bool trp__space_ask(trp_area area, uint32_t mask, trp__question *question);
bool trp__answers(const trp__question *question, const trp__edges *edges);
/* How far along a sweep it comes to touch the box, 0 to 1; above 1: never. */
float trp__sweep_at(const trp_area *area, const trp__edges *edges);
/* The square of the distance to a box. */
float trp__distance(float x, float y, const trp__edges *edges);

/* space_query.c */
/* How many answer a question about an area, on top of the stack. What is wrong is told. */
trp_result trp__space_found(trp_space *space, trp_area area, uint32_t mask, const char *call,
                            uint32_t *count);

/* space_pass.c */
void trp__pass_begin(trp__pass *pass, trp_space *space);
void trp__pass_end(trp__pass *pass);
/* Sorts numbers, and pairs of them. */
void trp__sort_numbers(trp_space *space, uint32_t *numbers, uint32_t count);
void trp__sort_keys(uint64_t *keys, uint32_t count);

/* space_touch.c */
/* Pairs that touch, in memory of the caller's. */
typedef struct trp__pairs
{
    uint64_t *pairs; /* the lower number << 32 | the other */
    uint32_t count;
    uint32_t room;
    uint32_t caring; /* the first so many are known to care for each other */
    bool overflown;  /* there were more */
} trp__pairs;
/* All pairs that touch and care for each other, sorted; they begin where `from` says in the stack. False: no room. */
bool trp__space_collect(trp_space *space, uint32_t *from, uint32_t *count);

/* space_pairs.c */
/* Whether two members care for each other. */
TRP__INLINE bool trp__care(const trp_space *space, uint32_t a, uint32_t b)
{
    return !space->has_bits || ((space->category[a] & space->mask[b]) != 0 &&
                                (space->category[b] & space->mask[a]) != 0);
}

TRP__INLINE trp__four trp__limits(const trp__edges *edges)
{
    return TRP__FOUR(-edges->right, -edges->bottom, -edges->left, -edges->top);
}

TRP__INLINE bool trp__touch(const trp__edges *a, const trp__edges *b)
{
    return trp__at_most(a, trp__limits(b)) != 0;
}

/* In the space and not hidden. */
TRP__INLINE bool trp__is_found(const trp_space *space, uint32_t member)
{
    return (space->flags[member] & (TRP__IN | TRP__HIDDEN)) == TRP__IN;
}

/* Whether a member that was found when the pass began is to be handed out. */
TRP__INLINE bool trp__pass_has(const trp__pass *pass, uint32_t member)
{
    const trp_space *space = pass->space;

    return TRP__LIKELY(space->changes == pass->changes) ||
           (trp__is_found(space, member) && space->since[member] <= pass->serial);
}

#define TRP__AHEAD 12 /* answers further on, whose actors are fetched while others are handed out */

/* An actor will be handed out soon. */
TRP__INLINE void trp__fetch(const trp_space *space, uint32_t member)
{
    TRP__PREFETCH_READ(space->actor[member]);
}

/* Whether what the cells have at this place is still so. Who has entered or moved since is loose. */
TRP__INLINE bool trp__is_current_cell(const trp_space *space, uint32_t place)
{
    const uint8_t flags = space->flags[space->who[place]];

    return (flags & (TRP__IN | TRP__HIDDEN | TRP__LOOSE)) == TRP__IN;
}

/* Nothing has changed since the boxes were sorted. */
TRP__INLINE bool trp__is_clean(const trp_space *space)
{
    return space->sorted && space->loose_count == 0 &&
           space->placed == space->count - space->hidden;
}

#define TRP__CELLS_MOST 536870912.0f /* 2^29 */

/* The number of a cell along one axis; rises with x. */
TRP__INLINE int32_t trp__cell_at(float x, float inverse)
{
    float scaled = x * inverse;
    int32_t cell;

    if (!(scaled < TRP__CELLS_MOST))
        scaled = TRP__CELLS_MOST;
    if (!(scaled > -TRP__CELLS_MOST))
        scaled = -TRP__CELLS_MOST;
    cell = (int32_t)scaled;
    return cell - (scaled < (float)cell);
}

/* From cell to cell, both included. */
typedef struct trp__cells
{
    int32_t left, top, right, bottom;
} trp__cells;

/* The cells of a box's edges. */
TRP__INLINE trp__cells trp__cells_of(const trp__level *level, const trp__edges *edges)
{
    trp__cells out;

#ifdef TRP__FLOORS_FOUR
    trp__floor_four(edges, level->inverses, TRP__CELLS_MOST, &out);
#else
    out.left = trp__cell_at(edges->left, level->inverses[0]);
    out.top = trp__cell_at(edges->top, level->inverses[1]);
    out.right = trp__cell_at(edges->right, level->inverses[2]);
    out.bottom = trp__cell_at(edges->bottom, level->inverses[3]);
#endif
    return out;
}

/* Where in a level the boxes are that touch these edges: corners from one cell before them on. No rows: nowhere. */
TRP__INLINE trp__stretches trp__stretches_of(const trp__level *level, const trp__edges *edges)
{
    trp__stretches out = {0, 0, 0, 0, 0};
    const trp__cells cells = trp__cells_of(level, edges);
    int32_t left = cells.left - level->origin_x - 1;
    int32_t top = cells.top - level->origin_y - 1;
    int32_t right = cells.right - level->origin_x;
    int32_t bottom = cells.bottom - level->origin_y;

    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    right = right > level->last_x ? level->last_x : right;
    bottom = bottom > level->last_y ? level->last_y : bottom;
    if (left > right || top > bottom)
        return out;
    out.rows = (uint32_t)(bottom - top) + 1;
    if (out.rows > level->rows)
        out.rows = level->rows;
    out.row = (uint32_t)top;
    out.to = level->columns;
    if ((uint32_t)(right - left) + 1 < level->columns)
    {
        out.from = (uint32_t)left & (level->columns - 1);
        out.to = ((uint32_t)right & (level->columns - 1)) + 1;
        if (out.to <= out.from)
        {
            out.again = out.to;
            out.to = level->columns;
        }
    }
    return out;
}

/* The first cell of the next row. */
TRP__INLINE uint32_t trp__next_row(const trp__level *level, trp__stretches *at)
{
    at->rows--;
    return level->cells + ((at->row++ & (level->rows - 1)) << level->column_bits);
}

#endif
