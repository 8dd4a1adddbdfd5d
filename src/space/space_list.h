/*
 * List order, as far as spaces need it.
 */
#ifndef TROUPE_SRC_SPACE_LIST_H
#define TROUPE_SRC_SPACE_LIST_H

#include "../core/ages.h"
#include "space_search.h"

/* space_list.c */
/* The next active member in an age-ordered segment; TRP__NONE at the end. */
uint32_t trp__list_next(const trp_space *space, trp__position *position, const trp_pool *segment);
/* Puts members in list order, without sleepers of age orders. Returns the number of the remaining
 * ones. */
uint32_t trp__list_order(trp_space *space, uint32_t *members, uint32_t count);

/* Whether a member, of this pool, is in the list. In memory order the slot is its rank. */
TRP__INLINE bool trp__list_has(const trp_space *space, const trp_pool *pool, uint32_t member)
{
    if (trp__in_memory_order(pool))
        return trp__is_active(trp__stamp_at(pool, space->rank[member]));
    return trp__is_active(trp__stamp_of(pool, space->actor[member]));
}

#endif
