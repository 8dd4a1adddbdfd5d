#include "storm_kinds.h"

#include <string.h>

uint32_t kind_share(storm_kind kind, uint32_t all)
{
    uint32_t tenth = all / 10;
    switch (kind) {
    case KIND_SPARK:
        return 3 * tenth;
    case KIND_SMOKE:
        return 2 * tenth;
    case KIND_MISSILE:
        return tenth;
    case KIND_BULLET:
    case KINDS:
        break;
    }
    return all - 6 * tenth;
}

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
    return value ^ value >> 32;
}

/* Takes some random bits from `bits`: a number from 0 to less than 1. */
static float take_unit(uint64_t *bits)
{
    float unit = (float)(*bits & 0xfff) / 4096;
    *bits >>= 12;
    return unit;
}

/*
 * A direction without libm: from the tangent of half the angle, for angles of -90 to 90 degrees.
 * The other half of the circle is the mirror image. `around` counts full turns.
 */
static void point(storm_body *body, float around, float speed)
{
    float turns = around - (float)(int)around;
    float side = turns < 0.5f ? 1.0f : -1.0f;
    float t = (turns < 0.5f ? turns : turns - 0.5f) * 4 - 1; /* -1 to 1: the angle */
    float bent = t * (0.7854f + 0.2146f * t * t);            /* about tan of half the angle */
    float scale = speed * side / (1 + bent * bent);
    body->vx = scale * (1 - bent * bent);
    body->vy = scale * 2 * bent;
}

static float newborn_life(uint64_t bits, bool settled)
{
    uint32_t life = (uint32_t)bits % STORM_LONGEST_LIFE;
    uint32_t other = (uint32_t)(bits >> 32) % STORM_LONGEST_LIFE;
    if (settled && other < life)
        life = other;
    return ((float)life + 0.5f) * STORM_DT;
}

static void place(storm_body *body, storm_kind kind, uint32_t number, uint64_t bits)
{
    float a = take_unit(&bits);
    float b = take_unit(&bits);
    float c = take_unit(&bits);
    switch (kind) {
    case KIND_BULLET:
        point(body, (float)(number % 5) / 5 + (float)(number % 32768) / 32768 + 0.015f * a,
              0.8f + 0.1f * b);
        break;
    case KIND_SPARK:
        body->x = number & 1 ? 0.9f : -0.9f;
        body->y = 1;
        body->vx = (a + b - 1) * 0.9f;
        body->vy = -1.2f - 0.8f * c;
        break;
    case KIND_SMOKE:
        body->x = (a - 0.5f) * 4;
        body->y = 1;
        body->vx = (b - 0.5f) * 0.2f;
        body->vy = -0.3f - 0.9f * c;
        body->turn = 0.9f;
        break;
    case KIND_MISSILE:
        body->x = number & 1 ? 0.8f : -0.8f;
        body->y = -0.3f;
        point(body, a, 0.5f + 0.5f * b);
        body->turn = number & 1 ? 3.0f + c : -3.0f - c;
        break;
    case KINDS:
        break;
    }
}

storm_body body_newborn(storm_kind kind, uint32_t number, bool settled)
{
    storm_body body = {0};
    uint64_t bits = mix((uint64_t)number * KINDS + (uint64_t)kind + 1);
    body.life = newborn_life(bits, settled);
    place(&body, kind, number, mix(bits));
    return body;
}

uint64_t body_hash(const storm_body *body)
{
    uint32_t x, y, life;
    memcpy(&x, &body->x, sizeof x);
    memcpy(&y, &body->y, sizeof y);
    memcpy(&life, &body->life, sizeof life);
    return mix(((uint64_t)x << 32 | y) + mix(life));
}
