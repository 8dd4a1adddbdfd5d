/*
 * Mirrors: what a program is told of lives that came and went, by whatever way.
 */
#include "../save_and_load.h"
#include "../snapshot_scene.h"
#include "troupe/mirror.h"

static trp_world *world;
static trp_pool *pool;
static trp_mirror mirror;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_MIRROR_BYTES(64)];

#define LEFT(slot, generation) (1000u * ((slot) + 1) + (generation))

static void appear(trp_actor *actor, const trp_context *in)
{
    CHECK(in->pool == pool && in->world == world && in->arg == &mirror);
    stage_log(trp_as(thing, actor)->id);
}

static void vanish(trp_handle life, const trp_context *in)
{
    CHECK(in->pool == pool && in->arg == &mirror);
    stage_log(LEFT(life.index % TRP_MAX_SLOTS, life.generation));
}

static void sync(void)
{
    stage_log_clear();
    CHECK_RESULT(trp_mirror_sync(&mirror, appear, vanish, &mirror), TRP_OK);
}

static void begin(trp_pool_desc desc)
{
    stage_world();
    desc.on_create = NULL;
    desc.on_end = NULL;
    desc.update = NULL;
    world = stage_world_as((trp_world_desc){0});
    pool = stage_pool_as(world, desc);
    mirror = (trp_mirror){0};
    CHECK_RESULT(trp_mirror_init(&mirror, pool, memory, sizeof memory), TRP_OK);
}

static void end(uint32_t id)
{
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, id)->actor), TRP_OK);
}

static void births_and_ends_are_told_once(void)
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
    {
        begin(stage_desc(8, stage_orders[order]));
        stage_things(pool, 1, 3);
        sync();
        CHECK_LOG(1, 2, 3);
        sync();
        CHECK_LOG();
        end(2);
        stage_thing(pool, 4); /* in its slot */
        end(1);
        stage_thing(pool, 5);
        end(5);
        sync();
        CHECK_LOG(LEFT(0, 1), LEFT(1, 1), 4);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK(mirror.pool == NULL);
    }
}

static void sleepers_stay_and_the_expired_are_gone(void)
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_things(pool, 1, 2);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 0)), TRP_OK);
    sync();
    CHECK_LOG(1, 2);
    CHECK_RESULT(trp_activate(world, trp_pool_at(pool, 0)), TRP_OK);
    CHECK_RESULT(trp_expire(world, trp_pool_at(pool, 1)), TRP_OK);
    sync();
    CHECK_LOG(LEFT(1, 1));
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    sync();
    CHECK_LOG();
}

/* Then the first was there; now another life has the handle of the second. */
static void a_restore_is_told_even_where_handles_are_the_same(void)
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
    {
        size_t bytes;
        begin(stage_desc(8, stage_orders[order]));
        stage_thing(pool, 1);
        sync();
        bytes = snapshot_save_to(world, 0);
        stage_thing(pool, 2);
        sync();
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        stage_thing(pool, 3);
        sync();
        CHECK_LOG(LEFT(1, 1), 3);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        sync();
        CHECK_LOG(LEFT(1, 1));
        end(1);
        sync();
        CHECK_LOG(LEFT(0, 1));
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        sync();
        CHECK_LOG(1);
    }
}

/* Several restores between two calls. */
static void only_the_last_of_several_restores_counts(void)
{
    size_t bytes;

    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_thing(pool, 1);
    bytes = snapshot_save_to(world, 0);
    stage_things(pool, 2, 4);
    sync();
    for (uint32_t id = 10; id < 13; id++)
    {
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        stage_thing(pool, id);
    }
    sync();
    CHECK_LOG(LEFT(1, 1), LEFT(2, 1), LEFT(3, 1), 12);
}

static const trp_field thing_fields[] = {TRP_FIELD(thing, id), TRP_FIELD(thing, data),
                                         TRP_FIELDS_END};
static const trp_fields thing_type = TRP_FIELDS(thing, 1, thing_fields);

/* A load and a restore leave it as it is. */
static void a_transient_pool_is_left_alone(void)
{
    const trp_load_desc load = {.game = "mirror", .version = 1};
    saved_memory file = {snapshot_memory[0], SCENE_BYTES, 0, &load};
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    desc.transient = true;
    begin(desc);
    stage_things(pool, 1, 2);
    sync();
    CHECK_LOG(1, 2);
    CHECK_RESULT(save_and_load(world, &file), TRP_OK);
    CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[1], snapshot_save_to(world, 1)),
                 TRP_OK);
    sync();
    CHECK_LOG();
}

static void a_load_tells_all(void)
{
    const trp_load_desc load = {.game = "mirror", .version = 1};
    saved_memory file = {snapshot_memory[0], SCENE_BYTES, 0, &load};
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    desc.name = "things";
    desc.fields = &thing_type;
    begin(desc);
    stage_things(pool, 1, 2);
    sync();
    CHECK_RESULT(save_and_load(world, &file), TRP_OK);
    sync();
    CHECK_LOG(LEFT(0, 1), LEFT(1, 1), 1, 2);
    CHECK_RESULT(trp_mirror_forget(&mirror), TRP_OK);
    sync();
    CHECK_LOG(LEFT(0, 1), LEFT(1, 1), 1, 2);
}

static void without_callbacks_all_counts_as_reported(void)
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_things(pool, 1, 2);
    CHECK_RESULT(trp_mirror_sync(&mirror, NULL, NULL, NULL), TRP_OK);
    sync();
    CHECK_LOG();
    end(1);
    CHECK_RESULT(trp_mirror_sync(&mirror, NULL, NULL, NULL), TRP_OK);
    sync();
    CHECK_LOG();
}

