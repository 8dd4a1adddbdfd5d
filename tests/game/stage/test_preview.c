/* The tests of the saved game's picture in menus. */
#include "core/test_game.h"
#include "show.h"
#include "stage_list.h"

#include <string.h>

static _Alignas(8) unsigned char memory[SHOW_BYTES];
static unsigned char pixels[4 * ART_LARGEST_SIDE * ART_LARGEST_SIDE];
static unsigned char saved[SESSION_SAVE_BYTES];
static game_sprite then[GAME_SPRITES];

static double no_clock(void)
{
    return 0;
}

static show *begin(void)
{
    const show_desc desc = {.session = {.seed = 4, .first_wave = 9}, .now = no_clock};
    show *s = show_init(memory, sizeof memory, &desc);
    CHECK(s != NULL && show_bake(s, pixels, 1));
    return s;
}

static game *game_of(show *s)
{
    return session_game(show_session(s));
}

static void play(show *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i)
        show_step(s, game_autopilot(game_of(s)));
}

/* Plays a game from the title and saves it. The sprites of that tick are in `then`. */
static size_t play_and_save(show *s, uint32_t *count)
{
    show_step(s, GAME_START);
    play(s, 700);
    *count = game_draw(game_of(s), 1, then, GAME_SPRITES);
    const size_t size = session_save(show_session(s), saved, sizeof saved);
    CHECK(size > 1000);
    return size;
}

static void press(show *s, uint32_t key)
{
    show_step(s, key);
    show_step(s, 0);
}

static float far(float a, float b)
{
    return a > b ? a - b : b - a;
}

/* Whether a quad is as small as those of the picture, and at this place of it. */
static bool is_drawn(const stage_quad *quads, uint32_t count, float x, float y)
{
    for (uint32_t i = 0; i < count; ++i)
        if (far(quads[i].x, PREVIEW_X + x * PREVIEW_SCALE) < 0.01f &&
            far(quads[i].y, PREVIEW_Y + y * PREVIEW_SCALE) < 0.01f && quads[i].across < 12)
            return true;
    return false;
}

/* The sprites of these kinds that are drawn in the picture, of those that are inside of the
 * field. */
static void count_drawn(show *s, const game_sprite *sprites, uint32_t count, uint32_t *drawn,
                        uint32_t *all)
{
    const stage_quad *quads;
    const uint32_t quad_count = show_draw(s, 1, &quads);
    *drawn = *all = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const game_sprite *it = &sprites[i];
        if (it->kind < GAME_SHIP || it->kind > GAME_BULLET_BIG || it->x < 20 || it->y < 20 ||
            it->x > GAME_WIDTH - 20 || it->y > GAME_HEIGHT - 20)
            continue;
        ++*all;
        *drawn += is_drawn(quads, quad_count, it->x, it->y);
    }
}

static uint32_t count_quads(show *s)
{
    const stage_quad *quads;
    return show_draw(s, 1, &quads);
}

static void a_pause_shows_the_saved_game_and_not_the_present_one(void)
{
    static game_sprite now[GAME_SPRITES];
    uint32_t count, drawn, all;
    show *s = begin();
    const size_t size = play_and_save(s, &count);
    play(s, 200);
    const uint64_t hash = game_hash(game_of(s));
    show_set_save(s, saved, size);
    CHECK(game_hash(game_of(s)) == hash && game_is_sound(game_of(s)));
    count_drawn(s, then, count, &drawn, &all);
    CHECK(all > 10 && drawn < all / 4); /* while it is played there is no picture */
    press(s, GAME_PAUSE);
    count_drawn(s, then, count, &drawn, &all);
    CHECK(drawn == all);
    const uint32_t present = game_draw(game_of(s), 1, now, GAME_SPRITES);
    count_drawn(s, now, present, &drawn, &all);
    CHECK(all > 10 && drawn < all / 4);
}

