#include "share.h"

#include <stdint.h>

size_t share_encode(char *text, const unsigned char *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char *to = text;
    uint32_t bits = 0;
    uint32_t count = 0;
    for (size_t i = 0; i < size; ++i) {
        bits = bits << 8 | bytes[i];
        for (count += 8; count >= 6; count -= 6)
            *to++ = letters[bits >> (count - 6) & 63];
    }
    if (count > 0)
        *to++ = letters[bits << (6 - count) & 63];
    *to = 0;
    return (size_t)(to - text);
}

static int value_of(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A';
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9')
        return letter - '0' + 52;
    return letter == '-' ? 62 : letter == '_' ? 63 : -1;
}

bool share_decode(unsigned char *bytes, size_t room, const char *text, size_t *size)
{
    uint32_t bits = 0;
    uint32_t count = 0;
    *size = 0;
    for (; value_of(*text) >= 0; ++text) {
        bits = bits << 6 | (uint32_t)value_of(*text);
        count += 6;
        if (count < 8)
            continue;
        if (*size == room)
            return false;
        count -= 8;
        bytes[(*size)++] = (unsigned char)(bits >> count);
    }
    return count < 6 && (bits & ((1u << count) - 1)) == 0;
}
