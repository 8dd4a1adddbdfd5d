#include "rollback.h"

#include "core/game.h"

/* -- inputs -- */

enum { PRESSED = GAME_BOMB | GAME_PAUSE | GAME_START };

inputs_result inputs_add(inputs_queue *q, uint32_t tick, uint32_t input)
{
    if (tick > q->known)
        return INPUTS_GAP;
    if (tick < q->known)
        return q->known - tick > INPUTS_WINDOW || q->given[tick % INPUTS_WINDOW] == input
                   ? INPUTS_KNOWN
                   : INPUTS_CONTRADICTS;
    if (tick >= q->played + INPUTS_AHEAD)
        return INPUTS_TOO_EARLY;
    q->given[tick % INPUTS_WINDOW] = (uint16_t)input;
    q->known++;
    if (tick < q->played && q->wrong == 0 && q->used[tick % INPUTS_WINDOW] != input)
        q->wrong = tick + 1;
    return INPUTS_ADDED;
}

uint32_t inputs_known(const inputs_queue *q)
{
    return q->known;
}

uint32_t inputs_get(const inputs_queue *q, uint32_t tick)
{
    if (tick < q->known)
        return q->given[tick % INPUTS_WINDOW];
    if (q->known == 0)
        return 0;
    return q->given[(q->known - 1) % INPUTS_WINDOW] & ~(uint32_t)PRESSED;
}

uint32_t inputs_play(inputs_queue *q, uint32_t tick)
{
    const uint32_t input = inputs_get(q, tick);
    q->used[tick % INPUTS_WINDOW] = (uint16_t)input;
    q->played = tick + 1;
    return input;
}

uint32_t inputs_wrong(const inputs_queue *q)
{
    return q->wrong > 0 ? q->wrong - 1 : INPUTS_NONE;
}

void inputs_go_back(inputs_queue *q, uint32_t tick)
{
    q->played = tick;
    q->wrong = 0;
}

/* -- one end of a game -- */

static const inputs_queue *rollback_mine(const rollback *r)
{
    return &r->players[r->desc.me];
}

static const inputs_queue *rollback_other(const rollback *r)
{
    return &r->players[1 - r->desc.me];
}

void rollback_init(rollback *r, const rollback_desc *desc)
{
    *r = (rollback){.desc = *desc};
    for (uint32_t player = 0; player < PACKET_PLAYERS; ++player)
        for (uint32_t tick = 0; tick < desc->delay; ++tick)
            inputs_add(&r->players[player], tick, 0);
    r->acknowledged = r->delay = r->other_delay = desc->delay;
}

void rollback_set_delay(rollback *r, uint32_t ticks)
{
    r->delay = ticks;
}

uint32_t rollback_delay(const rollback *r)
{
    return r->delay;
}

/* -- hashes -- */

static void rollback_compare(rollback *r, uint32_t slot)
{
    if (r->hash_tick[0][slot] != r->hash_tick[1][slot] || r->hash_tick[0][slot] == 0)
        return;
    const uint32_t tick = r->hash_tick[0][slot];
    if (r->hash[0][slot] == r->hash[1][slot])
        r->stats.hashes++;
    else if (r->stats.desync == 0 || tick < r->stats.desync)
        r->stats.desync = tick;
}

static void rollback_keep_hash(rollback *r, uint32_t of, uint32_t tick, uint64_t hash)
{
    const uint32_t slot = tick / ROLLBACK_HASH_EVERY % ROLLBACK_HASHES;
    if (tick == 0 || tick % ROLLBACK_HASH_EVERY != 0 || tick <= r->hash_tick[of][slot])
        return;
    r->hash_tick[of][slot] = tick;
    r->hash[of][slot] = hash;
    rollback_compare(r, slot);
}

void rollback_note_hash(rollback *r, uint32_t tick, uint64_t hash)
{
    rollback_keep_hash(r, 0, tick, hash);
    if (tick % ROLLBACK_HASH_EVERY == 0 && tick > r->last_hash)
        r->last_hash = tick;
}

/* -- packets -- */

static bool rollback_is_ours(const rollback *r, const packet *p)
{
    return p->game == r->desc.game && p->player == 1 - r->desc.me;
}

/* Inputs that have not been given cannot be known. */
static bool rollback_is_possible(const rollback *r, const packet *p)
{
    return p->kind != PACKET_PLAY || p->known <= inputs_known(rollback_mine(r));
}

