/* What is shown around a game: effects of events on the camera and the light; the field with its
 * background and its frame. */
#include "stage.h"
#include "core/angle.h"
#include "stage_list.h"

enum { NEVER = 1u << 30, NOTE_TICKS = 2 * GAME_RATE };

static float random_unit(stage *s)
{
    s->random = s->random * 1664525u + 1013904223u;
    return (float)(s->random >> 8) / 8388608.0f - 1;
}

void stage_init(stage *s, const art *a)
{
    *s = (stage){.art = a, .random = 7, .since_death = NEVER};
}

void stage_note(stage *s, const char *text)
{
    uint32_t i = 0;
    for (; text[i] && i + 1 < STAGE_NOTE; ++i)
        s->note[i] = text[i];
    s->note[i] = 0;
    s->note_ticks = NOTE_TICKS;
}

typedef struct impact {
    float trauma;
    float flash;
    uint32_t color;
} impact;

static const impact impacts[GAME_EVENT_KINDS] = {
    [GAME_EVENT_EXPLOSION] = {0.10f, 0, 0},
    [GAME_EVENT_BIG_EXPLOSION] = {0.34f, 0.14f, 0xffb070},
    [GAME_EVENT_GRAZE] = {0.02f, 0, 0},
    [GAME_EVENT_BOMB] = {0.62f, 0.55f, 0x9fdcff},
    [GAME_EVENT_TURN] = {0.3f, 0.6f, 0x60a0ff},
    [GAME_EVENT_DEATH] = {0.95f, 0.85f, 0xffe8e0},
    [GAME_EVENT_STAGE] = {0.5f, 0.3f, 0xd0b0ff},
    [GAME_EVENT_BOSS] = {0.3f, 0, 0},
    [GAME_EVENT_BOSS_END] = {0.85f, 0.7f, 0xffffff},
    [GAME_EVENT_START] = {0.1f, 0.5f, 0x80b8ff},
};

static void take_event(stage *s, game_event_kind kind)
{
    const impact *it = &impacts[kind];
    s->trauma = shade_unit(s->trauma + it->trauma);
    if (it->flash > s->flash) {
        s->flash = it->flash;
        s->flash_color = it->color;
    }
    if (kind == GAME_EVENT_DEATH)
        s->since_death = 0;
    if (kind == GAME_EVENT_START)
        s->since_death = NEVER;
}

static void shake(stage *s)
{
    const float strength = s->is_calm ? 0 : s->trauma * s->trauma;
    s->shake_x = 9 * strength * random_unit(s);
    s->shake_y = 9 * strength * random_unit(s);
    s->lean = 0.02f * strength * random_unit(s);
    s->trauma = shade_most(0, s->trauma - 0.022f);
    s->flash = s->is_calm ? 0 : shade_most(0, s->flash - 0.045f);
}

static float approach(float from, float to, float part)
{
    return from + (to - from) * part;
}

static void follow_banner(stage *s, const game *g)
{
    char text[GAME_LINE_BYTES];
    bool same = true;
    game_get_line(g, GAME_LINE_BANNER, text);
    for (int i = 0; i < GAME_LINE_BYTES && same && (text[i] || s->banner[i]); ++i)
        same = text[i] == s->banner[i];
    s->since_banner++;
    if (same)
        return;
    for (int i = 0; i < GAME_LINE_BYTES; ++i)
        s->banner[i] = text[i];
    s->since_banner = 0;
}

/* Shown numbers follow the real ones: they reach them within half a second. */
static void follow_numbers(stage *s, const game_state *state)
{
    const uint32_t gap = state->score > s->shown_score ? state->score - s->shown_score : 0;
    s->shown_score = gap == 0 ? state->score : s->shown_score + 1 + gap / 8;
    s->shown_boss = (float)state->boss_health > s->shown_boss
                        ? approach(s->shown_boss, (float)state->boss_health, 0.06f)
                        : approach(s->shown_boss, (float)state->boss_health, 0.18f);
}

