/* Families: the relations of actors. Ends and walks have their own files. */
#include "../script.h"

SITUATIONS(family);

static trp_world *world;
static trp_family family;
static trp_actor *actors[4];

/* 1 has the child 2, and 2 the child 3. */
static void begin(void)
{
    world = stage_world();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    family = (trp_family){0};
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    for (uint32_t id = 1; id < 4; id++) {
        actors[id] = &stage_thing(pool, id)->actor;
        if (id > 1)
            CHECK_OK(trp_family_attach(&family, actors[id - 1], actors[id]));
    }
}

SCRIPT(
    "dead and foreign actors are refused",
    "plant; recycle 3; expire 9; attach 1 3 !FREE; attach 3 1 !FREE; detach 3 !FREE; kin 3 !FREE;"
    "attach 9 1 !EXPIRED; attach 1 9 !EXPIRED; kin 9 !EXPIRED; pool; new d 77;"
    "attach 1 77 !UNLINKED; says trp_family_add; kin 77 !UNLINKED; says trp_family_add");

/* Objects that are NULL are in the table of refusals. */
SITUATION("NULL is survived")
{
    trp_family none = {0};

    begin();
    CHECK_QUIET(world, trp_family_attach(&family, actors[1], NULL), TRP_GONE);
    CHECK_MISUSE(world, trp_family_for_each(&family, actors[1], NULL, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_family_init(NULL, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_family_add(&family, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_family_remove(&family, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_free(&none), TRP_GONE);
    CHECK_RESULT(trp_family_add(&none, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_remove(&none, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_attach(&none, actors[1], actors[1]), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_detach(&none, actors[1]), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_for_each(&none, actors[1], stage_visit, NULL), TRP_ERR_NULL);
}

SCRIPT("copies of a member have no relatives",
       "in memory; family; new 1-3; attach 1 2; attach 2 3; copy 2 4; parent 4 0; children 4; go;"
       "kin 4; = 4; detach 4 !UNLINKED; attach 3 4; copy 2 5; go; recycle 5; = -5; kin 1;"
       "= 1 2 3 4; recycle 2; = -4p -3p -2; copy 1 12; slot 12 1; parent 12 0; children 12;"
       "attach 12 1; go; recycle 12; = -1p -12");
SCRIPT("copies from another pool have no relatives",
       "pool; pool; family; new 1 2; attach 2 1; copy b 1 11; parent 11 0; detach 11 !UNLINKED;"
       "recycle 11; parent 1 2");
SCRIPT("an external actor starts again, in another place",
       "in newest oldest; pool 6 external; family; new 1 2; attach 1 2; go; recycle 1; = -2p -1;"
       "new 2; parent 2 0; detach 2 !UNLINKED; recycle 2; new 3; new 2; parent 2 0;"
       "detach 2 !UNLINKED; recycle 2; new 4; new 2; parent 2 0; detach 2 !UNLINKED; recycle 2");

/* A family of a single pool */

SCRIPT("what a watcher attaches that is notified first is an orphan",
       "plant orphans; new 20; at w-1: attach 2 20; at -1: kin 1 !BUSY, says on_end is running;"
       "recycle 1; is active 20");
SCRIPT("... and when its parent expires",
       "plant orphans; new 20; at w!1: attach 2 20; expire 1; is active 20; is expired 1");
SCRIPT("sleepers stay in the family",
       "plant; sleep 4; is active 7; parent 7 4; detach 3; attach 4 3; kin 1; "
       "= 1 2 5 6 8 4 7 9 10 3; wake 4; children 1 2 4");
SCRIPT("overwritten nodes keep their relatives",
       "plant; harm 2 zeros; harm 4 zeros; parent 2 1; parent 4 1; children 1 2 3 4;"
       "detach 4 ~CORRUPT; attach 1 4; recycle 2 ~CORRUPT; children 1 3 4; recycle 1; live 0;"
       "live 0 b; live 0 c; repair");

SITUATION("questions about no actor, or in no family, have no answer")
{
    trp_family none = {0};
    trp_family *const families[] = {NULL, &none, &family};

    begin();
    for (int i = 0; i < 3; i++) {
        const trp_actor *asked = i < 2 ? actors[2] : NULL;
        CHECK(trp_family_parent(families[i], asked) == NULL);
        CHECK(trp_family_first(families[i], asked) == NULL);
        CHECK(trp_family_next(families[i], asked) == NULL);
    }
    CHECK_OK(trp_recycle(world, actors[1]));
    for (uint32_t id = 1; id < 4; id++)
        CHECK(trp_family_next(&family, actors[id]) == NULL);
    CHECK(trp_family_parent(&family, &(thing){.id = 1}.actor) == NULL);
}

SCRIPT("children that have expired are passed over",
       "plant; expire 2; children 1 3 4; expire 4; children 1 3; expire 3; children 1");
SCRIPT("children are in order of attachment",
       "plant; children 1 2 3 4; children 7 9 10; children 3; children 2 5 6;"
       "parent 1 0; parent 8 6; kin 1; = 1 2 5 6 8 3 4 7 9 10");
SCRIPT("a detached actor keeps its own descendants",
       "plant; detach 3; parent 3 0; children 1 2 4; detach 2; children 1 4;"
       "parent 2 0; kin 2; = 2 5 6 8; detach 4; children 1; attach 3 1 2;"
       "attach 8 4; kin 3; = 3 1 2 5 6 8 4 7 9 10; parent 4 8");
SCRIPT("detaching all children one by one",
       "plant; detach 2 3 4; children 1; parent 2 0; parent 3 0; parent 4 0;"
       "parent 5 2; attach 1 3; children 1 3");
SCRIPT("cycles are refused", "plant; attach 1 1 !CYCLE; attach 3 3 !CYCLE; attach 2 1 !CYCLE;"
                             "attach 10 1 !CYCLE; detach 4; attach 9 4 !CYCLE; attach 8 4; kin 1;"
                             "= 1 2 5 6 8 4 7 9 10 3");
SCRIPT("an actor has one parent at a time",
       "plant; attach 1 2 !LINKED; attach 3 2 !LINKED; detach 1 !UNLINKED; kin 1;"
       "= 1 2 5 6 8 3 4 7 9 10");
SCRIPT("drawing asks and walks, and changes nothing",
       "plant; pool; new d 50;"
       "at d50: attach 5 3 !BUSY, detach 2 !BUSY, leavekin a !BUSY, freekin !BUSY, "
       "joinkin a !BUSY, kin 1, children 1 2 3 4, parent 2 1;"
       "draw");
SCRIPT("an actor that is visited is not stolen",
       "in oldest; pool 3 steal; family; new 1-3; go; at v1: new 9; kin 1;"
       "= 1 -2s +9; is active 1");
