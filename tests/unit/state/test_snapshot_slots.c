/*
 * Snapshots of pools of many sizes, restored over states of other sizes.
 */
#include "../heap.h"
#include "../snapshot_scene.h"

#include "../../../src/debug/debug.h" /* free slots may be poisoned */

SITUATIONS(snapshot_slots);

static trp_world *world;
static trp_pool *pool;

enum { MOST = 192 };

static const trp_actor *seen[MOST]; /* by slot: where an actor has been */

static void look(void)
{
    for (uint32_t slot = 0; slot < MOST; slot++)
        if (trp_pool_at(pool, slot) != NULL)
            seen[slot] = trp_pool_at(pool, slot);
}

static void check_seen(void)
{
    for (uint32_t slot = 0; slot < trp_pool_info(pool).slots && !TRP__POISONS; slot++)
        if (seen[slot] != NULL)
            CHECK(stage_node_is_active(seen[slot]) == (trp_pool_at(pool, slot) != NULL));
}

static void begin(void)
{
    for (uint32_t slot = 0; slot < MOST; slot++)
        seen[slot] = NULL;
    world = heap_world((trp_world_desc){0});
}

static trp_pool *make(uint32_t capacity, uint32_t most, trp_order order)
{
    trp_pool_desc desc = stage_desc(capacity, order);
    desc.when_full = most != 0 ? TRP_FULL_GROW : TRP_FULL_FAIL;
    desc.max_capacity = most;
    desc.on_create = NULL;
    desc.on_end = NULL;
    return stage_pool_as(world, desc);
}

static void create(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_create(pool, &(thing){.id = 5000 + i}) != NULL);
}

/* The slots from `first` to `last` - 1 that are taken. */
static void recycle(uint32_t first, uint32_t last)
{
    for (uint32_t slot = first; slot < last; slot++)
        if (trp_pool_at(pool, slot) != NULL)
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
}

static const uint32_t sizes[] = {0, 1, 31, 32, 33, 62, 63, 64, 65, 95, 96, 127, 128, 129, 192};

enum { SIZES = sizeof sizes / sizeof *sizes };

/* All free slots can be taken, and no others. */
static void check_takes_all(uint32_t capacity)
{
    const uint32_t count = trp_pool_count(pool);
    create(capacity - count);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_count(pool), capacity);
    CHECK(trp_create(pool, NULL) == NULL);
    look();
    CHECK_EQ(trp_world_info(world).misuse, 0);
}

/* A walk in memory order looks at free slots, too. Lives that the snapshot does not know have
 * serials that are given out once more. */
static void check_walk(trp_pool *other)
{
    uint32_t visited = 0;
    for (uint32_t i = 0; i < 250; i++) {
        trp_actor *actor = trp_create(other, NULL);
        CHECK_OK(trp_recycle(world, actor));
    }
    trp_each (thing, it, pool)
        visited += it->id != 0;
    CHECK_EQ(visited, trp_pool_count(pool));
}

static void check_sizes(uint32_t then, uint32_t now, uint32_t capacity, uint32_t most,
                        trp_order order)
{
    begin();
    trp_pool *other = make(1, 0, TRP_ORDER_OLDEST);
    pool = make(capacity, most, order);
    create(then);
    look();
    recycle(then / 3, then / 2);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    const uint32_t count = trp_pool_count(pool);
    recycle(0, then);
    create(now);
    look();
    recycle(now / 2, now);
    for (int again = 0; again < 2; again++) {
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_EQ(trp_pool_count(pool), count);
        CHECK_VALID(world);
        check_seen();
        check_walk(other);
        check_takes_all(most != 0 ? most : capacity);
    }
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(trp_hash_world(world), hash);
}

SITUATION("any number of actors is restored over any other")
{
    stage_needs_block(64u * 1024u);
    unsigned long number = 0;
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        for (unsigned i = 0; i < SIZES; i++)
            for (unsigned k = 0; k < SIZES; k++) {
                if (situation_leaves_out(number++))
                    continue;
                check_sizes(sizes[i], sizes[k], 192, 0, stage_orders[order]);
                check_sizes(sizes[i], sizes[k], 20, 192, stage_orders[order]);
            }
    for (unsigned i = 1; i < SIZES; i++)
        for (unsigned k = 1; k <= i; k++)
            check_sizes(sizes[i], sizes[k], sizes[i], 0, TRP_ORDER_MEMORY);
}

/* Then, only even slots of the first word are taken. Now, all are. */
static void check_full(uint32_t then, uint32_t capacity, uint32_t most, trp_order order)
{
    const uint32_t all = most != 0 ? most : capacity;
    begin();
    pool = make(capacity, most, order);
    create(then);
    for (uint32_t slot = 0; slot < then; slot++)
        if (slot % 2 == 1 || slot > TRP__WORD_BITS)
            recycle(slot, slot + 1);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    const uint32_t count = trp_pool_count(pool);
    create(all - count);
    look();
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_EQ(trp_pool_count(pool), count);
    CHECK_VALID(world);
    check_seen();
    check_takes_all(all);
}

