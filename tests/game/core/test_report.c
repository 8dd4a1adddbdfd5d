/* The core's tests, third part: the data of the black box, and the library's share of a tick. */
#include "test_game.h"

#include <string.h>

static _Alignas(8) unsigned char spare[GAME_BYTES];

static game_actor actor_of(trp_handle handle)
{
    return (game_actor){handle.index, handle.generation};
}

static void a_bullet_knows_what_fired_it(void)
{
    game *g = test_begin(3); /* a spinner with the pattern "ring" */
    game_facts facts;
    uint32_t known = 0;
    test_steps(g, 360, 0);
    trp_each_of (bullet, body.actor, it, g->pools[POOL_BULLETS]) {
        const trp_handle handle = trp_handle_of(g->world, &it->body.actor);
        CHECK(game_get_facts(g, actor_of(handle), &facts));
        CHECK(facts.lives && facts.is_seen && facts.x == it->body.x && facts.y == it->body.y);
        CHECK(strcmp(facts.pool, "bullets") == 0);
        CHECK(facts.slot == trp_slot_of(g->world, &it->body.actor));
        CHECK(strcmp(facts.maker, "spinner: ring") == 0 ||
              strcmp(facts.maker, "drone: aimed") == 0);
        CHECK(strcmp(facts.born_at.file, "bullets.c") == 0 && facts.born_at.line > 0);
        CHECK(facts.age > 0 && facts.age < 360);
        CHECK(facts.reason == NULL);
        ++known;
    }
    CHECK(known > 20);
}

static void a_dead_bullet_tells_why(void)
{
    game *g = test_begin(1);
    game_facts facts;
    test_steps(g, 200, 0);
    const trp_handle one = test_put_bullet(g, 100, 100);
    const trp_handle two = test_put_bullet(g, 120, 100);
    test_steps(g, 5, 0);
    trp_recycle(g->world, trp_get(g->world, one));
    CHECK(game_get_facts(g, actor_of(one), &facts));
    CHECK(!facts.lives && !facts.is_seen && facts.age == 5);
    CHECK(strcmp(facts.reason, "recycled") == 0);
    CHECK(strcmp(facts.ended_at.file, "test_report.c") == 0);
    bullets_end_within(g, 120, 100, 5);
    CHECK(game_get_facts(g, actor_of(two), &facts));
    CHECK(!facts.lives && strcmp(facts.reason, "expired") == 0);
    CHECK(strcmp(facts.ended_at.file, "bullets.c") == 0);
    CHECK(!game_get_facts(g, (game_actor){0, 0}, &facts));
    CHECK(!game_get_facts(g, (game_actor){12345678, 9}, &facts));
    CHECK(trp_world_info(g->world).misuse == 0);
}

static void what_kills_is_remembered(void)
{
    game *g = test_begin(1);
    game_kill kill;
    test_steps(g, 200, 0);
    CHECK(!game_get_kill(g, &kill));
    const trp_handle killer = test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
    game_step(g, 0);
    CHECK(game_get_kill(g, &kill));
    CHECK(kill.tick == game_get_state(g).tick);
    CHECK(kill.killer.actor.index == killer.index &&
          kill.killer.actor.generation == killer.generation);
    CHECK(kill.killer.lives && kill.killer.is_seen && strcmp(kill.killer.pool, "bullets") == 0);
    CHECK(strcmp(kill.killer.born_at.file, "test_game.c") == 0);
    CHECK(kill.x == g->ships[0]->x && kill.y == g->ships[0]->y);
    test_steps(g, 100, 0);
    game_facts now;
    CHECK(game_get_facts(g, kill.killer.actor, &now) && !now.lives);
}

static void a_point_finds_the_nearest(void)
{
    game *g = test_begin(1);
    test_steps(g, 40, 0);
    const trp_handle one = test_put_bullet(g, 100, 100);
    const trp_handle two = test_put_bullet(g, 110, 100);
    CHECK(game_pick(g, 101, 101).index == one.index);
    CHECK(game_pick(g, 108, 99).index == two.index);
    CHECK(game_pick(g, 104, 100).index == one.index);
    CHECK(game_pick(g, 160, 60).generation == 0);
    const game_actor ship = game_pick(g, g->ships[0]->x, g->ships[0]->y);
    game_facts facts;
    CHECK(game_get_facts(g, ship, &facts) && strcmp(facts.pool, "ship") == 0);
}

