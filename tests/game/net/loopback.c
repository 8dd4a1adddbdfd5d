#include "loopback.h"

#include <string.h>

void loopback_init(loopback *l, const loopback_desc *desc)
{
    *l = (loopback){.desc = *desc};
    random_seed(&l->random, desc->seed);
}

static bool loopback_happens(loopback *l, uint32_t per_cent)
{
    return random_below(&l->random, 100) < per_cent;
}

static void loopback_keep(loopback *l, uint32_t to, const unsigned char *bytes, size_t size,
                          uint32_t now)
{
    const uint32_t jitter = random_below(&l->random, l->desc.jitter + 1);
    const bool is_damaged = loopback_happens(l, l->desc.damaged);
    for (uint32_t i = 0; i < LOOPBACK_PACKETS; ++i) {
        loopback_packet *it = &l->packets[i];
        if (it->size > 0)
            continue;
        it->due = now + l->desc.delay + jitter;
        it->to = to;
        it->size = size;
        memcpy(it->bytes, bytes, size);
        if (is_damaged)
            it->bytes[random_below(&l->random, (uint32_t)size)] ^= 0x10;
        return;
    }
}

void loopback_send(loopback *l, uint32_t to, const unsigned char *bytes, size_t size, uint32_t now)
{
    if (size == 0 || size > PACKET_BYTES)
        return;
    if (!loopback_happens(l, l->desc.loss))
        loopback_keep(l, to, bytes, size, now);
    if (loopback_happens(l, l->desc.twice))
        loopback_keep(l, to, bytes, size, now);
}

size_t loopback_receive(loopback *l, uint32_t at, unsigned char bytes[PACKET_BYTES], uint32_t now)
{
    loopback_packet *first = NULL;
    for (uint32_t i = 0; i < LOOPBACK_PACKETS; ++i) {
        loopback_packet *it = &l->packets[i];
        if (it->size > 0 && it->to == at && it->due <= now && (!first || it->due < first->due))
            first = it;
    }
    if (!first)
        return 0;
    const size_t size = first->size;
    memcpy(bytes, first->bytes, size);
    first->size = 0;
    return size;
}
