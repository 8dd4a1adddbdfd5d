/* The part of MSVC's intrin.h that src/base/compiler.h uses, for compilers that replace MSVC. */
#ifndef TROUPE_TESTS_MSVC_INTRIN_H
#define TROUPE_TESTS_MSVC_INTRIN_H

unsigned char _BitScanForward64(unsigned long *index, unsigned long long mask);
unsigned char _BitScanReverse64(unsigned long *index, unsigned long long mask);
void *_InterlockedCompareExchangePointer(void *volatile *place, void *value, void *expected);

#endif
