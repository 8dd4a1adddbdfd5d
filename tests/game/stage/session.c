#include "session_parts.h"

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

bool session_begin(session *s, const game_options *options)
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
    if (tick < s->replayed)
    {
        const uint32_t found = past_restore(&s->past, tick);
        if (found == PAST_NONE && !begin_replay(s))
            return;
        if (found != PAST_NONE)
        {
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
    if ((pressed & (GAME_START | GAME_PAUSE)) != 0)
    {
        show_title(s);
        return;
    }
    if ((held & SESSION_REWIND) != 0)
    {
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
    if (wrong || !record_go_on(&s->record, recording, recorded))
    {
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
    if (s->is_recording)
    {
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
    if (s->is_replay)
    {
        step_replay(s, input, pressed);
        return;
    }
    keep_high_score(s);
    if (session_step_match(s, input) || session_step_again(s, pressed))
        return;
    if (session_rewind(s, (input & SESSION_REWIND) != 0))
        return;
    input &= (GAME_TURN - 1) | GAME_STEP;
    if ((state.can_start || state.attract) && (pressed & GO) != 0)
    {
        start(s);
        input |= GAME_START;
    }
    else if (state.phase == GAME_TITLE)
    {
        keep_recording(s);
        choose_level(s, pressed);
    }
    play_tick(s, (input | session_turn(s, pressed)) << s->shift);
}

const char *session_restart(session *s)
{
    const game_state state = game_get_state(s->g);
    if (session_is_match(s))
        return "this is a game of two";
    if (state.phase == GAME_PLAY && !state.paused && !state.attract && !s->is_replay)
        return "pause the game first";
    keep_high_score(s);
    start(s);
    play_tick(s, GAME_START);
    return NULL;
}

void session_set_pattern(session *s, const uint32_t *words, uint32_t count, bool starts)
{
    keep_high_score(s);
    s->desc.pattern = words;
    s->desc.pattern_words = words ? count : 0;
    if (!starts)
    {
        show_title(s);
        return;
    }
    start(s);
    play_tick(s, GAME_START);
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
