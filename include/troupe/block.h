/**
 * @file block.h
 * The caller's blocks: memory that a program passes to the library. Usually a block is a static
 * array whose size is one of the constant expressions TRP_*_BYTES. The library keeps its state
 * there and allocates nothing.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_WORLD_BYTES];
 *     trp_world *world = trp_world_init(memory, sizeof memory, NULL);
 */
#ifndef TROUPE_BLOCK_H
#define TROUPE_BLOCK_H

#include <stddef.h>

/** Required alignment of a caller's block, in bytes. */
#define TRP_ALIGNMENT 8

/** private: a / b, rounded up; part of the constant expressions */
#define TRP__CEIL(a, b) (((size_t)(a) + (b)-1) / (b))
/** private: bits of a machine word */
#define TRP__BITS (8 * sizeof(void *))
/** private: bitmap cells of one level above n bits, and of all the levels */
#define TRP__CELLS1(n) TRP__CEIL(n, TRP__BITS)
#define TRP__CELLS2(n) TRP__CELLS1(TRP__CELLS1(n))
#define TRP__CELLS3(n) TRP__CELLS1(TRP__CELLS2(n))
#define TRP__CELLS4(n) TRP__CELLS1(TRP__CELLS3(n))
#define TRP__CELLS5(n) TRP__CELLS1(TRP__CELLS4(n))
#define TRP__CELLS(n)                                                                              \
    (TRP__CELLS1(n) + TRP__CELLS2(n) + TRP__CELLS3(n) + TRP__CELLS4(n) + TRP__CELLS5(n))

#endif
