/* The subjects of the C program, in a table. */
#include "subjects.h"

const subject *const bench_subjects[] = {
    &subject_array,  &subject_array_bare, &subject_scan, &subject_pointers, &subject_textbook,
    &subject_aged,   &subject_malloc,     &subject_each, &subject_pool,     &subject_update,
    &subject_roster, &subject_oldest,     NULL};

const subject *const bench_kinds_subjects[] = {&kinds_array, &kinds_textbook, &kinds_each,
                                               &kinds_update, NULL};
