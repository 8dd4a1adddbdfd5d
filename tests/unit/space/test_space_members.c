/* Members of a space if a watcher was added first, if other pools are added and removed, and at the
 * end of the world. */
#include "../space_stage.h"

/* its box comes before its node */
typedef struct fronted
{
    trp_box box;
    trp_actor actor;
} fronted;

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static boxed *woken;

static void begin_as(trp_space_desc desc)
{
    world = stage_world();
    pool = space_pool(world, 8);
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
}

static void enter_by(trp_pool *it, bool manual_add)
{
    CHECK_QUIET(world,
                trp_space_add_pool(space, it,
                                   &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box),
                                                          .manual_add = manual_add}),
                TRP_OK);
}

static void begin(void)
{
    begin_as((trp_space_desc){
        .capacity = 8,
    });
    enter_by(pool, false);
}

static uint32_t found_at(float x, float y)
{
    return trp_space_query(space, &(trp_query){.area = trp_rectangle(x, y, 1, 1)}, NULL, NULL);
}

static void wakes_it(trp_actor *actor, const trp_event_context *in)
{
    CHECK_RESULT(trp_activate(world, actor), TRP_OK);
}

static void sends_it_to_sleep(trp_actor *actor, const trp_event_context *in)
{
    CHECK_RESULT(trp_deactivate(world, actor), TRP_OK);
}

static void adds_it(trp_actor *actor, const trp_event_context *in)
{
    CHECK_QUIET(world, trp_space_add(space, actor), TRP_OK);
}

/* the watcher added last is notified first */
static void woken_before_the_space_knows(void)
{
    static trp_watcher first;
    boxed *it;

    begin();
    first = (trp_watcher){.function = wakes_it, .events = TRP_EVENT_DEACTIVATED};
    first.pool = pool;
    CHECK_RESULT(trp_watch(world, &first), TRP_OK);
    it = space_box(pool, 1, 0, 0, 2, 2);
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_ACTIVE);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_RESULT(trp_unwatch(world, &first), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_EQ(found_at(0, 0), 0);
    CHECK_RESULT(trp_activate(world, &it->actor), TRP_OK);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_VALID(world);
}

static void asleep_again_before_the_space_knows(void)
{
    static trp_watcher first;
    boxed *it;

    begin();
    it = space_box(pool, 1, 0, 0, 2, 2);
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    first = (trp_watcher){.function = sends_it_to_sleep, .events = TRP_EVENT_ACTIVATED};
    first.pool = pool;
    CHECK_RESULT(trp_watch(world, &first), TRP_OK);
    CHECK_RESULT(trp_activate(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_ASLEEP);
    CHECK_EQ(found_at(0, 0), 0);
    CHECK_EQ(trp_space_info(space).hidden, 1);
    CHECK_RESULT(trp_unwatch(world, &first), TRP_OK);
    CHECK_RESULT(trp_activate(world, &it->actor), TRP_OK);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_EQ(trp_space_info(space).hidden, 0);
    CHECK_VALID(world);
}

static void added_before_the_space_knows(void)
{
    static trp_watcher first;

    begin();
    first = (trp_watcher){.function = adds_it, .events = TRP_EVENT_CREATED};
    first.pool = pool;
    CHECK_RESULT(trp_watch(world, &first), TRP_OK);
    space_box(pool, 1, 0, 0, 2, 2);
    CHECK_EQ(trp_space_info(space).count, 1);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_VALID(world);
}

static void sleepers_may_stay(void)
{
    boxed *it;

    begin_as((trp_space_desc){.capacity = 8, .sleepers = TRP_SLEEPERS_STAY});
    it = space_box(pool, 1, 0, 0, 2, 2);
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    enter_by(pool, false);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_RESULT(trp_activate(world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_EQ(trp_space_info(space).hidden, 0);
    CHECK_VALID(world);
}

static void send_the_other_to_sleep(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(boxed, self)->id);
    if (self != &woken->actor)
        CHECK_RESULT(trp_deactivate(in->world, &woken->actor), TRP_OK);
}

/* just fallen asleep, but still there */
static void a_sleeper_that_stays_is_not_updated(void)
{
    trp_context tick = {0};

    begin_as((trp_space_desc){.capacity = 8, .sleepers = TRP_SLEEPERS_STAY});
    enter_by(pool, false);
    space_box(pool, 1, 0, 0, 2, 2);
    woken = space_box(pool, 2, 0, 0, 2, 2);
    stage_log_clear();
    tick.world = world;
    tick.pool = pool;
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 9, 9), send_the_other_to_sleep, &tick), 1);
    CHECK_LOG(1);
    CHECK_EQ(found_at(0, 0), 2);
}

static void remove_the_other(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(boxed, self)->id);
    if (trp_space_member(space, &woken->actor, NULL) && self != &woken->actor)
        CHECK_RESULT(trp_space_remove(space, &woken->actor), TRP_OK);
}

