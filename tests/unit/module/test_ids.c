#include "../stage.h"

SITUATIONS(ids);

#define GUARD 0xA5u

/* where a word, a summary and a summary of summaries end, for words of 64 and of 32 bits */
static const uint32_t boundaries[] = {1,     2,     31,    32,     33,    63,   64,
                                      65,    1023,  1024,  1025,   4095,  4096, 4097,
                                      32767, 32768, 32769, 262144, 262145};
#ifndef BOUNDARIES
#define BOUNDARIES (sizeof boundaries / sizeof boundaries[0])
#endif

static trp_ids ids;

static void guard(void)
{
    for (size_t i = 0; i < STAGE_BYTES; i++)
        stage_memory()[i] = GUARD;
}

/* ids in the stage's memory, with exactly as many bytes as the header says */
static void set_up(uint32_t first, uint32_t count)
{
    CHECK(TRP_IDS_BYTES(count) <= STAGE_BYTES);
    guard();
    CHECK_OK(trp_ids_init(&ids, stage_memory(), TRP_IDS_BYTES(count), first, count));
    stage_log_clear();
}

static void take(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_ids_take(&ids) != TRP_NO_ID);
}

static void check_untouched_from(size_t at)
{
    for (; at < STAGE_BYTES; at++)
        CHECK_EQ(stage_memory()[at], GUARD);
}

static void log_taken(void)
{
    uint32_t count = 0;
    for (uint32_t id = trp_ids_next(&ids, 0); id != TRP_NO_ID; id = trp_ids_next(&ids, id + 1)) {
        stage_log(id);
        count++;
    }
    CHECK_EQ(ids.count, count);
}

#define CHECK_TAKEN(...) (log_taken(), CHECK_LOG(__VA_ARGS__))

SITUATION("all are free at first")
{
    set_up(0, 100);
    CHECK_EQ(ids.count, 0);
    CHECK_EQ(trp_ids_next(&ids, 0), TRP_NO_ID);
    CHECK_EQ(trp_ids_next(&ids, 1), TRP_NO_ID);
    for (uint32_t id = 0; id < 100; id++)
        CHECK(!trp_ids_is_taken(&ids, id));
}

SITUATION("the lowest free id is taken first")
{
    set_up(0, 100);
    for (uint32_t id = 0; id < 100; id++) {
        CHECK_EQ(trp_ids_take(&ids), id);
        CHECK(trp_ids_is_taken(&ids, id));
        CHECK(!trp_ids_is_taken(&ids, id + 1));
        CHECK_EQ(ids.count, id + 1);
        CHECK_EQ(trp_ids_next(&ids, 0), 0);
    }
    CHECK_EQ(trp_ids_next(&ids, 101), TRP_NO_ID);
    CHECK_EQ(trp_ids_next(&ids, TRP_NO_ID), TRP_NO_ID);
}

SITUATION("holes are filled first")
{
    set_up(0, 200);
    take(150);
    CHECK_OK(trp_ids_give_back(&ids, 140));
    CHECK_OK(trp_ids_give_back(&ids, 3));
    CHECK_OK(trp_ids_give_back(&ids, 70));
    CHECK_EQ(ids.count, 147);
    CHECK(!trp_ids_is_taken(&ids, 70));
    CHECK_EQ(trp_ids_take(&ids), 3);
    CHECK_EQ(trp_ids_take(&ids), 70);
    CHECK_OK(trp_ids_give_back(&ids, 2));
    CHECK_EQ(trp_ids_take(&ids), 2);
    CHECK_EQ(trp_ids_take(&ids), 140);
    CHECK_EQ(trp_ids_take(&ids), 150);
}

SITUATION("TRP_NO_ID when all are taken")
{
    set_up(5, 65);
    take(65);
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
    CHECK_EQ(ids.count, 65);
    CHECK_OK(trp_ids_give_back(&ids, 69));
    CHECK_EQ(trp_ids_take(&ids), 69);
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
}

