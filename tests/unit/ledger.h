/**
 * @file ledger.h Tools for situations that no game can reach: they read the ledger, use up lives,
 * and overwrite nodes.
 */
#ifndef TROUPE_TESTS_LEDGER_H
#define TROUPE_TESTS_LEDGER_H

#include "stage.h"

#include "../../src/core/core.h" /* cells and orders, for tests that corrupt them */

/** The cell of an actor's slot. */
trp__cell *ledger_cell(const trp_pool *pool, const trp_actor *actor);

/** Makes the present life the last one of its slot. */
void ledger_last_life(trp_pool *pool, const trp_actor *actor);

/** Ways in which a game overwrites a node by mistake. */
typedef enum ledger_overwrite_kind {
    LEDGER_ZEROS, /**< memset of the struct */
    LEDGER_ONES,
    LEDGER_COPY,       /**< a copy of another actor over it */
    LEDGER_NO_LINKS,   /**< zeros over the links alone */
    LEDGER_WILD_LINKS, /**< links that lead to no slot */
    LEDGER_LOOP,       /**< links that lead to the actor itself */
    LEDGER_NO_INDEX,
    LEDGER_NO_STAMP,
    LEDGER_ACTIVE, /**< the stamp of another active actor */
    LEDGER_OVERWRITES
} ledger_overwrite_kind;

/** Overwrites a node. `other`: an active actor for copies. Returns whether the node has changed. */
bool ledger_overwrite(trp_actor *actor, ledger_overwrite_kind how, const trp_actor *other);

/** Writes zeros over the node of a free slot, like code that no tool watches. */
void ledger_overwrite_free(trp_actor *actor);

/** Whether the library can detect it where it reads the node: index or stamp have changed. Wrong
 * links alone are detected by validation; the library does not depend on them. */
bool ledger_is_seen(ledger_overwrite_kind how);

#endif
