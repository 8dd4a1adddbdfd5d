/*
 * Runs inputs without libFuzzer: those of a corpus, or random ones.
 *
 *     replay FILE...                       runs them, and says how many passed
 *     replay --print FILE                  prints the calls of one
 *     replay --random CALLS SEED [BYTES]   random inputs, until so many calls have been made
 */
#include "operations.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INPUT_BYTES = 1 << 16 };

static uint8_t input[INPUT_BYTES];

static size_t read_input(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t count;

    if (file == NULL) {
        perror(name);
        exit(2);
    }
    count = fread(input, 1, sizeof input, file);
    fclose(file);
    return count;
}

static int replay(int count, char **names)
{
    for (int i = 0; i < count; i++) {
        const size_t size = read_input(names[i]);
        fflush(stdout);
        operations_run(input, size);
    }
    printf("corpus: %llu calls\n", (unsigned long long)operations_count());
    printf("%d passed, 0 failed\n", count);
    return 0;
}

/* xorshift64* */
static uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

static volatile uint64_t failing; /* the state that made the input in progress */
static size_t failing_size;

/* Keeps the input that led to a difference. */
static void keep(int number)
{
    FILE *file = fopen("fuzz-failure.bin", "wb");

    if (file != NULL) {
        fwrite(input, 1, failing_size, file);
        fclose(file);
        fprintf(stderr, "the input is in fuzz-failure.bin\n");
    }
    signal(number, SIG_DFL);
}

static int run_random(uint64_t calls, uint64_t seed, size_t most)
{
    uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
    const clock_t start = clock();
    uint64_t inputs = 0;
    uint64_t told = 0;
    double seconds;

    signal(SIGABRT, keep);
    signal(SIGSEGV, keep);
    while (operations_count() < calls) {
        const size_t size = 64 + random_next(&state) % (most - 63);
        failing = state;
        failing_size = size;
        for (size_t i = 0; i < size; i++)
            input[i] = (uint8_t)(random_next(&state) >> 56);
        operations_run(input, size);
        inputs++;
        if (operations_count() / 50000000 != told) {
            told = operations_count() / 50000000;
            seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
            printf("%llu calls in %.0f s\n", (unsigned long long)operations_count(), seconds);
            fflush(stdout);
        }
    }
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%llu calls, %llu inputs, seed %llu, %.0f s, %.0f calls a second\n",
           (unsigned long long)operations_count(), (unsigned long long)inputs,
           (unsigned long long)seed, seconds,
           seconds > 0 ? (double)operations_count() / seconds : 0);
    operations_print_tally();
    return 0;
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--print") == 0) {
        operations_print(input, read_input(words[2]));
        return 0;
    }
    if (count >= 4 && strcmp(words[1], "--random") == 0)
        return run_random(strtoull(words[2], NULL, 10), strtoull(words[3], NULL, 10),
                          count > 4 ? (size_t)strtoull(words[4], NULL, 10) : 1500);
    return replay(count - 1, words + 1);
}
