/* Ticks over joined pools from the oldest to the newest actor, in which the pools' entries
 * change. */
#include "../heap.h"
#include "../joined_scene.h"

static trp_world *on_heap(void)
{
    (void)stage_world();
    heap_reset();
    return trp_world_create(&(trp_world_desc){.allocator = {heap_take, heap_give, NULL}});
}

/* Pools that grow. The world must be destroyed. */
static void begin_growing(uint32_t capacity, uint32_t count, uint32_t things)
{
    trp_pool_desc desc = joined_scene_desc(capacity);

    joined.world = on_heap();
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 64;
    joined_scene_begin_as(desc, count, things);
}

static void the_last_one_is_replaced(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id != 4)
        return;
    joined_scene_end(4);
    joined_scene_born(0, 20);
    joined_scene_born(2, 21);
}

static void the_youngest_ends_and_others_begin(void)
{
    joined_scene_begin(3, 5);
    joined_scene_tick(the_last_one_is_replaced);
    CHECK_LOG(0, 1, 2, 3, 4, 20, 21);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 20, 21);
}

static void all_end(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id >= 20)
        return;
    for (uint32_t id = 0; id < 4; id++)
        joined_scene_end(id);
    joined_scene_born(1, 20);
    joined_scene_born(0, 21);
}

static void a_segment_is_emptied_and_filled_in_a_callback(void)
{
    joined_scene_begin(2, 4);
    joined_scene_tick(all_end);
    CHECK_LOG(0, 20, 21);
    joined_scene_tick(NULL);
    CHECK_LOG(20, 21);
}

/* 2 is the youngest of its pool, but not of the segment; so is 1 after that */
static void young_ones_end(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id != 0)
        return;
    joined_scene_end(2);
    joined_scene_born(1, 20);
    joined_scene_end(1);
    joined_scene_born(0, 21);
}

static void the_youngest_of_a_pool_ends(void)
{
    joined_scene_begin(3, 5);
    joined_scene_end(4);
    joined_scene_tick(young_ones_end);
    CHECK_LOG(0, 3, 20, 21);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 3, 20, 21);
}

/* Recycling the first ones leaves dropped entries at the old end, which the walk skips. The oldest
 * actor stays, so most of the dropped entries remain in the merge. */
static void old_ones_end_beside_one_that_stays(void)
{
    joined_scene_begin(2, 2);
    for (uint32_t id = 2; id < 60; id++)
    {
        joined_scene_born(1, id);
        joined_scene_tick(NULL);
        CHECK_LOG(0, id - 1, id);
        joined_scene_end(id - 1);
    }
    joined_scene_tick(NULL);
    CHECK_LOG(0, 59);
}

static void the_second_ends(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id == 0)
        joined_scene_end(1);
    if (self->id == 2)
    {
        joined_scene_end(2);
        joined_scene_born(0, 20);
    }
}

/* entries dropped at the old end of an array are before the position of the walk */
static void the_oldest_of_a_pool_ends_ahead_of_the_walk(void)
{
    joined_scene_begin(2, 5);
    joined_scene_tick(the_second_ends);
    CHECK_LOG(0, 2, 3, 4, 20);
}

/* Which things are alive, and when each was last visited; ids increase with birth. */
static struct
{
    uint32_t random, next, last, ticks;
    uint32_t visited[4000];
    bool lives[4000];
} storm;

static uint32_t storm_random(uint32_t most)
{
    storm.random = storm.random * 1664525u + 1013904223u;
    return (storm.random >> 8) % most;
}

static void storm_begins(void)
{
    if (storm.next == 4000)
        return;
    storm.lives[storm.next] = true;
    joined_scene_born(storm_random(4), storm.next++);
}

/* in most cases an old or a young one: at the ends of the arrays */
static void storm_ends(void)
{
    const uint32_t from = storm_random(3);
    uint32_t id = from == 0 ? 0 : from == 1 ? storm.next - 1 : storm_random(storm.next);

    while (id < storm.next && !storm.lives[id] && from != 1)
        id++;
    while (id > 0 && !storm.lives[id] && from == 1)
        id--;
    if (id == storm.next || !storm.lives[id])
        return;
    storm.lives[id] = false;
    joined_scene_end(id);
}

static void storm_updated(thing *self, const trp_context *in)
{
    (void)in;
    CHECK(storm.lives[self->id]);
    CHECK(storm.last == UINT32_MAX || self->id > storm.last);
    storm.last = self->id;
    storm.visited[self->id] = storm.ticks;
    if (storm_random(8) == 0)
        storm_ends();
    if (storm_random(8) == 0)
        storm_begins();
}

