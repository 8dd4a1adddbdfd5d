/*
 * What the library's files share: what each offers to the others, and short questions about pools
 * and actors. The structs are in structs.h.
 */
#ifndef TROUPE_SRC_INTERNAL_H
#define TROUPE_SRC_INTERNAL_H

#include "misuse.h"
#include "poison.h"
#include "structs.h"

/* memory.c */

/* Bytes from the world's block or allocator, aligned to TRP_ALIGNMENT; NULL if there are not
 * enough. */
void *trp__take(trp_world *world, size_t bytes);
/* Gives back what trp__take gave; a caller's block takes only the last piece back. */
void trp__release(trp_world *world, void *memory, size_t bytes);
/* a * b + c, or 0 if that does not fit; b is not 0. */
size_t trp__bytes(size_t a, size_t b, size_t c);

/* world.c */
/* Bytes of a world without its pools; layers and max_pools are in their ranges. */
size_t trp__world_bytes(const trp_world_desc *desc);
trp_world *trp__world_make(void *memory, size_t size, const trp_world_desc *desc, const char *call);

/* pool.c */
/* Whether births and deaths in it can be seen by nobody, and slots are all that there is to see to. */
bool trp__tells_nobody(const trp_pool *pool);
/* Whether the pool is plain may have changed. */
void trp__update_plain(trp_pool *pool);
/* Puts a segment behind the others of a layer; the list is not touched. */
void trp__append_segment(trp__layer *layer, trp_pool *segment);

#if defined(TRP_DEBUG) && TRP_DEBUG
/* How many of so many slots are in quarantine, unless the game says otherwise: a quarter. */
TRP__INLINE uint32_t trp__debug_quarantine(uint32_t slots)
{
    return (slots + 3) / 4;
}
#endif

/* slots.c */
void trp__slots_init(trp_pool *pool, unsigned char *slots, uint32_t first, uint32_t count,
                     uint32_t generation);
unsigned char *trp__grown_slot(const trp_pool *pool, uint32_t slot, uint32_t *left);
uint32_t trp__grown_number(const trp_pool *pool, const trp_actor *actor);
/* Whether there is a slot at this address, which need not be readable. O(pools). */
bool trp__find_by_address(const trp_world *world, const trp_actor *actor, trp__place *place);
#if TRP__POISONS
/* Whether a node at this address would reach into a slot. O(pools). */
bool trp__lies_in_a_slot(const trp_world *world, const trp_actor *actor);
#endif
/* Finds an actor by address; what its node says is only a hint where to look first. TRP_ERR_FOREIGN with a pool: the
 * address lies inside one of its slots. */
trp_result trp__locate_slowly(const trp_world *world, const trp_actor *actor, trp__place *place);

/* create.c */
/* What trp__begin_life does between linking and telling. NULL: nothing. */
typedef struct trp__start
{
    trp_visit_fn *init;
    void *user;
} trp__start;
/* Begins a life in a taken slot whose bytes are filled; NULL if it is over already. */
trp_actor *trp__begin_life(trp_pool *pool, trp_actor *actor, uint32_t slot,
                           const trp__start *start);
/* All bytes but the node: from a struct, or the prototype's, or zero. */
void trp__fill_payload(const trp_pool *pool, trp_actor *actor, const unsigned char *from);
/* trp_create() the long way. Whether a life began, is in `born`: it may be over already. */
trp_actor *trp__create_slowly(trp_pool *pool, const void *init, const char *call,
                              const trp__start *start, bool is_optional, bool *born);

/* grow.c: world->grow. Takes a further chunk, or says why not. */
bool trp__grow(trp_pool *pool, trp_result *why);

/* external.c; the rest is in external.h */
void trp__entries_init(trp_pool *pool);

/* life.c */
/* Whether a structural call on this actor may go on; finds where it is. TRP_OK, or what the call
 * answers. */
trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place);
/* Ends a life; trp__leave gives its slot back, trp__depart leaves that to the caller. */
void trp__depart(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_reason reason);
void trp__leave(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_reason reason);
/* Recycles one that is in the list, as a walk prunes it. */
void trp__prune(trp_pool *pool, trp_actor *actor);
bool trp__is_current(const trp__frame *frame, const trp_actor *actor);

/* heal.c */
/*
 * Mends the list around a listed slot whose node or neighbours were overwritten. Whether the node itself was right, and
 * is sound now.
 */
TRP__COLD bool trp__heal(trp_pool *pool, uint32_t slot);
/* The link behind `at` in an age order, after mending what was overwritten there. */
TRP__COLD trp_link *trp__mend_step(trp_pool *segment, trp_link *at);

/* full.c */
/* Makes room in a full pool as its when_full says. */
trp_result trp__make_room(trp_pool *pool);
/* An actor has been linked or is about to be unlinked: keeps pool->oldest. */
void trp__oldest_linked(trp_pool *pool, trp_actor *actor);
void trp__oldest_leaves(trp_pool *pool, const trp_actor *actor);

/* world.c: the layer at a place of the order */
trp__layer *trp__layer_at(const trp_world *world, uint32_t place);

