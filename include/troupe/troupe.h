/**
 * @file troupe.h
 * troupe: the life of a game's short-lived objects. Includes all public headers.
 */
#ifndef TROUPE_TROUPE_H
#define TROUPE_TROUPE_H

#include "actor.h"
#include "block.h"
#include "check.h"
#include "clock.h"
#include "contacts.h"
#include "diff.h"
#include "family.h"
#include "fields.h"
#include "group.h"
#include "hash.h"
#include "history.h"
#include "ids.h"
#include "inspect.h"
#include "interval.h"
#include "layer.h"
#include "lifetime.h"
#include "list.h"
#include "misuse.h"
#include "parallel.h"
#include "place.h"
#include "pool.h"
#include "quarantine.h"
#include "queue.h"
#include "result.h"
#include "save.h"
#include "shrink.h"
#include "snapshot.h"
#include "space.h"
#include "span.h"
#include "synctest.h"
#include "system.h"
#include "timer.h"
#include "version.h"
#include "walk.h"
#include "watch.h"
#include "world.h"

#endif
