/**
 * @file match.h
 * One end of a game of two over a network of any kind: two ends meet, agree on a game, play it with
 * predicted inputs, and part. It takes datagrams and gives datagrams; how they travel is the face's
 * business. Freestanding.
 *
 *     match_begin(&m, &desc, memory, MATCH_BYTES);
 *     per frame:
 *         while (a datagram has come) match_receive(&m, bytes, size);
 *         if (match_wants_game(&m)) {
 *             options = match_options(&m); g = game_init(.., &options); match_play(&m, g);
 *         }
 *         match_step(&m, keys);
 *         while ((size = match_send(&m, bytes)) > 0) send them;
 */
#ifndef MATCH_H
#define MATCH_H

#include "net_game.h"

/* -- two ends whose games differ: each gets the other's state before the first tick whose hashes
 * differ, in parts that may be lost, and names what differs: which actor, which field -- */

#define EVIDENCE_WORDS 120
#define EVIDENCE_STATE PACKET_STATE_BYTES
/** Memory for the other's state and this end's. */
#define EVIDENCE_BYTES (2 * EVIDENCE_STATE)

/** All fields private. */
typedef struct evidence {
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

/* -- the match -- */

/** Memory that a match needs: the states of more than a second, and the other's after a desync. */
#define MATCH_BYTES (NET_GAME_BYTES + EVIDENCE_BYTES)
#define MATCH_HEARD 16

typedef enum match_phase {
    MATCH_MEETS,   /**< the other has not come yet */
    MATCH_PLAYS,   /**< ticks are played */
    MATCH_DIFFERS, /**< the two games differ: the ends find out where */
    MATCH_ENDED    /**< see match_words() */
} match_phase;

typedef struct match_desc {
    uint32_t me;     /**< 0: the first player, which decides all that follows; 1: the second */
    uint32_t number; /**< of the game: other games' packets are not for it */
    uint32_t seed;
    uint32_t
        delay; /**< of local inputs, in ticks, up to PACKET_MOST_DELAY; 0: as the round trip asks */
    uint32_t plant; /**< for tests: in this tick this end's game is made another one; 0: never */
} match_desc;

/** All fields private. */
typedef struct match {
    match_desc desc;
    match_phase phase;
    bool has_met; /* what the game is has been agreed on */
    bool has_left;
    unsigned char *memory;
    rollback rollback;
    net_game n;
    evidence evidence;
    const char *why;        /* it has ended */
    uint32_t silence;       /* steps without a packet of the other */
    uint32_t pace;          /* steps in this phase */
    uint32_t steps;         /* in all */
    uint32_t echo, echo_at; /* the other's latest stamp, and the step in which it came */
    uint32_t trip;          /* the mean round trip, in 16ths of a step; 0: not known */
    uint32_t again;         /* ticks that were repeated in the last second, and before it */
    uint32_t again_before;
    game_ease ease;              /* of the other's ship */
    uint32_t skips_at;           /* the step from which a tick may be skipped again */
    uint32_t sent;               /* parts of what is sent per step */
    uint32_t recorded;           /* ticks */
    uint32_t heard[MATCH_HEARD]; /* by tick: the kinds of events that were notified */
    uint32_t event_count;
    game_event events[GAME_EVENTS];
} match;

/** Begins to look for the other, with MATCH_BYTES of memory aligned to TRP_ALIGNMENT. */
void match_begin(match *m, const match_desc *desc, void *memory, size_t bytes);
/** Takes a datagram, of any content: what is none of the other's changes nothing. */
void match_receive(match *m, const unsigned char *bytes, size_t size);
/** Whether the two have met, and the game is to be made: match_options(), match_play(). */
bool match_wants_game(const match *m);
game_options match_options(const match *m);
/** Plays on this game, which has just been made. */
void match_play(match *m, game *g);
/** A 60th of a second: plays the next tick, and again what was played with wrong guesses; without
 * the other's inputs it waits. Events of the game are those that have not been notified for
 * their tick. */
void match_step(match *m, uint32_t keys);
/** The next datagram to be sent; 0: no further one until the next step. */
size_t match_send(match *m, unsigned char bytes[PACKET_BYTES]);
/** Ends it. The next datagram says so to the other. */
void match_leave(match *m);
/** Ends it, since the face knows that the other has left: its connection is closed. Before the two
 * have met, another can still come. */
void match_lose(match *m);

match_phase match_get_phase(const match *m);
uint32_t match_me(const match *m);
/** The next of the inputs that are final, in the order of ticks, each once: for recordings.
 * False: none. */
bool match_take_final(match *m, uint32_t *input);
/** The hash of the state after the last of these inputs. False: it is not kept. */
bool match_final_hash(match *m, uint64_t *hash);
/** After the end: the game is in the state after the last of these inputs. False: that is not
 * kept. */
bool match_settle(match *m);
/** Gives the game back: it may then be ended. */
void match_close(match *m);
/** How long the other has been silent, in steps. */
uint32_t match_silence(const match *m);
/** Why it has ended, such as "THE OTHER HAS LEFT"; NULL: it has not. */
const char *match_words(const match *m);
/** What differs, such as "ship slot 0 (generation 1): x: 3 and 4"; NULL: nothing, or it is not known
 * yet. */
const char *match_difference(const match *m);
rollback_stats match_get_stats(const match *m);
/** What a player wants to know of the network. All fields public. */
typedef struct match_network {
    uint32_t ping;  /**< the round trip from input to input, in ms; 0: not known */
    uint32_t delay; /**< of local inputs, in ticks */
    uint32_t again; /**< ticks that were repeated in the last second */
} match_network;
match_network match_get_network(const match *m);
/** The next tick. */
uint32_t match_tick(const match *m);

#endif
