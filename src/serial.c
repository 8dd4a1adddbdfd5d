/*
 * Serials: how a walk tells who was active before it began. Each activation is stamped with the
 * world's serial; each walk gets the last serial that was used as its limit, and raises the
 * world's, if that was used, so that whoever is activated from now on is above the limit.
 *
 * They run out after 2^20 walks that begin after an activation, and are then numbered anew. All that
 * counts is how actors compare with the walks under way:
 *
 * - The last serials, KEPT of them, are shifted down as they are, so that all comparisons among them
 *   stay. Older ones, up to `cut`, become the number of frames that the actor is too young for, plus
 *   one: frames are few.
 * - Frames are known, and get their new limits. A trp_each is not known, so it keeps the old one,
 *   which is then not below the world's serial: trp__limit_today() translates it.
 * - A run in a trp_each's hand is compared with the old limit. So when numbering is near, runs are of
 *   one actor (trp__next_run).
 *
 * Where no trp_each can be open, at the start of a tick or of a walk, it is done early and for all.
 */
#include "internal.h"

#define KEPT 0x40000u

/* How many different limits of frames are below a serial. */
static uint32_t frames_below(const trp_world *world, uint32_t serial)
{
    uint32_t count = 0;
    uint32_t last = TRP__NONE;

    /* inner frames began later, so serials fall on the way up; equal ones count once */
    for (const trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
    {
        const uint32_t at = trp__serial_of(frame->limit);
        if (at < serial && at != last)
        {
            count++;
            last = at;
        }
    }
    return count;
}

/* A serial's new number. */
static uint32_t renumbered(const trp_world *world, uint32_t serial)
{
    if (serial > world->cut)
        return serial - world->cut + world->base;
    return frames_below(world, serial) + 1;
}

TRP__COLD static void renumber(trp_world *world, uint32_t kept)
{
    world->cut = world->serial > kept ? world->serial - kept : 0;
    world->base = frames_below(world, world->cut + 1) + 1;
    for (trp_link *link = world->head.hook.link.next; link != NULL; link = link->next)
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        if (trp__is_active(actor))
            actor->stamp =
                trp__stamp(renumbered(world, trp__serial(actor)), actor->stamp & TRP__POOL_MASK);
    }
    world->serial = renumbered(world, world->serial + 1);
    world->serial_is_used = false;
    /* in two rounds, since each new limit is made from all the old ones */
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        frame->rank = renumbered(world, trp__serial_of(frame->limit));
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        frame->limit = trp__limit_of(frame->rank);
}

uint32_t trp__limit_today(const trp_world *world, uint32_t limit)
{
    const uint32_t serial = trp__serial_of(limit);

    if (serial < world->serial)
        return limit;
    return trp__limit_of(serial > world->cut ? serial - world->cut + world->base : world->base);
}

uint32_t trp__limit_now(trp_world *world)
{
    if (world->frames == NULL && world->open_walks == 0 && world->serial > TRP__SERIAL_MAX / 2)
        renumber(world, 0);
    if (world->serial_is_used)
    {
        if (world->serial >= TRP__SERIAL_MAX)
            renumber(world, KEPT);
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
    renumber(world, 0);
    world->serial = serial;
}
