/**
 * @file art.h
 * All pictures of the game, computed once into one texture, as large as they are shown: a face draws nothing
 * but quads of it. So drawing is quick where a processor does it, and all faces look the same. Freestanding.
 */
#ifndef ART_H
#define ART_H

#include "art_shapes.h"

#include <stdbool.h>

/** Fonts, by the height of their capitals in units of the field. */
typedef enum art_font
{
    ART_SMALL,
    ART_MIDDLE,
    ART_LARGE,
    ART_FONTS
} art_font;

enum
{
    ART_LETTERS = 64,     /* from the space to the underscore */
    ART_MOST_CELLS = 420, /* pictures in the texture */
    ART_SIDE =
        1024, /* of the texture, in pixels, up to a scale of ART_SIDE_SCALE; else twice as many */
    ART_LARGEST_SIDE = 2048
};
#define ART_SIDE_SCALE 1.82f
#define ART_LARGEST_SCALE 3.0f

/** A picture in the texture, in its pixels. */
typedef struct art_cell
{
    uint16_t u, v, w, h;
    float reach; /* of sprites: half its side, in sprite sizes */
} art_cell;

/** Where all pictures are. */
typedef struct art
{
    uint32_t side;
    float scale; /* pixels per unit */
    uint32_t count;
    art_cell cells[ART_MOST_CELLS];
    uint16_t kinds[GAME_KIND_COUNT][GAME_COLORS]; /* 1 + cell; 0: none of that colour */
    uint16_t extras[ART_EXTRAS];                  /* 1 + cell, and so on */
    uint16_t letters[ART_FONTS][ART_LETTERS];
} art;

/** How large the texture is for so many pixels per unit. */
uint32_t art_side(float scale);
/** Computes all pictures, `scale` pixels per unit, up to ART_LARGEST_SCALE, into art_side(scale) squared
 * pixels of four bytes: red, green, blue, opacity, premultiplied; light has less opacity than colour.
 * False if they do not fit, which does not happen. */
bool art_bake(art *a, unsigned char *pixels, float scale);

/** The picture of a sprite: of its colour, or of the first colour of that kind. */
const art_cell *art_of_kind(const art *a, uint32_t kind, uint32_t color);
const art_cell *art_of_extra(const art *a, art_extra what);
/** Small letters are capitals; what is not in the font is blank. */
const art_cell *art_of_letter(const art *a, art_font font, char letter);

/** The height of a font's capitals, and how far the next letter is, in units. */
float art_font_height(art_font font);
float art_advance(art_font font, char letter);
/** How far a letter's picture reaches around it, in units. */
float art_font_margin(art_font font);

/** The sky in the background: `width` by `height` pixels as above, opaque; it repeats from top to
 * bottom. */
void art_bake_backdrop(unsigned char *pixels, uint32_t width, uint32_t height);

/** Makes pixels straight (colour not multiplied by opacity), for renderers that cannot blend others; light
 * becomes opaque as it is bright. */
void art_straighten(unsigned char *pixels, uint32_t count);

#endif
