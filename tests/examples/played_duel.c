/* Plays duel.c by itself for 600 frames: the network becomes worse, then very bad. */
#include "played.h"

#include "duel.c"

#undef main

static void played_press(unsigned frame, Uint8 *keys)
{
    const bool fires = frame % 40 < 30;
    delay = frame / 200 * 10 + 2;
    loss = frame / 200 * 25;
    keys[frame / 13 % 2 ? SDL_SCANCODE_W : SDL_SCANCODE_S] = 1;
    keys[frame / 17 % 2 ? SDL_SCANCODE_UP : SDL_SCANCODE_DOWN] = 1;
    keys[SDL_SCANCODE_D] = keys[SDL_SCANCODE_LEFT] = fires;
}

static void played_look(unsigned frame, SDL_Renderer *renderer)
{
    if ((frame + 1) % 100 == 0)
        printf("frame %u, delay %u, loss %u%%: repeated %u and %u ticks, at most %u and %u at "
               "once, %s\n",
               frame + 1, delay, loss, players[0].repeated, players[1].repeated, players[0].longest,
               players[1].longest,
               played_is_drawn(renderer, 0, WIDTH, HEIGHT, 200) &&
                       played_is_drawn(renderer, WIDTH, 2 * WIDTH, HEIGHT, 200)
                   ? "drawn"
                   : "NOT DRAWN");
}

int main(int argc, char **argv)
{
    played_frames = 600;
    return played_main(argc, argv);
}
