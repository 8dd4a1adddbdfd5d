/* The session's tests: games one after the other, recordings, links. */
#include "core/test_game.h"
#include "session.h"
#include "share.h"

#include <string.h>

static _Alignas(8) unsigned char memory[SESSION_BYTES];
static unsigned char bytes[SESSION_RECORD_BYTES];
static char letters[SHARE_LETTERS(SESSION_RECORD_BYTES) + 1];

static session *begin(const session_desc *desc)
{
    session *s = session_init(memory, sizeof memory, desc);
    CHECK(s != NULL);
    return s;
}

static game_state state_of(session *s)
{
    return game_get_state(session_game(s));
}

static void play(session *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        session_step(s, game_autopilot(session_game(s)));
}

static void rest(session *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        session_step(s, 0);
}

/* -- games -- */

static void a_start_begins_another_game(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    uint64_t hashes[3];
    for (int i = 0; i < 3; ++i) {
        rest(s, 10);
        session_step(s, GAME_START);
        CHECK(state_of(s).phase == GAME_PLAY && state_of(s).tick == 1);
        rest(s, 300);
        hashes[i] = game_hash(session_game(s));
        session_set_pattern(s, NULL, 0, false);
        CHECK(state_of(s).phase == GAME_TITLE);
    }
    CHECK(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    CHECK(session_init(memory, 1000, &(session_desc){0}) == NULL);
    CHECK(session_init(NULL, 0, &(session_desc){0}) == NULL);
    CHECK(session_init(memory, sizeof memory, &(session_desc){.lives = 100}) == NULL);
}

static void the_level_is_chosen_on_the_title(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    uint32_t ranks[3];
    session_step(s, GAME_RIGHT);
    session_step(s, 0);
    session_step(s, GAME_RIGHT); /* it is the hardest */
    for (int i = 0; i < 3; ++i) {
        session_step(s, 0);
        CHECK(session_level(s) == (i == 0 ? GAME_HARD : i == 1 ? GAME_NORMAL : GAME_EASY));
        session_step(s, GAME_START);
        ranks[i] = state_of(s).rank;
        rest(s, 10);
        session_step(s, GAME_LEFT);
        session_set_pattern(s, NULL, 0, false);
        session_step(s, 0);
        session_step(s, GAME_LEFT);
    }
    CHECK(ranks[0] > ranks[1] && ranks[1] > ranks[2]);
}

/* Not by one key in the middle of a game. */
static void a_game_begins_again_from_a_pause(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    size_t size;
    CHECK(session_restart(s) == NULL && state_of(s).tick == 1 && state_of(s).phase == GAME_PLAY);
    rest(s, 200);
    CHECK(session_restart(s) != NULL && state_of(s).tick == 201);
    session_step(s, GAME_PAUSE);
    CHECK(session_restart(s) == NULL && state_of(s).tick == 1 && !state_of(s).paused);
    rest(s, 10);
    CHECK(session_recording(s, &size) != NULL);
}

static void a_start_leaves_the_demonstration(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    size_t size;
    rest(s, 700);
    CHECK(state_of(s).attract && state_of(s).phase == GAME_PLAY);
    CHECK(session_recording(s, &size) == NULL && size == 0);
    session_step(s, GAME_START);
    CHECK(!state_of(s).attract && state_of(s).phase == GAME_PLAY && state_of(s).tick == 1);
}

static void the_high_score_goes_from_game_to_game(void)
{
    session *s = begin(&(session_desc){.seed = 4, .high_score = 500});
    CHECK(session_high_score(s) == 500 && state_of(s).high_score == 500);
    session_step(s, GAME_START);
    play(s, 1500);
    const uint32_t score = state_of(s).score;
    CHECK(score > 500);
    session_set_pattern(s, NULL, 0, false);
    CHECK(session_high_score(s) == score && state_of(s).high_score == score);
    rest(s, 2500); /* the score of the attract mode does not count */
    CHECK(session_high_score(s) == score);
}

/* -- recordings -- */

static size_t make_recording(session *s, uint64_t *hash)
{
    size_t size;
    session_step(s, GAME_START);
    play(s, 900);
    const unsigned char *recorded = session_recording(s, &size);
    CHECK(recorded != NULL && size > RECORD_HEAD);
    memcpy(bytes, recorded, size);
    *hash = game_hash(session_game(s));
    return size;
}

static void a_game_can_be_seen_again(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    uint64_t hash;
    rest(s, 200); /* not in the recording */
    const size_t size = make_recording(s, &hash);
    CHECK(size < 2000);
    CHECK(session_replay(s, bytes, size) == NULL);
    CHECK(session_is_replay(s) && session_verdict(s) == NULL);
    for (uint32_t i = 0; i < 901; ++i) {
        CHECK(session_is_replay(s));
        session_step(s, GAME_LEFT); /* keys have no effect on a replay */
    }
    CHECK(game_hash(session_game(s)) == hash);
    CHECK(session_replay_part(s) == 1);
    session_step(s, 0);
    CHECK(!session_is_replay(s) && strstr(session_verdict(s), "BIT FOR BIT") != NULL);
    CHECK(state_of(s).phase == GAME_TITLE);
}

static void a_replay_can_be_left(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    uint64_t hash;
    const size_t size = make_recording(s, &hash);
    CHECK(session_replay(s, bytes, size) == NULL);
    session_step(s, GAME_LEFT | GAME_SHOOT);
    CHECK(session_is_replay(s));
    session_step(s, GAME_START);
    CHECK(!session_is_replay(s) && state_of(s).phase == GAME_TITLE);
    session_step(s, GAME_START); /* still held: it starts nothing */
    CHECK(state_of(s).phase == GAME_TITLE);
}

static void the_last_game_is_kept(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    uint64_t hash;
    size_t size;
    replay p;
    make_recording(s, &hash);
    session_set_pattern(s, NULL, 0, false);
    const unsigned char *kept = session_recording(s, &size);
    CHECK(kept && replay_open(&p, kept, size, NULL, 0) == NULL && p.hash == hash);
    session_step(s, GAME_START);
    play(s, 30); /* a game so short does not replace the recording */
    session_set_pattern(s, NULL, 0, false);
    kept = session_recording(s, &size);
    CHECK(kept && replay_open(&p, kept, size, NULL, 0) == NULL && p.hash == hash);
    CHECK(session_replay(s, kept, size) == NULL && session_is_replay(s));
    rest(s, 20);
    CHECK(session_recording(s, &size) != NULL); /* even during its replay */
}

static void another_way_is_noticed(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    uint64_t hash;
    const size_t size = make_recording(s, &hash);
    CHECK(session_replay(s, bytes, size) == NULL);
    rest(s, 400);
    session_game(s)->now.random.state++; /* as if the build differed */
    rest(s, 600);
    CHECK(!session_is_replay(s) && strstr(session_verdict(s), "DIFFERS") != NULL);
    bytes[size - 2] ^= 1;
    CHECK(strstr(session_replay(s, bytes, size), "checksum") != NULL && !session_is_replay(s));
    CHECK(strstr(session_replay(s, bytes, SESSION_RECORD_BYTES + 1), "too long") != NULL);
}

static void a_pattern_begins_at_once(void)
{
    const bml_pattern *ring;
    session *s = begin(&(session_desc){.seed = 4});
    uint64_t hash;
    ring = &session_game(s)->patterns[PATTERN_RING];
    const uint32_t *words = ring->words;
    const uint32_t count = ring->length;
    session_set_pattern(s, words, count, true);
    CHECK(state_of(s).phase == GAME_PLAY && state_of(s).tick == 1);
    rest(s, 200);
    CHECK(state_of(s).bullets > 10 && state_of(s).boss_health > 0);
    session_set_pattern(s, words, count, false);
    const size_t size = make_recording(s, &hash);
    session_set_pattern(s, NULL, 0, false);
    CHECK(strstr(session_replay(s, bytes, size), "another pattern") != NULL);
    session_set_pattern(s, words, count, false);
    CHECK(session_replay(s, bytes, size) == NULL);
    rest(s, 901);
    CHECK(game_hash(session_game(s)) == hash);
}

/* -- links -- */

static void a_link_holds_a_recording(void)
{
    session *s = begin(&(session_desc){.seed = 4});
    static unsigned char again[SESSION_RECORD_BYTES];
    uint64_t hash;
    size_t got;
    const size_t size = make_recording(s, &hash);
    CHECK(share_encode(letters, bytes, size) == SHARE_LETTERS(size));
    CHECK(strspn(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
          SHARE_LETTERS(size));
    CHECK(share_decode(again, sizeof again, letters, &got) && got == size);
    CHECK(memcmp(again, bytes, size) == 0);
    CHECK(!share_decode(again, size - 1, letters, &got));
}

static void every_length_comes_back(void)
{
    unsigned char some[70], again[70];
    char text[SHARE_LETTERS(70) + 1];
    size_t got;
    for (size_t size = 0; size < sizeof some; ++size) {
        for (size_t i = 0; i < size; ++i)
            some[i] = (unsigned char)(i * 89 + size * 7);
        share_encode(text, some, size);
        CHECK(share_decode(again, sizeof again, text, &got) && got == size);
        CHECK(memcmp(again, some, size) == 0);
        text[strlen(text)] = 0;
    }
    CHECK(!share_decode(again, sizeof again, "A", &got));  /* six bits are not a byte */
    CHECK(!share_decode(again, sizeof again, "AB", &got)); /* with unused bits that are not 0 */
    CHECK(share_decode(again, sizeof again, "AA&p=xyz", &got) && got == 1);
}

const test test_session[] = {
    TEST(a_start_begins_another_game),
    TEST(the_level_is_chosen_on_the_title),
    TEST(a_game_begins_again_from_a_pause),
    TEST(a_start_leaves_the_demonstration),
    TEST(the_high_score_goes_from_game_to_game),
    TEST(a_game_can_be_seen_again),
    TEST(a_replay_can_be_left),
    TEST(the_last_game_is_kept),
    TEST(another_way_is_noticed),
    TEST(a_pattern_begins_at_once),
    TEST(a_link_holds_a_recording),
    TEST(every_length_comes_back),
    {NULL, NULL},
};
