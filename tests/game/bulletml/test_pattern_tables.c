/* Damaged tables are refused, or run without harm. */
#include "test_pattern.h"

#include <stdlib.h>
#include <string.h>

static const char *const body =
    "<action label='top'><actionRef label='a'><param>$rand*0.3</param></actionRef><wait>1</wait>"
    "</action><action label='top2'><repeat><times>2+$rank</times><action><fireRef label='f'>"
    "<param>7</param></fireRef><wait>3</wait></action></repeat></action>"
    "<action label='a'><changeDirection><direction type='aim'>-1</direction><term>3</term>"
    "</changeDirection><accel><horizontal type='sequence'>$1</horizontal><term>5</term></accel>"
    "<wait>2</wait><actionRef label='a'><param>$1%3</param></actionRef></action>"
    "<fire label='f'><direction type='sequence'>$1</direction><bullet><speed>0.1</speed><action>"
    "<wait>2</wait><vanish/></action></bullet></fire>";

static void repair(uint32_t *words, uint32_t length)
{
    words[3] = bml_checksum(words, length);
}

/* Runs all actions of the table and of its bullets. Returns the number of shots. */
static uint32_t exercise(const bml_pattern *pattern)
{
    bml_runner runners[BML_TOPS + 4];
    bml_motion motion = {0};
    test_host host;
    uint32_t count = bml_tops(pattern);
    test_make_host(&host);
    for (uint32_t i = 0; i < count; i++)
    {
        bml_start_top(&runners[i], pattern, i);
    }
    for (uint32_t tick = 0; tick < 20; tick++)
    {
        for (uint32_t i = 0; i < count; i++)
        {
            bml_run(&runners[i], pattern, &motion, &host.host);
        }
        if (host.last.action != 0 && count < BML_TOPS + 4)
        {
            bml_start(&runners[count++], pattern, &host.last);
        }
    }
    return host.shots;
}

static void a_table_is_read_back(const test_table *table)
{
    unsigned char bytes[4000];
    uint32_t words[1000];
    bml_pattern pattern;
    for (uint32_t i = 0; i < table->length * 4; i++)
    {
        bytes[i] = (unsigned char)(table->words[i / 4] >> i % 4 * 8);
    }
    IS(bml_load(&pattern, bytes, table->length * 4, words, 1000) == BML_OK);
    IS(memcmp(words, table->words, table->length * 4) == 0 && bml_tops(&pattern) == 2);
    IS(exercise(&pattern) == exercise(&table->pattern) && exercise(&pattern) > 0);
    IS(bml_load(&pattern, bytes, table->length * 4 + 1, words, 1000) == BML_DAMAGED);
    IS(bml_tops(&pattern) == 0);
    IS(bml_load(&pattern, bytes, table->length * 4, words, table->length - 1) == BML_TOO_LARGE);
    for (uint32_t size = 0; size < table->length * 4; size++)
    {
        IS(bml_load(&pattern, bytes, size, words, 1000) == BML_TRUNCATED);
    }
}

static void the_header_is_checked(const test_table *table)
{
    uint32_t words[1000];
    static const bml_result results[] = {BML_NO_TABLE, BML_VERSION, BML_TRUNCATED, BML_CHECKSUM};
    for (uint32_t i = 0; i < 4; i++)
    {
        memcpy(words, table->words, table->length * 4);
        words[i]++;
        IS(bml_check(words, table->length) == results[i]);
    }
    memcpy(words, table->words, table->length * 4);
    words[2] = BML_WORDS + 1;
    IS(bml_check(words, table->length) == BML_TOO_LARGE);
    words[2] = table->length - 1;
    IS(bml_check(words, table->length) == BML_DAMAGED);
}

/* Changes each bit alone. */
static void a_changed_bit_is_seen(const test_table *table)
{
    uint32_t words[1000];
    uint32_t accepted = 0;
    uint32_t refused = 0;
    for (uint32_t bit = 0; bit < table->length * 32; bit++)
    {
        memcpy(words, table->words, table->length * 4);
        words[bit / 32] ^= 1u << bit % 32;
        accepted += bml_check(words, table->length) == BML_OK;
        /* The checksum is repaired. */
        repair(words, table->length);
        bml_pattern pattern;
        if (bml_open(&pattern, words, table->length) == BML_OK)
        {
            exercise(&pattern);
        }
        else
        {
            refused++;
        }
    }
    IS(accepted == 0);
    IS(refused > table->length * 16);
}

