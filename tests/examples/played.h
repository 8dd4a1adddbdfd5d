/*
 * Plays a game with SDL2, which knows nothing of it: the game's keys and pictures go through here.
 * The file that includes this includes the game after it, and defines the next two functions.
 */
#include <SDL.h>
#include <stdbool.h>

/* The keys before the next picture, which is number `frame`. */
static void played_press(unsigned frame, Uint8 *keys);
/* After that picture. */
static void played_look(unsigned frame, SDL_Renderer *renderer);

static unsigned played_frame;  /* the present one, from 0 */
static unsigned played_frames; /* in all */

static const Uint8 *played_keys(int *count)
{
    static Uint8 keys[SDL_NUM_SCANCODES];
    (void)count;
    SDL_memset(keys, 0, sizeof keys);
    played_press(played_frame, keys);
    return keys;
}

static void played_present(SDL_Renderer *renderer)
{
    SDL_RenderPresent(renderer);
    if (played_frame < played_frames)
        played_look(played_frame, renderer);
    if (++played_frame == played_frames - 1) /* the next is the last */
        SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
}

/* Whether more than so many pixels of these columns differ from the first. */
static bool played_is_drawn(SDL_Renderer *renderer, int from, int to, int height, int few)
{
    static Uint32 pixels[1 << 20];
    int lit = 0;
    SDL_RenderSetViewport(renderer, NULL);
    SDL_RenderReadPixels(renderer, &(SDL_Rect){from, 0, to - from, height},
                         SDL_PIXELFORMAT_ARGB8888, pixels, (to - from) * 4);
    for (int i = 0; i < (to - from) * height; i++)
        lit += pixels[i] != pixels[0];
    return lit > few;
}

#define SDL_GetKeyboardState played_keys
#define SDL_RenderPresent played_present
#define SDL_RenderSetVSync(renderer, on) ((void)(renderer), (void)(on))
#define main played_main
