/* Gives the fuzzer's function 200,000 inputs that are random or damaged packets: without
 * libFuzzer, by any compiler. */
#include "packet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    INPUTS = 200000
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* A packet with a few wrong bytes, or none; else anything. */
static size_t fill(unsigned char bytes[PACKET_BYTES], uint32_t *state)
{
    packet p = {.kind = (packet_kind)(1 + next(state) % 5),
                .game = next(state),
                .player = next(state) % 2,
                .count = next(state) % 9,
                .total = 1 + next(state) % 3000};
    size_t size = 1 + next(state) % PACKET_BYTES;
    for (uint32_t i = 0; i < PACKET_BYTES; ++i)
        bytes[i] = (unsigned char)next(state);
    if (next(state) % 2 == 0)
        return size;
    p.offset = next(state) % p.total / PACKET_PART * PACKET_PART;
    size = packet_write(&p, bytes);
    for (uint32_t wrong = next(state) % 3; wrong > 0; --wrong)
        bytes[next(state) % size] = (unsigned char)next(state);
    return size;
}

int main(void)
{
    unsigned char bytes[PACKET_BYTES];
    uint32_t state = 12345;
    for (uint32_t i = 0; i < INPUTS; ++i)
    {
        const size_t size = fill(bytes, &state);
        unsigned char *exact = (unsigned char *)malloc(size);
        if (!exact)
            return 1;
        memcpy(exact, bytes, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("packets and lies: %u passed, 0 failed\n", (unsigned)INPUTS);
    return 0;
}
