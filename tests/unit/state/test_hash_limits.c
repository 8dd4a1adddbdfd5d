/* Hashes at their limits: of nothing, of NaNs, of memory without fields, of single actors, of
 * orders. */
#include "../stage.h"
#include "troupe/hash.h"

/* freestanding C has no string.h */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

static trp_world *world;
static trp_pool *pool;

static void set_up(void)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.id = 3});
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 3);
}

typedef struct pointing
{
    trp_handle handle;
    trp_actor *actor;
    double value;
} pointing;

static const trp_field pointing_fields[] = {TRP_FIELD(pointing, handle),
                                            TRP_FIELD_ACTOR(pointing, actor),
                                            TRP_FIELD(pointing, value), TRP_FIELDS_END};
static const trp_fields pointing_type = TRP_FIELDS(pointing, 1, pointing_fields);

/* Without a world the hash of a handle is its bits, and an actor exists or not. */
static void hashes_regions_that_are_registered_nowhere(void)
{
    static pointing memory;
    const trp_region region = {.start = &memory, .bytes = sizeof memory, .fields = &pointing_type};
    set_up();
    memset(&memory, 0, sizeof memory);
    const uint64_t none = trp_hash_region(&region);
    memory.actor = &stage_find(pool, 1)->actor;
    const uint64_t first = trp_hash_region(&region);
    memory.actor = &stage_find(pool, 2)->actor;
    CHECK(first != none);
    CHECK_EQ(trp_hash_region(&region), first);
    memory.handle = trp_handle_of(world, memory.actor);
    const uint64_t with = trp_hash_region(&region);
    CHECK(with != first);
    memory.handle.index ^= 1u << 24;
    CHECK(trp_hash_region(&region) != with);
}

static void hashes_every_nan_as_one(void)
{
    static pointing memory;
    const trp_region region = {.start = &memory, .bytes = sizeof memory, .fields = &pointing_type};
    const uint64_t nans[] = {0x7FF8000000000000u, 0xFFF8000000000001u, 0x7FF0000000000001u};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++)
    {
        memcpy(&memory.value, &nans[i], sizeof memory.value);
        hashes[i] = trp_hash_region(&region);
    }
    CHECK(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
    memory.value = 1;
    CHECK(trp_hash_region(&region) != hashes[0]);
}

static void hashes_every_byte_of_what_has_no_fields(void)
{
    static unsigned char memory[11];
    const trp_region region = {.start = memory, .bytes = sizeof memory};
    for (unsigned i = 0; i < sizeof memory; i++)
    {
        const uint64_t before = trp_hash_region(&region);
        memory[i] = 1;
        CHECK(trp_hash_region(&region) != before);
    }
    set_up();
    trp_pool *crates =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 2});
    crate *one = trp_container_of(crate, node, trp_create(crates));
    const uint64_t before = trp_hash_pool(crates);
    one->weight = 1;
    const uint64_t heavy = trp_hash_pool(crates);
    one->tail = 1;
    CHECK(heavy != before && trp_hash_pool(crates) != heavy);
}

static void hashes_nothing_as_zero(void)
{
    static const trp_roster closed;
    CHECK_EQ(trp_hash_world(NULL), 0);
    CHECK_EQ(trp_hash_pool(NULL), 0);
    CHECK_EQ(trp_hash_slots(NULL, 0, 1), 0);
    CHECK_EQ(trp_hash_region(NULL), 0);
    CHECK_EQ(trp_hash_time(NULL), 0);
    CHECK_EQ(trp_hash_roster(NULL), 0);
    CHECK_EQ(trp_hash_roster(&closed), 0);
    CHECK(trp_hash_mix(trp_hash_mix(0, 1), 2) != trp_hash_mix(trp_hash_mix(0, 2), 1));
}

