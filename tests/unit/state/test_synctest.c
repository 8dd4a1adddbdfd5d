/* Synctests: what they find, what they count, which room they need. */
#include "../../../src/state/fields.h" /* bytes in no field */
#include "../synctest_scene.h"
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(synctest);

static trp_result play(trp_world *world, uint64_t tick, void *user)
{
    CHECK_EQ(trp_world_ticks(world), tick);
    twins_forget();
    twins_play(1);
    return TRP_OK;
}

SITUATION_FOR("a synctest finds nothing where all is kept", int, grows, 0, 1)
{
    twins_begin(7919, grows != 0);
    synctest_begin(twin.world, (trp_synctest_desc){.step = play, .distance = 3});
    CHECK_RESULT(trp_synctest_info(&synctest).verdict, TRP_ERR_VALUE);
    CHECK_OK(synctest_run(60));
    CHECK_OK(trp_synctest_info(&synctest).verdict);
    CHECK_VALID(twin.world);
    const trp_synctest_facts stats = trp_synctest_info(&synctest);
    CHECK_EQ(stats.ticks, 60);
    CHECK_EQ(stats.ticks_again, 1 + 2 + 3 * 58);
    CHECK(stats.bytes_compared > 100000 && stats.changes > 100);
    CHECK_OK(trp_synctest_free(&synctest));
}

/* A small game, with one of these planted mistakes. */

typedef struct dot {
    trp_actor actor;
    uint8_t speed; /* and padding */
    uint32_t x;
    trp_actor *friend_of;
} dot;

static const trp_field dot_fields[] = {TRP_FIELD(dot, speed), TRP_FIELD(dot, x),
                                       TRP_FIELD_IGNORED(dot, friend_of), TRP_FIELDS_END};
static const trp_fields dot_type = TRP_FIELDS(dot, 1, dot_fields);

typedef enum mistake {
    NO_MISTAKE,
    FORGOTTEN_STATIC,
    READS_THE_DEAD,
    READS_PADDING,
    DOES_NOTHING
} mistake;

static mistake made;
static uint32_t forgotten;
static trp_world *world;
static trp_pool *pool;

static void dot_update(trp_actor *self, const trp_context *in)
{
    dot *it = trp_as(dot, self);
    if (made == DOES_NOTHING)
        return;
    it->x += it->speed;
    if (made == FORGOTTEN_STATIC && ++forgotten % 5 == 0)
        it->x++;
    if (made == READS_THE_DEAD && it->friend_of != NULL)
        it->x += trp_as(dot, it->friend_of)->x;
    if (made == READS_PADDING)
        ((unsigned char *)it)[offsetof(dot, speed) + 1] = (unsigned char)++forgotten;
}

static trp_result step(trp_world *of, uint64_t tick, void *user)
{
    return trp_update_all(of, 1);
}

static void set_up(mistake planted)
{
    world = stage_world_as((trp_world_desc){0});
    made = planted;
    forgotten = 0;
    pool = stage_pool_as(world, (trp_pool_desc){.name = "dot",
                                                .type = TRP_TYPE(dot, actor),
                                                .capacity = 8,
                                                .update = dot_update});
    for (uint32_t i = 0; i < 4; i++)
        trp_create(pool, &(dot){.speed = (uint8_t)(i + 1)});
    trp_as(dot, trp_pool_at(pool, 0))->friend_of = trp_pool_at(pool, 2);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 2)));
    synctest_begin(world, (trp_synctest_desc){.step = step, .distance = 3});
}

SITUATION("a synctest finds a forgotten static, and names the field")
{
    set_up(FORGOTTEN_STATIC);
    stage_describe(pool, &dot_type);
    CHECK_RESULT(synctest_run(20), TRP_ERR_DESYNC);
    CHECK_RESULT(trp_synctest_info(&synctest).verdict, TRP_ERR_DESYNC);
    CHECK(situation_text_has(synctest_line, "dot slot "));
    CHECK(situation_text_has(synctest_line, ": x: "));
    const trp_synctest_facts stats = trp_synctest_info(&synctest);
    CHECK(stats.differences != 0 && stats.different_tick != 0);
}

SITUATION("a synctest finds reads of the dead")
{
    set_up(READS_THE_DEAD);
#if defined(__SANITIZE_ADDRESS__)
    return; /* which finds it by itself */
#endif
    stage_describe(pool, &dot_type);
    CHECK_RESULT(synctest_run(5), TRP_ERR_DESYNC);
    CHECK(situation_text_has(synctest_line, "dot slot 0 (generation 1): x: "));
    set_up(READS_THE_DEAD);
    synctest.desc.without = TRP_SHAKE_FREE;
    CHECK_OK(synctest_run(5));
}

