/* Pools and timers of a save that the world has under another name, or not at all. */
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_dropped);

static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELDS_END};
static const trp_fields described = TRP_FIELDS(thing, 1, fields);

static save_file file;
static trp_pool *pool;
static trp_timers *timers;

static trp_world *make(trp_world *world, const char *pool_name, const char *timers_name)
{
    pool = stage_pool_as(world, (trp_pool_desc){.name = pool_name,
                                                .type = TRP_TYPE(thing, actor),
                                                .capacity = 4,
                                                .fields = &described});
    timers = MADE(trp_timers_create(pool, &(trp_timers_desc){.name = timers_name}));
    return world;
}

/* Three bombs, two of them with burning fuses. */
static void save(void)
{
    trp_world *world = make(stage_world(), "bomb", "fuse");
    for (int i = 0; i < 2; i++)
        CHECK_OK(trp_timer_start(timers, trp_create(pool, NULL), trp_seconds(5)));
    stage_thing(pool, 3);
    file.size = 0;
    CHECK_OK(trp_save(world, &(trp_save_desc){.game = "g"}, save_to_file, &file));
}

/* In the save: two bombs with burning fuses, one of them asleep; one that is expired; and a pool
 * that is transient there. The world has a pool with another clock. */
#define BOMBS                                                                                      \
    "pool described called bomb; pool transient called spark; timers 0 a seconds called fuse; "    \
    "new 1-3; start 0 1-2 5; sleep 2; expire 3; file; "
#define MAYFLIES "pool transient lifetime seconds called mayfly; "

SCRIPT("renamed pools and timers are reported as dropped",
       BOMBS "another; pool described called bomb; " MAYFLIES
             "timers 0 a seconds called fuse; load; drops {}; live 3 a; running 0 1; another; pool "
             "described called grenade; " MAYFLIES "timers 0 a seconds called fuse; load; drops {"
             "pool bomb:3\n"
             "timers fuse:2\n};"
             "live 0 a; another; pool described called bomb; " MAYFLIES
             "timers 0 a seconds called cord; load; drops {"
             "timers fuse:2\n};"
             "live 3 a; idle 0 1");

SCRIPT("renamed pools and timers are found by their former names",
       BOMBS "formers bomb grenade; another; pool described called grenade; timers 0 a seconds "
             "called fuse; load; drops {}; live 3 a; running 0 1; formers bomb grenade fuse cord; "
             "another; pool described called grenade; timers 0 a seconds called cord; load; drops "
             "{}; live 3 a; running 0 1; formers bomb grenade; load; drops {"
             "timers fuse:2\n};"
             "live 3 a; idle 0 1");

SCRIPT("a pool that is transient now is dropped",
       BOMBS "another; pool transient called bomb; timers 0 a seconds called fuse; load; drops {"
             "pool bomb:3\n"
             "timers fuse:2\n};"
             "live 0 a");

/* the save has three tables named fuse, with 2, 1 and 0 timers; the world has two, then one */
SCRIPT("the world has fewer tables of timers of one name",
       "pool described; timers 0 a seconds called fuse; timers 1 a seconds called fuse; timers 2 a "
       "seconds called fuse; new 1 2; start 0 1-2 5; start 1 1 9; file; another; pool described; "
       "timers 0 a seconds called fuse; timers 1 a seconds called fuse; load; drops {"
       "timers fuse:0\n};"
       "left 0 1 5; left 1 1 9; another; pool described; timers 0 a seconds called fuse; load; "
       "drops {"
       "timers fuse:1\n"
       "timers fuse:0\n};"
       "left 0 1 5");

/* What is transient stays, unnoticed. */
SCRIPT("a game is told only of what is loaded", BOMBS
       "another; pool described called grenade; timers 0 a seconds called fuse; load as other "
       "?FOREIGN; drops {}; loaded 0; load; loaded 0; another; pool described called bomb; "
       "pool transient; new b 9; timers 0 a seconds called fuse; load; drops {}; loaded 3");

/* Pools first, then modules in the order of the file; of three groups the third one. */
SCRIPT(
    "what is dropped is told in the order of the file",
    "pool described called bomb; timers 0 a seconds called fuse; new 1-3; group called crew; add "
    "1; use 1; group called crew; add 2; use 2; group called crew; add 3 1; start 0 1 5; file; "
    "another; pool described called grenade; timers 0 a seconds called cord; load; drops {"
    "pool bomb:3\n"
    "timers fuse:1\n"
    "group crew:1\n"
    "group crew:1\n"
    "group crew:2\n};"
    "another; pool described called grenade; timers 0 a seconds called cord; group called crew; "
    "use 1; group called crew; load; drops {"
    "pool bomb:3\n"
    "timers fuse:1\n"
    "group crew:1\n"
    "group crew:1\n"
    "group crew:2\n}");

/* The first pool of the world has the name of a second one. */
SCRIPT(
    "two pools of a save have one name",
    "pool described called bomb; pool described called bomb; new a 1; new b 2 3; file; another; "
    "pool described called bomb; pool described called bomb; load; drops {}; live 1 a; live 2 b");

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

/* Modules, regions and layers of a save that the world has under another name, or not at all. */

typedef struct ship {
    trp_actor actor;
    trp_box box;
    uint32_t id;
} ship;

static const trp_field ship_fields[] = {TRP_FIELD(ship, id), TRP_FIELDS_END};
static const trp_fields ship_type = TRP_FIELDS(ship, 1, ship_fields);

/* Three ships in a squad, one in another of the same name; a parent with a child; two events; a
 * region of four numbers; an id; layers with names. */
