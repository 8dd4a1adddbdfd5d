/**
 * @file ledger.h
 * What situations do where no game reaches: they look into the ledger, use up lives, and overwrite nodes.
 */
#ifndef TROUPE_TESTS_LEDGER_H
#define TROUPE_TESTS_LEDGER_H

#include "stage.h"

#include "../../src/core/core.h" /* cells and orders, for tests that corrupt them */

/** The cell of an actor's slot. */
trp__cell *ledger_cell(const trp_pool *pool, const trp_actor *actor);

/** The life that it lives is its slot's last one. */
void ledger_last_life(trp_pool *pool, const trp_actor *actor);

/** What a game does to a node by mistake. */
typedef enum ledger_overwrite_kind
{
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

/** Overwrites a node. `other`: an active actor for those that copy. Whether the node says another thing than before. */
bool ledger_overwrite(trp_actor *actor, ledger_overwrite_kind how, const trp_actor *other);

/** Writes zeros over the node of a free slot, as code does that no tool watches. */
void ledger_overwrite_free(trp_actor *actor);

/** Whether the library can see it, where it looks: index or stamp are not what they were. Wrong links alone it sees where
 * it validates; it needs them for nothing. */
bool ledger_is_seen(ledger_overwrite_kind how);

#endif
