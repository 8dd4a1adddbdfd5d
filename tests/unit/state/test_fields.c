/*
 * Tables of fields: those that cannot be, gaps byte by byte, stray bytes at either end, values of
 * any width; and what of a struct counts in no hash.
 */
#include "../../../src/state/fields.h" /* bytes in no field */
#include "../../../src/state/hash.h"   /* hashes of regions */
#include "../stage.h"

#include <string.h>

SITUATIONS(fields);

static trp_world *world;
static trp_pool *pool;

/* Tables that cannot be */

/* A struct of this size without a node that has one field, or two. */
static trp_result check_fields(size_t size, trp_field one, trp_field other)
{
    trp_field fields[] = {TRP_FIELDS_END, TRP_FIELDS_END, TRP_FIELDS_END};
    const trp_fields table = {"table", size, 1, fields, &trp__option_fields, 0};

    fields[0] = one;
    fields[1] = other;
    return trp_fields_check(&table, TRP_NO_NODE, NULL);
}

static const trp_choice choices[] = {TRP_CHOICES_END(NULL)};
static const trp_field pair_fields[] = {{"a", 0, TRP_KIND_U32, 2, 0, 0, 4, 0, 0}, TRP_FIELDS_END};
static const trp_fields pair_type = {"pair", 8, 1, pair_fields, &trp__option_fields, 0};
static const trp_field broken_fields[] = {{"a", 0, TRP_KIND_U32, 9, 0, 0, 4, 0, 0}, TRP_FIELDS_END};
static const trp_fields broken_type = {"pair", 8, 1, broken_fields, &trp__option_fields, 0};

/* A field, of a struct of 8 bytes, and whether it can be. */
static const struct {
    trp_field field;
    bool can_be;
} cases[] = {
    {{"a", 0, TRP_KIND_U32, 2, 0, 0, 4, 0, 0}, true},
    {{"a", 0, TRP_KIND_U32, 0, 0, 0, 4, 0, 0}, false},
    {{"a", 0, TRP_KIND_U32, 1, 0, 9, 4, 0, 0}, false},
    {{"a", 0, TRP_KIND_U32, 1, 0, 6, 4, 0, 0}, false},
    {{"a", 0, TRP_KIND_BYTES, 1, 0, 0, 0, 0, 0}, false},
    {{"a", 0, TRP_KIND_BYTES, 1, 0, 0, 5, 0, 0}, true},
    {{"a", 0, (trp_kind)(TRP_KIND_IGNORED + 1), 1, 0, 0, 5, 0, 0}, false},
    {{"mood", 0, TRP_KIND_ENUM, 1, 0, 0, 4, choices, 0}, true},
    {{"mood", 0, TRP_KIND_ENUM, 1, 0, 0, 4, NULL, 0}, false},
    {{"mood", 0, TRP_KIND_CHOICE, 1, 0, 0, sizeof(void *), choices, 0}, true},
    {{"mood", 0, TRP_KIND_CHOICE, 1, 0, 0, sizeof(void *), NULL, 0}, false},
    {{"mood", 0, TRP_KIND_CHOICE, 1, 0, 0, sizeof(void *) - 1, choices, 0}, false},
    {{"mood", 0, TRP_KIND_CHOICE, 1, 0, 0, sizeof(void *) + 1, choices, 0}, false},
    {{"in", 0, TRP_KIND_STRUCT, 1, 0, 0, 8, NULL, 0}, false},
    {{"in", 0, TRP_KIND_STRUCT, 1, 0, 0, 8, &pair_type, 0}, true},
    {{"in", 0, TRP_KIND_STRUCT, 1, 0, 0, 4, &pair_type, 0}, false},
    {{"in", 0, TRP_KIND_STRUCT, 1, 0, 0, 8, &broken_type, 0}, false},
};

