/**
 * @file session.h
 * A session of one player: games one after the other. Each game has its own seed, and is recorded
 * from its first tick. The last recording can be saved, shared and replayed. The high score passes
 * from game to game. Freestanding.
 *
 *     session *s = session_init(memory, sizeof memory, &(session_desc){.seed = time});
 *     for (;;)
 *         session_step(s, input);                      -- 60 times per second
 */
#ifndef SESSION_H
#define SESSION_H

#include "core/record.h"
#include "net/match.h"

/** The parameters of a session. Zero means the default. All fields are public. */
typedef struct session_desc {
    uint32_t seed;       /**< of the first game; further games have other seeds */
    uint32_t first_wave; /**< see game_options */
    uint32_t lives;      /**< see game_options */
    uint32_t level;      /**< game_level of the next games; on the title left and right choose */
    uint32_t high_score; /**< from earlier sessions */
    bool plays_itself;   /**< the autopilot plays */
    const uint32_t *pattern; /**< see game_options */
    uint32_t pattern_words;
    void *past; /**< memory for stored states, aligned to TRP_ALIGNMENT; NULL: no rewinding */
    size_t past_bytes;
} session_desc;

/** A further input bit besides game_input: rewinds while it is held. */
#define SESSION_REWIND (2 * GAME_STEP)
/** Ticks by which GAME_TURN turns time back. */
#define SESSION_TURN_TICKS (3 * GAME_RATE)

/** The longest recording: some hours. A longer game has no recording. */
#define SESSION_RECORD_BYTES ((size_t)256 << 10)
/** Bytes that a session needs. Constant. */
#define SESSION_BYTES (GAME_BYTES + 3 * SESSION_RECORD_BYTES + 4096)

typedef struct session session; /**< all of it lies in the caller's memory */

/** Starts a session with the title, in memory aligned to 8. NULL: the memory is too small, or the
 * game does not start. */
session *session_init(void *memory, size_t size, const session_desc *desc);
/**
 * Runs one tick. SESSION_REWIND, held, rewinds time by up to a minute, and accelerates while it is
 * held; the game and its recording continue from there. GAME_TURN, pressed, turns time back by
 * three seconds for GAME_TURN_COST bombs. In a replay, GAME_START and GAME_PAUSE end it,
 * SESSION_REWIND moves back, and GAME_RIGHT is fast forward.
 */
void session_step(session *s, uint32_t input);
/** The game in progress. The address is the same for all games of the session. */
game *session_game(session *s);
/** The highest score so far, including desc.high_score; without games in which time was rewound. */
uint32_t session_high_score(const session *s);
/** The highest score of those. */
uint32_t session_practice_score(const session *s);
/** The level of the next game. */
game_level session_level(const session *s);

/** Begins a new game: on the title, in a pause, after the end, in a replay. NULL, or a sentence
 * that says why not. */
const char *session_restart(session *s);

/** Sets the pattern of all games from now on; NULL: none. The words must stay valid until the next
 * call. The game in progress ends. If `starts`, the next game starts at once, otherwise the title
 * is shown. */
void session_set_pattern(session *s, const uint32_t *words, uint32_t count, bool starts);

/** The recording of the game in progress, or otherwise of the last game, valid until the next step.
 * NULL and size 0: there is none. */
const unsigned char *session_recording(session *s, size_t *size);

/** Starts a replay of a recording made with the present pattern. Returns NULL, or a sentence that
 * describes the error; after an error nothing has changed. */
const char *session_replay(session *s, const unsigned char *bytes, size_t size);
/** True during a replay; and the part of it that was played, 0 to 1. */
bool session_is_replay(const session *s);
float session_replay_part(const session *s);
/** Points of the field below this y are on the bar of a replay. */
#define SESSION_BAR_Y (GAME_HEIGHT - 12)
/** Moves to a position of the replay, 0 to 1, by means of stored states. Without a replay nothing
 * happens. */
void session_seek(session *s, float part);

/** The verdict on the last replay: a sentence such as "REPLAY OVER: THE SAME GAME, BIT FOR BIT".
 * NULL: none has ended. */
const char *session_verdict(const session *s);

/** Enough bytes for any save. */
#define SESSION_SAVE_BYTES ((size_t)1 << 20)
/** Saves the game in progress. Returns the number of bytes; 0: there is no game, or the bytes do
 * not fit. */
size_t session_save(session *s, unsigned char *bytes, size_t size);
/** Loads a game that was saved with the present pattern, and continues it and its recording.
 * Returns NULL, or a sentence that describes the error, valid until the next call. After an error
 * nothing has changed; if the save is forged, the title may be shown. */
const char *session_load(session *s, const unsigned char *bytes, size_t size);

/** From now on the session waits for the other player of this match, which has begun
 * (match_begin()); meanwhile one can play alone. When the two have met, their game begins. It is
 * recorded; time does not go back in it. When the match ends (match_leave(), or the other has
 * left), the player goes on alone. The face carries the match's datagrams. The match is valid
 * until it has ended. NULL: none. */
void session_meet(session *s, match *m);
/** Whether a game of two is played. */
bool session_is_match(const session *s);
/** How far the keys of this player are to the left in the input of the game: 0, or
 * GAME_INPUT_BITS. */
uint32_t session_shift(const session *s);
/** The player in a game of two, 0 or 1, also after the other has left; and the match in progress.
 * NULL: none. */
uint32_t session_me(const session *s);
const match *session_match(const session *s);
/** What there is to say about the match since the last step, such as "THE OTHER HAS LEFT"; NULL:
 * nothing. */
const char *session_news(const session *s);

/** Whether there is a hit to show: not while time goes back, nor after it went back before the hit.
 */
bool session_has_hit(const session *s);
/** Shows the last three seconds before the last hit again, the last one slowly; then, or when a
 * key is pressed, the game goes on where it was. NULL, or a sentence that says why not. */
const char *session_show_hit(session *s);
/** Whether that is shown now. */
bool session_is_hit(const session *s);

/** The stored past. All fields are read-only. */
typedef struct session_past {
    bool is_rewinding;
    float part;     /**< while rewinding: from 0 (first stored tick) to 1 (where it began) */
    uint32_t ticks; /**< ticks that can still be rewound */
} session_past;

session_past session_get_past(const session *s);
/** Bytes of the stored states. O(states): a few hundred. */
size_t session_past_bytes(const session *s);

#endif
