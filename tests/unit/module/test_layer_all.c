/* Calls for all of a layer: it is walked, cleared, expired. */
#include "../layer_scene.h"
#include "../script.h"

static void creates_and_moves(trp_world *in, thing *self, trp_reason reason)
{
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

static void move_in_a_walk(trp_actor *actor, const trp_context *in)
{
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
    {"trp_layer_for_each is one walk over all its pools",
     .script = "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0; new b 1;"
               "new c 2 22; new d 3; go; expire 2; layer 2; = -2e 22 3; live 1 c;"
               "at *: new me+10, new b me+11, new c me+12, new d me+13; layer 2;"
               "= 22 +32 +33 +34 +35 3 +13 +14 +15 +16"},
    {"clearing a layer clears all of it, and nothing is created meanwhile", clearing_a_layer},
    {"a layer is cleared in an update of one of its actors",
     .script = "layers 2; pool memory; pool memory layer 1; pool memory layer 1; new 0;"
               "new b 2 21 22; new c 3; go; at 21: clearlayer 1; tick;"
               "= 0 2 21 -2c -21c -22c -3c; live 0 b; live 0 c"},
    {"expiring a layer ends all its lives, softly",
     .script = "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0;"
               "new b 1; new c 2 21 22 23; new d 3; sleep 22; go; fadelayer 2; = -22e;"
               "is expired 23; live 3 c; live 1 d; fadelayer 2; tick;"
               "= 0 1 -2e -21e -23e -3e; live 0 c; live 0 d; new c 5; go; tick; = 0 1 5"},
    {"a layer is expired in an update of one of its actors",
     .script = "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0;"
               "new b 1; new c 2 21 22; new d 3; go; at 21: fadelayer 2; tick;"
               "= 0 1 2 21 -21e -22e -3e; live 1 c; tick; live 0 c"},
    {"layers stay at their places while all of one is gone through", places_are_fixed_meanwhile},
};
const unsigned layer_all_situation_count =
    sizeof layer_all_situations / sizeof layer_all_situations[0];
