/*
 * The game in a terminal. `--help` lists its options. --show works without a terminal: the
 * autopilot plays as fast as possible, and one plain picture is printed.
 */
#define _POSIX_C_SOURCE 200809L

#include "keys.h"
#include "native/slots.h"
#include "past/past.h"
#include "picture.h"
#include "save.h"
#include "screen.h"
#include "words.h"

#include <stdio.h>
#include <time.h>

enum
{
    NOTE_TICKS = 150
};

typedef struct face
{
    options options;
    session *session;
    words words;
    uint32_t note_until; /* the tick at which the note disappears */
    uint32_t tick;
    bool has_link;
} face;

static _Alignas(8) unsigned char memory[SESSION_BYTES];
static game_sprite sprites[GAME_SPRITES];
static canvas picture;
static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];
static preview save;
static _Alignas(8) unsigned char spare[GAME_BYTES]; /* for the picture of the save */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void note(face *f, const char *text)
{
    f->words.note = text;
    f->note_until = f->tick + NOTE_TICKS;
}

/* -- keys -- */

static void replay_last(face *f)
{
    size_t size;
    const unsigned char *bytes = session_recording(f->session, &size);
    const char *wrong =
        bytes ? session_replay(f->session, bytes, size) : "there is no game to replay yet";

    if (wrong)
        note(f, wrong);
}

static void show_hit(face *f)
{
    const char *wrong = session_show_hit(f->session);

    note(f, wrong ? wrong : "the last hit again; any key: go on");
}

/* Copies the link to the clipboard if the terminal supports it, and prints it when the game ends.
 * */
static void copy_link(face *f)
{
    size_t size;
    const unsigned char *bytes = session_recording(f->session, &size);

    if (bytes)
        screen_copy(options_link(bytes, size));
    f->has_link = f->has_link || bytes;
    note(f, bytes ? "the link is in the clipboard, and printed at the end"
                  : "there is no game to share yet");
}

static void find_save(const face *f)
{
    size_t size = 0;
    const unsigned char *bytes = slots_read(&f->options, &size);

    preview_take(&save, f->session, bytes, size, spare, sizeof spare);
}

static void take_letters(face *f)
{
    for (char letter = keys_letter(); letter != 0; letter = keys_letter())
        if (letter == 'r')
            replay_last(f);
        else if (letter == 'l')
            copy_link(f);
        else if (letter == 'k')
            show_hit(f);
        else if (letter == KEYS_SAVE)
        {
            note(f, slots_save(&f->options, f->session));
            find_save(f);
        }
        else if (letter == KEYS_LOAD)
            note(f, slots_load(&f->options, f->session));
        else if (letter == 'h')
            f->words.has_help = !f->words.has_help;
}

/* The held keys. The shooting switch, if it is on, does not start a game on the title. */
static uint32_t read_input(const face *f, double time)
{
    const uint32_t keys = keys_read(time);
    const game_state state = game_get_state(session_game(f->session));

    if (session_is_replay(f->session) || (state.phase == GAME_PLAY && !state.attract))
        return keys;
    return keys_any() ? keys & ~(uint32_t)(GAME_PAUSE | GAME_BOMB) : 0;
}

/* -- ticks and frames -- */

static void step(face *f, uint32_t input)
{
    const bool was_replay = session_is_replay(f->session);

    f->tick++;
    session_step(f->session, input);
    if (was_replay && !session_is_replay(f->session) && session_verdict(f->session))
        note(f, session_verdict(f->session));
    if (f->tick >= f->note_until)
        f->words.note = NULL;
    words_step(&f->words, session_game(f->session));
}

static void show(face *f)
{
    int columns, rows;
    const game *g = session_game(f->session);

    screen_size(&columns, &rows);
    picture.width = columns;
    picture.height = 2 * rows;
    if (columns < WORDS_COLUMNS || rows < WORDS_ROWS)
    {
        canvas_clear(&picture, 0);
        words_too_small(columns, rows);
    }
    else
    {
        const picture_frame frame = picture_fit(&picture);
        picture_draw(&picture, &frame, sprites, game_draw(g, 1, sprites, GAME_SPRITES));
        if (preview_is_shown(&save, f->session))
            save_show(&save, &picture, &frame, columns, rows);
        words_show(&f->words, f->session, columns, rows);
    }
    screen_show(&picture);
}

