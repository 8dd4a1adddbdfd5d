/*
 * Categories and masks. Members with the same bits form a class, so most checks for pairs are made
 * per class.
 */
#include "space_internal.h"

/* The entry for all classes without room in the table. */
static uint32_t bits_mixed(bool is_static)
{
    return TRP__SPACE_CLASSES - 1 - is_static;
}

static bool bits_is(const trp__class *one, uint32_t category, uint32_t mask, bool is_static)
{
    return one->category == category && one->mask == mask && one->is_static == is_static;
}

/* The class of these bits, created if necessary. */
static uint32_t bits_find_class(trp_space *space, uint32_t category, uint32_t mask, bool is_static)
{
    const uint32_t most = TRP__SPACE_CLASSES - 2;
    uint32_t empty = most;
    trp__class *found;

    for (uint32_t i = 0; i < most; i++)
    {
        if (space->classes[i].members == 0)
            empty = i < empty ? i : empty;
        else if (bits_is(&space->classes[i], category, mask, is_static))
            return i;
    }
    if (empty == most)
        empty = bits_mixed(is_static);
    found = &space->classes[empty];
    found->category = empty < most ? category : UINT32_MAX;
    found->mask = empty < most ? mask : UINT32_MAX;
    found->is_static = is_static;
    return empty;
}

void trp__space_set_class(trp_space *space, uint32_t member, uint32_t category, uint32_t mask)
{
    const bool is_static = (space->flags[member] & TRP__STATIC) != 0;
    uint32_t number = space->class_of[member];

    space->category[member] = category;
    space->mask[member] = mask;
    if (!bits_is(&space->classes[number], category, mask,
                 is_static)) /* usually the last member with the number was similar */
        number = bits_find_class(space, category, mask, is_static);
    space->class_of[member] = (uint8_t)number;
    space->classes[number].members++;
    if (category != 1 || mask != UINT32_MAX || is_static)
        space->has_bits = true;
}

void trp__space_leave_class(trp_space *space, uint32_t member)
{
    space->classes[space->class_of[member]].members--;
}
