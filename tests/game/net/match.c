#include "match.h"

#include "core/core.h"
#include "core/record.h"
#include "troupe/diff.h"
#include "troupe/save.h"

/* -- what differs -- */

#define NAME "Bullet Troupe, a match"

/* The hashes of the states before this tick differ. */
static void evidence_want(evidence *e, uint32_t tick)
{
    if (e->tick == 0)
        e->tick = tick;
}

static void evidence_say(evidence *e, const char *text)
{
    size_t i = 0;
    for (; i + 1 < EVIDENCE_WORDS && text[i]; ++i)
        e->words[i] = text[i];
    e->words[i] = 0;
}

static void evidence_note(const trp_difference *difference, void *user)
{
    evidence_say((evidence *)user, difference->text);
}

/* The other's state is loaded for a moment, and compared with the snapshot of this end's. */
static void evidence_judge(evidence *e, net_game *n)
{
    const trp_load_desc desc = {.game = NAME};
    size_t bytes;
    size_t theirs;
    const unsigned char *mine = net_game_state(n, e->tick, &bytes);
    evidence_say(e, "the states cannot be compared");
    if (mine && trp_load(n->g->world, e->theirs, e->total, &desc) == TRP_OK &&
        trp_snapshot_save(n->g->world, e->theirs, EVIDENCE_STATE, &theirs) == TRP_OK)
        trp_snapshot_diff(n->g->world, mine, bytes, e->theirs, theirs, 1, evidence_note, e);
    net_game_load(n, e->now);
}

static bool evidence_write(const void *bytes, size_t size, void *arg)
{
    evidence *e = (evidence *)arg;
    const unsigned char *from = (const unsigned char *)bytes;
    if (EVIDENCE_STATE - e->mine_bytes < size)
        return false;
    for (size_t i = 0; i < size; ++i)
        e->mine[e->mine_bytes++] = from[i];
    return true;
}

/* The state before that tick as a save: the same on every kind of machine. */
static void evidence_collect(evidence *e, net_game *n, uint32_t tick)
{
    const trp_save_desc desc = {.game = NAME};
    e->asked = tick;
    if (net_game_load(n, tick) && trp_save(n->g->world, &desc, evidence_write, e) != TRP_OK)
        e->mine_bytes = 0;
    net_game_load(n, e->now);
}

static void evidence_take_part(evidence *e, net_game *n, const packet *p)
{
    if (e->tick == 0 || p->tick != e->tick || e->words[0] || (e->total > 0 && p->total != e->total))
        return;
    if (e->total == 0)
        e->missing = (p->total + PACKET_PART - 1) / PACKET_PART;
    e->total = p->total;
    if (e->has[p->offset / PACKET_PART])
        return;
    e->has[p->offset / PACKET_PART] = 1;
    for (uint32_t i = 0; i < packet_part_bytes(p); ++i)
        e->theirs[p->offset + i] = p->part[i];
    if (--e->missing == 0)
        evidence_judge(e, n);
}

/* Takes PACKET_ASK and PACKET_STATE of the other. */
static void evidence_take(evidence *e, net_game *n, const packet *p)
{
    if (p->kind == PACKET_ASK && p->tick > 0 && e->asked == 0) {
        evidence_collect(e, n, p->tick);
        evidence_want(e, p->tick);
    } else if (p->kind == PACKET_STATE)
        evidence_take_part(e, n, p);
}

/* What is to be sent next: a question, or a part of the state that the other wants. False:
 * nothing is. `p` has its game and player. */
static bool evidence_fill(evidence *e, packet *p, bool asks)
{
    if (asks) {
        p->kind = PACKET_ASK;
        p->tick = e->tick;
        return e->tick > 0 && !e->words[0];
    }
    if (e->mine_bytes == 0)
        return false;
    p->kind = PACKET_STATE;
    p->tick = e->asked;
    p->total = e->mine_bytes;
    p->offset = e->cursor < e->mine_bytes ? e->cursor : 0;
    for (uint32_t i = 0; i < packet_part_bytes(p); ++i)
        p->part[i] = e->mine[p->offset + i];
    e->cursor = p->offset + PACKET_PART;
    return true;
}

/* -- one end of a match -- */

enum {
    RULES = RECORD_VERSION << 8 | PACKET_VERSION,
    HELLO_EVERY = 6,          /* steps */
    SKIP_EVERY = 8,           /* steps: then the end that is ahead skips a tick */
    SILENT = 3 * GAME_RATE,   /* steps; then the other is gone */
    COMPARES = 6 * GAME_RATE, /* steps for the exchange of states */
    FAREWELLS = 3,
    LONGEST_TRIP = 2 * GAME_RATE, /* steps */
    FIRST_DELAY = 1,
    MOST_DELAY = 6,              /* ticks that a player may feel */
    ADAPTS_EVERY = GAME_RATE / 2 /* steps */
};

