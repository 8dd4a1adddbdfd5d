/* Rewinding, turning time back for bombs, seeking in replays. */
#include "core/test_game.h"
#include "past.h"
#include "stage/session.h"

#include <string.h>

static _Alignas(8) unsigned char memory[SESSION_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];
static unsigned char bytes[SESSION_RECORD_BYTES];

enum { PLAYED = 1500 };

static uint64_t hashes[PLAYED + 1]; /* after so many ticks */

static session *begin(void)
{
    session *s = session_init(
        memory, sizeof memory,
        &(session_desc){
            .seed = 4, .first_wave = 2, .past = past_memory, .past_bytes = sizeof past_memory});
    CHECK(s != NULL);
    session_step(s, GAME_START);
    hashes[1] = game_hash(session_game(s));
    return s;
}

static game_state state_of(session *s)
{
    return game_get_state(session_game(s));
}

static void play(session *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i) {
        session_step(s, game_autopilot(session_game(s)) & ~(uint32_t)GAME_BOMB);
        if (state_of(s).tick <= PLAYED)
            hashes[state_of(s).tick] = game_hash(session_game(s));
    }
}

static void hold(session *s, uint32_t ticks, uint32_t input)
{
    for (uint32_t i = 0; i < ticks; ++i)
        session_step(s, input);
}

static void fly(session *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        session_step(s, game_autopilot(session_game(s)));
}

/* A replay of the recording gives the state of the game in progress. */
static void check_recording(session *s)
{
    size_t size;
    const unsigned char *recorded = session_recording(s, &size);
    CHECK(recorded != NULL && test_replays(recorded, size, game_hash(session_game(s))));
}

static void every_tick_comes_back_as_it_was(void)
{
    session *s = begin();
    play(s, 899);
    CHECK(session_get_past(s).ticks == 899 && session_past_bytes(s) > 100000);
    uint32_t before = 900;
    for (uint32_t i = 0; i < 300; ++i) {
        session_step(s, SESSION_REWIND | GAME_LEFT);
        const uint32_t tick = state_of(s).tick;
        CHECK(tick < before && before - tick <= 4);
        CHECK(game_hash(session_game(s)) == hashes[tick]);
        CHECK(session_get_past(s).is_rewinding && session_get_past(s).part < 1);
        before = tick;
    }
    CHECK(before < 300 && game_is_sound(session_game(s)));
}

static void the_game_goes_on_from_there(void)
{
    session *s = begin();
    play(s, 600);
    hold(s, 50, SESSION_REWIND);
    const uint32_t tick = state_of(s).tick;
    CHECK(tick == 601 - 50);
    hold(s, 40, GAME_RIGHT | GAME_SHOOT);
    CHECK(state_of(s).tick == tick + 40 && !session_get_past(s).is_rewinding);
    CHECK(game_hash(session_game(s)) != hashes[tick + 40]);
    check_recording(s);
    hold(s, 45, SESSION_REWIND); /* to before the tick at which its course changed */
    CHECK(state_of(s).tick == tick - 5 && game_hash(session_game(s)) == hashes[tick - 5]);
    play(s, 100);
    check_recording(s);
}

static void rewinding_ends_with_the_first_tick(void)
{
    session *s = begin();
    play(s, 100);
    hold(s, 300, SESSION_REWIND);
    CHECK(state_of(s).tick == 1 && state_of(s).phase == GAME_PLAY);
    CHECK(session_get_past(s).part == 0 && session_get_past(s).ticks == 0);
    play(s, 60);
    CHECK(state_of(s).tick == 61 && state_of(s).phase == GAME_PLAY);
    check_recording(s);
    session_step(s, GAME_TURN);
    CHECK(state_of(s).tick == 2 && state_of(s).bombs == 1);
    check_recording(s);
}

static void a_game_that_is_over_goes_on_as_well(void)
{
    session *s = begin();
    for (uint32_t i = 0; i < 40000 && state_of(s).phase != GAME_OVER; ++i)
        session_step(s, GAME_UP);
    CHECK(state_of(s).phase == GAME_OVER);
    hold(s, 40, 0);
    hold(s, 70, SESSION_REWIND);
    CHECK(state_of(s).phase == GAME_PLAY && state_of(s).ships[0].is_there);
    hold(s, 30, GAME_LEFT);
    check_recording(s);
}

static void rewinding_ends_where_the_past_does(void)
{
    session *s = begin();
    play(s, 4400);
    const uint32_t most = session_get_past(s).ticks;
    CHECK(most > 1200 && most <= 60 * GAME_RATE + 4);
    CHECK(session_past_bytes(s) <= PAST_BYTES);
    hold(s, 1200, SESSION_REWIND);
    CHECK(session_get_past(s).part == 0 && state_of(s).tick == 4401 - most);
    hold(s, 10, SESSION_REWIND);
    CHECK(state_of(s).tick == 4401 - most);
    hold(s, 10, 0);
    CHECK(state_of(s).tick == 4401 - most + 10);
    check_recording(s);
}

