#include "stage.h"

#include "../../src/core/core.h"   /* a former test may have left worlds open, with their ids */
#include "../../src/debug/debug.h" /* memory of a former test may be poisoned, or watched */

#ifndef LOG_LENGTH
#define LOG_LENGTH 4096u
#endif
#ifndef SECOND_BYTES
#define SECOND_BYTES 8448u
#endif

static const trp_field thing_fields[] = {TRP_FIELD(thing, id), TRP_FIELD(thing, data),
                                         TRP_FIELDS_END};
const trp_fields thing_type = TRP_FIELDS(thing, 1, thing_fields);
static const trp_field box_fields[] = {TRP_FIELD(trp_box, x), TRP_FIELD(trp_box, y),
                                       TRP_FIELD(trp_box, width), TRP_FIELD(trp_box, height),
                                       TRP_FIELDS_END};
const trp_fields stage_box_type = TRP_FIELDS(trp_box, 1, box_fields);
static const trp_field number_fields[] = {
    {"number", NULL, TRP_KIND_U32, 1, 0, 0, sizeof(uint32_t), NULL, NULL}, TRP_FIELDS_END};
const trp_fields stage_number_type = {"number",      sizeof(uint32_t),    1,
                                      number_fields, &trp__option_fields, 0};

stage_report told;
void (*stage_when_updated)(thing *self, const trp_context *in);
void (*stage_when_created)(trp_world *world, thing *self);
void (*stage_when_recycled)(trp_world *world, thing *self, trp_reason reason);
void (*stage_when_visited)(thing *self);

static _Alignas(16) unsigned char block[STAGE_BYTES];
static _Alignas(16) unsigned char second_block[SECOND_BYTES];
static uint32_t log_numbers[LOG_LENGTH];
static unsigned log_length;
static uint64_t misuse_before;
static bool is_silent;
static void (*endings[4])(void);
static unsigned ending;

static void stage_reset(void)
{
    stage_when_updated = NULL;
    stage_when_created = NULL;
    stage_when_recycled = NULL;
    stage_when_visited = NULL;
    stage_log_clear();
    stage_forget();
}

void situation_begin(bool silently)
{
    is_silent = silently;
    ending = 0;
    trp__forget_ids(NULL, SIZE_MAX);
    stage_reset();
}

#if defined(TRP_DEBUG) && TRP_DEBUG
trp_pool *stage_pool_create(trp_world *world, const trp_pool_desc *desc)
{
    if (desc == NULL || desc->external || desc->quarantine.use != NULL)
        return (trp_pool_create)(world, desc);
    trp_pool_desc own = *desc;
    own.quarantine = (trp_quarantine)TRP_QUARANTINE(0);
    return (trp_pool_create)(world, &own);
}
#endif

void stage_log(uint32_t number)
{
    if (log_length < LOG_LENGTH)
        log_numbers[log_length] = number;
    log_length++;
}

void stage_log_clear(void)
{
    log_length = 0;
}

void stage_check_log(const char *file, int line, const char *text, const uint32_t *expected,
                     unsigned count)
{
    static char shown[300];
    bool same = log_length == count;
    for (unsigned i = 0; same && i < count; i++)
        same = log_numbers[i] == expected[i + 1];
    if (same) {
        log_length = 0;
        return;
    }
    situation_text_copy(shown, sizeof shown, text);
    situation_text_add(shown, sizeof shown, ", but it is");
    for (unsigned i = 0; i < log_length && i < 30; i++) {
        situation_text_add(shown, sizeof shown, " ");
        situation_text_number(shown, sizeof shown, log_numbers[i]);
    }
    situation_failed(file, line, shown);
}

void stage_update(trp_actor *self, const trp_context *in)
{
    thing *me = trp_as(thing, self);
    stage_log(me->id);
    if (stage_when_updated)
        stage_when_updated(me, in);
}

void stage_visit(trp_actor *self, const trp_context *in)
{
    thing *me = trp_as(thing, self);
    stage_log(me->id);
    if (stage_when_visited)
        stage_when_visited(me);
}

void stage_on_create(trp_actor *self, const trp_context *in)
{
    thing *me = trp_as(thing, self);
    stage_log(BORN(me->id));
    if (stage_when_created)
        stage_when_created(in->world, me);
}

void stage_on_end(trp_actor *self, const trp_end_context *in)
{
    thing *me = trp_as(thing, self);
    stage_log(GONE(in->reason, me->id));
    if (stage_when_recycled)
        stage_when_recycled(in->world, me, in->reason);
}

void stage_on_misuse(trp_world *world, const trp_misuse *misuse)
{
    told.count++;
    told.result = misuse->result;
    told.world = world;
    told.pool = misuse->pool;
    told.actor = misuse->actor;
    situation_text_copy(told.call, sizeof told.call, misuse->call ? misuse->call : "");
    situation_text_copy(told.message, sizeof told.message, misuse->message ? misuse->message : "");
}