static void storm_ticks(uint32_t seed, uint32_t population, uint32_t ticks)
{
    memset(&storm, 0, sizeof storm);
    storm.random = seed;
    joined.world = on_heap();
    joined_scene_begin_as(joined_scene_desc(200), 4, 0);
    for (uint32_t i = 0; i < population; i++)
        storm_begins();
    for (storm.ticks = 1; storm.ticks < ticks; storm.ticks++)
    {
        storm.last = UINT32_MAX;
        joined_scene_tick(storm_updated);
        stage_log_clear();
        for (uint32_t id = 0; id < storm.next; id++)
            CHECK(!storm.lives[id] || storm.visited[id] == storm.ticks);
        for (uint32_t i = storm_random(4); i > 0; i--)
            storm_ends();
        while (storm.next < 4000 && trp_world_info(joined.world).live < population)
            storm_begins();
    }
    CHECK_RESULT(trp_world_destroy(joined.world), TRP_OK);
}

static void many_live_and_end_in_joined_pools(void)
{
    storm_ticks(1, 100, 100);
    for (uint32_t seed = 2; seed < 60; seed++)
        storm_ticks(seed, 1 + seed % 14, 60);
}

static void stop_time(thing *self, const trp_context *in)
{
    if (self->id == 1)
        CHECK_RESULT(trp_pool_set_time_scale(in->pool, 0), TRP_OK);
    CHECK(in->dt == (self->id == 4 ? 0 : 1.0f));
}

/* things 1 and 2 are in the same pool, so the walk enters it once for both */
static void a_scale_counts_when_the_walk_comes_to_the_pool_again(void)
{
    joined_scene_begin(2, 2);
    joined_scene_born(1, 2);
    joined_scene_born(0, 3);
    joined_scene_born(1, 4);
    joined_scene_tick(stop_time);
    CHECK_LOG(0, 1, 2, 3, 4);
}

static void more_pools_than_are_merged(void)
{
    joined.world = stage_world();
    joined_scene_begin_as(joined_scene_desc(2), 17, 20);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
}

static void grow_all(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id == 1)
        for (uint32_t id = 20; id < 26; id++)
            joined_scene_born(id % joined.pool_count, id);
}

static void arrays_move_within_a_walk(void)
{
    begin_growing(2, 2, 4);
    joined_scene_tick(grow_all);
    CHECK_LOG(0, 1, 2, 3, 20, 21, 22, 23, 24, 25);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 20, 21, 22, 23, 24, 25);
    CHECK_RESULT(trp_world_destroy(joined.world), TRP_OK);
}

/* often enough that the array of entries is full and is compacted, before the entry of the actor
 * whose callback this is */
static void renew_young(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id != 2)
        return;
    joined_scene_end(1);
    for (uint32_t id = 20; id < 40; id++)
    {
        joined_scene_born(0, id);
        joined_scene_end(id > 20 ? id - 1 : 3);
    }
}

static void entries_move_within_an_array(void)
{
    joined.world = stage_world();
    joined_scene_begin_as(joined_scene_desc(4), 1, 4);
    joined_scene_tick(renew_young);
    CHECK_LOG(0, 1, 2, 39);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 2, 39);
}

/* After a pool has shrunk, its array of entries still has room, so only the chunk is new. */
static void a_pool_grows_again_within_a_walk(void)
{
    begin_growing(4, 1, 12);
    for (uint32_t id = 2; id < 12; id++)
        joined_scene_end(id);
    CHECK_RESULT(trp_pool_trim(joined.pools[0]), TRP_OK);
    CHECK_EQ(joined.pools[0]->state.capacity, 4);
    joined_scene_tick(grow_all);
    CHECK_LOG(0, 1, 20, 21, 22, 23, 24, 25);
    CHECK_RESULT(trp_world_destroy(joined.world), TRP_OK);
}

static uint32_t first_of(trp_pool *pool)
{
    trp_each_joined(it, pool) return trp_as(thing, it)->id;
    return UINT32_MAX;
}

static void a_walk_is_left_by_return(void)
{
    begin_growing(4, 2, 4);
    CHECK_EQ(first_of(joined.pools[0]), 0);
#if TRP__CAN_LEAVE
    CHECK_QUIET(joined.world, trp_pool_trim(joined.pools[0]), TRP_OK);
#endif
    CHECK_RESULT(trp_world_destroy(joined.world), TRP_OK);
}

/* Old ones end in both pools, and then the youngest one of a pool whose other ones have ended. */
static void the_oldest_is_of_another_pool(void)
{
    joined_scene_begin(2, 0);
    for (uint32_t id = 0; id < 6; id++)
        joined_scene_born(1 - id % 2, id);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 4, 5);
    joined_scene_end(1);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 2, 3, 4, 5);
    joined_scene_begin(2, 0);
    for (uint32_t id = 0; id < 3; id++)
        joined_scene_born(1 - id % 2, id);
    joined_scene_tick(NULL);
    joined_scene_end(0);
    joined_scene_tick(NULL);
    joined_scene_end(2);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 1, 2, 1);
    joined_scene_born(1, 7);
    joined_scene_tick(NULL);
    CHECK_LOG(1, 7);
}