SITUATION("a double return is refused")
{
    set_up(0, 10);
    take(3);
    CHECK_OK(trp_ids_give_back(&ids, 1));
    CHECK_RESULT(trp_ids_give_back(&ids, 1), TRP_ERR_FREE);
    CHECK_RESULT(trp_ids_give_back(&ids, 7), TRP_ERR_FREE);
    CHECK_EQ(ids.count, 2);
    CHECK_EQ(trp_ids_take(&ids), 1);
    CHECK_EQ(trp_ids_take(&ids), 3);
    CHECK_TAKEN(0, 1, 2, 3);
}

SITUATION("a very id is taken unless it is already")
{
    set_up(10, 100);
    CHECK(trp__ids_take_this(&ids, 11));
    CHECK(trp__ids_take_this(&ids, 109));
    CHECK(!trp__ids_take_this(&ids, 11));
    CHECK_EQ(ids.count, 2);
    CHECK_EQ(trp_ids_take(&ids), 10);
    CHECK_EQ(trp_ids_take(&ids), 12);
    CHECK(!trp__ids_take_this(&ids, 12));
    CHECK_TAKEN(10, 11, 12, 109);
}

SITUATION("ids beyond the range are refused")
{
    set_up(1000, 64);
    take(64);
    static const uint32_t beyond[] = {0,        1, 999, 1064, 1065, 0x80000000u, UINT32_MAX - 1,
                                      TRP_NO_ID};
    for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        CHECK(!trp__ids_take_this(&ids, beyond[i]));
        CHECK_RESULT(trp_ids_give_back(&ids, beyond[i]), TRP_ERR_VALUE);
        CHECK(!trp_ids_is_taken(&ids, beyond[i]));
        CHECK_EQ(trp_ids_next(&ids, beyond[i]), beyond[i] < 1000 ? 1000 : TRP_NO_ID);
    }
    CHECK_EQ(ids.count, 64);
}

SITUATION("ranges begin anywhere below TRP_NO_ID")
{
    static const uint32_t firsts[] = {1, 63, 64, 1000003, 0x80000000u, UINT32_MAX - 70};
    for (unsigned i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
        const uint32_t first = firsts[i];
        set_up(first, 70);
        for (uint32_t id = 0; id < 70; id++)
            CHECK_EQ(trp_ids_take(&ids), first + id);
        CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
        CHECK_EQ(trp_ids_next(&ids, 0), first);
        CHECK_EQ(trp_ids_next(&ids, first), first);
        CHECK_EQ(trp_ids_next(&ids, first + 64), first + 64);
        CHECK_EQ(trp_ids_next(&ids, first + 70), TRP_NO_ID);
        CHECK_OK(trp_ids_give_back(&ids, first + 64));
        CHECK_EQ(trp_ids_take(&ids), first + 64);
    }
}

SITUATION("the highest goes down when it is given back")
{
    set_up(0, 5000);
    take(4500);
    CHECK_OK(trp_ids_give_back(&ids, 17));
    CHECK_OK(trp_ids_give_back(&ids, 4499));
    for (uint32_t id = 18; id < 4499; id++)
        CHECK_OK(trp_ids_give_back(&ids, id));
    CHECK_EQ(ids.count, 17);
    for (uint32_t id = 16; id > 0; id--) {
        CHECK_OK(trp_ids_give_back(&ids, id));
    }
    CHECK_OK(trp_ids_give_back(&ids, 0));
}

SITUATION("a loop gives back and takes what it likes")
{
    set_up(1, 20);
    take(12);
    for (uint32_t id = trp_ids_next(&ids, 0); id != TRP_NO_ID; id = trp_ids_next(&ids, id + 1)) {
        stage_log(id);
        if (id == 2) /* itself, its neighbours, the last */
            for (uint32_t other = 1; other <= 4; other++)
                CHECK_OK(trp_ids_give_back(&ids, other));
        if (id == 5)
            CHECK_OK(trp_ids_give_back(&ids, 12));
        if (id == 9) /* taken after it, and further up */
        {
            CHECK_EQ(trp_ids_take(&ids), 1);
            CHECK(trp__ids_take_this(&ids, 20));
        }
    }
    CHECK_LOG(1, 2, 5, 6, 7, 8, 9, 10, 11, 20);
    CHECK_TAKEN(1, 5, 6, 7, 8, 9, 10, 11, 20);
    for (uint32_t id = trp_ids_next(&ids, 0); id != TRP_NO_ID; id = trp_ids_next(&ids, id + 1))
        CHECK_OK(trp_ids_give_back(&ids, id));
    CHECK_TAKEN();
}

