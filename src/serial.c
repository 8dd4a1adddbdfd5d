/*
 * Serials: how a walk tells who was active before it began. Each activation is stamped with the
 * world's serial; each walk gets the last serial that was used as its limit, and raises the
 * world's, if that was used, so that whoever is activated from now on is above the limit.
 *
 * When they run out, which takes 2^20 walks that begin after an activation, the serials in use are
 * numbered anew. All that counts is how actors compare with the walks under way, and frames are
 * few: an actor's new serial is the number of frames that it is too young for, plus one.
 */
#include "internal.h"

static uint32_t frames_below(const trp_world *world, uint32_t serial)
{
    uint32_t count = 0;
    uint32_t last = 0;

    /* inner frames began later, so limits fall on the way up; equal ones count once */
    for (const trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
    {
        const uint32_t limit = frame->limit >> TRP__POOL_BITS;
        if (limit < serial && limit != last)
        {
            count++;
            last = limit;
        }
    }
    return count;
}

static uint32_t limit_of(uint32_t serial)
{
    return serial << TRP__POOL_BITS | TRP__POOL_MASK;
}

TRP__COLD static void renumber(trp_world *world)
{
    const uint32_t depth = frames_below(world, TRP__SERIAL_MAX + 1);

    for (trp_link *link = world->head.hook.link.next; link != NULL; link = link->next)
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        if (trp__is_active(actor))
            actor->stamp = trp__stamp(frames_below(world, trp__serial(actor)) + 1,
                                      actor->stamp & TRP__POOL_MASK);
    }
    /* outermost last: each frame's new limit is its rank, which its old limit is still needed for
     */
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        frame->rank = frames_below(world, frame->limit >> TRP__POOL_BITS) + 1;
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        frame->limit = limit_of(frame->rank);
    world->serial = depth + 2;
    world->serial_is_used = false;
    world->renumbered = limit_of(depth + 1);
}

uint32_t trp__limit_now(trp_world *world)
{
    if (world->serial_is_used)
    {
        if (world->serial >= TRP__SERIAL_MAX)
            renumber(world);
        else
        {
            world->serial++;
            world->serial_is_used = false;
        }
    }
    return limit_of(world->serial - 1);
}

/* Done early where it is cheapest to be exact: at the start of a tick. */
void trp__renumber_early(trp_world *world)
{
    if (world->serial > TRP__SERIAL_MAX / 2)
        renumber(world);
}

void trp__set_serial(trp_world *world, uint32_t serial)
{
    renumber(world);
    world->serial = serial;
}
