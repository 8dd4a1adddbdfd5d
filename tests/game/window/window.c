/* The game in a window, with SDL2. `--help` lists the options. */
#include "window.h"
#include "past/past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct face {
    options options;
    canvas canvas;
    controls controls;
    show *show;
    canvas_area field;
    bool has_help, leaves;
    double refreshed; /* ms */
    uint32_t frames;
    uint32_t score; /* the last that was saved */
    const char *news;
    trp_threads *workers;
} face;

/* -- keys and clicks -- */

/* Shows a sentence, such as what is wrong. NULL: nothing is. */
static void note(face *f, const char *text)
{
    if (text)
        stage_note(show_stage(f->show), text);
}

static const char *replay_last(session *s)
{
    size_t size;
    const unsigned char *bytes = session_recording(s, &size);
    return bytes ? session_replay(s, bytes, size) : "there is no game to replay yet";
}

static void copy_link(face *f)
{
    size_t size;
    const unsigned char *bytes = session_recording(show_session(f->show), &size);
    if (bytes) {
        SDL_SetClipboardText(options_link(bytes, size));
        puts(options_link(bytes, size));
    }
    note(f, bytes ? "the link is in the clipboard" : "there is no game to share yet");
}

static void toggle_sound(face *f)
{
    sound_set_on(!sound_is_on());
    note(f, sound_is_on() ? "sound on" : "sound off");
}

