#include "misuse.h"

/* One string, in which each text ends with a zero: an array of pointers would have to be relocated,
 * and so be data. */
#define RESULT_NAME(name, text) #name "\0"
#define RESULT_TEXT(name, text) text "\0"

#if !defined(TRP_NO_MESSAGES)
static const char result_names[] = TRP_RESULTS(RESULT_NAME) "TRP_?";
static const char result_texts[] = TRP_RESULTS(RESULT_TEXT);
#else
static const char result_names[TRP_RESULT_COUNT + 1] = {0};
static const char result_texts[TRP_RESULT_COUNT + 1] = {0};
#endif

static const char *result_string_at(const char *strings, trp_result result)
{
    unsigned number = (unsigned)result < TRP_RESULT_COUNT ? (unsigned)result : TRP_RESULT_COUNT;

    for (; number > 0; number--) {
        while (*strings != '\0')
            strings++;
        strings++;
    }
    return strings;
}

const char *trp_result_name(trp_result result)
{
    return result_string_at(result_names, result);
}

const char *trp__result_text(trp_result result)
{
    return result_string_at(result_texts, result);
}
