/*
 * Loads and memory: all or nothing where there is none, none where there is room; and what the game
 * learns of each actor.
 */
#include "../heap.h"
#include "../inspect_scene.h"
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_room);

static small_world now;
static small_shape shape; /* the present one */

/* Saves a world of the usual shape; the caller then changes the present shape. */
static void begin(void)
{
    shape = small_usual();
    small_save(&shape, &edited_from);
}

static trp_result load(void)
{
    return small_load(&now, &edited_from);
}

/* The second load finds all the room of the first, and takes only what it gives back. */
SITUATION("a load where there is room takes memory once")
{
    begin();
    small_begin(&now, &shape);
    CHECK_OK(load());
    small_blocks = 4; /* the load, and its check */
    CHECK_OK(load());
    small_end(&now);
    CHECK_EQ(heap_out, 0);
}

/* A world with a pool whose first chunk has this many slots. */
static trp_pool *make_crowd(uint32_t size, trp_order order)
{
    static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(thing, 1, fields);

    stage_needs(16u * 1024u * 1024u);
    return stage_pool_as(heap_world((trp_world_desc){0}),
                         (trp_pool_desc){.name = "crowd",
                                         .type = TRP_TYPE(thing, actor),
                                         .capacity = size,
                                         .max_capacity = 4 * size,
                                         .when_full = TRP_FULL_GROW,
                                         .order = order,
                                         .fields = &type});
}

/* Words of the bitmap have 32 or 64 bits. */
SCRIPT(
    "chunks of memory of a save end anywhere in a word",
    "try 31 32 33 63 64 65; in memory; grows; pool described $ grow 190; new 1-190; recycle 9 18 "
    "27 "
    "36 45; expire 54 63 72 81; sleep 90 99 108 117 126 135; hash 0; file; clear; load; another; "
    "pool described $ grow 190; load; same 0");

/* Around the numbers of slots and actors that are written at a time. */
SITUATION("any number of actors is saved")
{
    static const uint32_t numbers[] = {1,   63,  64,  65,   127,  128,  129,
                                       255, 256, 257, 1023, 1024, 1025, 4500};

    for (unsigned i = 0; i < 6 * sizeof numbers / sizeof *numbers; i++) {
        const uint32_t number = numbers[i / 6];
        const trp_order order = i % 6 < 3 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST;
        trp_pool *pool = make_crowd(number, order);
        trp_world *world = trp_pool_info(pool).world;
        uint64_t hash;
        stage_things(pool, 1, number);
        if (i % 3 != 0) /* a free slot at the start or the end */
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, i % 3 == 1 ? 0 : number - 1)));
        hash = trp_hash_world(world);
        save_world(world, &edited_from);
        world = trp_pool_info(make_crowd(number, order)).world;
        CHECK_OK(trp_load(world, edited_from.bytes, edited_from.size, &save_load));
        CHECK_VALID(world);
        CHECK_EQ(trp_hash_world(world), hash);
    }
}

/* Tools that watch memory report reads of what the world has no longer. */
SITUATION("actors that are not in a save are dead")
{
    trp_pool *const pool = make_crowd(4, TRP_ORDER_MEMORY);
    trp_world *const world = trp_pool_info(pool).world;

    stage_things(pool, 1, 4);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 1)));
    save_world(world, &edited_from);
    stage_things(pool, 5, 16);
    const thing *second = stage_find(pool, 5);
    const thing *last = stage_find(pool, 16);
    CHECK(trp_pool_at(pool, 1) == &second->actor);
    CHECK_OK(trp_load(world, edited_from.bytes, edited_from.size, &save_load));
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_info(pool).slots, 4);
    CHECK(!TRP__POISONS || trp__is_dead(pool, (const unsigned char *)last));
    CHECK(!TRP__POISONS || trp__is_dead(pool, (const unsigned char *)second));
    CHECK(!TRP__POISONS || !trp__is_dead(pool, (const unsigned char *)stage_find(pool, 1)));
}

/* The slots of chunks that were returned have had lives, wherever they are now. */
SCRIPT(
    "returned slots of a save begin with new lives",
    "try 2 4 12; grows; in memory; pool described 2 grow 12; new 1-8; recycle 3-8; trim; slots 2; "
    "file; another; pool described $ grow 12; load; live 2; new 11-20; fate 2.1 unknown a; fate "
    "2.2 "
    "alive a; fate 7.1 unknown a; fate 7.2 alive a");

/* The quarantine of the file kept slots from being taken again, so more were used than lived. */
SCRIPT("more slots of a save were used than lived",
       "in oldest; pool 10 described quarantine 2; new 1-3; recycle 1; new 4; recycle 2; new 5-9; "
       "peak 7; file; another; pool 10 described quarantine 0; load; peak 7; slot 9 8; file; load; "
       "peak 7; slot 9 8");

/* Hooks */

static uint32_t ends;
static trp_handle culprits[2];

