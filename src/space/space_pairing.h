/*
 * Which pairs are wanted.
 */
#ifndef TROUPE_SRC_SPACE_PAIRING_H
#define TROUPE_SRC_SPACE_PAIRING_H

#include "space_box.h"
#include "space_search.h"

/* What masks are asked about. */
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
    bool asks_bits;   /* not all are pairs that touch */
    bool asks_shapes; /* boxes that touch are not enough */
    bool asks_few;    /* the members of some classes ask, rather than that all boxes are compared */
    uint32_t askers;  /* these classes */
    uint32_t asker_count;
    uint32_t
        partners[TRP__SPACE_CLASSES]; /* by class: those with whose members theirs may be pairs */
} trp__wanted;

/* Pairs, in memory of the caller's. */
typedef struct trp__pairs
{
    trp_space *space;
    const trp__wanted *wanted;
    uint64_t *pairs;
    uint32_t count;
    uint32_t room;
    bool counts;    /* only how many */
    bool overflown; /* there were more */
} trp__pairs;

/* space_pairing.c */
/* False: a misuse, reported. */
bool trp__pairing_check(trp_space *space, const trp_pairing *which, const char *call,
                        trp__wanted *wanted);
/* A misuse: there is no room. 0. */
uint32_t trp__pairing_full(const trp_space *space, const char *call);
/* Whether two that touch are a pair, and whether the higher one comes first. */
bool trp__bits_meet(const trp__wanted *wanted, const trp__bits *low, const trp__bits *high,
                    bool *is_swapped);
/* The same of members, by their bits of now and their shapes. */
bool trp__members_meet(const trp_space *space, const trp__wanted *wanted, uint32_t low,
                       uint32_t high, bool *is_swapped);
/* Whether two members whose boxes touch, touch each other; the boxes are theirs at that time. */
bool trp__shapes_meet(const trp_space *space, const trp__wanted *wanted, uint32_t low,
                      uint32_t high, const trp__edges *low_box, const trp__edges *high_box);

/* space_overlap.c */
/* All wanted pairs, in no order, by comparing all boxes. */
void trp__space_overlap(trp__pairs *out);

/* space_ask.c */
/* The same, by asking for each member of some classes. */
void trp__space_ask_all(trp__pairs *out);

/* space_collect.c */
/* All wanted pairs, in order if that is wanted, or only how many; they begin where `from` says in the stack. False: no
 * room. */
bool trp__space_collect(trp_space *space, const trp__wanted *wanted, bool counts, uint32_t *from,
                        uint32_t *count);

/* space_swept.c */
/* Before a swept pass: all boxes in the sheets reach from where they were to where they are. */
void trp__swept_begin(trp_space *space);
/* When its pairs are found: they no longer do. */
void trp__swept_end(trp_space *space);
/* All that it has passed over since the last one. */
void trp__swept_edges(const trp_space *space, uint32_t member, trp__edges *edges);
/* A member is new, or its box is read as if it had always been there. */
void trp__swept_forget(const trp_space *space, uint32_t member);

TRP__INLINE uint64_t trp__pair_at(const trp_space *space, uint32_t from, uint32_t i)
{
    uint64_t both;

    memcpy(&both, space->stack + from + 2 * (size_t)i, sizeof both);
    return both;
}

/* Two members that touch: a pair, if they are wanted. */
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
