#include "film.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum
{
    HUNDREDTHS = 5 /* per picture: the film shows every third tick */
};

static void fail(film *f, const char *why)
{
    if (!f->failed)
        fprintf(stderr, "%s: %s\n", f->name, why);
    f->failed = true;
}

bool film_begin(film *f, const char *name)
{
    f->name = name;
    f->file = fopen(name, "wb");
    if (!f->file)
        fail(f, strerror(errno));
    return f->file != NULL;
}

void film_add(film *f, canvas *c, canvas_area field)
{
    int width, height;
    unsigned char *pixels = canvas_read(c, &width, &height);
    const int left = (int)field.x;
    const int top = (int)field.y;
    const int across = (int)field.width;
    const int down = (int)field.height;
    if (!pixels)
    {
        fail(f, "the window cannot be read");
        return;
    }
    if (f->gif.width == 0)
        gif_begin(&f->gif, across, down);
    for (int y = 0; y < down; y++) /* moves the rows of the field to the beginning, without gaps */
        memmove(pixels + (size_t)y * (size_t)across * 3,
                pixels + ((size_t)(top + y) * (size_t)width + (size_t)left) * 3,
                (size_t)across * 3);
    if (!gif_add(&f->gif, pixels))
        fail(f, "there is not enough memory");
    free(pixels);
}

void film_end(film *f)
{
    if (!gif_write(&f->gif, f->file, HUNDREDTHS))
        fail(f, "the file could not be written");
    if (fclose(f->file) != 0)
        fail(f, strerror(errno));
}
