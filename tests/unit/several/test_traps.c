/*
 * Common faults of public articles and engines of this type, each as a situation.
 */
#include "../stage.h"
#include "troupe/diff.h"
#include "troupe/save.h"
#include "troupe/snapshot.h"

#include <string.h>

SITUATIONS(traps);

static trp_world *world;
static trp_pool *pool;

SCRIPT("layers start enabled and visible", "layers 2; pool layer 1; new 1; go; tick; draw; = 1 d1");

SCRIPT("an empty pool keeps its slots, and does not shrink to nothing",
       "grows; pool 4 grow 64; new 1-20; clear; pass 100; slots 32; rule 100 0 1; pass 100; slots "
       "4; new 30");

SCRIPT("clearing and a nested walk inside an update",
       "in memory; pool 5; new 1-4; at u2: for, each, clear; go; tick; = 1 2 1 2 3 4 1 2 3 4 -1c "
       "-2c -3c -4c");

SCRIPT("newborns come to an end",
       "in memory; pool 64; new 1; at u*: new me+1; tick; live 2; still; at u*: new me+2; tick; "
       "live 4; still; at u*: new me+4; tick; live 8; still; at u*: new me+8; tick; live 16");

SCRIPT("an expired actor is not drawn again",
       "in memory; new 1-3; expire 2; go; draw; = d1 d3; fadelayer 0; draw; =");

SCRIPT("what expired as a whole can be used again",
       "in memory; new 1-3; fadelayer 0; new 4; go; tick; = -1e -2e -3e 4; recycle 4; new 1-3; "
       "fadelayer 0; new 4; go; tick; = -1e -2e -3e 4; is active 4");

SCRIPT("a stale handle spares the slot's next tenant",
       "in memory; pool 1; new 1; recycle 1; new 2; slot 2 0; fate 0.1 unknown a; recycle 0 ?GONE; "
       "expire 0 ?GONE; is active 2");

/* ... and not when the slot is taken again. Nor is a handle of zeros one. */
SCRIPT("a handle is dead when the life is over, and the first one is not zero",
       "new 1-3; fate 1 alive a; fate 0.0 null; recycle 1; expire 2; is free 1; is expired 2; "
       "clear; is free 1 3");

/* Loops whose bound shrinks or grows while they run. */
SCRIPT("all are made, and all are freed",
       "try 1 2 3 31 32 33 63 64 65 95 127 128 129 130; layers 2; pool layer 1 $; crowd 1-$; live "
       "$; clear; live 0; crowd 1-$; live $; clearlayer 1; live 0");

/* Some below the root, some below others. */
SCRIPT("a cascade takes all children",
       "try 5 6 7 20 40; pool 40; family; new 1-$; attach 1 2; attach 2 3-4; attach 4 5-$; recycle "
       "1; live 0; new 1-$; attach 1 2-$; recycle 1; live 0");

/* The hook is called after the size is raised. */
SCRIPT("an add hook that adds overwrites nothing",
       "group hooks; new 1-3; at g+1: add 3; at g+2: add 3; go; add 1 2; = g+1 g+3 g+2 g+3; places "
       "1 3 2 3");

SCRIPT("the dead receive no events",
       "in memory; new 1-3; system 0 updated; recycle 1; expire 2; go; mark 1 !FREE; mark 2 "
       "!EXPIRED; =; tick; = s0b s0-2e -2e 3 s0*3 s0a");

/* Callbacks that must change nothing */

typedef struct chest {
    trp_actor actor;
    float x, y, w, h;
} chest;

static trp_space *space;
static uint32_t meddled;

/* All that changes something is refused, and told. */
static void meddle(void)
{
    CHECK_MISUSE(world, trp_recycle(world, trp_pool_at(pool, 0)), TRP_BUSY);
    CHECK_NULL_MISUSE(world, trp_create(pool, NULL), TRP_BUSY);
    CHECK_MISUSE(world, trp_pool_clear(pool, NULL), TRP_BUSY);
    CHECK_MISUSE(world, trp_update_all(world, 1), TRP_BUSY);
    meddled++;
}

