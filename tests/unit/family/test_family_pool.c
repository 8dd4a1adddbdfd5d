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

/* Families: ends of lives together with those of their parents. */

/* None is missed, whatever the number is: no bound shrinks during the count. */
SCRIPT("all children go, however many",
       "pool 4 still; pool 20 still; pool 20 still oldest; family; new 1-4; new b 11; new b 12 13;"
       "new b 21-36; new c 41-59; attach 2 11; attach 3 12 13; attach 4 21-36; attach 11 41;"
       "attach 12 42; attach 13 43; attach 21 44; attach 36 45-59; clear a; live 0; live 0 b;"
       "live 0 c; recycled 19 b");

/* Each once, whether these match or not. */
SCRIPT("children end with actors that a span ends",
       "plant; cull b 4 10; = -9p -10p -7p -4; cull c softly 2 8; is expired 2 5 6 8; is active 3");

/* of each end: the cause of the first one, and the direct parent */
static struct {
    trp_handle cause, parent;
    trp_reason reason;
} ends_of[4];

static void note_end(trp_actor *self, const trp_end_context *in)
{
    const uint32_t id = trp_as(thing, self)->id;
    ends_of[id].cause = in->cause;
    ends_of[id].parent = in->parent;
    ends_of[id].reason = in->reason;
}

SITUATION_FOR("ends of children name the parent and the cause", int, expires, 0, 1)
{
    const trp_handle none = {0, 0};
    trp_handle lives[4];
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.on_end = note_end;
    desc.ends = true;
    pool = stage_pool_as(world, desc);
    CHECK_OK(trp_family_init(&family, world, NULL));
    if (trp_family_add(&family, pool) != TRP_OK)
        return;
    for (uint32_t id = 0; id < 4; id++)
        lives[id] = trp_handle_of(world, &stage_thing(pool, id)->actor);
    for (uint32_t id = 2; id < 4; id++)
        CHECK_OK(
            trp_family_attach(&family, trp_get(world, lives[id - 1]), trp_get(world, lives[id])));
    CHECK_OK(trp_recycle_with(
        world, trp_get(world, lives[1]),
        &(trp_ending){.reason = TRP_REASON_OWN(2), .cause = lives[0], .later = expires}));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(trp_pool_count(pool), 1);
    for (uint32_t id = 1; id < 4; id++) {
        CHECK(trp_handle_equal(ends_of[id].cause, lives[0]));
        CHECK_EQ(ends_of[id].reason, id == 1 ? TRP_REASON_OWN(2) : TRP_REASON_PARENT);
        CHECK(trp_handle_equal(ends_of[id].parent, id == 1 ? none : lives[id - 1]));
    }
    CHECK_VALID(world);
}

/* Several families */

SCRIPT("a branch that is detached in time is spared by all families",
       "plant; new 11; detach 5; attach 6 5; house 1; family; attach 2 6; attach 7 5; attach 3 10;"
       "house 0; go; at w-8: house 1, attach 2 11 !BUSY, attach 11 6 !BUSY, house 0, freekin !BUSY,"
       "detach 2, house 1, attach 2 11, house 0, detach 10; recycle 1;"
       "= -8p -10p -3p -5p -9p -7p -4p -1; still; is active 2 6 11; recycle 2; = -6p -11p -2");
SCRIPT("a child of two parents ends before both",
       "family; new 1-4; attach 1 2 3; attach 2 4; house 1; family; attach 3 4 2; go; recycle 1;"
       "= -4p -2p -3p -1");
SCRIPT("whether a life is about to end is asked of its ancestors",
       "plant; new 11-16; attach 11 12; attach 12 13; house 1; family; attach 11 13; attach 13 12;"
       "attach 10 14; house 0; attach 14 15; at w-5: house 1, attach 15 16 !BUSY, house 0,"
       "attach 16 15 !BUSY, house 1, attach 13 16; recycle 1; is active 11 12 13 16;"
       "is free 14 15");
SCRIPT("a parent that has expired takes along what others spare",
       "plant; house 1; family; attach 2 3 10; house 0; sleep 4; at w!2: detach 3;"
       "at w-9: detach 4; expire 1; is expired 3; is asleep 4; is active 7; is free 9");

