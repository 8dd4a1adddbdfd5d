#include "canvas.h"

#include <math.h>

void canvas_clear(canvas *c, uint32_t color)
{
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++)
            for (int i = 0; i < 3; i++)
                c->pixels[y][x][i] = (uint8_t)(color >> (16 - 8 * i));
}

static void blend(canvas *c, int x, int y, uint32_t color, float opacity)
{
    for (int i = 0; i < 3; i++)
    {
        const float old = c->pixels[y][x][i];
        const float new = (float)(color >> (16 - 8 * i) & 255);
        c->pixels[y][x][i] = (uint8_t)(old + (new - old) * opacity);
    }
}

static int clip(float value, int most)
{
    return value < 0 ? 0 : value > (float)most ? most : (int)value;
}

/* The distance of a point from the line segment (0, 0) to (dx, dy). */
static float distance(float x, float y, float dx, float dy)
{
    const float square = dx * dx + dy * dy;
    float along = square > 0 ? (x * dx + y * dy) / square : 0;

    along = along < 0 ? 0 : along > 1 ? 1 : along;
    x -= along * dx;
    y -= along * dy;
    return sqrtf(x * x + y * y);
}

/* Draws pixels at distances up to `radius` from the line segment; if `hollow`, only at about the
 * radius. */
static void shape(canvas *c, float x0, float y0, float x1, float y1, float radius, uint32_t color,
                  float opacity, int hollow)
{
    const float reach = radius + 1;
    const int left = clip(fminf(x0, x1) - reach, c->width);
    const int right = clip(fmaxf(x0, x1) + reach + 1, c->width);
    const int top = clip(fminf(y0, y1) - reach, c->height);
    const int bottom = clip(fmaxf(y0, y1) + reach + 1, c->height);

    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
        {
            const float far =
                distance((float)x + 0.5f - x0, (float)y + 0.5f - y0, x1 - x0, y1 - y0);
            float covered = hollow ? 1 - fabsf(far - radius) : radius + 0.5f - far;
            covered = covered > 1 ? 1 : covered;
            if (covered > 0)
                blend(c, x, y, color, covered * opacity);
        }
}

void canvas_disc(canvas *c, float x, float y, float radius, uint32_t color, float opacity)
{
    shape(c, x, y, x, y, radius, color, opacity, 0);
}

void canvas_ring(canvas *c, float x, float y, float radius, uint32_t color, float opacity)
{
    shape(c, x, y, x, y, radius, color, opacity, 1);
}

void canvas_stroke(canvas *c, float x0, float y0, float x1, float y1, float radius, uint32_t color,
                   float opacity)
{
    shape(c, x0, y0, x1, y1, radius, color, opacity, 0);
}
