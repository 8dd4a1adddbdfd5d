/**
 * @file queue.h
 * Queues: work that callbacks postpone until after the tick, such as sounds, score and spawns. Each
 * kind of event is a struct of the game. It is copied into the queue, and played in order after the
 * tick.
 *
 *     typedef struct boom { float x, y; } boom;
 *     static void play_boom(const void *event, const trp_context *in);
 *     trp_queue *booms = trp_queue_create(world, &(trp_queue_desc){
 *         .name = "booms", .size = sizeof(boom), .capacity = 64, .play = play_boom,
 *         .user = &audio});
 *     trp_queue_post(booms, &(boom){b->x, b->y});      // in an update, an on_end, a timer
 *
 * Events are played after each tick, when nothing of it is in progress any more, in the order in
 * which they were posted. The queues of a world follow the order in which they were created. `play`
 * may do what any callback may do. (A save, a restore or a load in it is TRP_BUSY: set a flag, and
 * do it after the tick.) An event that `play` posts is played after the next tick, and so is an
 * event that is posted between two ticks. A tick in `play` is a tick like any other, but plays no
 * queue that is being played.
 *
 * Snapshots and hashes contain waiting events (snapshot.h, hash.h). A hash covers all bytes of an
 * event. Where worlds of several machines are compared, zero an event with padding before you fill
 * it, or describe it: then only its fields are hashed. Saves (save.h) contain the events of queues
 * that are described.
 *
 * **Sounds and pictures.** After a restore, ticks are repeated, and their events would play again.
 * A queue with desc.cancel remembers what it has played. In a repeated tick it plays only what is
 * new: an event whose key (its first desc.key_bytes bytes) was played in this tick before is not
 * played again. When the world has caught up with the last tick before the restore, `cancel` is
 * called for each event that did not come again, whatever was restored meanwhile. A restore of a
 * state beyond the ticks that were repeated, as after a look back, returns to what was played: then
 * nothing of its past is taken back, but what was played instead. Two pasts of a tick are known,
 * the first and the last: a restored state of a tick that was repeated is taken for one of the
 * last. If a rewind is kept and those ticks do not come again, call trp_queue_forget(). Neither
 * `play` nor `cancel` of such a queue may change anything of the world (TRP_BUSY, as while
 * drawing). What is remembered is no state: it is in no snapshot, hash or save. A load takes
 * everything back that is remembered. What the queue had to forget, since it remembers only
 * desc.remember events, plays again and is not taken back.
 *
 * A queue has room for a fixed number of events and never allocates. Posting and playing are O(1)
 * per event; with desc.cancel, O(remembered events) while ticks are repeated.
 */
#ifndef TROUPE_QUEUE_H
#define TROUPE_QUEUE_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trp_fields;
typedef struct trp_queue trp_queue; /**< events that wait for the end of the tick */

/** The settings of a queue. All fields public. */
typedef struct trp_queue_desc {
    /** for messages and saves, which match queues by it; the tag in `play` (place.h); kept as a
     * pointer */
    const char *name;
    uint32_t size;     /**< bytes per event, 1 to 65535 */
    uint32_t capacity; /**< how many events can wait, 1 to 2^24 */
    trp_play_fn *play; /**< called for each event; required */
    void *user;        /**< in->user of `play`; NULL: the world's */
    /** the caller's memory, aligned to TRP_ALIGNMENT, of memory_bytes bytes; NULL: the world's
     * memory is used. It must stay as long as the queue */
    void *memory;
    size_t memory_bytes; /**< size of `memory`; TRP_QUEUE_BYTES(size, capacity) is enough */
    /** describes the event's struct (fields.h), and must stay as long as the queue; NULL: the
     * events are only bytes, and no save contains them */
    const struct trp_fields *fields;
    /** takes back what was played in a tick that has been repeated without it; see above. NULL:
     * repeated ticks play all their events again */
    trp_play_fn *cancel;
    uint32_t remember; /**< with `cancel`: how many events it remembers, 1 to 2^24; 0: 64 */
    /** with `cancel`: how many bytes at the start of an event are its key, up to `size`; 0: all */
    uint32_t key_bytes;
} trp_queue_desc;

/** private: an upper bound; the source asserts it */
#define TRP__QUEUE_BASE (32 * sizeof(void *) + 80)

/** Bytes that a queue for n events of `size` bytes needs, in a caller's block too. Constant. */
#define TRP_QUEUE_BYTES(size, n)                                                                   \
    (TRP__QUEUE_BASE + TRP__CEIL(size, TRP_ALIGNMENT) * TRP_ALIGNMENT * (size_t)(n))

/** Further bytes of a queue with desc.cancel that remembers n events. Constant. */
#define TRP_QUEUE_CANCEL_BYTES(size, n)                                                            \
    ((TRP__CEIL(size, TRP_ALIGNMENT) * TRP_ALIGNMENT + 16) * (size_t)(n))

/**
 * Creates an empty queue. It exists until trp_queue_destroy() or the end of the world, which drops
 * waiting events. O(1). On failure it returns NULL, changes nothing, reports to on_misuse, and
 * trp_last_result(world) is: TRP_ERR_NULL (no desc, no play), TRP_ERR_VALUE (size, capacity,
 * remember, key_bytes, fields of another size), TRP_ERR_MEMORY, TRP_ERR_ALIGN, TRP_BUSY (while
 * drawing or while the world ends).
 */
trp_queue *trp_queue_create(trp_world *world, const trp_queue_desc *desc);

/** Drops waiting events, and frees the memory as trp_timers_destroy() does. NULL: TRP_GONE.
 * TRP_BUSY in a tick, in a queue's `play` and while drawing. O(queues). */
trp_result trp_queue_destroy(trp_queue *queue);

/** Copies an event to the end of the queue. TRP_ERR_FULL, counted but not a misuse: there is no
 * room. TRP_ERR_NULL. TRP_BUSY while drawing. */
trp_result trp_queue_post(trp_queue *queue, const void *event);

/** Plays the waiting events now, as after a tick: for programs without ticks. TRP_BUSY in a tick,
 * in a walk, in a callback and while drawing. */
trp_result trp_queue_flush(trp_queue *queue);

/**
 * Calls `cancel` for each remembered event of a tick that a restore has undone, and forgets all
 * events: for a rewind that is kept. O(remembered events). TRP_ERR_DESC: the queue has no
 * desc.cancel. TRP_ERR_NULL. TRP_BUSY in a tick, in a walk, in a callback and while drawing.
 */
trp_result trp_queue_forget(trp_queue *queue);

/** What there is to know of a queue now. All fields read-only. */
typedef struct trp_queue_facts {
    uint32_t count;   /**< waiting events, including the one that is being played */
    uint64_t refused; /**< events that were refused with TRP_ERR_FULL */
} trp_queue_facts;

/** The facts of a queue. All 0 for NULL. O(1). */
trp_queue_facts trp_queue_info(const trp_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
