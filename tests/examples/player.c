/* The player is a global variable outside the pools' memory, and still an actor like the others. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct player {
    trp_actor actor;
    const char *name;
    int health;
} player;

static player hero = {.name = "hero", .health = 3};

static void player_update(trp_actor *self, const trp_context *in)
{
    player *p = trp_as(player, self);
    --p->health;
    printf("  %s: health %d\n", p->name, p->health);
    if (p->health == 0)
        trp_recycle(in->world, self);
}

/* The memory belongs to the game: after this function returns, the game may reuse it. */
static void player_gone(trp_actor *actor, const trp_end_context *in)
{
    (void)in;
    printf("  %s is out of the game\n", trp_as(player, actor)->name);
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *players = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(player, actor),
                                                                .external = TRP_EXTERNAL,
                                                                .capacity = 4,
                                                                .update = player_update,
                                                                .on_end = player_gone});
    if (!trp_adopt(players, &hero.actor))
        return 1;
    trp_handle handle = trp_handle_of(world, &hero.actor);
    for (int frame = 1; trp_get(world, handle); ++frame) {
        printf("frame %d\n", frame);
        trp_update_all(world, 1.0f / 60);
    }
    printf("players: %u\n", (unsigned)trp_pool_count(players));

    hero.health = 5;
    trp_adopt(players, &hero.actor);
    printf("%s is back with health %d\n", hero.name, hero.health);
    printf("the old handle: %s\n",
           trp_get(world, handle) ? "refers to an actor" : "refers to no actor");
    trp_world_destroy(world);
    return 0;
}
