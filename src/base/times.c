#include "times.h"

#define SIGN 0x80000000u
#define INFINITE 0x7F800000u
#define NO_NUMBER 0x7FC00000u
#define ONE 0x00800000u  /* of a mantissa of 24 bits */
#define HALF 0x80000000u /* of what follows a mantissa's last bit */

/* Makes a mantissa of 24 bits of a float's bits, and returns the exponent: 1 to 254, or lower if it has fewer bits. */
static int32_t take_apart(uint32_t *number)
{
    int32_t exponent = (int32_t)(*number >> 23);

    *number &= ONE - 1;
    if (exponent != 0)
        *number |= ONE;
    else
        for (exponent = 1; *number < ONE; exponent--)
            *number <<= 1;
    return exponent;
}

/* The product of two numbers above 0, to the nearest, and to the even one of two. */
static uint32_t multiply(uint32_t a, uint32_t b)
{
    int32_t exponent = take_apart(&a) + take_apart(&b) - 126;
    const uint64_t product = (uint64_t)a * b; /* 2^46 up to 2^48 */
    uint32_t number = (uint32_t)(product >> 24);
    uint32_t rest = (uint32_t)product << 8;

    if (number < ONE)
    {
        number = number << 1 | rest >> 31;
        rest <<= 1;
        exponent--;
    }
    if (exponent > 254)
        return INFINITE;
    for (; exponent < 1; exponent++) /* too small for 24 bits */
    {
        if (number == 0)
            return 0;
        rest = rest >> 1 | (rest & 1) | number << 31;
        number >>= 1;
    }
    if (number >= ONE)
        number += (uint32_t)(exponent - 1) << 23;
    return number + (rest > HALF || (rest == HALF && (number & 1) != 0));
}

static uint32_t product_of(uint32_t a, uint32_t b)
{
    const uint32_t larger = a > b ? a : b;
    const uint32_t smaller = a > b ? b : a;

    if (larger >= INFINITE)
        return larger > INFINITE || smaller == 0 ? NO_NUMBER : INFINITE;
    return smaller == 0 ? 0 : multiply(a, b);
}

float trp__times_by_integers(float a, float b)
{
    uint32_t left;
    uint32_t right;

    memcpy(&left, &a, sizeof left);
    memcpy(&right, &b, sizeof right);
    left = product_of(left & ~SIGN, right & ~SIGN) | ((left ^ right) & SIGN);
    memcpy(&a, &left, sizeof a);
    return a;
}
