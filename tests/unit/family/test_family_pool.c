/* Families: adding and removing pools, and the end of families. */
#include "../family_clan.h"
#include "../heap.h"
#include "../script.h"

SITUATIONS(family_pool);

static uint32_t parent_of(const trp_family *family, uint32_t id)
{
    return clan_id_or_0(trp_family_parent(family, clan_actors[id]));
}

SCRIPT("a pool is added once",
       "plant; joinkin a !LINKED; joinkin b !LINKED; recycle 7; = -9p -10p -7");

SITUATION("pools that cannot be added")
{
    trp_family other;
    clan_set_up(false);
    trp_pool *carts = clan_pools[CARTS];
    CHECK_QUIET(clan_world, trp_family_init(&other, clan_world, NULL), TRP_OK);
    trp_world *far = stage_second_world(1);
    trp_pool *foreign =
        trp_pool_create(far, &(trp_pool_desc){.type = TRP_TYPE(member, actor), .capacity = 1});
    CHECK_MISUSE(clan_world, trp_family_add(&other, foreign), TRP_ERR_FOREIGN);
    CHECK_MISUSE(clan_world, trp_family_add(&other, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(clan_world, trp_family_remove(&other, carts), TRP_ERR_UNLINKED);
    CHECK_QUIET(clan_world, trp_family_add(&other, carts), TRP_OK);
}

SCRIPT("a family is made once", "plant; family !LINKED; parent 2 1");

static trp_pool *pool_in_block(size_t size)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char
        block[TRP_WORLD_BYTES + TRP_POOL_BYTES(member, 2) + TRP_FAMILY_POOL_BYTES(2)];
    trp_world *world = trp_world_init(block, size != 0 ? size : sizeof block,
                                      &(trp_world_desc){.on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    return trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(member, actor), .capacity = 2});
}

/* it takes TRP_FAMILY_POOL_BYTES(2) of the caller's block */
SITUATION("the block takes the pools of a family")
{
    trp_family family;
    stage_world();
    trp_world *world = trp_pool_info(pool_in_block(0)).world;
    const size_t used = TRP_WORLD_BYTES + TRP_POOL_BYTES(member, 2) + TRP_FAMILY_POOL_BYTES(2) -
                        trp_world_info(world).free_bytes;
    trp_pool *pool = pool_in_block(used + TRP_FAMILY_POOL_BYTES(2));
    CHECK_OK(trp_family_init(&family, trp_pool_info(pool).world, NULL));
    CHECK_QUIET(trp_pool_info(pool).world, trp_family_add(&family, pool), TRP_OK);
    CHECK_OK(trp_family_remove(&family, pool));
    CHECK_QUIET(trp_pool_info(pool).world, trp_family_add(&family, pool), TRP_OK);
    for (int i = 0; i < 2; i++) /* the entry has room, the table has none; neither has room */
    {
        pool = pool_in_block(used + (i == 0 ? TRP_FAMILY_POOL_BYTES(2) - 40 : 0));
        CHECK_OK(trp_family_init(&family, trp_pool_info(pool).world, NULL));
        const size_t left = trp_world_info(trp_pool_info(pool).world).free_bytes;
        CHECK_MISUSE(trp_pool_info(pool).world, trp_family_add(&family, pool), TRP_ERR_MEMORY);
        CHECK_EQ(trp_world_info(trp_pool_info(pool).world).free_bytes, left);
    }
    CHECK_SAYS("TRP_FAMILY_POOL_BYTES");
    trp_actor *actor = trp_create(pool, NULL);
    CHECK_MISUSE(trp_pool_info(pool).world, trp_family_detach(&family, actor), TRP_ERR_UNLINKED);
}

static size_t heap_left; /* bytes that the allocator still gives */

static void *take_some(size_t size, void *arg)
{
    if (size > heap_left)
        return NULL;
    heap_left -= size;
    return heap_take(size, arg);
}

static void give_back(void *memory, size_t size, void *arg)
{
    heap_give(memory, size, arg);
    heap_left += size;
}

/* relations of slots that were added later take memory when the first one is needed */
SITUATION("relations in a pool that grows")
{
    for (int starves = 0; starves < 2; starves++) {
        trp_family family;
        trp_world *world;
        trp_pool *pool;
        trp_actor *late;
        stage_world();
        heap_reset();
        heap_left = 1u << 20;
        world = MADE(trp_world_create(&(trp_world_desc){.allocator = {take_some, give_back, NULL},
                                                        .on_misuse = stage_on_misuse}));
        pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(member, actor),
                                                    .capacity = 3,
                                                    .max_capacity = 12,
                                                    .when_full = TRP_FULL_GROW});
        CHECK_OK(trp_family_init(&family, world, NULL));
        CHECK_OK(trp_family_add(&family, pool));
        CHECK_EQ(trp_create_many(pool, 3, NULL, NULL), 3);
        CHECK_OK(trp_family_attach(&family, trp_pool_at(pool, 0), trp_pool_at(pool, 1)));
        CHECK_EQ(trp_create_many(pool, 9, NULL, NULL), 9);
        late = trp_pool_at(pool, 11);
        CHECK(trp_family_parent(&family, late) == NULL && trp_family_first(&family, late) == NULL);
        if (starves)
            heap_left = 0;
        if (starves) {
            CHECK_MISUSE(world, trp_family_attach(&family, trp_pool_at(pool, 0), late),
                         TRP_ERR_MEMORY);
            CHECK(trp_family_parent(&family, late) == NULL);
            heap_left = 1u << 20;
        }
        CHECK_QUIET(world, trp_family_attach(&family, trp_pool_at(pool, 0), late), TRP_OK);
        CHECK_QUIET(world, trp_family_attach(&family, late, trp_pool_at(pool, 7)), TRP_OK);
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, 0)));
        CHECK_EQ(trp_pool_count(pool), 8);
        CHECK_VALID(world);
        CHECK_OK(trp_world_destroy(world));
        CHECK_EQ(heap_out, 0);
    }
}

