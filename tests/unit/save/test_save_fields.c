/*
 * Changes between the saving version and the loading version: fields are added, removed, renamed,
 * widened, reordered. Each is a row of a save, as it was saved and as it is loaded (see row.h).
 */
#include "../row.h"

#include <string.h>

SITUATIONS(save_fields);

/* Fields added, removed, reordered, renamed */

#define OLD                                                                                        \
    "version 1, small i8 = -3, count u32 = 70000, x f32 = 2.5, far f64 = 0.1, big u64 = 2^64-1, "  \
    "low i64 = -2^63, is_set bool = 1, name text 8 = ann, bytes bytes 4 = 1 2 3 4, "               \
    "list u16 * 3 = 7 8 9, target handle = 2 | 0"

/* What is there afterwards, but for the shield. */
#define LOADED                                                                                     \
    "armour u32 since 2 else 9 = 9, label text 12 was name = ann, "                                \
    "target actor = 2 | 0, numbers u32 * 5 was list else 1 1 1 1 1 = 7 8 9 1 1, "                  \
    "ammo u16 * 2 since 2 30 40 = 30 40, amount i32 was count = 70000, x f32 = 2.5"

static unsigned upgrades;

static trp_result load_upgrading(const trp_pool *pool, trp_upgrade_fn *upgrade)
{
    trp_load_desc desc = save_load;

    desc.upgrade = upgrade;
    upgrades = 0;
    return trp_load(trp_pool_info(pool).world, row_file.bytes, row_file.size, &desc);
}

static void upgrade(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    static const unsigned char bytes[] = {1, 2, 3, 4};
    const double tenth = 0.1; /* rounded to a double: x87 compares with more digits */
    uint32_t *const shield =
        (uint32_t *)(void *)((unsigned char *)object + offsetof(row_actor, bytes));
    trp_value value;

    CHECK_EQ(fields->version, 2);
    CHECK_EQ(old->version, 1);
    value.size = 99;
    CHECK(!trp_old_value(old, "none", &value) && !trp_old_value(NULL, "far", &value) &&
          !trp_old_value(old, NULL, &value) && !trp_old_value(old, "far", NULL));
    CHECK_EQ(value.size, 99);
    CHECK(trp_old_value(old, "name", &value) && !value.is_number && !value.is_integer);
    CHECK(trp_old_value(old, "x", &value) && value.is_number && !value.is_integer);
    CHECK(trp_old_value(old, "far", &value) && !value.is_integer &&
          trp_handle_is_null(value.handle));
    CHECK(value.number == tenth);
    CHECK(trp_old_value(old, "small", &value) && value.number == -3 && value.integer == -3);
    CHECK(trp_old_value(old, "bytes", &value) && value.size == 4);
    CHECK(memcmp(value.bytes, bytes, 4) == 0);
    CHECK(trp_old_value(old, "list", &value) && value.size == 3 * sizeof(uint16_t));
    CHECK(trp_old_value(old, "target", &value));
    CHECK_EQ(value.handle.generation, upgrades == 0);
    CHECK(upgrades > 0 || value.handle.index == ((const trp_actor *)object)->index + 1);
    CHECK(trp_old_value(old, "is_set", &value) && value.integer == 1);
    *shield += (uint32_t)value.integer;
    upgrades++;
}

SITUATION("a save of another version keeps what both have")
{
    row_save(OLD);
    const trp_pool *pool = row_begin("version 2, shield u32 since 2 50 = 51, " LOADED);
    CHECK_OK(load_upgrading(pool, upgrade));
    CHECK_EQ(upgrades, 2);
    row_check(pool);
    row_save(OLD);
    row_load("version 2, shield u32 since 2 50 = 50, " LOADED);
}

static void count_upgrade(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    CHECK(object != NULL && fields != NULL && old->version == 0);
    upgrades++;
}

/* ... nor is it lost silently if the struct has no such field any more. */
SITUATION("a value of a save is not replaced")
{
    row_save("a u32 = 1, b u32 = 2");
    const trp_pool *pool = row_begin("a u32 = 1, b u32 = 2");
    CHECK_OK(load_upgrading(pool, count_upgrade));
    CHECK_EQ(upgrades, 0);
    pool = row_begin("a u32 since 2 7 = 1");
    CHECK_OK(load_upgrading(pool, count_upgrade));
    row_check(pool);
    CHECK_EQ(upgrades, 1);
}

