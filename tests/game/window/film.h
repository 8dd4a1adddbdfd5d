/**
 * @file film.h
 * Pictures of the field as an animated GIF.
 */
#ifndef FILM_H
#define FILM_H

#include "canvas.h"
#include "gif.h"

/** Zero it before the first use. */
typedef struct film
{
    FILE *file;  /**< private */
    gif gif;     /**< private */
    bool failed; /**< read-only: writing failed, and the reason was printed */
    const char *name;
} film;

bool film_begin(film *f, const char *name);
/** Adds a picture of the field as it is now. */
void film_add(film *f, canvas *c, canvas_area field);
void film_end(film *f);

#endif