/* Slot, generation, state and payload; sums of hashes of actors equal those of slots. */
static void hashes_single_actors(void)
{
    set_up();
    CHECK_RESULT(trp_pool_set_quarantine(pool, 0), TRP_OK);
    thing *one = stage_find(pool, 1);
    thing *two = stage_find(pool, 2);
    const uint64_t first = trp_hash_actor(world, &one->actor);
    const uint64_t second = trp_hash_actor(world, &two->actor);
    CHECK(first != 0 && first != second);
    CHECK_EQ(trp_hash_slots(pool, 0, 2), first + second);
    one->data++;
    CHECK(trp_hash_actor(world, &one->actor) != first);
    one->data--;
    CHECK_EQ(trp_hash_actor(world, &one->actor), first);
    CHECK_RESULT(trp_deactivate(world, &one->actor), TRP_OK);
    CHECK(trp_hash_actor(world, &one->actor) != first);
    CHECK_EQ(trp_hash_actor(world, &two->actor), second);
    CHECK_RESULT(trp_recycle(world, &one->actor), TRP_OK);
    CHECK_EQ(trp_hash_actor(world, &one->actor), 0);
    CHECK(stage_thing(pool, 1) == one);
    CHECK(trp_hash_actor(world, &one->actor) != first);
    CHECK_EQ(trp_hash_actor(NULL, &one->actor) + trp_hash_actor(world, NULL), 0);
    CHECK_EQ(trp_hash_actor(stage_second_world(4), &one->actor), 0);
}

/* Slots, lives and states are the same; only the order of the list differs. */
static void hashes_the_order_of_a_pool(void)
{
    uint64_t sums[2];
    uint64_t hashes[2];
    for (uint32_t i = 0; i < 2; i++)
    {
        set_up();
        trp_pool *queue = stage_pool(world, 4, TRP_ORDER_OLDEST);
        stage_things(queue, 1, 3);
        for (uint32_t k = 0; k < 2; k++)
        {
            trp_actor *actor = &stage_find(queue, 1 + (i ^ k))->actor;
            CHECK_RESULT(trp_deactivate(world, actor), TRP_OK);
            CHECK_RESULT(trp_activate(world, actor), TRP_OK);
        }
        sums[i] = trp_hash_slots(queue, 0, 4);
        hashes[i] = trp_hash_pool(queue);
    }
    CHECK_EQ(sums[0], sums[1]);
    CHECK(hashes[0] != hashes[1]);
}

static void hashes_rosters_in_their_order(void)
{
    trp_roster roster = {0};
    set_up();
    CHECK_RESULT(trp_roster_init(&roster, world, &(trp_roster_desc){.capacity = 4}), TRP_OK);
    trp_roster_add(&roster, &stage_find(pool, 1)->actor);
    trp_roster_add(&roster, &stage_find(pool, 2)->actor);
    const uint64_t before = trp_hash_roster(&roster);
    CHECK_RESULT(trp_roster_remove(&roster, &stage_find(pool, 1)->actor), TRP_OK);
    const uint64_t one = trp_hash_roster(&roster);
    trp_roster_add(&roster, &stage_find(pool, 1)->actor);
    CHECK(before != one && trp_hash_roster(&roster) != before && trp_hash_roster(&roster) != one);
    CHECK_RESULT(trp_roster_free(&roster), TRP_OK);
}

const situation hash_limits_situations[] = {
    {"a region that is registered nowhere has a hash", hashes_regions_that_are_registered_nowhere},
    {"every NaN counts as the same one", hashes_every_nan_as_one},
    {"without fields every byte counts", hashes_every_byte_of_what_has_no_fields},
    {"the hash of nothing is zero", hashes_nothing_as_zero},
    {"an actor has a hash of its own", hashes_single_actors},
    {"the order of a pool counts in its hash", hashes_the_order_of_a_pool},
    {"the hash of a roster is that of its order", hashes_rosters_in_their_order},
};
const unsigned hash_limits_situation_count =
    sizeof hash_limits_situations / sizeof hash_limits_situations[0];
