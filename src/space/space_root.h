/*
 * Square roots of floats, exactly rounded. If the machine has no square root that needs no external
 * function, they are computed with integers.
 */
#ifndef TROUPE_SRC_SPACE_ROOT_H
#define TROUPE_SRC_SPACE_ROOT_H

#include "../base/four.h"

/* The square root of a number that is 0 or more; that of infinity is infinity. */
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
