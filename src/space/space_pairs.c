/*
 * Handing out pairs.
 */
#include "space_search.h"

/* Hands a pair out, if both are still there. */
TRP__INLINE uint32_t pairs_tell(trp__pass *pass, uint64_t both, trp_pair_fn *pair, void *user)
{
    const trp_space *space = pass->space;

    if (!trp__pass_has(pass, trp__low_of(both)) || !trp__pass_has(pass, trp__high_of(both)))
        return 0;
    pass->a.current = space->actor[trp__first_of(both)];
    pass->b.current = space->actor[trp__second_of(both)];
    pair(pass->a.current, pass->b.current, user);
    return 1;
}

static uint64_t pairs_at(const trp_space *space, uint32_t from, uint32_t i)
{
    uint64_t both;

    memcpy(&both, space->stack + from + 2 * (size_t)i, sizeof both);
    return both;
}

static uint32_t pairs_tell_collected(trp_space *space, uint32_t from, uint32_t count,
                                     trp_pair_fn *pair, void *user)
{
    uint32_t told = 0;
    trp__pass pass;

    trp__pass_begin(&pass, space);
    space->stack_top = from + 2 * count;
    for (uint32_t i = 0; i < count; i++)
    {
        if (i + TRP__AHEAD < count)
        {
            const uint64_t later = pairs_at(space, from, i + TRP__AHEAD);
            trp__fetch(space, trp__low_of(later));
            trp__fetch(space, trp__high_of(later));
        }
        told += pairs_tell(&pass, pairs_at(space, from, i), pair, user);
    }
    trp__pass_end(&pass);
    return told;
}

/* The pairs of one member with higher numbers. */
static uint32_t pairs_tell_of(trp__pass *pass, trp__held *held, uint32_t member, trp_pair_fn *pair,
                              void *user)
{
    trp_space *space = pass->space;
    const uint32_t base = space->stack_top;
    uint32_t told = 0;
    trp__question question = {0};

    question.edges = trp__copy_at(&space->copies, trp__held_place(held, member));
    question.is_plain = true;
    held->asker = member;
    held->after = TRP__NONE;
    do
    {
        const uint32_t count = trp__held_find(held, &question);
        space->stack_top = base + count;
        for (uint32_t i = 0; i < count; i++)
            told += pairs_tell(pass, (uint64_t)member << 32 | space->stack[base + i], pair, user);
        space->stack_top = base;
    } while (!held->is_last);
    return told;
}

/* More pairs than there is room for: those of one member after the other. */
static uint32_t pairs_tell_slowly(trp__held *held, trp_pair_fn *pair, void *user)
{
    trp_space *space = held->space;
    uint32_t told = 0;
    trp__pass pass;

    trp__pass_begin(&pass, space);
    for (uint32_t member = 0; member < held->top; member++)
        if (trp__held_place(held, member) != TRP__NONE && trp__pass_has(&pass, member))
            told += pairs_tell_of(&pass, held, member, pair, user);
    trp__pass_end(&pass);
    trp__held_end(held);
    return told;
}

uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *user)
{
    trp__held held = {0};
    uint32_t from;
    uint32_t count;

    if (space == NULL)
        return 0;
    if (trp__space_collect(space, pair == NULL, &from, &count))
        return pair == NULL ? count : pairs_tell_collected(space, from, count, pair, user);
    if (pair != NULL && trp__held_begin(&held, space))
        return pairs_tell_slowly(&held, pair, user);
    trp__space_misuse(
        space, NULL, NULL, TRP__TEXT("trp_space_pairs"), TRP_ERR_FULL,
        TRP__TEXT("desc.hits has no room for the pairs, beside what passes in progress hold"));
    return 0;
}
