/*
 * What the core's files offer to each other and to the modules, by file; and short questions. The structs are in types.h.
 */
#ifndef TROUPE_SRC_CORE_CORE_H
#define TROUPE_SRC_CORE_CORE_H

#include "misuse.h"
#include "poison.h"
#include "types.h"

/* What is said of a pointer that trp__locate() found inside a slot. */
#define TRP__INSIDE_A_SLOT TRP__TEXT("the pointer lies in a slot, but not at its trp_actor")

/* world_ids.c */

#if TRP__SYSTEM
/* Gives a world an id: the wanted one, or, for 0, the lowest that no other has. */
uint32_t trp__take_id(trp_world *world, uint32_t wanted);
/* The worlds in this memory have none any more: they are ending, or never ended and will be overwritten. */
void trp__forget_ids(const void *memory, size_t bytes);
/* The world with that id, or NULL; of several the first. */
trp_world *trp__world_with_id(uint32_t id);
#else
TRP__INLINE uint32_t trp__take_id(trp_world *world, uint32_t wanted)
{
    (void)world;
    return wanted;
}

TRP__INLINE void trp__forget_ids(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}
#endif

#if TRP__WATCHES_THREADS
/* A call that uses a world, from its begin to its end: refused if another thread is in one. */
typedef struct trp__use
{
    trp_world *world; /* NULL: the thread has begun before */
    bool is_refused;
} trp__use;

trp__use trp__begin_use(const trp_world *world, const char *call);
void trp__end_use(const trp__use *use);
#define TRP__USE(world, call, refusal)                                                             \
    const trp__use in_use TRP__WITH_END(trp__end_use) = trp__begin_use((world), (call));           \
    if (in_use.is_refused)                                                                         \
    return (refusal)
#else
#define TRP__USE(world, call, refusal) ((void)0)
#endif

/* lost_memory.c */

#if TRP__NAMES_WATCHERS
/* Notes what a watcher contains, and what it is part of; until it is removed. */
void trp__watcher_added(trp_watcher *watcher);
void trp__watcher_named(const trp_watcher *watcher, const char *noun, const char *name);
void trp__watcher_removed(const trp_watcher *watcher);
/* Reports the first watcher of a chain whose memory went away. */
void trp__look_for_lost(const trp_world *world, const trp_watcher *watcher);
/* Reports adopted actors whose memory went away, as far as AddressSanitizer knows. */
void trp__look_for_lost_actors(trp_world *world, const char *call);
#else
#define trp__watcher_added(watcher) ((void)0)
#define trp__watcher_named(watcher, noun, name) ((void)0)
#define trp__watcher_removed(watcher) ((void)0)
#define trp__look_for_lost(world, watcher) ((void)0)
#define trp__look_for_lost_actors(world, call) ((void)0)
#endif

/* The guard of calls that change something: true, and reported, while the world is drawn. `pool` may be NULL. */
TRP__INLINE bool trp__is_drawn(const trp_world *world, trp_pool *pool, const char *call)
{
    if (!world->drawing)
        return false;
    (void)trp__misuse(world, pool, NULL, call, TRP_BUSY, TRP__TEXT("the world is being drawn"));
    return true;
}

/* memory.c */

/* Bytes from the world's block or allocator, aligned to TRP_ALIGNMENT; NULL if there are not enough, and for 0, which is
 * what trp__bytes() makes of a size that cannot be. */
void *trp__take(trp_world *world, size_t bytes);
/* Gives back what trp__take gave; a caller's block takes only the last piece back. */
void trp__release(trp_world *world, void *memory, size_t bytes);
/* a * b + c, or 0 if that does not fit; b is not 0. */
size_t trp__bytes(size_t a, size_t b, size_t c);

/* world.c */

