/* Random calls about lives, walks, layers, families, groups, systems and watchers. */
#include "hash_scene.h"

#include "troupe/shrink.h"

#define HANDLES 32u

static trp_handle handles[HANDLES];
static uint32_t depth, budget;

/* Lives */

static void one_life(trp_pool *pool, trp_actor *actor)
{
    trp_world *world = here.world;
    const uint32_t what = hash_any(16);
    hash_actor(actor);
    if (what < 4)
        hash_actor(trp_create(pool, NULL));
    else if (what < 6)
        hash_result(trp_recycle(world, actor));
    else if (what == 6)
        hash_result(trp_expire(world, actor));
    else if (what == 7)
        hash_result(trp_activate(world, actor));
    else if (what == 8)
        hash_result(trp_deactivate(world, actor));
    else if (what <= 10)
        hash_result(trp_mark_changed(world, actor));
    else if (what == 11)
        hash_actor(trp_create_with(pool, &(trp_birth){.optional = true}));
    else if (what == 12)
        hash_result(trp_recycle(world, trp_get(world, handles[hash_any(HANDLES)])));
    else if (what == 13)
        hash_actor(
            trp_adopt(here.pools[HASH_OUTSIDE], &here.outsiders[hash_any(HASH_OUTSIDERS)].actor));
    else {
        const hash_unit init = {.id = hash_any(1000), .box = hash_any_box()};
        hash_actor(trp_create(pool, &init));
    }
    hash_result(trp_last_result(world));
}

static void init(trp_actor *actor, const trp_context *in)
{
    (void)in;
    trp_as(hash_unit, actor)->id = hash_any(1000);
    trp_as(hash_unit, actor)->box = hash_any_box();
    hash_actor(actor);
    hash_maybe_call();
}

static bool match(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    hash_actor(actor);
    return hash_any(3) == 0;
}

static void visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    hash_actor(actor);
    hash_maybe_call();
}

static void many_lives(trp_pool *pool)
{
    const uint32_t what = hash_any(9);
    if (what < 3)
        hash_number(trp_create_many(pool, hash_any(90), what == 0 ? NULL : init, NULL));
    else if (what == 3)
        hash_number(trp_pool_recycle_if(pool, NULL, match, NULL));
    else if (what == 4)
        hash_number(trp_pool_recycle_if(pool, &(trp_ending){.later = true}, match, NULL));
    else if (what < 7)
        hash_result(trp_for_each(pool, visit, NULL));
    else if (what == 7)
        hash_result(hash_any(8) == 0 ? trp_pool_clear(pool, NULL) : TRP_OK);
    else
        hash_result(trp_pool_trim(pool));
}

/* Walks */

/* all calls are allowed in it, except creating in age order */
static void walk_memory_order(void)
{
    trp_pool *pool = here.pools[hash_any(2)];
    here.inline_walks++;
    trp_each (hash_unit, it, pool) {
        visit(&it->actor, NULL);
        if (hash_any(40) == 0)
            break;
    }
    here.inline_walks--;
}

static void walk_age_order(void)
{
    trp_pool *pool = here.pools[HASH_NEWEST + hash_any(3)];
    const bool quiet = here.quiet;
    here.quiet = true;
    here.inline_walks++;
    trp_each (hash_unit, it, pool) {
        hash_actor(&it->actor);
        if (hash_any(4) == 0)
            hash_result(trp_recycle(here.world, &it->actor));
    }
    here.inline_walks--;
    here.quiet = quiet;
}

static void walk_members(const trp_group *group)
{
    here.inline_walks++;
    trp_group_each_actor(it, group)
    {
        visit(it, NULL);
        if (hash_any(40) == 0)
            break;
    }
    here.inline_walks--;
}

/* Modules besides pools */

static void tick(void)
{
    const float dt = (float)hash_any(100) / 300;
    if (here.inline_walks > 0)
        return;
    hash_result(trp_update_all(here.world, dt));
}