#define EASES 0.86f /* of an error is left per tick */

/* What is sent per step: these, then parts of the state that the other wants. */
enum { PART_HELLO, PART_PLAY, PART_ASK, PARTS = 16 };

void match_begin(match *m, const match_desc *desc, void *memory, size_t bytes)
{
    *m = (match){.desc = *desc, .memory = (unsigned char *)memory};
    if (bytes < MATCH_BYTES || !memory) {
        m->phase = MATCH_ENDED;
        m->why = "TOO LITTLE MEMORY FOR TWO";
        return;
    }
    m->evidence = (evidence){.theirs = m->memory + NET_GAME_BYTES,
                             .mine = m->memory + NET_GAME_BYTES + EVIDENCE_STATE};
}

static const char other_version[] = "THE OTHER HAS ANOTHER VERSION OF THE GAME";

static void match_end(match *m, const char *why)
{
    if (m->phase == MATCH_ENDED)
        return;
    m->phase = MATCH_ENDED;
    m->why = why;
}

void match_leave(match *m)
{
    match_end(m, "YOU HAVE LEFT");
    m->has_left = true;
    m->sent = 0;
}

void match_lose(match *m)
{
    if (m->phase != MATCH_MEETS)
        match_end(m, "THE OTHER HAS LEFT");
}

/* -- the network -- */

/* The stamps of both tell how long it took there and back, without the steps that the other has
 * held it. */
static void match_take_pace(match *m, const packet *p)
{
    if (p->stamp > m->echo) {
        m->echo = p->stamp;
        m->echo_at = m->steps;
    }
    if (p->echo == 0 || p->echo > m->steps || p->held > m->steps - p->echo ||
        m->steps - p->echo - p->held > LONGEST_TRIP)
        return;
    const uint32_t trip = 16 * (m->steps + 1 - p->echo - p->held);
    m->trip = m->trip == 0 ? trip : (7 * m->trip + trip) / 8;
}

static void match_fill_pace(const match *m, packet *p)
{
    const uint32_t held = m->steps - m->echo_at;
    p->stamp = m->steps;
    p->echo = m->echo;
    p->held = held > 256 ? 255 : held > 0 ? held - 1 : 0;
}

/* Inputs that count after half the round trip come in time. */
static uint32_t match_wanted_delay(const match *m)
{
    const uint32_t half = (m->trip + 31) / 32;
    return half < FIRST_DELAY ? FIRST_DELAY : half > MOST_DELAY ? MOST_DELAY : half;
}

/* By one tick at a time, and not to and fro. */
static void match_adapt(match *m)
{
    const uint32_t delay = rollback_delay(&m->rollback);
    if (m->desc.delay > 0 || m->trip == 0 || m->pace % ADAPTS_EVERY != 0)
        return;
    if (match_wanted_delay(m) > delay)
        rollback_set_delay(&m->rollback, delay + 1);
    else if (match_wanted_delay(m) < delay && (m->trip + 39) / 32 < delay)
        rollback_set_delay(&m->rollback, delay - 1);
}

static void match_count_again(match *m)
{
    const uint32_t all = rollback_get_stats(&m->rollback).again;
    if (m->pace % GAME_RATE != 0)
        return;
    m->again = all - m->again_before;
    m->again_before = all;
}

match_network match_get_network(const match *m)
{
    return (match_network){.ping = m->trip * 1000 / (16 * GAME_RATE),
                           .delay = rollback_delay(&m->rollback),
                           .again = m->again};
}

/* What the other's ship has jumped by since a wrong guess was corrected is shown bit by bit. */
static void match_ease(match *m, const game_ship *before)
{
    const uint32_t other = 1 - m->desc.me;
    const game_ship ship = game_get_state(m->n.g).ships[other];
    game_ease *e = &m->ease;
    if (!before->is_there || !ship.is_there)
        *e = (game_ease){0};
    e->old_x = e->x;
    e->old_y = e->y;
    if (before->is_there && ship.is_there) {
        e->old_x += before->x - ship.x;
        e->old_y += before->y - ship.y;
    }
    e->x = e->old_x * EASES;
    e->y = e->old_y * EASES;
    game_set_ease(m->n.g, other, e);
}

/* -- what comes -- */

