/*
 * Delivers pairs.
 */
#include "space_pairing.h"

typedef struct pairs_telling
{
    trp__pass pass;
    trp__wanted wanted;
    trp_pair_fn *pair;
    trp_pair_context in; /* of callbacks */
    uint32_t told;
} pairs_telling;

/* Calls the filter. It may have removed one of the two. */
static bool pairs_accepts(pairs_telling *at, uint64_t both)
{
    const trp_pairing *which = &at->wanted.which;

    void *user = at->in.user;
    bool is_wanted;

    at->in.user = which->user != NULL ? which->user : user;
    is_wanted = which->accept(at->pass.a.current, at->pass.b.current, &at->in);
    at->in.user = user;
    return is_wanted && trp__pass_has(&at->pass, trp__low_of(both)) &&
           trp__pass_has(&at->pass, trp__high_of(both)) && !at->pass.is_stopped;
}

/* Delivers a pair, if both are still there. */
TRP__INLINE void pairs_tell(pairs_telling *at, uint64_t both)
{
    const trp_space *space = at->pass.space;

    if (!trp__pass_has(&at->pass, trp__low_of(both)) ||
        !trp__pass_has(&at->pass, trp__high_of(both)))
        return;
    at->pass.a.current = space->actor[trp__first_of(both)];
    at->pass.b.current = space->actor[trp__second_of(both)];
    at->in.a_category = space->category[trp__first_of(both)];
    at->in.b_category = space->category[trp__second_of(both)];
    if (TRP__RARELY(at->wanted.which.accept != NULL) && !pairs_accepts(at, both))
        return;
    at->told++;
    if (at->pair != NULL)
        at->pair(at->pass.a.current, at->pass.b.current, &at->in);
}

/* All pairs are on top of the stack. */
static void pairs_tell_collected(pairs_telling *at, trp_space *space, uint32_t from, uint32_t count)
{
    trp__pass_begin(&at->pass, space);
    space->stack_top = from + 2 * count;
    for (uint32_t i = 0; i < count && !at->pass.is_stopped; i++)
    {
        if (i + TRP__AHEAD < count)
        {
            const uint64_t later = trp__pair_at(space, from, i + TRP__AHEAD);
            trp__fetch(space, trp__low_of(later));
            trp__fetch(space, trp__high_of(later));
        }
        pairs_tell(at, trp__pair_at(space, from, i));
    }
    trp__pass_end(&at->pass);
}

/* The pairs of one member with higher numbers, a few at a time. */
static void pairs_tell_of(pairs_telling *at, trp__held *held, uint32_t member)
{
    trp_space *space = at->pass.space;
    const uint32_t base = space->stack_top;
    const trp__edges box = trp__copy_at(&space->copies, trp__held_place(held, member));
    trp__question question;

    trp__ask_edges(&box, &question);
    held->asker = member;
    held->after = TRP__NONE;
    do
    {
        const uint32_t count = trp__held_find(held, &question);
        space->stack_top = base + count;
        for (uint32_t i = 0; i < count && !at->pass.is_stopped; i++)
            pairs_tell(at, (uint64_t)member << 32 | space->stack[base + i]);
        space->stack_top = base;
    } while (!held->is_last && !at->pass.is_stopped);
}

/* More pairs than there is room for: those of one member after the other. */
static void pairs_tell_slowly(pairs_telling *at, trp__held *held)
{
    trp_space *space = held->space;

    held->wanted = &at->wanted;
    trp__pass_begin(&at->pass, space);
    for (uint32_t member = 0; member < held->top && !at->pass.is_stopped; member++)
        if (trp__held_place(held, member) != TRP__NONE)
            pairs_tell_of(at, held, member);
    trp__pass_end(&at->pass);
    trp__held_end(held);
}

/* False: no room. */
static bool pairs_find(pairs_telling *at, trp_space *space)
{
    const bool counts = at->pair == NULL && at->wanted.which.accept == NULL;
    const bool is_swept = at->wanted.which.swept;
    trp__held held = {0};
    uint32_t from;
    uint32_t count;
    bool fits;

    if (is_swept && space->held != 0)
        return false;
    if (is_swept)
        trp__swept_begin(space);
    fits = trp__space_collect(space, &at->wanted, counts, &from, &count);
    at->told = counts ? count : 0;
    if (fits || counts || !trp__held_begin(&held, space))
    {
        if (is_swept)
            trp__swept_end(space);
        if (fits && !counts)
            pairs_tell_collected(at, space, from, count);
        return fits;
    }
    if (is_swept)
        trp__swept_end(space);
    pairs_tell_slowly(at, &held);
    return true;
}

static uint32_t pairs_all(trp_space *space, const trp_pairing *which, trp_pair_fn *pair, void *arg,
                          const char *call)
{
    pairs_telling at = {0};
    bool fits;

    if (!trp__has_space(space, call) || !trp__pairing_check(space, which, call, &at.wanted))
        return 0;
    at.pair = pair;
    trp__fill_context(&at.in, space->world, NULL, NULL, arg);
    at.in.space = space;
    fits = pairs_find(&at, space);
    if (at.wanted.which.swept)
        space->is_sweeping = false;
    return fits ? at.told : trp__pairing_full(space, call);
}

uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *arg)
{
    return pairs_all(space, NULL, pair, arg, TRP__TEXT("trp_space_pairs"));
}

uint32_t trp_space_pairs_between(trp_space *space, uint32_t a, uint32_t b, trp_pair_fn *pair,
                                 void *arg)
{
    trp_pairing which = {0};

    which.a = a;
    which.b = b;
    return pairs_all(space, &which, pair, arg, TRP__TEXT("trp_space_pairs_between"));
}

uint32_t trp_space_pairs_where(trp_space *space, const trp_pairing *which, trp_pair_fn *pair,
                               void *arg)
{
    return pairs_all(space, which, pair, arg, TRP__TEXT("trp_space_pairs_where"));
}
