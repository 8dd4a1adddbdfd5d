#include "picture.h"

#include <math.h>

picture_frame picture_fit(const canvas *c)
{
    picture_frame frame;
    const float across = (float)c->width / GAME_WIDTH, down = (float)c->height / GAME_HEIGHT;

    frame.scale = across < down ? across : down;
    frame.x = floorf(((float)c->width - GAME_WIDTH * frame.scale) / 2);
    frame.y = floorf(((float)c->height - GAME_HEIGHT * frame.scale) / 2);
    return frame;
}

static float at_least(float value, float least)
{
    return value > least ? value : least;
}

/* Draws a stroke in the direction of the sprite. */
static void stroke(canvas *c, const game_sprite *s, float x, float y, float length, float thick,
                   uint32_t color, float opacity)
{
    const float dx = sinf(s->angle) * length, dy = -cosf(s->angle) * length;

    canvas_stroke(c, x - dx, y - dy, x + dx, y + dy, thick, color, opacity);
}

/* The ship: a body and two wings. */
static void ship(canvas *c, float x, float y, float size, uint32_t color, float opacity)
{
    canvas_stroke(c, x, y - size, x, y + size * 0.6f, size * 0.3f, color, opacity);
    canvas_stroke(c, x, y, x - size, y + size, size * 0.18f, color, opacity);
    canvas_stroke(c, x, y, x + size, y + size, size * 0.18f, color, opacity);
}

static void draw(canvas *c, const picture_frame *frame, const game_sprite *s)
{
    const float x = frame->x + s->x * frame->scale, y = frame->y + s->y * frame->scale;
    const float size = s->size * frame->scale, opacity = (float)s->opacity / 255;
    const uint32_t color = game_color(s->color);

    switch ((game_kind)s->kind)
    {
    case GAME_STAR:
        canvas_disc(c, x, y, at_least(size, 0.3f), color, opacity * 0.6f);
        break;
    case GAME_SHIP:
        ship(c, x, y, at_least(size, 1.6f), color, opacity);
        break;
    case GAME_SHIELD:
    case GAME_RING:
        canvas_ring(c, x, y, size, color, opacity);
        break;
    case GAME_SHOT:
    case GAME_SPARK:
    case GAME_BULLET_NEEDLE:
        stroke(c, s, x, y, size, at_least(size * 0.3f, 0.4f), color, opacity);
        break;
    case GAME_SMOKE:
        canvas_disc(c, x, y, size, color, opacity * 0.5f);
        break;
    case GAME_BULLET_ROUND:
    case GAME_BULLET_BIG:
        canvas_disc(c, x, y, at_least(size, 0.7f), color, opacity);
        canvas_disc(c, x, y, size * 0.5f, 0xFFFFFF, opacity);
        break;
    default:
        canvas_disc(c, x, y, at_least(size * 0.8f, 0.7f), color, opacity);
        canvas_disc(c, x, y, size * 0.35f, 0x101018, opacity * 0.6f);
        break;
    }
}

void picture_draw(canvas *c, const picture_frame *frame, const game_sprite *sprites, uint32_t count)
{
    const int left = (int)frame->x, right = (int)(frame->x + GAME_WIDTH * frame->scale + 0.5f);

    canvas_clear(c, 0x05060C);
    for (uint32_t i = 0; i < count; i++)
        draw(c, frame, &sprites[i]);
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++)
            if (x < left || x >= right)
                for (int i = 0; i < 3; i++)
                    c->pixels[y][x][i] = 0;
}
