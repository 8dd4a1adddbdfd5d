/**
 * @file film.h
 * Pictures of the field as an animated file.
 */
#ifndef FILM_H
#define FILM_H

#include "canvas.h"
#include "gif.h"

/** Zero it before. */
typedef struct film
{
    FILE *file;  /**< private */
    gif gif;     /**< private */
    bool failed; /**< read-only: it could not be written, which has been said */
    const char *name;
} film;

bool film_begin(film *f, const char *name);
/** What the field shows now. */
void film_add(film *f, canvas *c, canvas_area field);
void film_end(film *f);

#endif
