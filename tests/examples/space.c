/* Bullets hit rocks, a bomb reaches the rocks around it, and only what is on screen is drawn. */
#include "troupe/troupe.h"

#include <stdio.h>

enum { BULLET = 1, ROCK = 2 };

/* Boxes are given by a corner or by the middle: here x, y, half the width and half the height. */
typedef struct thing {
    trp_actor actor;
    float x, y, half_width, half_height;
    float speed;
    int id;
} thing;

static void move(trp_actor *self, const trp_context *in)
{
    trp_as(thing, self)->x += trp_as(thing, self)->speed * in->dt;
}

static void draw(const trp_actor *self, const trp_view *view)
{
    (void)view;
    printf(" %d", trp_as(thing, self)->id);
}

/* The lower category comes first in a pair: the bullet, then the rock. */
static void hit(trp_actor *bullet, trp_actor *rock, const trp_pair_context *in)
{
    printf("bullet %d hits rock %d\n", trp_as(thing, bullet)->id, trp_as(thing, rock)->id);
    trp_recycle(in->world, bullet); /* so it hits no other rock */
    trp_recycle(in->world, rock);
}

static void burn(trp_actor *self, const trp_context *in)
{
    printf("the bomb reaches rock %d\n", trp_as(thing, self)->id);
    trp_expire(in->world, self);
}

static trp_pool *make_pool(trp_world *world, const char *name)
{
    return trp_pool_create(world, &(trp_pool_desc){.name = name,
                                                   .type = TRP_TYPE(thing, actor),
                                                   .capacity = 100,
                                                   .update = move,
                                                   .draw = draw});
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = make_pool(world, "bullet");
    trp_pool *rocks = make_pool(world, "rock");
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 200});
    trp_space_pool_desc desc = {
        .center = TRP_BOX(thing, x, y, half_width, half_height), .category = BULLET, .mask = ROCK};
    trp_space_add_pool(space, bullets, &desc);
    desc.category = ROCK;
    desc.mask = BULLET; /* rocks do not hit each other */
    trp_space_add_pool(space, rocks, &desc);

    for (int i = 0; i < 8; i++)
        trp_create(rocks, &(thing){.x = 40.0f * (float)i + 22.5f,
                                   .y = 10,
                                   .half_width = 22.5f,
                                   .half_height = 10,
                                   .id = i});
    trp_create(bullets, &(thing){.x = -99, .y = 5, .half_width = 1, .speed = 60, .id = 1});
    trp_create(bullets, &(thing){.x = 400, .y = 20, .speed = -60, .id = 2});

    for (int frame = 0; frame < 120; frame++) {
        trp_update_all(world, 1.0f / 60);
        trp_space_pairs(space, NULL, hit, NULL);
    }
    trp_space_query(space, &(trp_query){.area = trp_circle(150, 30, 20), .mask = ROCK}, burn, NULL);

    printf("near the middle: %u\n",
           trp_space_query(space, &(trp_query){.area = trp_rectangle(120, 0, 80, 20), .mask = ROCK},
                           NULL, NULL));
    printf("on screen:");
    trp_space_draw(space, trp_rectangle(100, -100, 130, 200), NULL, 0);
    printf("\n");
    trp_world_destroy(world);
    return 0;
}