/* Valid words in wrong places. */
static void mixed_words_are_harmless(const test_table *table)
{
    uint32_t words[1000];
    uint32_t seed = 7;
    uint32_t sound = 0;
    for (uint32_t round = 0; round < 60000; round++)
    {
        memcpy(words, table->words, table->length * 4);
        for (uint32_t change = 0; change < 1 + round % 3; change++)
        {
            uint32_t rest = table->length - BML_HEADER_WORDS;
            seed = seed * 1664525u + 1013904223u;
            uint32_t to = BML_HEADER_WORDS + (seed >> 8) % rest;
            seed = seed * 1664525u + 1013904223u;
            uint32_t from = BML_HEADER_WORDS + (seed >> 8) % rest;
            words[to] = round % 2 ? words[from] : words[to] + (seed >> 20) - 2000;
        }
        repair(words, table->length);
        bml_pattern pattern;
        if (bml_open(&pattern, words, table->length) == BML_OK)
        {
            sound++;
            exercise(&pattern);
        }
    }
    IS(sound > 100);
}

/* Tables made by hand, each with one mistake. */

enum
{
    FIRST = BML_HEADER_WORDS + 1, /* first word of the only routine */
    LAST = BML_E_LAST,
    ONE = BML_E_SMALL | 1 << 8 | BML_E_LAST,
    TWO = BML_E_SMALL | 2 << 8,
    AND = BML_C_WAIT, /* a command with one expression */
    END = BML_C_RETURN
};

/* The result of the check for a routine. The block is exactly as long as the words, so that reads
 * after them are detected. */
static bml_result checked(const uint32_t *code, uint32_t count, uint32_t entry)
{
    uint32_t length = FIRST + count;
    uint32_t *words = calloc(length, sizeof *words);
    bml_pattern pattern = {0};
    if (!words)
    {
        return BML_OK;
    }
    words[BML_WORD_MAGIC] = BML_MAGIC;
    words[BML_WORD_VERSION] = BML_TABLE_VERSION;
    words[BML_WORD_LENGTH] = length;
    words[BML_WORD_SHAPE] = 1u << 8 | 1u << 16;
    words[BML_HEADER_WORDS] = entry;
    memcpy(words + FIRST, code, count * sizeof *words);
    repair(words, length);
    bml_result result = bml_open(&pattern, words, length);
    exercise(&pattern);
    free(words);
    return result;
}