/* Each actor is upgraded with its own record. */
static void check_upgraded(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    uint32_t *const numbers =
        (uint32_t *)(void *)((unsigned char *)object + offsetof(row_actor, bytes));
    trp_value value;

    CHECK(trp_old_value(old, "a", &value));
    CHECK_EQ((uint64_t)value.integer, numbers[0]);
    numbers[1] = numbers[0] + 1;
    upgrades++;
}

SITUATION("each actor of a save is upgraded with its record")
{
    row_save("version 1, a u32 = 10 | 11 | 12 | 13");
    const trp_pool *pool =
        row_begin("version 2, a u32 = 10 | 11 | 12 | 13, b u32 = 11 | 12 | 13 | 14");
    CHECK_OK(load_upgrading(pool, check_upgraded));
    CHECK_EQ(upgrades, 4);
    row_check(pool);
}

SITUATION("former names of fields are asked last")
{
    ROW_CARRY({"a u32 = 1, b u32 = 2",
               "b u32 was a since 2 7 = 2, c u32 was a since 2 7 = 1, d u32 was z "
               "since 2 7 = 7, b2 u32 was b since 2 7"},
              {NULL, "b u32 was a = 2, c u32 was a = 1, d ignored 4 was z since 2 7"},
              /* two kinds have changed: one is reported */
              {NULL, "b bytes 4 was a, c bytes 4 was a", TRP_ERR_VALUE, "kind"});
}

/* What a save lacks; what it has beyond the present fields. */
SITUATION("each actor of a save has its values")
{
    ROW_CARRY(/* an array that the save lacks, and a number after one that was removed */
              {"first u32 = 1 | 2, second u32 = 10 | 11",
               "version 2, first u32 = 1 | 2, array u32 * 3 since 2 7 8 9 = 7 8 9"},
              {NULL, "version 2, gone ignored 4, second u32 = 10 | 11"},
              {NULL, "first u32 = 1 | 2"}, {NULL, "second u32 = 10 | 11"},
              {"x u32 = 1", "x u32 = 1, weapon choice (sword bow /) since 2 bow = bow"});
}

SITUATION("bytes that a save lacks are the prototype's")
{
    ROW_CARRY({"b bytes 6 = 0 1 2 3 4 11 | 1 1 2 3 4 11",
               "b bytes 8 else 9 ~ = 0 1 2 3 4 11 9 9 | 1 1 2 3 4 11 9 9"},
              {"b bytes 7 = 0 1 2 3 4 11 12 | 1 1 2 3 4 11 12",
               "b bytes 8 else 9 ~ = 0 1 2 3 4 11 12 9 | 1 1 2 3 4 11 12 9"},
              {"b bytes 8 = 0 1 2 3 4 11 12 13", "b bytes 8 else 9 ~ = 0 1 2 3 4 11 12 13"});
}

/* Numbers of other kinds: a value, its former kind, its present kind, and whether it fits */

static void try_number(const char *from, const char *to, const char *number, bool fits)
{
    char then[48] = "n ", now[48] = "n ";

    situation_text_add(then, sizeof then, from);
    situation_text_add(now, sizeof now, to);
    situation_text_add(then, sizeof then, " = ");
    situation_text_add(now, sizeof now, " = ");
    situation_text_add(then, sizeof then, number);
    situation_text_add(now, sizeof now, number);
    row_save(then);
    if (fits)
        row_load(now);
    else
        row_refuse(now, TRP_ERR_VALUE, "its value does not fit");
}

