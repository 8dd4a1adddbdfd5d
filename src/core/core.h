/*
 * Functions of the core's files, for each other and for the modules, by file; and inline accessors.
 * The structs are in types.h.
 */
#ifndef TROUPE_SRC_CORE_CORE_H
#define TROUPE_SRC_CORE_CORE_H

#include "../debug/debug.h"
#include "misuse.h"
#include "types.h"

/* detail of a misuse: trp__locate() found a pointer that points inside a slot */
#define TRP__INSIDE_A_SLOT TRP__TEXT("the pointer lies in a slot, but not at its trp_actor")

/* Around a callback that must change nothing: what changes something is refused, as while drawing.
 * Within drawings, and in parts, this is so already, and nothing is written. */
TRP__INLINE bool trp__begin_reading(const trp_world *world)
{
    if (world->drawing)
        return false;
    world->self->drawing = true;
    world->self->reading = true;
    return true;
}

TRP__INLINE void trp__end_reading(const trp_world *world, bool has_begun)
{
    if (!has_begun)
        return;
    world->self->drawing = false;
    world->self->reading = false;
}

TRP__INLINE bool trp__ask(trp_test_fn *test, const trp_actor *actor, const trp_context *in)
{
    const bool has_begun = trp__begin_reading(in->world);
    const bool is_so = test(actor, in);

    trp__end_reading(in->world, has_begun);
    return is_so;
}

TRP__INLINE const char *trp__drawn_text(const trp_world *world)
{
    return world->reading ? TRP__TEXT("a callback runs that must change nothing")
                          : TRP__TEXT("the world is being drawn");
}

/* memory.c */

