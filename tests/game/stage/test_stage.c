/* The stage's tests: pictures, quads, keys, sounds, measuring. */
#include "core/test_game.h"
#include "keys.h"
#include "show.h"
#include "stage_list.h"

#include <string.h>

static unsigned char pixels[4 * ART_LARGEST_SIDE * ART_LARGEST_SIDE];
static _Alignas(8) unsigned char memory[SHOW_BYTES];
static stage_quad quads[STAGE_QUADS];
static art pictures;

/* -- pictures -- */

static bool is_inside(const art *a, const stage_quad *q)
{
    return q->w > 0 && q->h > 0 && q->u + (uint32_t)q->w <= a->side &&
           q->v + (uint32_t)q->h <= a->side;
}

static void pictures_fit_at_every_size(void)
{
    static const float scales[] = {0.5f, 0.81f, 1, 1.5f, ART_SIDE_SCALE, 2.25f, ART_LARGEST_SCALE,
                                   9};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; ++i) {
        CHECK(art_bake(&pictures, pixels, scales[i]));
        CHECK(pictures.side == art_side(pictures.scale));
        for (uint32_t k = 0; k < pictures.count; ++k)
            CHECK(pictures.cells[k].u + pictures.cells[k].w <= (int)pictures.side);
    }
}

/* Two pictures never share a pixel, and none is blank. */
static void pictures_do_not_overlap(void)
{
    static unsigned char taken[ART_SIDE * ART_SIDE];
    CHECK(art_bake(&pictures, pixels, 1.5f));
    memset(taken, 0, sizeof taken);
    for (uint32_t k = 0; k < pictures.count; ++k) {
        const art_cell *cell = &pictures.cells[k];
        uint32_t ink = 0;
        for (uint32_t y = cell->v; y < (uint32_t)cell->v + cell->h; ++y)
            for (uint32_t x = cell->u; x < (uint32_t)cell->u + cell->w; ++x) {
                CHECK(taken[y * ART_SIDE + x]++ == 0);
                for (uint32_t i = 0; i < 4; ++i)
                    ink += pixels[4 * (y * ART_SIDE + x) + i];
            }
        CHECK(ink > 0);
    }
}

/* Each sprite has a picture of its own kind and colour, without a substitute. */
static void everything_that_flies_has_a_picture(void)
{
    CHECK(art_bake(&pictures, pixels, 1));
    for (uint32_t wave = 1; wave <= 35; wave += 2) {
        game *g = test_begin(wave);
        for (uint32_t tick = 0; tick < 1500; ++tick) {
            game_step(g, game_autopilot(g));
            if (tick % 5 != 0)
                continue;
            const uint32_t count = game_draw(g, 1, test_sprites, GAME_SPRITES);
            for (uint32_t i = 0; i < count; ++i)
                if (pictures.kinds[test_sprites[i].kind][test_sprites[i].color] == 0)
                    test_failed(__FILE__, __LINE__, "a kind has no picture in this colour");
        }
    }
}

static void straight_pixels_look_the_same_on_black(void)
{
    unsigned char some[12] = {100, 50, 0, 200, 60, 30, 10, 0, 0, 0, 0, 255};
    art_straighten(some, 3);
    CHECK(some[3] == 200 && some[0] * 200 / 255 >= 98 && some[0] * 200 / 255 <= 100);
    CHECK(some[7] == 60 && some[4] == 255 && some[5] == 127); /* light became opaque */
    CHECK(some[11] == 255 && some[8] == 0);
}

