#include "text.h"

#include <stdarg.h>

trp__text trp__text_in(char *buffer, size_t size)
{
    trp__text text = {buffer, size, 0, false};

    buffer[0] = '\0';
    return text;
}

void trp__put(trp__text *text, const char *piece)
{
    while (*piece != '\0' && text->length < text->size - 1)
        text->at[text->length++] = *piece++;
    text->at[text->length] = '\0';
    text->is_cut |= *piece != '\0';
}

/* Divides a number of four parts of 16 bits by 10, and returns the remainder. (A 32-bit machine
 * would call its run-time library to divide 64 bits.) */
static uint32_t text_take_digit(uint32_t parts[4])
{
    uint32_t rest = 0;

    for (int i = 0; i < 4; i++) {
        const uint32_t whole = rest << 16 | parts[i];
        parts[i] = whole / 10;
        rest = whole % 10;
    }
    return rest;
}

void trp__put_number(trp__text *text, uint64_t number)
{
    const uint32_t high = (uint32_t)(number >> 32);
    const uint32_t low = (uint32_t)number;
    uint32_t parts[4] = {high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF};
    char digits[21];
    size_t at = sizeof digits - 1;

    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + text_take_digit(parts));
    while ((parts[0] | parts[1] | parts[2] | parts[3]) != 0);
    trp__put(text, digits + at);
}

/* With commas between thousands. */
static void text_put_bytes(trp__text *text, size_t bytes)
{
    size_t unit = 1;

    while (bytes / unit >= 1000)
        unit *= 1000;
    trp__put_number(text, bytes / unit);
    while ((unit /= 1000) != 0) {
        const size_t digits = bytes / unit % 1000;
        trp__put(text, digits < 10 ? ",00" : digits < 100 ? ",0" : ",");
        trp__put_number(text, digits);
    }
}

void trp__say(trp__text *text, const char *format, ...)
{
    char letter[2] = {'\0', '\0'};
    va_list values;

    va_start(values, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            letter[0] = *format;
            trp__put(text, letter);
        } else if (*++format == 's')
            trp__put(text, va_arg(values, const char *));
        else if (*format == 'u')
            trp__put_number(text, va_arg(values, uint32_t));
        else if (*format++ == 'z')
            text_put_bytes(text, va_arg(values, size_t));
        else
            trp__put_number(text, va_arg(values, uint64_t));
    }
    va_end(values);
}

bool trp__same_text(const char *a, const char *b)
{
    while (*a == *b && *a != '\0') {
        a++;
        b++;
    }
    return *a == *b;
}

bool trp__same_bytes(const void *a, const void *b, size_t size)
{
    const unsigned char *one = (const unsigned char *)a;
    const unsigned char *other = (const unsigned char *)b;

    while (size > 0 && *one == *other) {
        one++;
        other++;
        size--;
    }
    return size == 0;
}

const char *trp__file_name(const char *file)
{
    const char *name = file;

    for (; *file != '\0'; file++)
        if (*file == '/' || *file == '\\')
            name = file + 1;
    return name;
}

/* Skips "struct " and namespaces. */
static const char *text_plain_name(const char *name)
{
    static const char tag[] = "struct ";
    const char *plain = name;
    uint32_t i = 0;

    while (tag[i] != '\0' && name[i] == tag[i])
        i++;
    if (tag[i] == '\0')
        plain = name + i;
    for (name = plain; *name != '\0'; name++)
        if (name[0] == ':' && name[1] == ':')
            plain = name + 2;
    return plain;
}

bool trp__is_same_type_name(const char *a, const char *b)
{
    return a == NULL || b == NULL || a == b ||
           trp__same_text(text_plain_name(a), text_plain_name(b));
}