static void scales(trp_pool *pool, uint32_t layer)
{
    const float scale = (float)hash_any(20) / 10;
    const uint32_t what = hash_any(3);
    if (what == 0)
        hash_result(trp_world_set_time_scale(here.world, scale));
    else if (what == 1)
        hash_result(trp_pool_set_time_scale(pool, scale));
    else
        hash_result(trp_layer_set_time_scale(here.world, layer, scale));
}

static void layers(trp_pool *pool)
{
    const uint32_t layer = hash_any(3), place = hash_any(3), what = hash_any(16);
    if (what == 0)
        hash_result(trp_layer_set_place(here.world, layer, place));
    else if (what == 1)
        hash_result(trp_pool_set_layer(pool, layer));
    else if (what == 2)
        hash_result(trp_layer_for_each(here.world, layer, visit, NULL));
    else if (what == 3 && hash_any(4) == 0)
        hash_result(trp_layer_clear(here.world, layer, NULL));
    else if (what == 4 && hash_any(4) == 0)
        hash_result(trp_layer_clear(here.world, layer, &(trp_ending){.later = true}));
    else if (what == 5)
        hash_result(trp_layer_set_enabled(here.world, layer, place != 0));
    else if (what == 6)
        hash_result(trp_layer_set_visible(here.world, layer, place != 0));
    else if (what == 7 && !here.ending && hash_any(20) == 0)
        hash_make_pool(layer);
    else if (what == 8)
        hash_result(trp_pool_trim(pool));
    else if (what == 9)
        scales(pool, layer);
    else
        tick();
}

static void relatives(trp_actor *actor)
{
    trp_actor *parent = hash_any_actor();
    const uint32_t what = hash_any(8);
    hash_actor(parent);
    hash_actor(actor);
    if (what < 4)
        hash_result(trp_family_attach(&here.family, parent, actor));
    else if (what == 4)
        hash_result(trp_family_detach(&here.family, actor));
    else if (what == 5)
        hash_result(trp_family_detach(&here.family, trp_family_first(&here.family, actor)));
    else if (what == 6)
        hash_result(trp_family_for_each(&here.family, actor, visit, NULL));
    else if (!here.ending && hash_any(100) == 0 && trp_family_free(&here.family) == TRP_OK)
        hash_make_family();
    hash_actor(trp_family_parent(&here.family, actor));
    hash_actor(trp_family_first(&here.family, actor));
    hash_actor(trp_family_next(&here.family, actor));
}

static void add_members(trp_group *group, trp_actor *actor)
{
    const trp_group *from = &here.groups[hash_any(2)];
    const uint32_t first = hash_any(9), count = hash_any(9), what = hash_any(8);
    trp_actor *both[2];
    both[0] = actor;
    both[1] = hash_any_actor();
    if (what < 4)
        hash_result(trp_group_add(group, actor));
    else if (what == 4)
        hash_number(trp_group_add_from(group, from, 0, UINT32_MAX));
    else if (what == 5)
        hash_number(trp_group_add_from(group, from, first, count));
    else if (what == 6)
        hash_number(trp_group_add_many(group, both, 2));
    else
        hash_result(trp_group_reserve(group, first * count));
    hash_number(trp_group_info(group).capacity);
    hash_number(trp_group_info(group).available);
}

static void change_members(trp_group *group, trp_actor *actor, uint32_t what)
{
    if (what < 5)
        add_members(group, actor);
    else if (what == 5)
        hash_result(trp_group_remove(group, actor));
    else if (what == 6)
        hash_result(trp_group_prune(group));
    else if (what == 7)
        hash_result(trp_group_reserve(group, 0));
    else if (hash_any(10) == 0)
        hash_result(trp_group_clear(group));
    else if (!here.ending && hash_any(10) == 0) {
        hash_result(trp_group_free(group));
        hash_make_group(group);
    }
}