void rollback_take(rollback *r, const packet *p)
{
    if (!rollback_is_ours(r, p) || !rollback_is_possible(r, p)) {
        r->stats.refused++;
        return;
    }
    if (p->kind != PACKET_PLAY)
        return;
    inputs_queue *other = &r->players[1 - r->desc.me];
    bool contradicts = false;
    for (uint32_t i = 0; i < p->count; ++i)
        contradicts =
            inputs_add(other, p->first + i, p->inputs[i]) == INPUTS_CONTRADICTS || contradicts;
    r->stats.refused += contradicts;
    if (p->known > r->acknowledged)
        r->acknowledged = p->known;
    if (p->tick > r->other_tick) {
        r->other_tick = p->tick;
        r->other_lead = (int32_t)(p->tick + r->delay - p->known);
        r->other_delay = p->delay;
    }
    if (p->hash_tick < r->tick + ROLLBACK_HASH_EVERY * (ROLLBACK_HASHES / 2))
        rollback_keep_hash(r, 1, p->hash_tick, p->hash);
}

void rollback_fill(const rollback *r, packet *p)
{
    const inputs_queue *mine = rollback_mine(r);
    const uint32_t all = inputs_known(mine) - r->acknowledged;
    *p = (packet){.kind = PACKET_PLAY,
                  .game = r->desc.game,
                  .player = r->desc.me,
                  .tick = r->tick,
                  .delay = r->delay,
                  .known = inputs_known(rollback_other(r)),
                  .first = r->acknowledged,
                  .count = all < PACKET_INPUTS ? all : PACKET_INPUTS,
                  .hash_tick = r->last_hash};
    for (uint32_t i = 0; i < p->count; ++i)
        p->inputs[i] = (uint16_t)inputs_get(mine, p->first + i);
    if (p->hash_tick > 0)
        p->hash = r->hash[0][p->hash_tick / ROLLBACK_HASH_EVERY % ROLLBACK_HASHES];
}

/* -- ticks -- */

bool rollback_may_go(rollback *r)
{
    const bool may = r->tick < inputs_known(rollback_other(r)) + ROLLBACK_MOST;
    r->stats.waits += !may;
    return may;
}

void rollback_press(rollback *r, uint32_t input)
{
    inputs_queue *mine = &r->players[r->desc.me];
    const uint32_t until = r->tick + r->delay;
    input &= PACKET_INPUT_BITS;
    if (inputs_known(mine) > until && input == inputs_get(mine, inputs_known(mine) - 1))
        return;
    do
        inputs_add(mine, inputs_known(mine), input);
    while (inputs_known(mine) <= until);
}

uint32_t rollback_begin(rollback *r)
{
    const uint32_t wrong = inputs_wrong(rollback_other(r));
    if (wrong >= r->tick)
        return r->tick;
    const uint32_t again = r->tick - wrong;
    r->stats.backs++;
    r->stats.again += again;
    r->stats.furthest = again > r->stats.furthest ? again : r->stats.furthest;
    for (uint32_t player = 0; player < PACKET_PLAYERS; ++player)
        inputs_go_back(&r->players[player], wrong);
    return wrong;
}

void rollback_inputs(rollback *r, uint32_t tick, uint32_t inputs[PACKET_PLAYERS])
{
    for (uint32_t player = 0; player < PACKET_PLAYERS; ++player)
        inputs[player] = inputs_play(&r->players[player], tick);
}

void rollback_end(rollback *r)
{
    r->tick++;
}

bool rollback_final_inputs(const rollback *r, uint32_t tick, uint32_t inputs[PACKET_PLAYERS])
{
    if (tick >= rollback_final(r) || r->tick - tick > INPUTS_WINDOW / 2)
        return false;
    for (uint32_t player = 0; player < PACKET_PLAYERS; ++player)
        inputs[player] = inputs_get(&r->players[player], tick);
    return true;
}

uint32_t rollback_tick(const rollback *r)
{
    return r->tick;
}

int32_t rollback_ahead(const rollback *r)
{
    const uint32_t known = inputs_known(rollback_other(r));
    return ((int32_t)(r->tick + r->other_delay - known) - r->other_lead) / 2;
}

uint32_t rollback_final(const rollback *r)
{
    const uint32_t known = inputs_known(rollback_other(r));
    const uint32_t wrong = inputs_wrong(rollback_other(r));
    uint32_t least = r->tick < known ? r->tick : known;
    return wrong < least ? wrong : least;
}

rollback_stats rollback_get_stats(const rollback *r)
{
    return r->stats;
}