SITUATION("ids that begin again are all free")
{
    set_up(3, 4097);
    CHECK_EQ(trp_ids_take(&ids), 3);
    take(4096);
    CHECK_OK(trp_ids_init(&ids, stage_memory(), TRP_IDS_BYTES(4097), 3, 4097));
    CHECK_EQ(ids.count, 0);
    CHECK_EQ(trp_ids_next(&ids, 0), TRP_NO_ID);
    for (uint32_t id = 3; id < 4100; id++) {
        CHECK(!trp_ids_is_taken(&ids, id));
        CHECK_EQ(trp_ids_take(&ids), id);
    }
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
    check_untouched_from(TRP_IDS_BYTES(4097));
}

SITUATION("ids can be initialised again")
{
    set_up(0, 1000);
    take(500);
    CHECK_OK(trp_ids_init(&ids, stage_memory(), TRP_IDS_BYTES(33), 7, 33));
    CHECK_EQ(ids.count, 0);
    for (uint32_t id = 7; id < 40; id++)
        CHECK_EQ(trp_ids_take(&ids), id);
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
}

/* all are taken; then some at the ends of words are given back, one by one and together */
static void around_boundaries(uint32_t count)
{
    for (uint32_t id = 0; id < count; id++) {
        CHECK_EQ(trp_ids_take(&ids), id);
    }
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
    for (unsigned i = 0; i < BOUNDARIES && boundaries[i] <= count; i++) {
        const uint32_t id = boundaries[i] - 1;
        CHECK_OK(trp_ids_give_back(&ids, id));
        CHECK_EQ(trp_ids_take(&ids), id);
        CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
    }
    for (unsigned i = 0; i < BOUNDARIES && boundaries[i] <= count; i++)
        CHECK_OK(trp_ids_give_back(&ids, boundaries[i] - 1));
    for (unsigned i = 0; i < BOUNDARIES && boundaries[i] <= count; i++)
        CHECK_EQ(trp_ids_take(&ids), boundaries[i] - 1);
    CHECK_EQ(trp_ids_take(&ids), TRP_NO_ID);
    for (uint32_t id = 0; id < count; id++)
        CHECK_OK(trp_ids_give_back(&ids, id));
}

/* only the ends are taken: every search crosses empty words */
static void across_emptiness(uint32_t count)
{
    CHECK(trp__ids_take_this(&ids, count - 1));
    CHECK_EQ(trp_ids_next(&ids, 0), count - 1);
    if (count == 1)
        return;
    CHECK_EQ(trp_ids_take(&ids), 0);
    CHECK_EQ(trp_ids_next(&ids, 1), count - 1);
    CHECK_OK(trp_ids_give_back(&ids, count - 1));
    CHECK_EQ(trp_ids_next(&ids, 1), TRP_NO_ID);
}

SITUATION("words and summaries end where they should")
{
    for (unsigned i = 0; i < BOUNDARIES; i++) {
        const uint32_t count = boundaries[i];
        set_up(0, count);
        around_boundaries(count);
        across_emptiness(count);
        check_untouched_from(TRP_IDS_BYTES(count));
    }
}

/* the struct's memory is more than a small machine has on its stage: a world supplies it */
typedef struct hall {
    trp_actor actor;
    _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(TRP_MAX_IDS)];
} hall;

