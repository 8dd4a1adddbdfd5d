/* Patterns from files, for native programs. */
#include "bulletml.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* One byte more than a pattern may have shows that a file is too large. */
static char bytes[BULLETML_BYTES + 1];

bool bulletml_from_file(const char *name, uint32_t *words, uint32_t *length,
                        void (*print)(void *context, const char *message), void *context)
{
    bulletml_report report = {.file = name, .print = print, .context = context};
    char message[600];
    errno = 0;
    FILE *file = fopen(name, "rb");
    const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    const bool is_read = file && !ferror(file);
    if (!is_read) {
        snprintf(message, sizeof message, "%.400s: %s", name,
                 errno ? strerror(errno) : "the file cannot be read");
        print(context, message);
    }
    if (file)
        fclose(file);
    const bool done = is_read && bulletml_compile(bytes, size, &report, words, length);
    if (report.errors > BULLETML_MESSAGES) {
        snprintf(message, sizeof message, "%.400s: %u errors in total", name,
                 (unsigned)report.errors);
        print(context, message);
    }
    return done;
}
