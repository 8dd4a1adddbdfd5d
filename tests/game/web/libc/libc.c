/* Compiled with -fno-builtin, so that the compiler does not turn the loops into calls of these
 * functions. */
#include "stdio.h"
#include "stdlib.h"
#include "string.h"

#include <stdbool.h>
#include <stdint.h>

/* -- memory and strings -- */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = (unsigned char *)to;
    const unsigned char *in = (const unsigned char *)from;
    if (out < in)
        for (size_t i = 0; i < size; ++i)
            out[i] = in[i];
    else
        for (size_t i = size; i-- > 0;)
            out[i] = in[i];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = (unsigned char *)to;
    for (size_t i = 0; i < size; ++i)
        out[i] = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (size_t i = 0; i < size; ++i)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        ++length;
    return length;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    return memcpy(to, from, strlen(from) + 1);
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (; size > 0 && *a && *a == *b; --size)
        ++a, ++b;
    return size == 0 ? 0 : (unsigned char)*a - (unsigned char)*b;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strchr(const char *text, int letter)
{
    while (*text && *text != (char)letter)
        ++text;
    return *text == (char)letter ? (char *)(uintptr_t)text : NULL;
}

char *strrchr(const char *text, int letter)
{
    const char *last = NULL;
    for (; *text; ++text)
        if (*text == (char)letter)
            last = text;
    return (char *)(uintptr_t)last;
}

/* -- the arena -- */

enum {
    ARENA = 24 << 20,
    HEAD = 16 /* bytes before each block, which hold its size */
};

static _Alignas(16) unsigned char arena[ARENA];
static size_t used;

void *malloc(size_t size)
{
    const size_t bytes = (size + 15) / 16 * 16 + HEAD;
    if (size > ARENA || used + bytes > ARENA)
        return NULL;
    unsigned char *block = arena + used + HEAD;
    *(size_t *)(void *)(arena + used) = size;
    used += bytes;
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block = size > 0 && count > ARENA / size ? NULL : malloc(count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    void *block = malloc(size);
    if (!block || !memory)
        return block;
    const size_t before = *(size_t *)(void *)((unsigned char *)memory - HEAD);
    return memcpy(block, memory, before < size ? before : size);
}

void free(void *memory)
{
    (void)memory;
}

void web_free_all(void)
{
    used = 0;
}

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        const unsigned char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Moves the element at `at` down, in a heap that is valid except for this element. */
static void sink(unsigned char *all, size_t at, size_t count, size_t size,
                 int (*compare)(const void *, const void *))
{
    for (size_t next = 2 * at + 1; next < count; at = next, next = 2 * at + 1) {
        if (next + 1 < count && compare(all + next * size, all + (next + 1) * size) < 0)
            ++next;
        if (compare(all + at * size, all + next * size) >= 0)
            return;
        swap(all + at * size, all + next * size, size);
    }
}

void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    unsigned char *bytes = (unsigned char *)all;
    for (size_t i = count / 2; i-- > 0;)
        sink(bytes, i, count, size, compare);
    for (size_t i = count; i-- > 1;) {
        swap(bytes, bytes + i * size, size);
        sink(bytes, 0, i, size, compare);
    }
}

/* -- formatting -- */

typedef struct output {
    char *text;
    size_t size;
    size_t length; /* of the whole output, including what does not fit */
} output;

static void put(output *out, char letter)
{
    if (out->length + 1 < out->size)
        out->text[out->length] = letter;
    out->length++;
}

static void put_number(output *out, unsigned number, unsigned base, int width, char fill)
{
    char digits[12];
    int count = 0;
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number > 0);
    for (; width > count; --width)
        put(out, fill);
    while (count > 0)
        put(out, digits[--count]);
}

static void put_text(output *out, const char *text, int most)
{
    for (; *text && most != 0; ++text, --most)
        put(out, *text);
}

static int read_number(const char **at, va_list *arguments)
{
    int number = 0;
    if (**at == '*') {
        ++*at;
        return va_arg(*arguments, int);
    }
    for (; **at >= '0' && **at <= '9'; ++*at)
        number = number * 10 + (**at - '0');
    return number;
}

/* Formats the conversion at `at`, after its percent sign. Returns the end of the conversion. */
static const char *convert(output *out, const char *at, va_list *arguments)
{
    const char fill = *at == '0' ? '0' : ' ';
    const int width = read_number(&at, arguments);
    int most = -1;
    if (*at == '.') {
        ++at;
        most = read_number(&at, arguments);
    }
    if (*at == 's')
        put_text(out, va_arg(*arguments, const char *), most);
    else if (*at == 'c')
        put(out, (char)va_arg(*arguments, int));
    else if (*at == 'u' || *at == 'x')
        put_number(out, va_arg(*arguments, unsigned), *at == 'u' ? 10 : 16, width, fill);
    else if (*at == 'd') {
        const int number = va_arg(*arguments, int);
        if (number < 0)
            put(out, '-');
        put_number(out, number < 0 ? 0u - (unsigned)number : (unsigned)number, 10, width, fill);
    } else
        put(out, *at);
    return at + 1;
}

int vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    output out = {text, size, 0};
    va_list copy;
    va_copy(copy, arguments);
    while (*format)
        if (*format == '%')
            format = convert(&out, format + 1, &copy);
        else
            put(&out, *format++);
    va_end(copy);
    if (size > 0)
        text[out.length < size ? out.length : size - 1] = 0;
    return (int)out.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}
