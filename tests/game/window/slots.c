#define _POSIX_C_SOURCE 200809L

#include "slots.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static unsigned char bytes[SESSION_SAVE_BYTES];
static char path[OPTIONS_PATH];

/* Writes to a temporary file first, so that an interrupted write does not destroy the last save. */
static bool write_all(const char *name, size_t size)
{
    char other[OPTIONS_PATH + 8];
    snprintf(other, sizeof other, "%s.new", name);
    errno = 0;
    FILE *file = fopen(other, "wb");
    const bool is_written = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && is_written && rename(other, name) == 0;
}

const char *slots_save(const options *o, session *s)
{
    const size_t size = session_save(s, bytes, sizeof bytes);
    if (size == 0)
        return "there is no game to save yet";
    if (!options_path(o->save, "save", true, path))
        return "there is no folder for the save";
    return write_all(path, size) ? "saved: F9 loads it"
           : errno               ? strerror(errno)
                                 : "the save could not be written";
}

const unsigned char *slots_read(const options *o, size_t *size)
{
    errno = 0;
    FILE *file = options_path(o->save, "save", false, path) ? fopen(path, "rb") : NULL;
    if (!file)
        return NULL;
    *size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return bytes;
}

const char *slots_load(const options *o, session *s)
{
    size_t size;
    if (!slots_read(o, &size))
        return errno == 0 || errno == ENOENT ? "there is no saved game yet" : strerror(errno);
    const char *wrong = session_load(s, bytes, size);
    return wrong ? wrong : "loaded";
}
