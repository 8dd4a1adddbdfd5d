/*
 * Differences of everything that a snapshot contains.
 */
#include "../../../src/state/hash.h" /* hashes of regions */
#include "../diff_scene.h"
#include "../row.h"
#include "../snapshot_scene.h"
#include "../twin_scene.h"

#include <float.h>
#include <string.h>

SITUATIONS(diff);

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

typedef struct game_state {
    bool flag;
    uint8_t u8;
    trp_actor *actor;
    char text[4];
} game_state;

static const trp_field game_fields[] = {TRP_FIELD(game_state, flag), TRP_FIELD(game_state, u8),
                                        TRP_FIELD_ACTOR(game_state, actor),
                                        TRP_FIELD_TEXT(game_state, text), TRP_FIELDS_END};
static const trp_fields game_type = TRP_FIELDS(game_state, 1, game_fields);

static game_state game;
static trp_region game_region;
static thing *one;

static void set_up(const char *name)
{
    world = stage_world_as((trp_world_desc){.id = 5});
    one = stage_thing(stage_pool(world, 4, TRP_ORDER_MEMORY), 1);
    memset(&game, 0, sizeof game);
    game_region =
        (trp_region){.name = name, .start = &game, .bytes = sizeof game, .fields = &game_type};
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

/* Data without fields is reported in runs of bytes. */
SITUATION("data without fields is reported in runs of bytes")
{
    set_up("game");
    CHECK_OK(trp_region_remove(world, &game_region));
    game_region.fields = NULL;
    game_region.bytes = offsetof(game_state, text) + 3;
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

/* Actors far apart, and in another order than a reader would find by chance. */
SITUATION_IN_EACH_ORDER("a difference names the slot among holes")
{
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

/* What snapshots contain */

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
        twins_begin(7919, grows != 0);
        world = twin.world;
        for (unsigned steps = 2; steps < 30; steps += 3) {
            const size_t a = snapshot_save_to(world, 0);
            CHECK_EQ(diff(a), 0);
            twins_play(steps);
            check_counts(a, snapshot_save_to(world, 2));
            CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], a));
            CHECK_EQ(diff(a), 0);
            twins_play(3);
        }
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

/*
 * Values of each kind of field, at its limits: a hash notices their changes, a difference names
 * them word for word, a restore takes them back.
 */

SITUATION("a difference is reported for each kind of field")
{
    ROW_TELL({"flag bool = 0 | 1", "flag: false and true"},
             {"flag bool = 1 | 0", "flag: true and false"}, {"n i8 = 0 | -128", "n: 0 and -128"},
             {"n u8 = 0 | 255", "n: 0 and 255"}, {"n i16 = 0 | -3", "n: 0 and -3"},
             {"n u16 = 0 | 65535", "n: 0 and 65535"},
             {"n i32 = 0 | -2147483647", "n: 0 and -2147483647"},
             {"n u32 = 0 | 4000000000", "n: 0 and 4000000000"},
             {"n i64 = 0 | -5000000000", "n: 0 and -5000000000"},
             {"n u64 = 0 | 6000000000", "n: 0 and 6000000000"},
             {"x f32 = 3.25 | 0x40500001", "x: 3.25 and 3.25000024"},
             {"x f64 = 0 | 0.25", "x: 0 and 0.25"},
             {"to handle = 0 | 1", "to: no actor and index 0 generation 1"},
             {"to actor = 0 | 1", "to: no actor and index 0 generation 1"},
             {"to packed = 0 | 16777217", "to: 0 and 16777217"},
             {"name text 4 = | b", "name: \"\" and \"b\""},
             {"bytes bytes 3 = 0 | 0 0 1", "bytes: byte 2: 0 and 1"},
             {"tool enum 4 (HAMMER:-1 SAW:7) = 0 | 7", "tool: 0 and SAW"},
             {"tool enum 4 (HAMMER:-1 SAW:7) = 7 | -1", "tool: SAW and HAMMER"},
             {"tool enum 4 (HAMMER:-1 SAW:7) = -1 | -2", "tool: HAMMER and -2"},
             {"tool choice (hammer saw) = - | saw", "tool: NULL and saw"},
             {"tool choice (hammer saw) = saw | axe", "tool: saw and not in the table"},
             {"tool choice (hammer saw) = hammer | saw", "tool: hammer and saw"},
             {"list u16 * 3 = 0 | 0 4 0", "list[1]: 0 and 4"},
             {"pose struct (angle f64, frame u8) = 0 | 0 2", "frame: 0 and 2"},
             {"scratch ignored 4 = 0 | 9", NULL}, {"n u32 = 7, scratch ignored 4 = 0 | 9", NULL});
}

/* Whatever byte a compiler stores for true. */
SITUATION("every true counts as one")
{
    ROW_TELL({"flag bool = 1 | 2", NULL});
}

