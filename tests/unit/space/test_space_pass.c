/* Callbacks may do anything while a pass is in progress. Each situation is played with every kind
 * of space, and again with so little memory for pairs that they are found box by box. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_pass);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static uint32_t calls;

static void without_end(boxed *self)
{
    calls++;
    stage_forget();
    if (space_log_at(space, 10, 10) == 0) {
        CHECK_RESULT(told.result, TRP_ERR_FULL);
        space_when_found = NULL;
    }
}

SITUATION("a question is refused when passes have filled the memory")
{
    world = stage_world();
    pool = space_pool(world, 4);
    space = space_made(pool, (trp_space_desc){.capacity = 4, .hits = 11});
    for (uint32_t i = 1; i <= 4; i++)
        space_box(pool, i, (float)i, 0, 20, 20);
    calls = 0;
    space_when_found = without_end;
    CHECK_EQ(space_log_at(space, 10, 10), 4);
    CHECK_EQ(calls, 5); /* the third finds its answers in several steps */
    CHECK_EQ(space_log_at(space, 10, 10), 4);
    stage_log_clear();
}

static answer out;

/* All touch all. */
static void pairs_are_in_order(uint32_t count)
{
    out.count = 0;
    CHECK_EQ(trp_space_pairs(space, NULL, space_note_pair, &out), count * (count - 1) / 2);
    for (uint32_t i = 0, k = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++, k += 2)
            CHECK(out.ids[k] == i && out.ids[k + 1] == j);
}

static void make(uint32_t capacity, trp_space_desc desc)
{
    world = stage_world();
    pool = space_pool(world, capacity);
    desc.capacity = capacity;
    space = space_made(pool, desc);
}

/* 60 boxes in one place are 1770 pairs, and there is memory for 60 numbers */
SITUATION_FOR("a pile of boxes, with memory for few pairs", int, kind, SPACE_GRIDS, SPACE_BRUTE)
{
    make(60, (trp_space_desc){.index = space_index((space_kind)kind), .hits = 60});
    for (uint32_t i = 0; i < 60; i++)
        space_box(pool, i, (float)i / 16, 3, 8, 8);
    pairs_are_in_order(60);
}

/* more pairs than there is room for beside them while they are put in order */
SITUATION("a small pile of boxes")
{
    for (uint32_t count = 12; count <= 18; count += 6) {
        make(count == 12 ? 12 : 20, (trp_space_desc){.hits = 400});
        for (uint32_t i = 0; i < count; i++)
            space_box(pool, i, (float)(i * 7 % count), 0, 20, 20);
        pairs_are_in_order(count);
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
SITUATION("one side of a pile, in a pass that has little room")
{
    if (STAGE_BYTES < 48u * 1024u || SPACE_ANSWERS < 306u)
        return;
    make(64, (trp_space_desc){.hits = 400});
    for (uint32_t i = 0; i < 64; i++) {
        boxed *it = space_box(pool, i, i < 38 ? 0 : 100 * (float)i, i < 18 ? 0 : 50, 20, 20);
        CHECK_OK(trp_space_set_bits(space, &it->actor, i < 18 ? 1 : 2, 0));
    }
    calls = 0;
    space_when_paired = ask_for_one_side;
    CHECK_EQ(trp_space_pairs(space, NULL, space_log_pair, NULL), 343);
    stage_log_clear();
    for (uint32_t i = 0, k = 0; i < 18; i++)
        for (uint32_t j = i + 1; j < 18; j++, k += 2)
            CHECK(within.ids[k] == i && within.ids[k + 1] == j);
}

SCRIPT("both of a pair die: neither is handed out again",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; put 4 4 0 20; put 5 5 0 20; space; go;"
       "at 1&2: recycle 1 2; at 3&4: recycle 3 4; pairs; = 1&2 -1 -2 3&4 -3 -4; live 1");
SCRIPT("the first of a pair expires",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; put 4 4 0 20; put 5 5 0 20; space;"
       "go; at 1&2: expire 1; at 2&3: expire 2; at 3&4: expire 3; at 4&5: expire 4;"
       "pairs; = 1&2 2&3 3&4 4&5");
SCRIPT("newborns wait for the next pass, in the place of the dead too",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; put 4 4 0 20; put 5 5 0 20; space;"
       "go; at 1&2: recycle 2, put 9 3 3 20, inside 9, slot 9 1; pairs;"
       "= 1&2 -2 +9 1&3 1&4 1&5 3&4 3&5 4&5; pairs;"
       "= 1&9 1&3 1&4 1&5 9&3 9&4 9&5 3&4 3&5 4&5");
SCRIPT("an actor that moves is visited for its former box",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space; go;"
       "at 1&2: box 1 1000, box 2 2000, box 3 3000, query 10 10 0 0; pairs;"
       "= 1&2 1 2 3 1&3 2&3; still; pairs; =");
SCRIPT("an actor that left and entered again waits for the next pass",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; put 4 4 0 20; put 5 5 0 20; space;"
       "go; at 1&2: part 1, join 1; at 2&3: part 2, join 2; at 3&4: part 3, join 3;"
       "at 4&5: part 4, join 4; pairs; = 1&2 2&3 3&4 4&5; still; go; pairs;"
       "= 1&2 1&3 1&4 1&5 2&3 2&4 2&5 3&4 3&5 4&5");
SCRIPT("an actor that slept and woke waits for the next pass",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; put 4 4 0 20; put 5 5 0 20; space;"
       "go; at 1&2: sleep 2, wake 2; at 1&3: sleep 3, wake 3;"
       "at 1&4: sleep 4, wake 4; at 1&5: sleep 5, wake 5; pairs; = 1&2 1&3 1&4 1&5");
SCRIPT("passes nest, and see what stands still",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space; go;"
       "at 1&3: box 1 500, query 10 10 0 0, query 505 10 0 0; pairs;"
       "= 1&2 1&3 1 2 3 2&3");
SCRIPT("bits that are set in a pass wait for the next one, where boxes are sorted again, too",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space classes 1 sweeps; bits 1 1 7; bits 2 2 7;"
       "bits 3 4 7; go; at 1: bits 1 8 8, bits 3 4 4, pairs swept, pairs; query 10 10 0 0;"
       "= 1 1&2 1&3 2&3 1&2 1&3 2&3 2 3; pairs; =");
SCRIPT("queries nest", "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space; go;"
                       "at 1: still, query 10 10 0 0; query 10 10 0 0; = 1 1 2 3 2 3");
SCRIPT("the outer pass is stopped after an inner one",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space; stop ?GONE; go;"
       "at 2: still, query 2 2 0 0, stop; query 10 10 0 0; = 1 2 1 2; stop ?GONE");
SCRIPT("one that falls asleep is not visited any more",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space; go; at 1: sleep 2;"
       "query 10 10 0 0; = 1 3");
SCRIPT("the space stays during a pass, whatever is taken out of it",
       "put 1 1 0 20; put 2 2 0 20; put 3 3 0 20; space; go;"
       "at 1&2: freespace !BUSY, destroy !BUSY, clear, exit a !BUSY, go; pairs; =;"
       "pairs; =");
SCRIPT("a visited actor is not stolen",
       "in memory; pool 1; pool 4 steal; space; put b 1 1 0 20; put b 2 2 0 20;"
       "put b 3 3 0 20; put b 4 4 0 20; at 1: new b 11-16, is active 1;"
       "query 10 10 0 0; is active 1");
