/* A session: games one after the other, each recorded; replays, saves; time that goes back; a
 * match. */
#include "session.h"

#include "past/past.h"
#include "past/slot.h"

enum {
    GO = GAME_START | GAME_SHOOT,
    ONCE = GAME_BOMB | GAME_PAUSE | GAME_START | GAME_STEP, /* keys that count when pressed */
    SHORTEST = 2 * GAME_RATE,     /* ticks: the recording of a shorter game is not kept */
    FASTEST = 4,                  /* rewound ticks per tick, at most */
    SEEK_STEP = 8,                /* ticks per tick, forward or back in a replay */
    AGAIN_BEFORE = 3 * GAME_RATE, /* ticks that are shown before a hit */
    AGAIN_AFTER = 40,
    AGAIN_SLOW = GAME_RATE /* ticks before the hit from which they are shown at half the speed */
};

struct session {
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

/* Restores the last stored state before the tick, and repeats the recorded input up to it. */
static bool go_back(session *s, uint32_t tick)
{
    uint32_t now = past_restore(&s->past, tick);
    if (now == PAST_NONE)
        return false;
    for (; now < tick; ++now)
        game_step(s->g, record_input(&s->record, now));
    past_hush(s->g);
    return true;
}

/* The first tick that rewinding can reach: at least 1, since the title is not part of the game.
 * PAST_NONE: there is none. */
static uint32_t first_tick(const session *s)
{
    const uint32_t first = past_first(&s->past);
    return first > 0 ? first : 1;
}

/* True if this tick rewinds. When rewinding ends, the later ticks are removed from the
 * recording. */
static bool session_rewind(session *s, bool is_held)
{
    const uint32_t first = first_tick(s);
    if (!is_held || first == PAST_NONE || !s->is_recording) {
        if (s->is_rewinding) {
            record_cut(&s->record, s->rewound_to);
            game_forget_kill(s->g);
            s->record.options.practice = true;
            game_mark_practice(s->g, s->practice);
        }
        s->is_rewinding = false;
        return false;
    }
    if (!s->is_rewinding) {
        s->rewound_from = s->rewound_to = s->record.ticks;
        s->rewinds = 0;
        s->is_rewinding = true;
    }
    const uint32_t speed = 1 + s->rewinds++ / GAME_RATE;
    const uint32_t step = speed < FASTEST ? speed : FASTEST;
    s->rewound_to = s->rewound_to > first + step ? s->rewound_to - step : first;
    go_back(s, s->rewound_to);
    return true;
}

/* Turns time back for bombs. The recording contains the price, but not the undone ticks. Returns
 * the input. */
static uint32_t session_turn(session *s, uint32_t pressed)
{
    const game_state state = game_get_state(s->g);
    const uint32_t first = first_tick(s);
    const uint32_t now = s->record.ticks;
    if ((pressed & GAME_TURN) == 0 || !s->is_recording || state.phase != GAME_PLAY ||
        state.paused || state.bombs < GAME_TURN_COST || first == PAST_NONE)
        return 0;
    const uint32_t to = now > first + SESSION_TURN_TICKS ? now - SESSION_TURN_TICKS : first;
    if (!go_back(s, to))
        return 0;
    record_cut(&s->record, to);
    game_forget_kill(s->g);
    return GAME_TURN;
}

/* -- the last hit again -- */

/* The hit is the last one before now. */
bool session_has_hit(const session *s)
{
    game_kill kill;
    const uint32_t first = first_tick(s);
    return s->is_recording && !s->is_rewinding && !session_is_match(s) && first != PAST_NONE &&
           game_get_kill(s->g, &kill) && kill.tick > first && kill.tick <= s->record.ticks;
}

/* The game is where it was before the hit was shown again. */
static void session_end_again(session *s)
{
    if (!s->is_again)
        return;
    for (; s->again_at < s->record.ticks; ++s->again_at)
        game_step(s->g, record_input(&s->record, s->again_at));
    past_hush(s->g);
    s->is_again = false;
}

const char *session_show_hit(session *s)
{
    game_kill kill;
    const uint32_t first = first_tick(s);
    if (!session_has_hit(s))
        return "there is no hit to show";
    game_get_kill(s->g, &kill);
    session_end_again(s);
    const uint32_t end = kill.tick + AGAIN_AFTER;
    const uint32_t from = kill.tick > first + AGAIN_BEFORE ? kill.tick - AGAIN_BEFORE : first;
    if (!go_back(s, from))
        return "there is no hit to show";
    s->is_again = true;
    s->again_at = from;
    s->again_hit = kill.tick;
    s->again_end = end < s->record.ticks ? end : s->record.ticks;
    s->again_steps = 0;
    return NULL;
}

bool session_is_hit(const session *s)
{
    return s->is_again;
}

/* Whether this tick shows the last hit again; a key that is pressed ends that. */
static bool session_step_again(session *s, uint32_t pressed)
{
    if (!s->is_again)
        return false;
    if (s->again_at >= s->again_end || pressed != 0)
        session_end_again(s);
    else if (s->again_at + AGAIN_SLOW < s->again_hit || s->again_steps++ % 2 == 0)
        game_step(s->g, record_input(&s->record, s->again_at++));
    else
        past_hush(s->g);
    return true;
}

session_past session_get_past(const session *s)
{
    const uint32_t first = first_tick(s);
    session_past it = {.is_rewinding = s->is_rewinding};
    if (first == PAST_NONE)
        return it;
    const uint32_t now = s->is_rewinding ? s->rewound_to
                         : s->is_replay  ? s->replayed
                                         : s->record.ticks;
    it.ticks = now > first ? now - first : 0;
    if (s->is_rewinding && s->rewound_from > first)
        it.part = (float)it.ticks / (float)(s->rewound_from - first);
    return it;
}

size_t session_past_bytes(const session *s)
{
    return past_bytes(&s->past);
}

/* Begins a game without a recording; what was recorded is kept. */
static bool session_begin(session *s, const game_options *options);

/* -- a match: a game of two over a network -- */

enum {
    SLOW = GAME_RATE / 2 /* steps without the other that are worth a word */
};

bool session_is_match(const session *s)
{
    return s->match && match_get_phase(s->match) != MATCH_MEETS;
}

uint32_t session_shift(const session *s)
{
    return session_is_match(s) ? match_me(s->match) * GAME_INPUT_BITS : s->shift;
}

uint32_t session_me(const session *s)
{
    return session_shift(s) > 0;
}

const match *session_match(const session *s)
{
    return session_is_match(s) ? s->match : NULL;
}

const char *session_news(const session *s)
{
    return s->news;
}

static void begin_match(session *s)
{
    match *m = s->match;
    const game_options options = match_options(m);
    if (!session_begin(s, &options))
        return;
    record_begin(&s->record, s->recorded, sizeof s->recorded, &options);
    s->is_recording = true;
    s->verdict = NULL;
    match_play(m, s->g);
    s->news = match_me(m) == 0 ? "YOU ARE THE LEFT SHIP, THE BLUE ONE"
                               : "YOU ARE THE RIGHT SHIP, THE GREEN ONE";
}

static void record_finals(session *s)
{
    uint32_t input;
    while (match_take_final(s->match, &input))
        record_tick(&s->record, input);
}

/* What was predicted only has not happened. From here on one player goes on; the other's ship
 * leaves. */
static void end_match(session *s)
{
    match *m = s->match;
    const char *difference = match_difference(m);
    s->news = difference ? difference : match_words(m);
    record_finals(s);
    s->match = NULL;
    if (s->is_recording && match_tick(m) > 0 && match_settle(m)) {
        s->shift = match_me(m) * GAME_INPUT_BITS;
        s->farewell = (uint32_t)GAME_LEAVE << ((1 - match_me(m)) * GAME_INPUT_BITS);
    }
    match_close(m);
}

/* Ends a match in progress: the other is notified. */
static void session_leave_match(session *s)
{
    if (!session_is_match(s))
        return;
    match_leave(s->match);
    end_match(s);
}

void session_meet(session *s, match *m)
{
    session_leave_match(s);
    s->match = m;
    s->news = NULL;
}

/* Whether this tick is of a match: it has been played. */
static bool session_step_match(session *s, uint32_t input)
{
    match *m = s->match;
    s->news = NULL;
    if (!m)
        return false;
    if (match_wants_game(m))
        begin_match(s);
    const bool is_game = match_get_phase(m) != MATCH_MEETS;
    match_step(m, input);
    if (match_words(m))
        end_match(s);
    else if (!is_game)
        s->news = "WAITING FOR THE OTHER PLAYER; PLAY MEANWHILE";
    else
        record_finals(s);
    if (s->match && match_silence(m) > SLOW)
        s->news = "WAITING FOR THE OTHER PLAYER";
    return is_game;
}

/* -- games, replays and saves -- */

_Static_assert(SESSION_SAVE_BYTES >= SLOT_BYTES, "SESSION_SAVE_BYTES of session.h is too small");
_Static_assert(sizeof(session) <= SESSION_BYTES, "SESSION_BYTES of session.h is too small");

/* Consecutive numbers give unrelated seeds. */
static uint32_t next_seed(session *s)
{
    return (s->desc.seed + s->games++) * 2654435761u;
}

static game_options options_of(session *s, uint32_t seed)
{
    return (game_options){.seed = seed,
                          .first_wave = s->desc.first_wave,
                          .lives = s->desc.lives,
                          .level = s->desc.level,
                          .high_score = s->high,
                          .pattern = s->desc.pattern,
                          .pattern_words = s->desc.pattern_words};
}

static void copy(unsigned char *to, const unsigned char *from, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        to[i] = from[i];
}

/* Keeps the recording of the game that ends. */
static void keep_recording(session *s)
{
    const size_t size = s->is_recording && s->record.ticks >= SHORTEST
                            ? record_end(&s->record, game_hash(s->g))
                            : 0;
    s->is_recording = false;
    if (size == 0)
        return;
    copy(s->kept, s->recorded, size);
    s->kept_size = size;
}

static bool session_begin(session *s, const game_options *options)
{
    session_leave_match(s);
    session_end_again(s);
    if (s->g)
        keep_recording(s);
    past_close(&s->past);
    s->is_rewinding = s->is_again = false;
    s->g = game_init(s->game_memory, sizeof s->game_memory, options);
    if (s->g && options->practice)
        game_mark_practice(s->g, s->practice);
    s->is_replay = false;
    s->shift = s->farewell = 0;
    return s->g != NULL;
}

static void show_title(session *s)
{
    const game_options options = options_of(s, next_seed(s));
    session_begin(s, &options);
    s->ignored = s->held;
}

/* Starts a game and its recording in the tick in which START is pressed. */
static void start(session *s)
{
    const game_options options = options_of(s, next_seed(s));
    if (!session_begin(s, &options))
        return;
    record_begin(&s->record, s->recorded, sizeof s->recorded, &options);
    past_open(&s->past, s->g, s->desc.past, s->desc.past_bytes, PAST_TO_REWIND);
    s->is_recording = true;
    s->verdict = NULL;
}

session *session_init(void *memory, size_t size, const session_desc *desc)
{
    session *s = (session *)memory;
    if (!memory || (uintptr_t)memory % 8 != 0 || size < sizeof(session))
        return NULL;
    s->desc = *desc;
    s->g = NULL;
    s->games = s->held = s->ignored = s->replayed = 0;
    s->is_recording = s->is_replay = s->is_again = false;
    s->past = (past){.g = NULL};
    s->kept_size = 0;
    s->verdict = NULL;
    s->match = NULL;
    s->news = NULL;
    s->high = desc->high_score;
    s->practice = 0;
    show_title(s);
    return s->g ? s : NULL;
}

game *session_game(session *s)
{
    return s->g;
}

uint32_t session_high_score(const session *s)
{
    return s->high;
}

static void keep_high_score(session *s)
{
    const game_state state = game_get_state(s->g);
    if (s->is_recording && s->record.options.practice)
        s->practice = state.score > s->practice ? state.score : s->practice;
    else if (!state.attract && !s->is_replay && state.high_score > s->high)
        s->high = state.high_score;
}

uint32_t session_practice_score(const session *s)
{
    return s->practice;
}

game_level session_level(const session *s)
{
    return (game_level)s->desc.level;
}

/* From easy to hard, and no further. */
static void choose_level(session *s, uint32_t pressed)
{
    if ((pressed & GAME_LEFT) != 0)
        s->desc.level = s->desc.level == GAME_HARD ? GAME_NORMAL : GAME_EASY;
    else if ((pressed & GAME_RIGHT) != 0)
        s->desc.level = s->desc.level == GAME_EASY ? GAME_NORMAL : GAME_HARD;
}

/* -- replays -- */

static bool play_recorded(session *s)
{
    uint32_t input;
    if (!replay_tick(&s->replay, &input))
        return false;
    past_note(&s->past);
    s->replayed++;
    game_step(s->g, input);
    return true;
}

/* The bytes were opened before: nothing is wrong with them. */
static void reopen(session *s)
{
    const size_t size = (size_t)(s->replay.end - s->replayed_bytes);
    replay_open(&s->replay, s->replayed_bytes, size, s->desc.pattern, s->desc.pattern_words);
}

static bool begin_replay(session *s)
{
    reopen(s);
    game_options options = s->replay.options;
    options.high_score = s->high;
    if (!session_begin(s, &options))
        return false;
    past_open(&s->past, s->g, s->desc.past, s->desc.past_bytes, PAST_TO_SEEK);
    s->is_replay = true;
    s->replayed = 0;
    return true;
}

/* Restores the last stored state before the tick, or the beginning, and replays up to the tick. */
static void seek(session *s, uint32_t tick)
{
    if (tick < s->replayed) {
        const uint32_t found = past_restore(&s->past, tick);
        if (found == PAST_NONE && !begin_replay(s))
            return;
        if (found != PAST_NONE) {
            reopen(s);
            replay_skip(&s->replay, found);
            s->replayed = found;
        }
    }
    while (s->replayed < tick && play_recorded(s))
        ;
    past_hush(s->g);
}

void session_seek(session *s, float part)
{
    if (s->is_replay && part >= 0 && part <= 1)
        seek(s, (uint32_t)(part * (float)s->replay.ticks));
}

static void step_replay(session *s, uint32_t held, uint32_t pressed)
{
    if ((pressed & (GAME_START | GAME_PAUSE)) != 0) {
        show_title(s);
        return;
    }
    if ((held & SESSION_REWIND) != 0) {
        seek(s, s->replayed > SEEK_STEP ? s->replayed - SEEK_STEP : 0);
        return;
    }
    for (uint32_t i = 0; i + 1 < SEEK_STEP && (held & GAME_RIGHT) != 0; ++i)
        play_recorded(s);
    if (play_recorded(s))
        return;
    s->verdict = game_hash(s->g) == s->replay.hash ? "REPLAY OVER: THE SAME GAME, BIT FOR BIT"
                                                   : "REPLAY OVER: THE GAME DIFFERS";
    show_title(s);
}

/* -- saves -- */

size_t session_save(session *s, unsigned char *bytes, size_t size)
{
    session_end_again(s);
    if (!s->is_recording || s->is_rewinding || session_is_match(s))
        return 0;
    const size_t recorded = record_end(&s->record, game_hash(s->g));
    return recorded > 0 ? slot_write(s->g, s->recorded, recorded, bytes, size) : 0;
}

const char *session_load(session *s, const unsigned char *bytes, size_t size)
{
    const unsigned char *recording;
    size_t recorded;
    replay p;
    const char *wrong =
        slot_open(bytes, size, s->desc.pattern, s->desc.pattern_words, &p, &recording, &recorded);
    if (!wrong)
        wrong = slot_check(s->g, bytes, size, s->problem);
    if (wrong)
        return wrong;
    keep_high_score(s);
    p.options.high_score = s->high;
    wrong = session_begin(s, &p.options) ? slot_read(s->g, bytes, size, p.hash, s->problem)
                                         : "the save's options are out of their range";
    record_begin(&s->record, s->recorded, sizeof s->recorded, &p.options);
    if (wrong || !record_go_on(&s->record, recording, recorded)) {
        show_title(s);
        return wrong ? wrong : "the save's recording is too long";
    }
    past_open(&s->past, s->g, s->desc.past, s->desc.past_bytes, PAST_TO_REWIND);
    s->is_recording = true;
    s->verdict = NULL;
    return NULL;
}

/* -- a tick -- */

static void play_tick(session *s, uint32_t input)
{
    input |= s->farewell;
    s->farewell = 0;
    if (s->is_recording) {
        past_note(&s->past);
        record_tick(&s->record, input);
    }
    game_step(s->g, input);
}

void session_step(session *s, uint32_t input)
{
    if (s->desc.plays_itself && !s->is_replay)
        input = game_autopilot(s->g) >> session_shift(s);
    s->ignored &= input;
    if (!s->is_replay)
        input &= ~s->ignored;
    const uint32_t pressed = input & ~s->held;
    const game_state state = game_get_state(s->g);
    s->held = input | s->ignored;
    if (s->is_replay) {
        step_replay(s, input, pressed);
        return;
    }
    keep_high_score(s);
    if (session_step_match(s, input) || session_step_again(s, pressed))
        return;
    if (session_rewind(s, (input & SESSION_REWIND) != 0))
        return;
    /* A key that is held while a game is loaded, or rewound, is not pressed in it once more. */
    input &= ((GAME_TURN - 1) | GAME_STEP) & (~(uint32_t)ONCE | pressed);
    if ((state.can_start || state.attract) && (pressed & GO) != 0) {
        start(s);
        input |= GAME_START;
    } else if (state.phase == GAME_TITLE) {
        keep_recording(s);
        choose_level(s, pressed);
    }
    play_tick(s, (input | session_turn(s, pressed)) << s->shift);
}

static void restart(session *s)
{
    start(s);
    play_tick(s, GAME_START);
}

const char *session_restart(session *s)
{
    const game_state state = game_get_state(s->g);
    if (session_is_match(s))
        return "this is a game of two";
    if (state.phase == GAME_PLAY && !state.paused && !state.attract && !s->is_replay)
        return "pause the game first";
    keep_high_score(s);
    restart(s);
    return NULL;
}

void session_set_pattern(session *s, const uint32_t *words, uint32_t count, bool starts)
{
    keep_high_score(s);
    s->desc.pattern = words;
    s->desc.pattern_words = words ? count : 0;
    if (starts)
        restart(s);
    else
        show_title(s);
}

const unsigned char *session_recording(session *s, size_t *size)
{
    session_end_again(s);
    uint64_t hash = game_hash(s->g);
    *size = 0;
    if (session_is_match(s) && !match_final_hash(s->match, &hash))
        return NULL;
    *size = s->is_recording ? record_end(&s->record, hash) : s->kept_size;
    if (*size == 0)
        return NULL;
    return s->is_recording ? s->recorded : s->kept;
}

const char *session_replay(session *s, const unsigned char *bytes, size_t size)
{
    replay opened;
    if (size > sizeof s->replayed_bytes)
        return "the recording is too long";
    const char *wrong = replay_open(&opened, bytes, size, s->desc.pattern, s->desc.pattern_words);
    if (wrong)
        return wrong;
    keep_high_score(s);
    if (bytes != s->replayed_bytes)
        copy(s->replayed_bytes, bytes, size);
    s->replay.end = s->replayed_bytes + size;
    s->verdict = NULL;
    if (begin_replay(s))
        return NULL;
    show_title(s);
    return "the recording's options are out of their range";
}

bool session_is_replay(const session *s)
{
    return s->is_replay;
}

float session_replay_part(const session *s)
{
    return s->is_replay && s->replay.ticks > 0 ? (float)s->replayed / (float)s->replay.ticks : 0;
}

const char *session_verdict(const session *s)
{
    return s->verdict;
}
