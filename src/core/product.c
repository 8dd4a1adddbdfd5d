#include "core.h"

float trp__product(float a, float b)
{
    const float product = a * b;

    return product;
}

trp_result trp__set_scale(trp__call *call, float *scale, float value)
{
    if (trp__is_shut(call) || trp__refuses(call, !trp__is_time(value), TRP_ERR_VALUE,
                                           TRP__TEXT("the scale must be 0 or more, and finite")))
        return call->result;
    *scale = value;
    call->world->product = trp__product;
    return TRP_OK;
}
