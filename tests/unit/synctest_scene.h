/**
 * @file synctest_scene.h A synctest with memory, which notes the differences that it tells.
 */
#ifndef TROUPE_TESTS_SYNCTEST_SCENE_H
#define TROUPE_TESTS_SYNCTEST_SCENE_H

#include "stage.h"

enum { SYNCTEST_BYTES = STAGE_HEAP_BYTES < 16u * 1024u * 1024u ? 1 << 16 : 1 << 20 };

extern trp_synctest synctest;
extern unsigned char synctest_memory[SYNCTEST_BYTES];
/** The number of differences that were told, and the first one. */
extern unsigned synctest_tellings;
extern char synctest_line[240];

/** Begins a test, which must succeed. Without memory in the desc it has that above. */
void synctest_begin(trp_world *world, trp_synctest_desc desc);
/** So many steps, as long as they succeed. */
trp_result synctest_run(unsigned steps);
/** So many steps, which find nothing; then the test ends. */
void synctest_pass(unsigned steps);

#endif
