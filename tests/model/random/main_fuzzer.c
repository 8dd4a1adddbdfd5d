/* The same for libFuzzer, which is stopped after FUZZ_CALLS calls (an environment variable). */
#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static clock_t start;
static uint64_t most = UINT64_MAX;

static void report(void)
{
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    printf("libFuzzer: %llu calls, %.0f s, %.0f calls a second\n",
           (unsigned long long)operations_count(), seconds,
           seconds > 0 ? (double)operations_count() / seconds : 0);
    fflush(stdout);
}

static void begin(void)
{
    const char *limit = getenv("FUZZ_CALLS");

    start = clock();
    if (limit != NULL && limit[0] != '\0')
        most = strtoull(limit, NULL, 10);
    atexit(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (start == 0)
        begin();
    operations_run(bytes, count);
    if (operations_count() >= most) {
        report();
        _Exit(0); /* exit() would count as a crash */
    }
    return 0;
}
