/* Families: the relations of actors. Ends and walks have their own files. */
#include "../family_clan.h"
#include "../script.h"

SITUATIONS(family);

static uint32_t parent_of(uint32_t id)
{
    return clan_id_or_0(trp_family_parent(&clan_family, clan_actors[id]));
}

static uint32_t count_of(uint32_t id)
{
    uint32_t count = 0;

    for (trp_actor *at = trp_family_first(&clan_family, clan_actors[id]); at;
         at = trp_family_next(&clan_family, at))
        count++;
    return count;
}

SITUATION("dead and foreign actors are refused")
{
    clan_set_up(false);
    clan_plant();
    thing stranger = {.id = 1};
    trp_pool *others = stage_pool(clan_world, 2, TRP_ORDER_MEMORY);
    trp_actor *other = &stage_thing(others, 77)->actor;
    trp_actor *dead = clan_actors[3];
    trp_actor *root = clan_actors[1];
    CHECK_OK(clan_recycle(3));
    CHECK_OK(trp_expire(clan_world, clan_actors[9]));
    CHECK_MISUSE(clan_world, trp_family_attach(&clan_family, root, dead), TRP_ERR_FREE);
    CHECK_MISUSE(clan_world, trp_family_attach(&clan_family, dead, root), TRP_ERR_FREE);
    CHECK_MISUSE(clan_world, trp_family_detach(&clan_family, dead), TRP_ERR_FREE);
    CHECK_MISUSE(clan_world, trp_family_for_each(&clan_family, dead, clan_visit, NULL),
                 TRP_ERR_FREE);
    CHECK_MISUSE(clan_world, trp_family_attach(&clan_family, root, &stranger.actor),
                 TRP_ERR_FOREIGN);
    CHECK_MISUSE(clan_world, trp_family_for_each(&clan_family, &stranger.actor, clan_visit, NULL),
                 TRP_ERR_FOREIGN);
    CHECK_MISUSE(clan_world, clan_attach(9, 1), TRP_ERR_EXPIRED);
    CHECK_MISUSE(clan_world, clan_attach(1, 9), TRP_ERR_EXPIRED);
    CHECK_MISUSE(clan_world, clan_each(9), TRP_ERR_EXPIRED);
    CHECK_MISUSE_SAYS(clan_world, trp_family_attach(&clan_family, root, other), TRP_ERR_UNLINKED,
                      "trp_family_add");
    CHECK(told.pool == others);
    CHECK_MISUSE_SAYS(clan_world, trp_family_for_each(&clan_family, other, clan_visit, NULL),
                      TRP_ERR_UNLINKED, "trp_family_add");
    CHECK(trp_family_parent(&clan_family, dead) == NULL);
    CHECK(trp_family_first(&clan_family, &stranger.actor) == NULL);
    CHECK(trp_family_next(&clan_family, other) == NULL);
}

