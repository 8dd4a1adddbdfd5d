#include "net_game.h"

#include "core/state.h"

bool net_game_begin(net_game *n, const game_options *options)
{
    const trp_history_desc desc = {.memory = n->past,
                                   .bytes = sizeof n->past,
                                   .ticks = ROLLBACK_STATES + ROLLBACK_HASH_EVERY,
                                   .keep = ROLLBACK_HASH_EVERY,
                                   .kind = TRP_HISTORY_WHOLE,
                                   .hashes = true};
    if (n->g)
        trp_history_free(&n->history);
    game_options of_two = *options;
    of_two.players = PACKET_PLAYERS;
    n->g = game_init(n->memory, sizeof n->memory, &of_two);
    return n->g && trp_history_init(&n->history, n->g->world, &desc) == TRP_OK;
}

void net_game_save(net_game *n, uint32_t tick)
{
    (void)tick; /* it is the world's */
    trp_history_save(&n->history);
}

bool net_game_load(net_game *n, uint32_t tick)
{
    return trp_history_restore(&n->history, tick) == TRP_OK;
}

void net_game_step(net_game *n, const uint32_t inputs[PACKET_PLAYERS])
{
    game_step(n->g, game_join_inputs(inputs[0], inputs[1]));
}

bool net_game_hash(net_game *n, uint32_t tick, uint64_t *hash)
{
    trp_history_confirm(&n->history, tick);
    return trp_history_hash(&n->history, tick, hash);
}
