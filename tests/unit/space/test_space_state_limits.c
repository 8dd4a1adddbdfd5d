/* Snapshots and hashes of spaces: their memory, growth, classes of bits, and what leaves no
 * trace. */
#include "../heap.h"
#include "../space_past.h"
#include "../space_walled.h"

#define BOMB 2u
#define GHOST 4u

/* from a snapshot without categories to one with them, and back */
static void bits(void)
{
    past_set_up(false);
    boxed *a = space_square(past.rocks, 1, 0);
    boxed *b = space_square(past.rocks, 2, 3);
    CHECK_EQ(past_pairs(), 1);
    past_save(0);
    CHECK_RESULT(trp_space_set_bits(past.space, &a->actor, BOMB, GHOST), TRP_OK);
    CHECK_RESULT(trp_space_set_bits(past.space, &b->actor, BOMB, 0), TRP_OK);
    CHECK_EQ(past_pairs(), 0);
    past_save(1);
    for (int round = 0; round < 2; round++)
    {
        past_restore(0);
        CHECK_EQ(past_pairs(), 1);
        CHECK_EQ(trp_space_category_of(past.space, &a->actor), 1);
        CHECK_EQ(trp_space_query(past.space, trp_rectangle(0, 0, 9, 9), BOMB, NULL, NULL), 0);
        past_restore(1);
        CHECK_EQ(past_pairs(), 0);
        CHECK_EQ(trp_space_category_of(past.space, &a->actor), BOMB);
        CHECK_EQ(trp_space_query(past.space, trp_rectangle(0, 0, 9, 9), BOMB, NULL, NULL), 2);
    }
    boxed *c = space_square(past.rocks, 3, 1);
    CHECK_EQ(past_pairs(), 1);
    CHECK_LOG(PAIR(3, 2));
    CHECK_RESULT(trp_space_set_bits(past.space, &c->actor, GHOST, 0), TRP_OK);
    CHECK_EQ(past_pairs(), 2);
    CHECK_LOG(PAIR(1, 3), PAIR(2, 3));
}

static boxed *victim;

static void end_the_victim(boxed *self)
{
    (void)self;
    if (victim != NULL)
        past_end(victim);
    victim = NULL;
}

/* a pass after a restore visits all that entered before it */
static void passes(void)
{
    past_set_up(false);
    boxed *it[5];
    for (uint32_t id = 1; id < 4; id++)
        it[id] = space_square(past.rocks, id, 3 * (float)id);
    past_save(0);
    for (int i = 0; i < 5; i++)
        past_members();
    CHECK_RESULT(trp_pool_clear(past.rocks, NULL), TRP_OK);
    for (uint32_t id = 5; id < 8; id++)
        space_square(past.rocks, id, 3 * (float)id);
    past_save(1);
    past_restore(0);
    space_when_found = end_the_victim;
    victim = it[2];
    CHECK_EQ(past_members(), 2);
    CHECK_LOG(1, 3);
    past_restore(1);
    victim = it[3]; /* its slot */
    CHECK_EQ(past_members(), 2);
    CHECK_LOG(5, 6);
}

/* of free numbers nothing is seen, though they had different members */
static void former_members(void)
{
    past_set_up(true);
    for (uint32_t id = 1; id < 5; id++)
        space_square(id % 2 != 0 ? past.rocks : past.walls, id, 3 * (float)id);
    boxed *one = space_square(past.rocks, 8, 50);
    boxed *two = space_square(past.walls, 9, 77);
    space_square(past.rocks, 7, 60);
    const trp_pairing swept = {.swept = true};
    past_save(0);
    for (int round = 0; round < 2; round++)
    {
        if (round == 1)
        {
            past_move(one, 500);
            past_move(two, -20);
        }
        trp_space_pairs_where(past.space, &swept, NULL, NULL);
        if (round == 1)
            past_move(one, 20);
        past_end(one);
        past_end(two);
        if (round == 0)
        {
            past_save(1);
            past_restore(0);
        }
    }
    const uint64_t hash = trp_hash_world(past.world);
    past_save(0);
    CHECK_EQ(past_differences(), 0);
    past_restore(1);
    CHECK_EQ(trp_hash_world(past.world), hash);
    past_save(0);
    CHECK_EQ(past_differences(), 0);
}