void stage_forget(void)
{
    told = (stage_report){0};
}

void stage_needs(size_t heap_bytes)
{
#if STAGE_HEAP_BYTES < 64u * 1024u * 1024u
    if (STAGE_HEAP_BYTES < heap_bytes)
        situation_has_no_room();
#endif
}

void stage_needs_block(size_t bytes)
{
    stage_needs(bytes <= STAGE_BYTES ? 0 : SIZE_MAX);
}

void stage_ends_with(void (*end)(void))
{
    CHECK(ending < sizeof endings / sizeof *endings);
    endings[ending++] = end;
}

void stage_end(void)
{
    while (ending > 0)
        endings[--ending]();
}

unsigned char *stage_memory(void)
{
    return block;
}

uint64_t stage_sum(const trp_world *world)
{
    uint64_t sum = 0;
#if !TRP__POISONS
    const size_t from = (size_t)((const volatile unsigned char *)&world->refused - block);

    for (size_t i = 0; i < sizeof block; i++)
        if (i < from || i >= from + sizeof world->refused)
            sum = (sum ^ block[i]) * 0x100000001B3u;
#endif
    return sum;
}

void stage_open(void *memory, size_t bytes)
{
    trp__mark_open(memory, bytes);
}

trp_world *stage_world_as(trp_world_desc desc)
{
    stage_open(block, sizeof block);
    stage_reset();
    if (desc.on_misuse == NULL)
        desc.on_misuse = stage_on_misuse;
    return MADE(trp_world_init(block, sizeof block, &desc));
}

trp_world *stage_world(void)
{
    return stage_world_as((trp_world_desc){.id = 0});
}

static trp_world *large_world;

static void end_large_world(void)
{
    CHECK_OK(trp_world_destroy(large_world));
}

trp_world *stage_large_world(size_t heap_bytes)
{
    stage_needs(heap_bytes);
    stage_end();
    stage_reset();
    large_world = MADE(trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse}));
    stage_ends_with(end_large_world);
    return large_world;
}

trp_world *stage_second_world(uint32_t id)
{
    stage_open(second_block, sizeof second_block);
    return MADE(trp_world_init(second_block, sizeof second_block,
                               &(trp_world_desc){.id = id, .on_misuse = stage_on_misuse}));
}

static void stage_keep_system(trp_system *system, const trp_context *in)
{
    trp_system ***end = (trp_system ***)in->arg;
    *(*end)++ = system;
}

static uint32_t stage_systems(trp_world *world, trp_system **systems)
{
    trp_system **end = systems;
    CHECK_OK(trp_system_for_each(world, stage_keep_system, &end));
    return (uint32_t)(end - systems);
}

uint32_t stage_system_count(trp_world *world)
{
    trp_system *systems[64];
    return stage_systems(world, systems);
}

void stage_clear_systems(trp_world *world)
{
    trp_system *systems[64];
    for (uint32_t count; (count = stage_systems(world, systems)) != 0;)
        CHECK_OK(trp_system_remove(world, systems[count - 1]));
}

const trp_order stage_orders[3] = {TRP_ORDER_MEMORY, TRP_ORDER_NEWEST, TRP_ORDER_OLDEST};

void stage_do_nothing(trp_actor *self, const trp_context *in)
{
}

void stage_update_nothing(trp_pool *pool, const trp_context *in)
{
}

void stage_hear_nothing(trp_actor *self, const trp_event_context *in)
{
}

void stage_play_nothing(const void *event, const trp_context *in)
{
}

bool stage_is_never(const trp_actor *self, const trp_context *in)
{
    return false;
}

bool stage_is_always(const trp_actor *self, const trp_context *in)
{
    return true;
}

trp_pool_desc stage_desc(uint32_t capacity, trp_order order)
{
    return (trp_pool_desc){.name = "things",
                           .type = TRP_TYPE(thing, actor),
                           .capacity = capacity,
                           .order = order,
                           .update = stage_update,
                           .on_create = is_silent ? NULL : stage_on_create,
                           .on_end = is_silent ? NULL : stage_on_end};
}

trp_pool_desc stage_silent_desc(uint32_t capacity, trp_order order)
{
    trp_pool_desc desc = stage_desc(capacity, order);
    desc.on_create = NULL;
    desc.on_end = NULL;
    return desc;
}

trp_pool_desc stage_still_desc(uint32_t capacity, trp_order order)
{
    trp_pool_desc desc = stage_silent_desc(capacity, order);
    desc.update = NULL;
    return desc;
}

void stage_grow(trp_pool_desc *desc, uint32_t max_capacity)
{
    desc->when_full = TRP_FULL_GROW;
    desc->max_capacity = max_capacity;
}

