/* The core's tests, second part: queries by front ends, and recordings. */
#include "record.h"
#include "test_game.h"

#include <string.h>

static unsigned char bytes[RECORD_BYTES(2000)];

/* -- queries by front ends -- */

static void a_drawing_fits_the_array_that_is_given(void)
{
    game *g = test_begin(7);
    test_fly(g, 500);
    const uint32_t all = game_draw(g, 1, test_sprites, GAME_SPRITES);
    CHECK(all > 200 && all < GAME_SPRITES);
    CHECK(game_draw(g, 1, test_sprites, 100) == 100);
    CHECK(game_draw(g, 1, NULL, 0) == 0);
    for (uint32_t i = 0; i < 100; ++i)
        CHECK(test_sprites[i].kind < GAME_KIND_COUNT && test_sprites[i].color < GAME_COLORS);
    CHECK(sizeof(game_sprite) == 20);
}

static void asking_changes_nothing(void)
{
    game *g = test_begin(9);
    test_fly(g, 300);
    const uint64_t before = game_hash(g);
    static game_panel panel;
    char text[GAME_LINE_BYTES];
    game_autopilot(g);
    game_draw(g, 0.5f, test_sprites, GAME_SPRITES);
    game_get_panel(g, &panel);
    for (int i = 0; i < GAME_LINE_COUNT; ++i)
        game_get_line(g, (game_line)i, text);
    game_is_sound(g);
    CHECK(game_hash(g) == before);
}

static void the_panel_tells_what_is_so(void)
{
    static game_panel panel;
    game *g = test_begin(7);
    test_fly(g, 8 * GAME_RATE - 2);
    game_get_panel(g, &panel);
    CHECK(panel.pool_count == POOL_COUNT && panel.layer_count == LAYER_COUNT);
    CHECK(panel.pools[POOL_STARS].live == SKY_STARS && panel.pools[POOL_STARS].fill[63] == 255);
    CHECK(panel.pools[POOL_ENEMIES].fill[63] == 0);
    CHECK(panel.live == trp_world_info(g->world).live && panel.live > 200);
    uint32_t created = 0;
    uint32_t recycled = 0;
    for (uint32_t i = 0; i < POOL_COUNT; ++i) {
        created += panel.pools[i].created;
        recycled += panel.pools[i].recycled;
    }
    CHECK(created > 50 && created < 5000 && recycled > 50 && recycled < 5000);
    CHECK(strcmp(panel.layers[LAYER_BULLETS].name, "bullets") == 0);
    CHECK(panel.bytes > 100000 && panel.bytes < GAME_BYTES);
}

static void events_are_of_the_last_tick(void)
{
    const game_event *events;
    game *g = test_begin(1);
    uint32_t shots = 0;
    for (uint32_t i = 0; i < 40; ++i) {
        game_step(g, GAME_SHOOT);
        const uint32_t count = game_get_events(g, &events);
        for (uint32_t k = 0; k < count; ++k)
            shots += events[k].kind == GAME_EVENT_SHOT;
    }
    CHECK(shots == 10);
    game_step(g, 0);
    CHECK(game_get_events(g, &events) == 0);
}

/* -- recordings -- */

static size_t make_recording(uint64_t *hash)
{
    const game_options options = {.seed = 9, .first_wave = 4};
    game *g = game_init(test_memory, sizeof test_memory, &options);
    record r;
    record_begin(&r, bytes, sizeof bytes, &options);
    for (uint32_t i = 0; i < 900; ++i) {
        const uint32_t input = game_autopilot(g);
        record_tick(&r, input);
        game_step(g, input);
    }
    *hash = game_hash(g);
    return record_end(&r, *hash);
}

static void a_recording_plays_the_same_game(void)
{
    uint64_t hash;
    replay p;
    const size_t size = make_recording(&hash);
    CHECK(size > RECORD_HEAD && size < 3000 && test_replays(bytes, size, hash));
    CHECK(replay_open(&p, bytes, size, NULL, 0) == NULL);
    CHECK(p.ticks == 900 && p.options.seed == 9 && p.options.first_wave == 4);
}

