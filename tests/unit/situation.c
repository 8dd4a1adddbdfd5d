#include "situation.h"

static char failure[400];

bool situation_text_equal(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

bool situation_text_has(const char *text, const char *part)
{
#if defined(TRP_NO_MESSAGES)
    if (*text == '\0')
        return true;
#endif
    for (; *text != '\0'; text++) {
        const char *a = text, *b = part;
        while (*b != '\0' && *a == *b) {
            a++;
            b++;
        }
        if (*b == '\0')
            return true;
    }
    return *part == '\0';
}

void situation_text_copy(char *to, unsigned size, const char *from)
{
    unsigned at = 0;
    for (; from[at] != '\0' && at + 1 < size; at++)
        to[at] = from[at];
    to[at] = '\0';
}

void situation_text_add(char *to, unsigned size, const char *from)
{
    unsigned at = 0;
    while (to[at] != '\0')
        at++;
    situation_text_copy(to + at, size - at, from);
}

void situation_text_number(char *to, unsigned size, uint64_t number)
{
    char digits[21];
    unsigned at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0);
    situation_text_add(to, size, digits + at);
}

uint32_t situation_rounds(uint32_t rounds)
{
    return rounds > SITUATION_SHARE ? rounds / SITUATION_SHARE : 1;
}

bool situation_leaves_out(unsigned long number)
{
    return number % SITUATION_SHARE != 0;
}

void situation_check_equal(const char *file, int line, const char *text, uint64_t a, uint64_t b)
{
    if (a == b)
        return;
    situation_text_copy(failure, sizeof failure, text);
    situation_text_add(failure, sizeof failure, ", but they are ");
    situation_text_number(failure, sizeof failure, a);
    situation_text_add(failure, sizeof failure, " and ");
    situation_text_number(failure, sizeof failure, b);
    situation_failed(file, line, failure);
}

void situation_check_result(const char *file, int line, const char *text, trp_result got,
                            trp_result expected)
{
    if (got == expected)
        return;
    situation_text_copy(failure, sizeof failure, text);
    situation_text_add(failure, sizeof failure, " answers ");
    situation_text_add(failure, sizeof failure, trp_result_name(got));
    situation_text_add(failure, sizeof failure, ", expected ");
    situation_text_add(failure, sizeof failure, trp_result_name(expected));
    situation_failed(file, line, failure);
}

void *situation_check_made(const char *file, int line, const char *text, void *made)
{
    if (made != NULL)
        return made;
    situation_text_copy(failure, sizeof failure, text);
    situation_text_add(failure, sizeof failure, " answers NULL");
    situation_failed(file, line, failure);
}
