/*
 * Delivers the answers to a query: to a callback, or into an array.
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
    void *user;         /* what callbacks get, unless the query has its own */
    trp_context in;     /* of callbacks */
    trp_hit *hits;      /* may be NULL */
    trp_actor **actors; /* may be NULL */
    uint32_t most;
    uint32_t count; /* number of delivered answers */
    trp__pass pass;
} trp__answering;

/* space_query.c */
/* Delivers a member, if it is still there and accepted. False: it was the last one. */
bool trp__answer(trp__answering *at, uint32_t member);
/* The same for several members without callbacks, so that all are still there. */
void trp__answer_quietly(trp__answering *at, const uint32_t *members, uint32_t count);
/* Reports that there is no room. Returns 0. */
uint32_t trp__answer_full(const trp__answering *at);

/* space_nearest.c */
uint32_t trp__answer_nearest(trp__answering *at);
/* Computes the data of an answer. */
trp_hit trp__hit_of(const trp__answering *at, uint32_t member);
/* The middle of a query's area, as a point. */
trp__core trp__nearest_middle(const trp__question *question);
/* The distance of a member from there, or along the query's line. */
float trp__nearest_distance(const trp_space *space, const trp__question *question,
                            const trp__core *middle, uint32_t member, const trp__edges *box);
/* About the cell size of the sheet with most boxes; 0: it has none. */
float trp__nearest_first_radius(const trp_space *space);
/* A query for what touches the box around a smaller circle. */
void trp__nearest_narrow(const trp__question *whole, float radius, trp__question *out);
#define TRP__NEAREST_STEPS 16 /* circles, before the whole area is searched */

#endif
