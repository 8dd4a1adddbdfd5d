#include "floats.h"

#include <stdbool.h>

#define SIGN 0x80000000u
#define INFINITE 0x7F800000u
#define NO_NUMBER 0x7FC00000u
#define ONE 0x00800000u

/* A finite number: mantissa * 2^exponent; the mantissa has 24 bits, or is 0. */
typedef struct parts
{
    uint32_t mantissa;
    int32_t exponent;
} parts;

static parts take_apart(uint32_t a)
{
    const int32_t exponent = (int32_t)(a >> 23 & 0xFF);
    parts out = {a & (ONE - 1), exponent - 150};

    if (exponent != 0)
        out.mantissa |= ONE;
    else
        for (out.exponent = -149; out.mantissa != 0 && out.mantissa < ONE; out.exponent--)
            out.mantissa <<= 1;
    return out;
}

static bool is_no_number(uint32_t a)
{
    return (a & ~SIGN) > INFINITE;
}

/* Halves a number this many times; the lowest bit stays set if any set bit is lost. */
static uint64_t halved(uint64_t number, int32_t times)
{
    if (times > 63)
        return number != 0;
    return number >> times | ((number & ((UINT64_C(1) << times) - 1)) != 0);
}

/* The float nearest to number * 2^exponent. The lowest bit of the number may stand for all lower
 * ones. */
static uint32_t put_together(uint32_t sign, uint64_t number, int32_t exponent)
{
    uint32_t bits;

    if (number == 0)
        return sign;
    for (; number >> 62 == 0;
         exponent--) /* two bits above it, so that there are 39 below a mantissa */
        number <<= 1;
    if (number >> 63 != 0)
    {
        number = halved(number, 1);
        exponent++;
    }
    exponent += 39 + 150; /* the exponent of the mantissa in a float's bits */
    if (exponent > 254)
        return sign | INFINITE;
    if (exponent < 1)
    {
        number = halved(number, 1 - exponent);
        exponent = 0;
    }
    bits = (uint32_t)(number >> 39);
    if (exponent != 0)
        bits += (uint32_t)(exponent - 1) << 23;
    number &= (UINT64_C(1) << 39) - 1;
    if (number > UINT64_C(1) << 38 || (number == UINT64_C(1) << 38 && (bits & 1) != 0))
        bits++;
    return sign | bits;
}

uint32_t float_add(uint32_t a, uint32_t b)
{
    const uint32_t larger = (a & ~SIGN) >= (b & ~SIGN) ? a : b;
    const uint32_t smaller = (a & ~SIGN) >= (b & ~SIGN) ? b : a;
    const parts x = take_apart(larger);
    const parts y = take_apart(smaller);
    const uint64_t high = (uint64_t)x.mantissa << 36;
    const uint64_t low = halved((uint64_t)y.mantissa << 36, x.exponent - y.exponent);

    if (is_no_number(a) || is_no_number(b))
        return NO_NUMBER;
    if ((larger & ~SIGN) == INFINITE)
        return (smaller & ~SIGN) == INFINITE && a != b ? NO_NUMBER : larger;
    if ((a ^ b) & SIGN)
        return high == low ? (a == b ? a : 0)
                           : put_together(larger & SIGN, high - low, x.exponent - 36);
    return put_together(larger & SIGN, high + low, x.exponent - 36);
}

uint32_t float_multiply(uint32_t a, uint32_t b)
{
    const uint32_t sign = (a ^ b) & SIGN;
    const uint32_t left = a & ~SIGN;
    const uint32_t right = b & ~SIGN;
    const parts x = take_apart(left);
    const parts y = take_apart(right);

    if (left > INFINITE || right > INFINITE)
        return NO_NUMBER;
    if (left == INFINITE || right == INFINITE)
        return left == 0 || right == 0 ? NO_NUMBER : sign | INFINITE;
    return put_together(sign, (uint64_t)x.mantissa * y.mantissa, x.exponent + y.exponent);
}

uint32_t float_divide(uint32_t a, uint32_t b)
{
    const uint32_t sign = (a ^ b) & SIGN;
    const uint32_t left = a & ~SIGN;
    const uint32_t right = b & ~SIGN;
    const parts x = take_apart(left);
    const parts y = take_apart(right);
    uint64_t quotient = 0;
    uint64_t rest;

    if (left > INFINITE || right > INFINITE || (left == INFINITE && right == INFINITE) ||
        (left == 0 && right == 0))
        return NO_NUMBER;
    if (left == INFINITE || right == 0)
        return sign | INFINITE;
    if (left == 0 || right == INFINITE)
        return sign;
    rest = x.mantissa;
    for (int bit = 0; bit < 56; bit++) /* each adds a bit of the quotient */
    {
        quotient = quotient << 1 | (rest >= y.mantissa);
        if (rest >= y.mantissa)
            rest -= y.mantissa;
        rest <<= 1;
    }
    return put_together(sign, quotient << 1 | (rest != 0), x.exponent - y.exponent - 56);
}

int float_compare(uint32_t a, uint32_t b)
{
    if (is_no_number(a) || is_no_number(b))
        return 2;
    if (a == b || ((a | b) & ~SIGN) == 0)
        return 0;
    if ((a ^ b) & SIGN)
        return a & SIGN ? -1 : 1;
    return (a < b) == ((a & SIGN) == 0) ? -1 : 1;
}

uint32_t float_to_unsigned(uint32_t a)
{
    const parts x = take_apart(a);

    if ((a & ~SIGN) > INFINITE || (a & SIGN) || x.exponent > 8)
        return 0;
    if (x.exponent >= 0)
        return x.mantissa << x.exponent;
    return x.exponent < -31 ? 0 : x.mantissa >> -x.exponent;
}

int32_t float_to_int(uint32_t a)
{
    const uint32_t number = float_to_unsigned(a & ~SIGN);

    return a & SIGN ? (int32_t)-number : (int32_t)number;
}

uint32_t float_from_unsigned(uint32_t number)
{
    return put_together(0, number, 0);
}

uint32_t float_from_int(int32_t number)
{
    return number < 0 ? put_together(SIGN, -(uint32_t)number, 0)
                      : put_together(0, (uint32_t)number, 0);
}

uint64_t double_from_unsigned(uint32_t number)
{
    uint64_t mantissa = number;
    uint64_t exponent = 1023 + 52;

    if (number == 0)
        return 0;
    for (; mantissa >> 52 == 0; exponent--)
        mantissa <<= 1;
    return (exponent << 52) + (mantissa - (UINT64_C(1) << 52));
}

uint32_t double_to_unsigned(uint64_t a)
{
    const int32_t exponent = (int32_t)(a >> 52) - 1023;
    const uint64_t mantissa = (a & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;

    return exponent < 0 || exponent > 31 ? 0 : (uint32_t)(mantissa >> (52 - exponent));
}
