/* libFuzzer: the reader takes any bytes; what it takes for a packet is written the same, and
 * harms no end of a game. */
#include "packet.h"
#include "rollback.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool is_so)
{
    if (!is_so)
        abort();
}

/* Packets one after the other, each with its length before it and a right checksum: what a liar
 * would send. */
static void lie(const uint8_t *data, size_t size)
{
    rollback r;
    packet p, read;
    unsigned char bytes[PACKET_BYTES];
    uint32_t inputs[PACKET_PLAYERS];
    rollback_init(&r, &(rollback_desc){.game = 7});
    while (size >= 16) {
        p = (packet){.kind = PACKET_PLAY,
                     .game = 7,
                     .player = 1,
                     .tick = data[0] * 3u,
                     .known = data[1] % 16u,
                     .first = data[2],
                     .count = data[3] % 12u,
                     .hash_tick = data[4] * 16u,
                     .hash = data[5]};
        for (uint32_t i = 0; i < p.count; ++i)
            p.inputs[i] = (uint16_t)(data[6 + i % 10] & PACKET_INPUT_BITS);
        need(packet_read(&read, bytes, packet_write(&p, bytes)) == NULL);
        rollback_take(&r, &read);
        if (rollback_may_go(&r)) {
            rollback_press(&r, data[15]);
            uint32_t tick = rollback_begin(&r);
            need(rollback_tick(&r) - tick <= ROLLBACK_MOST);
            for (; tick <= rollback_tick(&r); ++tick)
                rollback_inputs(&r, tick, inputs);
            rollback_end(&r);
        }
        rollback_fill(&r, &read);
        need(packet_read(&p, bytes, packet_write(&read, bytes)) == NULL);
        data += 16;
        size -= 16;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    packet p;
    unsigned char bytes[PACKET_BYTES];
    if (packet_read(&p, data, size) == NULL)
        need(packet_write(&p, bytes) == size && memcmp(bytes, data, size) == 0);
    lie(data, size);
    return 0;
}

/* Without libFuzzer, by any compiler: gives the function inputs that are random or damaged
 * packets. */
#ifdef FUZZ_RANDOM

#include <stdio.h>

enum { INPUTS = 200000 };

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
    for (uint32_t i = 0; i < INPUTS; ++i) {
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

#endif
