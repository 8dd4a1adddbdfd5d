/*
 * Descriptions of structs in a save that cannot be: a kind and its size, the number of elements,
 * the depth of nested structs. The pool is empty, so no record is too short instead.
 */
#include "../save_edited.h"

#include <string.h>

static trp_pool *pool;

typedef struct all_kinds
{
    trp_actor actor;
    bool truth;
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    float f32;
    double f64;
    trp_handle handle;
    trp_actor *pointer;
    char text[5];
    unsigned char bytes[5];
    save_place place;
    const char *choice;
} all_kinds;

static const trp_field place_fields[] = {TRP_FIELD(save_place, row), TRP_FIELDS_END};
static const trp_fields place_type = TRP_FIELDS(save_place, 1, place_fields);
/* In the order of kinds. */
static const trp_field all_fields[] = {TRP_FIELD(all_kinds, truth),
                                       TRP_FIELD(all_kinds, i8),
                                       TRP_FIELD(all_kinds, u8),
                                       TRP_FIELD(all_kinds, i16),
                                       TRP_FIELD(all_kinds, u16),
                                       TRP_FIELD(all_kinds, i32),
                                       TRP_FIELD(all_kinds, u32),
                                       TRP_FIELD(all_kinds, i64),
                                       TRP_FIELD(all_kinds, u64),
                                       TRP_FIELD(all_kinds, f32),
                                       TRP_FIELD(all_kinds, f64),
                                       TRP_FIELD(all_kinds, handle),
                                       TRP_FIELD_ACTOR(all_kinds, pointer),
                                       TRP_FIELD_TEXT(all_kinds, text),
                                       TRP_FIELD_BYTES(all_kinds, bytes),
                                       TRP_FIELD_STRUCT(all_kinds, place, &place_type),
                                       TRP_FIELD_CHOICE(all_kinds, choice, save_weapons),
                                       TRP_FIELDS_END};
static const trp_fields all_type = TRP_FIELDS(all_kinds, 1, all_fields);

static void begin(const trp_fields *fields)
{
    trp_world *world;

    stage_world();
    world = stage_world_as((trp_world_desc){.max_pools = 2});
    pool = stage_pool_as(
        world, (trp_pool_desc){.name = "things",
                               .capacity = 2,
                               .type = {fields->size, fields->size % 8 == 0 ? 8 : 4, 0, "it"}});
    CHECK_RESULT(trp_pool_describe(pool, fields), TRP_OK);
    save_world(world, &edited_from);
    memcpy(&edited, &edited_from, sizeof edited_from);
}

/* Loads what was changed; then it is as it was. */
static trp_result load(void)
{
    const trp_result result = (save_mend_sum(&edited), trp_load(trp_pool_world(pool), edited.bytes,
                                                                edited.size, &save_load));

    memcpy(&edited, &edited_from, sizeof edited_from);
    return result;
}

static void cannot_be_read(void)
{
    CHECK_RESULT(load(), TRP_ERR_DAMAGED);
    CHECK(situation_text_has(save_problem, "pool things: it cannot be read"));
}

/* The offset of the kind of a field of `all_kinds`. */
static size_t kind_at(const char *name)
{
    const size_t length = strlen(name);
    size_t at = 0;

    while (edited_from.bytes[at] != length ||
           memcmp(edited_from.bytes + at + 1, name, length + 1) != 0)
        at++;
    return at + 1 + length + 1;
}

static void set(size_t at, uint32_t value)
{
    trp__set32(edited.bytes + at, value);
}

static void a_kind_has_its_size(void)
{
    begin(&all_type);
    for (uint32_t kind = TRP_KIND_BOOL; kind <= TRP_KIND_CHOICE; kind++)
    {
        const size_t at = kind_at(all_fields[kind - 1].name);
        const uint32_t bytes = trp__get32(edited_from.bytes + at + 5);
        CHECK_EQ(edited_from.bytes[at], kind);
        CHECK_RESULT(load(), TRP_OK);
        set(at + 5, 0);
        cannot_be_read();
        if (kind == TRP_KIND_TEXT || kind == TRP_KIND_BYTES)
            continue;
        set(at + 5, bytes + 1);
        cannot_be_read();
        set(at + 5, bytes - 1);
        cannot_be_read();
    }
}

static void there_is_no_such_kind(void)
{
    static const unsigned char kinds[] = {TRP_KIND_END, TRP_KIND_IGNORED, TRP_KIND_IGNORED + 1,
                                          255};
    const size_t at = (begin(&all_type), kind_at("text"));

    for (unsigned i = 0; i < sizeof kinds; i++)
    {
        edited.bytes[at] = kinds[i];
        cannot_be_read();
    }
    set(at + 1, 0); /* elements */
    cannot_be_read();
    edited.bytes[at - 1] = 'x'; /* the end of its name */
    cannot_be_read();
}

/* All fields but one. */
static uint32_t other_bytes(size_t at)
{
    trp__saved_chunk chunk;
    trp__reader reader;

    CHECK(trp__chunk_after(edited_from.bytes, edited_from.size, TRP__SAVE_HEAD, TRP__SAVE_POOL,
                           &chunk));
    reader = trp__read_from(edited_from.bytes, chunk.from, chunk.end);
    (void)trp__read_name(&reader);
    (void)trp__read_8(&reader);
    (void)trp__read_32(&reader);
    return (uint32_t)trp__read_type(&reader, 1) - trp__get32(edited_from.bytes + at + 5);
}

