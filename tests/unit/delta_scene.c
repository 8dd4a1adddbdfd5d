#include "delta_scene.h"

#include "heap.h"

#define GUARD 0xC3

static _Alignas(TRP_ALIGNMENT) unsigned char memory[DELTA_ALL_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char large_memory[DELTA_LARGE_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char whole_memory[4 * DELTA_LARGE_BYTES];
static trp_region regions[8];
trp_history delta_past, delta_whole;
trp_world *delta_world;
unsigned char delta_noise[8][512];

static void begin(void)
{
    delta_past = delta_whole = (trp_history){0};
    stage_ends_with(delta_close);
}

void delta_begin(uint32_t layers)
{
    stage_end();
    delta_world = stage_world_as((trp_world_desc){.layers = layers, .max_pools = 12});
    begin();
}

void delta_begin_growing(void)
{
    delta_world = heap_world((trp_world_desc){0});
    begin();
}

trp_pool *delta_wide_pool(uint32_t capacity, trp_order order)
{
    return stage_pool_as(
        delta_world,
        (trp_pool_desc){.type = TRP_TYPE(wide, actor), .capacity = capacity, .order = order});
}

void delta_fill(trp_actor *actor, unsigned char with)
{
    wide *it = trp_as(wide, actor);
    for (size_t i = 0; i < sizeof it->bytes; i++)
        it->bytes[i] = with;
}

trp_actor *delta_create(trp_pool *pool)
{
    return MADE(trp_create(pool, NULL));
}

trp_result delta_open_as(trp_history_desc desc)
{
    const bool is_large = desc.bytes > DELTA_BYTES;
    CHECK(desc.bytes <= DELTA_BYTES || desc.bytes == DELTA_LARGE_BYTES);
    if (delta_past.world != NULL)
        CHECK_OK(trp_history_close(&delta_past));
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = GUARD;
    desc.memory = is_large ? large_memory : memory;
    return trp_history_open(&delta_past, delta_world, &desc);
}

trp_result delta_open_every(trp_history_kind kind, size_t bytes, size_t room, uint32_t every)
{
    return delta_open_as((trp_history_desc){
        .bytes = bytes, .kind = kind, .keyframe_every = every, .room = room, .hashes = true});
}

void delta_open(trp_history_kind kind, size_t bytes, size_t room)
{
    CHECK_OK(delta_open_every(kind, bytes, room, 1000));
}

void delta_check_guard(size_t bytes)
{
    size_t differing = 0;
    for (size_t i = bytes; i < sizeof memory; i++)
        differing += memory[i] != GUARD;
    CHECK_EQ(differing, 0);
}

void delta_check_states(void)
{
    size_t bytes = 0;
    uint64_t of = 0;
    const uint64_t first = trp_history_first(&delta_past);
    const uint64_t last = trp_history_last(&delta_past);
    CHECK_EQ(trp_history_info(&delta_past).count, last - first + 1);
    for (uint64_t tick = first; tick <= last; tick++) {
        const void *state = trp_history_snapshot(&delta_past, tick, &bytes);
        CHECK(state != NULL);
        CHECK_OK(trp_snapshot_check(delta_world, state, bytes, &of));
        CHECK_EQ(of, tick);
    }
}

void delta_close(void)
{
    if (delta_past.world != NULL)
        CHECK_OK(trp_history_close(&delta_past));
    if (delta_whole.world != NULL)
        CHECK_OK(trp_history_close(&delta_whole));
}

void delta_open_whole(void)
{
    CHECK_OK(trp_history_open(
        &delta_whole, delta_world,
        &(trp_history_desc){.memory = whole_memory, .bytes = sizeof whole_memory, .hashes = true}));
}

void delta_save_both(void)
{
    CHECK_OK(trp_history_save(&delta_whole));
    CHECK_OK(trp_history_save(&delta_past));
    CHECK_EQ(trp_history_last(&delta_past), trp_world_ticks(delta_world));
}

void delta_check_whole(uint64_t tick)
{
    size_t bytes = 0, whole_bytes = 0, differing = 0;
    const unsigned char *made =
        (const unsigned char *)trp_history_snapshot(&delta_past, tick, &bytes);
    const unsigned char *then =
        (const unsigned char *)trp_history_snapshot(&delta_whole, tick, &whole_bytes);
    CHECK(made != NULL && then != NULL);
    CHECK_EQ(bytes, whole_bytes);
    for (size_t i = 0; i < bytes; i++)
        differing += made[i] != then[i];
    CHECK_EQ(differing, 0);
}

size_t delta_save(void)
{
    const size_t before = trp_history_measure(&delta_past);
    CHECK_OK(trp_update_all(delta_world, 1));
    CHECK_OK(trp_history_save(&delta_past));
    return trp_history_measure(&delta_past) - before;
}

void delta_add_regions(unsigned count, size_t bytes)
{
    uint32_t seed = 9;
    for (unsigned i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof delta_noise[i]; k++)
            delta_noise[i][k] = (unsigned char)(1 + stage_random(&seed, 255));
        regions[i] = (trp_region){.start = delta_noise[i], .bytes = bytes};
        CHECK_OK(trp_region_add(delta_world, &regions[i]));
    }
}

bool delta_message_has(size_t number)
{
    char text[40] = "";
    if (number >= 1000) {
        situation_text_number(text, sizeof text, number / 1000);
        situation_text_add(text, sizeof text, ",");
        for (size_t unit = 100; unit > 1 && number % 1000 < unit; unit /= 10)
            situation_text_add(text, sizeof text, "0");
    }
    situation_text_number(text, sizeof text, number % 1000);
    return situation_text_has(told.message, text);
}