static void toggle_screen(face *f)
{
    const bool is_full =
        (SDL_GetWindowFlags(f->canvas.window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(f->canvas.window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void press(face *f, const SDL_KeyboardEvent *key)
{
    const SDL_Keycode code = key->keysym.sym;
    session *s = show_session(f->show);
    if (key->repeat != 0)
        return;
    if (code == SDLK_F11 || (code == SDLK_RETURN && (key->keysym.mod & KMOD_ALT) != 0))
        toggle_screen(f);
    else if (code == SDLK_h)
        show_set_help(f->show, f->has_help = !f->has_help);
    else if (code == SDLK_m)
        toggle_sound(f);
    else if (code == SDLK_r)
        note(f, session_restart(s));
    else if (code == SDLK_y)
        note(f, replay_last(s));
    else if (code == SDLK_k)
        note(f, session_show_hit(s));
    else if (code == SDLK_l)
        copy_link(f);
    else if (code == SDLK_F5)
        note(f, slots_save(&f->options, s));
    else if (code == SDLK_F9)
        note(f, slots_load(&f->options, s));
}

/* A click on a replay's bar goes there; elsewhere it marks an actor. SDL reports the mouse in points,
 * and the renderer counts pixels. */
static void click(face *f, int at_x, int at_y)
{
    int width, height;
    float all_width, all_height;
    SDL_GetWindowSize(f->canvas.window, &width, &height);
    canvas_size(&f->canvas, &all_width, &all_height);
    const float scale = f->field.width / GAME_WIDTH;
    const float x = ((float)at_x * all_width / (float)width - f->field.x) / scale;
    const float y = ((float)at_y * all_height / (float)height - f->field.y) / scale;
    if (session_is_replay(show_session(f->show)) && y > SESSION_BAR_Y)
        session_seek(show_session(f->show), x / GAME_WIDTH);
    else
        show_pick(f->show, x, y);
}

static void face_take(face *f, const SDL_Event *event)
{
    controls_take(&f->controls, event);
    switch (event->type) {
    case SDL_QUIT:
        f->leaves = true;
        break;
    case SDL_KEYDOWN:
        press(f, &event->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
        click(f, event->button.x, event->button.y);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        f->canvas.scale = 0; /* the textures are lost: canvas_fit() makes new ones */
        break;
    default:
        break;
    }
}

/* -- frames -- */

enum {
    MOST_TICKS = 5, /* per frame: beyond that the game is slower than the clock */
    REFRESH_MS = 250,
    MOST_THREADS = 8
};

static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];

static double now_ms(void)
{
    return (double)SDL_GetPerformanceCounter() * 1000 / (double)SDL_GetPerformanceFrequency();
}

/* -- layout -- */

static bool lay_out(face *f)
{
    float width, height;
    canvas_size(&f->canvas, &width, &height);
    const float across = width / GAME_WIDTH;
    const float down = height / GAME_HEIGHT;
    const float scale = across < down ? across : down;
    f->field.width = GAME_WIDTH * scale;
    f->field.height = GAME_HEIGHT * scale;
    f->field.y = (height - f->field.height) / 2;
    f->field.x = (width - f->field.width) / 2;
    return canvas_fit(&f->canvas, f->show, scale);
}

/* -- a frame -- */

static void keep_score(face *f)
{
    const uint32_t score = session_high_score(show_session(f->show));
    if (score > f->score &&
        game_get_state(session_game(show_session(f->show))).phase != GAME_PLAY) {
        options_keep_score(&f->options, score);
        f->score = score;
    }
}

/* What is said of a match, for programs that watch the game. */
static void report_news(face *f)
{
    const char *news = session_news(show_session(f->show));
    if (f->options.report && news && news != f->news)
        printf("news: %s\n", news);
    f->news = news;
}

static void tick(face *f, double end)
{
    session *s = show_session(f->show);
    const bool was_replay = session_is_replay(s);
    show_sound sounds[SHOW_SOUNDS];
    pair_receive();
    show_step(f->show, keys_tick(&f->controls.keys, end));
    pair_send();
    report_news(f);
    const uint32_t count = show_get_sounds(f->show, sounds);
    for (uint32_t i = 0; i < count; ++i)
        sound_play(&sounds[i]);
    const game_state state = game_get_state(session_game(s));
    sound_muffle(state.paused ? 1 : shade_unit(1.6f * (1 - state.enemy_time)));
    if (was_replay && !session_is_replay(s) && session_verdict(s))
        note(f, session_verdict(s));
}

static void draw(face *f, float alpha)
{
    const stage_quad *quads;
    float x, y;
    const uint32_t count = show_draw(f->show, alpha, &quads);
    SDL_SetRenderDrawColor(f->canvas.renderer, 0, 0, 0, 255);
    SDL_RenderClear(f->canvas.renderer);
    stage_backdrop(show_stage(f->show), alpha, &x, &y);
    canvas_draw_backdrop(&f->canvas, f->field, x, y);
    canvas_draw(&f->canvas, f->field, quads, count);
    f->frames++;
}

/* For programs that watch the game, such as its test. */
static void report(face *f)
{
    static const char *const phases[] = {"title", "play", "over"};
    const stage *st = show_stage(f->show);
    session *s = show_session(f->show);
    const game_state state = game_get_state(session_game(s));
    const char *what = session_is_replay(s) ? "replay"
                       : session_is_hit(s)  ? "hit"
                       : state.attract      ? "attract"
                                            : phases[state.phase];
    printf("%s%s, tick %u, score %u, bombs %u, ship %u%s%s\n", what, state.paused ? ", paused" : "",
           (unsigned)state.tick, (unsigned)state.score, (unsigned)state.bombs,
           (unsigned)state.ships[0].is_there, st->note_ticks > 0 ? ", note: " : "",
           st->note_ticks > 0 ? st->note : "");
    fflush(stdout);
}

static void refresh(face *f)
{
    if (now_ms() - f->refreshed < REFRESH_MS)
        return;
    f->refreshed = now_ms();
    if (f->options.report)
        report(f);
    keep_score(f);
}

/* Ticks follow the clock, frames follow the screen. */
static void play(face *f)
{
    const double step = 1.0 / GAME_RATE;
    double done = (double)SDL_GetTicks64() / 1000; /* the time of the last tick */
    const double begin = done;
    SDL_Event event;
    while (!f->leaves && lay_out(f)) {
        while (SDL_PollEvent(&event))
            face_take(f, &event);
        const double time = (double)SDL_GetTicks64() / 1000;
        const double frame = now_ms();
        for (int i = 0; done + step <= time && i < MOST_TICKS; ++i, done += step)
            tick(f, done + step);
        done = done + step <= time ? time : done;
        refresh(f);
        draw(f, (float)((time - done) / step));
        SDL_RenderPresent(f->canvas.renderer);
        if (f->options.seconds > 0 && time - begin >= f->options.seconds)
            break;
        if (now_ms() - frame < 4)
            SDL_Delay(4); /* SDL_RenderPresent() does not wait there */
    }
}

/* -- begin and end -- */

/* The storm is updated by --threads threads; the default is one per core. */
static void begin_threads(face *f)
{
    const int cores = SDL_GetCPUCount();
    uint32_t threads = f->options.threads;
    if (threads == 0)
        threads = cores < MOST_THREADS ? (uint32_t)cores : MOST_THREADS;
    f->workers = threads > 1 ? trp_threads_start(threads - 1) : NULL;
    if (f->workers)
        show_set_parallel_for(f->show, trp_threads_run, f->workers);
}

static bool begin(face *f)
{
    session_desc desc;
    static _Alignas(8) unsigned char memory[SHOW_BYTES];
    if (!options_session(&f->options, &desc))
        return false;
    if (f->options.seed == 0)
        desc.seed = (uint32_t)SDL_GetPerformanceCounter();
    f->score = desc.high_score;
    desc.past = past_memory;
    desc.past_bytes = sizeof past_memory;
    f->show = show_init(memory, sizeof memory, &(show_desc){.session = desc, .now = now_ms});
    if (!f->show) {
        fprintf(stderr,
                "The game does not start: an option is out of its range, or the core was not "
                "compiled with -ffp-contract=off.\n");
        return false;
    }
    show_stage(f->show)->tagline = "ONE LIST, NO ALLOCATION, NO DANGLING POINTER";
    show_stage(f->show)->is_calm = f->options.calm;
    show_set_storm(f->show, f->options.motes, f->options.churn);
    begin_threads(f);
    return true;
}

static bool begin_replay(face *f)
{
    size_t size;
    const unsigned char *bytes = options_replay(&f->options, &size);
    const char *wrong = bytes ? session_replay(show_session(f->show), bytes, size) : NULL;
    if (wrong)
        fprintf(stderr, "%.200s: %s\n", f->options.replay, wrong);
    return bytes && !wrong;
}

static bool end(face *f)
{
    const game *g = session_game(show_session(f->show));
    pair_end(show_session(f->show));
    const uint64_t hash = game_hash(g);
    size_t size;
    game_facts marked;
    const unsigned char *bytes = session_recording(show_session(f->show), &size);
    printf("%u ticks, score %u, hash %08x%08x, %u frames\n", (unsigned)game_get_state(g).tick,
           (unsigned)game_get_state(g).score, (unsigned)(hash >> 32), (unsigned)hash,
           (unsigned)f->frames);
    if (session_verdict(show_session(f->show)))
        puts(session_verdict(show_session(f->show)));
    if (show_get_marked(f->show, &marked))
        printf("marked: %s slot %u\n", marked.pool, (unsigned)marked.slot);
    options_keep_score(&f->options, session_high_score(show_session(f->show)));
    if (!f->options.record)
        return true;
    if (!bytes)
        fprintf(stderr, "%s: there was no game to record\n", f->options.record);
    return bytes && options_write(f->options.record, bytes, size);
}

static int run(face *f)
{
    if (f->options.replay && !begin_replay(f))
        return 2;
    if (!pair_begin(&f->options, show_session(f->show)))
        return 2;
    for (uint32_t i = 0; i < f->options.skip * GAME_RATE; ++i)
        tick(f, 0);
    sound_set_on(sound_open() && !f->options.mute);
    play(f);
    draw(f, 1);
    const bool is_saved = !f->options.screenshot || canvas_save(&f->canvas, f->options.screenshot);
    sound_close();
    if (f->workers)
        trp_threads_stop(f->workers);
    return end(f) && is_saved ? 0 : 1;
}

int main(int count, char **arguments)
{
    static face f = {.options.churn = 10};
    if (!options_read(&f.options, count, arguments)) {
        options_usage(stderr, arguments[0]);
        return 2;
    }
    if (!begin(&f))
        return 2;
    if (!canvas_open(&f.canvas, 1280, 720))
        return 1;
    const int result = run(&f);
    controls_close(&f.controls);
    canvas_close(&f.canvas);
    return result;
}
