/*
 * Tables of fields at their limits: arrays that overlap, sizes of kinds, gaps byte by byte, stray
 * bytes at either end, values of any width.
 */
#include "../../../src/state/fields.h" /* bytes in no field */
#include "../../../src/state/hash.h"   /* hashes of regions */
#include "../stage.h"
#include "troupe/hash.h"

SITUATIONS(fields_limits);

/* freestanding C has no string.h */
void *memset(void *to, int value, size_t bytes);

/* Tables */

static trp_result check_one(trp_field field, const size_t size)
{
    trp_field fields[] = {TRP_FIELDS_END, TRP_FIELDS_END};
    const trp_fields table = {"one", size, 1, fields, &trp__option_fields, 0};
    fields[0] = field;
    return trp_fields_check(&table, TRP_NO_NODE, NULL);
}

SITUATION("choices of another size than a pointer's are refused")
{
    static const trp_choice choices[] = {TRP_CHOICES_END(NULL)};
    for (size_t size = 1; size <= 16; size++)
        CHECK_RESULT(
            check_one((trp_field){"mood", 0, TRP_KIND_ENUM, 1, 0, 0, size, choices, 0}, 64),
            size == 1 || size == 2 || size == 4 || size == 8 ? TRP_OK : TRP_ERR_VALUE);
    CHECK_RESULT(check_one((trp_field){"mood", 0, TRP_KIND_ENUM, 1, 0, 0, 4, NULL, 0}, 64),
                 TRP_ERR_VALUE);
    trp_field field = {"choice", 0, TRP_KIND_CHOICE, 1, 0, 0, sizeof(void *), choices, 0};
    CHECK_OK(check_one(field, 64));
    field.size = sizeof(void *) - 1;
    CHECK_RESULT(check_one(field, 64), TRP_ERR_VALUE);
    field.size = sizeof(void *) + 1;
    CHECK_RESULT(check_one(field, 64), TRP_ERR_VALUE);
}

SITUATION("texts and bytes may have any size")
{
    for (size_t size = 1; size <= 40; size++) {
        trp_field field = {"any", 0, TRP_KIND_TEXT, 1, 0, 40 - size, size, 0, 0};
        CHECK_OK(check_one(field, 40));
        field.kind = TRP_KIND_BYTES;
        CHECK_OK(check_one(field, 40));
        field.kind = TRP_KIND_IGNORED;
        CHECK_OK(check_one(field, 40));
        field.offset++;
        CHECK_RESULT(check_one(field, 40), TRP_ERR_VALUE);
    }
}

/* The last element of an array, in either order of the table. */
SITUATION("arrays that share their last byte are refused")
{
    static const trp_field array = {"array", 0, TRP_KIND_U16, 3, 0, 10, 2, 0, 0};
    for (size_t offset = 6; offset <= 18; offset++)
        for (int order = 0; order < 2; order++) {
            trp_field fields[] = {TRP_FIELDS_END, TRP_FIELDS_END, TRP_FIELDS_END};
            const trp_fields table = {"two", 40, 1, fields, &trp__option_fields, 0};
            fields[0] = fields[1] = array;
            fields[order].kind = TRP_KIND_U8;
            fields[order].size = 1;
            fields[order].offset = offset;
            CHECK_RESULT(trp_fields_check(&table, TRP_NO_NODE, NULL),
                         offset + 3 > 10 && offset < 16 ? TRP_ERR_VALUE : TRP_OK);
        }
}

/* Gaps */

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

/* Stray bytes */

static trp_world *world;
static trp_pool *pool;

static void set_up(const trp_fields *fields)
{
    world = stage_world();
    pool = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(chest, node), .capacity = 3, .fields = fields});
    for (int i = 0; i < 3; i++)
        CHECK(trp_create(pool, NULL) != NULL);
}

static unsigned char *byte_of(uint32_t slot, size_t at)
{
    return (unsigned char *)trp_as_in(chest, node, trp_pool_at(pool, slot)) + at;
}

SITUATION("each stray byte is found")
{
    set_up(&chest_type);
    for (uint32_t slot = 0; slot < 3; slot++)
        for (size_t at = 0; at < sizeof(chest); at++) {
            size_t first = 99;
            if (at >= offsetof(chest, node) && at < offsetof(chest, late))
                continue;
            *byte_of(slot, at) = 1;
            CHECK_EQ(trp__pool_stray(pool, 0, &first), is_gap(at) ? slot : TRP_NO_SLOT);
            CHECK_EQ(first, is_gap(at) ? at : 99);
            CHECK_EQ(trp__pool_stray(pool, 0, &(size_t){0}), is_gap(at) ? slot : TRP_NO_SLOT);
            *byte_of(slot, at) = 0;
        }
}

