/*
 * Saving a world: refusals, and the order of the chunks.
 */
#include "load.h"

static const unsigned char save_magic[8] = {0x89, 'T', 'R', 'O', 'U', 'P', 'E', 0x0A};

/* Checks */

static trp_result save_check_pool(const trp_pool *pool, const char **detail)
{
    *detail = TRP__TEXT("its actors are in the game's memory: an external pool cannot be saved");
    if (pool->actors != NULL && !pool->desc.transient)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("the pool is not described. Give its desc .fields, or .transient");
    if (pool->desc.fields == NULL && !pool->desc.transient)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("a name is longer than 255 bytes or empty, or structs lie within structs "
                        "deeper than TRP_SAVE_DEPTH");
    if (!pool->desc.transient && !trp__can_describe(pool->desc.fields, 1))
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("a transient pool is in a family or a space");
    return pool->desc.transient && trp__is_in_parts(pool) ? TRP_ERR_DESC : TRP_OK;
}

static bool save_is_name(const char *name, bool must_be)
{
    uint32_t length = 0;

    while (name != NULL && length <= TRP__SAVE_NAME && name[length] != '\0')
        length++;
    return length <= TRP__SAVE_NAME && (length != 0 || !must_be);
}

/* For queues this is checked only if they have fields. */
static bool save_is_described(const trp__part *part)
{
    const trp_fields *fields = trp__part_fields(part);

    if (fields == NULL)
        return !trp__is_region(part);
    return trp__can_describe(fields, 1);
}

static trp_result save_check_names(const trp_world *world, const trp_save_desc *desc,
                                   const char **detail)
{
    *detail = TRP__TEXT("a name is longer than 255 bytes, or a chunk has none");
    if (!save_is_name(desc->game, false))
        return TRP_ERR_DESC;
    for (uint32_t i = 0; i < desc->chunk_count; i++)
        if (!save_is_name(desc->chunks[i].name, true))
            return TRP_ERR_DESC;
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (!save_is_name(world->pools[i]->desc.name, false))
            return TRP_ERR_DESC;
    for (uint32_t i = 0; i < world->layer_count; i++)
        if (!save_is_name(world->layers[i].name, false))
            return TRP_ERR_DESC;
    for (const trp__part *part = world->parts; part != NULL; part = part->next) {
        *detail = TRP__TEXT("a name is longer than 255 bytes, or a chunk has none");
        if (!save_is_name(trp__key_of(part).name, false))
            return TRP_ERR_DESC;
        *detail = TRP__TEXT("a region is not described: see trp_region.fields");
        if (!save_is_described(part))
            return TRP_ERR_DESC;
    }
    return TRP_OK;
}

static trp_result own_save_check(const trp_world *world, const trp_save_desc *desc,
                                 const char **detail, trp_pool **at)
{
    trp_result result = TRP_OK;

    *at = NULL;
    *detail = TRP__TEXT("the desc, its game or its chunks are NULL");
    if (desc == NULL || desc->game == NULL || (desc->chunks == NULL && desc->chunk_count != 0))
        return TRP_ERR_NULL;
    *detail = TRP__STATE_BUSY;
    if (trp__state_busy(world) != TRP_OK)
        return TRP_BUSY;
    for (uint32_t i = 0; i < world->pool_count; i++) {
        *at = world->pools[i];
        result = save_check_pool(world->pools[i], detail);
        if (result != TRP_OK)
            return result;
    }
    *at = NULL;
    return save_check_names(world, desc, detail);
}

/* Chunks */

static void save_put_game(trp__saver *saver, const void *subject)
{
    const trp_save_desc *desc = (const trp_save_desc *)subject;

    trp__save_name(saver, desc->game);
    trp__save_32(saver, desc->version);
    trp__save_64(saver, saver->world->state.ticks);
}

static const trp_field save_world_fields[] = {
    TRP_FIELD(trp__saved_world, scale), TRP_FIELD(trp__saved_world, dt),
    TRP_FIELD(trp__saved_world, layers), TRP_FIELD(trp__saved_world, pools), TRP_FIELDS_END};
const trp_fields trp__saved_world_type = {
    "world", sizeof(trp__saved_world), 0, save_world_fields, NULL, 0};

static void save_put_world(trp__saver *saver, const void *subject)
{
    const trp_world *world = (const trp_world *)subject;
    const trp__saved_world numbers = {world->state.scale, world->state.dt, world->layer_count,
                                      world->pool_count};

    trp__save_own(saver, &trp__saved_world_type, &numbers);
}

static const trp_field save_layer_fields[] = {
    TRP_FIELD(trp__saved_layer, number), TRP_FIELD(trp__saved_layer, scale),
    TRP_FIELD(trp__saved_layer, enabled), TRP_FIELD(trp__saved_layer, visible), TRP_FIELDS_END};
