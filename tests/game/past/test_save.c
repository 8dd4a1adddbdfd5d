/* Saves of games in progress. A loaded game continues as if it had not been interrupted. Damaged
 * and forged saves are refused. */
#include "core/core.h"
#include "core/test_game.h"
#include "past.h"
#include "stage/session.h"

#include <string.h>

static _Alignas(8) unsigned char memory[SESSION_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];
static unsigned char saved[SESSION_SAVE_BYTES];
static unsigned char other[SESSION_SAVE_BYTES];

static session *begin(uint32_t seed)
{
    session *s = session_init(
        memory, sizeof memory,
        &(session_desc){
            .seed = seed, .first_wave = 9, .past = past_memory, .past_bytes = sizeof past_memory});
    CHECK(s != NULL);
    return s;
}

static void play(session *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        session_step(s, game_autopilot(session_game(s)));
}

static uint64_t hash_of(session *s)
{
    return game_hash(session_game(s));
}

static size_t make_save(session *s, uint32_t ticks)
{
    session_step(s, GAME_START);
    play(s, ticks);
    const size_t size = session_save(s, saved, sizeof saved);
    CHECK(size > 1000 && size < sizeof saved / 2);
    return size;
}

static void a_saved_game_goes_on(void)
{
    session *s = begin(4);
    const size_t size = make_save(s, 700);
    const uint64_t then = hash_of(s);
    play(s, 300);
    const uint64_t later = hash_of(s);
    CHECK(session_load(s, saved, size) == NULL);
    CHECK(hash_of(s) == then && game_is_sound(session_game(s)));
    CHECK(game_get_state(session_game(s)).tick == 701);
    play(s, 300);
    CHECK(hash_of(s) == later);
}

static void it_goes_on_in_another_run(void)
{
    session *s = begin(4);
    const size_t size = make_save(s, 500);
    const uint64_t then = hash_of(s);
    s = begin(77);
    play(s, 100);
    CHECK(session_load(s, saved, size) == NULL && hash_of(s) == then);
    CHECK(session_save(s, other, sizeof other) == size && memcmp(saved, other, size) == 0);
}

static void its_recording_and_its_past_go_on(void)
{
    session *s = begin(4);
    size_t size = make_save(s, 400);
    s = begin(5);
    CHECK(session_load(s, saved, size) == NULL);
    const uint64_t then = hash_of(s);
    play(s, 60);
    for (int i = 0; i < 59; ++i)
        session_step(s, SESSION_REWIND);
    CHECK(game_get_state(session_game(s)).tick == 404); /* the first state stored after the load */
    for (int i = 0; i < 30; ++i)
        session_step(s, GAME_LEFT);
    const uint64_t hash = hash_of(s);
    CHECK(hash != then);
    const unsigned char *recorded = session_recording(s, &size);
    CHECK(recorded && session_replay(s, recorded, size) == NULL);
    session_seek(s, 1);
    CHECK(hash_of(s) == hash);
}

static void a_key_that_is_held_meanwhile_is_not_pressed_again(void)
{
    session *s = begin(4);
    const size_t size = make_save(s, 400);
    session_step(s, GAME_PAUSE);
    CHECK(game_get_state(session_game(s)).paused);
    CHECK(session_load(s, saved, size) == NULL);
    session_step(s, GAME_PAUSE);
    CHECK(!game_get_state(session_game(s)).paused);
    for (int i = 0; i < 30; ++i)
        session_step(s, SESSION_REWIND | GAME_BOMB);
    const uint32_t bombs = game_get_state(session_game(s)).bombs;
    CHECK(bombs > 0);
    session_step(s, GAME_BOMB);
    CHECK(game_get_state(session_game(s)).bombs == bombs);
    do
        session_step(s, 0);
    while (session_game(s)->now.state.stands);
    session_step(s, GAME_BOMB);
    CHECK(game_get_state(session_game(s)).bombs == bombs - 1);
}

static void nothing_is_saved_without_a_game(void)
{
    session *s = begin(4);
    play(s, 0);
    CHECK(session_save(s, saved, sizeof saved) == 0);
    session_step(s, GAME_START);
    CHECK(session_save(s, saved, 100) == 0);
    CHECK(session_save(s, saved, sizeof saved) > 0);
}

/* Truncated saves of many lengths, and a changed byte at many places. */
static void damage_is_refused_and_the_game_goes_on(void)
{
    session *s = begin(4);
    const size_t size = make_save(s, 300);
    play(s, 50);
    const uint64_t now = hash_of(s);
    uint32_t refused = 0;
    for (size_t at = 0; at < size; at += 97) {
        CHECK(session_load(s, saved, at) != NULL);
        saved[at] ^= 0x10;
        const char *wrong = session_load(s, saved, size);
        CHECK(wrong != NULL && strlen(wrong) > 10);
        saved[at] ^= 0x10;
        CHECK(hash_of(s) == now);
        ++refused;
    }
    CHECK(refused > 200);
    CHECK(strstr(session_load(s, (const unsigned char *)"no save", 7), "damaged") != NULL);
    play(s, 10);
    CHECK(game_get_state(session_game(s)).tick == 361 && game_is_sound(session_game(s)));
    CHECK(session_load(s, saved, size) == NULL);
}

