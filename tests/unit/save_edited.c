#include "save_edited.h"
#include "heap.h"

#include <string.h>

small_world edited_world;
save_file edited_from;
save_file edited;

static uint64_t hash;

static void end(void)
{
    small_end(&edited_world);
}

void edited_begin(void)
{
    small_shape shape = small_usual();
    const trp_save_chunk chunk = {"options", "loud", 4};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};

    stage_needs(16u * 1024u * 1024u);
    stage_end();
    stage_world();
    heap_reset();
    shape.spaces[0].sweeps = true;
    shape.spaces[1].capacity = 0;
    small_begin(&edited_world, &shape);
    small_play(&edited_world);
    edited_from.size = 0;
    CHECK_OK(trp_save(edited_world.world, &desc, save_to_file, &edited_from));
    CHECK_OK(trp_load(edited_world.world, edited_from.bytes, edited_from.size, &save_load));
    hash = trp_hash_world(edited_world.world);
    memcpy(&edited, &edited_from, sizeof edited);
    stage_ends_with(end);
}

/* What is where */

trp__saved_chunk edited_chunk(uint32_t tag, unsigned number)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    do
        CHECK(trp__chunk_after(edited_from.bytes, edited_from.size, chunk.end, tag, &chunk));
    while (number-- > 0);
    return chunk;
}

trp__saved_pool edited_pool(uint32_t number)
{
    trp__loading loading;
    trp__saved_pool pool;
    const trp__saved_chunk chunk = edited_chunk(TRP__SAVE_POOL, number);

    memset(&loading, 0, sizeof loading);
    loading.bytes = edited_from.bytes;
    loading.size = edited_from.size;
    CHECK_OK(trp__read_pool(&loading, &chunk, &pool));
    for (pool.number = 0; pool.number < number; pool.number++)
        pool.base += edited_pool(pool.number).room;
    return pool;
}

/* Where a number is in the record of the described struct; the struct is behind the description. 0:
 * it has none of the name. */
static size_t number_in(trp__reader *type, size_t record, const char *name)
{
    (void)trp__read_name(type);
    (void)trp__read_32(type);
    for (uint32_t left = trp__read_32(type); left > 0; left--) {
        const bool is_it = situation_text_equal(trp__read_name(type), name);
        const uint32_t kind = trp__read_8(type);
        const uint32_t bytes = (trp__read_32(type), trp__read_32(type));
        const size_t inner = kind == TRP_KIND_STRUCT ? number_in(type, record, name) : 0;
        if (is_it || inner != 0)
            return is_it ? record : inner;
        record += bytes;
    }
    return 0;
}

size_t edited_number(uint32_t tag, unsigned number, const char *name)
{
    const trp__saved_chunk chunk = edited_chunk(tag, number);
    trp__reader reader = trp__read_from(edited_from.bytes, chunk.from, chunk.end);
    size_t place;

    if (tag != TRP__SAVE_WORLD)
        (void)trp__read_name(&reader);
    if (tag == TRP__SAVE_POOL) {
        (void)trp__read_bytes(&reader, 5);
        (void)trp__read_type(&reader, 1);
    }
    const size_t type = reader.at;
    (void)trp__read_type(&reader, 1);
    trp__reader again = trp__read_from(edited_from.bytes, type, chunk.end);
    place = number_in(&again, reader.at, name);
    CHECK(place != 0);
    return place;
}

trp__file_part edited_rows(uint32_t tag, unsigned number)
{
    const trp__saved_chunk chunk = edited_chunk(tag, number);
    trp__loading loading;
    trp__file_part part;

    memset(&loading, 0, sizeof loading);
    loading.bytes = edited_from.bytes;
    trp__read_part(&loading, &chunk, &part);
    return part;
}

uint32_t edited_slot(const trp__saved_pool *pool, uint32_t state)
{
    uint32_t slot = 0;

    while (slot < pool->used && pool->states[slot] != state)
        slot++;
    CHECK(slot < pool->used);
    return slot;
}

