/**
 * @file rollback.h
 * One end of a game of two over a bad network. Local inputs count at once (or after a delay),
 * the other's are guessed; where a guess was wrong, the game goes back to that tick and plays from
 * there again. Knows no game and no network: it says what to do. Freestanding.
 *
 *     while (received) if (!packet_read(&p, bytes, size)) rollback_take(&r, &p);
 *     uint32_t tick = rollback_begin(&r);
 *     if (tick < rollback_tick(&r)) load the state before it;
 *     -- play it: save the state before it, rollback_inputs(), step the game
 *     for (; tick < rollback_tick(&r); ++tick) play it;
 *     if (rollback_may_go(&r))
 *     {
 *         rollback_press(&r, keys); play tick; rollback_end(&r);
 *     }
 *     rollback_fill(&r, &p); send it
 */
#ifndef ROLLBACK_H
#define ROLLBACK_H

#include "packet.h"

/* -- one player's inputs by tick: those that are known, and a guess of those that are not yet;
 * with what each tick was played, so that a guess that was wrong is found -- */

/** Ticks that are kept. */
#define INPUTS_WINDOW 128
/** How far known inputs may be ahead of the game. */
#define INPUTS_AHEAD 96
#define INPUTS_NONE UINT32_MAX

/** Zero it before it is first used. All fields private. */
typedef struct inputs_queue {
    uint32_t known;  /* of all ticks below this the input is known */
    uint32_t played; /* all ticks below this have been played */
    uint32_t
        wrong; /* one more than the first tick that was played with another input; 0: none was */
    uint16_t given[INPUTS_WINDOW];
    uint16_t used[INPUTS_WINDOW];
} inputs_queue;

typedef enum inputs_result {
    INPUTS_ADDED,
    INPUTS_KNOWN,       /**< it was known */
    INPUTS_CONTRADICTS, /**< another was known, and stays */
    INPUTS_GAP,         /**< one before it is not known yet: nothing is done */
    INPUTS_TOO_EARLY    /**< it is too far ahead of the game: nothing is done */
} inputs_result;

/** The input of a tick; they come in order. O(1). */
inputs_result inputs_add(inputs_queue *q, uint32_t tick, uint32_t input);
/** Of all ticks below this the input is known. */
uint32_t inputs_known(const inputs_queue *q);
/** The input of a tick, which is known or predicted: held directions stay held, but keys that count
 * when they are pressed (bomb, pause, start) are not pressed. */
uint32_t inputs_get(const inputs_queue *q, uint32_t tick);
/** The same for a tick that is now played, or played again. Ticks are played in order. */
uint32_t inputs_play(inputs_queue *q, uint32_t tick);
/** The first tick that was played with an input that has turned out to be wrong; INPUTS_NONE: all
 * were right. */
uint32_t inputs_wrong(const inputs_queue *q);
/** The game has gone back to that tick: later ones are played again. */
void inputs_go_back(inputs_queue *q, uint32_t tick);

/* -- one end of a game -- */

/** How many ticks the game may be ahead of what is known of the other's inputs, and so goes back
 * at most. */
#define ROLLBACK_MOST 8
/** States to be kept: the one before each tick that it may go back to. */
#define ROLLBACK_STATES (ROLLBACK_MOST + 1)
/** Hashes are compared of every tick that is a multiple of this. */
#define ROLLBACK_HASH_EVERY 16
#define ROLLBACK_HASHES 32

typedef struct rollback_desc {
    uint32_t game;  /**< see packet.game */
    uint32_t me;    /**< 0 or 1 */
    uint32_t delay; /**< of both, to begin with: ticks until a local input counts, 0 to
                         PACKET_MOST_DELAY */
} rollback_desc;

/** What has happened. All fields public. */
typedef struct rollback_stats {
    uint32_t backs;    /**< how often the game went back */
    uint32_t again;    /**< ticks that were played again */
    uint32_t furthest; /**< the most ticks that it went back at once */
    uint32_t refused;  /**< packets of others, and those that contradict earlier ones */
    uint32_t hashes;   /**< that were compared, and were the same */
    uint32_t waits;    /**< how often rollback_may_go() was false */
    uint32_t desync;   /**< the first tick whose hashes differ; 0: none */
} rollback_stats;

/** All fields private. */
typedef struct rollback {
    rollback_desc desc;
    inputs_queue players[PACKET_PLAYERS];
    uint32_t tick;
    uint32_t delay, other_delay;
    uint32_t acknowledged; /* the other knows mine below this */
    uint32_t other_tick;
    int32_t other_lead;                     /* what the other has last seen as its lead */
    uint32_t hash_tick[2][ROLLBACK_HASHES]; /* mine, the other's */
    uint64_t hash[2][ROLLBACK_HASHES];
    uint32_t last_hash; /* my latest */
    rollback_stats stats;
} rollback;

void rollback_init(rollback *r, const rollback_desc *desc);
/** Takes what the other has sent. Packets of others change nothing. */
void rollback_take(rollback *r, const packet *p);
/** What is to be sent now: all inputs that the other may not know, PACKET_INPUTS at most. */
void rollback_fill(const rollback *r, packet *p);

/** Whether the next tick may be played: not if the other's inputs are missing for ROLLBACK_MOST
 * ticks. */
bool rollback_may_go(rollback *r);
/** Another delay of local inputs, from the next one on: a longer one repeats an input; a shorter
 * one leaves one out that is as the one before. */
void rollback_set_delay(rollback *r, uint32_t ticks);
uint32_t rollback_delay(const rollback *r);
/** The local keys for the next tick; once per tick. */
void rollback_press(rollback *r, uint32_t input);
/** The tick from which the game is to be played again, since it was played with a wrong guess;
 * rollback_tick(): none. */
uint32_t rollback_begin(rollback *r);
/** The inputs of both, with which a tick is played now. */
void rollback_inputs(rollback *r, uint32_t tick, uint32_t inputs[PACKET_PLAYERS]);
/** The inputs of both in a tick before rollback_final(). False: it is not final, or long ago. */
bool rollback_final_inputs(const rollback *r, uint32_t tick, uint32_t inputs[PACKET_PLAYERS]);
/** The next tick has been played. */
void rollback_end(rollback *r);
/** The tick that is played next. */
uint32_t rollback_tick(const rollback *r);

/** The number of ticks that this end is really ahead of the other: what both see as their lead
 * contains the network's delay, their difference does not. The end that is ahead skips a tick
 * now and then. */
int32_t rollback_ahead(const rollback *r);

/** The state before this tick, and before all earlier ones, is final: both have the same (after
 * rollback_begin(), when what it asks for has been played again). */
uint32_t rollback_final(const rollback *r);
/** The hash of the state before a tick up to rollback_final(), a multiple of
 * ROLLBACK_HASH_EVERY. */
void rollback_note_hash(rollback *r, uint32_t tick, uint64_t hash);
rollback_stats rollback_get_stats(const rollback *r);

#endif
