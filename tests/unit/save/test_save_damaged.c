/*
 * Arbitrary bytes with a valid checksum: impossible content is refused and changes nothing,
 * possible content gives a valid world.
 */
#include "../../../src/save/load.h" /* chunks, to change their content */
#include "../heap.h"
#include "../save_small.h"

#include <string.h>

static small_world one;
static save_file file;
static save_file changed;
static uint64_t hash;

static bool begin(void)
{
    small_shape shape = small_usual();
    const trp_save_chunk chunk = {"options", "loud", 4};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};

    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return false;
    stage_world();
    heap_reset();
    shape.spaces[1].capacity = 0;
    small_begin(&one, &shape);
    small_play(&one);
    file.size = 0;
    CHECK_RESULT(trp_save(one.world, &desc, save_to_file, &file), TRP_OK);
    CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    hash = trp_hash_world(one.world);
    memcpy(&changed, &file, sizeof file);
    return true;
}

static void swallow(const char *text, void *context)
{
    *(size_t *)context += strlen(text);
}

/* Loads the changed save. Returns whether it was loaded; then the world is restored. */
static bool try_changed(void)
{
    trp_result result;

    save_mend_sum(&changed);
    result = trp_load(one.world, changed.bytes, changed.size, &save_load);
    CHECK_VALID(one.world);
    if (result == TRP_OK)
    {
        trp_update_all(one.world, 0.25f);
        CHECK_VALID(one.world);
        CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    }
    CHECK_EQ(trp_hash_world(one.world), hash);
    return result == TRP_OK;
}

/* Makes all other queries of it, too. */
static void read_changed(void)
{
    trp_save_info info;
    size_t size = 0;

    (void)trp_print_save(changed.bytes, changed.size, swallow, &size);
    (void)trp_save_read_info(changed.bytes, changed.size, &info);
    (void)trp_save_find_chunk(changed.bytes, changed.size, "options", &size);
}

/* Members of spaces are many, and similar. */
static bool is_left_out(size_t at)
{
    trp__saved_chunk chunk;

    return trp__chunk_after(file.bytes, file.size, TRP__SAVE_HEAD, TRP__SAVE_SPACE, &chunk) &&
           at > chunk.from + 120 && at < chunk.end - 70 && situation_leaves_out(at);
}

static void any_byte_is_another(void)
{
    static const unsigned char values[] = {0x00, 0xFF};
    unsigned loaded = 0;
    unsigned refused = 0;

    if (!begin())
        return;
    for (size_t at = 0; at < file.size - 8; at++)
        for (unsigned i = 0; i < 3 && !is_left_out(at); i++)
        {
            const unsigned char byte = file.bytes[at];
            changed.bytes[at] = i < 2 ? values[i] : (unsigned char)(byte + 1);
            loaded += try_changed();
            if (i != 0)
                read_changed();
            refused += save_problems != 0;
            save_problems = 0;
            changed.bytes[at] = byte;
        }
    CHECK(loaded > 100 && refused > 500);
    situation_cases("saves one byte of which is another", loaded + refused);
    small_end(&one);
}

/* A chunk that is longer or shorter by some bytes, at its end. */
static void resize_chunk(const trp__saved_chunk *chunk, int by)
{
    const size_t length = chunk->end - chunk->from + (size_t)by;
    const size_t rest = file.size - chunk->end;

    memcpy(changed.bytes, file.bytes, file.size);
    memmove(changed.bytes + chunk->end + by, file.bytes + chunk->end, rest);
    if (by > 0)
        memset(changed.bytes + chunk->end, 0, (size_t)by);
    changed.size = file.size + (size_t)by;
    trp__set64(changed.bytes + chunk->from - 8, length);
}

