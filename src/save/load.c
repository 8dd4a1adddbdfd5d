/*
 * Loading: the first pass checks the whole save, the second pass applies it. Between them comes the
 * only step that may still fail: taking memory.
 */
#include "load.h"
#include "../space/space.h"

static trp_result load_check_game(trp__loading *loading)
{
    const trp_load_desc *desc = loading->desc;
    trp__saved_chunk chunk;
    trp__reader reader;
    const char *game;
    uint32_t version;

    (void)trp__chunk_at(loading->bytes, loading->size, TRP__SAVE_HEAD, &chunk);
    reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
    game = trp__read_name(&reader);
    version = trp__read_32(&reader);
    loading->ticks = trp__read_64(&reader);
    if (reader.is_short)
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, chunk.from, NULL,
                                TRP__TEXT("the name of the game is missing"));
    if (!trp__same_text(game, desc->game))
        return trp__load_refuse(loading, TRP_ERR_FOREIGN, chunk.from, NULL,
                                TRP__TEXT("the save is another game's"));
    if (version > desc->version)
        return trp__load_refuse(loading, TRP_ERR_VERSION, chunk.from, NULL,
                                TRP__TEXT("a newer version of the game wrote it: update the game"));
    if (version < desc->oldest)
        return trp__load_refuse(loading, TRP_ERR_VERSION, chunk.from, NULL,
                                TRP__TEXT("a version of the game that is too old wrote it"));
    return TRP_OK;
}

/* The first pass. */
static trp_result load_check_all(trp__loading *loading)
{
    const char *why;
    size_t where;
    trp_result result = trp__save_is_whole(loading->bytes, loading->size, &why, &where);

    loading->checks = true;
    if (result != TRP_OK)
        return trp__load_refuse(loading, result, where, NULL, why);
    result = load_check_game(loading);
    if (result == TRP_OK)
        result = trp__check_pools(loading);
    if (result == TRP_OK)
        result = trp__check_layers(loading);
    if (result == TRP_OK)
        result = trp__check_parts(loading);
    if (result == TRP_OK && (loading->desc->on_problem != NULL || loading->prints)) {
        trp__tell_dropped_pools(loading);
        trp__tell_dropped_parts(loading);
    }
    return result;
}

static trp_result load_make_room(trp__loading *loading, trp__parked **parked)
{
    trp_result result = trp__make_part_room(loading);

    if (result == TRP_OK)
        result = trp__make_pool_room(loading, parked);
    return result;
}

/* The second pass. */
static void load_fill_all(trp__loading *loading, trp__parked *parked)
{
    trp_world *world = loading->world;

    loading->checks = false;
    if (world->state.ticks > world->furthest)
        world->furthest = world->state.ticks;
    world->state.ticks =
        loading->ticks;          /* first: the stamps of those that have expired depend on it */
    (void)trp__limit_now(world); /* so there are enough stamps */
    world->state.newest_is_used = true;
    trp__lay_out_pools(loading, parked);
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (!world->pools[i]->desc.transient)
            trp__fill_pool(loading, world->pools[i], trp__saved_for(loading, world->pools[i]));
    trp__fill_orders(loading);
    trp__fill_layers(loading);
    trp__fill_parts(loading);
    trp__fill_actors(loading);
    trp__fill_structs(loading);
    world->timeline++;
    trp__jumped(world, true);
}

static void load_tell_loaded(trp__loading *loading)
{
    trp_world *world = loading->world;
    const bool has_begun = trp__begin_reading(world);

    world->calls++;
    for (uint32_t i = 0; i < world->pool_count && loading->desc->on_loaded != NULL; i++) {
        trp_pool *pool = world->pools[i];
        const trp_context in = trp__context(world, pool, loading->desc->user, NULL);
        for (uint32_t slot = 0; slot < pool->state.capacity && !pool->desc.transient; slot++)
            if (trp__is_present(pool, slot) && trp__is_taken(trp__stamp_at(pool, slot)))
                loading->desc->on_loaded(trp__node_at(pool, slot), &in);
    }
    trp__end_reading(world, has_begun);
    for (trp__part *part = world->parts; part != NULL; part = part->next)
        if (part->kind == TRP__PART_SPACE)
            trp__space_read_loaded(trp__module_of(part));
    world->calls--;
    if (world->record != NULL)
        world->record(world, NULL, TRP__NONE, TRP_EVENT_RESTORED, 0);
    trp__tell_world(world, NULL, TRP_EVENT_RESTORED);
}

/* What was taken last is given back first: a caller's block reuses no other piece. */
static void load_end(const trp__loading *loading)
{
    if (loading->parts != NULL)
        trp__release(loading->world, loading->parts, loading->part_room * sizeof *loading->parts);
    for (uint32_t i = loading->pool_count; i-- > 0;)
        if (loading->pools[i].moved != NULL)
            trp__release(loading->world, loading->pools[i].moved,
                         loading->pools[i].beyond * sizeof *loading->pools[i].moved);
    if (loading->pools != NULL)
        trp__release(loading->world, loading->pools, loading->pool_room * sizeof *loading->pools);
}

static trp__loading load_begin(const trp_world *world, const void *bytes, size_t size,
                               const trp_load_desc *desc)
{
    trp__loading loading;

    memset(&loading, 0, sizeof loading);
    loading.world = world->self;
    loading.desc = desc;
    loading.bytes = (const unsigned char *)bytes;
    loading.size = size;
    return loading;
}

/* The misuse of a call, if any. */
static trp_result load_enter(const trp_world *world, const void *bytes, const trp_load_desc *desc,
                             const char **detail)
{
    *detail = TRP__TEXT("the bytes, the desc or its game is NULL");
    if (bytes == NULL || desc == NULL || desc->game == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("formers is NULL, and former_count is not 0");
    if (desc->formers == NULL && desc->former_count != 0)
        return TRP_ERR_NULL;
    *detail = TRP__STATE_BUSY;
    return trp__state_busy(world);
}

trp_result trp_load_check(const trp_world *world, const void *bytes, size_t size,
                          const trp_load_desc *desc)
{
    const char *detail;
    trp__loading loading;
    trp_result result;

    if (world == NULL)
        return TRP_ERR_NULL;
    result = load_enter(world, bytes, desc, &detail);
    if (result != TRP_OK)
        return result;
    loading = load_begin(world, bytes, size, desc);
    result = load_check_all(&loading);
    load_end(&loading);
    return result;
}

trp_result trp_load(trp_world *world, const void *bytes, size_t size, const trp_load_desc *desc)
{
    trp__parked *parked = NULL;
    const char *detail;
    trp__loading loading;
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_load")))
        return TRP_ERR_NULL;
    result = load_enter(world, bytes, desc, &detail);
    if (result != TRP_OK)
        return trp__misuse(world, NULL, NULL, TRP__TEXT("trp_load"), result, detail);
    loading = load_begin(world, bytes, size, desc);
    loading.prints = true;
    result = load_check_all(&loading);
    if (result == TRP_OK)
        result = load_make_room(&loading, &parked);
    if (result != TRP_OK)
        trp__drop_parked(world, parked);
    else
        load_fill_all(&loading, parked);
    load_end(&loading);
    if (result == TRP_OK)
        load_tell_loaded(&loading);
    return result;
}
