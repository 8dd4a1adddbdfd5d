/* Characters, names and references. */
#include "xml_parts.h"

#include <string.h>

void xml__fail_at(xml_reader *r, const char *at, const char *wrong)
{
    if (r->wrong || r->stopped)
        return;
    r->wrong = wrong;
    r->event = at;
    r->stopped = true;
}

void xml__fail(xml_reader *r, const char *wrong)
{
    xml__fail_at(r, r->at, wrong);
}

bool xml__is_blank(char c)
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

bool xml__is_control(char c)
{
    return (unsigned char)c < 0x20 && !xml__is_blank(c);
}

bool xml__begins_with(const xml_reader *r, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(r->end - r->at) >= length && memcmp(r->at, what, length) == 0;
}

bool xml__skip_blanks(xml_reader *r)
{
    const char *begin = r->at;
    while (r->at < r->end && xml__is_blank(*r->at))
        r->at++;
    return r->at > begin;
}

xml_span xml__read_name(xml_reader *r)
{
    xml_span name = {.begin = r->at};
    if (r->at < r->end && is_name_start(*r->at))
        while (r->at < r->end && is_name(*r->at))
            r->at++;
    name.length = (size_t)(r->at - name.begin);
    return name;
}

/* Skips to after `what`. False: it is missing, or a control character comes before it. */
bool xml__skip_until(xml_reader *r, const char *what)
{
    const char *begin = r->event;
    while (r->at < r->end && !xml__begins_with(r, what))
    {
        if (xml__is_control(*r->at))
        {
            xml__fail(r, "not well-formed (invalid token)");
            return false;
        }
        r->at++;
    }
    if (r->at == r->end)
    {
        xml__fail_at(r, begin, "unclosed token");
        return false;
    }
    r->at += strlen(what);
    return true;
}

/* References: &amp; and &#65; */

static char *put_character(char *to, uint32_t code)
{
    static const unsigned char heads[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = length - 1; i > 0; i--)
    {
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
    while (r->at < r->end && digit_of(*r->at) < base)
    {
        code = code * base + digit_of(*r->at);
        code = code > 0x110000 ? 0x110000 : code;
        r->at++;
    }
    if (r->at == digits || r->at == r->end || *r->at != ';')
    {
        xml__fail(r, r->at == r->end ? "unclosed token" : "not well-formed (invalid token)");
        return to;
    }
    r->at++;
    if (!is_character(code))
    {
        xml__fail_at(r, begin, "reference to invalid character number");
        return to;
    }
    return put_character(to, code);
}

/* The reader is at "&". Writes the character of the reference and skips it. */
char *xml__read_reference(xml_reader *r, char *to)
{
    static const struct
    {
        const char *name;
        char meaning;
    } known[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    r->at++;
    if (r->at < r->end && *r->at == '#')
    {
        r->at++;
        return read_number(r, to);
    }
    xml_span name = xml__read_name(r);
    if (name.length == 0 || r->at == r->end || *r->at != ';')
    {
        xml__fail(r, r->at == r->end ? "unclosed token" : "not well-formed (invalid token)");
        return to;
    }
    r->at++;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
        if (strlen(known[i].name) == name.length &&
            memcmp(known[i].name, name.begin, name.length) == 0)
        {
            *to = known[i].meaning;
            return to + 1;
        }
    }
    xml__copy_name(name, to);
    r->events->undefined(r->events->context, to);
    return to;
}
