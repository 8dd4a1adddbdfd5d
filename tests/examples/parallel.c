/*
 * A swarm on all cores: each bee turns at random, looks for a flower nearby, and may end or create
 * another bee. The world after each second is the same without threads, with two threads and with
 * eight. Threads of OpenMP or TBB work as well: see workers.h.
 */
#include "troupe/parallel.h"
#include "troupe/hash.h"
#include "troupe/troupe.h"

#include <stdio.h>

enum { BEES = 20000, FLOWERS = 500, SEED = 7 };

typedef struct bee {
    trp_actor actor;
    float x, y, vx, vy;
    uint32_t honey;
} bee;

typedef struct flower {
    trp_actor actor;
    float x, y, width, height;
} flower;

static trp_pool *bees;
static trp_space *meadow;

/* A number from -0.5 to 0.5 that depends only on the bee, the tick and `n`. */
static float turn(const trp_context *in, const bee *self, uint32_t n)
{
    return (float)(trp_random(in->world, &self->actor, SEED, n) >> 40) / (1 << 24) - 0.5f;
}

static void bees_update(trp_part *part, const trp_context *in)
{
    trp_part_each (bee, self, part) {
        trp_query near_me = {.area = trp_circle(self->x, self->y, 5)};
        trp_hit flower_there;

        self->vx += turn(in, self, 0);
        self->vy += turn(in, self, 1);
        self->x += self->vx * in->dt;
        self->y += self->vy * in->dt;
        self->honey += trp_space_find(meadow, &near_me, &flower_there, 1);
        if (self->honey >= 40) {
            self->honey = 0;
            trp_part_create(part, bees, &(bee){.x = self->x, .y = self->y});
        }
        if (self->x < 0 || self->x > 1000 || self->y < 0 || self->y > 1000)
            trp_part_end(part, trp_handle_of(in->world, &self->actor), NULL);
    }
}

static trp_world *begin(trp_parallel_for_fn *parallel_for, void *user)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *flowers = trp_pool_create(
        world, &(trp_pool_desc){.type = TRP_TYPE(flower, actor), .capacity = FLOWERS});

    bees = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(bee, actor),
                         .capacity = BEES,
                         .parallel = TRP_PARALLEL(&(trp_parallel_desc){.update = bees_update,
                                                                       .parallel_for = parallel_for,
                                                                       .user = user,
                                                                       .command_bytes = 64})});
    meadow = trp_space_create(world, &(trp_space_desc){.capacity = FLOWERS});
    trp_space_add_pool(meadow, flowers,
                       &(trp_space_pool_desc){.box = TRP_BOX(flower, x, y, width, height)});
    for (uint32_t i = 0; i < FLOWERS; i++)
        trp_create(flowers, &(flower){.x = (float)(i * 619 % 1000),
                                      .y = (float)(i * 257 % 1000),
                                      .width = 4,
                                      .height = 4});
    for (uint32_t i = 0; i < BEES / 2; i++)
        trp_create(bees, &(bee){.x = (float)(i * 73 % 1000), .y = (float)(i * 19 % 1000)});
    return world;
}

/* Plays some seconds, and compares the world after each second with the first run. */
static void play(trp_parallel_for_fn *parallel_for, void *user, const char *how)
{
    static uint64_t first[3];
    trp_world *world = begin(parallel_for, user);

    printf("%s:", how);
    for (int second = 0; second < 3; second++) {
        for (int i = 0; i < 20; i++)
            trp_update_all(world, 1.0f / 20);
        if (parallel_for == NULL)
            first[second] = trp_hash_world(world);
        printf(" %u bees, %s%s", (unsigned)trp_pool_count(bees),
               trp_hash_world(world) == first[second] ? "the same" : "ANOTHER WORLD",
               second < 2 ? ";" : "\n");
    }
    trp_world_destroy(world);
}

int main(void)
{
    static const unsigned threads[] = {2, 8};

    play(NULL, NULL, "without threads");
    for (int i = 0; i < 2; i++) {
        char how[32];
        trp_threads *w = trp_threads_start(threads[i] - 1);
        if (w == NULL)
            return 1;
        snprintf(how, sizeof how, "%u threads", threads[i]);
        play(trp_threads_run, w, how);
        trp_threads_stop(w);
    }
    return 0;
}
