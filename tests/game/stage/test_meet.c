/* Two sessions that meet over a network with a delay. */
#include "core/test_game.h"
#include "net/loopback.h"
#include "session.h"

#include <string.h>

typedef struct end {
    session *s;
    match m;
    _Alignas(8) unsigned char memory[SESSION_BYTES];
    _Alignas(TRP_ALIGNMENT) unsigned char match_memory[MATCH_BYTES];
} end;

static end ends[2];
static loopback network;
static uint32_t now;

static void carry(uint32_t me)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = loopback_receive(&network, me, bytes, now); size > 0;
         size = loopback_receive(&network, me, bytes, now))
        match_receive(&ends[me].m, bytes, size);
    for (size_t size = match_send(&ends[me].m, bytes); size > 0;
         size = match_send(&ends[me].m, bytes))
        loopback_send(&network, 1 - me, bytes, size, now);
}

static uint32_t keys_of(uint32_t me, uint32_t tick)
{
    const uint32_t way = tick / 20 % 2 == me ? GAME_LEFT : GAME_RIGHT;
    return GAME_SHOOT | way | (tick % 300 == 299 ? GAME_BOMB : 0u);
}

static void steps(uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i, now += 17)
        for (uint32_t me = 0; me < 2; ++me) {
            const bool plays = session_is_match(ends[me].s);
            session_step(ends[me].s, plays ? keys_of(me, match_tick(&ends[me].m)) : 0);
            carry(me);
        }
}

static void begin(void)
{
    now = 0;
    loopback_init(&network, &(loopback_desc){.seed = 1, .delay = 40, .jitter = 10, .loss = 5});
    for (uint32_t me = 0; me < 2; ++me) {
        ends[me].s = session_init(ends[me].memory, SESSION_BYTES, &(session_desc){.seed = me + 1});
        CHECK(ends[me].s != NULL);
        match_begin(&ends[me].m, &(match_desc){.me = me, .number = 7, .seed = 11},
                    ends[me].match_memory, MATCH_BYTES);
        session_meet(ends[me].s, &ends[me].m);
    }
}

static void two_that_meet_play_one_game(void)
{
    begin();
    steps(1);
    CHECK(strstr(session_news(ends[0].s), "WAITING") != NULL && !session_is_match(ends[0].s));
    steps(400);
    for (uint32_t me = 0; me < 2; ++me) {
        const game_state state = game_get_state(session_game(ends[me].s));
        CHECK(session_is_match(ends[me].s) && state.players == 2 && state.phase == GAME_PLAY);
        CHECK(state.ships[0].is_there && state.ships[1].is_there && state.tick > 350);
    }
    CHECK(match_get_stats(&ends[0].m).desync == 0 && match_get_stats(&ends[0].m).hashes > 15);
    CHECK(match_tick(&ends[0].m) > 350);
}

/* Each player sees which ship is its own, and what the network does. */
static void a_match_shows_the_network(void)
{
    begin();
    steps(300);
    for (uint32_t me = 0; me < 2; ++me) {
        const match_network seen = match_get_network(session_match(ends[me].s));
        CHECK(session_me(ends[me].s) == me);
        CHECK(seen.ping >= 80 && seen.ping < 140 && seen.delay >= 3 && seen.delay < 5);
    }
    session_meet(ends[0].s, NULL);
    steps(60);
    CHECK(session_match(ends[1].s) == NULL && session_me(ends[1].s) == 1);
}

static void time_does_not_go_back_in_a_match(void)
{
    static unsigned char bytes[SESSION_SAVE_BYTES];
    begin();
    steps(200);
    const uint32_t tick = game_get_state(session_game(ends[0].s)).tick;
    session_step(ends[0].s, SESSION_REWIND | GAME_TURN);
    CHECK(game_get_state(session_game(ends[0].s)).tick >= tick);
    CHECK(session_save(ends[0].s, bytes, sizeof bytes) == 0);
}

/* The second player watches the recording to its end. */
static void check_replay(const unsigned char *bytes, size_t size)
{
    CHECK(session_replay(ends[1].s, bytes, size) == NULL);
    for (uint32_t i = 0; i < 2000 && session_is_replay(ends[1].s); ++i)
        session_step(ends[1].s, 0);
    CHECK(strstr(session_verdict(ends[1].s), "BIT FOR BIT") != NULL);
}

