/* What src/base/compiler.h uses of MSVC's intrin.h, for other compilers that play MSVC. */
#ifndef TROUPE_TESTS_MSVC_INTRIN_H
#define TROUPE_TESTS_MSVC_INTRIN_H

unsigned char _BitScanForward64(unsigned long *index, unsigned long long mask);
unsigned char _BitScanReverse64(unsigned long *index, unsigned long long mask);
void *_InterlockedCompareExchangePointer(void *volatile *place, void *value, void *expected);

#endif