SITUATION("fields that cannot be are refused, also in structs in structs")
{
    const trp_field end = TRP_FIELDS_END;
    const trp_fields empty = {"pair", 8, 1, NULL, &trp__option_fields, 0};

    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_RESULT(check_fields(8, cases[i].field, end),
                     cases[i].can_be ? TRP_OK : TRP_ERR_VALUE);
    CHECK_RESULT(trp_fields_check(&empty, TRP_NO_NODE, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_fields_check(NULL, 0, NULL), TRP_ERR_NULL);
}

SITUATION("fields of another size than their kind's are refused")
{
    const trp_field end = TRP_FIELDS_END;
    trp_field field = {"it", 0, TRP_KIND_END, 1, 0, 0, 3, 0, 0};

    for (int kind = TRP_KIND_BOOL; kind <= TRP_KIND_ACTOR; kind++) {
        field.kind = (trp_kind)kind;
        CHECK_RESULT(check_fields(16, field, end), TRP_ERR_VALUE);
    }
    field.kind = TRP_KIND_PACKED;
    CHECK_RESULT(check_fields(16, field, end), TRP_ERR_VALUE);
    field.kind = TRP_KIND_ENUM;
    field.more = choices;
    for (field.size = 1; field.size <= 16; field.size++)
        CHECK_RESULT(check_fields(64, field, end),
                     field.size <= 2 || field.size == 4 || field.size == 8 ? TRP_OK
                                                                           : TRP_ERR_VALUE);
    static const trp_kind kinds[] = {TRP_KIND_TEXT, TRP_KIND_BYTES, TRP_KIND_IGNORED};
    for (unsigned i = 0; i < 3; i++)
        for (field.size = 1; field.size <= 40; field.size++) { /* these may have any */
            field.kind = kinds[i];
            field.offset = 40 - field.size;
            CHECK_OK(check_fields(40, field, end));
            field.offset++;
            CHECK_RESULT(check_fields(40, field, end), TRP_ERR_VALUE);
        }
}

/* Also the last element of an array, in either order of the table. */
SITUATION_FOR("fields and arrays that share a byte are refused", size_t, at, 14, 28)
{
    const trp_field fixed[] = {{"one", 0, TRP_KIND_BYTES, 1, 0, 20, 4, 0, 0},
                               {"array", 0, TRP_KIND_U16, 3, 0, 20, 2, 0, 0}};

    for (unsigned i = 0; i < 2; i++) {
        const trp_field other = {"other", 0, TRP_KIND_U8, 3, 0, at, 1, 0, 0};
        const bool shares = at + 3 > 20 && at < 20 + fixed[i].size * fixed[i].count;
        CHECK_RESULT(check_fields(40, fixed[i], other), shares ? TRP_ERR_VALUE : TRP_OK);
        CHECK_RESULT(check_fields(40, other, fixed[i]), shares ? TRP_ERR_VALUE : TRP_OK);
    }
}

/* A struct with gaps */

typedef struct nested {
    uint8_t first;
    uint8_t none;
    uint8_t last[2];
} nested;

typedef struct chest {
    unsigned char none;
    unsigned char covered[2];
    nested rows[3];
    unsigned char after_rows;
    trp_actor node;
    uint32_t late;
    uint32_t covered_last;
} chest;

static const trp_field nested_fields[] = {TRP_FIELD(nested, first), TRP_FIELD_ARRAY(nested, last),
                                          TRP_FIELDS_END};
static const trp_fields nested_type = TRP_FIELDS(nested, 1, nested_fields);
static const trp_field chest_fields[] = {TRP_FIELD_BYTES(chest, covered),
                                         TRP_FIELD_STRUCTS(chest, rows, &nested_type),
                                         TRP_FIELD(chest, covered_last), TRP_FIELDS_END};
static const trp_fields chest_type = TRP_FIELDS(chest, 1, chest_fields);

static void set_up(const trp_fields *fields)
{
    world = stage_world_as((trp_world_desc){.id = 3});
    pool = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(chest, node), .capacity = 3, .fields = fields});
    for (int i = 0; i < 3; i++)
        CHECK(trp_create(pool, NULL) != NULL);
}

/* Whether a pool whose actors have the table is refused, with these words. */
static void is_refused(trp_fields fields, trp_result result, const char *words)
{
    const trp_pool_desc desc = {.type = TRP_TYPE(chest, node), .capacity = 1, .fields = &fields};

    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), result, words);
}

SITUATION("pools with tables that cannot be right are refused")
{
    static char name[600]; /* a report of a long name is cut */
    trp_field table[] = {{"first", 0, TRP_KIND_BYTES, 1, 0, 4, 4, 0, 0},
                         {"second", 0, TRP_KIND_BYTES, 1, 0, 6, 4, 0, 0},
                         TRP_FIELDS_END};
    trp_fields fields = TRP_FIELDS(chest, 1, table);

    set_up(&chest_type);
    CHECK(trp_pool_info(pool).fields == &chest_type && trp_pool_info(NULL).fields == NULL);
    is_refused(fields, TRP_ERR_VALUE, "the field 'second' is");
    table[1].name = NULL;
    is_refused(fields, TRP_ERR_VALUE, "the field '?' is");
    table[0].offset = table[1].offset = offsetof(chest, node) + 8;
    is_refused(fields, TRP_ERR_VALUE, "the field 'first' contains the node");
    table[0] = (trp_field){name, 0, TRP_KIND_U32, 1, 0, 0, 3, 0, 0};
    memset(name, 'x', sizeof name - 1);
    is_refused(fields, TRP_ERR_VALUE, "xxx");
    fields.name = name;
    fields.size = 4;
    is_refused(fields, TRP_ERR_TYPE, "xxx");
    is_refused((trp_fields)TRP_FIELDS(chest, 1, NULL), TRP_ERR_NULL, "");
    is_refused((trp_fields){"chest", sizeof(chest), 1, chest_fields, NULL, 0}, TRP_ERR_DESC,
               "TRP_FIELDS");
    CHECK(trp_pool_info(pool).fields == &chest_type);
}

