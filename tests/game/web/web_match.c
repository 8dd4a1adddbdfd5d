/* Two players: the match, whose datagrams the page carries. */
#include "web.h"

#include "net/loopback.h"

static match m;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[MATCH_BYTES];

/** Waits for the other player, as the first player (0), which decides number and seed, or as the
 * second (1). */
EXPORT(web_match) void web_match(uint32_t me, uint32_t number, uint32_t seed)
{
    session_meet(show_session(web_show()), NULL);
    match_begin(&m, &(match_desc){.me = me, .number = number, .seed = seed}, memory, sizeof memory);
    session_meet(show_session(web_show()), &m);
}

/** Takes the datagram at web_bytes(). */
EXPORT(web_match_take) void web_match_take(uint32_t size)
{
    match_receive(&m, web_bytes(), size);
}

/** Writes the next datagram there; returns how many bytes, 0: none until the next tick. */
EXPORT(web_match_send) uint32_t web_match_send(void)
{
    return (uint32_t)match_send(&m, web_bytes());
}

/** Leaves; the next datagram says so to the other. */
EXPORT(web_match_leave) void web_match_leave(void)
{
    session_meet(show_session(web_show()), NULL);
}

/** The connection to the other is closed: one goes on alone. */
EXPORT(web_match_lose) void web_match_lose(void)
{
    if (session_is_match(show_session(web_show())))
        match_lose(&m);
    else
        session_meet(show_session(web_show()), NULL);
}

/* -- a duel: the other player is in this page, and the network between the two is made up -- */

static struct
{
    bool is_on;
    uint32_t now; /* ms */
    match other;
    game *g;
    loopback network;
    _Alignas(8) unsigned char game_memory[GAME_BYTES];
    _Alignas(TRP_ALIGNMENT) unsigned char memory[MATCH_BYTES];
} duel;

/** Plays against the autopilot over a network of that delay, in ms one way, and loss, in per cent;
 * or changes the network. */
EXPORT(web_duel) void web_duel(uint32_t delay, uint32_t loss, uint32_t seed)
{
    if (!duel.is_on)
    {
        loopback_init(&duel.network, &(loopback_desc){.seed = seed});
        match_close(&duel.other);
        web_match(0, seed, seed);
        match_begin(&duel.other, &(match_desc){.me = 1, .number = seed}, duel.memory,
                    sizeof duel.memory);
        duel.g = NULL;
        duel.is_on = true;
    }
    duel.network.desc.delay = delay;
    duel.network.desc.jitter = delay / 10;
    duel.network.desc.loss = loss;
}

static void carry(match *from, uint32_t to)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = match_send(from, bytes); size > 0; size = match_send(from, bytes))
        loopback_send(&duel.network, to, bytes, size, duel.now);
}

static void take(match *by, uint32_t at)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = loopback_receive(&duel.network, at, bytes, duel.now); size > 0;
         size = loopback_receive(&duel.network, at, bytes, duel.now))
        match_receive(by, bytes, size);
}

/** After each tick of the page: a step of the other. 0: there is no duel. */
EXPORT(web_duel_step) uint32_t web_duel_step(void)
{
    if (!duel.is_on)
        return 0;
    duel.now += 1000 / GAME_RATE;
    carry(&m, 1);
    take(&duel.other, 1);
    if (match_wants_game(&duel.other))
    {
        const game_options options = match_options(&duel.other);
        duel.g = game_init(duel.game_memory, sizeof duel.game_memory, &options);
        match_play(&duel.other, duel.g);
    }
    match_step(&duel.other, duel.g ? game_autopilot(duel.g) >> GAME_INPUT_BITS : 0);
    carry(&duel.other, 0);
    take(&m, 0);
    duel.is_on = !match_words(&m) && !match_words(&duel.other);
    return 1;
}

/** Numbers in the order of match.js. */
EXPORT(web_match_state) const uint32_t *web_match_state(void)
{
    static uint32_t numbers[9];
    const rollback_stats stats = match_get_stats(&m);
    const uint32_t all[9] = {session_is_match(show_session(web_show())),
                             match_me(&m),
                             match_tick(&m),
                             stats.hashes,
                             stats.furthest,
                             stats.again,
                             stats.desync,
                             match_get_network(&m).ping,
                             match_get_network(&m).delay};
    for (uint32_t i = 0; i < 9; ++i)
        numbers[i] = all[i];
    return numbers;
}
