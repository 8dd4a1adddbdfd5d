/*
 * Serials: how a walk tells who was active before it began. Each activation is stamped with the
 * world's serial; each walk gets the last serial that was used as its limit, and raises the
 * world's, if that was used, so that whoever is activated from now on is above the limit.
 *
 * They run out after 2^20 walks that begin after an activation, and are then numbered anew. All that
 * counts is how actors compare with the walks under way. The serials above a floor are moved down:
 *
 * - The last ones, as many as are kept, as they are, so that all comparisons among them stay. Older
 *   ones, up to `cut`, become the number of frames that the actor is too young for, plus one, above
 *   the floor: frames are few.
 * - Frames are known, and get their new limits.
 * - A trp_each is not known, so it keeps its limit and says at each step in which epoch it began:
 *   trp__limit_today() translates. What it cannot translate it takes for the floor, and so rather
 *   misses actors than meets a newborn.
 *
 * But a run in a trp_each's hand is compared with the old limit, and nothing can reach it. So no
 * serial may be moved to or below the limit of a trp_each that may have a run of many in its hand:
 *
 * - One that began outside of all frames gets such runs only up to TRP__SERIAL_UPPER. Where one may
 *   be open, the floor is there. (One that was left by `return` looks open for ever: then serials go
 *   round above that floor, and only trp_eachs outside of callbacks are slower.)
 * - One that began in a callback of a frame gets them up to TRP__SERIAL_TOP. Where one may be open,
 *   the floor is there. That is over when the frame is.
 * - Where none can be open all serials are moved. At the start of a walk that is done early.
 */
#include "internal.h"

/* How many serials stay as they are, for each floor. */
#define KEPT 0x40000u
#define KEPT_UPPER 0x20000u
#define KEPT_TOP 0x2000u

/* How many different limits of frames are above the floor and below a serial. */
static uint32_t frames_below(const trp_world *world, uint32_t floor, uint32_t serial)
{
    uint32_t count = 0;
    uint32_t last = TRP__NONE;

    /* inner frames began later, so serials fall on the way up; equal ones count once */
    for (const trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
    {
        const uint32_t at = trp__serial_of(frame->limit);
        if (at > floor && at < serial && at != last)
        {
            count++;
            last = at;
        }
    }
    return count;
}

/* A serial's new number. */
static uint32_t renumbered(const trp_world *world, uint32_t floor, uint32_t serial)
{
    if (serial <= floor)
        return serial;
    if (serial > world->cut)
        return serial - world->cut + world->base;
    return floor + frames_below(world, floor, serial) + 1;
}

/* The world's serial is above the floor by more than are kept. */
TRP__COLD static void renumber(trp_world *world, uint32_t floor, uint32_t kept)
{
    world->cut = world->serial - kept;
    world->base = floor + frames_below(world, floor, world->cut + 1) + 1;
    for (trp_link *link = world->head.hook.link.next; link != NULL; link = link->next)
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        if (trp__is_active(actor))
            actor->stamp = trp__stamp(renumbered(world, floor, trp__serial(actor)),
                                      actor->stamp & TRP__POOL_MASK);
    }
    world->serial = renumbered(world, floor, world->serial + 1);
    world->serial_is_used = false;
    /* in two rounds, since each new limit is made from all the old ones */
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        frame->rank = renumbered(world, floor, trp__serial_of(frame->limit));
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        frame->limit = trp__limit_of(frame->rank);
    world->epoch++;
    if (floor == 0)
        world->whole = world->epoch;
    if (floor <= TRP__SERIAL_UPPER)
        world->upper = world->epoch;
}

/* The serials have run out: makes room above the runs that trp_eachs may have in their hands. */
TRP__COLD static void renumber_in_need(trp_world *world)
{
    uint32_t outside = world->open_walks; /* trp_eachs that began outside of all frames */

    for (const trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        outside = frame->open_walks;
    /* each walk in a walk takes one of the few serials there: nobody has so many */
    if (world->open_walks > outside && frames_below(world, TRP__SERIAL_TOP, TRP__NONE) < 0x4000u)
        renumber(world, TRP__SERIAL_TOP, KEPT_TOP);
    else if (outside != 0)
        renumber(world, TRP__SERIAL_UPPER, KEPT_UPPER);
    else
        renumber(world, 0, KEPT);
}

uint32_t trp__limit_today(const trp_world *world, uint32_t limit, uint32_t epoch)
{
    const uint32_t serial = trp__serial_of(limit);
    uint32_t floor = TRP__SERIAL_TOP; /* the lowest since then */

    if (epoch < world->upper)
        floor = TRP__SERIAL_UPPER;
    if (epoch < world->whole)
        floor = 0;
    if (serial <= floor)
        return limit;
    if (epoch + 1 == world->epoch && serial > world->cut)
        return trp__limit_of(serial - world->cut + world->base);
    return trp__limit_of(floor);
}

uint32_t trp__limit_now(trp_world *world)
{
    if (world->frames == NULL && world->open_walks == 0 && world->serial >= TRP__SERIAL_UPPER)
        renumber(world, 0, 0);
    if (world->serial_is_used)
    {
        if (world->serial >= TRP__SERIAL_MAX)
            renumber_in_need(world);
        else
        {
            world->serial++;
            world->serial_is_used = false;
        }
    }
    return trp__limit_of(world->serial - 1);
}

void trp__set_serial(trp_world *world, uint32_t serial)
{
    if (serial < world->serial)
        renumber(world, 0, 0);
    world->serial = serial;
}