SITUATION("a few actors are restored over a full pool")
{
    const uint32_t word = TRP__WORD_BITS;
    const uint32_t ends[] = {0,        word / 2,     word - 1, word,        word + 1,
                             word + 2, 2 * word - 1, 2 * word, 2 * word + 1};
    stage_needs_block(64u * 1024u);
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
        for (unsigned k = 2; k < sizeof ends / sizeof *ends; k++) {
            if (i <= k)
                check_full(ends[i], ends[k], 0, TRP_ORDER_MEMORY);
            if (k != 5)
                check_full(ends[i], ends[k], 3 * word, TRP_ORDER_MEMORY);
        }
}

/* The second chunk begins with slot 1. */
SITUATION_IN_EACH_ORDER("pools that begin with one slot are restored")
{
    for (uint32_t then = 0; then <= 3; then++)
        for (uint32_t now = 0; now <= 3; now++)
            for (uint32_t most = 2; most <= 3; most++)
                if (then <= most && now <= most)
                    check_sizes(then, now, 1, most, stage_orders[order]);
}

/* The bitmap has a full word of words, one less, and more. */
SITUATION_FOR("a few actors are restored over thousands", unsigned, i, 0, 2)
{
    const uint32_t word = TRP__WORD_BITS;
    const uint32_t capacities[] = {(word - 1) * word, word * word, (word + 2) * word};
    stage_needs(16u * 1024u * 1024u);
    for (uint32_t then = 4; then <= (word - 1) * word; then += (word - 1) * word - 4) {
        begin();
        pool = make(capacities[i], 0, TRP_ORDER_MEMORY);
        create(then);
        const trp_actor *first = trp_pool_at(pool, 0);
        recycle(4, then);
        const size_t bytes = snapshot_save_to(world, 0);
        const uint64_t hash = trp_hash_world(world);
        create(capacities[i] - 4);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_VALID(world);
        for (uint32_t slot = 0; slot < capacities[i] && !TRP__POISONS; slot++)
            CHECK(stage_node_is_active(
                      (const trp_actor *)(const void *)((const unsigned char *)first +
                                                        slot * sizeof(thing))) == (slot < 4));
        create(capacities[i] - 4);
        CHECK(trp_create(pool, NULL) == NULL);
        CHECK_VALID(world);
    }
}

/* Transient pools have no ledger in a snapshot, whatever they have. */
SITUATION_IN_EACH_ORDER("a snapshot leaves out transient pools")
{
    begin();
    trp_pool *stays = make(10, 40, TRP_ORDER_MEMORY);
    pool = make(10, 80, stage_orders[order]);
    stage_set_transient(pool, true);
    size_t most, again;
    const size_t before = trp_snapshot_bytes(world, &most);
    create(5);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_EQ(bytes, before);
    create(35);
    CHECK_EQ(trp_snapshot_bytes(world, &again), before);
    CHECK(again <= most);
    CHECK(trp_create(stays, NULL) != NULL);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_count(pool), 40);
    CHECK_EQ(trp_pool_count(stays), 0);
    /* with chunks, and with a pool in quarantine behind it */
    stage_set_quarantine(make(3, 0, TRP_ORDER_MEMORY), 1);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], snapshot_save_to(world, 0)));
    CHECK_EQ(trp_pool_count(pool), 40);
}

SCRIPT("the layer of a transient pool is restored",
       "layers 2; pool transient; save; move a 1; restore; inlayer 0");

/* Actors of an age order come and go, until its array has been full and was closed up. */
#define COMES_AND_GOES                                                                             \
    "recycle 1; new 4; save; restore; recycle 2; new 1; save; restore; recycle 3; new 2; save; "   \
    "restore; recycle 4; new 3; save; restore; "
SCRIPT("an age order is restored at any length of its array",
       "in oldest newest; pool 12; new 1-3; " COMES_AND_GOES COMES_AND_GOES COMES_AND_GOES
           COMES_AND_GOES COMES_AND_GOES COMES_AND_GOES COMES_AND_GOES COMES_AND_GOES);

/* nothing is read after its last byte */
SITUATION("a world without pools is restored")
{
    begin();
    const size_t bytes = trp_snapshot_bytes(world, NULL);
    unsigned char *memory = snapshot_memory[2] + SCENE_BYTES - bytes;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_snapshot_save(world, memory, bytes, NULL));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_snapshot_restore(world, memory, bytes));
    CHECK_EQ(trp_world_ticks(world), 1);
    CHECK_EQ(snapshot_diff_now(world, memory, bytes, snapshot_memory[1], sizeof snapshot_memory[1],
                               9, NULL, NULL),
             0);
}