static bool tests(const trp_actor *self, const trp_context *in)
{
    meddle();
    return false;
}

static bool tests_pair(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    meddle();
    return false;
}

static trp_box bounds_of_chest(const trp_actor *self, const trp_context *in)
{
    const chest *it = trp_as(chest, self);

    if (space != NULL)
        meddle();
    return (trp_box){it->x, it->y, it->w, it->h};
}

static unsigned char saved[8192];
static size_t saved_size;

static bool writes(const void *bytes, size_t size, void *arg)
{
    meddle();
    memcpy(saved + saved_size, bytes, size);
    saved_size += size;
    return true;
}

static void differs(const trp_difference *difference, void *user)
{
    meddle();
}

static void is_loaded(trp_actor *self, const trp_context *in)
{
    meddle();
}

static void chests(bool has_bounds)
{
    static const trp_field fields[] = {TRP_FIELD(chest, x), TRP_FIELD(chest, y),
                                       TRP_FIELD(chest, w), TRP_FIELD(chest, h), TRP_FIELDS_END};
    static trp_fields type = TRP_FIELDS(chest, 2, fields);

    world = stage_world();
    space = NULL;
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(chest, actor),
                                                .capacity = 4,
                                                .fields = &type,
                                                .is_expired = has_bounds ? NULL : tests});
    trp_space *const made = MADE(trp_space_create(world, &(trp_space_desc){.capacity = 8}));
    CHECK_OK(trp_space_add_pool(made, pool,
                                has_bounds
                                    ? &(trp_space_pool_desc){.bounds = bounds_of_chest}
                                    : &(trp_space_pool_desc){.box = TRP_BOX(chest, x, y, w, h)}));
    for (int i = 0; i < 2; i++)
        CHECK(trp_create(pool, &(chest){.w = 4, .h = 4}) != NULL);
    space = made;
    meddled = 0;
}

SITUATION("what must change nothing cannot: tests, filters, boxes")
{
    chests(false);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, tests, NULL), 0);
    CHECK_EQ(meddled, 2);
    CHECK_EQ(trp_space_query(space, &(trp_query){.accept = tests}, NULL, NULL), 0);
    CHECK_EQ(meddled, 4);
    CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.accept = tests_pair}, NULL, NULL), 0);
    CHECK_EQ(meddled, 5);
    CHECK_OK(trp_update_all(world, 1)); /* is_expired, without an update, too */
    CHECK_EQ(meddled, 7);
    CHECK_EQ(trp_pool_count(pool), 2);
    chests(true);
    CHECK_OK(trp_update_all(world, 1));
    CHECK(meddled >= 2);
    CHECK_EQ(trp_pool_count(pool), 2);
    CHECK_VALID(world);
}

SITUATION("nor what a save, a load or a difference calls")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char images[2][8192];
    size_t bytes[2];

    chests(true);
    space = NULL; /* bounds are read */
    CHECK_OK(trp_snapshot_save(world, images[0], sizeof images[0], &bytes[0]));
    saved_size = 0;
    CHECK_OK(trp_save(world, &(trp_save_desc){.game = "chests"}, writes, NULL));
    CHECK(meddled > 0);
    meddled = 0;
    CHECK_OK(trp_load(world, saved, saved_size,
                      &(trp_load_desc){.game = "chests", .on_loaded = is_loaded}));
    CHECK_EQ(meddled, 2);
    trp_as(chest, trp_pool_at(pool, 0))->x = 9;
    CHECK_OK(trp_snapshot_save(world, images[1], sizeof images[1], &bytes[1]));
    CHECK_EQ(trp_snapshot_diff(world, images[0], bytes[0], images[1], bytes[1], 9, differs, NULL),
             1);
    CHECK_EQ(meddled, 3);
    CHECK_EQ(trp_pool_count(pool), 2);
    CHECK_VALID(world);
}
