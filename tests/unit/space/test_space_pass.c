/* Callbacks may do anything while a pass is in progress. Each situation is played with every kind
 * of space, and again with so little memory for pairs that they are found box by box. */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static uint32_t calls;

static void with_each_kind(void (*play)(void))
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++)
        for (uint32_t hits = 0; hits <= 16; hits += 16)
        {
            world = stage_world();
            pool = space_pool(world, 16);
            space = trp_space_create(
                world, &(trp_space_desc){
                           .index = space_index((space_kind)kind), .capacity = 16, .hits = hits});
            CHECK_RESULT(trp_space_add_pool(space, pool,
                                            &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                         TRP_OK);
            for (uint32_t i = 1; i <= 5; i++)
                space_box(pool, i, (float)i, 0, 20, 20);
            stage_log_clear();
            calls = 0;
            play();
            CHECK_VALID(world);
        }
}

static boxed *at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(pool, slot));
}

static void recycle_both(boxed *a, boxed *b)
{
    CHECK_RESULT(trp_recycle(world, &a->actor), TRP_OK);
    CHECK_RESULT(trp_recycle(world, &b->actor), TRP_OK);
}

static void both_die(void)
{
    space_when_paired = recycle_both;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 2);
    CHECK_LOG(PAIR(1, 2), PAIR(3, 4));
    CHECK_EQ(trp_pool_count(pool), 1);
}

static void both_of_a_pair_die(void)
{
    with_each_kind(both_die);
}

static void expire_first(boxed *a, boxed *b)
{
    CHECK_RESULT(trp_expire(world, &a->actor), TRP_OK);
}

static void the_first_expires(void)
{
    space_when_paired = expire_first;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 4);
    CHECK_LOG(PAIR(1, 2), PAIR(2, 3), PAIR(3, 4), PAIR(4, 5));
}

static void the_first_of_a_pair_expires(void)
{
    with_each_kind(the_first_expires);
}

/* in the same slot, with the same number, at the same place */
static void replace_second(boxed *a, boxed *b)
{
    if (calls++ != 0)
        return;
    CHECK_RESULT(trp_recycle(world, &b->actor), TRP_OK);
    space_box(pool, 9, 3, 3, 20, 20);
    CHECK(trp_space_member(space, &at(1)->actor, NULL));
}

static void a_newborn_waits(void)
{
    space_when_paired = replace_second;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 7);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4), PAIR(1, 5), PAIR(3, 4), PAIR(3, 5), PAIR(4, 5));
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 10);
}

static void newborns_wait_for_the_next_pass(void)
{
    with_each_kind(a_newborn_waits);
}

static void move_all_away(boxed *a, boxed *b)
{
    trp_each (boxed, it, pool)
        it->box.x += 1000 * (float)it->id;
    CHECK_RESULT(trp_space_moved_all(space, NULL), TRP_OK);
    for (int i = 0; i < 40; i++) /* the space stands still */
        CHECK_EQ(
            trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, NULL, NULL),
            5);
}

static void for_the_box_it_had(void)
{
    space_when_paired = move_all_away;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 10);
    stage_log_clear();
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 0);
}

static void a_moved_one_is_visited_for_its_former_box(void)
{
    with_each_kind(for_the_box_it_had);
}

static void remove_and_add(boxed *a, boxed *b)
{
    CHECK_RESULT(trp_space_remove(space, &a->actor), TRP_OK);
    CHECK_RESULT(trp_space_add(space, &a->actor), TRP_OK);
}

static void left_and_entered(void)
{
    space_when_paired = remove_and_add;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 4);
    CHECK_LOG(PAIR(1, 2), PAIR(2, 3), PAIR(3, 4), PAIR(4, 5));
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 10);
}

static void one_that_left_and_entered_waits(void)
{
    with_each_kind(left_and_entered);
}

static void sleep_second(boxed *a, boxed *b)
{
    CHECK_RESULT(trp_deactivate(world, &b->actor), TRP_OK);
    CHECK_RESULT(trp_activate(world, &b->actor), TRP_OK);
}

static void slept_and_woke(void)
{
    space_when_paired = sleep_second;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 4);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4), PAIR(1, 5));
}

static void one_that_slept_and_woke_waits(void)
{
    with_each_kind(slept_and_woke);
}

static void ask_again(boxed *a, boxed *b)
{
    if (calls++ == 3)
    {
        space_when_paired = NULL;
        a->box.x = 500;
        CHECK_RESULT(trp_space_moved(space, &a->actor), TRP_OK);
        CHECK_EQ(
            trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, NULL, NULL),
            5);
        CHECK_EQ(
            trp_space_query(space, &(trp_query){.area = trp_rectangle(505, 10, 0, 0)}, NULL, NULL),
            0);
    }
}

