#include "canvas.h"

#include <string.h>

void canvas_clear(canvas_picture *canvas)
{
    memset(canvas->points, 0, sizeof canvas->points);
}

void canvas_add(canvas_picture *canvas, float x, float y, canvas_light light)
{
    float scale = (float)canvas->lines;
    float column = x * scale + 0.5f * (float)canvas->columns;
    float row = y * scale + scale;
    if (!(column >= 0 && column < (float)canvas->columns && row >= 0 && row < 2 * scale))
        return;
    canvas_light *point = &canvas->points[(int)row][(int)column];
    point->red += light.red;
    point->green += light.green;
    point->blue += light.blue;
}

/* Maps any brightness to the 6 steps of a terminal's colour cube. */
static int step(uint32_t light)
{
    return (int)(light * 11 / (light + 900) + 1) / 2;
}

static int colour(const canvas_light *light)
{
    return 16 + 36 * step(light->red) + 6 * step(light->green) + step(light->blue);
}

static void print_line(const canvas_picture *canvas, int line, FILE *out)
{
    int upper_before = -1;
    int lower_before = -1;
    for (int column = 0; column < canvas->columns; ++column) {
        int upper = colour(&canvas->points[2 * line][column]);
        int lower = colour(&canvas->points[2 * line + 1][column]);
        if (upper != upper_before)
            fprintf(out, "\033[38;5;%dm", upper);
        if (lower != lower_before)
            fprintf(out, "\033[48;5;%dm", lower);
        fputs("\xe2\x96\x80", out);
        upper_before = upper;
        lower_before = lower;
    }
    fputs("\033[0m\n", out);
}

void canvas_print(const canvas_picture *canvas, FILE *out)
{
    for (int line = 0; line < canvas->lines; ++line)
        print_line(canvas, line, out);
}
