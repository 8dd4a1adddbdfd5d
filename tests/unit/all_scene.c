#include "all_scene.h"

trp_world *all_world;
trp_pool *all_pools[ALL_POOLS];
uint32_t all_pool_count;
trp_family all_family;
trp_group all_groups[2];
trp_system all_systems[2];
trp_watcher all_passer_by;
all_unit all_outsiders[ALL_OUTSIDERS];
uint64_t all_ended[ALL_FIXED];
uint64_t all_clock;
uint32_t all_seed;
void (*all_when_called)(void);

static trp_watcher census[ALL_FIXED];

uint32_t all_any(uint32_t limit)
{
    return stage_random(&all_seed, limit);
}

static trp_pool *any_pool(void)
{
    return all_pools[all_any(all_pool_count)];
}

trp_actor *all_any_actor(void)
{
    const trp_pool *pool = any_pool();
    trp_actor *actor = NULL;
    for (int tries = 0; tries < 4 && actor == NULL; tries++)
        actor = trp_pool_at(pool, all_any(trp_pool_info(pool).slots));
    return actor;
}

static void may_call(void)
{
    if (all_any(4) == 0)
        all_when_called();
}

static bool is_alive(const trp_actor *actor)
{
    return !trp_handle_is_null(trp_handle_of(all_world, actor));
}

/* Callbacks of pools */

static void on_misuse(trp_world *world, const trp_misuse *misuse)
{
    CHECK(misuse->result != TRP_ERR_CORRUPT && misuse->result != TRP_ERR_INVALID);
    CHECK(misuse->result != TRP_ERR_FOREIGN);
}

static void on_create(trp_actor *actor, const trp_context *in)
{
    CHECK(in->world == all_world);
    trp_as(all_unit, actor)->born = ++all_clock;
    may_call();
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    unsigned char *bytes = (unsigned char *)actor;
    CHECK(in->reason != TRP_REASON_NONE && in->world == all_world && !is_alive(actor));
    may_call();
    CHECK(trp_family_parent(&all_family, actor) == NULL);
    if (trp_pool_of(in->world, actor) == all_pools[ALL_OUTSIDE])
        for (uint32_t i = 0; i < sizeof(all_unit); i++) /* its memory is the user's again */
            bytes[i] = 0xDD;
}

static void update(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_pool_of(all_world, actor) == in->pool);
    may_call();
}

static void update_pool(trp_pool *pool, const trp_context *in)
{
    CHECK(pool == in->pool);
    may_call();
}

static void draw(const trp_actor *actor, const trp_view *view)
{
    CHECK(trp_pool_of(all_world, actor) == view->pool);
    CHECK(trp_state_of(all_world, actor) == TRP_STATE_ACTIVE);
    CHECK(trp_create(any_pool(), NULL) == NULL);
    CHECK_RESULT(trp_pool_trim(any_pool()), TRP_BUSY);
}

static bool is_expired(const trp_actor *actor, const trp_context *in)
{
    return all_any(64) == 0;
}

/* Callbacks of walks */

bool all_match(const trp_actor *actor, const trp_context *in)
{
    CHECK(trp_as(all_unit, actor)->born <= *(const uint64_t *)in->arg);
    return all_any(3) == 0;
}

void all_visit(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_state_of(all_world, actor) == TRP_STATE_ACTIVE);
    CHECK(in->arg == NULL || trp_as(all_unit, actor)->born <= *(const uint64_t *)in->arg);
    may_call();
}

void all_visit_member(trp_actor *actor, const trp_context *in)
{
    CHECK(is_alive(actor));
    may_call();
}

void all_init(trp_actor *actor, const trp_context *in)
{
    trp_as(all_unit, actor)->born = ++all_clock;
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
    CHECK(self->world == all_world && in->world == all_world && in->pool == NULL);
    may_call();
}

static void system_actor(trp_actor *actor, const trp_event_context *in)
{
    CHECK(in->system->world == all_world && is_alive(actor));
    may_call();
}

static void system_removed(trp_actor *actor, const trp_event_context *in)
{
    CHECK(in->system->world == all_world && in->reason != TRP_REASON_NONE);
    may_call();
}

static void on_added(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_group_has(in->group, actor));
    may_call();
}

