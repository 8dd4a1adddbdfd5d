#include "bulletml_file.h"
#include "bulletml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One byte more than a pattern may have is enough to know that it is too large. NULL: errno says why. */
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
        report->tell(report->context, message);
    }
    return result == BML_OK;
}

bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*tell)(void *context, const char *message), void *context)
{
    bulletml_report report = {.file = name, .tell = tell, .context = context};
    size_t size;
    bool done;
    char *bytes = read_all(name, &size);
    if (!bytes)
    {
        char message[600];
        snprintf(message, sizeof message, "%.400s: %s", name,
                 errno ? strerror(errno) : "it cannot be read");
        tell(context, message);
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
