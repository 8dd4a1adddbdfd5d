/**
 * @file trace.h
 * What passes between the model and the library: calls with what they must answer, and what must happen meanwhile.
 *
 * The model makes each call first, alone. Where the library would call back, the model decides, from the bytes of the
 * input, which further calls the callback makes, and makes them. All that is written down: the calls with their answers,
 * and in between the callbacks, in order. Then the library makes the same calls, and must do exactly what is written.
 */
#ifndef TROUPE_TESTS_FUZZ_TRACE_H
#define TROUPE_TESTS_FUZZ_TRACE_H

#include "../rules/calls.h"

typedef struct trace
{
    record *records;
    uint32_t count;
    uint32_t room;
    operation *operations;
    uint32_t operation_count;
    uint32_t operation_room;
} trace;

extern trace the_trace;

void trace_clear(void);
/** Writes a call down; which operation it is. */
uint32_t trace_begin(const operation *op);
void trace_end(uint32_t number);

/** Prints what was written down from this record on, up to another. */
void trace_print(uint32_t from, uint32_t to);
const char *call_name(unsigned code);

#endif
