/*
 * A world as text.
 */
#include "inspect_internal.h"

/* A decimal fraction, to thousandths. */
static void inspect_world_put_scale(trp__text *text, float scale)
{
    uint32_t whole;
    uint32_t rest;

    if (scale >= 4e9f) {
        trp__put(text, "4000000000 or more");
        return;
    }
    whole = (uint32_t)scale;
    rest = (uint32_t)((scale - (float)whole) * 1000 + 0.5f);
    if (rest == 1000) {
        whole++;
        rest = 0;
    }
    trp__put_number(text, whole);
    if (rest == 0)
        return;
    trp__put(text, rest < 10 ? ".00" : rest < 100 ? ".0" : ".");
    while (rest % 10 == 0)
        rest /= 10;
    trp__put_number(text, rest);
}

/* No tables of texts: their pointers would be data. */

static const char *inspect_world_name_of_state(trp_state state)
{
    return state == TRP_STATE_ACTIVE ? "active" : state == TRP_STATE_ASLEEP ? "asleep" : "expired";
}

static const char *inspect_world_name_of_order(const trp_pool *pool)
{
    return trp__in_memory_order(pool) ? "memory order"
           : pool->ages->turn == -1   ? "newest first"
                                      : "oldest first";
}

static const char *inspect_world_name_of_way(const trp_pool *pool)
{
    return trp__grows(pool)               ? "grows"
           : !trp__steals(pool)           ? "refuses"
           : pool->desc.when_full->by_age ? "steals the oldest"
                                          : "steals the next";
}

static void inspect_world_print_actors(trp__line *line, const trp_pool *pool)
{
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++) {
        trp_actor *actor = trp_pool_at(pool, slot);
        if (actor == NULL)
            continue;
        trp__say(&line->text, "    slot %u (generation %u): %s", slot, trp__life_of(pool, slot),
                 inspect_world_name_of_state(trp_state_of(pool->world, actor)));
        trp__line_end(line);
    }
}

static void inspect_world_put_order(trp__text *text, const trp_pool *pool)
{
    trp__say(text, "; %s", inspect_world_name_of_order(pool));
    if (pool->segment != pool)
        trp__say(text, ", among '%s'", pool->segment->desc.name);
    else if (pool->desc.newborns == TRP_NEWBORNS_SAME_WALK)
        trp__put(text, ", newborns in the same walk");
    else if (pool->desc.newborns == TRP_NEWBORNS_THIS_TICK)
        trp__put(text, ", newborns in this tick");
    if (pool->actors != NULL)
        trp__put(text, ", in the game's own memory");
}

static void inspect_world_put_when_full(trp__text *text, const trp_pool *pool)
{
    trp__say(text, "; when full, %s", inspect_world_name_of_way(pool));
    if (trp__grows(pool))
        trp__say(text, " to %u", pool->max_capacity);
}

static void inspect_world_print_pool(trp__line *line, const trp_pool *pool, trp_detail detail)
{
    const trp_usage usage = trp_pool_measure(pool);
    trp__text *text = &line->text;

    trp__say(text, "  pool '%s': %u of %u slot%s taken", pool->desc.name, usage.live,
             usage.capacity, usage.capacity != 1 ? "s" : "");
    trp__say(text, " (%u active, %u asleep, %u expired), at most %u", usage.active, usage.asleep,
             usage.expired, usage.peak);
    inspect_world_put_order(text, pool);
    inspect_world_put_when_full(text, pool);
    if (pool->state.scale < 1 || pool->state.scale > 1) {
        trp__put(text, "; time scale ");
        inspect_world_put_scale(text, pool->state.scale);
    }
    trp__line_end(line);
    if (detail == TRP_DETAIL_ACTORS)
        inspect_world_print_actors(line, pool);
}

static void inspect_world_print_layer(trp__line *line, const trp_world *world, uint32_t place,
                                      trp_detail detail)
{
    const trp__layer *layer = trp__layer_at(world, place);

    trp__say(&line->text, "layer %u", world->layers[place].state.at);
    if (layer->name != NULL)
        trp__say(&line->text, " '%s'", layer->name);
    trp__say(&line->text, ": %s, %s, time scale ", layer->state.enabled ? "enabled" : "disabled",
             layer->state.visible ? "visible" : "hidden");
    inspect_world_put_scale(&line->text, layer->state.scale);
    trp__line_end(line);
    for (const trp_pool *pool = NULL; (pool = trp__next_in_layer(world, layer, pool)) != NULL;)
        inspect_world_print_pool(line, pool, detail);
}

trp_result trp_print_world(const trp_world *world, trp_detail detail, trp_print_fn *print,
                           void *arg)
{
    trp__line line;

    if (!trp__has_world(world, TRP__TEXT("trp_print_world")) || print == NULL)
        return trp__no_print(world, TRP__TEXT("trp_print_world"));
    trp__line_begin(&line, print, arg);
    trp__say(&line.text, "world %u: tick %lu, time scale ", world->id, world->state.ticks);
    inspect_world_put_scale(&line.text, world->state.scale);
    trp__put(&line.text, ", ");
    trp__put_count(&line.text, world->layer_count, "layer");
    trp__put(&line.text, ", ");
    trp__put_count(&line.text, world->pool_count, "pool");
    trp__put(&line.text, ", ");
    trp__put_count(&line.text, trp_world_info(world).live, "actor");
    trp__put(&line.text, ", ");
    trp__put_count(&line.text, world->misuse, "misuse");
    trp__line_end(&line);
    for (uint32_t place = 0; place < world->layer_count; place++)
        inspect_world_print_layer(&line, world, place, detail);
    return TRP_OK;
}