size_t edited_place(const unsigned char *at)
{
    return (size_t)(at - edited_from.bytes);
}

/* Changes */

void edited_set_8(size_t at, unsigned value)
{
    edited.bytes[at] = (unsigned char)value;
}

void edited_set_32(size_t at, uint32_t value)
{
    trp__set32(edited.bytes + at, value);
}

void edited_set_64(size_t at, uint64_t value)
{
    trp__set64(edited.bytes + at, value);
}

void edited_add_32(size_t at, int by)
{
    edited_set_32(at, trp__get32(edited.bytes + at) + (uint32_t)by);
}

void edited_resize(size_t at, int by)
{
    const size_t added = by > 0 ? (size_t)by : 0;
    const size_t removed = by < 0 ? (size_t)-by : 0;
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    do
        CHECK(trp__chunk_at(edited.bytes, edited.size, chunk.end, &chunk));
    while (at < chunk.from || at > chunk.end);
    CHECK(at + removed <= chunk.end && edited.size + added <= sizeof edited.bytes);
    memmove(edited.bytes + at + added, edited.bytes + at + removed, edited.size - at - removed);
    memset(edited.bytes + at, 0, added);
    edited.size += added - removed;
    edited_set_64(chunk.from - 8, chunk.end - chunk.from + added - removed);
}

void edited_set_state(const trp__saved_pool *pool, uint32_t slot, uint32_t state)
{
    edited_set_8(edited_place(pool->states) + slot, state);
}

/* Loads */

static trp_result load(void)
{
    save_mend_sum(&edited);
    trp_result result = trp_load(edited_world.world, edited.bytes, edited.size, &save_load);
    CHECK_VALID(edited_world.world);
    if (result == TRP_OK) {
        (void)trp_hash_world(edited_world.world); /* reads all of it */
        trp_update_all(edited_world.world, 0.25f);
        CHECK_VALID(edited_world.world);
        CHECK_OK(trp_load(edited_world.world, edited_from.bytes, edited_from.size, &save_load));
    }
    CHECK_EQ(trp_hash_world(edited_world.world), hash);
    return result;
}

void edited_load(void)
{
    save_mend_sum(&edited);
    CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
    CHECK_VALID(edited_world.world);
}

bool edited_loads(void)
{
    return load() == TRP_OK;
}

void edited_is_refused(const char *words)
{
    CHECK(!edited_loads());
    CHECK(situation_text_has(save_problem, words));
    memcpy(&edited, &edited_from, sizeof edited);
}

void edited_is_refused_by(const trp_load_desc *desc, trp_result result, size_t at)
{
    save_mend_sum(&edited);
    save_problems = 0;
    for (unsigned i = 0; i < 2; i++) {
        CHECK_RESULT(i == 0 ? trp_load(edited_world.world, edited.bytes, edited.size, desc)
                            : trp_load_check(edited_world.world, edited.bytes, edited.size, desc),
                     result);
        CHECK_EQ(save_problems, i + 1);
        CHECK_EQ(save_problem_at, at);
        CHECK_RESULT(save_problem_result, result);
    }
    memcpy(&edited, &edited_from, sizeof edited);
}

void edited_is_refused_at(trp_result result, size_t at, const char *words)
{
    char report[256] = "offset ";

    situation_text_number(report, sizeof report, at);
    situation_text_add(report, sizeof report, ": ");
    situation_text_add(report, sizeof report, words);
    save_problem[0] = '\0';
    edited_is_refused_by(&save_load, result, at);
    CHECK_VALID(edited_world.world);
    CHECK_EQ(trp_hash_world(edited_world.world), hash);
    CHECK(situation_text_has(words, save_problem_name));
    if (!situation_text_has(save_problem, report))
        situation_failed(__FILE__, __LINE__, save_problem);
}

void edited_is_loaded(void)
{
    CHECK_OK(load());
    memcpy(&edited, &edited_from, sizeof edited);
}
