/* The same for libFuzzer. */
#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static clock_t start;

static void report(void)
{
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    printf("fuzz: %llu calls, %.0f s, %.0f calls a second\n",
           (unsigned long long)operations_count(), seconds,
           seconds > 0 ? (double)operations_count() / seconds : 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (start == 0)
    {
        start = clock();
        atexit(report);
    }
    operations_run(bytes, count);
    return 0;
}
