/* hash [operations]: prints the number of operations and the hash. */
#include "hash.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    uint32_t operations = HASH_OPERATIONS;
    char digits[17];
    uint64_t hash;

    if (argc > 1) {
        operations = 0;
        for (const char *at = argv[1]; *at >= '0' && *at <= '9'; at++)
            operations = operations * 10 + (uint32_t)(*at - '0');
    }
    hash = hash_run(operations);
    if (hash_trouble() != NULL) {
        printf("FAILED: %s\n", hash_trouble());
        return 1;
    }
    hash_digits(hash, digits);
    printf("%lu %s\n", (unsigned long)operations, digits);
    return 0;
}
