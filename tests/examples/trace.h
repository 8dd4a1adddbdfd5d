/**
 * @file trace.h Reads a recorded object list of a game: objects that were added, that expired, and
 * that each walk visited. The head of every trace file explains the format.
 */
#ifndef EXAMPLES_TRACE_H
#define EXAMPLES_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The highest id; the lowest is 1. */
#define TRACE_MAX_ID 1000000u

/** The type of a line: its first letter. */
typedef enum trace_letter {
    TRACE_END_OF_FILE = 0,
    TRACE_LEVEL = 'I',
    TRACE_ADD = '+',
    TRACE_EXPIRE = 'x',
    TRACE_WALK = 'T',
    TRACE_INSIDE = '@',
    TRACE_WALK_END = 'E'
} trace_letter;

/** The number of objects, and the 32-bit FNV-1a hash over their ids in order. */
typedef struct trace_sum {
    uint32_t count;
    uint32_t hash;
} trace_sum;

/** One line. `id` is set for + x @, the sums for T. */
typedef struct trace_event {
    trace_letter letter;
    uint32_t line;
    uint32_t id;
    trace_sum visited;
    trace_sum pruned;
} trace_event;

/**
 * A whole trace. The last event is TRACE_END_OF_FILE. If lines lie between T and E, the first is an
 * @, so that a reader need not look ahead.
 */
typedef struct trace_file {
    trace_event *events;
    size_t count;      /**< of the events, the last included */
    size_t room;       /**< private: events that fit */
    uint32_t walks;    /**< T lines */
    uint32_t added;    /**< + lines */
    uint32_t most;     /**< the most + lines in one level: this many can be alive at once */
    uint32_t level;    /**< private: + lines since the last I */
    uint32_t greatest; /**< the greatest id */
} trace_file;

/** The sum of no ids. */
trace_sum trace_sum_empty(void);

/** Adds an id to a sum. */
void trace_sum_add(trace_sum *sum, uint32_t id);

/** True if both parts of two sums are equal. */
bool trace_sum_equal(trace_sum a, trace_sum b);

/** Reads a file. False: it cannot be read or is malformed. A message with file and line is then
 * printed to stderr, and there is nothing to free. */
bool trace_read(trace_file *out, const char *path);

/** Frees the memory of trace_read(). */
void trace_free(trace_file *trace);

#endif