TRP__INLINE size_t trp__round_up(size_t bytes)
{
    return (bytes + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
}

/* A detail for TRP_ERR_MEMORY. `left` may be SIZE_MAX: unknown. */
TRP__INLINE const char *trp__bytes_text(char text[TRP__BYTES_TEXT], size_t needed, size_t left)
{
    needed = trp__round_up(needed);
    return left == SIZE_MAX
               ? TRP__WORDS(text, TRP__BYTES_TEXT, "needs %zu bytes", needed)
               : TRP__WORDS(text, TRP__BYTES_TEXT, "needs %zu bytes, %zu are left", needed, left);
}

/* Takes bytes from the world's block or allocator, aligned to TRP_ALIGNMENT. NULL if there are not
 * enough, and for size 0, which is trp__bytes() of an impossible size. */
void *trp__take(trp_world *world, size_t bytes);
/* Returns memory of trp__take(); a caller's block can reuse only the piece that was taken last. */
void trp__release(trp_world *world, void *memory, size_t bytes);
/* a * b + c, or 0 on overflow; b is not 0. */
size_t trp__bytes(size_t a, size_t b, size_t c);

/* world.c */

/* Bytes of a world without its pools; layers and max_pools are in range. */
size_t trp__world_bytes(const trp_world_desc *desc);
/* NULL, after the report of why there is no world. */
trp_world *trp__world_refuse(const trp_world_desc *desc, const char *call, trp_result result,
                             const char *detail);
trp_world *trp__world_make(void *memory, size_t size, const trp_world_desc *desc, const char *call);
#if TRP__SYSTEM
/* Gives a world an id: the wanted one, or, for 0, the lowest id that no other world has. */
uint32_t trp__take_id(trp_world *world, uint32_t wanted);
/* Worlds in this memory give up their ids: they are ending, or will be overwritten without an
 * end. */
void trp__forget_ids(const void *memory, size_t bytes);
/* The world with this id, or NULL; if there are several, the first one. */
trp_world *trp__world_with_id(uint32_t id);
#else
#define trp__forget_ids(memory, bytes) ((void)(memory), (void)(bytes))
#define trp__world_with_id(id) ((void)(id), (const trp_world *)NULL)
#endif
/* pool.c: returns all memory of a pool. */
void trp__pool_release(trp_pool *pool);

/* segment.c */

trp__layer *trp__layer_at(const trp_world *world, uint32_t place);
/* The pool with this number, or NULL for TRP__NONE; chains of segments consist of such numbers. */
trp_pool *trp__pool_numbered(const trp_world *world, uint32_t number);
/* The first segment in list order, and the segment after or before another one; NULL at the end. */
trp_pool *trp__first_segment(const trp_world *world);
trp_pool *trp__beside_segment(const trp_pool *segment, bool forward);
uint32_t trp__segment_slots(const trp_pool *segment);
/* The pool after this one in a layer, segment by segment; after NULL the first one. */
trp_pool *trp__next_in_layer(const trp_world *world, const trp__layer *layer, const trp_pool *pool);
void trp__append_segment(trp_world *world, uint32_t layer, trp_pool *segment);
void trp__remove_segment(trp_world *world, const trp_pool *segment);

/* The number of slots of a quarantine that is a quarter of all. */
#define TRP__A_QUARTER UINT32_MAX

TRP__INLINE uint32_t trp__quarantine_slots(const trp_pool *pool)
{
    const uint32_t slots = pool->desc.quarantine.slots;

    return slots != TRP__A_QUARTER ? slots : (pool->state.capacity + 3) / 4;
}

/* chunk.c */

extern const trp__far trp__far_chunks;
/* The number of chunks that growth can add to this many slots, up to the maximum. */
uint32_t trp__chunks_to(uint32_t capacity, uint32_t most);
/* Bytes of a chunk whose count is set, with its cells; 0: too many. Divides its memory. */
size_t trp__chunk_bytes(const trp_pool *pool, const trp__chunk *chunk);
void trp__chunk_lay_out(const trp_pool *pool, trp__chunk *chunk);
/* Returns the memory of a chunk, if it has any; its record stays. */
void trp__chunk_release(const trp_pool *pool, trp__chunk *chunk);
/* The further chunk that contains a slot. */
trp__chunk *trp__chunk_of(const trp_pool *pool, uint32_t slot);

/* join.c */

/* A pool that is to join another one, which is in an age order: takes over its order, its layer, and
 * whether it is transient; or `detail`, which has the first reason, says why it cannot. */
trp_result trp__check_join(trp_pool *draft, const char **detail);
/* Memory for it, and room for its slots in the entries of the segment. NULL: one of them is missing,
 * and nothing is taken; if it is the room, `detail` says so. */
void *trp__take_joined(trp_world *world, const trp_pool *draft, const char **detail);
/* It does, and is in its world. */
void trp__join(trp_pool *pool);

/* ledger.c */

/* trp__seat_of() where it is not in the first chunk of the pool's own slots. */
trp__seat trp__far_seat(const trp_pool *pool, uint32_t slot);
uint32_t trp__slot_among(const trp_pool *pool, const unsigned char *nodes, uint32_t count,
                         const trp_actor *actor);
/* The slot whose node is at this address, which must be readable if the pool is external; or
 * TRP__NONE. */
uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor);
/* Whether there is a slot at this address, which need not be readable. O(pools); with `searches`
 * also whether an external actor is there: O(pools + their actors). */
bool trp__find_by_address(const trp_world *world, const trp_actor *actor, bool searches,
                          trp__place *place);
/* Finds the pool and slot of an actor by its address; the content of its node is only a hint for
 * the search. TRP_OK, also for an external actor that has left and was the last one in its slot.
 * TRP_ERR_FOREIGN, with a pool if the address lies inside one of its slots. */
trp_result trp__locate(const trp_world *world, const trp_actor *actor, trp__place *place);
/* The pool with a slot that contains this address, or NULL. */
trp_pool *trp__pool_around(const trp_world *world, const void *address);

/* life.c: slots */

void trp__slots_init(trp_pool *pool, const trp__chunk *chunk);
/* Whether the node of a slot without a life is as the library left it. If not, it is rewritten and
 * this is reported; the hook may create and recycle. */
bool trp__is_untouched(trp_pool *pool, uint32_t slot, const char *call);
void trp__free_slot(trp_pool *pool, uint32_t slot);
/* Gives a listed actor, which is not active any more, the state of those that expire now. */
void trp__set_expired(trp_pool *pool, uint32_t slot);

/* listing.c */

