/* Pictures besides sprites: the planet, dust, marks. */
#include "art_shapes.h"

static const shade_rgb white = {1, 1, 1};

static void planet(shade_ink *ink, shade_point p, float pixel)
{
    const shade_rgb land = {0.2f, 0.24f, 0.42f};
    const shade_rgb sea = {0.07f, 0.1f, 0.22f};
    const shade_rgb air = {0.32f, 0.5f, 0.9f};
    const float r = shade_length(p.x, p.y) / 0.86f;
    const float z = shade_root(shade_most(0, 1 - r * r));
    const float day = shade_unit((p.x * -0.62f + p.y * 0.55f) / 0.86f + z * 0.42f + 0.05f);
    const float bands = shade_noise(p.x * 2 + p.y * 5 + 20, p.y * 7 + 20, 128, 5) * 0.6f +
                        shade_noise(p.x * 6 + 20, p.y * 14 + 20, 256, 6) * 0.4f;
    const float limb = shade_step(0.72f, 1, r) * day;
    shade_over(ink, shade_scale(shade_mix(sea, land, bands), 0.15f + 1.05f * day),
               shade_cover((r - 1) * 0.86f, pixel));
    shade_glow(ink, air, 0.4f * limb * shade_cover((r - 1) * 0.86f, pixel));
    shade_glow(ink, air, 0.3f * shade_step(1.16f, 1, r) * (r > 1 ? 1.0f : 0.0f) * day);
}

static void cloud(shade_ink *ink, shade_point p)
{
    const shade_rgb dust = {0.3f, 0.36f, 0.75f};
    const float r = shade_length(p.x, p.y * 1.5f);
    const float thick = shade_noise(p.x * 3 + 9, p.y * 4 + 9, 64, 11) * 0.6f +
                        shade_noise(p.x * 7 + 9, p.y * 9 + 9, 64, 12) * 0.4f;
    shade_glow(ink, dust, 0.55f * shade_step(1, 0, r) * shade_step(0.3f, 0.9f, thick));
}

static void frame(shade_ink *ink, shade_point p, float pixel)
{
    const float x = shade_abs(p.x);
    const float y = shade_abs(p.y);
    const float d = shade_abs(shade_most(x, y) - 0.86f) - shade_most(0.05f, pixel);
    if (shade_least(x, y) > 0.45f)
        shade_over(ink, white, shade_cover(d, pixel));
}

void art_paint_extra(art_extra what, shade_point p, float pixel, shade_ink *ink)
{
    switch (what)
    {
    case ART_SOLID:
        shade_over(ink, white, 1);
        break;
    case ART_FADE:
        shade_over(ink, white, shade_step(-1, 1, p.y));
        break;
    case ART_GLOW:
        shade_glow(ink, white, shade_step(1, 0, shade_length(p.x, p.y)));
        break;
    case ART_SHADE:
        shade_over(ink, white, shade_step(1, 0.1f, shade_length(p.x, p.y)));
        break;
    case ART_CLOUD:
        cloud(ink, p);
        break;
    case ART_PLANET:
        planet(ink, p, pixel);
        break;
    default:
        frame(ink, p, pixel);
        break;
    }
}