/* may be called while a pool is trimmed: then only groups may be changed */
static void on_pruned(trp_handle handle, const trp_context *in)
{
    CHECK(trp_get(all_world, handle) == NULL);
    if (all_any(2) == 0)
        (void)trp_group_add(in->group, all_any_actor());
}

/* Creation */

static const trp_pool_desc plans[ALL_FIXED] = {
    [ALL_PLAIN] = {.when_full = TRP_FULL_GROW},
    [ALL_GROWS] = {.when_full = TRP_FULL_GROW, .update = update},
    [ALL_NEWEST] = {.order = TRP_ORDER_NEWEST, .when_full = TRP_FULL_GROW, .layer = 1},
    [ALL_STEALS] = {.order = TRP_ORDER_OLDEST, .when_full = TRP_FULL_STEAL_OLDEST, .layer = 2},
    [ALL_JOINS] = {.when_full = TRP_FULL_GROW, .is_expired = is_expired},
    [ALL_NEXT] = {.when_full = TRP_FULL_STEAL_NEXT, .update_pool = update_pool},
    [ALL_OUTSIDE] = {.external = TRP_EXTERNAL, .update = update},
    [ALL_SAME_WALK] = {.order = TRP_ORDER_OLDEST,
                       .newborns = TRP_NEWBORNS_SAME_WALK,
                       .when_full = TRP_FULL_GROW},
};

static void make_pool(uint32_t number)
{
    trp_pool_desc desc = plans[number];
    desc.type = (trp_type)TRP_TYPE(all_unit, actor);
    desc.capacity = number == ALL_PLAIN ? 70 : 8; /* more than one word */
    desc.max_capacity = desc.when_full == TRP_FULL_GROW ? 160 : 0;
    desc.joins = number == ALL_JOINS || number == ALL_OUTSIDE ? all_pools[ALL_STEALS] : NULL;
    desc.reserve = 2;
    desc.draw = draw;
    if (number > ALL_GROWS) {
        desc.on_create = on_create;
        desc.on_end = on_end;
        desc.update = desc.update_pool == NULL ? update : NULL;
    }
    all_pools[number] = stage_pool_as(all_world, desc);
    all_ended[number] = 0;
    census[number] = (trp_watcher){
        .function = take_census, .pool = all_pools[number], .user = &all_ended[number]};
    if (number != ALL_PLAIN)
        CHECK_OK(trp_watch(all_world, &census[number]));
}

void all_make_pool(uint32_t layer)
{
    const trp_pool_desc desc = {
        .type = TRP_TYPE(all_unit, actor), .capacity = 5, .layer = layer, .update = update};
    if (all_pool_count < ALL_POOLS)
        all_pools[all_pool_count++] = stage_pool_as(all_world, desc);
}

void all_make_family(void)
{
    const trp_family_desc desc = {.orphans = all_any(2) == 0};
    CHECK_OK(trp_family_init(&all_family, all_world, &desc));
    for (uint32_t i = ALL_GROWS; i < ALL_FIXED; i++)
        CHECK_OK(trp_family_add(&all_family, all_pools[i]));
}

void all_make_group(trp_group *group)
{
    static const trp_group_desc descs[2] = {{.on_added = on_added},
                                            {.unique = true, .max = 30, .on_pruned = on_pruned}};
    CHECK_OK(trp_group_init(group, all_world, &descs[group - all_groups]));
}

void all_set_up(void)
{
    stage_world();
    all_world = MADE(trp_world_create(
        &(trp_world_desc){.layers = 3, .max_pools = ALL_POOLS, .on_misuse = on_misuse}));
    for (uint32_t i = 0; i < ALL_FIXED; i++)
        make_pool(i);
    all_pool_count = ALL_FIXED;
    all_make_family();
    all_make_group(&all_groups[0]);
    all_make_group(&all_groups[1]);
    for (int32_t i = 0; i < 2; i++)
        all_systems[i] = (trp_system){.order = i,
                                      .before = system_tick,
                                      .after = system_tick,
                                      .added = system_actor,
                                      .removed = system_removed,
                                      .changed = system_actor,
                                      .updated = i == 0 ? system_actor : NULL};
    all_passer_by = (trp_watcher){.function = pass_by};
}
