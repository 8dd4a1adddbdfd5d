/* Effects of events on the camera and the light. */
#include "stage.h"

#include "core/angle.h"

enum
{
    NEVER = 1u << 30,
    NOTE_TICKS = 2 * GAME_RATE
};

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

typedef struct impact
{
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
    if (it->flash > s->flash)
    {
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
