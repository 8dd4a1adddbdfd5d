/**
 * @file evidence.h
 * Two ends whose games differ: each gets the other's state before the first tick whose hashes
 * differ, in parts that may be lost, and names what differs: which actor, which field.
 * Freestanding.
 */
#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "net_game.h"

#define EVIDENCE_WORDS 120
#define EVIDENCE_STATE PACKET_STATE_BYTES
/** Memory for the other's state and this end's. */
#define EVIDENCE_BYTES (2 * EVIDENCE_STATE)

/** Zero it before it is first begun. All fields private. */
typedef struct evidence
{
    unsigned char *theirs; /* the other's state, as a save; then any state */
    unsigned char *mine;
    uint32_t mine_bytes; /* 0: not collected */
    uint32_t now;        /* the tick in which the game has stopped */
    uint32_t tick;       /* of the wanted state; 0: none is wanted */
    uint32_t total;      /* its bytes; 0: no part has come */
    uint32_t missing;    /* parts */
    uint32_t asked;      /* the tick of the state that the other wants; 0: none */
    uint32_t cursor;     /* the part that it is sent next */
    unsigned char has[EVIDENCE_STATE / PACKET_PART];
    char words[EVIDENCE_WORDS];
} evidence;

/** With EVIDENCE_BYTES of memory, aligned to TRP_ALIGNMENT. */
void evidence_begin(evidence *e, unsigned char *memory);
/** The game has stopped before tick `now`: required before the calls below. */
void evidence_stop(evidence *e, net_game *n, uint32_t now);
/** The hashes of the states before this tick differ. */
void evidence_want(evidence *e, uint32_t tick);
/** Takes PACKET_ASK and PACKET_STATE of the other. */
void evidence_take(evidence *e, net_game *n, const packet *p);
/** What is to be sent next: a question, or a part of the state that the other wants. False:
 * nothing is. `p` has its game and player. */
bool evidence_fill(evidence *e, packet *p, bool asks);
/** What differs, such as "ship slot 0 (generation 1): x: 3 and 4"; NULL: it is not known yet. */
const char *evidence_words(const evidence *e);

#endif
