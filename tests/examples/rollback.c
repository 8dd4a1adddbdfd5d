/*
 * Rollback: two players, each with its own world. A pipe between them delays packets by 3 to 9
 * ticks and loses one in five. No player waits: a world predicts that the other player holds the
 * same keys. If a packet shows that a prediction was wrong, the world is restored to that tick, and
 * the ticks since then are repeated.
 */
#include "troupe/hash.h"
#include "troupe/history.h"
#include "troupe/troupe.h"

#include <stdio.h>

enum {
    TICKS = 10000,
    AHEAD = 12, /* ticks that may be predicted */
    PIPE = 16
};

typedef struct shot {
    trp_actor actor;
    int32_t x, vx;
} shot;

typedef struct game /* state of a game besides its actors: a region */
{
    int32_t x[2], score[2];
} game;

typedef struct player {
    trp_world *world;
    trp_pool *shots;
    game game;
    trp_region region;
    trp_history past;
    int number, tick, known;      /* known: inputs of the other player received so far */
    uint8_t inputs[2][TICKS + 1]; /* of both players, by tick */
    int pipe[PIPE];               /* arrival times: a packet has all inputs so far */
    _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 16];
} player;

static player players[2];
static uint32_t seed = 1; /* for the pipe and the players' keys: not part of the game */

static int chance(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((uint64_t)seed * limit >> 32);
}

static void shot_update(trp_actor *self, const trp_context *in)
{
    shot *it = trp_as(shot, self);
    game *at = (game *)in->user;
    const int target = it->vx > 0;

    it->x += it->vx;
    if (it->x / 4 == at->x[target] / 4)
        at->score[!target]++;
    if (it->x < 0 || it->x > 400)
        trp_recycle(in->world, self);
}

static void step(player *me) /* saves the world, and runs a tick */
{
    trp_history_save(&me->past);
    for (int p = 0; p < 2; p++) {
        const uint8_t input = me->inputs[p][me->tick];
        me->game.x[p] += input % 3 - 1;
        if (input == 7)
            trp_create(me->shots, &(shot){.x = me->game.x[p], .vx = p == 0 ? 5 : -5});
    }
    trp_update_all(me->world, 1);
    me->tick++;
}

/* Reads the packets that arrive now. Returns the first tick with a wrong prediction, or the present
 * tick. */
static int receive(player *me, const player *other, int now)
{
    uint8_t *theirs = me->inputs[other->number];
    int wrong = me->tick;

    for (; me->known < me->pipe[now % PIPE]; me->known++) {
        const uint8_t input = other->inputs[other->number][me->known];
        if (theirs[me->known] != input && me->known < wrong)
            wrong = me->known;
        theirs[me->known] = input;
    }
    me->pipe[now % PIPE] = 0;
    for (int tick = me->known; tick <= me->tick; tick++)
        theirs[tick] = me->known > 0 ? theirs[me->known - 1] : 0;
    return wrong;
}

static void play(player *me, player *other, int now)
{
    const int tick = me->tick;
    const int wrong = receive(me, other, now);

    if (wrong < tick)
        trp_history_restore(&me->past, (uint64_t)wrong);
    for (me->tick = wrong; me->tick < tick;)
        step(me);
    trp_history_confirm(&me->past, (uint64_t)(me->known < tick ? me->known : tick));
    if (tick < TICKS && tick - me->known < AHEAD) {
        me->inputs[me->number][tick] = (uint8_t)(chance(4) == 0 ? chance(8) : 1);
        step(me);
    }
    if (chance(5) != 0)
        other->pipe[(now + 3 + chance(7)) % PIPE] = me->tick;
}

static void begin(player *me, int number)
{
    me->number = number;
    me->game = (game){.x = {100, 300}};
    me->world = trp_world_create(NULL);
    me->shots = trp_pool_create(me->world, &(trp_pool_desc){.type = TRP_TYPE(shot, actor),
                                                            .capacity = 100,
                                                            .user = &me->game,
                                                            .update = shot_update});
    me->region = (trp_region){.name = "game", .start = &me->game, .bytes = sizeof me->game};
    trp_region_add(me->world, &me->region);
    trp_history_open(
        &me->past, me->world,
        &(trp_history_desc){
            .memory = me->memory, .bytes = sizeof me->memory, .keep = AHEAD, .hashes = true});
}

int main(void)
{
    unsigned compared = 0, differ = 0;
    uint64_t hashes[2];

    begin(&players[0], 0);
    begin(&players[1], 1);
    for (int now = 0; players[0].known < TICKS || players[1].known < TICKS; now++) {
        play(&players[0], &players[1], now);
        play(&players[1], &players[0], now);
        /* a game also sends hashes of confirmed ticks */
        const uint64_t tick = trp_history_first(&players[0].past);
        if (trp_history_hash(&players[0].past, tick, &hashes[0]) &&
            trp_history_hash(&players[1].past, tick, &hashes[1])) {
            compared++;
            differ += hashes[0] != hashes[1];
        }
    }
    for (int p = 0; p < 2; p++) {
        hashes[p] = trp_hash_world(players[p].world);
        printf("player %d: %d ticks, rolled back %s; score %d to %d\n", p, players[p].tick,
               trp_history_info(&players[p].past).restored > 1000 ? "more than 1,000 times"
                                                                  : "hardly",
               players[p].game.score[0], players[p].game.score[1]);
        trp_history_close(&players[p].past);
        trp_world_destroy(players[p].world);
    }
    printf("hashes compared: %s; different: %u\n", compared > 5000 ? "more than 5,000" : "few",
           differ);
    printf("the worlds are the same: %s\n", hashes[0] == hashes[1] ? "yes" : "no");
    return 0;
}
