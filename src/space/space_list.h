/*
 * List order, as spaces need it.
 */
#ifndef TROUPE_SRC_SPACE_LIST_H
#define TROUPE_SRC_SPACE_LIST_H

#include "space_search.h"

/* space_list.c */
/* The segment after this one in list order, or the first: NULL. NULL: there is none. */
const trp_pool *trp__list_next_segment(const trp_world *world, const trp_pool *segment);
/* The member that a link of an age-ordered segment is, or TRP__NONE. */
uint32_t trp__list_member_at(const trp_space *space, const trp_link *link);
/* Puts members in list order, without what is asleep in an age order. How many are left. */
uint32_t trp__list_order(trp_space *space, uint32_t *members, uint32_t count);

#endif
