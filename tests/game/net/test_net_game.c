/* The game itself over a bad network: two ends, each with the whole game in one block, which is copied before each tick. Both
 * players hold the keys of the one ship. */
#include "test_net.h"

#include "core/game.h"

#include <string.h>
#include <time.h>

typedef struct player
{
    _Alignas(8) unsigned char memory[GAME_BYTES];
    _Alignas(8) unsigned char saved[ROLLBACK_STATES][GAME_BYTES];
    uint64_t hashes[ROLLBACK_STATES];
    game *g;
    size_t bytes;
} player;

static player players[PACKET_PLAYERS];

static void save(void *state, uint32_t tick)
{
    player *p = (player *)state;
    memcpy(p->saved[tick % ROLLBACK_STATES], p->memory, p->bytes);
    if (tick % ROLLBACK_HASH_EVERY == 0)
        p->hashes[tick % ROLLBACK_STATES] = game_hash(p->g);
}

static void load(void *state, uint32_t tick)
{
    player *p = (player *)state;
    memcpy(p->memory, p->saved[tick % ROLLBACK_STATES], p->bytes);
}

static void step(void *state, const uint32_t inputs[PACKET_PLAYERS])
{
    game_step(((player *)state)->g, inputs[0] | inputs[1]);
}

static uint64_t hash(const void *state, uint32_t tick)
{
    return ((const player *)state)->hashes[tick % ROLLBACK_STATES];
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int count, char **arguments)
{
    static const uint32_t delays[] = {0, 80, 150};
    static const uint32_t losses[] = {0, 5, 20};
    static game_panel panel;
    const uint32_t ticks = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 10000;
    uint64_t alone = 0;
    for (uint32_t i = 0; i < 9; ++i)
    {
        const duel_desc desc = {.ticks = ticks,
                                .network = {.seed = i,
                                            .delay = delays[i / 3] / 2,
                                            .jitter = i / 3 * 10,
                                            .loss = losses[i % 3],
                                            .twice = 3,
                                            .damaged = 1}};
        duel_game games[PACKET_PLAYERS];
        for (uint32_t end = 0; end < PACKET_PLAYERS; ++end)
        {
            players[end].g =
                game_init(players[end].memory, GAME_BYTES, &(game_options){.seed = 5, .lives = 9});
            CHECK(players[end].g);
            game_get_panel(players[end].g, &panel);
            players[end].bytes = panel.bytes;
            games[end] = (duel_game){&players[end], save, load, step, hash};
        }
        const double begin = now();
        const duel_report r = duel(&desc, games);
        const rollback_stats *s = r.ends;
        const double played = 2.0 * desc.ticks + s[0].again + s[1].again;
        printf("  %3u ms, %2u%% lost: hash %016llx, %3u hashes alike, went back %u ticks at most, "
               "%.0f us per tick with its copy\n",
               (unsigned)delays[i / 3], (unsigned)losses[i % 3],
               (unsigned long long)game_hash(players[0].g), (unsigned)s[0].hashes,
               (unsigned)s[0].furthest, (now() - begin) * 1e6 / played);
        CHECK(r.ticks[0] == desc.ticks && r.ticks[1] == desc.ticks);
        CHECK(s[0].desync == 0 && s[1].desync == 0 && s[0].hashes > ticks / 20 &&
              s[1].hashes > ticks / 20);
        CHECK(s[0].furthest <= ROLLBACK_MOST && s[1].furthest <= ROLLBACK_MOST);
        alone = i == 0 ? game_hash(players[0].g) : alone;
        CHECK(game_hash(players[0].g) == alone && game_hash(players[1].g) == alone);
        CHECK(game_is_sound(players[0].g) && game_is_sound(players[1].g));
    }
    puts("net, the game itself: 9 passed, 0 failed");
    return 0;
}
