#include "art.h"
#include "art_font.h"

enum
{
    GAP = 1, /* pixels between pictures */
    SOFT_PIXELS = 96,
    EXTRA_PIXELS = 224
};

/* A row of pictures: a kind, its largest size in units, and its colours. */
typedef struct art_row
{
    uint8_t kind; /* game_kind */
    float size;
    const char *colors; /* one letter per colour; 'a' is colour 0 */
} art_row;

static const art_row rows[] = {
    {GAME_BOSS_CORE, 26, "gb"},
    {GAME_BOSS_WING, 25, "nb"},
    {GAME_GUNSHIP, 24, "pb"},
    {GAME_RING, 26, "bdefghijklnp"},
    {GAME_SPINNER, 15, "kb"},
    {GAME_SHIELD, 15, "e"},
    {GAME_FLASH, 14, "bdefghijklnp"},
    {GAME_SMOKE, 12, "cn"},
    {GAME_DART, 11, "hb"},
    {GAME_SHIP, 10, "dj"},
    {GAME_DRONE, 10, "jb"},
    {GAME_BOSS_GUN, 10, "hb"},
    {GAME_PICKUP_POWER, 8, "p"},
    {GAME_PICKUP_BOMB, 8, "j"},
    {GAME_PICKUP_LIFE, 8, "l"},
    {GAME_BULLET_BIG, 7.5f, "ghi"},
    {GAME_SHOT, 7, "ei"},
    {GAME_BULLET_NEEDLE, 7, "ghlm"},
    {GAME_SPARK, 6, "bdefghijklnp"},
    {GAME_MISSILE, 5, "i"},
    {GAME_BULLET_ROUND, 4.5f, "efghijklm"},
    {GAME_DEBRIS, 4.5f, "bdghijklnp"},
    {GAME_PICKUP_POINT, 4, "i"},
    {GAME_HIT_BOX, 3, "b"},
    {GAME_STAR, 1.3f, "bcdk"},
    {GAME_MOTE, 0.8f, "qrstuvwx"},
};

/* Half the side of each extra's picture, in units. */
static const float extra_sizes[ART_EXTRAS] = {
    [ART_SOLID] = 4,  [ART_FADE] = 8,    [ART_GLOW] = 30,  [ART_SHADE] = 20,
    [ART_CLOUD] = 60, [ART_PLANET] = 66, [ART_FRAME] = 12,
};

static const float font_heights[ART_FONTS] = {
    [ART_SMALL] = 6.2f, [ART_MIDDLE] = 11, [ART_LARGE] = 26};

uint32_t art_side(float scale)
{
    return scale <= ART_SIDE_SCALE ? ART_SIDE : ART_LARGEST_SIDE;
}

/* -- packing: rows of pictures, each as high as its highest picture -- */

typedef struct packer
{
    art *a;
    uint32_t x, y, tall;
    bool full;
} packer;

static uint32_t to_pixels(float units, float scale)
{
    return (uint32_t)(units * scale + 0.999f);
}

/* Limits the pixels of soft pictures, which need no more. */
static uint32_t at_most(uint32_t pixels, uint32_t most)
{
    return pixels < most ? pixels : most;
}

static bool is_soft(uint32_t kind)
{
    return kind == GAME_RING || kind == GAME_FLASH || kind == GAME_SMOKE || kind == GAME_SHIELD;
}

/* Returns 1 + the number of the new picture. */
static uint16_t add_cell(packer *p, uint32_t width, uint32_t height)
{
    art *a = p->a;
    if (p->x + width + GAP > a->side)
    {
        p->x = 0;
        p->y += p->tall + GAP;
        p->tall = 0;
    }
    if (width + GAP > a->side || p->y + height + GAP > a->side || a->count == ART_MOST_CELLS)
    {
        p->full = true;
        return 0;
    }
    a->cells[a->count] = (art_cell){
        .u = (uint16_t)p->x, .v = (uint16_t)p->y, .w = (uint16_t)width, .h = (uint16_t)height};
    p->x += width + GAP;
    p->tall = p->tall > height ? p->tall : height;
    return (uint16_t)++a->count;
}

static void put_pixel(unsigned char *to, const shade_ink *ink)
{
    const float channels[4] = {ink->r, ink->g, ink->b, ink->a};
    for (int i = 0; i < 4; ++i)
        to[i] = (unsigned char)(shade_unit(channels[i]) * 255 + 0.5f);
}

static void paint_sprite(art *a, unsigned char *pixels, const art_cell *cell, game_kind kind,
                         uint32_t color)
{
    const shade_rgb rgb = shade_color(game_color(color));
    const float step = 2 * cell->reach / (float)cell->w;
    for (uint32_t y = 0; y < cell->h; ++y)
        for (uint32_t x = 0; x < cell->w; ++x)
        {
            shade_ink ink = {0};
            const shade_point at = {((float)x + 0.5f) * step - cell->reach,
                                    cell->reach - ((float)y + 0.5f) * step};
            art_paint(kind, rgb, at, step, &ink);
            put_pixel(pixels + 4 * ((cell->v + y) * a->side + cell->u + x), &ink);
        }
}

