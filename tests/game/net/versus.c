/*
 * One of two players over UDP, without a face: the keys are pressed by a rule, each end's game runs at 60 ticks per second,
 * and what is sent goes through a network that is made bad on purpose (loopback.h) before it goes over the wire.
 *
 *   versus (--listen PORT | --connect HOST PORT) [--ticks N] [--delay MS] [--jitter MS] [--loss PERCENT] [--twice PERCENT]
 *          [--garbage N] [--wrong TICK]
 *
 * --garbage: so many datagrams of anything per frame; --wrong: in that tick this end plays something else.
 */
#define _POSIX_C_SOURCE 200809L

#include "loopback.h"
#include "net_game.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    GAME_NUMBER = 77,
    FRAME_NS = 1000000000 / GAME_RATE,
    MEET_MS = 10000,
    LINGER = GAME_RATE /* frames after the last tick: so that the other hears of all of mine */
};

typedef struct end
{
    uint32_t me, ticks, garbage, wrong;
    loopback_desc network;
    wire wire;
    loopback bad;
    rollback rollback;
    random_state random;
    uint32_t damaged;
    uint64_t last_hash;
    uint32_t last_hash_tick;
    double worst_ms, sum_ms; /* of a frame's work */
    uint32_t frames;
} end;

static net_game n;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec * 1e-6;
}

/* People hold a direction for some ticks, and press now and then. */
static uint32_t keys_of(uint32_t player, uint32_t tick)
{
    random_state random;
    random_seed(&random, tick / 9 * 2 + player);
    const uint32_t direction = 1u << random_below(&random, 4);
    random_seed(&random, 7777 + (uint64_t)tick * 2 + player);
    const uint32_t pressed = random_below(&random, 200) == 0 ? GAME_BOMB : 0u;
    return direction | GAME_SHOOT | pressed | (tick < 4 ? GAME_START : 0u);
}

static void receive(end *e)
{
    unsigned char bytes[PACKET_BYTES];
    packet p;
    for (size_t size = wire_receive(&e->wire, bytes); size > 0;
         size = wire_receive(&e->wire, bytes))
        if (packet_read(&p, bytes, size))
            e->damaged++;
        else
            rollback_take(&e->rollback, &p);
}

static void send(end *e, uint32_t ms)
{
    unsigned char bytes[PACKET_BYTES];
    packet p;
    rollback_fill(&e->rollback, &p);
    loopback_send(&e->bad, 0, bytes, packet_write(&p, bytes), ms);
    for (size_t size = loopback_receive(&e->bad, 0, bytes, ms); size > 0;
         size = loopback_receive(&e->bad, 0, bytes, ms))
        wire_send(&e->wire, bytes, size);
    for (uint32_t i = 0; i < e->garbage; ++i)
    {
        for (uint32_t k = 0; k < PACKET_BYTES; ++k)
            bytes[k] = (unsigned char)random_below(&e->random, 256);
        wire_send(&e->wire, bytes, 1 + random_below(&e->random, PACKET_BYTES));
    }
}

static void step(end *e, uint32_t tick)
{
    uint32_t inputs[PACKET_PLAYERS];
    net_game_save(&n, tick);
    rollback_inputs(&e->rollback, tick, inputs);
    if (tick == e->wrong && tick > 0)
        inputs[0] ^= GAME_LEFT | GAME_RIGHT;
    net_game_step(&n, inputs);
}

/* The hash of a state that has become final, while it is kept. */
static void hash(end *e)
{
    rollback *r = &e->rollback;
    const uint32_t final = rollback_final(r);
    const uint32_t tick = final - final % ROLLBACK_HASH_EVERY;
    if (tick == e->last_hash_tick || tick >= rollback_tick(r) ||
        !net_game_hash(&n, tick, &e->last_hash))
        return;
    e->last_hash_tick = tick;
    rollback_note_hash(r, tick, e->last_hash);
}

static bool play(end *e)
{
    rollback *r = &e->rollback;
    uint32_t tick = rollback_begin(r);
    if (tick < rollback_tick(r) && !net_game_load(&n, tick))
        return false;
    for (; tick < rollback_tick(r); ++tick)
        step(e, tick);
    if (tick < e->ticks && rollback_may_go(r))
    {
        rollback_press(r, keys_of(e->me, tick));
        step(e, tick);
        rollback_end(r);
    }
    hash(e);
    return true;
}

