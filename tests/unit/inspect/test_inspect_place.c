/* Tags, places that are recorded automatically, and the actor in whose update a call is made. */
#ifndef TRP_PLACES
#define TRP_PLACES
#endif
#include "../inspect_scene.h"

SITUATIONS(inspect_place);

static trp_actor *twin;

static const trp_record *last(void)
{
    return inspect_scene_last(0);
}

static void check_here(uint32_t n, uint32_t line, bool is_within)
{
    const trp_record *record = inspect_scene_last(n);
    CHECK(record->file != NULL);
    CHECK(situation_text_has(record->file, "test_inspect_place.c"));
    CHECK_EQ(record->line, line);
    CHECK_EQ(record->is_within, is_within);
}

static void check_nowhere(void)
{
    CHECK(last()->file == NULL);
    CHECK_EQ(last()->line, 0);
    CHECK(!last()->is_within);
}

/* each name is a macro here, and records its line */
SITUATION("calls note their file and line")
{
    thing it = {.id = 1};
    inspect_scene_begin(TRP_ORDER_OLDEST);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_world *world = inside.world;
    trp_pool *outside = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 1, .external = TRP_EXTERNAL});
    trp_actor *actor = trp_create(inside.pool, NULL);
    check_here(0, __LINE__ - 1, false);
    CHECK_OK(trp_recycle(world, actor));
    check_here(0, __LINE__ - 1, false);
    actor = trp_create(inside.pool, &(thing){.id = 3, .data = 4});
    check_here(0, __LINE__ - 1, false);
    CHECK_EQ(trp_as(thing, actor)->data, 4);
    CHECK_OK(trp_expire(world, actor));
    check_here(0, __LINE__ - 1, false);
    CHECK(trp_create_with(inside.pool, &(trp_birth){.optional = true}) != NULL);
    check_here(0, __LINE__ - 1, false);
    CHECK_EQ(trp_create_many(inside.pool, 2, NULL, NULL), 2);
    check_here(0, __LINE__ - 1, false);
    CHECK_OK(trp_pool_clear(inside.pool, NULL));
    check_here(0, __LINE__ - 1, false);
    CHECK(trp_adopt(outside, &it.actor) != NULL);
    check_here(0, __LINE__ - 1, false);
    CHECK_OK(trp_recycle_with(world, &it.actor, NULL));
    check_here(0, __LINE__ - 1, false);
}

/* whatever the result of the call is */
SITUATION("a note ends with its call, whatever that did")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_actor *actor = (trp_create)(inside.pool, NULL); /* in parentheses a name is no macro */
    check_nowhere();
    CHECK_RESULT(trp_recycle(inside.world, NULL), TRP_GONE);
    CHECK_OK((trp_recycle)(inside.world, actor));
    check_nowhere();
    CHECK_OK(trp_pool_clear(inside.pool, NULL)); /* the pool is empty */
    actor = (trp_create)(inside.pool, NULL);
    check_nowhere();
    CHECK_OK(trp_recycle(inside.world, actor));
    CHECK_RESULT((trp_recycle)(inside.world, actor), TRP_ERR_FREE);
    check_nowhere();
    CHECK(trp_create(NULL, NULL) == NULL);
    CHECK_RESULT(trp_recycle(NULL, actor), TRP_ERR_NULL);
    CHECK_OK(trp_update_all(inside.world, 1));
    (trp_create)(inside.pool, NULL);
    check_nowhere();
}

/* pools of things whose on_end ends the twin, with or without its own place */
static int nested_line;

static void end_twin(trp_actor *actor, const trp_end_context *in)
{
    trp_actor *other = twin;
    twin = NULL;
    (trp_recycle)(in->world, other);
}

static void end_twin_here(trp_actor *actor, const trp_end_context *in)
{
    trp_actor *other = twin;
    twin = NULL;
    nested_line = __LINE__ + 1;
    trp_recycle(in->world, other);
    if (other != NULL)
        (trp_create)(inside.pool, NULL); /* the outer place applies again */
}

static trp_pool *twins(trp_on_end_fn *on_end)
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, true);
    return stage_pool_as(
        inside.world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 2, .on_end = on_end});
}

SITUATION("what a call causes is within it, unless it has a place of its own")
{
    trp_pool *pool = twins(end_twin);
    trp_actor *actor = trp_create(pool, NULL);
    twin = trp_create(pool, NULL);
    CHECK_OK(trp_recycle(inside.world, actor));
    check_here(1, __LINE__ - 1, false);
    check_here(0, __LINE__ - 2, true);
    /* their own places */
    pool = twins(end_twin_here);
    actor = trp_create(pool, NULL);
    twin = trp_create(pool, NULL);
    CHECK_OK(trp_recycle(inside.world, actor));
    check_here(2, __LINE__ - 1, false);
    check_here(1, (uint32_t)nested_line, false);
    check_here(0, __LINE__ - 3, true);
    (trp_create)(inside.pool, NULL);
    check_nowhere();
}

static void create_in_visit(trp_actor *self, const trp_context *in)
{
    (trp_create)(in->arg, NULL);
}

static void visit_twin(trp_actor *self, const trp_end_context *in)
{
    CHECK_OK(trp_for_each(trp_pool_of(in->world, twin), create_in_visit, inside.pool));
}

SITUATION("what a visit causes within a call")
{
    trp_pool *pool = twins(visit_twin);

    twin = trp_create(pool, NULL);
    trp_actor *actor = trp_create(pool, NULL);
    CHECK_OK(trp_recycle(inside.world, actor));
    check_here(0, __LINE__ - 1, true);
}

