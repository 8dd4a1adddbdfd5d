/* Tags: names, attributes, and the check that start and end tags match. */
#include "xml_parts.h"

#include <string.h>

char *xml__copy_name(xml_span name, char *to)
{
    memcpy(to, name.begin, name.length);
    to[name.length] = 0;
    return to + name.length + 1;
}

/* The reader is at the quote. Blanks in a value become spaces. */
static char *read_value(xml_reader *r, char *to)
{
    char quote = *r->at++;
    while (r->at < r->end && *r->at != quote && !r->stopped)
    {
        if (*r->at == '&')
        {
            to = xml__read_reference(r, to);
            continue;
        }
        if (*r->at == '<' || xml__is_control(*r->at))
        {
            xml__fail(r, "not well-formed (invalid token)");
            return to;
        }
        if (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n')
            r->at++;
        *to++ = xml__is_blank(*r->at) ? ' ' : *r->at;
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
    xml__skip_blanks(r);
    if (r->at == r->end)
        return to;
    if (*r->at != '=')
    {
        xml__fail(r, "not well-formed (invalid token)");
        return to;
    }
    r->at++;
    xml__skip_blanks(r);
    if (r->at < r->end && *r->at != '"' && *r->at != '\'')
        xml__fail(r, "not well-formed (invalid token)");
    return r->at < r->end && !r->stopped ? read_value(r, to) : to;
}

static bool is_repeated(const xml_reader *r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
    {
        if (strcmp(r->attributes[2 * i], r->attributes[2 * count]) == 0)
            return true;
    }
    return false;
}

/* Reads attributes into r->attributes, up to the end of the tag. */
static void read_attributes(xml_reader *r, char *to)
{
    uint32_t count = 0;
    while (!r->stopped)
    {
        bool blank = xml__skip_blanks(r);
        if (r->at == r->end || *r->at == '>' || *r->at == '/')
            break;
        const char *begin = r->at;
        xml_span name = xml__read_name(r);
        if (!blank || name.length == 0)
        {
            xml__fail_at(r, begin, "not well-formed (invalid token)");
            return;
        }
        if (count == XML_ATTRIBUTES)
        {
            xml__fail_at(r, begin, "too many attributes");
            return;
        }
        r->attributes[2 * count] = to;
        to = xml__copy_name(name, to);
        r->attributes[2 * count + 1] = to;
        to = read_equals(r, to);
        if (!r->stopped && is_repeated(r, count))
            xml__fail_at(r, begin, "duplicate attribute");
        count++;
    }
    r->attributes[2 * count] = NULL;
}

static void open_element(xml_reader *r, xml_span name, bool is_empty)
{
    if (r->depth == XML_DEPTH)
    {
        xml__fail_at(r, r->event, "elements are nested too deep");
        return;
    }
    r->open[r->depth++] = name;
    r->events->begins(r->events->context, r->scratch, r->attributes);
    if (is_empty && !r->stopped)
        r->events->ends(r->events->context);
    if (is_empty)
        r->depth--;
}

/* The reader is at "<" and a name. */
void xml__read_start(xml_reader *r)
{
    r->at++;
    xml_span name = xml__read_name(r);
    if (name.length == 0)
    {
        xml__fail(r, r->at == r->end ? "unclosed token" : "not well-formed (invalid token)");
        return;
    }
    read_attributes(r, xml__copy_name(name, r->scratch));
    bool is_empty = r->at < r->end && *r->at == '/';
    r->at += is_empty;
    if (r->stopped)
        return;
    if (r->at == r->end)
    {
        xml__fail_at(r, r->event, "unclosed token");
        return;
    }
    if (*r->at != '>')
    {
        xml__fail(r, "not well-formed (invalid token)");
        return;
    }
    r->at++;
    open_element(r, name, is_empty);
}

/* The reader is at "</". */
void xml__read_end(xml_reader *r)
{
    r->at += 2;
    const char *begin = r->at;
    xml_span name = xml__read_name(r);
    if (name.length > 0)
        xml__skip_blanks(r);
    if (r->at == r->end)
    {
        xml__fail_at(r, r->event, "unclosed token");
        return;
    }
    if (name.length == 0 || *r->at != '>')
    {
        xml__fail(r, "not well-formed (invalid token)");
        return;
    }
    r->at++;
    xml_span open = r->depth > 0 ? r->open[r->depth - 1] : (xml_span){NULL, 0};
    if (open.length != name.length || memcmp(open.begin, name.begin, name.length) != 0)
    {
        xml__fail_at(r, begin, "mismatched tag");
        return;
    }
    r->events->ends(r->events->context);
    r->depth--;
}