/* The last struct of an array; and of the first two. */
SITUATION("every struct of an array counts")
{
    ROW_TELL({"s struct (x f32, flag bool) * 2 = 0 | 1", "x: 0 and 1"},
             {"s struct (x f32, flag bool) * 2 = 0 | 0 0 1", "x: 0 and 1"},
             {"s struct (x f32, flag bool) * 3 = 1 1 1 1 | 1 1 1 1 0 1", "flag: false and true"},
             {"s struct (flag bool, n u32) * 2 = 1 1 1 1 | 1 1 1 2", "n: 1 and 2"});
}

SITUATION("integers are written with their sign")
{
    ROW_TELL({"n i8 = 0 | -1", "n: 0 and -1"}, {"n i8 = -1 | 1", "n: -1 and 1"},
             {"n i64 = 0 | -1", "n: 0 and -1"},
             {"n i64 = -1 | -2^63", "n: -1 and -9223372036854775808"},
             {"n i64 = -2^63 | 2^63-1", "n: -9223372036854775808 and 9223372036854775807"});
}

SITUATION("floats are written with nine digits")
{
    ROW_TELL({"x f32 = 0 | 0.1", "x: 0 and 0.100000001"},
             {"x f32 = 0.1 | -16777215", "x: 0.100000001 and -16777215"},
             {"x f32 = -16777215 | 1000000000", "x: -16777215 and 1e9"},
             {"x f32 = 1000000000 | 999999936", "x: 1e9 and 999999936"},
             {"x f32 = 0 | 16777216", "x: 0 and 16777216"});
}

/* All NaNs count as the same one. */
SITUATION("numbers count by their bits, and NaNs as one")
{
    ROW_TELL(
        {"x f32 = nan | 0x7F800001", NULL}, {"x f32 = nan | 0xFF800001", NULL},
        {"x f32 = nan | 0xFFFFFFFF", NULL}, {"x f32 = nan | 0x7F800000", "x: NaN and infinity"},
        {"x f32 = nan | 0xFF800000", "x: NaN and -infinity"},
        {"x f32 = 0x7F800000 | 0xFF800000", "x: infinity and -infinity"},
        {"x f32 = inf | nan", "x: infinity and NaN"}, {"x f32 = 0 | 0x80000000", "x: 0 and -0"},
        {"x f32 = 0x80000000 | 0x3F800000", "x: -0 and 1"},
        {"x f64 = inf | nan", "x: infinity and NaN"},
        {"x f64 = inf | -inf", "x: infinity and -infinity"});
}

/* A handle without a generation is none, whatever its index. */
SITUATION("handles are written with any index")
{
    ROW_TELL({"to handle = 0 | 0:1", "to: no actor and index 0 generation 1"},
             {"to handle = 0:1 | 2147483651:1",
              "to: index 0 generation 1 and index 2147483651 generation 1"},
             {"to handle = 2147483651:1 | 2147483651:0",
              "to: index 2147483651 generation 1 and no actor"},
             {"to handle = 2147483651:0 | 1:0", "to: no actor and no actor"});
}

/* The bytes after a text that fills its field belong to the next field. */
SITUATION("texts are written and compared up to their end")
{
    ROW_TELL({"t text 4 = | abcd", "t: \"\" and \"abcd\""},
             {"t text 4 = abcd | @~\x1F\x7F", "t: \"abcd\" and \" ~??\""},
             {"t text 4 = @~\x1F\x7F | @~\x1F\n", "t: \" ~??\" and \" ~??\""},
             {"t text 4 = @~\x1F\x7F | _~\x1F\x7F", "t: \" ~??\" and \"\""},
             {"t text 4 = | ab\n", "t: \"\" and \"ab?\""},
             {"t text 4 = abcd, b bytes 3 = 0 | 1", "b: byte 0: 0 and 1"},
             {"t text 4 = abcd, b bytes 3 = 1 | 9 9 9", "b: byte 0: 1 and 9"},
             {"t text 4 = abcd, b bytes 3 = 9 9 9 | 9 8 9", "b: byte 1: 9 and 8"},
             {"t text 4 = abcd | abce, b bytes 3 = 9 8 9", "t: \"abcd\" and \"abce\""},
             {"t text 4 = abcd | abc", "t: \"abcd\" and \"abc\""}, {"t text 4 = a_c | a_z", NULL},
             {"t text 4 = abcd, after ignored 1 = 0 | 101", NULL});
}

/* A text of any length is cut after 94 characters, so that both fit in a line. */
SITUATION("texts of any length are cut so that both fit")
{
    for (unsigned length = 0; length <= 120; length++) {
        char text[60] = "t text 120 = z | a*", line[240] = "t: \"z\" and \"";
        situation_text_number(text + strlen(text), 8, length);
        for (unsigned i = 0; i < length && i < 94; i++)
            situation_text_add(line, sizeof line, "a");
        situation_text_add(line, sizeof line, length < 94 ? "\"" : "");
        ROW_TELL({text, line});
    }
    char line[240] = "t: \"";
    for (int i = 0; i < 94; i++)
        situation_text_add(line, sizeof line, "b");
    situation_text_add(line, sizeof line, " and \"");
    for (int i = 0; i < 94; i++)
        situation_text_add(line, sizeof line, "a");
    ROW_TELL({"t text 120 = b*120 | a*94", line});
}

