/**
 * @file web.h
 * Declarations that the C sources of the page share. The page's core.js calls the functions marked
 * EXPORT.
 */
#ifndef WEB_H
#define WEB_H

#include "stage/show.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/** The show of web_begin(). */
show *web_show(void);
/** The buffer from which the page reads pictures and samples, and to which it writes files:
 * web_room() bytes. */
unsigned char *web_bytes(void);
uint32_t web_room(void);

#endif
