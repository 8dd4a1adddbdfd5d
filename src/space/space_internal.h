/*
 * Functions of the files of `space`, for each other, by file; and inline accessors. The structs are
 * in space_types.h.
 */
#ifndef TROUPE_SRC_SPACE_INTERNAL_H
#define TROUPE_SRC_SPACE_INTERNAL_H

#include "space_types.h"

/* For reports of a refused box. */
#define TRP__BOX_ADVICE                                                                            \
    "Its floats must be adjacent in the struct: x, y, width, height. TRP_BOX checks this"

/* space.c */
TRP__COLD trp_result trp__space_misuse(const trp_space *space, trp_pool *pool,
                                       const trp_actor *actor, const char *call, trp_result result,
                                       const char *detail);
/* TRP_OK, or the result of a call that changes something while the world is drawn. */
trp_result trp__space_may_change(const trp_space *space, const char *call);

/* space_move.c */
/* The box of one member is this now; false: it was. */
bool trp__space_place(trp_space *space, uint32_t member, const trp__edges *edges);
/* The space reads boxes in ticks, unless its desc says otherwise. */
void trp__space_add_reader(trp_space *space);
void trp__space_remove_reader(trp_space *space);
/* Reads all boxes after a load. What has moved by it has no former box. */
void trp__space_read_loaded(trp_space *space);

/* space_swept.c */
/* Before a swept pass: all boxes in the sheets extend from their former to their present places. */
void trp__swept_begin(trp_space *space);
/* After its pairs were found: they no longer do. */
void trp__swept_end(trp_space *space);
/* In a swept pass: the box around a member's way. */
void trp__swept_edges(const trp_space *space, uint32_t member, trp__edges *edges);
/* desc.sweeps: its former box, or its present one if it has none. */
const trp__edges *trp__swept_former(const trp_space *space, uint32_t member);
/* In a swept pass: whether its way is more than a place. */
bool trp__swept_has_moved(const trp_space *space, uint32_t member);
/* All boxes have been read. */
void trp__swept_read(const trp_space *space);
/* The present box becomes the former one. */
void trp__swept_teleport(const trp_space *space, uint32_t member);
/* A member is new, or its box is read as if it had always been there. */
void trp__swept_forget(const trp_space *space, uint32_t member);

/* space_memory.c */
/* Bytes of the arrays of a space with this capacity; 0: impossible. */
size_t trp__space_bytes(const trp_space *space);
/* Gives a new space its arrays. False: no memory. */
bool trp__space_take_memory(trp_space *space);
/* Makes room for this many more members: grows if necessary. False, and nothing changed: there is
 * none. */
bool trp__space_make_room(trp_space *space, uint32_t count);
uint32_t trp__space_cell_room(uint32_t capacity);
/* The size of `found`, in boxes. */
uint32_t trp__space_found_room(const trp_space *space);

/* space_pool.c */
/* A pool in the space, or NULL; it may be of another world. */
trp__space_pool *trp__space_entry_of(const trp_space *space, const trp_pool *pool);
/* Reports that the pool is not in the space. */
trp_result trp__space_not_in(const trp_space *space, trp_pool *pool, const char *call);
void trp__space_forget_pools(trp_space *space);

/* space_member.c */
/* The number of an actor in the space, or TRP__NONE. */
uint32_t trp__space_number_of(const trp_space *space, const trp_actor *actor);
trp_result trp__space_enter(trp_space *space, trp__space_pool *entry, trp_actor *actor,
                            uint32_t slot, const char *call);
void trp__space_leave(trp_space *space, trp__space_pool *entry, uint32_t slot);
void trp__space_hide(trp_space *space, uint32_t member);
void trp__space_show(trp_space *space, trp__space_pool *entry, uint32_t member);
/* Its box is refused: this is reported, and the former box stays. */
TRP__COLD trp_result trp__space_refuse_box(trp_space *space, const char *call, uint32_t member);

/* space_bits.c */
/* Gives a member a category and mask; its class follows from these. */
void trp__space_set_class(trp_space *space, uint32_t member, uint32_t category, uint32_t mask);
/* A member leaves: its class has one less. */
void trp__space_leave_class(trp_space *space, uint32_t member);

/* space_plan.c */
/* Chooses levels and the sizes of their cells, if it is time for that, for this many boxes in
 * `found`. */
void trp__space_plan(trp_space *space, trp__sheet *sheet, uint32_t count, const trp__edges *least,
                     const trp__edges *most);

/* space_sort.c */
/* Sorts this many members, in `listed`, into a sheet whose `first` and `cells` are set. */
void trp__space_sort_sheet(trp_space *space, trp__sheet *sheet, uint32_t count);

/* space_sheets.c */
/* A member's box has changed, or it is new. */
void trp__space_loosen(trp_space *space, uint32_t member);
/* Its copy in the settled sheet, if any, is stale. */
void trp__space_unsettle(trp_space *space, uint32_t member);
/* Sorts, so that no member is loose. */
void trp__space_sort(trp_space *space);
/* Called before this many queries: sorts if it is worthwhile. False: the boxes themselves must be
 * compared, one by one. */
bool trp__space_refresh(trp_space *space, uint32_t questions);

/* space_shape.c */
/* The box as edges; false if it is invalid. */
bool trp__space_edges_of(const trp_box *box, trp__edges *edges);
/* False: the area is invalid. */
bool trp__space_ask(const trp_space *space, const trp_query *query, trp__question *question);
/* A query for what touches these edges. */
void trp__ask_edges(const trp__edges *edges, trp__question *question);
/* Whether a member that touches the query's edges touches its shape. */
bool trp__shape_answers(const trp_space *space, const trp__question *question, uint32_t member,
                        const trp__edges *box);

