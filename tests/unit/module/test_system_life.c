#include "../system_scene.h"

static void create_one(uint32_t number, system_role role, thing *it)
{
    (void)it;
    if (number != 0)
        return;
    if (role == BEFORE)
        stage_thing(on.pool, 1);
    if (role == AFTER)
        stage_thing(on.pool, 2);
}

/* before the walk, and after it */
static void newborns_of_a_tick(void)
{
    system_scene_begin();
    on.systems[0].updated = system_scene_updated;
    system_scene_add(2);
    on.when_called = create_one;
    system_scene_cause(BEFORE);
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(0, ADDED, 1), CALL(1, ADDED, 1), CALL(1, BEFORE, 0), 1,
              CALL(0, UPDATED, 1), CALL(0, AFTER, 0), CALL(0, ADDED, 2), CALL(1, ADDED, 2),
              CALL(1, AFTER, 0));
    on.when_called = NULL;
    system_scene_cause(BEFORE);
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(1, BEFORE, 0), 1, CALL(0, UPDATED, 1), 2,
              CALL(0, UPDATED, 2), CALL(0, AFTER, 0), CALL(1, AFTER, 0));
    CHECK_VALID(on.world);
}

static void every_reason(void)
{
    system_scene_begin();
    system_scene_add(1);
    on.systems[0].added = NULL; /* a role may become NULL, though the cost stays */
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_OLDEST);
    desc.on_create = NULL;
    desc.on_end = NULL;
    desc.update = NULL;
    desc.when_full = TRP_FULL_STEAL_OLDEST;
    trp_pool *one = stage_pool_as(on.world, desc);
    stage_thing(one, 1);
    thing *it = stage_thing(one, 2);
    CHECK_LOG(LOST(0, TRP_REASON_STOLEN, 1));
    CHECK_RESULT(trp_recycle(on.world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_recycle(on.world, &it->actor), TRP_ERR_FREE);
    CHECK_LOG(LOST(0, TRP_REASON_RECYCLED, 2));
    it = stage_thing(one, 3);
    CHECK_RESULT(trp_expire(on.world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_expire(on.world, &it->actor), TRP_OK);
    CHECK_LOG();
    system_scene_cause(BEFORE);
    CHECK_LOG(CALL(0, BEFORE, 0), LOST(0, TRP_REASON_EXPIRED, 3), CALL(0, AFTER, 0));
    stage_thing(one, 4);
    CHECK_RESULT(trp_pool_clear(one, NULL), TRP_OK);
    CHECK_LOG(LOST(0, TRP_REASON_CLEARED, 4));
    it = stage_thing(one, 5);
    CHECK_RESULT(trp_deactivate(on.world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
    CHECK_LOG(LOST(0, TRP_REASON_SHUTDOWN, 5), CALL(0, DISPOSE, 0));
}

static void added_for_those_that_live(void)
{
    system_scene_begin();
    stage_thing(on.pool, 1);
    stage_thing(on.other, 2);
    stage_log_clear();
    on.systems[0].existing = true;
    system_scene_make(1);
    on.systems[1].existing = true;
    on.systems[1].pool = on.other;
    on.systems[2].existing = true;
    on.systems[2].added = NULL;
    for (uint32_t i = 0; i < 3; i++)
        CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[i]), TRP_OK);
    CHECK_LOG(CALL(0, INIT, 0), CALL(0, ADDED, 1), CALL(0, ADDED, 2), CALL(1, INIT, 0),
              CALL(1, ADDED, 2), CALL(2, INIT, 0));
}

static void changed_for_the_living(void)
{
    system_scene_begin();
    on.systems[0].updated = system_scene_updated;
    system_scene_add(1);
    thing *it = stage_thing(on.pool, 1);
    CHECK_RESULT(trp_deactivate(on.world, &it->actor), TRP_OK);
    stage_log_clear();
    CHECK_QUIET(on.world, trp_mark_changed(on.world, &it->actor), TRP_OK);
    CHECK_LOG(CALL(0, CHANGED, 1));
    system_scene_cause(UPDATED);
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(0, AFTER, 0));
    CHECK_RESULT(trp_activate(on.world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_expire(on.world, &it->actor), TRP_OK);
    CHECK_MISUSE(on.world, trp_mark_changed(on.world, &it->actor), TRP_ERR_EXPIRED);
    CHECK_LOG();
    system_scene_cause(UPDATED);
    CHECK_LOG(CALL(0, BEFORE, 0), LOST(0, TRP_REASON_EXPIRED, 1), CALL(0, AFTER, 0));
    CHECK_MISUSE(on.world, trp_mark_changed(on.world, &it->actor), TRP_ERR_FREE);
    CHECK_QUIET(on.world, trp_mark_changed(on.world, NULL), TRP_GONE);
    CHECK_LOG();
}

static void leave_in_update(thing *self, const trp_context *in)
{
    if (self->id == 2)
        CHECK_RESULT(trp_expire(in->world, &self->actor), TRP_OK);
    if (self->id == 1)
    {
        CHECK_RESULT(trp_recycle(in->world, &self->actor), TRP_OK);
        CHECK(stage_thing(on.pool, 5) == self); /* the slot's next actor */
    }
    if (self->id == 3)
        CHECK_RESULT(trp_deactivate(in->world, &self->actor), TRP_OK);
}

/* a pooled object that still receives events; an actor that falls asleep in its update still counts
 * as updated */
static void no_updated_after_the_end(void)
{
    system_scene_begin();
    on.systems[0].updated = system_scene_updated;
    on.systems[0].before = on.systems[0].after = NULL;
    system_scene_add(1);
    stage_things(on.pool, 1, 4);
    stage_when_updated = leave_in_update;
    stage_log_clear();
    system_scene_cause(UPDATED);
    CHECK_LOG(1, LOST(0, TRP_REASON_RECYCLED, 1), CALL(0, ADDED, 5), 2,
              LOST(0, TRP_REASON_EXPIRED, 2), 3, CALL(0, UPDATED, 3), 4, CALL(0, UPDATED, 4));
    system_scene_cause(UPDATED);
    CHECK_LOG(5, CALL(0, UPDATED, 5), 4, CALL(0, UPDATED, 4));
    CHECK_VALID(on.world);
}

static system_role ending_role;
static bool expires;

static void end_a_life(uint32_t number, system_role role, thing *it)
{
    if (number != 1 || role != ending_role || it->id != 1)
        return;
    if (expires)
        CHECK_RESULT(trp_expire(on.world, &it->actor), TRP_OK);
    else
    {
        CHECK_RESULT(trp_recycle(on.world, &it->actor), TRP_OK);
        if (role != ADDED)
            stage_thing(on.pool, 2); /* the slot's next actor */
    }
}

static void begin_to_end(system_role role, bool by_expiring)
{
    system_scene_begin();
    for (uint32_t i = 0; i < 3; i++)
    {
        on.systems[i].updated = system_scene_updated;
        on.systems[i].before = on.systems[i].after = NULL;
    }
    system_scene_add(3);
    ending_role = role;
    expires = by_expiring;
    if (role != ADDED)
    {
        stage_thing(on.pool, 1);
        stage_log_clear();
    }
    on.when_called = end_a_life;
}

/* the later ones are notified that it is over, and of nothing else */
static void ended_in_a_role(void)
{
    begin_to_end(ADDED, false);
    CHECK_NULL_QUIET(on.world, trp_create(on.pool, &(thing){.id = 1}), TRP_GONE);
    CHECK_LOG(CALL(0, ADDED, 1), CALL(1, ADDED, 1), LOST(0, TRP_REASON_RECYCLED, 1),
              LOST(1, TRP_REASON_RECYCLED, 1), LOST(2, TRP_REASON_RECYCLED, 1));
    CHECK_EQ(trp_pool_count(on.pool), 0);

    begin_to_end(CHANGED, false);
    system_scene_cause(CHANGED);
    CHECK_LOG(CALL(0, CHANGED, 1), CALL(1, CHANGED, 1), LOST(0, TRP_REASON_RECYCLED, 1),
              LOST(1, TRP_REASON_RECYCLED, 1), LOST(2, TRP_REASON_RECYCLED, 1), CALL(0, ADDED, 2),
              CALL(1, ADDED, 2), CALL(2, ADDED, 2));

    begin_to_end(UPDATED, false);
    system_scene_cause(UPDATED);
    CHECK_LOG(1, CALL(0, UPDATED, 1), CALL(1, UPDATED, 1), LOST(0, TRP_REASON_RECYCLED, 1),
              LOST(1, TRP_REASON_RECYCLED, 1), LOST(2, TRP_REASON_RECYCLED, 1), CALL(0, ADDED, 2),
              CALL(1, ADDED, 2), CALL(2, ADDED, 2));
    CHECK_VALID(on.world);
}

static void expired_in_a_role(void)
{
    begin_to_end(ADDED, true);
    CHECK_NULL_QUIET(on.world, trp_create(on.pool, &(thing){.id = 1}), TRP_GONE);
    CHECK_LOG(CALL(0, ADDED, 1), CALL(1, ADDED, 1));
    system_scene_cause(UPDATED);
    CHECK_LOG(LOST(0, TRP_REASON_EXPIRED, 1), LOST(1, TRP_REASON_EXPIRED, 1),
              LOST(2, TRP_REASON_EXPIRED, 1));
    begin_to_end(CHANGED, true);
    system_scene_cause(CHANGED);
    CHECK_LOG(CALL(0, CHANGED, 1), CALL(1, CHANGED, 1));
    begin_to_end(UPDATED, true);
    system_scene_cause(UPDATED);
    CHECK_LOG(1, CALL(0, UPDATED, 1), CALL(1, UPDATED, 1), LOST(0, TRP_REASON_EXPIRED, 1),
              LOST(1, TRP_REASON_EXPIRED, 1), LOST(2, TRP_REASON_EXPIRED, 1));
    CHECK_VALID(on.world);
}

static trp_actor *asked_of;

static bool ends_it(const trp_system *self, const trp_context *in)
{
    (void)in;
    trp_actor *actor = asked_of;
    (void)self;
    asked_of = NULL;
    if (actor != NULL)
        CHECK_RESULT(trp_recycle(on.world, actor), TRP_OK);
    return true;
}

/* active should change nothing; if it does, no system is notified of the dead actor */
static void ended_by_active(void)
{
    system_scene_begin();
    system_scene_add(1);
    thing *it = stage_thing(on.pool, 1);
    on.systems[0].active = ends_it;
    asked_of = &it->actor;
    stage_log_clear();
    CHECK_RESULT(trp_mark_changed(on.world, &it->actor), TRP_OK);
    CHECK_LOG(LOST(0, TRP_REASON_RECYCLED, 1));
}

static void recycle_at_birth(trp_world *world, thing *self)
{
    CHECK_RESULT(trp_recycle(world, &self->actor), TRP_OK);
}

static void ended_in_on_create(void)
{
    system_scene_begin();
    system_scene_add(1);
    trp_pool *things = stage_pool(on.world, 2, TRP_ORDER_MEMORY);
    stage_when_created = recycle_at_birth;
    CHECK(trp_create(things, &(thing){.id = 1}) == NULL);
    CHECK_LOG(BORN(1), LOST(0, TRP_REASON_RECYCLED, 1), GONE(TRP_REASON_RECYCLED, 1));
}

/* a chain of causes that ends: the pool is full */
static void spawn_without_end(uint32_t number, system_role role, thing *it)
{
    (void)number;
    if (role == ADDED)
        (void)trp_create(on.pool, &(thing){.id = it->id + 1});
}

static void spawning_in_added(void)
{
    system_scene_begin();
    system_scene_add(1);
    on.when_called = spawn_without_end;
    stage_thing(on.pool, 1);
    CHECK_LOG(CALL(0, ADDED, 1), CALL(0, ADDED, 2), CALL(0, ADDED, 3), CALL(0, ADDED, 4),
              CALL(0, ADDED, 5), CALL(0, ADDED, 6), CALL(0, ADDED, 7), CALL(0, ADDED, 8));
    CHECK_EQ(trp_pool_info(on.pool).refused, 1);
    CHECK_VALID(on.world);
}

static unsigned budget;

static void replace(uint32_t number, system_role role, thing *it)
{
    (void)it;
    if (number == 0 && role == REMOVED && budget-- > 0)
        stage_thing(on.other, 3);
    if (number == 0 && role == BEFORE)
        CHECK_RESULT(trp_pool_clear(on.pool, NULL), TRP_OK);
    if (number == 1 && role == AFTER)
        CHECK_RESULT(trp_recycle(on.world, &stage_find(on.other, 3)->actor), TRP_OK);
}

static void creating_and_recycling_in_roles(void)
{
    system_scene_begin();
    system_scene_add(2);
    stage_things(on.pool, 1, 2);
    budget = 2;
    on.when_called = replace;
    stage_log_clear();
    system_scene_cause(BEFORE);
    CHECK_LOG(CALL(0, BEFORE, 0), LOST(0, TRP_REASON_CLEARED, 1), CALL(0, ADDED, 3),
              CALL(1, ADDED, 3), LOST(1, TRP_REASON_CLEARED, 1), LOST(0, TRP_REASON_CLEARED, 2),
              CALL(0, ADDED, 3), CALL(1, ADDED, 3), LOST(1, TRP_REASON_CLEARED, 2),
              CALL(1, BEFORE, 0), 3, 3, CALL(0, AFTER, 0), CALL(1, AFTER, 0),
              LOST(0, TRP_REASON_RECYCLED, 3), LOST(1, TRP_REASON_RECYCLED, 3));
    CHECK_EQ(trp_world_info(on.world).live, 1);
    CHECK_VALID(on.world);
}

static void touch_the_dead(uint32_t number, system_role role, thing *it)
{
    (void)number;
    if (role != REMOVED)
        return;
    CHECK_MISUSE(on.world, trp_recycle(on.world, &it->actor), TRP_BUSY);
    CHECK_MISUSE(on.world, trp_expire(on.world, &it->actor), TRP_BUSY);
    CHECK_MISUSE(on.world, trp_mark_changed(on.world, &it->actor), TRP_BUSY);
    CHECK_EQ(it->data, 42);
}

static void the_dead_are_readable(void)
{
    system_scene_begin();
    system_scene_add(2);
    thing *it = stage_thing(on.pool, 1);
    it->data = 42;
    on.when_called = touch_the_dead;
    stage_log_clear();
    CHECK_RESULT(trp_recycle(on.world, &it->actor), TRP_OK);
    CHECK_LOG(LOST(0, TRP_REASON_RECYCLED, 1), LOST(1, TRP_REASON_RECYCLED, 1));
}

const situation system_life_situations[] = {
    {"created before a tick is updated in it, created after is not", newborns_of_a_tick},
    {"removed is called once per life, with every reason", every_reason},
    {"added for those that live already, if it wants", added_for_those_that_live},
    {"changed is called for active and sleeping actors, not for dead ones", changed_for_the_living},
    {"updated is not called for an actor that left in its update", no_updated_after_the_end},
    {"after an end in a role, later systems get only removed", ended_in_a_role},
    {"after an expiry in a role there are no more calls until pruning", expired_in_a_role},
    {"after an end by active there is only removed", ended_by_active},
    {"after an end in on_create there is only removed", ended_in_on_create},
    {"spawning in added goes on while there are slots", spawning_in_added},
    {"roles create, recycle and clear", creating_and_recycling_in_roles},
    {"the dead are readable, and cannot be touched", the_dead_are_readable},
};
const unsigned system_life_situation_count =
    sizeof system_life_situations / sizeof system_life_situations[0];
