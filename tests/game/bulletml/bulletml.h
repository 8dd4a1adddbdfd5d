/*
 * The compiler of BulletML. It uses the heap and the formatted output of the standard library.
 *
 * bulletml_read.c reads the elements of a file (xml.h), checks them and resolves references.
 * bulletml_write.c writes the words of the table. bulletml_rounds.c warns about cycles of
 * references. bulletml.c does all that, and bulletml_file.c for a file by its name.
 */
#ifndef GAME_BULLETML_H
#define GAME_BULLETML_H

#include "pattern_words.h"

#include <stdarg.h>

/* Limits of the input. */
enum {
    BULLETML_ELEMENTS = 20000,
    BULLETML_BYTES = 4000000,
    BULLETML_DEPTH = 100,   /* nesting of elements */
    BULLETML_TEXT = 1000,   /* characters of an expression or a label */
    BULLETML_BRACKETS = 50, /* nesting of brackets and signs */
    BULLETML_MESSAGES = 20  /* errors that are reported */
};

/* Messages of the form "file:line: text". Without a function they are only counted. */
typedef struct bulletml_report {
    const char *file;
    void (*print)(void *context, const char *message);
    void *context;
    uint32_t errors;
    uint32_t warnings;
} bulletml_report;

void bulletml_error(bulletml_report *report, uint32_t line, const char *format, ...);
void bulletml_warn(bulletml_report *report, uint32_t line, const char *format, ...);

static inline bool bulletml_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Elements. */

typedef enum bulletml_name {
    BULLETML_BULLETML,
    BULLETML_BULLET,
    BULLETML_ACTION,
    BULLETML_FIRE,
    BULLETML_CHANGE_DIRECTION,
    BULLETML_CHANGE_SPEED,
    BULLETML_ACCEL,
    BULLETML_WAIT,
    BULLETML_VANISH,
    BULLETML_REPEAT,
    BULLETML_DIRECTION,
    BULLETML_SPEED,
    BULLETML_HORIZONTAL,
    BULLETML_VERTICAL,
    BULLETML_TERM,
    BULLETML_TIMES,
    BULLETML_BULLET_REF,
    BULLETML_ACTION_REF,
    BULLETML_FIRE_REF,
    BULLETML_PARAM,
    BULLETML_NAMES
} bulletml_name;

typedef struct bulletml_shape {
    const char *name;
    uint32_t children; /* names of allowed children, one bit per name */
    uint32_t once;     /* those that may occur at most once */
    uint32_t needs;    /* those that are required */
    bool has_text;     /* it contains a number */
    bool has_label;
    uint32_t types; /* allowed types, one bit per bml_type */
} bulletml_shape;

extern const bulletml_shape bulletml_shapes[BULLETML_NAMES];

static inline bool bulletml_is_ref(bulletml_name name)
{
    return name == BULLETML_BULLET_REF || name == BULLETML_ACTION_REF || name == BULLETML_FIRE_REF;
}

/* Elements refer to each other by number; 0 means none, the root is 1. */
typedef struct bulletml_element {
    bulletml_name name;
    bml_type type;
    uint32_t line;
    uint32_t parent;
    uint32_t first;
    uint32_t last;
    uint32_t next;
    uint32_t label;     /* offset in the texts, 0: none */
    uint32_t text;      /* likewise */
    uint32_t text_line; /* line of the text */
    uint32_t target;    /* of a reference */
    uint32_t routine;   /* its number + 1 after it is written */
    uint32_t born;      /* likewise, for the actions of a bullet */
} bulletml_element;

typedef struct bulletml_file {
    bulletml_report *report;
    bool horizontal;
    uint32_t count; /* number of elements, including the unused first one */
    uint32_t text_length;
    uint32_t text_room;
    char *texts;
    bulletml_element elements[BULLETML_ELEMENTS + 1];
} bulletml_file;

static inline const char *bulletml_text(const bulletml_file *file, uint32_t text)
{
    return text ? file->texts + text : "";
}

/* The first child of this name, or 0. */
uint32_t bulletml_child(const bulletml_file *file, uint32_t parent, bulletml_name name);

/* A table in progress. */
typedef struct bulletml_table {
    uint32_t length;
    uint32_t routines;
    uint32_t tops;
    bool full;
    uint32_t words[BML_WORDS + 1];
    uint32_t lines[BML_WORDS + 1];                /* the line in the file of each word */
    uint32_t elements[BULLETML_ELEMENTS * 2 + 1]; /* the element of each routine */
    uint8_t kinds[BULLETML_ELEMENTS * 2 + 1];
} bulletml_table;

/* The steps of compiling. Each reports errors; after an error the next one is skipped. */

void bulletml_read(bulletml_file *file, const char *bytes, size_t size);
void bulletml_verify(bulletml_file *file);
void bulletml_write(bulletml_file *file, bulletml_table *table);
void bulletml_rounds(const bulletml_file *file, const bulletml_table *table);

typedef enum bulletml_adjust {
    BULLETML_AS_IT_IS,
    BULLETML_NEGATED,
    BULLETML_TURNED /* minus 90 degrees: directions of patterns for horizontal scrolling */
} bulletml_adjust;

/* Appends the expression of an element to the table. */
void bulletml_expression(bulletml_file *file, bulletml_table *table, uint32_t element,
                         bulletml_adjust adjust);

/* Compiles a file: from its bytes to the words of a table, whose number is `*length`. `words`
 * must have room for BML_WORDS. True: there was no error. */
bool bulletml_compile(const char *bytes, size_t size, bulletml_report *report, uint32_t *words,
                      uint32_t *length);

/* The same for a file by its name, for native programs. `print` receives errors and warnings
 * line by line, with the file's name. */
bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*print)(void *context, const char *message), void *context);

#endif
