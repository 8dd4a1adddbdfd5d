/* Two players: the match, whose datagrams the page carries. */
#include "web.h"

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

/** Numbers in the order of match.js. */
EXPORT(web_match_state) const uint32_t *web_match_state(void)
{
    static uint32_t numbers[7];
    const rollback_stats stats = match_get_stats(&m);
    const uint32_t all[7] = {session_is_match(show_session(web_show())),
                             match_me(&m),
                             match_tick(&m),
                             stats.hashes,
                             stats.furthest,
                             stats.again,
                             stats.desync};
    for (uint32_t i = 0; i < 7; ++i)
        numbers[i] = all[i];
    return numbers;
}
