/*
 * Which version the library is, and whether a program's headers are of the same.
 */
#include "misuse.h"

uint32_t trp_version(void)
{
    return TRP_VERSION;
}

const char *trp_version_string(void)
{
    return TRP_VERSION_STRING;
}

#define TEXT_BYTES 160

#if !defined(TRP_NO_MESSAGES)
static char *put(char *to, const char *text)
{
    while (*text != '\0')
        *to++ = *text++;
    *to = '\0';
    return to;
}

static char *put_number(char *to, uint32_t number)
{
    uint32_t unit = 1;

    while (number / unit >= 10)
        unit *= 10;
    for (; unit != 0; unit /= 10)
        *to++ = (char)('0' + number / unit % 10);
    *to = '\0';
    return to;
}

static char *put_version(char *to, uint32_t version)
{
    to = put(put_number(to, version / 1000000), ".");
    to = put(put_number(to, version / 1000 % 1000), ".");
    return put_number(to, version % 1000);
}

static const char *difference(char text[TEXT_BYTES], uint32_t version)
{
    char *end =
        put_version(put(text, "the program was compiled with headers of version "), version);

    end = put_version(put(end, ", the library is version "), TRP_VERSION);
    if (version == TRP_VERSION)
        put(end, ", but their structs differ in size");
    return text;
}
#else
static const char *difference(char text[TEXT_BYTES], uint32_t version)
{
    (void)text;
    (void)version;
    return NULL;
}
#endif

bool trp__is_same_version(uint32_t version, uint32_t layout, const char *call,
                          trp_on_misuse_fn *on_misuse)
{
    char text[TEXT_BYTES];

    if (version == TRP_VERSION && layout == trp__layout())
        return true;
    trp__misuse_early(on_misuse, call, TRP_ERR_VERSION, difference(text, version));
    return false;
}
