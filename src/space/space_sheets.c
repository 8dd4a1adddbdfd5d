/*
 * Which boxes have settled, and which move.
 *
 * A box that is loose when the moving sheet is sorted has moved since the last sort. A box that is
 * not loose lies still, and was sorted without need. When this has happened to as many boxes as
 * settling them would sort, they are settled. A settled box that moves again becomes loose, and
 * leaves a stale copy. So unmoved boxes are not sorted for long, and in any case at most twice as
 * much is sorted as with perfect prediction.
 */
#include "space_box.h"

#define SHEETS_FEW 32 /* fewer boxes are not worth settling */

/* In the space, found, and not settled. */
static bool sheets_moves(const trp_space *space, uint32_t member)
{
    return (space->flags[member] & (TRP__IN | TRP__HIDDEN | TRP__RESTS)) == TRP__IN;
}

static void sheets_list(trp_space *space, uint32_t member)
{
    uint8_t *flags = &space->flags[member];

    if ((*flags & TRP__LISTED) == 0)
        space->loose[space->loose_count++] = member;
    *flags |= TRP__LISTED;
}

void trp__space_loosen(trp_space *space, uint32_t member)
{
    uint8_t *flags = &space->flags[member];

    trp__space_unsettle(space, member);
    if (!space->sorted && (*flags & TRP__PLACED) != 0)
        return; /* it will be sorted with all others */
    sheets_list(space, member);
    *flags |= TRP__LOOSE;
}

void trp__space_unsettle(trp_space *space, uint32_t member)
{
    if ((space->flags[member] & TRP__RESTS) == 0)
        return;
    space->flags[member] &= (uint8_t)~TRP__RESTS;
    space->sheets[TRP__SETTLED].stale++;
    space->resting--;
}

/* All moving members lose their places, and are listed. */
static void sheets_unplace(trp_space *space)
{
    trp__sheet *moving = &space->sheets[TRP__MOVING];

    for (uint32_t place = moving->first; place < moving->end; place++)
    {
        const uint32_t member = space->who[place];
        space->flags[member] &= (uint8_t)~TRP__PLACED;
        if (sheets_moves(space, member))
            sheets_list(space, member);
    }
    moving->end = moving->first;
}

/* All that have settled move again. */
static void sheets_dissolve(trp_space *space)
{
    trp__sheet *settled = &space->sheets[TRP__SETTLED];

    for (uint32_t place = 0; place < settled->end; place++)
    {
        const uint32_t member = space->who[place];
        if ((space->flags[member] & TRP__RESTS) == 0)
            continue;
        space->flags[member] &= (uint8_t)~TRP__RESTS;
        sheets_list(space, member);
    }
    settled->end = 0;
    settled->stale = 0;
    settled->level_count = 0;
    settled->cell_count = 0;
    space->resting = 0;
}

/* Has not moved since the moving sheet was sorted, or is expected to lie still. In a swept pass
 * copies of moved boxes extend from their former places. */
static bool sheets_lies_still(const trp_space *space, uint32_t member)
{
    const uint8_t flags = space->flags[member];

    if (!sheets_moves(space, member))
        return false;
    if (space->sorted && (flags & TRP__LOOSE) == 0)
        return true;
    return (flags & TRP__STATIC) != 0 && !(space->is_swept && trp__swept_has_moved(space, member));
}

/* Settles boxes that lie still, in addition to the settled ones. */
static void sheets_settle(trp_space *space)
{
    trp__sheet *settled = &space->sheets[TRP__SETTLED];
    uint32_t *listed = space->listed;
    uint32_t count = 0;
    uint32_t kept = 0;

    for (uint32_t place = 0; place < settled->end; place++)
        if ((space->flags[space->who[place]] & TRP__RESTS) != 0)
            listed[count++] = space->who[place];
    sheets_unplace(space);
    for (uint32_t i = 0; i < space->loose_count; i++)
    {
        const uint32_t member = space->loose[i];
        if (!sheets_lies_still(space, member))
        {
            space->loose[kept++] = member;
            continue;
        }
        space->flags[member] &= (uint8_t) ~(TRP__LOOSE | TRP__LISTED);
        space->flags[member] |= TRP__RESTS;
        listed[count++] = member;
    }
    space->loose_count = kept;
    space->resting = count;
    settled->first = 0;
    settled->cells = 0;
    trp__space_sort_sheet(space, settled, count);
    space->vain = 0;
}

