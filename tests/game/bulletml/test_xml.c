/*
 * Compares the XML reader with expat: equal events with equal lines, for files and for many damaged
 * copies of each file.
 *
 *   test_xml file...
 */
#include "xml.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 1 << 20,
    COPIES = 400 /* of each file */
};

/* The events as text. */
typedef struct story {
    char *text;
    size_t length;
    bool ends_early; /* an entity was found: after it the two readers differ */
} story;

static story ours, theirs;
static xml_reader reader;
static XML_Parser parser;
static char bytes[MOST], scratch[MOST + 2];
static unsigned failed, passed;

static void add(story *s, const char *text, size_t length)
{
    if (s->length + length < 8 * (size_t)MOST) {
        memcpy(s->text + s->length, text, length);
        s->length += length;
    }
}

static void add_line(story *s, uint32_t line, const char *what)
{
    char text[40];
    add(s, text, (size_t)snprintf(text, sizeof text, "\n%s%u ", what, (unsigned)line));
}

static void add_begin(story *s, uint32_t line, const char *name, const char *const *attributes)
{
    add_line(s, line, "<");
    add(s, name, strlen(name));
    for (; *attributes; attributes++) {
        add(s, "|", 1);
        add(s, *attributes, strlen(*attributes));
    }
}

static void our_begin(void *context, const char *name, const char *const *attributes)
{
    (void)context;
    add_begin(&ours, xml_line(&reader), name, attributes);
}

static void our_end(void *context)
{
    (void)context;
    add(&ours, "\n>", 2);
}

static void our_text(void *context, const char *text, size_t length)
{
    (void)context;
    add(&ours, text,
        length); /* readers may split text anywhere: only the line of the first counts */
}

static void our_entity(void *context, const char *name)
{
    (void)context, (void)name;
    ours.ends_early = true;
}

static void XMLCALL their_begin(void *context, const char *name, const char **attributes)
{
    (void)context;
    add_begin(&theirs, (uint32_t)XML_GetCurrentLineNumber(parser), name,
              (const char *const *)attributes);
}

static void XMLCALL their_end(void *context, const char *name)
{
    (void)context, (void)name;
    add(&theirs, "\n>", 2);
}

static void XMLCALL their_text(void *context, const char *text, int length)
{
    (void)context;
    add(&theirs, text, (size_t)length);
}

static const char *read_ours(size_t size)
{
    const xml_events events = {.begins = our_begin,
                               .ends = our_end,
                               .text = our_text,
                               .declares = our_entity,
                               .undefined = our_entity};
    ours.length = 0;
    ours.ends_early = false;
    return xml_read(&reader, bytes, size, scratch, &events);
}

/* Expat reads the bytes as Latin-1, so that it accepts every byte, as this reader does. */
static const char *read_theirs(size_t size)
{
    const char *wrong = NULL;
    theirs.length = 0;
    parser = XML_ParserCreate("ISO-8859-1");
    XML_SetElementHandler(parser, their_begin, their_end);
    XML_SetCharacterDataHandler(parser, their_text);
    if (XML_Parse(parser, bytes, (int)size, 1) == XML_STATUS_ERROR)
        wrong = XML_ErrorString(XML_GetErrorCode(parser));
    return wrong;
}

/* True for errors in the XML declaration, which the reader does not check. */
static bool is_of_declaration(const char *wrong)
{
    return wrong && (strstr(wrong, "declaration") != NULL || strstr(wrong, "encoding") != NULL);
}

static void compare(const char *file, unsigned copy, size_t size)
{
    const char *wrong = read_ours(size);
    const char *expected = read_theirs(size);
    bool same = (wrong == NULL) == (expected == NULL);
    if (same && !wrong)
        same = ours.length == theirs.length && memcmp(ours.text, theirs.text, ours.length) == 0;
    if (same && wrong && reader.depth > 0) /* outside of the root the tokens differ */
        same = xml_line(&reader) == (uint32_t)XML_GetCurrentLineNumber(parser);
    if (same || ours.ends_early || is_of_declaration(expected)) {
        passed++;
    } else if (++failed <= 10) {
        printf("%s, copy %u: %s at line %u; expat: %s at line %u\n", file, copy,
               wrong ? wrong : "fine", (unsigned)xml_line(&reader), expected ? expected : "fine",
               (unsigned)XML_GetCurrentLineNumber(parser));
    }
    XML_ParserFree(parser);
}

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * n) >> 32);
}

/* Changes, deletes, duplicates or inserts bytes. */
static size_t damage(size_t size)
{
    static const char marks[] = "<>/&;'\"=! -?[]ax#\n\r\t:\001%";
    size_t at = random_below((uint32_t)size);
    size_t rest = size - at;
    switch (random_below(4)) {
    case 0:
        bytes[at] = marks[random_below(sizeof marks - 1)];
        return size;
    case 1:
        memmove(bytes + at, bytes + at + 1, rest - 1);
        return size - 1;
    case 2:
        memmove(bytes + at + 1, bytes + at, rest);
        return size + 1;
    default:
        memmove(bytes + at + 1, bytes + at, rest);
        bytes[at] = marks[random_below(sizeof marks - 1)];
        return size + 1;
    }
}

static void test_file(const char *name)
{
    static char whole[MOST];
    FILE *file = fopen(name, "rb");
    size_t size = file ? fread(whole, 1, MOST / 2, file) : 0;
    if (!file || size == 0) {
        failed++;
        printf("%s: cannot be read\n", name);
        return;
    }
    fclose(file);
    memcpy(bytes, whole, size);
    compare(name, 0, size);
    for (unsigned copy = 1; copy <= COPIES; copy++) {
        size_t length = size;
        memcpy(bytes, whole, size);
        for (uint32_t i = 0; i <= copy % 3; i++)
            length = damage(length);
        compare(name, copy, length);
    }
}

int main(int count, char **arguments)
{
    ours.text = malloc(8 * (size_t)MOST);
    theirs.text = malloc(8 * (size_t)MOST);
    if (!ours.text || !theirs.text)
        return 2;
    for (int i = 1; i < count; i++)
        test_file(arguments[i]);
    free(ours.text);
    free(theirs.text);
    printf("XML: %u passed, %u failed\n", passed, failed);
    return failed > 0;
}
