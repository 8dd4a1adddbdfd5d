/* Faults that random calls, compared with a model, have found: see tests/model/random. */
#include "../heap.h"
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(crossings);

static trp_world *world;
static trp_pool *pool;

SCRIPT("a space ends before a family", "pool 3; family; space; destroy");

SITUATION("a misaligned root of a walk")
{
    trp_family family = {0};
    world = stage_world();
    pool = stage_pool(world, 1, TRP_ORDER_MEMORY);
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    trp_actor *beside = (trp_actor *)((uintptr_t)stage_thing(pool, 1) + 1);
    CHECK_MISUSE(world, trp_family_for_each(&family, beside, stage_visit, NULL), TRP_ERR_FOREIGN);
    CHECK_OK(trp_family_free(&family));
}

SITUATION("another world's pool is left alone")
{
    world = stage_world();
    trp_space *space = space_of(world, space_pool(world, 3), SPACE_BRUTE);
    trp_world *other = stage_second_world(9);
    trp_pool *foreign = stage_pool(other, 2, TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_space_remove_pool(space, foreign), TRP_ERR_UNLINKED);
    CHECK(told.pool == NULL);
    CHECK_MISUSE(world, trp_space_moved_all(space, foreign), TRP_ERR_UNLINKED);
    CHECK(told.pool == NULL);
    CHECK_EQ(trp_pool_info(foreign).misuse, 0);
    CHECK_EQ(trp_world_info(other).misuse, 0);
}

SCRIPT("the actor updated last is not current while one is pruned",
       "in memory; pool 2 steal; new 1 3; expire 3; go; at -3: new 9; tick; = 1 -3e -1s +9; stolen "
       "1");

static void ends_the_second(trp_world *of, thing *self, trp_reason reason)
{
    if (reason == TRP_REASON_STOLEN)
        CHECK_OK(trp_recycle(of, &stage_find(pool, self->id + 1)->actor));
}

/* The copy has the former bytes, also where slots of the dead must not be accessed. */
SITUATION("the copied actor does not survive the copy")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(3, TRP_ORDER_MEMORY);
    desc.when_full = TRP_FULL_STEAL_NEXT;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 3);
    stage_find(pool, 1)->data = 11;
    const thing *copy = trp_as(thing, trp_create(pool, stage_find(pool, 1))); /* stolen itself */
    CHECK(copy != NULL && copy->id == 1 && copy->data == 11);
    CHECK_EQ(trp_pool_info(pool).stolen, 1);
    stage_when_recycled = ends_the_second;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 4, 6);
    stage_find(pool, 5)->data = 15;
    copy = trp_as(thing, trp_create(pool, stage_find(pool, 5))); /* recycled as 4 is stolen */
    CHECK(copy != NULL && copy->id == 5 && copy->data == 15);
    CHECK_EQ(trp_pool_count(pool), 2);
    CHECK_VALID(world);
}

static trp_space *space;

/* With the pool in it. */
static void make_space_with_sleepers(void)
{
    space =
        trp_space_create(world, &(trp_space_desc){.capacity = 8, .sleepers = TRP_SLEEPERS_STAY});
    CHECK(space != NULL);
    space_enter(space, pool);
}

static void logs_and_wakes(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(boxed, self)->id);
    for (uint32_t slot = 0; slot < 3; slot++)
        if (trp_state_of(in->world, trp_pool_at(pool, slot)) == TRP_STATE_ASLEEP)
            CHECK_OK(trp_activate(in->world, trp_pool_at(pool, slot)));
}

static void updates_what_is_there(trp_pool *of, const trp_context *in)
{
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 9, 9), logs_and_wakes, in), 2);
}

SITUATION("a sleeper woken in the update of a part")
{
    boxed *last;
    world = stage_world();
    trp_pool_desc desc = space_pool_desc(3, TRP_ORDER_MEMORY);
    desc.update_pool = updates_what_is_there;
    pool = stage_pool_as(world, desc);
    make_space_with_sleepers();
    for (uint32_t id = 1; id <= 3; id++)
        last = space_box(pool, id, 1, 1, 1, 1);
    CHECK_OK(trp_deactivate(world, &last->actor));
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(1, 2);
}

SCRIPT(
    "a slot's next tenant expires with his children",
    "pool 8; pool 1; family; new a 1; new b 2; attach 1 2; watch 0 only expired; at w!2: recycle "
    "2, new b 5, new a 6, attach 5 6, expire 5; expire 1; is expired 6; tick; live 0 a; live 0 b");

SCRIPT("in list order when a pool has left",
       "in newest; pool 8; pool 8 joins a; space empty; enter a; enter b; put b 1 1; put 2 1; put "
       "3 1; go; drawspace 0 0 99 99; = d3 d2 d1; exit b; put 4 1; go; drawspace 0 0 99 99; = d4 "
       "d3 d2");

SCRIPT("in list order as soon as someone wakes",
       "in newest; space stays; watch 0 of a only awake; put 1 1; put 2 1; drawspace 0 0 99 99; "
       "sleep 1; at w>1: drawspace 0 0 99 99; go; wake 1; = w>1 d1 d2");

/* If there is no memory for all pairs, they are found for one number after the other, with the bits
 * of the beginning. No one is of category 2. */
SCRIPT("bits that are set in a pass count from the next one on, also where pairs are found late",
       "try 16 64; in memory; pool 5; space room 5 hits $; row 1-5 1 0 1 1 1; at 1&2: bits 3 0 2; "
       "pairs; answers 10; still; pairs; answers 6");

/* It grows for a pool that is added, while its list of newcomers contains a number whose actor has
 * left. */
SCRIPT("a space grows after a newcomer has left",
       "in memory; grows; pool 4; pool 4; space empty room 4 most 8; enter a; put 1 1 1; put 2 1 "
       "1; pairs; answers 1; put 3 1 1; recycle 3; put b 4 1 1; put b 5 1 1; put b 6 1 1; enter b; "
       "go; query 1 1 0 0; = 1 2 4 5 6");

SCRIPT("newborns of a tick in a walk over a layer",
       "in oldest; pool memory; pool 4 same; new 1; new b 2; go; at v1: tick;"
       "at u2: new b 20; layer 0; = 1 1 2 +20 20 2 20");
