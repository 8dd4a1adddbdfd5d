/* Patterns from files, for native programs. */
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
        *size = fread(bytes, 1, BULLETML_BYTES + 1, file);
    if (bytes && ferror(file))
    {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*print)(void *context, const char *message), void *context)
{
    bulletml_report report = {.file = name, .print = print, .context = context};
    char message[600];
    size_t size;
    char *bytes = read_all(name, &size);
    if (!bytes)
    {
        snprintf(message, sizeof message, "%.400s: %s", name,
                 errno ? strerror(errno) : "the file cannot be read");
        print(context, message);
        return false;
    }
    const bool done = bulletml_compile(bytes, size, &report, words, length);
    free(bytes);
    if (report.errors > BULLETML_MESSAGES)
    {
        snprintf(message, sizeof message, "%.400s: %u errors in total", name,
                 (unsigned)report.errors);
        print(context, message);
    }
    return done;
}
