/*
 * Values in differences: each kind of field at its limits, word for word.
 */
#include "../diff_scene.h"

#include <float.h>

SITUATIONS(diff_values);

/* freestanding C has no string.h */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

static trp_world *world;

typedef struct values {
    double f64;
    float f32;
    trp_handle handle;
    int8_t i8;
    char text[4];
    unsigned char bytes[3];
    int64_t i64;
} values;

static const trp_field values_fields[] = {
    TRP_FIELD(values, f64),       TRP_FIELD(values, f32),
    TRP_FIELD(values, handle),    TRP_FIELD(values, i8),
    TRP_FIELD_TEXT(values, text), TRP_FIELD_BYTES(values, bytes),
    TRP_FIELD(values, i64),       TRP_FIELDS_END};
static const trp_fields values_type = TRP_FIELDS(values, 1, values_fields);

static values game;
static trp_region game_region;

static void set_up(void)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.id = 5});
    memset(&game, 0, sizeof game);
    game_region =
        (trp_region){.name = "game", .start = &game, .bytes = sizeof game, .fields = &values_type};
    CHECK_OK(trp_region_add(world, &game_region));
}

/* The change is reported exactly like this. */
#define TELLS(change, line)                                                                        \
    do {                                                                                           \
        diff_save(world, 0);                                                                       \
        change;                                                                                    \
        CHECK_EQ(diff_since(world), 1);                                                            \
        CHECK_HEARD({TRP_DIFFERS_REGION, "tick 0: game: " line});                                  \
    } while (0)

typedef struct number {
    double value;
    const char *text;
} number;

/* Each number after 1. */
static void check_doubles(const number *numbers, unsigned count)
{
    char line[100];
    for (unsigned i = 0; i < count; i++) {
        game.f64 = 1;
        diff_save(world, 0);
        game.f64 = numbers[i].value;
        CHECK_EQ(diff_since(world), 1);
        situation_text_copy(line, sizeof line, "tick 0: game: f64: 1 and ");
        situation_text_add(line, sizeof line, numbers[i].text);
        CHECK_HEARD({TRP_DIFFERS_REGION, line});
    }
}

SITUATION("doubles are written with all their digits")
{
    static const number numbers[] = {{0, "0"},
                                     {-0.5, "-0.5"},
                                     {-1, "-1"},
                                     {9.5, "9.5"},
                                     {10, "10"},
                                     {0.0095, "0.0095"},
                                     {0.0001, "0.0001"},
                                     {0.00095, "0.00095"},
                                     {0.000099, "9.9e-5"},
                                     {5e-6, "5e-6"},
                                     {4.202e-6, "4.202e-6"},
                                     {9.5e-7, "9.5e-7"},
                                     {1.5e-15, "1.5e-15"},
                                     {5e-15, "5e-15"},
                                     {5e-16, "5e-16"},
                                     {9.5e15, "9500000000000000"},
                                     {5e16, "5e16"},
                                     {9.5e16, "9.5e16"},
                                     {6e20, "6e20"},
                                     {4503599627370497.0, "4503599627370497"},
                                     {9007199254740991.0, "9007199254740991"},
                                     {9999999999.9999943, "9999999999.999994"},
                                     {1.25, "1.25"}};
    set_up();
    check_doubles(numbers, sizeof numbers / sizeof *numbers);
}

/* Machines that compute with more digits than a double has round elsewhere. */
SITUATION("numbers far from 1 are written as such")
{
    static const number numbers[] = {{1e-14, "1e-14"},
                                     {1e-45, "1e-45"},
                                     {1e-95, "1e-95"},
                                     {1e-191, "1e-191"},
                                     {1e-271, "1e-271"},
                                     {7.3e-285, "7.300000000000005e-285"},
                                     {7.1e-286, "7.100000000000004e-286"},
                                     {1e-300, "1.000000000000001e-300"},
                                     {3.5e47, "3.5e47"},
                                     {1.25e100, "1.25e100"},
                                     {DBL_MAX, "1.797693134862315e308"}};
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
    if (sizeof numbers != 0)
        return;
#endif
    set_up();
    check_doubles(numbers, sizeof numbers / sizeof *numbers);
}

/* These have fewer digits, so only the first ones are promised. */
SITUATION("the smallest doubles are written with their exponent")
{
    set_up();
    diff_save(world, 0);
    game.f64 = 3.4567e-310;
    CHECK_EQ(diff_since(world), 1);
    CHECK(situation_text_has(diff_reports[0].text, "f64: 0 and 3.456"));
    CHECK(situation_text_has(diff_reports[0].text, "e-310"));
}

