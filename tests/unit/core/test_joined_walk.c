/* Ticks over joined pools from the oldest to the newest actor, in which the pools' entries
 * change. */
#include "../heap.h"
#include "../joined_scene.h"
#include "../script.h"

SITUATIONS(joined_walk);

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
    stage_grow(&desc, 64);
    joined_scene_begin_as(desc, count, things);
}

/* Recycling the first ones leaves dropped entries at the old end, which the walk skips. The oldest
 * actor stays, so most of the dropped entries remain in the merge. */
SITUATION("old ones end beside one that stays")
{
    joined_scene_begin(2, 2);
    for (uint32_t id = 2; id < 60; id++) {
        joined_scene_born(1, id);
        joined_scene_tick(NULL);
        CHECK_LOG(0, id - 1, id);
        joined_scene_end(id - 1);
    }
    joined_scene_tick(NULL);
    CHECK_LOG(0, 59);
}

/* Which things are alive, and when each was last visited; ids increase with birth. */
static struct {
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
    for (storm.ticks = 1; storm.ticks < ticks; storm.ticks++) {
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
    CHECK_OK(trp_world_destroy(joined.world));
}

SITUATION("many live and end in joined pools")
{
    storm_ticks(1, 100, 100);
    for (uint32_t seed = 2; seed < 60; seed++)
        storm_ticks(seed, 1 + seed % 14, 60);
}

/* Often enough that the array of entries is full and is compacted, before the entry of the actor whose callback this is. */
SCRIPT("entries move within an array within a walk",
       "in oldest; pool 4; new 0-3; at 2: recycle 1 3, churn 20-39, go; tick; =; still; tick; = 0 "
       "2 39");

static uint32_t first_of(trp_pool *pool)
{
    trp_each_joined(it, pool) return trp_as(thing, it)->id;
    return UINT32_MAX;
}

SITUATION("a walk over joined pools is left by return")
{
    begin_growing(4, 2, 4);
    CHECK_EQ(first_of(joined.pools[0]), 0);
#if TRP__CAN_LEAVE
    CHECK_QUIET(joined.world, trp_pool_trim(joined.pools[0]), TRP_OK);
#endif
    CHECK_OK(trp_world_destroy(joined.world));
}

/* So many that their entries are dropped at once. */
SCRIPT("many end between others",
       "in oldest; pool 40; pool 40 joins a; deal 0-39; recycle 4-35; go; tick; = 0-3 36-39; new "
       "50; go; tick; = 0-3 36-39 50");

/* Until its array is full, and the entries move in it. */
SCRIPT("an array fills within a walk",
       "in oldest; pool 20; pool 20 joins a; deal 0-9; recycle 0; at 4: churn 50-89, go; tick; = "
       "5-9; still; tick; = 1-9 89");
SCRIPT("only ticks end the lives of a joined pool with a lifetime",
       "in oldest; pool 4; pool 4 lifetime ticks joins a; new 1; new b 2; new 3; new b 4;"
       "life 2 ticks 1; go; layer 0; = 1 2 3 4; tick; = 1 -2e 3 4; layer 0; = 1 3 4");
SCRIPT("the youngest ends, and others begin",
       "in oldest; pool 20 same; pool 20 same joins a; pool 20 same joins a; new 0;"
       "new b 1; new c 2; new 3; new b 4; go; at 4: recycle 4, new 20, new c 21;"
       "tick; = 0 1 2 3 4 -4 +20 +21 20 21; still; tick; = 0 1 2 3 20 21");
SCRIPT("a segment is emptied and filled in a callback",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; new b 3; go;"
       "at 0: recycle 0 1 2 3, new b 20, new 21; tick;"
       "= 0 -0 -1 -2 -3 +20 +21 20 21; still; tick; = 20 21");
SCRIPT("the youngest of a joined pool ends",
       "in oldest; pool same; pool same joins a; pool same joins a; new 0; new b 1;"
       "new c 2; new 3; new b 4; recycle 4; go;"
       "at 0: recycle 2, new b 20, recycle 1, new 21; tick;"
       "= 0 -2 +20 -1 +21 3 20 21; still; tick; = 0 3 20 21");
SCRIPT("the oldest of a joined pool ends ahead of the walk",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; new b 3;"
       "new 4; go; at 0: recycle 1; at 2: recycle 2, new 20; tick;"
       "= 0 -1 2 -2 +20 3 4 20");
SCRIPT("a scale counts when the walk comes to the pool again",
       "in oldest; pool same; pool same joins a; new 0; new b 1 2; new 3; new b 4;"
       "go; at 1: scale b 0; at 0: dt 1; at 2: dt 1; at 4: dt 0; tick; = 0 1 2 3 4");
SCRIPT("the entries of joined pools move within a walk",
       "in oldest; grows; pool 2 grow 64 same; pool 2 grow 64 same joins a; new 0;"
       "new b 1; new 2; new b 3; go;"
       "at 1: new 20, new b 21, new 22, new b 23, new 24; tick;"
       "= 0 1 +20 +21 +22 +23 +24 2 3 20 21 22 23 24; still; tick;"
       "= 0 1 2 3 20 21 22 23 24");
SCRIPT("a walk over joined pools passes by what expired",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; expire 1;"
       "go; joined; = 0 2");
SCRIPT("a pool in an age order grows again within a walk",
       "in oldest; grows; pool 4 grow 64 same; new 0-11; recycle 2-11; trim;"
       "capacity 4; go; at 1: new 20-25; tick;"
       "= 0 1 +20 +21 +22 +23 +24 +25 20 21 22 23 24 25");
SCRIPT("the oldest actor is of another pool",
       "in oldest; pool same; pool same joins a; new b 0; new 1; new b 2; new 3;"
       "new b 4; new 5; tick; recycle 1; go; tick; = 0 2 3 4 5");
SCRIPT("the youngest of a pool ends whose other ones have ended",
       "in oldest; pool same; pool same joins a; new b 0; new 1; new b 2; tick;"
       "recycle 0; tick; recycle 2; go; tick; = 1; new b 7; go; tick; = 1 7");
SCRIPT("the youngest of a pool ends after others",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; new b 3;"
       "new 4; new b 5; tick; recycle 3 5; new b 20; go; tick; = 0 1 2 4 20");
SCRIPT("... and so does each pool's youngest",
       "in oldest; pool same; pool same joins a; pool same joins a; new c 0;"
       "new b 1; new c 2; new b 3; tick; recycle 1 3 2; new 20; new b 21; new c 22;"
       "go; tick; = 0 20 21 22");
SCRIPT("newborns of joined pools of mortals are updated in turn",
       "in oldest; pool same; pool same joins a; new 0; go;"
       "at 0: new b 20, new 21, new b 22; tick; = 0 +20 +21 +22 20 21 22");
