/* Families: adding and removing pools, and the end of families. */
#include "../script.h"

SITUATIONS(family_pool);

static trp_world *world;
static trp_pool *pool;
static trp_family family;

static void begin(void)
{
    world = stage_world();
    pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    family = (trp_family){0};
    CHECK_QUIET(world, trp_family_init(&family, world, NULL), TRP_OK);
}

SCRIPT("a pool is added once",
       "plant; joinkin a !LINKED; joinkin b !LINKED; recycle 7; = -9p -10p -7");

SITUATION("pools that cannot be added")
{
    begin();
    trp_pool *foreign = stage_pool(stage_second_world(1), 1, TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_family_add(&family, foreign), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_family_remove(&family, pool), TRP_ERR_UNLINKED);
    CHECK_QUIET(world, trp_family_add(&family, pool), TRP_OK);
}

SCRIPT("a family is made once", "plant; family !LINKED; parent 2 1");

static void begin_in_block(size_t size)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char
        block[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 2) + TRP_FAMILY_POOL_BYTES(2)];

    world = MADE(trp_world_init(block, size != 0 ? size : sizeof block,
                                &(trp_world_desc){.on_misuse = stage_on_misuse}));
    pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    CHECK_OK(trp_family_init(&family, world, NULL));
}

/* it takes TRP_FAMILY_POOL_BYTES(2) of the caller's block */
SITUATION("the block takes the pools of a family")
{
    const size_t bytes = TRP_FAMILY_POOL_BYTES(2);
    stage_world();
    begin_in_block(0);
    const size_t used =
        TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 2) + bytes - trp_world_info(world).free_bytes;
    begin_in_block(used + bytes);
    CHECK_QUIET(world, trp_family_add(&family, pool), TRP_OK);
    CHECK_OK(trp_family_remove(&family, pool));
    CHECK_QUIET(world, trp_family_add(&family, pool), TRP_OK);
    for (int i = 0; i < 2; i++) { /* the entry has room, the table has none; neither has room */
        begin_in_block(used + (i == 0 ? bytes - 40 : 0));
        const size_t left = trp_world_info(world).free_bytes;
        CHECK_MISUSE(world, trp_family_add(&family, pool), TRP_ERR_MEMORY);
        CHECK_EQ(trp_world_info(world).free_bytes, left);
    }
    CHECK_SAYS("TRP_FAMILY_POOL_BYTES");
    CHECK_MISUSE(world, trp_family_detach(&family, &stage_thing(pool, 1)->actor), TRP_ERR_UNLINKED);
}

SCRIPT(
    "relations in a pool that grows",
    "grows; pool 3 grow 12; family; new 1-3; attach 1 2; new 4-12; parent 12 0; children 12;"
    "heap has 0; attach 1 12 !MEMORY; parent 12 0; heap has; attach 1 12; attach 12 8; recycle 1;"
    "live 8");

/* ... and no memory for them, until one is needed. */
SCRIPT("slots that were added later have no relations",
       "grows; pool 3 grow 12; family; new 1-3; hash 0; attach 1 3; differs 0; parent 3 1; detach "
       "3; attach 3 1; attach 1 3 !CYCLE; detach 1; parent 1 0; new 4-12; detach 4-12 !UNLINKED; "
       "go; kin 4-12; = 4-12; pool 1; joinkin b; new b 21; attach 12 21; children 12 21");

SCRIPT("one pool is in two families",
       "family; new 1-5; attach 1 2; attach 2 3; house 1; family orphans; attach 3 1 4; attach 1 5;"
       "house 0; parent 3 2; house 1; parent 3 0; parent 1 3; go; kin 3; = 3 1 5 4; recycle 2;"
       "= -3p -2; parent 1 0; parent 5 1; parent 4 0");
SCRIPT("the world ends first",
       "in memory; plant; destroy; = -5p -8p -6p -2p -3p -9p -10p -7p -4p -1x; freekin ?GONE");
SCRIPT("memory goes back", "grows; pool 4; heap noted; family; leavekin a; heap same; joinkin a;"
                           "freekin; heap same; family; joinkin a !LINKED");

SITUATION("a copy of a family is refused")
{
    begin();
    CHECK_OK(trp_family_add(&family, pool));
    trp_actor *parent = &stage_thing(pool, 1)->actor, *child = &stage_thing(pool, 2)->actor;
    CHECK_OK(trp_family_attach(&family, parent, child));
    trp_family copy = family;
    CHECK_MISUSE_SAYS(world, trp_family_detach(&copy, child), TRP_ERR_UNLINKED,
                      "the struct was copied or moved. Pass a pointer");
    CHECK_MISUSE(world, trp_family_add(&copy, pool), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_family_remove(&copy, pool), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_family_free(&copy), TRP_ERR_UNLINKED);
    CHECK(trp_family_parent(&family, child) == parent);
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
SCRIPT("one that has expired is detached as what is below it expires: the rest does, too",
       "plant; at w!5: detach 2; at w!6: parent 2 0; expire 1; is expired 1-10; parent 2 0");
SCRIPT("families of which actors are ended by others' parents stay until the end",
       "plant; new 11; house 1; family; attach 5 11; at -11: freekin !BUSY; recycle 2;"
       "is free 2 5 6 8 11; freekin");
SCRIPT("no family begins while the world ends", "plant; at -*: joinkin b !BUSY; destroy");
