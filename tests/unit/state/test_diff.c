/*
 * Differences as text: of each kind of field, and of everything that a snapshot contains.
 */
#include "../../../src/state/hash.h" /* hashes of regions */
#include "../snapshot_scene.h"

SITUATIONS(diff);

/* freestanding C has no string.h */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

static trp_world *world;
static char last_line[240];
static unsigned line_count;
static unsigned kinds_seen;

static void note(const trp_difference *difference, void *user)
{
    situation_text_copy(last_line, sizeof last_line, difference->text);
    kinds_seen |= 1u << difference->kind;
    line_count++;
}

/* The differences between snapshot 0 and the present state. */
static uint32_t diff(size_t bytes)
{
    line_count = 0;
    last_line[0] = '\0';
    return snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES,
                             UINT32_MAX, note, NULL);
}

/* A struct with something of each kind. */

enum tool { HAMMER = -1, SAW = 7 };

typedef struct all_kinds {
    enum tool tool;
    bool flag;
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    float f32;
    double f64;
    trp_handle handle;
    trp_actor *actor;
    char text[4];
    unsigned char bytes[3];
    const int *choice;
    uint16_t list[3];
    int ignored;
} all_kinds;

static const int tools[2];
static const trp_choice tool_choices[] = {TRP_CHOICE("hammer", &tools[0]),
                                          TRP_CHOICE("saw", &tools[1]), TRP_CHOICES_END(NULL)};
static const trp_choice tool_names[] = {TRP_ENUMERATOR(HAMMER), TRP_ENUMERATOR(SAW),
                                        TRP_ENUMERATORS_END(HAMMER)};
static const trp_field all_fields[] = {TRP_FIELD_ENUM(all_kinds, tool, tool_names),
                                       TRP_FIELD(all_kinds, flag),
                                       TRP_FIELD(all_kinds, i8),
                                       TRP_FIELD(all_kinds, u8),
                                       TRP_FIELD(all_kinds, i16),
                                       TRP_FIELD(all_kinds, u16),
                                       TRP_FIELD(all_kinds, i32),
                                       TRP_FIELD(all_kinds, u32),
                                       TRP_FIELD(all_kinds, i64),
                                       TRP_FIELD(all_kinds, u64),
                                       TRP_FIELD(all_kinds, f32),
                                       TRP_FIELD(all_kinds, f64),
                                       TRP_FIELD(all_kinds, handle),
                                       TRP_FIELD_ACTOR(all_kinds, actor),
                                       TRP_FIELD_TEXT(all_kinds, text),
                                       TRP_FIELD_BYTES(all_kinds, bytes),
                                       TRP_FIELD_CHOICE(all_kinds, choice, tool_choices),
                                       TRP_FIELD_ARRAY(all_kinds, list),
                                       TRP_FIELD_IGNORED(all_kinds, ignored),
                                       TRP_FIELDS_END};
static const trp_fields all_type = TRP_FIELDS(all_kinds, 1, all_fields);

static all_kinds game;
static trp_region game_region;
static thing *one;

static void set_up(const char *name)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.id = 5});
    one = stage_thing(stage_pool(world, 4, TRP_ORDER_MEMORY), 1);
    memset(&game, 0, sizeof game);
    game_region =
        (trp_region){.name = name, .start = &game, .bytes = sizeof game, .fields = &all_type};
    CHECK_OK(trp_region_add(world, &game_region));
}

/* The change is reported like this, a hash notices it, and after undoing it neither does. */
#define TELLS(change, line)                                                                        \
    do {                                                                                           \
        const size_t bytes = snapshot_save_to(world, 0);                                           \
        const uint64_t hash = trp_hash_world(world);                                               \
        change;                                                                                    \
        CHECK_EQ(diff(bytes), 1);                                                                  \
        CHECK(situation_text_has(last_line, line));                                                \
        CHECK(trp_hash_world(world) != hash);                                                      \
        CHECK_EQ(trp__hash_region(&game_region), trp__hash_region(&game_region));                  \
    } while (0)

