/*
 * The game itself over a bad network: two matches in one process, each with its game, and the
 * library's history of it.
 *
 *   test_match [ticks]
 */
#include "loopback.h"
#include "match.h"
#include "test_net.h"

#include <string.h>
#include <time.h>

typedef struct side {
    match m;
    game *g;
    uint32_t finals; /* inputs that were taken */
    uint64_t sum;    /* of them */
    _Alignas(8) unsigned char game_memory[GAME_BYTES];
    _Alignas(TRP_ALIGNMENT) unsigned char memory[MATCH_BYTES];
} side;

static side sides[PACKET_PLAYERS];
static loopback network;
static random_state noise;
static uint32_t time_ms;
static uint32_t passed;

static double now_us(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void begin(const loopback_desc *desc, uint32_t plant)
{
    loopback_init(&network, desc);
    random_seed(&noise, desc->seed);
    time_ms = 0;
    for (uint32_t i = 0; i < PACKET_PLAYERS; ++i) {
        side *s = &sides[i];
        net_game_close(&s->m.n);
        s->g = NULL;
        s->finals = 0;
        s->sum = 0;
        match_begin(&s->m,
                    &(match_desc){.me = i,
                                  .number = 77,
                                  .seed = i == 0 ? 5 : 0,
                                  .delay = i == 0 ? 1 : 0,
                                  .plant = i == 1 ? plant : 0},
                    s->memory, sizeof s->memory);
    }
}

static void take_finals(side *s)
{
    uint32_t input;
    for (; match_take_final(&s->m, &input); ++s->finals)
        s->sum = (s->sum ^ input) * 0x100000001b3u;
}

static void frame(uint32_t me, uint32_t ticks)
{
    side *s = &sides[me];
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = loopback_receive(&network, me, bytes, time_ms); size > 0;
         size = loopback_receive(&network, me, bytes, time_ms))
        match_receive(&s->m, bytes, size);
    if (match_wants_game(&s->m)) {
        const game_options options = match_options(&s->m);
        s->g = game_init(s->game_memory, sizeof s->game_memory, &options);
        match_play(&s->m, s->g);
    }
    const bool plays = match_get_phase(&s->m) == MATCH_PLAYS;
    match_step(&s->m, plays && match_tick(&s->m) < ticks ? hands_keys(me, match_tick(&s->m)) : 0);
    take_finals(s);
    for (size_t size = match_send(&s->m, bytes); size > 0; size = match_send(&s->m, bytes))
        loopback_send(&network, 1 - me, bytes, size, time_ms);
}

static void frames(uint32_t count, uint32_t ticks)
{
    for (uint32_t i = 0; i < count; ++i, time_ms += 50u / 3 + ((i % 3 > 0 ? 1u : 0u)))
        for (uint32_t me = 0; me < PACKET_PLAYERS; ++me)
            frame(me, ticks);
}

static bool has_ended(const side *s, const char *why)
{
    return match_words(&s->m) && strcmp(match_words(&s->m), why) == 0;
}

/* Until both know all of the first ticks. What comes after them is not compared. */
static void plays_over_any_network(uint32_t ticks)
{
    static const uint32_t delays[] = {0, 80, 150};
    static const uint32_t losses[] = {0, 5, 20};
    for (uint32_t i = 0; i < 9; ++i) {
        begin(&(loopback_desc){.seed = i,
                               .delay = delays[i / 3] / 2,
                               .jitter = i / 3 * 10,
                               .loss = losses[i % 3],
                               .twice = 3,
                               .damaged = 1},
              0);
        const double begun = now_us();
        uint32_t count = 0;
        for (; count < 2 * ticks + 600 && (sides[0].finals < ticks || sides[1].finals < ticks);
             ++count)
            frames(1, ticks);
        const rollback_stats a = match_get_stats(&sides[0].m);
        const rollback_stats b = match_get_stats(&sides[1].m);
        printf("  %3u ms, %2u%% lost: %3u hashes alike, back %u ticks at most, %5u ticks again, "
               "waited for %4u "
               "of %5u frames, a frame %3.0f us\n",
               (unsigned)delays[i / 3], (unsigned)losses[i % 3], (unsigned)a.hashes,
               (unsigned)a.furthest, (unsigned)a.again, (unsigned)a.waits, (unsigned)count,
               (now_us() - begun) / 2 / count);
        CHECK(sides[0].finals >= ticks && sides[1].finals >= ticks);
        CHECK(a.desync == 0 && b.desync == 0 && a.hashes > ticks / 20 && b.hashes > ticks / 20);
        CHECK(a.furthest <= ROLLBACK_MOST && b.furthest <= ROLLBACK_MOST);
        CHECK(game_is_sound(sides[0].g) && game_is_sound(sides[1].g));
        CHECK(game_get_state(sides[0].g).score > 0);
        ++passed;
    }
}

/* A ship that is drawn more than this further than a frame before has jumped. */
#define JUMP 10.0f

typedef struct jumps {
    float shown; /* per second */
    float real;  /* of the game itself, as it would be drawn without easing */
    uint32_t again;
    match_network network;
} jumps;

