/* The memory of a space: when it is full, when it grows, how much it takes, and whether all of it
 * is returned. */
#include "../heap.h"
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_memory);

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
