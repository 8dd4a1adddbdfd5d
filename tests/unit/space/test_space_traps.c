/*
 * Common mistakes in grids. Each situation is played with every kind of space. Kinds with cells
 * have cells of 10 by 10.
 */
#include "../space_kinds.h"

SITUATIONS(space_traps);

static uint32_t query(trp_area area)
{
    return trp_space_query(field.space, &(trp_query){.area = area}, space_log, NULL);
}

static uint32_t pairs(void)
{
    return trp_space_pairs(field.space, NULL, space_log_pair, NULL);
}

/* far from the origin, x + width is not exactly an edge */
static void edges_are_compared_with_edges(void)
{
    space_kinds_box(1, 100, 100, 10, 10);
    space_kinds_box(2, 105, 105, 10, 10);
    space_kinds_box(3, 50, 100, 20, 10);
    space_kinds_box(4, 100, 50, 10, 20);
    CHECK_EQ(pairs(), 1);
    CHECK_LOG(PAIR(1, 2));
    query(trp_rectangle(100, 100, 1, 1));
    CHECK_LOG(1);
    query(trp_rectangle(60, 60, 20, 20));
    CHECK_LOG();
}

SITUATION("trap: an overlap test that compares an edge with a width")
{
    space_kinds_play(edges_are_compared_with_edges);
}

static void alone(void)
{
    space_kinds_box(1, 5, 5, 10, 10);
    CHECK_EQ(pairs(), 0);
    space_kinds_box(2, 5, 50, 0, 0);
    CHECK_EQ(pairs(), 0);
    CHECK_LOG();
}

SITUATION("trap: an object tested against itself")
{
    space_kinds_play(alone);
}

static void all_hits_are_reported(void)
{
    for (uint32_t i = 1; i <= 9; i++)
        space_kinds_box(i, 4.0f * (float)i, 3, 2, 2);
    CHECK_EQ(query(trp_rectangle(0, 0, 100, 100)), 9);
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9);
    CHECK_EQ(query(trp_rectangle(15, 0, 10, 10)), 3);
    CHECK_LOG(4, 5, 6);
    CHECK_EQ(trp_space_query(field.space, &(trp_query){.area = trp_rectangle(15, 0, 10, 10)}, NULL,
                             NULL),
             3);
    CHECK_LOG();
}

SITUATION("trap: a query that throws its results away")
{
    space_kinds_play(all_hits_are_reported);
}

/* one per cell, in many cells */
static void fill_cells(uint32_t columns, uint32_t rows)
{
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++)
            space_kinds_box(1 + y * columns + x, 10 * (float)x + 4, 10 * (float)y + 4, 2, 2);
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++) {
            CHECK_EQ(query(trp_rectangle(10 * (float)x + 5, 10 * (float)y + 5, 0, 0)), 1);
            CHECK_LOG(1 + y * columns + x);
        }
    CHECK_EQ(query(trp_rectangle(0, 0, 10 * (float)columns, 10 * (float)rows)), columns * rows);
    stage_log_clear();
    CHECK_EQ(pairs(), 0);
}

static void ten_by_five(void)
{
    fill_cells(10, 5);
}

static void five_by_ten(void)
{
    fill_cells(5, 10);
}

SITUATION("trap: cells x-major here and y-major there")
{
    space_kinds_play(ten_by_five);
}

SITUATION("trap: the clamp of y by the width")
{
    space_kinds_play(five_by_ten);
}

/* it starts in the next cell to the left, or above, and extends into this one */
static void reaching_in(void)
{
    space_kinds_box(1, 8, 15, 9, 1);
    space_kinds_box(2, 15, 8, 1, 9);
    space_kinds_box(3, 8, 8, 8, 8);
    CHECK_EQ(query(trp_rectangle(14, 14, 3, 3)), 3);
    CHECK_LOG(1, 2, 3);
    /* a moving viewport loses it when its edge passes, not earlier */
    for (int x = 0; x <= 30; x++) {
        const uint32_t hits = trp_space_query(
            field.space, &(trp_query){.area = trp_rectangle((float)x, 15, 5, 5)}, NULL, NULL);
        CHECK_EQ(hits, (x >= 3 && x <= 17) + (x >= 10 && x <= 16) + (x >= 3 && x <= 16));
    }
}

SITUATION("trap: no margin on the left and the top")
{
    space_kinds_play(reaching_in);
}

