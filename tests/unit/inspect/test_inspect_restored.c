/* Why is it gone, and how old is it, after the world was restored? */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../inspect_scene.h"

SITUATIONS(inspect_restored);

static _Alignas(TRP_ALIGNMENT) unsigned char images[2][16384];
static size_t sizes[2];

static void save(int image)
{
    CHECK_OK(trp_snapshot_save(inside.world, images[image], sizeof images[image], &sizes[image]));
}

static void restore(int image)
{
    CHECK_OK(trp_snapshot_restore(inside.world, images[image], sizes[image]));
}

static void ticks(int count)
{
    for (; count > 0; count--)
        CHECK_OK(trp_update_all(inside.world, 1));
}

static trp_handle life(void)
{
    return trp_handle_of(inside.world, inspect_scene_create(inside.pool));
}

static void end(trp_handle handle, unsigned reason)
{
    CHECK_OK(trp_recycle_with(inside.world, trp_get(inside.world, handle),
                              &(trp_ending){.reason = (trp_reason)TRP_REASON_OWN(reason)}));
}

static void print(trp_handle handle)
{
    CHECK_OK(trp_print_why(inside.world, handle, inspect_scene_print, NULL));
}

static void begin(uint32_t records, bool births)
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(records, births);
}

static void check_alive(trp_handle handle, uint64_t age)
{
    const trp_why why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, TRP_FATE_ALIVE);
    CHECK(why.ended == NULL);
    CHECK_EQ(why.age, age);
}

SCRIPT("killed, restored, killed otherwise: the latest end counts",
       "record 16; new 1; tick; save; tick; end 1; age 1 2; restore; age 1 1; pass 5; age 1 6;"
       "recycle 1; why 1 {things slot 0 (generation 1) is gone, 6 ticks old: tick 6, recycled\n"
       "  tick 0, created\n}");

SCRIPT("the latest end counts with births, too",
       "record 16 births; new 1; tick; save; tick; end 1; age 1 2; restore; age 1 1; pass 5; age "
       "1 6; recycle 1; why 1 {things slot 0 (generation 1) is gone, 6 ticks old: tick 6, "
       "recycled\n"
       "  tick 0, created\n}");

/* two ends in two timelines; the earlier one is restored */
SCRIPT("a restored end counts before one in a timeline that was left",
       "record 16; new 1; tick; save; tick; end 1; tick; save 1; restore; pass 5; recycle 1;"
       "why 1 {things slot 0 (generation 1) is gone, 6 ticks old: tick 6, recycled\n"
       "  tick 0, created\n};"
       "restore 1; why 1 {things slot 0 (generation 1) is gone, 2 ticks old: tick 2, recycled for "
       "reason 65\n"
       "  tick 0, created\n}");

/* the prune was undone and repeated: the expiry before both of them counts, and no other end */
SCRIPT("expired, pruned, restored and pruned again",
       "record 16 births; new 1; save; end 1; restore; expire 1; save; tick; restore; tick;"
       "records 1 {tick 1: things slot 0 (generation 1) pruned\n};"
       "why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
       "  tick 0, created\n}");

/* in a timeline in between it was recycled in the tick of the save */
SCRIPT("expired, recycled instead, restored and pruned",
       "record 16 births; new 1; save; expire 1; save 1; restore; end 1; restore 1; tick;"
       "records 1 {tick 1: things slot 0 (generation 1) pruned\n};"
       "why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
       "  tick 0, created\n}");

SITUATION("a life that a restore undid has its own answer")
{
    begin(2, true);
    ticks(3);
    save(0);
    ticks(1);
    trp_handle handle = life();
    restore(0);
    trp_why why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, TRP_FATE_UNDONE);
    CHECK(why.created != NULL && why.ended == NULL);
    CHECK_EQ(why.age, TRP_NO_AGE);
    print(handle);
    CHECK_PAGE("things slot 0 (generation 1) was undone: the world was restored to a state before "
               "its birth\n  tick 4, created\n");
    /* only its end is recorded */
    handle = life();
    end(handle, 1);
    restore(0);
    why = trp_why_gone(inside.world, handle);
    CHECK_EQ(why.fate, TRP_FATE_UNDONE);
    CHECK(why.created == NULL && why.ended == NULL);
    /* and nothing of it */
    restore(0);
    CHECK_EQ(trp_why_gone(inside.world, handle).fate, TRP_FATE_MADE_UP);
    CHECK(trp_handle_equal(life(), handle)); /* a new life with this handle */
    check_alive(handle, 0);
}

