/* The subjects of the program with troupe's spaces and the rivals written for this benchmark. */
#ifndef BENCH_SPACE_SUBJECTS_H
#define BENCH_SPACE_SUBJECTS_H

#include "space_cell.h"

extern const space_subject space_subject_brute, space_subject_sweep, space_subject_quadtree;
extern const space_subject space_subject_hand;
extern const space_subject space_subject_levels, space_subject_space_brute;

#endif
