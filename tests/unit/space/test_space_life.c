/* Membership of a space, refusals, and drawing. */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(uint32_t capacity)
{
    space = space_grid(capacity, &world, &pool);
}

static void the_dead_leave(void)
{
    set_up(8);
    boxed *a = space_square(pool, 1, 0), *b = space_square(pool, 2, 20);
    space_square(pool, 3, 40);
    CHECK_EQ(space_log_all(space), 3);
    CHECK_LOG(1, 2, 3);
    CHECK_RESULT(trp_recycle(world, &a->actor), TRP_OK);
    CHECK_RESULT(trp_expire(world, &b->actor), TRP_OK);
    CHECK_EQ(space_log_all(space), 1);
    CHECK_LOG(3);
    CHECK_EQ(trp_space_info(space).count, 1);
    CHECK(!trp_space_member(space, &b->actor, NULL));
    CHECK_MISUSE(world, trp_space_add(space, &b->actor), TRP_ERR_EXPIRED);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_MISUSE(world, trp_space_add(space, &b->actor), TRP_ERR_FREE);
    CHECK_EQ(trp_space_info(space).count, 1);
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_EQ(space_log_all(space), 0);
    space_square(pool, 4, 0);
    CHECK_EQ(space_log_all(space), 1);
    CHECK_LOG(4);
}

static void sleepers_hide(void)
{
    trp_box at;
    set_up(4);
    boxed *a = space_square(pool, 1, 0), *b = space_square(pool, 2, 2);
    CHECK_RESULT(trp_deactivate(world, &a->actor), TRP_OK);
    CHECK_EQ(space_log_all(space), 1);
    CHECK_LOG(2);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    CHECK(trp_space_member(space, &a->actor, NULL));
    CHECK_EQ(trp_space_info(space).count, 2);
    CHECK_EQ(trp_space_info(space).hidden, 1);
    a->box.x = 100;
    CHECK_RESULT(trp_activate(world, &a->actor), TRP_OK);
    CHECK(space_box_of(space, &a->actor, &at));
    CHECK(at.x == 100 && at.width == 4);
    CHECK_EQ(space_log_all(space), 2);
    CHECK_LOG(1, 2);
    CHECK_RESULT(trp_deactivate(world, &b->actor), TRP_OK);
    CHECK_RESULT(trp_recycle(world, &b->actor), TRP_OK);
    CHECK_EQ(trp_space_info(space).hidden, 0);
    CHECK_EQ(space_log_all(space), 1);
    /* woken with an invalid box: the old box stays */
    CHECK_RESULT(trp_deactivate(world, &a->actor), TRP_OK);
    a->box.x = NAN;
    stage_forget();
    CHECK_RESULT(trp_activate(world, &a->actor), TRP_OK);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(100, 2, 0, 0)}, NULL, NULL),
             1);
}

static void draw_it(const trp_actor *self, const trp_view *view)
{
    stage_log(trp_as(boxed, self)->id);
}

static void sleepers_stay(void)
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_OLDEST);
    desc.draw = draw_it;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    space =
        trp_space_create(world, &(trp_space_desc){.capacity = 4, .sleepers = TRP_SLEEPERS_STAY});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
    boxed *a = space_square(pool, 1, 0);
    space_square(pool, 2, 2);
    CHECK_RESULT(trp_deactivate(world, &a->actor), TRP_OK);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 1);
    CHECK_EQ(space_log_all(space), 2);
    CHECK_LOG(1, 2);
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(3, 3, 0, 0), NULL, 0), TRP_OK);
    CHECK_LOG(2);
    CHECK_RESULT(trp_activate(world, &a->actor), TRP_OK);
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(3, 3, 0, 0), NULL, 0), TRP_OK);
    CHECK_LOG(2, 1); /* the oldest first: the woken actor is the younger one now */
}

