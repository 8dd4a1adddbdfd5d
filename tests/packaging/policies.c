/*
 * A small program whose pool has the policies that DESC names. It is compiled once for each of
 * them: what it does not name, it does not link (test_policies.sh).
 */
#include "troupe/troupe.h"

typedef struct mote {
    trp_actor actor;
    int left;
} mote;

static void update(trp_actor *self, const trp_context *in)
{
    if (--trp_as(mote, self)->left == 0)
        trp_recycle(in->world, self);
}

int main(void)
{
    static mote own = {.left = 2};
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(mote, actor), .capacity = 2, .update = update, DESC});

#ifdef ADOPTS
    trp_adopt(pool, &own.actor);
#else
    for (int i = 0; i < 3; i++)
        trp_create(pool, &own);
#endif
    trp_update_all(world, 0.1f);
    trp_each (mote, it, pool)
        it->left = 1;
    trp_update_all(world, 0.1f);
    return trp_pool_count(pool) != 0 || trp_world_destroy(world) != TRP_OK;
}