static void check_leaks(const char *expected)
{
    trp_print_leaks(inside.world, inspect_scene_print, NULL);
    inspect_scene_check_page(__FILE__, __LINE__, expected);
}

/* births alone, without records; the second pool gets what room the first one has left */
SITUATION("births of restored actors are known")
{
    begin(0, true);
    trp_pool *more = inspect_scene_pool("more", SCENE_BIRTHS + 4, TRP_ORDER_MEMORY);
    ticks(2);
    trp_handle handle = life();
    save(0);
    end(handle, 1);
    ticks(2);
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 3; i++)
            inspect_scene_create(more);
        restore(0);
        check_alive(handle, 0);
    }
    ticks(3);
    check_alive(handle, 3);
    for (int i = 0; i < SCENE_BIRTHS; i++)
        inspect_scene_create(more);
    check_leaks("never recycled: 13 actors in 2 pools\n  things: 1\n    1 created, tick 2\n"
                "  more: 12\n    10 created, tick 5\n    2 whose birth was not recorded\n");
}

SCRIPT("a birth whose slot had another life is found in the records",
       "record 16 births; tick; tag wave 1; new 1; tick; save; end 1; tag wave 2; new 2; restore;"
       "leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created by wave 1, tick 1\n};"
       "recycle 1; age 1 1");

SCRIPT("a birth from the records is not kept where there is no room for it",
       "pool 16 called more; record 16 births; new 1-16; save; restore;"
       "leaks {never recycled: 16 actors in 1 pool\n"
       "  more: 16\n"
       "    15 created, tick 0\n"
       "    1 whose birth was not recorded\n}");

/* Of a slot's two timelines, the birth that lies before the restored tick. In the end each handle
 * lives at tick 0, and its birth in the column is of tick 1. */
SCRIPT("births after the restored tick are of other lives",
       "in memory; pool 4; pool 16 called more; record 16 births; new 1; save; recycle 1; new b "
       "2-11; save 1; restore; leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created, tick 0\n};"
       "tick; new b 2-11; restore 1; leaks {never recycled: 10 actors in 1 pool\n"
       "  more: 10\n"
       "    4 created, tick 0\n"
       "    6 whose birth was not recorded\n}");

/* What is undone lies between the records of two restores, but not for a snapshot from before. */
SCRIPT("births are known after restores of snapshots from other timelines",
       "record 16 births; save; tick; new 1; tick; save 1; restore; pass 3; restore 1; age 1 1;"
       "end 1; save; new 2; restore; restore 1; age 1 1");

/* the end of the life is no longer among the records when it is undone */
SCRIPT("a birth is known although the records no longer say that its life ended",
       "pool; pool 2; record 16 births; tick; new 1; tick; new 2; save; end 1; churn b 11-18;"
       "restore; age 1 1; tick; age 1 2");

SCRIPT("a birth of another timeline is not that of the life that a restore brought back",
       "record 0 births; new 1; save; pass 3; recycle 1; new 2; restore; age 1 unknown");

SCRIPT("births are known after many restores",
       "record 16 births; new 1; tick; save; new 2; restore; age 1 1; restore; age 1 1; restore; "
       "age 1 1; restore; age 1 1; restore; age 1 1; restore; age 1 1; age 2 unknown");

SITUATION("a next life takes the place of a birth that a restore has undone")
{
    begin(SCENE_RECORDS, true);
    trp_pool *many = inspect_scene_pool("many", SCENE_BIRTHS, TRP_ORDER_MEMORY);
    save(0);
    for (uint32_t i = 0; i < SCENE_BIRTHS; i++)
        inspect_scene_create(many);
    restore(0);
    CHECK_EQ(inspect_scene_last(0)->kind, TRP_RECORD_RESTORED);
    CHECK_EQ(inspect_scene_last(0)->age, TRP_NO_AGE);
    ticks(2);
    for (uint32_t i = 0; i < SCENE_BIRTHS; i++)
        inspect_scene_create(many);
    ticks(3);
    for (uint32_t i = 0; i < SCENE_BIRTHS; i++)
        check_alive(trp_handle_of(inside.world, trp_pool_at(many, i)), 3);
}
