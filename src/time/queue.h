/*
 * A queue, for the files that write, read and hash its events.
 */
#ifndef TROUPE_SRC_TIME_QUEUE_H
#define TROUPE_SRC_TIME_QUEUE_H

#include "../../include/troupe/fields.h"
#include "../../include/troupe/queue.h"
#include "../core/core.h"

/* The state of a queue, besides its events. */
typedef struct trp__queue_state {
    uint32_t first; /* the event that was posted first */
    uint32_t count;
    uint64_t refused;
} trp__queue_state;

/* An event that was played, before its bytes. */
typedef struct trp__played {
    uint64_t tick;     /* when it was played; 0: none */
    uint32_t is_first; /* not instead of what a restore has undone */
    uint32_t is_valid; /* its tick has not been repeated without it */
} trp__played;

struct trp_queue {
    trp__queue_state state;
    unsigned char *events;
    size_t stride; /* bytes per event */
    trp_world *world;
    trp_queue_desc desc; /* without `cancel`, `remember` is 0 */
    trp__hook hook;
    trp__part part; /* its entry for snapshots */
    size_t bytes;
    bool is_playing;
    bool is_repeating;     /* a tick was repeated; otherwise valid is what was played first */
    uint32_t late;         /* events that were posted by a `play` ... */
    uint64_t late_in;      /* ... in this round */
    unsigned char *played; /* a ring of desc.remember events */
    uint32_t next;         /* the one that is forgotten next */
    uint64_t last;         /* the last tick in which it played, or that of a restored state */
    uint64_t until;        /* the last tick that a restore has undone; 0: none */
    uint64_t repeated;     /* with `until`: the last tick that was repeated */
};

TRP__INLINE trp_queue *trp__queue_of_part(const trp__part *part)
{
    return (trp_queue *)((uintptr_t)part - offsetof(trp_queue, part));
}

/* The event that is played this many after the first. */
TRP__INLINE unsigned char *trp__queue_at(const trp_queue *queue, uint32_t place)
{
    const uint32_t rest = queue->desc.capacity - queue->state.first;
    const uint32_t at = place < rest ? queue->state.first + place : place - rest;

    return queue->events + at * queue->stride;
}

#endif
