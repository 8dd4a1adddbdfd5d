/*
 * Numbers, texts and bytes in a save, to the bit (see row.h). Numbers of 4 bytes are written and
 * read together if they are adjacent, both in the struct and in the file; up to 32 at a time.
 */
#include "../row.h"

#include <string.h>

SITUATIONS(save_numbers);

/* All NaNs become the same one, and nothing else changes: infinities, the smallest numbers, -0,
 * integers that look like a NaN. */
SITUATION_FOR("any NaN is the same one in a save, and no other number changes", unsigned, place, 0,
              4)
{
    static const char *const bits[] = {"0x7F800001", "0xFFFFFFFF", "0x7FC00000", "0xFF812345",
                                       "0x7F800000", "0xFF800000", "0x80000000", "0x00000001",
                                       "0x7F7FFFFF", "0x3F800000"};
    const unsigned count = sizeof bits / sizeof *bits;

    for (unsigned i = 0; i < count; i++)
        for (unsigned other = 0; other < count; other++) {
            char texts[2][200];
            for (unsigned now = 0; now < 2; now++) {
                situation_text_copy(texts[now], sizeof texts[now],
                                    "before u32 = 0xFFFFFFFF, floats f32 * 5 =");
                for (unsigned k = 0; k < 5; k++) {
                    const unsigned which = k == place ? i : other;
                    situation_text_add(texts[now], sizeof texts[now], " ");
                    situation_text_add(texts[now], sizeof texts[now],
                                       now && which < 4 ? "nan" : bits[which]);
                }
                situation_text_add(texts[now], sizeof texts[now],
                                   ", after u32 = 0x7F800001, sign i32 = -1, odd u32 = 7");
            }
            row_save(texts[0]);
            row_load(texts[1]);
        }
}

/* The first two are the extremes of all NaNs; -1, 0 and infinity are none. */
SITUATION("a NaN stands in a row of any length, in any place of it")
{
    static const uint32_t nans[] = {0x7F800001u, 0xFFFFFFFFu, 0xFFA00001u, 0x7FC00000u};
    static const uint32_t others[] = {0xBF800000u, 0, 0xFF800000u};
    float floats[40];

    for (unsigned count = 1; count <= 35; count += count < 5 ? 1 : 30)
        for (unsigned place = 0; place < count; place++)
            for (unsigned kind = 0; kind < 12; kind++) {
                char text[40] = "floats f32 * ";
                situation_text_number(text + 13, sizeof text - 13, count);
                trp_pool *const pool = row_begin(text);
                for (unsigned i = 0; i < count; i++)
                    memcpy(&floats[i], i == place ? &nans[kind / 3] : &others[kind % 3],
                           sizeof *floats);
                row_create(pool, 2);
                memcpy((unsigned char *)trp_pool_at(pool, 1) + offsetof(row_actor, bytes), floats,
                       count * sizeof *floats);
                save_world(trp_pool_info(pool).world, &row_file);
                for (unsigned i = 0; i < count; i++) {
                    CHECK_EQ(row_word(2 * count, i), 0);
                    CHECK_EQ(row_word(count, i), i == place ? 0x7FC00000u : others[kind % 3]);
                }
            }
}

SITUATION("integers before and after floats are no NaN")
{
    row_keep("numbers i32 * 2 = 1 2, last f32 = nan");
    row_keep("floats f32 * 2 = 1 2, number i32 = 0xFFA00001");
    row_keep("floats f32 * 35 = 1 .., number i32 = 0xFFA00001");
    row_save("numbers i32 * 2 = 1 2, last f32 = 0xFFA00001");
    CHECK_EQ(row_word(3, 2), 0x7FC00000u);
    row_save("before u32 * 3 = 1 2 0xFFC12345, floats f32 * 70 = 0xFFC12345 1 .., after u32 = "
             "0xFFC12345");
    row_load("before u32 * 3 = 1 2 0xFFC12345, floats f32 * 70 = nan 1 .., after u32 = 0xFFC12345");
}

#define ROW                                                                                        \
    "before u32 = 1, floats f32 * 3 = 2 3 4, more f32 = 5, last f32 = 6, after u32 = 7, "          \
    "sign i32 = -8, odd u32 = 9"

/* Another order, other kinds, other members between; adjacent now, but not in the file; or there,
 * but of another kind. */
