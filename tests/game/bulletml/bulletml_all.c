/* Runs all steps of compiling. */
#include "bulletml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void name_routines(const bulletml_file *file, const bulletml_table *table,
                          bulletml_names *names)
{
    static const char *const kinds[BML_KINDS] = {"action", "fire", "bullet", "actions of bullet"};
    names->names = calloc(table->routines, sizeof *names->names);
    names->count = names->names ? table->routines : 0;
    for (uint32_t i = 0; i < names->count; i++)
    {
        const bulletml_element *e = &file->elements[table->elements[i]];
        if (e->label != 0)
        {
            snprintf(names->names[i], sizeof names->names[i], "%s %s", kinds[table->kinds[i]],
                     bulletml_text(file, e->label));
        }
        else
        {
            snprintf(names->names[i], sizeof names->names[i], "%s, line %u", kinds[table->kinds[i]],
                     (unsigned)e->line);
        }
    }
}

static void all_steps(bulletml_file *file, bulletml_table *table, const char *bytes, size_t size)
{
    const bulletml_report *report = file->report;
    bulletml_read(file, bytes, size);
    if (report->errors == 0)
    {
        bulletml_verify(file);
    }
    if (report->errors == 0)
    {
        bulletml_write(file, table);
    }
    if (report->errors == 0)
    {
        bulletml_rounds(file, table);
    }
}

static void hand_over(const bulletml_table *table, bulletml_report *report, uint32_t *words,
                      uint32_t *length)
{
    bml_result result = bml_check(table->words, table->length);
    if (result != BML_OK)
    {
        bulletml_error(report, 1, "error in the compiler: the check refuses its table: %s",
                       bml_reason(result));
        return;
    }
    memcpy(words, table->words, table->length * sizeof *words);
    *length = table->length;
}

static void compile_into(bulletml_file *file, bulletml_table *table, const char *bytes, size_t size,
                         uint32_t *words, uint32_t *length, bulletml_names *names)
{
    all_steps(file, table, bytes, size);
    if (file->report->errors == 0)
    {
        hand_over(table, file->report, words, length);
    }
    if (file->report->errors == 0 && names)
    {
        name_routines(file, table, names);
    }
    free(file->texts);
}

bool bulletml_compile(const char *bytes, size_t size, bulletml_report *report, uint32_t *words,
                      uint32_t *length, bulletml_names *names)
{
    bulletml_file *file = calloc(1, sizeof *file);
    bulletml_table *table = calloc(1, sizeof *table);
    report->errors = report->warnings = 0;
    *length = 0;
    if (file && table)
    {
        file->report = report;
        compile_into(file, table, bytes, size, words, length, names);
    }
    else
    {
        bulletml_error(report, 1, "there is not enough memory");
    }
    free(file);
    free(table);
    return report->errors == 0;
}
