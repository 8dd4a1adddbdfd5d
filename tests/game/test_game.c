/* The game's core, rule by rule. Each test is a plain function; the first failure ends it. */
#include "bullets.h"
#include "effects.h"
#include "enemy.h"
#include "missiles.h"
#include "record.h"
#include "state.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(8) unsigned char memory[GAME_BYTES_FOR(2000)];
static _Alignas(8) unsigned char other_memory[GAME_BYTES];
static game_sprite sprites[GAME_SPRITES + 2000];
static unsigned char bytes[RECORD_BYTES(2000)];
static jmp_buf failed;

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static void fail(int line, const char *what)
{
    printf("test_game.c:%d: %s\n", line, what);
    longjmp(failed, 1);
}

static game *begin(uint32_t wave)
{
    game *g = game_init(memory, sizeof memory,
                        &(game_options){.seed = 5, .first_wave = wave, .extra = 2000});
    CHECK(g != NULL);
    game_step(g, GAME_START);
    game_step(g, 0);
    return g;
}

static void steps(game *g, uint32_t ticks, uint32_t input)
{
    for (uint32_t i = 0; i < ticks; ++i)
        game_step(g, input);
}

static void fly(game *g, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        game_step(g, game_autopilot(g));
}

/* -- angles and random numbers -- */

static void sines_are_near_those_of_libm(void)
{
    for (uint32_t a = 0; a < 65536; ++a)
    {
        const double turn = a * (6.283185307179586 / 65536);
        CHECK(fabs((double)angle_sine((angle)a) - sin(turn)) < 5e-5);
        CHECK(fabs((double)angle_cosine((angle)a) - cos(turn)) < 5e-5);
        const angle back = angle_of((float)(900 * sin(turn)), (float)(-900 * cos(turn)));
        CHECK(abs(angle_between((angle)a, back)) <= 2);
    }
    CHECK(angle_of(0, 0) == 0);
    CHECK(angle_turn(65000, 500, 100) == 65100);
    CHECK(angle_turn(500, 65000, 2000) == 65000);
}

static void random_numbers_stay_in_their_ranges(void)
{
    random_state r;
    uint32_t seen[7] = {0};
    random_seed(&r, 1);
    for (int i = 0; i < 7000; ++i)
    {
        const float unit = random_unit(&r);
        CHECK(unit >= 0 && unit < 1);
        seen[random_below(&r, 7)]++;
    }
    for (int i = 0; i < 7; ++i)
        CHECK(seen[i] > 850 && seen[i] < 1150);
}

/* -- phases -- */

static void what_does_not_fit_does_not_begin(void)
{
    static const uint32_t no_table[20] = {1, 2, 3};
    CHECK(!game_init(NULL, 0, NULL));
    CHECK(!game_init(memory, 1000, NULL));
    CHECK(!game_init(memory, GAME_BYTES / 4, NULL));
    CHECK(!game_init(memory + 1, sizeof memory - 1, NULL));
    CHECK(!game_init(memory, GAME_BYTES, &(game_options){.extra = GAME_MAX_EXTRA}));
    CHECK(!game_init(memory, sizeof memory, &(game_options){.extra = GAME_MAX_EXTRA + 1}));
    CHECK(!game_init(memory, sizeof memory, &(game_options){.lives = 100}));
    CHECK(!game_init(memory, sizeof memory,
                     &(game_options){.pattern = no_table, .pattern_words = 20}));
    CHECK(game_init(memory, GAME_BYTES, NULL));
}

static void it_begins_with_the_title(void)
{
    game *g = game_init(memory, sizeof memory, NULL);
    char text[GAME_LINE_BYTES];
    CHECK(game_get_state(g).phase == GAME_TITLE);
    steps(g, 10, 0);
    CHECK(game_get_line(g, GAME_LINE_BANNER, text) > 0);
    CHECK(game_get_line(g, GAME_LINE_HINT, text) > 0 && strcmp(text, "PRESS START") == 0);
    game_step(g, GAME_START);
    CHECK(game_get_state(g).phase == GAME_PLAY && game_get_state(g).lives == 2);
}

static void after_a_while_it_plays_by_itself(void)
{
    game *g = game_init(memory, sizeof memory, NULL);
    steps(g, 8 * GAME_RATE + 400, 0);
    CHECK(game_get_state(g).phase == GAME_PLAY && game_get_state(g).attract);
    CHECK(game_get_state(g).score > 0);
    CHECK(game_get_state(g).high_score == 0);
    game_step(g, GAME_LEFT);
    CHECK(game_get_state(g).phase == GAME_TITLE);
    CHECK(game_is_sound(g));
}

