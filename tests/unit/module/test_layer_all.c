/* Calls for all of a layer: it is walked, cleared, expired. */
#include "../layer_scene.h"

/* visits are logged by id; each visitor creates another in every pool */
static void visit_and_create(trp_actor *self, const trp_context *in)
{
    stage_visit(self, in);
    for (uint32_t i = 0; i < 4; i++)
        if (trp_pool_count(stack.pools[i]) < 5)
            stage_thing(stack.pools[i], 10 + i);
}

static void one_walk_over_all(void)
{
    layer_scene_begin();
    stage_thing(stack.pools[2], 22);
    stage_log_clear();
    CHECK_RESULT(trp_expire(stack.world, &stage_find(stack.pools[2], 2)->actor), TRP_OK);
    CHECK_RESULT(trp_layer_for_each(stack.world, 2, stage_visit, NULL), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 2), 22, 3);
    uint32_t visited = trp_layer_info(stack.world, 2).live;
    CHECK_EQ(visited, 2);
    CHECK_RESULT(trp_layer_for_each(stack.world, 2, visit_and_create, NULL), TRP_OK);
    CHECK_LOG(22, BORN(10), BORN(11), BORN(12), BORN(13), 3, BORN(10), BORN(11), BORN(12),
              BORN(13));
    CHECK_VALID(stack.world);
}

static void creates_and_moves(trp_world *in, thing *self, trp_reason reason)
{
    (void)reason;
    CHECK_NULL_QUIET(in, trp_create(stack.pools[2], NULL), TRP_BUSY);
    CHECK_NULL_QUIET(in, trp_create(stack.pools[3], NULL), TRP_BUSY);
    CHECK(trp_create(stack.pools[0], NULL) != NULL || trp_last_result(in) == TRP_ERR_FULL);
    CHECK_MISUSE(in, trp_pool_set_layer(stack.pools[2], 0), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_set_place(in, 2, 0), TRP_BUSY);
    CHECK_RESULT(trp_layer_clear(in, 2, NULL), TRP_OK); /* what is being cleared can be cleared */
    self->data = 1;
}

/* active, asleep and expired ones, of all its pools; nothing is created there until it is done */
static void clearing_a_layer(void)
{
    layer_scene_begin();
    stage_things(stack.pools[2], 21, 24);
    CHECK_RESULT(trp_deactivate(stack.world, &stage_find(stack.pools[2], 22)->actor), TRP_OK);
    CHECK_RESULT(trp_expire(stack.world, &stage_find(stack.pools[2], 23)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_layer_clear(stack.world, 2, NULL), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_CLEARED, 2), GONE(TRP_REASON_CLEARED, 21),
              GONE(TRP_REASON_CLEARED, 23), GONE(TRP_REASON_CLEARED, 24),
              GONE(TRP_REASON_CLEARED, 22), GONE(TRP_REASON_CLEARED, 3));
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 0);
    CHECK_EQ(trp_layer_info(stack.world, 1).live, 1);
    stage_things(stack.pools[2], 21, 25);
    stage_things(stack.pools[3], 31, 33);
    stage_when_recycled = creates_and_moves;
    CHECK_RESULT(trp_layer_clear(stack.world, 2, NULL), TRP_OK);
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 0);
    CHECK(trp_create(stack.pools[2], NULL) != NULL);
    CHECK_VALID(stack.world);
}

static void clear_the_own_layer(thing *self, const trp_context *in)
{
    if (self->id == 21)
        CHECK_RESULT(trp_layer_clear(in->world, in->layer, NULL), TRP_OK);
}

static void cleared_in_an_update(void)
{
    layer_scene_begin();
    stage_things(stack.pools[2], 21, 24);
    stage_log_clear();
    stage_when_updated = clear_the_own_layer;
    layer_scene_tick();
    CHECK_LOG(0, 1, 2, 21, GONE(TRP_REASON_CLEARED, 2), GONE(TRP_REASON_CLEARED, 21),
              GONE(TRP_REASON_CLEARED, 22), GONE(TRP_REASON_CLEARED, 23),
              GONE(TRP_REASON_CLEARED, 24), GONE(TRP_REASON_CLEARED, 3));
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 0);
    CHECK_VALID(stack.world);
}

