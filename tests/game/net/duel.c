#include "hands.h"
#include "test_net.h"

typedef struct duel_state
{
    const duel_desc *desc;
    const duel_game *games;
    rollback ends[PACKET_PLAYERS];
    loopback network;
    random_state random;
    duel_report report;
} duel_state;

static uint32_t duel_keys(uint32_t player, uint32_t tick)
{
    random_state presses;
    const uint32_t direction = hands_hold(player, tick, &presses);
    const uint32_t pressed = random_below(&presses, 50) == 0 ? 64u : 0u;
    return direction | 16u | pressed | (tick < 4 ? 256u : 0u);
}

static void duel_receive(duel_state *d, uint32_t end, uint32_t now)
{
    unsigned char bytes[PACKET_BYTES];
    packet p;
    for (size_t size = loopback_receive(&d->network, end, bytes, now); size > 0;
         size = loopback_receive(&d->network, end, bytes, now))
        if (packet_read(&p, bytes, size))
            d->report.damaged++;
        else
            rollback_take(&d->ends[end], &p);
}

static void duel_send(duel_state *d, uint32_t end, uint32_t now)
{
    unsigned char bytes[PACKET_BYTES];
    packet p;
    rollback_fill(&d->ends[end], &p);
    const size_t size = packet_write(&p, bytes);
    loopback_send(&d->network, 1 - end, bytes, size, now);
    for (uint32_t i = 0; i < d->desc->garbage; ++i)
    {
        for (uint32_t k = 0; k < PACKET_BYTES; ++k)
            bytes[k] = (unsigned char)random_below(&d->random, 256);
        loopback_send(&d->network, 1 - end, bytes, 1 + random_below(&d->random, PACKET_BYTES), now);
    }
}

/* States that have become final are hashed, while they are still kept. */
static void duel_hash(duel_state *d, uint32_t end)
{
    rollback *r = &d->ends[end];
    const uint32_t final = rollback_final(r);
    const uint32_t tick = final - final % ROLLBACK_HASH_EVERY;
    if (tick < rollback_tick(r) && rollback_tick(r) - tick <= ROLLBACK_STATES)
        rollback_note_hash(r, tick, d->games[end].hash(d->games[end].state, tick));
}

static void duel_step(duel_state *d, uint32_t end, uint32_t tick)
{
    const duel_game *g = &d->games[end];
    uint32_t inputs[PACKET_PLAYERS];
    g->save(g->state, tick);
    rollback_inputs(&d->ends[end], tick, inputs);
    if (end == 1 && tick == d->desc->wrong_tick && tick > 0)
        inputs[0] ^= 3;
    g->step(g->state, inputs);
}

static void duel_play(duel_state *d, uint32_t end)
{
    rollback *r = &d->ends[end];
    uint32_t tick = rollback_begin(r);
    if (tick < rollback_tick(r))
        d->games[end].load(d->games[end].state, tick);
    for (; tick < rollback_tick(r); ++tick)
        duel_step(d, end, tick);
    if (tick < d->desc->ticks && rollback_may_go(r))
    {
        rollback_press(r, duel_keys(end, tick));
        duel_step(d, end, tick);
        rollback_end(r);
    }
    duel_hash(d, end);
}

duel_report duel(const duel_desc *desc, const duel_game games[PACKET_PLAYERS])
{
    static duel_state d;
    d = (duel_state){.desc = desc, .games = games};
    random_seed(&d.random, desc->network.seed + 1);
    loopback_init(&d.network, &desc->network);
    for (uint32_t end = 0; end < PACKET_PLAYERS; ++end)
        rollback_init(&d.ends[end], &(rollback_desc){.game = 77, .me = end, .delay = desc->delay});
    for (uint32_t frame = 0; frame < 4 * desc->ticks; ++frame)
    {
        const uint32_t now = frame * 50 / 3;
        for (uint32_t end = 0; end < PACKET_PLAYERS; ++end)
        {
            if (end == 1 && desc->leaves > 0 && rollback_tick(&d.ends[1]) >= desc->leaves)
                continue;
            duel_receive(&d, end, now);
            duel_play(&d, end);
            duel_send(&d, end, now);
        }
        d.report.frames = frame + 1;
        if (rollback_final(&d.ends[0]) >= desc->ticks && rollback_final(&d.ends[1]) >= desc->ticks)
            break;
    }
    for (uint32_t end = 0; end < PACKET_PLAYERS; ++end)
    {
        d.report.ends[end] = rollback_get_stats(&d.ends[end]);
        d.report.ticks[end] = rollback_tick(&d.ends[end]);
    }
    return d.report;
}
