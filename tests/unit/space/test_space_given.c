/* Arguments of a space's callbacks besides actors: world, space, categories, the game's own
 * pointer. And boxes by their middle. */
#include "../space_stage.h"

SITUATIONS(space_given);

enum { SHOT = 4, SHIP = 8 };

/* a ball, by its middle */
typedef struct ball {
    trp_actor actor;
    float x, y, half_width, half_height;
} ball;

static trp_world *world;
static trp_pool *shots, *ships, *balls;
static trp_space *space;
static boxed *shot, *ship;
static int mine;
static uint32_t calls;

static void enter(trp_pool *pool, uint32_t category)
{
    const trp_space_pool_desc desc = {.box = TRP_BOX_AT(boxed, box), .category = category};

    CHECK_OK(trp_space_add_pool(space, pool, &desc));
}

static void set_up(void)
{
    calls = 0;
    world = stage_world();
    shots = space_pool(world, 4);
    ships = space_pool(world, 4);
    space = trp_space_create(world, &(trp_space_desc){
                                        .capacity = 8,
                                    });
    enter(shots, SHOT);
    enter(ships, SHIP);
    ship = space_box(ships, 1, 0, 0, 10, 10);
    shot = space_box(shots, 2, 5, 5, 1, 1);
}

static bool is_given(const trp_context *in, const trp_actor *actor)
{
    return in->world == world && in->space == space && in->arg == &mine &&
           in->category == (actor == &ship->actor ? SHIP : SHOT);
}

static void visit(trp_actor *actor, const trp_context *in)
{
    CHECK(is_given(in, actor));
    calls++;
}

static bool accept(const trp_actor *actor, const trp_context *in)
{
    CHECK(in->user == &calls && (in->arg == NULL || is_given(in, actor)));
    return true;
}

SITUATION("callbacks of queries get the world, the space and the category")
{
    trp_hit hit;
    trp_query query = {.accept = accept, .user = &calls};

    set_up();
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(5, 5, 0, 0)}, visit, &mine),
             2);
    CHECK_EQ(trp_space_query(space, &query, visit, &mine), 2);
    query.order = TRP_SPACE_NEAREST_FIRST;
    query.area = trp_circle(5, 5, 20);
    CHECK_EQ(trp_space_query(space, &query, visit, &mine), 2);
    CHECK_EQ(calls, 6);
    query.mask = SHIP;
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
    CHECK_EQ(hit.category, SHIP);
}

static bool is_given_pair(const trp_pair_context *in, const trp_actor *a, const trp_actor *b)
{
    return a == &shot->actor && b == &ship->actor && in->world == world && in->space == space &&
           in->a_category == SHOT && in->b_category == SHIP;
}

static void meet(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    CHECK(is_given_pair(in, a, b) && in->arg == &mine);
    calls++;
}

static bool accept_pair(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    CHECK(is_given_pair(in, a, b) && in->user == &calls);
    return true;
}

SITUATION("so do callbacks of pairs")
{
    const trp_pairing which = {.accept = accept_pair, .user = &calls};

    set_up();
    CHECK_EQ(trp_space_pairs(space, NULL, meet, &mine), 1);
    CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.a = SHOT, .b = SHIP}, meet, &mine), 1);
    CHECK_EQ(trp_space_pairs(space, &which, meet, &mine), 1);
    CHECK_EQ(calls, 3);
}

SITUATION("and where pairs are found a few at a time")
{
    set_up();
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8, .hits = 1});
    enter(shots, SHOT);
    enter(ships, SHIP);
    CHECK_EQ(trp_space_pairs(space, NULL, meet, &mine), 1);
    CHECK_EQ(calls, 1);
}

static void touch(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    CHECK(in->world == world && in->space == space && in->user == &mine);
    CHECK_EQ(in->a_category, SHOT);
    CHECK_EQ(in->b_category, SHIP);
    calls++;
}

SITUATION("and contacts")
{
    const trp_pairing which = {.accept = accept_pair, .user = &calls};

    set_up();
    CHECK_EQ(space_contacts(space, &which, touch, &mine), 1);
    CHECK_OK(trp_recycle(world, &shot->actor));
    CHECK_EQ(space_contacts(space, NULL, touch, &mine), 1);
    CHECK_EQ(calls, 2);
}

static void changes_the_other(trp_actor *actor, const trp_context *in)
{
    if (actor == &shot->actor)
        CHECK_OK(trp_space_set_bits(in->space, &ship->actor, 32, 0));
    else
        CHECK_EQ(in->category, 32);
}

SITUATION("the category is that of the moment of the call")
{
    set_up();
    CHECK_EQ(space_category_of(space, &ship->actor), SHIP);
    CHECK_EQ(trp_space_query(space,
                             &(trp_query){.area = trp_rectangle(5, 5, 0, 0), .mask = SHOT | SHIP},
                             changes_the_other, NULL),
             2);
    CHECK_EQ(space_category_of(space, &ship->actor), 32);
    CHECK_OK(trp_space_remove(space, &ship->actor));
    CHECK_EQ(space_category_of(space, &ship->actor), 0);
    CHECK_EQ(space_category_of(space, NULL), 0);
    CHECK_EQ(space_category_of(NULL, &shot->actor), 0);
}

