/* All pictures of the game, from strokes and shapes to the texture. */
#include "art.h"

/* -- the font: strokes with cut corners; a capital is 6 units of its grid high -- */

#define THICK 0.46f /* half a stroke's width */
#define ART_FONT_GRID 6.0f
#define ART_FONT_MARGIN 1.3f /* of a picture around the strokes, in the grid's units */
#define ART_FONT_BELOW 1.0f  /* the depth of a comma below the baseline, in the grid's units */

/* Characters from the space to the underscore. A character is strokes; a stroke is points; a point
 * is two digits, x and y. */
static const char *const strokes[64] = {
    "",                                      /*   */
    "0004 0606",                             /* ! */
    "0001 2021",                             /* " */
    "1016 3036 0242 0444",                   /* # */
    "413010010213334445361605 2026",         /* $ */
    "0640 0010110100 3444453534",            /* % */
    "4613302111204436160513",                /* & */
    "0001",                                  /* ' */
    "10010516",                              /* ( */
    "00111506",                              /* ) */
    "2125 0244 0442",                        /* star */
    "0343 2125",                             /* + */
    "1607",                                  /* , */
    "0333",                                  /* - */
    "0606",                                  /* . */
    "0640",                                  /* / */
    "103041453616050110",                    /* 0 */
    "112026 1636",                           /* 1 */
    "01103041420646",                        /* 2 */
    "011030414233 1333 33444536 361605",     /* 3 */
    "36300444",                              /* 4 */
    "400002324345361605",                    /* 5 */
    "4130100105163645443303",                /* 6 */
    "00404126",                              /* 7 */
    "103041423313020110 130405163645443313", /* 8 */
    "4313020110304145361605",                /* 9 */
    "0202 0505",                             /* : */
    "1212 1607",                             /* ; */
    "300336",                                /* < */
    "0242 0444",                             /* = */
    "003306",                                /* > */
    "01103041422324 2626",                   /* ? */
    "33232434 41301001051636 4144",          /* @ */
    "060110304146 0444",                     /* A */
    "06003041423303 3334453606",             /* B */
    "4130100105163645",                      /* C */
    "06003041453606",                        /* D */
    "40000646 0333",                         /* E */
    "400006 0333",                           /* F */
    "413010010516364543 4323",               /* G */
    "0006 4046 0343",                        /* H */
    "0006",                                  /* I */
    "4045361605",                            /* J */
    "0006 401303 1346",                      /* K */
    "000646",                                /* L */
    "0600234046",                            /* M */
    "06004640",                              /* N */
    "103041453616050110",                    /* O */
    "06003041423303",                        /* P */
    "103041453616050110 3446",               /* Q */
    "06003041423303 2346",                   /* R */
    "413010010213334445361605",              /* S */
    "0040 2026",                             /* T */
    "000516364540",                          /* U */
    "0002264240",                            /* V */
    "0006234640",                            /* W */
    "0046 4006",                             /* X */
    "002340 2326",                           /* Y */
    "00400646",                              /* Z */
    "10000616",                              /* [ */
    "0046",                                  /* backslash */
    "00101606",                              /* ] */
    "022042",                                /* ^ */
    "0646",                                  /* _ */
};

static const char *strokes_of(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    return letter >= ' ' && letter <= '_' ? strokes[letter - ' '] : "";
}

static shade_point point_at(const char *text)
{
    return (shade_point){(float)(text[0] - '0'), (float)(text[1] - '0')};
}

static float distance_to(const char *at, shade_point p)
{
    float nearest = 1e6f; /* squared distance */
    while (*at) {
        for (; at[2] && at[2] != ' '; at += 2)
            nearest = shade_least(nearest, shade_line_square(p, point_at(at), point_at(at + 2)));
        at += at[2] ? 3 : 2;
    }
    return shade_root(nearest) - THICK;
}

