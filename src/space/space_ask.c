/*
 * Pairs in which one member always belongs to a small group: these members search for what touches
 * them.
 */
#include "space_pairing.h"

static void ask_take(trp__search *search, uint32_t member, const trp__edges *box)
{
    trp__pairs *out = (trp__pairs *)search->context;
    const trp_space *space = out->space;
    const uint32_t asker = search->question->asker;

    (void)box;
    if ((out->wanted->askers >> space->class_of[member] & 1) != 0 && member < asker)
        return; /* it searches as well, and has found this pair */
    trp__pairs_take(out, asker, member);
    search->is_over = out->overflown;
}

static void ask_for(trp__pairs *out, uint32_t member)
{
    trp_space *space = out->space;
    trp__question question;
    trp__edges edges = space->edges[member];
    trp__search search;

    if (space->is_swept)
        trp__swept_edges(space, member, &edges);
    trp__ask_edges(&edges, &question);
    question.asker = member;
    question.is_plain = false;
    trp__search_begin(&search, space, &question, ask_take);
    search.context = out;
    search.is_asked = true;
    trp__search_run(&search);
}

/* Skips eight numbers at a time whose classes do not search: usually the tiles of a map. */
static uint32_t ask_skip(const uint8_t *class_of, uint32_t member, uint32_t top,
                         uint8_t class_number)
{
    const uint64_t all = class_number * UINT64_C(0x0101010101010101);
    uint64_t eight;

    while (member + 8 <= top)
    {
        memcpy(&eight, class_of + member, sizeof eight);
        if (eight != all)
            break;
        member += 8;
    }
    return member;
}

void trp__space_ask_all(trp__pairs *out)
{
    const trp_space *space = out->space;
    const uint32_t askers = out->wanted->askers;
    uint32_t member = 0;

    while (member < space->top && !out->overflown)
    {
        const uint8_t class_number = space->class_of[member];
        if ((askers >> class_number & 1) == 0)
            member = ask_skip(space->class_of, member + 1, space->top, class_number);
        else
        {
            if (trp__is_found(space, member))
                ask_for(out, member);
            member++;
        }
    }
}
