/*
 * Misuse of a space: without a space, without an actor, while drawing, with impossible values, with
 * objects of another world, and without memory.
 */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_refusals);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void begin(void)
{
    world = stage_world();
    pool = space_pool(world, 16);
    space = space_of(world, pool, SPACE_GRIDS);
}

/* the reason why no space was created */
static trp_result why_not(const trp_space *made)
{
    return made == NULL ? told.result : TRP_OK;
}

static void update_one(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(boxed, self)->id);
}

/* Further calls are in the table of refusals. */
SITUATION("no space is survived by every call")
{
    const trp_query ahead = {.area = trp_segment(0, 0, 9, 9), .order = TRP_SPACE_NEAREST_FIRST};
    trp_member member;
    trp_hit hit;

    begin();
    boxed *it = space_box(pool, 1, 0, 0, 2, 2);
    CHECK_EQ(trp_space_info(NULL).count, 0);
    CHECK_EQ(trp_space_measure(NULL).sorts, 0);
    CHECK(situation_text_equal(trp_space_info(NULL).name, ""));
    CHECK(!trp_space_member(NULL, &it->actor, NULL));
    CHECK(!trp_space_member(NULL, &it->actor, &member));
    CHECK_EQ(trp_space_find(NULL, &ahead, &hit, 1), 0);
    CHECK(!trp_space_touch(NULL, &it->actor, &it->actor, NULL));
    CHECK_EQ(trp_space_update(NULL, trp_rectangle(0, 0, 9, 9), NULL, NULL), 0);
    CHECK_EQ(told.count, 0);
}