static void bake_kind(packer *p, unsigned char *pixels, const art_row *row)
{
    art *a = p->a;
    const float reach = art_reach((game_kind)row->kind);
    const uint32_t wide = at_most(to_pixels(2 * reach * row->size, a->scale),
                                  is_soft(row->kind) ? SOFT_PIXELS : ART_LARGEST_SIDE);
    for (const char *it = row->colors; *it; ++it)
    {
        const uint32_t color = (uint32_t)(*it - 'a');
        const uint16_t number = add_cell(p, wide, wide);
        if (number == 0)
            return;
        a->cells[number - 1].reach = reach;
        paint_sprite(a, pixels, &a->cells[number - 1], (game_kind)row->kind, color);
        a->kinds[row->kind][color] = number;
    }
}

static void bake_extra(packer *p, unsigned char *pixels, art_extra what)
{
    art *a = p->a;
    const uint32_t wide = at_most(to_pixels(2 * extra_sizes[what], a->scale), EXTRA_PIXELS);
    const uint16_t number = add_cell(p, wide, wide);
    if (number == 0)
        return;
    art_cell *cell = &a->cells[number - 1];
    cell->reach = 1;
    for (uint32_t y = 0; y < wide; ++y)
        for (uint32_t x = 0; x < wide; ++x)
        {
            shade_ink ink = {0};
            const float step = 2 / (float)wide;
            const shade_point at = {((float)x + 0.5f) * step - 1, 1 - ((float)y + 0.5f) * step};
            art_paint_extra(what, at, step, &ink);
            put_pixel(pixels + 4 * ((cell->v + y) * a->side + cell->u + x), &ink);
        }
    a->extras[what] = number;
}

static void bake_letter(packer *p, unsigned char *pixels, art_font font, char letter)
{
    art *a = p->a;
    const float grid =
        font_heights[font] * a->scale / ART_FONT_GRID; /* pixels per unit of the font's grid */
    const float wide = art_font_width(letter) + 2 * ART_FONT_MARGIN;
    const float high = ART_FONT_GRID + ART_FONT_BELOW + 2 * ART_FONT_MARGIN;
    const uint16_t number = add_cell(p, to_pixels(wide, grid), to_pixels(high, grid));
    if (number == 0)
        return;
    const art_cell *cell = &a->cells[number - 1];
    for (uint32_t y = 0; y < cell->h; ++y)
        for (uint32_t x = 0; x < cell->w; ++x)
        {
            shade_ink ink = {0};
            const shade_point at = {((float)x + 0.5f) / grid - ART_FONT_MARGIN,
                                    ((float)y + 0.5f) / grid - ART_FONT_MARGIN};
            art_font_paint(letter, at, 1 / grid, &ink);
            put_pixel(pixels + 4 * ((cell->v + y) * a->side + cell->u + x), &ink);
        }
    a->letters[font][letter - ' '] = number;
}

bool art_bake(art *a, unsigned char *pixels, float scale)
{
    packer p = {.a = a};
    *a = (art){.scale = scale < ART_LARGEST_SCALE ? scale : ART_LARGEST_SCALE};
    a->side = art_side(a->scale);
    for (uint32_t i = 0; i < 4 * a->side * a->side; ++i)
        pixels[i] = 0;
    bake_extra(&p, pixels, ART_PLANET);
    bake_extra(&p, pixels, ART_CLOUD);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        bake_kind(&p, pixels, &rows[i]);
    bake_extra(&p, pixels, ART_GLOW);
    bake_extra(&p, pixels, ART_SHADE);
    bake_extra(&p, pixels, ART_FRAME);
    bake_extra(&p, pixels, ART_FADE);
    bake_extra(&p, pixels, ART_SOLID);
    for (int font = ART_LARGE; font >= ART_SMALL; --font)
        for (int letter = ' ' + 1; letter < ' ' + ART_LETTERS; ++letter)
            bake_letter(&p, pixels, (art_font)font, (char)letter);
    return !p.full;
}

/* -- queries -- */

const art_cell *art_of_kind(const art *a, uint32_t kind, uint32_t color)
{
    const uint16_t *colors = a->kinds[kind < GAME_KIND_COUNT ? kind : 0];
    if (color < GAME_COLORS && colors[color] > 0)
        return &a->cells[colors[color] - 1];
    for (uint32_t i = 0; i < GAME_COLORS; ++i)
        if (colors[i] > 0)
            return &a->cells[colors[i] - 1];
    return &a->cells[0];
}

const art_cell *art_of_extra(const art *a, art_extra what)
{
    return &a->cells[a->extras[what] - 1];
}

const art_cell *art_of_letter(const art *a, art_font font, char letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    if (letter <= ' ' || letter >= ' ' + ART_LETTERS)
        return NULL;
    return &a->cells[a->letters[font][letter - ' '] - 1];
}

float art_font_height(art_font font)
{
    return font_heights[font];
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
    for (unsigned char *at = pixels; at < pixels + 4 * (size_t)count; at += 4)
    {
        uint32_t most = at[3];
        for (int i = 0; i < 3; ++i)
            most = at[i] > most ? at[i] : most;
        for (int i = 0; i < 3; ++i)
            at[i] = (unsigned char)(most > 0 ? at[i] * 255u / most : 255);
        at[3] = (unsigned char)most;
    }
}