static void nothing_goes_back_without_memory_or_a_game(void)
{
    session *s = session_init(memory, sizeof memory, &(session_desc){.seed = 4});
    session_step(s, GAME_START);
    hold(s, 100, 0);
    hold(s, 10, SESSION_REWIND);
    CHECK(state_of(s).tick == 111);
    session_step(s, GAME_TURN);
    CHECK(state_of(s).tick == 112 && state_of(s).bombs == 3);
    s = session_init(memory, sizeof memory,
                     &(session_desc){.past = past_memory, .past_bytes = sizeof past_memory});
    hold(s, 50, 0);
    hold(s, 10, SESSION_REWIND | GAME_TURN);
    CHECK(state_of(s).tick == 60 && state_of(s).phase == GAME_TITLE);
}

static void a_bomb_turns_time_back_for_two(void)
{
    session *s = begin();
    play(s, 599);
    CHECK(state_of(s).bombs >= GAME_TURN_COST);
    const uint32_t bombs = state_of(s).bombs;
    session_step(s, GAME_TURN | GAME_LEFT);
    CHECK(state_of(s).tick == 600 - SESSION_TURN_TICKS + 1);
    CHECK(state_of(s).bombs == bombs - GAME_TURN_COST);
    const game_event *events;
    const uint32_t count = game_get_events(session_game(s), &events);
    bool is_told = false;
    for (uint32_t i = 0; i < count; ++i)
        is_told = is_told || events[i].kind == GAME_EVENT_TURN;
    CHECK(is_told);
    hold(s, 20, GAME_TURN); /* the key is held, not pressed again */
    CHECK(state_of(s).tick == 600 - SESSION_TURN_TICKS + 21);
    hold(s, 1, 0);
    hold(s, 1, GAME_TURN); /* only one bomb is left */
    CHECK(state_of(s).bombs == bombs - GAME_TURN_COST);
    CHECK(state_of(s).tick == 600 - SESSION_TURN_TICKS + 23);
    check_recording(s); /* the recording contains the price, but not the undone ticks */
}

static void a_replay_can_be_sought_through(void)
{
    session *s = begin();
    size_t size;
    play(s, PLAYED - 1);
    const unsigned char *recorded = session_recording(s, &size);
    memcpy(bytes, recorded, size);
    CHECK(session_replay(s, bytes, size) == NULL);
    static const float parts[] = {0.5f, 0.25f, 1, 0, 0.75f, 0.74f, 0.3f, 0.8f};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        session_seek(s, parts[i]);
        CHECK(session_is_replay(s) && session_replay_part(s) == parts[i]);
        const uint32_t tick = (uint32_t)(parts[i] * PLAYED);
        CHECK(state_of(s).tick == tick &&
              (tick == 0 || game_hash(session_game(s)) == hashes[tick]));
    }
    hold(s, 10, SESSION_REWIND);
    CHECK(state_of(s).tick == 1200 - 80);
    hold(s, 10, GAME_RIGHT);
    CHECK(state_of(s).tick == 1200 && game_hash(session_game(s)) == hashes[1200]);
    session_seek(s, -1);
    session_seek(s, 2);
    CHECK(state_of(s).tick == 1200);
    hold(s, 301, 0);
    CHECK(!session_is_replay(s) && strstr(session_verdict(s), "BIT FOR BIT") != NULL);
    session_seek(s, 0.5f); /* there is no replay now */
    CHECK(state_of(s).phase == GAME_TITLE);
}

static void a_replay_without_memory_begins_again(void)
{
    session *s = begin();
    size_t size;
    play(s, 700);
    const unsigned char *recorded = session_recording(s, &size);
    memcpy(bytes, recorded, size);
    s = session_init(memory, sizeof memory, &(session_desc){.seed = 1});
    CHECK(session_replay(s, bytes, size) == NULL);
    session_seek(s, 1);
    CHECK(game_hash(session_game(s)) == hashes[701]);
    session_seek(s, 0.5f);
    CHECK(state_of(s).tick == 350 && game_hash(session_game(s)) == hashes[350]);
}

/* A game in which the ship, which does nothing, is hit at last. Returns the tick. */
static uint32_t be_hit(session *s)
{
    game_kill kill;
    hold(s, 1, GAME_START);
    for (uint32_t i = 0; i < 6000 && !game_get_kill(session_game(s), &kill); ++i)
        hold(s, 1, 0);
    CHECK(game_get_kill(session_game(s), &kill));
    return kill.tick;
}

