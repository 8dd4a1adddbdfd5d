/*
 * The version of the library, and the comparison with a program's headers.
 */
#include "../base/text.h"
#include "misuse.h"

uint32_t trp_version(void)
{
    return TRP_VERSION;
}

#if !defined(TRP_NO_MESSAGES)
#define VERSION_TEXT_BYTES 384

static const char *version_mismatch(char buffer[VERSION_TEXT_BYTES], uint32_t version,
                                    const char *call)
{
    trp__text text = trp__text_in(buffer, VERSION_TEXT_BYTES);

    trp__say(&text,
             "%s: the program was compiled with headers of version %u.%u.%u, the library is "
             "version %u.%u.%u%s: %s.",
             call, (uint32_t)version / 1000000, (uint32_t)version / 1000 % 1000,
             (uint32_t)version % 1000, TRP_VERSION / 1000000u, TRP_VERSION / 1000 % 1000u,
             TRP_VERSION % 1000u,
             version == TRP_VERSION ? ", but their structs differ in size" : "",
             trp__result_text(TRP_ERR_VERSION));
    return buffer;
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
