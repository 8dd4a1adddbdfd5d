#include "../snapshot_scene.h"

static snapshot_scene scene;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 20];
static trp_synctest test;
static char first_line[240];
static unsigned tellings;

static void note(const trp_difference *difference, void *user)
{
    (void)user;
    if (tellings++ == 0)
        situation_text_copy(first_line, sizeof first_line, difference->text);
}

static trp_result play(trp_world *world, uint64_t tick, void *user)
{
    (void)user;
    CHECK_EQ(trp_world_ticks(world), tick);
    snapshot_scene_play(&scene, 1);
    return TRP_OK;
}

static void begin(trp_world *world, trp_step_fn *step)
{
    test = (trp_synctest){0};
    tellings = 0;
    first_line[0] = '\0';
    CHECK_RESULT(trp_synctest_init(&test, world,
                                   &(trp_synctest_desc){.step = step,
                                                        .memory = memory,
                                                        .bytes = sizeof memory,
                                                        .distance = 3,
                                                        .on_difference = note}),
                 TRP_OK);
}

static trp_result run(unsigned steps)
{
    trp_result result = TRP_OK;
    while (steps-- > 0 && result == TRP_OK)
        result = trp_synctest_step(&test);
    return result;
}

static void finds_nothing_in_what_keeps_all(void)
{
    for (int grows = 0; grows <= 1; grows++)
    {
        snapshot_scene_begin(&scene, grows != 0);
        begin(scene.world, play);
        CHECK_RESULT(trp_synctest_verdict(&test), TRP_ERR_VALUE);
        CHECK_RESULT(run(60), TRP_OK);
        CHECK_RESULT(trp_synctest_verdict(&test), TRP_OK);
        CHECK_VALID(scene.world);
        const trp_synctest_stats stats = trp_synctest_get_stats(&test);
        CHECK_EQ(stats.ticks, 60);
        CHECK_EQ(stats.ticks_again, 1 + 2 + 3 * 58);
        CHECK(stats.bytes_compared > 100000 && stats.changes > 100);
        CHECK_RESULT(trp_synctest_free(&test), TRP_OK);
        snapshot_scene_end(&scene);
    }
}

/* A small game, with one of these planted mistakes. */

typedef struct dot
{
    trp_actor actor;
    uint8_t speed; /* and padding */
    uint32_t x;
    trp_actor *friend_of;
} dot;

static const trp_field dot_fields[] = {TRP_FIELD(dot, speed), TRP_FIELD(dot, x),
                                       TRP_FIELD_IGNORED(dot, friend_of), TRP_FIELDS_END};
static const trp_fields dot_type = TRP_FIELDS(dot, 1, dot_fields);

typedef enum mistake
{
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

static void dot_update(trp_actor *self, const trp_tick *tick)
{
    dot *it = trp_as(dot, self);
    (void)tick;
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
    (void)tick;
    (void)user;
    return trp_update_all(of, 1);
}

static void set_up(mistake planted)
{
    stage_world();
    world = stage_world_as((trp_world_desc){0});
    made = planted;
    forgotten = 0;
    pool = stage_pool_as(world, (trp_pool_desc){.name = "dot",
                                                .type = TRP_TYPE(dot, actor),
                                                .capacity = 8,
                                                .update = dot_update});
    for (uint32_t i = 0; i < 4; i++)
        trp_create_from(pool, &(dot){.speed = (uint8_t)(i + 1)});
    trp_as(dot, trp_pool_at(pool, 0))->friend_of = trp_pool_at(pool, 2);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 2)), TRP_OK);
    begin(world, step);
}

