/* All modules together: random calls, in all callbacks too. Invariants are checked in callbacks and
 * after each call. */
#include "../all_scene.h"

SITUATIONS(all_storm);

#define HANDLES 64u

static trp_handle handles[HANDLES];
static bool over[HANDLES]; /* that life has ended, and must stay so */
static uint32_t depth, budget, inline_walks;
static bool is_ending;
static unsigned long cases;

static trp_pool *any_pool(void)
{
    return all_pools[all_any(all_pool_count)];
}

static void one_life(trp_pool *pool, trp_actor *actor)
{
    const uint32_t what = all_any(12);
    if (what < 3)
        (void)trp_create(pool, NULL);
    else if (what < 5)
        (void)trp_recycle(all_world, actor);
    else if (what == 5)
        (void)trp_expire(all_world, actor);
    else if (what == 6)
        (void)trp_activate(all_world, actor);
    else if (what == 7)
        (void)trp_deactivate(all_world, actor);
    else if (what <= 9)
        (void)trp_mark_changed(all_world, actor);
    else if (what == 10)
        (void)trp_create_with(pool, &(trp_birth){.optional = true});
    else if (trp_pool_of(all_world, actor) != NULL) {
        const all_unit copy = *trp_as(all_unit, actor); /* a copy has no relations */
        (void)trp_create(pool, &copy);
    }
}

static void many_lives(trp_pool *pool)
{
    /* an outer tick may be about to visit same-walk newborns */
    const bool any_age = pool == all_pools[ALL_SAME_WALK];
    const uint32_t what = all_any(9);
    uint64_t now = any_age && depth > 1 ? UINT64_MAX : all_clock;
    if (what < 3)
        CHECK(trp_create_many(pool, all_any(40), what == 0 ? NULL : all_init, NULL) < 40);
    else if (what == 3)
        (void)trp_pool_recycle_if(pool, NULL, all_match, &now);
    else if (what == 4)
        (void)trp_pool_recycle_if(pool, &(trp_ending){.later = true}, all_match, &now);
    else if (what == 5)
        CHECK_OK(trp_for_each(pool, all_visit, any_age ? NULL : &now));
    else if (what == 6 && all_any(8) == 0)
        CHECK_OK(trp_pool_clear(pool, NULL));
    else if (what == 7)
        (void)trp_adopt(all_pools[ALL_OUTSIDE], &all_outsiders[all_any(ALL_OUTSIDERS)].actor);
    else
        (void)trp_pool_trim(pool);
}

/* creation is excluded in age orders, so only pools in memory order */
static void walk_inline(void)
{
    trp_pool *pool = all_pools[all_any(2)];
    inline_walks++;
    trp_each (all_unit, it, pool) {
        all_visit(&it->actor, &(trp_context){0});
        if (all_any(30) == 0)
            break;
    }
    inline_walks--;
}

static void layers(trp_pool *pool)
{
    const uint32_t below = all_any(101), after = all_any(2), keep = all_any(9);
    const trp_shrinking rule = {below, (float)after, keep};
    const uint32_t layer = all_any(3);
    const uint32_t what = all_any(14);
    if (what == 0)
        (void)trp_layer_set_place(all_world, layer, all_any(3));
    else if (what == 1)
        (void)trp_pool_set_layer(pool, layer);
    else if (what == 2)
        CHECK_OK(trp_layer_for_each(all_world, layer, all_visit, NULL));
    else if (what == 3 && all_any(4) == 0)
        CHECK_OK(trp_layer_clear(all_world, layer, NULL));
    else if (what == 4 && all_any(4) == 0)
        CHECK_OK(trp_layer_clear(all_world, layer, &(trp_ending){.later = true}));
    else if (what == 5)
        CHECK_OK(trp_layer_set_enabled(all_world, layer, all_any(4) != 0));
    else if (what == 6)
        CHECK_OK(trp_layer_set_visible(all_world, layer, all_any(4) != 0));
    else if (what == 7 && !is_ending && all_any(20) == 0)
        all_make_pool(layer);
    else if (what == 8)
        stage_set_shrinking(pool, &rule);
    else if (inline_walks == 0 && what == 9 && depth > 1)
        CHECK_RESULT(trp_world_destroy(all_world), TRP_BUSY);
    else if (inline_walks == 0)
        (void)trp_update_all(all_world, 1);
}

static void relatives(trp_actor *actor)
{
    const uint32_t what = all_any(8);
    if (what < 4)
        (void)trp_family_attach(&all_family, all_any_actor(), actor);
    else if (what == 4)
        (void)trp_family_detach(&all_family, actor);
    else if (what == 5)
        (void)trp_family_detach(&all_family, trp_family_first(&all_family, actor));
    else if (what == 6)
        (void)trp_family_for_each(&all_family, actor, all_visit_member, NULL);
    else if (!is_ending && all_any(100) == 0 && trp_family_free(&all_family) == TRP_OK)
        all_make_family();
}

