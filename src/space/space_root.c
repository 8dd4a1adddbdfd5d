#include "space_root.h"

/* The mantissa of a root is the root of the mantissa, with 23 more digits, and possibly one more to
 * make the exponent even. Digit by digit, as on paper. */
float trp__root_by_integers(float square)
{
    uint32_t bits;
    int32_t exponent;
    uint64_t rest;
    uint64_t root = 0;
    float out;

    memcpy(&bits, &square, sizeof bits);
    exponent = (int32_t)(bits >> 23);
    if (bits == 0 || exponent == 255)
        return square;
    rest = bits & 0x7FFFFFu;
    if (exponent == 0)
        for (exponent = 1; rest < 0x800000u; exponent--)
            rest *= 2;
    else
        rest |= 0x800000u;
    exponent -= 127;
    rest <<= (exponent & 1) != 0 ? 24 : 23;
    for (uint64_t digit = (uint64_t)1 << 46; digit != 0; digit >>= 2)
    {
        if (rest >= root + digit)
        {
            rest -= root + digit;
            root = (root >> 1) + digit;
        }
        else
            root >>= 1;
    }
    root += rest > root; /* to nearest; a tie is impossible */
    exponent = (exponent - (exponent & 1)) / 2 + 127;
    bits = ((uint32_t)exponent << 23) + ((uint32_t)root - 0x800000u);
    memcpy(&out, &bits, sizeof out);
    return out;
}