static void nested(void)
{
    space_when_paired = ask_again;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 10);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4), PAIR(1, 5), PAIR(2, 3), PAIR(2, 4), PAIR(2, 5),
              PAIR(3, 4), PAIR(3, 5), PAIR(4, 5));
}

static void passes_nest(void)
{
    with_each_kind(nested);
}

static void query_in_query(boxed *self)
{
    if (calls++ < 3)
        CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)},
                                 space_log, NULL),
                 5);
}

static void queries_nest(void)
{
    world = stage_world();
    pool = space_pool(world, 16);
    space = space_of(world, pool, SPACE_GRIDS);
    for (uint32_t i = 1; i <= 5; i++)
        space_box(pool, i, (float)i, 0, 20, 20);
    calls = 0;
    space_when_found = query_in_query;
    stage_log_clear();
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log, NULL),
        5);
    CHECK_LOG(1, 1, 1, 1, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5);
}

static void begin_in_a_grid(uint32_t count)
{
    world = stage_world();
    pool = space_pool(world, 16);
    space = space_of(world, pool, SPACE_GRIDS);
    for (uint32_t i = 1; i <= count; i++)
        space_box(pool, i, (float)i, 0, 20, 20);
    stage_log_clear();
}

static void stop_the_outer_one(boxed *self)
{
    if (self->id != 2)
        return;
    space_when_found = NULL;
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(2, 2, 0, 0)}, space_log, NULL),
        2);
    CHECK_RESULT(trp_space_stop(space), TRP_OK);
}

static void the_outer_pass_is_stopped(void)
{
    begin_in_a_grid(6);
    CHECK_RESULT(trp_space_stop(space), TRP_GONE);
    space_when_found = stop_the_outer_one;
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log, NULL),
        2);
    CHECK_LOG(1, 2, 1, 2);
    CHECK_RESULT(trp_space_stop(space), TRP_GONE);
}

static void send_the_next_to_sleep(boxed *self)
{
    if (self->id == 1)
        CHECK_RESULT(trp_deactivate(world, &at(1)->actor), TRP_OK);
}

static void one_that_falls_asleep_is_not_visited(void)
{
    begin_in_a_grid(3);
    space_when_found = send_the_next_to_sleep;
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log, NULL),
        2);
    CHECK_LOG(1, 3);
}

static void without_end(boxed *self)
{
    calls++;
    stage_forget();
    if (trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log,
                        NULL) == 0)
    {
        CHECK_RESULT(told.result, TRP_ERR_FULL);
        space_when_found = NULL;
    }
}

static void refused_when_memory_is_full(void)
{
    world = stage_world();
    pool = space_pool(world, 4);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4, .hits = 11});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
    for (uint32_t i = 1; i <= 4; i++)
        space_box(pool, i, (float)i, 0, 20, 20);
    calls = 0;
    space_when_found = without_end;
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log, NULL),
        4);
    CHECK_EQ(calls, 5); /* the third finds its answers in several steps */
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log, NULL),
        4);
    stage_log_clear();
}

static void end_everything(boxed *a, boxed *b)
{
    CHECK_MISUSE(world, trp_space_destroy(space), TRP_BUSY);
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_MISUSE(world, trp_space_remove_pool(space, pool), TRP_BUSY);
}

static void ends(void)
{
    space_when_paired = end_everything;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 1);
    CHECK_LOG(PAIR(1, 2));
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 0);
}

static void the_space_stays_during_a_pass(void)
{
    with_each_kind(ends);
}

static void create_more(boxed *self)
{
    for (uint32_t i = 0; i < 6; i++)
        (void)trp_create(pool, &(boxed){.id = 50});
}

/* a full pool that steals spares the visited actors */
static void the_current_is_not_stolen(void)
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);
    desc.when_full = TRP_FULL_STEAL_NEXT;
    world = stage_world();
    (void)space_pool(world, 1);
    pool = stage_pool_as(world, desc);
    space = space_of(world, pool, SPACE_GRIDS);
    for (uint32_t i = 1; i <= 4; i++)
        space_box(pool, i, (float)i, 0, 20, 20);
    space_when_found = create_more;
    stage_log_clear();
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(10, 10, 0, 0)}, space_log, NULL),
        1);
    CHECK_LOG(1);
    CHECK_EQ(at(0)->id, 1);
}

