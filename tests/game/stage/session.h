/**
 * @file session.h
 * One player in front of one face: games one after the other, each with a seed of its own and recorded from
 * its first tick; the last one can be kept, shared and played again. The high score goes from game to game.
 * Freestanding.
 *
 *     session *s = session_init(memory, sizeof memory, &(session_desc){.seed = time});
 *     for (;;)
 *         session_step(s, input);                      -- 60 times per second
 */
#ifndef SESSION_H
#define SESSION_H

#include "core/record.h"
#include "net/match.h"

/** What a session is. Zero means the default. All fields public. */
typedef struct session_desc
{
    uint32_t seed;           /**< of the first game; further games have others */
    uint32_t first_wave;     /**< see game_options */
    uint32_t lives;          /**< see game_options */
    uint32_t high_score;     /**< that was kept */
    bool plays_itself;       /**< the autopilot plays */
    const uint32_t *pattern; /**< see game_options */
    uint32_t pattern_words;
    void *
        past; /**< memory for what has been, aligned to TRP_ALIGNMENT; NULL: time never goes back */
    size_t past_bytes;
} session_desc;

/** An input besides game_input: held, time goes back. */
#define SESSION_REWIND (2 * GAME_TURN)
/** How far a bomb turns time back. */
#define SESSION_TURN_TICKS (3 * GAME_RATE)

/** The longest recording: some hours; a game that is longer has none. */
#define SESSION_RECORD_BYTES ((size_t)256 << 10)
/** Bytes that a session needs. Constant. */
#define SESSION_BYTES (GAME_BYTES + 3 * SESSION_RECORD_BYTES + 4096)

typedef struct session session; /**< all of it lies in the caller's memory */

/** Begins with the title, in memory that is aligned to 8. NULL if there is too little, or the game does not
 * begin. */
session *session_init(void *memory, size_t size, const session_desc *desc);
/**
 * One tick. While SESSION_REWIND is held time goes back, the quicker the longer, up to a minute; from there the game goes
 * on, and so does its recording. GAME_TURN, pressed, turns three seconds back for GAME_TURN_COST bombs. While a
 * recording is played, GAME_START and GAME_PAUSE leave it, SESSION_REWIND goes back in it, and GAME_RIGHT quickly on.
 */
void session_step(session *s, uint32_t input);
/** The game in progress. Its address stays, whichever game it is. */
game *session_game(session *s);
/** The highest score so far, desc.high_score included. */
uint32_t session_high_score(const session *s);

/** From now on games have this pattern, NULL: none; the words are valid until the next call. The game in
 * progress ends; if `starts`, the next one begins at once, else the title is shown. */
void session_set_pattern(session *s, const uint32_t *words, uint32_t count, bool starts);

/** The recording of the game in progress, or else of the last one: valid until the next step. NULL and size 0:
 * there is none. */
const unsigned char *session_recording(session *s, size_t *size);

/** Plays a recording, of a game with the present pattern. NULL, or a sentence that says what is wrong; then
 * nothing has happened. */
const char *session_replay(session *s, const unsigned char *bytes, size_t size);
/** Whether one is played, and how much of it has been. */
bool session_is_replay(const session *s);
float session_replay_part(const session *s);
/** From here down, a point of the field is on the bar of a replay. */
#define SESSION_BAR_Y (GAME_HEIGHT - 12)
/** Goes to a part of it, 0 to 1; what has been played is kept by keyframes. Nothing happens without a replay. */
void session_seek(session *s, float part);

/** How the last replay ended: NULL: none has; else a sentence, such as "REPLAY: THE SAME GAME". */
const char *session_verdict(const session *s);

/** Bytes that are enough for any save. */
#define SESSION_SAVE_BYTES ((size_t)1 << 20)
/** Writes the game in progress; returns how many bytes, 0: there is none, or no room. */
size_t session_save(session *s, unsigned char *bytes, size_t size);
/** Goes on with a game that was saved, of the present pattern; its recording goes on, too. NULL, or a sentence that says
 * what is wrong, valid until the next call: then nothing has happened, or, if the save is forged, the title is
 * shown. */
const char *session_load(session *s, const unsigned char *bytes, size_t size);

/** From now on the session waits for the other player of this match, which has begun (match_begin()); meanwhile one can
 * play alone. When the two have met, their game begins. It is recorded; time does not go back in it. When the match ends
 * (match_leave(), or the other has left), the player goes on alone. The face carries the match's datagrams. The match is
 * valid until it has ended. NULL: none. */
void session_meet(session *s, match *m);
/** Whether a game of two is played. */
bool session_is_match(const session *s);
/** How far the keys of this player are to the left in the input of the game: 0, or GAME_INPUT_BITS. */
uint32_t session_shift(const session *s);
/** What there is to say about the match since the last step, such as "THE OTHER HAS LEFT"; NULL: nothing. */
const char *session_news(const session *s);

/** Shows the last three seconds before the last hit again, the last one slowly; then, or when a key is pressed, the game goes
 * on where it was. NULL, or a sentence that says why not. */
const char *session_show_hit(session *s);
/** Whether that is shown now. */
bool session_is_hit(const session *s);

/** What has been, as far as it is kept. All fields read-only. */
typedef struct session_past
{
    bool is_rewinding;
    float part; /**< while rewinding: where, 0: as far back as it goes, 1: where it was held down */
    uint32_t ticks; /**< so many can be gone back */
} session_past;

session_past session_get_past(const session *s);
/** Bytes in which it lies. O(states): a few hundred. */
size_t session_past_bytes(const session *s);

#endif