/* Where the struct has no fields its padding counts. */
SITUATION("a synctest finds padding that counts")
{
    set_up(READS_PADDING);
    CHECK_RESULT(synctest_run(5), TRP_ERR_DESYNC);
    CHECK(situation_text_has(synctest_line, "dot slot 0 (generation 1): bytes 17 to 17 differ"));
    set_up(READS_PADDING);
    stage_describe(pool, &dot_type);
    CHECK_OK(synctest_run(5));
    CHECK_EQ(trp__pool_stray(pool, 0, &(size_t){0}), 0);
}

SITUATION("a synctest fails where nothing happens")
{
    set_up(DOES_NOTHING);
    CHECK_OK(synctest_run(20));
    CHECK_RESULT(trp_synctest_info(&synctest).verdict, TRP_ERR_VALUE);
    set_up(NO_MISTAKE);
    CHECK_OK(synctest_run(20));
    CHECK_OK(trp_synctest_info(&synctest).verdict);
}

static trp_result fails(trp_world *of, uint64_t tick, void *user)
{
    return TRP_ERR_LIMIT;
}

SITUATION("wrong synctests are refused")
{
    set_up(NO_MISTAKE);
    CHECK_OK(trp_synctest_free(&synctest));
    CHECK_RESULT(trp_synctest_init(&synctest, NULL, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(
        world, trp_synctest_init(&synctest, world, &(trp_synctest_desc){.memory = synctest_memory}),
        TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_synctest_init(&synctest, world, &(trp_synctest_desc){.step = step}),
                 TRP_ERR_NULL);
    CHECK(told.call[0] == '\0' || situation_text_equal(told.call, "trp_synctest_init"));
    CHECK_MISUSE(
        world,
        trp_synctest_init(&synctest, world,
                          &(trp_synctest_desc){.step = step, .memory = synctest_memory + 1}),
        TRP_ERR_ALIGN);
    CHECK_MISUSE(world, trp_synctest_init(NULL, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_synctest_init(&synctest, world, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_synctest_step(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_synctest_info(NULL).verdict, TRP_ERR_NULL);
    CHECK_RESULT(trp_synctest_free(NULL), TRP_GONE);
    synctest_begin(world, (trp_synctest_desc){.step = fails, .distance = 3});
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_LIMIT);
    CHECK_OK(trp_synctest_free(&synctest));
    synctest_begin(world, (trp_synctest_desc){.step = step, .bytes = 500});
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_MEMORY);
}

/* Memory for all snapshots, but not for what is stored with each: a shorter way back proves less
 * than was asked for. */
SITUATION("a synctest has memory for the states of all its ticks")
{
    uint32_t ticks = 0;
    trp_result result;

    set_up(NO_MISTAKE);
    size_t bytes = (trp_snapshot_bytes(world, NULL) + 15) / 16 * 16;
    uint32_t distance = (uint32_t)(bytes / (16 + 4 * sizeof(size_t))) + 1; /* by what is stored */
    if (bytes * (distance + 3) > sizeof synctest_memory)
        return;
    synctest_begin(world, (trp_synctest_desc){
                              .step = step, .bytes = bytes * (distance + 3), .distance = distance});
    do
        result = trp_synctest_step(&synctest);
    while (result == TRP_OK && ticks++ < distance);
    CHECK_RESULT(result, TRP_ERR_MEMORY);
    CHECK(ticks > 1);
}

/* What is counted */

SITUATION("a synctest counts what it does")
{
    set_up(NO_MISTAKE);
    synctest_begin(world, (trp_synctest_desc){.step = step});
    CHECK_OK(synctest_run(20));
    trp_synctest_facts stats = trp_synctest_info(&synctest);
    const uint64_t again = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 13 * 7; /* seven is the usual distance */
    CHECK_EQ(stats.ticks, 20);
    CHECK_EQ(stats.rollbacks, 20);
    CHECK_EQ(stats.ticks_again, again);
    CHECK_EQ(stats.changes, again);
    CHECK_EQ(stats.bytes_compared, again * trp_snapshot_bytes(world, NULL));
    CHECK_OK(trp_synctest_free(&synctest));
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_NULL);
    synctest_begin(world, (trp_synctest_desc){.step = step});
    stats = trp_synctest_info(&synctest);
    CHECK(stats.ticks == 0 && stats.ticks_again == 0 && stats.changes == 0);
    CHECK(stats.rollbacks == 0 && stats.bytes_compared == 0);
}

static unsigned number; /* a region */
static trp_ids ids;

static trp_result step_of_numbers(trp_world *of, uint64_t tick, void *user)
{
    number += user == &number;
    if (user == &ids)
        trp_ids_take(&ids);
    return trp_update_all(of, 1);
}

/* in the second pool, in a region, in a range of ids */
SITUATION("a synctest counts changes of each kind")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(40)];
    void *const users[] = {NULL, &number, &ids};
    for (unsigned i = 0; i < 3; i++) {
        trp_region region = {.start = &number, .bytes = sizeof number};
        trp_region ids_region = {.ids = &ids};
        set_up(i == 0 ? NO_MISTAKE : DOES_NOTHING);
        trp_pool *first = pool;
        if (i == 0) {
            pool = stage_pool_as(
                world,
                (trp_pool_desc){.type = TRP_TYPE(dot, actor), .capacity = 2, .update = dot_update});
            trp_create(pool, &(dot){.speed = 1});
            CHECK_OK(trp_pool_clear(first, NULL));
        }
        CHECK_OK(trp_region_add(world, &region));
        CHECK_OK(trp_ids_init(&ids, ids_memory, sizeof ids_memory, 0, 40));
        CHECK_OK(trp_region_add(world, &ids_region));
        synctest_begin(world, (trp_synctest_desc){.step = step_of_numbers, .distance = 3});
        synctest.desc.user = users[i];
        CHECK_OK(synctest_run(9));
        CHECK_OK(trp_synctest_info(&synctest).verdict);
        CHECK_EQ(trp_synctest_info(&synctest).changes, 1 + 2 + 3 * 7);
    }
}