/* Gaps and stray bytes */

/* Whether a byte of a chest is in a gap. */
static bool is_gap(size_t at)
{
    const size_t node = offsetof(chest, node);
    if (at >= offsetof(chest, rows) && at < offsetof(chest, after_rows))
        return (at - offsetof(chest, rows)) % sizeof(nested) == offsetof(nested, none);
    return at == 0 || (at >= offsetof(chest, after_rows) && at < node) ||
           (at >= node + sizeof(trp_actor) && at < offsetof(chest, covered_last)) ||
           at >= offsetof(chest, covered_last) + sizeof(uint32_t);
}

SITUATION("gaps are named byte by byte")
{
    trp_gap gap = {0, 0};
    CHECK_OK(trp_fields_check(&chest_type, offsetof(chest, node), &gap));
    for (size_t at = 0; at < sizeof(chest); at++) {
        if (at == gap.first + gap.count)
            CHECK_OK(trp_fields_check(&chest_type, offsetof(chest, node), &gap));
        CHECK_EQ(at >= gap.first && at < gap.first + gap.count, is_gap(at));
    }
}

/* In a struct without a node its first bytes are in no field either. */
SITUATION("gaps of structs without a node are counted")
{
    trp_gap gap = {0, 0};
    CHECK_OK(trp_fields_check(&nested_type, TRP_NO_NODE, &gap));
    CHECK(gap.first == 1 && gap.count == 1);
    const trp_field late[] = {TRP_FIELD_ARRAY(nested, last), TRP_FIELDS_END};
    const trp_fields late_type = TRP_FIELDS(nested, 1, late);
    gap = (trp_gap){0, 0};
    CHECK_OK(trp_fields_check(&late_type, TRP_NO_NODE, &gap));
    CHECK(gap.first == 0 && gap.count == 2);
}

static unsigned char *byte_of(uint32_t slot, size_t at)
{
    return (unsigned char *)trp_as_in(chest, node, trp_pool_at(pool, slot)) + at;
}

static void check_stray(size_t from, uint32_t slot, size_t at)
{
    size_t first = 99;

    CHECK_EQ(trp__pool_stray(pool, from, &first), slot);
    CHECK_EQ(first, slot == TRP_NO_SLOT ? 99 : at);
}

SITUATION("each stray byte is found")
{
    set_up(&chest_type);
    for (uint32_t slot = 0; slot < 3; slot++)
        for (size_t at = 0; at < sizeof(chest); at++) {
            if (at >= offsetof(chest, node) && at < offsetof(chest, late))
                continue;
            *byte_of(slot, at) = 1;
            check_stray(0, is_gap(at) ? slot : TRP_NO_SLOT, at);
            *byte_of(slot, at) = 0;
        }
}

/* All of a chest is described but its first byte, or its last three: a gap so short is passed over
 * if it is asked for longer ones. */
SITUATION("a stray byte in the only gap is found, at either end")
{
    trp_field fields[] = {{"before", 0, TRP_KIND_BYTES, 1, 0, 1, offsetof(chest, node) - 1, 0, 0},
                          {"after", 0, TRP_KIND_BYTES, 1, 0, offsetof(chest, late),
                           sizeof(chest) - offsetof(chest, late), 0, 0},
                          TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(chest, 1, fields);

    set_up(&type);
    check_stray(0, TRP_NO_SLOT, 0);
    *byte_of(1, 0) = 1;
    check_stray(0, 1, 0);
    stage_describe(pool, NULL);
    check_stray(0, TRP_NO_SLOT, 0);
    fields[0].offset--;
    fields[0].size++;
    fields[1].size -= 3;
    set_up(&type);
    *byte_of(1, sizeof(chest) - 1) = 1;
    check_stray(0, 1, sizeof(chest) - 1);
    check_stray(3, 1, sizeof(chest) - 1);
    check_stray(4, TRP_NO_SLOT, 0);
}

SITUATION("dead actors have no stray bytes")
{
    set_up(&chest_type);
    *byte_of(1, 0) = 1;
    check_stray(0, 1, 0);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 1)));
    check_stray(0, TRP_NO_SLOT, 0);
}

