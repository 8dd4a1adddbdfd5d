/*
 * Serials: they tell a walk which actors were active before it began. An activation in memory order
 * gets the world's newest stamp. A walk that begins takes the last used stamp as its limit. If that
 * stamp was used, the next activation gets a lower one, which is below the limit. In an age order
 * each activation gets its own stamp.
 *
 * There are 2^30 serials. They are renumbered at the start of a walk if no other walk and no
 * callback is in progress: then only the sequence in age orders matters. A trp_each that was left
 * by `return` seems to be open forever. So when half of the remaining serials is used up, a tick
 * renumbers in any case. (A trp_each that really is open around that tick, and around 2^29 serials
 * before it, may then visit a newborn.) If 2^28 serials are used up within one tick, actors can no
 * longer enter an age order.
 */
#include "ages.h"

#define SERIAL_HALF (TRP__STAMP_FLOOR + (1u << 29))
#define SERIAL_QUARTER (TRP__STAMP_FLOOR + (1u << 28))

static void serial_renumber(trp_world *world)
{
    uint32_t newest = TRP__STAMP_FIRST - 1; /* the first is that of all actors in memory order */

    for (uint32_t i = 0; i < world->pool_count; i++) {
        trp_pool *pool = world->pools[i];
        uint32_t rest = newest;
        for (uint32_t slot = 0; slot < pool->state.capacity; slot++) {
            const uint32_t stamp = trp__stamp_at(pool, slot);
            /* sleepers were active before any walk that begins from now on */
            if (trp__is_asleep(stamp) || (trp__is_active(stamp) && trp__in_memory_order(pool)))
                trp__set_stamp(pool, slot,
                               (stamp & TRP__STAMP_ACTIVE) |
                                   (TRP__STAMP_FIRST & ~TRP__STAMP_ACTIVE));
        }
        if (trp__in_memory_order(pool))
            continue;
        if (pool->segment == pool)
            rest = pool->order->renumber(pool, TRP__STAMP_FIRST);
        if (rest < newest)
            newest = rest;
    }
    world->state.newest = newest;
    world->state.newest_is_used = false;
}

static void serial_renumber_if_quiet(trp_world *world)
{
    if (TRP__LIKELY(world->state.newest >= SERIAL_HALF))
        return;
    if (world->frames == NULL && world->calls + world->drawing == 0 &&
        (world->open_walks == 0 || world->state.newest < SERIAL_QUARTER))
        serial_renumber(world);
}

uint32_t trp__limit_now(trp_world *world)
{
    serial_renumber_if_quiet(world);
    if (world->state.newest_is_used && world->state.newest > TRP__STAMP_FLOOR) {
        world->state.newest--;
        world->state.newest_is_used = false;
    }
    return world->state.newest + 1;
}

uint32_t trp__limit_in(const trp_pool *segment)
{
    return segment->desc.newborns == TRP_NEWBORNS_SAME_WALK ? TRP__STAMP_ACTIVE
                                                            : trp__limit_now(segment->world);
}

bool trp__makes_stamps(trp_world *world)
{
    serial_renumber_if_quiet(world);
    return world->state.newest > TRP__STAMP_FLOOR;
}

void trp__set_newest(trp_world *world, uint32_t stamp)
{
    if (stamp >= world->state.newest)
        serial_renumber(world);
    world->state.newest = stamp;
    world->state.newest_is_used = false;
}
