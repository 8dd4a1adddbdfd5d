/*
 * Content of a save that cannot be: each check of a load, with what it reports and where; and
 * content that just passes it. Chunks, the world, layers and pools.
 */
#include "../save_edited.h"

#include <string.h>

enum
{
    NUMBERS_ROOM = 0, /* offsets from the end of a pool's description, see FORMAT.md */
    NUMBERS_USED = 4,
    NUMBERS_SCALE = 44,
    NUMBERS_LOW_FOR = 48,
    NUMBERS_EVERY = 68,
    NUMBERS_WANTED = 72,
    NUMBERS_TURN = 76,
    NUMBERS_FIRST = 86,
    NUMBERS_GROWN = 90,
    NUMBERS_CHUNKS = 94
};

#define NAN_BITS 0x7FC00000u
#define ONE_BITS 0x3F800000u
#define LESS_THAN_ZERO_BITS 0x80000001u
#define INFINITE_BITS 0x7F800000u

static const uint32_t no_times[] = {NAN_BITS, LESS_THAN_ZERO_BITS, INFINITE_BITS};

/* The file */

static void check_cut(size_t size, size_t at, const char *words)
{
    char report[128] = "offset ";
    trp_save_info info;

    situation_text_number(report, sizeof report, at);
    situation_text_add(report, sizeof report, ": ");
    situation_text_add(report, sizeof report, words);
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, size, &save_load), TRP_ERR_DAMAGED);
    CHECK(situation_text_has(save_problem, report));
    CHECK_RESULT(trp_save_read_info(edited.bytes, size, &info), TRP_ERR_DAMAGED);
}

static void is_cut_off_anywhere(void)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    if (!edited_begin())
        return;
    for (size_t size = 0; size < TRP__SAVE_HEAD; size++)
        check_cut(size, 0, "these bytes are not a save");
    while (chunk.end < edited.size)
    {
        const size_t at = chunk.end;
        CHECK(trp__chunk_at(edited.bytes, edited.size, at, &chunk));
        check_cut(at, at, "the save was cut off");
        check_cut(chunk.from - 1, at, "the save was cut off");
        check_cut(chunk.end - 1, at, "the save was cut off");
    }
    for (size_t i = 0; i < 8; i++)
    {
        edited.bytes[i]++;
        edited_is_refused_at(TRP_ERR_DAMAGED, 0, "these bytes are not a save");
    }
    edited_set_32(12, TRP_SAVE_FORMAT + 1);
    edited_is_refused_at(TRP_ERR_VERSION, 12, "a newer format: update the game");
    edited_set_32(8, TRP_SAVE_FORMAT + 1); /* its readers may be of this version */
    edited_is_loaded();
    edited_end();
}

static void ends_too_late_or_too_early(void)
{
    size_t end;

    if (!edited_begin())
        return;
    end = edited.size - 8;
    edited.size++;
    edited_is_refused_at(TRP_ERR_DAMAGED, end, "there are bytes after the end");
    edited_resize(end, 1);
    edited_is_refused_at(TRP_ERR_DAMAGED, end, "there are bytes after the end");
    edited_resize(end, -1);
    check_cut(edited.size, end, "there are bytes after the end");
    memcpy(&edited, &edited_from, sizeof edited);
    for (size_t i = 0; i < 8; i++)
    {
        edited.bytes[end + i] ^= 0x80;
        check_cut(edited.size, end, "bytes were changed: the checksum differs");
        edited.bytes[end + i] ^= 0x80;
    }
    edited_end();
}

static void names_no_game(void)
{
    const size_t name = TRP__SAVE_HEAD + TRP__SAVE_CHUNK;
    trp__saved_chunk game;
    trp_save_info info;

    if (!edited_begin())
        return;
    game = edited_chunk(TRP__SAVE_GAME, 0);
    CHECK_EQ(game.from, name);
    edited_set_8(TRP__SAVE_HEAD, 'g');
    edited_is_refused_at(TRP_ERR_DAMAGED, TRP__SAVE_HEAD, "the name of the game is missing");
    edited_set_8(name, edited.bytes[name] - 1u); /* it ends later */
    edited_is_refused_at(TRP_ERR_DAMAGED, name, "the name of the game is missing");
    edited_set_8(name, edited.bytes[name] + 1u); /* ... or before */
    edited_is_refused_at(TRP_ERR_DAMAGED, name, "the name of the game is missing");
    edited_set_8(name + 1, 0);
    edited_is_refused_at(TRP_ERR_DAMAGED, name, "the name of the game is missing");
    edited_resize(game.end - 1, -1);
    save_mend_sum(&edited);
    CHECK_RESULT(trp_save_read_info(edited.bytes, edited.size, &info), TRP_ERR_DAMAGED);
    edited_is_refused_at(TRP_ERR_DAMAGED, name, "the name of the game is missing");
    edited_resize(game.end, 1); /* readers skip what they do not know */
    edited_is_loaded();
    edited_end();
}