SITUATION("a difference is reported for each kind of field")
{
    set_up("game");
    TELLS(game.flag = true, "tick 0: game: flag: false and true");
    TELLS(game.flag = false, "flag: true and false");
    TELLS(game.i8 = -128, "i8: 0 and -128");
    TELLS(game.u8 = 255, "u8: 0 and 255");
    TELLS(game.i16 = -3, "i16: 0 and -3");
    TELLS(game.u16 = 65535, "u16: 0 and 65535");
    TELLS(game.i32 = -2147483647, "i32: 0 and -2147483647");
    TELLS(game.u32 = 4000000000u, "u32: 0 and 4000000000");
    TELLS(game.i64 = -5000000000, "i64: 0 and -5000000000");
    TELLS(game.u64 = 6000000000u, "u64: 0 and 6000000000");
    TELLS(game.handle = trp_handle_of(world, &one->actor),
          "handle: no actor and index 0 generation 1");
    TELLS(game.handle.index = 7u << 24, "handle: index 0 generation 1 and index 117440512");
    TELLS(game.actor = &one->actor, "actor: no actor and index 0 generation 1");
    TELLS(memcpy(game.text, "ab\n", 3), "text: \"\" and \"ab?\"");
    TELLS(memcpy(game.text, "ab\x7Fz", 4), "text: \"ab?\" and \"ab?z\"");
    TELLS(game.bytes[2] = 1, "bytes: byte 2: 0 and 1");
    TELLS(game.tool = SAW, "tool: 0 and SAW");
    TELLS(game.tool = HAMMER, "tool: SAW and HAMMER");
    TELLS(game.tool = (enum tool) - 2, "tool: HAMMER and -2");
    TELLS(game.choice = &tools[1], "choice: NULL and saw");
    TELLS(game.choice = &tools[1] + 1, "choice: saw and not in the table");
    TELLS(game.list[1] = 4, "list[1]: 0 and 4");
    const uint64_t hash = trp_hash_world(world);
    const size_t bytes = snapshot_save_to(world, 0);
    game.ignored = 9;
    CHECK_EQ(diff(bytes), 0);
    CHECK_EQ(trp_hash_world(world), hash);
    game.u8++;
    CHECK_EQ(snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES, 0,
                               note, NULL),
             1);
}

/* Data without fields is reported in runs of bytes. */
SITUATION("data without fields is reported in runs of bytes")
{
    set_up("game");
    CHECK_OK(trp_region_remove(world, &game_region));
    game_region.fields = NULL;
    game_region.bytes = offsetof(all_kinds, text) + 3;
    CHECK_OK(trp_region_add(world, &game_region));
    TELLS(memcpy(game.text, "ab", 2), " to ");
    TELLS(game.text[2] = 1, " differ");
    const size_t bytes = snapshot_save_to(world, 0);
    game.flag = true;
    game.text[2] = 2;
    CHECK_EQ(diff(bytes), 2);
}

SITUATION("a region without a name is reported as a region")
{
    set_up(NULL);
    TELLS(game.u8 = 3, "tick 0: region: u8: 0 and 3");
}

typedef struct number {
    double value;
    const char *text;
} number;

SITUATION("numbers in differences are for readers")
{
    static const number numbers[] = {{1, "1"},
                                     {-2.5, "-2.5"},
                                     {0.25, "0.25"},
                                     {1205, "1205"},
                                     {123456789, "123456789"},
                                     {0.0001, "0.0001"},
                                     {0.00001, "1e-5"},
                                     {1e15, "1000000000000000"},
                                     {1e16, "1e16"},
                                     {-1e20, "-1e20"},
                                     {1.5e20, "1.5e20"},
                                     {1e-20, "1e-20"},
                                     {2.5e-17, "2.5e-17"}};
    char line[80];
    set_up("game");
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const size_t bytes = snapshot_save_to(world, 0);
        situation_text_copy(line, sizeof line, " and ");
        situation_text_add(line, sizeof line, numbers[i].text);
        game.f64 = numbers[i].value;
        CHECK_EQ(diff(bytes), 1);
        CHECK(situation_text_has(last_line, line));
        CHECK(last_line[0] == '\0' || !situation_text_has(last_line, "bits"));
    }
    game.f64 = 0;
    TELLS(game.f64 = -game.f64, "f64: 0 and -0");
    TELLS(game.f64 = 1 / game.f64, "f64: -0 and -infinity");
    TELLS(game.f64 = -game.f64, "f64: -infinity and infinity");
    TELLS(game.f64 -= game.f64, "f64: infinity and NaN");
    game.f64 = 0;
    TELLS(game.f64 = 3e-310, "f64: 0 and ");
    CHECK(situation_text_has(last_line, "e-310"));
    TELLS(game.f32 = 16777216, "f32: 0 and 16777216");
}

/* Doubles that differ in their last bit. */
SITUATION("values that look alike are reported")
{
    set_up("game");
    game.f64 = 0.1;
    TELLS(game.f64 = 0.1 + 1.0 / (1ll << 56),
          "f64: 0.1 and 0.1, bits 4591870180066957722 and 4591870180066957723");
}

