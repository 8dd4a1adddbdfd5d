#include "../stage.h"

static trp_world *world;
static trp_pool *pools[4];

/* layer 0 has things 0, layer 1 things 1, layer 2 things 2, and 3 of a second pool */
static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.layers = 3});
    for (uint32_t i = 0; i < 4; i++)
    {
        trp_pool_desc desc = stage_desc(5, i == 1 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY);
        desc.layer = i < 3 ? i : 2;
        pools[i] = stage_pool_as(world, desc);
        stage_thing(pools[i], i);
    }
    stage_log_clear();
}

static void tick(void)
{
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
}

static void names(void)
{
    set_up();
    CHECK(trp_layer_name(world, 1) == NULL);
    CHECK_RESULT(trp_layer_set_name(world, 1, "enemies"), TRP_OK);
    CHECK(situation_text_equal(trp_layer_name(world, 1), "enemies"));
    CHECK(trp_layer_name(world, 0) == NULL);
    CHECK(trp_layer_name(world, 3) == NULL);
}

static void every_place(void)
{
    static const uint32_t from_to[][3] = {
        {0, 2, 120}, {2, 0, 201}, {1, 0, 102}, {1, 2, 21}, {1, 1, 12}};
    for (unsigned i = 0; i < sizeof from_to / sizeof from_to[0]; i++)
    {
        set_up();
        uint32_t layer = from_to[i][0];
        CHECK_RESULT(trp_layer_set_place(world, layer, from_to[i][1]), TRP_OK);
        CHECK_EQ(trp_layer_place(world, layer), from_to[i][1]);
        uint32_t order = 0;
        for (uint32_t place = 0; place < 3; place++)
        {
            order = order * 10 + trp_layer_at(world, place);
            CHECK_EQ(trp_layer_place(world, trp_layer_at(world, place)), place);
        }
        CHECK_EQ(order, from_to[i][2]);
        CHECK_VALID(world);
        uint32_t met = 0;
        for (trp_actor *it = trp_first(world); it; it = trp_next(world, it))
            if (trp_as(thing, it)->id != 3)
                met = met * 10 + trp_as(thing, it)->id;
        CHECK_EQ(met, order);
    }
    CHECK_LOG();
}

static void the_tick_follows(void)
{
    set_up();
    CHECK_RESULT(trp_layer_set_place(world, 2, 0), TRP_OK);
    tick();
    CHECK_LOG(2, 3, 0, 1);
    /* and a pool made later finds its place */
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_MEMORY);
    desc.layer = 0;
    stage_thing(stage_pool_as(world, desc), 9);
    stage_log_clear();
    tick();
    CHECK_LOG(2, 3, 0, 9, 1);
    CHECK_VALID(world);
}

static void a_pool_moves(void)
{
    set_up();
    thing *first = stage_find(pools[2], 2);
    trp_handle handle = trp_handle_of(world, &first->actor);
    CHECK_RESULT(trp_pool_set_layer(pools[2], 0), TRP_OK);
    CHECK_EQ(trp_pool_layer(pools[2]), 0);
    CHECK(trp_as(thing, trp_get(world, handle)) == first);
    CHECK_VALID(world);
    tick();
    CHECK_LOG(0, 2, 1, 3);
    CHECK_EQ(trp_layer_count(world, 0), 2);
    CHECK_EQ(trp_layer_count(world, 2), 1);
    CHECK_RESULT(trp_pool_set_layer(pools[2], 0), TRP_OK); /* to where it is: behind the others */
    CHECK_RESULT(trp_pool_set_layer(pools[0], 0), TRP_OK);
    CHECK_VALID(world);
    tick();
    CHECK_LOG(2, 0, 1, 3);
}

static void joined_pools_move_together(void)
{
    set_up();
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_OLDEST);
    desc.joins = pools[1];
    trp_pool *joined = stage_pool_as(world, desc);
    stage_thing(joined, 11);
    stage_thing(pools[1], 12);
    CHECK_RESULT(trp_pool_set_layer(joined, 0), TRP_OK);
    CHECK_EQ(trp_pool_layer(pools[1]), 0);
    CHECK_EQ(trp_layer_count(world, 0), 4);
    CHECK_VALID(world);
    stage_log_clear();
    tick();
    CHECK_LOG(0, 1, 11, 12, 2, 3);
}