SITUATION("numbers of a save are found where they lie today")
{
    ROW_CARRY(
        {ROW, "version 2, odd u32 = 9, floats f32 * 4 = 2 3 4, scratch ignored 4, last f32 = 6, "
              "more f32 = 5, sign i64 = -8, after u32 = 7, before u32 = 1"},
        {NULL, "before u32 = 1, after u32 = 7, sign i32 = -8, more u32 = 5, odd u32 = 9"},
        {NULL, "before u32 = 1, after u32 = 7, sign i32 = -8, scratch ignored 4, odd u32 = 9"},
        {"version 2, odd u32 = 9, floats f32 * 4 = 2 3 4, scratch ignored 4 = 7 7 7 7, last f32 = "
         "6",
         "odd u32 = 9, floats f32 * 4 = 2 3 4, scratch ignored 4, last f32 = 6"},
        /* a text of 4 bytes is no number */
        {"text text 4 = abc, number u32 = 5, real f32 = 6, last u32 = 7",
         "text text 4 = abc, number u32 = 5, real f32 = 6, last u32 = 7"},
        {NULL, "text text 4 = abc, number u32 = 5, real u32 = 6, last u32 = 7"});
}

static void add_number(char *text, const char *before, uint32_t number)
{
    situation_text_add(text, 200, before);
    situation_text_number(text + strlen(text), 12, number);
}

/* A field between two of them was removed, and they lie anywhere in the struct now. */
SITUATION_FOR("numbers of a save are found one by one where others were", uint32_t, count, 1, 5)
{
    for (uint32_t removed = 0; removed <= 5; removed++)
        for (uint32_t place = 0; place <= 22; place += place == 6 ? 2 + count : 1) {
            char then[200] = "", now[200] = "";
            add_number(then, "first u32 * ", count);
            add_number(now, "first u32 * ", count);
            situation_text_add(then, sizeof then, " place 32 = 108 ..");
            situation_text_add(now, sizeof now, " place 32 = 108 ..");
            if (removed != 0)
                add_number(then, ", between bytes ", removed);
            situation_text_add(then, sizeof then, ", second u32 * 2 place 80 = 120 ..");
            add_number(now, ", second u32 * 2 place ", 4 * place);
            situation_text_add(now, sizeof now, " = 120 ..");
            row_save(then);
            row_load(now);
        }
}

/* Members end before, with and after the last number that is written at a time. */
SITUATION_FOR("members of a save end anywhere in a row of numbers", uint32_t, first, 1, 31)
{
    for (uint32_t gap = 0; gap < 2 && first + gap < 32; gap++) {
        char text[200] = "";
        add_number(text, "first u32 * ", first);
        add_number(text, " = 1 .., rest u32 * ", 32 - first - gap);
        add_number(text, " = ", first + 1);
        situation_text_add(
            text, sizeof text,
            " .., second f32 * 32 place 128 = 0.5 .., third u32 = 3, fourth u32 = 4");
        row_keep(text);
    }
}

SITUATION("a plan of a save ends between two numbers that are read together")
{
    row_keep("before struct (x u16) * 45 = 10 .., first u32 = 1, second u32 = 2, after struct (x "
             "u16) * 3 = 0 0 3");
    row_keep("before struct (x u16) * 46 = 10 .., first u32 = 1, second u32 = 2, after struct (x "
             "u16) * 3 = 0 0 3");
    row_keep("before struct (x u16) * 47 = 10 .., first u32 = 1, second u32 = 2, after struct (x "
             "u16) * 3 = 0 0 3");
    row_keep("before struct (x u16) * 48 = 10 .., first u32 = 1, second u32 = 2, after struct (x "
             "u16) * 3 = 0 0 3");
}

/* The last number of one struct is adjacent to the first of the next. */
SITUATION("numbers of a save may be more than are read at a time")
{
    row_keep("cells struct (first u32, one u16, other u16, last f32) * 45 = 1 ..");
}

/* The fields after the row are not in the order of their members. */
SITUATION("numbers of a save stand in the order of fields")
{
    row_save("many u32 * 33 = 1 .., a u32 = 101, c u32 place 140 = 103, b u32 place 136 = 102");
    for (unsigned i = 0; i < 33; i++)
        CHECK_EQ(row_word(36, i), 1 + i);
    CHECK_EQ(row_word(36, 33), 101);
    CHECK_EQ(row_word(36, 34), 103);
    CHECK_EQ(row_word(36, 35), 102);
}

