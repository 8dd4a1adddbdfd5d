/* The core's tests: rule by rule. */
#include "test_game.h"
#include "record.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Alignas(8) unsigned char test_memory[GAME_BYTES];
_Alignas(8) unsigned char test_other_memory[GAME_BYTES];
game_sprite test_sprites[GAME_SPRITES];

static jmp_buf failed;

void test_failed(const char *file, int line, const char *what)
{
    printf("%s:%d: %s\n", file, line, what);
    longjmp(failed, 1);
}

game *test_begin(uint32_t wave)
{
    game *g =
        game_init(test_memory, sizeof test_memory, &(game_options){.seed = 5, .first_wave = wave});
    CHECK(g != NULL);
    game_step(g, GAME_START);
    game_step(g, 0);
    return g;
}

void test_steps(game *g, uint32_t ticks, uint32_t input)
{
    for (uint32_t i = 0; i < ticks; ++i)
        game_step(g, input);
}

void test_fly(game *g, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        game_step(g, game_autopilot(g));
}

bool test_replays(const unsigned char *bytes, size_t size, uint64_t hash)
{
    replay p;
    uint32_t input;
    if (replay_open(&p, bytes, size, NULL, 0) != NULL || p.hash != hash)
        return false;
    game *g = game_init(test_other_memory, sizeof test_other_memory, &p.options);
    while (replay_tick(&p, &input))
        game_step(g, input);
    return game_hash(g) == hash && game_is_sound(g);
}

/* -- angles and random numbers -- */

