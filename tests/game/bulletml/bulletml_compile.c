/*
 * Compiles BulletML files to tables that pattern.c runs.
 *
 *   bulletml_compile file.xml...               prints errors and warnings
 *   bulletml_compile --c name out.c file.xml   writes the table as C source: name and name_length
 *
 * Returns 0 without errors (there may be warnings), 1 if a file has errors, 2 if the arguments are
 * wrong.
 */
#include "bulletml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t words[BML_WORDS];
static uint32_t length;

static int fail(const char *file, const char *why)
{
    fprintf(stderr, "%s: %s\n", file, why);
    return 1;
}

static void print(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "%s\n", message);
}

/* ASCII, in any locale */
static bool is_identifier(const char *name)
{
    const char *at = name;
    while (*at == '_' || (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z') ||
           (at > name && *at >= '0' && *at <= '9'))
        ++at;
    return at > name && *at == 0;
}

static bool compile(const char *name)
{
    return bulletml_from_file(name, words, &length, print, NULL);
}

static int write_c(const char *symbol, const char *name)
{
    FILE *file = fopen(name, "w");
    if (!file)
        return fail(name, strerror(errno));
    fprintf(file,
            "/* Made by bulletml_compile: a table for pattern.h. */\n#include <stdint.h>\n\n");
    fprintf(file, "extern const uint32_t %s_length;\nextern const uint32_t %s[%u];\n\n", symbol,
            symbol, (unsigned)length);
    fprintf(file, "const uint32_t %s_length = %u;\nconst uint32_t %s[%u] = {", symbol,
            (unsigned)length, symbol, (unsigned)length);
    for (uint32_t i = 0; i < length; i++)
        fprintf(file, "%s0x%08Xu,", i % 8 == 0 ? "\n    " : " ", (unsigned)words[i]);
    fprintf(file, "\n};\n");
    const bool failed = ferror(file) != 0;
    if (fclose(file) == 0 && !failed)
        return 0;
    remove(name);
    return fail(name, "the file could not be written");
}

int main(int count, char **arguments)
{
    int result = 0;
    if (count == 5 && strcmp(arguments[1], "--c") == 0 && is_identifier(arguments[2]))
        return compile(arguments[4]) ? write_c(arguments[2], arguments[3]) : 1;
    if (count < 2 || strncmp(arguments[1], "--", 2) == 0) {
        fputs("usage: bulletml_compile file.xml...\n"
              "       bulletml_compile --c name out.c file.xml   (the name is a C identifier)\n",
              stderr);
        return 2;
    }
    for (int i = 1; i < count; i++)
        result |= compile(arguments[i]) ? 0 : 1;
    return result;
}
