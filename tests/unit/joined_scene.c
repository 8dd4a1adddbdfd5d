#include "joined_scene.h"

joined_scene joined;

trp_pool_desc joined_scene_desc(uint32_t capacity)
{
    return (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                           .capacity = capacity,
                           .order = TRP_ORDER_OLDEST,
                           .newborns = TRP_NEWBORNS_SAME_WALK,
                           .update = stage_update};
}

thing *joined_scene_born(uint32_t number, uint32_t id)
{
    thing *it = trp_as(thing, trp_create(joined.pools[number], NULL));

    CHECK(it != NULL);
    it->id = id;
    return it;
}

thing *joined_scene_find(uint32_t id)
{
    for (uint32_t i = 0; i < joined.pool_count; i++)
        if (stage_find(joined.pools[i], id) != NULL)
            return stage_find(joined.pools[i], id);
    return NULL;
}

void joined_scene_end(uint32_t id)
{
    CHECK_OK(trp_recycle(joined.world, &joined_scene_find(id)->actor));
}

void joined_scene_begin_as(trp_pool_desc desc, uint32_t count, uint32_t things)
{
    joined.pool_count = count;
    desc.joined_capacity = (count + 1) * desc.capacity; /* another one may join */
    for (uint32_t i = 0; i < count; i++) {
        joined.pools[i] = MADE(trp_pool_create(joined.world, &desc));
        desc.joins = joined.pools[0];
    }
    for (uint32_t id = 0; id < things; id++)
        joined_scene_born(id % count, id);
    stage_log_clear();
}

void joined_scene_begin(uint32_t count, uint32_t things)
{
    joined.world = stage_world();
    joined_scene_begin_as(joined_scene_desc(20), count, things);
}

void joined_scene_tick(void (*also)(thing *self, const trp_context *tick))
{
    stage_when_updated = also;
    CHECK_OK(trp_update_all(joined.world, 1));
    stage_when_updated = NULL;
    CHECK_VALID(joined.world);
}
