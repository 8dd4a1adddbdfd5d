/*
 * Reports of differences in full: kind, place and words of each, in their order.
 */
#include "../diff_scene.h"

#include <string.h>

SITUATIONS(diff_told);

static trp_world *world;

static void set_up(uint32_t layers)
{
    world = stage_world_as((trp_world_desc){.id = 5, .layers = layers});
}

/* Time, layers, parts, regions */

SCRIPT("each setting of time and layers is told",
       "layers 3; pool still; pool still layer 1; pool still layer 2; save; tick; scaleworld 2; "
       "disable 0; scalelayer 1 0.5; disable 2; scalelayer 2 4; since 0 {"
       "time: tick 0: ticks: 0 and 1\n"
       "time: tick 0: bits of the time scale: 1065353216 and 1073741824\n"
       "time: tick 0: bits of the last tick's dt: 0 and 1065353216\n"
       "layer: tick 0: whether a layer is enabled: 1 and 0\n"
       "layer: tick 0: bits of a layer's time scale: 1065353216 and 1056964608\n"
       "layer: tick 0: whether a layer is enabled: 1 and 0\n"
       "layer: tick 0: bits of a layer's time scale: 1065353216 and 1082130432\n}");

SCRIPT("places of layers and pools are told",
       "layers 2; pool; pool; pool layer 1; save; place 1 0; disable 0; move a 1; since 0 {"
       "layer: tick 0: place of a layer: 0 and 1\n"
       "layer: tick 0: first pool of a layer: 0 and 1\n"
       "layer: tick 0: whether a layer is enabled: 1 and 0\n"
       "layer: tick 0: place of a layer: 1 and 0\n"
       "layer: tick 0: pool things: layer 0 and 1\n"
       "layer: tick 0: pool things: another pool comes after it in its layer\n}");
SCRIPT("pools that share an order are told once if they moved",
       "in oldest; layers 2; pool; pool joins a; pool; save; move a 1; since 0 {"
       "layer: tick 0: first pool of a layer: 0 and 2\n"
       "layer: tick 0: first pool of a layer: 4294967295 and 0\n"
       "layer: tick 0: pool things: layer 0 and 1\n}");
SCRIPT("a pool that moved behind others is told, also a transient one",
       "layers 2; pool; pool; pool layer 1; pool transient layer 1 called sparks; save; move b 1; "
       "move b 0; since 0 {}; move d 0; since 0 {"
       "layer: tick 0: pool things: another pool comes after it in its layer\n"
       "layer: tick 0: pool things: another pool comes after it in its layer\n"
       "layer: tick 0: pool sparks: layer 1 and 0\n}");

/* What follows the layers in a snapshot is no layer. */
SITUATION_FOR("layers that are the same are not told", uint32_t, layers, 1, 5)
{
    set_up(layers);
    trp_pool *pool = stage_pool(world, 40, TRP_ORDER_OLDEST);
    diff_save(world, 0);
    stage_things(pool, 0, 20);
    CHECK(diff_since(world) > 0);
    for (unsigned i = 0; i < diff_report_count; i++)
        CHECK(diff_reports[i].of.kind == TRP_DIFFERS_LIFE ||
              diff_reports[i].of.kind == TRP_DIFFERS_FREE ||
              diff_reports[i].of.kind == TRP_DIFFERS_ORDER);
}

SITUATION("parts are told before regions")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(9)];
    static unsigned char bytes[17];
    static trp_group group;
    static trp_ids ids;
    trp_region region = {.name = "bytes", .start = bytes, .bytes = sizeof bytes};
    trp_region ids_region = {.ids = &ids};
    set_up(1);
    group = (trp_group){0};
    trp_pool *pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    thing *one = stage_thing(pool, 1);
    memset(bytes, 0, sizeof bytes);
    CHECK_OK(trp_region_add(world, &region));
    CHECK_OK(trp_ids_init(&ids, memory, sizeof memory, 5, 9));
    CHECK_OK(trp_region_add(world, &ids_region));
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.capacity = 4}));
    diff_save(world, 0);
    bytes[0] = bytes[15] = bytes[16] = 1;
    CHECK_EQ(trp_ids_take(&ids), 5);
    trp_group_add(&group, &one->actor);
    one->data = 0x01010101;
    diff_since(world);
    CHECK_HEARD(
        {TRP_DIFFERS_BYTES, "tick 0: things slot 0 (generation 1): bytes 20 to 23 differ"},
        {TRP_DIFFERS_PART, "tick 0: ids differs"},
        {TRP_DIFFERS_PART, "tick 0: group group, entry index 0 generation 1: only in the second"},
        {TRP_DIFFERS_REGION, "tick 0: bytes: bytes 0 to 0 differ"},
        {TRP_DIFFERS_REGION, "tick 0: bytes: bytes 15 to 16 differ"});
    CHECK_PLACE(0, .pool = pool, .generation_a = 1, .generation_b = 1,
                .offset = offsetof(thing, data));
    CHECK_PLACE(1, .slot = TRP_NO_SLOT);
    CHECK_PLACE(2, .slot = TRP_NO_SLOT);
    CHECK_PLACE(3, .slot = TRP_NO_SLOT, .region = &region);
    CHECK_PLACE(4, .slot = TRP_NO_SLOT, .region = &region, .offset = 15);
    CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_region_remove(world, &ids_region));
    CHECK_OK(trp_region_remove(world, &region));
}