/* Lists the members that are still in the moving sheet. */
static uint32_t sheets_list_placed(trp_space *space, const trp__sheet *moving)
{
    const uint32_t *who = space->who;
    uint32_t *listed = space->listed;
    uint32_t count = 0;

    for (uint32_t place = moving->first; place < moving->end; place++)
    {
        const uint32_t member = who[place];
        if (TRP__LIKELY(sheets_moves(space, member)))
            listed[count++] = member;
        else
            space->flags[member] &= (uint8_t)~TRP__PLACED;
    }
    return count;
}

/* The moving sheet, after the settled one. */
static void sheets_sort_moving(trp_space *space)
{
    const trp__sheet *settled = &space->sheets[TRP__SETTLED];
    trp__sheet *moving = &space->sheets[TRP__MOVING];
    uint32_t count = moving->end - moving->first;

    if (trp__moving_is_current(space))
        memcpy(space->listed, space->who + moving->first, count * sizeof *space->listed);
    else
        count = sheets_list_placed(space, moving);
    for (uint32_t i = 0; i < space->loose_count; i++)
    {
        const uint32_t member = space->loose[i];
        uint8_t *flags = &space->flags[member];
        *flags &= (uint8_t) ~(TRP__LOOSE | TRP__LISTED);
        if (!sheets_moves(space, member) || (*flags & TRP__PLACED) != 0)
            continue;
        *flags |= TRP__PLACED;
        space->listed[count++] = member;
    }
    space->loose_count = 0;
    moving->first = settled->end;
    moving->cells = settled->level_count != 0 ? settled->cells + settled->cell_count + 2 : 0;
    trp__space_sort_sheet(space, moving, count);
}

/* Members that are or will be loose, and the number of these that are expected to lie still. */
static uint32_t sheets_count_still(const trp_space *space, uint32_t moving)
{
    uint32_t still = 0;
    uint32_t loose = 0;

    for (uint32_t i = 0; i < space->loose_count; i++)
    {
        const uint32_t member = space->loose[i];
        const bool is_there = sheets_moves(space, member);
        loose += is_there;
        still += is_there && (space->flags[member] & TRP__STATIC) != 0;
    }
    return space->sorted ? still + moving - loose : still;
}

void trp__space_sort(trp_space *space)
{
    const trp__sheet *settled = &space->sheets[TRP__SETTLED];
    const uint32_t moving = space->count - space->hidden - space->resting;
    const uint32_t still = sheets_count_still(space, moving);

    if (space->desc.kind != TRP_SPACE_BRUTE)
        space->vain += still;
    if (space->resting < moving - still && settled->end != 0)
        sheets_dissolve(space);
    else if ((still >= SHEETS_FEW && still >= 2 * (moving - still) &&
              space->vain > space->resting) ||
             settled->stale > SHEETS_FEW + space->resting / 4 ||
             settled->end + moving > space->places)
        sheets_settle(space);
    sheets_sort_moving(space);
    space->sorted = true;
    space->debt = 0;
}

bool trp__space_refresh(trp_space *space, uint32_t questions)
{
    const uint32_t found = space->count - space->hidden;
    const uint32_t moving = found - space->resting;

    if (trp__is_clean(space))
        return true;
    space->debt += (space->sorted ? space->loose_count : (uint64_t)found) * questions;
    if (space->held == 0 && space->debt > 8 * (uint64_t)moving + 64)
        trp__space_sort(space);
    return space->sorted;
}
