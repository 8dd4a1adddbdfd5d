/*
 * The basic operations on links. They access only links.
 *
 * The comments that begin with an @ are contracts in ACSL. With `make prove` Frama-C proves that
 * the code fulfils them for any list: see tests/tools/prove.
 */
#ifndef TROUPE_SRC_LINK_H
#define TROUPE_SRC_LINK_H

#include "../../include/troupe/list.h"

/*@
  // The pointers of both neighbours agree with its own.
  predicate wired(trp_link *link) =
    \valid(link) && \valid(link->next) && \valid(link->prev) &&
    link->next->prev == link && link->prev->next == link;

  // Structs of one type are the same one, or have no byte in common.
  predicate same_or_apart(trp_link *a, trp_link *b) = a == b || \separated(a, b);
*/

/*@
  requires \valid(prev) && \valid(link) && \valid(next);
  requires same_or_apart(prev, next) && \separated(link, prev) && \separated(link, next);
  assigns link->prev, link->next, next->prev, prev->next;
  ensures link->prev == prev && link->next == next && next->prev == link && prev->next == link;
*/
/* Puts `link`, which is in no list, between two neighbours. */
static inline void trp__link_between(trp_link *prev, trp_link *link, trp_link *next)
{
    link->prev = prev;
    link->next = next;
    next->prev = link;
    prev->next = link;
}

/*@
  requires \valid(at) && \valid(link) && \valid(at->next);
  requires same_or_apart(at, at->next) && \separated(link, at) && \separated(link, at->next);
  assigns link->prev, link->next, at->next->prev, at->next;
  ensures link->prev == at && link->next == \old(at->next);
  ensures \old(at->next)->prev == link && at->next == link;
*/
/* Puts `link`, which is in no list, after `at`, which is in one. */
static inline void trp__link_after(trp_link *at, trp_link *link)
{
    trp__link_between(at, link, at->next);
}

/*@
  requires wired(link);
  requires same_or_apart(link->prev, link->next);
  requires \separated(link, link->prev) && \separated(link, link->next);
  assigns link->prev->next, link->next->prev, link->prev;
  ensures \old(link->prev)->next == link->next && link->next->prev == \old(link->prev);
  ensures link->prev == \null && link->next == \old(link->next);
*/
/* Removes a link. Its `next` stays, so that a walk can continue from it. */
static inline void trp__unlink(trp_link *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
    link->prev = NULL;
}

#endif
