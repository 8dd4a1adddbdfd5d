/*
 * The game in a window, by SDL2.
 *
 *   window [--seed S] [--attract] [--seconds N] [--screenshot FILE.bmp] [--extra N] [--no-panel]
 */
#include "batch.h"
#include "storm/storm.h"
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_TICKS = 5 /* a frame, then the game falls behind the clock */
};

typedef struct plan
{
    uint32_t seed;
    uint32_t extra;
    double seconds;
    const char *screenshot;
    bool attract;
    bool no_panel;
} plan;

typedef struct view
{
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_GameController *pad;
    show_area field, panel;
    show_times times;
    game_panel numbers;
    bool has_panel, leaves, drags;
    double second;          /* when the panel's numbers were taken */
    double spent;           /* on ticks since then, in seconds */
    uint64_t visited;       /* actors since then */
    uint32_t ticks, frames; /* since then */
} view;

static _Alignas(8) unsigned char memory[GAME_BYTES];
static _Alignas(8) unsigned char storm_memory[STORM_BYTES];
static game_sprite sprites[GAME_SPRITES + STORM_MAX];
static storm *extra;
static uint32_t extra_count;

static double now(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static bool take_arguments(plan *p, int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "--attract") == 0)
            p->attract = true;
        else if (strcmp(arguments[i], "--no-panel") == 0)
            p->no_panel = true;
        else if (i + 1 == count)
            return false;
        else if (strcmp(arguments[i], "--seed") == 0)
            p->seed = (uint32_t)strtoul(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--extra") == 0)
            p->extra = (uint32_t)strtoul(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--seconds") == 0)
            p->seconds = strtod(arguments[++i], NULL);
        else if (strcmp(arguments[i], "--screenshot") == 0)
            p->screenshot = arguments[++i];
        else
            return false;
    return true;
}

static void lay_out(view *v)
{
    int width, height;
    show_area all = {0};

    SDL_GetRendererOutputSize(v->renderer, &width, &height);
    all.width = (float)width;
    all.height = (float)height;
    if (v->has_panel)
    {
        v->panel.width =
            all.height * 300 / 520 < all.width / 2 ? all.height * 300 / 520 : all.width / 2;
        v->panel.height = all.height;
        v->panel.x = all.width - v->panel.width;
        v->panel.y = 0;
        all.width -= v->panel.width;
    }
    v->field = show_fit(all);
}

static bool open(view *v)
{
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0)
        return false;
    v->window = SDL_CreateWindow("Bullet Troupe", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                 900, 720, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (v->window == NULL)
        return false;
    v->renderer = SDL_CreateRenderer(v->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (v->renderer == NULL)
        v->renderer = SDL_CreateRenderer(v->window, -1, SDL_RENDERER_SOFTWARE);
    return v->renderer != NULL && batch_begin(v->renderer);
}

static void slide(view *v, game *g, float x)
{
    const show_area slider = show_slider(v->panel);
    float part = (x - slider.x) / slider.width;

    part = part < 0 ? 0 : part > 1 ? 1 : part;
    extra_count = (uint32_t)(part * STORM_MAX);
    storm_set(extra, extra_count, 10);
    (void)g;
}

static void more(view *v, game *g, int step)
{
    const int count = (int)extra_count + step;

    (void)v, (void)g;
    extra_count = (uint32_t)(count < 0 ? 0 : count > STORM_MAX ? STORM_MAX : count);
    storm_set(extra, extra_count, 10);
}

static void press(view *v, game *g, const SDL_KeyboardEvent *key)
{
    const bool is_full = (SDL_GetWindowFlags(v->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;

    switch (key->keysym.sym)
    {
    case SDLK_F11:
        SDL_SetWindowFullscreen(v->window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
        break;
    case SDLK_RETURN:
        if ((key->keysym.mod & KMOD_ALT) != 0)
            SDL_SetWindowFullscreen(v->window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
        break;
    case SDLK_F1:
    case SDLK_TAB:
        v->has_panel = !v->has_panel;
        break;
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_KP_PLUS:
        more(v, g, 5000);
        break;
    case SDLK_MINUS:
    case SDLK_KP_MINUS:
        more(v, g, -5000);
        break;
    default:
        break;
    }
}

static void touch(view *v, game *g, float x, float y, bool begins)
{
    const show_area slider = show_slider(v->panel);
    int window_width, width;

    SDL_GetWindowSize(v->window, &window_width, NULL);
    SDL_GetRendererOutputSize(v->renderer, &width, NULL);
    x *= (float)width / (float)window_width;
    y *= (float)width / (float)window_width;
    if (begins)
        v->drags = v->has_panel && x > v->panel.x && y > slider.y - slider.height &&
                   y < slider.y + 2 * slider.height;
    if (v->drags)
        slide(v, g, x);
}

static void hear(view *v, game *g, const SDL_Event *event)
{
    switch (event->type)
    {
    case SDL_QUIT:
        v->leaves = true;
        break;
    case SDL_KEYDOWN:
        press(v, g, &event->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
        touch(v, g, (float)event->button.x, (float)event->button.y, true);
        break;
    case SDL_MOUSEMOTION:
        touch(v, g, (float)event->motion.x, (float)event->motion.y, false);
        break;
    case SDL_MOUSEBUTTONUP:
        v->drags = false;
        break;
    case SDL_CONTROLLERDEVICEADDED:
        if (v->pad == NULL)
            v->pad = SDL_GameControllerOpen(event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        SDL_GameControllerClose(v->pad);
        v->pad = NULL;
        break;
    default:
        break;
    }
}

static uint32_t keyboard(void)
{
    static const struct
    {
        SDL_Scancode code;
        uint32_t bit;
    } keys[] = {{SDL_SCANCODE_LEFT, GAME_LEFT},    {SDL_SCANCODE_A, GAME_LEFT},
                {SDL_SCANCODE_RIGHT, GAME_RIGHT},  {SDL_SCANCODE_D, GAME_RIGHT},
                {SDL_SCANCODE_UP, GAME_UP},        {SDL_SCANCODE_W, GAME_UP},
                {SDL_SCANCODE_DOWN, GAME_DOWN},    {SDL_SCANCODE_S, GAME_DOWN},
                {SDL_SCANCODE_Z, GAME_SHOOT},      {SDL_SCANCODE_SPACE, GAME_SHOOT},
                {SDL_SCANCODE_LSHIFT, GAME_FOCUS}, {SDL_SCANCODE_RSHIFT, GAME_FOCUS},
                {SDL_SCANCODE_X, GAME_BOMB},       {SDL_SCANCODE_B, GAME_BOMB},
                {SDL_SCANCODE_P, GAME_PAUSE},      {SDL_SCANCODE_ESCAPE, GAME_PAUSE},
                {SDL_SCANCODE_RETURN, GAME_START}};
    const uint8_t *down = SDL_GetKeyboardState(NULL);
    uint32_t bits = 0;

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (down[keys[i].code])
            bits |= keys[i].bit;
    return bits;
}

static uint32_t gamepad(SDL_GameController *pad)
{
    static const struct
    {
        SDL_GameControllerButton button;
        uint32_t bit;
    } buttons[] = {{SDL_CONTROLLER_BUTTON_DPAD_LEFT, GAME_LEFT},
                   {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, GAME_RIGHT},
                   {SDL_CONTROLLER_BUTTON_DPAD_UP, GAME_UP},
                   {SDL_CONTROLLER_BUTTON_DPAD_DOWN, GAME_DOWN},
                   {SDL_CONTROLLER_BUTTON_A, GAME_SHOOT},
                   {SDL_CONTROLLER_BUTTON_B, GAME_BOMB},
                   {SDL_CONTROLLER_BUTTON_X, GAME_FOCUS},
                   {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, GAME_FOCUS},
                   {SDL_CONTROLLER_BUTTON_BACK, GAME_PAUSE},
                   {SDL_CONTROLLER_BUTTON_START, GAME_START}};
    const int x = SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTX);
    const int y = SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTY);
    uint32_t bits = 0;

    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++)
        if (SDL_GameControllerGetButton(pad, buttons[i].button))
            bits |= buttons[i].bit;
    bits |= x < -12000 ? (uint32_t)GAME_LEFT : x > 12000 ? (uint32_t)GAME_RIGHT : 0;
    bits |= y < -12000 ? (uint32_t)GAME_UP : y > 12000 ? (uint32_t)GAME_DOWN : 0;
    return bits;
}

static void tick(view *v, const plan *p, game *g)
{
    const uint32_t keys =
        p->attract ? game_autopilot(g) : keyboard() | (v->pad ? gamepad(v->pad) : 0);
    const double begin = now();
    double spent;

    game_step(g, keys);
    storm_step(extra);
    spent = now() - begin;
    v->spent += spent;
    v->ticks++;
    game_get_panel(g, &v->numbers);
    v->visited += v->numbers.visited + extra_count;
    memmove(v->times.history, v->times.history + 1,
            sizeof v->times.history - sizeof v->times.history[0]);
    v->times.history[119] = (float)(spent * 1000);
}

/* Once a second: means of what was measured. */
static void measure(view *v, double time)
{
    if (time - v->second < 0.5)
        return;
    v->times.frames = v->frames / (time - v->second);
    v->times.tick_ms = v->ticks > 0 ? v->spent * 1000 / v->ticks : 0;
    v->times.actor_ns = v->visited > 0 ? v->spent * 1e9 / (double)v->visited : 0;
    v->second = time;
    v->spent = 0;
    v->visited = 0;
    v->ticks = 0;
    v->frames = 0;
}

static void show(view *v, const game *g, float alpha)
{
    SDL_Rect clip;

    lay_out(v);
    SDL_SetRenderDrawColor(v->renderer, 0, 0, 0, 255);
    SDL_RenderClear(v->renderer);
    clip.x = (int)v->field.x;
    clip.y = (int)v->field.y;
    clip.w = (int)v->field.width;
    clip.h = (int)v->field.height;
    SDL_RenderSetClipRect(v->renderer, &clip);
    SDL_SetRenderDrawColor(v->renderer, 5, 6, 12, 255);
    SDL_RenderFillRect(v->renderer, &clip);
    const uint32_t motes = storm_draw(extra, alpha, sprites, STORM_MAX);
    show_sprites(v->field, sprites, motes + game_draw(g, alpha, sprites + motes, GAME_SPRITES));
    show_lines(v->field, g);
    batch_draw();
    SDL_RenderSetClipRect(v->renderer, NULL);
    if (v->has_panel)
        show_panel(v->panel, &v->numbers, &v->times, extra_count);
    batch_draw();
    v->frames++;
}

static bool save(SDL_Renderer *renderer, const char *name)
{
    int width, height;
    SDL_Surface *picture;
    bool is_saved;

    SDL_GetRendererOutputSize(renderer, &width, &height);
    picture = SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_BGR24);
    if (picture == NULL)
        return false;
    SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_BGR24, picture->pixels, picture->pitch);
    is_saved = SDL_SaveBMP(picture, name) == 0;
    SDL_FreeSurface(picture);
    return is_saved;
}

static void play(view *v, const plan *p, game *g)
{
    const double begin = now();
    double time = begin, behind = 0;
    SDL_Event event;

    while (!v->leaves && (p->seconds == 0 || time - begin < p->seconds))
    {
        const double then = time;
        time = now();
        behind += time - then;
        while (SDL_PollEvent(&event))
            hear(v, g, &event);
        for (int i = 0; behind >= 1.0 / GAME_RATE; behind -= 1.0 / GAME_RATE)
        {
            if (i++ == MOST_TICKS)
            {
                behind = 0;
                break;
            }
            tick(v, p, g);
        }
        measure(v, time);
        show(v, g, (float)(behind * GAME_RATE));
        SDL_RenderPresent(v->renderer);
        if (now() - time < 0.004)
            SDL_Delay(4); /* where nothing waits for the screen */
    }
    show(v, g, 1);
    if (p->screenshot != NULL && !save(v->renderer, p->screenshot))
        fprintf(stderr, "%s: %s\n", p->screenshot, SDL_GetError());
    SDL_RenderPresent(v->renderer);
}

int main(int count, char **arguments)
{
    static view v;
    plan p = {.seed = 1};
    game *g;

    if (!take_arguments(&p, count, arguments))
    {
        fprintf(stderr, "window [--seed S] [--attract] [--seconds N] [--screenshot FILE.bmp] "
                        "[--extra N] [--no-panel]\n");
        return 2;
    }
    g = game_init(memory, sizeof memory, &(game_options){.seed = p.seed});
    extra = storm_init(storm_memory, sizeof storm_memory, p.seed);
    if (g == NULL)
        return 1;
    if (!open(&v))
    {
        fprintf(stderr, "No window: %s\n", SDL_GetError());
        SDL_Quit();
        return 1;
    }
    extra_count = p.extra;
    storm_set(extra, p.extra, 10);
    v.has_panel = !p.no_panel;
    v.second = now();
    play(&v, &p, g);
    printf("%u ticks, score %u, hash %08x%08x\n", (unsigned)game_get_state(g).tick,
           (unsigned)game_get_state(g).score, (unsigned)(game_hash(g) >> 32),
           (unsigned)game_hash(g));
    batch_end();
    SDL_DestroyRenderer(v.renderer);
    SDL_DestroyWindow(v.window);
    SDL_Quit();
    return 0;
}