static void mirrors_know_nothing_of_each_other(void)
{
    static uint32_t other_memory[TRP_MIRROR_BYTES(8) / 4];
    trp_mirror other = {0};

    begin(stage_desc(8, TRP_ORDER_MEMORY));
    CHECK_RESULT(trp_mirror_init(&other, pool, other_memory, sizeof other_memory), TRP_OK);
    stage_thing(pool, 1);
    sync();
    CHECK_LOG(1);
    CHECK_RESULT(trp_mirror_sync(&other, appear, vanish, &mirror), TRP_OK);
    CHECK_LOG(1);
    CHECK_RESULT(trp_mirror_free(&mirror), TRP_OK);
    CHECK_RESULT(trp_mirror_free(&mirror), TRP_GONE);
    end(1);
    CHECK_RESULT(trp_mirror_sync(&other, appear, vanish, &mirror), TRP_OK);
    CHECK_LOG(LEFT(0, 1));
    CHECK_RESULT(trp_mirror_free(&other), TRP_OK);
}

/* A snapshot does not know them. */
static void a_mirror_may_come_between_save_and_restore(void)
{
    size_t bytes;

    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_thing(pool, 1);
    CHECK_RESULT(trp_mirror_free(&mirror), TRP_OK);
    bytes = snapshot_save_to(world, 0);
    CHECK_RESULT(trp_mirror_init(&mirror, pool, memory, sizeof memory), TRP_OK);
    sync();
    CHECK_LOG(1);
    CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
    sync();
    CHECK_LOG();
}

static void mirrors_that_cannot_be_are_refused(void)
{
    trp_mirror other = {0};

    begin(stage_desc(8, TRP_ORDER_MEMORY));
    CHECK_MISUSE(world, trp_mirror_init(NULL, pool, memory, sizeof memory), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_mirror_init(&other, pool, NULL, 99), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_mirror_init(&mirror, pool, memory, sizeof memory), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_mirror_init(&other, pool, memory + 1, 99), TRP_ERR_ALIGN);
    CHECK_MISUSE(world, trp_mirror_init(&other, pool, memory, TRP_MIRROR_BYTES(8) - 1),
                 TRP_ERR_MEMORY);
    CHECK_RESULT(trp_mirror_sync(&other, appear, vanish, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_mirror_sync(NULL, appear, vanish, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_mirror_forget(&other), TRP_ERR_NULL);
    CHECK_RESULT(trp_mirror_forget(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_mirror_free(NULL), TRP_GONE);
    CHECK_RESULT(trp_mirror_init(&other, NULL, memory, 99), TRP_ERR_NULL);
}

static void come_late(trp_actor *self, const trp_end_context *in)
{
    trp_mirror other = {0};

    (void)self;
    (void)in;
    CHECK_RESULT(trp_mirror_init(&other, pool, memory, sizeof memory), TRP_BUSY);
}

static void free_it(trp_actor *actor, const trp_context *in)
{
    (void)in;
    stage_log(trp_as(thing, actor)->id);
    CHECK_RESULT(trp_mirror_free(&mirror), TRP_OK);
}

static void free_it_for_an_end(trp_handle life, const trp_context *in)
{
    vanish(life, in);
    CHECK_RESULT(trp_mirror_free(&mirror), TRP_OK);
}

static void a_callback_frees_the_mirror(void)
{
    for (int ends = 0; ends < 2; ends++)
    {
        begin(stage_desc(8, TRP_ORDER_MEMORY));
        stage_things(pool, 1, 3);
        if (ends != 0)
        {
            sync();
            end(1);
            end(2);
        }
        stage_log_clear();
        CHECK_RESULT(trp_mirror_sync(&mirror, free_it, free_it_for_an_end, &mirror), TRP_OK);
        if (ends != 0)
            CHECK_LOG(LEFT(0, 1));
        else
            CHECK_LOG(1);
        CHECK_RESULT(trp_mirror_sync(&mirror, appear, vanish, &mirror), TRP_ERR_NULL);
    }
}

static void no_mirror_begins_in_a_world_that_ends(void)
{
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    stage_world();
    desc.on_end = come_late;
    world = stage_world_as((trp_world_desc){0});
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

const situation mirror_situations[] = {
    {"a callback frees the mirror", a_callback_frees_the_mirror},
    {"births and ends are told once", births_and_ends_are_told_once},
    {"sleepers stay, and the expired are gone", sleepers_stay_and_the_expired_are_gone},
    {"a restore is told, even where handles are the same",
     a_restore_is_told_even_where_handles_are_the_same},
    {"only the last of several restores counts", only_the_last_of_several_restores_counts},
    {"after a load all are others", a_load_tells_all},
    {"lives of a transient pool go on through loads", a_transient_pool_is_left_alone},
    {"a life without a callback counts as reported", without_callbacks_all_counts_as_reported},
    {"mirrors know nothing of each other", mirrors_know_nothing_of_each_other},
    {"a mirror may come between a snapshot and its restore",
     a_mirror_may_come_between_save_and_restore},
    {"mirrors that cannot be are refused", mirrors_that_cannot_be_are_refused},
    {"no mirror begins in a world that ends", no_mirror_begins_in_a_world_that_ends},
};
const unsigned mirror_situation_count = sizeof mirror_situations / sizeof *mirror_situations;
