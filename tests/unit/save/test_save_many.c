/*
 * Many of something: actors of more pools than a load caches refer to one another in turn; numbers
 * in a row, records that are larger than the buffer, more slots than are written at a time.
 */
#include "../save_scene.h"

#include <stddef.h>
#include <string.h>

SITUATIONS(save_many);

enum { MANY_POOLS = 20, MANY_EACH = 3 };

static const char *const names[MANY_POOLS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                              "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};
static save_file file;

/* Each actor's id is that of its pool; it has a handle to an actor of the next pool. */
typedef struct many {
    trp_pool *pools[MANY_POOLS];
    trp_world *world;
} many;

static many begin(bool reversed, bool joins)
{
    many all = {{NULL}, stage_world_as((trp_world_desc){.max_pools = MANY_POOLS})};

    for (int i = 0; i < MANY_POOLS; i++) {
        const int at = reversed ? MANY_POOLS - 1 - i : i;
        all.pools[at] = stage_pool_as(
            all.world, (trp_pool_desc){.name = names[at],
                                       .capacity = MANY_EACH + (uint32_t)reversed,
                                       .type = TRP_TYPE(save_actor, actor),
                                       .order = joins ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY,
                                       .joined_capacity = MANY_POOLS * MANY_EACH,
                                       .joins = joins && i != 0 ? all.pools[0] : NULL,
                                       .fields = &save_actor_type});
    }
    return all;
}

static void fill(const many *all)
{
    for (int round = 0; round < MANY_EACH; round++)
        for (int i = 0; i < MANY_POOLS; i++)
            trp_as(save_actor, trp_create(all->pools[i], NULL))->id =
                (uint32_t)(i + round * MANY_POOLS);
    for (int i = 0; i < MANY_POOLS * MANY_EACH; i++) {
        save_actor *from =
            (save_actor *)trp_pool_at(all->pools[i % MANY_POOLS], (uint32_t)i / MANY_POOLS);
        save_actor *to = (save_actor *)trp_pool_at(all->pools[(i + 1) % MANY_POOLS], 1);
        from->friend_of = trp_handle_of(all->world, &to->actor);
        from->rival = &to->actor;
    }
}

static void load(const many *all)
{
    CHECK_OK(trp_load(all->world, file.bytes, file.size, &save_load));
    CHECK_VALID(all->world);
    for (int i = 0; i < MANY_POOLS; i++)
        for (uint32_t slot = 0; slot < MANY_EACH; slot++) {
            const save_actor *it = (const save_actor *)trp_pool_at(all->pools[i], slot);
            CHECK_EQ(it->id, (uint32_t)i + slot * MANY_POOLS);
            CHECK(it->rival != NULL && trp_get(all->world, it->friend_of) == it->rival);
            CHECK_EQ(trp_as(save_actor, it->rival)->id,
                     (uint32_t)((i + 1) % MANY_POOLS + MANY_POOLS));
        }
}

SITUATION("handles of a save refer to many pools in turn")
{
    stage_world();
    many all = begin(false, false);
    fill(&all);
    save_world(all.world, &file);
    load(&all);
    all = begin(true, false);
    load(&all);
}

SITUATION("an order of a save alternates among many pools")
{
    uint32_t id = 0;

    stage_world();
    many all = begin(false, true);
    fill(&all);
    save_world(all.world, &file);
    all = begin(false, true);
    load(&all);
    for (const trp_actor *at = trp_first(all.world); at != NULL; at = trp_next(all.world, at)) {
        CHECK_EQ(trp_as(save_actor, at)->id, id);
        id++;
    }
    CHECK_EQ(id, MANY_POOLS * MANY_EACH);
}

/* A group that is unique now had a member twice. */
SITUATION("a member twice is loaded once into a unique group")
{
    static trp_group group;

    stage_world();
    many all = begin(false, false);
    fill(&all);
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, all.world, NULL));
    for (uint32_t i = 0; i < 4; i++)
        CHECK_OK(trp_group_add(&group, trp_pool_at(all.pools[0], i % 2)));
    save_world(all.world, &file);
    CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_group_init(&group, all.world, &(trp_group_desc){.unique = true, .capacity = 4}));
    load(&all);
    CHECK_EQ(trp_group_size(&group), 2);
    CHECK(trp_group_at(&group, 1) == trp_pool_at(all.pools[0], 1));
}

/* Rows of numbers: the words of the last record, of which the file has this many. */

