/*
 * What a load leaves exactly as it was: ticks that are played again, pools without a free slot,
 * the bytes of numbers, the first of adjacent floats, choices at the end of their table; and texts
 * that are printed.
 */
#include "../save_scene.h"

#include <stddef.h>
#include <string.h>

SITUATIONS(save_exact);

static save_file file;

static trp_result load(trp_world *world)
{
    return trp_load(world, file.bytes, file.size, &save_load);
}

static void update(trp_world *world, unsigned ticks)
{
    while (ticks-- > 0)
        CHECK_OK(trp_update_all(world, 1));
}

/* Expired in the save, it is pruned by the first tick, however many the world has had. */
SCRIPT("the expired of a save are pruned by the first tick",
       "pool later described; new 1; expire 1; file; tick; load; expired 1; tick; expired 0; pass "
       "3; load; expired 1; tick; expired 0");

typedef struct mayfly {
    trp_actor actor;
    trp_time until;
} mayfly;

/* A sleeper's end is a moment or a time left, as the present pool has it. */
SITUATION("a sleeper keeps the rest of its life through a save")
{
    static const trp_field fields[] = {TRP_FIELD(mayfly, until), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(mayfly, 1, fields);

    for (unsigned way = 0; way < 4; way++)
        for (unsigned side = 0; side < 2; side++) {
            trp_pool *pool = stage_pool_as(
                stage_world(),
                (trp_pool_desc){.name = "mayfly",
                                .type = TRP_TYPE(mayfly, actor),
                                .capacity = 4,
                                .fields = &type,
                                .lifetime = TRP_LIFETIME_BY(mayfly, until, TRP_CLOCK_TICKS),
                                .sleep_stops_time = (way >> side & 1) != 0});
            trp_world *world = trp_pool_info(pool).world;
            if (side == 0) {
                trp_actor *it = trp_create(pool, NULL);
                CHECK(trp_create(pool, NULL) != NULL); /* is awake */
                update(world, 7);
                CHECK_OK(trp_expire_in(world, it, trp_ticks(20)));
                CHECK_OK(trp_deactivate(world, it));
                save_world(world, &file);
                continue;
            }
            CHECK_OK(load(world));
            CHECK_EQ(trp_time_left(world, trp_pool_at(pool, 0)).ticks, 20);
        }
}

/* Moments of one clock would be read as those of the other. */
SITUATION("a lifetime keeps its unit through a save")
{
    static const trp_field fields[] = {TRP_FIELD(mayfly, until), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(mayfly, 1, fields);
    const trp_lifetime kinds[] = {
        {0}, TRP_LIFETIME(mayfly, until), TRP_LIFETIME_BY(mayfly, until, TRP_CLOCK_TICKS)};

    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++)
            for (unsigned side = 0; side < 2; side++) {
                const trp_lifetime lifetime = kinds[side == 0 ? from : to];
                const trp_pool *pool =
                    stage_pool_as(stage_world(), (trp_pool_desc){.name = "mayfly",
                                                                 .type = TRP_TYPE(mayfly, actor),
                                                                 .capacity = 4,
                                                                 .fields = &type,
                                                                 .lifetime = lifetime});
                if (side == 0)
                    save_world(trp_pool_info(pool).world, &file);
                else
                    CHECK_RESULT(load(trp_pool_info(pool).world),
                                 from == 0 || to == 0 || from == to ? TRP_OK : TRP_ERR_VALUE);
            }
}

SCRIPT("ticks after a load are played again",
       "pool described; pass 2; file; pass 3; repeats 0; load; timeline 1; ticks 2; tick; repeats "
       "1; load; timeline 2; ticks 2; tick; repeats 1; pass 2; repeats 1; tick; repeats 0");

/* Nothing is free in the save, and nothing is free afterwards; a freed slot is the next one. */
SCRIPT("a full pool of a save takes the slot that is freed",
       "pool described; new 1-8; file; clear; load; new 9 ?FULL; recycle 1; new 9; slot 9 0; new "
       "10 ?FULL; load; recycle 8; new 11; slot 11 7; new 12 ?FULL");

/* Every byte of every number, in arrays. */
typedef struct number_row {
    trp_actor actor;
    int64_t i64[3];
    uint64_t u64[3];
    double f64[3];
    int32_t i32[3];
    uint32_t u32[3];
    float f32[3];
    int16_t i16[3];
    uint16_t u16[3];
    int8_t i8[3];
    uint8_t u8[3];
} number_row;

static const trp_field number_fields[] = {TRP_FIELD_ARRAY(number_row, i64),
                                          TRP_FIELD_ARRAY(number_row, u64),
                                          TRP_FIELD_ARRAY(number_row, f64),
                                          TRP_FIELD_ARRAY(number_row, i32),
                                          TRP_FIELD_ARRAY(number_row, u32),
                                          TRP_FIELD_ARRAY(number_row, f32),
                                          TRP_FIELD_ARRAY(number_row, i16),
                                          TRP_FIELD_ARRAY(number_row, u16),
                                          TRP_FIELD_ARRAY(number_row, i8),
                                          TRP_FIELD_ARRAY(number_row, u8),
                                          TRP_FIELDS_END};
static const trp_fields number_type = TRP_FIELDS(number_row, 1, number_fields);

SITUATION("a number keeps all its bytes")
{
    const size_t first = offsetof(number_row, i64);
    const size_t bytes = offsetof(number_row, u8) + sizeof(uint8_t[3]) - first;

    for (unsigned high = 0x38; high <= 0x3F; high++) {
        trp_pool *pool = save_rows(&number_type, NULL);
        trp_world *world = trp_pool_info(pool).world;
        number_row like;
        memset(&like, 0, sizeof like);
        for (size_t i = 0; i < bytes; i++) /* none is the bits of a NaN */
            ((unsigned char *)&like)[first + i] = (unsigned char)(high + 41 * (i % 3) - i % 2);
        CHECK(trp_create(pool, &like) != NULL);
        save_world(world, &file);
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(load(world));
        CHECK(memcmp((const unsigned char *)trp_pool_at(pool, 0) + first,
                     (const unsigned char *)&like + first, bytes) == 0);
    }
}

/* Adjacent numbers of 4 bytes, more than are written at a time, that begin with a float. */
typedef struct float_row {
    trp_actor actor;
    float floats[35];
    int32_t number;
} float_row;

static const trp_field row_fields[] = {TRP_FIELD_ARRAY(float_row, floats),
                                       TRP_FIELD(float_row, number), TRP_FIELDS_END};
static const trp_fields row_type = TRP_FIELDS(float_row, 1, row_fields);

static const trp_field floats_fields[] = {TRP_FIELD_ARRAY(float_row, floats), TRP_FIELDS_END};
static const trp_fields floats_type = TRP_FIELDS(float_row, 1, floats_fields);

typedef struct short_row {
    trp_actor actor;
    float floats[2];
    int32_t number;
} short_row;

static const trp_field short_row_fields[] = {TRP_FIELD_ARRAY(short_row, floats),
                                             TRP_FIELD(short_row, number), TRP_FIELDS_END};
static const trp_fields short_row_type = TRP_FIELDS(short_row, 1, short_row_fields);

static uint32_t bits_of(const float_row *it, unsigned place)
{
    uint32_t bits;

    memcpy(&bits, (const unsigned char *)it + offsetof(float_row, floats) + place * sizeof bits,
           sizeof bits);
    return bits;
}

/* Two actors, of which one has a NaN. */
static void check_one_nan(const trp_fields *type, unsigned actor, unsigned place)
{
    const uint32_t a_nan = 0xFFA00001u;
    trp_pool *pool = save_rows(type, NULL);
    trp_world *world = trp_pool_info(pool).world;

    for (unsigned i = 0; i < 2; i++) {
        float_row like;
        memset(&like, 0, sizeof like);
        if (i == actor)
            memcpy((unsigned char *)&like + offsetof(float_row, floats) + place * sizeof a_nan,
                   &a_nan, sizeof a_nan);
        like.number = -6291455; /* the same bits */
        CHECK(trp_create(pool, &like) != NULL);
    }
    save_world(world, &file);
    CHECK_OK(load(world));
    for (unsigned i = 0; i < 2; i++) {
        const float_row *it = (const float_row *)trp_pool_at(pool, i);
        for (unsigned k = 0; k < 35; k++)
            CHECK_EQ(bits_of(it, k), i == actor && k == place ? 0x7FC00000u : 0);
        CHECK_EQ(it->number, type == &row_type ? -6291455 : 0);
    }
}

SITUATION("a NaN is the same one in every place of a row")
{
    for (unsigned place = 0; place < 35; place++)
        for (unsigned actor = 0; actor < 2; actor++) {
            check_one_nan(&row_type, actor, place);
            check_one_nan(&floats_type, actor, place);
        }
}

/* The last of three numbers is an integer with the bits of a NaN. */
SITUATION("an integer after floats is no NaN")
{
    trp_pool *pool = save_rows(&short_row_type, NULL);
    trp_world *world = trp_pool_info(pool).world;
    const short_row like = {.floats = {1, 2}, .number = -6291455};
    CHECK(trp_create(pool, &like) != NULL);
    save_world(world, &file);
    CHECK_OK(load(world));
    CHECK_EQ(((const short_row *)trp_pool_at(pool, 0))->number, -6291455);
}

/* Choices */

typedef struct choosing {
    trp_actor actor;
    const char *weapon;
    uint32_t sword; /* a name of the table */
} choosing;

static const trp_choice two_choices[] = {TRP_CHOICE("stick", "stick"), TRP_CHOICE("sword", "sword"),
                                         TRP_CHOICES_END(NULL)};
static const trp_choice one_choice[] = {TRP_CHOICE("stick", "stick"), TRP_CHOICES_END(NULL)};

/* The name after the table is that of the next field, and no entry. */
SITUATION("the name after a table is no choice")
{
    static const trp_field old_fields[] = {TRP_FIELD_CHOICE(choosing, weapon, one_choice),
                                           TRP_FIELD(choosing, sword), TRP_FIELDS_END};
    static const trp_field new_fields[] = {TRP_FIELD_CHOICE(choosing, weapon, two_choices),
                                           TRP_FIELD(choosing, sword), TRP_FIELDS_END};
    static const trp_fields old_type = TRP_FIELDS(choosing, 1, old_fields);
    static const trp_fields new_type = TRP_FIELDS(choosing, 1, new_fields);

    for (unsigned char choice = 0; choice < 5; choice++) {
        trp_pool *pool = save_rows(&old_type, NULL);
        trp_world *world = trp_pool_info(pool).world;
        choosing like;
        size_t record;
        memset(&like, 0, sizeof like);
        like.weapon = (const char *)one_choice[0].pointer;
        like.sword = 7;
        CHECK(trp_create(pool, &like) != NULL);
        save_world(world, &file);
        record = file.size - 8 - 12 - 8; /* before the last chunk */
        CHECK_EQ(file.bytes[record], 1);
        CHECK_EQ(file.bytes[record + 4], 7);
        file.bytes[record] = choice;
        save_mend_sum(&file);
        stage_describe(pool, &new_type);
        CHECK_RESULT(load(world), choice < 2 ? TRP_OK : TRP_ERR_VALUE);
        CHECK(((const choosing *)trp_pool_at(pool, 0))->weapon ==
              (choice == 0 ? NULL : like.weapon));
    }
}

/* Some members of a struct whose node lies inside: the others get the prototype's bytes. */
SITUATION("members without a field are the prototype's after a load")
{
    static const trp_field fields[] = {TRP_FIELD(crate, id), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(crate, 1, fields);
    static crate like;

    like.weight = 2.5;
    like.tail = 77;
    memset(like.bytes, 9, sizeof like.bytes);
    stage_world();
    trp_world *world = stage_world_as((trp_world_desc){.max_pools = 1});
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "crates",
                                                          .type = TRP_TYPE(crate, node),
                                                          .capacity = 3,
                                                          .prototype = &like,
                                                          .fields = &type});
    for (uint32_t id = 1; id <= 3; id++)
        trp_as_in(crate, node, trp_create(pool, NULL))->id = id;
    save_world(world, &file);
    for (uint32_t slot = 0; slot < 3; slot++) {
        crate *it = trp_as_in(crate, node, trp_pool_at(pool, slot));
        it->weight = 0;
        it->tail = 0;
        memset(it->bytes, 0, sizeof it->bytes);
    }
    CHECK_OK(load(world));
    CHECK_VALID(world);
    for (uint32_t slot = 0; slot < 3; slot++) {
        const crate *it = trp_as_in(crate, node, trp_pool_at(pool, slot));
        const double weight = it->weight;
        CHECK(weight == 2.5);
        CHECK_EQ(it->id, slot + 1);
        CHECK_EQ(it->tail, 77);
        CHECK(memcmp(it->bytes, like.bytes, sizeof it->bytes) == 0);
    }
}

