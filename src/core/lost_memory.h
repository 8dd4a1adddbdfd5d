/*
 * Debug builds notice watchers, regions and adopted actors whose memory is gone.
 */
#ifndef TROUPE_SRC_CORE_LOST_MEMORY_H
#define TROUPE_SRC_CORE_LOST_MEMORY_H

#include "types.h"

#include "troupe/snapshot.h"

struct trp_region;

#if TRP__NAMES_WATCHERS
/* Notes the content of a watcher and the object that it belongs to, until the watcher is
 * removed. */
void trp__watcher_added(trp_watcher *watcher);
void trp__watcher_named(const trp_watcher *watcher, const char *noun, const char *name,
                        const char *remover);
void trp__watcher_removed(const trp_watcher *watcher);
/* Reports the first watcher of a chain whose memory was freed or reused. */
void trp__look_for_lost(const trp_world *world, const trp_watcher *watcher);
/* Reports adopted actors whose memory was freed, as far as AddressSanitizer knows. */
void trp__look_for_lost_actors(trp_world *world, const char *call);
/* The same for regions. */
void trp__region_added(struct trp_region *region);
void trp__region_removed(const struct trp_region *region);
/* The world begins or ends: it has no regions. */
void trp__regions_ended(const trp_world *world);
/* Reports regions of the world whose memory was freed or reused. */
void trp__look_for_lost_regions(const trp_world *world);
#else
#define trp__watcher_added(watcher) ((void)0)
#define trp__watcher_named(watcher, noun, name, remover) ((void)0)
#define trp__watcher_removed(watcher) ((void)0)
#define trp__look_for_lost(world, watcher) ((void)0)
#define trp__look_for_lost_actors(world, call) ((void)0)
#define trp__region_added(region) ((void)0)
#define trp__region_removed(region) ((void)0)
#define trp__regions_ended(world) ((void)0)
#define trp__look_for_lost_regions(world) ((void)0)
#endif

#endif
