/* A debug build detects two threads in one world. */
#include "troupe/troupe.h"

#include <pthread.h>
#include <stdio.h>

typedef struct shot {
    trp_actor actor;
} shot;

static trp_world *world;
static trp_pool *shots;

static void *other(void *unused)
{
    (void)unused;
    printf("created by the other thread: %s\n", trp_create(shots, NULL) ? "yes" : "no");
    return NULL;
}

static void shot_update(trp_actor *self, const trp_context *in)
{
    pthread_t thread;
    (void)self;
    (void)in;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
}

int main(void)
{
    pthread_t thread;
    world = trp_world_create(NULL);
    shots = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(shot, actor), .capacity = 8, .update = shot_update});
    trp_create(shots, NULL);
    trp_update_all(world, 1);
    /* two threads in sequence are allowed */
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    trp_recycle(world, trp_first(world));
    printf("shots: %u\n", (unsigned)trp_pool_count(shots));
    trp_world_destroy(world);
    return 0;
}