/* Until all ticks are final, and a moment longer; or the other has left. */
static bool run(end *e)
{
    const double begin = now_ms();
    uint32_t lingers = 0;
    for (uint32_t frame = 0; lingers < LINGER && frame < 3 * e->ticks + 600; ++frame)
    {
        const double began = now_ms();
        receive(e);
        if (!play(e))
            return false;
        send(e, (uint32_t)(began - begin));
        const double work = now_ms() - began;
        e->sum_ms += work;
        e->worst_ms = work > e->worst_ms ? work : e->worst_ms;
        e->frames++;
        lingers += rollback_final(&e->rollback) >= e->ticks;
        if (wire_has_left(&e->wire))
            break;
        /* the end that is ahead waits for the other */
        const double next = begin + (frame + 1) * (FRAME_NS * 1e-6);
        const double rest = next - now_ms() + (rollback_lead(&e->rollback) > 2 ? 2 : 0);
        if (rest > 0)
            nanosleep(&(struct timespec){0, (long)(rest * 1e6)}, NULL);
    }
    return true;
}

static bool take(end *e, int count, char **arguments)
{
    const struct
    {
        const char *name;
        uint32_t *number;
    } all[] = {{"--ticks", &e->ticks},
               {"--delay", &e->network.delay},
               {"--jitter", &e->network.jitter},
               {"--loss", &e->network.loss},
               {"--twice", &e->network.twice},
               {"--garbage", &e->garbage},
               {"--wrong", &e->wrong}};
    for (int i = 0; i + 1 < count; i += 2)
    {
        bool is_known = false;
        for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
            if (strcmp(arguments[i], all[k].name) == 0)
            {
                *all[k].number = (uint32_t)strtoul(arguments[i + 1], NULL, 10);
                is_known = true;
            }
        if (!is_known)
            return false;
    }
    return count % 2 == 0;
}

static bool meet(end *e, int count, char **arguments)
{
    if (count >= 3 && strcmp(arguments[1], "--listen") == 0)
    {
        const uint16_t port = wire_listen(&e->wire, (uint16_t)strtoul(arguments[2], NULL, 10));
        if (port == 0)
            return false;
        printf("listens at port %u\n", (unsigned)port);
        fflush(stdout);
        return take(e, count - 3, arguments + 3) && wire_meet(&e->wire, MEET_MS);
    }
    e->me = 1;
    return count >= 4 && strcmp(arguments[1], "--connect") == 0 &&
           wire_connect(&e->wire, arguments[2], (uint16_t)strtoul(arguments[3], NULL, 10)) &&
           take(e, count - 4, arguments + 4) && wire_meet(&e->wire, MEET_MS);
}

static int report(const end *e)
{
    const rollback_stats s = rollback_get_stats(&e->rollback);
    printf("tick %u of %u final, %u hashes alike, hash of tick %u %08x%08x, back %u ticks at most, "
           "%u again, "
           "%u refused, a frame %.2f ms and %.2f at most%s\n",
           (unsigned)rollback_final(&e->rollback), (unsigned)e->ticks, (unsigned)s.hashes,
           (unsigned)e->last_hash_tick, (unsigned)(e->last_hash >> 32), (unsigned)e->last_hash,
           (unsigned)s.furthest, (unsigned)s.again, (unsigned)(e->damaged + s.refused),
           e->frames > 0 ? e->sum_ms / e->frames : 0, e->worst_ms,
           wire_has_left(&e->wire) && rollback_final(&e->rollback) < e->ticks
               ? ", the other has left"
               : "");
    if (s.desync > 0)
        printf("out of step: the state before tick %u differs\n", (unsigned)s.desync);
    return s.desync > 0 ? 3 : rollback_final(&e->rollback) >= e->ticks ? 0 : 1;
}

int main(int count, char **arguments)
{
    static end e = {.ticks = 600};
    if (!meet(&e, count, arguments))
    {
        fprintf(stderr, "versus: no other player connected, or an argument is invalid: see the top "
                        "of versus.c\n");
        return 2;
    }
    e.network.seed = e.me;
    random_seed(&e.random, e.me);
    loopback_init(&e.bad, &e.network);
    rollback_init(&e.rollback, &(rollback_desc){.game = GAME_NUMBER, .me = e.me, .delay = 1});
    if (!net_game_begin(&n, &(game_options){.seed = 5, .lives = 9}) || !run(&e))
        return 1;
    const int result = report(&e);
    wire_close(&e.wire);
    return result;
}
