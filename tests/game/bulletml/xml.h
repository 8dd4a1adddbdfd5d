/*
 * Reads XML: reports elements, attributes and text as events with their lines. Supports the part of
 * XML 1.0 that documents without a DTD use: comments, instructions, CDATA, character references and
 * the five predefined entities. A DOCTYPE is skipped, and the entities that it declares are
 * reported. Bytes from 0x80 on stay unchanged in any encoding; UTF-16 is refused.
 *
 * No heap: names and values are decoded into the caller's scratch memory.
 */
#ifndef GAME_XML_H
#define GAME_XML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    XML_DEPTH = 1000,    /* nested elements */
    XML_ATTRIBUTES = 100 /* per element */
};

/* A part of the file. */
typedef struct xml_span {
    const char *begin;
    size_t length;
} xml_span;

/* The events. xml_line() is the line at which an event begins. Texts are valid during the call. */
typedef struct xml_events {
    void *context;
    /* `attributes` alternates names and values, and ends with NULL. */
    void (*begins)(void *context, const char *name, const char *const *attributes);
    void (*ends)(void *context);
    /* Part of a line of text, or a line end. */
    void (*text)(void *context, const char *text, size_t length);
    /* A DOCTYPE declares an entity. */
    void (*declares)(void *context, const char *name);
    /* A reference to an entity that XML does not predefine. It has no text. */
    void (*undefined)(void *context, const char *name);
} xml_events;

/* Private, except that events may call xml_line() and xml_stop(). */
typedef struct xml_reader {
    const char *at, *end;
    const char *event; /* the start of the event in progress */
    const char *counted;
    uint32_t line; /* at `counted` */
    char *scratch;
    const char *wrong;
    bool stopped;
    const xml_events *events;
    uint32_t depth;
    xml_span open[XML_DEPTH];
    const char *attributes[2 * XML_ATTRIBUTES + 1];
} xml_reader;

/* Reads a file of `size` bytes. `scratch` has room for size + 2 characters. Returns NULL if the
 * file is XML or an event has stopped the reader, otherwise the error at xml_line(). */
const char *xml_read(xml_reader *reader, const char *bytes, size_t size, char *scratch,
                     const xml_events *events);

/* The line of the event in progress or of the error; the first line is 1. */
uint32_t xml_line(xml_reader *reader);

/* Stops the reader: no further events. */
void xml_stop(xml_reader *reader);

#endif
