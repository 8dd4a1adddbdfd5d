#include "xml_parts.h"

#include <string.h>

void xml_stop(xml_reader *r)
{
    r->stopped = true;
}

uint32_t xml_line(xml_reader *r)
{
    if (r->event < r->counted)
        return r->line;
    for (; r->counted < r->event; r->counted++)
    {
        /* line ends: \n, \r\n and \r */
        r->line += *r->counted == '\n' ||
                   (*r->counted == '\r' && (r->counted + 1 == r->end || r->counted[1] != '\n'));
    }
    return r->line;
}

/* Reports the text between tags. */

static void report_text(xml_reader *r, const char *begin, const char *end)
{
    if (end > begin && !r->stopped)
    {
        r->event = begin;
        r->events->text(r->events->context, begin, (size_t)(end - begin));
    }
}

/* Reports the text up to `end` line by line, with each line end as \n. */
static void report_lines(xml_reader *r, const char *begin, const char *end)
{
    for (const char *at = begin; at < end; at++)
    {
        if (*at != '\n' && *at != '\r')
            continue;
        report_text(r, begin, at);
        if (!r->stopped)
        {
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
    while (r->at < r->end && *r->at != '<' && *r->at != '&' && !xml__is_control(*r->at) &&
           !xml__begins_with(r, "]]>"))
        r->at++;
    const char *end = r->at;
    report_lines(r, begin, end);
    if (r->at < r->end && *r->at != '<' && *r->at != '&')
        xml__fail(r, "not well-formed (invalid token)");
}

static void read_reference_in_text(xml_reader *r)
{
    char *end = xml__read_reference(r, r->scratch);
    if (!r->stopped)
        r->events->text(r->events->context, r->scratch, (size_t)(end - r->scratch));
}

/* The reader is at "<![CDATA[". */
static void read_cdata(xml_reader *r)
{
    r->at += 9;
    const char *begin = r->at;
    if (xml__skip_until(r, "]]>"))
        report_lines(r, begin, r->at - 3);
}

static void read_comment(xml_reader *r)
{
    r->at += 4;
    if (xml__skip_until(r, "--") && (r->at == r->end || *r->at != '>'))
        xml__fail(r, r->at == r->end ? "unclosed token" : "not well-formed (invalid token)");
    r->at += !r->stopped;
}

/* The reader is at "<!ENTITY" in the brackets of a DOCTYPE. */
static void read_declaration(xml_reader *r)
{
    r->event = r->at;
    r->at += 8;
    xml__skip_blanks(r);
    bool is_parameter = r->at < r->end && *r->at == '%';
    r->at += is_parameter;
    xml__skip_blanks(r);
    xml_span name = xml__read_name(r);
    xml__copy_name(name, r->scratch);
    r->events->declares(r->events->context, r->scratch);
}

/* Skips an instruction; only its name is checked. */
static void read_instruction(xml_reader *r)
{
    r->at += 2;
    xml_span name = xml__read_name(r);
    bool is_whole = r->at < r->end && (xml__is_blank(*r->at) || xml__begins_with(r, "?>"));
    if (name.length == 0 || !is_whole)
        xml__fail(r, r->at == r->end ? "unclosed token" : "not well-formed (invalid token)");
    else
        xml__skip_until(r, "?>");
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
    for (; r->at < r->end && !r->stopped; r->at++)
    {
        char c = *r->at;
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (xml__is_control(c))
            xml__fail(r, "not well-formed (invalid token)");
        else if (xml__begins_with(r, "<!--"))
            skip_comment_within(r);
        else if (is_within && xml__begins_with(r, "<!ENTITY"))
            read_declaration(r);
        else if (c == '>' && !is_within)
        {
            r->at++;
            return;
        }
        else
        {
            quote = c == '"' || c == '\'' ? c : 0;
            is_within = c == '[' || (is_within && c != ']');
        }
    }
    xml__fail_at(r, begin, "unclosed token");
}

static void read_markup(xml_reader *r)
{
    r->event = r->at;
    if (xml__begins_with(r, "<!--"))
        read_comment(r);
    else if (xml__begins_with(r, "<?"))
        read_instruction(r);
    else if (xml__begins_with(r, "</"))
        xml__read_end(r);
    else if (r->depth > 0 && xml__begins_with(r, "<![CDATA["))
        read_cdata(r);
    else
        xml__read_start(r);
}

/* Reads the root element and its content. */
static void read_root(xml_reader *r)
{
    do
    {
        r->event = r->at;
        if (*r->at == '<')
            read_markup(r);
        else if (*r->at == '&')
            read_reference_in_text(r);
        else
            read_text(r);
    } while (r->depth > 0 && r->at < r->end && !r->stopped);
    if (r->depth > 0)
        xml__fail_at(r, r->end, "no element found");
}

/* Reads the content before or after the root: blanks, comments, instructions, one DOCTYPE. Stops at
 * anything else. */
static void read_around(xml_reader *r, bool is_before)
{
    while (!r->stopped)
    {
        xml__skip_blanks(r);
        r->event = r->at;
        if (r->at == r->end)
            return;
        if (xml__begins_with(r, "<!--") || xml__begins_with(r, "<?"))
            read_markup(r);
        else if (is_before && xml__begins_with(r, "<!DOCTYPE"))
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
    if (size >= 2 &&
        ((bytes[0] == '\xff' && bytes[1] == '\xfe') || (bytes[0] == '\xfe' && bytes[1] == '\xff')))
    {
        xml__fail(r, "it is UTF-16: save it as UTF-8");
        return r->wrong;
    }
    r->at += xml__begins_with(r, "\xef\xbb\xbf") ? 3 : 0;
    read_around(r, true);
    if (!r->stopped && r->at == r->end)
        xml__fail(r, "no element found");
    else if (!r->stopped && *r->at != '<')
        xml__fail(r, xml__is_control(*r->at) ? "not well-formed (invalid token)" : "syntax error");
    if (!r->stopped)
    {
        read_root(r);
        read_around(r, false);
    }
    if (!r->stopped && r->at < r->end)
    {
        xml__fail(r, xml__is_control(*r->at) ? "not well-formed (invalid token)"
                                             : "junk after document element");
    }
    return r->wrong;
}