static void nobody_moves_while_paused(void)
{
    game *g = begin(7);
    fly(g, 400);
    CHECK(game_get_state(g).bullets > 20);
    game_step(g, GAME_PAUSE);
    const uint32_t first = game_draw(g, 0, sprites, GAME_SPRITES);
    static game_sprite before[GAME_SPRITES];
    memcpy(before, sprites, sizeof before);
    steps(g, 30, GAME_LEFT | GAME_SHOOT);
    CHECK(game_draw(g, 0.7f, sprites, GAME_SPRITES) == first);
    for (uint32_t i = 0; i < first; ++i)
        if (before[i].kind != GAME_STAR)
            CHECK(before[i].x == sprites[i].x && before[i].y == sprites[i].y);
    game_step(g, GAME_PAUSE);
    CHECK(!game_get_state(g).paused);
}

static void the_last_ship_ends_the_game(void)
{
    game *g = game_init(memory, sizeof memory, &(game_options){.lives = 1, .first_wave = 8});
    game_step(g, GAME_START);
    for (uint32_t i = 0; i < 5000 && game_get_state(g).phase == GAME_PLAY; ++i)
        game_step(g, i % 100 < 50 ? GAME_LEFT | GAME_UP : GAME_RIGHT | GAME_UP);
    CHECK(game_get_state(g).phase == GAME_OVER);
    CHECK(!player_is_there(g));
    game_step(g, GAME_SHOOT);
    CHECK(game_get_state(g).phase == GAME_OVER); /* too soon: it was pressed for something else */
    steps(g, 2 * GAME_RATE, 0);
    game_step(g, GAME_START);
    CHECK(game_get_state(g).phase == GAME_PLAY && game_get_state(g).score == 0);
    CHECK(game_get_state(g).bullets == 0);
    CHECK(game_is_sound(g));
}

/* -- rules -- */

static void a_bomb_turns_bullets_into_gems(void)
{
    game *g = begin(7);
    for (uint32_t i = 0; i < 600 && game_get_state(g).bullets < 100; ++i)
        game_step(g, 0);
    const uint32_t bullets = game_get_state(g).bullets;
    const uint32_t gems = trp_pool_count(g->pools[POOL_PICKUPS]);
    CHECK(bullets >= 100);
    game_step(g, GAME_BOMB);
    CHECK(game_get_state(g).bullets < 20);
    CHECK(trp_pool_count(g->pools[POOL_PICKUPS]) >= gems + bullets * 9 / 10);
    CHECK(game_get_state(g).bombs == 2);
    game_step(g, GAME_BOMB);
    CHECK(game_get_state(g).bombs == 2); /* it is held, not pressed again */
}

static void put_bullet(game *g, float x, float y)
{
    const bullet init = {
        .body = {.kind = GAME_BULLET_ROUND, .radius = 3, .x = x, .y = y, .old_x = x, .old_y = y}};
    CHECK(trp_create_from(g->pools[POOL_BULLETS], &init) != NULL);
}

static void a_graze_slows_the_enemies_not_the_player(void)
{
    game *g = begin(1);
    float least = 1;
    steps(g, 200, 0);
    CHECK(g->player.shield == 0);
    put_bullet(g, g->player.ship.x + 15, g->player.ship.y);
    for (uint32_t i = 0; i < 20; ++i)
    {
        const float x = g->player.ship.x;
        game_step(g, GAME_LEFT | GAME_FOCUS);
        CHECK(x - g->player.ship.x > 1.39f && x - g->player.ship.x < 1.41f);
        least = game_get_state(g).enemy_time < least ? game_get_state(g).enemy_time : least;
        CHECK(trp_layer_time_scale(g->world, LAYER_BULLETS) == game_get_state(g).enemy_time);
        CHECK(trp_layer_time_scale(g->world, LAYER_PLAYER) == 1);
    }
    CHECK(game_get_state(g).graze == 1);
    CHECK(least == 0.5f);
    CHECK(game_get_state(g).lives == 2);
    steps(g, 60, 0);
    CHECK(game_get_state(g).enemy_time == 1);
}

