/* The table of the program with troupe's spaces and the rivals written for this benchmark. */
#include "space_subjects.h"

const space_subject *const space_subjects[] = {&space_subject_levels,
                                               &space_subject_space_brute,
                                               &space_subject_brute,
                                               &space_subject_sweep,
                                               &space_subject_quadtree,
                                               &space_subject_hand,
                                               NULL};
