/**
 * @file session_parts.h
 * What the files of the session share.
 */
#ifndef SESSION_PARTS_H
#define SESSION_PARTS_H

#include "session.h"

#include "past/past.h"
#include "past/slot.h"

enum
{
    GO = GAME_START | GAME_SHOOT,
    SHORTEST = 2 * GAME_RATE,     /* ticks: the recording of a shorter game is not kept */
    FASTEST = 4,                  /* rewound ticks per tick, at most */
    SEEK_STEP = 8,                /* ticks per tick, forward or back in a replay */
    AGAIN_BEFORE = 3 * GAME_RATE, /* ticks that are shown before a hit */
    AGAIN_AFTER = 40,
    AGAIN_SLOW = GAME_RATE /* ticks before the hit from which they are shown at half the speed */
};

struct session
{
    game *g;
    session_desc desc;
    uint32_t games;    /* games so far: each has its own seed */
    uint32_t held;     /* in the previous tick */
    uint32_t ignored;  /* held since before the title: these keys do not start a game */
    uint32_t high;     /* score */
    uint32_t practice; /* likewise, of games in which time was rewound */
    bool is_recording; /* a game is in progress, or is over and still shown */
    bool is_replay;
    uint32_t replayed; /* ticks */
    past past;         /* of the game in progress, or of the replay */
    bool is_rewinding;
    uint32_t rewound_from;                   /* the tick at which rewinding began */
    uint32_t rewound_to;                     /* the tick that is shown */
    uint32_t rewinds;                        /* ticks for which the key is held */
    bool is_again;                           /* the last hit is shown again */
    uint32_t again_at, again_end, again_hit; /* ticks: the next, the end, the hit */
    uint32_t again_steps;
    record record;
    replay replay;
    const char *verdict;
    match *match; /* in progress; NULL: none */
    uint32_t
        shift; /* of the input, in a game of two that is no match: the keys are this player's */
    uint32_t farewell;        /* of the other of an ended match: an input of the next tick */
    const char *news;         /* of the match, of the last step */
    char problem[SLOT_WORDS]; /* the error of the last refused save */
    _Alignas(8) unsigned char game_memory[GAME_BYTES];
    size_t kept_size; /* size of the last game's recording */
    unsigned char recorded[SESSION_RECORD_BYTES];
    unsigned char kept[SESSION_RECORD_BYTES];
    unsigned char replayed_bytes[SESSION_RECORD_BYTES];
};

/** Begins a game without a recording; what was recorded is kept. */
bool session_begin(session *s, const game_options *options);
/** True if this tick rewinds. When rewinding ends, the later ticks are removed from the
 * recording. */
bool session_rewind(session *s, bool is_held);
/** Turns time back for bombs. The recording contains the price, but not the undone ticks. Returns
 * the input. */
uint32_t session_turn(session *s, uint32_t pressed);
/** Whether this tick shows the last hit again; a key that is pressed ends that. */
bool session_step_again(session *s, uint32_t pressed);
/** The game is where it was before the hit was shown again. */
void session_end_again(session *s);
/** Whether this tick is of a match: it has been played. */
bool session_step_match(session *s, uint32_t input);
/** Ends a match in progress: the other is notified. */
void session_leave_match(session *s);

#endif
