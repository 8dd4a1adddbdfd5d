/**
 * @file face.h
 * The state that the sources of the window share.
 */
#ifndef FACE_H
#define FACE_H

#include "canvas.h"
#include "controls.h"
#include "options.h"
#include "panel.h"
#include "troupe/parallel.h"

typedef struct face
{
    options options;
    canvas canvas;
    controls controls;
    show *show;
    panel panel;
    canvas_area field, side;
    bool has_panel, has_help, leaves;
    double refreshed; /* ms */
    uint32_t frames;
    uint32_t score; /* the last that was saved */
    const char *news;
    trp_threads *workers;
} face;

/** Pixels per unit of the field. */
static inline float face_scale(const face *f)
{
    return f->field.width / GAME_WIDTH;
}

/** Makes the picture of the saved game that menus show. */
void face_find_save(face *f);

/** Handles an event of SDL. */
void face_take(face *f, const SDL_Event *event);

#endif