static void another_pattern_is_refused(void)
{
    session *s = begin(4);
    const bml_pattern *ring = &session_game(s)->patterns[PATTERN_RING];
    const uint32_t *words = ring->words;
    const size_t size = make_save(s, 100);
    session_set_pattern(s, words, ring->length, true);
    CHECK(strstr(session_load(s, saved, size), "without a given pattern") != NULL);
    session_set_pattern(s, NULL, 0, false);
    CHECK(session_load(s, saved, size) == NULL);
}

/* -- forged saves: their checksums are right -- */

static trp_actor *first_of(const game *g, pool_id id)
{
    for (uint32_t slot = 0; slot < trp_pool_info(g->pools[id]).slots; ++slot)
        if (trp_pool_at(g->pools[id], slot))
            return trp_pool_at(g->pools[id], slot);
    CHECK(false);
    return NULL;
}

static void forge(game *g, uint32_t what)
{
    gun *it = body_as(gun, first_of(g, POOL_GUNS));
    enemy *e = body_as(enemy, first_of(g, POOL_ENEMIES));
    bml_runner *runner = &it->runners[0];
    e->type = what == 0 ? 200 : e->type;
    e->path = what == 1 ? 99 : e->path;
    e->body.kind = what == 2 ? 255 : e->body.kind;
    e->body.x = what == 3 ? 1e30f : e->body.x;
    it->pattern = what == 4 ? 250 : it->pattern;
    it->tops = what == 5 ? 8 : it->tops;
    runner->at = what == 6 ? 60000 : runner->at;
    runner->depth = what == 7 ? 200 : runner->depth;
    runner->param_count = what == 8 ? 40 : runner->param_count;
    g->now.state.power = what == 9 ? 1000 : g->now.state.power;
    g->now.director.wave = what == 10 ? 100000 : g->now.director.wave;
    if (what == 11)
        g->now.boss.core = trp_handle_of(g->world, &g->ships[0]->actor);
    if (what == 12)
        trp_recycle(g->world, &g->ships[0]->actor);
}

static void forged_ones_are_refused(void)
{
    for (uint32_t what = 0; what < 13; ++what) {
        session *s = begin(4);
        make_save(s, 250);
        forge(session_game(s), what);
        const size_t size = session_save(s, saved, sizeof saved);
        CHECK(size > 0);
        s = begin(4);
        const char *wrong = session_load(s, saved, size);
        CHECK(wrong && strstr(wrong, "no game writes") != NULL);
        CHECK(game_get_state(session_game(s)).phase == GAME_TITLE);
        play(s, 20);
        CHECK(game_is_sound(session_game(s)));
    }
}

/* Any runner that fits can be run. */
static void a_runner_that_fits_can_be_run(void)
{
    random_state random;
    uint32_t fitting = 0;
    random_seed(&random, 1);
    game *g = test_begin(9);
    test_steps(g, 400, 0);
    const bml_pattern *pattern = &g->patterns[PATTERN_FIREWORK];
    for (uint32_t i = 0; i < 20000; ++i) {
        bml_runner it;
        bml_motion motion = {0};
        bml_start_top(&it, pattern, 0);
        const bml_host host = {.rank = 0.5};
        for (uint32_t k = random_below(&random, 60); k > 0; --k)
            bml_run(&it, pattern, &motion, &host);
        CHECK(bml_fits(&it, pattern));
        unsigned char *bytes = (unsigned char *)&it.stack;
        const size_t from = offsetof(bml_runner, forgot) - offsetof(bml_runner, stack);
        for (uint32_t k = random_below(&random, 3); k > 0; --k)
            bytes[random_below(&random, (uint32_t)from)] = (unsigned char)random_below(&random, 20);
        if (!bml_fits(&it, pattern))
            continue;
        ++fitting;
        for (uint32_t k = 0; k < 60; ++k)
            bml_run(&it, pattern, &motion, &host);
    }
    CHECK(fitting > 6000 && fitting < 19900);
}

const test test_save[] = {
    TEST(a_saved_game_goes_on),
    TEST(it_goes_on_in_another_run),
    TEST(its_recording_and_its_past_go_on),
    TEST(a_key_that_is_held_meanwhile_is_not_pressed_again),
    TEST(nothing_is_saved_without_a_game),
    TEST(damage_is_refused_and_the_game_goes_on),
    TEST(another_pattern_is_refused),
    TEST(forged_ones_are_refused),
    TEST(a_runner_that_fits_can_be_run),
    {NULL, NULL},
};