/* The listed neighbour of a slot in its segment, from the ledger; without a pool: there is none. In
 * an age order the slot itself must be listed. TRP__NONE: the first or the last of the segment. */
trp__place trp__neighbour(trp_pool *pool, uint32_t slot, bool forward);
/* The link to such a place. */
uint32_t trp__link_to(trp__place place);
/* Writes and returns the node of a taken slot, as the ledger has it. */
trp_actor *trp__write_node(trp_pool *pool, uint32_t slot);
/* Rewrites the overwritten node of a taken slot and reports it. The hook may end the actor's
 * life. */
TRP__COLD void trp__repair(trp_pool *pool, uint32_t slot, const char *call);
/* The same if its node disagrees with the ledger, and nothing is being drawn. */
void trp__mend(trp_pool *pool, uint32_t slot, const char *call);
/* Whether the node of a slot agrees with the ledger: its stamp and its index. */
bool trp__is_intact(const trp_pool *pool, uint32_t slot);
/* Gives a slot that is not listed, or in memory order, this state, in its cell and its node. */
void trp__set_stamp(trp_pool *pool, uint32_t slot, uint32_t stamp);

/* life.c */

/* A birth: what it is given besides its pool, and whether a life began, which may be over
 * already. */
typedef struct trp__newborn {
    const void *from;   /* the struct to copy; NULL: the prototype, or zeros */
    trp_actor *adopted; /* external pools: the actor; otherwise NULL */
    trp_actor_fn *init; /* called before on_create, with this context; may be NULL */
    const trp_context *in;
    bool is_optional;
    bool is_born;
} trp__newborn;

trp_actor *trp__create(trp_pool *pool, const char *call, trp__newborn *birth);
/* Whether births or adoptions are refused now, or in this way; and why. */
TRP__INLINE bool trp__is_barred(const trp_pool *pool, bool adopts)
{
    return pool->world->drawing || pool->barred != 0 || adopts != (pool->desc.external != NULL);
}

TRP__COLD trp_actor *trp__deny_birth(trp_pool *pool, const char *call, bool adopts);
/* Frees a slot after the notification of its actor's end, or retires it after its last life. */
void trp__give_slot(trp_pool *pool, uint32_t slot);
/* Sets all bytes but the node: from the prototype, or to zero. */
void trp__clear_payload(const trp_pool *pool, trp_actor *actor);
/* Ends the life in a slot at once. */
void trp__end_now(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle cause);
/* Ends the life in a slot, or expires it, as an ending says, which may be NULL: the default is the
 * reason `plain`, at once, without a cause. */
void trp__end_life(trp_pool *pool, uint32_t slot, const trp_ending *ending, trp_reason plain);
/* Whether an ending, which may be NULL, is possible in this pool. Reports if not. */
trp_result trp__check_ending(const trp_pool *pool, const trp_actor *actor, const char *call,
                             const trp_ending *ending, trp_reason plain);
/* Whether a structural call on this actor may proceed; finds its slot. TRP_OK, or the result of the
 * call. */
trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place);
/* The same; an actor that has expired is refused, too. */
trp_result trp__enter_living(trp_world *world, trp_actor *actor, const char *call,
                             trp__place *place);
/* TRP_OK, or why an actor with this stamp is neither active nor asleep. */
TRP__INLINE trp_result trp__living(uint32_t stamp)
{
    if (trp__is_alive(stamp))
        return TRP_OK;
    if (stamp == TRP__STAMP_LEAVING)
        return TRP_BUSY;
    return trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED;
}

/* The reason why a call on this actor is a misuse. */
TRP__COLD trp_result trp__object(const trp_world *world, const trp_actor *actor, const char *call,
                                 const trp__place *place, trp_result result);
bool trp__is_current(const trp__frame *frame, const trp_actor *actor);

/* call.c */

/*
 * A public call, on a world, a pool or an object, as reports of its misuse name it, and its result.
 * What may be wrong with it is asked in one chain, which ends at what is refused and reported:
 *
 *     if (trp__is_shut(&call) || trp__refuses(&call, n == 0, TRP_ERR_VALUE, TRP__TEXT("n is 0")))
 *         return call.result;
 */
