/*
 * Mirrors: what a program is told of lives that came and went, by whatever way.
 */
#include "../save_and_load.h"
#include "../snapshot_scene.h"
#include "troupe/mirror.h"

SITUATIONS(mirror);

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
    CHECK_OK(trp_mirror_sync(&mirror, appear, vanish, &mirror));
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
    CHECK_OK(trp_mirror_init(&mirror, pool, memory, sizeof memory));
}

static void end(uint32_t id)
{
    CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
}

SITUATION("births and ends are told once")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
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
        CHECK_OK(trp_world_destroy(world));
        CHECK(mirror.pool == NULL);
    }
}

SITUATION("sleepers stay, and the expired are gone")
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_things(pool, 1, 2);
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 0)));
    sync();
    CHECK_LOG(1, 2);
    CHECK_OK(trp_activate(world, trp_pool_at(pool, 0)));
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 1)));
    sync();
    CHECK_LOG(LEFT(1, 1));
    CHECK_OK(trp_update_all(world, 1));
    sync();
    CHECK_LOG();
}

/* Then the first was there; now another life has the handle of the second. */
SITUATION("a restore is told, even where handles are the same")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        size_t bytes;
        begin(stage_desc(8, stage_orders[order]));
        stage_thing(pool, 1);
        sync();
        bytes = snapshot_save_to(world, 0);
        stage_thing(pool, 2);
        sync();
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        stage_thing(pool, 3);
        sync();
        CHECK_LOG(LEFT(1, 1), 3);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        sync();
        CHECK_LOG(LEFT(1, 1));
        end(1);
        sync();
        CHECK_LOG(LEFT(0, 1));
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        sync();
        CHECK_LOG(1);
    }
}

/* Several restores between two calls. */
SITUATION("only the last of several restores counts")
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_thing(pool, 1);
    size_t bytes = snapshot_save_to(world, 0);
    stage_things(pool, 2, 4);
    sync();
    for (uint32_t id = 10; id < 13; id++) {
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        stage_thing(pool, id);
    }
    sync();
    CHECK_LOG(LEFT(1, 1), LEFT(2, 1), LEFT(3, 1), 12);
}

static const trp_field thing_fields[] = {TRP_FIELD(thing, id), TRP_FIELD(thing, data),
                                         TRP_FIELDS_END};
static const trp_fields thing_type = TRP_FIELDS(thing, 1, thing_fields);

/* A load and a restore leave it as it is. */
SITUATION("lives of a transient pool go on through loads")
{
    const trp_load_desc load = {.game = "mirror", .version = 1};
    saved_memory file = {snapshot_memory[0], SCENE_BYTES, 0, &load};
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    desc.transient = true;
    begin(desc);
    stage_things(pool, 1, 2);
    sync();
    CHECK_LOG(1, 2);
    CHECK_OK(save_and_load(world, &file));
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[1], snapshot_save_to(world, 1)));
    sync();
    CHECK_LOG();
}

SITUATION("after a load all are others")
{
    const trp_load_desc load = {.game = "mirror", .version = 1};
    saved_memory file = {snapshot_memory[0], SCENE_BYTES, 0, &load};
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    desc.name = "things";
    desc.fields = &thing_type;
    begin(desc);
    stage_things(pool, 1, 2);
    sync();
    CHECK_OK(save_and_load(world, &file));
    sync();
    CHECK_LOG(LEFT(0, 1), LEFT(1, 1), 1, 2);
    CHECK_OK(trp_mirror_forget(&mirror));
    sync();
    CHECK_LOG(LEFT(0, 1), LEFT(1, 1), 1, 2);
}

SITUATION("a life without a callback counts as reported")
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_things(pool, 1, 2);
    CHECK_OK(trp_mirror_sync(&mirror, NULL, NULL, NULL));
    sync();
    CHECK_LOG();
    end(1);
    CHECK_OK(trp_mirror_sync(&mirror, NULL, NULL, NULL));
    sync();
    CHECK_LOG();
}

SITUATION("mirrors know nothing of each other")
{
    static uint32_t other_memory[TRP_MIRROR_BYTES(8) / 4];
    trp_mirror other = {0};

    begin(stage_desc(8, TRP_ORDER_MEMORY));
    CHECK_OK(trp_mirror_init(&other, pool, other_memory, sizeof other_memory));
    stage_thing(pool, 1);
    sync();
    CHECK_LOG(1);
    CHECK_OK(trp_mirror_sync(&other, appear, vanish, &mirror));
    CHECK_LOG(1);
    CHECK_OK(trp_mirror_free(&mirror));
    CHECK_RESULT(trp_mirror_free(&mirror), TRP_GONE);
    end(1);
    CHECK_OK(trp_mirror_sync(&other, appear, vanish, &mirror));
    CHECK_LOG(LEFT(0, 1));
    CHECK_OK(trp_mirror_free(&other));
}

/* A snapshot does not know them. */
SITUATION("a mirror may come between a snapshot and its restore")
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_thing(pool, 1);
    CHECK_OK(trp_mirror_free(&mirror));
    size_t bytes = snapshot_save_to(world, 0);
    CHECK_OK(trp_mirror_init(&mirror, pool, memory, sizeof memory));
    sync();
    CHECK_LOG(1);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    sync();
    CHECK_LOG();
}

SITUATION("mirrors that cannot be are refused")
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
    CHECK_OK(trp_mirror_free(&mirror));
}

static void free_it_for_an_end(trp_handle life, const trp_context *in)
{
    vanish(life, in);
    CHECK_OK(trp_mirror_free(&mirror));
}

SITUATION("a callback frees the mirror")
{
    for (int ends = 0; ends < 2; ends++) {
        begin(stage_desc(8, TRP_ORDER_MEMORY));
        stage_things(pool, 1, 3);
        if (ends != 0) {
            sync();
            end(1);
            end(2);
        }
        stage_log_clear();
        CHECK_OK(trp_mirror_sync(&mirror, free_it, free_it_for_an_end, &mirror));
        if (ends != 0)
            CHECK_LOG(LEFT(0, 1));
        else
            CHECK_LOG(1);
        CHECK_RESULT(trp_mirror_sync(&mirror, appear, vanish, &mirror), TRP_ERR_NULL);
    }
}

SITUATION("no mirror begins in a world that ends")
{
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    stage_world();
    desc.on_end = come_late;
    world = stage_world_as((trp_world_desc){0});
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    CHECK_OK(trp_world_destroy(world));
}
