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

static uint32_t number(const char **at)
{
    uint32_t value = 0;

    if (**at == 'x')
        return (*at)++, TRP_NO_ID;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        value = 10 * value + (uint32_t)(**at - '0');
    return value;
}

/*
 * Steps: t: this id is the next one taken; m: this very id is taken; g: it is given back; h: it is
 * taken already. 3-7 and 7-3 are ranges; what ends with ! is not so. c: so many are taken; n3-7:
 * from 3 on, 7 is the first one taken (x: none). i7-33: they begin again, 33 from 7 on.
 */
static void do_steps(const char *at)
{
    for (; *at != '\0'; at += *at == ' ') {
        const char what = *at++;
        const uint32_t first = number(&at);
        const uint32_t last = *at == '-' ? (at++, number(&at)) : first;
        const bool is_so = *at != '!';
        at += !is_so;
        if (what == 'c')
            CHECK_EQ(ids.count, first);
        else if (what == 'i')
            CHECK_OK(trp_ids_init(&ids, stage_memory(), TRP_IDS_BYTES(last), first, last));
        else if (what == 'n')
            CHECK_EQ(trp_ids_next(&ids, first), last);
        else
            for (uint32_t id = first, left = 1; left != 0; id += first < last ? 1u : UINT32_MAX) {
                left = id != last;
                if (what == 't')
                    CHECK_EQ(trp_ids_take(&ids), id);
                else if (what == 'm')
                    CHECK(trp__ids_take_this(&ids, id) == is_so);
                else if (what == 'g')
                    CHECK_RESULT(trp_ids_give_back(&ids, id), is_so ? TRP_OK : TRP_ERR_FREE);
                else
                    CHECK(trp_ids_is_taken(&ids, id) == is_so);
            }
    }
}

#define STEPS(sentence, first, count, steps)                                                       \
    SITUATION(sentence)                                                                            \
    {                                                                                              \
        set_up(first, count);                                                                      \
        do_steps(steps);                                                                           \
        check_untouched_from(TRP_IDS_BYTES(count));                                                \
    }

STEPS("all are free at first", 0, 100, "c0 n0-x n1-x h0-99!")
STEPS("the lowest free id is taken first", 0, 100,
      "t0 c1 h0 h1! n0-0 t1-62 c63 h62 h63! t63 h63 h64! t64-99 c100 h0-99 h100! n0-0 n101-x nx-x")
STEPS("holes are filled first", 0, 200, "t0-149 g140 g3 g70 c147 h70! t3 t70 g2 t2 t140 t150")
STEPS("TRP_NO_ID when all are taken", 5, 65, "t5-69 tx tx c65 g69 t69 tx")
STEPS("a double return is refused", 0, 10, "t0-2 g1 g1! g7! c2 t1 t3 c4 h0-3 h4!")
STEPS("a very id is taken unless it is already", 10, 100,
      "m11 m109 m11! c2 t10 t12 m12! c4 h10-12 h13! n13-109 n110-x")
STEPS("the highest goes down when it is given back", 0, 5000,
      "t0-4499 g17 g4499 g18-4498 c17 n17-x g16-0 c0 n0-x")
STEPS("ids that begin again are all free", 3, 4097, "t3-4099 i3-4097 c0 n0-x h3-4099! t3-4099 tx")
STEPS("ids can be initialised again", 0, 1000, "t0-499 i7-33 c0 t7-39 tx")

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
