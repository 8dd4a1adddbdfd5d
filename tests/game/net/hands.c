#include "hands.h"
#include "core/game.h"

uint32_t hands_hold(uint32_t player, uint32_t tick, random_state *presses)
{
    random_seed(presses, tick / 9 * 2 + player);
    const uint32_t direction = 1u << random_below(presses, 4);
    random_seed(presses, 7777 + (uint64_t)tick * 2 + player);
    return direction;
}

uint32_t hands_keys(uint32_t player, uint32_t tick)
{
    random_state presses;
    const uint32_t direction = hands_hold(player, tick, &presses);
    const uint32_t bomb = random_below(&presses, 200) == 0 ? GAME_BOMB : 0u;
    const uint32_t start = random_below(&presses, 100) == 0 ? GAME_START : 0u;
    return direction | GAME_SHOOT | bomb | start;
}