/* All of a chest but its first byte is described. */
SITUATION("a stray byte in the only gap is found")
{
    static const trp_field fields[] = {
        {"before", 0, TRP_KIND_BYTES, 1, 0, 1, offsetof(chest, node) - 1, 0, 0},
        {"after", 0, TRP_KIND_BYTES, 1, 0, offsetof(chest, late),
         sizeof(chest) - offsetof(chest, late), 0, 0},
        TRP_FIELDS_END};
    static const trp_fields type = {"chest", sizeof(chest), 1, fields, &trp__option_fields, 0};
    size_t first = 99;
    set_up(&type);
    CHECK_EQ(trp__pool_stray(pool, 0, &first), TRP_NO_SLOT);
    *byte_of(1, 0) = 1;
    CHECK_EQ(trp__pool_stray(pool, 0, &first), 1);
    CHECK_EQ(first, 0);
    stage_describe(pool, NULL);
    CHECK_EQ(trp__pool_stray(pool, 0, &(size_t){0}), TRP_NO_SLOT);
}

/* All of a chest but its last three bytes is described. */
SITUATION("a short gap at the end is passed over")
{
    static const trp_field fields[] = {
        {"before", 0, TRP_KIND_BYTES, 1, 0, 0, offsetof(chest, node), 0, 0},
        {"after", 0, TRP_KIND_BYTES, 1, 0, offsetof(chest, late),
         sizeof(chest) - offsetof(chest, late) - 3, 0, 0},
        TRP_FIELDS_END};
    static const trp_fields type = {"chest", sizeof(chest), 1, fields, &trp__option_fields, 0};
    size_t first;
    set_up(&type);
    *byte_of(1, sizeof(chest) - 1) = 1;
    CHECK_EQ(trp__pool_stray(pool, 0, &first), 1);
    CHECK_EQ(trp__pool_stray(pool, 3, &first), 1);
    CHECK_EQ(first, sizeof(chest) - 1);
    CHECK_EQ(trp__pool_stray(pool, 4, &first), TRP_NO_SLOT);
}

SITUATION("dead actors have no stray bytes")
{
    set_up(&chest_type);
    *byte_of(1, 0) = 1;
    CHECK_EQ(trp__pool_stray(pool, 0, &(size_t){0}), 1);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 1)));
    CHECK_EQ(trp__pool_stray(pool, 0, &(size_t){0}), TRP_NO_SLOT);
}

/* A report of a long name is cut. */
SITUATION("fields with long names are refused")
{
    static char name[600];
    const trp_field fields[] = {{name, 0, TRP_KIND_U32, 1, 0, 0, 3, 0, 0}, TRP_FIELDS_END};
    const trp_fields bad = TRP_FIELDS(chest, 1, fields);
    const trp_fields small = {name, 4, 1, fields, &trp__option_fields, 0};
    trp_pool_desc desc = {.type = TRP_TYPE(chest, node), .capacity = 1};
    memset(name, 'x', sizeof name - 1);
    set_up(NULL);
    desc.fields = &bad;
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), TRP_ERR_VALUE, "xxx");
    desc.fields = &small;
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), TRP_ERR_TYPE, "xxx");
}

/* Values */

/* Of a struct that is this number, of `size` bytes. */
static uint64_t hash_of_number(const void *number, size_t size, trp_kind kind)
{
    const trp_field table[] = {{"number", 0, kind, 1, 0, 0, size, 0, 0}, TRP_FIELDS_END};
    const trp_fields fields = {"number", size, 1, table, &trp__option_fields, 0};
    const trp_region region = {
        .start = (void *)(uintptr_t)number, .bytes = size, .fields = &fields};
    return trp__hash_region(&region);
}

/* Only the bytes of the number are read: tools that watch memory would report others. */
SITUATION("numbers are hashed by their value, whatever their width")
{
    static const uint64_t large[] = {0x81, 0x8001, 0x80000001};
    static const int64_t negative = -5;
    static const uint8_t u8 = 0x81;
    static const uint16_t u16 = 0x8001;
    static const uint32_t u32 = 0x80000001;
    static const int8_t i8 = -5;
    static const int16_t i16 = -5;
    static const int32_t i32 = -5;
    static const float half = 0.5f;
    static const uint64_t bits_of_half = 0x3F000000;
    CHECK_EQ(hash_of_number(&u8, 1, TRP_KIND_U8), hash_of_number(&large[0], 8, TRP_KIND_U64));
    CHECK_EQ(hash_of_number(&u16, 2, TRP_KIND_U16), hash_of_number(&large[1], 8, TRP_KIND_U64));
    CHECK_EQ(hash_of_number(&u32, 4, TRP_KIND_U32), hash_of_number(&large[2], 8, TRP_KIND_U64));
    CHECK_EQ(hash_of_number(&i8, 1, TRP_KIND_I8), hash_of_number(&negative, 8, TRP_KIND_I64));
    CHECK_EQ(hash_of_number(&i16, 2, TRP_KIND_I16), hash_of_number(&negative, 8, TRP_KIND_I64));
    CHECK_EQ(hash_of_number(&i32, 4, TRP_KIND_I32), hash_of_number(&negative, 8, TRP_KIND_I64));
    CHECK_EQ(hash_of_number(&half, 4, TRP_KIND_F32),
             hash_of_number(&bits_of_half, 8, TRP_KIND_U64));
}
