/*
 * Content of a save that cannot be, continued: pools, their slots and their chunks of memory.
 */
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_pools);

enum {
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

static const char *const names[] = {"sparks", "guards", "guards", "elders", "heirs", "young"};

static void refuse_pool(unsigned number, const char *words)
{
    char report[128] = "pool ";

    situation_text_add(report, sizeof report, names[number]);
    situation_text_add(report, sizeof report, ": ");
    situation_text_add(report, sizeof report, words);
    edited_is_refused_at(TRP_ERR_DAMAGED, edited_pool(number).at, report);
    CHECK(situation_text_equal(save_problem_name, names[number]));
}

static size_t numbers_of(const trp__saved_pool *pool)
{
    trp__reader type = trp__read_from(edited_from.bytes, pool->type, edited_from.size);

    (void)trp__read_type(&type, 1);
    return type.at;
}

SITUATION("a pool of a save cannot be read")
{
    edited_begin();
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        const trp__saved_pool pool = edited_pool(number);
        const size_t numbers = numbers_of(&pool);
        const size_t end =
            edited_place(pool.records) +
            (size_t)pool.record * (pool.counts[TRP__SAVED_ASLEEP] + pool.counts[TRP__SAVED_ACTIVE] +
                                   pool.counts[TRP__SAVED_EXPIRED]);
        edited_resize(end, 1);
        refuse_pool(number, "it cannot be read");
        edited_resize(end - 1, -1);
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

SITUATION("the segment of a pool of a save cannot be")
{
    /* the pool, and the one whose segment it shares */
    static const unsigned char wrong[][2] = {
        {SMALL_SPARKS, SMALL_GUARDS}, {SMALL_GUARDS, SMALL_OTHERS}, {SMALL_YOUNG, SMALL_HEIRS},
        {SMALL_YOUNG, SMALL_POOLS},   {SMALL_YOUNG, 0xFF},          {SMALL_GUARDS, SMALL_SPARKS},
    };

    edited_begin();
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const trp__saved_pool pool = edited_pool(wrong[i][0]);
        CHECK_EQ(pool.segment, wrong[i][0]);
        edited_set_32(pool.at + 1 + strlen(pool.name) + 1 + 1, wrong[i][1]);
        refuse_pool(wrong[i][0], "no pool before it has the order that it shares");
    }
    edited_set_32(edited_pool(SMALL_OTHERS).at + 1 + strlen("guards") + 1 + 1, SMALL_GUARDS);
    edited_is_loaded(); /* with and without an order */
    edited_end();
}

/* States of slots, and whether their generation is 0. */
SITUATION("slots of a save cannot be")
{
    static const bool may_be_zero[] = {
        [TRP__SAVED_RETIRED] = true, [TRP__SAVED_ABSENT] = true, [TRP__SAVED_EXPIRED] = true};

    edited_begin();
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        const trp__saved_pool pool = edited_pool(number);
        for (uint32_t slot = 0; slot < pool.used; slot++) {
            const size_t generation = edited_place(pool.generations) + 4 * (size_t)slot;
            edited_set_32(generation, pool.states[slot] == TRP__SAVED_RETIRED ? 1 : 0);
            if (pool.states[slot] != TRP__SAVED_RETIRED && may_be_zero[pool.states[slot]])
                edited_is_loaded();
            else
                refuse_pool(number, "it cannot be read");
            edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_STATES);
            refuse_pool(number, "it cannot be read");
        }
    }
    edited_end();
}

static void refuse_numbers(unsigned number, size_t at, uint32_t value)
{
    edited_set_32(at, value);
    refuse_pool(number, "a scale or an interval is impossible");
}

