#include "window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 4096 /* quads per draw call */
};

static SDL_Vertex corners[BATCH * 4];
static int indices[BATCH * 6];

/* Without a screen SDL chooses a driver that shows nothing, and the game would run for ever. */
static bool has_screen(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    const char *wanted = getenv("SDL_VIDEODRIVER");
    if (!driver || (strcmp(driver, "dummy") != 0 && strcmp(driver, "offscreen") != 0))
        return driver != NULL;
    return wanted && strcmp(wanted, driver) == 0; /* chosen on purpose */
}

static bool open_window(canvas *c, int width, int height)
{
    c->window = SDL_CreateWindow("Bullet Troupe", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                 width, height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!c->window)
        return false;
    SDL_SetWindowMinimumSize(c->window, 320, 320);
    c->renderer = SDL_CreateRenderer(c->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!c->renderer)
        c->renderer = SDL_CreateRenderer(c->window, -1, SDL_RENDERER_SOFTWARE);
    return c->renderer != NULL;
}

bool canvas_open(canvas *c, int width, int height)
{
    static const int turn[6] = {0, 1, 2, 0, 2, 3};
    SDL_RendererInfo info = {0};
    *c = (canvas){0};
    for (int i = 0; i < BATCH * 6; ++i)
        indices[i] = i / 6 * 4 + turn[i % 6];
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0 || !has_screen()) {
        fprintf(
            stderr,
            "There is no screen for a window (is DISPLAY or WAYLAND_DISPLAY set?).\n"
            "make serve plays in a browser.\n"
            "SDL_VIDEODRIVER=dummy runs it without a screen, for --seconds and --screenshot.\n");
        return false;
    }
    if (!open_window(c, width, height)) {
        fprintf(stderr, "No window: %s\n", SDL_GetError());
        return false;
    }
    SDL_GetRendererInfo(c->renderer, &info);
    c->is_software = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    return true;
}

void canvas_close(canvas *c)
{
    SDL_DestroyTexture(c->art);
    SDL_DestroyTexture(c->backdrop);
    SDL_DestroyRenderer(c->renderer);
    SDL_DestroyWindow(c->window);
    SDL_Quit();
}

void canvas_size(const canvas *c, float *width, float *height)
{
    int w, h;
    SDL_GetRendererOutputSize(c->renderer, &w, &h);
    *width = (float)w;
    *height = (float)h;
}

static SDL_Texture *make_texture(canvas *c, uint32_t width, uint32_t height,
                                 const unsigned char *pixels)
{
    SDL_Texture *texture = SDL_CreateTexture(c->renderer, SDL_PIXELFORMAT_RGBA32,
                                             SDL_TEXTUREACCESS_STATIC, (int)width, (int)height);
    if (!texture)
        return NULL;
    SDL_UpdateTexture(texture, NULL, pixels, (int)width * 4);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    return texture;
}

/* Premultiplied colours can add light. A renderer that cannot blend them gets straight colours. */
static SDL_BlendMode premultiplied(void)
{
    return SDL_ComposeCustomBlendMode(SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA,
                                      SDL_BLENDOPERATION_ADD, SDL_BLENDFACTOR_ONE,
                                      SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD);
}

static bool can_blend(canvas *c)
{
    SDL_Texture *test =
        SDL_CreateTexture(c->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, 1, 1);
    const bool can = !c->is_software && test && SDL_SetTextureBlendMode(test, premultiplied()) == 0;
    SDL_DestroyTexture(test);
    return can;
}

static bool make_art(canvas *c, show *s, unsigned char *pixels, float scale)
{
    const uint32_t width = (uint32_t)(STAGE_BACKDROP_WIDTH * fminf(scale, ART_LARGEST_SCALE));
    const uint32_t height = (uint32_t)(GAME_HEIGHT * fminf(scale, ART_LARGEST_SCALE));
    if (!show_bake(s, pixels, scale))
        return false;
    c->side = show_art(s)->side;
    c->is_straight = !can_blend(c);
    if (c->is_straight)
        art_straighten(pixels, c->side * c->side);
    c->art = make_texture(c, c->side, c->side, pixels);
    art_bake_backdrop(pixels, width, height);
    c->backdrop = make_texture(c, width, height, pixels);
    return c->art && c->backdrop;
}

