/*
 * One of two players in a process of its own, for ends of different builds and machines: apart ME
 * TICKS [DELAY JITTER LOSS]. It reads the other's datagrams from standard input and writes its own
 * to standard output, so it needs no network. The two run in lockstep, frame by frame, in a time
 * that is counted, so an end under an emulator is not late. What is sent goes through a bad network
 * first (loopback.h). The inputs that are final are played once more without predictions: standard
 * error gets a sum of the hashes of the states after each of them.
 */
#include "hands.h"
#include "loopback.h"
#include "match.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    GAME_NUMBER = 77,
    MORE_FRAMES = 600 /* than twice the ticks: then it gives up */
};

static _Alignas(8) unsigned char game_memory[GAME_BYTES];
static _Alignas(8) unsigned char final_memory[GAME_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char match_memory[MATCH_BYTES];
static match the_match;
static loopback network;
static game *final_game; /* the final inputs alone */
static uint32_t finals, ticks, me;
static uint64_t sum = 0xcbf29ce484222325u;

/* A datagram is its size in two bytes, and its bytes; a frame ends with size 0 and whether all
 * is done. */
static void put(const unsigned char *bytes, size_t size)
{
    const unsigned char head[] = {(unsigned char)(size >> 8), (unsigned char)size};
    if (fwrite(head, 1, 2, stdout) != 2 || fwrite(bytes, 1, size, stdout) != size)
        exit(2);
}

static bool get(unsigned char *bytes, size_t size)
{
    return fread(bytes, 1, size, stdin) == size;
}

static void send(uint32_t now, bool is_done)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = match_send(&the_match, bytes); size > 0;
         size = match_send(&the_match, bytes))
        loopback_send(&network, 0, bytes, size, now);
    for (size_t size = loopback_receive(&network, 0, bytes, now); size > 0;
         size = loopback_receive(&network, 0, bytes, now))
        put(bytes, size);
    put(bytes, 0);
    putchar(is_done);
    fflush(stdout);
}

/* The other's datagrams of this frame. Whether it is done. */
static bool receive(void)
{
    unsigned char head[2];
    unsigned char bytes[PACKET_BYTES];
    while (get(head, 2) && (head[0] | head[1]) != 0)
    {
        const size_t size = (size_t)head[0] << 8 | head[1];
        if (size > sizeof bytes || !get(bytes, size))
            exit(2);
        match_receive(&the_match, bytes, size);
    }
    const int is_done = getchar();
    if (is_done == EOF)
        exit(2);
    return is_done != 0;
}

static void begin_games(void)
{
    const game_options options = match_options(&the_match);
    final_game = game_init(final_memory, sizeof final_memory, &options);
    match_play(&the_match, game_init(game_memory, sizeof game_memory, &options));
}

static void step(void)
{
    uint32_t input;
    if (match_wants_game(&the_match))
        begin_games();
    const uint32_t tick = match_tick(&the_match);
    const bool plays = match_get_phase(&the_match) == MATCH_PLAYS && tick < ticks;
    match_step(&the_match, plays ? hands_keys(me, tick) : 0);
    for (; finals < ticks && match_take_final(&the_match, &input); ++finals)
    {
        game_step(final_game, input);
        sum = (sum ^ game_hash(final_game)) * 0x100000001b3u;
    }
}

static int report(void)
{
    const rollback_stats s = match_get_stats(&the_match);
    fprintf(
        stderr,
        "%u of %u ticks final, hashes %08x%08x, score %u; %u alike on the way, back %u ticks at "
        "most, %u again\n",
        (unsigned)finals, (unsigned)ticks, (unsigned)(sum >> 32), (unsigned)sum,
        final_game ? (unsigned)game_get_state(final_game).score : 0, (unsigned)s.hashes,
        (unsigned)s.furthest, (unsigned)s.again);
    if (s.desync > 0)
        fprintf(stderr, "out of step before tick %u\n", (unsigned)s.desync);
    return s.desync == 0 && finals == ticks && s.furthest <= ROLLBACK_MOST && s.hashes > ticks / 20
               ? 0
               : 1;
}

int main(int count, char **arguments)
{
    uint32_t numbers[5] = {0};
    for (int i = 1; i < count && i < 6; ++i)
        numbers[i - 1] = (uint32_t)strtoul(arguments[i], NULL, 10);
    me = numbers[0];
    ticks = numbers[1];
    loopback_init(
        &network,
        &(loopback_desc){
            .seed = me, .delay = numbers[2], .jitter = numbers[3], .loss = numbers[4], .twice = 3});
    match_begin(&the_match,
                &(match_desc){.me = me, .number = GAME_NUMBER, .seed = me == 0 ? 5 : 0, .delay = 1},
                match_memory, sizeof match_memory);
    bool is_over = false;
    for (uint32_t frame = 0; frame < 2 * ticks + MORE_FRAMES && !is_over; ++frame)
    {
        step();
        const bool is_done = finals == ticks;
        send(frame * 50 / 3, is_done);
        is_over = receive() && is_done;
    }
    return report();
}
