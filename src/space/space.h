/*
 * What the files of spaces share: see README.md.
 */
#ifndef TROUPE_SRC_SPACE_H
#define TROUPE_SRC_SPACE_H

#include "../../include/troupe/contacts.h"
#include "../../include/troupe/space.h"
#include "../../include/troupe/watch.h"
#include "../base/four.h"
#include "../core/core.h"

#define TRP__SPACE_LEVELS 12 /* levels of a sheet, without its pile */
#define TRP__SPACE_SIZES 192 /* classes of sizes: 64 powers of 16 for each of three forms */
#define TRP__PLACES_PAD 8    /* copies after the last one that may be read, not used */
#define TRP__TAIL 8          /* least places for the tail of a sheet */
#define TRP__READING 512     /* questions that a reading counts as: sheets pay for their tails */
#define TRP__LEVEL_FEW 16    /* so few boxes get no level */
#define TRP__CLASSES 8       /* desc.classes by default */
#define TRP__NESTED 8        /* passes within each other, if desc.hits is 0 */
#define TRP__NESTED_ROOM 16  /* answers that each leaves for each further one */
#define TRP__CLASSES_MOST 62 /* with the two mixed sheets, a bit of a word for each */

/* A box in the form for compares: one touches another if each of its four numbers is at most the
 * other's limit (trp__limits). */
typedef struct trp__edges {
    float left;
    float top;
    float right;  /* negated */
    float bottom; /* negated */
} trp__edges;

/* A grid. A box is in the cell of its upper left corner, on a level where it extends no further
 * than into the next cell along either axis. The cell in `column` and `row`, relative to the
 * level's origin, has the number row * stride + column + 1 if every cell of the world has a number
 * (*dense*: between two rows one cell stays empty, and so does a row after the last). Otherwise it
 * has that number modulo `cell_count`, a power of two (*hashed*). */
typedef struct trp__level {
    float inverses[4]; /* 1 / width of a cell, 1 / height, and both negated, like edges */
    float width;       /* of the largest box, later of a cell */
    float height;
    int32_t origin_x; /* the lowest column with a box */
    int32_t origin_y;
    int32_t last_x; /* the highest, relative to the lowest */
    int32_t last_y;
    uint32_t stride;
    uint32_t mask;  /* hashed: cell_count - 1; dense: all ones */
    uint32_t cells; /* index of its first cell in the sheet's starts */
    uint32_t cell_count;
    uint32_t first; /* start of its places */
    uint32_t end;   /* end of its places */
} trp__level;

/* The boxes of one class of bits. The first two sheets of a space are *mixed*: they take, moving and
 * static, the classes for which there is no other sheet; their bits are read by place. */
typedef struct trp__sheet {
    uint32_t category;
    uint32_t mask;
    bool is_static;
    bool is_mixed;
    bool can_shrink; /* its cells are larger than its boxes need */
    bool is_stale;   /* it is sorted again before anything is asked */
    float shrink;    /* below 1: its cells were made smaller, since too many boxes shared them */
    uint32_t users;  /* members with these bits, hidden ones too */
    uint32_t first;  /* start of its places */
    uint32_t room;   /* number of its places */
    uint32_t cells;  /* start of its cells in `starts` */
    uint32_t sorted; /* boxes when it was sorted */
    uint32_t age;    /* sorts since its levels were chosen */
    uint32_t tail;   /* boxes at the end of the pile that came since it was sorted */
    uint32_t level_count;
    uint64_t debt; /* compares with the tail since it was sorted */
    uint8_t level_of[TRP__SPACE_SIZES];
    trp__level levels[TRP__SPACE_LEVELS + 1]; /* the last one is the pile: one cell */
} trp__sheet;

/* Flags of a slot. */
enum {
    TRP__IN = 1,      /* its actor is a member */
    TRP__HIDDEN = 2,  /* it is asleep, and not found */
    TRP__NEW = 4,     /* it entered or woke in the pass in progress, which does not find it */
    TRP__LATE = 8,    /* its copy is brought up to date when no pass is in progress any more */
    TRP__MOVED = 16,  /* late: its box is read then */
    TRP__JUMPED = 32, /* late: that box has no former one */
    TRP__REFUSED = 64 /* its box was refused; to be reported */
};

/* What a space knows of a slot. */
typedef struct trp__member {
    trp__edges edges; /* the box: the reference */
    uint32_t category;
    uint32_t mask;
    uint32_t place; /* of the copy, if `who` has its number there */
    uint32_t sheet;
} trp__member;

/* desc.sweeps: the boxes in the reading before the last one, and in the last. What has not been read
 * since it entered or woke has none: `to` is then infinite on all sides. */
