/*
 * The cost of a visit: ticks over this many actors of one pool, alone in its world or with all
 * other modules in use around it. Run under callgrind, which counts the instructions of
 * trp_update_all.
 *
 *     visits update|update_pool|update_each alone|among ACTORS
 */
#include "surroundings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bullet {
    trp_actor actor;
    float x, y, vx, vy;
} bullet;

static void bullet_update(trp_actor *self, const trp_context *in)
{
    bullet *b = trp_as(bullet, self);
    b->x += b->vx * in->dt;
    b->y += b->vy * in->dt;
}

static void bullets_update(trp_pool *pool, const trp_context *in)
{
    const float dt = in->dt;
    trp_each (bullet, b, pool) {
        b->x += b->vx * dt;
        b->y += b->vy * dt;
    }
}

static void bullet_fly(bullet *b, const trp_context *in)
{
    b->x += b->vx * in->dt;
    b->y += b->vy * in->dt;
}
TRP_UPDATE_EACH(bullets_fly, bullet, actor, bullet_fly);

/* The desc for this word. */
static void choose_update(trp_pool_desc *desc, const char *how)
{
    if (strcmp(how, "update") == 0)
        desc->update = bullet_update;
    else
        desc->update_pool = strcmp(how, "update_pool") == 0 ? bullets_update : bullets_fly;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const bool among = strcmp(argv[2], "among") == 0;
    const uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10);
    trp_world *world = trp_world_create(&(trp_world_desc){.layers = 4});
    trp_pool_desc desc = {.type = TRP_TYPE(bullet, actor), .capacity = count};
    choose_update(&desc, argv[1]);
    trp_pool *bullets = trp_pool_create(world, &desc);
    if (bullets == NULL || trp_create_many(bullets, count, NULL, NULL) != count)
        return 1;
    if (among && !surround(world, bullets))
        return 1;
    for (int tick = 0; tick < 3; tick++)
        if (trp_update_all(world, 1.0f / 64) != TRP_OK)
            return 1;
    printf("%u\n", (unsigned)trp_world_info(world).misuse);
    return trp_world_info(world).misuse != 0;
}
