/*
 * Passes without room for all answers: they find the answers a few at a time, by number, in sheets
 * that are held as they were when the pass began. Other data from that time is stored before the
 * results of searches.
 */
#include "space_pairing.h"

/* Three numbers per member: its category, its mask, its place. */
static uint32_t held_boxes(uint32_t top)
{
    return (uint32_t)((3 * (uint64_t)top + 3) / 4);
}

bool trp__held_begin(trp__held *held, trp_space *space)
{
    const uint32_t top = space->top;
    uint32_t *kept = (uint32_t *)(void *)space->found;

    if (space->held != 0 || space->stack_top == space->stack_size)
        return false;
    if (!trp__is_clean(space))
        trp__space_sort(space);
    held->space = space;
    held->top = top;
    memcpy(kept, space->category, top * sizeof *kept);
    memcpy(kept + top, space->mask, top * sizeof *kept);
    for (uint32_t i = 0; i < top; i++)
        kept[2 * (size_t)top + i] = TRP__NONE;
    for (uint32_t i = 0; i < TRP__SHEETS; i++)
        for (uint32_t place = space->sheets[i].first; place < space->sheets[i].end; place++)
        {
            const uint32_t member = space->who[place];
            const uint8_t expects = i == TRP__SETTLED ? TRP__IN | TRP__RESTS : TRP__IN;
            if ((space->flags[member] & TRP__CURRENT) == expects)
                kept[2 * (size_t)top + member] = place;
        }
    space->found_kept = held_boxes(top);
    space->held++;
    return true;
}

void trp__held_end(const trp__held *held)
{
    held->space->held--;
    held->space->found_kept = 0;
}

static uint32_t held_value(const trp__held *held, uint32_t which, uint32_t member)
{
    const uint32_t *kept = (const uint32_t *)(const void *)held->space->found;

    return kept[which * (size_t)held->top + member];
}

uint32_t trp__held_place(const trp__held *held, uint32_t member)
{
    return held_value(held, 2, member);
}

/* Whether a copy was current when the pass began. */
static bool held_is_current(const trp__held *held, uint32_t member, const trp__edges *box)
{
    const uint32_t place = member < held->top ? trp__held_place(held, member) : TRP__NONE;
    trp__edges copy;

    if (place == TRP__NONE)
        return false;
    copy = trp__copy_at(&held->space->copies, place);
    return trp__same_edges(box, &copy);
}

static trp__bits held_bits(const trp__held *held, uint32_t member)
{
    const trp__bits out = {held_value(held, 0, member), held_value(held, 1, member),
                           (held->space->flags[member] & TRP__STATIC) != 0};

    return out;
}

/* Whether the asker and a member with a higher number are a wanted pair. */
static bool held_is_pair(const trp__held *held, uint32_t member, const trp__edges *box,
                         bool *is_swapped)
{
    const trp__edges asker_box =
        trp__copy_at(&held->space->copies, trp__held_place(held, held->asker));
    const trp__bits low = held_bits(held, held->asker);
    const trp__bits high = held_bits(held, member);

    return member > held->asker && trp__bits_meet(held->wanted, &low, &high, is_swapped) &&
           (!held->wanted->asks_shapes ||
            trp__shapes_meet(held->space, held->wanted, held->asker, member, &asker_box, box));
}

/* Marks a member, with a bit for the order of the two. */
static void held_take(trp__search *search, uint32_t member, const trp__edges *box)
{
    trp__held *held = (trp__held *)search->context;
    const uint32_t asker = held->asker;
    bool is_swapped = false;

    if ((member <= held->after && held->after != TRP__NONE) || !held_is_current(held, member, box))
        return;
    if (asker != TRP__NONE ? !held_is_pair(held, member, box, &is_swapped)
                           : (held_value(held, 0, member) & held->mask) == 0)
        return;
    trp__mark(&search->space->marks, member << 1 | is_swapped);
}

uint32_t trp__held_find(trp__held *held, const trp__question *question)
{
    trp_space *space = held->space;
    const uint32_t room = space->stack_size - space->stack_top;
    uint32_t *to = space->stack + space->stack_top;
    trp__search search;
    uint32_t count;

    trp__search_begin(&search, space, question, held_take);
    search.context = held;
    trp__search_held(&search);
    count = trp__marks_take(&space->marks, space->listed);
    held->is_last = count <= room;
    count = held->is_last ? count : room;
    memcpy(to, space->listed, count * sizeof *to);
    if (count != 0)
        held->after = to[count - 1] >> 1;
    space->hits += count;
    return count;
}
