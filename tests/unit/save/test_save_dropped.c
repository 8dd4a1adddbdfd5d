/* Pools and timers of a save that the world has under another name, or not at all. */
#include "../stage.h"

#include <string.h>

static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELDS_END};
static const trp_fields described = TRP_FIELDS(thing, 1, fields);

static unsigned char bytes[8192];
static size_t used;
static char dropped[200];
static trp_pool *pool;
static trp_timers *timers;

static bool keep(const void *from, size_t size, void *context)
{
    (void)context;
    CHECK(used + size <= sizeof bytes);
    memcpy(bytes + used, from, size);
    used += size;
    return true;
}

static void note(const char *kind, const char *name, uint32_t count, void *user)
{
    CHECK(user == &used);
    situation_text_add(dropped, sizeof dropped, kind);
    situation_text_add(dropped, sizeof dropped, " ");
    situation_text_add(dropped, sizeof dropped, name);
    situation_text_add(dropped, sizeof dropped, ":");
    situation_text_number(dropped, sizeof dropped, count);
    situation_text_add(dropped, sizeof dropped, "\n");
}

typedef struct mayfly
{
    trp_actor actor;
    trp_time until;
} mayfly;

/* Also makes a pool with another clock. */
static trp_world *make(trp_world *world, const char *pool_name, const char *timers_name)
{
    pool = stage_pool_as(
        world, (trp_pool_desc){.name = pool_name, .type = TRP_TYPE(thing, actor), .capacity = 4});
    CHECK_RESULT(trp_pool_describe(pool, &described), TRP_OK);
    timers = trp_timers_create(world, &(trp_timers_desc){.name = timers_name, .pool = pool});
    CHECK(timers != NULL);
    CHECK_RESULT(trp_pool_set_transient(
                     stage_pool_as(world, (trp_pool_desc){.name = "mayfly",
                                                          .type = TRP_TYPE(mayfly, actor),
                                                          .capacity = 1,
                                                          .lifetime = TRP_LIFETIME(mayfly, until)}),
                     true),
                 TRP_OK);
    return world;
}

/* Two bombs with burning fuses, and a pool that is transient in the save. */
static void save(void)
{
    trp_world *world = make(stage_world(), "bomb", "fuse");
    trp_pool *sparks = stage_pool_as(
        world, (trp_pool_desc){.name = "spark", .type = TRP_TYPE(thing, actor), .capacity = 4});

    CHECK_RESULT(trp_pool_set_transient(sparks, true), TRP_OK);
    for (int i = 0; i < 2; i++)
        CHECK_RESULT(trp_timer_start(timers, trp_create(pool), 5), TRP_OK);
    CHECK_RESULT(trp_expire(world, trp_create(pool)), TRP_OK);
    used = 0;
    CHECK_RESULT(trp_save(world, &(trp_save_desc){.game = "g"}, keep, NULL), TRP_OK);
}

static const trp_load_former formers[] = {{"bomb", "grenade"}, {"fuse", "cord"}};

static void check(trp_world *world, uint32_t known, const char *expected, uint32_t actors,
                  bool burns)
{
    const trp_load_desc desc = {
        .game = "g", .user = &used, .on_dropped = note, .formers = formers, .former_count = known};

    for (int loads = 0; loads < 2; loads++)
    {
        dropped[0] = '\0';
        CHECK_RESULT(loads ? trp_load(world, bytes, used, &desc)
                           : trp_load_check(world, bytes, used, &desc),
                     TRP_OK);
        if (trp_result_name(TRP_OK)[0] != '\0')
            CHECK(situation_text_equal(dropped, expected));
        else
            CHECK_EQ(dropped[0] == '\0', expected[0] == '\0');
    }
    CHECK_EQ(trp_pool_count(pool), actors);
    CHECK_EQ(actors != 0 && trp_timer_is_running(timers, trp_pool_at(pool, 0)), burns);
    CHECK_VALID(world);
}

static void renamed_without_a_word(void)
{
    save();
    check(make(stage_second_world(1), "bomb", "fuse"), 0, "", 3, true);
    check(make(stage_second_world(1), "grenade", "fuse"), 0, "pool bomb:3\ntimers fuse:2\n", 0,
          false);
    check(make(stage_second_world(1), "bomb", "cord"), 0, "timers fuse:2\n", 3, false);
}

static void renamed_with_formers(void)
{
    save();
    check(make(stage_second_world(1), "grenade", "fuse"), 1, "", 3, true);
    check(make(stage_second_world(1), "grenade", "cord"), 2, "", 3, true);
    check(make(stage_second_world(1), "grenade", "cord"), 1, "timers fuse:2\n", 3, false);
}

static void formers_are_missing(void)
{
    const trp_load_desc desc = {.game = "g", .former_count = 1};
    trp_world *world;

    save();
    world = make(stage_second_world(1), "bomb", "fuse");
    CHECK_RESULT(trp_load_check(world, bytes, used, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_load(world, bytes, used, &desc), TRP_ERR_NULL);
    CHECK_EQ(trp_pool_count(pool), 0);
}

static void transient_now(void)
{
    trp_world *world;

    save();
    world = make(stage_second_world(1), "bomb", "fuse");
    CHECK_RESULT(trp_pool_set_transient(pool, true), TRP_OK);
    check(world, 0, "pool bomb:3\ntimers fuse:2\n", 0, false);
}

const situation save_dropped_situations[] = {
    {"renamed pools and timers are reported as dropped", renamed_without_a_word},
    {"renamed pools and timers are found by their former names", renamed_with_formers},
    {"former names are counted, but not given", formers_are_missing},
    {"a pool that is transient now is dropped", transient_now},
};
const unsigned save_dropped_situation_count =
    sizeof save_dropped_situations / sizeof save_dropped_situations[0];
