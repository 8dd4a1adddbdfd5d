/* Packets, inputs, and going back, with a game that is nothing but a hash of all inputs in
 * order. */
#include "test_net.h"

#include "loopback.h"
#include "rollback.h"

#include <string.h>

static uint32_t passed;

/* -- packets -- */

static packet a_packet(void)
{
    packet p = {.kind = PACKET_PLAY,
                .game = 0x12345678,
                .player = 1,
                .tick = 1000,
                .known = 996,
                .first = 990,
                .count = 12,
                .hash_tick = 976,
                .hash = 0x0123456789abcdefu};
    for (uint32_t i = 0; i < p.count; ++i)
        p.inputs[i] = (uint16_t)(i * 37 & PACKET_INPUT_BITS);
    return p;
}

static void a_packet_comes_as_it_was_sent(void)
{
    unsigned char bytes[PACKET_BYTES];
    packet sent = a_packet();
    packet got;
    CHECK(packet_read(&got, bytes, packet_write(&sent, bytes)) == NULL);
    CHECK(got.kind == sent.kind && got.game == sent.game && got.player == 1 && got.tick == 1000);
    CHECK(got.known == 996 && got.first == 990 && got.count == 12 && got.hash_tick == 976);
    CHECK(got.hash == sent.hash && memcmp(got.inputs, sent.inputs, sizeof got.inputs) == 0);
    sent = (packet){.kind = PACKET_HELLO, .game = 5, .seed = 0xfffffffe, .rules = 9, .delay = 2};
    CHECK(packet_read(&got, bytes, packet_write(&sent, bytes)) == NULL);
    CHECK(got.kind == PACKET_HELLO && got.seed == 0xfffffffe && got.rules == 9 && got.delay == 2);
    sent = (packet){.kind = PACKET_BYE, .game = 5};
    CHECK(packet_read(&got, bytes, packet_write(&sent, bytes)) == NULL && got.kind == PACKET_BYE);
}

static void a_packet_is_the_same_on_every_machine(void)
{
    static const unsigned char expected[] = {'T', 'N', 2,  1,  0x9f, 0xb1, 0xe6, 0xdc, 4,  3,  2,
                                             1,   0,   16, 15, 14,   13,   20,   19,   18, 17, 21,
                                             8,   7,   6,  5,  12,   11,   10,   9,    3};
    unsigned char bytes[PACKET_BYTES];
    const packet p = {.kind = PACKET_HELLO,
                      .game = 0x01020304,
                      .stamp = 0x0d0e0f10,
                      .echo = 0x11121314,
                      .held = 21,
                      .seed = 0x05060708,
                      .rules = 0x090a0b0c,
                      .delay = 3};
    CHECK(packet_write(&p, bytes) == sizeof expected);
    for (size_t i = 0; i < sizeof expected; ++i)
        if (bytes[i] != expected[i])
            printf("byte %u is 0x%02x\n", (unsigned)i, bytes[i]);
    CHECK(memcmp(bytes, expected, sizeof expected) == 0);
}

/* Each bit and each length: other data is not accepted as a packet. In a block of its size, for
 * ASan. */
static void a_damaged_packet_is_refused(void)
{
    unsigned char bytes[PACKET_BYTES];
    const packet sent = a_packet();
    packet got;
    const size_t size = packet_write(&sent, bytes);
    for (size_t length = 0; length < size; ++length) {
        unsigned char *exact = (unsigned char *)malloc(length + (length == 0));
        CHECK(exact);
        memcpy(exact, bytes, length);
        CHECK(packet_read(&got, exact, length) != NULL && got.kind == 0);
        free(exact);
    }
    CHECK(packet_read(&got, bytes, size + 1) != NULL);
    CHECK(packet_read(&got, bytes, PACKET_BYTES + 1) != NULL);
    for (size_t bit = 0; bit < 8 * size; ++bit) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        CHECK(packet_read(&got, bytes, size) != NULL && got.kind == 0);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
}

static void what_no_player_would_send_is_refused(void)
{
    unsigned char bytes[PACKET_BYTES];
    packet got;
    packet p = a_packet();
    p.inputs[3] = 0x200;
    CHECK(packet_read(&got, bytes, packet_write(&p, bytes)) != NULL);
    packet wrong[] = {a_packet(),
                      a_packet(),
                      a_packet(),
                      {.kind = PACKET_HELLO, .delay = PACKET_MOST_DELAY + 1},
                      {.kind = (packet_kind)6}};
    wrong[0].tick = PACKET_TICKS;
    wrong[1].first = PACKET_TICKS - 1;
    wrong[2].player = 2;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
        CHECK(packet_read(&got, bytes, packet_write(&wrong[i], bytes)) != NULL);
}