static void members(trp_group *group, trp_actor *actor)
{
    const uint32_t what = hash_any(13);
    hash_actor(actor);
    if (what < 9)
        change_members(group, actor, what);
    else if (what == 9)
        hash_result(trp_group_for_each(group, visit, NULL));
    else
        walk_members(group);
    hash_number(trp_group_size(group));
    hash_number(trp_group_measure(group));
    hash_number(trp_group_has(group, actor));
    hash_actor(trp_group_at(group, hash_any(20)));
}

static void visit_system(trp_system *system, const trp_context *in)
{
    (void)in;
    hash_number((uint64_t)(system - here.systems));
    hash_maybe_call();
}

static void bystanders(void)
{
    trp_system *system = &here.systems[hash_any(2)];
    const uint32_t what = hash_any(6);
    if (here.lonely)
        return;
    if (what == 0)
        hash_result(trp_unwatch(here.world, &here.passer_by));
    else if (what == 1)
        hash_result(trp_watch(here.world, &here.passer_by));
    else if (what == 2)
        hash_result(trp_system_for_each(here.world, visit_system, NULL));
    else if (system->world == NULL)
        hash_result(trp_system_add(here.world, system));
    else
        hash_result(trp_system_remove(here.world, system));
}

/* Selection */

static void call_of_kind(uint32_t what)
{
    trp_pool *pool = hash_any_pool();
    trp_actor *actor = hash_any_actor();
    if (what < 12)
        many_lives(pool);
    else if (what < 22)
        relatives(actor);
    else if (what < 32)
        members(&here.groups[hash_any(2)], actor);
    else if (what < 36)
        layers(pool);
    else if (what < 40)
        walk_memory_order();
    else if (what == 40)
        walk_age_order();
    else if (what == 41)
        bystanders();
    else if (what < 45)
        hash_mistake();
    else if (what < 56)
        hash_place();
    else
        one_life(pool, actor);
}

void hash_call(void)
{
    const uint32_t what = hash_any(72);
    if (depth == 3 || budget == 0)
        return;
    depth++;
    budget--;
    hash_count();
    call_of_kind(what);
    depth--;
}

void hash_maybe_call(void)
{
    if (!here.quiet && hash_any(4) == 0)
        hash_call();
}

/* A check of everything, in the state between two calls */

static void look(void)
{
    for (trp_actor *at = trp_first(here.world); at != NULL; at = trp_next(here.world, at)) {
        hash_actor(at);
        hash_actor(trp_prev(here.world, at));
    }
    for (uint32_t i = 0; i < here.pool_count; i++) {
        const trp_pool_facts now = trp_pool_info(here.pools[i]);
        hash_number((uint64_t)now.live << 32 | now.active);
        hash_number((uint64_t)now.expired << 32 | now.peak);
        hash_number((uint64_t)now.capacity << 32 | now.retired);
        hash_number(now.created);
        hash_number(now.recycled);
        hash_number(now.refused);
        hash_number(now.stolen);
        hash_number(now.misuse);
        hash_number(trp_pool_info(here.pools[i]).layer);
    }
    hash_number(trp_world_info(here.world).live);
    hash_number(trp_world_ticks(here.world));
    hash_number(trp_world_info(here.world).misuse);
    if (trp_world_validate(here.world) != TRP_OK)
        hash_wrong("the world is invalid");
}

static void look_at_handles(void)
{
    const uint32_t place = hash_any(HANDLES);
    for (uint32_t i = 0; i < HANDLES; i++)
        hash_number(trp_get(here.world, handles[i]) != NULL);
    handles[place] = trp_handle_of(here.world, hash_any_actor());
}

void hash_step(uint32_t number)
{
    if (number == 0)
        for (uint32_t i = 0; i < HANDLES; i++)
            handles[i] = (trp_handle){0, 0};
    depth = 0;
    budget = 20;
    hash_call();
    look_at_handles();
    if (number % 16 == 0)
        look();
    if (number % 32 == 1)
        tick();
    if (number % 64 == 2)
        hash_result(trp_draw_all(here.world, NULL, 0.5f));
}
