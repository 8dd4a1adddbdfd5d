#include "random.h"

void random_seed(random_state *random, uint64_t seed)
{
    random->state = seed * 2 + 1;
    random_bits(random);
    random->state += seed ^ 0x9e3779b97f4a7c15u;
    random_bits(random);
}

uint32_t random_bits(random_state *random)
{
    const uint64_t old = random->state;
    random->state = old * 6364136223846793005u + 1442695040888963407u;
    const uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    const uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

uint32_t random_below(random_state *random, uint32_t n)
{
    return (uint32_t)(((uint64_t)random_bits(random) * n) >> 32);
}

float random_unit(random_state *random)
{
    return (float)(random_bits(random) >> 8) * (1.0f / 16777216.0f);
}

float random_between(random_state *random, float low, float high)
{
    return low + (high - low) * random_unit(random);
}