#define FLEET                                                                                      \
    "layers 3; pool described; title 1 air; title 2 sea; group called squad; use 1; group called " \
    "squad; family; space called sky; queue 4 described called sound; region described called "    \
    "level; ids called door; new 1-4; use 0; add 1-3; recycle 4; use 1; add 1; attach 1 2; post "  \
    "7; post 8; takeid; set 1 9; disable 1; file; another; layers 3; pool described; "

SCRIPT("modules and regions that are gone are reported as dropped", FLEET "load; drops {"
                                                                          "group squad:3\n"
                                                                          "group squad:1\n"
                                                                          "family :1\n"
                                                                          "space sky:3\n"
                                                                          "queue sound:2\n"
                                                                          "region level:4\n"
                                                                          "ids door:1\n}");

/* A second group with the name of the first is the second one of the file. A group with the name
 * of a space is another object. */
SCRIPT("of two groups with one name, the second is gone",
       FLEET "group called squad; use 1; group called sky; load; drops {"
             "group squad:1\n"
             "family :1\n"
             "space sky:3\n"
             "queue sound:2\n"
             "region level:4\n"
             "ids door:1\n};"
             "places; use 0; places 1 2 3");

#define FLEETS                                                                                     \
    "group called squads; use 1; group called squads; family; space called skys; queue 4 "         \
    "described called sounds; region described called levels; ids called doors; "

/* A family has no name, and a layer without a counterpart is found by its number. */
SCRIPT("renamed modules and regions are reported as dropped",
       FLEET FLEETS "load; drops {"
                    "group squad:3\n"
                    "group squad:1\n"
                    "space sky:3\n"
                    "queue sound:2\n"
                    "region level:4\n"
                    "ids door:1\n};"
                    "use 0; places; number 1 0");

SCRIPT("renamed modules, regions and layers are found by their former names",
       FLEET FLEETS "title 1 sea; title 2 airs; formers squad squads sky skys sound sounds level "
                    "levels door doors air airs; load; drops {}; use 0; places 1 2 3; use 1; "
                    "places 1; count 3; waiting 2; number 1 9; taken 0; parent 2 1; go; layer 1; "
                    "enable 2");

/* Layers */

enum { LAYERS = 4 };

static const char *const layer_names[LAYERS] = {"sky", "air", "sea", "sand"};

/* A world with these layers after `more` other ones, in the reverse order, and two pools in
 * each. */
static trp_world *make_layers(trp_pool *pools[2 * LAYERS], uint32_t more)
{
    static const char *const names[2 * LAYERS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    trp_world *world =
        stage_world_as((trp_world_desc){.layers = LAYERS + more, .max_pools = 2 * LAYERS});

    for (uint32_t i = 0; i < LAYERS; i++)
        stage_name_layer(world, more == 0 ? i : more + LAYERS - 1 - i, layer_names[i]);
    for (uint32_t i = 0; i < 2 * LAYERS; i++) {
        const uint32_t at = more == 0 ? i : 2 * LAYERS - 1 - i;
        pools[at] = stage_pool_as(world, (trp_pool_desc){.name = names[at],
                                                         .type = TRP_TYPE(ship, actor),
                                                         .capacity = 1,
                                                         .layer = more == 0 ? at % LAYERS : 0,
                                                         .fields = &ship_type});
    }
    return world;
}

static void check_layers(const uint32_t *order, trp_pool *pools[2 * LAYERS])
{
    trp_world *world = make_layers(pools, 1);

    CHECK_OK(trp_layer_set_enabled(world, 0, false));
    CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
    CHECK_VALID(world);
    CHECK(stage_layer_at(world, 0) == 0 && !trp_layer_enabled(world, 0));
    CHECK(trp_layer_info(world, 0).live == 0);
    const trp_actor *actor = trp_first(world);
    for (uint32_t place = 0; place < LAYERS; place++) {
        const uint32_t layer = LAYERS - order[place];
        const float scale = trp_layer_info(world, layer).time_scale;
        CHECK_EQ(stage_layer_at(world, place + 1), layer);
        CHECK_EQ(trp_layer_info(world, layer).place, place + 1);
        CHECK_EQ(trp_layer_enabled(world, layer), place % 2 == 0);
        CHECK_EQ(trp_layer_visible(world, layer), place < 2);
        CHECK(scale == (float)place + 0.5f);
        for (uint32_t i = 0; i < 2; i++, actor = trp_next(world, actor)) {
            CHECK_EQ(trp_pool_info(pools[order[place] + i * LAYERS]).layer, layer);
            CHECK(actor == trp_pool_at(pools[order[place] + i * LAYERS], 0));
        }
    }
    CHECK(actor == NULL);
}

/* The layers are in any order, with their pools; a layer that is new comes first. */
SITUATION_FOR("layers of a save are in any order", uint32_t, turn, 0, 23)
{
    trp_pool *pools[2 * LAYERS];

    uint32_t order[LAYERS] = {0, 1, 2, 3};
    trp_world *world;
    for (uint32_t i = LAYERS, rest = turn; i > 1; rest /= i, i--) /* exchanges */
    {
        const uint32_t other = order[rest % i];
        order[rest % i] = order[i - 1];
        order[i - 1] = other;
    }
    stage_world();
    world = make_layers(pools, 0);
    for (uint32_t place = 0; place < LAYERS; place++) {
        const uint32_t layer = order[place];
        CHECK_OK(trp_layer_set_place(world, layer, place));
        CHECK_OK(trp_layer_set_enabled(world, layer, place % 2 == 0));
        CHECK_OK(trp_layer_set_visible(world, layer, place < 2));
        CHECK_OK(trp_layer_set_time_scale(world, layer, (float)place + 0.5f));
    }
    for (uint32_t i = 0; i < 2 * LAYERS; i++)
        CHECK(trp_create(pools[i], NULL) != NULL);
    save_world(world, &file);
    check_layers(order, pools);
}