/* -- inputs -- */

static void a_guess_holds_what_was_held_and_presses_nothing(void)
{
    inputs_queue q = {0};
    CHECK(inputs_get(&q, 0) == 0);
    CHECK(inputs_add(&q, 0, 1 | 16 | 64) == INPUTS_ADDED);
    CHECK(inputs_get(&q, 0) == (1 | 16 | 64) && inputs_get(&q, 1) == (1 | 16) &&
          inputs_get(&q, 9) == (1 | 16));
}

static void a_wrong_guess_is_found_at_its_first_tick(void)
{
    inputs_queue q = {0};
    inputs_add(&q, 0, 1);
    for (uint32_t tick = 0; tick < 6; ++tick)
        CHECK(inputs_play(&q, tick) == 1);
    CHECK(inputs_add(&q, 1, 1) == INPUTS_ADDED && inputs_wrong(&q) == INPUTS_NONE);
    CHECK(inputs_add(&q, 2, 2) == INPUTS_ADDED && inputs_wrong(&q) == 2);
    CHECK(inputs_add(&q, 3, 4) == INPUTS_ADDED && inputs_wrong(&q) == 2);
    inputs_go_back(&q, 2);
    CHECK(inputs_wrong(&q) == INPUTS_NONE);
    CHECK(inputs_play(&q, 2) == 2 && inputs_play(&q, 3) == 4 && inputs_play(&q, 4) == 4);
    CHECK(inputs_add(&q, 4, 4) == INPUTS_ADDED && inputs_wrong(&q) == INPUTS_NONE);
}

static void inputs_come_in_order_once_and_not_too_early(void)
{
    inputs_queue q = {0};
    CHECK(inputs_add(&q, 1, 1) == INPUTS_GAP && inputs_known(&q) == 0);
    CHECK(inputs_add(&q, 0, 1) == INPUTS_ADDED && inputs_add(&q, 0, 1) == INPUTS_KNOWN);
    CHECK(inputs_add(&q, 0, 2) == INPUTS_CONTRADICTS && inputs_get(&q, 0) == 1);
    for (uint32_t tick = 1; tick < INPUTS_AHEAD; ++tick)
        CHECK(inputs_add(&q, tick, 2) == INPUTS_ADDED);
    CHECK(inputs_add(&q, INPUTS_AHEAD, 2) == INPUTS_TOO_EARLY);
    inputs_play(&q, 0);
    CHECK(inputs_add(&q, INPUTS_AHEAD, 2) == INPUTS_ADDED);
}

/* -- a game of two over a bad network -- */

/* The game: a hash of all inputs in order, and what it was before each of the last ticks. */
typedef struct toy {
    uint64_t now;
    uint64_t saved[ROLLBACK_STATES];
} toy;

static toy toys[PACKET_PLAYERS];

typedef struct duel_desc {
    loopback_desc network;
    uint32_t ticks;
    uint32_t delay;      /* of local inputs */
    uint32_t garbage;    /* packets of anything per frame, to both */
    uint32_t wrong_tick; /* in this tick end 1 plays something else; 0: never */
    uint32_t leaves;     /* end 1 is silent from this tick on; 0: never */
} duel_desc;

typedef struct duel_report {
    rollback_stats ends[PACKET_PLAYERS];
    uint32_t ticks[PACKET_PLAYERS]; /* that were played */
    uint32_t frames;                /* that it took: 60 per second */
    uint32_t damaged;               /* packets that the reader has refused */
} duel_report;

