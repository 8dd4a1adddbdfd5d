/*
 * Passes with little room for their answers, or none, and what callbacks do in them: filters that
 * remove the actor in question, passes that are stopped, swept passes within others.
 */
#include "../heap.h"
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_room);

/* Filters; with room for all pairs, and for few pairs per step */

SCRIPT("filters that stop, or refuse",
       "pool 4; space room 64; row 1-4 0.5 0.5 40 8; go; at f1&3: stop; pairs asked; = 1&2; still;"
       "pairs none; =; freespace; space room 64 hits 4; at f1&3: stop; pairs asked; = 1&2; still;"
       "pairs none; =");
SCRIPT("a contact begins with what lives",
       "in memory; space; row 1-4 0.5 0.5 40 8; go; contacts none; =; recycle 2; go; contacts;"
       "= k1&3 k1&4 k3&4");
SCRIPT(
    "... also with room for few pairs at a time",
    "in memory; space hits 4; row 1-4 0.5 0.5 40 8; go; contacts none; =; recycle 2; go; contacts;"
    "= k1&3 k1&4 k3&4");

SCRIPT("the first answers that a filter accepts",
       "pool 40; space room 64; row 1-40 0.5 0.5 40 8; go; everything odd first 3; = 1 3 5;"
       "everything odd first 20; answers 20; go; circle 0 0 99 nearest odd first 3; = 1 3 5;"
       "everything odd; answers 20");

/* Rooms */

SCRIPT("fewer answers than there are, and more than a few of the nearest",
       "pool 40; space room 64; row 1-40 0.5 0.5 40 8; go; everything first 3; = 1 2 3;"
       "everything first 40; = 1-40; everything first 17; = 1-17; circle 0 0 900 nearest first 20;"
       "= 1-20; circle 0 0 900 nearest first 40; = 1-40; circle 0 0 900 mask 2 nearest first 1; =;"
       "circle 0 0 900 nearest asker 1 first 3; = 2 3 4; circle 0 0 99 nearest; = 1-40");
SCRIPT("answers with little room: a few at a time, but for the nearest",
       "pool 40; space room 64 hits 8; row 1-40 0.5 0.5 40 8; go; everything first 40; = 1-40;"
       "everything first 11; = 1-11; everything first 5; = 1-5; everything first 30; = 1-30;"
       "everything odd first 5; = 1 3 5 7 9; circle 0 0 900 nearest first 40; = 1-40;"
       "query 0 0 90 90 odd; answers 20");
SCRIPT("passes with little room are stopped, at the end of a step",
       "pool 12; space room 64 hits 5; row 1-12 0.5 0.5 40 8; go; at 5: stop; query 0 0 99 9;"
       "= 1-5; at 1&4: stop; pairs; = 1&2 1&3 1&4");
SCRIPT("... and before it",
       "pool 12; space room 64 hits 2; row 1-12 0.5 0.5 40 8; go; at 5: stop; query 0 0 99 9;"
       "= 1-5; at 1&4: stop; pairs; = 1&2 1&3 1&4");

/* Passes within passes */

SCRIPT("contacts of what has touched on its way",
       "space sweeps manual; row 1-3 0.5 0.5 40 8; reread; box 3 500 0 40 8; reread; go;"
       "contacts swept; = k1&2 k1&3 k2&3; box 3 600 0 40 8; reread; contacts swept;"
       "= e1&3 e2&3 y1&2");

/* A query has taken all the room. */
SCRIPT("passes around have left no room",
       "pool 4; space grid room 64 hits 4 sweeps manual; row 1-4 0.5 0.5 40 8; go;"
       "at 1: still, circle 1 1 9 nearest !FULL, pairs !FULL, pairs swept !FULL, contacts !FULL,"
       "contacts swept !FULL, drawspace 0 0 99 9 !FULL; query 0 0 99 9; = 1 2 3 4; pairs;"
       "= 1&2 1&3 1&4 2&3 2&4 3&4");

static void update_in_a_pass(trp_actor *self, const trp_context *in)
{
    const trp_context tick = {.world = in->world, .pool = trp_pool_of(in->world, self)};

    stage_forget();
    CHECK_EQ(trp_space_update(in->space, trp_rectangle(0, 0, 99, 9), stage_do_nothing, &tick), 0);
    CHECK_RESULT(told.result, TRP_ERR_FULL);
}

SITUATION("nor for an update of a part of the world")
{
    trp_world *const world = stage_world();
    trp_pool *const pool = space_pool(world, 4);
    trp_space *const space = space_made(pool, (trp_space_desc){.capacity = 64, .hits = 4});

    for (uint32_t id = 1; id <= 4; id++)
        space_box(pool, id, 0.5f * (float)id, 0, 40, 8);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 99, 9)},
                             update_in_a_pass, NULL),
             4);
}