trp_pool *stage_pool_as(trp_world *world, trp_pool_desc desc)
{
    if (desc.joined_capacity == 0 && trp_world_info(world).free_bytes != 0)
        desc.joined_capacity = 3 * desc.capacity + 12; /* in a block others may join it */
    trp_pool *pool = MADE(trp_pool_create(world, &desc));
    CHECK_OK(trp_last_result(world));
    return pool;
}

void stage_describe(trp_pool *pool, const trp_fields *fields)
{
    pool->desc.fields = fields;
}

void stage_set_transient(trp_pool *pool, bool transient)
{
    for (trp_pool *joined = pool->segment; joined != NULL; joined = joined->joined)
        joined->desc.transient = transient;
}

void stage_set_quarantine(trp_pool *pool, uint32_t slots)
{
    pool->desc.quarantine = (trp_quarantine)TRP_QUARANTINE(slots);
    while (pool->state.quarantined > slots)
        (void)pool->quarantine(pool, TRP__NONE, NULL);
    trp__option_quarantine.set_up(pool, NULL);
}

void stage_set_shrinking(trp_pool *pool, const trp_shrinking *rule)
{
    static const trp_shrinking none = {0, 0, 0};

    if (rule == NULL)
        rule = &none;
    pool->desc.shrink = (trp_shrink)TRP_SHRINK(rule);
    pool->state.low_for = 0;
    if (pool->shrinker.calls == NULL)
        trp__option_shrink.set_up(pool, NULL);
    pool->shrinking = *rule;
    pool->desc.shrink.rule = NULL;
}

void stage_name_layer(trp_world *world, uint32_t layer, const char *name)
{
    world->layers[layer].name = name;
}

uint32_t stage_layer_at(const trp_world *world, uint32_t place)
{
    uint32_t layer = 0;

    while (trp_layer_info(world, layer).place != place)
        layer++;
    return layer;
}

bool stage_node_is_active(const trp_actor *actor)
{
    return actor->stamp >= TRP__STAMP_ACTIVE;
}

trp_pool *stage_pool(trp_world *world, uint32_t capacity, trp_order order)
{
    return stage_pool_as(world, stage_desc(capacity, order));
}

thing *stage_thing(trp_pool *pool, uint32_t id)
{
    thing *it = MADE(trp_as(thing, trp_create(pool, &(thing){.id = id})));
    CHECK_EQ(it->id, id);
    return it;
}

void stage_things(trp_pool *pool, uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        stage_thing(pool, id);
}

thing *stage_find(trp_pool *pool, uint32_t id)
{
    for (uint32_t slot = 0; slot < trp_pool_info(pool).slots; slot++) {
        thing *it = trp_as(thing, trp_pool_at(pool, slot));
        if (it != NULL && it->id == id)
            return it;
    }
    return NULL;
}

void stage_before(const trp_world *world)
{
    misuse_before = trp_world_info(world).misuse;
    stage_forget();
}

static void check_counted(const char *file, int line, const trp_world *world, unsigned expected)
{
    situation_check_equal(file, line, "reported to on_misuse, expected", told.count, expected);
    situation_check_equal(file, line, "trp_world_info().misuse rose by, expected",
                          trp_world_info(world).misuse - misuse_before, expected);
}

void stage_check_misuse(const char *file, int line, const char *text, const trp_world *world,
                        trp_result got, trp_result expected)
{
    situation_check_result(file, line, text, got, expected);
    check_counted(file, line, world, 1);
    situation_check_result(file, line, "on_misuse's result", told.result, expected);
    if (told.world != world)
        situation_failed(file, line, "on_misuse got another world");
#if defined(TRP_NO_MESSAGES)
    if (told.message[0] != '\0' || told.call[0] != '\0')
        situation_failed(file, line, "there are words in a library without");
#else
    if (told.message[0] == '\0' || situation_text_has(told.message, "\n"))
        situation_failed(file, line, "the message is not one line");
    if (!situation_text_has(told.message, told.call))
        situation_failed(file, line, "the message does not name the call");
#endif
}

void stage_check_says(const char *file, int line, const char *part)
{
    static char failure[sizeof told.message + 40];

    if (situation_text_has(told.message, part))
        return;
    situation_text_copy(failure, sizeof failure, "the report says another text: ");
    situation_text_add(failure, sizeof failure, told.message);
    situation_failed(file, line, failure);
}

void stage_check_told(const char *file, int line, unsigned count, trp_result result)
{
    situation_check_equal(file, line, "reported to on_misuse, expected", told.count, count);
    situation_check_result(file, line, "on_misuse's result", told.result, result);
}

void stage_check_quiet(const char *file, int line, const char *text, const trp_world *world,
                       trp_result got, trp_result expected)
{
    situation_check_result(file, line, text, got, expected);
    check_counted(file, line, world, 0);
}

trp_result stage_reason(const trp_world *world, const void *got)
{
    return got != NULL ? TRP_OK : trp_last_result(world);
}

uint32_t stage_random(uint32_t *seed, uint32_t limit)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed % limit;
}