static void any_chunk_is_longer_or_shorter(void)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    unsigned refused = 0;

    if (!begin())
        return;
    while (trp__chunk_at(file.bytes, file.size, chunk.end, &chunk) && chunk.tag != TRP__SAVE_END)
        for (int by = 4; by > -(int)(chunk.end - chunk.from); by--)
        {
            if (by < -50 && situation_leaves_out((unsigned long)-by))
                continue;
            resize_chunk(&chunk, by);
            refused += !try_changed();
            read_changed();
        }
    CHECK(refused > 200);
    small_end(&one);
}

static void nothing_comes_after_the_end(void)
{
    if (!begin())
        return;
    changed.size++;
    CHECK(!try_changed());
    CHECK(situation_text_has(save_problem, "after the end"));
    trp__set64(changed.bytes + file.size - 16, 9);
    CHECK(!try_changed());
    CHECK(situation_text_has(save_problem, "after the end"));
    small_end(&one);
}

/* Damage that takes more than one change */

static size_t place_of(const unsigned char *at)
{
    return (size_t)(at - file.bytes);
}

static trp__saved_pool pool_of(uint32_t number)
{
    trp__loading loading;
    trp__saved_pool pool;
    bool is_bad;

    memset(&loading, 0, sizeof loading);
    loading.bytes = file.bytes;
    loading.size = file.size;
    pool.at = 0;
    do
        CHECK(trp__next_saved(&loading, &pool, &is_bad) && !is_bad);
    while (pool.number != number);
    return pool;
}

static uint32_t slot_with(const trp__saved_pool *pool, uint32_t state)
{
    uint32_t slot = 0;

    while (slot < pool->used && pool->states[slot] != state)
        slot++;
    CHECK(slot < pool->used);
    return slot;
}

static void change(size_t at, uint32_t value)
{
    trp__set32(changed.bytes + at, value);
}

/* A slot is in another state, and the counts agree. */
static void change_state(const trp__saved_pool *pool, uint32_t slot, uint32_t state)
{
    const size_t counts = place_of(pool->generations) - 4 * TRP__SAVED_STATES;
    const uint32_t before = pool->states[slot];

    changed.bytes[place_of(pool->states) + slot] = (unsigned char)state;
    change(counts + 4 * (size_t)before, pool->counts[before] - 1);
    change(counts + 4 * (size_t)state, pool->counts[state] + 1);
}

static void check_refused(const char *words)
{
    CHECK(!try_changed());
    CHECK(situation_text_has(save_problem, words));
    memcpy(&changed, &file, sizeof file);
}

static void slots_are_in_no_chain(void)
{
    trp__saved_pool others;
    trp__saved_pool young;
    uint32_t slot;

    if (!begin())
        return;
    others = pool_of(SMALL_OTHERS);
    young = pool_of(SMALL_YOUNG);
    CHECK(others.next == NULL);
    slot = slot_with(&others, TRP__SAVED_ACTIVE);
    change_state(&others, slot, TRP__SAVED_QUARANTINED); /* without successors */
    memmove(changed.bytes + place_of(others.records),
            changed.bytes + place_of(others.records) + others.record,
            file.size - place_of(others.records) - others.record);
    changed.size -= others.record;
    trp__set64(changed.bytes + others.at - 8,
               trp__get64(changed.bytes + others.at - 8) - others.record);
    check_refused("chain");
    slot = slot_with(&young, TRP__SAVED_RETIRED);
    change(place_of(young.generations) + 4 * (size_t)slot, 7);
    check_refused("generations");
    slot = slot_with(&young, TRP__SAVED_EXPIRED);
    change(place_of(young.generations) + 4 * (size_t)slot, 0);
    CHECK(try_changed()); /* its last life */
    small_end(&one);
}