/* The width of a letter, in the grid's units. */
static float art_font_width(char letter)
{
    const char *at = strokes_of(letter);
    char most = '0';
    if (!*at)
        return 2.4f;
    for (; *at; at += at[2] == ' ' ? 3 : 2)
        most = *at > most ? *at : most;
    return (float)(most - '0');
}

/* Paints the pixel at `p`; y is measured down from the top of capitals. */
static void art_font_paint(char letter, shade_point p, float pixel, shade_ink *ink)
{
    const shade_rgb white = {1, 1, 1};
    const shade_rgb night = {0.01f, 0.01f, 0.04f};
    const float d = distance_to(strokes_of(letter), p);
    shade_over(ink, night, 0.62f * shade_step(0.85f, 0.15f, d));
    shade_over(ink, white, shade_cover(d, pixel));
}

/* -- the ship, enemies, and pieces of hulls -- */

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

static void paint_debris(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    plate(ink, debris, color, p, pixel);
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

static void round_bullet(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    bullet(ink, color, shade_length(p.x, p.y) - 1, 0.42f, pixel);
}

static void big_bullet(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float r = shade_length(p.x, p.y);
    bullet(ink, color, r - 1, 0.34f, pixel);
    shade_over(ink, color, 0.8f * shade_cover(shade_abs(r - 0.42f) - 0.06f, pixel));
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

static void star(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    (void)pixel;
    shade_glow(ink, color, shade_step(1.4f, 0.3f, shade_length(p.x, p.y)));
}

static void spark(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    (void)pixel;
    const float r = shade_length(p.x * 3.2f, p.y * (p.y > 0 ? 1.15f : 0.72f));
    const float light = shade_unit(1 - r);
    shade_glow(ink, color, 1.1f * light * light);
    shade_glow(ink, white, 0.9f * shade_unit(1 - r * 2.2f));
}

static void ring(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    const float r = shade_length(p.x, p.y);
    const float wide = shade_most(0.035f, pixel);
    const float off = shade_abs(r - 0.94f);
    const float light = r < 0.94f ? shade_step(0.45f, 0.94f, r) : 0;
    shade_glow(ink, color, 0.9f * shade_cover(off - wide, pixel * 2));
    shade_glow(ink, color, 0.28f * light * light);
}

static void flash(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    (void)pixel;
    const float r = shade_length(p.x, p.y);
    const float light = shade_unit(1 - r);
    shade_glow(ink, color, 0.95f * light * light);
    shade_glow(ink, white, 0.9f * shade_step(0.6f, 0, r));
}

static void smoke(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    (void)pixel;
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
static void gem(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any;
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
    return ship((shade_point){p.x * 1.9f, p.y * 1.9f}) / 1.9f;
}

static void power(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    capsule(ink, color, p, letter_p(p), pixel);
}

static void bomb(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    capsule(ink, color, p, letter_b(p), pixel);
}

static void life(shade_ink *ink, shade_rgb color, shade_point p, float pixel)
{
    capsule(ink, color, p, small_ship(p), pixel);
}

static void hit_box(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any;
    const float r = shade_length(p.x, p.y);
    const shade_rgb red = {1, 0.15f, 0.32f};
    shade_glow(ink, red, 0.6f * shade_unit(1 - r / 2.2f));
    shade_over(ink, night, shade_cover(r - 1.2f, pixel));
    shade_over(ink, red, shade_cover(r - 1.0f, pixel));
    shade_over(ink, white, shade_cover(r - 0.62f, pixel));
}

/* -- pictures besides sprites: the planet, dust, marks -- */

static void planet(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any;
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

static void cloud(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any, (void)pixel;
    const shade_rgb dust = {0.3f, 0.36f, 0.75f};
    const float r = shade_length(p.x, p.y * 1.5f);
    const float thick = shade_noise(p.x * 3 + 9, p.y * 4 + 9, 64, 11) * 0.6f +
                        shade_noise(p.x * 7 + 9, p.y * 9 + 9, 64, 12) * 0.4f;
    shade_glow(ink, dust, 0.55f * shade_step(1, 0, r) * shade_step(0.3f, 0.9f, thick));
}

static void frame(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any;
    const float x = shade_abs(p.x);
    const float y = shade_abs(p.y);
    const float d = shade_abs(shade_most(x, y) - 0.86f) - shade_most(0.05f, pixel);
    if (shade_least(x, y) > 0.45f)
        shade_over(ink, white, shade_cover(d, pixel));
}

static void solid(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any, (void)p, (void)pixel;
    shade_over(ink, white, 1);
}

static void fade(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any, (void)pixel;
    shade_over(ink, white, shade_step(-1, 1, p.y));
}

static void glow(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any, (void)pixel;
    shade_glow(ink, white, shade_step(1, 0, shade_length(p.x, p.y)));
}

static void shadow(shade_ink *ink, shade_rgb any, shade_point p, float pixel)
{
    (void)any, (void)pixel;
    shade_over(ink, white, shade_step(1, 0.1f, shade_length(p.x, p.y)));
}

/* -- the sky of the background: dark, so that everything stands out, with clouds of light -- */

enum {
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
    for (uint32_t x = 0; x < width; ++x) {
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
    for (uint32_t y = 0; y < height; ++y) {
        const float at = (float)y * ((float)DOWN / (float)height);
        for (; next < (uint32_t)at + 2; ++next)
            clouds_of_row(rows[next % 2], next);
        put_row(pixels + 4 * (size_t)y * width, width, y, rows[next % 2], rows[(next + 1) % 2],
                at - (float)(uint32_t)at);
    }
}

/* -- the texture -- */

enum {
    GAP = 1, /* pixels between pictures */
    SOFT_PIXELS = 96,
    EXTRA_PIXELS = 224
};

typedef void paint_fn(shade_ink *ink, shade_rgb color, shade_point p, float pixel);

/* The pictures of a kind: its largest size in units, the distance from the middle within which
 * it has ink, in sprite sizes, what paints the pixel at `p`, and its colours. */
typedef struct art_row {
    uint8_t kind; /* game_kind, or GAME_KIND_COUNT + art_extra */
    float size, reach;
    paint_fn *paint;
    const char *colors; /* one letter per colour; 'a' is colour 0 */
} art_row;

#define EXTRA(what) (GAME_KIND_COUNT + ART_##what)

static const art_row rows[] = {
    {EXTRA(PLANET), 66, 1, planet, "a"},
    {EXTRA(CLOUD), 60, 1, cloud, "a"},
    {GAME_BOSS_CORE, 26, 2.05f, paint_boss_core, "gb"},
    {GAME_BOSS_WING, 25, 1.3f, paint_boss_wing, "nb"},
    {GAME_GUNSHIP, 24, 1.3f, paint_gunship, "pb"},
    {GAME_RING, 26, 1.06f, ring, "bdefghijklnp"},
    {GAME_SPINNER, 15, 1.3f, paint_spinner, "kb"},
    {GAME_SHIELD, 15, 1.06f, shield, "e"},
    {GAME_FLASH, 14, 1, flash, "bdefghijklnp"},
    {GAME_SMOKE, 12, 1, smoke, "cn"},
    {GAME_DART, 11, 1.3f, paint_dart, "hb"},
    {GAME_SHIP, 10, 1.65f, paint_ship, "dj"},
    {GAME_DRONE, 10, 1.3f, paint_drone, "jb"},
    {GAME_BOSS_GUN, 10, 1.3f, paint_boss_gun, "hb"},
    {GAME_PICKUP_POWER, 8, 1.75f, power, "p"},
    {GAME_PICKUP_BOMB, 8, 1.75f, bomb, "j"},
    {GAME_PICKUP_LIFE, 8, 1.75f, life, "l"},
    {GAME_BULLET_BIG, 7.5f, 2.2f, big_bullet, "ghi"},
    {GAME_SHOT, 7, 1.5f, shot, "ei"},
    {GAME_BULLET_NEEDLE, 7, 1.3f, needle, "ghlm"},
    {GAME_SPARK, 6, 1.4f, spark, "bdefghijklnp"},
    {GAME_MISSILE, 5, 2.05f, missile, "i"},
    {GAME_BULLET_ROUND, 4.5f, 2.2f, round_bullet, "efghijklm"},
    {GAME_DEBRIS, 4.5f, 1.3f, paint_debris, "bdghijklnp"},
    {GAME_PICKUP_POINT, 4, 1.3f, gem, "i"},
    {GAME_HIT_BOX, 3, 2.2f, hit_box, "b"},
    {GAME_STAR, 1.3f, 1.5f, star, "bcdk"},
    {GAME_MOTE, 0.8f, 1.5f, star, "qrstuvwx"},
    {EXTRA(GLOW), 30, 1, glow, "a"},
    {EXTRA(SHADE), 20, 1, shadow, "a"},
    {EXTRA(FRAME), 12, 1, frame, "a"},
    {EXTRA(FADE), 8, 1, fade, "a"},
    {EXTRA(SOLID), 4, 1, solid, "a"},
};

static const float font_heights[ART_FONTS] = {
    [ART_SMALL] = 6.2f, [ART_MIDDLE] = 11, [ART_LARGE] = 26};

uint32_t art_side(float scale)
{
    return scale <= ART_SIDE_SCALE ? ART_SIDE : ART_LARGEST_SIDE;
}

/* -- packing: rows of pictures, each as high as its highest picture -- */

typedef struct packer {
    art *a;
    unsigned char *pixels;
    uint32_t x, y, tall;
    bool full;
} packer;

/* What paints a picture: a function, or the font a letter; and the place of its first corner. */
typedef struct brush {
    paint_fn *paint;
    shade_rgb color;
    char letter;
    float reach;
    float left, top;
    float step, down; /* from pixel to pixel, to the right and downwards */
} brush;

static uint32_t to_pixels(float units, float scale)
{
    return (uint32_t)(units * scale + 0.999f);
}

/* Soft pictures need no more pixels. */
static uint32_t most_pixels(uint32_t kind)
{
    if (kind >= GAME_KIND_COUNT)
        return EXTRA_PIXELS;
    return kind == GAME_RING || kind == GAME_FLASH || kind == GAME_SMOKE || kind == GAME_SHIELD
               ? SOFT_PIXELS
               : ART_LARGEST_SIDE;
}

static void put_pixel(unsigned char *to, const shade_ink *ink)
{
    const float channels[4] = {ink->r, ink->g, ink->b, ink->a};
    for (int i = 0; i < 4; ++i)
        to[i] = (unsigned char)(shade_unit(channels[i]) * 255 + 0.5f);
}

static void paint_cell(const packer *p, const art_cell *cell, const brush *b)
{
    for (uint32_t y = 0; y < cell->h; ++y)
        for (uint32_t x = 0; x < cell->w; ++x) {
            shade_ink ink = {0};
            const shade_point at = {b->left + ((float)x + 0.5f) * b->step,
                                    b->top + ((float)y + 0.5f) * b->down};
            if (b->paint)
                b->paint(&ink, b->color, at, b->step);
            else
                art_font_paint(b->letter, at, b->step, &ink);
            put_pixel(p->pixels + 4 * ((cell->v + y) * p->a->side + cell->u + x), &ink);
        }
}

/* Returns 1 + the number of the new picture; 0: there is no room. */
static uint16_t add_cell(packer *p, uint32_t width, uint32_t height, const brush *b)
{
    art *a = p->a;
    if (p->x + width + GAP > a->side) {
        p->x = 0;
        p->y += p->tall + GAP;
        p->tall = 0;
    }
    if (width + GAP > a->side || p->y + height + GAP > a->side || a->count == ART_MOST_CELLS) {
        p->full = true;
        return 0;
    }
    a->cells[a->count] = (art_cell){.u = (uint16_t)p->x,
                                    .v = (uint16_t)p->y,
                                    .w = (uint16_t)width,
                                    .h = (uint16_t)height,
                                    .reach = b->reach};
    paint_cell(p, &a->cells[a->count], b);
    p->x += width + GAP;
    p->tall = p->tall > height ? p->tall : height;
    return (uint16_t)++a->count;
}

static void bake_kind(packer *p, const art_row *row)
{
    const uint32_t wanted = to_pixels(2 * row->reach * row->size, p->a->scale);
    const uint32_t most = most_pixels(row->kind);
    const uint32_t wide = wanted < most ? wanted : most;
    const float step = 2 * row->reach / (float)wide;
    brush b = {.paint = row->paint,
               .reach = row->reach,
               .left = -row->reach,
               .top = row->reach,
               .step = step,
               .down = -step};
    for (const char *it = row->colors; *it; ++it) {
        const uint32_t color = (uint32_t)(*it - 'a');
        b.color = shade_color(game_color(color));
        p->a->kinds[row->kind][color] = add_cell(p, wide, wide, &b);
    }
}

static void bake_letter(packer *p, art_font font, char letter)
{
    const float grid =
        font_heights[font] * p->a->scale / ART_FONT_GRID; /* pixels per unit of the font's grid */
    const float wide = art_font_width(letter) + 2 * ART_FONT_MARGIN;
    const float high = ART_FONT_GRID + ART_FONT_BELOW + 2 * ART_FONT_MARGIN;
    const brush b = {.letter = letter,
                     .left = -ART_FONT_MARGIN,
                     .top = -ART_FONT_MARGIN,
                     .step = 1 / grid,
                     .down = 1 / grid};
    p->a->letters[font][letter - ' '] =
        add_cell(p, to_pixels(wide, grid), to_pixels(high, grid), &b);
}

bool art_bake(art *a, unsigned char *pixels, float scale)
{
    packer p = {.a = a, .pixels = pixels};
    *a = (art){.scale = scale < ART_LARGEST_SCALE ? scale : ART_LARGEST_SCALE};
    a->side = art_side(a->scale);
    for (uint32_t i = 0; i < 4 * a->side * a->side; ++i)
        pixels[i] = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        bake_kind(&p, &rows[i]);
    for (int font = ART_LARGE; font >= ART_SMALL; --font)
        for (int letter = ' ' + 1; letter < ' ' + ART_LETTERS; ++letter)
            bake_letter(&p, (art_font)font, (char)letter);
    return !p.full;
}

/* -- queries -- */

const art_cell *art_of_kind(const art *a, uint32_t kind, uint32_t color)
{
    const uint16_t *colors = a->kinds[kind < EXTRA(EXTRAS) ? kind : 0];
    if (color < GAME_COLORS && colors[color] > 0)
        return &a->cells[colors[color] - 1];
    for (uint32_t i = 0; i < GAME_COLORS; ++i)
        if (colors[i] > 0)
            return &a->cells[colors[i] - 1];
    return &a->cells[0];
}

const art_cell *art_of_extra(const art *a, art_extra what)
{
    return art_of_kind(a, (uint32_t)GAME_KIND_COUNT + what, 0);
}

const art_cell *art_of_letter(const art *a, art_font font, char letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    if (letter <= ' ' || letter >= ' ' + ART_LETTERS)
        return NULL;
    return &a->cells[a->letters[font][letter - ' '] - 1];
}

float art_advance(art_font font, char letter)
{
    return (art_font_width(letter) + 1.9f) * font_heights[font] / ART_FONT_GRID;
}

float art_font_margin(art_font font)
{
    return ART_FONT_MARGIN * font_heights[font] / ART_FONT_GRID;
}

void art_straighten(unsigned char *pixels, uint32_t count)
{
    for (unsigned char *at = pixels; at < pixels + 4 * (size_t)count; at += 4) {
        uint32_t most = at[3];
        for (int i = 0; i < 3; ++i)
            most = at[i] > most ? at[i] : most;
        for (int i = 0; i < 3; ++i)
            at[i] = (unsigned char)(most > 0 ? at[i] * 255u / most : 255);
        at[3] = (unsigned char)most;
    }
}
