/* The reader of XML: characters, names and references; tags; then the whole of a file. */
#include "xml.h"

#include <string.h>

/* Stops with an error at `at`. Only the first call counts. Returns false. */
static bool fail_at(xml_reader *r, const char *at, const char *wrong)
{
    if (r->wrong || r->stopped)
        return false;
    r->wrong = wrong;
    r->event = at;
    r->stopped = true;
    return false;
}

/* The same at the present position, where no token can go on so. */
static bool fail(xml_reader *r)
{
    return fail_at(r, r->at,
                   r->at == r->end ? "unclosed token" : "not well-formed (invalid token)");
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
           (unsigned char)c >= 0x80;
}

static bool is_name(char c)
{
    return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/* True for characters that text must not contain: those below the space except blanks. */
static bool is_control(char c)
{
    return (unsigned char)c < 0x20 && !is_blank(c);
}

static bool begins_with(const xml_reader *r, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(r->end - r->at) >= length && memcmp(r->at, what, length) == 0;
}

/* Skips blanks. True if there were any. */
static bool skip_blanks(xml_reader *r)
{
    const char *begin = r->at;
    while (r->at < r->end && is_blank(*r->at))
        r->at++;
    return r->at > begin;
}

/* Reads a name. Length 0: there is none. */
static xml_span read_name(xml_reader *r)
{
    xml_span name = {.begin = r->at};
    if (r->at < r->end && is_name_start(*r->at))
        while (r->at < r->end && is_name(*r->at))
            r->at++;
    name.length = (size_t)(r->at - name.begin);
    return name;
}

/* Skips to after `what`. False: it is missing, or a control character comes before it. */
static bool skip_until(xml_reader *r, const char *what)
{
    const char *begin = r->event;
    while (r->at < r->end && !begins_with(r, what)) {
        if (is_control(*r->at))
            return fail(r);
        r->at++;
    }
    if (r->at == r->end)
        return fail_at(r, begin, "unclosed token");
    r->at += strlen(what);
    return true;
}

/* Copies a name and a terminating zero. Returns the position after them. */
static char *copy_name(xml_span name, char *to)
{
    memcpy(to, name.begin, name.length);
    to[name.length] = 0;
    return to + name.length + 1;
}

/* References: &amp; and &#65; */

static char *put_character(char *to, uint32_t code)
{
    static const unsigned char heads[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = length - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    to[0] = (char)(heads[length] | code);
    return to + length;
}

static bool is_character(uint32_t code)
{
    return code == 9 || code == 10 || code == 13 || (code >= 0x20 && code < 0xd800) ||
           (code >= 0xe000 && code <= 0x10ffff && code != 0xfffe && code != 0xffff);
}

static uint32_t digit_of(char c)
{
    uint32_t digit = 99;
    digit = c >= '0' && c <= '9' ? (uint32_t)(c - '0') : digit;
    digit = c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10) : digit;
    return c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10) : digit;
}

/* The reader is after "&#". */
static char *read_number(xml_reader *r, char *to)
{
    const char *begin = r->at - 2;
    uint32_t base = r->at < r->end && *r->at == 'x' ? 16 : 10;
    uint32_t code = 0;
    r->at += base == 16;
    const char *digits = r->at;
    while (r->at < r->end && digit_of(*r->at) < base) {
        code = code * base + digit_of(*r->at);
        code = code > 0x110000 ? 0x110000 : code;
        r->at++;
    }
    if (r->at == digits || r->at == r->end || *r->at != ';') {
        fail(r);
        return to;
    }
    r->at++;
    if (!is_character(code)) {
        fail_at(r, begin, "reference to invalid character number");
        return to;
    }
    return put_character(to, code);
}

/* The reader is at "&". Writes the character of the reference and skips it. */
static char *read_reference(xml_reader *r, char *to)
{
    static const struct {
        const char *name;
        char meaning;
    } known[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    r->at++;
    if (r->at < r->end && *r->at == '#') {
        r->at++;
        return read_number(r, to);
    }
    xml_span name = read_name(r);
    if (name.length == 0 || r->at == r->end || *r->at != ';') {
        fail(r);
        return to;
    }
    r->at++;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strlen(known[i].name) == name.length &&
            memcmp(known[i].name, name.begin, name.length) == 0) {
            *to = known[i].meaning;
            return to + 1;
        }
    }
    copy_name(name, to);
    r->events->undefined(r->events->context, to);
    return to;
}

/* -- Tags: names, attributes, and the check that start and end tags match -- */

