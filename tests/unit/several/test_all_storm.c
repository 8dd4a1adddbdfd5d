/* All modules together: random calls, in all callbacks too. Invariants are checked in callbacks and
 * after each call. */
#include "../twin_scene.h"

SITUATIONS(all_storm);

enum { HANDLES = 64, WATCHED = TWIN_POOLS };

static trp_handle handles[HANDLES];
static bool over[HANDLES]; /* that life has ended, and must stay so */
static uint32_t depth, budget, inline_walks, seed;
static bool is_ending;
static unsigned long cases;
static trp_watcher census[WATCHED], passer_by;
static uint64_t ended[WATCHED]; /* ends of lives that watchers were notified of */
static trp_system systems[2];

static void any_call(void);

static uint32_t any(uint32_t limit)
{
    return stage_random(&seed, limit);
}

static trp_pool *any_pool(void)
{
    return trp_world_pool(twin.world, any(trp_world_info(twin.world).pools));
}

static trp_actor *any_actor(void)
{
    const trp_pool *pool = any_pool();
    trp_actor *actor = NULL;
    for (int tries = 0; tries < 4 && actor == NULL; tries++)
        actor = trp_pool_at(pool, any(trp_pool_info(pool).slots));
    return actor;
}

static bool is_alive(const trp_actor *actor)
{
    return !trp_handle_is_null(trp_handle_of(twin.world, actor));
}

/* Callbacks */

static void may_call(void)
{
    if (any(4) == 0)
        any_call();
}

/* Nothing begins or is given back then. */
static void check_drawn(const trp_actor *actor, const trp_pool *pool)
{
    CHECK(trp_pool_of(twin.world, actor) == pool);
    CHECK(trp_state_of(twin.world, actor) == TRP_STATE_ACTIVE);
    CHECK(trp_create(any_pool(), NULL) == NULL);
    CHECK_RESULT(trp_pool_trim(any_pool()), TRP_BUSY);
}

static void when_called(twin_call what, trp_actor *actor, const trp_pool *pool)
{
    if (what == TWIN_DRAWN) {
        check_drawn(actor, pool);
        return;
    }
    CHECK(what != TWIN_ENDED || !is_alive(actor));
    CHECK(what != TWIN_BORN || trp_pool_of(twin.world, actor) == pool);
    may_call();
    if (what != TWIN_ENDED)
        return;
    CHECK(trp_family_parent(&twin.family, actor) == NULL);
    if (pool == twin.pools[TWIN_EXTERNAL]) /* its memory is the game's again */
        for (uint32_t i = 0; i < sizeof(save_actor); i++)
            ((unsigned char *)actor)[i] = 0xDD;
}

static void update_pool(trp_pool *pool, const trp_context *in)
{
    CHECK(pool == in->pool);
    may_call();
}

static bool is_expired(const trp_actor *actor, const trp_context *in)
{
    return any(64) == 0;
}

/* Who was born later than *arg, if that is not NULL, must not be visited. */
static void visit(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_state_of(twin.world, actor) == TRP_STATE_ACTIVE);
    CHECK(in->arg == NULL || trp_as(save_actor, actor)->id <= *(const uint32_t *)in->arg);
    may_call();
}

static bool matches(const trp_actor *actor, const trp_context *in)
{
    CHECK(trp_as(save_actor, actor)->id <= *(const uint32_t *)in->arg);
    return any(3) == 0;
}

static void visit_member(trp_actor *actor, const trp_context *in)
{
    CHECK(is_alive(actor));
    may_call();
}

static void init(trp_actor *actor, const trp_context *in)
{
    may_call();
}

/* Bystanders */

static void take_census(trp_actor *actor, const trp_event_context *in)
{
    *(uint64_t *)in->user += in->event == TRP_EVENT_RECYCLED;
    if (actor != NULL)
        may_call();
}

static void pass_by(trp_actor *actor, const trp_event_context *in)
{
    CHECK((in->pool == NULL) == (in->event == TRP_EVENT_SHUTDOWN));
    CHECK((in->reason != TRP_REASON_NONE) ==
          (in->event == TRP_EVENT_EXPIRED || in->event == TRP_EVENT_RECYCLED));
    if (in->event != TRP_EVENT_TRIMMED && in->event != TRP_EVENT_SHUTDOWN)
        may_call();
}

static void system_tick(trp_system *self, const trp_context *in)
{
    CHECK(self->world == twin.world && in->world == twin.world && in->pool == NULL);
    may_call();
}

static void system_actor(trp_actor *actor, const trp_event_context *in)
{
    CHECK(in->system->world == twin.world && is_alive(actor));
    may_call();
}

static void system_removed(trp_actor *actor, const trp_event_context *in)
{
    CHECK(in->system->world == twin.world && in->reason != TRP_REASON_NONE);
    may_call();
}

