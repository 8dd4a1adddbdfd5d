/*
 * The game in a terminal.
 *
 *   terminal [--seed S] [--seconds N] [--attract] [--show]
 *
 * --attract lets the autopilot play. --show is for who may have no terminal: then the game plays on its own as quickly
 * as it can, and one plain picture is printed.
 */
#define _POSIX_C_SOURCE 200809L

#include "keys.h"
#include "picture.h"
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    LEAST_COLUMNS = 40,
    LEAST_ROWS = 16,
    TEXT = 0xD8DEE9,
    DIM = 0x7A8290,
    BRIGHT = 0xFFD75F
};

typedef struct plan
{
    uint32_t seed;
    double seconds; /* 0: until the user leaves */
    bool attract;
    bool show;
} plan;

static _Alignas(8) unsigned char memory[GAME_BYTES];
static game_sprite sprites[GAME_SPRITES];
static canvas picture;

static bool take_arguments(plan *p, int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "--attract") == 0)
            p->attract = true;
        else if (strcmp(arguments[i], "--show") == 0)
            p->show = true;
        else if (strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
            p->seed = (uint32_t)strtoul(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--seconds") == 0 && i + 1 < count)
            p->seconds = strtod(arguments[++i], NULL);
        else
            return false;
    return true;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void middle(int columns, int row, const char *text, uint32_t color)
{
    screen_text((columns - (int)strlen(text)) / 2, row, text, color);
}

static void line(const game *g, game_line which, int column, int row, uint32_t color, bool is_right)
{
    char text[GAME_LINE_BYTES];
    const size_t length = game_get_line(g, which, text);

    screen_text(is_right ? column - (int)length : column, row, text, color);
}

/* A bar of the boss's health. */
static void boss_bar(const game *g, int columns)
{
    const game_state state = game_get_state(g);
    char bar[41];
    const int width = columns / 2 < 40 ? columns / 2 : 40;

    if (state.boss_health == 0)
        return;
    for (int i = 0; i < width; i++)
        bar[i] = (uint32_t)i * 1000 < state.boss_health * (uint32_t)width ? '=' : '.';
    bar[width] = 0;
    middle(columns, 2, bar, BRIGHT);
}

static void display(const game *g, int columns, int rows)
{
    char text[GAME_LINE_BYTES];

    line(g, GAME_LINE_SCORE, 1, 0, TEXT, false);
    line(g, GAME_LINE_HIGH, columns - 1, 0, TEXT, true);
    line(g, GAME_LINE_LIVES, 1, rows - 1, TEXT, false);
    line(g, GAME_LINE_WAVE, columns - 1, rows - 1, TEXT, true);
    if (game_get_line(g, GAME_LINE_BOSS, text) > 0)
        middle(columns, 1, text, BRIGHT);
    boss_bar(g, columns);
    game_get_line(g, GAME_LINE_BANNER, text);
    middle(columns, rows / 2 - 1, text, BRIGHT);
    game_get_line(g, GAME_LINE_HINT, text);
    middle(columns, rows / 2 + 1, text, TEXT);
    if (game_get_state(g).phase != GAME_TITLE)
        return;
    middle(columns, rows - 6, "ARROWS, WASD OR DIGITS 1-9 MOVE   B BOMB   P PAUSE   Q QUIT", DIM);
    middle(columns, rows - 5,
           keys_have_releases() ? "HOLD SPACE TO SHOOT, F OR SHIFT TO FOCUS"
                                : "SPACE: SHOOTING ON OR OFF   F: FOCUS ON OR OFF",
           DIM);
    middle(columns, rows - 4, "ENTER: START", TEXT);
}

static void show(const game *g)
{
    int columns, rows;
    picture_frame frame;

    screen_size(&columns, &rows);
    picture.width = columns;
    picture.height = 2 * rows;
    if (columns < LEAST_COLUMNS || rows < LEAST_ROWS)
    {
        canvas_clear(&picture, 0);
        middle(columns, rows / 2, "TOO SMALL: 40 BY 16 AT LEAST", TEXT);
    }
    else
    {
        frame = picture_fit(&picture);
        picture_draw(&picture, &frame, sprites, game_draw(g, 1, sprites, GAME_SPRITES));
        display(g, columns, rows);
    }
    screen_show(&picture);
}

/* What is pressed: the user's keys, or the autopilot's if none is. On the title shooting does not start. */
static uint32_t input(const plan *p, const game *g, double time)
{
    uint32_t keys = keys_read(time);

    if (p->attract)
        return game_autopilot(g);
    if (game_get_state(g).phase != GAME_PLAY || game_get_state(g).attract)
        keys = keys_any() ? keys & ~(uint32_t)(GAME_PAUSE | GAME_BOMB) : 0;
    return keys;
}

static void play(const plan *p, game *g)
{
    const double begin = now();
    double next = begin;

    for (uint32_t tick = 0; !screen_is_ending() && !keys_want_out(); tick++)
    {
        const double time = now();
        const double wait = next - time;
        if (p->seconds > 0 && time - begin > p->seconds)
            break;
        game_step(g, input(p, g, time));
        if (tick % 2 == 0)
            show(g);
        next = wait < -0.25 ? time : next + 1.0 / GAME_RATE;
        if (next > now())
        {
            const double rest = next - now();
            const struct timespec pause = {0, (long)((rest < 0.5 ? rest : 0.5) * 1e9)};
            if (rest > 0)
                nanosleep(&pause, NULL);
        }
    }
}

/* Without a terminal. */
static void play_blind(const plan *p, game *g)
{
    const uint32_t ticks = (uint32_t)((p->seconds > 0 ? p->seconds : 20) * GAME_RATE);
    picture_frame frame;
    game_state state;

    for (uint32_t i = 0; i < ticks; i++)
        game_step(g, game_autopilot(g));
    picture.width = 64;
    picture.height = 96;
    frame = picture_fit(&picture);
    picture_draw(&picture, &frame, sprites, game_draw(g, 1, sprites, GAME_SPRITES));
    screen_print(&picture);
    state = game_get_state(g);
    printf("game: %u ticks, wave %u, score %u, %u bullets, hash %08x%08x\n", (unsigned)state.tick,
           (unsigned)state.wave, (unsigned)state.score, (unsigned)state.bullets,
           (unsigned)(game_hash(g) >> 32), (unsigned)game_hash(g));
}

int main(int count, char **arguments)
{
    plan p = {.seed = 1};
    game *g;

    if (!take_arguments(&p, count, arguments))
    {
        fprintf(stderr, "terminal [--seed S] [--seconds N] [--attract] [--show]\n");
        return 2;
    }
    g = game_init(memory, sizeof memory, &(game_options){.seed = p.seed});
    if (g == NULL)
        return 1;
    if (screen_begin(screen_detect()))
    {
        play(&p, g);
        screen_end();
        printf("score %u\n", (unsigned)game_get_state(g).score);
    }
    else if (p.show)
        play_blind(&p, g);
    else
    {
        fprintf(stderr, "The game needs a terminal: standard input or output is none.\n");
        return 2;
    }
    return 0;
}
