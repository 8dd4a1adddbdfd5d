/**
 * @file art.h
 * All pictures of the game, computed once into one texture at the size at which they are shown. A
 * front end only draws quads of this texture. So software renderers are fast, and all front ends
 * look the same. Freestanding.
 */
#ifndef ART_H
#define ART_H

#include "core/game.h"
#include "shade.h"

#include <stdbool.h>

/** Fonts, by the height of their capitals in units of the field. */
typedef enum art_font { ART_SMALL, ART_MIDDLE, ART_LARGE, ART_FONTS } art_font;

/** Other pictures. */
typedef enum art_extra {
    ART_SOLID,  /**< white everywhere */
    ART_FADE,   /**< white, opaque at the front and transparent at the back */
    ART_GLOW,   /**< white light, brightest in the middle */
    ART_SHADE,  /**< white, opaque in the middle; tinted dark, it is a shadow */
    ART_CLOUD,  /**< a wisp of dust */
    ART_PLANET, /**< lit from one side */
    ART_FRAME,  /**< the corners of a square, around marked actors */
    ART_EXTRAS
} art_extra;

enum {
    ART_LETTERS = 64,     /* characters from the space to the underscore */
    ART_MOST_CELLS = 420, /* pictures in the texture */
    ART_SIDE = 1024,      /* of the texture, in pixels; twice as many above ART_SIDE_SCALE */
    ART_LARGEST_SIDE = 2048
};
#define ART_SIDE_SCALE 1.82f
#define ART_LARGEST_SCALE 3.0f

/** A picture in the texture: its rectangle in pixels. */
typedef struct art_cell {
    uint16_t u, v, w, h;
    float reach; /* of sprites: half the picture's side, in sprite sizes */
} art_cell;

/** The positions of all pictures. */
typedef struct art {
    uint32_t side;
    float scale; /* pixels per unit */
    uint32_t count;
    art_cell cells[ART_MOST_CELLS];
    /* 1 + cell; 0: no picture in that colour. Extras come after the kinds, and have one */
    uint16_t kinds[GAME_KIND_COUNT + ART_EXTRAS][GAME_COLORS];
    uint16_t letters[ART_FONTS][ART_LETTERS]; /* likewise */
} art;

/** The side of the texture, in pixels, at `scale` pixels per unit. */
uint32_t art_side(float scale);
/** Computes all pictures at `scale` pixels per unit, up to ART_LARGEST_SCALE, into art_side(scale)
 * squared pixels of four bytes: red, green, blue, opacity. Colours are premultiplied; where a
 * picture adds light, its opacity is lower than its colour. False if the pictures do not fit, which
 * a test excludes. */
bool art_bake(art *a, unsigned char *pixels, float scale);

/** The picture of a sprite: in its colour, or in the first colour of its kind. */
const art_cell *art_of_kind(const art *a, uint32_t kind, uint32_t color);
const art_cell *art_of_extra(const art *a, art_extra what);
/** The picture of a letter. Lower case is shown as capitals; characters that are not in the font
 * are blank. */
const art_cell *art_of_letter(const art *a, art_font font, char letter);

float art_advance(art_font font, char letter);
/** The margin of a letter's picture around the letter, in units. */
float art_font_margin(art_font font);

/** Computes the sky of the background: `width` by `height` opaque pixels as above. It tiles
 * vertically. */
void art_bake_backdrop(unsigned char *pixels, uint32_t width, uint32_t height);

/** Converts pixels to straight colours (not multiplied by opacity), for renderers that cannot blend
 * premultiplied ones. Light becomes as opaque as it is bright. */
void art_straighten(unsigned char *pixels, uint32_t count);

#endif
