/* Compiled with TRP_PLACES: the message names the line, and the actor that is being updated. */
#define TRP_PLACES
#include "troupe/group.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct shot {
    trp_actor actor;
    trp_actor *target;
} shot;

static void shot_update(trp_actor *self, const trp_context *in)
{
    shot *s = trp_as(shot, self);
    trp_recycle(in->world, s->target); /* a pointer that was kept too long */
}

static void shot_gone(trp_actor *self, const trp_end_context *in)
{
    (trp_expire)(in->world, self); /* refused; the reported place is that of the outer call */
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *shots = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(shot, actor),
                                                              .capacity = 8,
                                                              .update = shot_update,
                                                              .on_end = shot_gone});
    trp_actor *target = trp_create(shots, NULL);
    trp_create(shots, NULL);
    trp_create(shots, &(shot){.target = target});
    trp_recycle(world, trp_pool_at(shots, 1));
    trp_recycle(world, target);
    trp_update_all(world, 1);

    trp_group seen;
    trp_group_init(&seen, world, &(trp_group_desc){.name = "seen"});
    trp_group_add(&seen, (trp_actor *)(void *)world);            /* no actor */
    trp_expire_in(world, trp_pool_at(shots, 2), trp_seconds(2)); /* its pool has no lifetimes */
    trp_world_destroy(world);
    return 0;
}
