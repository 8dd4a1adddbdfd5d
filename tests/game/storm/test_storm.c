/* The storm's tests. */
#include "core/test_game.h"
#include "storm_state.h"
#include "troupe/hash.h"

#include <string.h>

static _Alignas(8) unsigned char memory[STORM_BYTES];
static game_sprite sprites[STORM_MAX];

static storm *begin(uint32_t count, uint32_t churn)
{
    storm *s = storm_init(memory, sizeof memory, 1);
    CHECK(s != NULL);
    storm_set(s, count, churn);
    storm_step(s);
    return s;
}

static void steps(storm *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        storm_step(s);
}

static void there_are_as_many_as_are_wanted(void)
{
    storm *s = begin(0, 0);
    CHECK(trp_pool_count(s->motes) == 0);
    for (uint32_t i = 0; i < 400; ++i) {
        const uint32_t wanted = i * 7919 % STORM_MAX;
        storm_set(s, wanted, i / 50 * 10);
        storm_step(s);
        CHECK(trp_pool_count(s->motes) == wanted);
    }
    CHECK(trp_world_validate(s->world) == TRP_OK && trp_world_info(s->world).misuse == 0);
    CHECK(storm_init(memory, 1000, 1) == NULL && storm_init(NULL, 0, 1) == NULL);
}

static void they_die_as_often_as_is_wanted(void)
{
    storm *s = begin(20000, 10);
    steps(s, 300);
    const uint64_t before = trp_pool_info(s->motes).recycled;
    steps(s, 300);
    const uint64_t deaths = trp_pool_info(s->motes).recycled - before;
    CHECK(deaths > 300 * 180 && deaths < 300 * 220); /* 1% of 20,000 are 200 */
    CHECK(trp_pool_count(s->motes) == 20000);
    storm_set(s, 20000, 0);
    steps(s, 50);
    const uint64_t then = trp_pool_info(s->motes).recycled;
    steps(s, 300);
    CHECK(trp_pool_info(s->motes).recycled == then);
}

static void a_drawing_shows_their_ages(void)
{
    storm *s = begin(5000, 10);
    uint32_t seen[GAME_COLORS] = {0};
    steps(s, 300);
    const uint32_t count = storm_draw(s, 0.5f, sprites, STORM_MAX);
    CHECK(count == 5000 && storm_draw(s, 1, sprites, 100) == 100);
    storm_draw(s, 0.5f, sprites, STORM_MAX);
    for (uint32_t i = 0; i < count; ++i) {
        CHECK(sprites[i].kind == GAME_MOTE && sprites[i].color < GAME_COLORS);
        CHECK(sprites[i].x > -4 && sprites[i].x < GAME_WIDTH + 4);
        seen[sprites[i].color]++;
    }
    for (uint32_t age = 0; age < GAME_COLOR_AGES; ++age)
        CHECK(seen[GAME_COLOR_NEWBORN + age] > 50);
}

static void a_bare_tick_is_the_librarys_alone(void)
{
    storm *s = begin(3000, 20);
    steps(s, 200);
    const mote before = *trp_as(mote, trp_pool_at(s->motes, 0));
    const uint64_t recycled = trp_pool_info(s->motes).recycled;
    storm_step_bare(s);
    CHECK(trp_pool_info(s->motes).recycled > recycled + 20);
    CHECK(trp_pool_count(s->motes) == 3000);
    const mote *after = trp_as(mote, trp_pool_at(s->motes, 0));
    CHECK(before.dies <= s->tick || (after->x == before.x && after->y == before.y));
    /* motes that are not filled in are not visible */
    CHECK(storm_draw(s, 1, sprites, STORM_MAX) < 3000);
    storm_step(s);
    CHECK(storm_draw(s, 1, sprites, STORM_MAX) == 3000);
}

static void a_point_finds_a_mote(void)
{
    storm *s = begin(1000, 10);
    game_facts facts;
    steps(s, 50);
    const mote *it = trp_as(mote, trp_pool_at(s->motes, 700));
    const game_actor found = storm_pick(s, it->x, it->y);
    CHECK(storm_get_facts(s, found, &facts));
    CHECK(facts.lives && strcmp(facts.pool, "storm") == 0 && facts.age <= 51);
    CHECK(facts.x == it->x && facts.y == it->y);
    storm_set(s, 0, 10);
    storm_step(s);
    CHECK(!storm_get_facts(s, found, &facts));
    CHECK(storm_pick(s, 100, 100).generation == 0);
}

static void the_panel_counts(void)
{
    storm *s = begin(50000, 10);
    game_pool_panel panel;
    steps(s, 240);
    storm_get_panel(s, &panel);
    CHECK(panel.live == 50000 && panel.capacity == STORM_MAX);
    CHECK(panel.created > 60 * 400 && panel.created < 60 * 600);
    CHECK(panel.fill[0] == 255 && panel.fill[63] == 0);
}

static void expect_mistake(storm *s, storm_mistake mistake, const char *result, const char *word)
{
    storm_verdict verdict;
    CHECK(storm_err(s, mistake, &verdict));
    if (strcmp(verdict.result, result) != 0 || !strstr(verdict.message, word))
        test_failed(__FILE__, __LINE__, verdict.message);
    CHECK(verdict.is_sound && verdict.what != NULL && verdict.before == 500);
    CHECK(verdict.after == (mistake == STORM_WRONG_POOL
                                ? 500
                                : 499)); /* the overwritten node is repaired and recycled */
    storm_step(s);
    CHECK(trp_pool_count(s->motes) == 500);
}

static void mistakes_are_answered_and_the_storm_goes_on(void)
{
    storm_verdict verdict;
    storm *s = begin(0, 0);
    CHECK(!storm_err(s, STORM_OVERWRITE, &verdict));
    s = begin(500, 0);
    for (uint32_t round = 0; round < 20; ++round) {
        expect_mistake(s, STORM_RECYCLE_TWICE, "TRP_ERR_FREE", "storm");
        expect_mistake(s, STORM_STALE_POINTER, "TRP_ERR_FREE", "trp_deactivate");
        expect_mistake(s, STORM_OVERWRITE, "TRP_ERR_CORRUPT", "overwritten");
        expect_mistake(s, STORM_WRONG_POOL, "TRP_ERR_TYPE", "bystanders");
    }
    CHECK(trp_world_info(s->world).misuse == 80);
}

static void backwards(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    (void)arg;
    while (parts-- > 0)
        run(parts, task);
}

static void parts_in_any_order_make_the_same_storm(void)
{
    uint64_t hashes[30];
    for (int is_backwards = 0; is_backwards < 2; ++is_backwards) {
        storm *s = begin(50000, 10);
        storm_set_parallel_for(s, is_backwards ? backwards : NULL, NULL);
        for (uint32_t tick = 0; tick < 30; ++tick) {
            storm_step(s);
            if (!is_backwards)
                hashes[tick] = trp_hash_world(s->world);
            CHECK(trp_hash_world(s->world) == hashes[tick]);
        }
    }
}

const test test_storm[] = {
    TEST(there_are_as_many_as_are_wanted),
    TEST(they_die_as_often_as_is_wanted),
    TEST(a_drawing_shows_their_ages),
    TEST(a_bare_tick_is_the_librarys_alone),
    TEST(a_point_finds_a_mote),
    TEST(the_panel_counts),
    TEST(parts_in_any_order_make_the_same_storm),
    TEST(mistakes_are_answered_and_the_storm_goes_on),
    {NULL, NULL},
};
