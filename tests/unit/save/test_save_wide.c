/*
 * Structs of a save that are large or nested; and former names of fields.
 */
#include "../heap.h"
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_wide);

static save_file file;

/* More fields than a plan has room for at a time */

typedef struct wide_thing {
    trp_actor actor;
    save_place places[60];
    unsigned char large[3000];
    char long_text[1100];
    const char *weapon;
} wide_thing;

static const trp_field place_fields[] = {TRP_FIELD(save_place, column), TRP_FIELD(save_place, row),
                                         TRP_FIELD(save_place, is_set), TRP_FIELDS_END};
static const trp_fields place_type = TRP_FIELDS(save_place, 1, place_fields);
static const trp_field wide_fields[] = {TRP_FIELD_STRUCTS(wide_thing, places, &place_type),
                                        TRP_FIELD_BYTES(wide_thing, large),
                                        TRP_FIELD_TEXT(wide_thing, long_text),
                                        TRP_FIELD_CHOICE(wide_thing, weapon, save_weapons),
                                        TRP_FIELD_IGNORED(wide_thing, actor),
                                        TRP_FIELDS_END};

SITUATION("a save has structs that are larger than its buffers")
{
    static wide_thing like;
    trp_field fields[6];
    trp_fields type = {"wide_thing", sizeof(wide_thing), 1, fields, &trp__option_fields, 0};

    memcpy(fields, wide_fields, sizeof fields);
    fields[4] = fields[5];
    for (unsigned i = 0; i < 60; i++)
        like.places[i] = (save_place){(int16_t)(i - 30), (uint8_t)i, i % 2 != 0};
    for (unsigned i = 0; i < sizeof like.large; i++)
        like.large[i] = (unsigned char)(i * 7);
    memset(like.long_text, 'x', 1000);
    like.long_text[1050] = 'y'; /* after the end */
    like.weapon = (const char *)save_weapons[0].pointer;
    save_row(&type, &like, &file);
    trp_pool *pool = save_rows(&type, NULL);
    CHECK_OK(save_load_rows(pool, &file));
    const wide_thing *it = (const wide_thing *)trp_pool_at(pool, 0);
    CHECK(memcmp(it->places, like.places, sizeof like.places) == 0);
    CHECK(memcmp(it->large, like.large, sizeof like.large) == 0);
    CHECK(strcmp(it->long_text, like.long_text) == 0);
    CHECK_EQ(it->long_text[1050], 0);
    CHECK(it->weapon == like.weapon);
}

/* The room of a plan ends between two numbers that are read together. */

typedef struct small_spot {
    uint16_t x;
} small_spot;

typedef struct long_thing {
    trp_actor actor;
    small_spot before[48];
    uint32_t first;
    uint32_t second;
    small_spot after[3];
} long_thing;

SITUATION("numbers are read together wherever a plan ends")
{
    static const trp_field spot_fields[] = {TRP_FIELD(small_spot, x), TRP_FIELDS_END};
    static const trp_fields spot_type = TRP_FIELDS(small_spot, 1, spot_fields);
    long_thing like = {.first = 1, .second = 2};

    for (uint32_t spots = 45; spots <= 48; spots++) {
        const trp_field fields[] = {{.name = "before",
                                     .kind = TRP_KIND_STRUCT,
                                     .size = sizeof(small_spot),
                                     .offset = offsetof(long_thing, before),
                                     .count = spots,
                                     .more = &spot_type},
                                    TRP_FIELD(long_thing, first),
                                    TRP_FIELD(long_thing, second),
                                    TRP_FIELD_STRUCTS(long_thing, after, &spot_type),
                                    TRP_FIELDS_END};
        const trp_fields type = {"long_thing", sizeof(long_thing),  1,
                                 fields,       &trp__option_fields, 0};
        trp_pool *pool = save_rows(&type, NULL);
        const long_thing *it;

        for (uint32_t i = 0; i < spots; i++)
            like.before[i].x = (uint16_t)(i + 10);
        like.after[2].x = 3;
        CHECK(trp_create(pool, &like) != NULL);
        save_world(trp_pool_info(pool).world, &file);
        pool = save_rows(&type, NULL);
        CHECK_OK(save_load_rows(pool, &file));
        it = (const long_thing *)trp_pool_at(pool, 0);
        CHECK(memcmp(it->before, like.before, spots * sizeof(small_spot)) == 0);
        CHECK(it->first == 1 && it->second == 2 && it->after[2].x == 3);
    }
}

