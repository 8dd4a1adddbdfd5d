#include "family_clan.h"
#include "heap.h"

trp_world *clan_world;
trp_family clan_family;
trp_pool *clan_pools[3];
trp_actor *clan_actors[CLAN_IDS];
void (*clan_when_gone)(uint32_t id, trp_reason reason);
void (*clan_when_visited)(uint32_t id);
void (*clan_when_notified)(uint32_t id, trp_event event);

static rider riders[CLAN_IDS];
static trp_watcher watchers[3];

uint32_t clan_id(const trp_actor *actor)
{
    trp_pool *pool = MADE(trp_pool_of(clan_world, actor));
    if (pool == clan_pools[MEMBERS])
        return trp_as(member, actor)->id;
    if (pool == clan_pools[CARTS])
        return ((const cart *)trp__around(actor, offsetof(cart, node)))->id;
    return trp_as(rider, actor)->id;
}

uint32_t clan_id_or_0(const trp_actor *actor)
{
    return actor != NULL ? clan_id(actor) : 0;
}

static void gone(trp_actor *actor, const trp_end_context *in)
{
    const uint32_t id = clan_id(actor);
    const bool is_rider = trp_pool_of(in->world, actor) == clan_pools[RIDERS];
    CHECK(clan_actors[id] == actor);
    CHECK(trp_family_parent(&clan_family, actor) == NULL);
    CHECK(trp_family_first(&clan_family, actor) == NULL);
    clan_actors[id] = NULL;
    stage_log(GONE(in->reason, id));
    if (is_rider) /* the memory is the test's again: it must not be read */
    {
        unsigned char *bytes = (unsigned char *)trp_as(rider, actor);
        for (size_t i = 0; i < sizeof(rider); i++)
            bytes[i] = 0xdd;
    }
    if (clan_when_gone)
        clan_when_gone(id, in->reason);
}

static void notified_first(trp_actor *actor, const trp_event_context *in)
{
    if (clan_when_notified)
        clan_when_notified(clan_id(actor), in->event);
}

void clan_set_up(bool orphans)
{
    trp_pool_desc desc = {.capacity = CLAN_CAPACITY, .on_end = gone};

    clan_when_gone = NULL;
    clan_when_visited = NULL;
    clan_when_notified = NULL;
    for (uint32_t i = 0; i < CLAN_IDS; i++)
        clan_actors[i] = NULL;
    clan_world = stage_world();
    desc.type = (trp_type)TRP_TYPE(member, actor);
    clan_pools[MEMBERS] = stage_pool_as(clan_world, desc);
    desc.type = (trp_type)TRP_TYPE(cart, node);
    desc.order = TRP_ORDER_OLDEST;
    clan_pools[CARTS] = stage_pool_as(clan_world, desc);
    desc.type = (trp_type)TRP_TYPE(rider, actor);
    desc.external = TRP_EXTERNAL;
    clan_pools[RIDERS] = stage_pool_as(clan_world, desc);
    CHECK_QUIET(clan_world,
                trp_family_init(&clan_family, clan_world, &(trp_family_desc){.orphans = orphans}),
                TRP_OK);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_QUIET(clan_world, trp_family_add(&clan_family, clan_pools[i]), TRP_OK);
        watchers[i] = (trp_watcher){.function = notified_first,
                                    .events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED};
        watchers[i].pool = clan_pools[i];
        CHECK_QUIET(clan_world, trp_watch(clan_world, &watchers[i]), TRP_OK);
    }
}

trp_actor *clan_create(unsigned pool, uint32_t id)
{
    trp_actor *actor = NULL;
    CHECK(id < CLAN_IDS && clan_actors[id] == NULL);
    if (pool == MEMBERS)
        actor = trp_create(clan_pools[pool], &(member){.id = id});
    else if (pool == CARTS)
        actor = trp_create(clan_pools[pool], &(cart){.id = id});
    else {
        riders[id] = (rider){.id = id};
        actor = trp_adopt(clan_pools[pool], &riders[id].actor);
    }
    CHECK(actor != NULL);
    clan_actors[id] = actor;
    return actor;
}

trp_result clan_attach(uint32_t parent, uint32_t child)
{
    return trp_family_attach(&clan_family, clan_actors[parent], clan_actors[child]);
}

trp_result clan_detach(uint32_t child)
{
    return trp_family_detach(&clan_family, clan_actors[child]);
}

trp_result clan_recycle(uint32_t id)
{
    return trp_recycle(clan_world, clan_actors[id]);
}

trp_result clan_expire(uint32_t id)
{
    return trp_expire(clan_world, clan_actors[id]);
}

void clan_visit(trp_actor *actor, const trp_context *in)
{
    const uint32_t id = clan_id(actor);
    CHECK(in->arg == &clan_family);
    CHECK(clan_actors[id] == actor);
    stage_log(id);
    if (clan_when_visited)
        clan_when_visited(id);
}

trp_result clan_each(uint32_t root)
{
    return trp_family_for_each(&clan_family, clan_actors[root], clan_visit, &clan_family);
}

/* In the pool number id % 3. */
static void clan_child(uint32_t parent, uint32_t id)
{
    clan_create(id % 3, id);
    CHECK_QUIET(clan_world, clan_attach(parent, id), TRP_OK);
}

void clan_plant(void)
{
    clan_create(MEMBERS, 1);
    clan_child(1, 2);
    clan_child(1, 3);
    clan_child(1, 4);
    clan_child(2, 5);
    clan_child(2, 6);
    clan_child(4, 7);
    clan_child(6, 8);
    clan_child(7, 9);
    clan_child(7, 10);
    stage_log_clear();
}
