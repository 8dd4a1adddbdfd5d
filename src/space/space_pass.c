/*
 * The begin and the end of all passes. While one is in progress the space stands still.
 */
#include "space.h"

static void pass_is_over(trp_space *space)
{
    if (--space->passes == 0)
        trp__space_settle(space);
}

void trp__space_keep(trp_space *space)
{
    space->passes++;
    space->world->calls++;
}

void trp__space_keep_no_longer(trp_space *space)
{
    space->world->calls--;
    pass_is_over(space);
}

void trp__pass_begin(trp__pass *pass, trp_space *space)
{
    memset(pass, 0, sizeof *pass);
    pass->space = space;
    pass->up = space->pass;
    pass->can_stop = true;
    pass->stack_top = space->stack_top;
    space->pass = pass;
    space->passes++;
    space->world->passes++;
    trp__push_frame(space->world, &pass->a);
    trp__push_frame(space->world, &pass->b);
}

void trp__pass_end(trp__pass *pass)
{
    trp_space *space = pass->space;

    trp__pop_frame(space->world, &pass->b);
    trp__pop_frame(space->world, &pass->a);
    space->pass = pass->up;
    space->stack_top = pass->stack_top;
    space->world->passes--;
    pass_is_over(space);
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