/* so many that their entries are dropped at once */
static void many_end_between_others(void)
{
    joined_scene_begin(2, 40);
    for (uint32_t id = 4; id < 36; id++)
        joined_scene_end(id);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 36, 37, 38, 39);
    joined_scene_born(0, 50);
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 36, 37, 38, 39, 50);
}

/* the youngest of a pool ends, after others of it: the next one begins at the end of the list */
static void the_youngest_ends_after_others(void)
{
    joined_scene_begin(2, 6);
    joined_scene_tick(NULL);
    joined_scene_end(3);
    joined_scene_end(5);
    joined_scene_born(1, 20);
    stage_log_clear();
    joined_scene_tick(NULL);
    CHECK_LOG(0, 1, 2, 4, 20);
    joined_scene_begin(3, 0);
    joined_scene_born(2, 0);
    joined_scene_born(1, 1);
    joined_scene_born(2, 2);
    joined_scene_born(1, 3);
    joined_scene_tick(NULL);
    joined_scene_end(1);
    joined_scene_end(3);
    joined_scene_end(2);
    for (uint32_t i = 0; i < 3; i++)
        joined_scene_born(i, 20 + i);
    stage_log_clear();
    joined_scene_tick(NULL);
    CHECK_LOG(0, 20, 21, 22);
}

/* until its array is full, and the entries move in it */
static void many_begin_and_end(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id != 4)
        return;
    joined_scene_born(0, 50);
    for (uint32_t id = 51; id < 90; id++)
    {
        joined_scene_born(0, id);
        joined_scene_end(id - 1);
    }
}

static void an_array_fills_within_a_walk(void)
{
    joined_scene_begin(2, 10);
    joined_scene_end(0);
    joined_scene_tick(many_begin_and_end);
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 89);
}

static bool never(const trp_actor *self, const trp_context *in)
{
    (void)in;
    (void)self;
    return false;
}

static void two_begin(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id != 0)
        return;
    joined_scene_born(1, 20);
    joined_scene_born(0, 21);
    joined_scene_born(1, 22);
}

static void what_expired_is_passed_by(void)
{
    uint32_t sum = 0;

    joined_scene_begin(2, 3);
    CHECK_RESULT(trp_expire(joined.world, &joined_scene_find(1)->actor), TRP_OK);
    trp_each_joined(it, joined.pools[0]) sum += trp_as(thing, it)->id;
    CHECK_EQ(sum, 0 + 2);
}

/* pools of mortals: the general walk */
static void newborns_in_turn(void)
{
    trp_pool_desc desc = joined_scene_desc(20);

    joined.world = stage_world();
    desc.is_expired = never;
    joined_scene_begin_as(desc, 2, 1);
    joined_scene_tick(two_begin);
    CHECK_LOG(0, 20, 21, 22);
}

const situation joined_walk_situations[] = {
    {"the youngest ends, and others begin", the_youngest_ends_and_others_begin},
    {"a segment is emptied and filled in a callback",
     a_segment_is_emptied_and_filled_in_a_callback},
    {"the youngest of a joined pool ends", the_youngest_of_a_pool_ends},
    {"old ones end beside one that stays", old_ones_end_beside_one_that_stays},
    {"the oldest of a joined pool ends ahead of the walk",
     the_oldest_of_a_pool_ends_ahead_of_the_walk},
    {"many live and end in joined pools", many_live_and_end_in_joined_pools},
    {"a scale counts when the walk comes to the pool again",
     a_scale_counts_when_the_walk_comes_to_the_pool_again},
    {"more pools are joined than are merged", more_pools_than_are_merged},
    {"the entries of joined pools move within a walk", arrays_move_within_a_walk},
    {"entries move within an array within a walk", entries_move_within_an_array},
    {"a walk over joined pools is left by return", a_walk_is_left_by_return},
    {"a walk over joined pools passes by what expired", what_expired_is_passed_by},
    {"a pool in an age order grows again within a walk", a_pool_grows_again_within_a_walk},
    {"the oldest actor is of another pool", the_oldest_is_of_another_pool},
    {"many end between others", many_end_between_others},
    {"the youngest of a pool ends after others", the_youngest_ends_after_others},
    {"an array fills within a walk", an_array_fills_within_a_walk},
    {"newborns of joined pools of mortals are updated in turn", newborns_in_turn},
};
const unsigned joined_walk_situation_count =
    sizeof joined_walk_situations / sizeof joined_walk_situations[0];