static void play(face *f)
{
    const double begin = now();
    double next = begin;

    while (!screen_is_ending() && !keys_want_out())
    {
        const double time = now();
        const double wait = next - time;
        if (f->options.seconds > 0 && time - begin > f->options.seconds)
            break;
        step(f, read_input(f, time));
        take_letters(f);
        if (f->tick % 2 == 0)
            show(f);
        next = wait < -0.25 ? time : next + 1.0 / GAME_RATE;
        const double rest = next - now();
        if (rest > 0)
            nanosleep(&(struct timespec){0, (long)((rest < 0.5 ? rest : 0.5) * 1e9)}, NULL);
    }
}

/* Plays without a terminal. */
static void play_blind(face *f)
{
    const double seconds = f->options.seconds > 0 ? f->options.seconds : 20;

    f->options.attract = true;
    for (uint32_t i = 0; i < (uint32_t)(seconds * GAME_RATE); i++)
    {
        if (session_verdict(f->session)) /* the replay is over */
            break;
        step(f, session_is_replay(f->session) ? 0 : game_autopilot(session_game(f->session)));
    }
    picture.width = 64;
    picture.height = 96;
    const picture_frame frame = picture_fit(&picture);
    const game *g = session_game(f->session);
    picture_draw(&picture, &frame, sprites, game_draw(g, 1, sprites, GAME_SPRITES));
    screen_print(&picture);
    const game_state state = game_get_state(g);
    printf("game: %u ticks, wave %u, score %u, %u bullets, hash %08x%08x\n", (unsigned)state.tick,
           (unsigned)state.wave, (unsigned)state.score, (unsigned)state.bullets,
           (unsigned)(game_hash(g) >> 32), (unsigned)game_hash(g));
    if (session_verdict(f->session))
        puts(session_verdict(f->session));
}

/* -- start and end -- */

static bool begin(face *f)
{
    session_desc desc;
    size_t size;

    if (!options_session(&f->options, &desc))
        return false;
    desc.past = past_memory;
    desc.past_bytes = sizeof past_memory;
    f->session = session_init(memory, sizeof memory, &desc);
    if (!f->session)
    {
        fprintf(stderr, "The game does not start: an option is out of its range, or the core was  "
                        "not compiled with -ffp-contract=off.\n");
        return false;
    }
    find_save(f);
    if (!f->options.replay)
        return true;
    const unsigned char *bytes = options_replay(&f->options, &size);
    const char *wrong = bytes ? session_replay(f->session, bytes, size) : NULL;
    if (wrong)
        fprintf(stderr, "%.200s: %s\n", f->options.replay, wrong);
    return bytes && !wrong;
}

static bool end(face *f)
{
    size_t size;
    const unsigned char *bytes = session_recording(f->session, &size);

    options_keep_score(&f->options, session_high_score(f->session));
    if (f->has_link && bytes)
        puts(options_link(bytes, size));
    if (!f->options.record)
        return true;
    if (!bytes)
        fprintf(stderr, "%s: there was no game to record\n", f->options.record);
    return bytes && options_write(f->options.record, bytes, size);
}

int main(int count, char **arguments)
{
    static face f = {.options = {.seed = 1}};

    if (!options_read(&f.options, count, arguments))
    {
        options_usage(stderr, arguments[0]);
        return 2;
    }
    if (!begin(&f))
        return 2;
    for (uint32_t i = 0; i < f.options.skip * GAME_RATE; i++)
        step(&f, 0);
    if (screen_begin(screen_detect()))
    {
        play(&f);
        screen_end();
        printf("score %u, high score %u\n", (unsigned)game_get_state(session_game(f.session)).score,
               (unsigned)session_high_score(f.session));
    }
    else if (f.options.show)
        play_blind(&f);
    else
    {
        fprintf(stderr, "The game needs a terminal: standard input or output is not one.\n");
        return 2;
    }
    return end(&f) ? 0 : 1;
}