typedef struct trp__way {
    trp__edges from;
    trp__edges to;
} trp__way;

/* A pool in a space. */
typedef struct trp__space_pool {
    struct trp__space_pool *next; /* the one with the next higher number */
    trp_space *space;
    trp_pool *pool;
    trp_watcher watcher;
    trp_bounds_fn *bounds;
    ptrdiff_t box; /* offset from the node to the four floats */
    /* the four floats are a corner and a size; otherwise a middle and half a size, or there are
     * bounds */
    bool is_corner;
    uint8_t floats; /* that box, center or circle has */
    bool is_static;
    bool is_round;
    uint32_t category;
    uint32_t mask;
    uint32_t base;      /* number of its first slot */
    uint32_t slots;     /* size of the arrays */
    uint32_t count;     /* of those that are members */
    uint32_t late;      /* slots with TRP__LATE */
    uint32_t late_from; /* the lowest of them */
    uint32_t rank;      /* while answers are put in list order: of its segment */
    uint64_t classes;   /* a bit for each sheet that it has had members in */
    size_t bytes;       /* of the arrays */
    trp__member *members;
    trp__way *ways; /* desc.sweeps */
    uint8_t *flags; /* apart, since answers ask for them in any order */
} trp__space_pool;

struct trp_space {
    trp_world *world;
    trp_space_desc desc;
    trp__part part; /* its entry for snapshots */
    trp__hook hook; /* of ticks, and of the world's end */
    unsigned char *memory;
    size_t bytes;                /* of that block */
    trp__space_pool **by_number; /* the pools in it, by their number in the world */
    trp__space_pool *pools;      /* in the order of these numbers */
    uint32_t capacity;
    uint32_t count;
    uint32_t hidden;
    uint32_t round_pools;
    bool full_is_reported;
    bool steps_late; /* in a pass: all boxes have been read, for swept pairs */

    struct trp__pass *pass; /* the innermost pass in progress */
    uint32_t passes;
    uint64_t *stack; /* answers of passes in progress: trp__key */
    uint32_t stack_size;
    uint32_t stack_top;

    trp__sheet *sheets; /* the first two are mixed */
    uint32_t sheet_count;
    uint32_t sheets_used; /* the others have no members */
    uint64_t ways; /* a bit for each sheet in which former boxes may differ from present ones */
    /* by place */
    uint32_t places;
    float *left;
    float *top;
    float *right;
    float *bottom;
    uint32_t *who;      /* the slot of each copy, as a number in the world */
    uint32_t *cell;     /* the cell of each copy */
    uint32_t *category; /* of each copy in a mixed sheet */
    uint32_t *mask;     /* likewise */
    uint32_t *starts;   /* first place of each cell */
    /* while a sheet is sorted: its boxes, their numbers and cells; while keys are: a copy of them,
     * and buckets in the other two, one after the other */
    void *scratch;
    uint32_t *listed;
    uint32_t *chosen;
    uint32_t listed_room; /* of each of these two */

    uint64_t sorts;
    uint64_t refused;
    uint64_t peak;
};

/* For reports of a refused box. */
#define TRP__BOX_ADVICE                                                                            \
    "Its floats must be adjacent in the struct: x, y, width, height. TRP_BOX checks this"

/* space_sheet.c */
/* Gives a new space its arrays. False: no memory. */
bool trp__space_take_memory(trp_space *space);
/* Makes room for this many more members: grows if necessary. False, and nothing changed: there is
 * none. */
bool trp__space_make_room(trp_space *space, uint32_t count);
/* The sheet of these bits becomes that of a slot, as one more user. */
void trp__sheet_join(trp_space *space, trp__space_pool *entry, uint32_t slot);
/* The copy of a slot touches nothing any more; or there is one of its present box, in the tail. If
 * that has no room, the sheet becomes stale. */
void trp__sheet_drop(const trp_space *space, const trp__space_pool *entry, uint32_t slot);
void trp__sheet_put(trp_space *space, const trp__space_pool *entry, uint32_t slot);
/* Before so many questions, if no pass is in progress: sorts the sheets that are stale, and those
 * whose tails have cost as much as sorting. */
void trp__sheets_renew(trp_space *space, uint64_t questions);
/* Sorts all, from the slots. */
void trp__sheets_rebuild(trp_space *space);
/* Sorts all sheets whose boxes have moved; swept: as they extend from their former to their present
 * places. */
void trp__sheets_sweep(trp_space *space, bool swept);

