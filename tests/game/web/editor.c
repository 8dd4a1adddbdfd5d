/* The compiler of BulletML in wasm, for the page's editor. */
#include "bulletml/bulletml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { MOST_SOURCE = 400000, MOST_SAID = 20000 };

static char source[MOST_SOURCE];
static char said[MOST_SAID];
static size_t said_length;
static uint32_t words[BML_WORDS];
static uint32_t length;

static void note(void *arg, const char *message)
{
    (void)arg;
    const size_t size = strlen(message);
    if (said_length + size + 2 > MOST_SAID)
        return;
    memcpy(said + said_length, message, size);
    said_length += size;
    said[said_length++] = '\n';
    said[said_length] = 0;
}

/** The address where the page writes a source of `size` bytes; 0: it is too long. */
EXPORT(editor_source) char *editor_source(uint32_t size)
{
    return size <= MOST_SOURCE ? source : NULL;
}

/** Compiles the source. 1: there is a table. */
EXPORT(editor_compile) uint32_t editor_compile(uint32_t size)
{
    bulletml_report report = {.file = "", .print = note};
    said_length = 0;
    said[0] = 0;
    length = 0;
    web_free_all();
    return bulletml_compile(source, size, &report, words, &length);
}

/** The compiler's messages: lines of the form ":12: warning: text". */
EXPORT(editor_said) const char *editor_said(void)
{
    return said;
}

/** The table, and its number of words. */
EXPORT(editor_words) const uint32_t *editor_words(void)
{
    return words;
}

EXPORT(editor_length) uint32_t editor_length(void)
{
    return length;
}