/* An address is another one, though no actor lives at either. */
SITUATION("addresses of dead actors are compared")
{
    set_up("game");
    game.actor = &stage_thing(trp_pool_of(world, &one->actor), 2)->actor;
    CHECK_OK(trp_recycle(world, game.actor));
    const size_t bytes = snapshot_save_to(world, 0);
    game.actor = NULL;
    CHECK_EQ(diff(bytes), 1);
    CHECK(situation_text_has(last_line, "actor: no actor and no actor"));
}

SITUATION("long texts are cut")
{
    static struct {
        char text[120];
    } letter;
    static const trp_field fields[] = {{"text", 0, TRP_KIND_TEXT, 1, 0, 0, sizeof letter, 0, 0},
                                       TRP_FIELDS_END};
    static const trp_fields type = {"letter", sizeof letter, 1, fields, &trp__option_fields, 0};
    trp_region region = {.name = "letter", .start = &letter, .bytes = sizeof letter};
    char line[240];
    set_up("game");
    region.fields = &type;
    CHECK_OK(trp_region_add(world, &region));
    memset(&letter, 'b', sizeof letter);
    const size_t bytes = snapshot_save_to(world, 0);
    memset(&letter, 'a', 94);
    letter.text[94] = '\0';
    CHECK_EQ(diff(bytes), 1);
    situation_text_copy(line, sizeof line, "letter: text: \"");
    for (int i = 0; i < 94; i++)
        situation_text_add(line, sizeof line, "b");
    situation_text_add(line, sizeof line, " and \"");
    for (int i = 0; i < 94; i++)
        situation_text_add(line, sizeof line, "a");
    CHECK(situation_text_has(last_line, line));
    CHECK_OK(trp_region_remove(world, &region));
}

/* Actors far apart, and in another order than a reader would find by chance. */
SITUATION("a difference names the slot among holes")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        set_up("game");
        trp_pool *pool = stage_pool(world, 300, stage_orders[order]);
        stage_things(pool, 0, 299);
        for (uint32_t slot = 0; slot < 300; slot++)
            if (slot % 7 != 3)
                CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
        for (uint32_t slot = 3; slot < 300; slot += 7) {
            char line[80];
            const size_t bytes = snapshot_save_to(world, 0);
            trp_as(thing, trp_pool_at(pool, slot))->data = slot;
            CHECK_EQ(diff(bytes), 1);
            situation_text_copy(line, sizeof line, " slot ");
            situation_text_number(line, sizeof line, slot);
            situation_text_add(line, sizeof line, " (generation ");
            CHECK(situation_text_has(last_line, line));
        }
    }
}

/* What snapshots contain */

static save_scene scene;

/* The same number, whether they are reported or not. */
static void check_counts(size_t a, size_t b)
{
    const uint32_t all = trp_snapshot_diff(world, snapshot_memory[0], a, snapshot_memory[2], b,
                                           UINT32_MAX, note, NULL);
    line_count = 0;
    for (uint32_t most = 0; most < 40; most += 13)
        CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], a, snapshot_memory[2], b, most, note,
                                   NULL),
                 all);
    CHECK(line_count <= 0 + 13 + 26 + 39);
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], a, snapshot_memory[2], b, 9, NULL, NULL),
             all);
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[2], b, snapshot_memory[0], a, 9, NULL, NULL),
             all);
}

SITUATION("each kind of difference is reported, and counted the same without a report")
{
    kinds_seen = 0;
    for (int grows = 0; grows <= 1; grows++) {
        save_scene_begin_for_snapshots(&scene, grows != 0);
        world = scene.world;
        for (unsigned steps = 2; steps < 30; steps += 3) {
            const size_t a = snapshot_save_to(world, 0);
            CHECK_EQ(diff(a), 0);
            save_scene_play(&scene, steps);
            check_counts(a, snapshot_save_to(world, 2));
            CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], a));
            CHECK_EQ(diff(a), 0);
            save_scene_play(&scene, 3);
        }
        save_scene_end(&scene);
    }
    for (int kind = TRP_DIFFERS_TIME; kind <= TRP_DIFFERS_REGION; kind++)
        CHECK(kind == TRP_DIFFERS_FIELD || (kinds_seen & 1u << kind) != 0);
}

SITUATION("what is no whole snapshot has no differences")
{
    set_up("game");
    const size_t bytes = snapshot_save_to(world, 0);
    game.flag = true;
    CHECK_EQ(snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], bytes - 1, 9,
                               note, NULL),
             0);
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], bytes, snapshot_memory[0], bytes - 1, 9,
                               note, NULL),
             0);
}
