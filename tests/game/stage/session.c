#include "session.h"

enum
{
    GO = GAME_START | GAME_SHOOT,
    SHORTEST = 2 * GAME_RATE /* ticks: a shorter game does not take the last one's place */
};

struct session
{
    game *g;
    session_desc desc;
    uint32_t games;    /* so far: each has a seed of its own */
    uint32_t held;     /* in the tick before */
    uint32_t ignored;  /* held since before the title came: they do not start a game */
    uint32_t high;     /* score */
    bool is_recording; /* a game is in progress, or over and still shown */
    bool is_replay;
    uint32_t replayed; /* ticks */
    record record;
    replay replay;
    const char *verdict;
    _Alignas(8) unsigned char game_memory[GAME_BYTES];
    size_t kept_size; /* of the last game's recording */
    unsigned char recorded[SESSION_RECORD_BYTES];
    unsigned char kept[SESSION_RECORD_BYTES];
    unsigned char replayed_bytes[SESSION_RECORD_BYTES];
};

_Static_assert(sizeof(session) <= SESSION_BYTES, "session.h promises too little");

/* Seeds that differ in one are as different as any. */
static uint32_t next_seed(session *s)
{
    return (s->desc.seed + s->games++) * 2654435761u;
}

static game_options options_of(session *s, uint32_t seed)
{
    return (game_options){.seed = seed,
                          .first_wave = s->desc.first_wave,
                          .lives = s->desc.lives,
                          .high_score = s->high,
                          .pattern = s->desc.pattern,
                          .pattern_words = s->desc.pattern_words};
}

static void copy(unsigned char *to, const unsigned char *from, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        to[i] = from[i];
}

/* The game in progress ends: its recording is kept. */
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

static bool begin(session *s, const game_options *options)
{
    if (s->g)
        keep_recording(s);
    s->g = game_init(s->game_memory, sizeof s->game_memory, options);
    s->is_replay = false;
    return s->g != NULL;
}

static void show_title(session *s)
{
    const game_options options = options_of(s, next_seed(s));
    begin(s, &options);
    s->ignored = s->held;
}

/* A game begins with its recording, in the tick that START is pressed. */
static void start(session *s)
{
    const game_options options = options_of(s, next_seed(s));
    if (!begin(s, &options))
        return;
    record_begin(&s->record, s->recorded, sizeof s->recorded, &options);
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
    s->is_recording = s->is_replay = false;
    s->kept_size = 0;
    s->verdict = NULL;
    s->high = desc->high_score;
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
    if (!state.attract && !s->is_replay && state.high_score > s->high)
        s->high = state.high_score;
}

static void step_replay(session *s, uint32_t pressed)
{
    uint32_t input;
    if ((pressed & (GAME_START | GAME_PAUSE)) != 0)
    {
        show_title(s);
        return;
    }
    if (replay_tick(&s->replay, &input))
    {
        s->replayed++;
        game_step(s->g, input);
        return;
    }
    s->verdict = game_hash(s->g) == s->replay.hash ? "REPLAY OVER: THE SAME GAME, BIT FOR BIT"
                                                   : "REPLAY OVER: THE GAME WENT ANOTHER WAY";
    show_title(s);
}

void session_step(session *s, uint32_t input)
{
    if (s->desc.plays_itself && !s->is_replay)
        input = game_autopilot(s->g);
    s->ignored &= input;
    if (!s->is_replay)
        input &= ~s->ignored;
    const uint32_t pressed = input & ~s->held;
    const game_state state = game_get_state(s->g);
    s->held = input | s->ignored;
    if (s->is_replay)
    {
        step_replay(s, pressed);
        return;
    }
    keep_high_score(s);
    if ((state.can_start || state.attract) && (pressed & GO) != 0)
    {
        start(s);
        input |= GAME_START;
    }
    else if (state.phase == GAME_TITLE)
        keep_recording(s);
    if (s->is_recording)
        record_tick(&s->record, input);
    game_step(s->g, input);
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
    record_tick(&s->record, GAME_START);
    game_step(s->g, GAME_START);
}

const unsigned char *session_recording(session *s, size_t *size)
{
    *size = s->is_recording ? record_end(&s->record, game_hash(s->g)) : s->kept_size;
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
    replay_open(&s->replay, s->replayed_bytes, size, s->desc.pattern, s->desc.pattern_words);
    game_options options = s->replay.options;
    options.high_score = s->high;
    if (!begin(s, &options))
    {
        show_title(s);
        return "the recording's options are out of their range";
    }
    s->is_replay = true;
    s->replayed = 0;
    s->verdict = NULL;
    return NULL;
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