static float square_of(float a, float b)
{
    return (a - b) * (a - b);
}

/* How the first player sees the second's ship, for half a minute. */
static jumps see_the_other(const loopback_desc *desc, uint32_t delay)
{
    const uint32_t count = 30 * GAME_RATE;
    const match *m = &sides[0].m;
    jumps all = {0};
    game_ship last = {0};
    game_ease last_ease = {0};
    begin(desc, 0);
    sides[0].m.desc.delay = sides[1].m.desc.delay = delay;
    frames(6 * GAME_RATE, UINT32_MAX);
    for (uint32_t i = 0; i < count; ++i) {
        frames(1, UINT32_MAX);
        const game_ship ship = game_get_state(sides[0].g).ships[1];
        const game_ease ease = m->ease;
        if (ship.is_there && last.is_there) {
            all.real += square_of(ship.x, last.x) + square_of(ship.y, last.y) > JUMP * JUMP;
            all.shown += square_of(ship.x + ease.x, last.x + last_ease.x) +
                             square_of(ship.y + ease.y, last.y + last_ease.y) >
                         JUMP * JUMP;
        }
        last = ship;
        last_ease = ease;
    }
    all.real *= (float)GAME_RATE / (float)count;
    all.shown *= (float)GAME_RATE / (float)count;
    all.again = match_get_stats(m).again;
    all.network = match_get_network(m);
    printf("  %3u ms, %u%% lost: ping %u ms, delay %u, %u ticks again; jumps per second: %.2f, of "
           "which "
           "are shown: %.2f\n",
           2 * (unsigned)desc->delay, (unsigned)desc->loss, (unsigned)all.network.ping,
           (unsigned)all.network.delay, (unsigned)all.again, (double)all.real, (double)all.shown);
    CHECK(match_get_phase(m) == MATCH_PLAYS && match_get_stats(m).desync == 0);
    return all;
}

static void the_delay_is_that_of_the_network(void)
{
    const loopback_desc near = {.seed = 1, .delay = 1};
    const loopback_desc middle = {.seed = 1, .delay = 50, .jitter = 5};
    const loopback_desc far = {.seed = 1, .delay = 100, .jitter = 10, .loss = 3};
    const jumps undelayed = see_the_other(&middle, 1);
    CHECK(undelayed.network.delay == 1 && undelayed.real > 1);
    CHECK(undelayed.shown < undelayed.real / 4);
    const jumps at_once = see_the_other(&near, 0);
    CHECK(at_once.network.delay == 1 && at_once.network.ping <= 34 && at_once.shown == 0);
    const jumps delayed = see_the_other(&middle, 0);
    CHECK(delayed.network.delay == 4 && delayed.shown == 0 && delayed.again < undelayed.again / 4);
    CHECK(delayed.network.ping >= 100 && delayed.network.ping <= 134);
    const jumps late = see_the_other(&far, 0);
    CHECK(late.network.delay == 6 && late.shown <= 0.5f);
    ++passed;
}

static void both_see_the_same_ticks(void)
{
    uint64_t a, b;
    begin(&(loopback_desc){.seed = 3, .delay = 40, .jitter = 20, .loss = 5, .twice = 3}, 0);
    frames(300, 400);
    while (sides[0].finals != sides[1].finals)
        frames(1, 400);
    CHECK(sides[0].finals > 200 && sides[0].sum == sides[1].sum);
    CHECK(match_final_hash(&sides[0].m, &a) && match_final_hash(&sides[1].m, &b) && a == b);
    ++passed;
}

/* The planted one moves a ship by a quarter: both name it. */
static void a_difference_is_named(void)
{
    for (uint32_t lost = 0; lost <= 20; lost += 20) {
        begin(&(loopback_desc){.seed = 9, .delay = 40, .jitter = 10, .loss = lost, .twice = 3},
              200);
        while (match_get_phase(&sides[0].m) < MATCH_DIFFERS && time_ms < 10000)
            frames(1, 1000);
        const uint32_t found = match_tick(&sides[0].m);
        frames(300, 1000);
        printf("  planted in tick 200, found in tick %u: %s\n", (unsigned)found,
               match_difference(&sides[0].m) ? match_difference(&sides[0].m) : "?");
        CHECK(found >= 200 && found <= 200 + GAME_RATE);
        for (uint32_t i = 0; i < PACKET_PLAYERS; ++i) {
            const char *words = match_difference(&sides[i].m);
            CHECK(has_ended(&sides[i], "THE TWO GAMES DIFFER"));
            CHECK(words && strstr(words, "ship") && strstr(words, "slot 0") &&
                  strstr(words, " x: "));
        }
        ++passed;
    }
}

static void one_that_leaves_ends_it_for_the_other(void)
{
    begin(&(loopback_desc){.seed = 2, .delay = 20}, 0);
    frames(120, 1000);
    match_leave(&sides[1].m);
    frames(20, 1000);
    CHECK(has_ended(&sides[0], "THE OTHER HAS LEFT") && game_is_sound(sides[0].g));
    ++passed;
    begin(&(loopback_desc){.seed = 2, .delay = 20}, 0);
    frames(120, 1000);
    for (uint32_t i = 0; i < 3 * GAME_RATE + 2; ++i)
        frame(0, 1000);
    CHECK(has_ended(&sides[0], "THE OTHER IS SILENT") && game_is_sound(sides[0].g));
    ++passed;
}