#define CHECKED(loops, ...)                                                                        \
    checked((const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4,                \
            FIRST | (uint32_t)(loops) << 16)
#define SOUND(...) IS(CHECKED(__VA_ARGS__) == BML_OK)
#define BAD(...) IS(CHECKED(__VA_ARGS__) == BML_DAMAGED)
#define REPEAT(leave) (BML_C_REPEAT | (uint32_t)(FIRST + (leave)) << 16)
#define LOOP(begin) (BML_C_LOOP | (uint32_t)(FIRST + (begin)) << 16)

static void wrong_expressions_are_refused(void)
{
    SOUND(0, AND, ONE, END);
    BAD(0, AND, BML_E_SMALL, END);
    BAD(0, AND, BML_E_ADD | LAST, END);
    BAD(0, AND, TWO, BML_E_ADD | LAST, END);
    BAD(0, AND, TWO, ONE, END);
    BAD(0, AND, BML_TERMS | LAST, END);
    BAD(0, AND, BML_E_RANDOM | 1 << 8 | LAST, END);
    BAD(0, AND, BML_E_PARAM | LAST, END);
    SOUND(0, AND, BML_E_PARAM | 16 << 8 | LAST, END);
    BAD(0, AND, BML_E_PARAM | 17 << 8 | LAST, END);
    SOUND(0, AND, BML_E_NUMBER | LAST, 0, 0x7FEFFFFF, END);
    BAD(0, AND, BML_E_NUMBER | LAST, 0, 0x7FF00000, END);
    BAD(0, AND, BML_E_NUMBER | LAST, 0);
    BAD(0, AND, BML_E_NUMBER | LAST);
    BAD(0, AND);
}

static void long_expressions_are_refused(void)
{
    uint32_t code[BML_EXPRESSION + 3] = {AND, TWO};
    /* Pushes `deep` numbers, then adds them all. */
    for (uint32_t deep = BML_OPERANDS; deep <= BML_OPERANDS + 1; deep++)
    {
        uint32_t at = 1;
        for (uint32_t i = 0; i < deep; i++)
        {
            code[at++] = TWO;
        }
        for (uint32_t i = 1; i < deep; i++)
        {
            code[at++] = BML_E_ADD | (i + 1 == deep ? LAST : 0);
        }
        code[at++] = END;
        IS(checked(code, at, FIRST) == (deep <= BML_OPERANDS ? BML_OK : BML_DAMAGED));
    }
    for (uint32_t words = BML_EXPRESSION; words <= BML_EXPRESSION + 1; words++)
    {
        for (uint32_t i = 2; i <= words; i++)
        {
            code[i] = BML_E_NEGATE | (i == words ? LAST : 0);
        }
        code[words + 1] = END;
        IS(checked(code, words + 2, FIRST) == (words == BML_EXPRESSION ? BML_OK : BML_DAMAGED));
    }
}

static void wrong_repeats_are_refused(void)
{
    SOUND(1, REPEAT(3), ONE, LOOP(2), END);
    BAD(0, REPEAT(3), ONE, LOOP(2), END);
    BAD(1, REPEAT(4), ONE, LOOP(2), END);
    BAD(1, REPEAT(9), ONE, LOOP(2), END);
    BAD(1, REPEAT(3), ONE, LOOP(1), END);
    BAD(1, REPEAT(3), ONE, LOOP(3), END);
    BAD(1, REPEAT(3), ONE, END, END);
    BAD(1, REPEAT(3), ONE, LOOP(2));
    BAD(1, REPEAT(3), ONE, END);
    BAD(1, LOOP(0), END);
    BAD(1, REPEAT(3) | 1 << 8, ONE, LOOP(2), END);
    SOUND(BML_STACK, END);
    BAD(BML_STACK + 1, END);
}

static void wrong_commands_are_refused(void)
{
    SOUND(0, END);
    BAD(0, END, END);
    BAD(0, BML_C_VANISH);
    BAD(0, BML_C_VANISH | 1 << 8, END);
    BAD(0, BML_COMMANDS, END);
    BAD(0, END | 1 << 8);
    SOUND(0, BML_C_CALL, END);
    BAD(0, BML_C_CALL | 1 << 16, END);
    BAD(0, BML_C_CALL | 1 << 8, END);
    SOUND(0, BML_C_JUMP | 1 << 8, ONE);
    BAD(0, BML_C_JUMP, END);
    SOUND(0, BML_C_CALL | 9 << 8, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, END);
    BAD(0, BML_C_CALL | 17 << 8, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE,
        ONE, ONE, ONE, ONE, END);
    SOUND(0, BML_C_FIRE | 1 << 16, END);
    BAD(0, BML_C_FIRE | 2 << 16, END);
    SOUND(0, BML_C_SPEED | BML_TYPE_SEQUENCE << 8, ONE, ONE, END);
    BAD(0, BML_C_SPEED | BML_TYPE_AIM << 8, ONE, ONE, END);
    BAD(0, BML_C_PACE, ONE, END);
    BAD(0, BML_C_AIM | BML_TYPES << 8, ONE, END);
    SOUND(0, BML_C_ACCEL | BML_TYPE_ABSOLUTE << 16, ONE, ONE, END);
    BAD(0, BML_C_ACCEL | BML_TYPE_AIM << 16, ONE, ONE, END);
    BAD(0, BML_C_ACCEL | BML_TYPES << 8, ONE, ONE, END);
}

static void wrong_directories_are_refused(void)
{
    const uint32_t code[] = {END, END};
    IS(checked(code, 1, FIRST) == BML_OK);
    IS(checked(code, 1, FIRST - 1) == BML_DAMAGED);
    IS(checked(code, 1, FIRST + 1) == BML_DAMAGED);
    IS(checked(code, 2, FIRST + 1) == BML_DAMAGED);
    IS(checked(code, 1, FIRST | (uint32_t)BML_KINDS << 24) == BML_DAMAGED);
    IS(checked(code, 0, FIRST) == BML_DAMAGED);
}

/* Two routines; the second begins after the end of the table. */
static void a_routine_after_the_end_is_refused(void)
{
    static const uint32_t offsets[] = {11, 9, 10, 12, 13, 0xFFFF, 0};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
    {
        uint32_t *words = calloc(12, sizeof *words);
        if (!words)
        {
            return;
        }
        words[0] = BML_MAGIC;
        words[1] = BML_TABLE_VERSION;
        words[2] = 12;
        words[4] = 1u << 8 | 2u << 16;
        words[8] = 10;
        words[9] = offsets[i];
        words[10] = words[11] = i > 2 ? BML_C_VANISH : END;
        repair(words, 12);
        IS(bml_check(words, 12) == (i == 0 ? BML_OK : BML_DAMAGED));
        for (uint32_t word = 4; word < 8; word++)
        {
            uint32_t before = words[word];
            words[word] ^= word == 4 ? 0x0000FF00u : 1;
            repair(words, 12);
            IS(bml_check(words, 12) == BML_DAMAGED);
            words[word] = before;
        }
        free(words);
    }
}

void test_tables(void)
{
    test_table *table = test_compile(body);
    IS(table->length < 1000);
    a_table_is_read_back(table);
    the_header_is_checked(table);
    a_changed_bit_is_seen(table);
    mixed_words_are_harmless(table);
    test_free(table);
    wrong_expressions_are_refused();
    long_expressions_are_refused();
    wrong_repeats_are_refused();
    wrong_commands_are_refused();
    wrong_directories_are_refused();
    a_routine_after_the_end_is_refused();
}
