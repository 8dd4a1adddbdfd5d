#include "bulletml_file.h"
#include "bulletml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one byte more than a pattern may have, which shows that a file is too large. NULL: errno
 * has the reason. */
static char *read_all(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    char *bytes = file ? malloc(BULLETML_BYTES + 1) : NULL;
    *size = 0;
    errno = file ? 0 : errno;
    if (bytes)
    {
        *size = fread(bytes, 1, BULLETML_BYTES + 1, file);
    }
    if (bytes && ferror(file))
    {
        free(bytes);
        bytes = NULL;
    }
    if (file)
    {
        fclose(file);
    }
    return bytes;
}

static bool load_table(const char *name, const char *bytes, size_t size, uint32_t *words,
                       uint32_t *length, bulletml_report *report)
{
    bml_pattern pattern;
    const bml_result result =
        bml_load(&pattern, (const unsigned char *)bytes, (uint32_t)size, words, BML_WORDS);
    *length = (uint32_t)(size / 4);
    if (result != BML_OK)
    {
        char message[600];
        snprintf(message, sizeof message, "%.400s: %s", name, bml_reason(result));
        report->print(report->context, message);
    }
    return result == BML_OK;
}

bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*print)(void *context, const char *message), void *context)
{
    bulletml_report report = {.file = name, .print = print, .context = context};
    size_t size;
    bool done;
    char *bytes = read_all(name, &size);
    if (!bytes)
    {
        char message[600];
        snprintf(message, sizeof message, "%.400s: %s", name,
                 errno ? strerror(errno) : "the file cannot be read");
        print(context, message);
        return false;
    }
    if (size >= 4 && memcmp(bytes, "BMLT", 4) == 0)
    {
        done = load_table(name, bytes, size, words, length, &report);
    }
    else
    {
        done = bulletml_compile(bytes, size, &report, words, length, NULL);
    }
    free(bytes);
    return done;
}
