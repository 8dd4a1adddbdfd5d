#include "overwritten_scene.h"

overwritten_scene victims;
outcome seen;

static bool is_external(shape which)
{
    return which == EXTERNAL || which == EXTERNAL_OLDEST;
}

void overwritten_scene_begin(shape which)
{
    const trp_order order = which == NEWEST                       ? TRP_ORDER_NEWEST
                            : which < NEWEST || which == EXTERNAL ? TRP_ORDER_MEMORY
                                                                  : TRP_ORDER_OLDEST;
    trp_pool_desc desc = stage_desc(LAST_ID + 1, order);

    victims.world = stage_world();
    if (which == PLAIN)
        desc.on_create = NULL, desc.on_end = NULL;
    desc.external = is_external(which) ? TRP_EXTERNAL : NULL;
    victims.pools[0] = victims.pools[1] = stage_pool_as(victims.world, desc);
    desc.joins = victims.pools[0];
    if (which == JOINED)
        victims.pools[1] = stage_pool_as(victims.world, desc);
    for (uint32_t id = 1; id <= LAST_ID; id++) {
        victims.mine[id] = (thing){.id = id};
        victims.things[id] =
            is_external(which) ? &victims.mine[id] : stage_thing(victims.pools[id % 2], id);
        if (is_external(which))
            CHECK(trp_adopt(victims.pools[0], &victims.mine[id].actor) != NULL);
    }
    stage_log_clear();
    stage_forget();
}

void overwritten_scene_note_links(void)
{
    const trp_actor *last = NULL;
    uint32_t n = 0;

    for (const trp_actor *at = trp_first(victims.world); at != NULL;
         at = trp_next(victims.world, at)) {
        CHECK(n <= LAST_ID);
        seen.order[1][n++] = trp_as(thing, at)->id;
        last = at;
    }
    n = 0;
    for (; last != NULL; last = trp_prev(victims.world, last)) {
        CHECK(n <= LAST_ID);
        seen.order[2][n++] = trp_as(thing, last)->id;
    }
}

void overwritten_scene_visit(trp_actor *self, const trp_context *in)
{
}

void overwritten_scene_repair(void)
{
    for (int i = 0; i < 2; i++)
        for (uint32_t slot = 0; slot < trp_pool_info(victims.pools[i]).slots; slot++) {
            trp_actor *actor = trp_pool_at(victims.pools[i], slot);
            if (trp_state_of(victims.world, actor) != TRP_STATE_EXPIRED)
                (void)trp_mark_changed(victims.world, actor);
        }
}
