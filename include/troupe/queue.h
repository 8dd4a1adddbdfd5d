/**
 * @file queue.h
 * Queues: work that callbacks postpone until after the tick. Sounds, score, spawns: each kind of
 * event is a struct of the game, copied into the queue and played in order when the tick is over.
 *
 *     typedef struct boom { float x, y; } boom;
 *     static void play_boom(trp_queue *queue, const void *event);
 *     trp_queue *booms = trp_queue_create(world, &(trp_queue_desc){
 *         .name = "booms", .size = sizeof(boom), .capacity = 64, .play = play_boom, .user =
 * &audio});
 *     trp_queue_post(booms, &(boom){b->x, b->y});      // in an update, an on_recycle, a timer
 *
 * Events are played after each tick, when nothing of it is in progress any more: in the order in
 * which they were posted, the queues of a world in the order in which they were made. `play` may do
 * what any callback may do; what it posts is played after the next tick. What is posted between two
 * ticks is played after the next one.
 *
 * Waiting events are in snapshots and hashes (snapshot.h, hash.h). A hash takes all bytes of an event:
 * where worlds of several machines are compared, an event with padding is zeroed before it is filled, or
 * described: then its fields are hashed. Saves (save.h) have the events of queues that are described.
 *
 * A queue has room for a fixed number of events and never allocates. Posting and playing are O(1)
 * per event.
 */
#ifndef TROUPE_QUEUE_H
#define TROUPE_QUEUE_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trp_fields;
typedef struct trp_queue trp_queue; /**< events that wait for the end of the tick */

/** Plays one event, which is in the queue's own memory until this returns. */
typedef void trp_play_fn(trp_queue *queue, const void *event);

/** The settings of a queue. All fields public. */
typedef struct trp_queue_desc
{
    const char *name;    /**< for messages, and the tag in `play` (place.h); kept as a pointer */
    uint32_t size;       /**< bytes of an event, 1 to 65535 */
    uint32_t capacity;   /**< how many events can wait, 1 to 2^24 */
    trp_play_fn *play;   /**< called for each event; must be given */
    void *user;          /**< see trp_queue_user() */
    void *memory;        /**< the caller's, aligned to TRP_ALIGNMENT, of memory_bytes; NULL: the
                             world's. It must stay as long as the queue */
    size_t memory_bytes; /**< of it; TRP_QUEUE_BYTES(size, capacity) is enough */
    /** of the struct that an event is (fields.h), as long as the queue; NULL: bytes, which no save has */
    const struct trp_fields *fields;
} trp_queue_desc;

/** private: a bound; the source asserts it */
#define TRP__QUEUE_BASE (24 * sizeof(void *) + 48)

/** Bytes that a queue for n events of `size` bytes needs, in a caller's block too. Constant. */
#define TRP_QUEUE_BYTES(size, n)                                                                   \
    (TRP__QUEUE_BASE + TRP__CEIL(size, TRP_ALIGNMENT) * TRP_ALIGNMENT * (size_t)(n))

/**
 * Makes a queue, empty; it lives until trp_queue_destroy() or the end of the world, with which
 * events that wait are dropped. O(1). NULL, nothing changed, reported to on_misuse, with
 * trp_last_result(world): TRP_ERR_NULL (no desc, no play), TRP_ERR_VALUE (size, capacity,
 * fields of another size), TRP_ERR_MEMORY, TRP_ERR_ALIGN, TRP_BUSY (while drawing or while the world ends).
 */
trp_queue *trp_queue_create(trp_world *world, const trp_queue_desc *desc);

/** Drops waiting events, and frees the memory, as trp_timers_destroy(). NULL is TRP_GONE; TRP_BUSY
 * in a tick, in a queue's `play` and while drawing. O(queues). */
trp_result trp_queue_destroy(trp_queue *queue);

/** Copies an event to the end of the queue. TRP_ERR_FULL, counted but no misuse, if there is no
 * room; TRP_ERR_NULL; TRP_BUSY while drawing. */
trp_result trp_queue_post(trp_queue *queue, const void *event);

/** Plays the waiting events now, as after a tick, for programs without ticks. TRP_BUSY in a tick,
 * in a walk, in a callback and while drawing. */
trp_result trp_queue_flush(trp_queue *queue);

/** How many events wait, the one being played included. */
uint32_t trp_queue_count(const trp_queue *queue);
/** How many events got TRP_ERR_FULL. */
uint64_t trp_queue_refused(const trp_queue *queue);
/** Its world. */
trp_world *trp_queue_world(const trp_queue *queue);
/** desc.user. */
void *trp_queue_user(const trp_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
