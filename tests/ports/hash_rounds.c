/*
 * Many walks and many short lives in one world, at first between walks, then inside one and inside
 * a loop: the visited actors must not depend on how many there were before.
 */
#include "hash_scene.h"

#define ROUNDS 20000u

typedef struct resident {
    trp_actor actor;
    uint32_t id;
} resident;

static trp_world *world;
static trp_pool *pools[2];
static uint32_t rounds;

static void visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    hash_number(trp_as(resident, actor)->id);
}

/* Creates an actor, visits all, and usually recycles it. */
static void one_round(void)
{
    trp_pool *pool = pools[rounds % 2];
    resident *it = trp_as(resident, trp_create(pool, NULL));
    const uint32_t stays = ++rounds % 2001;
    if (it == NULL) {
        hash_result(trp_pool_clear(pool, NULL));
        return;
    }
    it->id = rounds;
    hash_number(trp_handle_of(world, &it->actor).generation);
    hash_result(trp_for_each(pool, visit, NULL));
    if (stays != 0)
        hash_result(trp_recycle(world, &it->actor));
}

static void many_rounds(trp_actor *actor, const trp_context *in)
{
    while (rounds < *(const uint32_t *)in->arg)
        one_round();
    hash_number(trp_as(resident, actor)->id);
}

void hash_rounds(void)
{
    const trp_world_desc desc = {.allocator = {hash_arena_take, hash_arena_give, NULL}};
    trp_pool_desc pool = {.type = TRP_TYPE(resident, actor), .capacity = 20};
    uint32_t until = 3 * ROUNDS;
    hash_arena_clear();
    world = trp_world_create(&desc);
    for (uint32_t i = 0; i < 2; i++) {
        pool.order = i == 0 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST;
        pools[i] = trp_pool_create(world, &pool);
    }
    for (rounds = 0; rounds < ROUNDS;)
        one_round();
    hash_result(trp_for_each(pools[1], many_rounds, &until));
    until += 2 * ROUNDS;
    trp_each (resident, it, pools[0])
        many_rounds(&it->actor, &(trp_context){.arg = &until});
    if (trp_world_validate(world) != TRP_OK)
        hash_wrong("the world is invalid after many walks");
    hash_number(trp_world_info(world).live);
    hash_result(trp_world_destroy(world));
}