static void a_record_is_too_long(void)
{
    const uint32_t most = 1u << 30;
    size_t at;

    begin(&all_type);
    at = kind_at("text");
    set(at + 5, most - other_bytes(at));
    CHECK_RESULT(load(), TRP_OK);
    set(at + 5, most - other_bytes(at) + 1);
    cannot_be_read();
    set(at + 5, most + 1);
    cannot_be_read();
    set(at + 5, UINT32_MAX);
    cannot_be_read();
    at = kind_at("bytes");
    set(at + 1, UINT32_MAX);
    set(at + 5, most);
    cannot_be_read();
    set(at + 1, 2); /* it could be read, but has too many elements */
    CHECK_RESULT(load(), TRP_ERR_VALUE);
    CHECK(situation_text_has(save_problem, "field bytes: it is an array, or bytes, with fewer"));
    set(at + 5, trp__get32(edited_from.bytes + at + 5) + 1);
    CHECK_RESULT(load(), TRP_ERR_VALUE);
    CHECK(situation_text_has(save_problem, "field bytes: it is an array, or bytes, with fewer"));
}

/* Whatever the field is today. */
static void a_truth_is_0_or_1(void)
{
    trp_field fields[] = {TRP_FIELD(all_kinds, truth), TRP_FIELDS_END};
    const trp_fields type = {"all_kinds", sizeof(all_kinds), 1, fields};

    begin(&type);
    CHECK((trp_create_from)(pool, &((all_kinds){.truth = true})) != NULL);
    save_world(trp_pool_world(pool), &edited_from);
    for (unsigned i = 0; i < 2; i++)
    {
        size_t at = kind_at("truth");
        memcpy(&edited, &edited_from, sizeof edited_from);
        CHECK_RESULT(load(), TRP_OK);
        while (trp__get32(edited_from.bytes + at) != TRP__SAVE_END)
            at++;
        CHECK_EQ(edited_from.bytes[at - 1], 1); /* the last value of the last pool */
        edited.bytes[at - 1] = 2;
        CHECK_RESULT(load(), TRP_ERR_VALUE);
        CHECK(situation_text_has(save_problem, "field truth: its value does not fit"));
        fields[0].kind = TRP_KIND_U8;
    }
}

/* Structs in structs */

typedef struct deep
{
    trp_actor actor;
    uint32_t number;
} deep;

static const trp_field number_fields[] = {
    {"n", NULL, TRP_KIND_U32, 1, 0, 0, sizeof(uint32_t), NULL, NULL}, TRP_FIELDS_END};

/* The struct of a field of the deepest struct, which is inserted: name, version, fields. */
static const unsigned char one_more[] = {1, 's',          0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 'n',
                                         0, TRP_KIND_U32, 1, 0, 0, 0, 4, 0, 0, 0};

static void structs_are_nested_too_deep(void)
{
    trp_field fields[TRP_SAVE_DEPTH][2];
    trp_fields types[TRP_SAVE_DEPTH];
    size_t at;
    size_t end;

    types[0] = (trp_fields){"s", sizeof(uint32_t), 1, number_fields};
    for (unsigned i = 1; i < TRP_SAVE_DEPTH; i++)
    {
        fields[i][0] =
            (trp_field){"o", NULL, TRP_KIND_STRUCT, 1, 0, 0, sizeof(uint32_t), &types[i - 1], NULL};
        fields[i][1] = (trp_field)TRP_FIELDS_END;
        types[i] = (trp_fields){"s", sizeof(uint32_t), 1, fields[i]};
    }
    fields[TRP_SAVE_DEPTH - 1][0].offset = offsetof(deep, number);
    types[TRP_SAVE_DEPTH - 1].size = sizeof(deep);
    begin(&types[TRP_SAVE_DEPTH - 1]);
    CHECK_RESULT(load(), TRP_OK);
    at = kind_at("n");
    end = at + 9;
    memmove(edited.bytes + end + sizeof one_more, edited.bytes + end, edited.size - end);
    memcpy(edited.bytes + end, one_more, sizeof one_more);
    edited.bytes[at] = TRP_KIND_STRUCT;
    edited.size += sizeof one_more;
    at = 0;
    while (trp__get32(edited.bytes + at) != TRP__SAVE_POOL)
        at++;
    trp__set64(edited.bytes + at + 4, trp__get64(edited.bytes + at + 4) + sizeof one_more);
    cannot_be_read();
}

const situation save_types_situations[] = {
    {"a kind has its size in a save", a_kind_has_its_size},
    {"there is no such kind in a save", there_is_no_such_kind},
    {"a record of a save is too long", a_record_is_too_long},
    {"a truth of a save is 0 or 1", a_truth_is_0_or_1},
    {"structs of a save are nested too deep", structs_are_nested_too_deep},
};
const unsigned save_types_situation_count =
    sizeof save_types_situations / sizeof *save_types_situations;
