/*
 * A search in progress: nothing is called back meanwhile.
 */
#ifndef TROUPE_SRC_SPACE_SEARCH_H
#define TROUPE_SRC_SPACE_SEARCH_H

#include "space_cells.h"

typedef struct trp__search trp__search;

/* Takes an answer. It may set `is_over`. */
typedef void trp__take_fn(trp__search *search, uint32_t member, const trp__edges *box);

struct trp__search
{
    trp_space *space;
    const trp__question *question;
    trp__four limits;
    trp__fours limits_four;
    trp__take_fn *take;
    uint32_t *raw; /* places that touch */
    uint32_t raw_count;
    uint32_t raw_room;
    uint8_t expects; /* flags of members whose copies are current; 0: all copies are */
    bool is_over;    /* `take` wants no more */
    bool is_asked;   /* it has been decided whether to sort */
    uint64_t candidates;
    void *context;  /* passed to `take` */
    uint32_t *list; /* trp__take_to_list: target, number so far, room */
    uint32_t count;
    uint32_t room;
};

/* space_search.c */
void trp__search_begin(trp__search *search, trp_space *space, const trp__question *question,
                       trp__take_fn *take);
/* Passes all answers to `take`, each once, in no order. */
void trp__search_run(trp__search *search);
/* The same for the boxes at the time when the sheets were sorted, whatever has become of them
 * since. */
void trp__search_held(trp__search *search);
/* Writes members to `list`; the search is over if that is full. */
trp__take_fn trp__take_to_list;
/* Only counts. */
trp__take_fn trp__take_to_count;

/* A pass that finds its answers a few at a time. */
typedef struct trp__held
{
    trp_space *space;
    uint32_t top;   /* top of the stack when it began */
    uint32_t asker; /* finds pairs of this one with higher numbers; TRP__NONE: answers of a query */
    const struct trp__wanted *wanted;
    uint32_t mask;  /* without an asker: only members with one of these categories */
    uint32_t after; /* finds higher numbers than this one; TRP__NONE: all */
    bool is_last;   /* there are no more */
} trp__held;

/* space_held.c */
/* False: within another such pass, or the stack is full. */
bool trp__held_begin(trp__held *held, trp_space *space);
void trp__held_end(const trp__held *held);
/* The place of a member's copy when the pass began, or TRP__NONE. */
uint32_t trp__held_place(const trp__held *held, uint32_t member);
/* The next answers, as many as there is room for, on top of the stack, by number: doubled, plus 1
 * if the member comes before its asker. The query's mask and shape are as in other searches. */
uint32_t trp__held_find(trp__held *held, const trp__question *question);

TRP__INLINE trp__edges trp__copy_at(const trp__copies *copies, uint32_t place)
{
    const trp__edges out = {copies->left[place], copies->top[place], copies->right[place],
                            copies->bottom[place]};

    return out;
}

/* The limits of a box, each four times. */
TRP__INLINE trp__fours trp__limits_four(const trp__edges *edges)
{
    const trp__fours out = {TRP__SAME_FOUR(-edges->right), TRP__SAME_FOUR(-edges->bottom),
                            TRP__SAME_FOUR(-edges->left), TRP__SAME_FOUR(-edges->top)};

    return out;
}

/* Which of the four places from this one on touch, as bits; none from `to` on. A table, since a
 * branch would often be mispredicted. */
TRP__INLINE uint32_t trp__overlaps(const trp__copies *copies, uint32_t from, uint32_t to,
                                   const trp__fours *limits)
{
    static const uint8_t first[] = {0, 1, 3, 7, 15};
    const uint32_t bits = trp__four_at_most(copies->left + from, copies->top + from,
                                            copies->right + from, copies->bottom + from, limits);

    return bits & first[to - from < 4 ? to - from : 4];
}

/* Whether a member whose box touches the query's is an answer. */
TRP__INLINE bool trp__question_takes(const trp_space *space, const trp__question *question,
                                     uint32_t member, const trp__edges *box)
{
    return question->is_plain ||
           ((space->category[member] & question->mask) != 0 && member != question->asker &&
            (question->is_box || trp__shape_answers(space, question, member, box)));
}

#endif