/* Bytes of a world without its pools; layers and max_pools are in their ranges. */
size_t trp__world_bytes(const trp_world_desc *desc);
trp_world *trp__world_make(void *memory, size_t size, const trp_world_desc *desc, const char *call);
/* The layer at a place of the order. */
trp__layer *trp__layer_at(const trp_world *world, uint32_t place);
/* The pool of that number, or NULL for TRP__NONE: how chains of segments are followed. */
trp_pool *trp__pool_numbered(const trp_world *world, uint32_t number);
/* The first segment in the order of the list, and the one after or before another; NULL at the end. */
trp_pool *trp__first_segment(const trp_world *world);
trp_pool *trp__beside_segment(const trp_pool *segment, bool forward);

/* pool.c */

/* Whether births and deaths in it notify nothing, and slots are all that there is to see to. */
bool trp__notifies_none(const trp_pool *pool);
/* Whether the pool is plain may have changed. */
void trp__update_plain(trp_pool *pool);
/* How many chunks growing can add to so many slots, up to the most. */
uint32_t trp__chunks_to(uint32_t capacity, uint32_t most);

#if defined(TRP_DEBUG) && TRP_DEBUG
/* How many of so many slots are in quarantine, unless the game says otherwise: a quarter. */
TRP__INLINE uint32_t trp__debug_quarantine(uint32_t slots)
{
    return (slots + 3) / 4;
}
#endif

/* ledger.c */

/* New slots, all free. */
void trp__slots_init(trp_pool *pool, const trp__chunk *chunk);
/* What trp__node_at() and trp__cell_of() are beyond the first chunk, and in an external pool. No node: the slot is external
 * and was never taken; it is in no chunk that was given back. No cell: it is in such a chunk. */
trp_actor *trp__far_node(const trp_pool *pool, uint32_t slot);
trp__cell *trp__far_cell(const trp_pool *pool, uint32_t slot);
/* The further chunk that a slot is in. */
trp__chunk *trp__chunk_of(const trp_pool *pool, uint32_t slot);
/* The slot whose node is at this address, which need not be readable, or TRP__NONE; the same in one further chunk. */
uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor);
uint32_t trp__slot_in(const trp_pool *pool, const trp__chunk *chunk, const trp_actor *actor);
/* Whether there is a slot at this address, which need not be readable. O(pools). */
bool trp__find_by_address(const trp_world *world, const trp_actor *actor, trp__place *place);
/* Finds the pool and slot of an actor by its address; what its node says is only a hint where to look first. TRP_OK, also
 * for an external actor that has left and was the last one in its slot; TRP_ERR_FOREIGN, with a pool if the address lies inside
 * one of its slots. */
trp_result trp__locate(const trp_world *world, const trp_actor *actor, trp__place *place);
/* The pool in one of whose slots this address lies, or NULL. */
trp_pool *trp__pool_around(const trp_world *world, const void *address);
/* The slot that has this cell; there is one. O(pools). */
trp__place trp__find_by_cell(const trp_world *world, const trp__cell *cell);
/* The slot that an index names; false: there is none, or it is in a chunk that was given back. */
bool trp__find_index(const trp_world *world, uint32_t index, trp__place *place);
/* Changes a slot's stamp, in the cell and in the node. */
void trp__set_stamp(trp_pool *pool, uint32_t slot, uint32_t stamp);
/* Whether the node of a taken slot says what the ledger says. */
bool trp__is_intact(const trp_pool *pool, uint32_t slot);
/* The node of a taken slot was overwritten: writes it again and reports it. The hook may end the actor's life. */
TRP__COLD void trp__repair(trp_pool *pool, uint32_t slot, const char *call);

/* free_slots.c */

/*
 * Takes a free slot, whatever it takes: growing, stealing. For an optional actor: only what is free already, beyond the
 * reserve. TRP__NONE: why not.
 */