/* space_member.c */
/* A slot, of which all but its sheet is known, becomes a member: without a copy, before a rebuild. */
void trp__space_put_member(trp_space *space, trp__space_pool *entry, uint32_t slot);
/* Whether a call is refused: a pass is in progress; there is no room for answers. */
bool trp__space_is_held(trp__call *call, const trp_space *space);
bool trp__space_has_no_room(trp__call *call, bool has_none);
/* Makes the arrays of an entry as large as this. False: no memory. */
bool trp__space_grow_pool(trp_space *space, trp__space_pool *entry, uint32_t slots);
/* The number of an actor that is a member, or TRP__NONE. */
uint32_t trp__space_number_of(const trp_space *space, const trp_actor *actor);
/* Reads the boxes in a tick, unless they are moved by calls alone. */
void trp__space_tick(trp__hook *hook, trp_context *in);
/* Reads all boxes after a load. What has moved by it has no former box. */
void trp__space_read_loaded(trp_space *space);
void trp__space_forget_pools(trp_space *space);

/* contacts.c: frees those of the space. */
void trp__space_forget_contacts(trp_space *space);

/* The next array in a block, with the former content of this many elements. Without a block its
 * bytes are counted. */
TRP__INLINE void *trp__next_array(unsigned char *block, uint64_t *at, void *old, size_t size,
                                  uint64_t count, size_t used)
{
    void *part = old;

    if (block != NULL) {
        part = block + *at;
        if (used != 0 && old != NULL)
            memcpy(part, old, size * used);
    }
    *at += size * count;
    return part;
}

TRP__INLINE trp_space *trp__space_of(trp__hook *hook)
{
    return (trp_space *)((uintptr_t)hook - offsetof(trp_space, hook));
}

/* A public call on a space, or on NULL. */
TRP__INLINE trp__call trp__space_call(const trp_space *space, const char *name)
{
    const trp__call call = {name,
                            TRP__TEXT("space"),
                            space != NULL ? space->world : NULL,
                            NULL,
                            TRP__TEXT("space"),
                            space != NULL ? space->desc.name : NULL,
                            TRP_OK,
                            false};

    return call;
}

/* The entry of a number, and its slot. */
TRP__INLINE trp__space_pool *trp__entry_at(const trp_space *space, uint32_t number, uint32_t *slot)
{
    const trp_world *world = space->world;
    trp__space_pool *entry = space->by_number[world->directory[number >> world->page_bits]];

    *slot = entry != NULL ? number - entry->base : 0;
    return entry;
}

/* Likewise. Most numbers are in the pool of the last one. */
TRP__INLINE trp__space_pool *trp__entry_near(const trp_space *space, trp__space_pool **last,
                                             uint32_t number, uint32_t *slot)
{
    if (TRP__RARELY(number - (*last)->base >= (*last)->slots))
        *last = trp__entry_at(space, number, slot);
    *slot = number - (*last)->base;
    return *last;
}

/* The handle of a member. */
TRP__INLINE trp_handle trp__handle_in(const trp__space_pool *entry, uint32_t slot)
{
    const trp__cell *cell = trp__cell_of(entry->pool, slot);
    trp_handle out = {0, 0};

    if (trp__is_alive(cell->stamp)) {
        out.index = trp__handle_index(entry->pool, slot);
        out.generation = cell->generation;
    }
    return out;
}

/* Whether an actor with these flags is found, and by the passes in progress. */
TRP__INLINE bool trp__is_found(uint32_t flags)
{
    return (flags & (TRP__IN | TRP__HIDDEN | TRP__NEW)) == TRP__IN;
}

/* Any number: after a load contacts may know of actors that have left, in slots beyond the arrays. */
TRP__INLINE bool trp__number_is_found(const trp_space *space, uint32_t number)
{
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(space, number, &slot);

    return entry != NULL && slot < entry->slots && trp__is_found(entry->flags[slot]);
}

TRP__INLINE float trp__least(float a, float b)
{
    return a < b ? a : b;
}

TRP__INLINE float trp__most(float a, float b)
{
    return a > b ? a : b;
}

TRP__INLINE bool trp__same_edges(const trp__edges *a, const trp__edges *b)
{
    return trp__four_equal(a, b) != 0;
}

TRP__INLINE trp__edges trp__unread(void)
{
    const trp__edges unread = {-TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY};

    return unread;
}

TRP__INLINE const trp__edges *trp__former(const trp__space_pool *entry, uint32_t slot)
{
    const trp__edges unread = trp__unread();

    return trp__same_edges(&entry->ways[slot].to, &unread) ? &entry->members[slot].edges
                                                           : &entry->ways[slot].from;
}

TRP__INLINE trp__edges trp__copy_at(const trp_space *space, uint32_t place)
{
    const trp__edges out = {space->left[place], space->top[place], space->right[place],
                            space->bottom[place]};

    return out;
}

#endif
