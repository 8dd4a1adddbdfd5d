/*
 * The update of a parallel pool: divide, update all parts, report, execute commands.
 */
#include "parallel.h"

/* Another order of parts for a synctest: from the last to the first, possibly with swapped pairs,
 * starting anywhere. */
static uint32_t parallel_update_disordered(const trp__parallel *parallel, uint32_t number)
{
    const uint32_t count = parallel->count;
    const uint32_t shift = parallel->disorder >> 1 & TRP__MOST_SHIFT;

    number = count - 1 - number;
    if ((parallel->disorder & 1) != 0 && (number ^ 1) < count)
        number ^= 1;
    number += shift < count ? shift : 0;
    return number < count ? number : number - count;
}

static void parallel_update_run_part(uint32_t number, void *task)
{
    const trp__parallel *parallel = (const trp__parallel *)task;
    trp_part *part;

    if (number >= parallel->count)
        return;
    part = trp__part_numbered(
        parallel, parallel->disorder != 0 ? parallel_update_disordered(parallel, number) : number);
    part->runs++;
    if (part->runs > 1)
        return; /* reported later */
    part->is_open = true;
    parallel->update(part, parallel->tick);
    part->is_open = false;
}

/* Divides the pool for this tick: as many parts as have listed actors. */
static void parallel_update_begin_parts(trp__parallel *parallel, const trp_context *in)
{
    const trp_pool *pool = parallel->pool;
    const uint32_t limit = trp__limit_now(pool->world);
    uint32_t slots = pool->state.top;
    uint32_t count = 0;

    for (; slots > 0; count++) {
        trp_part *part = trp__part_numbered(parallel, count);
        part->limit = limit;
        part->used_bytes = 0;
        part->commands = 0;
        part->refused = 0;
        part->runs = 0;
        part->wrong = TRP_OK;
        slots -= slots < parallel->slots_per_part ? slots : parallel->slots_per_part;
    }
    parallel->count = count;
    parallel->tick = in;
    parallel->facts.parts = count;
    parallel->facts.part_bytes = parallel->part_bytes;
}

static void parallel_update_run_in_order(trp__parallel *parallel)
{
    for (uint32_t number = 0; number < parallel->count; number++)
        parallel_update_run_part(number, parallel);
}

/* A parallel_for that left parts out has not done its work, so the tick updates them. False: it
 * failed to do its work. */
static bool parallel_update_run_missing(trp__parallel *parallel)
{
    bool is_right = true;

    for (uint32_t number = 0; number < parallel->count; number++) {
        const uint32_t runs = trp__part_numbered(parallel, number)->runs;
        is_right &= runs == 1;
    }
    if (is_right)
        return true;
    parallel->disorder = 0;
    for (uint32_t number = 0; number < parallel->count; number++)
        if (trp__part_numbered(parallel, number)->runs == 0)
            parallel_update_run_part(number, parallel);
    return false;
}

static void parallel_update_end_part(trp__parallel *parallel, const trp_part *part)
{
    trp_parallel_facts *facts = &parallel->facts;

    facts->commands += part->commands;
    facts->refused += part->refused;
    if (part->used_bytes > facts->most_bytes)
        facts->most_bytes = part->used_bytes;
    if (part->wrong != TRP_OK)
        trp__misuse(parallel->pool->world, parallel->pool, part->of, part->call, part->wrong,
                    part->detail);
}

/* Reports what the parts did wrong. */
static void parallel_update_report(trp__parallel *parallel, bool is_right)
{
    trp_world *world = parallel->pool->world;
    const char *call = world->refused;

    world->refused = NULL;
    if (!is_right)
        trp__misuse(
            world, parallel->pool, NULL, TRP__TEXT("parallel_for"), TRP_ERR_VALUE,
            TRP__TEXT("the parallel_for of the desc has not called run once for each part"));
    if (call != NULL)
        trp__misuse(world, parallel->pool, NULL, call, TRP_BUSY,
                    TRP__TEXT("a part called it, where only reading calls work, and commands such "
                              "as trp_part_end"));
    for (uint32_t number = 0; number < parallel->count; number++)
        parallel_update_end_part(parallel, trp__part_numbered(parallel, number));
}

void trp__update_parts(trp_pool *pool, const trp_context *in)
{
    trp__parallel *parallel = pool->parallel;
    trp_world *world = pool->world;
    bool is_right;

    parallel_update_begin_parts(parallel, in);
    world->drawing = true;
    world->in_parts = true;
    if (parallel->parallel_for != NULL && parallel->count > 1)
        parallel->parallel_for(parallel->count, parallel_update_run_part, parallel,
                               parallel->context);
    else
        parallel_update_run_in_order(parallel);
    is_right = parallel_update_run_missing(parallel);
    world->in_parts = false;
    world->drawing = false;
    parallel_update_report(parallel, is_right);
    for (uint32_t number = 0; number < parallel->count; number++)
        trp__play_commands(trp__part_numbered(parallel, number));
}