static void finds_a_forgotten_static(void)
{
    set_up(FORGOTTEN_STATIC);
    CHECK_RESULT(trp_pool_describe(pool, &dot_type), TRP_OK);
    CHECK_RESULT(run(20), TRP_ERR_DESYNC);
    CHECK_RESULT(trp_synctest_verdict(&test), TRP_ERR_DESYNC);
    CHECK(situation_text_has(first_line, "dot slot "));
    CHECK(situation_text_has(first_line, ": x: "));
    const trp_synctest_stats stats = trp_synctest_get_stats(&test);
    CHECK(stats.differences != 0 && stats.different_tick != 0);
}

static void finds_reads_of_the_dead(void)
{
    set_up(READS_THE_DEAD);
#if defined(__SANITIZE_ADDRESS__)
    return; /* which finds it by itself */
#endif
    CHECK_RESULT(trp_pool_describe(pool, &dot_type), TRP_OK);
    CHECK_RESULT(run(5), TRP_ERR_DESYNC);
    CHECK(situation_text_has(first_line, "dot slot 0 (generation 1): x: "));
    set_up(READS_THE_DEAD);
    test.desc.without = TRP_SHAKE_FREE;
    CHECK_RESULT(run(5), TRP_OK);
}

/* Where the struct has no fields its padding counts. */
static void finds_padding(void)
{
    set_up(READS_PADDING);
    CHECK_RESULT(run(5), TRP_ERR_DESYNC);
    CHECK(situation_text_has(first_line, "dot slot 0 (generation 1): bytes 17 to 17 differ"));
    set_up(READS_PADDING);
    CHECK_RESULT(trp_pool_describe(pool, &dot_type), TRP_OK);
    CHECK_RESULT(run(5), TRP_OK);
    CHECK_EQ(trp_pool_stray(pool, NULL), 0);
}

static void fails_where_nothing_happens(void)
{
    set_up(DOES_NOTHING);
    CHECK_RESULT(run(20), TRP_OK);
    CHECK_RESULT(trp_synctest_verdict(&test), TRP_ERR_VALUE);
    set_up(NO_MISTAKE);
    CHECK_RESULT(run(20), TRP_OK);
    CHECK_RESULT(trp_synctest_verdict(&test), TRP_OK);
}

static trp_result fails(trp_world *of, uint64_t tick, void *user)
{
    (void)of, (void)tick, (void)user;
    return TRP_ERR_LIMIT;
}

static void refuses_wrong_tests(void)
{
    set_up(NO_MISTAKE);
    CHECK_RESULT(trp_synctest_free(&test), TRP_OK);
    CHECK_RESULT(trp_synctest_init(&test, NULL, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_synctest_init(&test, world, &(trp_synctest_desc){.memory = memory}),
                 TRP_ERR_NULL);
    CHECK_RESULT(trp_synctest_step(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_synctest_verdict(NULL), TRP_ERR_NULL);
    CHECK_EQ(trp_synctest_get_stats(NULL).ticks, 0);
    CHECK_RESULT(trp_synctest_free(NULL), TRP_GONE);
    begin(world, fails);
    CHECK_RESULT(trp_synctest_step(&test), TRP_ERR_LIMIT);
    CHECK_RESULT(trp_synctest_free(&test), TRP_OK);
    test = (trp_synctest){0};
    CHECK_RESULT(
        trp_synctest_init(&test, world,
                          &(trp_synctest_desc){.step = step, .memory = memory, .bytes = 500}),
        TRP_OK);
    CHECK_RESULT(trp_synctest_step(&test), TRP_ERR_MEMORY);
}

const situation synctest_situations[] = {
    {"a synctest finds nothing where all is kept", finds_nothing_in_what_keeps_all},
    {"a synctest finds a forgotten static, and names the field", finds_a_forgotten_static},
    {"a synctest finds reads of the dead", finds_reads_of_the_dead},
    {"a synctest finds padding that counts", finds_padding},
    {"a synctest fails where nothing happens", fails_where_nothing_happens},
    {"wrong synctests are refused", refuses_wrong_tests},
};
const unsigned synctest_situation_count = sizeof synctest_situations / sizeof *synctest_situations;
