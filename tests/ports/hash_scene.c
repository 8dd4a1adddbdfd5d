#include "hash_scene.h"

#include "troupe/shrink.h"

hash_scene here;

static _Alignas(TRP_ALIGNMENT) unsigned char other_block[TRP_WORLD_BYTES_FOR(1, 4) +
                                                         TRP_POOL_BYTES(hash_unit, 4)];
static trp_watcher pool_watchers[HASH_FIXED];
static hash_unit prototype;

/* Callbacks */

void hash_result(trp_result result)
{
    hash_number((uint64_t)result);
}

static void hash_pool(const trp_pool *pool)
{
    hash_number(pool == NULL ? 99
                             : (uint64_t)((trp_pool *const *)trp_pool_user(pool) - here.pools));
}

void hash_actor(const trp_actor *actor)
{
    const trp_pool *pool = trp_pool_of(here.world, actor);
    const trp_handle handle = trp_handle_of(here.world, actor);
    hash_pool(pool);
    if (actor == NULL)
        return;
    hash_number((uint64_t)handle.index << 32 | handle.generation);
    hash_number((uint64_t)trp_slot_of(here.world, actor) << 32 |
                (uint64_t)trp_state_of(here.world, actor));
    if (pool != NULL)
        hash_number(trp_as(hash_unit, actor)->id);
}

static void on_misuse(trp_world *world, const trp_misuse *misuse)
{
    hash_number(world == here.world);
    hash_result(misuse->result);
    hash_text(misuse->call);
    if (misuse->result != TRP_ERR_MEMORY) /* its message contains bytes, which differ */
        hash_text(misuse->message);
    if (world == here.world)
        hash_pool(misuse->pool);
    hash_number(misuse->actor != NULL);
    if (misuse->result == TRP_ERR_INVALID)
        hash_wrong("the world is invalid");
}

static void told(uint32_t by, const trp_actor *actor, uint64_t what)
{
    hash_number(by);
    hash_actor(actor);
    hash_number(what);
}

static void on_create(trp_actor *actor, const trp_context *in)
{
    (void)in;
    told(1, actor, 0);
    hash_maybe_call();
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    unsigned char *bytes = (unsigned char *)actor;
    told(2, actor, (uint64_t)in->reason);
    hash_maybe_call();
    if (trp_pool_of(in->world, actor) ==
        here.pools[HASH_OUTSIDE]) /* its node belongs to the user again */
        for (uint32_t i = 0; i < sizeof *actor; i++)
            bytes[i] = 0xDD;
}

static void update(trp_actor *actor, const trp_context *in)
{
    hash_unit *it = trp_as(hash_unit, actor);
    told(3, actor, in->tick);
    hash_float(in->dt);
    it->box.x += in->dt;
    hash_maybe_call();
}

static void update_pool(trp_pool *pool, const trp_context *in)
{
    hash_pool(pool);
    hash_float(in->dt);
    hash_float(in->unscaled_dt);
    hash_update_near(pool, in, update);
    hash_maybe_call();
}

static void draw(const trp_actor *actor, const trp_view *view)
{
    told(4, actor, view->layer);
    if (hash_any(8) == 0)
        hash_number(trp_create(hash_any_pool(), NULL) != NULL);
}

static bool is_expired(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    hash_actor(actor);
    return hash_any(50) == 0;
}

static void watch(trp_actor *actor, const trp_event_context *in)
{
    hash_pool(in->pool);
    told(in->user == pool_watchers ? 5 : 6, actor, (uint64_t)in->event << 8 | (uint64_t)in->reason);
    if (in->event != TRP_EVENT_TRIMMED && in->event != TRP_EVENT_SHUTDOWN)
        hash_maybe_call();
}

static void system_tick(trp_system *self, const trp_context *in)
{
    told(7, NULL, (uint64_t)(self - here.systems));
    hash_float(in->dt);
    hash_maybe_call();
}

static void system_actor(trp_actor *actor, const trp_event_context *in)
{
    told(8, actor, (uint64_t)(in->system - here.systems));
    hash_maybe_call();
}

static void system_removed(trp_actor *actor, const trp_event_context *in)
{
    told(9, actor, (uint64_t)(in->system - here.systems) << 8 | (uint64_t)in->reason);
    hash_maybe_call();
}

static void on_added(trp_actor *actor, const trp_context *in)
{
    told(10, actor, trp_group_size(in->group));
    hash_maybe_call();
}

/* may be called while a pool is trimmed: then only groups may be changed */
static void on_pruned(trp_handle handle, const trp_context *in)
{
    hash_number((uint64_t)handle.index << 32 | handle.generation);
    if (hash_any(2) == 0)
        hash_result(trp_group_add(in->group, hash_any_actor()));
}

/* Random selection */

trp_pool *hash_any_pool(void)
{
    return here.pools[hash_any(here.pool_count)];
}

trp_actor *hash_any_actor(void)
{
    const trp_pool *pool = hash_any_pool();
    trp_actor *actor = NULL;
    for (uint32_t tries = 0; tries < 4 && actor == NULL; tries++)
        actor = trp_pool_at(pool, hash_any(trp_pool_info(pool).slots));
    return actor;
}

/* thirds are not exact, and each is rounded once */
trp_box hash_any_box(void)
{
    trp_box box;
    box.x = (float)hash_any(600) / 3;
    box.y = (float)hash_any(400) / 3;
    box.width = (float)hash_any(40) / 3;
    box.height = (float)(1u << hash_any(7)) / 3;
    if (hash_any(4) == 0)
        box.x = -box.x;
    return box;
}

/* Creation */

static const trp_shrinking by_share = {60, 1.0f / 7, 0};
static const trp_shrinking by_count = {0, 0, 5};

