/*
 * What all passes do: begin and end.
 */
#include "space_internal.h"

void trp__space_keep(trp_space *space)
{
    space->passes++;
    space->world->calls++;
}

void trp__space_keep_no_longer(trp_space *space)
{
    space->world->calls--;
    space->passes--;
}

void trp__pass_begin(trp__pass *pass, trp_space *space)
{
    trp_world *world = space->world;

    pass->space = space;
    pass->serial = space->serial++;
    pass->changes = space->changes;
    pass->stack_top = space->stack_top;
    memset(&pass->a, 0, sizeof pass->a);
    memset(&pass->b, 0, sizeof pass->b);
    /* it visits by its own rule, so it needs no limit of its own among the walks */
    pass->a.limit = world->frames != NULL ? world->frames->limit : trp__limit_of(world->serial - 1);
    pass->b.limit = pass->a.limit;
    trp__push_frame(world, &pass->a);
    trp__push_frame(world, &pass->b);
    space->passes++;
}

void trp__pass_end(trp__pass *pass)
{
    trp_space *space = pass->space;

    space->passes--;
    space->stack_top = pass->stack_top;
    trp__pop_frame(space->world, &pass->b);
    trp__pop_frame(space->world, &pass->a);
}