typedef struct trp__call {
    const char *name;
    const char *needs; /* "world", or "pool" */
    trp_world *world;  /* NULL: it was made on NULL */
    trp_pool *pool;    /* NULL: it was made on the world, or on an object */
    const char *noun;  /* an object's kind, and its name or NULL */
    const char *title;
    trp_result result;
    bool creates; /* its result is trp_last_result() */
} trp__call;

trp__call trp__call_on_world(trp_world *world, const char *name);
trp__call trp__call_on_pool(trp_pool *pool, const char *name);
trp__call trp__call_on(trp_world *world, const char *noun, const char *title, const char *name);
/* The same; it creates the object. At its end: NULL if there is no memory for it. */
trp__call trp__call_for(trp_world *world, const char *noun, const char *title, const char *name);
void trp__end_creation(trp__call *call, const void *object, const char *detail);
TRP__COLD void trp__refuse(trp__call *call, trp_result result, const char *detail);
TRP__INLINE bool trp__refuses(trp__call *call, bool is_wrong, trp_result result, const char *detail)
{
    if (TRP__LIKELY(!is_wrong))
        return false;
    trp__refuse(call, result, detail);
    return true;
}
/* Whether it was made on NULL; or would change what must stay, as the world is being drawn; or would
 * create something, and cannot. */
bool trp__is_void(trp__call *call);
bool trp__is_shut(trp__call *call);
bool trp__is_closed(trp__call *call);

/* part.c */

/* Registers a module's state as the last one, and unregisters it; a part that was never registered
 * is ignored. */
void trp__part_add(trp_world *world, trp__part *part, unsigned kind);
void trp__part_remove(trp_world *world, const trp__part *part);
/* An object in the game's memory, with a watcher of its own, or NULL: whether a call that would
 * initialise it is refused. Otherwise it is registered, and unregistered at its end, or when the
 * world's calls `end`. */
bool trp__is_no_object(trp__call *call, const trp_watcher *own);
void trp__object_begin(trp_world *world, trp_watcher *own, trp_watch_fn *end, void *object,
                       trp__part *part, unsigned kind);
void trp__object_end(trp_world *world, trp_watcher *own, const trp__part *part);
/* Whether an object may be changed now: it is initialised, its world, NULL after the end, is not
 * being drawn, and it is no copy. TRP_OK, or the result of the call. */
TRP__COLD trp_result trp__object_refuse(trp_world *world, const trp_watcher *own, const char *noun,
                                        const char *name, const char *call);
TRP__INLINE trp_result trp__object_enter(trp_world *world, const trp_watcher *own,
                                         const void *object, const char *noun, const char *name,
                                         const char *call)
{
    if (TRP__LIKELY(world != NULL && !world->drawing && own->user == object))
        return TRP_OK;
    return trp__object_refuse(world, own, noun, name, call);
}

/* Adds a hook behind those of the same order, and removes it, if it is there. */
void trp__hook_add(trp_world *world, trp__hook *hook, const trp__calls *calls, uint32_t order);
void trp__hook_remove(trp_world *world, const trp__hook *hook);
/* A restore or a load has changed the state of the world. */
void trp__jumped(const trp_world *world, bool loaded);

/* clear.c */

void trp__clear(trp_pool *pool, const trp_ending *ending, trp_reason plain, const char *call);
/* Expires the active actors of a segment, or of one pool in it, whose stamps are from `limit` up;
 * then the sleepers of a pool that were last active then. */
void trp__expire_active(trp_pool *segment, trp_pool *only, const trp_ending *ending, uint32_t limit,
                        const char *call);
void trp__expire_sleepers(trp_pool *pool, const trp_ending *ending, uint32_t limit,
                          const char *call);

/* serial.c */

/* The limit of a walk that begins now. May renumber. */
uint32_t trp__limit_now(trp_world *world);
/* The same in one segment: a walk may have no limit there. */
uint32_t trp__limit_in(const trp_pool *segment);
/* Whether a stamp is left for an actor that enters an age order: none is left only after 2^30
 * stamps within one tick. May renumber. */
