/*
 * Nonzero bytes of live actors that no field describes: a member was forgotten in the table.
 */
#include "../base/text.h"
#include "fields.h"

#if TRP__DEBUGS

/* "4 bytes at offset 24 are in no field". The gap is the one around the byte `at`. */
static void stray_report(trp_pool *pool, uint32_t slot, size_t at, const char *call)
{
    char detail[240];
    trp_gap gap = {0, 0};

    while (gap.first + gap.count <= at && trp__next_gap(pool->desc.fields, pool->node, &gap))
        continue;
    trp__misuse(pool->world, pool, trp__node_at(pool, slot), call, TRP_ERR_VALUE,
                TRP__WORDS(detail, sizeof detail,
                           "%u byte%s at offset %u of '%s' are in no field, and not zero. Add the "
                           "member that was forgotten to the table, as TRP_FIELD_IGNORED if it is "
                           "no part of the state; zero padding",
                           (uint32_t)gap.count, gap.count == 1 ? "" : "s", (uint32_t)gap.first,
                           pool->desc.fields->name));
}

void trp__look_for_stray_bytes(const trp_world *world, const char *call)
{
    for (uint32_t i = 0; i < world->pool_count; i++) {
        trp_pool *pool = world->pools[i];
        size_t at = 0;
        /* what only the node's alignment adds at the end may be anything */
        const uint32_t slot = pool->has_strayed || pool->desc.transient
                                  ? TRP_NO_SLOT
                                  : trp__pool_stray(pool, TRP__NODE_ALIGNMENT, &at);
        if (slot == TRP_NO_SLOT)
            continue;
        pool->has_strayed = true;
        stray_report(pool, slot, at, call);
    }
}

#endif
