/**
 * @file wire.h
 * Datagrams between two players, over UDP by ENet (Debian: libenet-dev). They may be lost, come
 * twice and out of order: that is what rollback.h is for. Of ENet it uses connecting, leaving and
 * its unsequenced packets. Hosted.
 */
#ifndef WIRE_H
#define WIRE_H

#include "packet.h"

typedef struct _ENetHost ENetHost;
typedef struct _ENetPeer ENetPeer;

/** All fields private. */
typedef struct wire {
    ENetHost *host;
    ENetPeer *other; /* NULL: not connected */
    bool has_left;
} wire;

/** Waits for another at a port of this machine, 0: any that is free. Returns the port; 0: it
 * cannot. */
uint16_t wire_listen(wire *w, uint16_t port);
/** Goes to one that listens. False: it cannot. */
bool wire_connect(wire *w, const char *name, uint16_t port);
/** Whether the two are connected; waits for that at most so long. */
bool wire_meet(wire *w, uint32_t ms);
/** Sends a datagram. */
void wire_send(wire *w, const unsigned char *bytes, size_t size);
/** The next datagram that has come, at most PACKET_BYTES: longer ones are dropped. 0: none has. */
size_t wire_receive(wire *w, unsigned char bytes[PACKET_BYTES]);
/** Whether the other was there and has left. */
bool wire_has_left(const wire *w);
/** Leaves. */
void wire_close(wire *w);

#endif