SITUATION("no actor, pool or desc is survived")
{
    trp_member member;

    begin();
    CHECK(!trp_space_member(space, NULL, NULL));
    CHECK(!trp_space_member(space, NULL, &member));
    CHECK_RESULT(trp_space_add_pool(space, NULL, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_remove_pool(space, NULL), TRP_ERR_NULL);
    CHECK_EQ(told.count, 0);
    CHECK_MISUSE(world, trp_space_add_pool(space, pool, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, (trp_space_nearest(space, 0, 0, -1, 0), told.result), TRP_ERR_VALUE);
    CHECK_VALID(world);
}

SITUATION("a space without a name is called nothing")
{
    begin();
    trp_space *named = trp_space_create(world, &(trp_space_desc){.name = "sky", .capacity = 4});
    CHECK(situation_text_equal(trp_space_info(named).name, "sky"));
    CHECK(situation_text_equal(trp_space_info(space).name, ""));
    CHECK_EQ(trp_space_info(named).count, 0);
}

SITUATION("what is no actor has no box")
{
    trp_member member;
    trp_actor made_up = {0};

    begin();
    CHECK(!trp_space_member(space, &made_up, NULL));
    CHECK(!trp_space_member(space, &made_up, &member));
}

SCRIPT("actors outside the space have no box",
       "space; put 1 0 0 2; inside 1; boxis 1 0 0 2; part 1; outside 1; join 1; boxis 1 0 0 2");
SCRIPT("while drawing a space stays as it is",
       "space; put 1 0 0 2; at d1: freespace !BUSY, enter a !BUSY, exit a !BUSY, join 1 !BUSY,"
       "part 1 !BUSY, reread a !BUSY, reread !BUSY, drawspace 1 1 0 0 !BUSY, contacts !BUSY; go;"
       "drawspace 1 1 0 0; = d1; draw; = d1; count 1");
SCRIPT("a tick does not draw a space", "space; put 1 0 0 2; at u1: drawspace 1 1 0 0 !BUSY; tick");

SCRIPT("questions about no place are refused",
       "space; put 1 0 0 2; circle inf 0 1 !VALUE; circle 0 -inf 1 !VALUE; circle 0 0 -1 !VALUE;"
       "query 0 0 1 1 along inf 0 !VALUE; query 0 0 1 1 along 0 inf !VALUE;"
       "query 0 0 -1 1 along 1 1 !VALUE; query -inf 0 1 1 along 1 1 !VALUE;"
       "query 0 -inf 1 1 along 1 1 !VALUE; query 0 0 inf 1 along 1 1 !VALUE;"
       "query 0 0 1 inf along 1 1 !VALUE; ray 0 0 0 0 !VALUE");

SITUATION("... nor is drawn or updated there")
{
    trp_query query = {.area = trp_rectangle(1, 1, 0, 0)};
    trp_hit hit;

    begin();
    query.area.shape = (trp_shape)(TRP_SHAPE_RAY + 1);
    stage_forget();
    CHECK_EQ(trp_space_query(space, &query, space_log, NULL), 0);
    CHECK_TOLD(1, TRP_ERR_VALUE);
    CHECK_RESULT(trp_space_draw(space, trp_circle(0, 0, -1), NULL, 0), TRP_ERR_VALUE);
    CHECK_EQ(trp_space_find(space, &(trp_query){.area = trp_circle(0, 0, -1)}, &hit, 1), 0);
    CHECK_EQ(trp_space_update(space, trp_circle(0, 0, -1), update_one,
                              &(trp_context){.world = world, .pool = pool}),
             0);
    CHECK_TOLD(4, TRP_ERR_VALUE);
}

SITUATION("an update of a part needs the tick of a pool that is in")
{
    begin();
    trp_pool *outside = space_pool(world, 4);
    trp_pool *second = space_pool(world, 4);
    space_enter(space, second);
    const trp_context ticks[] = {{.world = stage_second_world(2), .pool = pool},
                                 {.world = world},
                                 {.world = world, .pool = outside},
                                 {.world = world, .pool = pool},
                                 {.world = world, .pool = second}};
    const trp_area all = trp_rectangle(0, 0, 100, 100);
    space_box(pool, 1, 0, 0, 2, 2);
    space_box(second, 2, 0, 0, 2, 2);
    space_box(pool, 3, 4, 4, 2, 2);
    stage_log_clear();
    CHECK_MISUSE(world, (trp_space_update(space, all, NULL, &ticks[3]), told.result), TRP_ERR_NULL);
    CHECK_MISUSE(world, (trp_space_update(space, all, update_one, NULL), told.result),
                 TRP_ERR_NULL);
    for (unsigned i = 0; i < 3; i++)
        CHECK_MISUSE(world, (trp_space_update(space, all, update_one, &ticks[i]), told.result),
                     TRP_ERR_UNLINKED);
    CHECK_LOG();
    CHECK_EQ(trp_space_update(space, all, update_one, &ticks[3]), 2);
    CHECK_EQ(trp_space_update(space, all, update_one, &ticks[4]), 1);
    CHECK_LOG(1, 3, 2);
}

SCRIPT("actors that end during an update of a part are left out",
       "in memory; pool around 0 0 100 100; space; row 1-4 1 1 2 2; go; "
       "at u1: recycle 2, expire 3; tick; = 1 -2 4 -3e");

SITUATION("pools of another world, or outside, are refused")
{
    const trp_space_pool_desc desc = {.box = TRP_BOX_AT(boxed, box)};

    begin();
    trp_world *other = stage_second_world(2);
    trp_pool *foreign = space_pool(other, 2);
    trp_pool *outside = space_pool(world, 2);
    CHECK_MISUSE(world, trp_space_add_pool(space, foreign, &desc), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_space_remove_pool(space, foreign), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_space_moved_all(space, foreign), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_space_moved_all(space, outside), TRP_ERR_UNLINKED);
    CHECK_OK(trp_space_moved_all(space, pool));
    CHECK_VALID(world);
    CHECK_VALID(other);
}

SITUATION("a box must lie in the struct and not in its node")
{
    const size_t wrong[] = {
        TRP_BOX_AT(boxed, box) + 1,    /* misaligned for a float */
        (offsetof(boxed, dx) + 1),     /* reaches beyond the end */
        sizeof(boxed),                 /* the same */
        sizeof(boxed) + 1,             /* after it */
        4 * sizeof(boxed) + 1,         /* far after it */
        (offsetof(boxed, actor) + 1),  /* in the node */
        offsetof(boxed, actor) - 4 + 1 /* into the node */
    };

    begin();
    trp_pool *outside = space_pool(world, 2);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_MISUSE(world,
                     trp_space_add_pool(space, outside, &(trp_space_pool_desc){.box = wrong[i]}),
                     TRP_ERR_VALUE);
    CHECK_VALID(world);
}

SCRIPT("a pool that accepts no other is found, but has no pairs",
       "pool; pool; space empty; enter a; enter b mask 4; put 1 0 0 2; put b 2 1 1 2;"
       "query 0 0 50 50 mask 1; answers 2; query 0 0 50 50 mask 2; answers 0; pairs; answers 0");

/* fills the block except for less than the smallest pool takes */
static void leave_no_memory(void)
{
    for (uint32_t capacity = 1024; capacity != 0; capacity /= 2)
        while (trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(boxed, actor),
                                                       .capacity = capacity}) != NULL)
            continue;
    CHECK_EQ(trp_last_result(world), TRP_ERR_MEMORY);
    stage_forget();
}

SITUATION("without memory no space is made, and no pool enters")
{
    begin();
    trp_pool *many = space_pool(world, 600);
    CHECK_MISUSE(world, why_not(trp_space_create(world, &(trp_space_desc){.capacity = 100000})),
                 TRP_ERR_MEMORY);
    leave_no_memory();
    size_t left = trp_world_info(world).free_bytes;
    CHECK_MISUSE(world, why_not(trp_space_create(world, &(trp_space_desc){.capacity = 1})),
                 TRP_ERR_MEMORY);
    CHECK_MISUSE(
        world,
        trp_space_add_pool(space, many, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_ERR_MEMORY);
    CHECK_EQ(trp_world_info(world).free_bytes, left);
    CHECK_MISUSE(world, trp_space_remove_pool(space, many), TRP_ERR_UNLINKED);
    CHECK_VALID(world);
}
