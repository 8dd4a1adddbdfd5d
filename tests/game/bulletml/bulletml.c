/* Runs all steps of compiling. */
#include "bulletml.h"

#include <stdlib.h>
#include <string.h>

static void all_steps(bulletml_file *file, bulletml_table *table, const char *bytes, size_t size)
{
    const bulletml_report *report = file->report;
    bulletml_read(file, bytes, size);
    if (report->errors == 0)
        bulletml_verify(file);
    if (report->errors == 0)
        bulletml_write(file, table);
    if (report->errors == 0)
        bulletml_rounds(file, table);
}

bool bulletml_compile(const char *bytes, size_t size, bulletml_report *report, uint32_t *words,
                      uint32_t *length)
{
    bulletml_file *file = calloc(1, sizeof *file);
    bulletml_table *table = calloc(1, sizeof *table);
    report->errors = report->warnings = 0;
    *length = 0;
    if (file && table) {
        file->report = report;
        all_steps(file, table, bytes, size);
        free(file->texts);
    } else
        bulletml_error(report, 1, "there is not enough memory");
    if (report->errors == 0) {
        memcpy(words, table->words, table->length * sizeof *words);
        *length = table->length;
    }
    free(file);
    free(table);
    return report->errors == 0;
}