/* The first of many values does not fit, and the others are not read. */
SITUATION("a value that does not fit ends a check")
{
    static const trp_field unsigned_fields[] = {
        {"column", NULL, TRP_KIND_U16, 1, 0, offsetof(save_place, column), 2, NULL, NULL},
        TRP_FIELD(save_place, row),
        TRP_FIELD(save_place, is_set),
        TRP_FIELDS_END};
    static const trp_fields unsigned_place = TRP_FIELDS(save_place, 1, unsigned_fields);
    static wide_thing like;
    trp_field fields[3] = {wide_fields[0],
                           {"weapon", NULL, TRP_KIND_IGNORED, 1, 0, offsetof(wide_thing, weapon),
                            sizeof(char *), NULL, NULL},
                           TRP_FIELDS_END};
    trp_fields type = {"wide_thing", sizeof(wide_thing), 1, fields, &trp__option_fields, 0};

    like.places[0].column = -1;
    fields[0] = wide_fields[1]; /* 3000 bytes, and an ignored field */
    trp_pool *pool = save_rows(&type, NULL);
    CHECK(trp_create(pool, &like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    CHECK_OK(save_load_rows(pool, &file));
    fields[0] = wide_fields[0];
    pool = save_rows(&type, NULL);
    CHECK(trp_create(pool, &like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    fields[0].more = &unsigned_place;
    pool = save_rows(&type, NULL);
    CHECK_RESULT(save_load_rows(pool, &file), TRP_ERR_VALUE);
    CHECK_EQ(save_problems, 1);
}

/* Former names */

typedef struct named_thing {
    trp_actor actor;
    uint32_t first;
    uint32_t second;
    uint32_t third;
    uint32_t fourth;
} named_thing;

static trp_field named(const char *name, const char *was, size_t offset, const void *value)
{
    return (trp_field){name, was, TRP_KIND_U32, 1, 2, offset, 4, NULL, value};
}

SITUATION("former names of fields are asked last")
{
    static const uint32_t seven = 7;
    /* not as initializers: tcc takes no call there */
    trp_field old[3] = {[2] = TRP_FIELDS_END};
    trp_field now[5] = {[4] = TRP_FIELDS_END};
    const trp_fields old_type = {"named_thing", sizeof(named_thing), 1,
                                 old,           &trp__option_fields, 0};
    const trp_fields now_type = {"named_thing", sizeof(named_thing), 2,
                                 now,           &trp__option_fields, 0};
    const named_thing like = {.first = 1, .second = 2};

    old[0] = named("a", NULL, offsetof(named_thing, first), NULL);
    old[1] = named("b", NULL, offsetof(named_thing, second), NULL);
    now[0] = named("b", "a", offsetof(named_thing, first), &seven);
    now[1] = named("c", "a", offsetof(named_thing, second), &seven);
    now[2] = named("d", "z", offsetof(named_thing, third), &seven);
    now[3] = named("b2", "b", offsetof(named_thing, fourth), &seven);
    save_row(&old_type, &like, &file);
    trp_pool *pool = save_rows(&now_type, NULL);
    CHECK_OK(save_load_rows(pool, &file));
    const named_thing *it = (const named_thing *)trp_pool_at(pool, 0);
    CHECK(it->first == 2 && it->second == 1 && it->third == 7);
    now[2].kind = TRP_KIND_IGNORED;
    pool = save_rows(&now_type, NULL);
    CHECK_OK(save_load_rows(pool, &file));
    it = (const named_thing *)trp_pool_at(pool, 0);
    CHECK(it->first == 2 && it->second == 1 && it->third == 0);
    now[0].kind = TRP_KIND_BYTES; /* two kinds have changed: one is reported */
    now[1].kind = TRP_KIND_BYTES;
    now[2].kind = TRP_KIND_IGNORED;
    pool = save_rows(&now_type, NULL);
    CHECK_RESULT(save_load_rows(pool, &file), TRP_ERR_VALUE);
    CHECK_EQ(save_problems, 1);
}

static void count_upgrades(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    CHECK(object != NULL && fields != NULL && old->version == 1);
    ++*(unsigned *)user;
}

/* ... nor is it lost silently if the struct has no such field any more. */
SITUATION("a value of a save is not replaced")
{
    static const uint32_t seven = 7;
    static const named_thing like = {.first = 1, .second = 2};
    trp_field old[] = {TRP_FIELDS_END, TRP_FIELDS_END, TRP_FIELDS_END};
    trp_field now[] = {TRP_FIELDS_END, TRP_FIELDS_END};
    const trp_fields old_type = {"named_thing", sizeof(named_thing), 1,
                                 old,           &trp__option_fields, 0};
    const trp_fields now_type = {"named_thing", sizeof(named_thing), 1,
                                 now,           &trp__option_fields, 0};
    trp_load_desc desc = save_load;
    unsigned upgrades = 0;

    old[0] = named("a", NULL, offsetof(named_thing, first), NULL);
    old[1] = named("b", NULL, offsetof(named_thing, second), NULL);
    now[0] = named("a", NULL, offsetof(named_thing, first), &seven);
    trp_pool *pool = save_rows(&old_type, NULL);
    CHECK(trp_create(pool, &like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    desc.upgrade = count_upgrades;
    desc.user = &upgrades;
    CHECK_OK(trp_load(trp_pool_info(pool).world, file.bytes, file.size, &desc));
    CHECK_EQ(upgrades, 0);
    pool = save_rows(&now_type, NULL);
    CHECK_OK(trp_load(trp_pool_info(pool).world, file.bytes, file.size, &desc));
    CHECK_EQ(((const named_thing *)trp_pool_at(pool, 0))->first, 1);
    CHECK_EQ(upgrades, 1);
}

SITUATION("a choice that a save lacks has its value")
{
    trp_field fields[] = {TRP_FIELDS_END, TRP_FIELDS_END};
    trp_fields type = {"wide_thing", sizeof(wide_thing), 1, fields, &trp__option_fields, 0};
    static wide_thing like;

    fields[0] = wide_fields[3];
    fields[0].kind = TRP_KIND_IGNORED;
    save_row(&type, &like, &file);
    fields[0] = wide_fields[3];
    fields[0].value = &save_weapons[1].pointer;
    fields[0].since = 2;
    type.version = 2;
    trp_pool *pool = save_rows(&type, NULL);
    CHECK_OK(save_load_rows(pool, &file));
    CHECK(((const wide_thing *)trp_pool_at(pool, 0))->weapon == save_weapons[1].pointer);
}

/* Each actor is upgraded with its own record. */
static void check_upgraded(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    named_thing *it = (named_thing *)object;
    trp_value value;

    CHECK(trp_old_value(old, "a", &value));
    CHECK_EQ((uint64_t)value.integer, it->first);
    it->second = it->first + 1;
    ++*(unsigned *)user;
}

SITUATION("each actor of a save is upgraded with its record")
{
    trp_field field[2] = {[1] = TRP_FIELDS_END};
    const trp_fields old_type = {"named_thing", sizeof(named_thing), 1,
                                 field,         &trp__option_fields, 0};
    const trp_fields now_type = {"named_thing", sizeof(named_thing), 2,
                                 field,         &trp__option_fields, 0};
    unsigned upgraded = 0;
    trp_load_desc desc = save_load;

    field[0] = named("a", NULL, offsetof(named_thing, first), NULL);
    trp_pool *pool = save_rows(&old_type, NULL);
    for (uint32_t i = 0; i < 4; i++)
        CHECK((trp_create)(pool, &((named_thing){.first = 10 + i})) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    pool = save_rows(&now_type, NULL);
    desc.upgrade = check_upgraded;
    desc.user = &upgraded;
    CHECK_OK(trp_load(trp_pool_info(pool).world, file.bytes, file.size, &desc));
    CHECK_EQ(upgraded, 4);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(((const named_thing *)trp_pool_at(pool, i))->second, 11 + i);
}

/* Pools of many slots and actors */

SITUATION("many actors are saved")
{
    static const uint32_t numbers[] = {4500, 150};
    static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(thing, 1, fields);
    trp_pool *pools[2];

    stage_needs(16u * 1024u * 1024u);
    trp_world *world = heap_world((trp_world_desc){0});
    for (unsigned i = 0; i < 2; i++) {
        pools[i] = stage_pool_as(
            world, (trp_pool_desc){.name = i == 0 ? "crowd" : "queue",
                                   .type = TRP_TYPE(thing, actor),
                                   .capacity = i == 0 ? 5000 : 200,
                                   .order = i == 0 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST,
                                   .fields = &type});
        stage_things(pools[i], 1, numbers[i]);
        CHECK_OK(trp_recycle(world, &stage_find(pools[i], 140)->actor));
    }
    save_world(world, &file);
    for (unsigned i = 0; i < 2; i++)
        CHECK_OK(trp_pool_clear(pools[i], NULL));
    CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
    CHECK_VALID(world);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(trp_pool_count(pools[i]), numbers[i] - 1);
        CHECK(stage_find(pools[i], numbers[i]) != NULL && stage_find(pools[i], 140) == NULL);
    }
    trp_world_destroy(world);
}

/* Memory order: each of four actors is active, expired or asleep. */
SITUATION("actors of a list in a save are in any state")
{
    static const trp_field fields[] = {TRP_FIELD(named_thing, first), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(named_thing, 1, fields);

    for (unsigned states = 0; states < 81; states++) {
        trp_pool *pool = save_rows(&type, NULL);
        trp_world *world = trp_pool_info(pool).world;
        const trp_actor *next = NULL;
        unsigned state[4];
        for (unsigned i = 0, rest = states; i < 4; i++, rest /= 3) {
            trp_actor *actor = trp_create(pool, NULL);
            state[i] = rest % 3;
            if (state[i] == 1)
                CHECK_OK(trp_expire(world, actor));
            if (state[i] == 2)
                CHECK_OK(trp_deactivate(world, actor));
        }
        save_world(world, &file);
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(save_load_rows(pool, &file));
        CHECK_VALID(world);
        for (uint32_t i = 4; i-- > 0;) {
            const trp_actor *actor = trp_pool_at(pool, i);
            CHECK(actor != NULL && stage_node_is_active(actor) == (state[i] == 0));
            CHECK(state[i] == 2 || trp_next(world, actor) == next);
            if (state[i] == 0)
                next = actor;
        }
        CHECK(trp_first(world) == next);
    }
}
