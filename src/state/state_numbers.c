/*
 * The numbers of a world, its layers and its pools that decide what comes, besides slots and orders:
 * of these are hashes and differences. Where chains of free slots begin follows from their cells.
 */
#include "state.h"

static uint32_t state_numbers_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* An interval: 0 and 1 are the same. */
static uint32_t state_numbers_every(uint32_t n)
{
    return n > 1 ? n : 1;
}

trp__numbers trp__world_numbers(const trp__world_state *state)
{
    const trp__numbers numbers = {
        TRP__NAME("ticks|bits of the time scale|bits of the last tick's dt|"),
        {state->ticks, state_numbers_bits(state->scale), state_numbers_bits(state->dt)}};

    return numbers;
}

trp__numbers trp__layer_numbers(const trp__layer_state *state)
{
    const trp__numbers numbers = {
        TRP__NAME("place of a layer|first pool of a layer|whether a layer is enabled|"
                  "bits of a layer's time scale|"),
        {state->place, state->first, state->enabled, state_numbers_bits(state->scale)}};

    return numbers;
}

trp__numbers trp__pool_numbers(const trp_pool *pool, const trp__pool_state *state)
{
    const trp__numbers numbers = {
        TRP__NAME(
            "slots|slots, with those given back|slots of the quarantine|bits of the time scale|"
            "bits of the seconds for which it could shrink|clock of lifetimes|"
            "updated every so many ticks|after the next tick every so many|turn|"
            "whether turns are staggered|whether they are after the next tick|"
            "the slot to be stolen next|"),
        {state->capacity - state->missing, state->capacity, trp__quarantine_slots(pool),
         state_numbers_bits(state->scale), state_numbers_bits(state->low_for), state->clock,
         state_numbers_every(state->every), state_numbers_every(state->wanted), state->turn,
         state->staggered, state->wants_staggered, state->hand}};

    return numbers;
}
