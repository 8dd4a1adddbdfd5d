/* Pools and timers of a save that the world has under another name, or not at all. */
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_dropped);

static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELDS_END};
static const trp_fields described = TRP_FIELDS(thing, 1, fields);

static save_file file;
static trp_pool *pool;
static trp_timers *timers;

typedef struct mayfly {
    trp_actor actor;
    trp_time until;
} mayfly;

/* Also makes a pool with another clock. */
static trp_world *make(trp_world *world, const char *pool_name, const char *timers_name)
{
    pool = stage_pool_as(world, (trp_pool_desc){.name = pool_name,
                                                .type = TRP_TYPE(thing, actor),
                                                .capacity = 4,
                                                .fields = &described});
    timers = MADE(trp_timers_create(pool, &(trp_timers_desc){.name = timers_name}));
    stage_set_transient(
        stage_pool_as(world, (trp_pool_desc){.name = "mayfly",
                                             .type = TRP_TYPE(mayfly, actor),
                                             .capacity = 1,
                                             .lifetime = TRP_LIFETIME(mayfly, until)}),
        true);
    return world;
}

/* Two bombs with burning fuses, one of them asleep; one that is expired; a pool that is
 * transient in the save. */
static void save(void)
{
    trp_world *world = make(stage_world(), "bomb", "fuse");
    stage_pool_as(world, (trp_pool_desc){.name = "spark",
                                         .type = TRP_TYPE(thing, actor),
                                         .capacity = 4,
                                         .transient = true});
    for (int i = 0; i < 2; i++)
        CHECK_OK(trp_timer_start(timers, trp_create(pool, NULL), trp_seconds(5)));
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 1)));
    CHECK_OK(trp_expire(world, trp_create(pool, NULL)));
    file.size = 0;
    CHECK_OK(trp_save(world, &(trp_save_desc){.game = "g"}, save_to_file, &file));
}

static const trp_load_former formers[] = {{"bomb", "grenade"}, {"fuse", "cord"}};

static void check(trp_world *world, uint32_t known, const char *expected, uint32_t actors,
                  bool burns)
{
    save_load_dropping(world, &file,
                       (trp_load_desc){.game = "g", .formers = formers, .former_count = known},
                       expected);
    CHECK_EQ(trp_pool_count(pool), actors);
    CHECK_EQ(actors != 0 && trp_timer_is_running(timers, trp_pool_at(pool, 0)), burns);
    CHECK_VALID(world);
}

SITUATION("renamed pools and timers are reported as dropped")
{
    save();
    check(make(stage_second_world(1), "bomb", "fuse"), 0, "", 3, true);
    check(make(stage_second_world(1), "grenade", "fuse"), 0, "pool bomb:3\ntimers fuse:2\n", 0,
          false);
    check(make(stage_second_world(1), "bomb", "cord"), 0, "timers fuse:2\n", 3, false);
}

static char losses[200];

static void note_loss(const trp_load_problem *problem, void *user)
{
    CHECK_OK(problem->result);
    situation_text_add(losses, sizeof losses, problem->name);
    situation_text_add(losses, sizeof losses, ".");
}

/* there is no upgrade */
SITUATION("losses without upgrade are problems")
{
    static const trp_field renamed[] = {TRP_FIELD(thing, data), TRP_FIELDS_END};
    static const trp_fields other = TRP_FIELDS(thing, 1, renamed);
    const trp_load_desc desc = {.game = "g", .on_problem = note_loss};

    save();
    losses[0] = '\0';
    CHECK_OK(
        trp_load(make(stage_second_world(1), "grenade", "cord"), file.bytes, file.size, &desc));
    CHECK(strcmp(losses, "bomb.fuse.") == 0);
    losses[0] = '\0';
    (void)make(stage_second_world(1), "bomb", "fuse");
    stage_describe(pool, &other);
    CHECK_OK(trp_load(trp_pool_info(pool).world, file.bytes, file.size, &desc));
    CHECK(strcmp(losses, "id.") == 0);
}

