/*
 * Changes between the saving version and the loading version: fields are added, removed, renamed,
 * widened, reordered.
 */
#include "../heap.h"
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_fields);

static save_file file;
static unsigned upgrades;

/* A world with one pool of two, and its save. */
static trp_pool *begin(size_t size, const trp_fields *fields, const void *prototype)
{
    trp_pool_desc desc = {.name = "things", .capacity = 4, .prototype = prototype};

    stage_world();
    trp_world *world = stage_world_as((trp_world_desc){.max_pools = 4});
    desc.type = (trp_type){size, size % 8 == 0 ? 8 : 4, 0, "it"};
    desc.fields = fields;
    trp_pool *pool = stage_pool_as(world, desc);
    save_problem[0] = '\0';
    upgrades = 0;
    return pool;
}

static void *first_of(trp_pool *pool)
{
    return trp_pool_at(pool, 0);
}

static trp_result load_as(trp_pool *pool, trp_upgrade_fn *upgrade)
{
    trp_load_desc desc = save_load;

    desc.upgrade = upgrade;
    return trp_load(trp_pool_info(pool).world, file.bytes, file.size, &desc);
}

/* The saving version */

typedef struct old_thing {
    trp_actor actor;
    int8_t small;
    uint32_t count;
    float x;
    double far;
    uint64_t big;
    int64_t low;
    bool is_set;
    char name[8];
    unsigned char bytes[4];
    uint16_t list[3];
    const char *weapon;
    trp_handle target;
    trp_actor *rival;
} old_thing;

static const trp_field old_fields[] = {TRP_FIELD(old_thing, small),
                                       TRP_FIELD(old_thing, count),
                                       TRP_FIELD(old_thing, x),
                                       TRP_FIELD(old_thing, far),
                                       TRP_FIELD(old_thing, big),
                                       TRP_FIELD(old_thing, low),
                                       TRP_FIELD(old_thing, is_set),
                                       TRP_FIELD_TEXT(old_thing, name),
                                       TRP_FIELD_BYTES(old_thing, bytes),
                                       TRP_FIELD_ARRAY(old_thing, list),
                                       TRP_FIELD_CHOICE(old_thing, weapon, save_weapons),
                                       TRP_FIELD(old_thing, target),
                                       TRP_FIELD_ACTOR(old_thing, rival),
                                       TRP_FIELDS_END};
static const trp_fields old_type = TRP_FIELDS(old_thing, 1, old_fields);

static void save_old(const old_thing *like)
{
    trp_pool *pool = begin(sizeof(old_thing), &old_type, NULL);
    old_thing *first = trp_as(old_thing, trp_create(pool, like));
    trp_actor *second = trp_create(pool, NULL);

    first->target = trp_handle_of(trp_pool_info(pool).world, second);
    first->rival = second;
    save_world(trp_pool_info(pool).world, &file);
}

static const old_thing usual = {.small = -3,
                                .count = 70000,
                                .x = 2.5f,
                                .far = 0.1,
                                .big = UINT64_MAX,
                                .low = INT64_MIN,
                                .is_set = true,
                                .name = "ann",
                                .bytes = {1, 2, 3, 4},
                                .list = {7, 8, 9},
                                .weapon = NULL};

/* Fields added, removed, reordered, renamed */

typedef struct new_thing {
    trp_actor actor;
    char label[12];
    trp_handle rival;
    trp_actor *target;
    uint32_t numbers[5];
    uint16_t ammo[2];
    uint32_t shield;
    uint32_t armour;
    float x;
    int32_t amount;
} new_thing;

static const uint32_t shield_before = 50;
static const uint16_t ammo_before[2] = {30, 40};
static const trp_field new_fields[] = {
    TRP_FIELD_SINCE(new_thing, shield, 2, &shield_before),
    TRP_FIELD_SINCE(new_thing, armour, 2, NULL),
    {"label", "name", TRP_KIND_TEXT, 1, 0, offsetof(new_thing, label), 12, NULL, NULL},
    TRP_FIELD_ACTOR(new_thing, target),
    TRP_FIELD(new_thing, rival),
    TRP_FIELD_ARRAY_WAS(new_thing, numbers, "list"),
    TRP_FIELD_ARRAY_SINCE(new_thing, ammo, 2, ammo_before),
    TRP_FIELD_WAS(new_thing, amount, "count"),
    TRP_FIELD(new_thing, x),
    TRP_FIELDS_END};
