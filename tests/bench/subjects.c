/* The subjects of the C program, in a table. */
#include "subjects.h"

const subject *const bench_subjects[] = {
    &subject_array, &subject_array_bare, &subject_scan, &subject_pointers, &subject_textbook,
    &subject_aged,  &subject_malloc,     &subject_each, &subject_pool,     &subject_update,
    &subject_group, &subject_oldest,     NULL};

const subject *const bench_kinds_subjects[] = {&kinds_array, &kinds_textbook, &kinds_each,
                                               &kinds_update, NULL};

const subject *const bench_spans_subjects[] = {&subject_array, &spans_single, &spans_many, NULL};

const subject *const bench_layers_subjects[] = {
    &subject_array, &layers1,      &layers8,       &layers64,     &pools64,
    &layers1_each,  &layers8_each, &layers64_each, &pools64_each, NULL};
