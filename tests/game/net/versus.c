/*
 * One of two players over UDP, without a face: the keys are pressed by a rule, each end's game runs
 * at 60 ticks per second, and what is sent goes through a network that is made bad on purpose
 * (loopback.h) before it goes over the wire.
 *
 *   versus (--listen PORT | --connect HOST PORT) [--ticks N] [--delay MS] [--jitter MS] [--loss
 *   PERCENT] [--twice PERCENT]
 *          [--garbage N] [--wrong TICK]
 *
 * --garbage: so many datagrams of anything per frame; --wrong: in that tick this end's game is made
 * another one: the ends find that out, and where.
 */
#define _POSIX_C_SOURCE 200809L

#include "headless/arguments.h"
#include "loopback.h"
#include "match.h"
#include "test_net.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GAME_NUMBER = 77,
    FRAME_NS = 1000000000 / GAME_RATE,
    MEET_MS = 10000,
    LINGER = GAME_RATE /* frames after the last tick: so that the other hears of all of mine */
};

typedef struct end {
    uint32_t ticks, garbage;
    match_desc desc;
    loopback_desc network;
    wire wire;
    loopback bad;
    match match;
    random_state random;
    uint64_t sum; /* of all final inputs */
    uint32_t finals;
    double worst_ms, sum_ms; /* of a frame's work */
    uint32_t frames;
} end;

static _Alignas(8) unsigned char game_memory[GAME_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char match_memory[MATCH_BYTES];

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec * 1e-6;
}

/* The game is not started again. */
static uint32_t keys_of(uint32_t player, uint32_t tick)
{
    return hands_keys(player, tick) & ~(uint32_t)GAME_START;
}

static void receive(end *e)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = wire_receive(&e->wire, bytes); size > 0;
         size = wire_receive(&e->wire, bytes))
        match_receive(&e->match, bytes, size);
    if (!match_wants_game(&e->match))
        return;
    const game_options options = match_options(&e->match);
    match_play(&e->match, game_init(game_memory, sizeof game_memory, &options));
}

static void send(end *e, uint32_t ms)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = match_send(&e->match, bytes); size > 0; size = match_send(&e->match, bytes))
        loopback_send(&e->bad, 0, bytes, size, ms);
    for (size_t size = loopback_receive(&e->bad, 0, bytes, ms); size > 0;
         size = loopback_receive(&e->bad, 0, bytes, ms))
        wire_send(&e->wire, bytes, size);
    for (uint32_t i = 0; i < e->garbage; ++i) {
        for (uint32_t k = 0; k < PACKET_BYTES; ++k)
            bytes[k] = (unsigned char)random_below(&e->random, 256);
        wire_send(&e->wire, bytes, 1 + random_below(&e->random, PACKET_BYTES));
    }
}

/* The first ticks are compared, by their inputs here, and by the hashes of their states in the
 * match. */
static void take_finals(end *e)
{
    uint32_t input;
    for (; e->finals < e->ticks && match_take_final(&e->match, &input); ++e->finals)
        e->sum = (e->sum ^ input) * 0x100000001b3u;
}

static void play(end *e)
{
    const bool presses =
        match_get_phase(&e->match) == MATCH_PLAYS && match_tick(&e->match) < e->ticks;
    match_step(&e->match, presses ? keys_of(match_me(&e->match), match_tick(&e->match)) : 0);
    take_finals(e);
}

/* Until all ticks are final, and a moment longer; or it has ended. */
static void run(end *e)
{
    const double begin = now_ms();
    uint32_t lingers = 0;
    for (uint32_t frame = 0; lingers < LINGER && frame < 3 * e->ticks + 600; ++frame) {
        const double began = now_ms();
        receive(e);
        play(e);
        send(e, (uint32_t)(began - begin));
        const double work = now_ms() - began;
        e->sum_ms += work;
        e->worst_ms = work > e->worst_ms ? work : e->worst_ms;
        e->frames++;
        lingers += e->finals >= e->ticks || match_words(&e->match);
        if (wire_has_left(&e->wire))
            break;
        const double rest = begin + (frame + 1) * (FRAME_NS * 1e-6) - now_ms();
        if (rest > 0)
            nanosleep(&(struct timespec){0, (long)(rest * 1e6)}, NULL);
    }
}

static bool take(end *e, int count, char **arguments)
{
    const argument all[] = {{"--ticks", .number = &e->ticks, .most = UINT32_MAX},
                            {"--delay", .number = &e->network.delay, .most = UINT32_MAX},
                            {"--jitter", .number = &e->network.jitter, .most = UINT32_MAX},
                            {"--loss", .number = &e->network.loss, .most = 100},
                            {"--twice", .number = &e->network.twice, .most = 100},
                            {"--garbage", .number = &e->garbage, .most = UINT32_MAX},
                            {"--wrong", .number = &e->desc.plant, .most = UINT32_MAX}};
    return arguments_read(all, sizeof all / sizeof all[0], count, arguments);
}

static bool meet(end *e, int count, char **arguments)
{
    if (count >= 3 && strcmp(arguments[1], "--listen") == 0) {
        const uint16_t port = wire_listen(&e->wire, (uint16_t)strtoul(arguments[2], NULL, 10));
        if (port == 0)
            return false;
        printf("listens at port %u\n", (unsigned)port);
        fflush(stdout);
        return take(e, count - 3, arguments + 3) && wire_meet(&e->wire, MEET_MS);
    }
    e->desc.me = 1;
    return count >= 4 && strcmp(arguments[1], "--connect") == 0 &&
           wire_connect(&e->wire, arguments[2], (uint16_t)strtoul(arguments[3], NULL, 10)) &&
           take(e, count - 4, arguments + 4) && wire_meet(&e->wire, MEET_MS);
}

static int report(const end *e)
{
    const rollback_stats s = match_get_stats(&e->match);
    printf(
        "%u of %u ticks final, their inputs %08x%08x, %u hashes alike, back %u ticks at most, %u "
        "again, %u refused, a frame %.2f ms and %.2f at most%s\n",
        (unsigned)e->finals, (unsigned)e->ticks, (unsigned)(e->sum >> 32), (unsigned)e->sum,
        (unsigned)s.hashes, (unsigned)s.furthest, (unsigned)s.again, (unsigned)s.refused,
        e->frames > 0 ? e->sum_ms / e->frames : 0, e->worst_ms,
        wire_has_left(&e->wire) && e->finals < e->ticks ? ", the other has left" : "");
    if (s.desync > 0)
        printf("out of step: the state before tick %u differs: %s\n", (unsigned)s.desync,
               match_difference(&e->match) ? match_difference(&e->match) : "where is not known");
    return s.desync > 0 ? 3 : e->finals >= e->ticks ? 0 : 1;
}

int main(int count, char **arguments)
{
    static end e = {.ticks = 600, .desc = {.number = GAME_NUMBER, .seed = 5, .delay = 1}};
    if (!meet(&e, count, arguments)) {
        fprintf(stderr, "versus: no other player connected, or an argument is invalid: see the top "
                        "of versus.c\n");
        return 2;
    }
    e.network.seed = e.desc.me;
    random_seed(&e.random, e.desc.me);
    loopback_init(&e.bad, &e.network);
    match_begin(&e.match, &e.desc, match_memory, sizeof match_memory);
    run(&e);
    const int result = report(&e);
    wire_close(&e.wire);
    return result;
}