/* the hash sees whatever a later answer may depend on */
static void hashes(void)
{
    past_set_up(true);
    boxed *a = space_square(past.rocks, 1, 0);
    boxed *b = space_square(past.rocks, 2, 3);
    uint64_t hash = trp_hash_world(past.world);
    const uint64_t start = hash;
    past_save(0);

#define CHANGES(call)                                                                              \
    do                                                                                             \
    {                                                                                              \
        (void)(call);                                                                              \
        CHECK(trp_hash_world(past.world) != hash);                                                 \
        hash = trp_hash_world(past.world);                                                         \
    } while (0)
    CHANGES(trp_space_set_bits(past.space, &a->actor, 2, 0));
    CHANGES(trp_space_set_bits(past.space, &a->actor, 2, 7));
    CHANGES(past_contacts());
    CHANGES((past_move(a, 100), past_contacts()));
    CHANGES(trp_space_moved_all(past.space, NULL));
    CHANGES(trp_space_remove(past.space, &b->actor));
    CHANGES(trp_space_add(past.space, &b->actor));
    CHANGES((trp_space_remove(past.space, &a->actor), trp_space_remove(past.space, &b->actor)));
    CHANGES(
        (trp_space_add(past.space, &b->actor), trp_space_add(past.space, &a->actor))); /* numbers */
#undef CHANGES
    past_restore(0);
    CHECK_EQ(trp_hash_world(past.world), start);
}

/* a space that has grown since has room as before, and keeps its new room */
static void grown(void)
{
    boxed *it[7];

    if (STAGE_BYTES < 64u * 1024u)
        return;
    stage_world();
    heap_reset();
    past.world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(past.world != NULL);
    past_furnish(
        (trp_space_desc){.capacity = 6, .max_capacity = 16, .sweeps = true, .manual_moves = true});
    past_fill(it);
    past_save(0);
    const uint64_t hash = trp_hash_world(past.world);
    for (uint32_t id = 10; id < 15; id++)
        space_square(id % 2 != 0 ? past.rocks : past.walls, id, 3 * (float)id);
    CHECK_EQ(trp_space_measure(past.space).capacity, 12);
    past_save(1);
    const uint64_t later = trp_hash_world(past.world);
    past_restore(0);
    CHECK_EQ(trp_hash_world(past.world), hash);
    CHECK_EQ(trp_space_measure(past.space).capacity, 12);
    past_check_filled(it);
    past_restore(1);
    CHECK_EQ(trp_hash_world(past.world), later);
    CHECK_EQ(trp_space_measure(past.space).peak, 10);
    CHECK_EQ(past_members(), 9);
    CHECK_LOG(1, 2, 10, 5, 6, 11, 12, 13, 14);
    CHECK_EQ(space_square(past.rocks, 15, 0)->id, 15);
    CHECK_EQ(trp_space_measure(past.space).refused, 0);
    CHECK_RESULT(trp_world_destroy(past.world), TRP_OK);
    CHECK_EQ(heap_out, 0);
}

/* the memory is exactly large enough, or one byte too small */
static void exact_memory(void)
{
    boxed *it[7];
    size_t without = 0;

    for (int round = 0; round < 2; round++)
    {
        past_set_up(round == 1);
        past_fill(it);
        past_contacts();
        const size_t bytes = trp_snapshot_bytes(past.world);
        size_t used = 0;
        if (round == 0)
            without = bytes;
        else /* for each of six numbers, two former boxes */
            CHECK_EQ(bytes, without + sizeof(trp_box[6][2]));
        CHECK(bytes + 16 <= sizeof past.memory[0] && bytes <= trp_snapshot_most_bytes(past.world));
        for (size_t i = 0; i < 16; i++)
            past.memory[0][bytes + i] = 0xA5;
        CHECK_MISUSE(past.world, trp_snapshot_save(past.world, past.memory[0], bytes - 1, &used),
                     TRP_ERR_MEMORY);
        CHECK_EQ(used, bytes);
        CHECK_QUIET(past.world, trp_snapshot_save(past.world, past.memory[0], bytes, &used),
                    TRP_OK);
        CHECK_EQ(used, bytes);
        for (size_t i = 0; i < 16; i++)
            CHECK_EQ(past.memory[0][bytes + i], 0xA5);
        CHECK_RESULT(trp_snapshot_check(past.world, past.memory[0], bytes), TRP_OK);
        CHECK_RESULT(trp_snapshot_check(past.world, past.memory[0], bytes - 1), TRP_ERR_DAMAGED);
        past.saved[0] = used;
        trp_pool_clear(past.walls, NULL);
        past_restore(0);
        past_check_filled(it);
        space_square(past.rocks, 7, 900);
        CHECK(trp_snapshot_bytes(past.world) >= bytes);
    }
}

