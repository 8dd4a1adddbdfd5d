#include "misuse.h"

/* One string, in which each ends with a zero: an array of pointers would have to be relocated, and so be data. */
#define NAME(name, text) #name "\0"
#define TEXT(name, text) text "\0"

#if !defined(TRP_NO_MESSAGES)
static const char names[] = TRP_RESULTS(NAME) "TRP_?";
static const char texts[] = TRP_RESULTS(TEXT);
#else
static const char names[TRP_RESULT_COUNT + 1] = {0};
static const char texts[TRP_RESULT_COUNT + 1] = {0};
#endif

static const char *string_at(const char *strings, trp_result result)
{
    unsigned number = (unsigned)result < TRP_RESULT_COUNT ? (unsigned)result : TRP_RESULT_COUNT;

    for (; number > 0; number--)
    {
        while (*strings != '\0')
            strings++;
        strings++;
    }
    return strings;
}

const char *trp_result_name(trp_result result)
{
    return string_at(names, result);
}

const char *trp_result_text(trp_result result)
{
    return string_at(texts, result);
}