typedef struct duel_state {
    const duel_desc *desc;
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
    for (uint32_t i = 0; i < d->desc->garbage; ++i) {
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
        rollback_note_hash(r, tick, toys[end].saved[tick % ROLLBACK_STATES]);
}

static void duel_step(duel_state *d, uint32_t end, uint32_t tick)
{
    toy *t = &toys[end];
    uint32_t inputs[PACKET_PLAYERS];
    t->saved[tick % ROLLBACK_STATES] = t->now;
    rollback_inputs(&d->ends[end], tick, inputs);
    if (end == 1 && tick == d->desc->wrong_tick && tick > 0)
        inputs[0] ^= 3;
    t->now = (t->now ^ (inputs[0] | inputs[1] << 16)) * 0x9e3779b97f4a7c15u;
    t->now ^= t->now >> 29;
}

static void duel_play(duel_state *d, uint32_t end)
{
    rollback *r = &d->ends[end];
    uint32_t tick = rollback_begin(r);
    if (tick < rollback_tick(r))
        toys[end].now = toys[end].saved[tick % ROLLBACK_STATES];
    for (; tick < rollback_tick(r); ++tick)
        duel_step(d, end, tick);
    if (tick < d->desc->ticks && rollback_may_go(r)) {
        rollback_press(r, duel_keys(end, tick));
        duel_step(d, end, tick);
        rollback_end(r);
    }
    duel_hash(d, end);
}

/* Plays `ticks` ticks, or until 4 times as many frames have passed. */
static duel_report play(const duel_desc *desc)
{
    static duel_state d;
    d = (duel_state){.desc = desc};
    random_seed(&d.random, desc->network.seed + 1);
    loopback_init(&d.network, &desc->network);
    for (uint32_t end = 0; end < PACKET_PLAYERS; ++end) {
        toys[end] = (toy){.now = 1};
        rollback_init(&d.ends[end], &(rollback_desc){.game = 77, .me = end, .delay = desc->delay});
    }
    for (uint32_t frame = 0; frame < 4 * desc->ticks; ++frame) {
        const uint32_t now = frame * 50 / 3;
        for (uint32_t end = 0; end < PACKET_PLAYERS; ++end) {
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
    for (uint32_t end = 0; end < PACKET_PLAYERS; ++end) {
        d.report.ends[end] = rollback_get_stats(&d.ends[end]);
        d.report.ticks[end] = rollback_tick(&d.ends[end]);
    }
    return d.report;
}

static void both_ends_agree_over_any_network(void)
{
    static const uint32_t delays[] = {0, 30, 80, 150};
    static const uint32_t losses[] = {0, 5, 20};
    toy alone = {.now = 0};
    for (uint32_t i = 0; i < 12; ++i) {
        const duel_desc desc = {.ticks = 10000,
                                .network = {.seed = i,
                                            .delay = delays[i / 3] / 2,
                                            .jitter = i % 2 == 0 ? 0 : 25,
                                            .loss = losses[i % 3],
                                            .twice = 3,
                                            .damaged = i % 3 == 2 ? 2 : 0}};
        const duel_report r = play(&desc);
        printf(
            "  %3u ms, %2u%% lost: %5u frames, went back %4u times, %u ticks at most, %3u hashes\n",
            (unsigned)delays[i / 3], (unsigned)losses[i % 3], (unsigned)r.frames,
            (unsigned)r.ends[0].backs, (unsigned)r.ends[0].furthest, (unsigned)r.ends[0].hashes);
        CHECK(r.ticks[0] == 10000 && r.ticks[1] == 10000);
        CHECK(r.ends[0].desync == 0 && r.ends[1].desync == 0);
        CHECK(r.ends[0].hashes > 500 && r.ends[1].hashes > 500);
        CHECK(r.ends[0].furthest <= ROLLBACK_MOST && r.ends[1].furthest <= ROLLBACK_MOST);
        CHECK(r.ends[0].refused == 0 && r.ends[1].refused == 0);
        alone.now = i == 0 ? toys[0].now : alone.now;
        CHECK(toys[0].now == alone.now &&
              toys[1].now == alone.now); /* the same keys, the same game */
    }
}

/* A longer delay repeats an input, a shorter one leaves one out that is as the one before. */
static void the_delay_can_change(void)
{
    rollback r;
    packet p;
    rollback_init(&r, &(rollback_desc){.game = 77, .me = 0, .delay = 1});
    for (uint32_t i = 1; i <= 6; ++i) {
        rollback_set_delay(&r, i == 2 ? 3 : i == 4 ? 2 : rollback_delay(&r));
        rollback_press(&r, i < 4 ? i : 4);
        rollback_end(&r);
    }
    rollback_fill(&r, &p);
    static const uint16_t wanted[] = {1, 2, 2, 2, 3, 4, 4};
    CHECK(p.first == 1 && p.count == 7 && p.delay == 2);
    for (uint32_t i = 0; i < 7; ++i)
        CHECK(p.inputs[i] == wanted[i]);
}

static void a_delay_of_local_inputs_spares_going_back(void)
{
    duel_desc desc = {.ticks = 2000, .network = {.delay = 40}};
    const duel_report without = play(&desc);
    desc.delay = 3;
    const duel_report with = play(&desc);
    CHECK(without.ends[0].backs > 100 && with.ends[0].backs < without.ends[0].backs / 4);
    CHECK(with.ends[0].desync == 0 && with.ends[0].hashes > 60);
}

static void another_game_is_noticed_within_a_second(void)
{
    const duel_desc desc = {.ticks = 3000, .wrong_tick = 1234, .network = {.delay = 40, .loss = 5}};
    const duel_report r = play(&desc);
    for (uint32_t end = 0; end < PACKET_PLAYERS; ++end)
        CHECK(r.ends[end].desync > 1234 && r.ends[end].desync <= 1234 + 60);
}

static void garbage_changes_nothing(void)
{
    const duel_desc desc = {.ticks = 2000, .garbage = 5, .network = {.delay = 20, .damaged = 10}};
    const duel_report r = play(&desc);
    CHECK(r.ticks[0] == 2000 && r.ends[0].desync == 0 && r.ends[0].hashes > 60);
    CHECK(r.damaged > 10000);
}

static void one_who_leaves_stops_the_other_soon(void)
{
    const duel_desc desc = {.ticks = 2000, .leaves = 500, .network = {.delay = 20}};
    const duel_report r = play(&desc);
    CHECK(r.ticks[0] >= 490 && r.ticks[0] <= 500 + 2 * ROLLBACK_MOST && r.ends[0].waits > 100);
}

/* The checksum is right, the content is not: of another game, of oneself, of inputs that do not
 * exist yet, contradicting. */
static void lies_change_nothing(void)
{
    rollback r;
    packet p = {.kind = PACKET_PLAY, .game = 7, .player = 1, .count = 2, .inputs = {1, 1}};
    rollback_init(&r, &(rollback_desc){.game = 7});
    rollback_take(&r, &p);
    CHECK(inputs_known(&r.players[1]) == 2);
    const packet lies[] = {
        {.kind = PACKET_PLAY, .game = 8, .player = 1, .first = 2, .count = 1},
        {.kind = PACKET_PLAY, .game = 7, .player = 0, .first = 2, .count = 1},
        {.kind = PACKET_PLAY, .game = 7, .player = 1, .known = 5, .first = 2, .count = 1},
        {.kind = PACKET_PLAY, .game = 7, .player = 1, .count = 2, .inputs = {1, 9}}};
    for (uint32_t i = 0; i < 4; ++i) {
        rollback_take(&r, &lies[i]);
        CHECK(rollback_get_stats(&r).refused == i + 1);
        CHECK(inputs_known(&r.players[1]) == 2 && inputs_get(&r.players[1], 1) == 1 &&
              r.acknowledged == 0);
    }
}

static void a_state_is_final_up_to_the_first_wrong_guess(void)
{
    rollback r;
    packet sent;
    uint32_t both[PACKET_PLAYERS];
    rollback_init(&r, &(rollback_desc){.game = 7});
    for (uint32_t tick = 0; tick < 6; ++tick) {
        CHECK(rollback_may_go(&r) && rollback_begin(&r) == tick);
        rollback_press(&r, 2);
        rollback_inputs(&r, tick, both);
        rollback_end(&r);
        CHECK(both[0] == 2 && both[1] == 0 && rollback_final(&r) == 0);
    }
    const packet later = {.kind = PACKET_PLAY,
                          .game = 7,
                          .player = 1,
                          .tick = 5,
                          .known = 4,
                          .count = 5,
                          .inputs = {0, 0, 0, 1, 1}};
    const packet earlier = {
        .kind = PACKET_PLAY, .game = 7, .player = 1, .tick = 2, .known = 1, .count = 2};
    rollback_take(&r, &later);
    rollback_take(&r, &earlier);
    CHECK(rollback_final(&r) == 3);
    rollback_fill(&r, &sent);
    CHECK(sent.first == 4 && sent.count == 2 &&
          sent.known == 5); /* what is known is not sent again */
    CHECK(rollback_begin(&r) == 3 && rollback_final(&r) == 5);
}

int main(void)
{
    static void (*const tests[])(void) = {a_packet_comes_as_it_was_sent,
                                          a_packet_is_the_same_on_every_machine,
                                          a_damaged_packet_is_refused,
                                          what_no_player_would_send_is_refused,
                                          a_guess_holds_what_was_held_and_presses_nothing,
                                          a_wrong_guess_is_found_at_its_first_tick,
                                          inputs_come_in_order_once_and_not_too_early,
                                          a_state_is_final_up_to_the_first_wrong_guess,
                                          both_ends_agree_over_any_network,
                                          the_delay_can_change,
                                          a_delay_of_local_inputs_spares_going_back,
                                          another_game_is_noticed_within_a_second,
                                          garbage_changes_nothing,
                                          one_who_leaves_stops_the_other_soon,
                                          lies_change_nothing};
    for (; passed < sizeof tests / sizeof tests[0]; ++passed)
        tests[passed]();
    printf("net: %u passed, 0 failed\n", (unsigned)passed);
    return 0;
}
