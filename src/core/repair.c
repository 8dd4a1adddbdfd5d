#include "core.h"

void trp__repair(trp_pool *pool, uint32_t slot, const char *call)
{
    trp_actor *actor = trp__node_at(pool, slot);

    if (pool->world->in_parts)
        return;
    actor->index = trp__handle_index(pool, slot);
    actor->stamp = trp__stamp(pool, trp__cell_of(pool, slot));
    actor->prev = TRP_NO_LINK;
    actor->next = TRP_NO_LINK;
    if (trp__is_listed(actor->stamp))
        trp__write_links(pool, slot);
    trp__misuse(
        pool->world, pool, actor, call, TRP_ERR_CORRUPT,
        pool->actors == NULL
            ? NULL
            : TRP__TEXT("the node was overwritten, or its memory was freed. Assign members, "
                        "never the whole struct; recycle an adopted actor before its memory "
                        "goes"));
}