static void make_pool(uint32_t layer)
{
    const bool steals = layer == 0;

    if (trp_world_info(twin.world).pools < TWIN_POOLS + TWIN_MORE)
        stage_pool_as(twin.world,
                      (trp_pool_desc){.type = TRP_TYPE(save_actor, actor),
                                      .capacity = 5,
                                      .reserve = 2,
                                      .layer = layer,
                                      .when_full = steals ? TRP_FULL_STEAL_NEXT : TRP_FULL_FAIL,
                                      .update_pool = steals ? update_pool : NULL,
                                      .is_expired = steals ? NULL : is_expired});
}

static void set_up(void)
{
    twin_when_called = when_called;
    inline_walks = 0;
    for (uint32_t i = 0; i < HANDLES; i++)
        handles[i] = (trp_handle){0, 0}, over[i] = true;
    for (uint32_t layer = 0; layer < 2; layer++)
        make_pool(layer);
    for (uint32_t i = 0; i < WATCHED; i++) {
        ended[i] = 0;
        census[i] =
            (trp_watcher){.function = take_census, .pool = twin.pools[i], .user = &ended[i]};
        CHECK_OK(trp_watch(twin.world, &census[i]));
    }
    for (int32_t i = 0; i < 2; i++)
        systems[i] = (trp_system){.order = i,
                                  .before = system_tick,
                                  .after = system_tick,
                                  .added = system_actor,
                                  .removed = system_removed,
                                  .changed = system_actor,
                                  .updated = i == 0 ? system_actor : NULL};
    passer_by = (trp_watcher){.function = pass_by};
}

/* Calls, besides those of the game */

static void many_lives(trp_pool *pool, trp_actor *actor)
{
    /* an outer tick may be about to visit same-walk newborns */
    const bool any_age = pool == twin.pools[5];
    const uint32_t what = any(12);
    uint32_t now = any_age && depth > 1 ? UINT32_MAX : twin.game.born;
    if (what < 3)
        CHECK(trp_create_many(pool, any(20), what == 0 ? NULL : init, NULL) < 20);
    else if (what == 3)
        (void)trp_pool_recycle_if(pool, NULL, matches, &now);
    else if (what == 4)
        (void)trp_pool_recycle_if(pool, &(trp_ending){.later = true}, matches, &now);
    else if (what == 5)
        CHECK_OK(trp_for_each(pool, visit, any_age ? NULL : &now));
    else if (what == 6 && any(8) == 0)
        CHECK_OK(trp_pool_clear(pool, NULL));
    else if (what == 7)
        (void)trp_create_with(pool, &(trp_birth){.optional = true});
    else if (what == 8)
        (void)trp_pool_trim(pool);
    else if (what == 9 && trp_pool_of(twin.world, actor) != NULL) {
        const save_actor copy = *trp_as(save_actor, actor); /* a copy has no relations */
        (void)trp_create(pool, &copy);
    } else if (what == 10)
        (void)trp_recycle_with(
            twin.world, actor,
            &(trp_ending){.cause = trp_handle_of(twin.world, any_actor()), .later = true});
    else
        (void)trp_mark_changed(twin.world, actor);
}

/* creation is excluded in age orders, so only pools in memory order */
static void walk_inline(void)
{
    trp_pool *pool = twin.pools[any(2) == 0 ? 4 : 7];
    inline_walks++;
    trp_each (save_actor, it, pool) {
        visit(&it->actor, &(trp_context){0});
        if (any(30) == 0)
            break;
    }
    inline_walks--;
}

static void layers(trp_pool *pool)
{
    const uint32_t percent = any(101), seconds = any(2);
    const trp_shrinking rule = {percent, (float)seconds, any(9)};
    const uint32_t layer = any(3);
    const uint32_t what = any(12);
    if (what == 0)
        (void)trp_pool_set_layer(pool, layer);
    else if (what == 1)
        CHECK_OK(trp_layer_for_each(twin.world, layer, visit, NULL));
    else if (what == 2 && any(4) == 0)
        CHECK_OK(trp_layer_clear(twin.world, layer, NULL));
    else if (what == 3 && any(4) == 0)
        CHECK_OK(trp_layer_clear(twin.world, layer, &(trp_ending){.later = true}));
    else if (what == 4)
        CHECK_OK(trp_layer_set_enabled(twin.world, layer, any(4) != 0));
    else if (what == 5)
        CHECK_OK(trp_layer_set_visible(twin.world, layer, any(4) != 0));
    else if (what == 6 && !is_ending && any(20) == 0)
        make_pool(layer);
    else if (what == 7)
        stage_set_shrinking(pool, &rule);
    else if (inline_walks == 0 && what == 8 && depth > 1)
        CHECK_RESULT(trp_world_destroy(twin.world), TRP_BUSY);
    else if (inline_walks == 0)
        (void)trp_update_all(twin.world, 1);
}