static void note_line(void *arg, const char *text)
{
    char *all = (char *)arg;
    CHECK(strchr(text, '\n') == NULL && strlen(all) + strlen(text) < 4000);
    strcat(all, text);
    strcat(all, "|");
}

static void the_library_tells_in_its_own_words(void)
{
    static char all[4096];
    game *g = test_begin(1);
    all[0] = 0;
    test_steps(g, 200, 0);
    const trp_handle one = test_put_bullet(g, 100, 100);
    bullets_end_within(g, 100, 100, 5);
    game_step(g, 0);
    game_print_why(g, actor_of(one), note_line, all);
    CHECK(strstr(all, "bullets slot 0") != NULL && strstr(all, "expired") != NULL);
}

static bool measure(game *g, uint32_t rounds)
{
    if (!game_measure_begin(g, spare, sizeof spare))
        return false;
    game_measure_rounds(g, rounds);
    game_measure_end(g, spare);
    return true;
}

static void measuring_changes_nothing(void)
{
    game *g = test_begin(9);
    game *h = game_init(test_other_memory, sizeof test_other_memory,
                        &(game_options){.seed = 5, .first_wave = 9});
    game_step(h, GAME_START);
    game_step(h, 0);
    uint32_t times = 0;
    for (uint32_t i = 0; i < 700; ++i) {
        if (i % 7 == 0)
            times += measure(g, 3);
        game_step(g, game_autopilot(g));
        game_step(h, game_autopilot(h));
        CHECK(game_hash(g) == game_hash(h));
    }
    CHECK(game_is_sound(g));
    CHECK(times > 80);
    CHECK(!game_measure_begin(g, spare, 1000));
    CHECK(!game_measure_begin(g, spare + 1, sizeof spare - 1));
    CHECK(!game_measure_begin(g, NULL, 0));
}

typedef struct spy {
    uint32_t born, ended, updated;
} spy;

static void count_event(trp_actor *actor, const trp_event_context *in)
{
    spy *seen = (spy *)in->user;
    (void)in->pool, (void)actor, (void)in->reason;
    seen->born += in->event == TRP_EVENT_CREATED;
    seen->ended += in->event == TRP_EVENT_RECYCLED;
    seen->updated += in->event == TRP_EVENT_UPDATED;
}

static void measuring_does_what_a_tick_does(void)
{
    game *g = test_begin(9);
    spy seen = {0};
    trp_watcher watcher = {.function = count_event,
                           .user = &seen,
                           .events = TRP_EVENT_CREATED | TRP_EVENT_RECYCLED | TRP_EVENT_UPDATED};
    test_fly(g, 400);
    uint32_t lives = 0;
    uint32_t resting = 0; /* guns sleep until they begin */
    for (uint32_t id = 0; id < POOL_COUNT; ++id) {
        lives += g->meter.lives[id];
        resting += trp_pool_count(g->pools[id]) - trp_pool_info(g->pools[id]).active;
    }
    CHECK(lives > 0);
    CHECK(trp_watch(g->world, &watcher) == TRP_OK);
    CHECK(measure(g, 4));
    trp_unwatch(g->world, &watcher);
    CHECK(seen.born == 4 * lives && seen.ended == 4 * lives);
    CHECK(seen.updated == 4 * (trp_world_info(g->world).live - resting));
}

const test test_report[] = {
    TEST(a_bullet_knows_what_fired_it),       TEST(a_dead_bullet_tells_why),
    TEST(what_kills_is_remembered),           TEST(a_point_finds_the_nearest),
    TEST(the_library_tells_in_its_own_words), TEST(measuring_changes_nothing),
    TEST(measuring_does_what_a_tick_does),    {NULL, NULL},
};
