/* The storm of the benchmark, with troupe and both rivals, in wasm. */
#include "storm/rivals.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(race_begin) uint32_t race_begin(uint32_t count, uint32_t churn)
{
    return rivals_begin(count, churn);
}

EXPORT(race_warm_up) uint32_t race_warm_up(void)
{
    return rivals_warm_up();
}

EXPORT(race_frame) void race_frame(uint32_t which)
{
    rivals_frame((rival)which);
}

EXPORT(race_agree) uint32_t race_agree(void)
{
    return rivals_agree();
}