static void (*move)(void);
static uint32_t updates[12];

static void count_and_move(thing *self, const trp_tick *now)
{
    void (*now_or_never)(void) = self->id == 1 ? move : NULL;
    CHECK(now->layer == trp_pool_layer(now->pool) || self->id == 11); /* 1 moved its own pool */
    updates[self->id]++;
    if (now_or_never)
    {
        move = NULL;
        now_or_never();
    }
}

static void first_layer_to_the_end(void)
{
    CHECK_RESULT(trp_layer_set_place(world, 0, 2), TRP_OK);
}

static void last_layer_to_the_front(void)
{
    CHECK_RESULT(trp_layer_set_place(world, 2, 0), TRP_OK);
}

static void own_layer_to_the_end(void)
{
    CHECK_RESULT(trp_layer_set_place(world, 1, 2), TRP_OK);
}

static void own_pool_to_the_end(void)
{
    CHECK_RESULT(trp_pool_set_layer(pools[1], 2), TRP_OK);
}

static void next_pool_to_the_front(void)
{
    CHECK_RESULT(trp_pool_set_layer(pools[2], 0), TRP_OK);
}

static void visited_pool_to_the_end(void)
{
    CHECK_RESULT(trp_pool_set_layer(pools[0], 2), TRP_OK);
}

static void all_round(void)
{
    for (uint32_t i = 0; i < 4; i++)
        CHECK_RESULT(trp_pool_set_layer(pools[i], 2 - i % 3), TRP_OK);
    CHECK_RESULT(trp_layer_set_place(world, 2, 0), TRP_OK);
}

/* whatever is moved while layer 1 is updated: each actor is updated once in that tick */
static void moved_in_a_tick(void)
{
    void (*moves[])(void) = {first_layer_to_the_end,
                             last_layer_to_the_front,
                             own_layer_to_the_end,
                             own_pool_to_the_end,
                             next_pool_to_the_front,
                             visited_pool_to_the_end,
                             all_round};
    for (unsigned i = 0; i < sizeof moves / sizeof moves[0]; i++)
    {
        set_up();
        stage_thing(pools[1], 11);
        stage_when_updated = count_and_move;
        move = moves[i];
        for (uint32_t ticks = 1; ticks <= 2; ticks++)
        {
            tick();
            for (uint32_t id = 0; id < 12; id++)
                CHECK_EQ(updates[id], id < 4 || id == 11 ? ticks : 0);
        }
        for (uint32_t id = 0; id < 12; id++)
            updates[id] = 0;
        CHECK_VALID(world);
    }
}

static float seen_dt[4];

static void keep_dt(thing *self, const trp_tick *now)
{
    seen_dt[self->id] = now->dt;
    CHECK(now->unscaled_dt == 0.5f);
    if (self->id == 1)
        CHECK_RESULT(trp_world_set_time_scale(world, 16), TRP_OK);
}

static void scales_are_multiplied(void)
{
    set_up();
    CHECK(trp_world_time_scale(world) == 1.0f);
    CHECK(trp_pool_time_scale(pools[0]) == 1.0f);
    CHECK_RESULT(trp_world_set_time_scale(world, 2), TRP_OK);
    CHECK_RESULT(trp_layer_set_time_scale(world, 2, 4), TRP_OK);
    CHECK_RESULT(trp_pool_set_time_scale(pools[3], 8), TRP_OK);
    CHECK_RESULT(trp_pool_set_time_scale(pools[0], 0), TRP_OK);
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_OLDEST);
    desc.joins = pools[1];
    trp_pool *joined = stage_pool_as(world, desc);
    CHECK_RESULT(trp_pool_set_time_scale(joined, 0.5f), TRP_OK);
    stage_thing(joined, 2); /* its dt is seen first, then the one of pools[2] */
    stage_when_updated = keep_dt;
    CHECK_RESULT(trp_update_all(world, 0.5f), TRP_OK);
    CHECK(seen_dt[0] == 0.0f);
    CHECK(seen_dt[1] == 1.0f);
    CHECK(seen_dt[2] == 0.5f * 16 * 4);
    CHECK(seen_dt[3] == 0.5f * 16 * 4 * 8);
    CHECK_RESULT(trp_pool_clear(pools[2]), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(world, 1), TRP_OK);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_pool_clear(pools[1]), TRP_OK);
    stage_when_updated = keep_dt;
    CHECK_RESULT(trp_update_all(world, 0.5f), TRP_OK);
    CHECK(seen_dt[2] == 0.25f);
}

