/* A queue: callbacks postpone work until after the tick. Rocks break, and no global variable is
 * needed. */
#include "troupe/queue.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct game {
    trp_world *world;
    trp_pool *rocks;
    trp_queue *events;
    int score;
} game;

typedef struct rock {
    trp_actor actor;
    int size;
    trp_time until;
} rock;

/* One type of event, or one struct with a kind in it. */
typedef struct broken {
    int size;
} broken;

static void rock_breaks(trp_actor *self, const trp_end_context *in)
{
    const game *g = (const game *)trp_world_user(in->world);
    if (in->reason == TRP_REASON_EXPIRED)
        trp_queue_post(g->events, &(broken){.size = trp_as(rock, self)->size});
}

/* After the tick: sounds, score, and smaller rocks. */
static void play(const void *event, const trp_context *in)
{
    const broken *e = (const broken *)event;
    game *g = (game *)in->user;
    g->score += 10 * e->size;
    printf("  crash of size %d, score %d\n", e->size, g->score);
    for (int i = 0; i < 2 && e->size > 1; i++)
        trp_create(g->rocks,
                   &(rock){.size = e->size - 1, .until = trp_time_in(g->rocks, trp_ticks(1))});
}

int main(void)
{
    game g = {0};
    g.world = trp_world_create(&(trp_world_desc){.user = &g});
    g.rocks = trp_pool_create(
        g.world, &(trp_pool_desc){.name = "rock",
                                  .type = TRP_TYPE(rock, actor),
                                  .capacity = 8,
                                  .lifetime = TRP_LIFETIME_BY(rock, until, TRP_CLOCK_TICKS),
                                  .on_end = rock_breaks});
    g.events = trp_queue_create(
        g.world,
        &(trp_queue_desc){
            .name = "events", .size = sizeof(broken), .capacity = 3, .play = play, .user = &g});
    trp_create(g.rocks, &(rock){.size = 3, .until = trp_time_in(g.rocks, trp_ticks(1))});
    for (int tick = 1; tick <= 3; tick++) {
        printf("tick %d:\n", tick);
        trp_update_all(g.world, 1.0f / 60);
    }
    printf("%u rocks, %u events found no room\n", (unsigned)trp_pool_count(g.rocks),
           (unsigned)trp_queue_info(g.events).refused);
    trp_world_destroy(g.world);
    return 0;
}
