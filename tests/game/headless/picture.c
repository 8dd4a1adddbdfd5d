#define _POSIX_C_SOURCE 200809L

#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    UNITS = 6, /* of the field, per pixel */
    WIDE = GAME_WIDTH / UNITS,
    HIGH = GAME_HEIGHT / UNITS,
    GROUND = 0x05060c
};

static uint32_t pixels[HIGH][WIDE];
static game_sprite sprites[GAME_SPRITES];

bool picture_can_move(void)
{
    const char *term = getenv("TERM");
    const char *none = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 && !(none && *none);
}

static uint32_t mix(uint32_t below, uint32_t color, uint32_t opacity)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8)
    {
        const uint32_t old = below >> shift & 255;
        const uint32_t new = color >> shift & 255;
        mixed |= (old * (255 - opacity) + new *opacity) / 255 << shift;
    }
    return mixed;
}

/* A disc, or a ring, of at least a pixel. */
static void paint(const game_sprite *it)
{
    const float x = it->x / UNITS;
    const float y = it->y / UNITS;
    const bool is_ring = it->kind == GAME_RING || it->kind == GAME_SHIELD;
    const float radius = it->size / UNITS > 0.6f ? it->size / UNITS : 0.6f;
    for (int row = (int)(y - radius); row <= (int)(y + radius); ++row)
        for (int column = (int)(x - radius); column <= (int)(x + radius); ++column)
        {
            const float dx = (float)column + 0.5f - x;
            const float dy = (float)row + 0.5f - y;
            const float square = dx * dx + dy * dy;
            const bool is_in =
                square <= radius * radius && (!is_ring || square >= (radius - 1) * (radius - 1));
            if (is_in && row >= 0 && row < HIGH && column >= 0 && column < WIDE)
                pixels[row][column] = mix(pixels[row][column], game_color(it->color),
                                          it->kind == GAME_STAR ? it->opacity / 2 : it->opacity);
        }
}

static uint32_t brightness(uint32_t color)
{
    return ((color >> 16) + (color >> 8 & 255) * 2 + (color & 255)) / 4;
}

static void print_row(const uint32_t *above, const uint32_t *below, bool has_colors)
{
    static const char shades[] = " .:-=+*#%@";
    for (int i = 0; i < WIDE; ++i)
        if (has_colors)
            printf("\033[38;2;%u;%u;%u;48;2;%u;%u;%um\u2580", above[i] >> 16, above[i] >> 8 & 255,
                   above[i] & 255, below[i] >> 16, below[i] >> 8 & 255, below[i] & 255);
        else
            putchar(shades[(brightness(above[i]) + brightness(below[i])) * 9 / 510]);
    puts(has_colors ? "\033[0m" : "");
}

void picture_print(const game *g, bool again)
{
    char line[GAME_LINE_BYTES];
    const bool has_colors = picture_can_move();
    const uint32_t count = game_draw(g, 1, sprites, GAME_SPRITES);
    for (int row = 0; row < HIGH; ++row)
        for (int column = 0; column < WIDE; ++column)
            pixels[row][column] = GROUND;
    for (uint32_t i = 0; i < count; ++i)
        paint(&sprites[i]);
    if (again)
        printf("\033[%dA", HIGH / 2 + 1);
    for (int row = 0; row < HIGH; row += 2)
        print_row(pixels[row], pixels[row + 1], has_colors);
    game_get_line(g, GAME_LINE_SCORE, line);
    printf("%s  ", line);
    game_get_line(g, GAME_LINE_WAVE, line);
    puts(line);
    fflush(stdout);
}