static void the_last_hit_is_shown_again(void)
{
    session *s = begin();
    CHECK(session_show_hit(s) != NULL);
    const uint32_t hit = be_hit(s);
    hold(s, 100, GAME_LEFT);
    const uint64_t hash = game_hash(session_game(s));
    const uint32_t tick = state_of(s).tick;
    CHECK(session_show_hit(s) == NULL && session_is_hit(s));
    CHECK(state_of(s).tick == hit - 180 && state_of(s).ships[0].is_there);
    hold(s, 120, 0);
    CHECK(state_of(s).tick == hit - 60);
    hold(s, 121, 0);
    CHECK(state_of(s).tick == hit + 1 && !state_of(s).ships[0].is_there);
    hold(s, 78, 0);
    CHECK(session_is_hit(s) && state_of(s).tick == hit + 40);
    hold(s, 1, 0);
    CHECK(!session_is_hit(s) && state_of(s).tick == tick && game_hash(session_game(s)) == hash);
    hold(s, 1, 0);
    CHECK(state_of(s).tick == tick + 1);
}

static void a_key_ends_it_where_the_game_was(void)
{
    session *s = begin();
    be_hit(s);
    hold(s, 30, 0);
    const uint64_t hash = game_hash(session_game(s));
    CHECK(session_show_hit(s) == NULL);
    hold(s, 50, 0);
    CHECK(game_hash(session_game(s)) != hash);
    hold(s, 1, GAME_SHOOT);
    CHECK(!session_is_hit(s) && game_hash(session_game(s)) == hash);
    CHECK(session_show_hit(s) == NULL);
    hold(s, 50, GAME_SHOOT);
    size_t size;
    CHECK(session_recording(s, &size) != NULL && game_hash(session_game(s)) == hash);
}

/* Its score is apart, also after it was saved and loaded, and its recording says so. */
static void a_game_that_was_rewound_is_practice(void)
{
    static unsigned char saved[SESSION_SAVE_BYTES];
    char text[GAME_LINE_BYTES];
    size_t size;
    replay p;
    session *s = begin();
    hold(s, 1, GAME_START);
    fly(s, 1200);
    hold(s, 30, SESSION_REWIND);
    const uint32_t high = session_high_score(s);
    CHECK(high > 0 && session_practice_score(s) == 0);
    fly(s, 900);
    const uint32_t score = state_of(s).score;
    hold(s, 1, 0); /* scores are kept with the next tick */
    CHECK(score > high && session_high_score(s) == high && session_practice_score(s) == score);
    game_get_line(session_game(s), GAME_LINE_HIGH, text);
    CHECK(strncmp(text, "PRACTICE 0", 10) == 0);
    const size_t saved_size = session_save(s, saved, sizeof saved);
    const unsigned char *recorded = session_recording(s, &size);
    CHECK(replay_open(&p, recorded, size, NULL, 0) == NULL && p.options.practice);
    s = begin();
    CHECK(session_load(s, saved, saved_size) == NULL);
    fly(s, 300);
    CHECK(session_high_score(s) == 0 && session_practice_score(s) >= score);
    session_set_pattern(s, NULL, 0, false);
    hold(s, 10, 0);
    hold(s, 1, GAME_START);
    game_get_line(session_game(s), GAME_LINE_HIGH, text);
    CHECK(strncmp(text, "HI ", 3) == 0);
}

/* Time went back before the hit: it has not happened, and so it is not offered. */
static void a_hit_that_was_undone_is_not_offered(void)
{
    session *s = begin();
    game_kill kill;
    const uint32_t hit = be_hit(s);
    hold(s, 30, 0);
    CHECK(session_has_hit(s));
    hold(s, 1, SESSION_REWIND);
    CHECK(!session_has_hit(s));
    hold(s, 60, SESSION_REWIND);
    hold(s, 1, 0);
    CHECK(state_of(s).tick < hit && !session_has_hit(s) && session_show_hit(s) != NULL);
    hold(s, 200, GAME_LEFT);
    CHECK(!game_get_kill(session_game(s), &kill) || kill.tick != hit);
    be_hit(s);
    hold(s, 30, 0);
    hold(s, 5, SESSION_REWIND);
    hold(s, 1, 0);
    CHECK(session_has_hit(s) && session_show_hit(s) == NULL); /* not so far back */
}

const test test_rewind[] = {
    TEST(a_hit_that_was_undone_is_not_offered), TEST(a_game_that_was_rewound_is_practice),
    TEST(the_last_hit_is_shown_again),          TEST(a_key_ends_it_where_the_game_was),
    TEST(every_tick_comes_back_as_it_was),      TEST(the_game_goes_on_from_there),
    TEST(rewinding_ends_with_the_first_tick),   TEST(a_game_that_is_over_goes_on_as_well),
    TEST(rewinding_ends_where_the_past_does),   TEST(nothing_goes_back_without_memory_or_a_game),
    TEST(a_bomb_turns_time_back_for_two),       TEST(a_replay_can_be_sought_through),
    TEST(a_replay_without_memory_begins_again), {NULL, NULL},
};