static const trp_fields new_type = TRP_FIELDS(new_thing, 2, new_fields);
static const new_thing prototype = {.armour = 9, .numbers = {1, 1, 1, 1, 1}, .shield = 1};

static void upgrade(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    const double tenth = 0.1; /* rounded to a double: x87 compares with more digits */
    trp_value value;

    CHECK(fields == &new_type);
    CHECK_EQ(old->version, 1);
    value.size = 99;
    CHECK(!trp_old_value(old, "none", &value) && !trp_old_value(NULL, "far", &value) &&
          !trp_old_value(old, NULL, &value) && !trp_old_value(old, "far", NULL));
    CHECK_EQ(value.size, 99);
    CHECK(trp_old_value(old, "name", &value) && !value.is_number && !value.is_integer);
    CHECK(trp_old_value(old, "x", &value) && value.is_number && !value.is_integer);
    CHECK(trp_old_value(old, "far", &value) && !value.is_integer &&
          trp_handle_is_null(value.handle));
    if (upgrades++ > 0)
        return;
    CHECK(trp_old_value(old, "far", &value) && value.number == tenth);
    CHECK(trp_old_value(old, "small", &value) && value.number == -3 && value.integer == -3);
    CHECK(trp_old_value(old, "bytes", &value) && value.size == 4);
    CHECK(memcmp(value.bytes, usual.bytes, 4) == 0);
    CHECK(trp_old_value(old, "list", &value) && value.size == 3 * sizeof(uint16_t));
    CHECK(trp_old_value(old, "target", &value));
    CHECK_EQ(value.handle.index, ((const trp_actor *)object)->index + 1);
    CHECK_EQ(value.handle.generation, 1);
    CHECK(trp_old_value(old, "rival", &value) && value.handle.generation == 1);
    CHECK(trp_old_value(old, "is_set", &value) && value.integer == 1);
    ((new_thing *)object)->shield += (uint32_t)value.integer;
}

SITUATION("a save of another version keeps what both have")
{
    save_old(&usual);
    trp_pool *pool = begin(sizeof(new_thing), &new_type, &prototype);
    CHECK_OK(load_as(pool, upgrade));
    const new_thing *it = (const new_thing *)first_of(pool);
    CHECK_EQ(upgrades, 2);
    CHECK_EQ(it->shield, 51);
    CHECK_EQ(it->armour, 9);
    CHECK_EQ(it->amount, 70000);
    CHECK(it->x == 2.5f);
    CHECK(strcmp(it->label, "ann") == 0);
    CHECK_EQ(it->numbers[2], 9);
    CHECK_EQ(it->numbers[3], 1);
    CHECK_EQ(it->ammo[1], 40);
    CHECK(it->target == trp_pool_at(pool, 1));
    CHECK(trp_get(trp_pool_info(pool).world, it->rival) == trp_pool_at(pool, 1));
    CHECK_OK(load_as(pool, NULL));
    CHECK_EQ(it->shield, 50);
    CHECK_VALID(trp_pool_info(pool).world);
}

/* Numbers of other kinds: a table of a value, its former kind, its present kind, and whether it
 * fits */

typedef struct number_thing {
    trp_actor actor;
    union {
        uint8_t u8;
        uint64_t u64;
        int64_t i64;
        float f32;
        double f64;
        bool is_set;
        unsigned char bytes[8];
    } value;
} number_thing;

static trp_fields number_type(trp_field fields[2], trp_kind kind, size_t size)
{
    const trp_fields type = {"number_thing", sizeof(number_thing), 1,
                             fields,         &trp__option_fields,  0};

    memset(fields, 0, 2 * sizeof *fields);
    fields[0] =
        (trp_field){"value", NULL, kind, 1, 0, offsetof(number_thing, value), size, NULL, NULL};
    return type;
}

static size_t size_of(trp_kind kind)
{
    static const unsigned char sizes[] = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

    return sizes[kind];
}

