/* Pictures of bullets, shots, particles and pickups. Those of hulls are in art_hulls.c. */
#include "art_shapes.h"

static const shade_rgb white = {1, 1, 1};
static const shade_rgb night = {0.02f, 0.02f, 0.06f};
static const shade_rgb flame = {1, 0.55f, 0.2f};

static shade_point mirrored(shade_point p)
{
    return (shade_point){shade_abs(p.x), p.y};
}

/* -- bullets and shots: a white middle, a saturated edge and a dark outline, to stand out from
 * everything -- */

static void bullet(shade_ink *ink, shade_rgb color, float distance, float middle, float pixel)
{
    const float halo = shade_unit(1 - (distance + 1) / 2.15f);
    shade_glow(ink, color, 0.5f * halo * halo);
    shade_over(ink, shade_scale(color, 0.12f), 0.85f * shade_cover(distance - 0.17f, pixel * 1.5f));
    shade_over(ink, color, shade_cover(distance, pixel));
    shade_over(ink, white, shade_step(-middle + 0.16f, -middle - 0.16f, distance));
}

static float bar(shade_point p, float half_length, float radius)
{
    return shade_line(p, (shade_point){0, -half_length}, (shade_point){0, half_length}, radius);
}

/* A needle is narrower than long: its distance is scaled so that its edge is as wide as that of a
 * ball. */
static void needle(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float radius = 0.3f;
    bullet(ink, color, bar(p, 1 - radius, radius) / radius, 0.46f, pixel / radius);
}

static void shot(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float d = bar(p, 0.7f, 0.24f);
    const float tail = shade_step(-1.1f, 0.9f, p.y);
    const float halo = shade_unit(1 - (d + 0.24f) / 0.8f);
    shade_glow(ink, color, 0.4f * halo * halo * tail);
    shade_over(ink, color, 0.75f * tail * shade_cover(d, pixel * 1.5f));
    shade_over(ink, white, 0.85f * tail * shade_cover(d + 0.12f, pixel * 2));
}

static void missile(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float jet = shade_length(p.x * 1.8f, (p.y + 1.1f) * 1.1f);
    const float d = shade_line(p, (shade_point){0, -0.5f}, (shade_point){0, 0.7f}, 0.26f);
    const float fins =
        shade_line(mirrored(p), (shade_point){0.1f, -0.3f}, (shade_point){0.55f, -0.85f}, 0.13f);
    shade_glow(ink, flame, shade_unit(1 - jet));
    shade_over(ink, night, 0.8f * shade_cover(shade_least(d, fins) - 0.14f, pixel));
    shade_over(ink, shade_scale(color, 0.7f), shade_cover(fins, pixel));
    shade_over(ink, shade_mix(color, white, 0.4f), shade_cover(d, pixel));
}

/* -- particles: only light, except smoke and debris -- */

static void spark(shade_ink *ink, shade_rgb color, shade_point p)
{
    const float r = shade_length(p.x * 3.2f, p.y * (p.y > 0 ? 1.15f : 0.72f));
    const float light = shade_unit(1 - r);
    shade_glow(ink, color, 1.1f * light * light);
    shade_glow(ink, white, 0.9f * shade_unit(1 - r * 2.2f));
}

static void ring(shade_ink *ink, shade_rgb color, float r, float pixel)
{
    const float wide = shade_most(0.035f, pixel);
    const float off = shade_abs(r - 0.94f);
    const float light = r < 0.94f ? shade_step(0.45f, 0.94f, r) : 0;
    shade_glow(ink, color, 0.9f * shade_cover(off - wide, pixel * 2));
    shade_glow(ink, color, 0.28f * light * light);
}

static void flash(shade_ink *ink, shade_rgb color, float r)
{
    const float light = shade_unit(1 - r);
    shade_glow(ink, color, 0.95f * light * light);
    shade_glow(ink, white, 0.9f * shade_step(0.6f, 0, r));
}

static void smoke(shade_ink *ink, shade_rgb color, shade_point p)
{
    const float r = shade_length(p.x, p.y);
    const float ragged = shade_noise(p.x * 2.3f + 9, p.y * 2.3f + 9, 64, 3) * 0.55f;
    const float thick = shade_step(1, 0.15f, r + ragged * r);
    shade_over(ink, shade_scale(color, 0.75f), 0.6f * thick);
}

static void shield(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float r = shade_length(p.x, p.y);
    const float wall = shade_step(0.55f, 0.96f, r) * shade_cover(r - 0.97f, pixel);
    shade_glow(ink, color, 0.45f * wall * wall);
    shade_glow(ink, shade_mix(color, white, 0.4f),
               0.8f * shade_cover(shade_abs(r - 0.95f) - 0.035f, pixel * 1.5f));
}

/* -- pickups -- */

/* Not gold: warm colours are kept for bullets. */
static void gem(shade_ink *ink, shade_point p, float pixel)
{
    const shade_rgb color = {0.36f, 0.93f, 0.76f};
    const float d = shade_abs(p.x) * 1.25f + shade_abs(p.y) - 0.95f;
    const float facet = p.x < 0 ? 0.35f : 0;
    shade_over(ink, night, 0.8f * shade_cover(d - 0.22f, pixel));
    shade_over(ink, shade_mix(color, white, facet + (p.y > 0 ? 0.25f : 0)), shade_cover(d, pixel));
}

static float rounded_box(shade_point p, float half, float radius)
{
    const float x = shade_abs(p.x) - half + radius;
    const float y = shade_abs(p.y) - half + radius;
    return shade_length(shade_most(x, 0), shade_most(y, 0)) + shade_least(shade_most(x, y), 0) -
           radius;
}

