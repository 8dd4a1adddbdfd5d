/* Plays swarm.c by itself for 600 frames, and reports. `film`: writes every fourth of 500 frames,
 * from the 300th on, to stdout, as PPM images. */
#include "played.h"

#include "swarm.c"

#undef main
#include "troupe/hash.h"

static bool films;

static void played_press(unsigned frame, Uint8 *keys)
{
    const bool is_back = frame >= 400 && frame < 500;
    keys[is_back ? SDL_SCANCODE_BACKSPACE : SDL_SCANCODE_SPACE] = 1;
    keys[frame / 60 % 2 ? SDL_SCANCODE_LEFT : SDL_SCANCODE_RIGHT] = 1;
}

static void write_picture(SDL_Renderer *renderer)
{
    static Uint8 pixels[HEIGHT][WIDTH][3];
    SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels, sizeof pixels[0]);
    printf("P6 %d %d 255\n", WIDTH, HEIGHT);
    fwrite(pixels, sizeof pixels, 1, stdout);
}

static void played_look(unsigned frame, SDL_Renderer *renderer)
{
    if (films && frame >= 300 && frame % 4 == 0)
        write_picture(renderer);
    if (!films && (frame + 1) % 100 == 0)
        printf("frame %u: tick %u, %u wasps, %u missiles, %u sparks, %s, %08x\n", frame + 1,
               (unsigned)trp_world_ticks(world), (unsigned)trp_pool_count(wasps),
               (unsigned)trp_pool_count(missiles), (unsigned)trp_pool_count(sparks),
               played_is_drawn(renderer, 0, WIDTH, HEIGHT, 2000) ? "drawn" : "NOT DRAWN",
               (unsigned)trp_hash_world(world));
}

int main(int argc, char **argv)
{
    films = argc > 1;
    played_frames = films ? 500 : 600;
    return played_main(argc, argv);
}