static struct
{
    void *first;
    size_t bytes;
} taken;

static void *take_noted(size_t size, void *context)
{
    void *memory = heap_take(size, context);

    if (taken.first == NULL)
    {
        taken.first = memory;
        taken.bytes = size;
    }
    return memory;
}

/* a space that lies in the region as a whole */
static uint64_t hash_in_a_region(trp_region *region)
{
    uint64_t hash;

    past.world = trp_world_create(&(trp_world_desc){.allocator = {take_noted, heap_give, NULL},
                                                    .on_misuse = stage_on_misuse});
    taken.first = NULL;
    past.space = trp_space_create(past.world, &(trp_space_desc){.capacity = PAST_MEMBERS});
    CHECK(past.space != NULL);
    *region = (trp_region){.name = "space", .start = taken.first, .bytes = taken.bytes};
    CHECK_RESULT(trp_region_add(past.world, region), TRP_OK);
    hash = trp_hash_region(region);
    CHECK_EQ(trp_space_query(past.space, trp_rectangle(0, 0, 0, 0), 0, NULL, NULL), 0);
    CHECK_EQ(trp_space_measure(past.space).questions, 1);
    CHECK_EQ(trp_hash_region(region), hash);
    CHECK_RESULT(trp_region_remove(past.world, region), TRP_OK);
    CHECK_RESULT(trp_world_destroy(past.world), TRP_OK);
    return hash;
}

/* The game gives it memory from there. Neither its counts nor addresses are state of the game. */
static void in_a_region(void)
{
    static trp_region region;
    uint64_t hash;

    if (STAGE_BYTES < 64u * 1024u)
        return;
    stage_world();
    heap_reset();
    hash = hash_in_a_region(&region);
    heap_reset();
    CHECK(heap_take(64, NULL) != NULL);
    CHECK_EQ(hash_in_a_region(&region), hash);
}

/* beside the memory of another pool in the space */
static void a_hash_of_full_pools(void)
{
    for (uint32_t slots = 1; slots <= 4; slots++)
    {
        uint64_t hash;
        trp_pool *pool;

        past_set_up(false);
        pool = stage_pool_as(past.world, space_pool_desc(slots, TRP_ORDER_NEWEST));
        for (uint32_t i = 0; i < 2; i++)
            CHECK_RESULT(trp_space_add_pool(past.space, i == 0 ? pool : space_pool(past.world, 1),
                                            &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                         TRP_OK);
        hash = trp_hash_world(past.world);
        for (uint32_t id = 1; id <= slots; id++)
            space_square(pool, id, 0);
        CHECK(trp_hash_world(past.world) != hash);
    }
}

/* the last number is the last one that there is, and others have other bits */
static void a_full_space(void)
{
    if (!walled_begin(48, (trp_space_desc){0}))
        return;
    past.world = walled.world;
    past.space = walled.space;
    for (uint32_t id = 1; id <= 48; id++)
        space_square(walled.pool, id, 10 * (float)id);
    for (uint32_t slot = 0; slot < 2; slot++)
    {
        boxed *it = walled_at(slot);
        past_move(it, 5 * (float)slot);
        CHECK_RESULT(trp_space_set_bits(walled.space, &it->actor, BOMB, GHOST), TRP_OK);
    }
    past_move(walled_at(47), 0);
    past_move(walled_at(46), 4);
    CHECK_RESULT(trp_space_set_bits(walled.space, &walled_at(46)->actor, GHOST, BOMB), TRP_OK);
    for (uint32_t round = 0; round < 3; round++)
    {
        CHECK_EQ(past_pairs(), 2);
        CHECK_LOG(PAIR(1, 47), PAIR(2, 47));
        past_save(0);
        past_restore(0);
    }
    CHECK_VALID(walled.world);
}

const situation space_state_limits_situations[] = {
    {"categories and masks come and go with restores", bits},
    {"a pass after a restore visits all that entered before it", passes},
    {"former members of free numbers leave no trace", former_members},
    {"a hash sees what answers depend on", hashes},
    {"a space that has grown since", grown},
    {"the memory of a snapshot is exactly large enough", exact_memory},
    {"a space in a region", in_a_region},
    {"a hash of a space with full pools", a_hash_of_full_pools},
    {"a full space is restored", a_full_space},
};
const unsigned space_state_limits_situation_count =
    sizeof space_state_limits_situations / sizeof space_state_limits_situations[0];