static void an_order_leads_out_of_its_segment(void)
{
    trp__saved_pool guards;
    trp__saved_pool elders;
    trp__saved_pool others;
    uint32_t index;

    if (!begin())
        return;
    guards = pool_of(SMALL_GUARDS);
    elders = pool_of(SMALL_ELDERS);
    others = pool_of(SMALL_OTHERS);
    index = others.base + slot_with(&others, TRP__SAVED_ACTIVE);
    change(place_of(elders.generations) - 4 * TRP__SAVED_STATES - 4, index);
    check_refused("order");
    /* as if it were of that segment: no successor there */
    change(others.at + 1 + strlen(others.name) + 1 + 1, SMALL_GUARDS);
    change(place_of(guards.generations) - 4 * TRP__SAVED_STATES - 4, index);
    check_refused("order");
    small_end(&one);
}

static void pools_have_too_many_slots(void)
{
    if (!begin())
        return;
    for (uint32_t i = SMALL_OTHERS; i <= SMALL_ELDERS; i++)
    {
        const trp__saved_pool pool = pool_of(i);
        trp__reader type = trp__read_from(file.bytes, pool.type, file.size);
        (void)trp__read_type(&type, 1);
        change(type.at, TRP_MAX_SLOTS - 1);
    }
    check_refused("too many");
    small_end(&one);
}

static void members_and_timers_are_where_they_cannot_be(void)
{
    trp__saved_chunk chunk;
    size_t first;

    if (!begin())
        return;
    CHECK(trp__chunk_after(file.bytes, file.size, TRP__SAVE_HEAD, TRP__SAVE_ROSTER, &chunk));
    first = chunk.from + 1 + strlen("roster") + 1 + 4;
    change(first, pool_of(SMALL_OTHERS).base + 11); /* such a slot may exist some day */
    CHECK(try_changed());
    change(first, pool_of(SMALL_OTHERS).base + 2); /* its chunk was returned */
    CHECK(try_changed());
    memcpy(&changed, &file, sizeof file);
    CHECK(trp__chunk_after(file.bytes, file.size, TRP__SAVE_HEAD, TRP__SAVE_TIMERS, &chunk));
    while (trp__get32(file.bytes + chunk.end - 2 * 16 - 4) != 2) /* there are timers */
        CHECK(trp__chunk_after(file.bytes, file.size, chunk.end, TRP__SAVE_TIMERS, &chunk));
    change(chunk.end - 16, trp__get32(file.bytes + chunk.end - 32));
    check_refused("timers");
    small_end(&one);
}

/* The links of the family: 5 words each. */
static void siblings_stand_in_a_circle(void)
{
    trp__saved_chunk kin;
    size_t first = 0;
    size_t last = 0;

    if (!begin())
        return;
    CHECK(trp__chunk_after(file.bytes, file.size, TRP__SAVE_HEAD, TRP__SAVE_FAMILY, &kin));
    for (size_t at = kin.from + 6; at < kin.end; at += 20)
    {
        const bool has_prev = trp__get32(file.bytes + at + 8) != TRP__NONE;
        const bool has_next = trp__get32(file.bytes + at + 12) != TRP__NONE;
        if (has_next && !has_prev)
            first = at;
        if (has_prev && !has_next)
            last = at;
    }
    change(first + 8, trp__get32(file.bytes + last));
    change(last + 12, trp__get32(file.bytes + first));
    check_refused("parents");
    small_end(&one);
}

const situation save_damaged_situations[] = {
    {"any byte of a save is another", any_byte_is_another},
    {"any chunk of a save is longer or shorter", any_chunk_is_longer_or_shorter},
    {"nothing comes after the end of a save", nothing_comes_after_the_end},
    {"slots of a save are in no chain", slots_are_in_no_chain},
    {"an order of a save leads out of its segment", an_order_leads_out_of_its_segment},
    {"pools of a save have too many slots", pools_have_too_many_slots},
    {"members and timers of a save are where they cannot be",
     members_and_timers_are_where_they_cannot_be},
    {"siblings of a save stand in a circle", siblings_stand_in_a_circle},
};
const unsigned save_damaged_situation_count =
    sizeof save_damaged_situations / sizeof *save_damaged_situations;