/* clear.c */
void trp__clear(trp_pool *pool, trp_reason reason);

/* Whether an event must be told. */
TRP__INLINE bool trp__hears(const trp_pool *pool, trp_event event)
{
    return (pool->hears & (unsigned)event) != 0;
}

/* Whether lives that begin and end here, and refusals, are recorded. */
TRP__INLINE bool trp__is_recorded(const trp_pool *pool)
{
    return TRP__RARELY((pool->hears & TRP__EVENT_RECORDED) != 0);
}

/* A life has begun or is about to end. The pool is recorded; in the others that is asked. Recorders are told before
 * anybody who may do something about it, so that records stand in the order in which things began to happen. */
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

/* watch.c */
/* Who keeps records; NULL: nobody. */
void trp__set_recorder(trp_world *world, trp__record_fn *record, trp__record_misuse_fn *misuse,
                       void *recorder);
/* Tells of something that somebody hears. */
TRP__INLINE void trp__tell(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason)
{
    pool->world->tell(pool->world, pool, actor, (unsigned)event, reason, NULL);
}

/* Tells the world's watchers, if there are any, of its end, or of a tick: TRP__EVENT_BEFORE or TRP__EVENT_AFTER. */
TRP__INLINE void trp__tell_world(trp_world *world, trp_tick *tick, unsigned event)
{
    if (world->watchers != NULL)
        world->tell(world, NULL, NULL, event, TRP_REASON_NONE, tick);
}

/* Walks a chain in which anybody may be taken out and added meanwhile. */
void trp__begin_telling(trp_world *world, trp__telling *telling, trp_watcher *first);
trp_watcher *trp__next_told(trp__telling *telling);
void trp__end_telling(trp_world *world, const trp__telling *telling);
/* Puts a watcher into the world's chain, at a place of it. */
void trp__insert_watcher(trp_world *world, trp_watcher **place, trp_watcher *watcher);
/* Takes one out that is in it. */
void trp__take_watcher(trp_world *world, trp_watcher *watcher);

/* serial.c */
/* The limit of a walk that begins now. May number serials anew. */
uint32_t trp__limit_now(trp_world *world);
/* What the limit of a trp_each that began in that epoch, an earlier one, is now. */
uint32_t trp__limit_today(const trp_world *world, uint32_t limit, uint32_t epoch);
/* For tests: sets the serial of the next activation; where that lowers it no walk may be under way. */
void trp__set_serial(trp_world *world, uint32_t serial);

/* walk.c */
/* The run of slots, in memory order, that begins with the first listed slot from this one on. */
trp_run trp__run_from(const trp_pool *pool, uint32_t slot);

/* frame.c */
/* The tick of a frame has come to this pool. */
void trp__set_tick_pool(const trp__frame *frame, trp_pool *pool);
/* An actor whose node names a pool or an entry in which it is not. It is mended, and met by the next walk. */
TRP__COLD void trp__meet_stranger(const trp_world *world, trp_actor *actor);
/* The pool of that number, or NULL if it does not stand in this segment. */
trp_pool *trp__pool_in(const trp_pool *segment, uint32_t number);
/* Walks a segment for a frame whose limit, only, visit and tick are set. */
void trp__walk_segment(trp__frame *frame, trp_pool *segment);
/* The limit of a tick, or of a walk that calls back for a pool's or a layer's actors. */
uint32_t trp__frame_limit(trp_world *world);
void trp__push_frame(trp_world *world, trp__frame *frame);
void trp__pop_frame(trp_world *world, trp__frame *frame);
/* How many of a pool's actors are in the list: active and expired ones. */
TRP__INLINE uint32_t trp__listed(const trp_pool *pool)
{
    return pool->live - pool->sleepers - pool->leaving;
}

/* A number that time can be or be multiplied with: 0 or more, and finite. */
TRP__INLINE bool trp__is_time(float value)
{
    uint32_t bits; /* of numbers above 0 they are in the same order as the numbers */

    memcpy(&bits, &value, sizeof bits);
    return bits <= 0x7F7FC99Eu || bits == 0x80000000u; /* 3.4e38; -0 */
}

TRP__INLINE bool trp__in_memory_order(const trp_pool *pool)
{
    return pool->desc.order == TRP_ORDER_MEMORY;
}

TRP__SHARED trp_actor *trp__node_at(const trp_pool *pool, uint32_t slot);

/*
 * The number of the slot whose node is at this address among `count` slots from `nodes` on, or
 * TRP__NONE. Dividing by the stride is multiplying by its odd part's inverse and rotating its power
 * of two out; what was not divisible comes out larger than any slot number (Hacker's Delight,
 * 10-17).
 */
TRP__SHARED uint32_t trp__slot_number(const trp_pool *pool, const unsigned char *nodes,
                                      uint32_t count, const trp_actor *actor);

/* The slot of an actor that is looked for in this pool, or TRP__NONE. */
TRP__SHARED uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor);

/* Finds the pool and slot of an actor by its address. */
TRP__SHARED trp_result trp__locate(const trp_world *world, const trp_actor *actor,
                                   trp__place *place);