SCRIPT(
    "a tag holds until it is set again",
    "in memory; record 16; tagged; tag boss; tagged boss; new 1; tag wave 1; recycle 1; tag boss; "
    "recycle 1 !FREE; records 3 {tick 0: things slot 0 (generation 1) created by boss\n"
    "tick 0: things slot 0 (generation 1) recycled by wave 1\n"
    "tick 0: misuse: trp_recycle on things slot 0 (generation 1): TRP_ERR_FREE by boss\n}");

SITUATION("setting a tag answers the one before")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK(trp_set_tag(inside.world, "boss") == NULL);
    CHECK(situation_text_equal(trp_set_tag(inside.world, "wave 1"), "boss"));
    CHECK(trp_set_tag(NULL, "nobody") == NULL);
}

static void after(trp_system *self, const trp_context *in)
{
    trp_create(inside.pool, NULL);
    trp_set_tag(self->world, "forgotten");
    trp_create(inside.pool, NULL);
}

/* in its roles only, whatever tag it sets */
SITUATION("systems act in their name")
{
    trp_system rain = {.name = "rain", .after = after};
    trp_system nameless = {.after = after, .order = 1};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inside.pool = inspect_scene_pool("drops", 8, TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_set_tag(inside.world, "main");
    CHECK_OK(trp_system_add(inside.world, &rain));
    CHECK_OK(trp_system_add(inside.world, &nameless));
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK(situation_text_equal(inspect_scene_last(3)->tag, "rain"));
    CHECK(situation_text_equal(inspect_scene_last(2)->tag, "forgotten"));
    CHECK(situation_text_equal(inspect_scene_last(1)->tag, "main"));
    CHECK(situation_text_equal(last()->tag, "forgotten"));
    trp_create(inside.pool, NULL);
    CHECK(situation_text_equal(last()->tag, "main"));
}

/* as a binding does: for ticks and walks, too */
SITUATION("places noted by hand")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inside.pool = stage_pool(inside.world, 4, TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_place before = trp__set_place(inside.world, trp__place_at("/levels/boss.lua", 31));
    CHECK(before.file == NULL);
    (trp_create)(inside.pool, NULL);
    CHECK(situation_text_equal(last()->file, "/levels/boss.lua"));
    CHECK_EQ(last()->line, 31);
    CHECK(!last()->is_within);
    trp_create(inside.pool, NULL);
    check_here(0, __LINE__ - 1, false);
    (trp_create)(inside.pool, NULL);
    CHECK_EQ(last()->line, 31);
    CHECK_OK(trp_expire(inside.world, trp_pool_at(inside.pool, 0)));
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_EQ(last()->kind, TRP_RECORD_PRUNED);
    CHECK_EQ(last()->line, 31);
    CHECK(last()->is_within);
    trp__set_place(inside.world, TRP__HERE);
    (trp_create)(inside.pool, NULL);
    check_here(0, __LINE__ - 2, false);
    trp__set_place(inside.world, before);
    (trp_create)(inside.pool, NULL);
    check_nowhere();
    before = trp__set_place(NULL, TRP__HERE);
    CHECK(before.file == NULL && before.line == 0);
}

/* In whose update or visit. */

SCRIPT("the update or visit in which it happened",
       "record 16; new 1-3; at u2: recycle 1; tick; records 1 {"
       "tick 1: things slot 0 (generation 1) recycled, in the update of things slot 1\n};"
       "still; at u2: recycle 2; tick; records 1 {"
       "tick 2: things slot 1 (generation 1) recycled, in its own update\n}");

SCRIPT("a visit in an update is an actor's turn",
       "record 16; new 1-3; at u1: for; at v2: recycle 3; tick; records 1 {"
       "tick 1: things slot 2 (generation 1) recycled, in the visit of things slot 1\n};"
       "recycle 1; records 1 {tick 1: things slot 0 (generation 1) recycled\n}");

SCRIPT("in update_pool no actor is current",
       "pool whole called whole; record 16; new 1; at u1: clear; tick; records 1 {"
       "tick 1: whole slot 0 (generation 1) cleared, in the update of whole\n}");

SCRIPT("the library's walks are no actor's turn",
       "record 16; new 1-3; at u1: cull 2; tick; records 1 {tick 1: things slot 1 (generation 1) "
       "recycled, in the update of things slot 0\n}");

SCRIPT(
    "the turn of an actor that was overwritten",
    "record 16; new 1-3; at u1: harm 1 zeros, new 4, records 1 {tick 1: things slot 3 (generation "
    "1) created, in the update of things slot 0\n}; tick ~; repair");

/* Only the pool is known, or, in visits of a layer, not even that. */
SCRIPT("the turn of an actor that has gone",
       "record 16; new 1-3; at v1: recycle 1, new 4; for; records 1 {"
       "tick 0: things slot 0 (generation 2) created, in the visit of things\n};"
       "still; at v4: recycle 4, new 5; layer 0; records 1 {"
       "tick 0: things slot 0 (generation 3) created\n}");

/* the update of the one before is over when the tick prunes */
SCRIPT("what pruning causes is not blamed on the one before",
       "record 16; new 1-3; at -2: recycle 3; expire 2; tick; records 1 {"
       "tick 1: things slot 2 (generation 1) recycled, in the update of things\n}");
