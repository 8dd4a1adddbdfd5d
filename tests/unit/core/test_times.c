#include "../../../src/base/four.h"  /* edges of boxes, for all machines */
#include "../../../src/base/text.h"  /* numbers as text */
#include "../../../src/base/times.h" /* both ways to multiply */
#include "../stage.h"

static uint32_t bits_of(float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float number_of(uint32_t bits)
{
    float number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

static void check_product(uint32_t a, uint32_t b)
{
    volatile float left = number_of(a);
    volatile float right = number_of(b);
    volatile float product = left * right;
    const uint32_t bits = bits_of(trp__times_by_integers(number_of(a), number_of(b)));

    if (product != product)
        CHECK(number_of(bits) != number_of(bits));
    else
        CHECK_EQ(bits, bits_of(product));
}

static void corners(void)
{
    static const uint32_t numbers[] = {
        0,          1,          2,          0x007FFFFF, 0x00800000, 0x00800001, 0x1A000000,
        0x1FFFFFFF, 0x20000000, 0x33800000, 0x34000000, 0x3F000000, 0x3F7FFFFF, 0x3F800000,
        0x3F800001, 0x3FFFFFFF, 0x40000000, 0x5F7FFFFF, 0x5F800000, 0x7F000000, 0x7F7FC99E,
        0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000, 0x7FFFFFFF};
    const unsigned count = sizeof numbers / sizeof numbers[0];

    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++)
            for (unsigned signs = 0; signs < 4; signs++)
                check_product(numbers[a] | (signs & 1u) << 31, numbers[b] | (signs & 2u) << 30);
    situation_cases("products of corners", 4ul * count * count);
}

/* exactly between two numbers, or nearly: a bit decides that was lost long before */
static void ties(void)
{
    check_product(0x20637BAE, 0x45C00000);
    check_product(0x1E75491B, 0x1D66E913);
    check_product(0x1E09BC33, 0x1BFF9EFB);
}

static void check_number(uint64_t number, const char *expected)
{
    char buffer[24];
    trp__text text = trp__text_in(buffer, sizeof buffer);

    trp__put_number(&text, number);
    CHECK(situation_text_equal(buffer, expected));
}

/* its four parts are 0 alone and together */
static void numbers_as_text(void)
{
    char buffer[24];
    trp__text text = trp__text_in(buffer, sizeof buffer);

    check_number(0, "0");
    check_number((uint64_t)10 << 48 | 3, "2814749767106563");
    check_number((uint64_t)10 << 32 | 3, "42949672963");
    check_number((uint64_t)10 << 16 | 3, "655363");
    check_number(13, "13");
    check_number(UINT64_MAX, "18446744073709551615");
    trp__put_bytes(&text, 1234567);
    CHECK(situation_text_equal(buffer, "1,234,567"));
    text = trp__text_in(buffer, sizeof buffer);
    trp__put_bytes(&text, 1002034);
    CHECK(situation_text_equal(buffer, "1,002,034"));
}

/* each number has an odd mantissa, and each sum is exact */
static void edges_of_boxes(void)
{
    static const float boxes[][4] = {{1, 2, 3, 4},
                                     {-1, -2, 0, 0},
                                     {0, 0, 0, 0},
                                     {8388609, -8388609, 3, 5},
                                     {0, 0, 1.00000012f, 1.00000012f}};
    const uint32_t infinite = 0x7F800000;
    float box[4] = {1, 2, 3, 4};
    float edges[4] = {0};

    for (unsigned i = 0; i < sizeof boxes / sizeof boxes[0]; i++)
    {
        CHECK_EQ(trp__edges_of_four(boxes[i], edges), 1);
        CHECK(edges[0] == boxes[i][0] && edges[1] == boxes[i][1]);
        CHECK(edges[2] == -(boxes[i][0] + boxes[i][2]));
        CHECK(edges[3] == -(boxes[i][1] + boxes[i][3]));
    }
    for (unsigned k = 2; k < 4; k++)
    {
        const float before = box[k];
        box[k] = -1;
        CHECK_EQ(trp__edges_of_four(box, edges), 0);
        box[k] = number_of(infinite);
        CHECK_EQ(trp__edges_of_four(box, edges), 0);
        box[k] = before;
    }
}

/* half of them near the smallest numbers, where mantissas lose bits */
static void any_numbers(void)
{
    uint32_t seed = 1;

    for (unsigned i = 0; i < 20000; i++)
    {
        const uint32_t a = stage_random(&seed, UINT32_MAX);
        const uint32_t b = stage_random(&seed, UINT32_MAX);
        check_product(a, b);
        check_product(a, (bits_of(1) - (a & 0x7F800000) + (b & 0x07FFFFFF)) & 0x7FFFFFFF);
        check_product(a & 0x007FFFFF, b);
    }
    situation_cases("products of any numbers", 3ul * 20000);
}

/* the tests that the core uses instead of float compares */
static void times(void)
{
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), 0.0f), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), -0.0f), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), 3.4e38f), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(1)), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x7F7FFFFF)), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x7F800000)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x7FC00000)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0xFFC00000)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x80000001)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), -1.0f), TRP_ERR_VALUE);
}

const situation times_situations[] = {
    {"products made of integers: corners", corners},
    {"products made of integers: any numbers", any_numbers},
    {"products made of integers: ties", ties},
    {"numbers as text", numbers_as_text},
    {"edges of boxes", edges_of_boxes},
    {"a time is 0 or more, and finite", times},
};
const unsigned times_situation_count = sizeof times_situations / sizeof times_situations[0];
