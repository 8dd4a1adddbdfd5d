/*
 * Makes a moving picture for a page: reads PPM images from stdin, and writes them as an animated GIF.
 *
 *     swarm 500 film | film swarm.gif 2
 *
 * The second argument is how many pixels become one, in each direction: the brightest of them.
 */
#include "../game/window/gif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    DELAY = 7 /* hundredths of a second per picture */
};

static int brightness(const unsigned char *pixel)
{
    return pixel[0] + pixel[1] + pixel[2];
}

/* Writes the small image over the start of the large one. */
static void shrink(unsigned char *pixels, int width, int height, int by)
{
    unsigned char *to = pixels;
    for (int y = 0; y + by <= height; y += by)
        for (int x = 0; x + by <= width; x += by, to += 3)
        {
            const unsigned char *best = pixels + 3 * (y * width + x);
            for (int i = 1; i < by * by; i++)
            {
                const unsigned char *at = pixels + 3 * ((y + i / by) * width + x + i % by);
                best = brightness(at) > brightness(best) ? at : best;
            }
            memmove(to, best, 3);
        }
}

int main(int count, char **arguments)
{
    int width, height, most, by = count > 2 ? atoi(arguments[2]) : 0;
    gif film = {0};
    FILE *file = by > 0 ? fopen(arguments[1], "wb") : NULL;
    if (!file)
        return fprintf(stderr, "usage: %s FILE.gif PIXELS_PER_PIXEL <PPM_IMAGES\n", *arguments), 2;
    while (scanf("P6 %d %d %d", &width, &height, &most) == 3 && getchar() == '\n')
    {
        const size_t bytes = 3 * (size_t)width * (size_t)height;
        unsigned char *pixels = malloc(bytes);
        if (!pixels || fread(pixels, bytes, 1, stdin) != 1)
            return fprintf(stderr, "the last image is cut, or too large\n"), 1;
        for (size_t i = 0; i < bytes; i++)
            pixels[i] = (unsigned char)(pixels[i] * 255 / most);
        shrink(pixels, width, height, by);
        if (film.count == 0)
            gif_begin(&film, width / by, height / by);
        if (!gif_add(&film, pixels))
            return fprintf(stderr, "not enough memory\n"), 1;
        free(pixels);
    }
    printf("%s: %d pictures\n", arguments[1], film.count);
    return film.count > 0 && gif_write(&film, file, DELAY) && fclose(file) == 0 ? 0 : 1;
}
