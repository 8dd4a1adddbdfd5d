#include "arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool arguments_number(const char *text, uint32_t most, uint32_t *number)
{
    char *end;
    errno = 0;
    const unsigned long value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return *text >= '0' && *text <= '9' && *end == 0 && errno == 0 && value <= most;
}

static bool take(const argument *it, const char *value)
{
    char *end;
    if (it->text)
        *it->text = value;
    if (it->number)
        return arguments_number(value, it->most, it->number);
    if (!it->seconds)
        return true;
    *it->seconds = strtod(value, &end);
    return *value != 0 && *end == 0 && *it->seconds >= 0 && *it->seconds <= 86400;
}

bool arguments_read(const argument *known, size_t known_count, int count, char **arguments)
{
    for (int i = 0; i < count; ++i) {
        const argument *it = known;
        while (it < known + known_count && strcmp(arguments[i], it->name) != 0)
            ++it;
        if (it == known + known_count)
            return false;
        if (it->is_given)
            *it->is_given = true;
        else if (++i == count || !take(it, arguments[i]))
            return false;
    }
    return true;
}