bool trp__makes_stamps(trp_world *world);
TRP__INLINE bool trp__has_stamps(trp_world *world)
{
    return TRP__LIKELY(world->state.newest > TRP__STAMP_FLOOR) || trp__makes_stamps(world);
}

/* For tests: sets the stamp of the next activation; it may be raised only while no walk is in
 * progress. */
void trp__set_newest(trp_world *world, uint32_t stamp);

/* each.c */

/* The run of slots, in memory order, that begins with the first listed slot at or after this
 * one. */
trp__slots trp__run_from(const trp_pool *pool, uint32_t slot);

/* visit.c */

/* A frame enters this segment, with the limit that is right there, and walks it. */
void trp__arrive(trp__frame *frame, const trp_pool *segment);
void trp__walk_here(trp__frame *frame, trp_pool *segment);
/* Walks a segment for a frame in which begun, only, visit, tick, keeps and call are set; and for one
 * that is pushed for this walk alone, without a tick, with a context for `arg`. */
void trp__walk_segment(trp__frame *frame, trp_pool *segment);
void trp__walk_alone(trp__frame *frame, trp_pool *segment, void *arg);
void trp__push_frame(trp_world *world, trp__frame *frame);
void trp__pop_frame(trp_world *world, trp__frame *frame);

/* watch.c */

/* Notifies recorders; NULL: there are none. */
void trp__set_recorder(trp_world *world, trp__record_fn *record, trp__record_misuse_fn *misuse,
                       void *recorder);
/* Notifies a chain; watchers may be removed and added during the notification. */
void trp__begin_telling(trp_world *world, trp__telling *telling, trp_watcher *first);
trp_watcher *trp__next_told(trp__telling *telling);
void trp__end_telling(trp_world *world, const trp__telling *telling);
/* Inserts a watcher into the world's chain, at this place. */
void trp__insert_watcher(trp_world *world, trp_watcher **place, trp_watcher *watcher);
/* Notifies a watcher in a chain of the actors that live already, in one pool or in all (NULL). */
void trp__tell_existing(trp_world *world, trp_pool *only, trp_watcher *watcher);
void trp__take_watcher(trp_world *world, trp_watcher *watcher);

/* Where contexts begin to differ. */
#define TRP__CONTEXT_HEAD offsetof(trp_context, category)

/* life.c: a context as it is now; `pool` and `user` may be NULL. */
trp_context trp__context(const trp_world *world, trp_pool *pool, void *user, void *arg);

TRP__INLINE void trp__fill_context(void *in, const trp_world *world, trp_pool *pool, void *user,
                                   void *arg)
{
    const trp_context now = trp__context(world, pool, user, arg);

    memcpy(in, &now, TRP__CONTEXT_HEAD);
}

/* life.c: the context of a visit, which may be in another pool than the former one. */
void trp__turn_context(trp_context *in, trp_pool *pool);

TRP__INLINE void trp__set_context_pool(trp_context *in, trp_pool *pool)
{
    if (!TRP__LIKELY(in->pool == pool))
        trp__turn_context(in, pool);
}

/* product.c: a call that sets a time scale. */
trp_result trp__set_scale(trp__call *call, float *scale, float value);

TRP__INLINE float trp__times(const trp_world *world, float time, float scale)
{
    return world->product != NULL ? world->product(time, scale) : time;
}

/* What callbacks of a pool get as `user`. */
TRP__INLINE void *trp__user_of(const trp_pool *pool)
{
    return pool->desc.user != NULL ? pool->desc.user : pool->world->user;
}

/* Notifies the world's watchers, if any, of its end or of a tick: TRP__EVENT_BEFORE or
 * TRP__EVENT_AFTER. */
TRP__INLINE void trp__tell_world(trp_world *world, trp_context *tick, unsigned event)
{
    if (world->watchers != NULL)
        world->tell(world, NULL, NULL, event, TRP_REASON_NONE, tick);
}

/* Whether watchers subscribe to an event; notifies those that do. */
TRP__INLINE bool trp__hears(const trp_pool *pool, trp_event event)
{
    return (pool->hears & (unsigned)event) != 0;
}