SITUATION("without on_problem a check is silent, and a load prints what it drops")
{
    static const trp_field renamed[] = {TRP_FIELD(thing, data), TRP_FIELDS_END};
    static const trp_fields other = TRP_FIELDS(thing, 1, renamed);
    const trp_load_desc desc = {.game = "g"};

    save();
    trp_world *world = make(stage_second_world(1), "bomb", "fuse");
    stage_describe(pool, &other);
    CHECK_RESULT(trp_load_check(world, file.bytes, file.size - 1, &desc), TRP_ERR_DAMAGED);
    CHECK_OK(trp_load(world, file.bytes, file.size, &desc));
    CHECK_EQ(trp_pool_count(pool), 3);
    world = make(stage_second_world(1), "grenade", "cord");
    CHECK_OK(trp_load_check(world, file.bytes, file.size, &desc));
    CHECK_OK(trp_load(world, file.bytes, file.size, &desc));
    CHECK_EQ(trp_pool_count(pool), 0);
}

SITUATION("renamed pools and timers are found by their former names")
{
    save();
    check(make(stage_second_world(1), "grenade", "fuse"), 1, "", 3, true);
    check(make(stage_second_world(1), "grenade", "cord"), 2, "", 3, true);
    check(make(stage_second_world(1), "grenade", "cord"), 1, "timers fuse:2\n", 3, false);
}

SITUATION("former names are counted, but not given")
{
    const trp_load_desc desc = {.game = "g", .former_count = 1};

    save();
    trp_world *world = make(stage_second_world(1), "bomb", "fuse");
    CHECK_RESULT(trp_load_check(world, file.bytes, file.size, &desc), TRP_ERR_NULL);
    CHECK_MISUSE_SAYS(world, trp_load(world, file.bytes, file.size, &desc), TRP_ERR_NULL,
                      "formers is NULL");
    CHECK_EQ(trp_pool_count(pool), 0);
}

SITUATION("a pool that is transient now is dropped")
{
    save();
    trp_world *world = make(stage_second_world(1), "bomb", "fuse");
    stage_set_transient(pool, true);
    check(world, 0, "pool bomb:3\ntimers fuse:2\n", 0, false);
}

/* the save has three tables named fuse, with 2, 1 and 0 timers; the world has two, then one */
SITUATION("the world has fewer tables of timers of one name")
{
    const char *const expected[] = {"timers fuse:0\n", "timers fuse:1\ntimers fuse:0\n"};
    trp_timers_desc desc = {.name = "fuse"};
    trp_world *world;

    save();
    trp_timers *second = trp_timers_create(pool, &desc);
    CHECK_OK(trp_timer_start(second, trp_pool_at(pool, 0), trp_seconds(9)));
    CHECK(trp_timers_create(pool, &desc) != NULL);
    file.size = 0;
    CHECK_OK(
        trp_save(trp_pool_info(pool).world, &(trp_save_desc){.game = "g"}, save_to_file, &file));
    for (uint32_t gone = 0; gone < 2; gone++) {
        world = make(stage_second_world(1), "bomb", "fuse");
        second = gone == 0 ? trp_timers_create(pool, &desc) : NULL;
        check(world, 0, expected[gone], 3, true);
        CHECK(trp_timer_left(timers, trp_pool_at(pool, 0)).seconds == 5);
        CHECK_EQ(trp_timer_is_running(second, trp_pool_at(pool, 0)), gone == 0);
    }
}

static unsigned dropped;
static unsigned loaded;

static void count_dropped(const trp_load_problem *problem, void *user)
{
    CHECK(problem->kind != NULL && problem->name != NULL && user == NULL);
    dropped += problem->count;
}

static void count_loaded(trp_actor *actor, const trp_context *in)
{
    CHECK(actor != NULL && in->pool == pool && in->user == trp_pool_user(pool));
    loaded++;
}

