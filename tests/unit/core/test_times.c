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
    {"a time is 0 or more, and finite", times},
};
const unsigned times_situation_count = sizeof times_situations / sizeof times_situations[0];
