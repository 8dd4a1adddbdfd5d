/* Pictures of the ship, of enemies, and of pieces of hulls. */
#include "art_shapes.h"

typedef float shape_fn(shade_point p);

static const shade_rgb white = {1, 1, 1};
static const shade_rgb night = {0.02f, 0.02f, 0.06f};
static const shade_rgb flame = {1, 0.55f, 0.2f};

static shade_point mirrored(shade_point p)
{
    return (shade_point){shade_abs(p.x), p.y};
}

static float ship_body(shade_point p)
{
    static const shade_point corners[] = {{-0.3f, 1.15f}, {0, 1.18f},      {0.15f, 0.6f},
                                          {0.22f, 0},     {0.27f, -0.55f}, {0.13f, -0.8f},
                                          {0, -0.72f},    {-0.3f, -0.72f}};
    return shade_polygon(mirrored(p), corners, 8);
}

static float ship_wings(shade_point p)
{
    static const shade_point corners[] = {{0.1f, 0.35f},  {0.3f, 0.12f},   {0.92f, -0.5f},
                                          {1, -0.95f},    {0.86f, -0.98f}, {0.6f, -0.66f},
                                          {0.2f, -0.62f}, {0.05f, -0.5f}};
    return shade_polygon(mirrored(p), corners, 8);
}

static float ship(shade_point p)
{
    return shade_least(ship_body(p), ship_wings(p));
}

static float drone(shade_point p)
{
    static const shade_point fin[] = {{0.4f, 0.3f}, {1, 0.05f}, {0.78f, -0.5f}, {0.4f, -0.45f}};
    return shade_least(shade_regular(p, 6, 0.62f), shade_polygon(mirrored(p), fin, 4));
}

static float dart(shade_point p)
{
    static const shade_point corners[] = {{-0.2f, 1.05f}, {0, 1.08f},  {0.66f, -0.82f},
                                          {0.2f, -0.5f},  {0, -0.34f}, {-0.2f, -0.34f}};
    return shade_polygon(mirrored(p), corners, 6);
}

static float spinner(shade_point p)
{
    static const shade_point corners[] = {{0, 1.05f},      {0.32f, 0.32f}, {1.05f, 0},
                                          {0.32f, -0.32f}, {0, -1.05f},    {-0.32f, -0.32f},
                                          {-1.05f, 0},     {-0.32f, 0.32f}};
    return shade_least(shade_polygon(p, corners, 8), shade_length(p.x, p.y) - 0.56f);
}

static float gunship(shade_point p)
{
    static const shade_point corners[] = {
        {-0.3f, 0.82f},  {0, 0.84f},      {0.26f, 0.62f},  {0.4f, 0.16f}, {0.86f, 0.3f},
        {1.04f, -0.05f}, {0.74f, -0.62f}, {0.28f, -0.86f}, {0, -0.72f},   {-0.3f, -0.72f}};
    const shade_point q = mirrored(p);
    const float barrel = shade_line(q, (shade_point){0.72f, 0}, (shade_point){0.72f, 0.62f}, 0.09f);
    return shade_least(shade_polygon(q, corners, 10), barrel);
}

static float boss_core(shade_point p)
{
    static const shade_point horn[] = {{0.2f, 0.7f}, {0.52f, 1.06f}, {0.66f, 0.5f}};
    const shade_point q = mirrored(p);
    return shade_least(shade_regular(p, 8, 0.86f), shade_polygon(q, horn, 3));
}

static float boss_wing(shade_point p)
{
    static const shade_point corners[] = {{-0.3f, 0.86f}, {0, 0.9f},      {0.62f, 0.74f},
                                          {1.05f, 0.1f},  {0.8f, -0.34f}, {0.56f, -0.94f},
                                          {0.24f, -0.5f}, {0, -0.62f},    {-0.3f, -0.62f}};
    return shade_polygon(mirrored(p), corners, 9);
}

