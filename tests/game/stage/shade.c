#include "shade.h"

#include "core/angle.h"

/* Newton's method, with a first guess from the bits of the number. */
float shade_root(float value)
{
    union {
        float number;
        uint32_t bits;
    } guess = {.number = value};
    if (value <= 0)
        return 0;
    guess.bits = 0x5f3759dfu - (guess.bits >> 1);
    float inverse = guess.number;
    for (int i = 0; i < 3; ++i)
        inverse = inverse * (1.5f - 0.5f * value * inverse * inverse);
    return value * inverse;
}

float shade_step(float from, float to, float value)
{
    const float t = shade_unit((value - from) / (to - from));
    return t * t * (3 - 2 * t);
}

shade_rgb shade_color(uint32_t rgb)
{
    return (shade_rgb){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                       (float)(rgb & 255) / 255};
}

shade_rgb shade_mix(shade_rgb a, shade_rgb b, float part)
{
    return (shade_rgb){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part,
                       a.b + (b.b - a.b) * part};
}

void shade_over(shade_ink *ink, shade_rgb color, float opacity)
{
    const float rest = 1 - opacity;
    ink->r = ink->r * rest + color.r * opacity;
    ink->g = ink->g * rest + color.g * opacity;
    ink->b = ink->b * rest + color.b * opacity;
    ink->a = ink->a * rest + opacity;
}

void shade_glow(shade_ink *ink, shade_rgb color, float strength)
{
    ink->r += color.r * strength;
    ink->g += color.g * strength;
    ink->b += color.b * strength;
}

float shade_length(float x, float y)
{
    return shade_root(x * x + y * y);
}

/* The vector from the nearest point of a line to p. */
static shade_point from_line(shade_point p, shade_point a, shade_point b)
{
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float square = dx * dx + dy * dy;
    const float along = square > 0 ? shade_unit(((p.x - a.x) * dx + (p.y - a.y) * dy) / square) : 0;
    return (shade_point){p.x - a.x - along * dx, p.y - a.y - along * dy};
}

float shade_line_square(shade_point p, shade_point a, shade_point b)
{
    const shade_point away = from_line(p, a, b);
    return away.x * away.x + away.y * away.y;
}

float shade_line(shade_point p, shade_point a, shade_point b, float radius)
{
    return shade_root(shade_line_square(p, a, b)) - radius;
}

float shade_regular(shade_point p, int sides, float radius)
{
    float most = -1e9f;
    for (int i = 0; i < sides; ++i) {
        const angle side = (angle)((i * 2 + 1) * 65536 / (2 * sides));
        most = shade_most(most, p.x * angle_sine(side) + p.y * angle_cosine(side));
    }
    return most - radius;
}

float shade_polygon(shade_point p, const shade_point *corners, int count)
{
    float square = 1e9f;
    int crossings = 0;
    for (int i = 0, last = count - 1; i < count; last = i++) {
        const shade_point a = corners[last];
        const shade_point b = corners[i];
        square = shade_least(square, shade_line_square(p, a, b));
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y))
            ++crossings;
    }
    return crossings % 2 != 0 ? -shade_root(square) : shade_root(square);
}

float shade_hash(uint32_t x, uint32_t y)
{
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca6bu;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return (float)((h ^ h >> 15) >> 8) / 16777216.0f;
}

/* The contribution of a corner of the lattice: a gradient in one of 256 directions. */
static float slope(int x, int y, int period, uint32_t seed, float dx, float dy)
{
    const int wrapped = ((y % period) + period) % period;
    const float turn = shade_hash((uint32_t)x + seed * 7919u, (uint32_t)wrapped);
    const angle way = (angle)(turn * 65535);
    return angle_sine(way) * dx + angle_cosine(way) * dy;
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

float shade_noise(float x, float y, int period, uint32_t seed)
{
    const int left = (int)x - (x < 0);
    const int top = (int)y - (y < 0);
    const float dx = x - (float)left;
    const float dy = y - (float)top;
    const float a = slope(left, top, period, seed, dx, dy);
    const float b = slope(left + 1, top, period, seed, dx - 1, dy);
    const float c = slope(left, top + 1, period, seed, dx, dy - 1);
    const float d = slope(left + 1, top + 1, period, seed, dx - 1, dy - 1);
    const float low = a + (b - a) * fade(dx);
    const float high = c + (d - c) * fade(dx);
    return shade_unit(0.5f + 0.75f * (low + (high - low) * fade(dy)));
}

float shade_middle(const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t below = 0, same = 0, all = 0;
        for (uint32_t k = 0; k < count; ++k) {
            below += values[k] > 0 && values[k] < values[i];
            same += values[k] > 0 && values[k] == values[i];
            all += values[k] > 0;
        }
        if (values[i] > 0 && below <= all / 2 && all / 2 < below + same)
            return values[i];
    }
    return 0;
}
