/*
 * The version of the library, and the comparison with a program's headers.
 */
#include "misuse.h"

uint32_t trp_version(void)
{
    return TRP_VERSION;
}

#if !defined(TRP_NO_MESSAGES)
#define VERSION_TEXT_BYTES 384

static char *version_put(char *to, const char *text)
{
    while (*text != '\0')
        *to++ = *text++;
    *to = '\0';
    return to;
}

static char *version_put_number(char *to, uint32_t number)
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
    to = version_put(version_put_number(to, version / 1000000), ".");
    to = version_put(version_put_number(to, version / 1000 % 1000), ".");
    return version_put_number(to, version % 1000);
}

static const char *version_mismatch(char text[VERSION_TEXT_BYTES], uint32_t version,
                                    const char *call)
{
    char *end =
        version_put(version_put(text, call), ": the program was compiled with headers of version ");

    end = version_put(put_version(end, version), ", the library is version ");
    end = put_version(end, TRP_VERSION);
    if (version == TRP_VERSION)
        end = version_put(end, ", but their structs differ in size");
    version_put(version_put(version_put(end, ": "), trp__result_text(TRP_ERR_VERSION)), ".");
    return text;
}
#endif

bool trp__is_same_version(uint32_t version, uint32_t layout, const char *call,
                          trp__on_mismatch_fn *on_mismatch, const trp_world_desc *desc)
{
    if (version == TRP_VERSION && layout == trp__layout())
        return true;
#if !defined(TRP_NO_MESSAGES)
    char text[VERSION_TEXT_BYTES];
    on_mismatch(desc, call, version_mismatch(text, version, call));
#else
    (void)call;
    on_mismatch(desc, "", "");
#endif
    return false;
}

#if !TRP__ASAN
bool trp__debug_library_needs_fsanitize_address(uint32_t version, uint32_t layout, const char *call,
                                                trp__on_mismatch_fn *on_mismatch,
                                                const trp_world_desc *desc)
{
    return trp__is_same_version(version, layout, call, on_mismatch, desc);
}
#endif