static void set_number(number_thing *it, trp_kind kind, double real, int64_t integer)
{
    memset(&it->value, 0, sizeof it->value);
    if (kind == TRP_KIND_F64)
        it->value.f64 = real;
    else if (kind == TRP_KIND_F32)
        it->value.f32 = (float)real;
    else {
        const int8_t one = (int8_t)integer;
        const int16_t two = (int16_t)integer;
        const int32_t four = (int32_t)integer;
        memcpy(it->value.bytes,
               size_of(kind) == 1   ? (const void *)&one
               : size_of(kind) == 2 ? (const void *)&two
               : size_of(kind) == 4 ? (const void *)&four
                                    : (const void *)&integer,
               size_of(kind));
    }
}

/* The number as a double, where that is exact. */
static double number_in(const number_thing *it, trp_kind kind)
{
    const bool is_signed =
        kind == TRP_KIND_I8 || kind == TRP_KIND_I16 || kind == TRP_KIND_I32 || kind == TRP_KIND_I64;
    int8_t one;
    int16_t two;
    int32_t four;
    uint64_t eight = 0;

    memcpy(&one, it->value.bytes, 1);
    memcpy(&two, it->value.bytes, 2);
    memcpy(&four, it->value.bytes, 4);
    memcpy(&eight, it->value.bytes, 8);
    if (kind == TRP_KIND_F64)
        return it->value.f64;
    if (kind == TRP_KIND_F32)
        return (double)it->value.f32;
    switch (size_of(kind)) {
    case 1:
        return is_signed ? one : (uint8_t)one;
    case 2:
        return is_signed ? two : (uint16_t)two;
    case 4:
        return is_signed ? four : (double)(uint32_t)four;
    default:
        return is_signed ? (double)(int64_t)eight : (double)eight;
    }
}

static void try_number(trp_kind from, trp_kind to, double real, int64_t integer, bool fits)
{
    trp_field old[2];
    trp_field now[2];
    const trp_fields old_one = number_type(old, from, size_of(from));
    const trp_fields new_one = number_type(now, to, size_of(to));
    trp_pool *pool = begin(sizeof(number_thing), &old_one, NULL);
    number_thing *it = trp_as(number_thing, trp_create(pool, NULL));

    set_number(it, from, real, integer);
    double before = number_in(it, from);
    save_world(trp_pool_info(pool).world, &file);
    pool = begin(sizeof(number_thing), &new_one, NULL);
    CHECK_RESULT(load_as(pool, NULL), fits ? TRP_OK : TRP_ERR_VALUE);
    CHECK(fits || situation_text_has(save_problem, "field value"));
    CHECK_EQ(trp_pool_count(pool), fits);
    if (fits && before == before)
        CHECK(number_in((const number_thing *)first_of(pool), to) == before);
}