/* A record that is larger than the buffer, with a large member that is left out of it. */
typedef struct loaded {
    trp_actor actor;
    unsigned char cargo[1030];
    char left_out[300];
    uint32_t id;
} loaded;

SITUATION("a large record leaves members out")
{
    static const trp_field fields[] = {TRP_FIELD_BYTES(loaded, cargo),
                                       TRP_FIELD_IGNORED(loaded, left_out), TRP_FIELD(loaded, id),
                                       TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(loaded, 1, fields);
    static loaded like;
    trp_pool *pool = save_rows(&type, NULL);
    trp_world *world = trp_pool_info(pool).world;

    memset(like.left_out, 'x', sizeof like.left_out);
    memset(like.cargo, 'c', sizeof like.cargo);
    like.id = 0x12345678;
    CHECK(trp_create(pool, &like) != NULL);
    save_world(world, &file);
    CHECK_EQ(trp_save_bytes(world, &(trp_save_desc){.game = save_load.game, .version = 1}),
             file.size);
    CHECK_OK(load(world));
    const loaded *it = (const loaded *)trp_pool_at(pool, 0);
    CHECK(memcmp(it->cargo, like.cargo, sizeof it->cargo) == 0);
    CHECK_EQ(it->left_out[0], 0);
    CHECK_EQ(it->left_out[299], 0);
    CHECK_EQ(it->id, 0x12345678);
}

/* A pool that may grow to all slots of a world. */
SITUATION("the largest pool is saved")
{
    static const trp_order orders[] = {TRP_ORDER_OLDEST, TRP_ORDER_MEMORY};

    stage_needs(16u * 1024u * 1024u);
    for (unsigned i = 0; i < 2; i++) {
        trp_world *world = trp_world_create(NULL);
        trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "crowd",
                                                              .type = TRP_TYPE(thing, actor),
                                                              .capacity = 5,
                                                              .max_capacity = TRP_MAX_SLOTS,
                                                              .when_full = TRP_FULL_GROW,
                                                              .order = orders[i]});
        uint64_t hash;
        stage_describe(pool, &thing_type);
        stage_things(pool, 1, 6);
        hash = trp_hash_world(world);
        save_world(world, &file);
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(load(world));
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_VALID(world);
        trp_world_destroy(world);
    }
}

