#include "../heap.h"
#include "../snapshot_scene.h"

static snapshot_scene scene;

static void check_future(bool grows, uint32_t before, uint32_t after)
{
    snapshot_scene_begin(&scene, grows);
    snapshot_scene_play(&scene, before);
    const uint64_t then = snapshot_scene_look(&scene);
    const uint64_t then_hash = trp_hash_world(scene.world);
    const size_t bytes = snapshot_save_to(scene.world, 0);
    CHECK_EQ(snapshot_scene_look(&scene), then);
    snapshot_scene_play(&scene, after);
    const uint64_t later = snapshot_scene_look(&scene);
    const uint64_t later_hash = trp_hash_world(scene.world);
    CHECK(later != then && later_hash != then_hash);
    for (int again = 0; again < 2; again++)
    {
        CHECK_RESULT(trp_snapshot_restore(scene.world, snapshot_memory[0], bytes), TRP_OK);
        CHECK_VALID(scene.world);
        CHECK_EQ(trp_hash_world(scene.world), then_hash);
        CHECK_EQ(snapshot_scene_look(&scene), then);
        snapshot_scene_play(&scene, after);
        CHECK_VALID(scene.world);
        CHECK_EQ(snapshot_scene_look(&scene), later);
        CHECK_EQ(trp_hash_world(scene.world), later_hash);
    }
    snapshot_scene_end(&scene);
}

static void has_the_same_future(void)
{
    unsigned long cases = 0;
    for (uint32_t before = 0; before < 40; before += 3)
        for (uint32_t after = 1; after < 30; after += 7, cases += 2)
        {
            check_future(false, before, after);
            check_future(true, before, after);
        }
    situation_cases("futures after a restore", cases);
}

static void restores_what_it_saves_to_the_byte(void)
{
    snapshot_scene_begin(&scene, false);
    snapshot_scene_play(&scene, 25);
    const size_t bytes = snapshot_save_to(scene.world, 0);
    snapshot_scene_play(&scene, 9);
    CHECK_RESULT(trp_snapshot_restore(scene.world, snapshot_memory[0], bytes), TRP_OK);
    CHECK_EQ(snapshot_save_to(scene.world, 1), bytes);
    size_t differing = 0;
    for (size_t i = 0; i < bytes; i++)
        differing += snapshot_memory[0][i] != snapshot_memory[1][i];
    CHECK_EQ(differing, 0);
    snapshot_scene_end(&scene);
}

static void goes_back_and_forth(void)
{
    for (int grows = 0; grows <= 1; grows++)
    {
        uint64_t looks[3];
        size_t bytes[3];
        snapshot_scene_begin(&scene, grows != 0);
        for (unsigned i = 0; i < 3; i++)
        {
            snapshot_scene_play(&scene, 4 + 11 * i);
            looks[i] = snapshot_scene_look(&scene);
            bytes[i] = snapshot_save_to(scene.world, i);
        }
        for (unsigned i = 0; i < 40; i++)
        {
            const unsigned to = (i * 5 + i / 3) % 3;
            CHECK_RESULT(trp_snapshot_restore(scene.world, snapshot_memory[to], bytes[to]), TRP_OK);
            CHECK_VALID(scene.world);
            CHECK_EQ(snapshot_scene_look(&scene), looks[to]);
            if (i % 4 == 1)
                snapshot_scene_play(&scene, i);
        }
        snapshot_scene_end(&scene);
    }
}

/* A small world: its snapshots are short enough to try each of their bytes. */

static trp_world *world;
static trp_pool *pool;
static trp_pool *queue;
static trp_roster roster;
static uint32_t number;
static trp_region region;

static void set_up(void)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.max_pools = 4});
    pool = stage_pool(world, 10, TRP_ORDER_MEMORY);
    queue = stage_pool(world, 6, TRP_ORDER_NEWEST);
    roster = (trp_roster){0};
    CHECK_RESULT(trp_roster_init(&roster, world, &(trp_roster_desc){.capacity = 4}), TRP_OK);
    region = (trp_region){.name = "number", .start = &number, .bytes = sizeof number};
    CHECK_RESULT(trp_region_add(world, &region), TRP_OK);
    number = 5;
    stage_things(pool, 1, 6);
    stage_things(queue, 11, 14);
    trp_roster_add(&roster, &stage_find(pool, 2)->actor);
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, 3)->actor), TRP_OK);
    CHECK_RESULT(trp_recycle(world, &stage_find(queue, 12)->actor), TRP_OK);
    stage_log_clear();
}