static float boss_gun(shade_point p)
{
    const float barrel = shade_line(p, (shade_point){0, 0.2f}, (shade_point){0, 1}, 0.2f);
    return shade_least(shade_regular(p, 4, 0.66f), barrel);
}

static float debris(shade_point p)
{
    static const shade_point corners[] = {
        {-0.2f, 0.9f}, {0.75f, 0.1f}, {0.3f, -0.8f}, {-0.8f, -0.35f}};
    return shade_polygon(p, corners, 4);
}

/* A plate with a dark outline and a bright rim. It is darker towards its middle, and lit from the
 * front left. */
static void plate(shade_ink *ink, shape_fn *shape, shade_rgb color, shade_point p, float pixel)
{
    const float e = 0.03f;
    const float d = shape(p);
    if (d > 0.3f)
        return;
    const float dx = shape((shade_point){p.x + e, p.y}) - shape((shade_point){p.x - e, p.y});
    const float dy = shape((shade_point){p.x, p.y + e}) - shape((shade_point){p.x, p.y - e});
    const float slope = (dy * 0.8f - dx * 0.6f) / shade_most(shade_length(dx, dy), 1e-6f);
    const float depth = shade_unit(-d / 0.5f);
    const float bevel = (1 - shade_step(0.12f, 0.3f, -d)) * 0.42f;
    const shade_rgb body = shade_mix(shade_scale(color, 0.5f), shade_scale(color, 0.13f), depth);
    shade_over(ink, night, 0.8f * shade_cover(d - 0.1f, pixel * 2));
    shade_over(ink, body, shade_cover(d, pixel));
    shade_over(ink, slope > 0 ? white : night, bevel * shade_abs(slope) * shade_cover(d, pixel));
    shade_over(ink, shade_mix(color, white, 0.2f),
               shade_cover(shade_abs(d + 0.05f) - 0.05f, pixel));
}

/* A light on a hull. */
static void lamp(shade_ink *ink, shade_rgb color, float distance, float size, float pixel)
{
    shade_over(ink, color, shade_cover(distance - size, pixel));
    shade_over(ink, white, shade_cover(distance - size * 0.55f, pixel));
    shade_glow(ink, color, 0.6f * shade_unit(1 - distance / (size * 2.6f)));
}

static void seam(shade_ink *ink, float distance, float pixel)
{
    shade_over(ink, night, 0.55f * shade_cover(shade_abs(distance) - 0.022f, pixel));
}

static void paint_ship(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float jet = shade_length(p.x * 2.6f, (p.y + 0.92f) * 1.5f);
    const float cockpit = shade_length(p.x * 2.1f, p.y - 0.32f) - 0.27f;
    shade_glow(ink, flame, 0.9f * shade_unit(1 - jet) * shade_unit(1 - jet));
    plate(ink, ship_wings, color, p, pixel);
    plate(ink, ship_body, shade_mix(color, white, 0.35f), p, pixel);
    shade_over(ink, night, 0.9f * shade_cover(cockpit - 0.04f, pixel));
    shade_over(ink, shade_mix(color, white, 0.6f * shade_unit(p.y)), shade_cover(cockpit, pixel));
    lamp(ink, (shade_rgb){1, 0.35f, 0.4f}, shade_length(shade_abs(p.x) - 0.92f, p.y + 0.78f),
         0.055f, pixel);
}

static void paint_drone(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    plate(ink, drone, color, p, pixel);
    seam(ink, shade_regular(p, 6, 0.42f), pixel);
    lamp(ink, color, shade_length(p.x, p.y - 0.1f), 0.19f, pixel);
}

static void paint_dart(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float jet = shade_length(p.x * 2.2f, (p.y + 0.6f) * 1.3f);
    shade_glow(ink, color, 0.7f * shade_unit(1 - jet));
    plate(ink, dart, color, p, pixel);
    shade_over(
        ink, shade_mix(color, white, 0.5f),
        shade_cover(shade_line(p, (shade_point){0, 0.5f}, (shade_point){0, -0.1f}, 0.06f), pixel));
}

