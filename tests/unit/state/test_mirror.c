/*
 * Mirrors: what a program is told of lives that came and went, by whatever way.
 */
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

SCRIPT("births and ends are told once",
       "mirror; new 1-3; go; sync; = m1 m2 m3; sync; =; recycle 2; new 4; recycle 1; new 5; "
       "recycle 5; go; sync; = v1 v2 m4");

SCRIPT("sleepers stay, and the expired are gone",
       "mirror; new 1 2; sleep 1; go; sync; = m1 m2; wake 1; expire 2; go; sync; = v2; tick; go; "
       "sync; =");

/* Then the first was there; now another life has the handle of the second. */
SCRIPT("a restore is told, even where handles are the same",
       "mirror; new 1; sync; save; new 2; sync; restore; new 3; go; sync; = v2 m3; restore; sync; "
       "= v3; recycle 1; go; sync; = v1; restore; sync; = m1");

/* Several restores between two calls. */
SCRIPT("only the last of several restores counts",
       "mirror; new 1; save; new 2-4; sync; restore; new 10; restore; new 11; restore; new 12; go; "
       "sync; = v2 v3 v4 m12");

/* A load and a restore leave it as it is. */
SCRIPT("lives of a transient pool go on through loads",
       "pool transient; mirror; new 1 2; go; sync; = m1 m2; file; load; save; restore; sync; =");

SCRIPT("after a load all are others",
       "pool described; mirror; new 1 2; sync; file; load; go; sync; = v1 v2 m1 m2; forgetmirror; "
       "sync; = v1 v2 m1 m2");

SCRIPT("a life without a callback counts as reported",
       "mirror; new 1 2; syncquietly; go; sync; =; recycle 1; syncquietly; go; sync; =");

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
SCRIPT("a mirror may come between a snapshot and its restore",
       "new 1; save; mirror; go; sync; = m1; restore; sync; =");

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

static void free_it(trp_actor *actor, const trp_context *in)
{
    stage_log(trp_as(thing, actor)->id);
    CHECK_OK(trp_mirror_free(&mirror));
}

static void free_it_for_an_end(trp_handle life, const trp_context *in)
{
    vanish(life, in);
    CHECK_OK(trp_mirror_free(&mirror));
}

SITUATION_FOR("a callback frees the mirror", int, ends, 0, 1)
{
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

static void end_the_world(trp_actor *actor, const trp_context *in)
{
    (void)actor;
    stage_log(1);
    CHECK_MISUSE(in->world, trp_world_destroy(in->world), TRP_BUSY);
}

SITUATION("no callback of a mirror ends the world")
{
    begin(stage_desc(8, TRP_ORDER_MEMORY));
    stage_things(pool, 1, 1);
    stage_log_clear();
    CHECK_OK(trp_mirror_sync(&mirror, end_the_world, NULL, NULL));
    CHECK_LOG(1);
}
