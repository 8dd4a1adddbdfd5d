#include "types.h"

float trp__product(float a, float b)
{
    const float product = a * b;

    return product;
}
