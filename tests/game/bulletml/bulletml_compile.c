/*
 * Compiles BulletML files to tables that pattern.c runs.
 *
 *   bulletml_compile file.xml...                 prints errors and warnings
 *   bulletml_compile --table out.bmt file.xml    writes the table as a file
 *   bulletml_compile --c name out.c file.xml     writes it as C source: name and name_length
 *   bulletml_compile --dump file.xml|file.bmt    lists the table
 *
 * Returns 0 without errors (there may be warnings), 1 if a file has errors, 2 if the arguments are
 * wrong.
 */
#include "bulletml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: bulletml_compile file.xml...\n"
          "       bulletml_compile --table out.bmt file.xml\n"
          "       bulletml_compile --c name out.c file.xml\n"
          "       bulletml_compile --dump file.xml|file.bmt\n",
          stderr);
    return 2;
}

static int fail(const char *file, const char *why)
{
    fprintf(stderr, "%s: %s\n", file, why);
    return 1;
}

/* Files. */

typedef struct contents
{
    char *bytes;
    size_t size;
} contents;

/* Reads one byte more than a pattern may have, which shows that a file is too large. */
static bool read_file(const char *name, contents *out)
{
    FILE *file = fopen(name, "rb");
    out->bytes = malloc(BULLETML_BYTES + 1);
    out->size = 0;
    if (file && out->bytes)
    {
        errno = 0;
        out->size = fread(out->bytes, 1, BULLETML_BYTES + 1, file);
    }
    bool done = file && out->bytes && !ferror(file);
    if (!done)
    {
        fail(name, errno ? strerror(errno) : "the file cannot be read");
        free(out->bytes);
    }
    if (file)
    {
        fclose(file);
    }
    return done;
}

static int close_written(FILE *file, const char *name)
{
    bool failed = ferror(file) != 0;
    failed |= fclose(file) != 0;
    if (failed)
    {
        remove(name);
        return fail(name, "the file could not be written");
    }
    return 0;
}

/* Compiling. */

static void print(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "%s\n", message);
}

static int compile(const char *name, uint32_t *words, uint32_t *length, bulletml_names *names)
{
    contents file;
    bulletml_report report = {.file = name, .print = print};
    if (!read_file(name, &file))
    {
        return 1;
    }
    bool done = bulletml_compile(file.bytes, file.size, &report, words, length, names);
    free(file.bytes);
    if (report.errors > BULLETML_MESSAGES)
    {
        fprintf(stderr, "%s: %u errors in total\n", name, (unsigned)report.errors);
    }
    return done ? 0 : 1;
}

/* Output. */

static int write_table(const char *name, const uint32_t *words, uint32_t length)
{
    FILE *file = fopen(name, "wb");
    if (!file)
    {
        return fail(name, strerror(errno));
    }
    for (uint32_t i = 0; i < length; i++)
    {
        for (uint32_t shift = 0; shift < 32; shift += 8)
        {
            fputc((int)(words[i] >> shift & 0xFFu), file);
        }
    }
    return close_written(file, name);
}

static bool is_identifier(const char *name)
{
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    return name[0] != 0 && strchr(letters, name[0]) &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") ==
               strlen(name);
}

static int write_c(const char *symbol, const char *name, const uint32_t *words, uint32_t length)
{
    FILE *file = fopen(name, "w");
    if (!file)
    {
        return fail(name, strerror(errno));
    }
    fprintf(file,
            "/* Made by bulletml_compile: a table for pattern.h. */\n#include <stdint.h>\n\n");
    fprintf(file, "extern const uint32_t %s_length;\nextern const uint32_t %s[%u];\n\n", symbol,
            symbol, (unsigned)length);
    fprintf(file, "const uint32_t %s_length = %u;\nconst uint32_t %s[%u] = {", symbol,
            (unsigned)length, symbol, (unsigned)length);
    for (uint32_t i = 0; i < length; i++)
    {
        fprintf(file, "%s0x%08Xu,", i % 8 == 0 ? "\n    " : " ", (unsigned)words[i]);
    }
    fprintf(file, "\n};\n");
    return close_written(file, name);
}

/* Listing. */

static void print_line(void *context, const char *text)
{
    (void)context;
    puts(text);
}

static int dump_table(const char *name, const contents *file, uint32_t *words)
{
    bml_pattern pattern;
    bml_result result = bml_load(&pattern, (const unsigned char *)file->bytes, (uint32_t)file->size,
                                 words, BML_WORDS);
    if (result != BML_OK)
    {
        return fail(name, bml_reason(result));
    }
    bulletml_list(&pattern, NULL, print_line, NULL);
    return 0;
}

static bool is_table(const contents *file)
{
    return file->size >= 4 && memcmp(file->bytes, "BMLT", 4) == 0;
}

static int dump(const char *name, uint32_t *words)
{
    contents file;
    uint32_t length;
    bml_pattern pattern;
    bulletml_names names = {0};
    if (!read_file(name, &file))
    {
        return 1;
    }
    bool table = is_table(&file);
    int result = table ? dump_table(name, &file, words) : compile(name, words, &length, &names);
    free(file.bytes);
    if (!table && result == 0)
    {
        bml_open(&pattern, words, length);
        bulletml_list(&pattern, &names, print_line, NULL);
    }
    free(names.names);
    return result;
}

static int check_all(int count, char **files, uint32_t *words)
{
    int result = 0;
    for (int i = 0; i < count; i++)
    {
        uint32_t length;
        result |= compile(files[i], words, &length, NULL);
    }
    return result;
}

static int run(int count, char **arguments, uint32_t *words)
{
    uint32_t length;
    if (count == 3 && strcmp(arguments[0], "--table") == 0)
    {
        int result = compile(arguments[2], words, &length, NULL);
        return result != 0 ? result : write_table(arguments[1], words, length);
    }
    if (count == 4 && strcmp(arguments[0], "--c") == 0)
    {
        if (!is_identifier(arguments[1]))
        {
            fail(arguments[1], "this is not a C identifier");
            return 2;
        }
        int result = compile(arguments[3], words, &length, NULL);
        return result != 0 ? result : write_c(arguments[1], arguments[2], words, length);
    }
    if (count == 2 && strcmp(arguments[0], "--dump") == 0)
    {
        return dump(arguments[1], words);
    }
    if (count < 1 || strncmp(arguments[0], "--", 2) == 0)
    {
        return usage();
    }
    return check_all(count, arguments, words);
}

int main(int count, char **arguments)
{
    uint32_t *words = malloc(BML_WORDS * sizeof *words);
    if (!words)
    {
        return fail("bulletml_compile", "there is not enough memory");
    }
    int result = run(count - 1, arguments + 1, words);
    free(words);
    return result;
}