static uint32_t word_of(unsigned words, unsigned word)
{
    const unsigned char *at = file.bytes + file.size - 8 - 12 - 4 * (size_t)(words - word);

    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

typedef struct float_row {
    trp_actor actor;
    float floats[5];
} float_row;

/* A row of this many floats with these bits, of which one is a NaN. */
static void save_floats(unsigned count, uint32_t bits, unsigned place, uint32_t a_nan)
{
    const trp_field fields[] = {{"floats", NULL, TRP_KIND_F32, count, 0,
                                 offsetof(float_row, floats), sizeof(float), NULL, NULL},
                                TRP_FIELDS_END};
    const trp_fields type = TRP_FIELDS(float_row, 1, fields);
    trp_pool *pool = save_rows(&type, NULL);
    float_row like;

    memset(&like, 0, sizeof like);
    for (unsigned i = 0; i < count; i++)
        memcpy(&like.floats[i], i == place ? &a_nan : &bits, sizeof bits);
    CHECK(trp_create(pool, &like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
}

/* The first two are the extremes of all NaNs; -1, 0 and infinity are none. */
SITUATION("a NaN stands in a row of any length")
{
    static const uint32_t nans[] = {0x7F800001u, 0xFFFFFFFFu, 0xFFA00001u, 0x7FC00000u};
    static const uint32_t others[] = {0xBF800000u, 0, 0xFF800000u};

    stage_world();
    for (unsigned count = 1; count <= 5; count++)
        for (unsigned place = 0; place < count; place++)
            for (unsigned kind = 0; kind < 12; kind++) {
                save_floats(count, others[kind % 3], place, nans[kind / 3]);
                for (unsigned i = 0; i < count; i++)
                    CHECK_EQ(word_of(count, i), i == place ? 0x7FC00000u : others[kind % 3]);
            }
}

typedef struct mixed_row {
    trp_actor actor;
    int32_t numbers[2];
    float last;
} mixed_row;

SITUATION("a NaN stands after integers")
{
    static const trp_field fields[] = {TRP_FIELD_ARRAY(mixed_row, numbers),
                                       TRP_FIELD(mixed_row, last), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(mixed_row, 1, fields);
    const uint32_t a_nan = 0xFFA00001u;
    mixed_row like = {.numbers = {1, 2}};

    stage_world();
    memcpy(&like.last, &a_nan, sizeof a_nan);
    save_row(&type, &like, &file);
    CHECK_EQ(word_of(3, 0), 1);
    CHECK_EQ(word_of(3, 1), 2);
    CHECK_EQ(word_of(3, 2), 0x7FC00000u);
}

/* One more number than are written at a time. */
typedef struct number_row {
    trp_actor actor;
    uint32_t many[33];
    uint32_t a;
    uint32_t b;
    uint32_t c;
} number_row;

/* The fields after the row are not in the order of their members. */
SITUATION("numbers of a save stand in the order of fields")
{
    static const trp_field fields[] = {TRP_FIELD_ARRAY(number_row, many), TRP_FIELD(number_row, a),
                                       TRP_FIELD(number_row, c), TRP_FIELD(number_row, b),
                                       TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(number_row, 1, fields);
    number_row like = {.a = 101, .b = 102, .c = 103};

    stage_world();
    for (unsigned i = 0; i < 33; i++)
        like.many[i] = 1 + i;
    save_row(&type, &like, &file);
    for (unsigned i = 0; i < 33; i++)
        CHECK_EQ(word_of(36, i), 1 + i);
    CHECK_EQ(word_of(36, 33), 101);
    CHECK_EQ(word_of(36, 34), 103);
    CHECK_EQ(word_of(36, 35), 102);
}

typedef struct signed_row {
    trp_actor actor;
    uint32_t id;
    char text[4];
} signed_row;

/* The text fills its field, at the end of the first of two records. */
SITUATION("a text of a save ends with its record")
{
    static const trp_field fields[] = {TRP_FIELD(signed_row, id), TRP_FIELD_TEXT(signed_row, text),
                                       TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(signed_row, 1, fields);
    signed_row like = {.text = {'a', 'b', 'c', 'd'}};

    trp_pool *pool = save_rows(&type, NULL);
    for (like.id = 7; like.id <= 8; like.id++)
        CHECK(trp_create(pool, &like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(word_of(4, 2 * i), 7 + i);
        CHECK_EQ(word_of(4, 2 * i + 1), 0x64636261);
    }
}

typedef struct armed_row {
    trp_actor actor;
    const char *weapon;
    const char *shield;
} armed_row;

/* One table is empty, and the other one lacks the weapon. */
SITUATION("a choice of no table is none in a save")
{
    static const trp_choice none[] = {TRP_CHOICES_END(NULL), TRP_CHOICE("never", "never"),
                                      TRP_CHOICES_END(NULL)};
    static const trp_choice one[] = {TRP_CHOICE("stick", "stick"), TRP_CHOICES_END(NULL)};
    static const trp_field fields[] = {TRP_FIELD_CHOICE(armed_row, shield, none),
                                       TRP_FIELD_CHOICE(armed_row, weapon, one), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(armed_row, 1, fields);
    const armed_row like = {.weapon = "sword", .shield = NULL};

    trp_pool *pool = save_rows(&type, NULL);
    CHECK(trp_create(pool, &like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    CHECK_EQ(word_of(2, 0), 0);
    CHECK_EQ(word_of(2, 1), 0);
    CHECK_OK(save_load_rows(pool, &file));
    CHECK(((const armed_row *)trp_pool_at(pool, 0))->weapon == NULL);
}

/* A record that is larger than the buffer. */
typedef struct large_row {
    trp_actor actor;
    unsigned char cargo[1100];
    uint32_t id;
    int64_t weight;
} large_row;

SITUATION("large records of a save follow one another")
{
    static const trp_field fields[] = {TRP_FIELD_BYTES(large_row, cargo), TRP_FIELD(large_row, id),
                                       TRP_FIELD(large_row, weight), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(large_row, 1, fields);
    static large_row like;

    trp_pool *pool = save_rows(&type, NULL);
    for (like.id = 1; like.id <= 2; like.id++) {
        like.weight = -(int64_t)like.id * ((int64_t)1 << 40);
        memset(like.cargo, (int)like.id, sizeof like.cargo);
        CHECK(trp_create(pool, &like) != NULL);
    }
    save_world(trp_pool_info(pool).world, &file);
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(save_load_rows(pool, &file));
    for (uint32_t slot = 0; slot < 2; slot++) {
        const large_row *it = (const large_row *)trp_pool_at(pool, slot);
        CHECK_EQ(it->id, slot + 1);
        CHECK_EQ(it->weight, -(int64_t)(slot + 1) * ((int64_t)1 << 40));
        CHECK_EQ(it->cargo[0], slot + 1);
        CHECK_EQ(it->cargo[1099], slot + 1);
    }
}

/* Handles */

typedef struct holder {
    trp_actor actor;
    trp_handle to;
} holder;

/* An actor in the last pool of a new world. */
static holder *hold(trp_world *world)
{
    static const trp_field fields[] = {TRP_FIELD(holder, to), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(holder, 1, fields);
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "holders",
                                                          .type = TRP_TYPE(holder, actor),
                                                          .capacity = 3,
                                                          .fields = &type});
    return trp_as(holder, trp_create(pool, NULL));
}

static void has_none(trp_world *world, holder *it, trp_handle to)
{
    it->to = to;
    save_world(world, &file);
    CHECK_EQ(word_of(2, 0), 0);
    CHECK_EQ(word_of(2, 1), 0);
}

SITUATION("handles of no saved slot are none in a save")
{
    trp_world *world = stage_world();
    trp_pool *sparks = stage_pool(world, 2, TRP_ORDER_MEMORY);
    holder *it = hold(world);
    const trp_handle own = trp_handle_of(world, &it->actor);

    stage_set_transient(sparks, true);
    it->to = own;
    save_world(world, &file);
    CHECK_EQ(word_of(2, 0), 0);
    CHECK_EQ(word_of(2, 1), own.generation);
    has_none(world, it, trp_handle_of(world, &stage_thing(sparks, 1)->actor));
    has_none(world, it, (trp_handle){own.index + 2, 0});
    has_none(world, it, (trp_handle){own.index + 3, 1});             /* beyond its slots */
    has_none(world, it, (trp_handle){own.index + TRP_MAX_SLOTS, 1}); /* of another world */
    has_none(world, it, (trp_handle){own.index | (TRP_MAX_SLOTS - 1), 1});
}

/* In the same memory there was a world with a second pool. */
SITUATION("a handle of a former pool is none in a save")
{
    trp_world *world = stage_world();
    uint32_t index;

    hold(world);
    index = hold(world)->actor.index;
    world = stage_world();
    holder *it = hold(world);
    index = (it->actor.index & ~(TRP_MAX_SLOTS - 1)) | (index & (TRP_MAX_SLOTS - 1));
    has_none(world, it, (trp_handle){index, 1});
}

/* Slots: more than are written at a time, wherever the buffer is. The last chunk was returned. */
SITUATION("slots of a save cross the buffer")
{
    static unsigned char bytes[2048];
    trp_save_chunk chunk = {"fill", bytes, 0};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};

    stage_needs(16u * 1024u * 1024u);
    stage_world();
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "crowd",
                                                          .type = TRP_TYPE(thing, actor),
                                                          .capacity = 400,
                                                          .max_capacity = 2000,
                                                          .when_full = TRP_FULL_GROW,
                                                          .fields = &thing_type});
    stage_things(pool, 1, 801);
    for (uint32_t slot = 400; slot < 801; slot++)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK_OK(trp_pool_trim(pool));
    uint64_t hash = trp_hash_world(world);
    for (; chunk.size < sizeof bytes; chunk.size += 128) {
        file.size = 0;
        CHECK_OK(trp_save(world, &desc, save_to_file, &file));
        CHECK_EQ(file.size, trp_save_bytes(world, &desc));
        CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
        CHECK_EQ(trp_hash_world(world), hash);
    }
    CHECK_VALID(world);
    trp_world_destroy(world);
}
