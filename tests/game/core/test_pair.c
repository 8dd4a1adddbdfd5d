/* Games of two players. */
#include "record.h"
#include "test_game.h"

#include <string.h>

static unsigned char bytes[RECORD_BYTES(1000)];

/* Two players at the first wave; their shields have run out. */
static game *begin_pair(uint32_t lives)
{
    game *g = game_init(test_memory, sizeof test_memory,
                        &(game_options){.seed = 5, .lives = lives, .players = 2});
    CHECK(g != NULL);
    game_step(g, GAME_START);
    test_steps(g, 200, 0);
    CHECK(player_shield(g, 0) == 0 && player_shield(g, 1) == 0);
    return g;
}

static void hit(game *g, uint32_t player)
{
    test_put_bullet(g, g->ships[player]->x, g->ships[player]->y);
    game_step(g, 0);
    CHECK(!player_has_ship(g, player));
}

static void each_player_flies_a_ship(void)
{
    game *g = begin_pair(0);
    const game_state before = game_get_state(g);
    CHECK(before.players == 2 && before.lives == 4);
    test_steps(g, 10, game_join_inputs(GAME_LEFT, GAME_UP));
    const game_state after = game_get_state(g);
    CHECK(after.ships[0].x < before.ships[0].x - 29 && after.ships[0].y == before.ships[0].y);
    CHECK(after.ships[1].x == before.ships[1].x && after.ships[1].y < before.ships[1].y - 29);
    const uint32_t shots = trp_pool_count(g->pools[POOL_SHOTS]);
    game_step(g, game_join_inputs(GAME_SHOOT, GAME_SHOOT));
    CHECK(trp_pool_count(g->pools[POOL_SHOTS]) == shots + 6);
    CHECK(game_is_sound(g));
}

static void a_game_of_one_has_one_ship(void)
{
    game *g = test_begin(1);
    const game_state before = game_get_state(g);
    CHECK(before.players == 1 && !before.ships[1].is_there);
    test_steps(g, 10, game_join_inputs(0, GAME_LEFT | GAME_BOMB | GAME_PAUSE));
    CHECK(game_get_state(g).ships[0].x == before.ships[0].x);
    CHECK(game_get_state(g).bombs == before.bombs && !game_get_state(g).paused);
    CHECK(trp_pool_count(g->pools[POOL_SHIP]) == 1);
}

static void three_players_are_too_many(void)
{
    CHECK(!game_init(test_memory, sizeof test_memory, &(game_options){.players = 3}));
}

static void enemies_aim_at_the_nearer_ship(void)
{
    game *g = begin_pair(0);
    CHECK(player_near(g, 0, 400) == g->ships[0] && player_near(g, 320, 400) == g->ships[1]);
    hit(g, 1);
    CHECK(player_near(g, 320, 400) == g->ships[0]);
    CHECK(player_is_there(g));
}

static void one_that_is_hit_leaves_the_other_on_the_field(void)
{
    game *g = begin_pair(0);
    hit(g, 1);
    CHECK(player_has_ship(g, 0) && game_get_state(g).lives == 3);
    test_steps(g, 130, 0);
    CHECK(player_has_ship(g, 1) && player_shield(g, 1) > 0 && player_shield(g, 0) == 0);
}

static void the_game_ends_with_the_last_ship(void)
{
    game *g = begin_pair(1);
    hit(g, 0);
    CHECK(game_get_state(g).phase == GAME_PLAY && player_is_out(g, 0));
    test_steps(g, 200, 0);
    CHECK(!player_has_ship(g, 0));
    hit(g, 1);
    CHECK(game_get_state(g).phase == GAME_OVER);
    CHECK(game_is_sound(g));
}

static void a_life_brings_back_the_one_that_is_out(void)
{
    game *g = begin_pair(1);
    hit(g, 0);
    test_steps(g, 200, 0);
    game_score(g, 100000);
    CHECK(game_get_state(g).lives == 0 && !player_is_out(g, 0));
    test_steps(g, 100, 0);
    CHECK(player_has_ship(g, 0) && game_get_state(g).phase == GAME_PLAY);
}

/* The ship that has left takes no life with it, and no life brings it back. */
static void one_that_leaves_takes_its_ship_along(void)
{
    game *g = begin_pair(0);
    game_step(g, game_join_inputs(0, GAME_LEAVE));
    CHECK(!player_has_ship(g, 1) && player_has_ship(g, 0) && game_get_state(g).lives == 4);
    test_steps(g, 100, 0);
    phases_gain_life(g, 0, 0);
    CHECK(game_get_state(g).lives == 5);
    test_steps(g, 100, 0);
    CHECK(!player_has_ship(g, 1) && player_is_out(g, 1));
    CHECK(game_is_sound(g));
}

