/* Families: walks survive any removal. */
#include "../script.h"

SITUATIONS(family_walk);

/* All of them, in all trees, are tried by random calls. A walk continues after a branch that goes. */
SCRIPT("any visit removes any actor in any way",
       "plant; go; at 6: still, detach 2; kin 1; = 1 2 5 6 3 4 7 9 10; attach 1 2; go;"
       "at 7: still, detach 2; kin 1; = 1 3 4 7 9 10; attach 1 2; go; at 8: still, detach 2; kin 1;"
       "= 1 3 4 7 9 10 2 5 6 8; attach 1 2; go; at 5: still, recycle 6; kin 1;"
       "= 1 3 4 7 9 10 2 5 -8p -6; at 4: still, expire 7; kin 1; is expired 7 9 10; go;"
       "at 1: still, recycle 3; kin 1; = 1 -3 4 2 5; at 2: still, recycle 1; kin 1; live 0 a");
SCRIPT(
    "any visit orphans any children",
    "plant orphans; go; at 2: still, recycle 2; kin 1; = 1 2 -2 3 4 7 9 10; is active 5 6 8;"
    "at 4: still, expire 7; kin 1; parent 9 0; is active 9 10; go; at 1: still, recycle 4; kin 1;"
    "= 1 -4 3; is active 9 10; at 1: still, recycle 1; kin 1; is active 3 5");
SCRIPT("a visit removes all",
       "plant; at 5: recycle 10 9 8 7 6 5 4 3 2 1; kin 1; live 0; live 0 b; live 0 c");
SCRIPT("... or each visit itself",
       "plant; at 3: recycle me; at 5: recycle me; at 8-10: recycle me; go; kin 1;"
       "= 1 2 5 -5 6 8 -8 3 -3 4 7 9 -9 10 -10; at 6: recycle me; at 7: recycle me; kin 1;"
       "= 1 2 6 -6 4 7 -7");

/* Actors that are attached meanwhile wait, with all their descendants. */
SCRIPT("newcomers wait for the next walk",
       "plant; at 1: new 11 12, attach 3 11, attach 11 12; at 2: detach 2, attach 10 2, new 13, "
       "attach 1 13; at 1-19: new me+20, attach me me+20; kin 1; = 1 +11 +12 +21 2 +13 +22 3 +23 4 "
       "+24 7 +27 9 +29 10 +30; still; kin 1; = 1 3 11 12 23 4 7 9 29 10 2 5 6 8 22 30 27 24 21 "
       "13");

/* Deep and wide */

typedef struct bead {
    trp_actor actor;
    uint32_t number;
} bead;

static uint32_t gone_count;

static void bead_gone(trp_actor *actor, const trp_end_context *in)
{
    gone_count++;
}

static void count_visit(trp_actor *actor, const trp_context *in)
{
    CHECK_EQ(trp_as(bead, actor)->number, *(uint32_t *)in->arg);
    ++*(uint32_t *)in->arg;
}

static void chain_or_fan(trp_world *world, trp_pool *beads, uint32_t count, bool is_chain)
{
    trp_family family;
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, beads));
    for (int end = 0; end < 3; end++) {
        trp_actor *root = trp_create(beads, NULL);
        trp_actor *parent = root;
        for (uint32_t i = 1; i < count; i++) {
            trp_actor *next = trp_create(beads, &(bead){.number = i});
            CHECK_OK(trp_family_attach(&family, parent, next));
            if (is_chain)
                parent = next;
        }
        if (is_chain)
            CHECK_RESULT(trp_family_attach(&family, parent, root), TRP_ERR_CYCLE);
        uint32_t visits = 0;
        CHECK_OK(trp_family_for_each(&family, root, count_visit, &visits));
        CHECK_EQ(visits, count);
        gone_count = 0;
        if (end == 0)
            CHECK_OK(trp_recycle(world, root));
        else if (end == 1)
            CHECK_OK(trp_expire(world, root));
        else
            CHECK_OK(trp_pool_clear(beads, NULL));
        CHECK_OK(trp_update_all(world, 1));
        CHECK_EQ(gone_count, count);
        CHECK_EQ(trp_pool_count(beads), 0);
    }
    CHECK_OK(trp_family_free(&family));
}