SITUATION("floats are written with nine digits")
{
    set_up();
    TELLS(game.f32 = 0.1f, "f32: 0 and 0.100000001");
    TELLS(game.f32 = -16777215.0f, "f32: 0.100000001 and -16777215");
    TELLS(game.f32 = 1e9f, "f32: -16777215 and 1e9");
    TELLS(game.f32 = 999999936.0f, "f32: 1e9 and 999999936");
}

SITUATION("integers are written with their sign")
{
    set_up();
    TELLS(game.i8 = -1, "i8: 0 and -1");
    TELLS(game.i8 = 1, "i8: -1 and 1");
    TELLS(game.i64 = -1, "i64: 0 and -1");
    TELLS(game.i64 = INT64_MIN, "i64: -1 and -9223372036854775808");
    TELLS(game.i64 = INT64_MAX, "i64: -9223372036854775808 and 9223372036854775807");
}

/* A handle without a generation is none, whatever its index. */
SITUATION("handles are written with any index")
{
    set_up();
    TELLS(game.handle.generation = 1, "handle: no actor and index 0 generation 1");
    TELLS(game.handle.index = 0x80000003u,
          "handle: index 0 generation 1 and index 2147483651 generation 1");
    TELLS(game.handle.generation = 0, "handle: index 2147483651 generation 1 and no actor");
    TELLS(game.handle.index = 1, "handle: no actor and no actor");
}

SITUATION("texts are written up to their end")
{
    set_up();
    memset(game.bytes, 'x', sizeof game.bytes);
    TELLS(memcpy(game.text, "abcd", 4), "text: \"\" and \"abcd\"");
    TELLS(memcpy(game.text, " ~\x1F\x7F", 4), "text: \"abcd\" and \" ~??\"");
    TELLS(game.text[3] = '\n', "text: \" ~??\" and \" ~??\"");
    TELLS(game.text[0] = '\0', "text: \" ~??\" and \"\"");
}

/* The bytes after a text that fills its field belong to the next field. */
SITUATION("texts are compared up to their end")
{
    set_up();
    memcpy(game.text, "abcd", 4);
    TELLS(game.bytes[0] = 1, "bytes: byte 0: 0 and 1");
    TELLS(memset(game.bytes, 9, 3), "bytes: byte 0: 1 and 9");
    TELLS(game.bytes[1] = 8, "bytes: byte 1: 9 and 8");
    TELLS(game.text[3] = 'e', "text: \"abcd\" and \"abce\"");
    game.text[1] = '\0';
    diff_save(world, 0);
    game.text[2] = 'z';
    CHECK_EQ(diff_since(world), 0);
}

typedef struct letter {
    char text[120];
} letter;

static const trp_field letter_fields[] = {TRP_FIELD_TEXT(letter, text), TRP_FIELDS_END};
static const trp_fields letter_type = TRP_FIELDS(letter, 1, letter_fields);

/* A text of any length is cut after 94 characters, so that both fit in a line. */
SITUATION("texts of any length are cut so that both fit")
{
    static letter post;
    char line[240];
    trp_region region = {.name = "post", .start = &post, .bytes = sizeof post};
    set_up();
    region.fields = &letter_type;
    CHECK_OK(trp_region_add(world, &region));
    for (unsigned length = 0; length <= sizeof post.text; length++) {
        memset(&post, 0, sizeof post);
        post.text[0] = 'z';
        diff_save(world, 0);
        memset(&post, 'a', length);
        if (length == 0)
            post.text[0] = '\0';
        CHECK_EQ(diff_since(world), 1);
        situation_text_copy(line, sizeof line, "tick 0: post: text: \"z\" and \"");
        for (unsigned i = 0; i < length && i < 94; i++)
            situation_text_add(line, sizeof line, "a");
        situation_text_add(line, sizeof line, length < 94 ? "\"" : "");
        CHECK_HEARD({TRP_DIFFERS_REGION, line});
    }
    CHECK_OK(trp_region_remove(world, &region));
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
    set_up();
    diff_save(world, 0);
    game.f64 = 0.25;
    diff_save(world, 1);
    for (unsigned with = 'A'; with <= 'B'; with++) {
        fill((unsigned char)with);
        CHECK_EQ(diff_between(world, 0, 1), 1);
        CHECK_HEARD({TRP_DIFFERS_REGION, "tick 0: game: f64: 0 and 0.25"});
    }
}