/* Structs in structs, in an array of a region */

typedef struct inner {
    uint16_t pair[2];
    uint16_t last;
} inner;

typedef struct outer {
    uint32_t id;
    inner parts[3];
    inner one;
} outer;

static const trp_field inner_fields[] = {TRP_FIELD_ARRAY(inner, pair), TRP_FIELD(inner, last),
                                         TRP_FIELDS_END};
static const trp_fields inner_type = TRP_FIELDS(inner, 1, inner_fields);
static const trp_field outer_fields[] = {TRP_FIELD(outer, id),
                                         TRP_FIELD_STRUCTS(outer, parts, &inner_type),
                                         TRP_FIELD_STRUCT(outer, one, &inner_type), TRP_FIELDS_END};
static const trp_fields outer_type = TRP_FIELDS(outer, 1, outer_fields);

SITUATION("structs in structs are told with their place")
{
    static outer outers[3];
    trp_region region = {
        .name = "outers", .start = outers, .bytes = sizeof outers, .fields = &outer_type};
    set_up(1);
    memset(outers, 0, sizeof outers);
    CHECK_OK(trp_region_add(world, &region));
    diff_save(world, 0);
    outers[0].id = 7;
    outers[1].parts[2].pair[1] = 8;
    outers[2].one.last = 9;
    diff_since(world);
    CHECK_HEARD({TRP_DIFFERS_REGION, "tick 0: outers: id: 0 and 7"},
                {TRP_DIFFERS_REGION, "tick 0: outers: pair[1]: 0 and 8"},
                {TRP_DIFFERS_REGION, "tick 0: outers: last: 0 and 9"});
    CHECK_PLACE(0, .slot = TRP_NO_SLOT, .region = &region, .field = &outer_fields[0]);
    CHECK_PLACE(1, .slot = TRP_NO_SLOT, .region = &region, .field = &inner_fields[0], .element = 1,
                .offset = sizeof(outer) + offsetof(outer, parts) + 2 * sizeof(inner) + 2);
    CHECK_PLACE(2, .slot = TRP_NO_SLOT, .region = &region, .field = &inner_fields[1],
                .offset = 2 * sizeof(outer) + offsetof(outer, one) + offsetof(inner, last));
    CHECK_OK(trp_region_remove(world, &region));
}

SITUATION("the last struct of a region is told")
{
    static const trp_field fields[] = {{"it", 0, TRP_KIND_U8, 1, 0, 0, 1, 0, 0}, TRP_FIELDS_END};
    static const trp_fields type = {"single", 1, 1, fields, &trp__option_fields, 0};
    static uint8_t singles[3];
    trp_region region = {.name = "singles", .start = singles, .bytes = 3};
    set_up(1);
    region.fields = &type;
    memset(singles, 0, sizeof singles);
    CHECK_OK(trp_region_add(world, &region));
    diff_save(world, 0);
    singles[0] = singles[2] = 5;
    diff_since(world);
    CHECK_HEARD({TRP_DIFFERS_REGION, "tick 0: singles: it: 0 and 5"},
                {TRP_DIFFERS_REGION, "tick 0: singles: it: 0 and 5"});
    CHECK_PLACE(1, .slot = TRP_NO_SLOT, .region = &region, .field = &fields[0], .offset = 2);
    CHECK_OK(trp_region_remove(world, &region));
}

/* Structs of actors */

static const trp_field crate_fields[] = {TRP_FIELD(crate, weight), TRP_FIELD(crate, id),
                                         TRP_FIELD_BYTES(crate, bytes), TRP_FIELD(crate, tail),
                                         TRP_FIELDS_END};
static const trp_fields crate_type = TRP_FIELDS(crate, 1, crate_fields);

static crate *crates[3];

static trp_pool *crate_pool(void)
{
    trp_pool *pool =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 4});
    for (unsigned i = 0; i < 3; i++)
        crates[i] = trp_as_in(crate, node, trp_create(pool, NULL));
    return pool;
}

