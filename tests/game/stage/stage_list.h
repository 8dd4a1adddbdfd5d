/**
 * @file stage_list.h
 * Builds lists of quads and texts, for the stage's own files.
 */
#ifndef STAGE_LIST_H
#define STAGE_LIST_H

#include "stage.h"

typedef struct stage_list {
    const art *art;
    stage_quad *quads;
    uint32_t count, max;
} stage_list;

typedef enum stage_align { STAGE_LEFT, STAGE_MIDDLE, STAGE_RIGHT } stage_align;

/** The style of a text. */
typedef struct stage_style {
    art_font font;
    float size; /* as a multiple of the font's own */
    uint32_t color;
    float opacity;
    stage_align align;
} stage_style;

/** Adds a picture by its middle. */
void stage_add(stage_list *list, const art_cell *cell, float x, float y, float across, float along,
               float angle, uint32_t color, float opacity);
/** A picture without its outermost pixels. A stretched quad of it shows nothing of its neighbours.
 * */
art_cell stage_inner(const art_cell *cell);
/** Adds a plain box by its top left corner. */
void stage_box(stage_list *list, float x, float y, float width, float height, uint32_t color,
               float opacity);
/** Adds a line of text; y is the top of its capitals. Returns the x of its end. */
float stage_text(stage_list *list, stage_style style, float x, float y, const char *text);
float stage_text_width(stage_style style, const char *text);
/** A text that is composed of parts. */
typedef struct stage_words {
    char text[96];
    uint32_t length;
} stage_words;

void stage_say(stage_words *w, const char *text);
/** Appends a number with at least `digits` digits. */
void stage_say_number(stage_words *w, uint64_t number, uint32_t digits);

/** Adds a sprite of a game, with the light or the shadow below it. */
void stage_sprite(const stage *s, stage_list *list, const game_sprite *it);

/** Adds the display over the field. */
void stage_display(const stage *s, const stage_scene *scene, stage_list *list);

#endif