static void a_hit_costs_a_ship_and_clears_the_field(void)
{
    game *g = begin(1);
    steps(g, 200, 0);
    put_bullet(g, g->player.ship.x, g->player.ship.y);
    put_bullet(g, 20, 20);
    game_step(g, 0);
    CHECK(game_get_state(g).lives == 1 && !player_is_there(g));
    CHECK(trp_state_of(g->world, &g->player.ship.actor) == TRP_STATE_ASLEEP);
    game_step(g, 0);
    CHECK(game_get_state(g).bullets == 0);
    steps(g, 100, 0);
    CHECK(player_is_there(g) && g->player.shield > 0);
    put_bullet(g, g->player.ship.x, g->player.ship.y);
    game_step(g, 0);
    CHECK(game_get_state(g).lives == 1); /* shielded */
}

static void count_parts(trp_actor *self, void *user)
{
    (void)self;
    ++*(uint32_t *)user;
}

static void a_bosss_wing_takes_along_what_sits_on_it(void)
{
    game *g = begin(11);
    uint32_t parts = 0;
    uint32_t left = 0;
    steps(g, 300, 0);
    trp_actor *core = trp_get(g->world, g->boss.core);
    CHECK(core != NULL && game_get_state(g).boss_health == 1000);
    trp_family_each(&g->family, core, count_parts, &parts);
    CHECK(parts == 1 + 1 + 2 * (1 + 2 * 2)); /* its gun; wings, and turrets with guns */
    trp_actor *wing = trp_family_next(&g->family, trp_family_first(&g->family, core));
    CHECK(body_as(enemy, wing)->type == ENEMY_WING);
    enemy_hurt(g, wing, 10000);
    trp_family_each(&g->family, core, count_parts, &left);
    CHECK(left == parts - 5);
    game_step(g, 0);
    CHECK(game_get_state(g).boss_health < 900);
    enemy_hurt(g, core, 100000);
    CHECK(trp_pool_count(g->pools[POOL_ENEMIES]) == 0 && trp_pool_count(g->pools[POOL_GUNS]) == 0);
    steps(g, 200, 0);
    CHECK(game_get_state(g).loop == 2 && game_get_state(g).wave == 1);
}

static void missiles_find_another_when_their_target_is_gone(void)
{
    game *g = begin(9);
    g->state.power = 4;
    bool lost = false;
    for (uint32_t i = 0; i < 900; ++i)
    {
        game_step(g, game_autopilot(g));
        trp_each_of (missile, body.actor, it, g->pools[POOL_MISSILES])
            lost = lost || (!trp_handle_is_null(it->target) && !trp_get(g->world, it->target));
    }
    CHECK(lost); /* it was seen, and nothing went wrong */
    CHECK(trp_pool_get_stats(g->pools[POOL_MISSILES]).created > 20);
    CHECK(game_is_sound(g));
}

static void a_full_pool_of_particles_takes_from_the_old(void)
{
    game *g = begin(1);
    for (uint32_t i = 0; i < 40; ++i)
        effects_explosion(g, 100, 100, 40, 3);
    const trp_pool_stats stats = trp_pool_get_stats(g->pools[POOL_PARTICLES]);
    CHECK(stats.live == EFFECTS_MAX && stats.stolen >= 40 * 41 - EFFECTS_MAX);
    effects_smoke(g, 100, 100);
    CHECK(trp_pool_get_stats(g->pools[POOL_PARTICLES]).stolen == stats.stolen);
}

/* -- what faces ask -- */

static void a_drawing_fits_the_array_that_is_given(void)
{
    game *g = begin(7);
    fly(g, 500);
    game_set_extra_bullets(g, 2000);
    fly(g, 1);
    const uint32_t all = game_draw(g, 1, sprites, GAME_SPRITES + 2000);
    CHECK(all > 2200 && all < GAME_SPRITES + 2000);
    CHECK(game_draw(g, 1, sprites, 100) == 100);
    CHECK(game_draw(g, 1, NULL, 0) == 0);
    for (uint32_t i = 0; i < 100; ++i)
        CHECK(sprites[i].kind < GAME_KIND_COUNT && sprites[i].color < GAME_COLORS);
    CHECK(sizeof(game_sprite) == 20);
}

static void extra_bullets_do_not_change_the_game(void)
{
    game *g = begin(3);
    game *h =
        game_init(other_memory, sizeof other_memory, &(game_options){.seed = 5, .first_wave = 3});
    game_step(h, GAME_START);
    game_step(h, 0);
    for (uint32_t i = 0; i < 600; ++i)
    {
        game_set_extra_bullets(g, i * 7 % 2500);
        game_step(g, game_autopilot(g));
        game_step(h, game_autopilot(h));
        CHECK(trp_pool_count(g->pools[POOL_EXTRA]) == (i * 7 % 2500 < 2000 ? i * 7 % 2500 : 2000));
    }
    CHECK(game_hash(g) == game_hash(h));
}

