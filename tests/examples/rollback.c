/*
 * Rollback: two players, each with a world of its own, and between them a pipe that delays packets by 3 to 9 ticks and loses one in
 * five. Neither waits: a player's world goes on with a guess of what the other one presses (the same as last), and when it learns
 * better it goes back, and does the ticks again.
 */
#include "troupe/troupe.h"

#include <stdio.h>

enum
{
    TICKS = 10000,
    AHEAD = 12, /* ticks that may be guessed */
    SENT = 32   /* inputs per packet: so one that is lost does not matter */
};

typedef struct shot
{
    trp_actor actor;
    int32_t x, vx;
} shot;

typedef struct game /* what a player's world has besides actors: a region */
{
    int32_t x[2], score[2];
    uint8_t input[2];
} game;

typedef struct packet
{
    int arrives, first, count; /* inputs of the ticks first .. first + count - 1 */
    uint8_t inputs[SENT];
} packet;

typedef struct player
{
    trp_world *world;
    trp_pool *shots;
    game game;
    trp_region region;
    trp_history past;
    int tick, known, wrong,
        number; /* `known` inputs of the other one; from `wrong` on a guess was wrong */
    uint8_t inputs[2][TICKS + SENT];
    packet pipe[16];
    _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 16];
} player;

static player players[2];
static uint32_t seed = 1; /* of the pipe and of the fingers: no part of the game */

static uint32_t chance(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * limit >> 32);
}

static void shot_update(trp_actor *self, const trp_tick *tick)
{
    shot *it = trp_as(shot, self);
    game *at = (game *)tick->user;
    const int target = it->vx > 0;
    it->x += it->vx;
    if (it->x / 4 == at->x[target] / 4)
        at->score[!target]++;
    if (it->x < 0 || it->x > 400)
        trp_recycle(tick->world, self);
}

static void step(player *me)
{
    for (int p = 0; p < 2; p++)
    {
        me->game.input[p] = me->inputs[p][me->tick];
        me->game.x[p] += me->game.input[p] % 3 - 1;
        if (me->game.input[p] == 7)
            trp_create_from(me->shots, &(shot){.x = me->game.x[p], .vx = p == 0 ? 5 : -5});
    }
    trp_update_all(me->world, 1);
    me->tick++;
}

static void send(const player *me, player *other, int now)
{
    packet out = {.arrives = now + 3 + (int)chance(7), .first = me->tick - SENT + 1};
    packet *place = &other->pipe[now % 16];
    if (chance(5) == 0)
        return;
    out.first = out.first < 0 ? 0 : out.first;
    for (; out.first + out.count <= me->tick; out.count++)
        out.inputs[out.count] = me->inputs[me->number][out.first + out.count];
    *place = out;
}

/* Inputs that have come; the first that was not as guessed. */
static void receive(player *me, int now)
{
    uint8_t *theirs = me->inputs[!me->number];
    for (packet *in = me->pipe; in < me->pipe + 16; in++)
    {
        if (in->count == 0 || in->arrives > now)
            continue;
        for (int i = 0; i < in->count; i++)
            if (in->first + i == me->known)
            {
                if (me->known < me->tick && theirs[me->known] != in->inputs[i] && me->wrong < 0)
                    me->wrong = me->known;
                theirs[me->known++] = in->inputs[i];
            }
        in->count = 0;
    }
    for (int i = me->known; i <= me->tick; i++)
        theirs[i] = me->known > 0 ? theirs[me->known - 1] : 0;
}

static void play(player *me, player *other, int now)
{
    const int to = me->tick;
    receive(me, now);
    if (me->wrong >= 0)
    {
        trp_history_restore(&me->past, (uint64_t)me->wrong);
        for (me->tick = me->wrong; me->tick < to; step(me))
            trp_history_save(&me->past);
    }
    me->wrong = -1;
    if (me->known > 0)
        trp_history_confirm(&me->past, (uint64_t)(me->known < me->tick ? me->known : me->tick));
    if (me->tick < TICKS && me->tick - me->known < AHEAD)
    {
        me->inputs[me->number][me->tick] = (uint8_t)(chance(4) == 0 ? chance(8) : 1);
        send(me, other, now);
        trp_history_save(&me->past);
        step(me);
    }
    else
        send(me, other, now);
}

static bool begin(player *me, int number)
{
    me->world = trp_world_create(NULL);
    me->number = number;
    me->wrong = -1;
    me->game.x[0] = 100;
    me->game.x[1] = 300;
    me->shots = trp_pool_create(me->world, &(trp_pool_desc){.type = TRP_TYPE(shot, actor),
                                                            .capacity = 100,
                                                            .user = &me->game,
                                                            .update = shot_update});
    me->region = (trp_region){.name = "game", .start = &me->game, .bytes = sizeof me->game};
    return me->shots != NULL && trp_region_add(me->world, &me->region) == TRP_OK &&
           trp_history_init(&me->past, me->world,
                            &(trp_history_desc){.memory = me->memory,
                                                .bytes = sizeof me->memory,
                                                .keep = AHEAD,
                                                .hashes = true}) == TRP_OK;
}

int main(void)
{
    unsigned compared = 0, differ = 0;
    uint64_t hashes[2];

    if (!begin(&players[0], 0) || !begin(&players[1], 1))
        return 1;
    for (int now = 0; players[0].known < TICKS || players[1].known < TICKS; now++)
    {
        play(&players[0], &players[1], now);
        play(&players[1], &players[0], now);
        /* a game would send hashes of confirmed ticks along */
        const uint64_t tick = trp_history_first(&players[0].past);
        if (trp_history_hash(&players[0].past, tick, &hashes[0]) &&
            trp_history_hash(&players[1].past, tick, &hashes[1]))
        {
            compared++;
            differ += hashes[0] != hashes[1];
        }
    }
    for (int p = 0; p < 2; p++)
    {
        const trp_history_stats stats = trp_history_get_stats(&players[p].past);
        receive(&players[p], 1 << 30);
        play(&players[p], &players[!p], 1 << 30);
        printf("player %d: %d ticks, went back %s, %s did ticks again; score %d to %d\n", p,
               players[p].tick, stats.restored > 1000 ? "more than 1,000 times" : "hardly",
               stats.ticks_again > 5000 ? "often" : "seldom", players[p].game.score[0],
               players[p].game.score[1]);
    }
    printf("hashes compared: %s; out of step: %u\n", compared > 5000 ? "more than 5,000" : "few",
           differ);
    printf("the worlds are the same: %s\n",
           trp_hash_world(players[0].world) == trp_hash_world(players[1].world) ? "yes" : "no");
    for (int p = 0; p < 2; p++)
    {
        trp_history_free(&players[p].past);
        trp_world_destroy(players[p].world);
    }
    return 0;
}
