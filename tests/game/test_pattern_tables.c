/* Damaged tables: refused, or what they do is harmless. */
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

/* Runs whatever the table has, and the actions of what is fired. Returns the shots. */
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

/* Each bit alone. */
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
        /* Someone repairs the checksum. */
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

/* Words that look right in wrong places. */
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

void test_tables(void)
{
    test_table *table = test_compile(body);
    IS(table->length < 1000);
    a_table_is_read_back(table);
    the_header_is_checked(table);
    a_changed_bit_is_seen(table);
    mixed_words_are_harmless(table);
    test_free(table);
}