static void a_match_is_recorded(void)
{
    static unsigned char bytes[SESSION_RECORD_BYTES];
    size_t size;
    begin();
    steps(400);
    const unsigned char *recorded = session_recording(ends[1].s, &size);
    CHECK(recorded != NULL);
    memcpy(bytes, recorded, size);
    steps(50);
    check_replay(bytes, size); /* which leaves the match */
}

/* The second player goes on alone, with its own ship, and that is recorded, too. */
static void the_one_that_stays_goes_on_alone(void)
{
    size_t size;
    const char *news = NULL;
    begin();
    steps(300);
    session_meet(ends[0].s, NULL);
    for (uint32_t i = 0; i < 60; ++i) {
        steps(1);
        news = session_news(ends[1].s) ? session_news(ends[1].s) : news;
    }
    CHECK(news && strcmp(news, "THE OTHER HAS LEFT") == 0);
    CHECK(!session_is_match(ends[0].s) && !session_is_match(ends[1].s));
    const game_state before = game_get_state(session_game(ends[1].s));
    for (uint32_t i = 0; i < 5; ++i)
        session_step(ends[1].s, GAME_UP);
    const game_state after = game_get_state(session_game(ends[1].s));
    CHECK(after.tick == before.tick + 5 && game_is_sound(session_game(ends[1].s)));
    CHECK(!after.ships[0].is_there && after.ships[1].y < before.ships[1].y);
    for (uint32_t i = 0; i < 900; ++i)
        session_step(ends[1].s, game_autopilot(session_game(ends[1].s)) >> GAME_INPUT_BITS);
    CHECK(!game_get_state(session_game(ends[1].s)).ships[0].is_there);
    const unsigned char *recorded = session_recording(ends[1].s, &size);
    CHECK(recorded != NULL);
    check_replay(recorded, size);
}

/* Steps of the second player until it stops waiting for the first; `steps(1)` has both step. */
static uint32_t steps_until_alone(void)
{
    uint32_t count = 0;
    for (; session_is_match(ends[1].s) && count < 1000; ++count)
        steps(1);
    return count;
}

static void a_goodbye_ends_the_waiting_at_once(void)
{
    begin();
    steps(300);
    session_meet(ends[0].s, NULL);
    CHECK(steps_until_alone() <= 6);
    begin();
    steps(300);
    match_lose(&ends[1].m); /* the connection is closed, and the goodbye was lost with it */
    session_step(ends[1].s, 0);
    CHECK(!session_is_match(ends[1].s) &&
          strcmp(session_news(ends[1].s), "THE OTHER HAS LEFT") == 0);
    session_step(ends[1].s, 0);
    CHECK(!game_get_state(session_game(ends[1].s)).ships[0].is_there);
}

static void a_peer_that_crashes_is_missed_for_three_seconds(void)
{
    uint32_t count = 0;
    begin();
    steps(300);
    for (; session_is_match(ends[1].s) && count < 1000; ++count)
        session_step(ends[1].s, GAME_SHOOT);
    CHECK(count <= 3 * GAME_RATE + 2 && count > 2 * GAME_RATE);
    CHECK(strcmp(session_news(ends[1].s), "THE OTHER IS SILENT") == 0);
    for (uint32_t i = 0; i < 60; ++i)
        session_step(ends[1].s, GAME_SHOOT);
    CHECK(game_is_sound(session_game(ends[1].s)) && session_news(ends[1].s) == NULL);
}

/* Before the two have met, another can still come. */
static void a_lost_connection_before_the_meeting_ends_nothing(void)
{
    begin();
    match_lose(&ends[0].m);
    steps(200);
    CHECK(session_is_match(ends[0].s) && session_is_match(ends[1].s));
}

const test test_meet[] = {
    TEST(two_that_meet_play_one_game),
    TEST(a_match_shows_the_network),
    TEST(time_does_not_go_back_in_a_match),
    TEST(a_match_is_recorded),
    TEST(the_one_that_stays_goes_on_alone),
    TEST(a_goodbye_ends_the_waiting_at_once),
    TEST(a_peer_that_crashes_is_missed_for_three_seconds),
    TEST(a_lost_connection_before_the_meeting_ends_nothing),
    {NULL, NULL},
};
