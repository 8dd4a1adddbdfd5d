/* Converts a decimal number to the nearest double, ties to even. The bits do not depend on the C
 * library. */
#include "bulletml.h"

enum
{
    LIMBS = 128,    /* of 32 bits: enough for BULLETML_TEXT digits and for shifts */
    EXACT_TENS = 22 /* the largest power of ten that is exact as a double */
};

/* A large integer, with the lowest limb first. */
typedef struct large
{
    uint32_t count;
    uint32_t limbs[LIMBS];
} large;

static void large_multiply_add(large *number, uint32_t by, uint32_t plus)
{
    uint64_t carry = plus;
    for (uint32_t i = 0; i < number->count; i++)
    {
        carry += (uint64_t)number->limbs[i] * by;
        number->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
    {
        number->limbs[number->count++] = (uint32_t)carry;
    }
}

static void large_double(large *number)
{
    large_multiply_add(number, 2, 0);
}

static int large_compare(const large *a, const large *b)
{
    if (a->count != b->count)
    {
        return a->count < b->count ? -1 : 1;
    }
    for (uint32_t i = a->count; i-- > 0;)
    {
        if (a->limbs[i] != b->limbs[i])
        {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Subtracts b from a; a is at least b. */
static void large_subtract(large *a, const large *b)
{
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < a->count; i++)
    {
        uint64_t take = borrow + (i < b->count ? b->limbs[i] : 0);
        borrow = a->limbs[i] < take;
        a->limbs[i] -= (uint32_t)take;
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0)
    {
        a->count--;
    }
}

/* over / under, bit by bit: 53 bits and one for rounding. Neither is 0; the quotient is between
 * 2^-1200 and 2^64. */
static double divide(large *over, large *under)
{
    double scale = 1;
    uint64_t bits = 0;
    while (large_compare(over, under) >= 0)
    {
        large_double(under);
        scale *= 2;
    }
    while (large_compare(over, under) < 0)
    {
        large_double(over);
        scale *= 0.5;
    }
    for (int i = 0; i < 54; i++)
    {
        bool one = large_compare(over, under) >= 0;
        bits = bits << 1 | one;
        if (one)
        {
            large_subtract(over, under);
        }
        large_double(over);
    }
    bool rounds_up = (bits & 1) != 0 && (over->count > 0 || (bits & 2) != 0);
    return (double)((bits >> 1) + rounds_up) * scale * (1.0 / 4503599627370496.0);
}

double bulletml_number(const char *digits, size_t length)
{
    static const double tens[EXACT_TENS + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    large over = {0}, under = {.count = 1, .limbs = {1}};
    uint32_t decimals = 0;
    uint64_t small = 0;
    bool is_after = false;
    for (size_t i = 0; i < length; i++)
    {
        if (digits[i] == '.')
        {
            is_after = true;
            continue;
        }
        uint32_t digit = (uint32_t)(digits[i] - '0');
        large_multiply_add(&over, 10, digit);
        small = small < (UINT64_C(1) << 53) / 10 ? small * 10 + digit : UINT64_MAX;
        decimals += is_after;
    }
    if (over.count == 0)
    {
        return 0;
    }
    if (small != UINT64_MAX && decimals <= EXACT_TENS)
    {
        return (double)small / tens[decimals];
    }
    for (uint32_t i = 0; i < decimals; i++)
    {
        large_multiply_add(&under, 10, 0);
    }
    return divide(&over, &under);
}
