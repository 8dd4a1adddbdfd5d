/* The game in a window, with SDL2. `--help` lists the options. */
#include "face.h"
#include "pair.h"
#include "past/past.h"
#include "sound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_TICKS = 5, /* per frame: beyond that the game is slower than the clock */
    REFRESH_MS = 250,
    MOST_THREADS = 8
};

static stage_quad panel_quads[PANEL_QUADS];
static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];

static double now_ms(void)
{
    return (double)SDL_GetPerformanceCounter() * 1000 / (double)SDL_GetPerformanceFrequency();
}

static const stage_key keys_of_window[] = {{"ARROWS, WASD", "MOVE"},
                                           {"SPACE, Z", "SHOOT"},
                                           {"SHIFT", "SLOW AND PRECISE"},
                                           {"B, X", "BOMB"},
                                           {"C, V", "TIME BACK, FOR TWO BOMBS"},
                                           {"E, BACKSPACE", "HOLD TO REWIND"},
                                           {"P, ESC; N", "PAUSE; ONE TICK IN IT"},
                                           {"ENTER, R", "START, A NEW GAME"},
                                           {"M", "SOUND"},
                                           {"Y, L", "REPLAY, OR A LINK TO IT"},
                                           {"K", "THE LAST HIT AGAIN"},
                                           {"F5, F9", "SAVE, LOAD"},
                                           {"F1", "THE LIBRARY AT WORK"},
                                           {"F11", "FULL SCREEN"},
                                           {"H", "KEYS"}};

_Static_assert(sizeof keys_of_window / sizeof keys_of_window[0] <= STAGE_KEYS, "too many keys");

/* -- layout -- */

static bool lay_out(face *f)
{
    float width, height;
    canvas_size(&f->canvas, &width, &height);
    const float most = f->has_panel ? width * 0.62f : width;
    const float across = most / GAME_WIDTH;
    const float down = height / GAME_HEIGHT;
    const float scale = across < down ? across : down;
    f->field.width = GAME_WIDTH * scale;
    f->field.height = GAME_HEIGHT * scale;
    f->field.y = (height - f->field.height) / 2;
    f->field.x = f->has_panel ? 0 : (width - f->field.width) / 2;
    f->side = (canvas_area){f->field.width, 0, width - f->field.width, height};
    panel_resize(&f->panel, f->side.width / scale, f->side.height / scale);
    return canvas_fit(&f->canvas, f->show, scale);
}

/* -- a frame -- */

static void keep_score(face *f)
{
    const uint32_t score = session_high_score(show_session(f->show));
    if (score > f->score && game_get_state(session_game(show_session(f->show))).phase != GAME_PLAY)
    {
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
    show_step(f->show, controls_tick(&f->controls, end));
    pair_send();
    report_news(f);
    const uint32_t count = show_get_sounds(f->show, sounds);
    for (uint32_t i = 0; i < count; ++i)
        sound_play(&sounds[i]);
    const game_state state = game_get_state(session_game(s));
    sound_muffle(state.paused ? 1 : shade_unit(1.6f * (1 - state.enemy_time)));
    if (was_replay && !session_is_replay(s) && session_verdict(s))
        stage_note(show_stage(f->show), session_verdict(s));
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
    canvas_draw(&f->canvas, f->field, face_scale(f), quads, count);
    if (f->has_panel)
    {
        const uint32_t some = panel_draw(&f->panel, show_art(f->show), panel_quads, PANEL_QUADS);
        canvas_draw(&f->canvas, f->side, face_scale(f), panel_quads, some);
    }
    show_drawn(f->show);
    f->frames++;
}

/* For programs that watch the game, such as its test. */
static void report(face *f)
{
    static const char *const phases[] = {"title", "play", "over"};
    const preview *save = show_get_save(f->show);
    session *s = show_session(f->show);
    const game_state state = game_get_state(session_game(s));
    const char *what = session_is_replay(s) ? "replay"
                       : session_is_hit(s)  ? "hit"
                       : state.attract      ? "attract"
                                            : phases[state.phase];
    printf("%s%s, ", what, state.paused ? ", paused" : "");
    if (preview_is_shown(save, s))
        printf("save of wave %u with %u sprites%s%s, ", (unsigned)save->wave, (unsigned)save->count,
               save->wrong ? ": " : "", save->wrong ? save->wrong : "");
    printf("tick %u, score %u, bombs %u, ship %u, motes %u\n", (unsigned)state.tick,
           (unsigned)state.score, (unsigned)state.bombs, (unsigned)state.ships[0].is_there,
           (unsigned)f->panel.report.motes);
    fflush(stdout);
}

static void refresh(face *f)
{
    if (f->has_panel)
        panel_race(&f->panel, now_ms);
    if (now_ms() - f->refreshed < REFRESH_MS)
        return;
    f->refreshed = now_ms();
    if (f->has_panel)
        panel_refresh(&f->panel, f->show);
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
    while (!f->leaves && lay_out(f))
    {
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
        show_set_threads(f->show, trp_threads_run, f->workers, threads);
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
    if (!f->show)
    {
        fprintf(stderr,
                "The game does not start: an option is out of its range, or the core was not "
                "compiled with -ffp-contract=off.\n");
        return false;
    }
    memcpy(show_stage(f->show)->keys, keys_of_window, sizeof keys_of_window);
    show_stage(f->show)->tagline = "ONE LIST, NO ALLOCATION, NO DANGLING POINTER";
    show_stage(f->show)->is_calm = f->options.calm;
    face_find_save(f);
    show_set_storm(f->show, f->options.motes, f->options.churn);
    show_set_measured(f->show, f->has_panel);
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

/* Prints the effects of the mouse on the panel. */
static void say_panel(const face *f)
{
    printf("storm: %u motes, churn %u\n", (unsigned)f->panel.report.motes,
           (unsigned)f->panel.report.churn);
    if (f->panel.has_verdict)
        printf("said: %s %s\n", f->panel.verdict.result, f->panel.verdict.message);
    if (f->panel.has_facts)
        printf("marked: %s slot %u\n", f->panel.facts.pool, (unsigned)f->panel.facts.slot);
}

static bool end(face *f)
{
    const game *g = session_game(show_session(f->show));
    pair_end(show_session(f->show));
    const uint64_t hash = game_hash(g);
    size_t size;
    const unsigned char *bytes = session_recording(show_session(f->show), &size);
    printf("%u ticks, score %u, hash %08x%08x, %u frames\n", (unsigned)game_get_state(g).tick,
           (unsigned)game_get_state(g).score, (unsigned)(hash >> 32), (unsigned)hash,
           (unsigned)f->frames);
    if (session_verdict(show_session(f->show)))
        puts(session_verdict(show_session(f->show)));
    if (f->has_panel)
        say_panel(f);
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
    if (!options_read(&f.options, count, arguments))
    {
        options_usage(stderr, arguments[0]);
        return 2;
    }
    f.has_panel = !f.options.no_panel;
    if (!begin(&f))
        return 2;
    if (!canvas_open(&f.canvas, 1280, 720))
        return 1;
    const int result = run(&f);
    controls_close(&f.controls);
    canvas_close(&f.canvas);
    return result;
}