/* One number of one kind, and whether the other kind has it. */
static const struct {
    trp_kind from;
    trp_kind to;
    double real;
    int64_t integer;
    bool fits;
} conversions[] = {
    {TRP_KIND_I16, TRP_KIND_I8, 0, 127, true},
    {TRP_KIND_I16, TRP_KIND_I8, 0, 128, false},
    {TRP_KIND_I16, TRP_KIND_I8, 0, -128, true},
    {TRP_KIND_I16, TRP_KIND_I8, 0, -129, false},
    {TRP_KIND_I8, TRP_KIND_I16, 0, -1, true},
    {TRP_KIND_I32, TRP_KIND_I16, 0, 32767, true},
    {TRP_KIND_I32, TRP_KIND_I16, 0, 32768, false},
    {TRP_KIND_I32, TRP_KIND_I16, 0, -32768, true},
    {TRP_KIND_I64, TRP_KIND_I32, 0, INT32_MAX, true},
    {TRP_KIND_I64, TRP_KIND_I32, 0, INT64_C(1) << 31, false},
    {TRP_KIND_I64, TRP_KIND_I32, 0, INT32_MIN, true},
    {TRP_KIND_I32, TRP_KIND_I64, 0, -1, true},
    {TRP_KIND_I32, TRP_KIND_U32, 0, -1, false},
    {TRP_KIND_U32, TRP_KIND_I32, 0, -1, false},
    {TRP_KIND_U64, TRP_KIND_I64, 0, -1, false},
    {TRP_KIND_I64, TRP_KIND_U64, 0, -1, false},
    {TRP_KIND_I64, TRP_KIND_F64, 0, INT64_MIN, true},
    {TRP_KIND_I64, TRP_KIND_F64, 0, INT64_MAX, false},
    {TRP_KIND_I64, TRP_KIND_F64, 0, INT64_C(1) << 53, true},
    {TRP_KIND_I64, TRP_KIND_F64, 0, (INT64_C(1) << 53) + 1, false},
    {TRP_KIND_I64, TRP_KIND_F64, 0, INT64_C(1) << 62, true},
    {TRP_KIND_I64, TRP_KIND_F64, 0, (INT64_C(1) << 54) + 4, true},
    {TRP_KIND_I64, TRP_KIND_F64, 0, (INT64_C(1) << 54) + 2, false},
    {TRP_KIND_I32, TRP_KIND_F32, 0, 1 << 24, true},
    {TRP_KIND_I32, TRP_KIND_F32, 0, -(1 << 24) - 1, false},
    {TRP_KIND_F32, TRP_KIND_I32, 3.5, 0, false},
    {TRP_KIND_F32, TRP_KIND_I32, -3, 0, true},
    {TRP_KIND_F32, TRP_KIND_I32, -1, 0, true},
    {TRP_KIND_F32, TRP_KIND_I32, -0.5, 0, false},
    {TRP_KIND_F64, TRP_KIND_U64, -3, 0, false},
    {TRP_KIND_F64, TRP_KIND_U64, 18446744073709549568.0, 0, true},
    {TRP_KIND_F64, TRP_KIND_U64, 18446744073709551616.0, 0, false},
    {TRP_KIND_F64, TRP_KIND_I64, -9223372036854775808.0, 0, true},
    {TRP_KIND_F64, TRP_KIND_I64, -9223372036854777856.0, 0, false},
    {TRP_KIND_F64, TRP_KIND_F32, 0.1, 0, false},
    {TRP_KIND_F64, TRP_KIND_F32, 0.5, 0, true},
    {TRP_KIND_F64, TRP_KIND_F32, 3.4028234663852886e38, 0, true},
    {TRP_KIND_F64, TRP_KIND_F32, -3.4028234663852886e38, 0, true},
    {TRP_KIND_F64, TRP_KIND_F32, 3.402823466385289e38, 0, false},
    {TRP_KIND_F64, TRP_KIND_F32, 1e300, 0, false},
    {TRP_KIND_F64, TRP_KIND_F32, -1e300, 0, false},
    {TRP_KIND_BOOL, TRP_KIND_I64, 0, 1, true},
    {TRP_KIND_BOOL, TRP_KIND_F32, 0, 1, true},
    {TRP_KIND_U8, TRP_KIND_BOOL, 0, 1, true},
    {TRP_KIND_U8, TRP_KIND_BOOL, 0, 2, false},
    {TRP_KIND_I8, TRP_KIND_BOOL, 0, -1, false},
    {TRP_KIND_F32, TRP_KIND_BOOL, 1, 0, true},
};

SITUATION("numbers of a save become others where nothing is lost")
{
    static const trp_kind kinds[] = {TRP_KIND_I8,  TRP_KIND_U8,  TRP_KIND_I16, TRP_KIND_U16,
                                     TRP_KIND_I32, TRP_KIND_U32, TRP_KIND_I64, TRP_KIND_U64,
                                     TRP_KIND_F32, TRP_KIND_F64};
    const double infinite = (double)TRP_INFINITY;

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (int number = 0; number <= 100; number += 100)
                try_number(kinds[i], kinds[k], number, number, true);
    for (unsigned i = 0; i < sizeof conversions / sizeof *conversions; i++)
        try_number(conversions[i].from, conversions[i].to, conversions[i].real,
                   conversions[i].integer, conversions[i].fits);
    try_number(TRP_KIND_F64, TRP_KIND_F32, infinite, 0, true);
    try_number(TRP_KIND_F64, TRP_KIND_F32, -infinite, 0, true);
    try_number(TRP_KIND_F64, TRP_KIND_F32, infinite - infinite, 0, true);
    try_number(TRP_KIND_F64, TRP_KIND_I32, infinite - infinite, 0, false);
    try_number(TRP_KIND_F32, TRP_KIND_F32, infinite - infinite, 0, true);
    try_number(TRP_KIND_F64, TRP_KIND_F64, infinite - infinite, 0, true);
}