SITUATION("fields of actors are told with their place")
{
    set_up(1);
    trp_pool *pool = crate_pool();
    stage_describe(pool, &crate_type);
    diff_save(world, 0);
    crates[0]->weight = 2;
    crates[2]->bytes[0] = 3;
    crates[2]->tail = 4;
    diff_since(world);
    CHECK_HEARD({TRP_DIFFERS_FIELD, "tick 0: crate slot 0 (generation 1): weight: 0 and 2"},
                {TRP_DIFFERS_FIELD, "tick 0: crate slot 2 (generation 1): bytes: byte 0: 0 and 3"},
                {TRP_DIFFERS_FIELD, "tick 0: crate slot 2 (generation 1): tail: 0 and 4"});
    CHECK_PLACE(0, .pool = pool, .generation_a = 1, .generation_b = 1, .field = &crate_fields[0]);
    CHECK_PLACE(1, .pool = pool, .slot = 2, .generation_a = 1, .generation_b = 1,
                .field = &crate_fields[2], .offset = offsetof(crate, bytes));
    CHECK_PLACE(2, .pool = pool, .slot = 2, .generation_a = 1, .generation_b = 1,
                .field = &crate_fields[3], .offset = offsetof(crate, tail));
}

/* "tick 0: crate slot 1 (generation 1): bytes 5 to 6 differ" */
static void bytes_line(char line[100], uint32_t slot, size_t first, size_t last)
{
    situation_text_copy(line, 100, "tick 0: crate slot ");
    situation_text_number(line, 100, slot);
    situation_text_add(line, 100, " (generation 1): bytes ");
    situation_text_number(line, 100, first);
    situation_text_add(line, 100, " to ");
    situation_text_number(line, 100, last);
    situation_text_add(line, 100, " differ");
}

/* Around the node, and up to the last byte, after which the next struct differs as well. */
SITUATION("bytes of actors are told up to the last one")
{
    const size_t rest = offsetof(crate, node) + sizeof(trp_actor);
    char lines[5][100];
    set_up(1);
    trp_pool *pool = crate_pool();
    diff_save(world, 0);
    ((unsigned char *)crates[1])[0] ^= 1;
    ((unsigned char *)crates[1])[offsetof(crate, node) - 1] ^= 1;
    ((unsigned char *)crates[1])[rest] ^= 1;
    ((unsigned char *)crates[1])[sizeof(crate) - 2] ^= 1;
    ((unsigned char *)crates[1])[sizeof(crate) - 1] ^= 1;
    diff_save(world, 1);
    ((unsigned char *)crates[2])[0] ^= 1;
    diff_save(world, 2);
    bytes_line(lines[0], 1, 0, 0);
    bytes_line(lines[1], 1, offsetof(crate, node) - 1, offsetof(crate, node) - 1);
    bytes_line(lines[2], 1, rest, rest);
    bytes_line(lines[3], 1, sizeof(crate) - 2, sizeof(crate) - 1);
    bytes_line(lines[4], 2, 0, 0);
    diff_between(world, 0, 1);
    CHECK_HEARD({TRP_DIFFERS_BYTES, lines[0]}, {TRP_DIFFERS_BYTES, lines[1]},
                {TRP_DIFFERS_BYTES, lines[2]}, {TRP_DIFFERS_BYTES, lines[3]});
    CHECK_PLACE(3, .pool = pool, .slot = 1, .generation_a = 1, .generation_b = 1,
                .offset = sizeof(crate) - 2);
    diff_between(world, 0, 2);
    CHECK_HEARD({TRP_DIFFERS_BYTES, lines[0]}, {TRP_DIFFERS_BYTES, lines[1]},
                {TRP_DIFFERS_BYTES, lines[2]}, {TRP_DIFFERS_BYTES, lines[3]},
                {TRP_DIFFERS_BYTES, lines[4]});
}

/* Not snapshots of this world as it is */

SITUATION("snapshots that are damaged are not compared")
{
    set_up(1);
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    diff_save(world, 0);
    stage_thing(pool, 1);
    size_t bytes = snapshot_save_to(world, 1);
    diff_save(world, 1);
    CHECK_EQ(diff_between(world, 0, 1), 1);
    memcpy(snapshot_memory[2], snapshot_memory[1], bytes);
    snapshot_memory[2][8] ^= 1;
    for (unsigned first = 0; first < 3; first++)
        for (unsigned second = 0; second < 3; second++) {
            const bool differ = first + second == 1;
            if (first == second && first == 2)
                continue;
            CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[first], bytes,
                                       snapshot_memory[second], bytes, 9, NULL, NULL),
                     differ);
        }
}
