/*
 * Handing out the answers to a query: to a callback, or into an array.
 */
#ifndef TROUPE_SRC_SPACE_ANSWER_H
#define TROUPE_SRC_SPACE_ANSWER_H

#include "space_search.h"

typedef struct trp__answering
{
    trp_space *space;
    trp_query query;
    trp__question question;
    const char *call;
    trp_visit_fn *visit; /* may be NULL */
    void *user;
    trp_hit *hits;      /* or NULL */
    trp_actor **actors; /* or NULL */
    uint32_t most;
    uint32_t count; /* handed out */
    trp__pass pass;
} trp__answering;

/* space_query.c */
/* Hands out a member, if it is still there and accepted. False: that was the last one. */
bool trp__answer(trp__answering *at, uint32_t member);
/* The same for several where nothing is called, so that all are still there. */
void trp__answer_quietly(trp__answering *at, const uint32_t *members, uint32_t count);
/* A misuse: there is no room. 0. */
uint32_t trp__answer_full(const trp__answering *at);

/* space_nearest.c */
uint32_t trp__answer_nearest(trp__answering *at);
/* What is to be known of an answer. */
trp_hit trp__hit_of(const trp__answering *at, uint32_t member);

#endif