static void manual_add(void)
{
    world = stage_world();
    pool = space_pool(world, 4);
    boxed *early = space_square(pool, 1, 0);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    CHECK_RESULT(
        trp_space_add_pool(
            space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .manual_add = true}),
        TRP_OK);
    space_square(pool, 2, 0);
    CHECK_EQ(space_log_all(space), 0);
    CHECK_QUIET(world, trp_space_add(space, &early->actor), TRP_OK);
    CHECK_MISUSE(world, trp_space_add(space, &early->actor), TRP_ERR_LINKED);
    CHECK_EQ(space_log_all(space), 1);
    CHECK_LOG(1);
    CHECK_QUIET(world, trp_space_add(space, NULL), TRP_GONE);
}

static void all_that_live_enter(void)
{
    world = stage_world();
    pool = space_pool(world, 4);
    space_square(pool, 1, 0);
    boxed *asleep = space_square(pool, 2, 0);
    boxed *bad = space_square(pool, 3, NAN);
    CHECK_RESULT(trp_deactivate(world, &asleep->actor), TRP_OK);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 3});
    CHECK_MISUSE(
        world,
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_ERR_VALUE);
    CHECK(!trp_space_member(space, &bad->actor, NULL));
    CHECK_EQ(space_log_all(space), 1);
    CHECK_LOG(1);
    CHECK_RESULT(trp_activate(world, &asleep->actor), TRP_OK);
    CHECK_EQ(space_log_all(space), 2);
    CHECK_LOG(1, 2);
    CHECK_QUIET(world, trp_space_remove_pool(space, pool), TRP_OK);
    CHECK_EQ(space_log_all(space), 0);
    CHECK_EQ(trp_space_info(space).count, 0);
    CHECK_MISUSE(world, trp_space_remove_pool(space, pool), TRP_ERR_UNLINKED);
    space_square(pool, 4, 0);
    CHECK_EQ(space_log_all(space), 0);
}

static trp_box around_the_middle(const trp_world *of, const trp_actor *self)
{
    CHECK(of == world);
    const trp_box *box = &trp_as(boxed, self)->box;
    return (trp_box){box->x - 5, box->y - 5, 10, 10};
}

static void bounds_by_a_callback(void)
{
    world = stage_world();
    pool = space_pool(world, 4);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.bounds = around_the_middle}),
        TRP_OK);
    space_square(pool, 1, 100);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(95, -5, 0, 0)}, NULL, NULL),
             1);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(94, -5, 0, 0)}, NULL, NULL),
             0);
}

static void in_several_spaces(void)
{
    set_up(4);
    trp_space *other = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    CHECK_RESULT(
        trp_space_add_pool(other, pool, &(trp_space_pool_desc){.bounds = around_the_middle}),
        TRP_OK);
    boxed *it = space_square(pool, 1, 0);
    CHECK(trp_space_member(space, &it->actor, NULL) && trp_space_member(other, &it->actor, NULL));
    CHECK_RESULT(trp_space_remove(space, &it->actor), TRP_OK);
    CHECK(trp_space_member(other, &it->actor, NULL));
    CHECK_QUIET(world, trp_space_destroy(space), TRP_OK);
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_space_info(other).count, 0);
}

#define REFUSED(desc_, result_)                                                                    \
    CHECK_NULL_MISUSE(world, trp_space_create(world, (desc_)), (result_))

