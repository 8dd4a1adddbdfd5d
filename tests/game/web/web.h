/**
 * @file web.h
 * What the page's sources share. Functions with EXPORT are what the page calls, from core.js.
 */
#ifndef WEB_H
#define WEB_H

#include "stage/show.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/** The show of web_begin(). */
show *web_show(void);
/** Where the page reads pictures and samples, and where it writes files: web_room() bytes. */
unsigned char *web_bytes(void);
uint32_t web_room(void);

#endif