uint32_t trp__take_slot(trp_pool *pool, bool is_optional, trp_result *result);
/* The life in a slot is over, and its end notified: the slot is free, or retired if that was its last. */
void trp__give_slot(trp_pool *pool, uint32_t slot);
/* Whether the node of a slot without a life is as the library left it. If not, it is written again, and that is reported;
 * the hook may create and recycle. */
bool trp__is_untouched(trp_pool *pool, uint32_t slot, const char *call);
/* Puts a slot without a life among the free ones. */
void trp__free_slot(trp_pool *pool, uint32_t slot);

/* listing.c */

/* Puts a segment after the others of a layer; takes it out of its layer. */
void trp__append_segment(trp_world *world, uint32_t layer, trp_pool *segment);
void trp__remove_segment(trp_world *world, const trp_pool *segment);

/* Puts a taken slot into the list, as of now (`flags`: 0 or TRP__WOKEN); takes one out of it, which then has this stamp. */
void trp__enlist(trp_pool *pool, uint32_t slot, uint32_t flags);
void trp__unlist(trp_pool *pool, uint32_t slot, uint32_t stamp);
/* Puts a sleeper that has kept its place back into the list. */
void trp__relist(trp_pool *pool, uint32_t slot);
/* Writes all links of a segment in an age order. */
void trp__relink(trp_pool *segment);
/* Writes the links of a listed actor's node. */
void trp__write_links(trp_pool *pool, uint32_t slot);

/* create.c */

/* What trp__begin_life does between linking and notifying. NULL: nothing. */
typedef struct trp__start
{
    trp_visit_fn *init;
    void *user;
} trp__start;
/* Begins a life in a taken slot whose bytes are filled; NULL if it is over already. */
trp_actor *trp__begin_life(trp_pool *pool, uint32_t slot, const trp__start *start);
/* All bytes but the node: from a struct, or the prototype's, or zero. */
void trp__fill_payload(const trp_pool *pool, trp_actor *actor, const unsigned char *from);
/* trp_create() without the fast path. Whether a life began, is in `born`: it may be over already. */
trp_actor *trp__create_general(trp_pool *pool, const void *init, const char *call,
                               const trp__start *start, bool is_optional, bool *born);
/* One more life has begun. */
void trp__count_birth(trp_pool *pool);

/* grow.c */

/* world->grow. Takes a further chunk, or says why not. */
bool trp__grow(trp_pool *pool, trp_result *why);
/* Bytes of a chunk whose count is set, with its cells; 0: too many. What is where in its memory. */
size_t trp__chunk_bytes(const trp_pool *pool, const trp__chunk *chunk);
void trp__chunk_lay_out(const trp_pool *pool, trp__chunk *chunk);
/* Gives an age order an array for so many slots. All its entries must have room there. */
bool trp__fit_order(trp_pool *pool, uint32_t capacity);

/* recycle.c */

/* Whether a structural call on this actor may go on; finds where it is. TRP_OK, or what the call answers. */
trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place);
/* What is wrong with a call on this actor. */
TRP__COLD trp_result trp__object(const trp_world *world, const trp_actor *actor, const char *call,
                                 const trp__place *place, trp_result result);
/* Ends a life; trp__leave gives its slot back, trp__depart leaves that to the caller. */
void trp__depart(trp_pool *pool, uint32_t slot, trp_reason reason);
void trp__depart_by(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle culprit);
/* Expires an active actor, or recycles a sleeper. */
void trp__expire_by(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle culprit);
void trp__leave(trp_pool *pool, uint32_t slot, trp_reason reason);
bool trp__is_current(const trp__frame *frame, const trp_actor *actor);

/* part.c */

/* Registers a module's state as the last, and takes it out; no part that was never put in. */
void trp__part_add(trp_world *world, trp__part *part, unsigned kind,
                   struct trp__part_table (*table)(void));
void trp__part_remove(trp_world *world, const trp__part *part);

/* steal.c */

/* Makes room in a full pool as its when_full says. */
trp_result trp__make_room(trp_pool *pool);

/* clear.c */

