#include "space_cramped.h"

space_cramped cramped;

void cramped_begin_with(uint32_t capacity, trp_order order, trp_space_desc desc)
{
    const trp_space_pool_desc boxes = {.box = TRP_BOX_AT(boxed, box)};

    cramped.world = stage_world();
    cramped.beside = space_pool(cramped.world, 1);
    cramped.pool = stage_pool_as(cramped.world, space_pool_desc(capacity, order));
    desc.capacity = capacity;
    cramped.space = trp_space_create(cramped.world, &desc);
    CHECK(cramped.space != NULL);
    CHECK_RESULT(trp_space_add_pool(cramped.space, cramped.pool, &boxes), TRP_OK);
}

void cramped_begin_as(trp_order order, trp_space_desc desc)
{
    cramped_begin_with(8, order, desc);
}

void cramped_begin(uint32_t hits)
{
    cramped_begin_as(
        TRP_ORDER_MEMORY,
        (trp_space_desc){.hits = hits, });
}

void cramped_put_in_a_row(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        space_box(cramped.pool, id, 2 * (float)id - 2, 0, 1, 1);
}

uint32_t cramped_query(float width)
{
    stage_log_clear();
    return trp_space_query(cramped.space, &(trp_query){.area = trp_rectangle(0, 0, width, 2)}, space_log, NULL);
}
