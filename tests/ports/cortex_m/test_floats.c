/*
 * Checks floats.c against the floats of a machine that has them.
 */
#include "floats.h"

#include <stdio.h>
#include <string.h>

static uint32_t seed = 1;
static unsigned long passed, failed;

static uint32_t any(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

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

static void check(const char *what, uint32_t a, uint32_t b, uint32_t is, uint32_t should_be)
{
    const float x = number_of(is), y = number_of(should_be);
    if (is == should_be || (x != x && y != y))
    {
        passed++;
        return;
    }
    if (failed++ < 10)
        printf("FAILED: %s of %08lx and %08lx is %08lx, not %08lx\n", what, (unsigned long)a,
               (unsigned long)b, (unsigned long)is, (unsigned long)should_be);
}

static void check_all(uint32_t a, uint32_t b)
{
    const volatile float x = number_of(a), y = number_of(b);
    const volatile float sum = x + y, product = x * y, quotient = x / y;
    const int order = x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
    check("sum", a, b, float_add(a, b), bits_of(sum));
    check("product", a, b, float_multiply(a, b), bits_of(product));
    check("quotient", a, b, float_divide(a, b), bits_of(quotient));
    check("order", a, b, (uint32_t)float_compare(a, b), (uint32_t)order);
    if (x > -2147483520.0f && x < 2147483520.0f)
        check("whole part", a, 0, (uint32_t)float_to_int(a), (uint32_t)(int32_t)x);
    if (x >= 0 && x < 4294967040.0f)
        check("whole part", a, 0, float_to_unsigned(a), (uint32_t)x);
    check("float", a, 0, float_from_unsigned(a), bits_of((float)a));
    check("float of a signed number", a, 0, float_from_int((int32_t)a), bits_of((float)(int32_t)a));
    check("double and back", a, 0, double_to_unsigned(double_from_unsigned(a)), a);
    const double wide = (double)a;
    uint64_t bits;
    memcpy(&bits, &wide, sizeof bits);
    check("double", a, 0, bits != double_from_unsigned(a), 0);
}

int main(void)
{
    static const uint32_t corners[] = {0,          1,          2,          0x007FFFFF, 0x00800000,
                                       0x00800001, 0x33800000, 0x34000000, 0x3F7FFFFF, 0x3F800000,
                                       0x3F800001, 0x4B000000, 0x4B7FFFFF, 0x4F000000, 0x7F7FFFFF,
                                       0x7F800000, 0x7FC00000};
    const unsigned count = sizeof corners / sizeof corners[0];
    for (unsigned a = 0; a < 2 * count; a++)
        for (unsigned b = 0; b < 2 * count; b++)
            check_all(corners[a / 2] | (a & 1u) << 31, corners[b / 2] | (b & 1u) << 31);
    for (unsigned long i = 0; i < 300000; i++)
    {
        const uint32_t a = any(), b = any();
        check_all(a, b);
        check_all(a, (a & 0xFF000000) | (b & 0x80FFFFFF)); /* of similar size */
        check_all(a & 0x807FFFFF, b & 0x80FFFFFF);
        check_all((a & 0x81FFFFFF) | 0x3E000000, (b & 0x81FFFFFF) | 0x3E000000);
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed != 0;
}
