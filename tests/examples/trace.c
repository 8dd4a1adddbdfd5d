#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than the longest line. */
enum { LINE_ROOM = 256 };

/* The reading position: the remaining words of the line, and the line's number. */
typedef struct trace_reader {
    const char *path;
    uint32_t line;
    char *rest;
    bool in_walk;   /* after a T, before its E */
    bool in_update; /* after an @, before its walk's E */
    trace_file *out;
} trace_reader;

static bool malformed(const trace_reader *reader, const char *what)
{
    fprintf(stderr, "%s:%lu: %s\n", reader->path, (unsigned long)reader->line, what);
    return false;
}

trace_sum trace_sum_empty(void)
{
    return (trace_sum){.count = 0, .hash = 2166136261u};
}

void trace_sum_add(trace_sum *sum, uint32_t id)
{
    uint32_t hash = sum->hash;
    for (unsigned shift = 0; shift < 32; shift += 8)
        hash = (hash ^ (id >> shift & 0xff)) * 16777619u;
    sum->hash = hash;
    ++sum->count;
}

bool trace_sum_equal(trace_sum a, trace_sum b)
{
    return a.count == b.count && a.hash == b.hash;
}

/* The next word of the line, or NULL at its end. One space separates words. */
static char *take_word(trace_reader *reader)
{
    char *word = reader->rest;
    if (!word)
        return NULL;
    char *space = strchr(word, ' ');
    if (space)
        *space = '\0';
    reader->rest = space ? space + 1 : NULL;
    return *word ? word : NULL;
}

static int digit_value(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : 16;
}

/* The next word as a number up to `max`: digits only, no sign. */
static bool take_number(trace_reader *reader, unsigned base, uint32_t max, uint32_t *out)
{
    const char *word = take_word(reader);
    uint64_t value = 0;
    if (!word)
        return false;
    for (; *word; ++word) {
        unsigned digit = (unsigned)digit_value(*word);
        if (digit >= base)
            return false;
        value = value * base + digit;
        if (value > max)
            return false;
    }
    *out = (uint32_t)value;
    return true;
}

static bool take_id(trace_reader *reader, trace_event *event)
{
    if (!take_number(reader, 10, TRACE_MAX_ID, &event->id) || event->id == 0)
        return malformed(reader, "expected an id, a whole number from 1 to 1000000");
    if (event->id > reader->out->greatest)
        reader->out->greatest = event->id;
    return true;
}

static bool take_sum(trace_reader *reader, trace_sum *sum)
{
    return take_number(reader, 10, UINT32_MAX, &sum->count) &&
           take_number(reader, 16, UINT32_MAX, &sum->hash);
}

static bool read_level(trace_reader *reader, trace_event *event)
{
    (void)event;
    if (reader->in_walk)
        return malformed(reader, "'I' inside a walk: its E is missing");
    reader->out->level = 0;
    return true;
}

/* Reads a change. Changes happen between walks, or in an update after an @ that names the updated
 * object. */
static bool read_change(trace_reader *reader, trace_event *event)
{
    if (reader->in_walk && !reader->in_update)
        return malformed(reader, "a change inside a walk needs an '@ ID' line before it");
    return take_id(reader, event);
}

static bool read_add(trace_reader *reader, trace_event *event)
{
    uint32_t radius;
    trace_file *out = reader->out;
    if (!read_change(reader, event))
        return false;
    if (!take_word(reader) || !take_number(reader, 10, UINT32_MAX, &radius))
        return malformed(reader, "expected '+ ID CLASS RADIUS'");
    ++out->added;
    if (++out->level > out->most)
        out->most = out->level;
    return true;
}

static bool read_walk(trace_reader *reader, trace_event *event)
{
    if (reader->in_walk)
        return malformed(reader, "'T' inside a walk: its E is missing");
    if (!take_sum(reader, &event->visited) || !take_sum(reader, &event->pruned))
        return malformed(reader, "expected 'T VISITED HASH PRUNED HASH'");
    reader->in_walk = true;
    ++reader->out->walks;
    return true;
}

static bool read_inside(trace_reader *reader, trace_event *event)
{
    if (!reader->in_walk)
        return malformed(reader, "'@' outside a walk: no T before it");
    reader->in_update = true;
    return take_id(reader, event);
}

static bool read_walk_end(trace_reader *reader, trace_event *event)
{
    (void)event;
    if (!reader->in_walk)
        return malformed(reader, "'E' outside a walk: no T before it");
    reader->in_walk = false;
    reader->in_update = false;
    return true;
}

static bool read_event(trace_reader *reader, trace_event *event)
{
    const char *letter = take_word(reader);
    if (!letter || letter[1] != '\0')
        return malformed(reader, "expected a line that begins with one of I + x T @ E #");
    event->letter = (trace_letter)letter[0];
    switch (event->letter) {
    case TRACE_LEVEL:
        return read_level(reader, event);
    case TRACE_ADD:
        return read_add(reader, event);
    case TRACE_EXPIRE:
        return read_change(reader, event);
    case TRACE_WALK:
        return read_walk(reader, event);
    case TRACE_INSIDE:
        return read_inside(reader, event);
    case TRACE_WALK_END:
        return read_walk_end(reader, event);
    case TRACE_END_OF_FILE:
        break;
    }
    return malformed(reader, "expected a line that begins with one of I + x T @ E #");
}

static bool append(const trace_reader *reader, trace_event event)
{
    trace_file *out = reader->out;
    if (out->count == out->room) {
        size_t room = out->room ? 2 * out->room : 1024;
        trace_event *events = realloc(out->events, room * sizeof *events);
        if (!events)
            return malformed(reader, "not enough memory");
        out->events = events;
        out->room = room;
    }
    out->events[out->count++] = event;
    return true;
}

static bool read_line(trace_reader *reader, char *text)
{
    trace_event event = {.line = reader->line};
    size_t length = strcspn(text, "\r\n");
    if (text[length] == '\0' && length == LINE_ROOM - 1)
        return malformed(reader, "the line is too long");
    text[length] = '\0';
    if (text[0] == '#')
        return true;
    reader->rest = text;
    if (!read_event(reader, &event))
        return false;
    if (reader->rest)
        return malformed(reader, "there are extra words at the end of the line");
    return append(reader, event);
}

static bool read_all(trace_reader *reader, FILE *file)
{
    char text[LINE_ROOM];
    for (reader->line = 1; fgets(text, sizeof text, file); ++reader->line)
        if (!read_line(reader, text))
            return false;
    if (ferror(file))
        return malformed(reader, "cannot be read");
    if (reader->in_walk)
        return malformed(reader, "the file ends inside a walk: its E is missing");
    if (reader->out->walks == 0)
        return malformed(reader, "there is no walk in this file: no T line");
    return append(reader, (trace_event){.letter = TRACE_END_OF_FILE, .line = reader->line});
}

bool trace_read(trace_file *out, const char *path)
{
    trace_reader reader = {.path = path, .out = out};
    FILE *file = fopen(path, "r");
    *out = (trace_file){0};
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    bool good = read_all(&reader, file);
    fclose(file);
    if (!good)
        trace_free(out);
    return good;
}

void trace_free(trace_file *trace)
{
    free(trace->events);
    trace->events = NULL;
}