static size_t save(void)
{
    return snapshot_save_to(world, 0);
}

static trp_result restore(size_t bytes)
{
    return trp_snapshot_restore(world, snapshot_memory[0], bytes);
}

static void go_on(void)
{
    number = 6;
    stage_thing(pool, 7);
    trp_recycle(world, &stage_find(pool, 1)->actor);
    trp_recycle(world, &stage_find(queue, 14)->actor);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
}

static void finds_each_damaged_byte_of_a_sealed_one(void)
{
    set_up();
    const size_t bytes = save();
    CHECK_RESULT(trp_snapshot_seal(snapshot_memory[0], bytes), TRP_OK);
    CHECK_RESULT(trp_snapshot_seal(snapshot_memory[0], bytes), TRP_OK);
    go_on();
    const uint64_t now = trp_hash_world(world);
    for (size_t i = 0; i < bytes; i++)
        for (int bit = 0; bit < 8; bit += 7)
        {
            snapshot_memory[0][i] ^= (unsigned char)(1 << bit);
            CHECK_RESULT(trp_snapshot_check(world, snapshot_memory[0], bytes), TRP_ERR_DAMAGED);
            CHECK_MISUSE(world, restore(bytes), TRP_ERR_DAMAGED);
            snapshot_memory[0][i] ^= (unsigned char)(1 << bit);
        }
    CHECK_EQ(trp_hash_world(world), now);
    CHECK_RESULT(restore(bytes), TRP_OK);
    situation_cases("damaged snapshots", bytes * 2);
}

static void finds_each_cut(void)
{
    set_up();
    const size_t bytes = save();
    go_on();
    const uint64_t now = trp_hash_world(world);
    for (size_t left = 0; left < bytes; left++)
        CHECK_MISUSE(world, restore(left), TRP_ERR_DAMAGED);
    CHECK_EQ(trp_hash_world(world), now);
    CHECK_RESULT(restore(bytes), TRP_OK);
    CHECK_RESULT(restore(bytes + 100), TRP_OK);
}

/* Payloads have no checksum: what they contain comes back, and the world is valid. */
static void survives_each_damaged_byte_of_one_without_a_seal(void)
{
    set_up();
    size_t bytes = save();
    unsigned long refused = 0;
    for (size_t i = 0; i < bytes; i++)
    {
        const uint64_t before = trp_hash_world(world);
        snapshot_memory[0][i] ^= 0x40;
        if (restore(bytes) != TRP_OK)
        {
            refused++;
            CHECK_EQ(trp_hash_world(world), before);
        }
        else
        {
            trp_update_all(world, 1);
            for (trp_actor *at = trp_first(world); at != NULL; at = trp_next(world, at))
                trp_state_of(world, at);
        }
        snapshot_memory[0][i] ^= 0x40;
        CHECK_RESULT(restore(bytes), TRP_OK);
        CHECK_VALID(world);
    }
    CHECK(refused > bytes / 2);
#if !defined(TRP_DEBUG) || !TRP_DEBUG /* which seals every one */
    CHECK(refused < bytes);
#endif
}

static void says_how_much_memory_it_needs(void)
{
    set_up();
    size_t used = 1;
    const size_t bytes = trp_snapshot_bytes(world);
    CHECK_QUIET(world, trp_snapshot_save(world, snapshot_memory[0], bytes - 1, &used),
                TRP_ERR_MEMORY);
    CHECK_EQ(used, bytes);
    CHECK_EQ(save(), bytes);
    CHECK_RESULT(trp_snapshot_save(world, snapshot_memory[0], bytes, NULL), TRP_OK);
    const size_t most = trp_snapshot_most_bytes(world);
    stage_things(pool, 20, 24);
    stage_things(queue, 30, 32);
    CHECK(trp_snapshot_bytes(world) > bytes);
    CHECK(trp_snapshot_bytes(world) <= most);
    CHECK_EQ(trp_snapshot_bytes(NULL) + trp_snapshot_most_bytes(NULL), 0);
}

