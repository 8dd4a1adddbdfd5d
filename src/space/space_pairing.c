/*
 * The wanted pairs: by categories and masks, and by shapes.
 *
 * Masks are compared per class first. If the members of few classes have all the possible partners,
 * only these members search, and the others are not compared with each other at all: bullets are
 * not compared with bullets.
 */
#include "space_pairing.h"

#include "space_meet.h"

#define PAIRING_ASKS 4 /* a searching member costs as much as this many compared ones */

/* Whether one can be `a` and the other `b`. */
static bool pairing_fits(const trp__wanted *wanted, const trp__bits *a, const trp__bits *b)
{
    const bool cares = (b->category & a->mask) != 0;
    const bool is_cared_for = (a->category & b->mask) != 0;

    if ((wanted->which.a != 0 && (a->category & wanted->which.a) == 0) ||
        (wanted->which.b != 0 && (b->category & wanted->which.b) == 0))
        return false;
    return cares && (is_cared_for || wanted->which.care == TRP_CARE_EITHER);
}

bool trp__bits_meet(const trp__wanted *wanted, const trp__bits *low, const trp__bits *high,
                    bool *is_swapped)
{
    const bool fits = pairing_fits(wanted, low, high);
    const bool fits_swapped = pairing_fits(wanted, high, low);

    *is_swapped = fits_swapped && (!fits || high->category < low->category);
    return (fits || fits_swapped) && !(low->is_static && high->is_static);
}

static trp__bits pairing_bits_of(const trp_space *space, uint32_t member)
{
    const trp__bits out = {space->category[member], space->mask[member],
                           (space->flags[member] & TRP__STATIC) != 0};

    return out;
}

static float pairing_step(float from, float to)
{
    const float step = to - from;

    return step - step == 0 ? step : 0; /* an infinite box does not move */
}

/* Whether two have touched on their ways. One is taken to be at rest, the other to make both
 * movements. */
static bool pairing_have_touched(const trp_space *space, uint32_t low, uint32_t high)
{
    const bool low_is_round = trp__is_round(space, low);
    const bool high_is_round = trp__is_round(space, high);
    const trp__way *way = &space->ways[low];
    const trp__way *other = &space->ways[high];
    const trp__core low_now = trp__core_of_box(&way->to, low_is_round);
    const trp__core high_now = trp__core_of_box(&other->to, high_is_round);
    const trp__core a = trp__core_of_box(&way->from, low_is_round);
    const trp__core b = trp__core_of_box(&other->from, high_is_round);
    const float dx =
        pairing_step(way->from.left, way->to.left) - pairing_step(other->from.left, other->to.left);
    const float dy =
        pairing_step(way->from.top, way->to.top) - pairing_step(other->from.top, other->to.top);

    return trp__cores_touch(&low_now, &high_now) || trp__core_sweep(&a, dx, dy, false, &b).at <= 1;
}

bool trp__shapes_meet(const trp_space *space, const trp__wanted *wanted, uint32_t low,
                      uint32_t high, const trp__edges *low_box, const trp__edges *high_box)
{
    trp__core low_core;
    trp__core high_core;

    if (wanted->which.swept)
        return pairing_have_touched(space, low, high);
    low_core = trp__core_of_box(low_box, trp__is_round(space, low));
    high_core = trp__core_of_box(high_box, trp__is_round(space, high));
    return trp__cores_touch(&low_core, &high_core);
}

bool trp__members_meet(const trp_space *space, const trp__wanted *wanted, uint32_t low,
                       uint32_t high, bool *is_swapped)
{
    if (wanted->asks_bits)
    {
        trp__bits a;
        trp__bits b;
        if ((wanted->partners[space->class_of[low]] >> space->class_of[high] & 1) == 0)
            return false;
        a = pairing_bits_of(space, low);
        b = pairing_bits_of(space, high);
        if (!trp__bits_meet(wanted, &a, &b, is_swapped))
            return false;
    }
    return !wanted->asks_shapes ||
           trp__shapes_meet(space, wanted, low, high, &space->edges[low], &space->edges[high]);
}

/* A mixed class may have any bits, and members that are not static. */
static trp__bits pairing_bits_of_class(const trp__class *one)
{
    const trp__bits out = {one->category, one->mask, one->is_static};

    return out;
}