static void capsule(shade_ink *ink, shade_rgb color, shade_point p, float mark, float pixel)
{
    const float d = rounded_box(p, 0.82f, 0.3f);
    const float halo = shade_unit(1 - shade_length(p.x, p.y) / 1.75f);
    shade_glow(ink, color, 0.4f * halo * halo);
    shade_over(ink, night, 0.9f * shade_cover(d - 0.08f, pixel));
    shade_over(ink, color, shade_cover(d, pixel));
    shade_over(ink, shade_scale(color, 0.16f), shade_cover(d + 0.16f, pixel));
    shade_over(ink, shade_mix(color, white, 0.75f), shade_cover(mark, pixel));
}

static float letter_p(shade_point p)
{
    const float stem =
        shade_line(p, (shade_point){-0.2f, -0.42f}, (shade_point){-0.2f, 0.42f}, 0.09f);
    const float bow = shade_abs(shade_length(shade_most(p.x, 0), p.y - 0.19f) - 0.23f) - 0.09f;
    return shade_least(stem, p.x < -0.2f ? 1 : bow);
}

static float letter_b(shade_point p)
{
    const float low = shade_abs(shade_length(shade_most(p.x, 0), p.y + 0.2f) - 0.23f) - 0.09f;
    const float stem =
        shade_line(p, (shade_point){-0.2f, -0.42f}, (shade_point){-0.2f, 0.42f}, 0.09f);
    const float high = shade_abs(shade_length(shade_most(p.x, 0), p.y - 0.23f) - 0.2f) - 0.09f;
    return shade_least(stem, p.x < -0.2f ? 1 : shade_least(low, high));
}

static float small_ship(shade_point p)
{
    return art_ship_outline((shade_point){p.x * 1.9f, p.y * 1.9f}) / 1.9f;
}

static void hit_box(shade_ink *ink, float r, float pixel)
{
    const shade_rgb red = {1, 0.15f, 0.32f};
    shade_glow(ink, red, 0.6f * shade_unit(1 - r / 2.2f));
    shade_over(ink, night, shade_cover(r - 1.2f, pixel));
    shade_over(ink, red, shade_cover(r - 1.0f, pixel));
    shade_over(ink, white, shade_cover(r - 0.62f, pixel));
}

float art_reach(game_kind kind)
{
    switch (kind)
    {
    case GAME_STAR:
    case GAME_MOTE:
        return 1.5f;
    case GAME_SHIP:
        return 1.65f;
    case GAME_MISSILE:
    case GAME_BOSS_CORE:
        return 2.05f;
    case GAME_HIT_BOX:
    case GAME_BULLET_ROUND:
    case GAME_BULLET_BIG:
        return 2.2f;
    case GAME_PICKUP_POWER:
    case GAME_PICKUP_BOMB:
    case GAME_PICKUP_LIFE:
        return 1.75f;
    case GAME_SHOT:
        return 1.5f;
    case GAME_SPARK:
        return 1.4f;
    case GAME_SHIELD:
    case GAME_RING:
        return 1.06f;
    case GAME_FLASH:
    case GAME_SMOKE:
        return 1.0f;
    default:
        return 1.3f;
    }
}

static void paint_light(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink)
{
    const float r = shade_length(p.x, p.y);
    switch (kind)
    {
    case GAME_STAR:
    case GAME_MOTE:
        shade_glow(ink, color, shade_step(1.4f, 0.3f, r));
        break;
    case GAME_HIT_BOX:
        hit_box(ink, r, pixel);
        break;
    case GAME_SHIELD:
        shield(ink, color, p, pixel);
        break;
    case GAME_SPARK:
        spark(ink, color, p);
        break;
    case GAME_SMOKE:
        smoke(ink, color, p);
        break;
    case GAME_RING:
        ring(ink, color, r, pixel);
        break;
    default:
        flash(ink, color, r);
        break;
    }
}

void art_paint(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink)
{
    const float r = shade_length(p.x, p.y);
    switch (kind)
    {
    case GAME_SHOT:
        shot(ink, color, p, pixel);
        break;
    case GAME_MISSILE:
        missile(ink, color, p, pixel);
        break;
    case GAME_PICKUP_POINT:
        gem(ink, p, pixel);
        break;
    case GAME_PICKUP_POWER:
        capsule(ink, color, p, letter_p(p), pixel);
        break;
    case GAME_PICKUP_BOMB:
        capsule(ink, color, p, letter_b(p), pixel);
        break;
    case GAME_PICKUP_LIFE:
        capsule(ink, color, p, small_ship(p), pixel);
        break;
    case GAME_BULLET_ROUND:
        bullet(ink, color, r - 1, 0.42f, pixel);
        break;
    case GAME_BULLET_NEEDLE:
        needle(ink, color, p, pixel);
        break;
    case GAME_BULLET_BIG:
        bullet(ink, color, r - 1, 0.34f, pixel);
        shade_over(ink, color, 0.8f * shade_cover(shade_abs(r - 0.42f) - 0.06f, pixel));
        break;
    case GAME_STAR:
    case GAME_MOTE:
    case GAME_HIT_BOX:
    case GAME_SHIELD:
    case GAME_SPARK:
    case GAME_SMOKE:
    case GAME_RING:
    case GAME_FLASH:
        paint_light(kind, color, p, pixel, ink);
        break;
    default:
        art_paint_hull(kind, color, p, pixel, ink);
        break;
    }
}
