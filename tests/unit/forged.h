/**
 * @file forged.h Forged saves as texts: what is changed in the save of the small world (see
 * save_edited.h), and what a load says of it.
 *
 *     {"IDS end: more 1", TRP_ERR_DAMAGED, "IDS rows", "ids ids: its number of rows is wrong"}
 *
 * Changes are separated by `;`: a place, a colon, and what is done there.
 *   set8 N  set32 N  set64 N     the number there is this one
 *   add N                        the number of 4 bytes there is greater by this
 *   more N   less N   cut        N zeros are inserted, N bytes removed, or all up to the chunk's
 *                                end; the chunk knows its length
 * A PLACE is a chunk, the NUMBER of it (0 if there is none), a part of it, and a sum:
 *   FILE                         the bytes from the start
 *   GAME USER WORLD LAYER POOL GROUP FAMILY SPACE REGION TIMERS IDS END
 *     letters                    its name              from, end      its content
 *     count rows                 of a module: the number of its rows, and the first one
 *     states generations records chunks (of memory) chunk_count      of a POOL
 *     a number of WORLD, LAYER or POOL, by its name, such as: scale dt pools room used every
 * A SUM has numbers (also hexadecimal ones), products of two, # (the number of the case),
 * base N (of pool N), used N, room N, and (PLACE) or (wide PLACE): the 4 or 8 bytes there in
 * the save as it was.
 */
#ifndef TROUPE_TESTS_FORGED_H
#define TROUPE_TESTS_FORGED_H

#include "save_edited.h"

typedef struct forged {
    const char *changes;
    trp_result result;   /**< TRP_OK: it is loaded, and the world is valid */
    const char *at;      /**< the place of the problem; NULL: that of the case before */
    const char *words;   /**< what is said of it; NULL: that of the case before; `?` is pool # */
    unsigned from, last; /**< it is so for each # of these */
} forged;

/** Makes all of them, each from the save as it was. */
#define FORGE(...) forge((const forged[]){__VA_ARGS__, {NULL}})
void forge(const forged *cases);

#endif
