/* Births and deaths in age orders with nothing to notify. */
#include "../heap.h"
#include "../joined_scene.h"
#include "../script.h"

SITUATIONS(plain_ages);

/* Links with wrong targets: a part of the node was overwritten. No step needs them. */
SITUATION("actors with wrong links are recycled")
{
    joined_scene_begin(2, 6);
    trp_pool *other = stage_pool(joined.world, 2, TRP_ORDER_OLDEST);
    stage_things(other, 30, 31);
    joined_scene_find(0)->actor.next = joined_scene_find(5)->actor.index & (TRP_MAX_SLOTS - 1);
    joined_scene_end(5);
    joined_scene_end(0);
    joined_scene_end(4); /* a free slot of pool 0; thing 2 gets its index as a link */
    joined_scene_find(2)->actor.next = joined_scene_find(2)->actor.index & (TRP_MAX_SLOTS - 1);
    joined_scene_find(2)->actor.next += 1;
    joined_scene_end(2);
    joined_scene_find(3)->actor.prev = stage_find(other, 30)->actor.index & (TRP_MAX_SLOTS - 1);
    joined_scene_find(3)->actor.next = TRP_NO_LINK - 1;
    joined_scene_end(3);
    joined_scene_born(1, 40);
    stage_log_clear();
    CHECK_OK(trp_update_all(joined.world, 1));
    CHECK_LOG(1, 40, 30, 31);
    CHECK(trp_next(joined.world, &stage_find(other, 30)->actor) == &stage_find(other, 31)->actor);
    CHECK(trp_prev(joined.world, &stage_find(other, 31)->actor) == &stage_find(other, 30)->actor);
    CHECK_EQ(told.count, 0);
}

SCRIPT("nothing begins in a drawing",
       "in newest oldest; pool; new 1 2; at d1: new 3 !BUSY; draw; live 2");
SCRIPT("nothing begins while a world is cleared",
       "in oldest; pool; pool memory; new 0 1; new b 9; at -9: new 5 ?BUSY; go; clearlayer 0; = "
       "-0c -1c -9c; live 0");

static void no_numbers_left(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    trp__set_newest(joined.world, TRP__STAMP_FLOOR);
    CHECK_NULL_QUIET(joined.world, trp_create(joined.pools[0], NULL), TRP_ERR_LIMIT);
}

SITUATION("nothing begins without a number")
{
    joined_scene_begin(1, 2);
    joined_scene_tick(no_numbers_left);
    joined_scene_born(0, 3);
}

/* `it` is NULL, and its node is not the first member */
SITUATION("the actor of a NULL struct is recycled")
{
    trp_actor *const of_null = (trp_actor *)(uintptr_t)(8 * sizeof(uint32_t));

    joined_scene_begin(1, 2);
    CHECK_MISUSE_SAYS(joined.world, trp_recycle(joined.world, of_null), TRP_ERR_FOREIGN,
                      "the struct around the actor is NULL");
    CHECK_MISUSE(joined.world, trp_recycle(joined.world, (trp_actor *)(void *)stage_memory()),
                 TRP_ERR_FOREIGN);
}

SCRIPT("overwritten actors are reported as they are recycled",
       "in oldest; new 0-6; harm 1 index; recycle 1 ~CORRUPT; repair; harm 2 stamp;"
       "recycle 2 ~CORRUPT; repair; harm 3 copy 5; recycle 3 ~CORRUPT; repair; live 4");

static void check_ends(uint32_t first, uint32_t last, uint32_t middle)
{
    const uint32_t ids[] = {last, first, middle, middle + 1, middle - 1, last - 1, first + 1};

    for (int i = 0; i < 7; i++) {
        joined_scene_end(ids[i]);
        CHECK_VALID(joined.world);
    }
    CHECK_EQ(told.count, 0);
}

/* the first slot of the second chunk is among the neighbours */
SITUATION("neighbours lie in several chunks")
{
    trp_pool_desc desc = joined_scene_desc(6);

    joined.world = heap_world((trp_world_desc){0});
    stage_grow(&desc, 24);
    joined_scene_begin_as(desc, 1, 12);
    check_ends(0, 11, 6);
    CHECK_OK(trp_world_destroy(joined.world));
}

/* in a world of many pools their indices are close together */
SITUATION("neighbours after another pool")
{
    stage_needs(1024u * 1024u);
    stage_world();
    joined.world = MADE(trp_world_create(
        &(trp_world_desc){.max_pools = TRP_MAX_POOLS, .on_misuse = stage_on_misuse}));
    stage_thing(stage_pool(joined.world, 1, TRP_ORDER_OLDEST), 5000);
    joined_scene_begin_as(joined_scene_desc(1100), 1, 1100);
    check_ends(0, 1099, 500);
    CHECK_OK(trp_world_destroy(joined.world));
}

SCRIPT("entries move between two updates",
       "in oldest; pool 40; new 0-39; at u10: recycle 1-9; at u11: each; go; tick;"
       "= 0-10 -1 -2 -3 -4 -5 -6 -7 -8 -9 11 0 10-39 12-39");

/* External pools that share a segment. */
SCRIPT("all are forgotten between two ticks",
       "in oldest; plain; pool external; pool external joins a; deal 0-7; tick; recycle 0; go; "
       "tick; = "
       "1-7; forget a; go; tick; = 1 3 5 7; new 4; go; tick; = 1 3 5 7 4");
