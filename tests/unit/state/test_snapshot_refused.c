/* What a snapshot requires, and when it is refused: memory, callbacks, other wiring, transient
 * pools, external actors, regions. */
#include "../snapshot_small.h"

#include <string.h>

SITUATIONS(snapshot_refused);

SITUATION("a snapshot wants memory, aligned")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    size_t most = 1;
    CHECK_EQ(trp_snapshot_bytes(NULL, &most) + most, 0);
    CHECK_MISUSE(small.world, trp_snapshot_save(small.world, NULL, 100, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(small.world, trp_snapshot_save(small.world, snapshot_memory[1] + 1, 100, NULL),
                 TRP_ERR_ALIGN);
    CHECK_MISUSE(small.world, trp_snapshot_restore(small.world, NULL, bytes), TRP_ERR_NULL);
    CHECK_MISUSE(small.world, trp_snapshot_restore(small.world, snapshot_memory[0] + 1, bytes),
                 TRP_ERR_ALIGN);
    CHECK_RESULT(trp_snapshot_save(NULL, snapshot_memory[1], SCENE_BYTES, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_restore(NULL, snapshot_memory[0], bytes), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_check(NULL, snapshot_memory[0], bytes, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_seal(NULL, bytes), TRP_ERR_NULL);
    CHECK_RESULT(trp_snapshot_seal(snapshot_memory[2], 7), TRP_ERR_DAMAGED);
}

SCRIPT(
    "snapshots are refused in ticks, walks, drawings and callbacks",
    "new 1 2; save; at u1: save 1 !BUSY, restore !BUSY; tick; still; at v1: save 1 !BUSY, restore "
    "!BUSY; for; each; layer 0; still; at d1: save 1 !BUSY, restore !BUSY; draw; still; at +3: "
    "save 1 !BUSY, restore !BUSY; at -2: save 1 !BUSY, restore !BUSY; new 3; recycle 2; save; "
    "restore");

SCRIPT(
    "a restore is refused where something else is registered",
    "pool; pool; group; new 1-3; add 1; save; watch; check ?CHANGED; restore !CHANGED; unwatch; "
    "system 0; check ?CHANGED; restore !CHANGED; unsystem 0; use 1; group; check ?CHANGED; restore "
    "!CHANGED; freegroup; restore; use 0; freegroup; group; restore !CHANGED; save; pool; "
    "check ?CHANGED; restore !CHANGED");

static void check_changed(size_t bytes)
{
    const uint64_t now = trp_hash_world(small.world);
    CHECK_RESULT(trp_snapshot_check(small.world, snapshot_memory[0], bytes, NULL), TRP_ERR_CHANGED);
    CHECK_MISUSE(small.world, snapshot_small_restore(bytes), TRP_ERR_CHANGED);
    CHECK_EQ(trp_hash_world(small.world), now);
}

static void watch_as_well(trp_actor *actor, const trp_event_context *in)
{
}

SITUATION("a restore is refused where another region or transient pool is")
{
    uint32_t more = 0;
    trp_region second = {.start = &more, .bytes = sizeof more};
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    CHECK_OK(trp_region_add(small.world, &second));
    check_changed(bytes);
    CHECK_OK(trp_region_remove(small.world, &second));
    stage_set_transient(small.queue, true);
    check_changed(bytes);
    stage_set_transient(small.queue, false);
    CHECK_OK(snapshot_small_restore(bytes));
}

/* A watcher is another one if its struct or any of its settings is. */
SITUATION("a restore is refused where another watcher watches")
{
    snapshot_small_begin();
    trp_watcher watcher = {.function = stage_hear_nothing};
    watcher.pool = small.pool;
    CHECK_OK(trp_watch(small.world, &watcher));
    const trp_watcher kept = watcher;
    const size_t bytes = snapshot_small_save();
    for (int what = 0; what < 4; what++) {
        if (what == 0)
            watcher.function = watch_as_well;
        else if (what == 1)
            watcher.user = &watcher;
        else if (what == 2)
            watcher.events = TRP_EVENT_CREATED;
        else
            watcher.since++;
        check_changed(bytes);
        watcher = kept;
        CHECK_OK(snapshot_small_restore(bytes));
    }
    CHECK_OK(trp_unwatch(small.world, &watcher));
    trp_watcher other = (trp_watcher){.function = stage_hear_nothing};
    other.pool = small.pool;
    CHECK_OK(trp_watch(small.world, &other));
    other.since = kept.since;
    check_changed(bytes);
    CHECK_OK(trp_unwatch(small.world, &other));
}

SITUATION("a snapshot with more members than a group has room for is refused")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    const uint32_t size = trp_group_size(&small.group);
    const uint32_t room = small.group.room;
    CHECK(size > 0);
    for (small.group.room = 0; small.group.room < size; small.group.room++) {
        CHECK(trp_snapshot_check(small.world, snapshot_memory[0], bytes, NULL) != TRP_OK);
        CHECK(snapshot_small_restore(bytes) != TRP_OK);
    }
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_EQ(trp_group_size(&small.group), size);
    small.group.room = room;
}

SCRIPT("transient pools are in no family and no space",
       "pool; pool transient; family; save !DESC; says a transient pool is in a family or a space; "
       "freekin; save; space; save !DESC; freespace; save");

SITUATION("regions are checked")
{
    static uint32_t memory[8];
    static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(20)];
    static const trp_field no_fields[] = {TRP_FIELDS_END};
    static const trp_fields pair_type = {"pair", 8, 1, no_fields, &trp__option_fields, 0};
    trp_ids none = {0}, ids = {0};
    trp_region with = {.start = memory + 2, .bytes = 16};
    snapshot_small_begin();
    trp_world *world = small.world;
    CHECK_OK(trp_ids_init(&ids, ids_memory, sizeof ids_memory, 0, 20));
    const struct {
        trp_region region;
        trp_result result;
        const char *says;
    } cases[] = {
        {{0}, TRP_ERR_DESC, "either start and bytes, or ids"},
        {{.ids = &none}, TRP_ERR_DESC, "the ids are not initialised"},
        {{.ids = &ids, .bytes = 1}, TRP_ERR_DESC, ""},
        {{.ids = &ids, .fields = &pair_type}, TRP_ERR_VALUE, ""},
        {{.start = memory + 6, .bytes = 7, .fields = &pair_type},
         TRP_ERR_VALUE,
         "not a multiple of the fields' struct"},
        {{.start = memory}, TRP_ERR_VALUE, "a region must have at least 1 byte"},
        {{.start = stage_find(small.pool, 1), .bytes = 8}, TRP_ERR_VALUE, ""},
        {{.start = world, .bytes = 1}, TRP_ERR_VALUE, ""},
        {{.start = &memory[5], .bytes = 1}, TRP_ERR_VALUE, ""},
        {{.start = memory, .bytes = 9}, TRP_ERR_VALUE, ""},
        {{.start = memory, .bytes = sizeof memory}, TRP_ERR_VALUE, ""},
    };
    CHECK_RESULT(trp_region_add(NULL, &with), TRP_ERR_NULL);
    CHECK_RESULT(trp_region_remove(NULL, &with), TRP_ERR_NULL);
    CHECK_MISUSE_SAYS(world, trp_region_add(world, NULL), TRP_ERR_NULL, "the region is NULL");
    CHECK_MISUSE(world, trp_region_remove(world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_region_remove(world, &with), TRP_ERR_UNLINKED);
    CHECK_OK(trp_region_add(world, &with));
    CHECK(with.world == world);
    CHECK_MISUSE(world, trp_region_add(world, &with), TRP_ERR_LINKED);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        trp_region region = cases[i].region;
        CHECK_MISUSE_SAYS(world, trp_region_add(world, &region), cases[i].result, cases[i].says);
    }
    CHECK_OK(trp_region_remove(world, &with));
    CHECK(with.world == NULL);
}