static void bad_numbers(void)
{
    volatile float zero = 0.0f;
    const float bad[] = {-1, zero / zero, 1 / zero, -1 / zero};
    set_up();
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_MISUSE(world, trp_world_set_time_scale(world, bad[i]), TRP_ERR_VALUE);
        CHECK_MISUSE(world, trp_pool_set_time_scale(pools[0], bad[i]), TRP_ERR_VALUE);
        CHECK(situation_text_has(told.message, "thing"));
    }
    CHECK(trp_world_time_scale(world) == 1.0f && trp_pool_time_scale(pools[0]) == 1.0f);
    CHECK_MISUSE(world, trp_layer_set_place(world, 3, 0), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_place(world, 0, 3), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_pool_set_layer(pools[0], 3), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_name(world, 3, "x"), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_clear(world, 3), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_expire_all(world, 3), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_each(world, 3, stage_visit, NULL), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_each(world, 0, NULL, NULL), TRP_ERR_NULL);
    CHECK_EQ(trp_layer_count(world, 3), 0);
    CHECK_EQ(trp_layer_place(world, 3), TRP_MAX_LAYERS);
    CHECK_EQ(trp_layer_at(world, 3), TRP_MAX_LAYERS);
    CHECK_RESULT(trp_layer_clear(NULL, 0), TRP_ERR_NULL);
    CHECK_RESULT(trp_pool_set_layer(NULL, 0), TRP_ERR_NULL);
    CHECK_RESULT(trp_pool_set_time_scale(NULL, 1), TRP_ERR_NULL);
    CHECK_RESULT(trp_world_set_time_scale(NULL, 1), TRP_ERR_NULL);
    tick();
    CHECK_LOG(0, 1, 2, 3);
}

/* visits are logged by id; each visitor creates another in every pool */
static void visit_and_create(trp_actor *self, void *user)
{
    stage_visit(self, user);
    for (uint32_t i = 0; i < 4; i++)
        if (trp_pool_count(pools[i]) < 5)
            stage_thing(pools[i], 10 + i);
}

static void one_walk_over_all(void)
{
    set_up();
    stage_thing(pools[2], 22);
    stage_log_clear();
    CHECK_RESULT(trp_expire(world, &stage_find(pools[2], 2)->actor), TRP_OK);
    CHECK_RESULT(trp_layer_each(world, 2, stage_visit, NULL), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 2), 22, 3);
    uint32_t visited = trp_layer_count(world, 2);
    CHECK_EQ(visited, 2);
    CHECK_RESULT(trp_layer_each(world, 2, visit_and_create, NULL), TRP_OK);
    CHECK_LOG(22, BORN(10), BORN(11), BORN(12), BORN(13), 3, BORN(10), BORN(11), BORN(12),
              BORN(13));
    CHECK_VALID(world);
}

static void creates_and_moves(trp_world *in, thing *self, trp_reason reason)
{
    (void)reason;
    CHECK_NULL_QUIET(in, trp_create(pools[2]), TRP_BUSY);
    CHECK_NULL_QUIET(in, trp_create(pools[3]), TRP_BUSY);
    CHECK(trp_create(pools[0]) != NULL || trp_last_result(in) == TRP_ERR_FULL);
    CHECK_MISUSE(in, trp_pool_set_layer(pools[2], 0), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_set_place(in, 2, 0), TRP_BUSY);
    CHECK_RESULT(trp_layer_clear(in, 2), TRP_OK); /* what is being cleared can be cleared */
    self->data = 1;
}

