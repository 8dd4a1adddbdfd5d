/**
 * @file loopback.h
 * A bad network between two ends, for tests: it delays, loses, doubles, swaps and damages packets,
 * the same way every time. Freestanding.
 */
#ifndef LOOPBACK_H
#define LOOPBACK_H

#include "core/random.h"
#include "packet.h"

#define LOOPBACK_PACKETS 256

typedef struct loopback_desc {
    uint32_t seed;
    uint32_t delay;   /**< of each packet, in ms */
    uint32_t jitter;  /**< up to so many ms more: later ones overtake earlier ones */
    uint32_t loss;    /**< per cent of packets that never come */
    uint32_t twice;   /**< per cent that come twice */
    uint32_t damaged; /**< per cent that have a wrong byte */
} loopback_desc;

typedef struct loopback_packet {
    uint32_t due; /* ms */
    uint32_t to;
    size_t size; /* 0: free */
    unsigned char bytes[PACKET_BYTES];
} loopback_packet;

/** All fields private. */
typedef struct loopback {
    loopback_desc desc;
    random_state random;
    loopback_packet packets[LOOPBACK_PACKETS];
} loopback;

void loopback_init(loopback *l, const loopback_desc *desc);
/** Sends to an end; without room it is lost. */
void loopback_send(loopback *l, uint32_t to, const unsigned char *bytes, size_t size, uint32_t now);
/** The next packet that has come to an end by now; 0: none has. */
size_t loopback_receive(loopback *l, uint32_t at, unsigned char bytes[PACKET_BYTES], uint32_t now);

#endif