static void asking_changes_nothing(void)
{
    game *g = begin(9);
    fly(g, 300);
    const uint64_t before = game_hash(g);
    static game_panel panel;
    char text[GAME_LINE_BYTES];
    game_autopilot(g);
    game_draw(g, 0.5f, sprites, GAME_SPRITES);
    game_get_panel(g, &panel);
    for (int i = 0; i < GAME_LINE_COUNT; ++i)
        game_get_line(g, (game_line)i, text);
    game_is_sound(g);
    CHECK(game_hash(g) == before);
}

static void the_panel_tells_what_is_so(void)
{
    static game_panel panel;
    game *g = begin(7);
    game_set_extra_bullets(g, 1000);
    fly(g, 8 * GAME_RATE - 2);
    game_get_panel(g, &panel);
    CHECK(panel.pool_count == POOL_COUNT && panel.layer_count == LAYER_COUNT);
    CHECK(panel.extra == 1000 && panel.pools[POOL_EXTRA].live == 1000);
    CHECK(panel.pools[POOL_EXTRA].fill[0] == 255 && panel.pools[POOL_EXTRA].fill[63] == 0);
    CHECK(panel.live == trp_world_count(g->world) && panel.live > 1200);
    CHECK(panel.created > 50 && panel.recycled > 50);
    CHECK(panel.visited >= 1200);
    CHECK(strcmp(panel.layers[LAYER_BULLETS].name, "bullets") == 0);
    CHECK(panel.bytes > 100000 && panel.bytes < GAME_BYTES_FOR(2000));
}

static void events_are_of_the_last_tick(void)
{
    const game_event *events;
    game *g = begin(1);
    uint32_t shots = 0;
    for (uint32_t i = 0; i < 40; ++i)
    {
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
    game *g = game_init(memory, sizeof memory, &options);
    record r;
    record_begin(&r, bytes, sizeof bytes, &options);
    for (uint32_t i = 0; i < 900; ++i)
    {
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
    uint32_t input;
    replay p;
    const size_t size = make_recording(&hash);
    CHECK(size > RECORD_HEAD && size < 3000);
    CHECK(replay_open(&p, bytes, size, NULL, 0) == NULL);
    CHECK(p.ticks == 900 && p.options.seed == 9 && p.options.first_wave == 4 && p.hash == hash);
    game *g = game_init(memory, sizeof memory, &p.options);
    while (replay_tick(&p, &input))
        game_step(g, input);
    CHECK(game_hash(g) == hash);
}

static void damaged_recordings_are_refused(void)
{
    uint64_t hash;
    replay p;
    const size_t size = make_recording(&hash);
    for (size_t i = 0; i < size; ++i)
        for (unsigned bit = 0; bit < 8; ++bit)
        {
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

typedef struct test
{
    const char *name;
    void (*function)(void);
} test;

#define TEST(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

static const test tests[] = {
    TEST(sines_are_near_those_of_libm),
    TEST(random_numbers_stay_in_their_ranges),
    TEST(what_does_not_fit_does_not_begin),
    TEST(it_begins_with_the_title),
    TEST(after_a_while_it_plays_by_itself),
    TEST(nobody_moves_while_paused),
    TEST(the_last_ship_ends_the_game),
    TEST(a_bomb_turns_bullets_into_gems),
    TEST(a_graze_slows_the_enemies_not_the_player),
    TEST(a_hit_costs_a_ship_and_clears_the_field),
    TEST(a_bosss_wing_takes_along_what_sits_on_it),
    TEST(missiles_find_another_when_their_target_is_gone),
    TEST(a_full_pool_of_particles_takes_from_the_old),
    TEST(a_drawing_fits_the_array_that_is_given),
    TEST(extra_bullets_do_not_change_the_game),
    TEST(asking_changes_nothing),
    TEST(the_panel_tells_what_is_so),
    TEST(events_are_of_the_last_tick),
    TEST(a_recording_plays_the_same_game),
    TEST(damaged_recordings_are_refused),
    TEST(a_recording_that_does_not_fit_says_so),
};

int main(void)
{
    static unsigned wrong;
    const unsigned count = sizeof tests / sizeof tests[0];
    for (volatile unsigned i = 0; i < count; ++i)
    {
        if (setjmp(failed) == 0)
        {
            tests[i].function();
            continue;
        }
        printf("failed: %s\n", tests[i].name);
        ++wrong;
    }
    printf("%u passed, %u failed\n", count - wrong, wrong);
    return wrong > 0;
}
