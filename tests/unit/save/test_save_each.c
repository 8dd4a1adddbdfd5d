/*
 * Elements of arrays, fields, actors and members of a save, one by one.
 */
#include "../save_scene.h"

SITUATIONS(save_each);

static save_file file;

/* One pool of up to four. */
static trp_pool *add_pool(trp_world *world, const char *name, const trp_fields *type,
                          const void *prototype)
{
    trp_pool *pool = stage_pool_as(
        world, (trp_pool_desc){.name = name,
                               .capacity = 4,
                               .prototype = prototype,
                               .type = {type->size, type->size % 8 == 0 ? 8 : 4, 0, "it"},
                               .fields = type});
    return pool;
}

typedef struct row {
    trp_actor actor;
    uint32_t words[4];
} row;

static trp_field words(const char *name, uint32_t from, uint32_t count)
{
    return (trp_field){name, NULL, TRP_KIND_U32, count, 0, offsetof(row, words) + 4 * (size_t)from,
                       4,    NULL, NULL};
}

SITUATION("any element of an array of a save may not fit")
{
    trp_field fields[2] = {[1] = TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(row, 1, fields);
    size_t first = 0;

    for (uint32_t i = 0; i < 4; i++) {
        row like = {.words = {1, 2, 3, 4}};
        fields[0] = words("words", 0, 4);
        like.words[i] = 256;
        save_row(&type, &like, &file);
        fields[0].kind = TRP_KIND_U8;
        fields[0].size = 1;
        CHECK_RESULT(save_load_rows(save_rows(&type, NULL), &file), TRP_ERR_VALUE);
        CHECK_EQ(save_problem_at, (i == 0 ? save_problem_at : first) + 4 * (size_t)i);
        first = i == 0 ? save_problem_at : first;
    }
}

typedef struct spot {
    uint16_t x;
} spot;

typedef struct long_row {
    trp_actor actor;
    spot spots[48];
    uint32_t last;
} long_row;

/* One more than a plan has room for. */
SITUATION("the last of many fields of a save may not fit")
{
    static const trp_field spot_fields[] = {TRP_FIELD(spot, x), TRP_FIELDS_END};
    static const trp_fields spot_type = TRP_FIELDS(spot, 1, spot_fields);
    trp_field fields[] = {TRP_FIELD_STRUCTS(long_row, spots, &spot_type), TRP_FIELD(long_row, last),
                          TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(long_row, 1, fields);
    save_row(&type, &((long_row){.last = 256}), &file);
    CHECK_OK(save_load_rows(save_rows(&type, NULL), &file));
    fields[1].kind = TRP_KIND_U8;
    fields[1].size = 1;
    CHECK_RESULT(save_load_rows(save_rows(&type, NULL), &file), TRP_ERR_VALUE);
}

/* An array that the save lacks; and a number after one that was removed, in a second pool. */
SITUATION("each actor of a save has its values")
{
    static const uint32_t values[] = {7, 8, 9};
    trp_field old[3] = {[2] = TRP_FIELDS_END};
    trp_field now[3] = {[2] = TRP_FIELDS_END};
    const trp_fields types[] = {TRP_FIELDS(row, 1, old), TRP_FIELDS(row, 2, now)};

    for (uint32_t which = 0; which < 2; which++) {
        old[0] = words("first", 0, 1);
        old[1] = words("second", 1, 1);
        now[0] = which == 0 ? words("first", 0, 1) : words("second", 1, 1);
        now[1] = words("array", 1, 3);
        now[1].since = 2;
        now[1].value = values;
        if (which == 1)
            now[1] = (trp_field)TRP_FIELDS_END;
        trp_pool *pool = save_rows(&types[0], NULL);
        trp_pool *second = add_pool(trp_pool_info(pool).world, "second", &types[0], NULL);
        for (uint32_t i = 0; i < 3; i++) {
            const row like = {.words = {i + 1, i + 10, 77, 77}};
            CHECK((trp_create)(i < 2 ? pool : second, &like) != NULL);
        }
        save_world(trp_pool_info(pool).world, &file);
        trp_field kept[] = {[1] = TRP_FIELDS_END}; /* the pool ends with its first word */
        kept[0] = old[0];
        const trp_fields kept_type = TRP_FIELDS(row, 1, kept);
        pool = save_rows(which == 0 ? &types[1] : &kept_type, NULL);
        second = add_pool(trp_pool_info(pool).world, "second", &types[1], NULL);
        CHECK_OK(save_load_rows(pool, &file));
        for (uint32_t i = 0; i < 3; i++) {
            const row *it = (const row *)trp_pool_at(i < 2 ? pool : second, i % 2);
            const uint32_t from = which == 1 ? i + 10 : values[0];
            CHECK_EQ(it->words[0], which == 1 && i == 2 ? 0 : i + 1);
            CHECK_EQ(it->words[1], which == 1 && i < 2 ? 0 : from);
            CHECK_EQ(it->words[3], which == 1 ? 0 : values[2]);
        }
    }
}

typedef struct label {
    trp_actor actor;
    unsigned char bytes[8];
} label;

/* The bytes have become more, and nothing else is left. */
SITUATION("bytes that a save lacks are the prototype's")
{
    static const label prototype = {.bytes = {9, 9, 9, 9, 9, 9, 9, 9}};
    static const label junk = {.bytes = {5, 5, 5, 5, 5, 5, 5, 5}};
    trp_field fields[] = {TRP_FIELD_BYTES(label, bytes), TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(label, 1, fields);

    for (uint32_t size = 6; size <= 8; size++) {
        fields[0].size = size;
        trp_pool *pool = save_rows(&type, NULL);
        for (unsigned char i = 0; i < 2; i++) {
            const label like = {.bytes = {i, 1, 2, 3, 4, 11, 12, 13}};
            CHECK((trp_create)(pool, &like) != NULL);
        }
        save_world(trp_pool_info(pool).world, &file);
        fields[0].size = 8;
        pool = save_rows(&type, &prototype);
        for (uint32_t i = 0; i < 2; i++)
            CHECK((trp_create)(pool, &junk) != NULL);
        CHECK_OK(save_load_rows(pool, &file));
        for (uint32_t i = 0; i < 2; i++) {
            const label *it = (const label *)trp_pool_at(pool, i);
            CHECK_EQ(it->bytes[0], i);
            CHECK_EQ(it->bytes[5], 11);
            CHECK_EQ(it->bytes[6], size > 6 ? 12 : 9);
            CHECK_EQ(it->bytes[7], size > 7 ? 13 : 9);
        }
    }
}

/* The last byte of a text; texts that became shorter. */
SITUATION("a text of a save fits with its last byte")
{
    trp_field fields[] = {
        {"text", NULL, TRP_KIND_TEXT, 1, 0, offsetof(label, bytes), 5, NULL, NULL}, TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(label, 1, fields);

    for (unsigned char last = 0; last < 2; last++) {
        fields[0].size = 5;
        trp_pool *pool = save_rows(&type, NULL);
        const label like = {.bytes = {'a', 'b', 'c', 'd', last}};
        CHECK((trp_create)(pool, &like) != NULL);
        save_world(trp_pool_info(pool).world, &file);
        fields[0].size = 4;
        pool = save_rows(&type, NULL);
        CHECK_RESULT(save_load_rows(pool, &file), last == 0 ? TRP_OK : TRP_ERR_VALUE);
        CHECK(last != 0 || ((const label *)trp_pool_at(pool, 0))->bytes[3] == 'd');
    }
}

typedef struct real_row {
    trp_actor actor;
    float real;
    uint32_t others[3];
} real_row;

/* Up to 24 digits, and negative ones as well. */
SITUATION("integers of a save become floats")
{
    static const int32_t numbers[] = {-1, -5, 16777215, -16777215, 16777216, 16777217, -16777217};
    trp_field fields[] = {{"n", NULL, TRP_KIND_I32, 1, 0, offsetof(row, words), 4, NULL, NULL},
                          TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(row, 1, fields);

    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const row like = {.words = {(uint32_t)numbers[i]}};
        const bool fits = i < 5;
        fields[0].kind = TRP_KIND_I32;
        save_row(&type, &like, &file);
        fields[0].kind = TRP_KIND_F32;
        trp_pool *pool = save_rows(&type, NULL);
        CHECK_RESULT(save_load_rows(pool, &file), fits ? TRP_OK : TRP_ERR_VALUE);
        CHECK(!fits || ((const real_row *)trp_pool_at(pool, 0))->real == (float)numbers[i]);
    }
}
