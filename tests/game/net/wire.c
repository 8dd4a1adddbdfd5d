#define _POSIX_C_SOURCE 200809L

#include "wire.h"

#include <enet/enet.h>
#include <string.h>
#include <time.h>

enum {
    BYTES_PER_SECOND = 0, /* as many as there are */
    CHANNELS = 1
};

static bool begin(wire *w, const ENetAddress *address)
{
    *w = (wire){.host = NULL};
    if (enet_initialize() != 0)
        return false;
    w->host = enet_host_create(address, 1, CHANNELS, BYTES_PER_SECOND, BYTES_PER_SECOND);
    return w->host != NULL;
}

uint16_t wire_listen(wire *w, uint16_t port)
{
    const ENetAddress address = {.host = ENET_HOST_ANY, .port = port};
    return begin(w, &address) ? w->host->address.port : 0;
}

bool wire_connect(wire *w, const char *name, uint16_t port)
{
    ENetAddress address = {.port = port};
    return begin(w, NULL) && enet_address_set_host(&address, name) == 0 &&
           enet_host_connect(w->host, &address, CHANNELS, 0) != NULL;
}

static void take_event(wire *w, const ENetEvent *event)
{
    if (event->type == ENET_EVENT_TYPE_CONNECT && !w->other) {
        w->other = event->peer;
        w->has_left = false;
    }
    if (event->type != ENET_EVENT_TYPE_DISCONNECT || event->peer != w->other)
        return;
    w->has_left = true;
    w->other = NULL;
}

/* Not enet_time_get(), which is of a clock that is set. */
static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec * 1e-6;
}

bool wire_meet(wire *w, uint32_t ms)
{
    ENetEvent event;
    const double end = now_ms() + ms;
    while (!w->other && now_ms() < end)
        if (enet_host_service(w->host, &event, 20) > 0)
            take_event(w, &event);
    return w->other != NULL;
}

void wire_send(wire *w, const unsigned char *bytes, size_t size)
{
    if (!w->other)
        return;
    ENetPacket *datagram = enet_packet_create(bytes, size, ENET_PACKET_FLAG_UNSEQUENCED);
    if (datagram && enet_peer_send(w->other, 0, datagram) < 0)
        enet_packet_destroy(datagram);
    enet_host_flush(w->host);
}

size_t wire_receive(wire *w, unsigned char bytes[PACKET_BYTES])
{
    ENetEvent event;
    while (enet_host_service(w->host, &event, 0) > 0) {
        take_event(w, &event);
        if (event.type != ENET_EVENT_TYPE_RECEIVE)
            continue;
        const size_t size = event.packet->dataLength;
        if (size > 0 && size <= PACKET_BYTES)
            memcpy(bytes, event.packet->data, size);
        enet_packet_destroy(event.packet);
        if (size > 0 && size <= PACKET_BYTES)
            return size;
    }
    return 0;
}

bool wire_has_left(const wire *w)
{
    return w->has_left;
}

void wire_close(wire *w)
{
    if (w->other) {
        enet_peer_disconnect_now(w->other, 0);
        enet_host_flush(w->host);
    }
    if (w->host)
        enet_host_destroy(w->host);
    enet_deinitialize();
    *w = (wire){.host = NULL};
}