/* Fields that cannot be converted to their present form */

static void try_field(trp_field now, trp_result expected, const char *words)
{
    trp_field fields[2] = {now, TRP_FIELDS_END};
    const trp_fields type = {"old_thing", sizeof(old_thing), 1, fields, &trp__option_fields, 0};
    old_thing like = usual;

    like.weapon = (const char *)save_weapons[1].pointer;
    save_old(&like);
    trp_pool *pool = begin(sizeof(old_thing), &type, NULL);
    CHECK_RESULT(load_as(pool, NULL), expected);
    CHECK(expected == TRP_OK || situation_text_has(save_problem, words));
    CHECK_EQ(trp_pool_count(pool), expected == TRP_OK ? 2 : 0);
}

SITUATION("fields of a save that cannot be kept are refused")
{
    static const trp_choice fewer[] = {TRP_CHOICE("sword", "sword"), TRP_CHOICES_END("fist")};
    static const trp_choice turned[] = {TRP_CHOICE("spear", "spear"), TRP_CHOICE("bow", "bow"),
                                        TRP_CHOICES_END(NULL)};
    trp_field field = TRP_FIELD(old_thing, x);

    field.kind = TRP_KIND_BYTES;
    try_field(field, TRP_ERR_VALUE, "kind");
    field = (trp_field)TRP_FIELD_BYTES(old_thing, bytes);
    field.size = 3;
    try_field(field, TRP_ERR_VALUE, "fewer");
    field = (trp_field)TRP_FIELD_ARRAY(old_thing, list);
    field.count = 2;
    try_field(field, TRP_ERR_VALUE, "fewer");
    field = (trp_field)TRP_FIELD_TEXT(old_thing, name);
    field.size = 3;
    try_field(field, TRP_OK, "");
    field.size = 2;
    try_field(field, TRP_ERR_VALUE, "fit");
    field = (trp_field)TRP_FIELD_CHOICE(old_thing, weapon, fewer);
    try_field(field, TRP_OK, "");
    CHECK(situation_text_has(save_problem, "field weapon: the choice 'bow' is gone"));
    field = (trp_field)TRP_FIELD_CHOICE(old_thing, weapon, turned);
    try_field(field, TRP_OK, "");
    field = (trp_field)TRP_FIELD_IGNORED(old_thing, x);
    try_field(field, TRP_OK, "");
    field = (trp_field)TRP_FIELD(old_thing, target);
    field.kind = TRP_KIND_BYTES;
    try_field(field, TRP_ERR_VALUE, "kind");
}

/* Enums are names in files */

typedef enum mood { CALM = -1, ANGRY = 3, SULKING = 70 } mood;

typedef struct moody {
    trp_actor actor;
    mood mood;
    uint8_t small;
    float ratio;
} moody;

