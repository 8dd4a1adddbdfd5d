/*
 * Two worlds on two threads, each with every module in use, share nothing. A thread sanitizer must
 * report nothing, and each final world must be the same as that of a run with one thread.
 */
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2, FRAMES = 2000, SHIPS = 200, CREW = 600 };

typedef struct ship {
    trp_actor actor;
    float x, y, width, height;
    float speed, life;
} ship;

typedef struct sailor {
    trp_actor actor;
    uint32_t rank;
} sailor;

typedef struct play {
    uint32_t seed;
    uint32_t random;
    trp_family crews;
    trp_group old;
    trp_pool *ships, *sailors;
    trp_system weather;
    trp_watcher watcher;
    uint32_t events;
    uint32_t sum; /* sum of all events */
} play;

static uint32_t draw_number(play *p)
{
    p->random ^= p->random << 13;
    p->random ^= p->random >> 17;
    return p->random ^= p->random << 5;
}

static void ship_update(trp_actor *self, const trp_context *in)
{
    ship *s = trp_as(ship, self);

    s->x += s->speed * in->dt;
    if ((s->life -= in->dt) < 0)
        trp_recycle(in->world, self);
}

static void crash(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    play *p = (play *)in->arg;

    p->sum = p->sum * 31 + trp_slot_of(trp_pool_info(p->ships).world, a);
    trp_expire(trp_pool_info(p->ships).world, a);
    trp_expire(trp_pool_info(p->ships).world, b);
}

static void launch(play *p)
{
    const float life = 1 + (float)(draw_number(p) % 100) / 50;
    trp_actor *s = trp_create(p->ships, &(ship){.x = (float)(draw_number(p) % 4000),
                                                .y = (float)(draw_number(p) % 1000),
                                                .width = 20,
                                                .height = 10,
                                                .speed = 60,
                                                .life = life});

    trp_group_add(&p->old, s);
    for (uint32_t i = 0; i < 3; i++)
        trp_family_attach(&p->crews, s, trp_create(p->sailors, &(sailor){.rank = i}));
}

static void count_event(trp_actor *actor, const trp_event_context *in)
{
    play *p = (play *)in->user;
    (void)actor;
    p->events++;
    p->sum = p->sum * 31 + (uint32_t)in->event + (uint32_t)in->reason;
}

static void *run(void *arg)
{
    play *p = (play *)arg;
    trp_world *world = trp_world_create(&(trp_world_desc){.layers = 2});
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = SHIPS});

    p->random = p->seed;
    p->ships = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(ship, actor), .capacity = SHIPS, .update = ship_update});
    p->sailors = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(sailor, actor),
                                                         .capacity = CREW,
                                                         .layer = 1,
                                                         .order = TRP_ORDER_OLDEST,
                                                         .when_full = TRP_FULL_STEAL_OLDEST});
    p->watcher = (trp_watcher){.function = count_event, .user = p};
    trp_watch(world, &p->watcher);
    trp_family_init(&p->crews, world, NULL);
    trp_family_add(&p->crews, p->ships);
    trp_family_add(&p->crews, p->sailors);
    trp_group_init(&p->old, world, &(trp_group_desc){0});
    trp_system_add(world, &p->weather);
    trp_space_add_pool(space, p->ships,
                       &(trp_space_pool_desc){.box = TRP_BOX(ship, x, y, width, height)});
    for (int frame = 0; frame < FRAMES; frame++) {
        for (uint32_t births = draw_number(p) % 4; births > 0; births--)
            launch(p);
        trp_layer_set_time_scale(world, 1, frame % 100 < 50 ? 1 : 0.5f);
        trp_update_all(world, 1.0f / 60);
        trp_space_pairs(space, NULL, crash, p);
        trp_recycle(world, NULL);
        trp_recycle(world, (trp_actor *)(void *)p); /* a mistake */
        p->sum = p->sum * 31 + trp_group_measure(&p->old) + trp_world_info(world).live;
    }
    p->sum += trp_world_validate(world) == TRP_OK;
    trp_world_destroy(world);
    return NULL;
}

int main(void)
{
    static play alone = {.seed = 7}, both[THREADS] = {{.seed = 7}, {.seed = 7}};
    pthread_t threads[THREADS];

    run(&alone);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, &both[i]) != 0)
            return 2;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        if (both[i].sum != alone.sum || both[i].events != alone.events) {
            printf("world %d: sum %u after %u events, alone %u after %u\n", i,
                   (unsigned)both[i].sum, (unsigned)both[i].events, (unsigned)alone.sum,
                   (unsigned)alone.events);
            return 1;
        }
    printf("two worlds on two threads: %u events each, both equal to a run alone\n",
           (unsigned)alone.events);
    return alone.events < 1000;
}