static void add_balls(bool is_round)
{
    world = stage_world();
    balls = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(ball, actor), .capacity = 16});
    space = trp_space_create(world, &(trp_space_desc){.capacity = 16});
    CHECK_OK(trp_space_add_pool(
        space, balls,
        &(trp_space_pool_desc){.center = TRP_BOX(ball, x, y, half_width, half_height),
                               .is_round = is_round}));
}

static ball *add_ball(float x, float y, float half_width, float half_height)
{
    const ball init = {.x = x, .y = y, .half_width = half_width, .half_height = half_height};

    return trp_as(ball, trp_create(balls, &init));
}

static uint32_t at(float x, float y)
{
    return trp_space_query(space, &(trp_query){.area = trp_rectangle(x, y, 0, 0)}, NULL, NULL);
}

SITUATION("boxes by their middle")
{
    trp_box box;

    add_balls(false);
    ball *one = add_ball(10, 20, 3, 1);
    CHECK(space_box_of(space, &one->actor, &box));
    CHECK(box.x == 7 && box.y == 19 && box.width == 6 && box.height == 2);
    CHECK_EQ(at(7, 21), 1);
    CHECK_EQ(at(13, 19), 1);
    CHECK_EQ(at(13.5f, 20), 0);
    CHECK_EQ(at(10, 21.5f), 0);
    one->x = 100;
    CHECK_OK(trp_space_moved_all(space, NULL));
    CHECK_EQ(at(103, 20), 1);
    CHECK_EQ(at(10, 20), 0);
}

SITUATION("circles by their middle")
{
    add_balls(true);
    add_ball(0, 0, 2, 2);
    CHECK_EQ(at(-2, 0), 1);
    CHECK_EQ(at(1.9f, 1.9f), 0);
}

SITUATION("infinite boxes by their middle")
{
    add_balls(false);
    add_ball(0, 5, TRP_INFINITY, 1);
    CHECK_EQ(at(1e30f, 5), 1);
    CHECK_EQ(at(-TRP_INFINITY, 6), 1);
    CHECK_EQ(at(0, 7), 0);
}

static void refused(float x, float y, float half_width, float half_height)
{
    const uint32_t before = trp_space_info(space).count;

    stage_forget();
    add_ball(x, y, half_width, half_height);
    CHECK_TOLD(1, TRP_ERR_VALUE);
    CHECK_EQ(trp_space_info(space).count, before);
}

SITUATION("middles and half sizes that are refused")
{
    add_balls(false);
    refused(0, 0, -1, 1);
    refused(0, 0, 1, -1);
    refused(NAN, 0, 1, 1);
    refused(0, NAN, 1, 1);
    refused(-TRP_INFINITY, 0, TRP_INFINITY, 1);
    refused(0, -TRP_INFINITY, 1, TRP_INFINITY);
    refused(TRP_INFINITY, 0, TRP_INFINITY, 1);
    refused(0, TRP_INFINITY, 1, TRP_INFINITY);
    CHECK_EQ(add_ball(0, 0, 0, 0) != NULL, 1);
    CHECK_EQ(at(0, 0), 1);
}

SITUATION("a pool's box is given in one way")
{
    trp_space_pool_desc desc = {.box = TRP_BOX(ball, x, y, half_width, half_height),
                                .center = TRP_BOX(ball, x, y, half_width, half_height)};

    world = stage_world();
    balls = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(ball, actor), .capacity = 8});
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8});
    CHECK_MISUSE(world, trp_space_add_pool(space, balls, &desc), TRP_ERR_DESC);
    desc = (trp_space_pool_desc){.center = sizeof(ball)};
    CHECK_MISUSE(world, trp_space_add_pool(space, balls, &desc), TRP_ERR_VALUE);
}

/* Views */

static int target, picture;

static void draw_it(const trp_actor *self, const trp_view *view)
{
    CHECK(view->world == world && view->target == &target && view->alpha == 0.25f);
    CHECK(view->pool == (trp_as(boxed, self)->id < 10 ? shots : ships));
    CHECK(view->user == (view->pool == shots ? (void *)&mine : (void *)&picture));
    CHECK_EQ(view->layer, view->pool == shots ? 1 : 0);
    calls++;
}

static trp_pool *drawn_pool(trp_order order, uint32_t layer, void *user)
{
    trp_pool_desc desc = space_pool_desc(4, order);

    desc.draw = draw_it;
    desc.layer = layer;
    desc.user = user;
    return stage_pool_as(world, desc);
}

/* all are drawn, or all but one; in memory order and in an age order */
SITUATION("and drawing")
{
    for (int round = 0; round < 2; round++) {
        const trp_order order = round == 0 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST;

        world = stage_world_as((trp_world_desc){.layers = 2});
        space_pool(world, 1);
        shots = drawn_pool(order, 1, &mine);
        ships = drawn_pool(order, 0, &picture);
        space = trp_space_create(world, &(trp_space_desc){.capacity = 8});
        enter(shots, SHOT);
        enter(ships, SHIP);
        for (uint32_t i = 0; i < 3; i++) {
            space_box(shots, 1 + i, 10 * (float)i, 0, 4, 4);
            space_box(ships, 11 + i, 10 * (float)i, 0, 4, 4);
        }
        for (uint32_t width = 15; width <= 100; width += 85) {
            calls = 0;
            CHECK_OK(trp_space_draw(space, trp_rectangle(0, 0, (float)width, 4), &target, 0.25f));
            CHECK_EQ(calls, width == 100 ? 6 : 4);
        }
    }
    stage_log_clear();
}
