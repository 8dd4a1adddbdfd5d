#include "show.h"

#include "batch.h"

#include <math.h>
#include <string.h>

enum
{
    TEXT = 0xD8DEE9,
    BRIGHT = 0xFFD75F,
    WHITE = 0xFFFFFF,
    DARK = 0x0B0D16
};

show_area show_fit(show_area area)
{
    const float across = area.width / GAME_WIDTH, down = area.height / GAME_HEIGHT;
    const float scale = across < down ? across : down;
    const show_area fit = {area.x + (area.width - GAME_WIDTH * scale) / 2,
                           area.y + (area.height - GAME_HEIGHT * scale) / 2, GAME_WIDTH * scale,
                           GAME_HEIGHT * scale};

    return fit;
}

static void ball(const game_sprite *s, uint32_t color, float opacity)
{
    batch_add(BATCH_GLOW, s->x, s->y, s->size * 2, s->size * 2, 0, color, opacity * 0.6f);
    batch_add(BATCH_DISC, s->x, s->y, s->size, s->size, 0, color, opacity);
    batch_add(BATCH_DISC, s->x, s->y, s->size * 0.6f, s->size * 0.6f, 0, WHITE, opacity);
}

static void bar(const game_sprite *s, float thick, uint32_t color, float opacity)
{
    batch_add(BATCH_DISC, s->x, s->y, thick, s->size, s->angle, color, opacity);
    batch_add(BATCH_DISC, s->x, s->y, thick * 0.5f, s->size * 0.8f, s->angle, WHITE,
              opacity * 0.8f);
}

static void enemy(const game_sprite *s, int sides, uint32_t color, float opacity)
{
    batch_polygon(sides, s->x, s->y, s->size, s->angle, color, opacity);
    batch_polygon(sides, s->x, s->y, s->size * 0.72f, s->angle, DARK, opacity);
    batch_add(BATCH_DISC, s->x, s->y, s->size * 0.35f, s->size * 0.35f, 0, color, opacity);
}

static void pickup(const game_sprite *s, const char *letter, uint32_t color, float opacity)
{
    batch_polygon(4, s->x, s->y, s->size, s->angle, color, opacity);
    batch_polygon(4, s->x, s->y, s->size * 0.7f, s->angle, DARK, opacity);
    batch_text(s->x - 2.5f, s->y - 3.5f, 1, letter, color, opacity);
}

static void ship(const game_sprite *s, uint32_t color, float opacity)
{
    batch_add(BATCH_GLOW, s->x, s->y + s->size, s->size * 0.7f, s->size * 1.2f, 0, 0xFF9040,
              opacity * 0.7f);
    batch_dart(s->x, s->y, s->size, s->size, s->angle, color, opacity);
    batch_dart(s->x, s->y + 1, s->size * 0.35f, s->size * 0.6f, s->angle, WHITE, opacity);
}

static void small_sprite(const game_sprite *s, uint32_t color, float opacity)
{
    switch ((game_kind)s->kind)
    {
    case GAME_STAR:
    case GAME_MOTE:
        batch_add(BATCH_DISC, s->x, s->y, s->size, s->size, 0, color, opacity);
        break;
    case GAME_HIT_BOX:
        batch_add(BATCH_DISC, s->x, s->y, s->size + 1, s->size + 1, 0, 0xE02040, opacity);
        batch_add(BATCH_DISC, s->x, s->y, s->size, s->size, 0, WHITE, opacity);
        break;
    case GAME_SHIELD:
    case GAME_RING:
        batch_add(BATCH_RING, s->x, s->y, s->size * 1.1f, s->size * 1.1f, 0, color, opacity);
        break;
    case GAME_SHOT:
        bar(s, s->size * 0.3f, color, opacity);
        break;
    case GAME_SPARK:
        batch_add(BATCH_GLOW, s->x, s->y, s->size * 0.5f, s->size * 1.5f, s->angle, color, opacity);
        break;
    case GAME_SMOKE:
        batch_add(BATCH_GLOW, s->x, s->y, s->size * 1.3f, s->size * 1.3f, 0, color, opacity * 0.5f);
        break;
    case GAME_BULLET_NEEDLE:
        bar(s, s->size * 0.35f, color, opacity);
        break;
    default:
        ball(s, color, opacity);
        break;
    }
}