/* 60 boxes in one place are 1770 pairs, and there is memory for 60 numbers */
static void a_pile(void)
{
    static answer out;
    world = stage_world();
    pool = space_pool(world, 60);
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++)
    {
        CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
        space = trp_space_create(
            world,
            &(trp_space_desc){.index = space_index((space_kind)kind), .capacity = 60, .hits = 60});
        CHECK_RESULT(
            trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
            TRP_OK);
        for (uint32_t i = 0; i < 60; i++)
            space_box(pool, i, (float)i / 16, 3, 8, 8);
        out.count = 0;
        CHECK_EQ(trp_space_pairs(space, NULL, space_note_pair, &out), 1770);
        for (uint32_t i = 0, k = 0; i < 60; i++)
            for (uint32_t j = i + 1; j < 60; j++, k += 2)
                CHECK(out.ids[k] == i && out.ids[k + 1] == j);
        CHECK_RESULT(trp_space_destroy(space), TRP_OK);
    }
}

/* more pairs than there is room for beside them while they are put in order */
static void a_small_pile(void)
{
    static answer out;

    for (uint32_t count = 12; count <= 18; count += 6)
    {
        world = stage_world();
        pool = space_pool(world, 20);
        space = trp_space_create(world,
                                 &(trp_space_desc){.capacity = count == 12 ? 12 : 20, .hits = 400});
        CHECK_RESULT(
            trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
            TRP_OK);
        for (uint32_t i = 0; i < count; i++)
            space_box(pool, i, (float)(i * 7 % count), 0, 20, 20);
        out.count = 0;
        CHECK_EQ(trp_space_pairs(space, NULL, space_note_pair, &out), count * (count - 1) / 2);
        for (uint32_t i = 0, k = 0; i < count; i++)
            for (uint32_t j = i + 1; j < count; j++, k += 2)
                CHECK(out.ids[k] == i && out.ids[k + 1] == j);
    }
}

static answer within;

static void ask_for_one_side(boxed *a, boxed *b)
{
    if (calls++ != 0)
        return;
    within.count = 0;
    CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.a = 1, .b = 1}, space_note_pair, &within), 153);
}

/* 343 pairs, and room for 200; within the pass the 153 pairs of one side are put in order */
static void a_side_of_a_pile(void)
{
    if (STAGE_BYTES < 48u * 1024u || SPACE_ANSWERS < 306u)
        return;
    world = stage_world();
    pool = space_pool(world, 64);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 64, .hits = 400});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
    for (uint32_t i = 0; i < 64; i++)
    {
        boxed *it = space_box(pool, i, i < 38 ? 0 : 100 * (float)i, i < 18 ? 0 : 50, 20, 20);
        CHECK_RESULT(trp_space_set_bits(space, &it->actor, i < 18 ? 1 : 2, 0), TRP_OK);
    }
    calls = 0;
    space_when_paired = ask_for_one_side;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 343);
    stage_log_clear();
    for (uint32_t i = 0, k = 0; i < 18; i++)
        for (uint32_t j = i + 1; j < 18; j++, k += 2)
            CHECK(within.ids[k] == i && within.ids[k + 1] == j);
}

const situation space_pass_situations[] = {
    {"both of a pair die: neither is handed out again", both_of_a_pair_die},
    {"the first of a pair expires", the_first_of_a_pair_expires},
    {"newborns wait for the next pass, in the place of the dead too",
     newborns_wait_for_the_next_pass},
    {"an actor that moves is visited for its former box",
     a_moved_one_is_visited_for_its_former_box},
    {"an actor that left and entered again waits for the next pass",
     one_that_left_and_entered_waits},
    {"an actor that slept and woke waits for the next pass", one_that_slept_and_woke_waits},
    {"passes nest, and see what stands still", passes_nest},
    {"queries nest", queries_nest},
    {"the outer pass is stopped after an inner one", the_outer_pass_is_stopped},
    {"one that falls asleep is not visited any more", one_that_falls_asleep_is_not_visited},
    {"a question is refused when passes have filled the memory", refused_when_memory_is_full},
    {"the space stays during a pass, whatever is taken out of it", the_space_stays_during_a_pass},
    {"a visited actor is not stolen", the_current_is_not_stolen},
    {"a small pile of boxes", a_small_pile},
    {"one side of a pile, in a pass that has little room", a_side_of_a_pile},
    {"a pile of boxes, with memory for few pairs", a_pile},
};
const unsigned space_pass_situation_count =
    sizeof space_pass_situations / sizeof space_pass_situations[0];