SITUATION("NULL is survived")
{
    clan_set_up(false);
    clan_create(MEMBERS, 1);
    trp_family none = {0};
    trp_actor *one = clan_actors[1];
    CHECK_QUIET(clan_world, trp_family_attach(&clan_family, one, NULL), TRP_GONE);
    CHECK_QUIET(clan_world, trp_family_attach(&clan_family, NULL, one), TRP_GONE);
    CHECK_QUIET(clan_world, trp_family_detach(&clan_family, NULL), TRP_GONE);
    CHECK_QUIET(clan_world, trp_family_for_each(&clan_family, NULL, clan_visit, NULL), TRP_GONE);
    CHECK_MISUSE(clan_world, trp_family_for_each(&clan_family, one, NULL, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(clan_world, trp_family_init(NULL, clan_world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(clan_world, trp_family_add(&clan_family, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(clan_world, trp_family_remove(&clan_family, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_init(&none, NULL, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_attach(&none, one, one), TRP_ERR_NULL);
    CHECK(trp_family_parent(&clan_family, NULL) == NULL);
    CHECK(trp_family_first(&clan_family, NULL) == NULL);
    CHECK(trp_family_next(&clan_family, NULL) == NULL);
    for (int i = 0; i < 2; i++) {
        trp_family *family = i == 0 ? NULL : &none;
        CHECK_RESULT(trp_family_free(family), TRP_GONE);
        CHECK_RESULT(trp_family_add(family, clan_pools[0]), TRP_ERR_NULL);
        CHECK_RESULT(trp_family_remove(family, clan_pools[0]), TRP_ERR_NULL);
        CHECK_RESULT(trp_family_attach(family, one, one), TRP_ERR_NULL);
        CHECK_RESULT(trp_family_detach(family, one), TRP_ERR_NULL);
        CHECK_RESULT(trp_family_for_each(family, one, clan_visit, NULL), TRP_ERR_NULL);
        CHECK(trp_family_parent(family, one) == NULL);
        CHECK(trp_family_first(family, one) == NULL);
        CHECK(trp_family_next(family, one) == NULL);
    }
}

/* a copy of an actor, or the next life in its slot, has none */
SITUATION("copies of a member have no relatives")
{
    clan_set_up(false);
    clan_create(MEMBERS, 1);
    clan_create(MEMBERS, 2);
    clan_create(MEMBERS, 3);
    CHECK_OK(clan_attach(1, 2));
    CHECK_OK(clan_attach(2, 3));
    member saved = *trp_as(member, clan_actors[2]);
    member *copy = MADE(trp_as(member, trp_create(clan_pools[MEMBERS], &saved)));
    copy->id = 4;
    clan_actors[4] = &copy->actor;
    CHECK_EQ(parent_of(4), 0);
    CHECK_EQ(count_of(4), 0);
    CHECK_OK(clan_each(4));
    CHECK_LOG(4);
    CHECK_MISUSE(clan_world, clan_detach(4), TRP_ERR_UNLINKED);
    CHECK_OK(clan_attach(3, 4));
    copy = trp_as(member, trp_create(clan_pools[MEMBERS], &saved));
    copy->id = 5;
    clan_actors[5] = &copy->actor;
    CHECK_OK(clan_recycle(5));
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 5));
    CHECK_OK(clan_each(1));
    CHECK_LOG(1, 2, 3, 4);
    CHECK_OK(clan_recycle(2));
    CHECK_LOG(GONE(TRP_REASON_PARENT, 4), GONE(TRP_REASON_PARENT, 3), GONE(TRP_REASON_RECYCLED, 2));
    copy = trp_as(member, trp_create(clan_pools[MEMBERS], &saved)); /* in its own slot */
    clan_actors[2] = &copy->actor;
    CHECK_EQ(parent_of(2), 0);
    CHECK_EQ(count_of(2), 0);
    CHECK_OK(clan_attach(2, 1));
    CHECK_OK(clan_recycle(2));
    CHECK_LOG(GONE(TRP_REASON_PARENT, 1), GONE(TRP_REASON_RECYCLED, 2));
    CHECK_VALID(clan_world);
}

/* the same slot, the same generation, another pool of the same type */
SITUATION("copies from another pool have no relatives")
{
    clan_set_up(false);
    trp_pool *twin = trp_pool_create(
        clan_world, &(trp_pool_desc){.type = TRP_TYPE(member, actor), .capacity = 2});
    CHECK_OK(trp_family_add(&clan_family, twin));
    clan_create(MEMBERS, 1);
    clan_create(MEMBERS, 2);
    CHECK_OK(clan_attach(2, 1));
    trp_actor *copy = trp_create(twin, trp_as(member, clan_actors[1]));
    CHECK(trp_family_parent(&clan_family, copy) == NULL);
    CHECK_MISUSE(clan_world, trp_family_detach(&clan_family, copy), TRP_ERR_UNLINKED);
    CHECK_OK(trp_recycle(clan_world, copy));
    CHECK(trp_family_parent(&clan_family, clan_actors[1]) == clan_actors[2]);
}

/* the same for an actor in the user's memory that enters by another entry of the same generation */
SITUATION("an external actor starts again")
{
    static rider mine;
    clan_set_up(false);
    clan_create(RIDERS, 1);
    mine = (rider){.id = 2};
    clan_actors[2] = trp_adopt(clan_pools[RIDERS], &mine.actor);
    CHECK_OK(clan_attach(1, 2));
    rider saved = mine;
    CHECK_OK(clan_recycle(1));
    CHECK_LOG(GONE(TRP_REASON_PARENT, 2), GONE(TRP_REASON_RECYCLED, 1));
    for (uint32_t id = 5; id < 5 + CLAN_CAPACITY - 1; id++) {
        mine = saved;
        clan_actors[2] = trp_adopt(clan_pools[RIDERS], &mine.actor);
        CHECK_EQ(parent_of(2), 0);
        CHECK_MISUSE(clan_world, clan_detach(2), TRP_ERR_UNLINKED);
        CHECK_OK(clan_recycle(2));
        clan_create(RIDERS, id); /* takes that entry, so that the next one is another */
    }
}

/* A family of a single pool */

static trp_family small_family;
static trp_actor *eldest, *middle, *stranger;
static uint32_t news;

static void hear_first(trp_actor *actor, const trp_event_context *in)
{
    trp_world *world = trp_pool_info(in->pool).world;
    if (actor != eldest)
        return;
    CHECK_QUIET(world, trp_family_attach(&small_family, middle, stranger), TRP_OK);
    news++;
}

static void walk_from_the_end(trp_actor *actor, const trp_end_context *in)
{
    if (actor != eldest)
        return;
    CHECK_MISUSE_SAYS(in->world, trp_family_for_each(&small_family, actor, stage_visit, NULL),
                      TRP_BUSY, "on_end is running");
    news++;
}

/* a watcher that is notified before the family of an end with descendants, or without */
SITUATION("what a watcher attaches that is notified first goes along, unless orphans live on")
{
    for (unsigned i = 0; i < 4; i++) {
        trp_watcher watcher = {.function = hear_first,
                               .events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED};
        trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
        trp_world *world = stage_world();
        desc.on_end = walk_from_the_end;
        trp_pool *pool = stage_pool_as(world, desc);
        small_family = (trp_family){0};
        CHECK_OK(trp_family_init(&small_family, world, &(trp_family_desc){.orphans = i % 2 != 0}));
        CHECK_OK(trp_family_add(&small_family, pool));
        watcher.pool = pool;
        CHECK_OK(trp_watch(world, &watcher));
        eldest = &stage_thing(pool, 1)->actor;
        middle = &stage_thing(pool, 2)->actor;
        stranger = &stage_thing(pool, 3)->actor;
        CHECK_OK(trp_family_attach(&small_family, eldest, middle));
        news = 0;
        CHECK_OK(i < 2 ? trp_recycle(world, eldest) : trp_expire(world, eldest));
        CHECK_EQ(news, i < 2 ? 2 : 1);
        CHECK_EQ(trp_state_of(world, stranger), i % 2 != 0 ? TRP_STATE_ACTIVE
                                                : i < 2    ? TRP_STATE_FREE
                                                           : TRP_STATE_EXPIRED);
        CHECK_OK(trp_unwatch(world, &watcher));
        CHECK_VALID(world);
    }
}

SCRIPT("sleepers stay in the family",
       "plant; sleep 4; is active 7; parent 7 4; detach 3; attach 4 3; kin 1; = 1 2 5 6 8 4 7 9 10 "
       "3; wake 4; children 1 2 4");

/* relations are not in the struct */
SITUATION("overwritten nodes keep their relatives")
{
    clan_set_up(false);
    clan_plant();
    *trp_as(member, clan_actors[2]) = (member){.id = 2};
    *clan_actors[4] = (trp_actor){0};
    CHECK_EQ(parent_of(2), 1);
    CHECK_EQ(parent_of(4), 1);
    CHECK_EQ(count_of(1), 3);
    CHECK_OK(clan_detach(4));
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_QUIET(clan_world, clan_attach(1, 4), TRP_OK);
    stage_forget();
    CHECK_OK(clan_recycle(2));
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_EQ(count_of(1), 2);
    CHECK_OK(clan_recycle(1));
    CHECK_EQ(trp_world_info(clan_world).live, 0);
    CHECK_VALID(clan_world);
}

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
