/*
 * Reads XML: elements, attributes and text, one event after the other, with the line of each. As much of XML 1.0 as
 * documents without a DTD use: comments, instructions, CDATA, character references and the five entities that XML has
 * itself. A DOCTYPE is passed over, and what it declares as an entity is reported. Bytes from 0x80 on are taken as they
 * are, whatever the encoding; UTF-16 is refused.
 *
 * No heap: names and values are decoded into the caller's scratch memory.
 */
#ifndef GAME_XML_H
#define GAME_XML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
    XML_DEPTH = 1000,    /* elements in one another */
    XML_ATTRIBUTES = 100 /* of one element */
};

/* A piece of the file. */
typedef struct xml_span
{
    const char *begin;
    size_t length;
} xml_span;

/* What is reported. xml_line() is the line where the event begins. Texts are valid during the call. */
typedef struct xml_events
{
    void *context;
    /* Names and values of attributes take turns; NULL after the last. */
    void (*begins)(void *context, const char *name, const char *const *attributes);
    void (*ends)(void *context);
    /* A line of text at most, or its line end. */
    void (*text)(void *context, const char *text, size_t length);
    /* A DOCTYPE declares an entity. */
    void (*declares)(void *context, const char *name);
    /* An entity that XML does not define itself. It has no text. */
    void (*undefined)(void *context, const char *name);
} xml_events;

/* Private, except that events may call xml_line() and xml_stop(). */
typedef struct xml_reader
{
    const char *at, *end;
    const char *event; /* where the event in progress begins */
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

/* Reads a file of `size` bytes. `scratch` has room for size + 2 characters. NULL: it is XML, or an event has stopped the
 * reader. Otherwise what is wrong, at xml_line(). */
const char *xml_read(xml_reader *reader, const char *bytes, size_t size, char *scratch,
                     const xml_events *events);

/* The line of the event in progress, or of what is wrong; the first is 1. */
uint32_t xml_line(xml_reader *reader);

/* No further event. */
void xml_stop(xml_reader *reader);

#endif
