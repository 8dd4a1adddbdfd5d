/*
 * Worlds: their creation and their end.
 */
#include "ages.h"

/* The public macros are bounds of the sizes of private structs. */
_Static_assert(sizeof(trp_world) <= TRP__WORLD_BASE, "raise TRP__WORLD_BASE");
_Static_assert(sizeof(trp__layer) <= TRP__LAYER_BASE, "raise TRP__LAYER_BASE");
_Static_assert(sizeof(trp_pool) + TRP_ALIGNMENT <= TRP__POOL_BASE, "raise TRP__POOL_BASE");
_Static_assert(sizeof(trp__word) == sizeof(void *), "bitmap words are as wide as pointers");
_Static_assert(sizeof(trp_actor) == 16, "two links, index, stamp");

#if TRP__SYSTEM
/* Shared by the worlds of one program. (Besides the debug room, only print.c keeps such data, too.) */

enum { WORLD_IDS = 256 };

/* The world of each id. */
static void *volatile world_of_id[WORLD_IDS];

static uint32_t volatile world_births;

void trp__forget_ids(const void *memory, size_t bytes)
{
    for (uint32_t id = 0; id < WORLD_IDS; id++) {
        const uintptr_t world = (uintptr_t)trp__look(&world_of_id[id]);
        if (world - (uintptr_t)memory < bytes || (uintptr_t)memory - world < sizeof(trp_world))
            trp__set(&world_of_id[id], NULL);
    }
}

uint32_t trp__take_id(trp_world *world, uint32_t wanted)
{
    if (wanted != 0) {
        trp__put_once(&world_of_id[wanted], world);
        return wanted;
    }
    for (uint32_t id = 0; id < WORLD_IDS; id++)
        if (trp__put_once(&world_of_id[id], world) == NULL)
            return id;
    return 0;
}

trp_world *trp__world_with_id(uint32_t id)
{
    return (trp_world *)trp__look(&world_of_id[id]);
}
#endif

/* Pages of handle indices: 4 to 8 for each pool, so rounding each pool up to pages wastes at most a
 * quarter. TRP_MAX_POOLS pools leave 10 bits per page. */
static uint32_t world_page_count(uint32_t max_pools)
{
    uint32_t pages = 1;

    while (pages < 4 * max_pools)
        pages *= 2;
    return pages;
}

static uint32_t world_layers(const trp_world_desc *desc)
{
    return desc->layers != 0 ? desc->layers : 1;
}

static uint32_t world_max_pools(const trp_world_desc *desc)
{
    return desc->max_pools != 0 ? desc->max_pools : TRP_DEFAULT_POOLS;
}

/* The next part of the block that begins with the world. */
static void *world_take_part(trp_world *world, size_t bytes)
{
    unsigned char *part = (unsigned char *)world + world->bytes;

    world->bytes += trp__round_up(bytes);
    return part;
}

static trp_result world_check(void *memory, const trp_world_desc *desc, const char **detail)
{
    *detail = TRP__TEXT("the block is NULL");
    if (memory == NULL)
        return TRP_ERR_NULL;
    *detail = NULL;
    if ((uintptr_t)memory % TRP_ALIGNMENT != 0)
        return TRP_ERR_ALIGN;
    *detail =
        TRP__TEXT("id must be at most 255, layers 65535, max_pools 4095, newborns an enumerator");
    if (desc->id > 255 || desc->layers > TRP_MAX_LAYERS || desc->max_pools > TRP_MAX_POOLS ||
        (unsigned)desc->newborns > TRP_NEWBORNS_SAME_WALK)
        return TRP_ERR_VALUE;
    *detail = NULL;
    return TRP_OK;
}

static void world_init_layers(trp_world *world, const char *const *names)
{
    for (uint32_t i = 0; i < world->layer_count; i++) {
        const trp__layer_state state = {TRP__NONE, TRP__NONE, i, i, 1, true, true, false};
        world->layers[i].state = state;
        world->layers[i].name = names != NULL ? names[i] : NULL;
    }
}

size_t trp__world_bytes(const trp_world_desc *desc)
{
    return trp__round_up(sizeof(trp_world)) +
           trp__round_up(world_layers(desc) * sizeof(trp__layer)) +
           trp__round_up(world_max_pools(desc) * sizeof(trp_pool *)) +
           trp__round_up(world_page_count(world_max_pools(desc)) * sizeof(uint16_t));
}

static void world_init(trp_world *world, const trp_world_desc *desc)
{
    memset(world, 0, sizeof *world);
    world->self = world;
    trp__all_memory_back(world); /* of a world that was here before */
    world->id = desc->id;
#if TRP__SYSTEM
    world->id = trp__take_id(world, desc->id);
    world->birth = trp__count(&world_births);
#endif
    world->last_life = desc->small_generations ? TRP_SMALL_GENERATIONS : UINT32_MAX;
    world->newborns =
        desc->newborns != TRP_NEWBORNS_DEFAULT ? desc->newborns : TRP_NEWBORNS_NEXT_WALK;
    world->user = desc->user;
    world->on_misuse = desc->on_misuse;
    world->state.newest = TRP__STAMP_FIRST;
    world->state.scale = 1;
    world->layer_count = world_layers(desc);
    world->max_pools = world_max_pools(desc);
    world->pages = world_page_count(world->max_pools);
    world->page_bits = 24 - trp__lowest_bit(world->pages);
    world->bytes = trp__round_up(sizeof *world);
    world->layers = world_take_part(world, world->layer_count * sizeof(trp__layer));
    world->pools = world_take_part(world, world->max_pools * sizeof(trp_pool *));
    world->directory = world_take_part(world, world->pages * sizeof(uint16_t));
    world_init_layers(world, desc->layer_names);
}

