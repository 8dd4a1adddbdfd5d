#include "inputs.h"

#include "core/game.h"

enum
{
    PRESSED = GAME_BOMB | GAME_PAUSE | GAME_START
};

inputs_result inputs_add(inputs_queue *q, uint32_t tick, uint32_t input)
{
    if (tick > q->known)
        return INPUTS_GAP;
    if (tick < q->known)
        return q->known - tick > INPUTS_WINDOW || q->given[tick % INPUTS_WINDOW] == input
                   ? INPUTS_KNOWN
                   : INPUTS_CONTRADICTS;
    if (tick >= q->played + INPUTS_AHEAD)
        return INPUTS_TOO_EARLY;
    q->given[tick % INPUTS_WINDOW] = (uint16_t)input;
    q->known++;
    if (tick < q->played && q->wrong == 0 && q->used[tick % INPUTS_WINDOW] != input)
        q->wrong = tick + 1;
    return INPUTS_ADDED;
}

uint32_t inputs_known(const inputs_queue *q)
{
    return q->known;
}

uint32_t inputs_get(const inputs_queue *q, uint32_t tick)
{
    if (tick < q->known)
        return q->given[tick % INPUTS_WINDOW];
    if (q->known == 0)
        return 0;
    return q->given[(q->known - 1) % INPUTS_WINDOW] & ~(uint32_t)PRESSED;
}

uint32_t inputs_play(inputs_queue *q, uint32_t tick)
{
    const uint32_t input = inputs_get(q, tick);
    q->used[tick % INPUTS_WINDOW] = (uint16_t)input;
    q->played = tick + 1;
    return input;
}

uint32_t inputs_wrong(const inputs_queue *q)
{
    return q->wrong > 0 ? q->wrong - 1 : INPUTS_NONE;
}

void inputs_go_back(inputs_queue *q, uint32_t tick)
{
    q->played = tick;
    q->wrong = 0;
}