void trp__clear(trp_pool *pool, trp_reason reason);

/* serial.c */

/* The limit of a walk that begins now. May renumber. */
uint32_t trp__limit_now(trp_world *world);
/* The stamp of an actor that enters an age order now: no other there has the same. */
uint32_t trp__stamp_for_age(trp_world *world);
/* Whether there is such a stamp: they run out only if 2^30 are given out within one tick. */
bool trp__has_stamps(trp_world *world);
/* For tests: the stamp of the next activation; to raise it no walk may be in progress. */
void trp__set_newest(trp_world *world, uint32_t stamp);

/* each.c */

/* The run of slots, in memory order, that begins with the first listed slot from this one on. */
trp__slots trp__run_from(const trp_pool *pool, uint32_t slot);

/* visit.c */

/* The tick of a frame has come to this pool. */
void trp__set_tick_pool(const trp__frame *frame, trp_pool *pool);
/* A frame is in this segment from now on; it walks the segment that it is in. */
void trp__arrive(trp__frame *frame, trp_pool *segment);
void trp__walk_here(trp__frame *frame);
/* Walks a segment for a frame whose limit, only, visit and tick are set. */
void trp__walk_segment(trp__frame *frame, trp_pool *segment);
void trp__push_frame(trp_world *world, trp__frame *frame);
void trp__pop_frame(trp_world *world, trp__frame *frame);

/* watch.c */

/* What keeps records; NULL: nothing. */
void trp__set_recorder(trp_world *world, trp__record_fn *record, trp__record_misuse_fn *misuse,
                       void *recorder);
/* Notifies a chain in which any watcher may be taken out and added in the meantime. */
void trp__begin_telling(trp_world *world, trp__telling *telling, trp_watcher *first);
trp_watcher *trp__next_told(trp__telling *telling);
void trp__end_telling(trp_world *world, const trp__telling *telling);
/* Puts a watcher into the world's chain, at a place of it. */
void trp__insert_watcher(trp_world *world, trp_watcher **place, trp_watcher *watcher);
/* Takes one out that is in it. */
void trp__take_watcher(trp_world *world, trp_watcher *watcher);

/* Notifies of an event that some watcher hears. */
TRP__INLINE void trp__tell(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason)
{
    pool->world->tell(pool->world, pool, actor, (unsigned)event, reason, NULL);
}

/* Notifies the world's watchers, if there are any, of its end, or of a tick: TRP__EVENT_BEFORE or TRP__EVENT_AFTER. */
TRP__INLINE void trp__tell_world(trp_world *world, trp_tick *tick, unsigned event)
{
    if (world->watchers != NULL)
        world->tell(world, NULL, NULL, event, TRP_REASON_NONE, tick);
}

/* Whether watchers must be notified of an event. */
TRP__INLINE bool trp__hears(const trp_pool *pool, trp_event event)
{
    return (pool->hears & (unsigned)event) != 0;
}

/* Whether lives that begin and end here, and refusals, are recorded. */
TRP__INLINE bool trp__is_recorded(const trp_pool *pool)
{
    return TRP__RARELY((pool->hears & TRP__EVENT_RECORDED) != 0);
}

/* A life has begun or is about to end. The pool is recorded. Recorders come before all that may act on the news, so that
 * records are in the order in which things began to happen. */
TRP__INLINE void trp__record_life(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_event event,
                                  trp_reason reason)
{
    pool->world->record(pool->world, pool, actor, slot, (unsigned)event, (unsigned)reason);
}

TRP__INLINE void trp__record_refusal(trp_pool *pool, trp_result result)
{
    pool->world->record(pool->world, pool, NULL, TRP__NONE, TRP_EVENT_REFUSED, (unsigned)result);
}

/* TRP__EVENT_ENDING or TRP_EVENT_SHUTDOWN. */
TRP__INLINE void trp__record_end(const trp_world *world, unsigned event)
{
    if (world->record != NULL)
        world->record(world, NULL, NULL, TRP__NONE, event, 0);
}