void stage_step(stage *s, const game *g)
{
    const game_state state = game_get_state(g);
    const game_event *events;
    const uint32_t count = game_get_events(g, &events);
    const float x = state.phase == GAME_PLAY ? state.ships[0].x / (GAME_WIDTH / 2) - 1 : 0;
    s->tick++;
    for (uint32_t i = 0; i < count; ++i)
        take_event(s, events[i].kind);
    shake(s);
    s->slow = approach(s->slow, shade_unit(1.4f * (1 - state.enemy_time)), 0.2f);
    s->drift = approach(s->drift, x, 0.05f);
    s->note_ticks -= s->note_ticks > 0;
    if (s->since_death < NEVER && !state.paused)
        s->since_death++;
    follow_banner(s, g);
    follow_numbers(s, &state);
}

void stage_backdrop(const stage *s, float alpha, float *x, float *y)
{
    const float down = ((float)(s->tick % 9600) + alpha) * (GAME_HEIGHT / 9600.0f) * 2;
    *x = (STAGE_BACKDROP_WIDTH - GAME_WIDTH) * 0.5f * (1 + 0.7f * s->drift);
    *y = down >= GAME_HEIGHT ? down - GAME_HEIGHT : down;
}

/* -- the field: its sprites as quads, its background and its frame -- */

#define WHITE 0xffffffu

static const float middle_x = GAME_WIDTH / 2;
static const float middle_y = GAME_HEIGHT / 2;

/* Dust between the stars and the field. It has no state: its position is computed from the tick. */
static void add_dust(const stage *s, stage_list *list)
{
    enum {
        CLOUDS = 4,
        ROUND = GAME_HEIGHT + 260 /* units that a cloud moves until it repeats */
    };
    const art_cell *cell = art_of_extra(list->art, ART_CLOUD);
    for (uint32_t i = 0; i < CLOUDS; ++i) {
        const float speed = 0.32f + 0.11f * (float)(i % 4);
        const float way = (float)s->tick * speed + shade_hash(i, 1) * ROUND;
        const uint32_t rounds = (uint32_t)(way / ROUND);
        const float x =
            shade_hash(i, rounds + 2) * GAME_WIDTH - s->drift * (6 + 2 * (float)(i % 4));
        const float size = 60 + 50 * shade_hash(i, rounds + 77);
        stage_add(list, cell, x, way - (float)rounds * ROUND - 130, size, size, 0, WHITE, 0.5f);
    }
}

static void add_planet(const stage *s, stage_list *list)
{
    const float way = (float)(s->tick % 14400) / 14400; /* four minutes */
    const float y = 70 + way * 700;
    stage_add(list, art_of_extra(list->art, ART_PLANET), 236 - s->drift * 4,
              y > GAME_HEIGHT + 110 ? y - 700 : y, 104, 104, 0, WHITE, 0.9f);
}

static void add_motes(const stage_scene *scene, stage_list *list)
{
    for (uint32_t i = 0; i < scene->mote_count; ++i) {
        const game_sprite *it = &scene->motes[i];
        const art_cell *cell = art_of_kind(list->art, it->kind, it->color);
        const float half = it->size * cell->reach;
        stage_add(list, cell, it->x, it->y, half, half, 0, WHITE, (float)it->opacity / 255);
    }
}

/* Nearer stars are longer, and move more against the ship's motion. */
static void add_star(const stage *s, stage_list *list, const game_sprite *it)
{
    const art_cell *cell = art_of_kind(list->art, it->kind, it->color);
    const float depth = it->size * it->size;
    const float half = it->size * cell->reach;
    const float along = half * (1 + depth * 0.9f);
    stage_add(list, cell, it->x - s->drift * depth * 9, it->y, half, along, 0, WHITE,
              (float)it->opacity / 255);
}

static bool is_enemy(const game_sprite *it)
{
    return it->kind >= GAME_DRONE && it->kind <= GAME_BOSS_GUN;
}

static bool is_round(const game_sprite *it)
{
    return it->kind == GAME_BULLET_ROUND || it->kind == GAME_BULLET_BIG || it->kind == GAME_RING ||
           it->kind == GAME_FLASH || it->kind == GAME_SMOKE || it->kind == GAME_SHIELD;
}

