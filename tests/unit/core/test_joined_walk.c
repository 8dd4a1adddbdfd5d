/*
 * Ticks over joined pools from the oldest to the newest actor, in which the pools' entries change.
 * Births and deaths in such pools with nothing to notify.
 */
#include "../heap.h"
#include "../ledger.h"

#define MOST_POOLS 18u

static trp_world *world;
static trp_pool *pools[MOST_POOLS];
static uint32_t pool_count;

static trp_pool_desc plain(uint32_t capacity)
{
    return (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                           .capacity = capacity,
                           .order = TRP_ORDER_OLDEST,
                           .newborns = TRP_NEWBORNS_SAME_WALK,
                           .update = stage_update};
}

static thing *born(uint32_t number, uint32_t id)
{
    thing *it = trp_as(thing, trp_create(pools[number]));

    CHECK(it != NULL);
    it->id = id;
    return it;
}

static thing *find(uint32_t id)
{
    for (uint32_t i = 0; i < pool_count; i++)
        if (stage_find(pools[i], id) != NULL)
            return stage_find(pools[i], id);
    return NULL;
}

static void end(uint32_t id)
{
    CHECK_RESULT(trp_recycle(world, &find(id)->actor), TRP_OK);
}

static trp_world *on_heap(void)
{
    (void)stage_world();
    heap_reset();
    return trp_world_create(&(trp_world_desc){.allocator = {heap_take, heap_give, NULL}});
}

/* things 0, 1, ... in turn in each of `pools` pools that share a segment */
static void begin_as(trp_pool_desc desc, uint32_t count, uint32_t things)
{
    pool_count = count;
    for (uint32_t i = 0; i < count; i++)
    {
        pools[i] = trp_pool_create(world, &desc);
        CHECK(pools[i] != NULL);
        desc.joins = pools[0];
    }
    for (uint32_t id = 0; id < things; id++)
        born(id % count, id);
    stage_log_clear();
}

static void begin(uint32_t count, uint32_t things)
{
    world = stage_world();
    begin_as(plain(20), count, things);
}

static void tick(void (*also)(thing *self, const trp_tick *tick))
{
    stage_when_updated = also;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    stage_when_updated = NULL;
    CHECK_VALID(world);
}

static void the_last_one_is_replaced(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id != 4)
        return;
    end(4);
    born(0, 20);
    born(2, 21);
}

static void the_youngest_ends_and_others_begin(void)
{
    begin(3, 5);
    tick(the_last_one_is_replaced);
    CHECK_LOG(0, 1, 2, 3, 4, 20, 21);
    tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 20, 21);
}

static void all_end(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id >= 20)
        return;
    for (uint32_t id = 0; id < 4; id++)
        end(id);
    born(1, 20);
    born(0, 21);
}

static void a_segment_is_emptied_and_filled_in_a_callback(void)
{
    begin(2, 4);
    tick(all_end);
    CHECK_LOG(0, 20, 21);
    tick(NULL);
    CHECK_LOG(20, 21);
}

/* 2 is the youngest of its pool, but not of the segment; so is 1 after that */
static void young_ones_end(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id != 0)
        return;
    end(2);
    born(1, 20);
    end(1);
    born(0, 21);
}

static void the_youngest_of_a_pool_ends(void)
{
    begin(3, 5);
    end(4);
    tick(young_ones_end);
    CHECK_LOG(0, 3, 20, 21);
    tick(NULL);
    CHECK_LOG(0, 3, 20, 21);
}

/* Recycling the first ones leaves dropped entries at the old end, which the walk skips. The oldest
 * actor stays, so most of the dropped entries remain in the merge. */
static void old_ones_end_beside_one_that_stays(void)
{
    begin(2, 2);
    for (uint32_t id = 2; id < 60; id++)
    {
        born(1, id);
        tick(NULL);
        CHECK_LOG(0, id - 1, id);
        end(id - 1);
    }
    tick(NULL);
    CHECK_LOG(0, 59);
}

static void the_second_ends(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id == 0)
        end(1);
    if (self->id == 2)
    {
        end(2);
        born(0, 20);
    }
}

/* entries dropped at the old end of an array are before the position of the walk */
static void the_oldest_of_a_pool_ends_ahead_of_the_walk(void)
{
    begin(2, 5);
    tick(the_second_ends);
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
    born(storm_random(4), storm.next++);
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
    end(id);
}

static void storm_updated(thing *self, const trp_tick *now)
{
    (void)now;
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
    world = on_heap();
    begin_as(plain(200), 4, 0);
    for (uint32_t i = 0; i < population; i++)
        storm_begins();
    for (storm.ticks = 1; storm.ticks < ticks; storm.ticks++)
    {
        storm.last = UINT32_MAX;
        tick(storm_updated);
        stage_log_clear();
        for (uint32_t id = 0; id < storm.next; id++)
            CHECK(!storm.lives[id] || storm.visited[id] == storm.ticks);
        for (uint32_t i = storm_random(4); i > 0; i--)
            storm_ends();
        while (storm.next < 4000 && trp_world_count(world) < population)
            storm_begins();
    }
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

static void many_live_and_end_in_joined_pools(void)
{
    storm_ticks(1, 100, 100);
    for (uint32_t seed = 2; seed < 60; seed++)
        storm_ticks(seed, 1 + seed % 14, 60);
}

static void stop_time(thing *self, const trp_tick *now)
{
    if (self->id == 1)
        CHECK_RESULT(trp_pool_set_time_scale(now->pool, 0), TRP_OK);
    CHECK(now->dt == (self->id == 4 ? 0 : 1.0f));
}

/* things 1 and 2 are of the same pool, so the walk comes to it once for both */
static void a_scale_counts_when_the_walk_comes_to_the_pool_again(void)
{
    begin(2, 2);
    born(1, 2);
    born(0, 3);
    born(1, 4);
    tick(stop_time);
    CHECK_LOG(0, 1, 2, 3, 4);
}

static void more_pools_than_are_merged(void)
{
    world = stage_world();
    begin_as(plain(2), 17, 20);
    tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
}

static void grow_all(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id == 1)
        for (uint32_t id = 20; id < 26; id++)
            born(id % pool_count, id);
}