static void wants_memory(void)
{
    set_up();
    const size_t bytes = save();
    CHECK_MISUSE(world, trp_snapshot_save(world, NULL, 100, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_snapshot_save(world, snapshot_memory[1] + 1, 100, NULL), TRP_ERR_ALIGN);
    CHECK_MISUSE(world, trp_snapshot_restore(world, NULL, bytes), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_snapshot_restore(world, snapshot_memory[0] + 1, bytes), TRP_ERR_ALIGN);
    CHECK_RESULT(trp_snapshot_save(NULL, snapshot_memory[1], SCENE_BYTES, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_restore(NULL, snapshot_memory[0], bytes), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_check(NULL, snapshot_memory[0], bytes), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_seal(NULL, bytes), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_seal(snapshot_memory[2], 7), TRP_ERR_DAMAGED);
    CHECK_EQ(trp_snapshot_tick(snapshot_memory[0], bytes), 0);
    CHECK_EQ(trp_snapshot_tick(snapshot_memory[0], 10), UINT64_MAX);
    CHECK_EQ(trp_snapshot_tick(NULL, 10), UINT64_MAX);
}

static size_t saved;
static trp_result answers[2];

static void try_both(void)
{
    answers[0] = trp_snapshot_save(world, snapshot_memory[1], SCENE_BYTES, NULL);
    answers[1] = restore(saved);
    CHECK_EQ(trp_snapshot_bytes(world), 0);
}

static void try_in_update(thing *self, const trp_tick *tick)
{
    (void)self;
    (void)tick;
    try_both();
}

static void try_in_visit(trp_actor *self, void *user)
{
    (void)self;
    (void)user;
    try_both();
}

static void try_in_hook(trp_world *in, thing *self)
{
    (void)in;
    (void)self;
    try_both();
}

static void try_in_draw(const trp_actor *self, const trp_view *view)
{
    (void)self;
    (void)view;
    try_both();
}

static void check_busy(void)
{
    CHECK_RESULT(answers[0], TRP_BUSY);
    CHECK_RESULT(answers[1], TRP_BUSY);
    answers[0] = answers[1] = TRP_OK;
}

static void is_refused_in_callbacks(void)
{
    set_up();
    saved = save();
    stage_when_updated = try_in_update;
    trp_pool_desc desc = stage_desc(3, TRP_ORDER_MEMORY);
    desc.update = stage_update;
    desc.draw = try_in_draw;
    desc.on_create = stage_on_create;
    trp_pool *other = stage_pool_as(world, desc);
    stage_things(other, 50, 51);
    saved = save();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    check_busy();
    stage_when_updated = NULL;
    trp_for_each(pool, try_in_visit, NULL);
    check_busy();
    trp_draw_all(world, NULL, 0);
    check_busy();
    stage_when_created = try_in_hook;
    stage_thing(other, 52);
    check_busy();
    stage_when_created = NULL;
    trp_each (thing, it, pool)
    {
        try_both();
        check_busy();
    }
    saved = save();
    CHECK_RESULT(restore(saved), TRP_OK);
}

static unsigned restores;

static void on_event(trp_pool *of, trp_actor *actor, trp_event event, trp_reason reason,
                     void *context)
{
    (void)reason;
    (void)context;
    if (event != TRP_EVENT_RESTORED)
        return;
    CHECK(of == NULL && actor == NULL);
    CHECK_RESULT(trp_snapshot_save(world, snapshot_memory[1], SCENE_BYTES, NULL), TRP_BUSY);
    restores++;
}

static void undoes_handles_and_tells_it(void)
{
    trp_watcher watcher = {.function = on_event};
    set_up();
    CHECK_RESULT(trp_watch_all(world, &watcher), TRP_OK);
    restores = 0;
    const trp_handle early = trp_handle_of(world, &stage_find(pool, 2)->actor);
    const size_t bytes = save();
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, 2)->actor), TRP_OK);
    thing *late = stage_thing(pool, 70);
    const trp_handle handle = trp_handle_of(world, &late->actor);
    CHECK_EQ(trp_world_timeline(world), 0);
    CHECK_RESULT(restore(bytes), TRP_OK);
    CHECK_EQ(trp_world_timeline(world), 1);
    CHECK_EQ(restores, 1);
    CHECK_EQ(trp_as(thing, trp_get(world, early))->id, 2);
    CHECK(trp_get(world, handle) == NULL);
    /* the same calls would give the same handle; other calls give it to another actor */
    CHECK_RESULT(trp_recycle(world, trp_get(world, early)), TRP_OK);
    stage_thing(pool, 71);
    CHECK_EQ(trp_as(thing, trp_get(world, handle))->id, 71);
    CHECK_RESULT(trp_unwatch_all(world, &watcher), TRP_OK);
    CHECK_EQ(trp_world_timeline(NULL), 0);
}