/* active, asleep and expired ones, of all its pools; nothing is created there until it is done */
static void clearing_a_layer(void)
{
    set_up();
    stage_things(pools[2], 21, 24);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pools[2], 22)->actor), TRP_OK);
    CHECK_RESULT(trp_expire(world, &stage_find(pools[2], 23)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_layer_clear(world, 2), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_CLEARED, 2), GONE(TRP_REASON_CLEARED, 21),
              GONE(TRP_REASON_CLEARED, 23), GONE(TRP_REASON_CLEARED, 24),
              GONE(TRP_REASON_CLEARED, 22), GONE(TRP_REASON_CLEARED, 3));
    CHECK_EQ(trp_layer_count(world, 2), 0);
    CHECK_EQ(trp_layer_count(world, 1), 1);
    stage_things(pools[2], 21, 25);
    stage_things(pools[3], 31, 33);
    stage_when_recycled = creates_and_moves;
    CHECK_RESULT(trp_layer_clear(world, 2), TRP_OK);
    CHECK_EQ(trp_layer_count(world, 2), 0);
    CHECK(trp_create(pools[2]) != NULL);
    CHECK_VALID(world);
}

static void clear_the_own_layer(thing *self, const trp_tick *now)
{
    if (self->id == 21)
        CHECK_RESULT(trp_layer_clear(now->world, now->layer), TRP_OK);
}

static void cleared_in_an_update(void)
{
    set_up();
    stage_things(pools[2], 21, 24);
    stage_log_clear();
    stage_when_updated = clear_the_own_layer;
    tick();
    CHECK_LOG(0, 1, 2, 21, GONE(TRP_REASON_CLEARED, 2), GONE(TRP_REASON_CLEARED, 21),
              GONE(TRP_REASON_CLEARED, 22), GONE(TRP_REASON_CLEARED, 23),
              GONE(TRP_REASON_CLEARED, 24), GONE(TRP_REASON_CLEARED, 3));
    CHECK_EQ(trp_layer_count(world, 2), 0);
    CHECK_VALID(world);
}

static void expiring_a_layer(void)
{
    set_up();
    stage_things(pools[2], 21, 23);
    trp_handle handle = trp_handle_of(world, &stage_find(pools[2], 23)->actor);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pools[2], 22)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_layer_expire_all(world, 2), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 22)); /* the sleeper; the others wait for the tick */
    CHECK(trp_get(world, handle) == NULL);
    CHECK_EQ(trp_layer_count(world, 2), 4);
    CHECK_RESULT(trp_layer_expire_all(world, 2), TRP_OK);
    tick();
    CHECK_LOG(0, 1, GONE(TRP_REASON_EXPIRED, 2), GONE(TRP_REASON_EXPIRED, 21),
              GONE(TRP_REASON_EXPIRED, 23), GONE(TRP_REASON_EXPIRED, 3));
    CHECK_EQ(trp_layer_count(world, 2), 0);
    CHECK_VALID(world);
    /* and its pools go on */
    stage_thing(pools[2], 5);
    stage_log_clear();
    tick();
    CHECK_LOG(0, 1, 5);
}

static void expire_the_own_layer(thing *self, const trp_tick *now)
{
    if (self->id == 21)
        CHECK_RESULT(trp_layer_expire_all(now->world, now->layer), TRP_OK);
}

static void expired_in_an_update(void)
{
    set_up();
    stage_things(pools[2], 21, 22);
    stage_log_clear();
    stage_when_updated = expire_the_own_layer;
    tick();
    CHECK_LOG(0, 1, 2, 21, GONE(TRP_REASON_EXPIRED, 21), GONE(TRP_REASON_EXPIRED, 22),
              GONE(TRP_REASON_EXPIRED, 3));
    CHECK_EQ(trp_layer_count(world, 2), 1); /* 2 was updated before: the next tick prunes it */
    tick();
    CHECK_EQ(trp_layer_count(world, 2), 0);
    CHECK_VALID(world);
}

