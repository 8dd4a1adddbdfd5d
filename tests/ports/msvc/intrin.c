/* The intrinsics as plain functions, so that the branches for MSVC can run elsewhere. */
#include "intrin.h"

unsigned char _BitScanForward64(unsigned long *index, unsigned long long mask)
{
    for (*index = 0; *index < 63 && (mask >> *index & 1) == 0;)
        ++*index;
    return mask != 0;
}

void *_InterlockedCompareExchangePointer(void *volatile *place, void *value, void *expected)
{
    void *before = *place;

    if (before == expected)
        *place = value;
    return before;
}

unsigned char _BitScanReverse64(unsigned long *index, unsigned long long mask)
{
    for (*index = 63; *index > 0 && (mask >> *index & 1) == 0;)
        --*index;
    return mask != 0;
}
