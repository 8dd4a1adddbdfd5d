/*
 * How clocks count. Integer arithmetic takes floats apart, so the counts are the same on every
 * machine. It needs nothing of a run-time library: no division, no shift of 64 bits by a variable,
 * no conversion.
 */
#include "clock.h"

#define CLOCK_MANTISSA 0x00800000u /* the bit that a float does not store */
#define CLOCK_LONGEST_STEP                                                                         \
    ((uint64_t)1 << 50) /* 2^18 s: a trp_time does not wrap around in a tick */

/* The number, which is below 2^24, times 2^by, for by <= 39. Overflow is lost; negative shifts
 * round to nearest. */
static uint64_t clock_shift(uint32_t number, int32_t by)
{
    if (by < 0)
        return by < -31 ? 0 : (number >> (-by - 1)) / 2 + ((number >> (-by - 1)) & 1);
    if (by == 0)
        return number;
    if (by < 32)
        return (uint64_t)(number >> (32 - by)) << 32 | number << by;
    return (uint64_t)(number << (by - 32)) << 32;
}

uint64_t trp__clock_units(uint32_t bits)
{
    return clock_shift((bits & (CLOCK_MANTISSA - 1)) | CLOCK_MANTISSA,
                       (int32_t)(bits >> 23) - 150 + 32);
}

/* A number of 32 bits, times 2^by, rounded towards 0. */
static float clock_compose(uint32_t number, int32_t by)
{
    const uint32_t high = number != 0 ? trp__highest_bit(number) : 0;
    uint32_t bits = 0;
    float result;

    if (number != 0) {
        bits = high <= 23 ? number << (23 - high) : number >> (high - 23);
        bits = (bits & (CLOCK_MANTISSA - 1)) | (uint32_t)((int32_t)high + by + 127) << 23;
    }
    memcpy(&result, &bits, sizeof result);
    return result;
}

float trp__clock_seconds(uint64_t units)
{
    const uint32_t seconds = (uint32_t)(units >> 32);
    const uint32_t parts = (uint32_t)units;
    uint32_t bit;

    if (seconds == 0)
        return clock_compose(parts, -32);
    bit = trp__highest_bit(seconds); /* below 31; the 32 highest bits start there */
    return clock_compose(seconds << (31 - bit) | parts >> (bit + 1), (int32_t)bit - 31);
}

float trp__clock_float(uint32_t number)
{
    return clock_compose(number, 0);
}

float trp__clock_dt(const trp_pool *pool, const trp_context *in)
{
    const trp_world *world = pool->world;
    const float scale = world->layers[pool->state.layer].state.scale;

    const float dt = trp__times(world, in->unscaled_dt, world->state.scale);

    return trp__times(world, trp__times(world, dt, scale), pool->state.scale);
}

uint64_t trp__clock_step(const trp_pool *pool, trp_clock clock, const trp_context *in)
{
    uint32_t bits;

    if (clock == TRP_CLOCK_WORLD_TICKS)
        return 1;
    if (!pool->world->layers[pool->state.layer].state.enabled)
        return 0;
    if (clock == TRP_CLOCK_TICKS)
        return 1;
    bits = trp__clock_bits(trp_seconds(trp__clock_dt(pool, in)));
    if (bits >= 0x48800000u) /* 2^18; above it are infinity and, for 0 times infinity, NaN */
        return CLOCK_LONGEST_STEP;
    return trp__clock_units(bits);
}
