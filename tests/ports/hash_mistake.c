/* Misuse: each is refused, counted and reported, and changes nothing. */
#include "hash_scene.h"

static void bad_pool(void)
{
    trp_pool_desc desc = {.name = "bad", .type = TRP_TYPE(hash_unit, actor), .capacity = 4};
    const uint32_t what = hash_any(9);
    if (what == 0)
        desc.capacity = 0;
    else if (what == 1)
        desc.capacity = TRP_MAX_SLOTS + 1;
    else if (what == 2)
        desc.type = (trp_type){0};
    else if (what == 3)
        desc.layer = 3;
    else if (what == 4)
        desc.max_capacity = 9; /* without growing */
    else if (what == 5)
        desc.when_full = TRP_FULL_STEAL_OLDEST; /* in memory order */
    else if (what == 6)
        desc.joins = here.strangers;
    else if (what == 7)
        desc.newborns = TRP_NEWBORNS_SAME_WALK; /* in memory order */
    else
        desc.prototype = desc.external ? NULL : &desc, desc.external = TRP_EXTERNAL;
    hash_number(trp_pool_create(here.world, &desc) != NULL);
    hash_result(trp_last_result(here.world));
}

/* The node of an active actor is overwritten; the call that reaches it repairs it. */
static void overwrite(void)
{
    trp_actor *actor = trp_pool_at(here.pools[HASH_PLAIN], hash_any(70));
    const unsigned char with = hash_any(2) == 0 ? 0 : 0xEE;
    if (trp_state_of(here.world, actor) != TRP_STATE_ACTIVE)
        return;
    for (uint32_t i = 0; i < sizeof *actor; i++)
        ((unsigned char *)actor)[i] = with;
    hash_result(trp_recycle(here.world, actor));
    hash_actor(actor);
}

static void twice(void)
{
    trp_actor *actor = trp_pool_at(here.pools[HASH_NEXT], hash_any(7));
    const bool quiet = here.quiet;
    if (actor == NULL)
        return;
    here.quiet = true;
    hash_result(trp_recycle(here.world, actor));
    hash_result(trp_recycle(here.world, actor));
    hash_result(trp_activate(here.world, actor));
    hash_actor(actor);
    here.quiet = quiet;
}

static void foreigners(trp_actor *actor)
{
    trp_actor *stranger = trp_pool_at(here.strangers, 0);
    const trp_handle handle = trp_handle_of(here.other, stranger);
    hash_result(trp_recycle(here.world, stranger));
    hash_result(trp_expire(here.other, actor));
    hash_actor(trp_get(here.world, handle));
    hash_result(trp_family_attach(&here.family, stranger, actor));
    hash_result(trp_group_add(&here.groups[0], stranger));
    hash_number((uint64_t)trp_state_of(here.world, stranger));
    hash_number(trp_slot_of(here.other, actor));
}

static void bad_numbers(trp_pool *pool)
{
    hash_result(trp_update_all(here.world, -1));
    hash_result(trp_pool_set_time_scale(pool, -1));
    hash_result(trp_layer_set_enabled(here.world, 3, true));
    hash_result(trp_layer_set_place(here.world, 0, 3));
    hash_result(trp_family_add(&here.family, NULL));
}

static void nulls(trp_pool *pool)
{
    hash_result(trp_recycle(here.world, NULL));
    hash_result(trp_recycle(NULL, NULL));
    hash_actor(trp_create(NULL, NULL));
    hash_result(trp_for_each(pool, NULL, NULL));
    hash_number(trp_pool_recycle_if(pool, NULL, NULL, NULL));
    hash_result(trp_watch(here.world, NULL));
    hash_result(trp_system_add(here.world, NULL));
    hash_number(trp_pool_create(here.world, NULL) != NULL);
    hash_text(trp_pool_info(NULL).name);
}

static void names(void)
{
    const trp_result result = (trp_result)hash_any((uint32_t)TRP_RESULT_COUNT + 1);
    hash_text(trp_result_name(result));
    hash_text(trp_pool_info(hash_any_pool()).name);
}

void hash_mistake(void)
{
    trp_pool *pool = hash_any_pool();
    switch (hash_any(8)) {
    case 0:
        overwrite();
        break;
    case 1:
        twice();
        break;
    case 2:
    case 3:
        bad_pool();
        break;
    case 4:
        foreigners(hash_any_actor());
        break;
    case 5:
        bad_numbers(pool);
        break;
    case 6:
        nulls(pool);
        break;
    default:
        names();
        break;
    }
}
