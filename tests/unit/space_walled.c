#include "space_walled.h"

space_walled walled;

bool walled_begin(uint32_t capacity, trp_space_desc desc)
{
    if (STAGE_BYTES < 64u * 1024u)
        return false;
    walled.space = space_with_walls(capacity, desc, &walled.pool, &walled.walls);
    walled.world = trp_pool_info(walled.pool).world;
    return true;
}

trp_space_stats walled_look(void)
{
    return trp_space_measure(walled.space);
}

boxed *walled_at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(walled.pool, slot));
}

void walled_ask_often(void)
{
    for (uint32_t i = 0; i < 20; i++)
        CHECK_EQ(trp_space_query(walled.space, &(trp_query){.area = trp_rectangle(1, 1, 0, 0)}, NULL, NULL), 1);
}
