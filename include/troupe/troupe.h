/**
 * @file troupe.h
 * troupe: the life of a game's short-lived objects. Includes all public headers.
 */
#ifndef TROUPE_TROUPE_H
#define TROUPE_TROUPE_H

#include "actor.h"
#include "block.h"
#include "check.h"
#include "family.h"
#include "ids.h"
#include "inspect.h"
#include "layer.h"
#include "list.h"
#include "misuse.h"
#include "place.h"
#include "pool.h"
#include "quarantine.h"
#include "result.h"
#include "roster.h"
#include "shrink.h"
#include "space.h"
#include "span.h"
#include "system.h"
#include "version.h"
#include "walk.h"
#include "watch.h"
#include "world.h"

#endif