/* it lives on, but not in the space */
static void one_that_has_left_is_not_updated(void)
{
    trp_context tick = {0};

    begin_as((trp_space_desc){.capacity = 8});
    enter_by(pool, false);
    space_box(pool, 1, 0, 0, 2, 2);
    woken = space_box(pool, 2, 0, 0, 2, 2);
    space_box(pool, 3, 0, 0, 2, 2);
    stage_log_clear();
    tick.world = world;
    tick.pool = pool;
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 9, 9), remove_the_other, &tick), 2);
    CHECK_LOG(1, 3);
    CHECK_EQ(space_category_of(space, &woken->actor), 0);
    CHECK_EQ(space_category_of(space, NULL), 0);
}

static void one_of_no_pool_in_it(void)
{
    trp_pool *outside;
    trp_actor *stranger;
    trp_box box;

    begin();
    outside = space_pool(world, 2);
    stranger = &space_box(outside, 1, 0, 0, 2, 2)->actor;
    CHECK(!trp_space_member(space, stranger, NULL));
    CHECK(!space_box_of(space, stranger, &box));
    CHECK_MISUSE(world, trp_space_add(space, stranger), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_space_remove(space, stranger), TRP_ERR_UNLINKED);
    CHECK_EQ(trp_space_info(space).count, 0);
}

static void a_box_without_end(void)
{
    trp_box box;
    boxed *it;

    begin();
    it = space_box(pool, 1, 5, 6, INFINITY, 2);
    CHECK(space_box_of(space, &it->actor, &box));
    CHECK(box.x == 5 && box.y == 6 && box.width == INFINITY && box.height == 2);
    CHECK_EQ(found_at(1e30f, 7), 1);
    it = space_box(pool, 2, INFINITY, -INFINITY, 3, 4); /* begins and ends at the same infinity */
    CHECK(space_box_of(space, &it->actor, &box));
    CHECK(box.x == INFINITY && box.y == -INFINITY && box.width == 0 && box.height == 0);
}

static void only_the_boxes_of_one_pool_are_read(void)
{
    trp_pool *other;
    boxed *a;
    boxed *b;

    begin();
    other = space_pool(world, 2);
    enter_by(other, false);
    a = space_box(pool, 1, 0, 0, 2, 2);
    b = space_box(other, 2, 0, 0, 2, 2);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 1);
    a->box.x = 50;
    b->box.x = 50;
    CHECK_QUIET(world, trp_space_moved_all(space, other), TRP_OK);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_EQ(found_at(50, 0), 1);
    CHECK_QUIET(world, trp_space_moved_all(space, pool), TRP_OK);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 1);
    CHECK_VALID(world);
}

static void pools_leave_in_any_order(void)
{
    trp_pool *pools[3];

    for (unsigned gone = 0; gone < 3; gone++)
    {
        begin_as((trp_space_desc){.capacity = 8});
        for (unsigned i = 0; i < 3; i++)
        {
            pools[i] = space_pool(world, 1);
            enter_by(pools[i], false);
            space_box(pools[i], i, (float)i * 10, 0, 2, 2);
        }
        CHECK_QUIET(world, trp_space_remove_pool(space, pools[gone]), TRP_OK);
        for (unsigned i = 0; i < 3; i++)
            CHECK_EQ(found_at((float)i * 10, 0), i != gone);
        enter_by(pools[gone], false);
        CHECK_EQ(trp_space_info(space).count, 3);
    }
}

static void those_of_an_external_pool_enter(void)
{
    static boxed mine;
    trp_pool_desc desc = space_pool_desc(3, TRP_ORDER_OLDEST);
    trp_pool *guests;

    begin();
    desc.external = TRP_EXTERNAL;
    guests = stage_pool_as(world, desc);
    mine = (boxed){.id = 1, .box = {0, 0, 2, 2}};
    CHECK(trp_adopt(guests, &mine.actor) != NULL); /* two entries are free */
    enter_by(guests, false);
    CHECK_EQ(trp_space_info(space).count, 1);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_RESULT(trp_recycle(world, &mine.actor), TRP_OK);
    CHECK_EQ(trp_space_info(space).count, 0);
}

static void a_box_in_front_of_the_node(void)
{
    fronted init = {.box = {3, 4, 1, 1}};
    trp_pool *walls;
    trp_actor *actor;

    begin();
    walls = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(fronted, actor), .capacity = 1});
    CHECK_QUIET(
        world,
        trp_space_add_pool(space, walls, &(trp_space_pool_desc){.box = TRP_BOX_AT(fronted, box)}),
        TRP_OK);
    actor = trp_create(walls, &init);
    CHECK(trp_space_member(space, actor, NULL));
    CHECK_EQ(found_at(3, 4), 1);
}