/* Chains through two families in turn, as long as a stack would not be, and circles. */

enum { CHAIN = 2000 };

static unsigned chain_ends;
static char *chain_low, *chain_high; /* of the stack, in on_end */
static trp_actor *chain_root;
static trp_family chains[2];

static void chain_ended(trp_actor *actor, const trp_end_context *in)
{
    char here;
    chain_ends++;
    if (chain_low == NULL || &here < chain_low)
        chain_low = &here;
    if (chain_high == NULL || &here > chain_high)
        chain_high = &here;
    CHECK(actor != chain_root || chain_ends == CHAIN); /* the root comes last */
    CHECK(trp_family_parent(&chains[0], actor) == NULL);
    CHECK(trp_family_first(&chains[1], actor) == NULL);
}

SITUATION_IN_EACH_ORDER("lives end through families in turn, with little stack")
{
    for (unsigned way = 0; way < 6; way++) {
        const bool expires = way % 2 != 0, is_circle = way / 2 == 1, joins = way / 2 == 2;
        world = stage_large_world(1u << 20);
        pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                       .capacity = CHAIN,
                                                       .order = stage_orders[order],
                                                       .on_end = chain_ended});
        trp_actor *last = NULL;
        chain_ends = 0;
        chain_low = chain_high = NULL;
        for (unsigned i = 0; i < 2; i++) {
            CHECK_OK(trp_family_init(&chains[i], world, NULL));
            CHECK_OK(trp_family_add(&chains[i], pool));
        }
        for (unsigned i = 0; i < CHAIN; i++) {
            trp_actor *next = trp_create(pool, NULL);
            if (i == 0)
                chain_root = next;
            else /* some levels have two children, in one family each */
                CHECK_OK(trp_family_attach(
                    &chains[i % 2], joins && i % 3 == 2 ? trp_pool_at(pool, i - 2) : last, next));
            last = next;
        }
        if (is_circle) /* the root is a child in the other family */
            CHECK_OK(trp_family_attach(&chains[0], last, chain_root));
        if (expires) {
            chain_root = NULL;
            CHECK_OK(trp_expire(world, trp_pool_at(pool, 0)));
            CHECK_OK(trp_update_all(world, 1));
        } else
            CHECK_OK(trp_recycle(world, chain_root));
        CHECK_EQ(chain_ends, CHAIN);
        CHECK_EQ(trp_pool_count(pool), 0);
        CHECK((size_t)(chain_high - chain_low) < 4000); /* one level */
        CHECK_VALID(world);
    }
}

SCRIPT("children go before their parents",
       "plant; recycle 1; = -5p -8p -6p -2p -3p -9p -10p -7p -4p -1; live 0;"
       "live 0 b; live 0 c");
SCRIPT("children go before a parent that is a child itself",
       "plant; recycle 4; = -9p -10p -7p -4; children 1 2 3");
SCRIPT("children go with parents that are cleared", "plant; clear b; = -9p -10p -7p -4c; clear c;"
                                                    "= -5p -8p -6p -2c");
SCRIPT("children go with parents that are stolen",
       "pool 2 steal; pool; family; new 1 2; new b 3; attach 1 2; attach 2 3; go;"
       "new 9; = -3p -2p -1s +9; live 1; stolen 1; children 9");
SCRIPT("orphans live on",
       "plant orphans; recycle 4; = -4; parent 7 0; kin 7; = 7 9 10; expire 2; =;"
       "parent 5 0; parent 6 0; is active 5 6; kin 6; = 6 8; kin 1; = 1 3; tick;"
       "= -2e");
SCRIPT("expiring goes down the family",
       "plant; expire 9 4; =; is expired 4 7 9 10; is active 1 2 3 5 6 8; kin 1;"
       "= 1 2 5 6 8 3; parent 7 4; tick; live 3; live 0 b; live 3 c; is active 1");