static void arrays_move_within_a_walk(void)
{
    trp_pool_desc desc = plain(2);

    world = on_heap();
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 64;
    begin_as(desc, 2, 4);
    tick(grow_all);
    CHECK_LOG(0, 1, 2, 3, 20, 21, 22, 23, 24, 25);
    tick(NULL);
    CHECK_LOG(0, 1, 2, 3, 20, 21, 22, 23, 24, 25);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* often enough that the array of entries is full and is compacted, before the entry of the actor
 * whose callback this is */
static void renew_young(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id != 2)
        return;
    end(1);
    for (uint32_t id = 20; id < 40; id++)
    {
        born(0, id);
        end(id > 20 ? id - 1 : 3);
    }
}

static void entries_move_within_an_array(void)
{
    world = stage_world();
    begin_as(plain(4), 1, 4);
    tick(renew_young);
    CHECK_LOG(0, 1, 2, 39);
    tick(NULL);
    CHECK_LOG(0, 2, 39);
}

/* After a pool has shrunk, its array of entries still has room, so only the chunk is new. */
static void a_pool_grows_again_within_a_walk(void)
{
    trp_pool_desc desc = plain(4);

    world = on_heap();
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 64;
    begin_as(desc, 1, 12);
    for (uint32_t id = 2; id < 12; id++)
        end(id);
    CHECK_RESULT(trp_pool_trim(pools[0]), TRP_OK);
    CHECK_EQ(pools[0]->state.capacity, 4);
    tick(grow_all);
    CHECK_LOG(0, 1, 20, 21, 22, 23, 24, 25);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* Links with wrong targets: a part of the node was overwritten. No step needs them. */
static void recycling_with_wrong_links(void)
{
    trp_pool *other;

    begin(2, 6);
    other = stage_pool(world, 2, TRP_ORDER_OLDEST);
    stage_thing(other, 30);
    find(0)->actor.next = find(5)->actor.index & (TRP_MAX_SLOTS - 1);
    end(5);
    end(0);
    end(4); /* a free slot of pool 0; thing 2 gets its index as a link */
    find(2)->actor.next = find(2)->actor.index & (TRP_MAX_SLOTS - 1);
    find(2)->actor.next += 1;
    end(2);
    find(3)->actor.prev = stage_find(other, 30)->actor.index & (TRP_MAX_SLOTS - 1);
    find(3)->actor.next = TRP_NO_LINK - 1;
    end(3);
    born(1, 40);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 40, 30);
}

static void create_in_draw(const trp_actor *self, const trp_view *view)
{
    (void)self;
    (void)view;
    CHECK_NULL_MISUSE(world, trp_create(pools[0]), TRP_BUSY);
}

static void nothing_begins_in_a_drawing_or_in_an_external_pool(void)
{
    trp_pool_desc desc = plain(2);

    begin(1, 2);
    pools[0]->desc.draw = create_in_draw;
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    desc.external = true;
    pools[1] = trp_pool_create(world, &desc);
    CHECK_NULL_MISUSE(world, trp_create(pools[1]), TRP_ERR_TYPE);
}

static void create_in_clear(trp_world *in, thing *self, trp_reason reason)
{
    (void)self;
    (void)reason;
    CHECK_NULL_QUIET(in, trp_create(pools[0]), TRP_BUSY);
    stage_log(7);
}

/* the pool has no hook, but the other one has, and both are being cleared */
static void nothing_begins_while_a_world_is_cleared(void)
{
    begin(1, 2);
    stage_thing(stage_pool(world, 2, TRP_ORDER_MEMORY), 9);
    stage_when_recycled = create_in_clear;
    stage_log_clear();
    CHECK_RESULT(trp_layer_clear(world, 0), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_CLEARED, 9), 7);
    CHECK_EQ(trp_pool_count(pools[0]), 0);
}

static void no_numbers_left(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id != 1)
        return;
    trp__set_newest(world, TRP__STAMP_FLOOR);
    CHECK_NULL_QUIET(world, trp_create(pools[0]), TRP_ERR_LIMIT);
}

static void nothing_begins_without_a_number(void)
{
    begin(1, 2);
    tick(no_numbers_left);
    born(0, 3);
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
    {"a pool in an age order grows again within a walk", a_pool_grows_again_within_a_walk},
    {"actors with wrong links are recycled", recycling_with_wrong_links},
    {"nothing begins in a drawing, or with trp_create in an external pool",
     nothing_begins_in_a_drawing_or_in_an_external_pool},
    {"nothing begins while a world is cleared", nothing_begins_while_a_world_is_cleared},
    {"nothing begins without a number", nothing_begins_without_a_number},
};
const unsigned joined_walk_situation_count =
    sizeof joined_walk_situations / sizeof joined_walk_situations[0];