/* Printing */

typedef struct labelled {
    trp_actor actor;
    char label[4];
    uint32_t number;
} labelled;

static char printed[1200];

static void print(const char *text, void *arg)
{
    CHECK(arg == &file);
    situation_text_add(printed, sizeof printed, text);
}

/* Texts without a zero end with their field, and names have up to 255 bytes. */
SITUATION("a text of a save is printed to its end")
{
    static const trp_field fields[] = {TRP_FIELD_TEXT(labelled, label), TRP_FIELD(labelled, number),
                                       TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(labelled, 1, fields);
    static char name[256];
    trp_pool *pool = save_rows(&type, NULL);
    trp_save_chunk chunk = {name, "x", 1};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};
    labelled like;

    memset(&like, 0, sizeof like);
    memset(name, 'n', sizeof name - 1);
    name[254] = 'o';
    memcpy(like.label, "abcd", 4);
    like.number = 0x41424344;
    CHECK(trp_create(pool, &like) != NULL);
    file.size = 0;
    CHECK_OK(trp_save(trp_pool_info(pool).world, &desc, save_to_file, &file));
    printed[0] = '\0';
    CHECK_OK(trp_print_save(file.bytes, file.size, print, &file));
    CHECK(situation_text_has(printed, "label: \"abcd\"\n"));
    CHECK(situation_text_has(printed, "number: 1094861636\n"));
    CHECK(situation_text_has(printed, "nnno\"\n"));
}
