#include "core.h"

float trp__product(float a, float b)
{
    const float product = a * b;

    return product;
}

trp_result trp__set_scale(trp_world *world, trp_pool *pool, float *scale, float value,
                          const char *call)
{
    if (trp__is_drawn(world, pool, call))
        return TRP_BUSY;
    if (!trp__is_time(value))
        return trp__misuse(world, pool, NULL, call, TRP_ERR_VALUE,
                           TRP__TEXT("the scale must be 0 or more, and finite"));
    *scale = value;
    world->product = trp__product;
    return TRP_OK;
}