static void knows_what_is_again(void)
{
    set_up();
    CHECK(!trp_world_is_again(world) && !trp_world_is_again(NULL));
    const size_t bytes = save();
    for (int i = 0; i < 3; i++)
        trp_update_all(world, 1);
    CHECK_RESULT(restore(bytes), TRP_OK);
    for (int i = 0; i < 3; i++)
    {
        trp_update_all(world, 1);
        CHECK(trp_world_is_again(world));
    }
    trp_update_all(world, 1);
    CHECK(!trp_world_is_again(world));
}

static void check_changed(size_t bytes)
{
    const uint64_t now = trp_hash_world(world);
    CHECK_RESULT(trp_snapshot_check(world, snapshot_memory[0], bytes), TRP_ERR_CHANGED);
    CHECK_MISUSE(world, restore(bytes), TRP_ERR_CHANGED);
    CHECK_EQ(trp_hash_world(world), now);
}

static void watch_nothing(trp_pool *of, trp_actor *actor, trp_event event, trp_reason reason,
                          void *context)
{
    (void)of, (void)actor, (void)event, (void)reason, (void)context;
}

static void refuses_other_wiring(void)
{
    trp_watcher watcher = {.function = watch_nothing};
    trp_system system = {.name = "late"};
    trp_roster other = {0};
    uint32_t more = 0;
    trp_region second = {.start = &more, .bytes = sizeof more};
    set_up();
    size_t bytes = save();
    CHECK_RESULT(trp_watch(pool, &watcher), TRP_OK);
    check_changed(bytes);
    CHECK_RESULT(trp_unwatch(pool, &watcher), TRP_OK);
    CHECK_RESULT(trp_system_add(world, &system), TRP_OK);
    check_changed(bytes);
    CHECK_RESULT(trp_system_remove(world, &system), TRP_OK);
    CHECK_RESULT(trp_roster_init(&other, world, NULL), TRP_OK);
    check_changed(bytes);
    CHECK_RESULT(trp_roster_free(&other), TRP_OK);
    CHECK_RESULT(trp_region_add(world, &second), TRP_OK);
    check_changed(bytes);
    CHECK_RESULT(trp_region_remove(world, &second), TRP_OK);
    CHECK_RESULT(trp_pool_set_transient(queue, true), TRP_OK);
    check_changed(bytes);
    CHECK_RESULT(trp_pool_set_transient(queue, false), TRP_OK);
    CHECK_RESULT(restore(bytes), TRP_OK);
    CHECK_RESULT(trp_roster_free(&roster), TRP_OK);
    CHECK_RESULT(trp_roster_init(&roster, world, &(trp_roster_desc){.capacity = 4}), TRP_OK);
    check_changed(bytes);
    bytes = save();
    stage_pool(world, 3, TRP_ORDER_MEMORY);
    check_changed(bytes);
}

static void refuses_another_worlds(void)
{
    set_up();
    trp_world *other = stage_second_world(2);
    size_t bytes = 0;
    CHECK_RESULT(trp_snapshot_save(other, snapshot_memory[0], SCENE_BYTES, &bytes), TRP_OK);
    CHECK_MISUSE(world, restore(bytes), TRP_ERR_FOREIGN);
    CHECK_RESULT(trp_snapshot_restore(other, snapshot_memory[0], bytes), TRP_OK);
}

/* Transient pools */

static void leaves_transient_pools_alone(void)
{
    set_up();
    CHECK_RESULT(trp_pool_set_transient(queue, true), TRP_OK);
    CHECK(trp_pool_is_transient(queue) && !trp_pool_is_transient(pool));
    CHECK(!trp_pool_is_transient(NULL));
    CHECK_RESULT(trp_pool_set_transient(NULL, true), TRP_ERR_NULL);
    const size_t bytes = save();
    const uint64_t hash = trp_hash_world(world);
    stage_thing(queue, 15);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 4, 5, 6, 15, 14, 13, 11);
    go_on();
    const trp_handle late = trp_handle_of(world, &stage_find(queue, 15)->actor);
    CHECK_RESULT(restore(bytes), TRP_OK);
    CHECK_VALID(world);
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_EQ(trp_as(thing, trp_get(world, late))->id, 15);
    CHECK_EQ(trp_pool_count(queue), 3);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 4, 5, 6, 15, 13, 11);
}

