#include "faults.h"

#include "../unit/stage.h"

static trp_world *world;
static trp_pool *pool;
static bool seen_later;

static void expire_the_second(trp_actor *actor, const trp_context *in)
{
    (void)in;
    if (trp_as(thing, actor)->id == 2)
        CHECK_RESULT(trp_expire(world, actor), TRP_OK);
}

static void walk_in_the_first(trp_actor *self, const trp_context *in)
{
    if (trp_as(thing, self)->id == 1)
        CHECK_RESULT(trp_for_each(in->pool, expire_the_second, NULL), TRP_OK);
    if (trp_as(thing, self)->id == 3)
        seen_later = stage_find(pool, 2) != NULL;
}

/* With TRP_PRUNE_NEXT_WALK an actor that expires in a visit keeps its memory for the rest of every
 * walk that began before. */
static void kept_by_walks_that_began_earlier(void)
{
    for (int order = 0; order < 3; order += 2)
    {
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor),
                              .capacity = 4,
                              .order = stage_orders[order],
                              .update = walk_in_the_first,
                              .prunes = TRP_PRUNE_NEXT_WALK};
        world = stage_world();
        pool = stage_pool_as(world, desc);
        stage_things(pool, 1, 3);
        seen_later = false;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK(seen_later);
    }
}

const fault core_faults[] = {
    {"The core, redrawn", "an expired actor is kept by all walks that began before it expired",
     kept_by_walks_that_began_earlier},
    FAULT_END,
};