/* The first player answers each greeting, since its answer may be lost. */
static void match_take_hello(match *m, const packet *p)
{
    if (p->player != 1 - m->desc.me || m->phase != MATCH_MEETS)
        return;
    if (p->rules != RULES) {
        match_end(m, other_version);
        return;
    }
    if (m->desc.me == 1 && !m->has_met) {
        m->desc.number = p->game;
        m->desc.seed = p->seed;
        m->desc.delay = p->delay;
    }
    m->has_met = true;
    m->silence = 0;
}

/* The two games differ: no further tick is played. */
static void match_stop(match *m)
{
    if (m->phase != MATCH_PLAYS)
        return;
    m->phase = MATCH_DIFFERS;
    m->pace = 0;
    net_game_save(&m->n);
    m->evidence.now = rollback_tick(&m->rollback);
}

static bool match_is_other(const match *m, const packet *p)
{
    return p->game == m->desc.number && p->player == 1 - m->desc.me;
}

void match_receive(match *m, const unsigned char *bytes, size_t size)
{
    packet p;
    if (m->phase == MATCH_MEETS && packet_is_of_other_version(bytes, size))
        match_end(m, other_version);
    if (packet_read(&p, bytes, size) != NULL || m->phase == MATCH_ENDED)
        return;
    if (p.kind == PACKET_HELLO)
        match_take_hello(m, &p);
    if ((p.kind == PACKET_HELLO || p.kind == PACKET_PLAY) && match_is_other(m, &p))
        match_take_pace(m, &p);
    if (p.kind == PACKET_HELLO || !match_is_other(m, &p) || !m->n.g)
        return;
    m->silence = 0;
    if (p.kind == PACKET_PLAY)
        rollback_take(&m->rollback, &p);
    if (p.kind == PACKET_BYE)
        match_end(m, "THE OTHER HAS LEFT");
    if (p.kind == PACKET_ASK)
        match_stop(m);
    if (m->phase == MATCH_DIFFERS)
        evidence_take(&m->evidence, &m->n, &p);
}

/* -- a game -- */

bool match_wants_game(const match *m)
{
    return m->phase == MATCH_MEETS && m->has_met;
}

game_options match_options(const match *m)
{
    return net_game_options(m->desc.seed, 0);
}

void match_play(match *m, game *g)
{
    rollback_init(&m->rollback,
                  &(rollback_desc){.game = m->desc.number,
                                   .me = m->desc.me,
                                   .delay = m->desc.delay > 0 ? m->desc.delay : FIRST_DELAY});
    if (net_game_open(&m->n, g, m->memory, NET_GAME_BYTES))
        m->phase = MATCH_PLAYS;
    else
        match_end(m, "TOO LITTLE MEMORY FOR TWO");
}

/* A tick that is played again notifies of what it did not before. */
static void match_listen(match *m, uint32_t tick, bool again)
{
    uint32_t *heard = &m->heard[tick % MATCH_HEARD];
    const uint32_t before = again ? *heard : 0;
    *heard = before;
    for (uint32_t i = 0; i < m->n.g->event_count; ++i) {
        const game_event *it = &m->n.g->events[i];
        *heard |= 1u << it->kind;
        if ((before >> it->kind & 1) == 0 && m->event_count < GAME_EVENTS)
            m->events[m->event_count++] = *it;
    }
}

static void match_tick_once(match *m, uint32_t tick, bool again)
{
    uint32_t inputs[PACKET_PLAYERS];
    net_game_save(&m->n);
    rollback_inputs(&m->rollback, tick, inputs);
    if (tick == 0) /* both have come to play */
        inputs[0] |= GAME_START;
    net_game_step(&m->n, inputs);
    if (tick == m->desc.plant && tick > 0)
        m->n.g->ships[0]->x += 0.25f;
    match_listen(m, tick, again);
}

/* Hashes of all states that have become final, while they are kept. */
static void match_compare(match *m)
{
    rollback *r = &m->rollback;
    uint64_t hash;
    const uint32_t final = rollback_final(r);
    const uint32_t tick = final - final % ROLLBACK_HASH_EVERY;
    if (tick > 0 && tick < rollback_tick(r) && net_game_hash(&m->n, tick, &hash))
        rollback_note_hash(r, tick, hash);
    if (rollback_get_stats(r).desync == 0)
        return;
    match_stop(m);
    evidence_want(&m->evidence, rollback_get_stats(r).desync);
}

static bool match_skips(match *m)
{
    if (m->pace < m->skips_at || rollback_ahead(&m->rollback) < 1)
        return false;
    m->skips_at = m->pace + SKIP_EVERY;
    return true;
}