static void has_no_such_chunk_of_the_game(void)
{
    trp__saved_chunk user;
    size_t size = 0;

    if (!edited_begin())
        return;
    user = edited_chunk(TRP__SAVE_USER, 0);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options", &size) ==
          edited.bytes + user.end - 4);
    CHECK_EQ(size, 4);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "option", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options2", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size - 1, "options", &size) == NULL);
    edited_set_8(user.from + 1 + 7, 'x'); /* a name ends with a zero */
    save_mend_sum(&edited);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "", &size) == NULL);
    edited_is_loaded();
    edited_end();
}

/* The world and its layers */

static void world_cannot_be(void)
{
    trp__saved_chunk chunk;

    if (!edited_begin())
        return;
    chunk = edited_chunk(TRP__SAVE_WORLD, 0);
    edited_set_8(chunk.from - TRP__SAVE_CHUNK, 'w');
    edited_is_refused_at(TRP_ERR_DAMAGED, TRP__SAVE_HEAD, "world : there is none");
    edited_resize(chunk.end - 1, -1);
    edited_is_refused_at(TRP_ERR_DAMAGED, chunk.from, "world : its numbers are impossible");
    edited_resize(chunk.end, 1);
    edited_is_loaded();
    for (unsigned i = 0; i < 3; i++)
    {
        edited_set_32(chunk.from, no_times[i]);
        edited_is_refused_at(TRP_ERR_DAMAGED, chunk.from, "world : its numbers are impossible");
    }
    for (int by = -1; by <= 1; by += 2)
    {
        edited_add_32(chunk.from + 8, by);
        edited_is_refused_at(TRP_ERR_DAMAGED, edited_pool(SMALL_YOUNG).at,
                             "pool young: the number of pools is wrong");
    }
    edited_end();
}

static void layer_cannot_be(void)
{
    trp__saved_chunk chunk;

    if (!edited_begin())
        return;
    for (unsigned number = 0; number < 2; number++)
    {
        chunk = edited_chunk(TRP__SAVE_LAYER, number);
        for (int by = -3; by <= 3; by++)
        {
            edited_resize(by < 0 ? chunk.end - (size_t)-by : chunk.end, by);
            if (by == 0)
                edited_is_loaded();
            else
                edited_is_refused_at(TRP_ERR_DAMAGED, chunk.from,
                                     "layer : its numbers are impossible");
        }
        edited_resize(chunk.end - 4, -4);
        edited_is_loaded();
        for (unsigned i = 0; i < 3; i++)
        {
            edited_set_32(chunk.from + 1 + edited.bytes[chunk.from] + 1 + 4, no_times[i]);
            edited_is_refused_at(TRP_ERR_DAMAGED, chunk.from, "layer : its numbers are impossible");
        }
        edited_set_8(chunk.from, 255);
        edited_is_refused_at(TRP_ERR_DAMAGED, chunk.from, "layer : its numbers are impossible");
    }
    chunk = edited_chunk(TRP__SAVE_LAYER, 0);
    CHECK_EQ(edited.bytes[chunk.from], 0);
    edited_resize(chunk.from + 2 + 4 + 4 + 2, -(int)(chunk.end - chunk.from - 12)); /* no pools */
    edited_is_loaded();
    edited_resize(chunk.from + 2 + 4 + 4 + 1, -(int)(chunk.end - chunk.from - 11));
    edited_is_refused_at(TRP_ERR_DAMAGED, chunk.from, "layer : its numbers are impossible");
    edited_end();
}

/* Pools */

static const char *const names[] = {"sparks", "guards", "guards", "elders", "heirs", "young"};

static void refuse_pool(unsigned number, const char *words)
{
    char report[128] = "pool ";

    situation_text_add(report, sizeof report, names[number]);
    situation_text_add(report, sizeof report, ": ");
    situation_text_add(report, sizeof report, words);
    edited_is_refused_at(TRP_ERR_DAMAGED, edited_pool(number).at, report);
}

static size_t numbers_of(const trp__saved_pool *pool)
{
    trp__reader type = trp__read_from(edited_from.bytes, pool->type, edited_from.size);

    (void)trp__read_type(&type, 1);
    return type.at;
}

