/*
 * The begin and the end of all passes.
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

void trp__pass_mark(trp__pass *pass, trp_space *space)
{
    memset(pass, 0, sizeof *pass);
    pass->space = space;
    pass->up = space->pass;
    pass->stack_top = space->stack_top;
    space->pass = pass;
    space->passes++;
    space->world->passes++;
}

void trp__pass_unmark(trp__pass *pass)
{
    trp_space *space = pass->space;

    space->pass = pass->up;
    space->stack_top = pass->stack_top;
    space->passes--;
    space->world->passes--;
}

void trp__pass_begin(trp__pass *pass, trp_space *space)
{
    trp_world *world = space->world;

    trp__pass_mark(pass, space);
    pass->can_stop = true;
    pass->serial = space->serial++;
    pass->changes = space->changes;
    trp__push_frame(world, &pass->a);
    trp__push_frame(world, &pass->b);
}

void trp__pass_end(trp__pass *pass)
{
    trp_world *world = pass->space->world;

    trp__pass_unmark(pass);
    trp__pop_frame(world, &pass->b);
    trp__pop_frame(world, &pass->a);
}

trp_result trp_space_stop(trp_space *space)
{
    if (!trp__has_space(space, TRP__TEXT("trp_space_stop")))
        return TRP_ERR_NULL;
    if (space->pass == NULL || !space->pass->can_stop)
        return TRP_GONE;
    space->pass->is_stopped = true;
    return TRP_OK;
}
