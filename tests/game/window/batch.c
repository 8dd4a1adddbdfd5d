#include "batch.h"

#include "font.h"

#include <math.h>
#include <string.h>

enum
{
    SIDE = 64, /* of a picture in the texture */
    MOST_QUADS = 16384
};

static SDL_Renderer *target;
static SDL_Texture *texture;
static SDL_Vertex corners[MOST_QUADS * 4];
static int indices[MOST_QUADS * 6];
static int quads;
static float origin_x, origin_y, scale = 1;

/* How much of a pixel a shape covers, at a distance from the middle of which the edge is 1. */
static float covers(batch_shape shape, float far)
{
    const float edge = 1.0f / SIDE;

    switch (shape)
    {
    case BATCH_DISC:
        return fminf(1, fmaxf(0, (1 - edge - far) / (2 * edge)));
    case BATCH_RING:
        return fminf(1, fmaxf(0, 1 - fabsf(far - 0.9f) / 0.07f));
    case BATCH_GLOW:
        return far < 1 ? (1 - far) * (1 - far) : 0;
    default:
        return 1;
    }
}

bool batch_begin(SDL_Renderer *renderer)
{
    static uint32_t pixels[SIDE][SIDE * BATCH_SHAPES];

    for (int shape = 0; shape < BATCH_SHAPES; shape++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
            {
                const float dx = ((float)x + 0.5f) / (SIDE / 2) - 1;
                const float dy = ((float)y + 0.5f) / (SIDE / 2) - 1;
                const float covered = covers((batch_shape)shape, sqrtf(dx * dx + dy * dy));
                pixels[y][shape * SIDE + x] = (uint32_t)(covered * 255) << 24 | 0xFFFFFF;
            }
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "1");
    target = renderer;
    texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                SIDE * BATCH_SHAPES, SIDE);
    if (texture == NULL)
        return false;
    SDL_UpdateTexture(texture, NULL, pixels, sizeof pixels[0]);
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    for (int i = 0; i < MOST_QUADS; i++)
    {
        static const int turn[6] = {0, 1, 2, 0, 2, 3};
        for (int j = 0; j < 6; j++)
            indices[i * 6 + j] = i * 4 + turn[j];
    }
    return true;
}

void batch_end(void)
{
    SDL_DestroyTexture(texture);
    texture = NULL;
}

void batch_place(float x, float y, float s)
{
    origin_x = x;
    origin_y = y;
    scale = s;
}

void batch_draw(void)
{
    if (quads > 0)
        SDL_RenderGeometry(target, texture, corners, quads * 4, indices, quads * 6);
    quads = 0;
}

static void corner(SDL_Vertex *it, float x, float y, float u, float v, uint32_t color,
                   float opacity)
{
    it->position.x = origin_x + x * scale;
    it->position.y = origin_y + y * scale;
    it->tex_coord.x = u;
    it->tex_coord.y = v;
    it->color.r = (uint8_t)(color >> 16);
    it->color.g = (uint8_t)(color >> 8);
    it->color.b = (uint8_t)color;
    it->color.a = (uint8_t)(fminf(1, fmaxf(0, opacity)) * 255);
}

static SDL_Vertex *next_quad(void)
{
    if (quads == MOST_QUADS)
        batch_draw();
    return &corners[4 * quads++];
}

void batch_add(batch_shape shape, float x, float y, float across, float along, float angle,
               uint32_t color, float opacity)
{
    static const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    SDL_Vertex *quad = next_quad();
    const float c = cosf(angle), s = sinf(angle);
    const float left = (float)shape / BATCH_SHAPES, width = 1.0f / BATCH_SHAPES;
    const float inset = shape == BATCH_SOLID ? 0.25f : 0; /* nothing of its neighbour */

    for (int i = 0; i < 4; i++)
    {
        const float dx = signs[i][0] * across, dy = signs[i][1] * along;
        const float u = inset + (signs[i][0] + 1) / 2 * (1 - 2 * inset);
        corner(&quad[i], x + dx * c - dy * s, y + dx * s + dy * c, left + u * width,
               inset + (signs[i][1] + 1) / 2 * (1 - 2 * inset), color, opacity);
    }
}

void batch_box(float x, float y, float width, float height, uint32_t color, float opacity)
{
    batch_add(BATCH_SOLID, x + width / 2, y + height / 2, width / 2, height / 2, 0, color, opacity);
}

/* Four corners, of which two may be one, in the solid picture. */
static void solid(const float x[4], const float y[4], uint32_t color, float opacity)
{
    SDL_Vertex *quad = next_quad();

    for (int i = 0; i < 4; i++)
        corner(&quad[i], x[i], y[i], 0.5f / BATCH_SHAPES, 0.5f, color, opacity);
}

void batch_polygon(int sides, float x, float y, float radius, float angle, uint32_t color,
                   float opacity)
{
    const float step = 6.2831853f / (float)sides;

    for (int i = 0; i < sides; i += 2)
    {
        float px[4] = {x}, py[4] = {y};
        for (int j = 0; j < 3; j++)
        {
            const float at = angle + step * (float)(i + j < sides ? i + j : sides);
            px[j + 1] = x + radius * sinf(at);
            py[j + 1] = y - radius * cosf(at);
        }
        solid(px, py, color, opacity);
    }
}

void batch_dart(float x, float y, float across, float along, float angle, uint32_t color,
                float opacity)
{
    const float c = cosf(angle), s = sinf(angle);
    const float dx[4] = {0, across, 0, -across}, dy[4] = {-along, along, along * 0.5f, along};
    float px[4], py[4];

    for (int i = 0; i < 4; i++)
    {
        px[i] = x + dx[i] * c - dy[i] * s;
        py[i] = y + dx[i] * s + dy[i] * c;
    }
    /* split along its axis, as the indices do: tip, right, notch; tip, notch, left */
    solid(px, py, color, opacity);
}

float batch_text(float x, float y, float dot, const char *text, uint32_t color, float opacity)
{
    const float begin = x;

    for (; *text != 0; text++, x += 6 * dot)
    {
        const uint8_t *columns = font_letter(*text);
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 7; j++)
                if ((columns[i] >> j & 1) != 0)
                    batch_box(x + (float)i * dot, y + (float)j * dot, dot * 1.1f, dot * 1.1f, color,
                              opacity);
    }
    return x - begin;
}
