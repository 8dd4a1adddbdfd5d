/* `array` and `array_bare`: dense arrays with swap-remove, the reference for all others. Pointers
 * to their elements cannot be kept. */
#include "subjects.h"

typedef struct bare {
    body body;
} bare;

#define DENSE_NAME array
#define DENSE_SLOT bullet
#include "dense.h"
#undef DENSE_NAME
#undef DENSE_SLOT

#define DENSE_NAME array_bare
#define DENSE_SLOT bare
#include "dense.h"

const subject subject_array = {"array", array_open, array_frame, array_exchange, array_count};
const subject subject_array_bare = {"array_bare", array_bare_open, array_bare_frame,
                                    array_bare_exchange, array_bare_count};
