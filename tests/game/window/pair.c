#include "window.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#ifdef PAIR_HAS_ENET

#include "headless/arguments.h"
#include "net/wire.h"

enum {
    AGAIN = 5 * GAME_RATE, /* ticks after which it tries again to connect */
    LONGEST_NAME = 200
};

typedef struct pair {
    bool is_open;
    wire wire;
    match match;
    uint32_t ticks;
    char name[LONGEST_NAME]; /* of the host; "": this end is it */
    uint16_t port;
} pair;

static pair p;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[MATCH_BYTES];

/* "name:port" */
static bool take_address(const char *text)
{
    const char *colon = strrchr(text, ':');
    uint32_t port;
    if (!colon || colon == text || colon - text >= LONGEST_NAME ||
        !arguments_number(colon + 1, UINT16_MAX, &port) || port == 0)
        return false;
    memcpy(p.name, text, (size_t)(colon - text));
    p.port = (uint16_t)port;
    return true;
}

static bool open_wire(const options *o)
{
    if (!o->join) {
        uint32_t port;
        const bool is_port = arguments_number(o->host, UINT16_MAX, &port);
        p.port = is_port ? wire_listen(&p.wire, (uint16_t)port) : 0;
        if (p.port == 0)
            fprintf(stderr, "--host %s: %s\n", o->host,
                    is_port ? "the port is not free" : "that is no port such as 7777");
        else
            printf("waits for the other player at port %u\n", (unsigned)p.port);
        fflush(stdout);
        return p.port != 0;
    }
    if (!take_address(o->join) || !wire_connect(&p.wire, p.name, p.port)) {
        fprintf(stderr, "--join %s: that is no address such as localhost:7777\n", o->join);
        return false;
    }
    return true;
}

bool pair_begin(const options *o, session *s)
{
    const uint32_t number = (uint32_t)time(NULL) * 2654435761u;
    if (!o->host && !o->join)
        return true;
    if ((o->host && o->join) || o->pattern || o->replay || o->wave > 0 || o->lives > 0 ||
        o->level > 0) {
        fputs("Two players play the game as it is: give --host or --join, and no --pattern, "
              "--replay, --wave, --lives or --level.\n",
              stderr);
        return false;
    }
    if (!open_wire(o))
        return false;
    match_begin(&p.match,
                &(match_desc){.me = o->join ? 1 : 0,
                              .number = number,
                              .seed = o->seed > 0 ? o->seed : number},
                memory, sizeof memory);
    session_meet(s, &p.match);
    p.is_open = true;
    return true;
}

void pair_receive(void)
{
    unsigned char bytes[PACKET_BYTES];
    if (!p.is_open)
        return;
    if (p.name[0] && match_get_phase(&p.match) == MATCH_MEETS && !wire_meet(&p.wire, 0) &&
        ++p.ticks % AGAIN == 0) {
        wire_close(&p.wire);
        wire_connect(&p.wire, p.name, p.port);
    }
    for (size_t size = wire_receive(&p.wire, bytes); size > 0; size = wire_receive(&p.wire, bytes))
        match_receive(&p.match, bytes, size);
    if (wire_has_left(&p.wire))
        match_lose(&p.match);
}

void pair_send(void)
{
    unsigned char bytes[PACKET_BYTES];
    if (!p.is_open)
        return;
    for (size_t size = match_send(&p.match, bytes); size > 0; size = match_send(&p.match, bytes))
        wire_send(&p.wire, bytes, size);
}

void pair_end(session *s)
{
    const rollback_stats stats = match_get_stats(&p.match);
    if (!p.is_open)
        return;
    printf("match: %u ticks, %u hashes alike, back %u ticks at most, %u again%s\n",
           (unsigned)match_tick(&p.match), (unsigned)stats.hashes, (unsigned)stats.furthest,
           (unsigned)stats.again, stats.desync > 0 ? ", OUT OF STEP" : "");
    session_meet(s, NULL);
    pair_send();
    wire_close(&p.wire);
    p.is_open = false;
}

#else

bool pair_begin(const options *o, session *s)
{
    (void)s;
    if (o->host || o->join)
        fprintf(stderr,
                "This window was built without ENet (Debian: libenet-dev): one player only.\n");
    return !o->host && !o->join;
}

void pair_receive(void)
{
}

void pair_send(void)
{
}

void pair_end(session *s)
{
    (void)s;
}

#endif