static void keeps_transient_pools_out_of_families_and_spaces(void)
{
    trp_family family;
    set_up();
    CHECK_RESULT(trp_family_init(&family, world, NULL), TRP_OK);
    CHECK_RESULT(trp_family_add(&family, queue), TRP_OK);
    CHECK_RESULT(trp_pool_set_transient(queue, true), TRP_OK);
    CHECK_MISUSE(world, trp_snapshot_save(world, snapshot_memory[0], SCENE_BYTES, NULL),
                 TRP_ERR_DESC);
    CHECK_RESULT(trp_family_free(&family), TRP_OK);
    save();
}

/* External actors */

static void wants_external_actors_in_regions(void)
{
    static thing heroes[3];
    set_up();
    trp_pool *external = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 4, .external = true});
    CHECK(trp_adopt(external, &heroes[0].actor) != NULL);
    CHECK_MISUSE(world, trp_snapshot_save(world, snapshot_memory[0], SCENE_BYTES, NULL),
                 TRP_ERR_UNLINKED);
    trp_region part = {.start = heroes, .bytes = sizeof(thing) + 4};
    CHECK_RESULT(trp_region_add(world, &part), TRP_OK);
    size_t bytes = save();
    CHECK(trp_adopt(external, &heroes[1].actor) != NULL);
    CHECK_MISUSE(world, trp_snapshot_save(world, snapshot_memory[1], SCENE_BYTES, NULL),
                 TRP_ERR_UNLINKED);
    CHECK_RESULT(trp_recycle(world, &heroes[0].actor), TRP_OK);
    CHECK_RESULT(restore(bytes), TRP_OK);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_count(external), 1);
    CHECK_EQ(trp_state_of(world, &heroes[0].actor), TRP_STATE_ACTIVE);
    CHECK_EQ(trp_state_of(world, &heroes[1].actor), TRP_STATE_NONE);
    CHECK(trp_adopt(external, &heroes[1].actor) != NULL);
    CHECK_VALID(world);
}

/* Growth */

static void grow_world(trp_order order)
{
    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_desc(10, order);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 80;
    pool = stage_pool_as(world, desc);
}

static void keeps_the_memory_of_chunks(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
    {
        grow_world((trp_order)order);
        stage_things(pool, 1, 8);
        const size_t early = snapshot_save_to(world, 0);
        stage_things(pool, 9, 45);
        const thing *far = stage_find(pool, 45);
        const size_t late = snapshot_save_to(world, 1);
        const size_t out = heap_out;
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], early), TRP_OK);
        CHECK_VALID(world);
        CHECK_EQ(trp_pool_capacity(pool), 10);
        CHECK_EQ(heap_out, out);
        stage_things(pool, 109, 130);
        CHECK_EQ(trp_pool_capacity(pool), 40);
        CHECK_EQ(heap_out, out);
        CHECK_VALID(world);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[1], late), TRP_OK);
        CHECK_VALID(world);
        CHECK(stage_find(pool, 45) == far);
        CHECK_EQ(trp_pool_count(pool), 45);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], early), TRP_OK);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK(heap_out < out);
        CHECK_MISUSE(world, trp_snapshot_restore(world, snapshot_memory[1], late), TRP_ERR_CHANGED);
        CHECK_VALID(world);
        stage_things(pool, 209, 240);
        CHECK_VALID(world);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], early), TRP_OK);
        CHECK_VALID(world);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