static const struct {
    const char *from;
    const char *to;
    const char *fit[6];
    const char *do_not_fit[4];
} conversions[] = {
    {"i16", "i8", {"127", "-128"}, {"128", "-129"}},
    {"i8", "i16", {"-1"}, {NULL}},
    {"i32", "i16", {"32767", "-32768"}, {"32768"}},
    {"i64", "i32", {"2^31-1", "-2^31"}, {"2^31"}},
    {"i32", "i64", {"-1"}, {NULL}},
    {"i32", "u32", {NULL}, {"-1"}},
    {"u32", "i32", {NULL}, {"2^32-1"}},
    {"u64", "i64", {NULL}, {"2^64-1"}},
    {"i64", "u64", {NULL}, {"-1"}},
    {"u64", "f64", {"2^63"}, {"2^64-1"}},
    {"i64", "f64", {"-2^63", "2^53", "2^62", "2^54+4"}, {"2^63-1", "2^53+1", "2^54+2"}},
    {"i32",
     "f32",
     {"2^24", "-1", "-5", "2^24-1", "-2^24+1"},
     {"-2^24-1", "2^24+1"}}, /* up to 24 digits */
    {"f32", "i32", {"-3", "-1"}, {"3.5", "-0.5"}},
    {"f64", "u64", {"2^64-2^11"}, {"-3", "2^64"}},
    {"f64", "i64", {"-2^63"}, {"-2^63-2^11"}},
    {"f64",
     "f32",
     {"0.5", "2^128-2^104", "-2^128+2^104", "inf", "-inf", "nan"},
     {"0.1", "2^128-2^104+2^75", "2^900", "-2^900"}},
    {"f64", "i32", {NULL}, {"nan"}},
    {"f32", "f32", {"nan"}, {NULL}},
    {"f64", "f64", {"nan"}, {NULL}},
    {"bool", "i64", {"1"}, {NULL}},
    {"bool", "f32", {"1"}, {NULL}},
    {"u8", "bool", {"1"}, {"2"}},
    {"i8", "bool", {NULL}, {"-1"}},
    {"f32", "bool", {"1"}, {NULL}},
};

SITUATION("numbers of a save become others where nothing is lost")
{
    static const char *const kinds[] = {"i8",  "u8",  "i16", "u16", "i32",
                                        "u32", "i64", "u64", "f32", "f64"};

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            try_number(kinds[i], kinds[k], "0", true);
            try_number(kinds[i], kinds[k], "100", true);
        }
    for (unsigned i = 0; i < sizeof conversions / sizeof *conversions; i++) {
        for (unsigned k = 0; k < 6 && conversions[i].fit[k] != NULL; k++)
            try_number(conversions[i].from, conversions[i].to, conversions[i].fit[k], true);
        for (unsigned k = 0; k < 4 && conversions[i].do_not_fit[k] != NULL; k++)
            try_number(conversions[i].from, conversions[i].to, conversions[i].do_not_fit[k], false);
    }
}

SITUATION("any element of an array of a save may not fit")
{
    static const char *const arrays[] = {"n u32 * 4 = 256 2 3 4", "n u32 * 4 = 1 256 3 4",
                                         "n u32 * 4 = 1 2 256 4", "n u32 * 4 = 1 2 3 256"};
    size_t first = 0;

    for (unsigned i = 0; i < 4; i++) {
        row_save(arrays[i]);
        row_refuse("n u8 * 4", TRP_ERR_VALUE, "its value does not fit");
        first = i == 0 ? save_problem_at : first;
        CHECK_EQ(save_problem_at, first + 4 * (size_t)i);
    }
}

/* One more field than a plan has room for; and the first of many, after which no other is read. */
SITUATION("the first or the last of many fields of a save may not fit")
{
    ROW_CARRY({"spots struct (x u16) * 48 = 1 .., last u32 = 256",
               "spots struct (x u16) * 48 = 1 .., last u32 = 256"},
              {NULL, "spots struct (x u16) * 48, last u8", TRP_ERR_VALUE, "field last"},
              {"large bytes 3000, places struct (column i16, row u8) * 60 = -1",
               "large bytes 3000, places struct (column u16, row u8) * 60", TRP_ERR_VALUE,
               "column"});
}

