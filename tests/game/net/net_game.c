#include "net_game.h"

#include "core/core.h"

enum {
    KEPT = GAME_RATE +
           ROLLBACK_HASH_EVERY /* ticks that are final: what differs is asked for after a while */
};

game_options net_game_options(uint32_t seed, uint32_t lives)
{
    return (game_options){
        .seed = seed, .lives = lives, .players = PACKET_PLAYERS, .attract_after = GAME_NEVER};
}

bool net_game_open(net_game *n, game *g, void *memory, size_t bytes)
{
    const trp_history_desc desc = {.memory = memory,
                                   .bytes = bytes,
                                   .ticks = ROLLBACK_STATES + KEPT,
                                   .keep = KEPT,
                                   .kind = TRP_HISTORY_WHOLE,
                                   .hashes = true};
    net_game_close(n);
    if (!g || trp_history_open(&n->history, g->world, &desc) != TRP_OK)
        return false;
    n->g = g;
    return true;
}

void net_game_close(net_game *n)
{
    if (n->g)
        trp_history_close(&n->history);
    *n = (net_game){.g = NULL};
}

void net_game_save(net_game *n)
{
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

const unsigned char *net_game_state(net_game *n, uint32_t tick, size_t *bytes)
{
    return (const unsigned char *)trp_history_snapshot(&n->history, tick, bytes);
}