/* there is a hole among the numbers when the space makes room for a pool */
static void a_space_grows_around_a_hole(void)
{
    trp_pool *later;
    boxed *first;

    if (STAGE_HEAP_BYTES < 64u * 1024u)
        return;
    stage_world();
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    pool = space_pool(world, 4);
    later = space_pool(world, 4);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4, .max_capacity = 8});
    CHECK(space != NULL);
    enter_by(pool, false);
    first = space_box(pool, 1, 0, 0, 1, 1);
    space_box(pool, 2, 20, 0, 1, 1);
    CHECK_RESULT(trp_recycle(world, &first->actor), TRP_OK);
    for (uint32_t id = 3; id <= 6; id++)
        space_box(later, id, 10 * (float)id, 0, 1, 1);
    enter_by(later, false);
    CHECK_EQ(trp_space_info(space).capacity, 8);
    CHECK_EQ(trp_space_info(space).count, 5);
    space_box(pool, 1, 10, 0, 1, 1);
    for (uint32_t id = 1; id <= 6; id++)
        CHECK_EQ(found_at(10 * (float)id, 0), 1);
    stage_log_clear();
    CHECK_EQ(space_log_all(space), 6);
    CHECK_LOG(1, 2, 3, 4, 5, 6);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 0)), TRP_OK);
    CHECK_EQ(space_log_all(space), 5);
    CHECK_LOG(2, 3, 4, 5, 6);
    CHECK_VALID(world);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* more live than there is room for, but those that enter by hand need none now */
static void by_hand_without_room(void)
{
    boxed *it[3];

    begin_as((trp_space_desc){.capacity = 1});
    for (uint32_t id = 0; id < 3; id++)
        it[id] = space_box(pool, id, 0, 0, 2, 2);
    enter_by(pool, true);
    CHECK_QUIET(world, trp_space_add(space, &it[2]->actor), TRP_OK);
    CHECK_QUIET(world, trp_space_add(space, &it[0]->actor), TRP_ERR_FULL);
    CHECK_EQ(trp_space_info(space).count, 1);
}

static void enter_instead(trp_actor *self, const trp_end_context *in)
{
    enter_by(pool, false);
}

/* one that is leaving its pool needs no room */
static void a_pool_enters_while_one_leaves(void)
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);
    boxed *it;

    begin_as((trp_space_desc){.capacity = 1});
    desc.on_end = enter_instead;
    pool = stage_pool_as(world, desc);
    it = space_box(pool, 1, 0, 0, 2, 2);
    space_box(pool, 2, 0, 0, 2, 2);
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_space_info(space).count, 1);
    CHECK_EQ(found_at(0, 0), 1);
    CHECK_RESULT(trp_space_remove_pool(space, pool), TRP_OK);
    CHECK_VALID(world);
}

static void a_full_space_is_reported_once(void)
{
    world = stage_world();
    pool = space_pool(world, 8);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 1});
    enter_by(pool, false);
    space_box(pool, 1, 0, 0, 2, 2);
    space_box(pool, 2, 0, 0, 2, 2);
    space_box(pool, 3, 0, 0, 2, 2);
    CHECK_EQ(told.count, 1);
    CHECK_EQ(trp_world_info(world).misuse, 1);
    CHECK_EQ(trp_space_info(space).refused, 2);
}

static unsigned asked;

static void ask_too_late(trp_actor *self, const trp_end_context *in)
{
    asked++;
    CHECK_MISUSE(
        in->world,
        (CHECK(trp_space_create(in->world, &(trp_space_desc){.capacity = 1}) == NULL), told.result),
        TRP_BUSY);
}

static void no_space_begins_while_the_world_ends(void)
{
    trp_pool_desc desc = space_pool_desc(1, TRP_ORDER_MEMORY);

    world = stage_world();
    desc.on_end = ask_too_late;
    pool = stage_pool_as(world, desc);
    space_box(pool, 1, 0, 0, 1, 1);
    asked = 0;
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_EQ(asked, 1);
}

const situation space_members_situations[] = {
    {"an actor woken by a watcher that is notified first is in the space",
     woken_before_the_space_knows},
    {"an actor that it puts to sleep again is not", asleep_again_before_the_space_knows},
    {"an actor added by a watcher that is notified first is in once", added_before_the_space_knows},
    {"sleepers may enter, and stay", sleepers_may_stay},
    {"a sleeper that stays is not updated", a_sleeper_that_stays_is_not_updated},
    {"one that has left the space is not updated", one_that_has_left_is_not_updated},
    {"an actor of no pool in the space is not found", one_of_no_pool_in_it},
    {"a box may have no end", a_box_without_end},
    {"only the boxes of one pool are read again", only_the_boxes_of_one_pool_are_read},
    {"pools leave in any order", pools_leave_in_any_order},
    {"those of an external pool enter", those_of_an_external_pool_enter},
    {"a box may come before the node", a_box_in_front_of_the_node},
    {"a space grows around a hole among its members", a_space_grows_around_a_hole},
    {"those that enter by hand need no room yet", by_hand_without_room},
    {"a pool enters while one of its actors leaves", a_pool_enters_while_one_leaves},
    {"a full space is reported once", a_full_space_is_reported_once},
    {"while the world ends no space begins", no_space_begins_while_the_world_ends},
};
const unsigned space_members_situation_count =
    sizeof space_members_situations / sizeof space_members_situations[0];