static const trp_pool_desc plans[HASH_FIXED] = {
    [HASH_PLAIN] = {.name = "plain", .when_full = TRP_FULL_GROW, .shrink = TRP_SHRINK(&by_share)},
    [HASH_GROWS] = {.name = "grows", .when_full = TRP_FULL_GROW, .update = update},
    [HASH_NEWEST] = {.order = TRP_ORDER_NEWEST,
                     .when_full = TRP_FULL_GROW,
                     .layer = 1,
                     .shrink = TRP_SHRINK(&by_count)},
    [HASH_STEALS] = {.order = TRP_ORDER_OLDEST, .when_full = TRP_FULL_STEAL_OLDEST, .layer = 2},
    [HASH_JOINS] = {.when_full = TRP_FULL_GROW, .is_expired = is_expired},
    [HASH_NEXT] = {.when_full = TRP_FULL_STEAL_NEXT, .update_pool = update_pool},
    [HASH_OUTSIDE] = {.external = TRP_EXTERNAL},
    [HASH_SAME_WALK] = {.order = TRP_ORDER_OLDEST,
                        .newborns = TRP_NEWBORNS_SAME_WALK,
                        .when_full = TRP_FULL_GROW},
    [HASH_COPIES] = {.prototype = &prototype, .layer = 1},
};

static void create_pool(uint32_t number, trp_pool_desc desc)
{
    desc.type = (trp_type)TRP_TYPE(hash_unit, actor);
    desc.user = &here.pools[number];
    here.pools[number] = trp_pool_create(here.world, &desc);
    if (here.pools[number] == NULL)
        hash_wrong("a pool could not be created");
}

static void make_fixed_pool(uint32_t number)
{
    trp_pool_desc desc = plans[number];
    desc.capacity = number == HASH_PLAIN ? 70 : 7; /* more than one word */
    desc.max_capacity = desc.when_full != TRP_FULL_GROW ? 0 : number == HASH_PLAIN ? 100 : 16;
    desc.joins = number == HASH_JOINS || number == HASH_OUTSIDE ? here.pools[HASH_STEALS] : NULL;
    desc.reserve = 2;
    desc.draw = draw;
    if (number > HASH_GROWS) {
        desc.on_create = on_create;
        desc.on_end = on_end;
        desc.update = desc.update_pool == NULL ? update : NULL;
    }
    create_pool(number, desc);
    pool_watchers[number] = (trp_watcher){.function = watch, .user = pool_watchers};
    pool_watchers[number].pool = here.pools[number];
    if (number > HASH_GROWS)
        hash_result(trp_watch(here.world, &pool_watchers[number]));
}

void hash_make_pool(uint32_t layer)
{
    const trp_pool_desc desc = {.name = "late", .capacity = 3, .layer = layer, .update = update};
    if (here.pool_count < HASH_POOLS)
        create_pool(here.pool_count++, desc);
}

void hash_make_family(void)
{
    const trp_family_desc desc = {.orphans = hash_any(2) == 0};
    hash_result(trp_family_init(&here.family, here.world, &desc));
    for (uint32_t i = HASH_GROWS; i < HASH_FIXED; i++)
        hash_result(trp_family_add(&here.family, here.pools[i]));
}

void hash_make_group(trp_group *group)
{
    static const trp_group_desc descs[2] = {
        {.on_added = on_added, .max = 40},
        {.name = "unique", .unique = true, .max = 30, .on_pruned = on_pruned}};
    hash_result(trp_group_init(group, here.world, &descs[group - here.groups]));
}

static void make_systems(void)
{
    for (int32_t i = 0; i < 2; i++)
        here.systems[i] = (trp_system){.order = i,
                                       .before = system_tick,
                                       .after = system_tick,
                                       .added = system_actor,
                                       .removed = system_removed,
                                       .changed = system_actor,
                                       .updated = i == 0 ? system_actor : NULL};
}

static void make_other(void)
{
    const trp_world_desc desc = {.id = 200, .layers = 1, .max_pools = 4, .on_misuse = on_misuse};
    const trp_pool_desc strangers = {.name = "strangers",
                                     .type = TRP_TYPE(hash_unit, actor),
                                     .capacity = 4,
                                     .user = &here.strangers};
    here.other = trp_world_init(other_block, sizeof other_block, &desc);
    here.strangers = trp_pool_create(here.other, &strangers);
    if (here.strangers == NULL)
        hash_wrong("the other world could not be created");
    (void)trp_create(here.strangers, NULL);
}

void hash_scene_begin(uint32_t number)
{
    const trp_world_desc desc = {.id = number % 199,
                                 .layers = 3,
                                 .max_pools = number % 2 == 0 ? HASH_POOLS : 0,
                                 .allocator = {hash_arena_take, hash_arena_give, NULL},
                                 .on_misuse = on_misuse};
    hash_arena_clear();
    here = (hash_scene){.lonely = number % 4 < 2};
    prototype =
        (hash_unit){.id = 7, .box = {(float)(number % 50), 1, 2, 3}, .tail = {1, 2, 3, 4, 5}};
    here.world = trp_world_create(&desc);
    for (uint32_t i = 0; i < HASH_FIXED; i++)
        make_fixed_pool(i);
    here.pool_count = HASH_FIXED;
    make_other();
    hash_make_family();
    hash_make_group(&here.groups[0]);
    hash_make_group(&here.groups[1]);
    make_systems();
    here.passer_by = (trp_watcher){.function = watch};
    hash_make_places(number);
}

void hash_scene_end(void)
{
    here.ending = true;
    hash_result(trp_world_destroy(here.world));
    hash_result(trp_world_destroy(here.other));
    hash_number(here.family.world == NULL);
}
