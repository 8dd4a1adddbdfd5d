/*
 * The initial bytes of newborns.
 */
#include "core.h"

trp_result trp_prototype(const trp_pool *pool, void *into, size_t size)
{
    trp_pool *self;
    const trp_actor none = {0, 0, 0, 0};

    if (!trp__has_pool(pool, TRP__TEXT("trp_prototype")))
        return TRP_ERR_NULL;
    self = pool->world->pools[pool->number];
    if (into == NULL)
        return trp__misuse(pool->world, self, NULL, TRP__TEXT("trp_prototype"), TRP_ERR_NULL,
                           TRP__TEXT("there is no struct to write to"));
    if (size != pool->desc.type.size)
        return trp__misuse(
            pool->world, self, NULL, TRP__TEXT("trp_prototype"), TRP_ERR_TYPE,
            TRP__TEXT("the struct to write to has another size than the pool's type. "
                      "Pass one of the type that TRP_TYPE named in the desc"));
    if (pool->prototype != NULL)
        memcpy(into, pool->prototype, size);
    else
        memset(into, 0, size);
    memcpy((unsigned char *)into + pool->desc.type.offset, &none, sizeof none);
    return TRP_OK;
}