bool canvas_fit(canvas *c, show *s, float scale)
{
    if (c->art && fabsf(scale - c->scale) < 0.01f * scale)
        return true;
    unsigned char *pixels = malloc(4 * (size_t)ART_LARGEST_SIDE * ART_LARGEST_SIDE);
    SDL_DestroyTexture(c->art);
    SDL_DestroyTexture(c->backdrop);
    c->scale = scale;
    const bool is_made = pixels && make_art(c, s, pixels, scale);
    free(pixels);
    if (is_made)
        SDL_SetTextureBlendMode(c->art, c->is_straight ? SDL_BLENDMODE_BLEND : premultiplied());
    return is_made;
}

static SDL_Rect rect_of(canvas_area area)
{
    return (SDL_Rect){(int)area.x, (int)area.y, (int)area.width, (int)area.height};
}

void canvas_draw_backdrop(canvas *c, canvas_area field, float x, float y)
{
    const float scale = field.width / GAME_WIDTH;
    const SDL_Rect clip = rect_of(field);
    SDL_RenderSetClipRect(c->renderer, &clip);
    for (int i = 0; i < 2; ++i) {
        const SDL_FRect to = {field.x - x * scale,
                              field.y + (y - (i == 0 ? 0 : GAME_HEIGHT)) * scale,
                              STAGE_BACKDROP_WIDTH * scale, GAME_HEIGHT * scale};
        SDL_RenderCopyF(c->renderer, c->backdrop, NULL, &to);
    }
    SDL_RenderSetClipRect(c->renderer, NULL);
}

static SDL_Color tint_of(const canvas *c, const stage_quad *q)
{
    if (c->is_straight)
        return (SDL_Color){q->r, q->g, q->b, q->a};
    return (SDL_Color){(uint8_t)(q->r * q->a / 255), (uint8_t)(q->g * q->a / 255),
                       (uint8_t)(q->b * q->a / 255), q->a};
}

/* The order of corners: top left, top right, bottom right, bottom left. */
static void put_quad(const canvas *c, SDL_Vertex *to, canvas_area field, const stage_quad *q)
{
    const float scale = field.width / GAME_WIDTH;
    static const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const float cosine = q->angle != 0 ? cosf(q->angle) : 1;
    const float sine = q->angle != 0 ? sinf(q->angle) : 0;
    const float texel = 1 / (float)c->side;
    const SDL_Color tint = tint_of(c, q);
    for (int i = 0; i < 4; ++i) {
        const float dx = signs[i][0] * q->across;
        const float dy = signs[i][1] * q->along;
        to[i].position.x = field.x + (q->x + dx * cosine - dy * sine) * scale;
        to[i].position.y = field.y + (q->y + dx * sine + dy * cosine) * scale;
        to[i].tex_coord.x = ((float)q->u + (signs[i][0] > 0 ? (float)q->w : 0)) * texel;
        to[i].tex_coord.y = ((float)q->v + (signs[i][1] > 0 ? (float)q->h : 0)) * texel;
        to[i].color = tint;
    }
}

void canvas_draw(canvas *c, canvas_area field, const stage_quad *quads, uint32_t count)
{
    const SDL_Rect clip = rect_of(field);
    SDL_RenderSetClipRect(c->renderer, &clip);
    while (count > 0) {
        const uint32_t some = count < BATCH ? count : BATCH;
        for (uint32_t i = 0; i < some; ++i)
            put_quad(c, &corners[4 * i], field, &quads[i]);
        SDL_RenderGeometry(c->renderer, c->art, corners, (int)some * 4, indices, (int)some * 6);
        quads += some;
        count -= some;
    }
    SDL_RenderSetClipRect(c->renderer, NULL);
}

/* RGB, three bytes per pixel. NULL: it cannot be read. The caller frees it. */
static unsigned char *canvas_read(canvas *c, int *width, int *height)
{
    SDL_GetRendererOutputSize(c->renderer, width, height);
    unsigned char *pixels = malloc((size_t)*width * (size_t)*height * 3);
    if (pixels &&
        SDL_RenderReadPixels(c->renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels, *width * 3) == 0)
        return pixels;
    free(pixels);
    return NULL;
}

bool canvas_save(canvas *c, const char *name)
{
    int width, height;
    unsigned char *pixels = canvas_read(c, &width, &height);
    SDL_Surface *picture = pixels ? SDL_CreateRGBSurfaceWithFormatFrom(
                                        pixels, width, height, 24, width * 3, SDL_PIXELFORMAT_RGB24)
                                  : NULL;
    const bool is_saved = picture && SDL_SaveBMP(picture, name) == 0;
    SDL_FreeSurface(picture);
    free(pixels);
    if (!is_saved)
        fprintf(stderr, "%s: %s\n", name, SDL_GetError());
    return is_saved;
}