/* The chunk in the middle was given back when the snapshot was taken, and has come again since. */
static void gives_back_a_chunk_that_was_not_there(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
    {
        grow_world((trp_order)order);
        stage_things(pool, 1, 45);
        for (uint32_t id = 1; id <= 44; id++)
            CHECK_RESULT(trp_recycle(world, &stage_find(pool, id)->actor), TRP_OK);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        const uint32_t there = trp_pool_get_stats(pool).capacity;
        const size_t bytes = snapshot_save_to(world, 0);
        const uint64_t hash = trp_hash_world(world);
        stage_things(pool, 101, 170);
        const uint64_t later = trp_hash_world(world);
        CHECK(trp_pool_get_stats(pool).capacity > there);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        CHECK_VALID(world);
        CHECK_EQ(trp_pool_get_stats(pool).capacity, there);
        CHECK_EQ(trp_hash_world(world), hash);
        stage_things(pool, 101, 170);
        CHECK_VALID(world);
        CHECK_EQ(trp_hash_world(world), later);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

static void tells_the_black_box(void)
{
    static trp_record records[8];
    static trp_black_box box;
    char text[200];
    set_up();
    box = (trp_black_box){0};
    const size_t bytes = save();
    CHECK_RESULT(trp_black_box_start(
                     &box, world,
                     &(trp_black_box_desc){.records = records, .records_bytes = sizeof records}),
                 TRP_OK);
    stage_thing(pool, 8);
    CHECK_RESULT(restore(bytes), TRP_OK);
    CHECK_EQ(trp_black_box_count(&box), 2);
    CHECK_EQ(trp_black_box_at(&box, 1)->kind, TRP_RECORD_RESTORED);
    trp_record_text(text, sizeof text, trp_black_box_at(&box, 1));
    CHECK(situation_text_equal(text, "tick 0: the world was restored to this tick"));
    CHECK_RESULT(trp_black_box_stop(&box), TRP_OK);
}

/* Regions */

static void checks_regions(void)
{
    static uint32_t memory[4];
    static trp_ids none;
    trp_region with = {.start = memory, .bytes = sizeof memory};
    set_up();
    CHECK_RESULT(trp_region_add(NULL, &with), TRP_ERR_NULL);
    CHECK_RESULT(trp_region_remove(NULL, &with), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_region_add(world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_region_remove(world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_region_remove(world, &with), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_region_add(world, &(trp_region){0}), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_region_add(world, &(trp_region){.ids = &none}), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_region_add(world, &(trp_region){.start = memory}), TRP_ERR_VALUE);
    CHECK_MISUSE(world,
                 trp_region_add(world, &(trp_region){.start = stage_find(pool, 1), .bytes = 8}),
                 TRP_ERR_VALUE);
    CHECK_RESULT(trp_region_add(world, &with), TRP_OK);
    CHECK(with.world == world);
    CHECK_MISUSE(world, trp_region_add(world, &with), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_region_add(world, &(trp_region){.start = &memory[3], .bytes = 1}),
                 TRP_ERR_VALUE);
    CHECK_RESULT(trp_region_remove(world, &with), TRP_OK);
    CHECK(with.world == NULL);
}

const situation snapshot_situations[] = {
    {"a restored world has the same future", has_the_same_future},
    {"a restored world gives the same snapshot, to the byte", restores_what_it_saves_to_the_byte},
    {"snapshots are restored in any order, any number of times", goes_back_and_forth},
    {"each damaged byte of a sealed snapshot is found", finds_each_damaged_byte_of_a_sealed_one},
    {"each cut of a snapshot is found", finds_each_cut},
    {"no damaged byte of a snapshot without a seal breaks the world",
     survives_each_damaged_byte_of_one_without_a_seal},
    {"a snapshot says how much memory it needs", says_how_much_memory_it_needs},
    {"a snapshot wants memory, aligned", wants_memory},
    {"snapshots are refused in ticks, walks, drawings and callbacks", is_refused_in_callbacks},
    {"a restore undoes handles, and tells so", undoes_handles_and_tells_it},
    {"ticks after a restore know that they are again", knows_what_is_again},
    {"a restore is refused where something else is registered", refuses_other_wiring},
    {"a restore is refused in another world", refuses_another_worlds},
    {"a restore leaves transient pools alone", leaves_transient_pools_alone},
    {"transient pools are in no family and no space",
     keeps_transient_pools_out_of_families_and_spaces},
    {"external actors must lie in regions", wants_external_actors_in_regions},
    {"a restored pool keeps the memory that it grew by", keeps_the_memory_of_chunks},
    {"a chunk that was not there is given back", gives_back_a_chunk_that_was_not_there},
    {"the black box says that the world was restored", tells_the_black_box},
    {"regions are checked", checks_regions},
};
const unsigned snapshot_situation_count = sizeof snapshot_situations / sizeof *snapshot_situations;
