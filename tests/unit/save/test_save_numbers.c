/*
 * Numbers of 4 bytes in a save, which are written and read together if they are adjacent, both in
 * the struct and in the file.
 */
#include "../heap.h"
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_numbers);

static save_file file;

static void *save_and_load(const trp_fields *from, const void *like, const trp_fields *to)
{
    static uint64_t junk[100];
    trp_pool *pool = save_rows(from, NULL);

    CHECK(to->size <= sizeof junk);
    CHECK((trp_create)(pool, like) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    pool = save_rows(to, NULL);
    /* members that are not filled differ from their former value */
    memset(junk, 0xAB, sizeof junk);
    CHECK((trp_create)(pool, junk) != NULL);
    CHECK_OK(save_load_rows(pool, &file));
    return trp_pool_at(pool, 0);
}

/* Floats, five of them in a row, and integers before and after. */
typedef struct row {
    trp_actor actor;
    uint32_t before;
    float floats[3];
    float more, last;
    uint32_t after;
    int32_t sign;
    uint32_t odd;
} row;

static const trp_field row_fields[] = {TRP_FIELD(row, before), TRP_FIELD_ARRAY(row, floats),
                                       TRP_FIELD(row, more),   TRP_FIELD(row, last),
                                       TRP_FIELD(row, after),  TRP_FIELD(row, sign),
                                       TRP_FIELD(row, odd),    TRP_FIELDS_END};
static const trp_fields row_type = TRP_FIELDS(row, 1, row_fields);

static void set_bits(row *it, unsigned place, uint32_t bits)
{
    memcpy((unsigned char *)it + offsetof(row, floats) + place * sizeof bits, &bits, sizeof bits);
}

static uint32_t bits_of(const row *it, unsigned place)
{
    uint32_t bits;

    memcpy(&bits, (const unsigned char *)it + offsetof(row, floats) + place * sizeof bits,
           sizeof bits);
    return bits;
}

/* All NaNs become the same one, and nothing else changes: infinities, the smallest numbers, -0,
 * integers that look like a NaN. */
SITUATION("any NaN is the same one in a save, and no other number changes")
{
    static const uint32_t bits[] = {0x7F800001, 0xFFFFFFFF, 0x7FC00000, 0xFF812345, 0x7F800000,
                                    0xFF800000, 0x80000000, 1,          0x7F7FFFFF, 0x3F800000};
    const unsigned count = sizeof bits / sizeof *bits;

    for (unsigned place = 0; place < 5; place++)
        for (unsigned i = 0; i < count; i++)
            for (unsigned other = 0; other < count; other++) {
                row like = {.before = 0xFFFFFFFF, .after = 0x7F800001, .sign = -1, .odd = 7};
                const row *it;
                for (unsigned k = 0; k < 5; k++)
                    set_bits(&like, k, bits[k == place ? i : other]);
                it = (const row *)save_and_load(&row_type, &like, &row_type);
                for (unsigned k = 0; k < 5; k++) {
                    const unsigned which = k == place ? i : other;
                    CHECK_EQ(bits_of(it, k), which < 4 ? 0x7FC00000 : bits[which]);
                }
                CHECK(it->before == 0xFFFFFFFF && it->after == 0x7F800001 && it->sign == -1 &&
                      it->odd == 7);
            }
}

/* The next version: in another order, of other kinds, with other members between. */
typedef struct later_row {
    trp_actor actor;
    uint32_t odd;
    float floats[4];
    uint32_t new_one;
    float last, more;
    int64_t sign;
    uint32_t after;
    uint32_t before;
} later_row;

static const trp_field later_fields[] = {
    TRP_FIELD(later_row, odd),    TRP_FIELD_ARRAY(later_row, floats),
    TRP_FIELD(later_row, last),   TRP_FIELD(later_row, more),
    TRP_FIELD(later_row, sign),   TRP_FIELD(later_row, after),
    TRP_FIELD(later_row, before), TRP_FIELDS_END};
static const trp_fields later_type = {"row",        sizeof(later_row),   2,
                                      later_fields, &trp__option_fields, 0};

SITUATION("numbers of a save are found where they lie today")
{
    const row like = {
        .before = 1, .floats = {2, 3, 4}, .more = 5, .last = 6, .after = 7, .sign = -8, .odd = 9};
    const later_row *later = (const later_row *)save_and_load(&row_type, &like, &later_type);

    CHECK(later->before == 1 && later->floats[0] == 2 && later->floats[2] == 4);
    CHECK(later->floats[3] == 0 && later->new_one == 0);
    CHECK(later->more == 5 && later->last == 6 && later->after == 7);
    CHECK(later->sign == -8 && later->odd == 9);
    later_row copy = *later;
    copy.new_one = 77;
    later = (const later_row *)save_and_load(&later_type, &copy, &later_type);
    CHECK(later->floats[0] == 2 && later->last == 6 && later->more == 5 && later->before == 1);
    CHECK_EQ(later->new_one, 0);
}

/* Adjacent now, but not in the file; or there, but of another kind. */
typedef struct short_row {
    trp_actor actor;
    uint32_t before;
    uint32_t after;
    int32_t sign;
    uint32_t more; /* a float in the file */
    uint32_t odd;
} short_row;

static const trp_field short_fields[] = {TRP_FIELD(short_row, before), TRP_FIELD(short_row, after),
                                         TRP_FIELD(short_row, sign),   TRP_FIELD(short_row, more),
                                         TRP_FIELD(short_row, odd),    TRP_FIELDS_END};
static const trp_fields short_type = {"row",        sizeof(short_row),   2,
                                      short_fields, &trp__option_fields, 0};

/* The field between two of them was removed. */
static const trp_field close_fields[] = {TRP_FIELD(short_row, before), TRP_FIELD(short_row, after),
                                         TRP_FIELD(short_row, sign), TRP_FIELD(short_row, odd),
                                         TRP_FIELDS_END};
static const trp_fields close_type = {"row",        sizeof(short_row),   2,
                                      close_fields, &trp__option_fields, 0};

/* A text of 4 bytes is no number. */
typedef struct label {
    trp_actor actor;
    char text[4];
    uint32_t number;
    float real;
    uint32_t last;
} label;

static const trp_field label_fields[] = {TRP_FIELD_TEXT(label, text), TRP_FIELD(label, number),
                                         TRP_FIELD(label, real), TRP_FIELD(label, last),
                                         TRP_FIELDS_END};
static const trp_fields label_type = TRP_FIELDS(label, 1, label_fields);

/* The same, whose float is an integer, which comes before the other one. */
static const trp_field whole_fields[] = {
    TRP_FIELD_TEXT(label, text),
    TRP_FIELD(label, number),
    {"real", NULL, TRP_KIND_U32, 1, 0, offsetof(label, real), 4, NULL, NULL},
    TRP_FIELD(label, last),
    TRP_FIELDS_END};
static const trp_fields whole_type = TRP_FIELDS(label, 1, whole_fields);

SITUATION("numbers of a save are taken one by one where they differ")
{
    const row like = {
        .before = 1, .floats = {2, 3, 4}, .more = 5, .last = 6, .after = 7, .sign = -8, .odd = 9};
    const label name = {.text = "abc", .number = 5, .real = 6, .last = 7};
    const short_row *it = (const short_row *)save_and_load(&row_type, &like, &short_type);
    uint32_t real;

    CHECK(it->before == 1 && it->after == 7 && it->sign == -8 && it->more == 5 && it->odd == 9);
    it = (const short_row *)save_and_load(&row_type, &like, &close_type);
    CHECK(it->before == 1 && it->after == 7 && it->sign == -8 && it->odd == 9);
    const label *found = (const label *)save_and_load(&label_type, &name, &label_type);
    CHECK(strcmp(found->text, "abc") == 0 && found->number == 5 && found->real == 6 &&
          found->last == 7);
    found = (const label *)save_and_load(&label_type, &name, &whole_type);
    memcpy(&real, &found->real, sizeof real);
    CHECK(found->number == 5 && real == 6 && found->last == 7);
}

/* A field between two of them was removed, and they lie anywhere in the struct now. */
typedef struct spread {
    trp_actor actor;
    unsigned char between[12];
    uint32_t words[24];
} spread;

static trp_field words_at(const char *name, uint32_t count, uint32_t place)
{
    return (trp_field){name,  NULL, TRP_KIND_U32,
                       count, 0,    offsetof(spread, words) + 4 * (size_t)place,
                       4,     NULL, NULL};
}

static void check_spread(uint32_t count, uint32_t removed, uint32_t place)
{
    trp_field old[] = {TRP_FIELDS_END, TRP_FIELDS_END, TRP_FIELDS_END, TRP_FIELDS_END};
    trp_field now[] = {TRP_FIELDS_END, TRP_FIELDS_END, TRP_FIELDS_END};
    const trp_fields old_type = TRP_FIELDS(spread, 1, old);
    const trp_fields now_type = TRP_FIELDS(spread, 1, now);
    spread like = {.between = {1, 2, 3, 4, 5, 6, 7, 8}};

    for (uint32_t i = 0; i < 24; i++)
        like.words[i] = 100 + i;
    old[0] = now[0] = words_at("first", count, 8);
    old[1] = (trp_field)TRP_FIELD_BYTES(spread, between);
    old[1].size = removed;
    old[removed != 0 ? 2 : 1] = words_at("second", 2, 20);
    now[1] = words_at("second", 2, place);
    const spread *it = (const spread *)save_and_load(&old_type, &like, &now_type);
    for (uint32_t i = 0; i < 24; i++)
        CHECK_EQ(it->words[i], i >= 8 && i < 8 + count        ? 100 + i
                               : i == place || i == place + 1 ? 120 + i - place
                                                              : 0);
}

SITUATION("numbers of a save are found one by one where others were")
{
    for (uint32_t count = 1; count <= 5; count++)
        for (uint32_t removed = 0; removed <= 5; removed++)
            for (uint32_t place = 0; place <= 22; place += place == 6 ? 2 + count : 1)
                check_spread(count, removed, place);
}

SITUATION("bytes of a save are not numbers")
{
    static const trp_field fields[] = {TRP_FIELD_BYTES(spread, between), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(spread, 1, fields);
    const spread like = {.between = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12}};
    const spread *it = (const spread *)save_and_load(&type, &like, &type);

    CHECK(memcmp(it->between, like.between, sizeof like.between) == 0);
}

/* More than are read at a time: the last number of one struct is adjacent to the first of the
 * next. */
typedef struct cell {
    uint32_t first;
    uint16_t one, other;
    float last;
} cell;

typedef struct board {
    trp_actor actor;
    cell cells[45];
} board;

static const trp_field cell_fields[] = {TRP_FIELD(cell, first), TRP_FIELD(cell, one),
                                        TRP_FIELD(cell, other), TRP_FIELD(cell, last),
                                        TRP_FIELDS_END};
static const trp_fields cell_type = TRP_FIELDS(cell, 1, cell_fields);
static const trp_field board_fields[] = {TRP_FIELD_STRUCTS(board, cells, &cell_type),
                                         TRP_FIELDS_END};
static const trp_fields board_type = TRP_FIELDS(board, 1, board_fields);

SITUATION("numbers of a save may be more than are read at a time")
{
    board like = {0};

    for (unsigned i = 0; i < 45; i++)
        like.cells[i] = (cell){i + 1000, (uint16_t)(i + 1), (uint16_t)(i + 2), (float)i + 0.5f};
    const board *it = (const board *)save_and_load(&board_type, &like, &board_type);
    CHECK(memcmp(it->cells, like.cells, sizeof like.cells) == 0);
}

/* The text has become longer, and nothing else is left. */
typedef struct long_label {
    trp_actor actor;
    char text[8];
} long_label;

static const trp_field long_fields[] = {TRP_FIELD_TEXT(long_label, text), TRP_FIELDS_END};
static const trp_fields long_type = TRP_FIELDS(long_label, 1, long_fields);

/* Bytes after the first zero do not belong to a text. */
SITUATION("texts of a save end at their first zero")
{
    const label like = {.text = {'a', 0, 'b', 'c'}};
    const label none = {.text = {0, 'x', 'y', 'z'}};
    const label *it = (const label *)save_and_load(&label_type, &like, &label_type);

    CHECK(memcmp(it->text, "a\0\0", 4) == 0);
    it = (const label *)save_and_load(&label_type, &none, &label_type);
    CHECK(memcmp(it->text, "\0\0\0", 4) == 0);
    const long_label *longer = (const long_label *)save_and_load(&label_type, &like, &long_type);
    CHECK(memcmp(longer->text, "a\0\0\0\0\0\0", 8) == 0);
}

/* The last bytes of a struct; the next actor follows at once. */
typedef struct pair {
    trp_actor actor;
    uint16_t first;
    uint8_t second;
    uint8_t third;
} pair;

SITUATION("small numbers of a save end where the struct ends")
{
    static const trp_field fields[] = {TRP_FIELD(pair, third), TRP_FIELD(pair, second),
                                       TRP_FIELD(pair, first), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(pair, 1, fields);
    trp_pool *pool = save_rows(&type, NULL);

    for (uint16_t i = 0; i < 3; i++)
        CHECK(trp_create(pool, &((pair){.first = (uint16_t)(i + 300),
                                        .second = (uint8_t)(i + 1),
                                        .third = (uint8_t)(i + 2)})) != NULL);
    save_world(trp_pool_info(pool).world, &file);
    CHECK_OK(save_load_rows(pool, &file));
    CHECK_VALID(trp_pool_info(pool).world);
    for (uint16_t i = 0; i < 3; i++) {
        const pair *it = (const pair *)(const void *)trp_pool_at(pool, i);
        CHECK(it->first == i + 300 && it->second == i + 1 && it->third == i + 2);
    }
}

/* Floats between integers, and more than are written at a time. */
typedef struct long_row {
    trp_actor actor;
    uint32_t before[3];
    float floats[70];
    uint32_t after;
} long_row;

SITUATION("any NaN is the same one in a long row")
{
    static const trp_field fields[] = {TRP_FIELD_ARRAY(long_row, before),
                                       TRP_FIELD_ARRAY(long_row, floats),
                                       TRP_FIELD(long_row, after), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(long_row, 1, fields);
    const uint32_t a_nan = 0xFFC12345u;
    long_row like = {.before = {1, 2, a_nan}, .after = a_nan};

    for (uint32_t i = 0; i < 70; i++)
        like.floats[i] = (float)i;
    for (uint32_t i = 0; i < 70; i += 23)
        memcpy(&like.floats[i], &a_nan, sizeof a_nan);
    const long_row *it = (const long_row *)save_and_load(&type, &like, &type);
    CHECK(it->before[1] == 2 && it->before[2] == a_nan && it->after == a_nan);
    for (uint32_t i = 0; i < 70; i++) {
        uint32_t bits;
        memcpy(&bits, &it->floats[i], sizeof bits);
        CHECK(i % 23 == 0 ? bits == 0x7FC00000u : it->floats[i] == (float)i);
    }
}

typedef struct full_row {
    trp_actor actor;
    uint32_t first[32];
    float second[32];
    uint32_t third, fourth;
} full_row;

/* 32 numbers are written at a time. Members end before, with and after the last of them. */
SITUATION("members of a save end anywhere in a row of numbers")
{
    full_row like = {.third = 3, .fourth = 4};

    for (uint32_t i = 0; i < 32; i++) {
        like.first[i] = i + 1;
        like.second[i] = (float)i + 0.5f;
    }
    for (uint32_t first = 1; first < 32; first++) {
        trp_field fields[] = {TRP_FIELD_ARRAY(full_row, first),  TRP_FIELD_ARRAY(full_row, first),
                              TRP_FIELD_ARRAY(full_row, second), TRP_FIELD(full_row, third),
                              TRP_FIELD(full_row, fourth),       TRP_FIELDS_END};
        const trp_fields type = TRP_FIELDS(full_row, 1, fields);
        const full_row *it;
        fields[0].count = first;
        fields[1].name = "rest";
        fields[1].count = 32 - first;
        fields[1].offset += first * sizeof(uint32_t);
        it = (const full_row *)save_and_load(&type, &like, &type);
        CHECK(memcmp(it->first, like.first, sizeof like.first) == 0);
        CHECK(memcmp(it->second, like.second, sizeof like.second) == 0);
        CHECK(it->third == 3 && it->fourth == 4);
        if (first == 31)
            continue;
        fields[1].count = 31 - first; /* a gap before the next one */
        it = (const full_row *)save_and_load(&type, &like, &type);
        CHECK(memcmp(it->first, like.first, 31 * sizeof(uint32_t)) == 0 && it->first[31] != 32);
        CHECK(memcmp(it->second, like.second, sizeof like.second) == 0);
        CHECK(it->third == 3 && it->fourth == 4);
    }
}
