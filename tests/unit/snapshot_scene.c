#include "snapshot_scene.h"
#include "heap.h"
#include "space_stage.h"

_Alignas(TRP_ALIGNMENT) unsigned char snapshot_memory[3][SCENE_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(40)];

size_t snapshot_save_to(const trp_world *world, unsigned number)
{
    size_t bytes = 0;
    CHECK_OK(trp_snapshot_save(world, snapshot_memory[number], SCENE_BYTES, &bytes));
    return bytes;
}

static void update(trp_actor *self, const trp_context *in)
{
    snapshot_actor *actor = trp_as(snapshot_actor, self);
    actor->turns++;
    actor->box.x += (float)(actor->id % 5) * in->dt;
    if (actor->turns % 16 == actor->id % 16)
        trp_expire(in->world, self);
}

static trp_pool *make(trp_world *world, trp_order order, trp_full full, trp_pool *joins)
{
    const trp_pool_desc desc = {.type = TRP_TYPE(snapshot_actor, actor),
                                .capacity = full == TRP_FULL_GROW ? 5 : 70,
                                .max_capacity = full == TRP_FULL_GROW ? 150 : 0,
                                .order = order,
                                .when_full = full,
                                .joins = joins,
                                .update = update};
    return stage_pool_as(world, desc);
}

static trp_world *make_world(bool grows)
{
    stage_world();
    if (!grows)
        return stage_world_as((trp_world_desc){.layers = 3});
    heap_reset();
    return trp_world_create(&(trp_world_desc){
        .layers = 3, .allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
}

static void make_pools(snapshot_scene *scene, bool grows)
{
    trp_world *world = scene->world;
    scene->pools[0] = make(world, TRP_ORDER_MEMORY, TRP_FULL_FAIL, NULL);
    scene->pools[1] = make(world, TRP_ORDER_MEMORY, TRP_FULL_STEAL_NEXT, NULL);
    scene->pools[2] = make(world, TRP_ORDER_NEWEST, TRP_FULL_STEAL_OLDEST, NULL);
    scene->pools[3] = make(world, TRP_ORDER_OLDEST, TRP_FULL_FAIL, NULL);
    scene->pools[4] =
        make(world, TRP_ORDER_OLDEST, grows ? TRP_FULL_GROW : TRP_FULL_FAIL, scene->pools[3]);
    scene->pools[5] = make(world, TRP_ORDER_MEMORY, grows ? TRP_FULL_GROW : TRP_FULL_FAIL, NULL);
    scene->pools[6] = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(snapshot_actor, actor),
                                                           .capacity = SCENE_PLAYERS,
                                                           .external = TRP_EXTERNAL,
                                                           .layer = 1,
                                                           .update = update});
    stage_set_quarantine(scene->pools[0], 6);
    CHECK_OK(trp_pool_set_layer(scene->pools[1], 2));
}

void snapshot_scene_begin(snapshot_scene *scene, bool grows)
{
    *scene = (snapshot_scene){0};
    scene->world = MADE(make_world(grows));
    make_pools(scene, grows);
    CHECK_OK(trp_family_init(&scene->family, scene->world, NULL));
    CHECK_OK(trp_family_add(&scene->family, scene->pools[0]));
    CHECK_OK(trp_family_add(&scene->family, scene->pools[4]));
    CHECK_OK(
        trp_group_init(&scene->list, scene->world, &(trp_group_desc){.capacity = 60, .max = 60}));
    CHECK_OK(trp_group_init(&scene->game.squad, scene->world,
                            &(trp_group_desc){.capacity = 9, .max = 9}));
    scene->space =
        MADE(trp_space_create(scene->world, &(trp_space_desc){.capacity = 200, .classes = 2}));
    space_contacts_begin(scene->space, 200);
    for (int i = 1; i <= 5; i += 2)
        CHECK_OK(
            trp_space_add_pool(scene->space, scene->pools[i],
                               &(trp_space_pool_desc){.box = TRP_BOX_AT(snapshot_actor, box)}));
    CHECK_OK(trp_ids_init(&scene->ids, ids_memory, sizeof ids_memory, 10, 40));
    scene->game_region =
        (trp_region){.name = "game", .start = &scene->game, .bytes = sizeof scene->game};
    scene->ids_region = (trp_region){.name = "ids", .ids = &scene->ids};
    CHECK_OK(trp_region_add(scene->world, &scene->game_region));
    CHECK_OK(trp_region_add(scene->world, &scene->ids_region));
    scene->game.seed = 7;
}