/* Saves actors of these moods with this table, loads them with that one, and returns the moods. */
static void carry_moods(const trp_field *old, const trp_field *now, const mood *moods, mood *loaded)
{
    const trp_field old_mood[] = {*old, TRP_FIELDS_END}, new_mood[] = {*now, TRP_FIELDS_END};
    const trp_fields old_moody = {"moody", sizeof(moody), 1, old_mood, &trp__option_fields, 0};
    const trp_fields new_moody = {"moody", sizeof(moody), 1, new_mood, &trp__option_fields, 0};
    trp_pool *pool = begin(sizeof(moody), &old_moody, NULL);
    for (uint32_t i = 0; i < 2; i++)
        CHECK(trp_create(pool, &(moody){.mood = moods[i]}) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    pool = begin(sizeof(moody), &new_moody, NULL);
    save_problem[0] = '\0';
    CHECK_OK(load_as(pool, NULL));
    for (uint32_t i = 0; i < 2; i++)
        loaded[i] = ((const moody *)trp_pool_at(pool, i))->mood;
}

SITUATION("enums are names in a save")
{
    static const trp_choice moods[] = {TRP_ENUMERATOR(CALM), TRP_ENUMERATOR(ANGRY),
                                       TRP_ENUMERATORS_END(CALM)};
    static const trp_choice renumbered[] = {
        {"ANGRY", NULL, NULL, 1}, {"CALM", NULL, NULL, 2}, TRP_ENUMERATORS_END(ANGRY)};
    static const trp_choice renamed[] = {TRP_ENUMERATOR_WAS(CALM, "COOL"),
                                         TRP_ENUMERATOR_WAS(SULKING, "ANGRY"),
                                         TRP_ENUMERATORS_END(CALM)};
    static const trp_choice fewer[] = {TRP_ENUMERATOR(ANGRY), TRP_ENUMERATORS_END(SULKING)};
    const trp_field by_name = TRP_FIELD_ENUM(moody, mood, moods);
    const trp_field number = TRP_FIELD_AS(moody, mood, TRP_KIND_I32);
    trp_field now = by_name;
    mood loaded[2];

    carry_moods(&by_name, &by_name, (mood[]){CALM, ANGRY}, loaded);
    CHECK(loaded[0] == CALM && loaded[1] == ANGRY);
    now.more = renumbered;
    carry_moods(&by_name, &now, (mood[]){CALM, ANGRY}, loaded);
    CHECK(loaded[0] == (mood)2 && loaded[1] == (mood)1);
    now.more = renamed;
    carry_moods(&by_name, &now, (mood[]){CALM, ANGRY}, loaded);
    CHECK(loaded[0] == CALM && loaded[1] == SULKING);
    CHECK(situation_text_equal(save_problem, ""));

    /* a name that is gone, told once; and a number that never had one */
    now.more = fewer;
    carry_moods(&by_name, &now, (mood[]){CALM, CALM}, loaded);
    CHECK(loaded[0] == SULKING && loaded[1] == SULKING);
    CHECK(situation_text_has(save_problem, "field mood: the choice 'CALM' is gone"));
    carry_moods(&by_name, &by_name, (mood[]){SULKING, ANGRY}, loaded);
    CHECK(loaded[0] == CALM && loaded[1] == ANGRY);

    /* in the file it was a real number: no enum has one */
    now = (trp_field)TRP_FIELD(moody, ratio);
    now.name = "mood";
    now.offset = offsetof(moody, ratio);
    const trp_field reals[] = {now, TRP_FIELDS_END}, names[] = {by_name, TRP_FIELDS_END};
    const trp_fields real = {"moody", sizeof(moody), 1, reals, &trp__option_fields, 0},
                     named = {"moody", sizeof(moody), 1, names, &trp__option_fields, 0};
    trp_pool *pool = begin(sizeof(moody), &real, NULL);
    CHECK(trp_create(pool, NULL) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    pool = begin(sizeof(moody), &named, NULL);
    CHECK_RESULT(load_as(pool, NULL), TRP_ERR_VALUE);

    /* in the file it was an integer */
    carry_moods(&number, &by_name, (mood[]){CALM, SULKING}, loaded);
    CHECK(loaded[0] == CALM && loaded[1] == SULKING);
}

SITUATION("a number beyond the enum is refused")
{
    static const trp_choice moods[] = {TRP_ENUMERATOR(ANGRY), TRP_ENUMERATORS_END(ANGRY)};
    static const int32_t numbers[] = {-129, -128, 255, 256};
    const trp_field wide[] = {TRP_FIELD_AS(moody, mood, TRP_KIND_I32), TRP_FIELDS_END};
    const trp_field narrow[] = {
        {"mood", 0, TRP_KIND_ENUM, 1, 0, offsetof(moody, small), 1, moods, 0}, TRP_FIELDS_END};
    const trp_fields old = {"moody", sizeof(moody), 1, wide, &trp__option_fields, 0};
    const trp_fields now = {"moody", sizeof(moody), 1, narrow, &trp__option_fields, 0};

    for (uint32_t i = 0; i < 4; i++) {
        trp_pool *pool = begin(sizeof(moody), &old, NULL);
        CHECK(trp_create(pool, &(moody){.mood = (mood)numbers[i]}) != NULL);
        save_world(trp_pool_info(pool).world, &file);
        pool = begin(sizeof(moody), &now, NULL);
        CHECK_RESULT(load_as(pool, NULL), i % 3 == 0 ? TRP_ERR_VALUE : TRP_OK);
    }
}