SITUATION("a game is told only of what is loaded")
{
    trp_load_desc desc = {.game = "h", .on_problem = count_dropped, .on_loaded = count_loaded};

    save();
    dropped = 0;
    loaded = 0;
    trp_world *world = make(stage_second_world(1), "grenade", "fuse");
    CHECK_RESULT(trp_load_check(world, file.bytes, file.size, &desc), TRP_ERR_FOREIGN);
    CHECK_RESULT(trp_load(world, file.bytes, file.size, &desc), TRP_ERR_FOREIGN);
    CHECK_EQ(dropped, 0);
    desc.game = "g";
    CHECK_OK(trp_load(world, file.bytes, file.size, &desc));
    CHECK_EQ(dropped, 3 + 2);
    CHECK_EQ(loaded, 0);
    world = make(stage_second_world(1), "bomb", "fuse");
    CHECK(trp_create(trp_world_pool(world, 1), NULL) != NULL); /* transient: it stays, unnoticed */
    CHECK_OK(trp_load(world, file.bytes, file.size, &desc));
    CHECK_EQ(dropped, 3 + 2);
    CHECK_EQ(loaded, 3);
}

/* A tick is played again up to the last one before the load. */
SITUATION("ticks are played again after a load")
{
    const trp_load_desc desc = {.game = "g"};

    save();
    trp_world *world = make(stage_second_world(1), "bomb", "fuse");
    CHECK_OK(trp_update_all(world, 0.5f));
    CHECK(!trp_world_info(world).again);
    CHECK_OK(trp_load(world, file.bytes, file.size, &desc));
    for (unsigned tick = 0; tick < 2; tick++) {
        CHECK(trp_world_info(world).again);
        CHECK_OK(trp_update_all(world, 0.5f));
    }
    CHECK(!trp_world_info(world).again);
}

/* Pools first, then modules in the order of the file; of three groups the third one. */
SITUATION("what is dropped is told in the order of the file")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char arrays[3][TRP_GROUP_BYTES(4)];
    static trp_group groups[3];
    trp_world *world = make(stage_world(), "bomb", "fuse");

    for (uint32_t i = 0; i < 3; i++) {
        const trp_group_desc desc = {
            .name = "crew", .array = arrays[i], .array_bytes = sizeof arrays[i]};
        CHECK_OK(trp_group_init(&groups[i], world, &desc));
        CHECK_OK(trp_group_add(&groups[i], trp_create(pool, NULL)));
        if (i == 2)
            CHECK_OK(trp_group_add(&groups[i], trp_pool_at(pool, 0)));
    }
    CHECK_OK(trp_timer_start(timers, trp_pool_at(pool, 0), trp_seconds(5)));
    file.size = 0;
    CHECK_OK(trp_save(world, &(trp_save_desc){.game = "g"}, save_to_file, &file));
    for (uint32_t i = 0; i < 3; i++)
        CHECK_OK(trp_group_free(&groups[i]));
    check(make(stage_second_world(1), "grenade", "cord"), 0,
          "pool bomb:3\ntimers fuse:1\ngroup crew:1\ngroup crew:1\ngroup crew:2\n", 0, false);
    world = make(stage_second_world(1), "grenade", "cord");
    for (uint32_t i = 0; i < 2; i++) {
        const trp_group_desc desc = {
            .name = "crew", .array = arrays[i], .array_bytes = sizeof arrays[i]};
        CHECK_OK(trp_group_init(&groups[i], world, &desc));
    }
    check(world, 0, "pool bomb:3\ntimers fuse:1\ngroup crew:2\n", 0, false);
    for (uint32_t i = 0; i < 2; i++)
        CHECK_OK(trp_group_free(&groups[i]));
}

/* The first pool of the world has the name of a second one. */
SITUATION("two pools of a save have one name")
{
    for (unsigned turn = 0; turn < 2; turn++) {
        trp_world *world = turn == 0 ? stage_world() : stage_second_world(1);
        trp_pool *pools[2];
        for (uint32_t i = 0; i < 2; i++) {
            pools[i] = stage_pool_as(world, (trp_pool_desc){.name = "bomb",
                                                            .type = TRP_TYPE(thing, actor),
                                                            .capacity = 2,
                                                            .fields = &described});
            if (turn == 0)
                stage_things(pools[i], 1, 1 + i);
        }
        if (turn == 0)
            save_world(world, &file);
        else
            save_load_dropping(world, &file, save_load, "");
        CHECK_EQ(trp_pool_count(pools[0]), 1);
        CHECK_EQ(trp_pool_count(pools[1]), 2);
    }
}