/* Doubles */

/* The only row gets this number; the difference to the one before has these words at its end. */
static void check_double(trp_pool *pool, double value, const char *words)
{
    world = trp_pool_info(pool).world;
    char line[200] = "tick 0: rows slot 0 (generation 1): x: ";

    situation_text_add(line, sizeof line, words);
    diff_save(world, 0);
    memcpy(((row_actor *)trp_pool_at(pool, 0))->bytes, &value, sizeof value);
    CHECK_EQ(diff_since(world), 1);
    CHECK_HEARD({TRP_DIFFERS_FIELD, line});
}

static trp_pool *begin_double(void)
{
    trp_pool *const pool = row_begin("x f64 = 1");

    row_create(pool, 1);
    return pool;
}

/* The number in the place of 1 is written with these letters. */
static void check_written(double value, const char *letters, unsigned count)
{
    char words[100] = "1 and ";

    situation_text_copy(words + 6, count + 1, letters);
    check_double(begin_double(), value, words);
}

static void check_list(const double *values, const char *letters)
{
    for (unsigned end; *letters != '\0'; letters += end + (letters[end] == ',' ? 2 : 0)) {
        for (end = 0; letters[end] != ',' && letters[end] != '\0';)
            end++;
        check_written(*values++, letters, end);
    }
}

/* Each of these numbers is written as it is here. */
#define CHECK_WRITTEN(...) check_list((const double[]){__VA_ARGS__}, #__VA_ARGS__)

SITUATION("doubles are written with all their digits")
{
    CHECK_WRITTEN(0, -0.5, -1, -2.5, 9.5, 10, 1205, 123456789, 1.25);
    CHECK_WRITTEN(0.0095, 0.0001, 0.00095, 1e-5, 9.9e-5, 5e-6, 4.202e-6, 9.5e-7);
    CHECK_WRITTEN(1.5e-15, 5e-15, 5e-16, 2.5e-17, 1e-20);
    CHECK_WRITTEN(1000000000000000, 9500000000000000, 4503599627370497, 9007199254740991);
    CHECK_WRITTEN(1e16, 5e16, 9.5e16, -1e20, 1.5e20, 6e20);
    check_written(9999999999.9999943, "9999999999.999994", 17);
}

/* Machines that compute with more digits than a double has round elsewhere. */
SITUATION("numbers far from 1 are written as such")
{
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD == 0
    CHECK_WRITTEN(1e-14, 1e-45, 1e-95, 1e-191, 1e-271, 3.5e47, 1.25e100);
    check_written(7.3e-285, "7.300000000000005e-285", 22);
    check_written(7.1e-286, "7.100000000000004e-286", 22);
    check_written(1e-300, "1.000000000000001e-300", 22);
    check_written(DBL_MAX, "1.797693134862315e308", 21);
#endif
}

/* These have fewer digits, so only the first ones are promised. */
SITUATION("the smallest doubles are written with their exponent")
{
    trp_pool *const pool = begin_double();
    world = trp_pool_info(pool).world;
    const double smallest = 3.4567e-310;

    diff_save(world, 0);
    memcpy(((row_actor *)trp_pool_at(pool, 0))->bytes, &smallest, sizeof smallest);
    CHECK_EQ(diff_since(world), 1);
    CHECK(situation_text_has(diff_reports[0].text, "x: 1 and 3.456"));
    CHECK(situation_text_has(diff_reports[0].text, "e-310"));
}

/* Doubles that differ in their last bit. */
SITUATION("values that look alike are reported")
{
    trp_pool *const pool = begin_double();

    check_double(pool, 0.1, "1 and 0.1");
    check_double(pool, 0.1 + 1.0 / (1ll << 56),
                 "0.1 and 0.1, bits 4591870180066957722 and 4591870180066957723");
}

/* Whatever earlier calls left on the stack. */
static void fill_the_stack(unsigned char with)
{
    unsigned char litter[1500];
    volatile unsigned char *at = litter;
    for (unsigned i = 0; i < sizeof litter; i++)
        at[i] = with;
}

SITUATION("a text does not depend on earlier calls")
{
    void (*volatile fill)(unsigned char) = fill_the_stack; /* so that it is called, not inlined */

    for (unsigned with = 'A'; with <= 'B'; with++) {
        fill((unsigned char)with);
        ROW_TELL({"x f64 = 0 | 0.25", "x: 0 and 0.25"});
    }
}
