#include "../script.h"

SITUATIONS(draw);

static trp_world *world;
static trp_pool *pool;
static trp_view last_view;
static void (*when_drawn)(const thing *self, const trp_view *view);

static void draw(const trp_actor *self, const trp_view *view)
{
    const thing *me = trp_as(thing, self);
    last_view = *view;
    stage_log(me->id);
    if (when_drawn)
        when_drawn(me, view);
}

static trp_pool *drawn_pool(uint32_t layer, trp_order order, void *user)
{
    trp_pool_desc desc = stage_desc(10, order);
    desc.draw = draw;
    desc.layer = layer;
    desc.user = user;
    return stage_pool_as(world, desc);
}

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.layers = 2});
    when_drawn = NULL;
    pool = drawn_pool(0, TRP_ORDER_MEMORY, NULL);
    stage_things(pool, 1, 3);
    stage_log_clear();
}

SITUATION("what a view says to its callbacks")
{
    static int user, target;
    set_up();
    trp_pool *front = drawn_pool(1, TRP_ORDER_NEWEST, &user);
    stage_thing(front, 9);
    stage_log_clear();
    CHECK_QUIET(world, trp_draw_all(world, &target, 0.25f), TRP_OK);
    CHECK_LOG(1, 2, 3, 9);
    CHECK(last_view.world == world);
    CHECK(last_view.pool == front);
    CHECK_EQ(last_view.layer, 1);
    CHECK(last_view.target == &target);
    CHECK(last_view.alpha == 0.25f);
    CHECK(last_view.user == &user);
    CHECK_EQ(trp_world_ticks(world), 0);
    CHECK_RESULT(trp_draw_all(NULL, NULL, 0), TRP_ERR_NULL);
}

SITUATION("a layer is drawn with its number, wherever it stands")
{
    set_up();
    CHECK_OK(trp_layer_set_place(world, 0, 1));
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK(last_view.pool == pool);
    CHECK_EQ(last_view.layer, 0);
}

static void look(const thing *self, const trp_view *view)
{
    uint32_t count = 0;
    trp_handle handle = trp_handle_of(view->world, &self->actor);
    CHECK(trp_get(view->world, handle) == &self->actor);
    CHECK(trp_get_in(view->pool, handle) == &self->actor);
    CHECK_EQ(trp_state_of(view->world, &self->actor), TRP_STATE_ACTIVE);
    for (const trp_actor *at = trp_first(view->world); at; at = trp_next(view->world, at))
        count++;
    CHECK_EQ(count, 3);
    trp_each (thing, it, view->pool)
        count += it->id;
    CHECK_EQ(count, 9);
    CHECK_EQ(trp_pool_count(view->pool), 3);
}

SITUATION("looking is free")
{
    set_up();
    when_drawn = look;
    stage_before(world);
    CHECK_QUIET(world, trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_LOG(1, 2, 3);
}

SCRIPT("drawing goes in list order",
       "pool memory; pool oldest; pool newest; pool oldest joins b; new 1-3;"
       "new d 11; new b 12; new d 13; new c 21 22; go; draw;"
       "= d1 d2 d3 d11 d12 d13 d22 d21");
SCRIPT("an order with many holes is drawn as it is",
       "in newest oldest; pool 30; new 1-30; recycle 2-29; go; draw; oldest = d1 d30;"
       "newest = d30 d1");
SCRIPT("what has expired or sleeps is not drawn, nor pruned",
       "new 11-13 1-3; expire 12; sleep 11; recycle 1; go; draw; oldest = d13 d2 d3;"
       "newest = d3 d2 d13; memory = d13 d2 d3; expired 1");
SCRIPT("invisible layers and pools without draw",
       "layers 2; pool; pool layer 1; pool unseen; new 1-3; new b 9; new c 10;"
       "hide 0; go; draw; = d9; tick; memory oldest = 1 2 3 10 9;"
       "newest = 3 2 1 10 9; show 0; disable 1; draw; memory oldest = d1 d2 d3 d9;"
       "newest = d3 d2 d1 d9");