SCRIPT("a sleeping parent expires",
       "plant; sleep 7 3; expire 1; = -3p -9p -10p -7p; is expired 1 2 4 5 6 8;"
       "tick; live 0; live 0 b; live 0 c");
SCRIPT("an expired child goes with its parent",
       "plant; expire 6; detach 8; recycle 2; = -5p -6e -2; is expired 8; tick;"
       "= -8e");
SCRIPT("callbacks recycle relatives",
       "plant; at -5: recycle 6, recycle 1 !BUSY, recycle 10; at -3: recycle 4;"
       "recycle 1; = -5p -8p -6 -10 -2p -3p -9p -7p -4 -1");
SCRIPT("a child that is detached in time lives on",
       "plant; at -5: detach 2 9, detach 1 !BUSY; recycle 1;"
       "= -5p -3p -10p -7p -4p -1; kin 2; = 2 6 8; parent 9 0; children 2 6");
SCRIPT("no actor is attached to one that is ending",
       "plant; new 11;"
       "at -2: new 22, attach 2 22 !BUSY, attach 1 22 !BUSY, attach 3 22 !BUSY, "
       "attach 11 22;"
       "at -10: new 23, attach 7 23 !BUSY, attach 11 23; recycle 1;"
       "children 11 22 23");
SCRIPT("what is attached before the family is notified goes along",
       "plant; new 20; at w-1: attach 1 20 !BUSY, attach 6 20; recycle 1;"
       "live 0; live 0 b; live 0 c");
SCRIPT("... and when it expires",
       "plant; new 20; at w!1: attach 1 20 !EXPIRED, attach 6 20; expire 1;"
       "tick; live 0; live 0 b; live 0 c");
SCRIPT("an end within an end",
       "plant; at -9: recycle 1; recycle 4;"
       "= -9p -5p -8p -6p -2p -3p -10p -7p -1 -4; live 0; live 0 b; live 0 c");
SCRIPT("expiring meets changes",
       "plant; at w!2: recycle 5, detach 3, attach 4 3 !BUSY, expire 7 1;"
       "at w!1: log 101; at w!7: log 107; at w!6: log 106; at w!4: log 104;"
       "expire 1; = 101 -5 107 106 104; is active 3; still; tick; live 1;"
       "live 0 b; live 0 c");
SCRIPT("one that expires as the first is detached",
       "plant; at w!5: detach 2; expire 2; is expired 2 5 6 8; is active 1; parent 2 0");
SCRIPT("one that has expired is detached: what is below it expires",
       "plant; at w!2: detach 2; expire 1; is expired 2 5 6 8 3; parent 2 0");
SCRIPT("parents that take no child along doom none",
       "plant; new 20 21; house 1; family orphans; attach 1 20; house 0; go;"
       "at -5: attach 20 21; recycle 1; is active 20 21; parent 21 20");
SCRIPT("families of which one has no room for late ones",
       "grows; pool 2 grow 12; family; house 1; family; house 0; new 1-6; attach 1 6; attach 6 5;"
       "go; recycle 1; = -5p -6p -1");
SCRIPT("expiring within expiring",
       "plant; at w!5: expire 1, is expired 2 5 1 3 4 7 9 10;"
       "at w!2: log 102; at w!1: log 101; at w!6: log 106; at w!10: log 110;"
       "expire 2; = 102 101 110 106; is expired 6 8");
SCRIPT("expiring within recycling",
       "plant; at -5: expire 6, is expired 8, expire 1, is expired 7;"
       "recycle 2; = -5p -8e -6e -2; tick; live 0; live 0 b; live 0 c");
SCRIPT("the one that is being updated goes",
       "in memory; pool; pool still; family; new b 11; new 12 13 14;"
       "attach 11 12 13 14; go; at 12: recycle 11, is free 12; tick;"
       "= 12 -12p -13p -14p -11; live 0; live 0 b");
SCRIPT("... and if its parent expires, after its update",
       "in memory; pool; pool still; family; new b 11; new 12 13 14;"
       "attach 11 12 13 14; go; at 12: expire 11, is expired 12; tick;"
       "= 12 -12e -13e -14e -11e; live 0; live 0 b");
