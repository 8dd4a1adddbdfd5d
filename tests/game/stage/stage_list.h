/**
 * @file stage_list.h
 * Quads and texts while they are listed: for the stage's own files, and for panels of faces.
 */
#ifndef STAGE_LIST_H
#define STAGE_LIST_H

#include "stage.h"

typedef struct stage_list
{
    const art *art;
    stage_quad *quads;
    uint32_t count, max;
    float x, y;  /* what is added is moved by this ... */
    float scale; /* ... and scaled by this first */
} stage_list;

typedef enum stage_align
{
    STAGE_LEFT,
    STAGE_MIDDLE,
    STAGE_RIGHT
} stage_align;

/** How a text looks. */
typedef struct stage_style
{
    art_font font;
    float size; /* times the font's own */
    uint32_t color;
    float opacity;
    stage_align align;
} stage_style;

/** A picture around its middle. */
void stage_add(stage_list *list, const art_cell *cell, float x, float y, float across, float along,
               float angle, uint32_t color, float opacity);
/** A picture without its outermost pixels, for what is stretched: nothing of its neighbours is seen. */
art_cell stage_inner(const art_cell *cell);
/** A plain box from its corner at the top left. */
void stage_box(stage_list *list, float x, float y, float width, float height, uint32_t color,
               float opacity);
/** A line of text; y is the top of its capitals. Returns where it ends. */
float stage_text(stage_list *list, stage_style style, float x, float y, const char *text);
float stage_text_width(stage_style style, const char *text);

/** Texts, pieced together. */
typedef struct stage_words
{
    char text[96];
    uint32_t length;
} stage_words;

void stage_say(stage_words *w, const char *text);
/** With at least so many digits. */
void stage_say_number(stage_words *w, uint64_t number, uint32_t digits);

/** The display over the field. */
void stage_display(const stage *s, const stage_scene *scene, stage_list *list);

#endif