/* The head of packets is alike in all versions: 2 version, 4 checksum of all other bytes. */
static void make_newer(unsigned char *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u ^ (uint32_t)size;
    bytes[2]++;
    for (size_t i = 0; i < size; ++i)
        if (i < 4 || i >= 8) {
            sum = (sum ^ bytes[i]) * 0x01000193u;
            sum ^= sum >> 15;
        }
    for (size_t i = 0; i < 4; ++i)
        bytes[4 + i] = (unsigned char)(sum >> (8 * i));
}

/* A newer game's packets are unreadable, those with other rules are not: both are told, at both ends. */
static void another_version_is_told(void)
{
    for (uint32_t is_newer = 0; is_newer < 2; ++is_newer) {
        unsigned char bytes[PACKET_BYTES];
        const packet hello = {.kind = PACKET_HELLO, .game = 78, .player = 1, .rules = 1};
        size_t size = packet_write(&hello, bytes);
        begin(&(loopback_desc){.seed = 2}, 0);
        if (is_newer)
            make_newer(bytes, size);
        match_receive(&sides[0].m, bytes, size);
        CHECK(has_ended(&sides[0], "THE OTHER HAS ANOTHER VERSION OF THE GAME"));
        uint32_t hellos = 0; /* by which the other end knows it, too */
        for (uint32_t i = 0; i < GAME_RATE; ++i)
            for (match_step(&sides[0].m, 0); match_send(&sides[0].m, bytes) > 0; ++hellos)
                ;
        CHECK(hellos > 2);
        ++passed;
    }
}

/* Anything, and packets that are right but for what they say. */
static void send_noise(uint32_t to)
{
    unsigned char bytes[PACKET_BYTES];
    packet p = {.kind = (packet_kind)(1 + random_below(&noise, 5)),
                .game = random_below(&noise, 2) == 0 ? 77 : 78,
                .player = random_below(&noise, 2),
                .tick = random_below(&noise, 4000),
                .known = random_below(&noise, 4000),
                .first = random_below(&noise, 4000),
                .total = 1 + random_below(&noise, PACKET_STATE_BYTES - 1),
                .rules = random_below(&noise, 4)};
    size_t size = packet_write(&p, bytes);
    if (random_below(&noise, 4) > 0) {
        size = 1 + random_below(&noise, PACKET_BYTES);
        for (size_t i = 0; i < size; ++i)
            bytes[i] = (unsigned char)random_below(&noise, 256);
    } else if (p.game == 77) /* the other's own number: it would be the other */
        return;
    match_receive(&sides[to].m, bytes, size);
}

static void garbage_changes_nothing(void)
{
    begin(&(loopback_desc){.seed = 4, .delay = 20, .damaged = 20, .loss = 5}, 0);
    frames(60, 400); /* the two have met: hellos count no longer */
    for (uint32_t i = 0; i < 400; ++i) {
        for (uint32_t k = 0; k < 20; ++k)
            send_noise(k % 2);
        frames(1, 400);
    }
    CHECK(match_get_phase(&sides[0].m) == MATCH_PLAYS &&
          match_get_phase(&sides[1].m) == MATCH_PLAYS);
    CHECK(match_get_stats(&sides[0].m).desync == 0 && sides[0].finals > 300);
    ++passed;
}

/* A liar in the other's name can end the match, and nothing worse. */
static void lies_end_the_match_at_worst(void)
{
    for (uint32_t seed = 0; seed < 20; ++seed) {
        begin(&(loopback_desc){.seed = seed}, 0);
        frames(40, 400);
        for (uint32_t i = 0; i < 100; ++i) {
            unsigned char bytes[PACKET_BYTES];
            packet p = {.kind = (packet_kind)(2 + random_below(&noise, 4)),
                        .game = 77,
                        .player = 1,
                        .tick = random_below(&noise, 200),
                        .known = random_below(&noise, 200),
                        .first = random_below(&noise, 200),
                        .count = random_below(&noise, 9),
                        .hash_tick = 16 * random_below(&noise, 8),
                        .hash = 1,
                        .total = 1 + random_below(&noise, 2000)};
            p.kind = p.kind == PACKET_BYE ? PACKET_PLAY : p.kind;
            match_receive(&sides[0].m, bytes, packet_write(&p, bytes));
            frame(0, 400);
        }
        CHECK(game_is_sound(sides[0].g));
    }
    ++passed;
}

int main(int count, char **arguments)
{
    const uint32_t ticks = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 10000;
    plays_over_any_network(ticks);
    the_delay_is_that_of_the_network();
    both_see_the_same_ticks();
    a_difference_is_named();
    one_that_leaves_ends_it_for_the_other();
    another_version_is_told();
    garbage_changes_nothing();
    lies_end_the_match_at_worst();
    printf("matches over a bad network: %u passed, 0 failed\n", (unsigned)passed);
    return 0;
}