static void sprite(const game_sprite *s)
{
    const uint32_t color = game_color(s->color);
    const float opacity = (float)s->opacity / 255;

    switch ((game_kind)s->kind)
    {
    case GAME_SHIP:
        ship(s, color, opacity);
        break;
    case GAME_MISSILE:
    case GAME_DART:
        batch_dart(s->x, s->y, s->size * 0.6f, s->size, s->angle, color, opacity);
        break;
    case GAME_DRONE:
        enemy(s, 6, color, opacity);
        break;
    case GAME_SPINNER:
    case GAME_BOSS_GUN:
        enemy(s, 4, color, opacity);
        break;
    case GAME_GUNSHIP:
    case GAME_BOSS_WING:
        enemy(s, 5, color, opacity);
        break;
    case GAME_BOSS_CORE:
        batch_add(BATCH_GLOW, s->x, s->y, s->size * 2, s->size * 2, 0, color, opacity * 0.4f);
        enemy(s, 8, color, opacity);
        break;
    case GAME_PICKUP_POINT:
        batch_polygon(4, s->x, s->y, s->size, s->angle, color, opacity);
        break;
    case GAME_PICKUP_POWER:
        pickup(s, "P", color, opacity);
        break;
    case GAME_PICKUP_BOMB:
        pickup(s, "B", color, opacity);
        break;
    case GAME_PICKUP_LIFE:
        pickup(s, "1", color, opacity);
        break;
    default:
        small_sprite(s, color, opacity);
        break;
    }
}

void show_sprites(show_area field, const game_sprite *sprites, uint32_t count)
{
    batch_place(field.x, field.y, field.width / GAME_WIDTH);
    for (uint32_t i = 0; i < count; i++)
        sprite(&sprites[i]);
}

static float width_of(const char *text, float dot)
{
    return (float)strlen(text) * 6 * dot;
}

void show_lines(show_area field, const game *g)
{
    const game_state state = game_get_state(g);
    char text[GAME_LINE_BYTES];

    batch_place(field.x, field.y, field.width / GAME_WIDTH);
    game_get_line(g, GAME_LINE_SCORE, text);
    batch_text(6, 6, 1.2f, text, TEXT, 1);
    game_get_line(g, GAME_LINE_HIGH, text);
    batch_text(GAME_WIDTH - 6 - width_of(text, 1), 6, 1, text, TEXT, 0.8f);
    game_get_line(g, GAME_LINE_LIVES, text);
    batch_text(6, GAME_HEIGHT - 13, 1, text, TEXT, 0.9f);
    game_get_line(g, GAME_LINE_WAVE, text);
    batch_text(GAME_WIDTH - 6 - width_of(text, 1), GAME_HEIGHT - 13, 1, text, TEXT, 0.9f);
    game_get_line(g, GAME_LINE_BOSS, text);
    batch_text((GAME_WIDTH - width_of(text, 1)) / 2, 20, 1, text, BRIGHT, 1);
    if (state.boss_health > 0)
        batch_box(40, 30, (GAME_WIDTH - 80) * (float)state.boss_health / 1000, 3, BRIGHT, 0.9f);
    game_get_line(g, GAME_LINE_BANNER, text);
    batch_text((GAME_WIDTH - width_of(text, 3)) / 2, 180, 3, text, WHITE, 1);
    game_get_line(g, GAME_LINE_HINT, text);
    batch_text((GAME_WIDTH - width_of(text, 1)) / 2, 215, 1, text, TEXT, 1);
    if (state.phase != GAME_TITLE)
        return;
    batch_text(70, 400, 1, "ARROWS OR WASD   MOVE", TEXT, 0.8f);
    batch_text(70, 411, 1, "Z OR SPACE       SHOOT", TEXT, 0.8f);
    batch_text(70, 422, 1, "SHIFT            FOCUS", TEXT, 0.8f);
    batch_text(70, 433, 1, "X OR B           BOMB", TEXT, 0.8f);
    batch_text(70, 444, 1, "F11 FULL SCREEN  F1 PANEL", TEXT, 0.8f);
}