/* no call is recursive: a stack would not suffice */
SITUATION("families are deep and wide")
{
    uint32_t count = 600;
    stage_world();
    trp_world *world = trp_world_init(stage_memory(), STAGE_BYTES, NULL);
    if (STAGE_HEAP_BYTES >= 32u * 1024u * 1024u) {
        count = situation_rounds(100000);
        world = trp_world_create(NULL);
    }
    trp_pool *beads = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(bead, actor), .capacity = count, .on_end = bead_gone});
    chain_or_fan(world, beads, count, true);
    chain_or_fan(world, beads, count, false);
    CHECK_OK(trp_world_destroy(world));
}

/* What was attached after a snapshot has no relations after its restore. */
SCRIPT("a restore undoes relations",
       "family; new 1-4; save; attach 1 2; attach 2 3; attach 3 4; detach 3; attach 1 3; restore; "
       "parent 2 0; parent 3 0; parent 4 0; children 1; children 2; children 3");
SCRIPT("a snapshot has room for the parents of all slots",
       "pool 64; family; new 1-64; attach 1 2-64; save; detach 2-64; restore; parent 64 1");

/* The last slot of a pool that leaves the family has a child in another pool. */
SCRIPT("the last slot of a pool leaves with its pool",
       "pool 16 still; pool 16 still; family; new 1-16; new b 21 22; attach 21 22; attach 16 21; "
       "parent 21 16; leavekin a; parent 21 0; parent 22 21");

/* the first slot of a pool follows the last one of another: pages of a world of many pools */
SITUATION("pools that are neighbours have their own relations")
{
    const uint32_t page = 4096;
    trp_family family = {0};
    trp_pool *first;

    stage_needs(64u * 1024u * 1024u);
    trp_world *world = MADE(trp_world_create(&(trp_world_desc){.max_pools = 1024}));
    first = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = page});
    trp_pool *second =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 4});
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, second));
    CHECK_OK(trp_family_add(&family, first));
    trp_actor *parent = trp_create(second, NULL);
    trp_actor *child = trp_create(second, NULL);
    CHECK_EQ(trp_handle_of(world, parent).index & (TRP_MAX_SLOTS - 1), page);
    CHECK_OK(trp_family_attach(&family, parent, child));
    CHECK(trp_family_first(&family, parent) == child);
    CHECK(trp_family_parent(&family, child) == parent);
    trp_actor *gone = trp_create(second, NULL);
    CHECK_OK(trp_recycle(world, gone));
    CHECK(trp_family_parent(&family, gone) == NULL);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("a walk is depth-first",
       "plant; kin 1; = 1 2 5 6 8 3 4 7 9 10; kin 2; = 2 5 6 8; kin 8; = 8;"
       "new b 11; go; kin 11; = 11");
SCRIPT("walks nest", "plant; detach 2 3; attach 1 3;"
                     "at 4: still, new 11, attach 4 11, go, at 7: still, recycle 7; kin 1");
SCRIPT("a walk goes on while a branch above it is detached",
       "plant; go; at 9: detach 4; kin 7; = 7 9 10; parent 4 0");
SCRIPT("the root may move",
       "plant; at 5: detach 2; at 6: attach 3 2; kin 2; = 2 5 6 8; still; kin 1;"
       "= 1 3 2 5 6 8 4 7 9 10");
SCRIPT("a walk puts a branch to sleep and wakes it",
       "plant; at *: sleep me; kin 4; is asleep 4 7 9 10; is active 1 2 3 5 6 8;"
       "still; at *: wake me; kin 4; is active 10 9 7 4");
SCRIPT("the world does not end in a visit", "plant; at 3: destroy !BUSY; kin 1");
