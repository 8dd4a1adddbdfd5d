/*
 * The version of the library, and the comparison with a program's headers.
 */
#include "misuse.h"

uint32_t trp_version(void)
{
    return TRP_VERSION;
}

bool trp__is_same_version(uint32_t version, uint32_t layout, const char *call,
                          trp__on_mismatch_fn *on_mismatch, const trp_world_desc *desc)
{
    if (version == TRP_VERSION && layout == trp__layout())
        return true;
    char text[384];
    const char *words = TRP__WORDS(
        text, sizeof text,
        "%s: the program was compiled with headers of version %u.%u.%u, the library is version "
        "%u.%u.%u%s: %s.",
        call, (uint32_t)version / 1000000, (uint32_t)version / 1000 % 1000,
        (uint32_t)version % 1000, TRP_VERSION / 1000000u, TRP_VERSION / 1000 % 1000u,
        TRP_VERSION % 1000u, version == TRP_VERSION ? ", but their structs differ in size" : "",
        trp__result_text(TRP_ERR_VERSION));
    (void)words;
    on_mismatch(desc, TRP__NAME(call), TRP__NAME(words));
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