/* Of two guards. The first one expires after the load; its children end with it. */
static void check_end(trp_actor *actor, const trp_end_context *in)
{
    const trp_handle culprit = in->cause;

    if (ends == 2) /* the world ends */
        return;
    CHECK(actor == trp_pool_at(now.pools[SMALL_GUARDS], ends));
    CHECK_EQ(in->reason, TRP_REASON_OWN(ends == 0 ? 2 : 1));
    CHECK_EQ(culprit.index, culprits[ends].index);
    CHECK_EQ(culprit.generation, culprits[ends].generation);
    ends++;
}

SITUATION("an end in a save has its reason and its culprit")
{
    begin();
    shape.pools[SMALL_GUARDS].on_end = check_end;
    small_begin(&now, &shape);
    CHECK_OK(load());
    trp_actor *young = trp_pool_at(now.pools[SMALL_YOUNG], 3);
    culprits[0] = trp_handle_of(now.world, young);
    culprits[1] = trp_handle_of(now.world, trp_pool_at(now.pools[SMALL_ELDERS], 0));
    CHECK_OK(trp_recycle_with(now.world, trp_pool_at(now.pools[SMALL_GUARDS], 0),
                              &(trp_ending){.reason = TRP_REASON_OWN(2),
                                            .cause = trp_handle_of(now.world, young),
                                            .later = true}));
    save_world(now.world, &edited_from);
    CHECK_OK(load());
    ends = 0;
    trp_update_all(now.world, 0.25f);
    CHECK_EQ(ends, 2);
    small_end(&now);
}

static uint32_t seen;
static uint32_t restored;
static uint32_t timeline;

static void note_loaded(trp_actor *actor, const trp_context *in)
{
    CHECK(in->user == &seen && trp_pool_of(now.world, actor) == in->pool);
    if (seen++ == 0)
        CHECK_MISUSE(now.world,
                     trp_load(now.world, edited_from.bytes, edited_from.size, &save_load),
                     TRP_BUSY);
}

static void note_restored(trp_actor *actor, const trp_event_context *in)
{
    CHECK(in->pool == NULL && actor == NULL && in->user == NULL);
    CHECK_EQ(in->reason, TRP_REASON_NONE);
    CHECK_EQ(in->event, TRP_EVENT_RESTORED);
    CHECK_EQ(trp_world_info(now.world).timeline, timeline + 1);
    CHECK(seen != 0); /* the game has seen all actors before */
    restored++;
}

SCRIPT("a walk over a group ends with a load",
       "pool described; group; new 1 2; add 1 2; file; at v1: load; go; walk; = 1; places 1 2");
SCRIPT("places of the dead are kept in a file, though their chunk was given back",
       "grows; pool described 1 grow 70; group; new 1 2; add 2 1; recycle 2; trim; file; empty;"
       "load; places 0 1");
SCRIPT("places of the dead are kept in a file, members of transient pools are not",
       "pool described; pool transient; group; new 1-3; new b 4; add 1 4 2 3; end 2; file; empty;"
       "load; places 1 0 3");

SITUATION("each actor that is loaded is handed out")
{
    static trp_record records[8];
    static trp_black_box box;
    trp_watcher watcher = {.function = note_restored, .events = TRP_EVENT_RESTORED};
    trp_load_desc desc = save_load;

    begin();
    desc.on_loaded = note_loaded;
    desc.user = &seen;
    seen = 0;
    restored = 0;
    small_begin(&now, &shape);
    timeline = trp_world_info(now.world).timeline;
    box = (trp_black_box){0};
    CHECK_OK(trp_watch(now.world, &watcher));
    CHECK_OK(trp_black_box_start(
        &box, now.world,
        &(trp_black_box_desc){.records = records, .records_bytes = sizeof records}));
    CHECK_OK(trp_load(now.world, edited_from.bytes, edited_from.size, &desc));
    CHECK_EQ(seen, 3 + 6 + 5 + 2 + 3);
    CHECK_EQ(restored, 1);
    CHECK_EQ(trp_black_box_at(&box, inspect_scene_count(&box) - 1)->kind, TRP_RECORD_RESTORED);
    CHECK_EQ(trp_black_box_at(&box, inspect_scene_count(&box) - 1)->reason, TRP_REASON_NONE);
    CHECK_EQ(trp_black_box_at(&box, inspect_scene_count(&box) - 1)->slot, TRP_NO_SLOT);
    CHECK_OK(trp_black_box_stop(&box));
    save_world(now.world, &edited_from); /* no callback is in progress */
    desc.on_problem = NULL;
    CHECK_QUIET(now.world, trp_load(now.world, edited_from.bytes, edited_from.size - 1, &desc),
                TRP_ERR_DAMAGED);
    CHECK_EQ(restored, 1);
    CHECK_OK(trp_unwatch(now.world, &watcher));
    small_end(&now);
}