SCRIPT(
    "contacts cannot be stopped",
    "space; row 1-3 0.5 0.5 40 8; go; at k1&2: stop ?GONE; contacts; = k1&2 k1&3 k2&3; answers 3");
SCRIPT("who has left in a pass is neither found nor drawn in it",
       "in memory; space; row 1-3 0.5 0.5 40 8; go;"
       "at 1: still, part 2, query 0 0 99 9 first 4, drawspace 0 0 99 9; everything;"
       "= 1 1 3 d1 d3 3");

/* The memory of a space: when it is full, when it grows, how much it takes, and whether all of it
 * is returned. */

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

/* What does not become a member is reported once. */
SCRIPT("a full space refuses, and counts",
       "pool 4; space room 2; put 1 0; put 2 0; put 3 0 ~FULL; put 4 0; join 3 ?FULL; recycle 1; "
       "join 3; go; everything; memory oldest = 2 3; freespace; space room 1 empty; enter a !FULL; "
       "count 0");

/* Only living actors need room, and no memory is taken without need. */
SCRIPT("room for all that live in a pool", "grows; pool 40; put 1 0; expire 1; put 2 0; sleep 2; "
                                           "space room 1 empty; enter a; count 1; freespace; "
                                           "row 3-18 0 0 4 4; space room 1 most 16 empty; heap "
                                           "noted; enter a !FULL; spaceroom 1; heap same; "
                                           "recycle 18; enter a; spaceroom 16; count 16");
SCRIPT("a space grows, in a pass as well",
       "grows; pool 100; space room 3 most 100; row 1-10 0 3 4 4; go;"
       "at 1&2: row 100-149 5000 0 4 4, go; pairs; = 2&3 3&4 4&5 5&6 6&7 7&8 8&9 9&10; count 60;"
       "spaceroom 96; still; row 60-99 -900 9 4 4; count 100; go; everything; answers 50");
SCRIPT("several spaces end with their world, and give all memory back",
       "grows; pool; space; space; space; put 1 0");
SCRIPT("a space in a caller's block does not grow", "plain; space room 2 most 3 !NO_ALLOCATOR");

SITUATION("a space takes no more bytes than TRP_SPACE_BYTES")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(boxed, 129) + TRP_SPACE_BYTES(129) +
               TRP_SPACE_BYTES_FOR(1, 1, 8, 32) + 2 * TRP_SPACE_POOL_BYTES(129)];
    world = trp_world_init(memory, sizeof memory, NULL);
    pool = space_pool(world, 129);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 129});
    CHECK(space != NULL);
    CHECK(trp_space_measure(space).bytes <= TRP_SPACE_BYTES(129));
    CHECK(trp_space_measure(space).bytes > 129 * 114u);
    space_enter(space, pool);
    (void)space_made(pool, (trp_space_desc){.capacity = 1, .hits = 1});
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("a pool gives its bytes back", "grows; pool; space; heap noted; exit a; heap less; enter a; "
                                      "heap same; exit a; enter a; heap same");
SCRIPT("moving takes no memory",
       "grows; pool 16; space; heap noted; row 0-15 0 1 4 4; pairs; answers 54; shift 1 0; reread;"
       "pairs; answers 54; shift 9 0; reread; pairs; answers 54; heap same");
SCRIPT("a space gives its bytes back",
       "grows; pool; heap noted; space; freespace; heap same; space; freespace; heap same");

/* the most bytes per actor: more than the constants say would show in a large space */
SITUATION("a large space takes no more bytes than that")
{
    const uint32_t capacity = 60000;

    world = stage_large_world(16u * 1024u * 1024u);
    space = MADE(trp_space_create(world, &(trp_space_desc){.capacity = capacity}));
    CHECK(trp_space_measure(space).bytes <= TRP_SPACE_BYTES(capacity));
}

static void begin_on_a_heap(trp_space_desc desc)
{
    world = heap_world((trp_world_desc){0});
    pool = space_pool(world, 16);
    space = space_made(pool, desc);
}

static uint32_t depth;

static void ask_again(boxed *self)
{
    depth++;
    if (space_log_at(space, 1, 1) == 0)
        space_when_found = NULL;
}

/* by default for as many passes within each other, however much the space has grown */
static void expect_passes(uint32_t expected)
{
    depth = 0;
    space_when_found = ask_again;
    CHECK_EQ(space_log_at(space, 1, 1), 1);
    CHECK_EQ(depth, expected);
    space_when_found = NULL;
    stage_log_clear();
    stage_forget();
}