SITUATION("a number keeps all its bytes")
{
    row_keep(
        "i64 i64 * 3 = 0x38617A8B9CADBECF 0x0102030405060708 0xF8E7D6C5B4A39281, u64 u64 * 3 = "
        "0x38617A8B9CADBECF 0x0102030405060708 0xF8E7D6C5B4A39281, i32 i32 * 3 = 0x38617A8B "
        "0x01020304 0xF8E7D6C5, u32 u32 * 3 = 0x38617A8B 0x01020304 0xF8E7D6C5, i16 i16 * 3 = "
        "0x3861 0x0102 0xF8E7, u16 u16 * 3 = 0x3861 0x0102 0xF8E7, i8 i8 * 3 = 0x38 0x01 0xF8, "
        "u8 u8 * 3 = 0x38 0x01 0xF8");
    row_keep("f64 f64 * 3 = 0.1 -2^900 12345.6789, f32 f32 * 3 = 0x38617A8B 0x01020304 0xF8E7D6C5");
}

/* The last bytes of a struct; the next actor follows at once. */
SITUATION("small numbers of a save end where the struct ends")
{
    row_keep("third u8 place 3 = 2 | 3 | 4, second u8 place 2 = 1 | 2 | 3, first u16 place 0 = 300 "
             "| 301 | 302");
}

SITUATION("bytes of a save are not numbers")
{
    row_keep("between bytes 12 = 1 2 3 4 5 6 7 8 9 0 11 12");
}

/* Bytes after the first zero do not belong to a text; and texts become longer or shorter. */
SITUATION("texts of a save end at their first zero")
{
    ROW_CARRY({"t text 4 = a_bc", "t text 4 = a"}, {NULL, "t text 8 = a"},
              {"t text 4 = _xyz", "t text 4"}, {"t text 5 = abcd", "t text 4 = abcd"},
              {"t text 5 = abcde", "t text 4", TRP_ERR_VALUE, "fit"});
}

/* The text fills its field, at the end of the first of two records. */
SITUATION("a text of a save ends with its record")
{
    row_save("id u32 = 7 | 8, text text 4 = abcd");
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(row_word(4, 2 * i), 7 + i);
        CHECK_EQ(row_word(4, 2 * i + 1), 0x64636261);
    }
}

/* ... and leave members out. */
SITUATION("records of a save are larger than its buffers, and follow one another")
{
    ROW_CARRY(
        {"places struct (column i16, row u8, is_set bool) * 60 = 1 ~, large bytes 3000 = 7 .., "
         "long text 1100 = x*1000_y, weapon choice (sword bow) = sword",
         "places struct (column i16, row u8, is_set bool) * 60 = 1 ~, large bytes 3000 = 7 .., "
         "long text 1100 = x*1000, weapon choice (sword bow) = sword"},
        {"cargo bytes 1100 = 1 ~ | 2 ~, id u32 = 1 | 2, weight i64 = -2^40 | -2^41",
         "cargo bytes 1100 = 1 ~ | 2 ~, id u32 = 1 | 2, weight i64 = -2^40 | -2^41"},
        {"cargo bytes 1030 = 99 ~, left_out ignored 300 = 120 ~, id u32 = 0x12345678",
         "cargo bytes 1030 = 99 ~, left_out ignored 300, id u32 = 0x12345678"});
}

/* Texts without a zero end with their field, and names have up to 255 bytes. */

static char printed[1200];

static void print(const char *text, void *arg)
{
    CHECK(arg == &row_file);
    situation_text_add(printed, sizeof printed, text);
}

SITUATION("a text of a save is printed to its end")
{
    static char name[256];
    trp_save_chunk chunk = {name, "x", 1};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};
    trp_pool *const pool = row_begin("label text 4 = abcd, number u32 = 0x41424344");

    memset(name, 'n', sizeof name - 1);
    name[254] = 'o';
    row_create(pool, 1);
    row_file.size = 0;
    CHECK_OK(trp_save(trp_pool_info(pool).world, &desc, save_to_file, &row_file));
    printed[0] = '\0';
    CHECK_OK(trp_print_save(row_file.bytes, row_file.size, print, &row_file));
    CHECK(situation_text_has(printed, "label: \"abcd\"\n"));
    CHECK(situation_text_has(printed, "number: 1094861636\n"));
    CHECK(situation_text_has(printed, "nnno\"\n"));
}