/* two touching boxes, in any two neighbouring cells, in either order */
static void all_neighbours(void)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const float x = 105 + 5.0f * (float)dx, y = 205 + 5.0f * (float)dy;
            boxed *a = space_kinds_box(1, 103, 203, 4, 4);
            boxed *b = space_kinds_box(2, x - 2, y - 2, 4, 4);
            CHECK_EQ(pairs(), (dx == 0 || dx == 1 || dx == -1) && space_touches(&a->box, &b->box));
            stage_log_clear();
            a->box = (trp_box){100, 200, 10, 10};
            b->box = (trp_box){100 + 10 * (float)dx, 200 + 10 * (float)dy, 10, 10};
            CHECK_OK(trp_space_moved_all(field.space, NULL));
            CHECK_EQ(pairs(), 1);
            CHECK_LOG(PAIR(1, 2));
            CHECK_OK(trp_pool_clear(field.pool, NULL));
        }
}

SITUATION("trap: the neighbour below-left that is never visited")
{
    space_kinds_play(all_neighbours);
}

static void in_a_cell_and_across(void)
{
    space_kinds_box(1, 2, 2, 3, 3);
    space_kinds_box(2, 3, 3, 3, 3);  /* the same cell */
    space_kinds_box(3, 4, 4, 8, 3);  /* reaches into the next */
    space_kinds_box(4, 11, 5, 3, 3); /* is there */
    CHECK_EQ(pairs(), 4);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(2, 3), PAIR(3, 4));
}

SITUATION("trap: pairs within a cell twice and across cells once")
{
    space_kinds_play(in_a_cell_and_across);
}

static void larger_than_a_cell(void)
{
    space_kinds_box(1, 3, 3, 35, 2);
    space_kinds_box(2, 36, 4, 1, 1);
    space_kinds_box(3, 21, 1, 2, 40);
    space_kinds_box(4, -500, -500, 1000, 1000);
    for (uint32_t i = 5; i < 30; i++)
        space_kinds_box(i, 200 + 20 * (float)i, 7, 1, 1);
    CHECK_EQ(query(trp_rectangle(37, 4, 0, 0)), 3);
    CHECK_LOG(1, 2, 4);
    CHECK_EQ(query(trp_rectangle(22, 39, 0, 0)), 2);
    CHECK_LOG(3, 4);
    pairs();
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4), PAIR(2, 4), PAIR(3, 4), PAIR(4, 5), PAIR(4, 6),
              PAIR(4, 7), PAIR(4, 8), PAIR(4, 9), PAIR(4, 10), PAIR(4, 11), PAIR(4, 12),
              PAIR(4, 13), PAIR(4, 14), PAIR(4, 15));
}

SITUATION("trap: an object larger than a cell")
{
    space_kinds_play(larger_than_a_cell);
}

static void move_on(trp_actor *self, const trp_context *in)
{
    boxed *it = trp_as(boxed, self);
    stage_log(it->id);
    it->box.x += 10; /* into the next cell */
    CHECK_OK(trp_space_moved(field.space, self));
}

static void update_region(trp_pool *self, const trp_context *in)
{
    CHECK_EQ(trp_space_update(field.space, trp_rectangle(0, 0, 50, 50), move_on, in), 4);
}

SITUATION("trap: an object that moves on during the walk and is updated twice")
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        trp_pool_desc desc = space_pool_desc(20, TRP_ORDER_MEMORY);
        desc.update_pool = update_region;
        field.world = stage_world();
        field.pool = stage_pool_as(field.world, desc);
        field.space = space_of(field.world, field.pool, (space_kind)kind);
        for (uint32_t i = 1; i <= 4; i++)
            space_kinds_box(5 - i, 10 * (float)i, 5, 4, 4);
        space_kinds_box(9, 70, 5, 4, 4); /* does not move */
        CHECK_OK(trp_update_all(field.world, 1));
        CHECK_LOG(4, 3, 2, 1); /* in list order, each once */
    }
}

static void remove_itself(boxed *self)
{
    CHECK_QUIET(field.world, trp_space_remove(field.space, &self->actor), TRP_OK);
}

static void stays_removed(void)
{
    boxed *it = space_kinds_box(1, 5, 5, 4, 4);
    space_kinds_box(2, 8, 5, 4, 4);
    space_when_found = remove_itself;
    CHECK_EQ(query(trp_rectangle(6, 6, 0, 0)), 1);
    CHECK_LOG(1);
    it->box.x = 15;
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    CHECK_MISUSE(field.world, trp_space_moved(field.space, &it->actor), TRP_ERR_UNLINKED);
    CHECK(!trp_space_member(field.space, &it->actor, NULL));
    space_when_found = NULL;
    CHECK_EQ(query(trp_rectangle(0, 0, 100, 100)), 1);
    CHECK_LOG(2);
    CHECK_EQ(pairs(), 0);
    CHECK_QUIET(field.world, trp_space_add(field.space, &it->actor), TRP_OK);
    CHECK_EQ(query(trp_rectangle(16, 6, 0, 0)), 1);
    CHECK_LOG(1);
}

SITUATION("trap: one that removed itself and is put back by the mover")
{
    space_kinds_play(stays_removed);
}