SITUATION("fields of a save that cannot be kept are refused")
{
    ROW_CARRY(
        {"x f32 = 2.5, name text 8 = ann, bytes bytes 4 = 1 2 3 4, list u16 * 3 = 7 8 9, weapon "
         "choice (sword bow) = bow, target handle = 1",
         "x bytes 4", TRP_ERR_VALUE, "kind"},
        {NULL, "bytes bytes 3", TRP_ERR_VALUE, "fewer"},
        {NULL, "list u16 * 2", TRP_ERR_VALUE, "fewer"}, {NULL, "name text 3 = ann"},
        {NULL, "name text 2", TRP_ERR_VALUE, "fit"},
        {NULL, "weapon choice (sword / fist) = fist", TRP_OK,
         "field weapon: the choice 'bow' is gone"},
        {NULL, "weapon choice (spear bow) = bow"}, {NULL, "x ignored 4"},
        {NULL, "target bytes 8", TRP_ERR_VALUE, "kind"},
        /* NULL is no name that is gone */
        {"weapon choice (sword bow / bow) = - | sword",
         "weapon choice (sword bow / bow) = - | sword"});
}

/* Choices and enums */

#define CALM_IS_GONE "field mood: the choice 'CALM' is gone"

SITUATION("enums are names in a save")
{
    ROW_CARRY(
        {"mood enum 4 (CALM:-1 ANGRY:3 / -1) = -1 | 3", "mood enum 4 (CALM:-1 ANGRY:3) = -1 | 3"},
        {NULL, "mood enum 4 (ANGRY:1 CALM:2 / 1) = 2 | 1"},
        {NULL, "mood enum 4 (CALM<COOL:-1 SULKING<ANGRY:70 / -1) = -1 | 70"},
        /* a name that is gone, told once; and a number that never had one */
        {"mood enum 4 (CALM:-1 ANGRY:3 / -1) = -1 | -1", "mood enum 4 (ANGRY:3 / 70) = 70 | 70",
         TRP_OK, CALM_IS_GONE},
        {"mood enum 4 (CALM:-1 COOL:5 ANGRY:3 / -1) = 5 | -1 | 5",
         "mood enum 4 (ANGRY:3 / 70) = 70 | 70 | 70", TRP_OK, CALM_IS_GONE},
        {"mood enum 4 (CALM:-1 ANGRY:3 / -1) = 70 | 3",
         "mood enum 4 (CALM:-1 ANGRY:3 / -1) = -1 | 3"},
        /* in the file it was a real number: no enum has one; or an integer */
        {"mood f32", "mood enum 4 (CALM:-1 ANGRY:3 / -1)", TRP_ERR_VALUE, "kind"},
        {"mood i32 = -1 | 70", "mood enum 4 (CALM:-1 ANGRY:3 / -1) = -1 | 70"});
}

SITUATION("a number beyond the enum is refused")
{
    ROW_CARRY({"mood i32 = -129", "mood enum 1 (ANGRY:3)", TRP_ERR_VALUE, "mood"},
              {"mood i32 = -128", "mood enum 1 (ANGRY:3) = -128"},
              {"mood i32 = 255", "mood enum 1 (ANGRY:3) = 255"},
              {"mood i32 = 256", "mood enum 1 (ANGRY:3)", TRP_ERR_VALUE, "mood"});
}

/* The name after the table is that of the next field, and no entry. */
SITUATION_FOR("the name after a table is no choice", unsigned char, choice, 0, 4)
{
    row_save("weapon choice (stick) = stick, sword u32 = 7");
    const size_t record = row_file.size - 8 - 12 - 8; /* before the last chunk */
    CHECK_EQ(row_file.bytes[record], 1);
    CHECK_EQ(row_file.bytes[record + 4], 7);
    row_file.bytes[record] = choice;
    save_mend_sum(&row_file);
    if (choice == 0)
        row_load("weapon choice (stick sword) = -, sword u32 = 7");
    else if (choice == 1)
        row_load("weapon choice (stick sword) = stick, sword u32 = 7");
    else
        row_refuse("weapon choice (stick sword), sword u32", TRP_ERR_VALUE, "weapon");
}

/* One table is empty, and the other one lacks the weapon. */
SITUATION("a choice of no table is none in a save")
{
    row_save("shield choice (), weapon choice (stick) = sword");
    CHECK_EQ(row_word(2, 0), 0);
    CHECK_EQ(row_word(2, 1), 0);
    row_load("shield choice (), weapon choice (stick) = -");
}