static void the_title_shows_it_with_its_facts(void)
{
    uint32_t count, drawn, all;
    show *s = begin();
    const size_t size = play_and_save(s, &count);
    s = begin(); /* as at the next start */
    show_step(s, 0);
    const uint32_t without = count_quads(s);
    show_set_save(s, saved, size);
    count_drawn(s, then, count, &drawn, &all);
    CHECK(all > 10 && drawn == all);
    const preview *save = show_get_save(s);
    CHECK(save->has_save && !save->wrong && save->wave == 9 && save->seconds == 701 / GAME_RATE);
    CHECK(strlen(save->score) == 7 && strcmp(save->score, "0000000") != 0);
    CHECK(show_is_save(s, PREVIEW_X + 5, PREVIEW_Y + 5) && !show_is_save(s, PREVIEW_X - 2, 300));
    show_step(s, GAME_START);
    CHECK(!show_is_save(s, PREVIEW_X + 5, PREVIEW_Y + 5));
    s = begin();
    show_step(s, 0);
    show_set_save(s, NULL, 0);
    CHECK(!show_get_save(s)->has_save && count_quads(s) == without);
}

static void a_save_that_does_not_load_is_a_sentence(void)
{
    uint32_t count, drawn, all;
    show *s = begin();
    const size_t size = play_and_save(s, &count);
    press(s, GAME_PAUSE);
    const uint32_t without = count_quads(s);
    show_set_save(s, saved, size);
    saved[size / 2] ^= 4;
    show_set_save(s, saved, size);
    const char *wrong = show_get_save(s)->wrong;
    CHECK(wrong && strlen(wrong) > 10 && show_get_save(s)->count == 0);
    count_drawn(s, then, count, &drawn, &all);
    CHECK(drawn < all / 4);
    CHECK(count_quads(s) > without + 10); /* the letters */
    CHECK(!show_is_save(s, PREVIEW_X + 5, PREVIEW_Y + 5));
    saved[size / 2] ^= 4;
    show_set_save(s, saved, size - 1);
    CHECK(show_get_save(s)->wrong != NULL);
}

static void a_save_belongs_to_its_pattern(void)
{
    uint32_t count;
    show *s = begin();
    const size_t size = play_and_save(s, &count);
    const bml_pattern *ring = &game_of(s)->patterns[PATTERN_RING];
    const uint32_t *words = ring->words;
    session_set_pattern(show_session(s), words, ring->length, false);
    show_set_save(s, saved, size);
    CHECK(strstr(show_get_save(s)->wrong, "pattern") != NULL);
    session_set_pattern(show_session(s), NULL, 0, false);
    show_set_save(s, saved, size);
    CHECK(!show_get_save(s)->wrong);
}

/* What is larger than the picture would cover the menu. */
static void nothing_sticks_out_of_the_border(void)
{
    static const preview p = {
        .has_save = true,
        .count = 3,
        .sprites = {{.x = 160, .y = 240, .size = 4, .kind = GAME_BULLET_ROUND, .opacity = 255},
                    {.x = 160, .y = 240, .size = 200, .kind = GAME_RING, .opacity = 255},
                    {.x = 330, .y = 240, .size = 20, .kind = GAME_FLASH, .opacity = 255}}};
    static stage_quad quads[STAGE_QUADS];
    show *s = begin();
    stage_list list = {.art = show_art(s), .quads = quads, .max = STAGE_QUADS, .scale = 1};
    stage_save(show_stage(s), &p, &list);
    CHECK(is_drawn(quads, list.count, 160, 240));
    for (uint32_t i = 0; i < list.count; ++i)
    {
        const float right = PREVIEW_X + GAME_WIDTH * PREVIEW_SCALE;
        CHECK(quads[i].x - quads[i].across > PREVIEW_X - 8);
        CHECK(quads[i].x + quads[i].across < right + 8);
    }
}

const test test_preview[] = {
    TEST(a_pause_shows_the_saved_game_and_not_the_present_one),
    TEST(the_title_shows_it_with_its_facts),
    TEST(a_save_that_does_not_load_is_a_sentence),
    TEST(a_save_belongs_to_its_pattern),
    TEST(nothing_sticks_out_of_the_border),
    {NULL, NULL},
};