trp_world *trp__world_refuse(const trp_world_desc *desc, const char *call, trp_result result,
                             const char *detail)
{
    trp__misuse_early(desc->on_misuse, call, result, detail);
    if (desc->result != NULL)
        *desc->result = result;
    return NULL;
}

trp_world *trp__world_make(void *memory, size_t size, const trp_world_desc *desc, const char *call)
{
    trp_world *world = (trp_world *)memory;
    char text[TRP__BYTES_TEXT];
    const char *detail;
    const trp_result result = world_check(memory, desc, &detail);
    size_t bytes;

    if (result != TRP_OK)
        return trp__world_refuse(desc, call, result, detail);
    bytes = trp__world_bytes(desc);
    if (bytes > size)
        return trp__world_refuse(desc, call, TRP_ERR_MEMORY, trp__bytes_text(text, bytes, size));
    trp__mark_open(memory, bytes);
    trp__forget_ids(memory, size);
    world_init(world, desc);
    world->block = (unsigned char *)memory + bytes;
    world->block_left = size - bytes;
    if (desc->result != NULL)
        *desc->result = TRP_OK;
    return world;
}

trp_world *trp__world_init(void *memory, size_t size, const trp_world_desc *desc)
{
    const trp_world_desc defaults = {0};

    return trp__world_make(memory, size, desc != NULL ? desc : &defaults,
                           TRP__TEXT("trp_world_init"));
}

/* Hooks end with the world; one may remove others. */
static void world_end_hooks(trp_world *world)
{
    trp__hook *hook;

    while ((hook = world->hooks) != NULL) {
        world->hooks = hook->next;
        if (hook->calls->end != NULL)
            hook->calls->end(hook);
    }
}

static void world_record_end(const trp_world *world, unsigned event)
{
    if (world->record != NULL)
        world->record(world, NULL, TRP__NONE, event, 0);
}

trp_result trp_world_destroy(trp_world *world)
{
    if (world == NULL)
        return TRP_GONE;
    if (world->frames != NULL || world->calls != 0 || world->drawing)
        return trp__misuse(world, NULL, NULL, TRP__TEXT("trp_world_destroy"), TRP_BUSY,
                           TRP__TEXT("a tick, a walk, a drawing or a callback is in progress"));
    trp__look_for_lost_actors(world, "trp_world_destroy");
    trp__look_for_lost(world, world->watchers);
    trp__all_memory_back(world);
    world->ending = true;
    for (uint32_t i = 0; i < world->pool_count; i++)
        world->pools[i]->barred++;
    world_record_end(world, TRP__EVENT_ENDING);
    for (trp_pool *segment = trp__first_segment(world); segment != NULL;
         segment = trp__beside_segment(segment, true))
        for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
            trp__clear(pool, NULL, TRP_REASON_SHUTDOWN, TRP__TEXT("trp_world_destroy"));
    trp__tell_world(world, NULL, TRP_EVENT_SHUTDOWN);
    world_record_end(world, TRP_EVENT_SHUTDOWN);
    world_end_hooks(world);
    for (uint32_t i = 0; i < world->pool_count; i++)
        trp__pool_release(world->pools[i]);
    trp__forget_ids(world, sizeof *world);
    if (world->allocator.release != NULL) {
        const trp_allocator allocator = world->allocator;
        allocator.release(world, world->bytes, allocator.user);
    }
    return TRP_OK;
}

trp_result trp_world_set_time_scale(trp_world *world, float scale)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_world_set_time_scale"));

    return trp__is_void(&call) ? call.result : trp__set_scale(&call, &world->state.scale, scale);
}

trp_result trp_last_result(const trp_world *world)
{
    return world != NULL ? world->last_result : TRP_ERR_NULL;
}

void *trp_world_user(const trp_world *world)
{
    return trp__has_world(world, TRP__TEXT("trp_world_user")) ? world->user : NULL;
}

uint64_t trp_world_ticks(const trp_world *world)
{
    return trp__has_world(world, TRP__TEXT("trp_world_ticks")) ? world->state.ticks : 0;
}

trp_pool *trp_world_pool(const trp_world *world, uint32_t number)
{
    return trp__has_world(world, TRP__TEXT("trp_world_pool")) && number < world->pool_count
               ? world->pools[number]
               : NULL;
}

trp_world_facts trp_world_info(const trp_world *world)
{
    trp_world_facts facts = {0};

    if (!trp__has_world(world, TRP__TEXT("trp_world_info")))
        return facts;
    for (uint32_t i = 0; i < world->pool_count; i++)
        facts.live += world->pools[i]->state.live;
    facts.pools = world->pool_count;
    facts.layers = world->layer_count;
    facts.time_scale = world->state.scale;
    facts.misuse = world->misuse;
    facts.free_bytes = world->block_left;
    facts.bytes = world->bytes + world->block_bytes;
    facts.timeline = world->timeline;
    facts.again = world->state.ticks <= world->furthest && world->timeline != 0;
    return facts;
}
