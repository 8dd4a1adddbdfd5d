/* Passes in several steps, and passes within passes. */
#include "../space_cramped.h"

/* Each touches all others. There is room for exactly all their pairs, or for sorting them, or one
 * too few. */
static void pairs_that_just_fit(void)
{
    static const struct
    {
        uint32_t capacity, count, hits;
    } cases[] = {{20, 18, 400}, {26, 14, 400}, {8, 8, 400}, {12, 12, 132}, {20, 20, 400}};
    static answer found;

    for (uint32_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++)
    {
        const uint32_t count = cases[i / 2].count;
        uint32_t at = 0;
        if (STAGE_BYTES < 48u * 1024u || SPACE_ANSWERS < 400u)
            return;
        cramped_begin_with(cases[i / 2].capacity, TRP_ORDER_MEMORY,
                           (trp_space_desc){.hits = cases[i / 2].hits});
        for (uint32_t id = 0; id < count; id++)
            space_box(cramped.pool, id, -100 * (float)id, 0, i % 2 != 0 ? 4000 : 8, 8);
        for (uint32_t round = 0; round < 2; round++)
        {
            (void)trp_space_pairs(cramped.space, NULL, NULL);
            for (uint32_t slot = 0; slot < count; slot++)
                trp_as(boxed, trp_pool_at(cramped.pool, slot))->box.x = (float)round;
            CHECK_RESULT(trp_space_moved_all(cramped.space, NULL), TRP_OK);
        }
        found.count = 0;
        CHECK_EQ(trp_space_pairs(cramped.space, space_note_pair, &found), count * (count - 1) / 2);
        for (uint32_t low = 0; low < count; low++)
            for (uint32_t high = low + 1; high < count; high++, at += 2)
                CHECK((found.ids[at] == low) & (found.ids[at + 1] == high));
        CHECK_RESULT(trp_space_moved_all(cramped.space, NULL), TRP_OK);
        CHECK_EQ(cramped_query(9), count);
        CHECK_RESULT(trp_space_add_pool(cramped.space, cramped.beside,
                                        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                     TRP_OK);
        CHECK_VALID(cramped.world);
    }
}

static void put_together(uint32_t count)
{
    for (uint32_t id = 1; id <= count; id++)
        space_box(cramped.pool, id, 0, 0, 1, 1);
}

/* copies of the first, the last and the one after it are still in the cells */
static void some_have_left_before(void)
{
    const trp_space_desc desc = {.kind = TRP_SPACE_GRID, .cell = 10, .hits = 3};

    cramped_begin_with(16, TRP_ORDER_MEMORY, desc);
    put_together(9);
    CHECK_EQ(trp_space_pairs(cramped.space, NULL, NULL), 36);
    CHECK_RESULT(trp_recycle(cramped.world, trp_pool_at(cramped.pool, 8)), TRP_OK);
    CHECK_RESULT(trp_recycle(cramped.world, trp_pool_at(cramped.pool, 0)), TRP_OK);
    CHECK_RESULT(trp_deactivate(cramped.world, trp_pool_at(cramped.pool, 7)), TRP_OK);
    CHECK_EQ(cramped_query(4), 6);
    CHECK_LOG(2, 3, 4, 5, 6, 7);
    CHECK_EQ(trp_space_pairs(cramped.space, space_log_pair, NULL), 15);
    CHECK_LOG(PAIR(2, 3), PAIR(2, 4), PAIR(2, 5), PAIR(2, 6), PAIR(2, 7), PAIR(3, 4), PAIR(3, 5),
              PAIR(3, 6), PAIR(3, 7), PAIR(4, 5), PAIR(4, 6), PAIR(4, 7), PAIR(5, 6), PAIR(5, 7),
              PAIR(6, 7));
    CHECK_EQ(cramped_query(4), 6);
    CHECK_VALID(cramped.world);
}

static boxed *last_one;

static void change_the_last(boxed *self)
{
    (void)self;
    CHECK_QUIET(cramped.world, trp_space_set_bits(cramped.space, &last_one->actor, 4, 4), TRP_OK);
}

/* odd ids accept even ones, and the other way round; a change during the pass comes too late */
static void steps_by_bits(void)
{
    cramped_begin(2);
    for (uint32_t id = 1; id <= 6; id++)
    {
        last_one = space_box(cramped.pool, id, 0, 0, 1, 1);
        CHECK_QUIET(cramped.world,
                    trp_space_set_bits(cramped.space, &last_one->actor, 1 + id % 2, 2 - id % 2),
                    TRP_OK);
    }
    CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(0, 0, 0, 0), 2, space_log, NULL), 3);
    CHECK_LOG(1, 3, 5);
    CHECK_EQ(trp_space_pairs(cramped.space, space_log_pair, NULL), 9);
    CHECK_LOG(PAIR(2, 1), PAIR(4, 1), PAIR(6, 1), PAIR(2, 3), PAIR(2, 5), PAIR(4, 3), PAIR(6, 3),
              PAIR(4, 5), PAIR(6, 5));
    space_when_found = change_the_last;
    CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(0, 0, 0, 0), 1, space_log, NULL), 3);
    CHECK_LOG(2, 4, 6);
    CHECK_VALID(cramped.world);
}