static void match_step_game(match *m, uint32_t keys)
{
    rollback *r = &m->rollback;
    const game_ship before = game_get_state(m->n.g).ships[1 - m->desc.me];
    uint32_t tick = rollback_begin(r);
    if (tick < rollback_tick(r) && !net_game_load(&m->n, tick)) {
        match_end(m, "A STATE IS MISSING");
        return;
    }
    for (; tick < rollback_tick(r); ++tick)
        match_tick_once(m, tick, true);
    match_ease(m, &before);
    match_adapt(m);
    match_count_again(m);
    if (!match_skips(m) && rollback_may_go(r)) {
        rollback_press(r, keys & PACKET_INPUT_BITS);
        match_tick_once(m, tick, false);
        rollback_end(r);
    }
    match_compare(m);
}

static void match_hand_over_events(match *m)
{
    for (uint32_t i = 0; i < m->event_count; ++i)
        m->n.g->events[i] = m->events[i];
    m->n.g->event_count = m->event_count;
}

static void match_step_quarrel(match *m)
{
    if (match_difference(m) && m->pace > COMPARES / 6)
        match_end(m, "THE TWO GAMES DIFFER");
    else if (m->pace > COMPARES)
        match_end(m, "THE TWO GAMES DIFFER, WHERE IS NOT KNOWN");
}

void match_step(match *m, uint32_t keys)
{
    m->event_count = 0;
    m->sent = 0;
    m->pace++;
    m->steps++;
    if (m->phase == MATCH_ENDED)
        return;
    if (m->phase != MATCH_MEETS && ++m->silence > SILENT)
        match_end(m, "THE OTHER IS SILENT");
    if (m->phase == MATCH_PLAYS)
        match_step_game(m, keys);
    else if (m->phase == MATCH_DIFFERS)
        match_step_quarrel(m);
    if (m->n.g)
        match_hand_over_events(m);
}

/* -- what is sent -- */

/* Of what is sent per step, the part with that number. False: there is nothing to say. */
static bool match_fill(match *m, uint32_t part, packet *p)
{
    const bool is_known = m->rollback.other_tick > 0;
    *p = (packet){.game = m->desc.number, .player = m->desc.me, .kind = PACKET_BYE};
    if (m->has_left)
        return part < FAREWELLS;
    if (m->phase == MATCH_ENDED && m->why != other_version)
        return false;
    if (part == PART_HELLO) /* also to another version, which ends by it */
    {
        p->kind = PACKET_HELLO;
        p->seed = m->desc.seed;
        p->rules = RULES;
        p->delay = m->desc.delay;
        match_fill_pace(m, p);
        return !is_known && m->pace % HELLO_EVERY == 0;
    }
    if (!m->n.g)
        return false;
    if (part == PART_PLAY) {
        rollback_fill(&m->rollback, p);
        match_fill_pace(m, p);
    }
    return part == PART_PLAY ||
           (m->phase == MATCH_DIFFERS && evidence_fill(&m->evidence, p, part == PART_ASK));
}

size_t match_send(match *m, unsigned char bytes[PACKET_BYTES])
{
    packet p;
    while (m->sent < PARTS)
        if (match_fill(m, m->sent++, &p))
            return packet_write(&p, bytes);
    return 0;
}

/* -- what is known -- */

match_phase match_get_phase(const match *m)
{
    return m->phase;
}

uint32_t match_me(const match *m)
{
    return m->desc.me;
}

bool match_take_final(match *m, uint32_t *input)
{
    uint32_t inputs[PACKET_PLAYERS];
    if (!m->n.g || !rollback_final_inputs(&m->rollback, m->recorded, inputs))
        return false;
    if (m->recorded == 0)
        inputs[0] |= GAME_START;
    *input = game_join_inputs(inputs[0], inputs[1]);
    m->recorded++;
    return true;
}

bool match_final_hash(match *m, uint64_t *hash)
{
    if (m->n.g && m->recorded == rollback_tick(&m->rollback)) {
        *hash = game_hash(m->n.g);
        return true;
    }
    return m->n.g && net_game_hash(&m->n, m->recorded, hash);
}

bool match_settle(match *m)
{
    return m->n.g &&
           (m->recorded == rollback_tick(&m->rollback) || net_game_load(&m->n, m->recorded));
}

void match_close(match *m)
{
    net_game_close(&m->n);
}

uint32_t match_silence(const match *m)
{
    return m->silence;
}

const char *match_words(const match *m)
{
    return m->phase == MATCH_ENDED ? m->why : NULL;
}

const char *match_difference(const match *m)
{
    return m->evidence.words[0] ? m->evidence.words : NULL;
}

rollback_stats match_get_stats(const match *m)
{
    return rollback_get_stats(&m->rollback);
}

uint32_t match_tick(const match *m)
{
    return rollback_tick(&m->rollback);
}