static void the_backdrop_repeats(void)
{
    const uint32_t width = 340, height = 480;
    uint32_t most = 0, seam = 0, within = 0;
    art_bake_backdrop(pixels, width, height);
    for (uint32_t x = 0; x < width; ++x)
        for (uint32_t i = 0; i < 3; ++i) {
            const int top = pixels[4 * x + i];
            const int end = pixels[4 * ((height - 1) * width + x) + i];
            const int before = pixels[4 * ((height / 2) * width + x) + i];
            const int after = pixels[4 * ((height / 2 + 1) * width + x) + i];
            seam += (uint32_t)((top - end) * (top - end));
            within += (uint32_t)((before - after) * (before - after));
        }
    for (uint32_t i = 0; i < width * height; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            most = pixels[4 * i + k] > most ? pixels[4 * i + k] : most;
    CHECK(seam < 3 * within + 2000);
    CHECK(most > 30 && most < 120); /* it is not black, and it is dark */
}

/* -- drawing -- */

static void a_scene_is_quads_of_the_texture(void)
{
    static game_sprite sprites[GAME_SPRITES];
    stage s;
    game *g = test_begin(11);
    CHECK(art_bake(&pictures, pixels, 1));
    stage_init(&s, &pictures);
    for (uint32_t tick = 0; tick < 1600; ++tick) {
        game_step(g, game_autopilot(g));
        stage_step(&s, g);
        if (tick % 20 != 0)
            continue;
        const stage_scene scene = {
            .g = g, .sprites = sprites, .count = game_draw(g, 1, sprites, GAME_SPRITES)};
        const uint32_t count = stage_draw(&s, &scene, quads, STAGE_QUADS);
        CHECK(count > scene.count && count < STAGE_QUADS);
        for (uint32_t i = 0; i < count; ++i)
            CHECK(is_inside(&pictures, &quads[i]));
        CHECK(stage_draw(&s, &scene, quads, 50) == 50);
    }
}

/* The movement of the camera, and the brightness of the flash. */
static void look(stage *s, float *shaking, float *flash)
{
    const float x = s->shake_x < 0 ? -s->shake_x : s->shake_x;
    *shaking = x > *shaking ? x : *shaking;
    *flash = s->flash > *flash ? s->flash : *flash;
}

static void a_death_is_felt_unless_it_is_to_be_calm(void)
{
    for (int calm = 0; calm < 2; ++calm) {
        stage s;
        float shaking = 0, flash = 0;
        game *g = test_begin(1);
        stage_init(&s, &pictures);
        s.is_calm = calm != 0;
        test_steps(g, 200, 0);
        test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
        for (int i = 0; i < 30; ++i) {
            game_step(g, 0);
            stage_step(&s, g);
            look(&s, &shaking, &flash);
        }
        CHECK(calm ? shaking == 0 && flash == 0 : shaking > 2 && flash > 0.5f);
        CHECK(s.since_death < 40);
        for (int i = 0; i < 200; ++i)
            stage_step(&s, g);
        CHECK(s.trauma == 0 && s.flash == 0);
    }
}

static void texts_are_as_wide_as_they_say(void)
{
    CHECK(art_bake(&pictures, pixels, 1));
    stage_list list = {.art = &pictures, .quads = quads, .max = STAGE_QUADS};
    const stage_style style = {.font = ART_SMALL, .size = 1, .color = 0xffffff, .opacity = 1};
    const float end = stage_text(&list, style, 10, 10, "score 0123");
    CHECK(end - 10 > stage_text_width(style, "score 0123") - 0.01f);
    CHECK(end - 10 < stage_text_width(style, "score 0123") + 0.01f);
    CHECK(list.count == 9); /* a space has no picture */
    CHECK(art_of_letter(&pictures, ART_SMALL, 'a') == art_of_letter(&pictures, ART_SMALL, 'A'));
    CHECK(art_of_letter(&pictures, ART_SMALL, ' ') == NULL);
    CHECK(art_of_letter(&pictures, ART_SMALL, '\x7f') == NULL);
    stage_words w = {{0}, 0};
    stage_say(&w, "a ");
    stage_say_number(&w, 42, 4);
    stage_say_number(&w, 18446744073709551615u, 1);
    CHECK(strcmp(w.text, "a 004218446744073709551615") == 0);
    for (int i = 0; i < 20; ++i)
        stage_say(&w, "longer than there is room for ");
    CHECK(w.length == sizeof w.text - 1 && w.text[w.length] == 0);
}

/* Whether the quads show this text: its letters one after the other, in any font. */
static bool shows(uint32_t count, const char *text)
{
    for (int font = 0; font < ART_FONTS; ++font)
        for (uint32_t first = 0; first < count; ++first) {
            uint32_t at = first;
            const char *letter = text;
            for (; *letter; ++letter) {
                const art_cell *cell = art_of_letter(&pictures, (art_font)font, *letter);
                if (!cell) /* a space */
                    continue;
                if (at >= count || quads[at].u != cell->u || quads[at].v != cell->v)
                    break;
                ++at;
            }
            if (!*letter)
                return true;
        }
    return false;
}

static uint32_t draw(const stage *s, stage_scene scene)
{
    scene.sprites = test_sprites;
    scene.count = game_draw(scene.g, 1, test_sprites, GAME_SPRITES);
    return stage_draw(s, &scene, quads, STAGE_QUADS);
}

static void step(stage *s, game *g, uint32_t input)
{
    game_step(g, input);
    stage_step(s, g);
}

static void steps(stage *s, game *g, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        step(s, g, 0);
}

static void a_pause_after_a_hit_has_one_text(void)
{
    stage s;
    game *g = test_begin(1);
    CHECK(art_bake(&pictures, pixels, 1));
    stage_init(&s, &pictures);
    test_steps(g, 200, 0);
    test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
    steps(&s, g, 30);
    CHECK(shows(draw(&s, (stage_scene){.g = g}), "HIT BY"));
    step(&s, g, GAME_PAUSE);
    const uint32_t count = draw(&s, (stage_scene){.g = g});
    CHECK(shows(count, "PAUSED") && !shows(count, "HIT BY"));
    step(&s, g, 0);
    step(&s, g, GAME_PAUSE);
    CHECK(shows(draw(&s, (stage_scene){.g = g}), "HIT BY"));
}

static void hints_name_the_keys(void)
{
    stage s;
    game *g = game_init(test_memory, sizeof test_memory, &(game_options){.seed = 5, .lives = 1});
    stage_init(&s, &pictures);
    step(&s, g, 0);
    CHECK(shows(draw(&s, (stage_scene){.g = g}), "ENTER: START"));
    s.is_touch = true;
    CHECK(shows(draw(&s, (stage_scene){.g = g}), "TAP: START"));
    s.is_touch = false;
    step(&s, g, GAME_START);
    steps(&s, g, 200);
    step(&s, g, GAME_PAUSE);
    uint32_t count = draw(&s, (stage_scene){.g = g, .past.ticks = 1});
    CHECK(shows(count, "ENTER: GO ON   R: A NEW GAME   N: ONE TICK") &&
          shows(count, "E: BACK IN TIME"));
    CHECK(!shows(count, "K: THE HIT AGAIN"));
    step(&s, g, 0);
    step(&s, g, GAME_PAUSE);
    test_put_bullet(g, g->ships[0]->x, g->ships[0]->y);
    while (game_get_state(g).phase != GAME_OVER || g->now.since % 64 > 40 || g->now.since < 64)
        step(&s, g, 0);
    count = draw(&s, (stage_scene){.g = g, .past.ticks = 1, .has_hit = true});
    CHECK(shows(count, "ENTER, R: A NEW GAME"));
    CHECK(shows(count, "E: BACK IN TIME   K: THE HIT AGAIN"));
}

/* -- keys -- */

static void a_short_tap_is_a_tick(void)
{
    keys k = {0};
    keys_note(&k, GAME_LEFT, true, 0.010);
    keys_note(&k, GAME_LEFT, false, 0.014);
    CHECK(keys_tick(&k, 1.0 / 60) == GAME_LEFT);
    CHECK(keys_tick(&k, 2.0 / 60) == 0);
}

static void keys_count_at_their_time(void)
{
    keys k = {0};
    keys_note(&k, GAME_BOMB, true,
              0.040); /* a frame of three ticks: the key counts in the last one */
    CHECK(keys_tick(&k, 1.0 / 60) == 0);
    CHECK(keys_tick(&k, 2.0 / 60) == 0);
    CHECK(keys_tick(&k, 3.0 / 60) == GAME_BOMB);
    keys_note(&k, GAME_BOMB, false, 0.052);
    keys_note(&k, GAME_BOMB, true, 0.054);
    CHECK(keys_tick(&k, 4.0 / 60) == GAME_BOMB);
}

static void two_keys_of_one_meaning(void)
{
    keys k = {0};
    keys_note(&k, GAME_LEFT, true, 0.01);
    keys_note(&k, GAME_LEFT | GAME_UP, true, 0.01);
    keys_note(&k, GAME_LEFT, false, 0.02);
    CHECK(keys_tick(&k, 0.05) == (GAME_LEFT | GAME_UP));
    CHECK(keys_tick(&k, 0.06) == (GAME_LEFT | GAME_UP));
    keys_note(&k, GAME_LEFT | GAME_UP, false, 0.07);
    keys_note(&k, GAME_LEFT, false, 0.07); /* released twice, as some systems report it */
    keys_tick(&k, 0.08);
    CHECK(keys_tick(&k, 0.09) == 0);
    for (int i = 0; i < 3 * KEYS_EVENTS; ++i)
        keys_note(&k, GAME_SHOOT, i % 2 == 0, 0.1);
    keys_tick(&k, 0.2);
    CHECK(keys_tick(&k, 0.3) == 0);
    keys_note(&k, GAME_SHOOT, true, 0.4);
    keys_tick(&k, 0.5);
    keys_forget(&k);
    CHECK(keys_tick(&k, 0.6) == 0);
}

/* -- sounds -- */

static void every_sound_is_heard_and_ends(void)
{
    static float samples[48000 * 16];
    for (uint32_t i = 0; i < SYNTH_SOUNDS; ++i) {
        const uint32_t rate = i % 2 == 0 ? 44100 : 22050;
        const uint32_t length = synth_length(i, rate);
        float sum = 0, most = 0, tail = 0;
        CHECK(length > rate / 100 && length < sizeof samples / sizeof samples[0]);
        synth_render(i, rate, samples);
        for (uint32_t k = 0; k < length; ++k) {
            const float size = samples[k] < 0 ? -samples[k] : samples[k];
            CHECK(size < 1); /* and a number */
            sum += size;
            most = size > most ? size : most;
            tail = k + length / 50 >= length && size > tail ? size : tail;
        }
        CHECK(most > 0.15f && sum / (float)length > 0.01f);
        CHECK(i == SYNTH_MUSIC || tail < 0.06f); /* no click */
        CHECK(synth_gain(i) > 0 && synth_gain(i) <= 1);
        CHECK(i == SYNTH_MUSIC || samples[0] < 0.3f);
    }
}

/* -- measuring -- */

static double time_now;
static double per_call = 0.25;

/* A clock that advances by one step per call: durations are proportional to the number of calls. */
static double slow_clock(void)
{
    return time_now += per_call;
}

static show *begin_show(void)
{
    const show_desc desc = {.session = {.seed = 3, .plays_itself = true}, .now = slow_clock};
    show *s = show_init(memory, sizeof memory, &desc);
    CHECK(s != NULL);
    CHECK(show_bake(s, pixels, 1));
    return s;
}

static void show_steps(show *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        show_step(s, 0);
}

static void what_a_frame_takes_is_its_parts(void)
{
    show *s = begin_show();
    const stage_quad *all;
    show_report told;
    show_sound sounds[SHOW_SOUNDS];
    uint32_t heard = 0;
    show_set_measured(s, true);
    show_set_storm(s, 2000, 10);
    for (uint32_t i = 0; i < 240; ++i) {
        show_steps(s, 2);
        heard += show_get_sounds(s, sounds);
        CHECK(show_draw(s, 0.5f, &all) > 2000);
        show_drawn(s);
    }
    show_get_report(s, &told);
    /* two ticks per frame, and each part of a tick reads the clock once: 0.25 ms per part */
    CHECK(told.tick_ms > 0.45f && told.tick_ms < 0.55f);
    CHECK(told.drawing_ms > 0.2f && told.drawing_ms < 0.3f);
    const float both = told.library_ms + told.game_ms;
    CHECK(both > 0.9f && both < 1.1f);
    CHECK(told.library_ms > 0 && told.library_ms < both);
    CHECK(told.frame_ms > 2 && told.motes == 2000 && told.churn == 10);
    CHECK(told.storm_ns > 120 && told.storm_ns < 130); /* 0.25 ms / 2,000 */
    CHECK(heard > 20);
}

static void measuring_leaves_the_game_as_it_is(void)
{
    uint64_t hashes[2];
    for (int measured = 0; measured < 2; ++measured) {
        show *s = begin_show();
        show_set_measured(s, measured != 0);
        show_steps(s, 600);
        hashes[measured] = game_hash(session_game(show_session(s)));
        CHECK(game_is_sound(session_game(show_session(s))));
    }
    CHECK(hashes[0] == hashes[1]);
}

static void what_is_clicked_is_known(void)
{
    show *s = begin_show();
    game_facts facts;
    CHECK(!show_get_marked(s, &facts));
    show_steps(s, 300);
    const game_state state = game_get_state(session_game(show_session(s)));
    CHECK(show_pick(s, state.ships[0].x, state.ships[0].y) && show_get_marked(s, &facts));
    CHECK(strcmp(facts.pool, "ship") == 0 && facts.lives);
    show_set_storm(s, 50000, 0);
    show_step(s, 0);
    CHECK(show_pick(s, 160, 20) && show_get_marked(s, &facts));
    CHECK(strcmp(facts.pool, "storm") == 0 && facts.lives);
    show_set_storm(s, 50000, 50);
    show_steps(s, 100);
    CHECK(show_get_marked(s, &facts) && !facts.lives && strcmp(facts.pool, "storm") == 0);
}

static void the_middle_is_no_outlier(void)
{
    const float some[] = {0, 5, 900, 3, 4, 0, 4};
    CHECK(shade_middle(some, 7) == 4 && shade_middle(some, 3) == 900 && shade_middle(some, 2) == 5);
    CHECK(shade_middle(some, 1) == 0);
}

/* The black box holds some seconds. The panel asks often and keeps the facts. */
static void what_was_known_of_a_bullet_stays(void)
{
    show *s = begin_show();
    game_facts facts = {0};
    bool is_bullet = false;
    for (uint32_t i = 0; i < 4000 && !is_bullet; ++i) {
        show_step(s, game_autopilot(session_game(show_session(s))));
        for (float x = 20; x < 320 && !is_bullet; x += 20)
            is_bullet = show_pick(s, x, 200) && show_get_marked(s, &facts) &&
                        strcmp(facts.pool, "bullets") == 0;
    }
    CHECK(is_bullet && facts.lives && facts.maker && facts.born_at.file);
    const game_facts alive = facts;
    for (uint32_t i = 0; i < 3000 && show_get_marked(s, &facts); ++i)
        show_step(s, game_autopilot(session_game(show_session(s))));
    CHECK(!facts.lives && facts.reason && facts.ended_at.file);
    CHECK(facts.maker == alive.maker && facts.born_at.line == alive.born_at.line);
}

static void mistakes_need_no_motes_to_be_made(void)
{
    show *s = begin_show();
    storm_verdict verdict;
    show_report told;
    show_err(s, STORM_OVERWRITE, &verdict);
    show_get_report(s, &told);
    CHECK(told.motes > 0 && verdict.before > 0 && verdict.is_sound && verdict.message[0] != 0);
}

const test test_stage[] = {
    TEST(pictures_fit_at_every_size),
    TEST(pictures_do_not_overlap),
    TEST(everything_that_flies_has_a_picture),
    TEST(straight_pixels_look_the_same_on_black),
    TEST(the_backdrop_repeats),
    TEST(a_scene_is_quads_of_the_texture),
    TEST(a_death_is_felt_unless_it_is_to_be_calm),
    TEST(texts_are_as_wide_as_they_say),
    TEST(a_pause_after_a_hit_has_one_text),
    TEST(hints_name_the_keys),
    TEST(a_short_tap_is_a_tick),
    TEST(keys_count_at_their_time),
    TEST(two_keys_of_one_meaning),
    TEST(every_sound_is_heard_and_ends),
    TEST(what_a_frame_takes_is_its_parts),
    TEST(measuring_leaves_the_game_as_it_is),
    TEST(the_middle_is_no_outlier),
    TEST(what_is_clicked_is_known),
    TEST(what_was_known_of_a_bullet_stays),
    TEST(mistakes_need_no_motes_to_be_made),
    {NULL, NULL},
};