SITUATION("stray bytes are looked for only where there are gaps")
{
    world = stage_world();
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 3);
    check_stray(0, TRP_NO_SLOT, 0);
    stage_describe(pool, &thing_type);
    check_stray(0, TRP_NO_SLOT, 0);
}

/* Kinds and hashes */

typedef struct soldier {
    trp_actor actor;
    float x, y;
    trp_handle target;
    char name[8];
    int16_t ammo[3];
    bool ready;
    const void *sprite;
    double angle;
    uint8_t frame; /* and 7 bytes of padding */
} soldier;

static const trp_field soldier_fields[] = {TRP_FIELD(soldier, x),
                                           TRP_FIELD_SINCE(soldier, y, 2, NULL),
                                           TRP_FIELD_WAS(soldier, target, "aim"),
                                           TRP_FIELD_TEXT(soldier, name),
                                           TRP_FIELD_ARRAY(soldier, ammo),
                                           TRP_FIELD(soldier, ready),
                                           TRP_FIELD_IGNORED(soldier, sprite),
                                           TRP_FIELD(soldier, angle),
                                           TRP_FIELD(soldier, frame),
                                           TRP_FIELDS_END};
static const trp_fields soldier_type = TRP_FIELDS(soldier, 2, soldier_fields);

SITUATION("the kind of a field follows from its type")
{
    CHECK_EQ(soldier_fields[0].kind, TRP_KIND_F32);
    CHECK_EQ(soldier_fields[2].kind, TRP_KIND_HANDLE);
    CHECK_EQ(soldier_fields[4].kind, TRP_KIND_I16);
    CHECK_EQ(soldier_fields[4].count, 3);
    CHECK_EQ(soldier_fields[5].kind, TRP_KIND_BOOL);
    CHECK_EQ(soldier_fields[1].since, 2);
    CHECK(situation_text_equal(soldier_fields[2].was, "aim"));
    CHECK_EQ(soldier_fields[8].kind, TRP_KIND_U8);
}

SITUATION("padding, what is ignored, links and serials count in no hash")
{
    world = stage_world_as((trp_world_desc){.id = 3});
    pool = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(soldier, actor), .capacity = 8, .fields = &soldier_type});
    soldier *const one = trp_as(soldier, trp_create(pool, NULL));
    (void)trp_create(pool, NULL);
    const uint64_t before = trp_hash_world(world);
    one->sprite = one;
    one->name[4] = 'x'; /* after the end of the text */
    for (size_t i = offsetof(soldier, frame) + 1; i < sizeof(soldier); i++)
        ((char *)one)[i] = 99;
    for (int i = 0; i < 5; i++)
        trp_for_each(pool, stage_visit, NULL);
    one->actor.next ^= 1;
    CHECK_EQ(trp_hash_world(world), before);
    one->actor.next ^= 1;
    trp_layer_set_visible(world, 0, false);
    CHECK_EQ(trp_hash_world(world), before);
    one->x = -0.0f;
    CHECK(trp_hash_world(world) != before);
}

/* Of a struct that is this number, of `size` bytes. */
static uint64_t hash_of_number(const void *number, size_t size, trp_kind kind)
{
    const trp_field table[] = {{"number", 0, kind, 1, 0, 0, size, 0, 0}, TRP_FIELDS_END};
    const trp_fields fields = {"number", size, 1, table, &trp__option_fields, 0};
    const trp_region region = {
        .start = (void *)(uintptr_t)number, .bytes = size, .fields = &fields};
    return trp__hash_region(&region);
}

/* A number of this type has the hash of the same one with 64 bits. */
#define CHECK_HASH(type, kind, value, wide_type, wide_kind, wide)                                  \
    CHECK_EQ(hash_of_number(&(type){value}, sizeof(type), TRP_KIND_##kind),                        \
             hash_of_number(&(wide_type){wide}, 8, TRP_KIND_##wide_kind))

/* Only the bytes of the number are read: tools that watch memory would report others. */
SITUATION("numbers are hashed by their value, whatever their width")
{
    CHECK_HASH(uint8_t, U8, 0x81, uint64_t, U64, 0x81);
    CHECK_HASH(uint16_t, U16, 0x8001, uint64_t, U64, 0x8001);
    CHECK_HASH(uint32_t, U32, 0x80000001, uint64_t, U64, 0x80000001);
    CHECK_HASH(int8_t, I8, -5, int64_t, I64, -5);
    CHECK_HASH(int16_t, I16, -5, int64_t, I64, -5);
    CHECK_HASH(int32_t, I32, -5, int64_t, I64, -5);
    CHECK_HASH(float, F32, 0.5f, uint64_t, U64, 0x3F000000); /* its bits */
}
