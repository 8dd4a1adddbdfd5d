/* Births and deaths in age orders with nothing to notify. */
#include "../joined_scene.h"

/* Links with wrong targets: a part of the node was overwritten. No step needs them. */
static void recycling_with_wrong_links(void)
{
    trp_pool *other;

    joined_scene_begin(2, 6);
    other = stage_pool(joined.world, 2, TRP_ORDER_OLDEST);
    stage_thing(other, 30);
    joined_scene_find(0)->actor.next = joined_scene_find(5)->actor.index & (TRP_MAX_SLOTS - 1);
    joined_scene_end(5);
    joined_scene_end(0);
    joined_scene_end(4); /* a free slot of pool 0; thing 2 gets its index as a link */
    joined_scene_find(2)->actor.next = joined_scene_find(2)->actor.index & (TRP_MAX_SLOTS - 1);
    joined_scene_find(2)->actor.next += 1;
    joined_scene_end(2);
    joined_scene_find(3)->actor.prev = stage_find(other, 30)->actor.index & (TRP_MAX_SLOTS - 1);
    joined_scene_find(3)->actor.next = TRP_NO_LINK - 1;
    joined_scene_end(3);
    joined_scene_born(1, 40);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(joined.world, 1), TRP_OK);
    CHECK_LOG(1, 40, 30);
}

static void create_in_draw(const trp_actor *self, const trp_view *view)
{
    (void)self;
    (void)view;
    CHECK_NULL_MISUSE(joined.world, trp_create(joined.pools[0]), TRP_BUSY);
}

static void nothing_begins_in_a_drawing_or_in_an_external_pool(void)
{
    trp_pool_desc desc = joined_scene_desc(2);

    joined_scene_begin(1, 2);
    joined.pools[0]->desc.draw = create_in_draw;
    CHECK_RESULT(trp_draw_all(joined.world, NULL, 0), TRP_OK);
    desc.external = true;
    joined.pools[1] = trp_pool_create(joined.world, &desc);
    CHECK_NULL_MISUSE(joined.world, trp_create(joined.pools[1]), TRP_ERR_TYPE);
}

static void create_in_clear(trp_world *in, thing *self, trp_reason reason)
{
    (void)self;
    (void)reason;
    CHECK_NULL_QUIET(in, trp_create(joined.pools[0]), TRP_BUSY);
    stage_log(7);
}

/* the pool has no hook, but the other one has, and both are being cleared */
static void nothing_begins_while_a_world_is_cleared(void)
{
    joined_scene_begin(1, 2);
    stage_thing(stage_pool(joined.world, 2, TRP_ORDER_MEMORY), 9);
    stage_when_recycled = create_in_clear;
    stage_log_clear();
    CHECK_RESULT(trp_layer_clear(joined.world, 0), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_CLEARED, 9), 7);
    CHECK_EQ(trp_pool_count(joined.pools[0]), 0);
}

static void no_numbers_left(thing *self, const trp_tick *now)
{
    (void)now;
    if (self->id != 1)
        return;
    trp__set_newest(joined.world, TRP__STAMP_FLOOR);
    CHECK_NULL_QUIET(joined.world, trp_create(joined.pools[0]), TRP_ERR_LIMIT);
}

static void nothing_begins_without_a_number(void)
{
    joined_scene_begin(1, 2);
    joined_scene_tick(no_numbers_left);
    joined_scene_born(0, 3);
}

/* `it` is NULL, and its node is not the first member */
static void the_actor_of_no_struct_is_recycled(void)
{
    trp_actor *const of_null = (trp_actor *)(uintptr_t)(8 * sizeof(uint32_t));

    joined_scene_begin(1, 2);
    CHECK_MISUSE(joined.world, trp_recycle(joined.world, of_null), TRP_ERR_FOREIGN);
    CHECK(situation_text_has(told.message, "the struct around the actor is NULL"));
    CHECK_MISUSE(joined.world, trp_recycle(joined.world, (trp_actor *)(void *)stage_memory()),
                 TRP_ERR_FOREIGN);
}

const situation plain_ages_situations[] = {
    {"actors with wrong links are recycled", recycling_with_wrong_links},
    {"nothing begins in a drawing, or with trp_create in an external pool",
     nothing_begins_in_a_drawing_or_in_an_external_pool},
    {"nothing begins while a world is cleared", nothing_begins_while_a_world_is_cleared},
    {"nothing begins without a number", nothing_begins_without_a_number},
    {"the actor of a NULL struct is recycled", the_actor_of_no_struct_is_recycled},
};
const unsigned plain_ages_situation_count =
    sizeof plain_ages_situations / sizeof plain_ages_situations[0];