static void pool_cannot_be_read(void)
{
    if (!edited_begin())
        return;
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++)
    {
        const trp__saved_pool pool = edited_pool(number);
        const size_t numbers = numbers_of(&pool);
        const size_t counts = edited_place(pool.generations) - 4 * (size_t)TRP__SAVED_STATES;
        const size_t end =
            edited_place(pool.records) +
            (size_t)pool.record * (pool.counts[TRP__SAVED_ASLEEP] + pool.counts[TRP__SAVED_ACTIVE] +
                                   pool.counts[TRP__SAVED_EXPIRED]);
        edited_resize(end, 1);
        refuse_pool(number, "it cannot be read");
        edited_resize(end - 1, -1);
        refuse_pool(number, "it cannot be read");
        edited_add_32(counts, 1);
        refuse_pool(number, "it cannot be read");
        edited_add_32(counts, -1);
        refuse_pool(number, "it cannot be read");
        edited_set_32(numbers + NUMBERS_ROOM, pool.used - 1);
        refuse_pool(number, "it cannot be read");
        edited_set_32(numbers + NUMBERS_ROOM, TRP_MAX_SLOTS + 1);
        refuse_pool(number, "it cannot be read");
        edited_set_32(numbers + NUMBERS_GROWN, pool.chunk_count + 1);
        refuse_pool(number, "it cannot be read");
        edited_set_8(pool.at + 1, 0); /* in its name */
        edited_is_refused("it cannot be read");
    }
    edited_resize(edited_pool(SMALL_SPARKS).at + 11, -1);
    refuse_pool(SMALL_SPARKS, "it cannot be read");
    edited_resize(edited_pool(SMALL_SPARKS).at + 12, 1); /* a transient pool ends early */
    edited_is_loaded();
    edited_end();
}

static void segment_cannot_be(void)
{
    /* the pool, and the one whose segment it shares */
    static const unsigned char wrong[][2] = {
        {SMALL_SPARKS, SMALL_GUARDS}, {SMALL_GUARDS, SMALL_OTHERS}, {SMALL_YOUNG, SMALL_HEIRS},
        {SMALL_YOUNG, SMALL_POOLS},   {SMALL_YOUNG, 0xFF},
    };

    if (!edited_begin())
        return;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
        const trp__saved_pool pool = edited_pool(wrong[i][0]);
        CHECK_EQ(pool.segment, wrong[i][0]);
        edited_set_32(pool.at + 1 + strlen(pool.name) + 1 + 1, wrong[i][1]);
        refuse_pool(wrong[i][0], "no pool before it has the order that it shares");
    }
    edited_end();
}

/* States of slots, and whether their generation is 0. */
static void slots_cannot_be(void)
{
    static const bool may_be_zero[] = {
        [TRP__SAVED_RETIRED] = true, [TRP__SAVED_ABSENT] = true, [TRP__SAVED_EXPIRED] = true};

    if (!edited_begin())
        return;
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++)
    {
        const trp__saved_pool pool = edited_pool(number);
        const size_t counts = edited_place(pool.generations) - 4 * (size_t)TRP__SAVED_STATES;
        for (uint32_t slot = 0; slot < pool.used; slot++)
        {
            const size_t generation = edited_place(pool.generations) + 4 * (size_t)slot;
            edited_set_32(generation, pool.states[slot] == TRP__SAVED_RETIRED ? 1 : 0);
            if (pool.states[slot] != TRP__SAVED_RETIRED && may_be_zero[pool.states[slot]])
                edited_is_loaded();
            else
                refuse_pool(number, "the states and generations of slots are impossible");
            edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_STATES);
            if (pool.segment == number)
                refuse_pool(number, "the states and generations of slots are impossible");
            else
                edited_is_refused("the order of actors is broken"); /* of its segment */
        }
        for (uint32_t state = 0; state + 1 < TRP__SAVED_STATES; state++)
            if (state != TRP__SAVED_ABSENT && pool.counts[state] > 0) /* records stay the same */
            {
                const uint32_t other = state < TRP__SAVED_ABSENT ? 0 : TRP__SAVED_EXPIRED;
                edited_add_32(counts + 4 * (size_t)state, -1);
                edited_add_32(counts + 4 * (size_t)(state == other ? other + 1 : other), 1);
                edited_is_refused("pool");
            }
    }
    edited_end();
}

static void refuse_numbers(unsigned number, size_t at, uint32_t value)
{
    edited_set_32(at, value);
    refuse_pool(number, "a scale or an interval is impossible");
}