const trp_fields trp__saved_layer_type = {
    "layer", sizeof(trp__saved_layer), 0, save_layer_fields, NULL, 0};

/* A layer with its segments, in their order. */
static void save_put_layer(trp__saver *saver, const void *subject)
{
    const trp__layer *layer = (const trp__layer *)subject;
    const trp_world *world = saver->world;
    trp__saved_layer numbers;

    memset(&numbers, 0, sizeof numbers);
    numbers.number = (uint32_t)(layer - world->layers);
    numbers.scale = layer->state.scale;
    numbers.enabled = layer->state.enabled;
    numbers.visible = layer->state.visible;
    trp__save_name(saver, layer->name);
    trp__save_own(saver, &trp__saved_layer_type, &numbers);
    for (uint32_t number = layer->state.first; number != TRP__NONE;
         number = world->pools[number]->state.next)
        trp__save_32(saver, number);
}

static void save_put_user(trp__saver *saver, const void *subject)
{
    const trp_save_chunk *chunk = (const trp_save_chunk *)subject;

    trp__save_name(saver, chunk->name);
    trp__save_bytes(saver, chunk->bytes, chunk->size);
}

static void save_put_end(trp__saver *saver)
{
    trp__sum sum;
    unsigned char bytes[8];

    trp__save_32(saver, TRP__SAVE_END);
    trp__save_64(saver, sizeof bytes);
    saver->bytes += sizeof bytes;
    if (saver->write == NULL)
        return;
    trp__save_flush(saver);
    sum = saver->sum;
    trp__set64(bytes, trp__sum_end(&sum));
    if (!saver->has_failed)
        saver->has_failed = !saver->write(bytes, sizeof bytes, saver->arg);
}

static void save_put_all(trp__saver *saver, const trp_save_desc *desc)
{
    const trp_world *world = saver->world;

    trp__save_bytes(saver, save_magic, sizeof save_magic);
    trp__save_32(saver, TRP_SAVE_FORMAT);
    trp__save_32(saver, TRP_SAVE_FORMAT);
    trp__save_chunk(saver, TRP__SAVE_GAME, save_put_game, desc);
    for (uint32_t i = 0; i < desc->chunk_count; i++)
        trp__save_chunk(saver, TRP__SAVE_USER, save_put_user, &desc->chunks[i]);
    trp__save_chunk(saver, TRP__SAVE_WORLD, save_put_world, world);
    for (uint32_t place = 0; place < world->layer_count; place++)
        trp__save_chunk(saver, TRP__SAVE_LAYER, save_put_layer, trp__layer_at(world, place));
    for (uint32_t i = 0; i < world->pool_count; i++)
        trp__save_chunk(saver, TRP__SAVE_POOL, trp__put_pool, world->pools[i]);
    trp__save_parts(saver);
    save_put_end(saver);
}

static void save_start(trp__saver *saver, const trp_world *world)
{
    memset(saver, 0, sizeof *saver);
    saver->world = world;
    saver->sum = trp__sum_start();
}

trp_result trp_save(const trp_world *world, const trp_save_desc *desc, trp_write_fn *write,
                    void *arg)
{
    unsigned char buffer[TRP__SAVE_BUFFER + TRP__SAVE_PIECE];
    const char *detail;
    trp_pool *pool;
    trp__saver saver;
    trp_result result;
    bool has_begun;

    if (!trp__has_world(world, TRP__TEXT("trp_save")))
        return TRP_ERR_NULL;
    result = own_save_check(world, desc, &detail, &pool);
    if (result == TRP_OK && write == NULL) {
        detail = TRP__TEXT("the function that writes is NULL");
        result = TRP_ERR_NULL;
    }
    if (result != TRP_OK)
        return trp__misuse(world, pool, NULL, TRP__TEXT("trp_save"), result, detail);
    trp__look_for_stray_bytes(world, TRP__TEXT("trp_save"));
    save_start(&saver, world);
    saver.write = write;
    saver.arg = arg;
    saver.buffer = buffer;
    has_begun = trp__begin_reading(world);
    save_put_all(&saver, desc);
    trp__end_reading(world, has_begun);
    return saver.has_failed ? TRP_ERR_MEMORY : TRP_OK;
}

size_t trp_save_bytes(const trp_world *world, const trp_save_desc *desc)
{
    const char *detail;
    trp_pool *pool;
    trp__saver saver;

    if (world == NULL || own_save_check(world, desc, &detail, &pool) != TRP_OK)
        return 0;
    save_start(&saver, world);
    save_put_all(&saver, desc);
    return (size_t)saver.bytes;
}
