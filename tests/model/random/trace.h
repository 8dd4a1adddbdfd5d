/**
 * @file trace.h The records that the model passes to the library's side: calls with their expected
 * results, and the expected events during them.
 *
 * The model makes each call first, alone. Where the library would call back, the bytes of the input
 * determine which further calls the callback makes, and the model makes them. All of this is
 * recorded: the calls with their results, and the callbacks between them, in order. Then the
 * library makes the same calls, and must produce exactly the recorded events.
 */
#ifndef TROUPE_TESTS_FUZZ_TRACE_H
#define TROUPE_TESTS_FUZZ_TRACE_H

#include "../rules/calls.h"

typedef struct trace {
    record *records;
    uint32_t count;
    uint32_t room;
    operation *operations;
    uint32_t operation_count;
    uint32_t operation_room;
} trace;

extern trace the_trace;

void trace_clear(void);
/** Records a call; returns its number. */
uint32_t trace_begin(const operation *op);
void trace_end(uint32_t number);

/** Prints the records from this one up to another. */
void trace_print(uint32_t from, uint32_t to);
const char *call_name(unsigned code);

#endif