/* The actor in a slot of any pool; NULL for a free entry of an external one, or in a chunk that was given back. */
TRP__SHARED trp_actor *trp__actor_at(const trp_pool *pool, uint32_t slot);

/* Whether the neighbours agree that this one stands between them. */
TRP__SHARED bool trp__is_linked(const trp_actor *actor);

TRP__INLINE bool trp__is_zeroed(const trp_link *link)
{
    return trp__serial((const trp_actor *)(const void *)link) == TRP__ZEROED;
}

/* The link behind `at`, which is listed in an age order. */
TRP__SHARED trp_link *trp__step(trp_pool *segment, trp_link *at);

/* Whether what a node says agrees with the bitmap and with its neighbours in the list. */
TRP__SHARED bool trp__is_sound(const trp_pool *pool, const trp_actor *actor, uint32_t slot);

TRP__SHARED uint32_t *trp__generation(const trp_pool *pool, trp_actor *actor, uint32_t slot);

/*
 * The number of the pool that a node says it belongs to; no pool's where there is no node, but bytes of a dead actor
 * that must not be read.
 */
TRP__INLINE uint32_t trp__pool_named(const trp_world *world, const trp_actor *actor)
{
#if TRP__POISONS
    if (trp__is_marked(actor, sizeof *actor) && trp__lies_in_a_slot(world, actor))
        return TRP__POOL_MASK;
#else
    (void)world;
#endif
    return actor->stamp & TRP__POOL_MASK;
}

#if TRP__DEFINES_SHARED

TRP__SHARED trp_actor *trp__node_at(const trp_pool *pool, uint32_t slot)
{
    if (TRP__LIKELY(slot < pool->first_count))
        return (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
    return (trp_actor *)(void *)(trp__grown_slot(pool, slot, NULL) + pool->node);
}

TRP__SHARED uint32_t trp__slot_number(const trp_pool *pool, const unsigned char *nodes,
                                      uint32_t count, const trp_actor *actor)
{
    const uintptr_t offset = (uintptr_t)actor - (uintptr_t)nodes;
    const uintptr_t scaled = offset * pool->inverse;
    const uintptr_t slot =
        scaled >> pool->shift | scaled << ((TRP__WORD_BITS - pool->shift) % TRP__WORD_BITS);

    return slot < count ? (uint32_t)slot : TRP__NONE;
}

TRP__SHARED uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor)
{
    const uint32_t slot = trp__slot_number(pool, pool->nodes, pool->first_count, actor);
    if (TRP__LIKELY(slot != TRP__NONE))
        return slot;
    return trp__grown_number(pool, actor);
}

TRP__SHARED trp_result trp__locate(const trp_world *world, const trp_actor *actor,
                                   trp__place *place)
{
    if (TRP__LIKELY((uintptr_t)actor % TRP__ALIGNOF(trp_actor) == 0))
    {
        const uint32_t number = trp__pool_named(world, actor);
        if (TRP__LIKELY(number < world->pool_count))
        {
            place->pool = world->pools[number];
            place->slot = trp__slot_of(place->pool, actor);
            if (TRP__LIKELY(place->slot != TRP__NONE))
                return TRP_OK;
        }
    }
    return trp__locate_slowly(world, actor, place);
}

TRP__SHARED trp_actor *trp__actor_at(const trp_pool *pool, uint32_t slot)
{
    if (pool->entries != NULL)
        return pool->entries[slot].taken != 0 ? pool->entries[slot].actor : NULL;
    if (TRP__LIKELY(pool->missing == 0) || trp__grown_slot(pool, slot, NULL) != NULL)
        return trp__node_at(pool, slot);
    return NULL;
}

TRP__SHARED bool trp__is_linked(const trp_actor *actor)
{
    const trp_link *link = &actor->hook.link;

    return link->prev != NULL && link->next != NULL && link->prev->next == link &&
           link->next->prev == link;
}

TRP__SHARED trp_link *trp__step(trp_pool *segment, trp_link *at)
{
    trp_link *link = at->next;

    if (TRP__LIKELY(link != NULL && link->prev == at && !trp__is_zeroed(link)))
        return link;
    return trp__mend_step(segment, at);
}

TRP__SHARED bool trp__is_sound(const trp_pool *pool, const trp_actor *actor, uint32_t slot)
{
    const uint32_t serial = trp__serial(actor);
    const bool was_given_out = serial - 1 < pool->world->serial;
    const bool is_listed = was_given_out || serial == TRP__EXPIRED;

    if (!was_given_out && (serial < TRP__ASLEEP || serial > TRP__SENTINEL))
        return false;
    if (trp__in_memory_order(pool) && trp__bitmap_has(&pool->map, TRP__ACTIVE, slot) != is_listed)
        return false;
    return !is_listed || trp__is_linked(actor);
}

TRP__SHARED uint32_t *trp__generation(const trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    return pool->entries != NULL ? &pool->entries[slot].generation : &actor->life.generation;
}

#endif

#endif