static void try_all_while_drawing(const trp_actor *self, const trp_view *view)
{
    trp_world *in = pools[0] ? trp_pool_world(pools[0]) : NULL;
    (void)view;
    CHECK(self != NULL);
    CHECK_MISUSE(in, trp_layer_set_name(in, 0, "x"), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_set_place(in, 0, 1), TRP_BUSY);
    CHECK_MISUSE(in, trp_pool_set_layer(pools[0], 1), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_clear(in, 0), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_expire_all(in, 0), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_each(in, 0, stage_visit, NULL), TRP_BUSY);
    CHECK_MISUSE(in, trp_world_set_time_scale(in, 2), TRP_BUSY);
    CHECK_MISUSE(in, trp_pool_set_time_scale(pools[0], 2), TRP_BUSY);
}

static void move_in_a_walk(trp_actor *actor, void *user)
{
    (void)actor;
    CHECK_MISUSE(world, trp_layer_set_place(world, 0, 1), TRP_BUSY);
    ++*(unsigned *)user;
}

static void expire_and_move(trp_pool *in, trp_actor *actor, trp_event event, trp_reason reason,
                            void *user)
{
    (void)in, (void)event, (void)reason;
    move_in_a_walk(actor, user);
}

static unsigned refused_at_the_end;

static void move_at_the_end(trp_world *in, thing *self, trp_reason reason)
{
    (void)self;
    if (reason != TRP_REASON_SHUTDOWN)
        return;
    CHECK_MISUSE(in, trp_layer_set_place(in, 0, 1), TRP_BUSY);
    refused_at_the_end++;
}

/* places are fixed while all of a layer is visited, expired or cleared, and at the world's end; then they are free again */
static void places_are_fixed_meanwhile(void)
{
    unsigned calls = 0;
    trp_watcher watcher = {
        .function = expire_and_move, .context = &calls, .events = TRP_EVENT_EXPIRED};
    set_up();
    CHECK_RESULT(trp_watch_all(world, &watcher), TRP_OK);
    CHECK_RESULT(trp_layer_each(world, 2, move_in_a_walk, &calls), TRP_OK);
    CHECK_EQ(calls, 2);
    CHECK_QUIET(world, trp_layer_set_place(world, 2, 0), TRP_OK);
    CHECK_RESULT(trp_layer_expire_all(world, 2), TRP_OK);
    CHECK_EQ(calls, 4);
    CHECK_QUIET(world, trp_layer_set_place(world, 2, 1), TRP_OK);
    CHECK_RESULT(trp_layer_clear(world, 2), TRP_OK);
    CHECK_QUIET(world, trp_layer_set_place(world, 2, 2), TRP_OK);
    stage_when_recycled = move_at_the_end;
    refused_at_the_end = 0;
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_EQ(refused_at_the_end, 2);
}

static void busy_while_drawing(void)
{
    set_up();
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);
    desc.draw = try_all_while_drawing;
    stage_thing(stage_pool_as(world, desc), 1);
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_EQ(trp_layer_count(world, 0), 2);
}

const situation layer_order_situations[] = {
    {"a layer may have a name", names},
    {"a layer can be put at every place", every_place},
    {"the tick follows the order, and so do pools made later", the_tick_follows},
    {"a pool moves to another layer, its actors and handles stay", a_pool_moves},
    {"pools that share a segment move together", joined_pools_move_together},
    {"what is moved in a tick is updated once in that tick", moved_in_a_tick},
    {"time scales of world, layer and pool are multiplied", scales_are_multiplied},
    {"bad numbers change nothing", bad_numbers},
    {"trp_layer_each is one walk over all its pools", one_walk_over_all},
    {"clearing a layer clears all of it, and nothing is created meanwhile", clearing_a_layer},
    {"a layer is cleared in an update of one of its actors", cleared_in_an_update},
    {"expiring a layer ends all its lives, softly", expiring_a_layer},
    {"a layer is expired in an update of one of its actors", expired_in_an_update},
    {"layers stay at their places while all of one is gone through", places_are_fixed_meanwhile},
    {"nothing of it while drawing", busy_while_drawing},
};
const unsigned layer_order_situation_count =
    sizeof layer_order_situations / sizeof layer_order_situations[0];