static void pairing_find_partners(const trp_space *space, trp__wanted *wanted)
{
    for (uint32_t i = 0; i < TRP__SPACE_CLASSES; i++)
        for (uint32_t k = 0; k <= i && space->classes[i].members != 0; k++)
        {
            const trp__bits a = pairing_bits_of_class(&space->classes[i]);
            const trp__bits b = pairing_bits_of_class(&space->classes[k]);
            bool is_swapped;
            if (space->classes[k].members == 0 || !trp__bits_meet(wanted, &a, &b, &is_swapped))
                continue;
            wanted->partners[i] |= 1u << k;
            wanted->partners[k] |= 1u << i;
        }
}

/* Of the classes with a possible partner that does not search, the one with fewest members;
 * TRP__SPACE_CLASSES: none. */
static uint32_t pairing_next_asker(const trp_space *space, const trp__wanted *wanted)
{
    uint32_t best = TRP__SPACE_CLASSES;

    for (uint32_t i = 0; i < TRP__SPACE_CLASSES; i++)
    {
        const bool needs =
            (wanted->askers >> i & 1) == 0 && (wanted->partners[i] & ~wanted->askers) != 0;
        if (needs && (best == TRP__SPACE_CLASSES ||
                      space->classes[i].members < space->classes[best].members))
            best = i;
    }
    return best;
}

/* Lets classes search, the smallest first, until in each possible pair of classes at least one
 * searches; or none, if that would not be worthwhile. */
static void pairing_choose_askers(const trp_space *space, trp__wanted *wanted)
{
    const uint64_t most = (space->count - space->hidden) / PAIRING_ASKS;
    uint64_t count = 0;
    uint32_t next;

    for (uint32_t i = 0; i < TRP__SPACE_CLASSES; i++)
        if ((wanted->partners[i] >> i & 1) != 0)
        {
            wanted->askers |= 1u << i;
            count += space->classes[i].members;
        }
    while ((next = pairing_next_asker(space, wanted)) < TRP__SPACE_CLASSES)
    {
        wanted->askers |= 1u << next;
        count += space->classes[next].members;
    }
    wanted->asks_few = count <= most;
    wanted->asker_count = (uint32_t)count;
}

static trp_result pairing_refuse(const trp_space *space, const char *call, trp_result result,
                                 const char *detail)
{
    return trp__space_misuse(space, NULL, NULL, call, result, detail);
}

static trp_result pairing_check(const trp_space *space, const trp_pairing *which, const char *call)
{
    if ((unsigned)which->care > TRP_CARE_EITHER || (unsigned)which->order > TRP_SPACE_ANY_ORDER)
        return pairing_refuse(
            space, call, TRP_ERR_VALUE,
            TRP__TEXT("care and order must be one of their enumerators; pairs have "
                      "no nearest"));
    if (which->swept && !space->desc.sweeps)
        return pairing_refuse(
            space, call, TRP_ERR_DESC,
            TRP__TEXT("the space remembers no former boxes. Set desc.sweeps when it is created"));
    if (which->swept && space->is_sweeping)
        return pairing_refuse(space, call, TRP_BUSY,
                              TRP__TEXT("a swept pass of this space is in progress"));
    return TRP_OK;
}

bool trp__pairing_check(trp_space *space, const trp_pairing *which, const char *call,
                        trp__wanted *wanted)
{
    if (space->world->in_parts)
        return false;
    memset(wanted, 0, sizeof *wanted);
    if (which != NULL)
        wanted->which = *which;
    if (pairing_check(space, &wanted->which, call) != TRP_OK)
        return false;
    wanted->asks_bits = space->has_bits || wanted->which.a != 0 || wanted->which.b != 0;
    wanted->asks_shapes = space->round_pools != 0 || wanted->which.swept;
    if (wanted->asks_bits)
    {
        pairing_find_partners(space, wanted);
        pairing_choose_askers(space, wanted);
    }
    return true;
}

uint32_t trp__pairing_full(const trp_space *space, const char *call)
{
    pairing_refuse(space, call, TRP_ERR_FULL,
                   TRP__TEXT("no room for the pairs beside those of passes in progress. Raise "
                             "desc.hits of the space"));
    return 0;
}