/* Adds the picture below a sprite: the light of its engine, or a shadow that separates it from the
 * background. */
static void add_below(const stage *s, stage_list *list, const game_sprite *it)
{
    const art_cell *glow = art_of_extra(list->art, ART_GLOW);
    const float flicker = 0.8f + 0.2f * shade_hash(s->tick, 5);
    if (it->kind == GAME_SHIP) {
        stage_add(list, glow, it->x, it->y, 34, 34, 0, 0x2a66c8, 0.5f);
        stage_add(list, glow, it->x, it->y + 12, 5.5f, 13 * flicker, 0, 0x5fb4ff, 0.9f);
    } else if (is_enemy(it))
        stage_add(list, glow, it->x, it->y, it->size * 1.7f, it->size * 1.7f, 0,
                  game_color(it->color), 0.22f);
}

void stage_sprite(const stage *s, stage_list *list, const game_sprite *it)
{
    const art_cell *cell = art_of_kind(list->art, it->kind, it->color);
    const float half = it->size * cell->reach;
    const bool is_pickup = it->kind >= GAME_PICKUP_POWER && it->kind <= GAME_PICKUP_LIFE;
    const float sway = 0.25f * angle_sine((angle)(s->tick * 700));
    const float turn = is_pickup ? sway : is_round(it) ? 0 : it->angle; /* letters stay upright */
    const float beat =
        it->kind == GAME_BULLET_BIG ? 1 + 0.05f * angle_sine((angle)(s->tick * 2600)) : 1;
    if (it->kind == GAME_STAR) {
        add_star(s, list, it);
        return;
    }
    add_below(s, list, it);
    stage_add(list, cell, it->x, it->y, half * beat, half * beat, turn, WHITE,
              (float)it->opacity / 255);
}

/* Rotates and moves the quads from `first` on, as the camera shakes. */
static void shake_all(const stage *s, stage_list *list, uint32_t first)
{
    for (uint32_t i = first; i < list->count; ++i) {
        stage_quad *q = &list->quads[i];
        const float x = q->x - middle_x;
        const float y = q->y - middle_y;
        q->x += s->shake_x - y * s->lean;
        q->y += s->shake_y + x * s->lean;
    }
}

/* Adds darker edges, which are coloured in slow motion and after a death. */
static void add_edges(const stage *s, stage_list *list)
{
    const art_cell inner = stage_inner(art_of_extra(list->art, ART_FADE));
    const art_cell *fade = &inner;
    const bool dies = s->since_death < 90;
    const uint32_t color = dies ? 0x3a0008 : s->slow > 0.05f ? 0x00182c : 0x02030a;
    const float more = dies ? 0.3f : 0.35f * s->slow;
    const float quarter = 1.5707963f;
    stage_add(list, fade, middle_x, 26, middle_x, 26, 0, color, 0.62f + more);
    stage_add(list, fade, middle_x, GAME_HEIGHT - 22, middle_x, -22, 0, color, 0.62f + more);
    stage_add(list, fade, 17, middle_y, middle_y, 17, -quarter, color, 0.4f + more);
    stage_add(list, fade, GAME_WIDTH - 17, middle_y, middle_y, 17, quarter, color, 0.4f + more);
}

uint32_t stage_draw(const stage *s, const stage_scene *scene, stage_quad *quads, uint32_t max)
{
    stage_list list = {.art = s->art, .quads = quads, .max = max};
    add_planet(s, &list);
    add_dust(s, &list);
    add_motes(scene, &list);
    for (uint32_t i = 0; i < scene->count; ++i)
        stage_sprite(s, &list, &scene->sprites[i]);
    if (s->shake_x != 0 || s->shake_y != 0)
        shake_all(s, &list, 0);
    add_edges(s, &list);
    if (s->flash > 0)
        stage_box(&list, 0, 0, GAME_WIDTH, GAME_HEIGHT, s->flash_color, s->flash * s->flash);
    stage_display(s, scene, &list);
    return list.count;
}