static void walk_members(const trp_group *group)
{
    inline_walks++;
    trp_group_each_actor(it, group)
    {
        all_visit_member(it, NULL);
        if (all_any(30) == 0)
            break;
    }
    inline_walks--;
}

static void members(trp_group *group, trp_actor *actor)
{
    const uint32_t what = all_any(13);
    if (what < 4)
        (void)trp_group_add(group, actor);
    else if (what == 4)
        (void)trp_group_add_from(group, &all_groups[all_any(2)], 0, UINT32_MAX);
    else if (what == 5)
        (void)trp_group_remove(group, actor);
    else if (what == 6)
        (void)trp_group_prune(group);
    else if (what == 7)
        CHECK_OK(trp_group_reserve(group, 0));
    else if (what == 8 && all_any(10) == 0)
        CHECK_OK(trp_group_clear(group));
    else if (what == 9)
        CHECK_OK(trp_group_for_each(group, all_visit_member, NULL));
    else if (what == 10 && !is_ending && all_any(10) == 0) {
        CHECK_OK(trp_group_free(group));
        all_make_group(group);
    } else
        walk_members(group);
}

static void bystanders(void)
{
    trp_system *system = &all_systems[all_any(2)];
    const uint32_t what = all_any(4);
    if (what == 0)
        (void)trp_unwatch(all_world, &all_passer_by);
    else if (what == 1)
        (void)trp_watch(all_world, &all_passer_by);
    else if (system->world == NULL)
        (void)trp_system_add(all_world, system);
    else
        CHECK_OK(trp_system_remove(all_world, system));
}

static void any_call(void)
{
    const uint32_t what = all_any(64);
    if (depth == 4 || budget == 0)
        return;
    depth++;
    budget--;
    cases++;
    if (what < 12)
        many_lives(any_pool());
    else if (what < 24)
        relatives(all_any_actor());
    else if (what < 36) {
        trp_group *group = &all_groups[all_any(2)];
        members(group, all_any_actor());
    } else if (what < 40)
        layers(any_pool());
    else if (what < 44)
        walk_inline();
    else if (what == 44)
        bystanders();
    else {
        trp_pool *pool = any_pool();
        one_life(pool, all_any_actor());
    }
    depth--;
}

static void check_handles(void)
{
    const uint32_t place = all_any(HANDLES);
    for (uint32_t i = 0; i < HANDLES; i++) {
        const trp_actor *actor = trp_get(all_world, handles[i]);
        CHECK(actor == NULL || !over[i]);
        CHECK(actor == NULL || trp_handle_equal(trp_handle_of(all_world, actor), handles[i]));
        over[i] = actor == NULL;
    }
    handles[place] = trp_handle_of(all_world, all_any_actor());
    over[place] = trp_handle_is_null(handles[place]);
}

static void check_all(void)
{
    const trp_group *unique = &all_groups[1];
    CHECK_VALID(all_world);
    check_handles();
    for (uint32_t i = ALL_GROWS; i < ALL_FIXED; i++) /* each end was notified once */
        CHECK_EQ(trp_pool_info(all_pools[i]).recycled, all_ended[i]);
    for (uint32_t i = 0; i < trp_group_size(unique); i++)
        for (uint32_t k = 0; k < i; k++)
            CHECK(trp_group_at(unique, k) == NULL ||
                  trp_group_at(unique, k) != trp_group_at(unique, i));
}

static void end_world(void)
{
    is_ending = true;
    budget = 1000;
    CHECK_OK(trp_world_destroy(all_world));
    is_ending = false;
    CHECK(all_systems[0].world == NULL && all_systems[1].world == NULL);
    CHECK(all_family.world == NULL);
    CHECK_EQ(trp_group_size(&all_groups[0]), 0);
}

static void storm(uint32_t worlds)
{
    cases = 0;
    all_when_called = any_call;
    inline_walks = 0;
    for (; worlds > 0; worlds--) {
        for (uint32_t i = 0; i < HANDLES; i++)
            handles[i] = (trp_handle){0, 0}, over[i] = true;
        all_set_up();
        for (uint32_t step = 0; step < 500; step++) {
            depth = 0;
            budget = 20;
            any_call();
            check_all();
            if (step % 20 == 19)
                CHECK_OK(trp_draw_all(all_world, NULL, 0));
        }
        end_world();
    }
    situation_cases("calls", cases);
}

SITUATION("random calls to all modules, in all callbacks")
{
    all_seed = 20260401u;
    storm(situation_rounds(40));
}