/* The reader is at the quote. Blanks in a value become spaces. */
static char *read_value(xml_reader *r, char *to)
{
    char quote = *r->at++;
    while (r->at < r->end && *r->at != quote && !r->stopped) {
        if (*r->at == '&') {
            to = read_reference(r, to);
            continue;
        }
        if (*r->at == '<' || is_control(*r->at)) {
            fail(r);
            return to;
        }
        if (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n')
            r->at++;
        *to++ = is_blank(*r->at) ? ' ' : *r->at;
        r->at++;
    }
    if (r->at < r->end)
        r->at++;
    *to++ = 0;
    return to;
}

/* The part of an attribute after its name. */
static char *read_equals(xml_reader *r, char *to)
{
    skip_blanks(r);
    if (r->at == r->end)
        return to;
    if (*r->at != '=') {
        fail(r);
        return to;
    }
    r->at++;
    skip_blanks(r);
    if (r->at < r->end && *r->at != '"' && *r->at != '\'')
        fail(r);
    return r->at < r->end && !r->stopped ? read_value(r, to) : to;
}

static bool is_repeated(const xml_reader *r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(r->attributes[2 * i], r->attributes[2 * count]) == 0)
            return true;
    return false;
}

/* Reads attributes into r->attributes, up to the end of the tag. */
static bool read_attributes(xml_reader *r, char *to)
{
    uint32_t count = 0;
    while (!r->stopped) {
        bool blank = skip_blanks(r);
        if (r->at == r->end || *r->at == '>' || *r->at == '/')
            break;
        const char *begin = r->at;
        xml_span name = read_name(r);
        if (!blank || name.length == 0)
            return fail_at(r, begin, "not well-formed (invalid token)");
        if (count == XML_ATTRIBUTES)
            return fail_at(r, begin, "too many attributes");
        r->attributes[2 * count] = to;
        to = copy_name(name, to);
        r->attributes[2 * count + 1] = to;
        to = read_equals(r, to);
        if (!r->stopped && is_repeated(r, count))
            fail_at(r, begin, "duplicate attribute");
        count++;
    }
    r->attributes[2 * count] = NULL;
    return true;
}

static bool open_element(xml_reader *r, xml_span name, bool is_empty)
{
    if (r->depth == XML_DEPTH)
        return fail_at(r, r->event, "elements are nested too deep");
    r->open[r->depth++] = name;
    r->events->begins(r->events->context, r->scratch, r->attributes);
    if (is_empty && !r->stopped)
        r->events->ends(r->events->context);
    if (is_empty)
        r->depth--;
    return true;
}

/* The reader is at "<" and a name. */
static bool read_start(xml_reader *r)
{
    r->at++;
    xml_span name = read_name(r);
    if (name.length == 0)
        return fail(r);
    read_attributes(r, copy_name(name, r->scratch));
    bool is_empty = r->at < r->end && *r->at == '/';
    r->at += is_empty;
    if (r->stopped)
        return false;
    if (r->at == r->end)
        return fail_at(r, r->event, "unclosed token");
    if (*r->at != '>')
        return fail(r);
    r->at++;
    open_element(r, name, is_empty);
    return true;
}

/* The reader is at "</". */
static bool read_end(xml_reader *r)
{
    r->at += 2;
    const char *begin = r->at;
    xml_span name = read_name(r);
    if (name.length > 0)
        skip_blanks(r);
    if (r->at == r->end)
        return fail_at(r, r->event, "unclosed token");
    if (name.length == 0 || *r->at != '>')
        return fail(r);
    r->at++;
    xml_span open = r->depth > 0 ? r->open[r->depth - 1] : (xml_span){NULL, 0};
    if (open.length != name.length || memcmp(open.begin, name.begin, name.length) != 0)
        return fail_at(r, begin, "mismatched tag");
    r->events->ends(r->events->context);
    r->depth--;
    return true;
}

void xml_stop(xml_reader *r)
{
    r->stopped = true;
}

uint32_t xml_line(xml_reader *r)
{
    if (r->event < r->counted)
        return r->line;
    for (; r->counted < r->event; r->counted++) {
        /* line ends: \n, \r\n and \r */
        r->line += *r->counted == '\n' ||
                   (*r->counted == '\r' && (r->counted + 1 == r->end || r->counted[1] != '\n'));
    }
    return r->line;
}

/* Reports the text between tags. */

static void report_text(xml_reader *r, const char *begin, const char *end)
{
    if (end > begin && !r->stopped) {
        r->event = begin;
        r->events->text(r->events->context, begin, (size_t)(end - begin));
    }
}

/* Reports the text up to `end` line by line, with each line end as \n. */
static void report_lines(xml_reader *r, const char *begin, const char *end)
{
    for (const char *at = begin; at < end; at++) {
        if (*at != '\n' && *at != '\r')
            continue;
        report_text(r, begin, at);
        if (!r->stopped) {
            r->event = at;
            r->events->text(r->events->context, "\n", 1);
        }
        at += *at == '\r' && at + 1 < end && at[1] == '\n';
        begin = at + 1;
    }
    report_text(r, begin, end);
}

static void read_text(xml_reader *r)
{
    const char *begin = r->at;
    while (r->at < r->end && *r->at != '<' && *r->at != '&' && !is_control(*r->at) &&
           !begins_with(r, "]]>"))
        r->at++;
    const char *end = r->at;
    report_lines(r, begin, end);
    if (r->at < r->end && *r->at != '<' && *r->at != '&')
        fail(r);
}