/* ... and no memory for them, until one is needed. */
SCRIPT("slots that were added later have no relations",
       "grows; pool 3 grow 12; family; new 1-3; hash 0; attach 1 3; differs 0; parent 3 1; detach "
       "3; attach 3 1; attach 1 3 !CYCLE; detach 1; parent 1 0; new 4-12; detach 4-12 !UNLINKED; "
       "go; kin 4-12; = 4-12; pool 1; joinkin b; new b 21; attach 12 21; children 12 21");

/* while the world ends, no family begins or gets a pool */

/* one pool in two families: each has its own relations */
SITUATION("one pool is in two families")
{
    trp_family owners;
    clan_set_up(false);
    CHECK_OK(trp_family_init(&owners, clan_world, &(trp_family_desc){.orphans = true}));
    CHECK_OK(trp_family_add(&owners, clan_pools[CARTS]));
    for (uint32_t id = 1; id <= 5; id++)
        clan_create(CARTS, id);
    CHECK_OK(clan_attach(1, 2));
    CHECK_OK(clan_attach(2, 3));
    CHECK_OK(trp_family_attach(&owners, clan_actors[3], clan_actors[1]));
    CHECK_OK(trp_family_attach(&owners, clan_actors[3], clan_actors[4]));
    CHECK_OK(trp_family_attach(&owners, clan_actors[1], clan_actors[5]));
    CHECK_EQ(parent_of(&clan_family, 3), 2);
    CHECK_EQ(parent_of(&owners, 3), 0);
    CHECK_EQ(parent_of(&owners, 1), 3);
    CHECK_OK(trp_family_for_each(&owners, clan_actors[3], clan_visit, &clan_family));
    CHECK_LOG(3, 1, 5, 4);
    CHECK_OK(clan_recycle(2));
    CHECK_LOG(GONE(TRP_REASON_PARENT, 3), GONE(TRP_REASON_RECYCLED, 2));
    CHECK_EQ(parent_of(&owners, 1), 0);
    CHECK_EQ(parent_of(&owners, 5), 1);
    CHECK_EQ(parent_of(&owners, 4), 0);
    CHECK_VALID(clan_world);
}

