/**
 * @file packet.h
 * What two players send each other, as datagrams that may be lost, come twice, late or damaged. All
 * numbers little-endian, with a checksum over all of it. The reader takes any bytes. Freestanding.
 */
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACKET_VERSION 2
/** The most bytes of a packet: fits into one datagram everywhere. */
#define PACKET_BYTES 1200
/** The most inputs in one packet. */
#define PACKET_INPUTS 64
/** The most bytes of a state in one packet. */
#define PACKET_PART 1024
/** The most bytes of a state. */
#define PACKET_STATE_BYTES (1024 * PACKET_PART)
/** Ticks are below this: a year. */
#define PACKET_TICKS ((uint32_t)1 << 31)
/** The bits of game_input that a game of two has: none of those that turn time back or step. */
#define PACKET_INPUT_BITS 0x1FF
#define PACKET_PLAYERS 2
#define PACKET_MOST_DELAY 15

typedef enum packet_kind {
    PACKET_HELLO = 1, /**< what game it is */
    PACKET_PLAY,      /**< inputs, and what is known of the other's */
    PACKET_BYE,       /**< the sender leaves */
    PACKET_ASK,       /**< asks for the state before a tick: the hashes differ */
    PACKET_STATE      /**< a part of it */
} packet_kind;

/** Fields that the kind does not have are 0 after reading, and are not written. */
typedef struct packet {
    packet_kind kind;
    uint32_t game;   /**< the number that both have agreed on; other packets are ignored */
    uint32_t player; /**< the sender: 0 or 1 */

    /* PACKET_HELLO and PACKET_PLAY: the round trip */
    uint32_t stamp; /**< the sender's steps when it was sent */
    uint32_t echo;  /**< the latest stamp that has come to the sender; 0: none */
    uint32_t held;  /**< steps since then, 255 at most */
    uint32_t delay; /**< of the sender's inputs, in ticks: 0 to PACKET_MOST_DELAY */

    /* PACKET_HELLO */
    uint32_t seed;
    uint32_t rules; /**< the versions of the game's rules and of recordings, which must be alike */

    /* PACKET_PLAY */
    uint32_t tick;  /**< that the sender plays next */
    uint32_t known; /**< the sender knows the receiver's inputs of all ticks below this */
    uint32_t first; /**< the tick of inputs[0] */
    uint32_t count; /**< 0 to PACKET_INPUTS */
    uint16_t inputs[PACKET_INPUTS];
    uint32_t hash_tick; /**< the hash is of the final state before this tick; 0: no hash */
    uint64_t hash;

    /* PACKET_ASK: tick. PACKET_STATE: tick, and */
    uint32_t total;  /**< bytes of the state: 1 to PACKET_STATE_BYTES */
    uint32_t offset; /**< of this part; all but the last have PACKET_PART bytes */
    unsigned char part[PACKET_PART];
} packet;

/** The bytes of the part at p->offset of a state of p->total bytes. */
uint32_t packet_part_bytes(const packet *p);

/** Writes it; returns how many bytes it is. */
size_t packet_write(const packet *p, unsigned char bytes[PACKET_BYTES]);
/** Reads one. NULL, or a sentence that says what is wrong; then the packet is all zero. */
const char *packet_read(packet *p, const unsigned char *bytes, size_t size);
/** Whether it is a whole packet of a game of another version: heads are alike in all versions. */
bool packet_is_of_other_version(const unsigned char *bytes, size_t size);

#endif