static void sines_are_near_those_of_libm(void)
{
    for (uint32_t a = 0; a < 65536; ++a) {
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
    for (int i = 0; i < 7000; ++i) {
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
    CHECK(!game_init(test_memory, 1000, NULL));
    CHECK(!game_init(test_memory, GAME_BYTES / 4, NULL));
    CHECK(!game_init(test_memory + 1, sizeof test_memory - 1, NULL));
    CHECK(!game_init(test_memory, sizeof test_memory, &(game_options){.lives = 100}));
    CHECK(!game_init(test_memory, sizeof test_memory,
                     &(game_options){.pattern = no_table, .pattern_words = 20}));
    CHECK(game_init(test_memory, GAME_BYTES, NULL));
    CHECK(game_is_exact());
}

static void it_begins_with_the_title(void)
{
    game *g = game_init(test_memory, sizeof test_memory, NULL);
    char text[GAME_LINE_BYTES];
    CHECK(game_get_state(g).phase == GAME_TITLE);
    test_steps(g, 10, 0);
    CHECK(game_get_line(g, GAME_LINE_BANNER, text) > 0);
    CHECK(game_get_line(g, GAME_LINE_HINT, text) > 0 && strcmp(text, "PRESS START") == 0);
    game_step(g, GAME_START);
    CHECK(game_get_state(g).phase == GAME_PLAY && game_get_state(g).lives == 2);
}

static void after_a_while_it_plays_by_itself(void)
{
    game *g = game_init(test_memory, sizeof test_memory, NULL);
    test_steps(g, 8 * GAME_RATE + 400, 0);
    CHECK(game_get_state(g).phase == GAME_PLAY && game_get_state(g).attract);
    CHECK(game_get_state(g).score > 0);
    CHECK(game_get_state(g).high_score == 0);
    game_step(g, GAME_LEFT);
    CHECK(game_get_state(g).phase == GAME_TITLE);
    CHECK(game_is_sound(g));
}

static void nothing_moves_while_paused(void)
{
    game *g = test_begin(7);
    test_fly(g, 400);
    CHECK(game_get_state(g).bullets > 20);
    game_step(g, GAME_PAUSE);
    const uint32_t first = game_draw(g, 0, test_sprites, GAME_SPRITES);
    static game_sprite before[GAME_SPRITES];
    memcpy(before, test_sprites, sizeof before);
    test_steps(g, 30, GAME_LEFT | GAME_SHOOT);
    CHECK(game_draw(g, 0.7f, test_sprites, GAME_SPRITES) == first);
    for (uint32_t i = 0; i < first; ++i)
        if (before[i].kind != GAME_STAR)
            CHECK(before[i].x == test_sprites[i].x && before[i].y == test_sprites[i].y);
    game_step(g, GAME_PAUSE);
    CHECK(!game_get_state(g).paused);
}

static void the_last_ship_ends_the_game(void)
{
    game *g =
        game_init(test_memory, sizeof test_memory, &(game_options){.lives = 1, .first_wave = 8});
    game_step(g, GAME_START);
    for (uint32_t i = 0; i < 5000 && game_get_state(g).phase == GAME_PLAY; ++i)
        game_step(g, i % 100 < 50 ? GAME_LEFT | GAME_UP : GAME_RIGHT | GAME_UP);
    CHECK(game_get_state(g).phase == GAME_OVER);
    CHECK(!player_is_there(g));
    game_step(g, GAME_SHOOT);
    CHECK(game_get_state(g).phase ==
          GAME_OVER); /* too early: the key was meant for the game before */
    test_steps(g, 2 * GAME_RATE, 0);
    game_step(g, GAME_START);
    CHECK(game_get_state(g).phase == GAME_PLAY && game_get_state(g).score == 0);
    CHECK(game_get_state(g).bullets == 0);
    CHECK(game_is_sound(g));
}

/* -- rules -- */

static void a_bomb_turns_bullets_into_gems(void)
{
    game *g = test_begin(7);
    for (uint32_t i = 0; i < 600 && game_get_state(g).bullets < 100; ++i)
        game_step(g, 0);
    const uint32_t bullets = game_get_state(g).bullets;
    const uint64_t gems = trp_pool_info(g->pools[POOL_PICKUPS]).created;
    CHECK(bullets >= 100);
    game_step(g, GAME_BOMB);
    CHECK(game_get_state(g).bullets > bullets * 9 / 10); /* the ring has just begun to grow */
    test_steps(g, 55, GAME_BOMB);
    CHECK(game_get_state(g).bullets < bullets / 2);
    CHECK(trp_pool_info(g->pools[POOL_PICKUPS]).created >= gems + bullets * 8 / 10);
    CHECK(game_get_state(g).bombs == 2);
    game_step(g, GAME_BOMB);
    CHECK(game_get_state(g).bombs == 2); /* the key is held, not pressed again */
}

trp_handle test_put_bullet(game *g, float x, float y)
{
    const bullet init = {
        .body = {.kind = GAME_BULLET_ROUND, .radius = 3, .x = x, .y = y, .old_x = x, .old_y = y}};
    trp_actor *it = trp_create(g->pools[POOL_BULLETS], &init);
    CHECK(it != NULL);
    return trp_handle_of(g->world, it);
}

static void the_field_stands_still_after_a_hit(void)
{
    game *g = test_begin(1);
    test_steps(g, 260, 0);
    const trp_handle far = test_put_bullet(g, 20, 20);
    test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
    game_step(g, 0);
    body_as(bullet, trp_get(g->world, far))->dx = 1;
    for (uint32_t i = 0; i < 12; ++i) {
        game_step(g, 0);
        CHECK(game_get_state(g).stands);
        CHECK(body_as(bullet, trp_get(g->world, far))->body.x == 20);
        CHECK(trp_pool_count(g->pools[POOL_PARTICLES]) > 60); /* sparks fly on */
    }
    test_steps(g, 6, 0);
    CHECK(!game_get_state(g).stands);
    CHECK(game_get_state(g).enemy_time == 0.25f);
    CHECK(body_as(bullet, trp_get(g->world, far))->body.x > 20);
    test_steps(g, 120, 0);
    CHECK(game_get_state(g).enemy_time == 1);
}

static void a_graze_slows_the_enemies_not_the_player(void)
{
    game *g = test_begin(1);
    float least = 1;
    test_steps(g, 200, 0);
    CHECK(player_shield(g, 0) == 0);
    test_put_bullet(g, g->ships[0]->x + 15, g->ships[0]->y);
    for (uint32_t i = 0; i < 20; ++i) {
        const float x = g->ships[0]->x;
        game_step(g, GAME_LEFT | GAME_FOCUS);
        CHECK(x - g->ships[0]->x > 1.39f && x - g->ships[0]->x < 1.41f);
        least = game_get_state(g).enemy_time < least ? game_get_state(g).enemy_time : least;
        CHECK(trp_layer_info(g->world, LAYER_BULLETS).time_scale == game_get_state(g).enemy_time);
        CHECK(trp_layer_info(g->world, LAYER_PLAYER).time_scale == 1);
    }
    CHECK(game_get_state(g).graze == 1);
    CHECK(least == 0.5f);
    CHECK(game_get_state(g).lives == 2);
    test_steps(g, 60, 0);
    CHECK(game_get_state(g).enemy_time == 1);
}

static void a_hit_costs_a_ship_and_clears_the_field(void)
{
    game *g = test_begin(1);
    test_steps(g, 200, 0);
    test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
    const trp_handle far = test_put_bullet(g, 20, 20);
    game_step(g, 0);
    CHECK(game_get_state(g).lives == 1 && !player_is_there(g));
    CHECK(trp_state_of(g->world, &g->ships[0]->actor) == TRP_STATE_ASLEEP);
    test_steps(g, 40, 0);
    CHECK(trp_get(g->world, far) != NULL); /* the ring grows */
    test_steps(g, 56, 0);
    CHECK(trp_get(g->world, far) == NULL);
    test_steps(g, 30, 0);
    CHECK(player_is_there(g) && player_shield(g, 0) > 0);
    test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
    game_step(g, 0);
    CHECK(game_get_state(g).lives == 1); /* shielded */
}

static void count_parts(trp_actor *self, const trp_context *in)
{
    (void)self;
    ++*(uint32_t *)in->arg;
}

static void a_bosss_wing_takes_along_what_sits_on_it(void)
{
    game *g = test_begin(11);
    uint32_t parts = 0;
    uint32_t left = 0;
    test_steps(g, 300, 0);
    trp_actor *core = trp_get(g->world, g->now.boss.core);
    CHECK(core != NULL && game_get_state(g).boss_health == 1000);
    trp_family_for_each(&g->family, core, count_parts, &parts);
    CHECK(parts == 1 + 1 + 2 * (1 + 2 * 2)); /* its gun; wings, and turrets with guns */
    trp_actor *wing = trp_family_next(&g->family, trp_family_first(&g->family, core));
    CHECK(body_as(enemy, wing)->type == ENEMY_WING);
    enemy_hurt(g, wing, 10000);
    trp_family_for_each(&g->family, core, count_parts, &left);
    CHECK(left == parts - 5);
    game_step(g, 0);
    CHECK(game_get_state(g).boss_health < 900);
    enemy_hurt(g, core, 100000);
    CHECK(trp_pool_count(g->pools[POOL_ENEMIES]) == 0 && trp_pool_count(g->pools[POOL_GUNS]) == 0);
    test_steps(g, 300, 0);
    CHECK(game_get_state(g).loop == 2 && game_get_state(g).wave == 1);
}

static void missiles_keep_their_target_while_it_lives(void)
{
    trp_handle last[MISSILES_MAX] = {{0}};
    trp_handle of[MISSILES_MAX] = {{0}}; /* the missile's target */
    uint32_t kept = 0;
    uint32_t changed = 0;
    game *g = test_begin(9);
    g->now.state.power = 4;
    for (uint32_t i = 0; i < 900; ++i) {
        game_step(g, game_autopilot(g));
        trp_each_of (missile, body.actor, it, g->pools[POOL_MISSILES]) {
            const uint32_t slot = trp_slot_of(g->world, &it->body.actor);
            const trp_handle self = trp_handle_of(g->world, &it->body.actor);
            const bool same = trp_handle_equal(last[slot], it->target);
            const bool lives = trp_get(g->world, last[slot]) != NULL;
            CHECK(!trp_handle_equal(of[slot], self) || !lives || same);
            kept += lives && same;
            changed += trp_handle_equal(of[slot], self) && !trp_handle_is_null(last[slot]) && !same;
            last[slot] = it->target;
            of[slot] = self;
        }
    }
    CHECK(kept > 100 && changed > 0);
    CHECK(game_is_sound(g));
}

static void a_full_pool_of_particles_takes_from_the_old(void)
{
    game *g = test_begin(1);
    for (uint32_t i = 0; i < 40; ++i)
        effects_explosion(g, 100, 100, 40, 3);
    const trp_pool_facts stats = trp_pool_info(g->pools[POOL_PARTICLES]);
    CHECK(stats.live == EFFECTS_MAX && stats.stolen >= 40 * 60 - EFFECTS_MAX);
    effects_smoke(g, 100, 100);
    CHECK(trp_pool_info(g->pools[POOL_PARTICLES]).stolen == stats.stolen);
}

static const test test_rules[] = {
    TEST(sines_are_near_those_of_libm),
    TEST(random_numbers_stay_in_their_ranges),
    TEST(what_does_not_fit_does_not_begin),
    TEST(it_begins_with_the_title),
    TEST(after_a_while_it_plays_by_itself),
    TEST(nothing_moves_while_paused),
    TEST(the_last_ship_ends_the_game),
    TEST(a_bomb_turns_bullets_into_gems),
    TEST(a_graze_slows_the_enemies_not_the_player),
    TEST(the_field_stands_still_after_a_hit),
    TEST(a_hit_costs_a_ship_and_clears_the_field),
    TEST(a_bosss_wing_takes_along_what_sits_on_it),
    TEST(missiles_keep_their_target_while_it_lives),
    TEST(a_full_pool_of_particles_takes_from_the_old),
    {NULL, NULL},
};

static unsigned passed;
static unsigned wrong;
static const char *wanted; /* the only test to run; NULL: all */

static void run(const test *tests)
{
    for (const test *volatile it = tests; it->name; ++it)
        if (wanted && strcmp(wanted, it->name) != 0)
            continue;
        else if (setjmp(failed) == 0) {
            it->function();
            ++passed;
        } else {
            printf("failed: %s\n", it->name);
            ++wrong;
        }
}

/* test_game [name]: runs all tests, or the one of this name. */
int main(int count, char **arguments)
{
    wanted = count > 1 ? arguments[1] : NULL;
    run(test_rules);
    run(test_faces);
    run(test_pair);
    run(test_report);
    run(test_storm);
    run(test_stage);
    run(test_session);
    run(test_meet);
    run(test_rewind);
    run(test_save);
    printf("%u passed, %u failed\n", passed, wrong);
    return wrong > 0;
}