/* the family is notified, and is no family any more: the world's memory is not read again */
SITUATION("the world ends first")
{
    clan_set_up(false);
    clan_plant();
    CHECK_OK(trp_world_destroy(clan_world));
    CHECK_LOG(GONE(TRP_REASON_PARENT, 5), GONE(TRP_REASON_PARENT, 8), GONE(TRP_REASON_PARENT, 6),
              GONE(TRP_REASON_PARENT, 2), GONE(TRP_REASON_PARENT, 3), GONE(TRP_REASON_PARENT, 9),
              GONE(TRP_REASON_PARENT, 10), GONE(TRP_REASON_PARENT, 7), GONE(TRP_REASON_PARENT, 4),
              GONE(TRP_REASON_SHUTDOWN, 1));
    for (size_t i = 0; i < STAGE_BYTES; i++)
        stage_memory()[i] = 0xaa;
    CHECK_RESULT(trp_family_free(&clan_family), TRP_GONE);
    CHECK_RESULT(trp_family_attach(&clan_family, NULL, NULL), TRP_ERR_NULL);
    CHECK(trp_family_first(&clan_family, NULL) == NULL);
}

static uint32_t taken;
static size_t taken_bytes;

static void *take(size_t size, void *arg)
{
    static _Alignas(16) unsigned char heap[16 * 1024];
    static size_t used;
    if (taken == 0)
        used = 0;
    CHECK(size <= sizeof heap - used);
    taken++;
    taken_bytes += size;
    used += (size + 15) & ~(size_t)15;
    return heap + used - ((size + 15) & ~(size_t)15);
}

static void give(void *memory, size_t size, void *arg)
{
    taken--;
    taken_bytes -= size;
}

SITUATION("memory goes back")
{
    stage_world();
    for (int i = 0; i < 3; i++) {
        trp_family family;
        taken = 0;
        taken_bytes = 0;
        trp_world *world =
            MADE(trp_world_create(&(trp_world_desc){.allocator = {take, give, NULL}}));
        trp_pool *pool = trp_pool_create(
            world, &(trp_pool_desc){.type = TRP_TYPE(member, actor), .capacity = 4});
        const size_t without = trp_snapshot_bytes(world, NULL);
        CHECK_OK(trp_family_init(&family, world, NULL));
        CHECK_OK(trp_family_add(&family, pool));
        CHECK_EQ(taken, 4);
        CHECK(trp_snapshot_bytes(world, NULL) > without);
        if (i == 1)
            CHECK_OK(trp_family_remove(&family, pool));
        if (i == 2) {
            CHECK_OK(trp_family_free(&family));
            CHECK_EQ(trp_snapshot_bytes(world, NULL), without);
        }
        CHECK_EQ(taken, i == 0 ? 4 : 2);
        CHECK_OK(trp_world_destroy(world));
        CHECK_EQ(taken, 0);
        CHECK_EQ(taken_bytes, 0);
    }
}

SITUATION("a copy of a family is refused")
{
    clan_set_up(false);
    clan_plant();
    trp_family copy = clan_family;
    CHECK_MISUSE_SAYS(clan_world, trp_family_detach(&copy, clan_actors[2]), TRP_ERR_UNLINKED,
                      "the struct was copied or moved. Pass a pointer");
    CHECK_MISUSE(clan_world, trp_family_add(&copy, clan_pools[CARTS]), TRP_ERR_UNLINKED);
    CHECK_MISUSE(clan_world, trp_family_remove(&copy, clan_pools[CARTS]), TRP_ERR_UNLINKED);
    CHECK_MISUSE(clan_world, trp_family_free(&copy), TRP_ERR_UNLINKED);
    CHECK_EQ(parent_of(&clan_family, 2), 1);
}

SCRIPT("a pool is taken out",
       "plant; leavekin b; detach 7 !UNLINKED; kin 1; = 1 2 5 6 8 3; parent 9 0;"
       "attach 5 9; recycle 7; = -7; joinkin b; parent 4 0; attach 9 4; recycle 9;"
       "= -4p -9");
SCRIPT("no pool is taken out while the family is walked",
       "plant; at 6: leavekin b !BUSY, freekin !BUSY;"
       "at -6: leavekin b !BUSY, freekin !BUSY; kin 2; = 2 5 6 8; recycle 2;"
       "= -5p -8p -6p -2; freekin");
SCRIPT("a family ends, its actors live on",
       "plant; freekin; freekin ?GONE; parent 2 0; recycle 1; = -1; family;"
       "parent 2 0; children 2; children 7; attach 2 4; destroy");
SCRIPT("no family begins while the world ends", "plant; at -*: joinkin b !BUSY; destroy");