static void expiring_a_layer(void)
{
    layer_scene_begin();
    stage_things(stack.pools[2], 21, 23);
    trp_handle handle = trp_handle_of(stack.world, &stage_find(stack.pools[2], 23)->actor);
    CHECK_RESULT(trp_deactivate(stack.world, &stage_find(stack.pools[2], 22)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_layer_clear(stack.world, 2, &(trp_ending){.later = true}), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 22)); /* the sleeper; the others wait for the tick */
    CHECK(trp_get(stack.world, handle) == NULL);
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 4);
    CHECK_RESULT(trp_layer_clear(stack.world, 2, &(trp_ending){.later = true}), TRP_OK);
    layer_scene_tick();
    CHECK_LOG(0, 1, GONE(TRP_REASON_EXPIRED, 2), GONE(TRP_REASON_EXPIRED, 21),
              GONE(TRP_REASON_EXPIRED, 23), GONE(TRP_REASON_EXPIRED, 3));
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 0);
    CHECK_VALID(stack.world);
    /* and its pools go on */
    stage_thing(stack.pools[2], 5);
    stage_log_clear();
    layer_scene_tick();
    CHECK_LOG(0, 1, 5);
}

static void expire_the_own_layer(thing *self, const trp_context *in)
{
    if (self->id == 21)
        CHECK_RESULT(trp_layer_clear(in->world, in->layer, &(trp_ending){.later = true}), TRP_OK);
}

static void expired_in_an_update(void)
{
    layer_scene_begin();
    stage_things(stack.pools[2], 21, 22);
    stage_log_clear();
    stage_when_updated = expire_the_own_layer;
    layer_scene_tick();
    CHECK_LOG(0, 1, 2, 21, GONE(TRP_REASON_EXPIRED, 21), GONE(TRP_REASON_EXPIRED, 22),
              GONE(TRP_REASON_EXPIRED, 3));
    CHECK_EQ(trp_layer_info(stack.world, 2).live,
             1); /* 2 was updated before: the next tick prunes it */
    layer_scene_tick();
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 0);
    CHECK_VALID(stack.world);
}

static void move_in_a_walk(trp_actor *actor, const trp_context *in)
{
    (void)actor;
    CHECK_MISUSE(stack.world, trp_layer_set_place(stack.world, 0, 1), TRP_BUSY);
    ++*(unsigned *)in->arg;
}

static void expire_and_move(trp_actor *actor, const trp_event_context *in)
{
    const trp_context own = {.arg = in->user};

    move_in_a_walk(actor, &own);
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

/* places are fixed while all of a layer is visited, expired or cleared, and at the world's end;
 * after that they can change again */
static void places_are_fixed_meanwhile(void)
{
    unsigned calls = 0;
    trp_watcher watcher = {
        .function = expire_and_move, .user = &calls, .events = TRP_EVENT_EXPIRED};
    layer_scene_begin();
    CHECK_RESULT(trp_watch(stack.world, &watcher), TRP_OK);
    CHECK_RESULT(trp_layer_for_each(stack.world, 2, move_in_a_walk, &calls), TRP_OK);
    CHECK_EQ(calls, 2);
    CHECK_QUIET(stack.world, trp_layer_set_place(stack.world, 2, 0), TRP_OK);
    CHECK_RESULT(trp_layer_clear(stack.world, 2, &(trp_ending){.later = true}), TRP_OK);
    CHECK_EQ(calls, 4);
    CHECK_QUIET(stack.world, trp_layer_set_place(stack.world, 2, 1), TRP_OK);
    CHECK_RESULT(trp_layer_clear(stack.world, 2, NULL), TRP_OK);
    CHECK_QUIET(stack.world, trp_layer_set_place(stack.world, 2, 2), TRP_OK);
    stage_when_recycled = move_at_the_end;
    refused_at_the_end = 0;
    CHECK_RESULT(trp_world_destroy(stack.world), TRP_OK);
    CHECK_EQ(refused_at_the_end, 2);
}

const situation layer_all_situations[] = {
    {"trp_layer_for_each is one walk over all its pools", one_walk_over_all},
    {"clearing a layer clears all of it, and nothing is created meanwhile", clearing_a_layer},
    {"a layer is cleared in an update of one of its actors", cleared_in_an_update},
    {"expiring a layer ends all its lives, softly", expiring_a_layer},
    {"a layer is expired in an update of one of its actors", expired_in_an_update},
    {"layers stay at their places while all of one is gone through", places_are_fixed_meanwhile},
};
const unsigned layer_all_situation_count =
    sizeof layer_all_situations / sizeof layer_all_situations[0];