TRP__INLINE void trp__record_misuse(const trp_world *world, const trp_misuse *misuse)
{
    if (world->record_misuse != NULL)
        world->record_misuse(world, misuse);
}

/* What trp_last_result() answers of a call that got no further; while parts are being updated it stays. */
TRP__INLINE void trp__note_result(trp_world *world, trp_result result)
{
    if (!world->in_parts)
        world->last_result = result;
}

/* Short questions */

TRP__INLINE bool trp__in_memory_order(const trp_pool *pool)
{
    return pool->desc.order == TRP_ORDER_MEMORY;
}

/* The slot is in the pool, and not in a chunk that was given back. */
TRP__INLINE trp__cell *trp__cell_of(const trp_pool *pool, uint32_t slot)
{
    return TRP__LIKELY(slot < pool->cell_count) ? &pool->cells[slot] : trp__far_cell(pool, slot);
}

/* Its node; for an external pool: what was there last, whose memory may be gone if the slot is free. */
TRP__INLINE trp_actor *trp__node_at(const trp_pool *pool, uint32_t slot)
{
    if (TRP__LIKELY(slot < pool->slot_count))
        return (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
    return trp__far_node(pool, slot);
}

/* Whether a slot below the capacity is there: no chunk that was given back. */
TRP__INLINE bool trp__is_present(const trp_pool *pool, uint32_t slot)
{
    return TRP__LIKELY(pool->state.missing == 0) || trp__far_cell(pool, slot) != NULL;
}

/* The stamp of a slot below the capacity; that of a retired one for a slot in a chunk that was given back. */
TRP__INLINE uint32_t trp__stamp_at(const trp_pool *pool, uint32_t slot)
{
    return trp__is_present(pool, slot) ? trp__cell_of(pool, slot)->stamp : TRP__STAMP_RETIRED;
}

/* The stamp of an actor of this pool. */
TRP__INLINE uint32_t trp__stamp_of(const trp_pool *pool, const trp_actor *actor)
{
    return trp__cell_of(pool, trp__slot_of(pool, actor))->stamp;
}

/* Whether a life is or was in a slot: it is neither free nor retired. */
TRP__INLINE bool trp__is_taken(uint32_t stamp)
{
    return !trp__is_free(stamp);
}

/* A slot's index in handles and links, without the world's id. */
TRP__INLINE uint32_t trp__index(const trp_pool *pool, uint32_t slot)
{
    return pool->base + slot;
}

/* The same with the id: as handles and nodes have it. */
TRP__INLINE uint32_t trp__handle_index(const trp_pool *pool, uint32_t slot)
{
    return pool->world->id << 24 | trp__index(pool, slot);
}

/* How many of a pool's actors are in the list: active and expired ones. */
TRP__INLINE uint32_t trp__listed(const trp_pool *pool)
{
    return pool->state.live - pool->state.sleepers - pool->state.leaving;
}

/* Whether a walk's frame calls the game's own code back: it visits or updates. */
TRP__INLINE bool trp__calls_back(const trp__frame *frame)
{
    return frame->tick != NULL || (frame->visit != NULL && !frame->keeps);
}

/* How many callbacks are in progress: so a place that was noted in another knows that. */
TRP__INLINE uint32_t trp__depth(const trp_world *world)
{
    uint32_t depth = world->calls;

    for (const trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        depth += trp__calls_back(frame);
    return depth;
}

/* A number that time can be or be multiplied with: 0 or more, and finite. */
TRP__INLINE bool trp__is_time(float value)
{
    uint32_t bits; /* of numbers above 0 they are in the same order as the numbers */

    memcpy(&bits, &value, sizeof bits);
    return bits < 0x7F800000u || bits == 0x80000000u; /* infinity; -0 */
}

#endif
