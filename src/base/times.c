#include "times.h"

#define TIMES_SIGN 0x80000000u
#define TIMES_INFINITE 0x7F800000u
#define TIMES_NO_NUMBER 0x7FC00000u
#define TIMES_ONE 0x00800000u  /* of a mantissa of 24 bits */
#define TIMES_HALF 0x80000000u /* half a unit of a mantissa's last bit */

/* Makes a mantissa of 24 bits from a float's bits, and returns the exponent: 1 to 254, or lower for
 * shorter mantissas. */
static int32_t times_take_apart(uint32_t *number)
{
    int32_t exponent = (int32_t)(*number >> 23);

    *number &= TIMES_ONE - 1;
    if (exponent != 0)
        *number |= TIMES_ONE;
    else
        for (exponent = 1; *number < TIMES_ONE; exponent--)
            *number <<= 1;
    return exponent;
}

/* The product of two numbers above 0, rounded to nearest, ties to even. */
static uint32_t times_multiply(uint32_t a, uint32_t b)
{
    int32_t exponent = times_take_apart(&a) + times_take_apart(&b) - 126;
    const uint64_t product = (uint64_t)a * b; /* 2^46 up to 2^48 */
    uint32_t number = (uint32_t)(product >> 24);
    uint32_t rest = (uint32_t)product << 8;

    if (number < TIMES_ONE)
    {
        number = number << 1 | rest >> 31;
        rest <<= 1;
        exponent--;
    }
    if (exponent > 254)
        return TIMES_INFINITE;
    for (; exponent < 1; exponent++) /* too small for 24 bits */
    {
        if (number == 0)
            return 0;
        rest = rest >> 1 | (rest & 1) | number << 31;
        number >>= 1;
    }
    if (number >= TIMES_ONE)
        number += (uint32_t)(exponent - 1) << 23;
    return number + (rest > TIMES_HALF || (rest == TIMES_HALF && (number & 1) != 0));
}

static uint32_t times_product_of(uint32_t a, uint32_t b)
{
    const uint32_t larger = a > b ? a : b;
    const uint32_t smaller = a > b ? b : a;

    if (larger >= TIMES_INFINITE)
        return larger > TIMES_INFINITE || smaller == 0 ? TIMES_NO_NUMBER : TIMES_INFINITE;
    return smaller == 0 ? 0 : times_multiply(a, b);
}

float trp__times_by_integers(float a, float b)
{
    uint32_t left;
    uint32_t right;

    memcpy(&left, &a, sizeof left);
    memcpy(&right, &b, sizeof right);
    left =
        times_product_of(left & ~TIMES_SIGN, right & ~TIMES_SIGN) | ((left ^ right) & TIMES_SIGN);
    memcpy(&a, &left, sizeof a);
    return a;
}
