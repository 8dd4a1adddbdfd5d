/*
 * The wanted pairs.
 */
#ifndef TROUPE_SRC_SPACE_PAIRING_H
#define TROUPE_SRC_SPACE_PAIRING_H

#include "space_box.h"
#include "space_search.h"

/* The data that masks are compared with. */
typedef struct trp__bits
{
    uint32_t category;
    uint32_t mask;
    bool is_static;
} trp__bits;

/* A pairing, checked. */
typedef struct trp__wanted
{
    trp_pairing which;
    bool asks_bits;   /* some touching actors are no pair because of their masks */
    bool asks_shapes; /* a touch of boxes does not suffice */
    bool asks_few;   /* only the members of some classes search; otherwise all boxes are compared */
    uint32_t askers; /* these classes */
    uint32_t asker_count;
    /* by class: the classes that their members may pair with */
    uint32_t partners[TRP__SPACE_CLASSES];
} trp__wanted;

/* Pairs, in memory of the caller. */
typedef struct trp__pairs
{
    trp_space *space;
    const trp__wanted *wanted;
    uint64_t *pairs;
    uint32_t count;
    uint32_t room;
    bool counts;    /* only their number is wanted */
    bool overflown; /* there were more */
} trp__pairs;

/* space_pairing.c */
/* False: a misuse, reported. */
bool trp__pairing_check(trp_space *space, const trp_pairing *which, const char *call,
                        trp__wanted *wanted);
/* Reports that there is no room. Returns 0. */
uint32_t trp__pairing_full(const trp_space *space, const char *call);
/* Whether two touching members are a pair, and whether the higher one is `a`. */
bool trp__bits_meet(const trp__wanted *wanted, const trp__bits *low, const trp__bits *high,
                    bool *is_swapped);
/* The same by their present bits and their shapes. */
bool trp__members_meet(const trp_space *space, const trp__wanted *wanted, uint32_t low,
                       uint32_t high, bool *is_swapped);
/* Whether two members whose boxes touch, touch each other; the boxes are their present ones. */
bool trp__shapes_meet(const trp_space *space, const trp__wanted *wanted, uint32_t low,
                      uint32_t high, const trp__edges *low_box, const trp__edges *high_box);

/* space_overlap.c */
/* All wanted pairs, in no order, by comparing all boxes. */
void trp__space_overlap(trp__pairs *out);

/* space_ask.c */
/* The same, by a query for each member of some classes. */
void trp__space_ask_all(trp__pairs *out);

/* space_collect.c */
/* All wanted pairs, in order if that is wanted, or only their number; they begin at `from` in the
 * stack. False: no room. */
bool trp__space_collect(trp_space *space, const trp__wanted *wanted, bool counts, uint32_t *from,
                        uint32_t *count);

/* space_swept.c */
TRP__INLINE uint64_t trp__pair_at(const trp_space *space, uint32_t from, uint32_t i)
{
    uint64_t both;

    memcpy(&both, space->stack + from + 2 * (size_t)i, sizeof both);
    return both;
}

/* Two touching members: a pair, if it is wanted. */
TRP__INLINE void trp__pairs_take(trp__pairs *out, uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b;
    const uint32_t high = a < b ? b : a;
    bool is_swapped = false;

    if ((out->wanted->asks_bits || out->wanted->asks_shapes) &&
        !trp__members_meet(out->space, out->wanted, low, high, &is_swapped))
        return;
    if (out->count == out->room)
    {
        out->overflown = true;
        return;
    }
    if (!out->counts)
        out->pairs[out->count] = trp__pair_of(low, high, is_swapped);
    out->count++;
}

#endif