/* Room */

enum { FAR = 15 };

/* A world whose snapshots are long enough for the records beside them. */
static size_t set_up_with_long_snapshots(mistake planted)
{
    set_up(planted);
    stage_things(stage_pool(world, 100, TRP_ORDER_MEMORY), 1, 100);
    return trp_snapshot_bytes(world, NULL);
}

/* With room for that many snapshots, between bytes that must stay as they are. */
static size_t begin_within(mistake planted, uint32_t distance, uint32_t snapshots)
{
    const size_t bytes = set_up_with_long_snapshots(planted) * snapshots;
    CHECK(3 * bytes <= sizeof synctest_memory);
    memset(synctest_memory, 0xA7, 3 * bytes);
    synctest_begin(world, (trp_synctest_desc){.step = step, .distance = 3});
    CHECK_OK(trp_synctest_free(&synctest));
    synctest_begin(world, (trp_synctest_desc){.step = step,
                                              .memory = synctest_memory + bytes,
                                              .bytes = bytes,
                                              .distance = distance});
    return bytes;
}

static void check_bytes_around(size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        CHECK(synctest_memory[i] == 0xA7 && synctest_memory[2 * bytes + i] == 0xA7);
}

SITUATION("a synctest needs room for three snapshots more than its distance")
{
    size_t bytes = begin_within(NO_MISTAKE, FAR, FAR + 3);
    CHECK_OK(synctest_run(FAR + 10));
    CHECK_EQ(trp_synctest_info(&synctest).ticks_again, FAR * (FAR + 1) / 2 + 10 * FAR);
    check_bytes_around(bytes);
    bytes = begin_within(FORGOTTEN_STATIC, FAR, FAR + 3);
    CHECK_RESULT(synctest_run(FAR), TRP_ERR_DESYNC);
    CHECK(synctest_tellings != 0);
    check_bytes_around(bytes);
}

/* A snapshot less: the states fit, but not the one to compare with. */
SITUATION("a synctest knows of a difference that it has no room to tell")
{
    const size_t bytes = begin_within(FORGOTTEN_STATIC, 1, 3);
    CHECK_RESULT(synctest_run(9), TRP_ERR_DESYNC);
    CHECK_EQ(synctest_tellings, 0);
    CHECK_EQ(trp_synctest_info(&synctest).differences, 1);
    check_bytes_around(bytes);
}

/* What a game does between the steps is not repeated. */
SITUATION("a synctest finds changes between its steps")
{
    set_up(NO_MISTAKE);
    synctest.desc.distance = 1;
    CHECK_OK(synctest_run(3));
    trp_as(dot, trp_pool_at(pool, 1))->x++;
    CHECK_RESULT(synctest_run(1), TRP_ERR_DESYNC);
}

SITUATION("without a test nothing is counted")
{
    const trp_synctest_facts none = trp_synctest_info(NULL);
    const uint64_t counts[] = {none.ticks,          none.rollbacks, none.ticks_again,
                               none.bytes_compared, none.changes,   none.differences,
                               none.different_tick};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        CHECK_EQ(counts[i], 0);
}
