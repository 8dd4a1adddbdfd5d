/*
 * The checksum of a save: four lanes of words. Each step is reversible, so different words always
 * give different sums.
 */
#include "save_format.h"

trp__sum trp__sum_start(void)
{
    const trp__sum sum = {{1, 2, 3, 4}, 0};

    return sum;
}

TRP__INLINE uint64_t sum_step(uint64_t lane, uint64_t word)
{
    return ((lane << 23 | lane >> 41) ^ word) * 0x9E3779B97F4A7C15u;
}

void trp__sum_add(trp__sum *sum, const unsigned char *at, size_t bytes)
{
    uint64_t a = sum->lanes[0];
    uint64_t b = sum->lanes[1];
    uint64_t c = sum->lanes[2];
    uint64_t d = sum->lanes[3];
    unsigned char rest[32] = {0};

    sum->bytes += bytes;
    for (; bytes >= sizeof rest; at += sizeof rest, bytes -= sizeof rest) {
        a = sum_step(a, trp__get64(at));
        b = sum_step(b, trp__get64(at + 8));
        c = sum_step(c, trp__get64(at + 16));
        d = sum_step(d, trp__get64(at + 24));
    }
    if (bytes != 0) {
        memcpy(rest, at, bytes);
        a = sum_step(a, trp__get64(rest));
        b = sum_step(b, trp__get64(rest + 8));
        c = sum_step(c, trp__get64(rest + 16));
        d = sum_step(d, trp__get64(rest + 24));
    }
    sum->lanes[0] = a;
    sum->lanes[1] = b;
    sum->lanes[2] = c;
    sum->lanes[3] = d;
}

uint64_t trp__sum_end(const trp__sum *sum)
{
    uint64_t end = trp__mix(0, sum->bytes);

    for (unsigned i = 0; i < 4; i++)
        end = trp__mix(end, sum->lanes[i]);
    return end;
}