/* Also while it waits for its return; and a further game in the same memory is for one. */
static void the_game_of_the_one_that_stays_ends_with_its_ship(void)
{
    game *g = begin_pair(1);
    hit(g, 0);
    game_step(g, game_join_inputs(0, GAME_LEAVE));
    CHECK(game_get_state(g).phase == GAME_OVER);
    g = begin_pair(2);
    hit(g, 1);
    game_step(g, game_join_inputs(0, GAME_LEAVE));
    test_steps(g, 200, 0);
    CHECK(!player_has_ship(g, 1) && game_get_state(g).lives == 1);
    hit(g, 0);
    test_steps(g, 100, 0);
    CHECK(player_has_ship(g, 0) && game_get_state(g).phase == GAME_PLAY);
    test_steps(g, 200, 0);
    hit(g, 0);
    CHECK(game_get_state(g).phase == GAME_OVER);
    test_steps(g, 100, 0);
    game_step(g, GAME_START);
    CHECK(player_has_ship(g, 0) && !player_has_ship(g, 1) && game_get_state(g).lives == 1);
}

/* Nothing but the playing ship can be hit. */
static void a_ship_that_has_left_is_never_hit(void)
{
    for (uint32_t seed = 1; seed <= 3; ++seed) {
        bool was_there = true;
        uint32_t hits = 0;
        game *g =
            game_init(test_memory, sizeof test_memory, &(game_options){.seed = seed, .players = 2});
        game_step(g, GAME_START);
        const uint32_t lives = game_get_state(g).lives;
        game_step(g, game_join_inputs(0, GAME_LEAVE));
        for (uint32_t tick = 0; tick < 3000 && game_get_state(g).phase == GAME_PLAY; ++tick) {
            game_step(g, game_autopilot(g) & 0xffffu);
            const bool is_there = player_has_ship(g, 0);
            hits += was_there && !is_there;
            was_there = is_there;
            CHECK(!player_has_ship(g, 1));
        }
        CHECK(game_get_state(g).lives + hits >= lives && game_is_sound(g));
    }
}

static void either_player_bombs_and_pauses(void)
{
    game *g = begin_pair(0);
    const uint32_t bombs = game_get_state(g).bombs;
    game_step(g, game_join_inputs(0, GAME_BOMB));
    CHECK(game_get_state(g).bombs == bombs - 1);
    CHECK(player_shield(g, 1) > 0 && player_shield(g, 0) == 0);
    game_step(g, game_join_inputs(0, GAME_PAUSE));
    CHECK(game_get_state(g).paused);
    game_step(g, game_join_inputs(GAME_PAUSE, GAME_PAUSE));
    CHECK(!game_get_state(g).paused);
}

static void a_recording_has_the_keys_of_both(void)
{
    const game_options options = {.seed = 3, .first_wave = 4, .players = 2};
    record r;
    replay p;
    uint32_t input;
    game *g = game_init(test_memory, sizeof test_memory, &options);
    record_begin(&r, bytes, sizeof bytes, &options);
    for (uint32_t i = 0; i < 900; ++i) {
        input = game_autopilot(g);
        record_tick(&r, input);
        game_step(g, input);
        CHECK(record_input(&r, i) == input);
    }
    CHECK(input >> GAME_INPUT_BITS != 0);
    const size_t size = record_end(&r, game_hash(g));
    CHECK(test_replays(bytes, size, game_hash(g)) && game_get_state(g).score > 0);
    CHECK(replay_open(&p, bytes, size, NULL, 0) == NULL && p.options.players == 2);
}

const test test_pair[] = {
    TEST(each_player_flies_a_ship),
    TEST(a_game_of_one_has_one_ship),
    TEST(three_players_are_too_many),
    TEST(enemies_aim_at_the_nearer_ship),
    TEST(one_that_is_hit_leaves_the_other_on_the_field),
    TEST(the_game_ends_with_the_last_ship),
    TEST(a_life_brings_back_the_one_that_is_out),
    TEST(one_that_leaves_takes_its_ship_along),
    TEST(the_game_of_the_one_that_stays_ends_with_its_ship),
    TEST(a_ship_that_has_left_is_never_hit),
    TEST(either_player_bombs_and_pauses),
    TEST(a_recording_has_the_keys_of_both),
    {NULL, NULL},
};