static void damaged_recordings_are_refused(void)
{
    uint64_t hash;
    replay p;
    const size_t size = make_recording(&hash);
    for (size_t i = 0; i < size; ++i)
        for (unsigned bit = 0; bit < 8; ++bit) {
            bytes[i] ^= (unsigned char)(1u << bit);
            CHECK(replay_open(&p, bytes, size, NULL, 0) != NULL);
            bytes[i] ^= (unsigned char)(1u << bit);
        }
    for (size_t i = 0; i < size; ++i)
        CHECK(replay_open(&p, bytes, i, NULL, 0) != NULL);
    CHECK(replay_open(&p, bytes, size + 1, NULL, 0) != NULL);
    bytes[8]++;
    CHECK(strstr(replay_open(&p, bytes, size, NULL, 0), "newer") != NULL);
    bytes[8]--;
    CHECK(strstr(replay_open(&p, bytes, size - 5, NULL, 0), "cut off") != NULL);
    CHECK(replay_open(&p, bytes, size, (const uint32_t[]){1}, 1) != NULL);
    CHECK(replay_open(&p, bytes, size, NULL, 0) == NULL);
}

static void a_recording_that_does_not_fit_says_so(void)
{
    record r;
    record_begin(&r, bytes, RECORD_HEAD + 6, &(game_options){0});
    for (uint32_t i = 0; i < 3; ++i)
        record_tick(&r, i);
    CHECK(record_end(&r, 0) == 0);
}

static void easy_normal_and_hard_differ_by_rank(void)
{
    static const game_level levels[] = {GAME_EASY, GAME_NORMAL, GAME_HARD};
    uint32_t last = 0;
    char text[GAME_LINE_BYTES];
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; ++i) {
        const game_options options = {.seed = 5, .first_wave = 4, .level = levels[i]};
        game *g = game_init(test_memory, sizeof test_memory, &options);
        game_step(g, GAME_START);
        CHECK(game_get_state(g).rank > last);
        last = game_get_state(g).rank;
        game_get_line(g, GAME_LINE_WAVE, text);
        CHECK((levels[i] == GAME_HARD) == (strstr(text, "HARD") != NULL));
    }
    CHECK(!game_init(test_memory, sizeof test_memory, &(game_options){.level = GAME_LEVELS}));
}

/* Bullets on the field, on average over a wave that the autopilot plays. */
static float bullets_of(uint32_t wave)
{
    uint64_t sum = 0;
    uint32_t ticks = 0;
    for (uint32_t seed = 1; seed <= 4; ++seed) {
        game *g = game_init(test_memory, sizeof test_memory,
                            &(game_options){.seed = seed, .first_wave = wave, .lives = 99});
        game_step(g, GAME_START);
        for (; game_get_state(g).wave == wave; ++ticks) {
            game_step(g, game_autopilot(g) & ~(uint32_t)GAME_BOMB);
            sum += game_get_state(g).bullets;
        }
    }
    return (float)sum / (float)ticks;
}

static void the_first_waves_grow(void)
{
    const float first = bullets_of(1);
    const float second = bullets_of(2);
    const float third = bullets_of(3);
    CHECK(first < second && second < third);
}

/* Exactly one: as if there were no pause. */
static void a_pause_can_be_left_for_single_ticks(void)
{
    const game_options options = {.seed = 5, .first_wave = 3};
    game *g = game_init(test_memory, sizeof test_memory, &options);
    game *other = game_init(test_other_memory, sizeof test_other_memory, &options);
    game_step(g, GAME_START);
    game_step(other, GAME_START);
    test_steps(g, 280, GAME_SHOOT);
    test_steps(other, 280, GAME_SHOOT);
    CHECK(game_get_state(g).bullets > 10 && player_is_there(g));
    game_step(g, GAME_PAUSE);
    const float x = g->ships[0]->x;
    for (int i = 0; i < 20; ++i) {
        game_step(g, GAME_STEP | GAME_LEFT);
        CHECK(game_get_state(g).paused && g->ships[0]->x == x - 3.0f * (float)(i + 1));
        game_step(g, GAME_LEFT); /* nothing moves while the key is up */
        CHECK(g->ships[0]->x == x - 3.0f * (float)(i + 1));
        game_step(other, GAME_LEFT);
        CHECK(g->now.random.state == other->now.random.state);
        CHECK(game_get_state(g).bullets == game_get_state(other).bullets);
    }
    game_step(g, GAME_PAUSE);
    CHECK(!game_get_state(g).paused && game_is_sound(g));
}

const test test_faces[] = {
    TEST(easy_normal_and_hard_differ_by_rank),
    TEST(the_first_waves_grow),
    TEST(a_pause_can_be_left_for_single_ticks),
    TEST(a_drawing_fits_the_array_that_is_given),
    TEST(asking_changes_nothing),
    TEST(the_panel_tells_what_is_so),
    TEST(events_are_of_the_last_tick),
    TEST(a_recording_plays_the_same_game),
    TEST(damaged_recordings_are_refused),
    TEST(a_recording_that_does_not_fit_says_so),
    {NULL, NULL},
};
