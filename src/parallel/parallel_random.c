/*
 * Random bits from existing numbers: a counter-based generator. Three rounds of Stafford's 13th mix
 * of the finalizer of MurmurHash3, as in SplitMix64, one for each input.
 */
#include "../../include/troupe/parallel.h"
#include "../core/core.h"

#define PARALLEL_RANDOM_STEP 0x9E3779B97F4A7C15u /* 2^64 / golden ratio */

static uint64_t random_mix(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return bits ^ bits >> 31;
}

uint64_t trp_random(const trp_world *world, const trp_actor *actor, uint64_t seed, uint32_t number)
{
    trp_handle handle;
    uint64_t life;
    uint64_t bits;

    if (!trp__has_world(world, TRP__TEXT("trp_random")))
        return 0;
    handle = trp_handle_of(world, actor);
    life = (uint64_t)handle.generation << 32 | (handle.index & (TRP_MAX_SLOTS - 1));
    bits = random_mix(seed + (world->state.ticks + 1) * PARALLEL_RANDOM_STEP);
    bits = random_mix((bits ^ life) + PARALLEL_RANDOM_STEP);
    return random_mix(bits + ((uint64_t)number + 1) * PARALLEL_RANDOM_STEP);
}