static void pace_cannot_be(void)
{
    if (!edited_begin())
        return;
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++)
    {
        const trp__saved_pool pool = edited_pool(number);
        const size_t numbers = numbers_of(&pool);
        CHECK_EQ(trp__get32(edited.bytes + numbers + NUMBERS_SCALE), ONE_BITS);
        for (unsigned i = 0; i < 3; i++)
        {
            refuse_numbers(number, numbers + NUMBERS_SCALE, no_times[i]);
            refuse_numbers(number, numbers + NUMBERS_LOW_FOR, no_times[i]);
        }
        refuse_numbers(number, numbers + NUMBERS_EVERY, TRP_MAX_INTERVAL + 1);
        refuse_numbers(number, numbers + NUMBERS_WANTED, TRP_MAX_INTERVAL + 1);
        edited_set_32(numbers + NUMBERS_EVERY, TRP_MAX_INTERVAL);
        edited_set_32(numbers + NUMBERS_WANTED, TRP_MAX_INTERVAL);
        edited_set_32(numbers + NUMBERS_TURN, TRP_MAX_INTERVAL - 1);
        edited_is_loaded();
        edited_set_32(numbers + NUMBERS_EVERY, 3);
        refuse_numbers(number, numbers + NUMBERS_TURN, 3);
        edited_set_32(numbers + NUMBERS_EVERY, 0);
        refuse_numbers(number, numbers + NUMBERS_TURN, 1);
    }
    edited_end();
}

static void refuse_chunks(unsigned number)
{
    refuse_pool(number, "the states and generations of slots are impossible");
}

static void chunks_of_memory_cannot_be(void)
{
    trp__saved_pool pool;
    size_t numbers;

    if (!edited_begin())
        return;
    pool = edited_pool(SMALL_OTHERS);
    numbers = numbers_of(&pool);
    CHECK(pool.chunk_count > 1 && pool.counts[TRP__SAVED_ABSENT] == 2);
    edited_set_32(numbers + NUMBERS_FIRST, 0);
    refuse_chunks(SMALL_OTHERS);
    edited_set_32(numbers + NUMBERS_FIRST, pool.room + 1);
    refuse_chunks(SMALL_OTHERS);
    for (size_t i = 0; i < pool.chunk_count; i++)
    {
        edited_set_32(edited_place(pool.chunks) + 5 * i, 0); /* its generation */
        refuse_chunks(SMALL_OTHERS);
    }
    for (size_t i = 0; i < 2; i++) /* the second one was returned, not the first */
    {
        CHECK_EQ(pool.chunks[5 * i + 4], i);
        edited_set_8(edited_place(pool.chunks) + 5 * i + 4, 1 - (unsigned)i);
        refuse_chunks(SMALL_OTHERS);
    }
    edited_end();
}

static void there_are_other_chunks_of_memory(void)
{
    trp__saved_pool pool;
    size_t numbers;

    if (!edited_begin())
        return;
    pool = edited_pool(SMALL_OTHERS);
    numbers = numbers_of(&pool);
    edited_resize(edited_place(pool.chunks), 5);
    edited_set_8(edited_place(pool.chunks), 1);
    edited_add_32(numbers + NUMBERS_CHUNKS, 1);
    refuse_chunks(SMALL_OTHERS);
    /* ... or too few */
    edited_resize(edited_place(pool.chunks) + 5 * (size_t)(pool.chunk_count - 1), -5);
    edited_add_32(numbers + NUMBERS_CHUNKS, -1);
    refuse_chunks(SMALL_OTHERS);
    edited_end();
}

const situation save_impossible_situations[] = {
    {"a save is cut off anywhere", is_cut_off_anywhere},
    {"a save ends too late or too early", ends_too_late_or_too_early},
    {"a save names no game", names_no_game},
    {"a save has no such chunk of the game", has_no_such_chunk_of_the_game},
    {"the world of a save cannot be", world_cannot_be},
    {"a layer of a save cannot be", layer_cannot_be},
    {"a pool of a save cannot be read", pool_cannot_be_read},
    {"the segment of a pool of a save cannot be", segment_cannot_be},
    {"slots of a save cannot be", slots_cannot_be},
    {"scales and intervals of a save cannot be", pace_cannot_be},
    {"chunks of memory of a save cannot be", chunks_of_memory_cannot_be},
    {"there are more or fewer chunks of memory in a save", there_are_other_chunks_of_memory},
};
const unsigned save_impossible_situation_count =
    sizeof save_impossible_situations / sizeof *save_impossible_situations;
