/*
 * Which pools take the fast paths of fast_path.h and fast_ages.h.
 */
#include "core.h"

/* Whether births and deaths have no further effects: there is no hook, watcher, record or
 * quarantine. */
static bool plain_has_lives(const trp_pool *pool)
{
    const trp_pool_desc *desc = &pool->desc;

    return desc->on_create == NULL && desc->on_end == NULL && pool->quarantine == NULL &&
           !trp__hears(pool, TRP_EVENT_CREATED | TRP_EVENT_RECYCLED) && !trp__is_recorded(pool);
}

bool trp__notifies_none(const trp_pool *pool)
{
    return trp__in_memory_order(pool) && pool->state.grown == 0 && pool->prototype == NULL &&
           plain_has_lives(pool);
}

void trp__update_plain(trp_pool *pool)
{
    pool->is_plain = trp__notifies_none(pool);
    pool->has_plain_ages = !trp__in_memory_order(pool) && plain_has_lives(pool);
}
