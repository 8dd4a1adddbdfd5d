/* Runs the fuzzer's function on files, without libFuzzer, with any compiler. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input lies in a block of exactly its size, so that reads after its end are detected. */
static int replay(const char *name)
{
    static uint8_t buffer[1 << 20];
    FILE *file = fopen(name, "rb");
    size_t size = file ? fread(buffer, 1, sizeof buffer, file) : 0;
    uint8_t *exact = malloc(size ? size : 1);
    bool there = file && exact;
    if (file)
    {
        fclose(file);
    }
    if (!there)
    {
        fprintf(stderr, "%s: the file cannot be read\n", name);
        free(exact);
        return 1;
    }
    for (size_t i = 0; i < size; i++)
    {
        exact[i] = buffer[i];
    }
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

int main(int count, char **files)
{
    int failed = 0;
    for (int i = 1; i < count; i++)
    {
        failed += replay(files[i]);
    }
    printf("inputs of the fuzzer: %d passed, %d failed\n", count - 1 - failed, failed);
    return failed ? 1 : 0;
}
