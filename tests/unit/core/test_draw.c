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

static thing *sleeper;

static void change_actors(const thing *self, const trp_view *view)
{
    trp_actor *other = trp_pool_at(pool, 2);
    if (self->id != 1)
        return;
    CHECK_MISUSE(world, trp_recycle(world, other), TRP_BUSY);
    CHECK_MISUSE(world, trp_expire(world, other), TRP_BUSY);
    CHECK_MISUSE(world, trp_deactivate(world, other), TRP_BUSY);
    CHECK_MISUSE(world, trp_activate(world, &sleeper->actor), TRP_BUSY);
    CHECK_NULL_MISUSE(world, trp_create(pool, NULL), TRP_BUSY);
    CHECK_NULL_MISUSE(world, trp_create(pool, self), TRP_BUSY);
    CHECK_NULL_MISUSE(world, trp_create_with(pool, &(trp_birth){.optional = true}), TRP_BUSY);
    CHECK_MISUSE(world, trp_pool_clear(pool, NULL), TRP_BUSY);
}

static void count_event(trp_actor *actor, const trp_event_context *in)
{
    ++*(unsigned *)in->user;
}

static unsigned seen, seen_late;
static trp_watcher watcher = {.function = count_event, .user = &seen};
static trp_watcher late = {.function = count_event, .user = &seen_late};

static void change_the_world(const thing *self, const trp_view *view)
{
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    if (self->id != 1)
        return;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_BUSY);
    CHECK_MISUSE(world, trp_update_all(world, 1), TRP_BUSY);
    CHECK_MISUSE(world, trp_draw_all(world, NULL, 0), TRP_BUSY);
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
    CHECK_MISUSE(world, trp_for_each(pool, stage_visit, NULL), TRP_BUSY);
    CHECK_MISUSE(world, trp_layer_set_enabled(world, 0, false), TRP_BUSY);
    CHECK_MISUSE(world, trp_layer_set_visible(world, 0, false), TRP_BUSY);
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, 0, 2), TRP_BUSY);
    late.pool = pool;
    CHECK_MISUSE(world, trp_watch(world, &late), TRP_BUSY);
    CHECK_MISUSE(world, trp_unwatch(world, &watcher), TRP_BUSY);
    CHECK_MISUSE(world, trp_unwatch(world, &late), TRP_BUSY);
}

static void adopt_one(const thing *self, const trp_view *view)
{
    static thing mine;
    if (self->id == 1)
        CHECK_NULL_MISUSE(world, trp_adopt(trp_world_pool(world, 1), &mine.actor), TRP_BUSY);
}

SITUATION("whatever changes the world is TRP_BUSY")
{
    static void (*const changes[])(const thing *, const trp_view *) = {change_actors,
                                                                       change_the_world, adopt_one};
    for (int i = 0; i < 3; i++) {
        set_up();
        trp_pool_desc desc = stage_desc(2, TRP_ORDER_OLDEST);
        desc.external = TRP_EXTERNAL;
        stage_pool_as(world, desc);
        sleeper = stage_thing(pool, 4);
        CHECK_OK(trp_deactivate(world, &sleeper->actor));
        watcher.pool = pool;
        CHECK_OK(trp_watch(world, &watcher));
        seen = seen_late = 0;
        stage_log_clear();
        when_drawn = changes[i];
        CHECK_OK(trp_draw_all(world, NULL, 0));
        CHECK_LOG(1, 2, 3);
        CHECK_EQ(trp_pool_count(pool), 4);
        CHECK_EQ(trp_world_info(world).pools, 2);
        CHECK_EQ(trp_world_ticks(world), 0);
        CHECK_EQ(trp_state_of(world, &sleeper->actor), TRP_STATE_ASLEEP);
        CHECK_VALID(world);
        CHECK_OK(trp_recycle(world, &sleeper->actor));
        stage_thing(pool, 5);
        CHECK_EQ(seen, 2);
        CHECK_EQ(seen_late, 0);
        CHECK_OK(trp_update_all(world, 1));
    }
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
SCRIPT("what has expired or sleeps is not drawn, nor pruned",
       "new 11-13 1-3; expire 12; sleep 11; recycle 1; go; draw; oldest = d13 d2 d3;"
       "newest = d3 d2 d13; memory = d13 d2 d3; expired 1");
SCRIPT("invisible layers and pools without draw",
       "layers 2; pool; pool layer 1; pool unseen; new 1-3; new b 9; new c 10;"
       "hide 0; go; draw; = d9; tick; memory oldest = 1 2 3 10 9;"
       "newest = 3 2 1 10 9; show 0; disable 1; draw; memory oldest = d1 d2 d3 d9;"
       "newest = d3 d2 d1 d9");