SITUATION("2^24 ids, up to the last number")
{
    stage_needs(2 * sizeof(hall));
    trp_world *world = trp_world_create(NULL);
    trp_pool_desc desc = {.type = TRP_TYPE(hall, actor), .capacity = 1};
    hall *in = MADE(trp_as(hall, trp_create(stage_pool_as(world, desc), NULL)));
    const uint32_t first = UINT32_MAX - TRP_MAX_IDS;
    CHECK_OK(trp_ids_init(&ids, in->memory, sizeof in->memory, first, TRP_MAX_IDS));
    CHECK_EQ(trp_ids_take(&ids), first);
    CHECK(trp__ids_take_this(&ids, UINT32_MAX - 1));
    CHECK_EQ(trp_ids_next(&ids, first + 1), UINT32_MAX - 1);
    CHECK_EQ(trp_ids_next(&ids, UINT32_MAX), TRP_NO_ID);
    const uint32_t taken = 1 + situation_rounds(TRP_MAX_IDS - 2);
    for (uint32_t i = 1; i < taken; i++)
        CHECK_EQ(trp_ids_take(&ids), first + i);
    CHECK_EQ(trp_ids_take(&ids), taken == TRP_MAX_IDS - 1 ? TRP_NO_ID : first + taken);
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("too small a memory, at every size")
{
    for (unsigned i = 0; i < BOUNDARIES && boundaries[i] <= 4097; i++) {
        const uint32_t count = boundaries[i];
        size_t size = 0;
        guard();
        ids = (trp_ids){0};
        for (; trp_ids_init(&ids, stage_memory(), size, 0, count) == TRP_ERR_MEMORY; size++)
            CHECK_EQ(ids.count, 0);
        CHECK(size <= TRP_IDS_BYTES(count));
        around_boundaries(count);
        check_untouched_from(size);
    }
}

SITUATION("an init that fails changes nothing")
{
    unsigned char *memory = stage_memory();
    set_up(20, 30);
    take(2);
    CHECK_RESULT(trp_ids_init(NULL, memory, STAGE_BYTES, 0, 1), TRP_ERR_NULL);
    CHECK_RESULT(trp_ids_init(&ids, NULL, STAGE_BYTES, 0, 1), TRP_ERR_NULL);
    for (size_t i = 1; i < TRP_ALIGNMENT; i++)
        CHECK_RESULT(trp_ids_init(&ids, memory + i, STAGE_BYTES - i, 0, 1), TRP_ERR_ALIGN);
    CHECK_RESULT(trp_ids_init(&ids, memory, STAGE_BYTES, 0, 0), TRP_ERR_VALUE);
    CHECK_RESULT(trp_ids_init(&ids, memory, SIZE_MAX, 0, TRP_MAX_IDS + 1), TRP_ERR_VALUE);
    CHECK_RESULT(trp_ids_init(&ids, memory, SIZE_MAX, 0, UINT32_MAX), TRP_ERR_VALUE);
    CHECK_RESULT(trp_ids_init(&ids, memory, STAGE_BYTES, UINT32_MAX, 1), TRP_ERR_VALUE);
    CHECK_RESULT(trp_ids_init(&ids, memory, STAGE_BYTES, UINT32_MAX - 9, 10), TRP_ERR_VALUE);
    CHECK_RESULT(trp_ids_init(&ids, memory, STAGE_BYTES, 0, TRP_MAX_IDS), TRP_ERR_MEMORY);
    CHECK_RESULT(trp_ids_init(&ids, memory, 0, 0, 1), TRP_ERR_MEMORY);
    CHECK_EQ(trp_ids_take(&ids), 22);
    CHECK_TAKEN(20, 21, 22);
}

static void no_ids(const trp_ids *none)
{
    CHECK(!trp_ids_is_taken(none, 0));
    CHECK_EQ(trp_ids_next(none, 0), TRP_NO_ID);
    CHECK_EQ(trp_ids_next(none, 1), TRP_NO_ID);
    CHECK_EQ(trp_ids_next(none, TRP_NO_ID), TRP_NO_ID);
}

SITUATION("a zeroed trp_ids has no ids")
{
    trp_ids zeroed = {0};
    no_ids(&zeroed);
    CHECK_EQ(trp_ids_take(&zeroed), TRP_NO_ID);
    CHECK(!trp__ids_take_this(&zeroed, 0));
    CHECK_RESULT(trp_ids_give_back(&zeroed, 0), TRP_ERR_VALUE);
    no_ids(&zeroed);
}

SITUATION("NULL has no ids")
{
    no_ids(NULL);
    CHECK_EQ(trp_ids_take(NULL), TRP_NO_ID);
    CHECK_RESULT(trp_ids_give_back(NULL, 0), TRP_ERR_NULL);
}