static void misuses(void)
{
    set_up(4);
    boxed *it = space_square(pool, 1, 0);
    thing stranger = {0};
    REFUSED(NULL, TRP_ERR_NULL);
    REFUSED(&(trp_space_desc){0}, TRP_ERR_VALUE);
    REFUSED((&(trp_space_desc){.capacity = 4, .classes = 63}), TRP_ERR_VALUE);
    REFUSED((&(trp_space_desc){.capacity = TRP_MAX_BOXES}), TRP_ERR_MEMORY);
    CHECK(trp_space_create(NULL, NULL) == NULL);
    trp_pool *other = stage_pool_as(world, space_pool_desc(4, TRP_ORDER_MEMORY));
    CHECK_MISUSE(world, trp_space_add_pool(space, other, &(trp_space_pool_desc){0}), TRP_ERR_DESC);
    CHECK_MISUSE(world,
                 trp_space_add_pool(space, other, &(trp_space_pool_desc){.box = sizeof(boxed)}),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(
        world,
        trp_space_add_pool(space, other, &(trp_space_pool_desc){.box = offsetof(boxed, actor) + 1}),
        TRP_ERR_VALUE);
    CHECK_MISUSE(
        world,
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_space_add_pool(space, other, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_space_moved_all(space, other), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_space_add(space, &stranger.actor), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_space_moved(space, &stranger.actor), TRP_ERR_UNLINKED);
    CHECK_QUIET(world, trp_space_remove(space, &it->actor), TRP_OK);
    CHECK_MISUSE(world, trp_space_remove(space, &it->actor), TRP_ERR_UNLINKED);
    CHECK_RESULT(trp_space_moved_all(NULL, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_add(NULL, &it->actor), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_destroy(NULL), TRP_GONE);
    CHECK_EQ(trp_space_query(NULL, &(trp_query){.area = trp_rectangle(0, 0, 0, 0)}, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(NULL, NULL, NULL, NULL), 0);
    CHECK(trp_space_info(NULL).name[0] == '\0');
    CHECK_EQ(trp_space_info(NULL).count, 0);
}

static void a_refusal_says_why(void)
{
    world = stage_world();
    CHECK_NULL_MISUSE(world, trp_space_create(world, &(trp_space_desc){0}), TRP_ERR_VALUE);
    CHECK_EQ(told.count, 1);
    pool = space_pool(world, 1);
    space_square(pool, 1, 0);
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_FULL);
    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 1}) != NULL);
    CHECK_RESULT(trp_last_result(world), TRP_OK);
}

static void change_while_drawing(const trp_actor *self, const trp_view *view)
{
    trp_actor *it = trp_pool_at(pool, 0);
    CHECK_MISUSE(world, trp_space_moved_all(space, NULL), TRP_BUSY);
    CHECK_MISUSE(world, trp_space_moved(space, it), TRP_BUSY);
    CHECK_MISUSE(world, trp_space_remove(space, it), TRP_BUSY);
    CHECK_MISUSE(world, trp_space_destroy(space), TRP_BUSY);
    CHECK_MISUSE(world, trp_space_draw(space, trp_rectangle(0, 0, 0, 0), NULL, 0), TRP_BUSY);
    CHECK_MISUSE(world, trp_recycle(world, it), TRP_BUSY);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(1, 1, 0, 0)}, NULL, NULL),
             1); /* queries are allowed */
    stage_log(7);
}

static void nothing_changes_while_drawing(void)
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);
    desc.draw = change_while_drawing;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    space = space_of(world, pool, SPACE_GRIDS);
    space_square(pool, 1, 0);
    space_square(pool, 2, 50);
    stage_log_clear();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(1, 1, 0, 0), NULL, 0), TRP_OK);
    CHECK_LOG(7);
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_LOG(7, 7);
}

static void draws_in_list_order(void)
{
    trp_pool_desc desc = space_pool_desc(8, TRP_ORDER_NEWEST);
    desc.draw = draw_it;
    world = stage_world_as((trp_world_desc){.layers = 3});
    desc.layer = 2;
    trp_pool *front = stage_pool_as(world, desc);
    desc.layer = 0;
    desc.order = TRP_ORDER_OLDEST;
    trp_pool *back = stage_pool_as(world, desc);
    desc.joins = back;
    trp_pool *joined = stage_pool_as(world, desc);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 32});
    trp_pool *all[] = {front, joined, back};
    for (int i = 0; i < 3; i++)
        CHECK_RESULT(trp_space_add_pool(space, all[i],
                                        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                     TRP_OK);
    for (uint32_t i = 0; i < 8; i++)
        space_box(all[i % 3], i, 3 * (float)(7 - i), 0, 4, 4);
    space_box(front, 99, 1000, 0, 4, 4);
    stage_log_clear();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(-100, 0, 300, 10), NULL, 0), TRP_OK);
    CHECK_LOG(1, 2, 4, 5, 7, 6, 3, 0);
    CHECK_RESULT(trp_layer_set_place(world, 2, 0), TRP_OK);
    CHECK_RESULT(trp_layer_set_visible(world, 1, false), TRP_OK);
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(-100, 0, 300, 10), NULL, 0), TRP_OK);
    CHECK_LOG(6, 3, 0, 1, 2, 4, 5, 7);
    CHECK_RESULT(trp_layer_set_visible(world, 0, false), TRP_OK);
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(-100, 0, 300, 10), NULL, 0), TRP_OK);
    CHECK_LOG(6, 3, 0);
}

