/* The sky of the background: dark, so that everything stands out, with clouds of light. */
#include "art.h"

enum
{
    CELLS = 5, /* cells of noise from top to bottom */
    ACROSS =
        110, /* points per row at which clouds are computed; between them they are interpolated */
    DOWN = 160
};

static float octaves(float x, float y, uint32_t seed)
{
    return shade_noise(x, y, CELLS, seed) * 0.5f +
           shade_noise(x * 2, y * 2, 2 * CELLS, seed + 1) * 0.27f +
           shade_noise(x * 4, y * 4, 4 * CELLS, seed + 2) * 0.15f +
           shade_noise(x * 8, y * 8, 8 * CELLS, seed + 3) * 0.08f;
}

static shade_rgb sky_at(float x, float y)
{
    const shade_rgb depth = {0.018f, 0.022f, 0.056f};
    const shade_rgb violet = {0.170f, 0.080f, 0.300f};
    const shade_rgb teal = {0.030f, 0.170f, 0.240f};
    const shade_rgb ember = {0.330f, 0.110f, 0.160f};
    const float bend_x = octaves(x + 40, y, 1) * 2.4f;
    const float bend_y = octaves(x + 60, y, 21) * 2.4f;
    const float one = shade_step(0.40f, 0.72f, octaves(x + bend_x, y + bend_y, 5));
    const float two = shade_step(0.44f, 0.76f, octaves(x + 9 - bend_y, y + bend_x, 9));
    const float three = shade_step(0.5f, 0.74f, octaves(x + 20 + bend_x, y - bend_y, 13));
    shade_rgb c = shade_mix(depth, violet, one * one * 0.8f);
    c = shade_mix(c, teal, two * two * 0.7f);
    return shade_mix(c, ember, three * one * 0.55f);
}

/* Adds a little noise, which hides the steps between dark shades. */
static void put_dithered(unsigned char *to, shade_rgb c, uint32_t x, uint32_t y)
{
    const float channels[3] = {c.r, c.g, c.b};
    for (uint32_t i = 0; i < 3; ++i)
        to[i] = (unsigned char)(channels[i] * 255 + shade_hash(x * 3 + i, y));
    to[3] = 255;
}

/* The clouds of one row of points. */
static void clouds_of_row(shade_rgb row[ACROSS + 1], uint32_t down)
{
    for (uint32_t i = 0; i <= ACROSS; ++i)
        row[i] = sky_at((float)i * (CELLS / 1.5f / ACROSS), (float)down * ((float)CELLS / DOWN));
}

static void put_row(unsigned char *to, uint32_t width, uint32_t y, const shade_rgb *above,
                    const shade_rgb *below, float down)
{
    for (uint32_t x = 0; x < width; ++x)
    {
        const float at = (float)x * ((float)ACROSS / (float)width);
        const uint32_t left = (uint32_t)at;
        const float along = at - (float)left;
        const shade_rgb a = shade_mix(above[left], above[left + 1], along);
        const shade_rgb b = shade_mix(below[left], below[left + 1], along);
        put_dithered(to + 4 * x, shade_mix(a, b, down), x, y);
    }
}

void art_bake_backdrop(unsigned char *pixels, uint32_t width, uint32_t height)
{
    shade_rgb rows[2][ACROSS + 1];
    uint32_t next = 0; /* the row of points to be computed */
    for (uint32_t y = 0; y < height; ++y)
    {
        const float at = (float)y * ((float)DOWN / (float)height);
        for (; next < (uint32_t)at + 2; ++next)
            clouds_of_row(rows[next % 2], next);
        put_row(pixels + 4 * (size_t)y * width, width, y, rows[next % 2], rows[(next + 1) % 2],
                at - (float)(uint32_t)at);
    }
}