TRP__INLINE void trp__tell(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason)
{
    if (trp__hears(pool, event))
        pool->world->tell(pool->world, pool, actor, (unsigned)event, reason, NULL);
}

/* A life has begun, is about to end, or was refused. Recorders are notified before all code that
 * may act on the event, so records are in the order in which events began. */
TRP__INLINE void trp__record_life(trp_pool *pool, uint32_t slot, trp_event event, trp_reason reason)
{
    if (TRP__RARELY((pool->hears & TRP__EVENT_RECORDED) != 0))
        pool->world->record(pool->world, pool, slot, (unsigned)event, (unsigned)reason);
}

/* Sets trp_last_result() of a call that failed early; while parts are being updated it is
 * unchanged. */
TRP__INLINE void trp__note_result(trp_world *world, trp_result result)
{
    if (!world->in_parts)
        world->last_result = result;
}

/* Inline accessors */

/* One bit of the tick in which an actor expires: the next tick prunes it, and this one does not
 * (TRP_PRUNE_NEXT_TICK). In memory order it is in the stamp, in an age order in the entry. */
TRP__INLINE bool trp__is_odd(const trp_world *world)
{
    return (world->state.ticks & 1) != 0;
}

TRP__INLINE uint32_t trp__expired_stamp(const trp_world *world)
{
    return TRP__STAMP_EXPIRED + trp__is_odd(world);
}

TRP__INLINE bool trp__in_memory_order(const trp_pool *pool)
{
    return pool->order == TRP_ORDER_MEMORY;
}

TRP__INLINE bool trp__grows(const trp_pool *pool)
{
    return pool->desc.when_full != NULL && pool->desc.when_full->far != NULL;
}

TRP__INLINE bool trp__steals(const trp_pool *pool)
{
    return pool->desc.when_full != NULL && pool->desc.when_full->far == NULL;
}

/* The node and the cell of a slot, which is in the pool. External pools: the node of its last actor,
 * whose memory may be freed if the slot is free. */