/* the list begins with one of a pool that is not in the space; the others are in two orders */
static void draws_pools_of_two_orders(void)
{
    const trp_order orders[] = {TRP_ORDER_OLDEST, TRP_ORDER_MEMORY, TRP_ORDER_OLDEST};

    world = stage_world_as((trp_world_desc){.layers = 3});
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8});
    for (uint32_t i = 0; i < 3; i++)
    {
        trp_pool_desc desc = space_pool_desc(4, orders[i]);
        desc.draw = draw_it;
        desc.layer = (uint8_t)i;
        pool = stage_pool_as(world, desc);
        if (i != 0)
            CHECK_RESULT(trp_space_add_pool(space, pool,
                                            &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                         TRP_OK);
        space_square(pool, 2 * i, 0);
        space_square(pool, 2 * i + 1, 1);
    }
    space_square(pool, 9, 1000);
    stage_log_clear();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(-100, 0, 300, 10), NULL, 0), TRP_OK);
    CHECK_LOG(2, 3, 4, 5);
}

static uint64_t last_hash;

/* Whether the hash of the world has changed since the last call. */
static bool hash_is_new(void)
{
    const uint64_t last = last_hash;

    last_hash = trp_hash_world(world);
    return last != last_hash;
}

static void ignores(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
}

static void what_is_hashed(void)
{
    boxed *a;
    boxed *b;

    set_up(8);
    a = space_square(pool, 1, 0);
    b = space_square(pool, 2, 20);
    (void)hash_is_new();
    CHECK_RESULT(trp_space_set_bits(space, &a->actor, 2, 0), TRP_OK);
    CHECK(hash_is_new());
    CHECK_RESULT(trp_space_set_bits(space, &a->actor, 2, 2), TRP_OK);
    CHECK(hash_is_new());
    CHECK_RESULT(trp_space_set_bits(space, &a->actor, 0, 0), TRP_OK);
    CHECK(hash_is_new());
    for (int i = 0; i < 4; i++)
    {
        b->box = (trp_box){20, i >= 1, 4 + 4 * (float)(i >= 2), 4 + 4 * (float)(i >= 3)};
        (void)hash_is_new();
        CHECK_RESULT(trp_space_moved(space, &b->actor), TRP_OK);
        CHECK_EQ(hash_is_new(), i != 0);
    }
    b->box.x = 2;
    CHECK_RESULT(trp_space_moved(space, &b->actor), TRP_OK);
    (void)hash_is_new();
    CHECK_EQ(space_contacts(space, NULL, ignores, NULL), 1);
    CHECK(hash_is_new());
    CHECK_RESULT(trp_space_remove(space, &b->actor), TRP_OK);
    CHECK(hash_is_new());
    CHECK(!hash_is_new());
}

const situation space_life_situations[] = {
    {"a recycled or expired actor leaves without a call", the_dead_leave},
    {"sleepers hide, and come back with the box that they have then", sleepers_hide},
    {"sleepers stay if the desc says so, but are not drawn", sleepers_stay},
    {"a pool may enter by hand", manual_add},
    {"all that live enter with their pool, and leave with it", all_that_live_enter},
    {"bounds may come from a callback", bounds_by_a_callback},
    {"an actor may be in several spaces", in_several_spaces},
    {"misuse", misuses},
    {"why a space was refused is the last result", a_refusal_says_why},
    {"while drawing nothing changes, and questions are answered", nothing_changes_while_drawing},
    {"pools of two orders are drawn, after one outside of the space", draws_pools_of_two_orders},
    {"the hash of a world has what a space knows", what_is_hashed},
    {"a viewport is drawn in layer order, then list order", draws_in_list_order},
};
const unsigned space_life_situation_count =
    sizeof space_life_situations / sizeof space_life_situations[0];