static void members(trp_group *group, trp_actor *actor)
{
    const uint32_t what = any(8);
    if (what == 0)
        (void)trp_group_add_from(group, any(2) == 0 ? &twin.list : &twin.squad, 0, UINT32_MAX);
    else if (what == 1)
        (void)trp_group_reserve(group, 0);
    else if (what == 2 && any(10) == 0)
        CHECK_OK(trp_group_clear(group));
    else if (what == 3)
        CHECK_OK(trp_group_for_each(group, visit_member, NULL));
    else if (what == 4)
        (void)trp_family_for_each(&twin.family, actor, visit_member, NULL);
    else {
        inline_walks++;
        trp_group_each_actor(it, group)
        {
            visit_member(it, NULL);
            if (any(30) == 0)
                break;
        }
        inline_walks--;
    }
}

/* Modules come and go. */
static void bystanders(void)
{
    trp_system *system = &systems[any(2)];
    const uint32_t what = any(6);
    if (what == 0)
        (void)trp_unwatch(twin.world, &passer_by);
    else if (what == 1)
        (void)trp_watch(twin.world, &passer_by);
    else if (what == 2 && !is_ending && trp_group_free(&twin.squad) == TRP_OK)
        CHECK_OK(
            trp_group_init(&twin.squad, twin.world, &(trp_group_desc){.max = 12, .unique = true}));
    else if (what == 3 && !is_ending && trp_family_free(&twin.family) == TRP_OK) {
        CHECK_OK(
            trp_family_init(&twin.family, twin.world, &(trp_family_desc){.orphans = any(2) == 0}));
        for (uint32_t i = 0; i < 6; i += i == 0 ? 1 : 4)
            CHECK_OK(trp_family_add(&twin.family, twin.pools[i]));
    } else if (system->world == NULL)
        (void)trp_system_add(twin.world, system);
    else
        CHECK_OK(trp_system_remove(twin.world, system));
}

static void any_call(void)
{
    const uint32_t what = any(32);
    if (depth == 4 || budget == 0)
        return;
    depth++;
    budget--;
    cases++;
    if (what < 6) {
        trp_pool *pool = any_pool();
        many_lives(pool, any_actor());
    } else if (what < 10) {
        trp_group *group = any(2) == 0 ? &twin.list : &twin.squad;
        members(group, any_actor());
    } else if (what < 12)
        layers(any_pool());
    else if (what < 14)
        walk_inline();
    else if (what == 14)
        bystanders();
    else
        twins_stir(1);
    depth--;
}

/* Checks */

static void check_handles(void)
{
    const uint32_t place = any(HANDLES);
    for (uint32_t i = 0; i < HANDLES; i++) {
        const trp_actor *actor = trp_get(twin.world, handles[i]);
        CHECK(actor == NULL || !over[i]);
        CHECK(actor == NULL || trp_handle_equal(trp_handle_of(twin.world, actor), handles[i]));
        over[i] = actor == NULL;
    }
    handles[place] = trp_handle_of(twin.world, any_actor());
    over[place] = trp_handle_is_null(handles[place]);
}

static void check_all(void)
{
    const trp_group *unique = &twin.squad;
    CHECK_VALID(twin.world);
    check_handles();
    for (uint32_t i = 0; i < WATCHED; i++) /* each end was notified once */
        CHECK_EQ(trp_pool_info(twin.pools[i]).recycled, ended[i]);
    for (uint32_t i = 0; i < trp_group_size(unique); i++)
        for (uint32_t k = 0; k < i; k++)
            CHECK(trp_group_at(unique, k) == NULL ||
                  trp_group_at(unique, k) != trp_group_at(unique, i));
}

static void end_world(void)
{
    is_ending = true;
    budget = 1000;
    stage_end();
    is_ending = false;
    CHECK(systems[0].world == NULL && systems[1].world == NULL);
    CHECK(twin.family.world == NULL);
    CHECK_EQ(trp_group_size(&twin.list), 0);
    twin_when_called = NULL;
}

SITUATION("random calls to all modules, in all callbacks")
{
    seed = 20260401u;
    cases = 0;
    for (uint32_t round = situation_rounds(40); round > 0; round--) {
        twins_begin(round, round % 2 == 0);
        set_up();
        for (uint32_t step = 0; step < 700; step++) {
            depth = 0;
            budget = 20;
            any_call();
            check_all();
            if (step % 20 == 19)
                CHECK_OK(trp_draw_all(twin.world, NULL, 0));
        }
        end_world();
    }
    situation_cases("calls", cases);
}
