/*
 * What a world tells when its state has jumped: after a restore or a load. Unlike watchers, what is
 * told may come and go between a snapshot and its restore.
 */
#include "core.h"

void trp__jump_add(trp_world *world, trp__jump *jump)
{
    jump->next = world->jumps;
    world->jumps = jump;
}

void trp__jump_remove(trp_world *world, const trp__jump *jump)
{
    trp__jump **at = &world->jumps;

    while (*at != jump)
        at = &(*at)->next;
    *at = jump->next;
}

void trp__jumped(const trp_world *world, bool loaded)
{
    for (trp__jump *jump = world->jumps; jump != NULL; jump = jump->next)
        jump->over(jump, loaded);
}
