#include "trace.h"

#include "../rules/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

trace the_trace;

void trace_clear(void)
{
    the_trace.count = 0;
    the_trace.operation_count = 0;
}

static void *larger(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return memory;
}

record *driver_record(record_kind kind)
{
    record *added;

    if (the_trace.count == the_trace.room) {
        the_trace.room = the_trace.room != 0 ? 2 * the_trace.room : 4096;
        the_trace.records = larger(the_trace.records, the_trace.room * sizeof(record));
    }
    added = &the_trace.records[the_trace.count++];
    memset(added, 0, sizeof *added);
    added->kind = (uint8_t)kind;
    return added;
}

uint32_t trace_begin(const operation *op)
{
    const uint32_t number = the_trace.operation_count++;

    if (number == the_trace.operation_room) {
        the_trace.operation_room =
            the_trace.operation_room != 0 ? 2 * the_trace.operation_room : 256;
        the_trace.operations =
            larger(the_trace.operations, the_trace.operation_room * sizeof(operation));
    }
    the_trace.operations[number] = *op;
    driver_record(RECORD_CALL)->extra = number;
    return number;
}

void trace_end(uint32_t number)
{
    the_trace.operations[number].end = the_trace.count;
}

/* As text */

#define CALL_NAME(name, weight, plan) #name,
const char *call_name(unsigned code)
{
    static const char *const names[] = {CALLS(CALL_NAME)};

    return code < CALL_CODES ? names[code] : "the end of the world";
}

static void print_target(target to)
{
    static const char *const kinds[] = {"NULL",      "slot",          "guest",
                                        "inside of", "misaligned in", "foreign"};

    fprintf(stderr, "%s", kinds[to.kind]);
    if (to.kind == TO_SLOT || to.kind == TO_INSIDE || to.kind == TO_MISALIGNED)
        fprintf(stderr, " %u.%u.%u", to.world, to.pool, to.slot);
    else if (to.kind != TO_NULL)
        fprintf(stderr, " %u.%u", to.world, to.slot);
}

static void print_call(const operation *op)
{
    fprintf(stderr, "%s(world %u, pool %u, noun %u, mode %u, flag %d, ", call_name(op->code),
            op->world, op->pool, op->noun, op->mode, op->flag);
    print_target(op->a);
    fprintf(stderr, ", ");
    print_target(op->b);
    fprintf(stderr, ", n %#x, m %#x, handle %#x:%u) = ", op->n, op->m, op->handle.index,
            op->handle.generation);
    if (op->is_actor)
        print_target(op->actor);
    else
        fprintf(stderr, "%u", op->result);
    if (op->last < CALL_CODES)
        fprintf(stderr, ", last result %s", trp_result_name((trp_result)op->last));
    fprintf(stderr, "\n");
}

static void print_record(const record *at, int depth)
{
    static const char *const hooks[] = {"on_create", "on_end",  "update",  "update_pool",
                                        "draw",      "visit",   "watcher", "on_added",
                                        "pair",      "contact", "on_due",  "play"};

    for (int i = 0; i < depth; i++)
        fprintf(stderr, "    ");
    if (at->kind == RECORD_CALL)
        print_call(&the_trace.operations[at->extra]);
    else if (at->kind == RECORD_MISUSE)
        fprintf(stderr, "misuse: %s, pool %u\n", trp_result_name((trp_result)at->extra),
                at->actor.pool);
    else if (at->kind == RECORD_END)
        fprintf(stderr, "}\n");
    else {
        fprintf(stderr, "%s(", hooks[at->hook]);
        print_target(at->actor);
        fprintf(stderr, ", ");
        print_target(at->other);
        fprintf(stderr, ", %#x, %u) {%s\n", at->extra, at->more,
                at->kind == RECORD_BEGIN ? "" : " in any order }");
    }
}

void trace_print(uint32_t from, uint32_t to)
{
    int depth = 0;

    for (uint32_t i = from; i < to; i++) {
        const record *at = &the_trace.records[i];
        depth -= at->kind == RECORD_END;
        print_record(at, depth);
        depth += at->kind == RECORD_BEGIN;
    }
}