static uint32_t roll(snapshot_scene *scene, uint32_t limit)
{
    return stage_random(&scene->game.seed, limit);
}

static trp_actor *any(snapshot_scene *scene, const trp_pool *pool)
{
    const uint32_t from = roll(scene, 80);
    for (uint32_t i = 0; i < 80; i++)
        if (trp_pool_at(pool, (from + i) % 80) != NULL)
            return trp_pool_at(pool, (from + i) % 80);
    return NULL;
}

static void adopt(snapshot_scene *scene)
{
    snapshot_actor *player = &scene->game.players[roll(scene, SCENE_PLAYERS)];
    if (trp_pool_of(scene->world, &player->actor) == NULL)
        CHECK(trp_adopt(scene->pools[6], &player->actor) != NULL);
    else
        CHECK_OK(trp_recycle(scene->world, &player->actor));
}

static void create(snapshot_scene *scene, trp_pool *pool)
{
    for (uint32_t n = roll(scene, 6); n > 0; n--) {
        snapshot_actor init = {.id = ++scene->game.born};
        init.box = (trp_box){(float)roll(scene, 100), (float)roll(scene, 100), 8, 8};
        trp_actor *actor = trp_create(pool, &init);
        if (actor != NULL && roll(scene, 3) == 0) {
            trp_group_add(&scene->list, actor);
            trp_group_add(&scene->game.squad, actor);
        }
    }
}

static void relate(snapshot_scene *scene, trp_actor *actor)
{
    trp_actor *child = any(scene, scene->pools[4]);
    if (actor != NULL && child != NULL && trp_state_of(scene->world, actor) == TRP_STATE_ACTIVE &&
        trp_state_of(scene->world, child) == TRP_STATE_ACTIVE) {
        if (trp_family_parent(&scene->family, child) != NULL)
            trp_family_detach(&scene->family, child);
        CHECK_OK(trp_family_attach(&scene->family, actor, child));
    }
}

static void do_something(snapshot_scene *scene)
{
    trp_world *world = scene->world;
    trp_pool *pool = scene->pools[roll(scene, SCENE_POOLS - 1)];
    trp_actor *actor = any(scene, pool);
    const trp_state state = trp_state_of(world, actor);
    switch (roll(scene, 12)) {
    case 0:
        if (state == TRP_STATE_ACTIVE)
            CHECK_OK(trp_deactivate(world, actor));
        break;
    case 1:
        if (state == TRP_STATE_ASLEEP)
            CHECK_OK(trp_activate(world, actor));
        break;
    case 2:
        trp_expire(world, actor);
        break;
    case 3:
        adopt(scene);
        break;
    case 4:
        relate(scene, any(scene, scene->pools[0]));
        break;
    case 5:
        trp_ids_take(&scene->ids);
        trp_ids_give_back(&scene->ids, 10 + roll(scene, 40));
        break;
    case 6:
        trp_layer_set_place(world, roll(scene, 3), roll(scene, 3));
        trp_layer_set_enabled(world, 1, roll(scene, 2) == 0);
        break;
    case 7:
        trp_recycle(world, actor);
        break;
    case 8:
        trp_pool_set_time_scale(pool, (float)roll(scene, 4));
        break;
    default:
        create(scene, pool);
    }
}

