/*
 * The operations on links that everything else is made of. They look at nothing but links.
 */
#ifndef TROUPE_SRC_LINK_H
#define TROUPE_SRC_LINK_H

#include "../include/troupe/list.h"

/* Puts `link`, which is in no list, between two neighbours. */
static inline void trp__link_between(trp_link *prev, trp_link *link, trp_link *next)
{
    link->prev = prev;
    link->next = next;
    next->prev = link;
    prev->next = link;
}

/* Puts `link`, which is in no list, behind `at`, which is in one. */
static inline void trp__link_after(trp_link *at, trp_link *link)
{
    trp__link_between(at, link, at->next);
}

/* Takes a link out. Its `next` stays, so that whoever stands at it can step off. */
static inline void trp__unlink(trp_link *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
    link->prev = NULL;
}

/* Moves the links first to last, which are linked and leave no gap where they were, behind `at`. */
static inline void trp__link_span_after(trp_link *at, trp_link *first, trp_link *last)
{
    trp_link *next = at->next;

    first->prev = at;
    last->next = next;
    next->prev = last;
    at->next = first;
}

#endif