/* all stays as it was: its room, its numbers, what is sorted */
SITUATION("a space that cannot grow stays as it was")
{
    boxed *it[3];

    begin_on_a_heap((trp_space_desc){.capacity = 2, .max_capacity = 8});
    it[0] = space_square(pool, 0, 0);
    it[1] = space_square(pool, 1, 50);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    heap_left = 0;
    for (int again = 0; again < 2; again++) {
        it[2] = space_square(pool, 2, 20);
        CHECK(!trp_space_member(space, &it[2]->actor, NULL));
        CHECK_EQ(trp_space_info(space).capacity, 2);
        expect_passes(8);
        CHECK_EQ(space_log_all(space), 2);
        CHECK_LOG(0, 1);
        CHECK_OK(trp_recycle(world, &it[1]->actor));
        CHECK_QUIET(world, trp_space_add(space, &it[2]->actor), TRP_OK); /* it has number 1 now */
        CHECK_EQ(space_log_all(space), 2);
        CHECK_LOG(0, 2);
        CHECK_OK(trp_recycle(world, &it[2]->actor));
        it[1] = space_square(pool, 1, 50);
    }
    heap_left = SIZE_MAX;
    space_square(pool, 3, 70);
    CHECK_EQ(space_log_all(space), 3);
    CHECK_LOG(0, 1, 3);
    CHECK_VALID(world);
    /* with room for one answer at a time */
    begin_on_a_heap((trp_space_desc){.capacity = 2, .max_capacity = 8, .hits = 1});
    heap_left = 0;
    for (uint32_t id = 0; id < 3; id++)
        space_square(pool, id, 0);
    CHECK_EQ(space_log_all(space), 2);
    CHECK_LOG(0, 1);
    CHECK_VALID(world);
}

/* To twice the capacity, but not further than allowed. */
SCRIPT("a space grows by steps",
       "grows; pool 8; space room 1 most 7; put 1 10; spaceroom 1; pairs; put 2 20; spaceroom 2; "
       "pairs; put 3 30; spaceroom 4; pairs; put 4 40; spaceroom 4; pairs; put 5 50; spaceroom 7; "
       "pairs; put 6 60; put 7 70; pairs; query 11 1 0 0; answers 1; put 8 0 ~FULL; go; "
       "everything; memory oldest = 1-7; recycle 4 5 6 7; shape 1 500; reread; go; "
       "query 501 1 0 0; = 1; query 11 1 0 0; =; everything; memory oldest = 1 2 3");

/* 100 are sorted into cells; in the next moment another one enters, and the space grows */
SITUATION("what is sorted stays so when the space grows")
{
    uint64_t sorts;

    world = stage_large_world(1u << 20);
    pool = space_pool(world, 101);
    space = space_made(pool, (trp_space_desc){.capacity = 100, .max_capacity = 200});
    space_put_apart(pool, 100, 0);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    CHECK_EQ(trp_space_measure(space).cells_used, 100);
    sorts = trp_space_measure(space).sorts;
    space_box(pool, 100, 500, 500, 4, 4);
    CHECK_EQ(trp_space_info(space).capacity, 200);
    for (uint32_t i = 0; i < 100; i += 9)
        CHECK_EQ(space_log_at(space, 10 * (float)(i % 10) + 1, 10 * (float)(i / 10) + 1), 1);
    CHECK_EQ(trp_space_measure(space).sorts, sorts);
}

/* blocks at all places that are allowed; the last number of a pool is in use */
SITUATION("a space in blocks at any place")
{
    const size_t bytes = 32u * 1024u;

    for (uint32_t place = 0; place < 8 && STAGE_BYTES >= 2 * bytes; place++) {
        trp_pool *pools[4];

        stage_open(stage_memory(), bytes + 8 * TRP_ALIGNMENT);
        world = MADE(trp_world_init(stage_memory() + place * TRP_ALIGNMENT, bytes,
                                    &(trp_world_desc){.max_pools = 4}));
        for (uint32_t i = 0; i < 3; i++)
            pools[i] = space_pool(world, 1 + place);
        space = MADE(trp_space_create(world, &(trp_space_desc){.capacity = 9 + place}));
        pools[3] = space_pool(world, 1); /* after the space */
        space_enter(space, pools[0]);
        space_enter(space, pools[3]);
        for (uint32_t i = 0; i <= place; i++)
            space_box(pools[0], i, 1 + (float)i, 2, 4, 4);
        space_box(pools[3], 9, 100, 2, 4, 4);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL),
                 place < 4 ? place * (place + 1) / 2 : 4 * place - 6);
        CHECK_EQ(space_log_at(space, 101, 3), 1);
        CHECK_VALID(world);
        CHECK_OK(trp_space_destroy(space));
        CHECK_VALID(world);
        CHECK_OK(trp_world_destroy(world));
    }
}