static uint32_t swept(void)
{
    stage_log_clear();
    CHECK_RESULT(trp_space_moved_all(cramped.space, NULL), TRP_OK);
    return trp_space_pairs_where(cramped.space, &(trp_pairing){.swept = true}, space_log_pair,
                                 NULL);
}

/* a box moves across others, and past one; later it is not found on its way */
static void steps_of_a_swept_pass(void)
{
    boxed *it;

    cramped_begin_as(
        TRP_ORDER_MEMORY,
        (trp_space_desc){
            .kind = TRP_SPACE_GRID, .cell = 10, .hits = 4, .sweeps = true, .manual_moves = true});
    put_together(3);
    it = space_box(cramped.pool, 4, -50, -50, 1, 1);
    space_box(cramped.pool, 5, -40, 40, 1, 1);
    CHECK_EQ(swept(), 3);
    it->box.x = it->box.y = 50;
    CHECK_RESULT(trp_space_moved(cramped.space, &it->actor), TRP_OK);
    CHECK_EQ(swept(), 6);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4), PAIR(2, 3), PAIR(2, 4), PAIR(3, 4));
    CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(20, 20, 9, 9), 0, NULL, NULL), 0);
    space_box(cramped.pool, 6, 90, 90, 1, 1);
    CHECK_EQ(trp_space_pairs(cramped.space, NULL, NULL), 3);
    CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(20, 20, 9, 9), 0, NULL, NULL), 0);
    CHECK_VALID(cramped.world);
}

static void ask_beside(boxed *self)
{
    if (self->id != 1)
        return;
    space_when_found = NULL;
    CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(0, 0, 9, 2), 0, space_log, NULL), 5);
}

static void pair_and_ask(boxed *a, boxed *b)
{
    (void)a;
    (void)b;
    space_when_paired = NULL;
    CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(5, 0, 9, 2), 0, space_log, NULL), 2);
}

/* answers of the outer pass stay on the stack */
static void steps_within_a_pass(void)
{
    cramped_begin(6);
    cramped_put_in_a_row(1, 5);
    space_when_found = ask_beside;
    CHECK_EQ(cramped_query(2), 2);
    CHECK_LOG(1, 1, 2, 3, 4, 5, 2);
    cramped_begin(5);
    put_together(4);
    cramped_put_in_a_row(5, 6);
    space_when_paired = pair_and_ask;
    CHECK_EQ(trp_space_pairs(cramped.space, space_log_pair, NULL), 6);
    CHECK_LOG(PAIR(1, 2), 5, 6, PAIR(1, 3), PAIR(1, 4), PAIR(2, 3), PAIR(2, 4), PAIR(3, 4));
    cramped_begin(8); /* exactly enough room */
    put_together(3);
    cramped_put_in_a_row(5, 6);
    space_when_paired = pair_and_ask;
    CHECK_EQ(trp_space_pairs(cramped.space, space_log_pair, NULL), 3);
    CHECK_LOG(PAIR(1, 2), 5, 6, PAIR(1, 3), PAIR(2, 3));
    CHECK_VALID(cramped.world);
}

const situation space_steps_situations[] = {
    {"pairs that just fit the room, or just do not", pairs_that_just_fit},
    {"some have left before a pass in several steps", some_have_left_before},
    {"steps of a pass ask for bits", steps_by_bits},
    {"a swept pass in several steps", steps_of_a_swept_pass},
    {"steps of a pass within a pass", steps_within_a_pass},
};
const unsigned space_steps_situation_count =
    sizeof space_steps_situations / sizeof space_steps_situations[0];
