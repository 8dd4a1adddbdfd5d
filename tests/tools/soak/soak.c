/* soak [-s seed] [-t seconds] [-n ticks]: plays for a time or for a number of ticks. */
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void report(double seconds)
{
    const double ticks = (double)soak.ticks;
    uint64_t lives = 0;
    for (uint32_t i = 0; i < SOAK_POOLS; i++)
        lives += trp_pool_info(soak.pools[i]).created;
    printf("%llu ticks, %llu lives, %llu updates, %llu calls in callbacks, %llu contacts reported, "
           "%llu misuses refused, memory returned %llu times, %llu ends explained\n",
           (unsigned long long)soak.ticks, (unsigned long long)lives,
           (unsigned long long)soak.updated, (unsigned long long)soak.calls,
           (unsigned long long)soak.contacts, (unsigned long long)trp_world_info(soak.world).misuse,
           (unsigned long long)soak.trimmed, (unsigned long long)soak.explained);
    printf("%u live actors at least, %.0f s, %.0f ticks per second, hash %016llx\n", soak.least,
           seconds, seconds > 0 ? ticks / seconds : 0, (unsigned long long)soak.hash);
    fflush(stdout);
}

int main(int count, char **words)
{
    uint64_t seed = 1, most = 0;
    double limit = 0;
    const time_t start = time(NULL);

    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(words[i], "-s") == 0)
            seed = strtoull(words[i + 1], NULL, 10);
        else if (strcmp(words[i], "-t") == 0)
            limit = strtod(words[i + 1], NULL);
        else if (strcmp(words[i], "-n") == 0)
            most = strtoull(words[i + 1], NULL, 10);
    }
    if (most == 0 && limit <= 0)
        limit = 180;
    soak_begin(seed);
    while ((most == 0 || soak.ticks < most) &&
           (limit <= 0 || difftime(time(NULL), start) < limit)) {
        soak_play();
        if (soak.ticks % 512 == 0)
            soak_check_all();
        else if (soak.ticks % 64 == 0)
            soak_check_handles();
        if (soak.ticks % 100000 == 0)
            report(difftime(time(NULL), start));
    }
    soak_check_all();
    report(difftime(time(NULL), start));
    soak_end();
    printf("soak, seed %llu: all checks passed\n", (unsigned long long)seed);
    return 0;
}
