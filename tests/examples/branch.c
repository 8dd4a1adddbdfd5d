/* Lookahead: a pilot plays each possible move for two seconds, undoes it, and makes the best one.
 * */
#include "troupe/snapshot.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct rock {
    trp_actor actor;
    float x, y, vx;
} rock;

static struct {
    float x, move;
    int hits;
} ship; /* state of the game's own: a region */

static void rock_update(trp_actor *self, const trp_context *in)
{
    rock *it = trp_as(rock, self);
    it->x += it->vx * in->dt;
    it->y -= 20 * in->dt;
    if (it->y < 1 && it->y > -1 && it->x > ship.x - 3 && it->x < ship.x + 3)
        ship.hits++;
    if (it->y < -1)
        trp_recycle(in->world, self);
}

static void play(trp_world *world, float move, int ticks)
{
    ship.move = move;
    for (int i = 0; i < ticks; i++) {
        ship.x += ship.move / 60;
        trp_update_all(world, 1.0f / 60);
    }
}

int main(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char now[1 << 14];
    static trp_region ship_region = {.name = "ship", .start = &ship, .bytes = sizeof ship};
    static const float moves[] = {-6, 0, 6};
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 100, .update = rock_update});
    size_t bytes;

    if (rocks == NULL || trp_region_add(world, &ship_region) != TRP_OK)
        return 1;
    for (int i = 0; i < 40; i++)
        trp_create(rocks, &(rock){.x = (float)(i * 37 % 60 - 30),
                                  .y = (float)(20 + i * 4),
                                  .vx = (float)(i % 5 - 2)});
    for (int turn = 0; turn < 3; turn++) {
        int best = 0, fewest = 1 << 30;
        if (trp_snapshot_save(world, now, sizeof now, &bytes) != TRP_OK)
            return 1;
        for (int i = 0; i < 3; i++) {
            play(world, moves[i], 120);
            printf("turn %d, move %+.0f: %d hits, %u rocks left\n", turn, (double)moves[i],
                   ship.hits, trp_pool_count(rocks));
            if (ship.hits < fewest) {
                fewest = ship.hits;
                best = i;
            }
            trp_snapshot_restore(world, now, bytes); /* undoes everything */
        }
        play(world, moves[best], 120);
        printf("turn %d: moved %+.0f, %d hits\n", turn, (double)moves[best], ship.hits);
    }
    trp_world_destroy(world);
    return 0;
}
