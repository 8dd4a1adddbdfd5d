#include "system_scene.h"

system_scene on;

uint32_t system_scene_number(const trp_system *self)
{
    return (uint32_t)(self - on.systems);
}

static void called(uint32_t number, system_role role, thing *it, uint32_t id)
{
    stage_log(CALL(number, role, id));
    if (on.when_called != NULL)
        on.when_called(number, role, it);
}

static void dispose(trp_system *self, const trp_context *in)
{
    const uint32_t number = system_scene_number(self);

    CHECK(in->world != NULL && self->world == NULL);
    if (on.poisons)
        for (size_t i = 0; i < sizeof *self; i++)
            ((unsigned char *)self)[i] = 0x5A;
    called(number, DISPOSE, NULL, 0);
}

static void before(trp_system *self, const trp_context *in)
{
    on.tick = in;
    called(system_scene_number(self), BEFORE, NULL, 0);
}

static void after(trp_system *self, const trp_context *in)
{
    on.tick = in;
    called(system_scene_number(self), AFTER, NULL, 0);
}

static void told_of(const trp_system *self, system_role role, trp_actor *actor)
{
    thing *it = trp_as(thing, actor);

    /* a pooled object that still receives events must never occur */
    CHECK(trp_get(self->world, trp_handle_of(self->world, actor)) == actor);
    called(system_scene_number(self), role, it, it->id);
}

static void added(trp_actor *actor, const trp_event_context *in)
{
    told_of(in->system, ADDED, actor);
}

static void changed(trp_actor *actor, const trp_event_context *in)
{
    told_of(in->system, CHANGED, actor);
}

void system_scene_updated(trp_actor *actor, const trp_event_context *in)
{
    told_of(in->system, UPDATED, actor);
}

static void removed(trp_actor *actor, const trp_event_context *in)
{
    thing *it = trp_as(thing, actor);

    CHECK(trp_handle_is_null(trp_handle_of(in->system->world, actor)));
    CHECK(trp_pool_of(in->system->world, actor) != NULL);
    called(system_scene_number(in->system), REMOVED, it, 100u * (uint32_t)in->reason + it->id);
}

void system_scene_make(uint32_t number)
{
    on.systems[number] = (trp_system){.name = "a system",
                                      .dispose = dispose,
                                      .before = before,
                                      .after = after,
                                      .added = added,
                                      .removed = removed,
                                      .changed = changed};
}

void system_scene_begin(void)
{
    trp_pool_desc desc = stage_silent_desc(8, TRP_ORDER_MEMORY);

    on = (system_scene){.world = stage_world()};
    on.pool = stage_pool_as(on.world, desc);
    on.other = stage_pool_as(on.world, desc);
    for (uint32_t number = 0; number < SYSTEMS; number++)
        system_scene_make(number);
}

void system_scene_add(uint32_t count)
{
    for (uint32_t number = 0; number < count; number++)
        CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[number]), TRP_OK);
    stage_log_clear();
}

void system_scene_cause(system_role role)
{
    thing *it;

    switch (role) {
    case BEFORE:
    case AFTER:
    case UPDATED:
        CHECK_OK(trp_update_all(on.world, 1));
        break;
    case CHANGED:
        it = MADE(stage_find(on.pool, 1));
        CHECK_OK(trp_mark_changed(on.world, &it->actor));
        break;
    default:
        it = trp_as(thing, trp_create(on.pool, &(thing){.id = 9}));
        if (it != NULL)
            CHECK_OK(trp_recycle(on.world, &it->actor));
    }
}