/* space_order.c */
/* The marks for this many numbers; `words` has trp__marks_words() words, all zero. */
void trp__marks_init(trp__marks *marks, trp__word *words, uint32_t numbers);
size_t trp__marks_words(uint32_t numbers);
/* The first mark in a word of the second level: updates the levels above. */
void trp__marks_raise(trp__marks *marks, uint32_t word);
/* Writes the marked numbers, lowest first, and clears the marks. Returns their number. */
uint32_t trp__marks_take(trp__marks *marks, uint32_t *numbers);
/* Sorts members by number. */
void trp__order_numbers(trp_space *space, uint32_t *numbers, uint32_t count);
/* Sorts pairs. Uses `found` if that has room for them, or for half of each. */
void trp__order_pairs(trp_space *space, uint64_t *pairs, uint32_t count);
void trp__order_keys(uint64_t *keys, uint32_t count);

/* space_iterate.c */
/* During a report the space stays, whatever the hook does. */
void trp__space_keep(trp_space *space);
void trp__space_keep_no_longer(trp_space *space);
void trp__pass_begin(trp__pass *pass, trp_space *space);
void trp__pass_end(trp__pass *pass);
/* The same for calls during which nothing can change, and which cannot be stopped. */
void trp__pass_mark(trp__pass *pass, trp_space *space);
void trp__pass_unmark(trp__pass *pass);

/* space_query.c */
/* The members that answer a query, on top of the stack, in no order. False: no room. */
bool trp__space_find(trp_space *space, const trp__question *question, uint32_t *count);
/* Reports an invalid area. */
trp_result trp__space_refuse_area(const trp_space *space, const char *call);

/* Finds answers while nothing is sorted. */
TRP__INLINE uint32_t *trp__raw(const trp_space *space)
{
    return (uint32_t *)(void *)(space->found + space->found_kept);
}

TRP__INLINE uint32_t trp__raw_room(const trp_space *space)
{
    return 4 * trp__space_found_room(space);
}

TRP__INLINE bool trp__mark(trp__marks *marks, uint32_t number)
{
    const uint32_t place = number / TRP__WORD_BITS;
    trp__word *word = &marks->levels[0][place];
    trp__word *above;
    const trp__word old = *word;
    trp__word old_above;

    *word = old | trp__bit(number);
    if (marks->depth > 1) /* unconditional, because it is not predictable */
    {
        above = &marks->levels[1][place / TRP__WORD_BITS];
        old_above = *above;
        *above = old_above | trp__bit(place);
        if (TRP__RARELY(old_above == 0))
            trp__marks_raise(marks, place / TRP__WORD_BITS);
    }
    return (old & trp__bit(number)) == 0;
}

/* A pair: the lower number, the higher one, and whether the higher one is `a`. */
TRP__INLINE uint64_t trp__pair_of(uint32_t low, uint32_t high, bool is_swapped)
{
    return (uint64_t)low << 32 | high << 1 | is_swapped;
}

TRP__INLINE uint32_t trp__low_of(uint64_t pair)
{
    return (uint32_t)(pair >> 32);
}

TRP__INLINE uint32_t trp__high_of(uint64_t pair)
{
    return (uint32_t)pair >> 1;
}

TRP__INLINE uint32_t trp__first_of(uint64_t pair)
{
    return (pair & 1) != 0 ? trp__high_of(pair) : trp__low_of(pair);
}

TRP__INLINE uint32_t trp__second_of(uint64_t pair)
{
    return (pair & 1) != 0 ? trp__low_of(pair) : trp__high_of(pair);
}

TRP__INLINE trp__four trp__limits(const trp__edges *edges)
{
    return TRP__FOUR(-edges->right, -edges->bottom, -edges->left, -edges->top);
}

TRP__INLINE bool trp__is_round(const trp_space *space, uint32_t member)
{
    return space->round_pools != 0 && space->by_number[space->pool[member]]->is_round;
}

/* In the space and not hidden. */
TRP__INLINE bool trp__is_found(const trp_space *space, uint32_t member)
{
    return (space->flags[member] & (TRP__IN | TRP__HIDDEN)) == TRP__IN;
}

/* Whether a member that was found when the pass began is still to be visited. */
TRP__INLINE bool trp__pass_has(const trp__pass *pass, uint32_t member)
{
    const trp_space *space = pass->space;

    return TRP__LIKELY(space->changes == pass->changes) ||
           (trp__is_found(space, member) && space->since[member] <= pass->serial);
}

#define TRP__AHEAD 12 /* prefetch distance in answers */

/* Prefetches an actor that will be visited soon. */
TRP__INLINE void trp__fetch(const trp_space *space, uint32_t member)
{
    TRP__PREFETCH_READ(space->actor[member]);
}

/* Whether the moving sheet contains exactly the moving members; it need not be sorted. */
TRP__INLINE bool trp__moving_is_current(const trp_space *space)
{
    const trp__sheet *moving = &space->sheets[TRP__MOVING];

    return space->loose_count == 0 &&
           moving->end - moving->first == space->count - space->hidden - space->resting;
}

/* Nothing is loose: the sheets contain all boxes, and possibly stale ones. */
TRP__INLINE bool trp__is_clean(const trp_space *space)
{
    return space->sorted && space->loose_count == 0;
}

#endif
