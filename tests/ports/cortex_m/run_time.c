/*
 * The functions that compilers call, as in libgcc and libc, so that the tests need no toolchain for
 * ARM except clang and lld. The names are those of ARM's EABI.
 */
#include "floats.h"

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    unsigned char *out = to;
    const unsigned char *in = from;

    while (bytes-- > 0)
        *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    unsigned char *out = to;

    while (bytes-- > 0)
        *out++ = (unsigned char)value;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *out = to;
    const unsigned char *in = from;

    if (out < in)
        return memcpy(to, from, bytes);
    while (bytes-- > 0)
        out[bytes] = in[bytes];
    return to;
}

#define SAME(name, of) extern __typeof__(of) name __attribute__((alias(#of)))

SAME(__aeabi_memcpy, memcpy);
SAME(__aeabi_memcpy4, memcpy);
SAME(__aeabi_memcpy8, memcpy);
SAME(__aeabi_memmove, memmove);
SAME(__aeabi_memmove4, memmove);
SAME(__aeabi_memmove8, memmove);

void __aeabi_memset(void *to, size_t bytes, int value)
{
    memset(to, value, bytes);
}

void __aeabi_memclr(void *to, size_t bytes)
{
    memset(to, 0, bytes);
}

SAME(__aeabi_memset4, __aeabi_memset);
SAME(__aeabi_memset8, __aeabi_memset);
SAME(__aeabi_memclr4, __aeabi_memclr);
SAME(__aeabi_memclr8, __aeabi_memclr);

/* Integers */

uint64_t run_time_divide_long(uint64_t number, uint64_t by, uint64_t *rest)
{
    uint64_t quotient = 0;

    *rest = 0;
    for (int bit = 63; bit >= 0; bit--)
    {
        *rest = *rest << 1 | (number >> bit & 1);
        quotient <<= 1;
        if (*rest >= by)
        {
            *rest -= by;
            quotient |= 1;
        }
    }
    return quotient;
}

#if !defined(__ARM_FEATURE_IDIV)
/* The quotient in the lower half, the remainder in the upper one: they are returned in two
 * registers. */
uint64_t __aeabi_uidivmod(uint32_t number, uint32_t by)
{
    uint32_t quotient = 0;
    uint32_t rest = 0;

    for (int bit = 31; bit >= 0; bit--)
    {
        const uint32_t out = rest >> 31;
        rest = rest << 1 | (number >> bit & 1);
        quotient <<= 1;
        if (out != 0 || rest >= by)
        {
            rest -= by;
            quotient |= 1;
        }
    }
    return (uint64_t)rest << 32 | quotient;
}

uint32_t __aeabi_uidiv(uint32_t number, uint32_t by)
{
    return (uint32_t)__aeabi_uidivmod(number, by);
}

uint64_t __aeabi_idivmod(int32_t number, int32_t by)
{
    const uint64_t both = __aeabi_uidivmod(number < 0 ? -(uint32_t)number : (uint32_t)number,
                                           by < 0 ? -(uint32_t)by : (uint32_t)by);
    const uint32_t quotient = (number ^ by) < 0 ? -(uint32_t)both : (uint32_t)both;
    const uint32_t rest = number < 0 ? -(uint32_t)(both >> 32) : (uint32_t)(both >> 32);

    return (uint64_t)rest << 32 | quotient;
}

int32_t __aeabi_idiv(int32_t number, int32_t by)
{
    return (int32_t)(uint32_t)__aeabi_idivmod(number, by);
}

static uint64_t multiply(uint32_t a, uint32_t b)
{
    const uint32_t low = (a & 0xFFFF) * (b & 0xFFFF);
    const uint32_t cross = (a >> 16) * (b & 0xFFFF) + (low >> 16);
    const uint32_t other = (a & 0xFFFF) * (b >> 16) + (cross & 0xFFFF);
    const uint32_t high = (a >> 16) * (b >> 16) + (cross >> 16) + (other >> 16);

    return (uint64_t)high << 32 | (uint64_t)(other << 16 | (low & 0xFFFF));
}

uint64_t __aeabi_lmul(uint64_t a, uint64_t b)
{
    const uint32_t high = (uint32_t)a * (uint32_t)(b >> 32) + (uint32_t)(a >> 32) * (uint32_t)b;

    return multiply((uint32_t)a, (uint32_t)b) + ((uint64_t)high << 32);
}

uint64_t __aeabi_llsl(uint64_t number, int by)
{
    const uint32_t low = (uint32_t)number;
    const uint32_t high = (uint32_t)(number >> 32);

    if (by == 0)
        return number;
    if (by >= 32)
        return (uint64_t)(low << (by - 32)) << 32;
    return (uint64_t)(high << by | low >> (32 - by)) << 32 | (uint64_t)(low << by);
}

uint64_t __aeabi_llsr(uint64_t number, int by)
{
    const uint32_t low = (uint32_t)number;
    const uint32_t high = (uint32_t)(number >> 32);

    if (by == 0)
        return number;
    if (by >= 32)
        return high >> (by - 32);
    return (uint64_t)(high >> by) << 32 | (uint64_t)(low >> by | high << (32 - by));
}
#endif

/* Floats */

static uint32_t bits_of(float number)
{
    return ((union {
               float number;
               uint32_t bits;
           }){number})
        .bits;
}

static float number_of(uint32_t bits)
{
    return ((union {
               uint32_t bits;
               float number;
           }){bits})
        .number;
}

float __aeabi_fadd(float a, float b)
{
    return number_of(float_add(bits_of(a), bits_of(b)));
}

float __aeabi_fsub(float a, float b)
{
    return number_of(float_add(bits_of(a), bits_of(b) ^ 0x80000000u));
}

float __aeabi_fmul(float a, float b)
{
    return number_of(float_multiply(bits_of(a), bits_of(b)));
}

float __aeabi_fdiv(float a, float b)
{
    return number_of(float_divide(bits_of(a), bits_of(b)));
}

int __aeabi_fcmpeq(float a, float b)
{
    return float_compare(bits_of(a), bits_of(b)) == 0;
}

int __aeabi_fcmplt(float a, float b)
{
    return float_compare(bits_of(a), bits_of(b)) == -1;
}

int __aeabi_fcmple(float a, float b)
{
    return float_compare(bits_of(a), bits_of(b)) <= 0;
}

int __aeabi_fcmpge(float a, float b)
{
    const int order = float_compare(bits_of(a), bits_of(b));
    return order == 0 || order == 1;
}

int __aeabi_fcmpgt(float a, float b)
{
    return float_compare(bits_of(a), bits_of(b)) == 1;
}

int __aeabi_fcmpun(float a, float b)
{
    return float_compare(bits_of(a), bits_of(b)) == 2;
}

int32_t __aeabi_f2iz(float a)
{
    return float_to_int(bits_of(a));
}

uint32_t __aeabi_f2uiz(float a)
{
    return float_to_unsigned(bits_of(a));
}

float __aeabi_i2f(int32_t number)
{
    return number_of(float_from_int(number));
}

float __aeabi_ui2f(uint32_t number)
{
    return number_of(float_from_unsigned(number));
}

double __aeabi_ui2d(uint32_t number)
{
    return ((union {
               uint64_t bits;
               double number;
           }){double_from_unsigned(number)})
        .number;
}

uint32_t __aeabi_d2uiz(double number)
{
    return double_to_unsigned(((union {
                                  double number;
                                  uint64_t bits;
                              }){number})
                                  .bits);
}