static void paint_spinner(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    plate(ink, spinner, color, p, pixel);
    seam(ink, shade_length(p.x, p.y) - 0.46f, pixel);
    lamp(ink, color, shade_length(p.x, p.y), 0.22f, pixel);
    lamp(ink, color,
         shade_length(shade_abs(shade_abs(p.x) - shade_abs(p.y)) - 0.76f,
                      shade_least(shade_abs(p.x), shade_abs(p.y))),
         0.06f, pixel);
}

static void paint_gunship(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const shade_point q = mirrored(p);
    plate(ink, gunship, color, p, pixel);
    seam(ink, shade_line(q, (shade_point){0.36f, 0.1f}, (shade_point){0.3f, -0.8f}, 0), pixel);
    seam(ink, shade_line(q, (shade_point){0.4f, -0.3f}, (shade_point){0.9f, -0.2f}, 0), pixel);
    lamp(ink, flame, shade_length(q.x - 0.72f, q.y - 0.62f), 0.06f, pixel);
    lamp(ink, color, shade_length(p.x, p.y - 0.28f), 0.17f, pixel);
    lamp(ink, shade_mix(color, white, 0.4f), shade_length(q.x - 0.14f, q.y + 0.42f), 0.07f, pixel);
}

static void paint_boss_core(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float r = shade_length(p.x, p.y);
    const float halo = shade_unit(1 - r / 2.0f);
    shade_glow(ink, color, 0.5f * halo * halo);
    plate(ink, boss_core, color, p, pixel);
    seam(ink, shade_regular(p, 8, 0.62f), pixel);
    shade_over(ink, night, 0.9f * shade_cover(r - 0.5f, pixel));
    shade_over(ink, shade_scale(color, 0.8f), shade_cover(shade_abs(r - 0.43f) - 0.035f, pixel));
    shade_over(ink, shade_mix(white, color, shade_unit(r / 0.32f)), shade_cover(r - 0.31f, pixel));
    shade_glow(ink, color, 0.8f * shade_unit(1 - r / 0.7f));
}

static void paint_boss_wing(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const shade_point q = mirrored(p);
    plate(ink, boss_wing, color, p, pixel);
    seam(ink, shade_line(q, (shade_point){0.2f, 0.7f}, (shade_point){0.5f, -0.7f}, 0), pixel);
    seam(ink, shade_line(q, (shade_point){0.34f, 0.2f}, (shade_point){0.9f, 0.1f}, 0), pixel);
    lamp(ink, (shade_rgb){0.75f, 0.62f, 1}, shade_length(p.x, p.y - 0.12f), 0.15f, pixel);
}

static void paint_boss_gun(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    plate(ink, boss_gun, color, p, pixel);
    lamp(ink, color, shade_length(p.x, p.y), 0.24f, pixel);
}

void art_paint_hull(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink)
{
    switch (kind)
    {
    case GAME_SHIP:
        paint_ship(ink, color, p, pixel);
        break;
    case GAME_DRONE:
        paint_drone(ink, color, p, pixel);
        break;
    case GAME_DART:
        paint_dart(ink, color, p, pixel);
        break;
    case GAME_SPINNER:
        paint_spinner(ink, color, p, pixel);
        break;
    case GAME_GUNSHIP:
        paint_gunship(ink, color, p, pixel);
        break;
    case GAME_BOSS_CORE:
        paint_boss_core(ink, color, p, pixel);
        break;
    case GAME_BOSS_WING:
        paint_boss_wing(ink, color, p, pixel);
        break;
    case GAME_BOSS_GUN:
        paint_boss_gun(ink, color, p, pixel);
        break;
    default:
        plate(ink, debris, color, p, pixel);
        break;
    }
}

float art_ship_outline(shade_point p)
{
    return ship(p);
}