TRP__INLINE trp__seat trp__seat_of(const trp_pool *pool, uint32_t slot)
{
    trp__seat seat;

    if (!TRP__LIKELY(slot < pool->slot_count))
        return trp__far_seat(pool, slot);
    seat.actor = (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
    seat.cell = &pool->cells[slot];
    return seat;
}

/* (The slot is not in a returned chunk.) */
TRP__INLINE trp__cell *trp__cell_of(const trp_pool *pool, uint32_t slot)
{
    return trp__seat_of(pool, slot).cell;
}

TRP__INLINE trp_actor *trp__node_at(const trp_pool *pool, uint32_t slot)
{
    return trp__seat_of(pool, slot).actor;
}

/* Both, for any number. False: there is no such slot, or it is in a returned chunk. */
TRP__INLINE bool trp__find_seat(const trp_pool *pool, uint32_t slot, trp__seat *seat)
{
    const bool is_near = slot < pool->slot_count;

    if (!TRP__LIKELY(is_near) && slot >= pool->state.capacity)
        return false;
    *seat = trp__seat_of(pool, slot);
    return TRP__LIKELY(is_near) || seat->cell != NULL;
}

/* Memory order: no slot from this one up is in the list. */
TRP__INLINE uint32_t trp__list_end(const trp_pool *pool)
{
    return trp__bitmap_before(&pool->map, TRP__ACTIVE, pool->state.capacity) + 1;
}

/* Whether a slot below the capacity exists: it is not in a returned chunk. */
TRP__INLINE bool trp__is_present(const trp_pool *pool, uint32_t slot)
{
    return TRP__LIKELY(pool->state.missing == 0) || trp__cell_of(pool, slot) != NULL;
}

/* The state of a slot below the capacity, as its cell has it; for a slot in a returned chunk, that
 * of a retired slot. */
TRP__INLINE uint32_t trp__stamp_at(const trp_pool *pool, uint32_t slot)
{
    return trp__is_present(pool, slot) ? trp__cell_of(pool, slot)->stamp : TRP__STAMP_RETIRED;
}

/* Whether a slot has a life, or one whose end is in progress: it is neither free nor retired. */
TRP__INLINE bool trp__is_taken(uint32_t stamp)
{
    return !trp__is_free(stamp);
}

TRP__INLINE uint32_t trp__index(const trp_pool *pool, uint32_t slot)
{
    return pool->base + slot;
}

/* A slot's index with the id, as in handles and nodes. */
TRP__INLINE uint32_t trp__handle_index(const trp_pool *pool, uint32_t slot)
{
    return pool->index + slot;
}

/* The generation of the last life in a slot, which may be over. */
TRP__INLINE uint32_t trp__life_of(const trp_pool *pool, uint32_t slot)
{
    const trp__cell *cell = trp__cell_of(pool, slot);

    return cell->generation - !trp__is_alive(cell->stamp);
}

/* Finds the pool of an index and the number of its slot, which need not exist. */
TRP__INLINE bool trp__find_pool(const trp_world *world, uint32_t index, trp__place *place)
{
    const uint32_t page = index >> world->page_bits;

    if (page >= world->pages_used)
        return false;
    place->pool = world->pools[world->directory[page]];
    place->slot = index - place->pool->base;
    return true;
}

/* Finds the slot of an index. False: there is no such slot, or it is in a returned chunk. */
TRP__INLINE bool trp__find_index(const trp_world *world, uint32_t index, trp__place *place)
{
    return trp__find_pool(world, index, place) && place->slot < place->pool->state.capacity &&
           trp__is_present(place->pool, place->slot);
}

/* The stamp of a slot: what its node has. The entry of a listed slot in an age order has its
 * serial. */
TRP__INLINE uint32_t trp__stamp(const trp_pool *pool, const trp__cell *cell)
{
    const uint32_t stamp = cell->stamp;

    if (trp__in_memory_order(pool) || !trp__is_listed(stamp))
        return stamp;
    return (stamp & TRP__STAMP_ACTIVE) |
           (pool->ages->entries[stamp & ~TRP__STAMP_ACTIVE].stamp & ~TRP__STAMP_ACTIVE);
}

/* The walks in progress look again at what they know of the entry that they visit. `left`: no frame's
 * callback is for this actor any more; NULL: only entries have changed. */
TRP__INLINE void trp__look_again(const trp_world *world, const trp_actor *left)
{
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up) {
        if (frame->current == left)
            frame->current = NULL;
        frame->changed = true;
    }
}

/* Walks in age orders look again at what they know of entries and pools. */
TRP__INLINE void trp__ages_change(const trp_pool *pool)
{
    trp__look_again(pool->world, NULL);
    pool->ages->version += 2; /* so it is never 0 */
}

/* Whether a node has this stamp, and the index of its slot. */
TRP__INLINE bool trp__has(const trp_pool *pool, uint32_t slot, const trp_actor *actor,
                          uint32_t stamp)
{
    return actor->stamp == stamp && actor->index == trp__handle_index(pool, slot);
}

TRP__INLINE uint32_t trp__listed(const trp_pool *pool)
{
    return pool->state.live - pool->state.sleepers - pool->state.leaving;
}

TRP__INLINE bool trp__calls_back(const trp__frame *frame)
{
    return frame->tick != NULL || (frame->visit != NULL && !frame->keeps);
}

/* The number of callbacks in progress; a place records it, to recognise other callbacks. */
TRP__INLINE uint32_t trp__depth(const trp_world *world)
{
    uint32_t depth = world->calls;

    for (const trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        depth += trp__calls_back(frame);
    return depth;
}

/* A slot below this one gets a life. */
TRP__INLINE void trp__raise_used(trp_pool *pool, uint32_t end)
{
    if (pool->state.used < end)
        pool->state.used = end;
}

/* Whether a number is a valid time or time scale: 0 or more, and finite. */
TRP__INLINE bool trp__is_time(float value)
{
    uint32_t bits; /* for numbers above 0 the bits have the same order as the numbers */

    memcpy(&bits, &value, sizeof bits);
    return bits < 0x7F800000u || bits == 0x80000000u; /* infinity; -0 */
}

#endif
