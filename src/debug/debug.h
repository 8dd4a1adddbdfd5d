/*
 * The debug room: what debug builds, and builds for tools that watch memory, do besides. The hooks
 * here are all that the library knows of it. In other builds they are empty.
 */
#ifndef TROUPE_SRC_DEBUG_DEBUG_H
#define TROUPE_SRC_DEBUG_DEBUG_H

#include "../core/types.h"

/*
 * marks.c: a dead actor's bytes must not be accessed. Compiled for AddressSanitizer, these bytes
 * are poisoned. Compiled with TRP_VALGRIND, each life is a memory block for memcheck, so that its
 * reports say where the life began and ended. Nodes of free slots stay readable: walks read their
 * stamps, and so do tests. Slots of external pools are the user's memory and are not marked.
 */
#if TRP__ASAN || (defined(TRP_VALGRIND) && TRP_VALGRIND)
#define TRP__POISONS 1
/* A pool is about to get its slots. */
void trp__watch_pool(const trp_pool *pool);
/* A slot is new and free; a life in it has ended; a life begins, its bytes not filled yet. */
void trp__mark_vacant(const trp_pool *pool, const trp_actor *actor);
void trp__mark_freed(const trp_pool *pool, const trp_actor *actor);
void trp__mark_taken(const trp_pool *pool, const trp_actor *actor);
/* Whether this struct of the pool's type, or NULL, is a dead actor's. */
bool trp__is_dead(const trp_pool *pool, const unsigned char *it);
/* The bytes of a dead actor will be copied once more; trp__mark_vacant() ends that. */
void trp__mark_copied(const trp_pool *pool, const trp_actor *actor);
/* Memory of a whole pool, chunk or world is added or removed: all of it may be accessed. */
void trp__mark_open(const void *memory, size_t bytes);
/* These bytes are about to be compared, and need not have been written. */
void trp__mark_read(const void *memory, size_t bytes);
/* Whether some of these bytes must not be accessed. */
bool trp__is_marked(const void *memory, size_t bytes);
#else
#define TRP__POISONS 0
#define trp__watch_pool(pool) ((void)(pool))
#define trp__mark_vacant(pool, actor) ((void)(pool), (void)(actor))
#define trp__mark_freed(pool, actor) ((void)(pool), (void)(actor))
#define trp__mark_taken(pool, actor) ((void)(pool), (void)(actor))
#define trp__is_dead(pool, it) ((void)(pool), (void)(it), false)
#define trp__mark_copied(pool, actor) ((void)(pool), (void)(actor))
#define trp__mark_open(memory, bytes) ((void)(memory), (void)(bytes))
#define trp__mark_read(memory, bytes) ((void)(memory), (void)(bytes))
#define trp__is_marked(memory, bytes) ((void)(memory), (void)(bytes), false)
#endif

/* lost_memory.c: finds watchers, groups, families, systems, regions and adopted actors whose memory
 * was freed or reused while the world knows them. */
#if TRP__DEBUGS && TRP__SYSTEM
#define TRP__FINDS_LOST 1
struct trp_region;
/* Notes the content of a watcher, and the object that it belongs to, or of a region. */
void trp__watcher_added(const trp_world *world, const trp_watcher *watcher);
void trp__watcher_named(const trp_watcher *watcher, const char *noun, const char *name,
                        const char *remover);
void trp__region_added(const struct trp_region *region);
/* The watcher or the region was removed; the world begins or ends, and has none. */
void trp__memory_back(const void *object);
void trp__all_memory_back(const trp_world *world);
/* Reports the first watcher of a chain that is lost; all lost regions; adopted actors, as far as a
 * tool knows that their memory was freed. */
void trp__look_for_lost(const trp_world *world, const trp_watcher *watcher);
void trp__look_for_lost_regions(const trp_world *world);
void trp__look_for_lost_actors(const trp_world *world, const char *call);
#else
#define TRP__FINDS_LOST 0
#define trp__watcher_added(world, watcher) ((void)0)
#define trp__watcher_named(watcher, noun, name, remover) ((void)0)
#define trp__region_added(region) ((void)0)
#define trp__memory_back(object) ((void)0)
#define trp__all_memory_back(world) ((void)0)
#define trp__look_for_lost(world, watcher) ((void)0)
#define trp__look_for_lost_regions(world) ((void)0)
#define trp__look_for_lost_actors(world, call) ((void)0)
#endif

/* threads.c: a call that uses a world, from its begin to its end. Refused if another thread is in
 * such a call. This needs a variable whose end calls a function. */
#if TRP__DEBUGS && TRP__SYSTEM && TRP__CAN_LEAVE
#define TRP__WATCHES_THREADS 1
typedef struct trp__use {
    trp_world *world; /* NULL: this thread is in an outer call already */
    bool is_refused;
} trp__use;

trp__use trp__begin_use(const trp_world *world, const char *call);
void trp__end_use(const trp__use *use);
#define TRP__USE(world, call, refusal)                                                             \
    const trp__use in_use TRP__LEAVES(trp__end_use) = trp__begin_use((world), (call));             \
    if (in_use.is_refused)                                                                         \
    return (refusal)
#else
#define TRP__WATCHES_THREADS 0
#define TRP__USE(world, call, refusal) ((void)0)
#endif

/* stale.c, type_check.c, and stray_bytes.c of state */
#if TRP__DEBUGS
/* Reports a lifetime or a table of fields of another struct than the pool's, if it is as large. */
void trp__check_names(const trp_pool *pool);
/* Reports nonzero bytes of actors in no field, once per pool, as a misuse of `call`. */
void trp__look_for_stray_bytes(const trp_world *world, const char *call);
/* A walk by trp_each() passes over an actor whose node was overwritten. So the nodes of a pool are
 * repaired before it. In an age order the walk repairs them itself. O(slots). */
void trp__repair_nodes(trp_pool *pool, const char *call);
/* A pool without a quarantine gets one for a quarter of its slots, as many as they become. */
void trp__add_quarantine(trp_pool_desc *desc);
#else
#define trp__check_names(pool) ((void)0)
#define trp__look_for_stray_bytes(world, call) ((void)0)
#define trp__repair_nodes(pool, call) ((void)0)
#define trp__add_quarantine(desc) ((void)0)
#endif

#endif
