/* The game itself over a bad network: two ends, each with its game in a world of its own, and the library's history of it.
 * Each player has a ship. */
#include "net_game.h"
#include "test_net.h"

#include <time.h>

static net_game players[PACKET_PLAYERS];

static void save(void *state, uint32_t tick)
{
    net_game_save((net_game *)state, tick);
}

static void load(void *state, uint32_t tick)
{
    CHECK(net_game_load((net_game *)state, tick));
}

static void step(void *state, const uint32_t inputs[PACKET_PLAYERS])
{
    net_game_step((net_game *)state, inputs);
}

static uint64_t hash(void *state, uint32_t tick)
{
    uint64_t it = 0;
    CHECK(net_game_hash((net_game *)state, tick, &it));
    return it;
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
            CHECK(net_game_begin(&players[end], &(game_options){.seed = 5, .lives = 9}));
            games[end] = (duel_game){&players[end], save, load, step, hash};
        }
        const double begin = now();
        const duel_report r = duel(&desc, games);
        const rollback_stats *s = r.ends;
        const double played = 2.0 * desc.ticks + s[0].again + s[1].again;
        printf("  %3u ms, %2u%% lost: hash %016llx, %3u hashes alike, went back %u ticks at most, "
               "%.0f us per tick with its snapshot and hash\n",
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
