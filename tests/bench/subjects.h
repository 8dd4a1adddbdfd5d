/* Declarations shared by the C subjects: the slots, and the subjects for the table. */
#ifndef BENCH_SUBJECTS_H
#define BENCH_SUBJECTS_H

#include "cell.h"

#include <troupe/troupe.h>

/* The struct of a game that uses the library; `array` stores exactly this as well. */
typedef struct bullet {
    trp_actor actor;
    body body;
} bullet;

/* Bytes of the library's node, for subjects that store other data there. */
#define NODE_WORDS (sizeof(trp_actor) / sizeof(void *))

extern const subject subject_array, subject_array_bare;
extern const subject subject_scan, subject_pointers;
extern const subject subject_textbook, subject_malloc, subject_aged;
extern const subject subject_each, subject_pool, subject_update;
extern const subject subject_group, subject_oldest;

extern const subject kinds_array, kinds_textbook, kinds_each, kinds_update;

extern const subject spans_single, spans_many;

extern const subject layers1, layers8, layers64, pools64;
extern const subject layers1_each, layers8_each, layers64_each, pools64_each;

/* troupe.c: runs one frame of all bullets of a pool by trp_each(). Returns the number of recycled
 * bullets. */
uint32_t bullets_step(trp_world *world, const trp_pool *pool, float dt);

#endif
