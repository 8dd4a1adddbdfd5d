/*
 * Square roots of floats, to the last bit. Where the machine has none that needs no function from outside, they are made
 * of integers.
 */
#ifndef TROUPE_SRC_SPACE_ROOT_H
#define TROUPE_SRC_SPACE_ROOT_H

#include "../base/four.h"

/* Of a number that is 0 or more; infinity of infinity. */
float trp__root_by_integers(float square);

TRP__INLINE float trp__root(float square)
{
#if defined(TRP__ROOT)
    return TRP__ROOT(square);
#else
    return trp__root_by_integers(square);
#endif
}

#endif
