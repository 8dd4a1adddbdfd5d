/*
 * A part of a parallel pool, as its update sees it: what was wrong, and the walk.
 */
#include "parallel.h"

/* Misuse */

trp_result trp__part_misuse(trp_part *part, const trp_actor *actor, const char *call,
                            trp_result result, const char *detail)
{
    if (part->wrong == TRP_OK) {
        part->wrong = result;
        part->call = call;
        part->detail = detail;
        part->of = actor;
    }
    return result;
}

trp_result trp__part_check(trp_part *part, const char *call)
{
    if (part == NULL)
        return TRP_ERR_NULL;
    if (part->is_open)
        return TRP_OK;
    return trp__misuse(part->pool->world, part->pool, NULL, call, TRP_BUSY,
                       TRP__TEXT("the update of the part has returned"));
}

/* The walk in a part */

bool trp__part_begin(trp_part *part, size_t size, size_t offset)
{
    const char *call = TRP__TEXT("trp_part_each");

    if (trp__part_check(part, call) != TRP_OK)
        return false;
    if (size == part->pool->desc.type.size && offset == part->pool->desc.type.offset)
        return true;
    trp__part_misuse(part, NULL, call, TRP_ERR_TYPE, NULL);
    return false;
}

trp__run trp__part_run(const trp_part *part, uint32_t next)
{
    const trp__slots run = trp__run_from(part->pool, next);
    const uint32_t slot = run.next - run.count;
    trp__run out = {NULL, 0};

    if (run.count == 0 || slot >= part->end)
        return out;
    out.first = run.first;
    if (run.next <= part->end)
        out.rest = (uint64_t)run.next << 32 | run.count;
    else
        out.rest = (uint64_t)part->end << 32 | (part->end - slot);
    return out;
}