static void read_reference_in_text(xml_reader *r)
{
    char *end = read_reference(r, r->scratch);
    if (!r->stopped)
        r->events->text(r->events->context, r->scratch, (size_t)(end - r->scratch));
}

/* The reader is at "<![CDATA[". */
static void read_cdata(xml_reader *r)
{
    r->at += 9;
    const char *begin = r->at;
    if (skip_until(r, "]]>"))
        report_lines(r, begin, r->at - 3);
}

static void read_comment(xml_reader *r)
{
    r->at += 4;
    if (skip_until(r, "--") && (r->at == r->end || *r->at != '>'))
        fail(r);
    r->at += !r->stopped;
}

/* The reader is at "<!ENTITY" in the brackets of a DOCTYPE. */
static void read_declaration(xml_reader *r)
{
    r->event = r->at;
    r->at += 8;
    skip_blanks(r);
    bool is_parameter = r->at < r->end && *r->at == '%';
    r->at += is_parameter;
    skip_blanks(r);
    xml_span name = read_name(r);
    copy_name(name, r->scratch);
    r->events->declares(r->events->context, r->scratch);
}

/* Skips an instruction; only its name is checked. */
static void read_instruction(xml_reader *r)
{
    r->at += 2;
    xml_span name = read_name(r);
    bool is_whole = r->at < r->end && (is_blank(*r->at) || begins_with(r, "?>"));
    if (name.length == 0 || !is_whole)
        fail(r);
    else
        skip_until(r, "?>");
}

/* Leaves the reader at the last character of the comment. */
static void skip_comment_within(xml_reader *r)
{
    r->event = r->at;
    read_comment(r);
    r->at -= !r->stopped;
}

/* The reader is at "<!DOCTYPE". Skips to its ">"; a ">" in quotes or brackets does not count. */
static void read_doctype(xml_reader *r)
{
    const char *begin = r->at;
    bool is_within = false;
    char quote = 0;
    for (; r->at < r->end && !r->stopped; r->at++) {
        char c = *r->at;
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (is_control(c))
            fail(r);
        else if (begins_with(r, "<!--"))
            skip_comment_within(r);
        else if (is_within && begins_with(r, "<!ENTITY"))
            read_declaration(r);
        else if (c == '>' && !is_within) {
            r->at++;
            return;
        } else {
            quote = c == '"' || c == '\'' ? c : 0;
            is_within = c == '[' || (is_within && c != ']');
        }
    }
    fail_at(r, begin, "unclosed token");
}

static void read_markup(xml_reader *r)
{
    r->event = r->at;
    if (begins_with(r, "<!--"))
        read_comment(r);
    else if (begins_with(r, "<?"))
        read_instruction(r);
    else if (begins_with(r, "</"))
        read_end(r);
    else if (r->depth > 0 && begins_with(r, "<![CDATA["))
        read_cdata(r);
    else
        read_start(r);
}

/* Reads the root element and its content. */
static void read_root(xml_reader *r)
{
    do {
        r->event = r->at;
        if (*r->at == '<')
            read_markup(r);
        else if (*r->at == '&')
            read_reference_in_text(r);
        else
            read_text(r);
    } while (r->depth > 0 && r->at < r->end && !r->stopped);
    if (r->depth > 0)
        fail_at(r, r->end, "no element found");
}

/* Reads the content before or after the root: blanks, comments, instructions, one DOCTYPE. Stops at
 * anything else. */
static void read_around(xml_reader *r, bool is_before)
{
    while (!r->stopped) {
        skip_blanks(r);
        r->event = r->at;
        if (r->at == r->end)
            return;
        if (begins_with(r, "<!--") || begins_with(r, "<?"))
            read_markup(r);
        else if (is_before && begins_with(r, "<!DOCTYPE"))
            read_doctype(r);
        else
            return;
    }
}

const char *xml_read(xml_reader *r, const char *bytes, size_t size, char *scratch,
                     const xml_events *events)
{
    memset(r, 0, sizeof *r);
    r->at = r->event = r->counted = bytes;
    r->end = bytes + size;
    r->line = 1;
    r->scratch = scratch;
    r->events = events;
    if (size >= 2 && ((bytes[0] == '\xff' && bytes[1] == '\xfe') ||
                      (bytes[0] == '\xfe' && bytes[1] == '\xff'))) {
        fail_at(r, r->at, "it is UTF-16: save it as UTF-8");
        return r->wrong;
    }
    r->at += begins_with(r, "\xef\xbb\xbf") ? 3 : 0;
    read_around(r, true);
    if (!r->stopped && r->at == r->end)
        fail_at(r, r->at, "no element found");
    else if (!r->stopped && *r->at != '<')
        fail_at(r, r->at, is_control(*r->at) ? "not well-formed (invalid token)" : "syntax error");
    if (!r->stopped) {
        read_root(r);
        read_around(r, false);
    }
    if (!r->stopped && r->at < r->end) {
        fail_at(r, r->at,
                is_control(*r->at) ? "not well-formed (invalid token)"
                                   : "junk after document element");
    }
    return r->wrong;
}