SITUATION("scales and intervals of a save cannot be")
{
    edited_begin();
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        const trp__saved_pool pool = edited_pool(number);
        const size_t numbers = numbers_of(&pool);
        CHECK_EQ(trp__get32(edited.bytes + numbers + NUMBERS_SCALE), ONE_BITS);
        for (unsigned i = 0; i < 3; i++) {
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
    refuse_pool(number, "its chunks of memory are impossible");
}

SITUATION("chunks of memory of a save cannot be")
{
    edited_begin();
    trp__saved_pool pool = edited_pool(SMALL_OTHERS);
    size_t numbers = numbers_of(&pool);
    CHECK(pool.chunk_count > 1 && pool.counts[TRP__SAVED_ABSENT] == 2);
    edited_set_32(numbers + NUMBERS_FIRST, 0);
    refuse_chunks(SMALL_OTHERS);
    edited_set_32(numbers + NUMBERS_FIRST, pool.room + 1);
    refuse_chunks(SMALL_OTHERS);
    for (uint32_t by = 1; by < 3; by++) /* a pool that does not grow has no further chunks */
    {
        const trp__saved_pool young = edited_pool(SMALL_YOUNG);
        CHECK(young.first_count == young.room && young.chunk_count == 0);
        edited_set_32(numbers_of(&young) + NUMBERS_FIRST, young.room + by);
        refuse_chunks(SMALL_YOUNG);
    }
    for (size_t i = 0; i < pool.chunk_count; i++) {
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

SITUATION("there are more or fewer chunks of memory in a save")
{
    edited_begin();
    trp__saved_pool pool = edited_pool(SMALL_OTHERS);
    size_t numbers = numbers_of(&pool);
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

SITUATION("absent slots of a save form no chunk")
{
    edited_begin();
    trp__saved_pool pool =
        edited_pool(SMALL_YOUNG); /* a single slot, of a pool without returned chunks */
    edited_set_state(&pool, edited_slot(&pool, TRP__SAVED_RETIRED), TRP__SAVED_ABSENT);
    refuse_chunks(SMALL_YOUNG);
    pool = edited_pool(SMALL_ELDERS); /* no slot, but a returned chunk */
    CHECK(pool.grown > 0 && pool.chunks[4] == 1);
    edited_set_8(edited_place(pool.chunks) + 4, 0);
    refuse_chunks(SMALL_ELDERS);
    pool = edited_pool(SMALL_OTHERS); /* all slots of a chunk but one */
    for (uint32_t slot = 2; slot < 4; slot++) {
        CHECK_EQ(pool.states[slot], TRP__SAVED_ABSENT);
        CHECK_EQ(trp__get32(pool.generations + 4 * (size_t)slot), 0); /* no bytes are left over */
        edited_set_state(&pool, slot, TRP__SAVED_RETIRED);
        edited_set_32(edited_place(pool.generations) + 4 * (size_t)slot, 0);
        refuse_chunks(SMALL_OTHERS);
    }
    edited_end();
}

SITUATION("values of a save cannot be")
{
    edited_begin();
    trp__saved_pool pool = edited_pool(SMALL_GUARDS);
    size_t record = edited_place(pool.records);
    /* box, id, friend_of, weapon, title, is_set, end */
    CHECK_EQ(pool.record, 16 + 4 + 8 + 4 + 3 + 1 + 4);
    for (size_t i = 0; i < 3; i++) /* one is active, one sleeps, one has expired */
    {
        edited_set_8(record + i * pool.record + 35, 2);
        edited_is_refused_at(
            TRP_ERR_VALUE, record + i * pool.record + 35,
            "pool guards: field is_set: its value does not fit into the present field");
    }
    CHECK(situation_text_equal(save_problem_name, "is_set"));
    edited_set_8(record + 35, 1);
    edited_is_loaded();
    edited_set_32(record + pool.record + 28, 3);
    edited_is_refused_at(TRP_ERR_VALUE, record + pool.record + 28,
                         "pool guards: field weapon: its choice is not in the file's table");
    edited_set_32(record + pool.record + 28, 2);
    edited_is_loaded();
    edited_end();
}

/* Text has no checks of its own but these. */

static void swallow(const char *text, void *arg)
{
    CHECK(text != NULL);
}

static trp_result print(void)
{
    save_mend_sum(&edited);
    trp_result result = trp_print_save(edited.bytes, edited.size, swallow, NULL);
    memcpy(&edited, &edited_from, sizeof edited);
    return result;
}

SITUATION("pools of a save cannot be printed")
{
    edited_begin();
    CHECK_OK(print());
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t slot = edited_slot(&pool, TRP__SAVED_ACTIVE);
        edited_set_32(numbers_of(&pool) + NUMBERS_ROOM, pool.used - 1);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
        edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_STATES);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
        edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_FREE);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED); /* a record too many */
    }
    for (unsigned number = SMALL_OTHERS; number <= SMALL_YOUNG; number += 3) /* one more */
    {
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t state = number == SMALL_YOUNG ? TRP__SAVED_FREE : TRP__SAVED_ABSENT;
        edited_set_8(edited_place(pool.states) + edited_slot(&pool, state), TRP__SAVED_ACTIVE);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
    }
    edited_end();
}
