#include "../include/troupe/result.h"

#define NAME(name, text) #name,
#define TEXT(name, text) text,

static const char *const names[] = {TRP_RESULTS(NAME)};
static const char *const texts[] = {TRP_RESULTS(TEXT)};

const char *trp_result_name(trp_result result)
{
    return (unsigned)result < TRP_RESULT_COUNT ? names[result] : "TRP_?";
}

const char *trp_result_text(trp_result result)
{
    return (unsigned)result < TRP_RESULT_COUNT ? texts[result] : "";
}
