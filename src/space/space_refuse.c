/*
 * Refusals: what they say.
 */
#include "space.h"

trp_result trp__space_misuse(const trp_space *space, trp_pool *pool, const trp_actor *actor,
                             const char *call, trp_result result, const char *detail)
{
    if (pool == NULL && actor == NULL)
        return trp__misuse_named(space->world, TRP__TEXT("space"), space->desc.name, call, result,
                                 detail);
    return trp__misuse(space->world, pool, actor, call, result, detail);
}

trp_result trp__space_may_change(const trp_space *space, const char *call)
{
    if (!space->world->drawing)
        return TRP_OK;
    return trp__space_misuse(space, NULL, NULL, call, TRP_BUSY,
                             TRP__TEXT("the world is being drawn"));
}

void trp__space_refuse_area(const trp_space *space, const char *call)
{
    trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                      TRP__TEXT("the area is not a number, has a negative size, or is infinite "
                                "where it must not be"));
}

void trp__space_refuse_room(const trp_space *space, const char *call)
{
    trp__space_misuse(space, NULL, NULL, call, TRP_ERR_FULL,
                      TRP__TEXT("no room for the answers beside those of passes in progress. Raise "
                                "desc.hits of the space"));
}