static void on_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    snapshot_scene *scene = (snapshot_scene *)in->user;
    scene->game.contacts = scene->game.contacts * 31 + (uint32_t)in->phase + in->a_handle.index +
                           in->b_handle.generation;
}

void snapshot_scene_play(snapshot_scene *scene, uint32_t steps)
{
    while (steps-- > 0) {
        for (uint32_t n = 0; n < 8; n++)
            do_something(scene);
        CHECK_OK(trp_update_all(scene->world, 0.25f));
        trp_space_moved_all(scene->space, NULL);
        space_contacts(scene->space, NULL, on_contact, scene);
    }
}

static void mix(uint64_t *sum, uint64_t number)
{
    *sum = (*sum ^ number) * 1099511628211u;
}

static void on_found(trp_actor *actor, const trp_context *in)
{
    mix((uint64_t *)in->arg, trp_as(snapshot_actor, actor)->id);
}

static void look_at_actors(snapshot_scene *scene, uint64_t *sum)
{
    for (trp_actor *at = trp_first(scene->world); at != NULL; at = trp_next(scene->world, at)) {
        const snapshot_actor *actor = trp_as(snapshot_actor, at);
        const trp_handle handle = trp_handle_of(scene->world, at);
        mix(sum, handle.index);
        mix(sum, handle.generation);
        mix(sum, actor->id);
        mix(sum, actor->turns);
        mix(sum, (uint64_t)(uintptr_t)at);
    }
    for (uint32_t i = 0; i < SCENE_POOLS; i++)
        for (uint32_t slot = 0; slot < trp_pool_info(scene->pools[i]).slots; slot++) {
            trp_actor *at = trp_pool_at(scene->pools[i], slot);
            mix(sum, (uint64_t)trp_state_of(scene->world, at));
            for (trp_actor *child = trp_family_first(&scene->family, at); child != NULL;
                 child = trp_family_next(&scene->family, child))
                mix(sum, trp_as(snapshot_actor, child)->id);
        }
}

uint64_t snapshot_scene_look(snapshot_scene *scene)
{
    uint64_t sum = 0;
    look_at_actors(scene, &sum);
    for (uint32_t i = 0; i < SCENE_POOLS; i++) {
        const trp_pool_facts stats = trp_pool_info(scene->pools[i]);
        mix(&sum, stats.created);
        mix(&sum, stats.refused);
        mix(&sum, stats.stolen);
        mix(&sum, stats.capacity);
        mix(&sum, trp_pool_info(scene->pools[i]).layer);
    }
    mix(&sum, scene->game.contacts);
    for (uint32_t place = 0; place < trp_group_size(&scene->list); place++)
        mix(&sum, (uint64_t)(uintptr_t)trp_group_at(&scene->list, place));
    for (uint32_t place = 0; place < trp_group_size(&scene->game.squad); place++)
        mix(&sum, (uint64_t)(uintptr_t)trp_group_at(&scene->game.squad, place));
    for (uint32_t id = trp_ids_next(&scene->ids, 0); id != TRP_NO_ID;
         id = trp_ids_next(&scene->ids, id + 1))
        mix(&sum, id);
    for (uint32_t i = 0; i < 4; i++)
        trp_space_query(scene->space,
                        &(trp_query){.area = trp_rectangle((float)(i * 25), 0, 30, 100)}, on_found,
                        &sum);
    mix(&sum, trp_world_ticks(scene->world));
    return sum;
}

void snapshot_scene_end(snapshot_scene *scene)
{
    CHECK_OK(trp_world_destroy(scene->world));
}

uint32_t snapshot_diff_now(const trp_world *world, const void *a, size_t a_bytes, void *scratch,
                           size_t scratch_bytes, uint32_t most, trp_on_difference_fn *tell,
                           void *user)
{
    size_t bytes;

    if (trp_snapshot_save(world, scratch, scratch_bytes, &bytes) != TRP_OK)
        return 0;
    return trp_snapshot_diff(world, a, a_bytes, scratch, bytes, most, tell, user);
}
