/*
 * Actors of more pools than a load caches refer to one another in turn.
 */
#include "../save_scene.h"

enum
{
    MANY_POOLS = 20,
    MANY_EACH = 3
};

static const char *const names[MANY_POOLS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                              "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};
static save_file file;

/* Each actor's id is that of its pool; it has a handle to an actor of the next pool. */
typedef struct many
{
    trp_pool *pools[MANY_POOLS];
    trp_world *world;
} many;

static many begin(bool reversed, bool joins)
{
    many all = {{NULL}, stage_world_as((trp_world_desc){.max_pools = MANY_POOLS})};

    for (int i = 0; i < MANY_POOLS; i++)
    {
        const int at = reversed ? MANY_POOLS - 1 - i : i;
        all.pools[at] = stage_pool_as(
            all.world, (trp_pool_desc){.name = names[at],
                                       .capacity = MANY_EACH + (uint32_t)reversed,
                                       .type = TRP_TYPE(save_actor, actor),
                                       .order = joins ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY,
                                       .joins = joins && i != 0 ? all.pools[0] : NULL});
        CHECK_RESULT(trp_pool_describe(all.pools[at], &save_actor_type), TRP_OK);
    }
    return all;
}

static void fill(const many *all)
{
    for (int round = 0; round < MANY_EACH; round++)
        for (int i = 0; i < MANY_POOLS; i++)
            trp_as(save_actor, trp_create(all->pools[i]))->id = (uint32_t)(i + round * MANY_POOLS);
    for (int i = 0; i < MANY_POOLS * MANY_EACH; i++)
    {
        save_actor *from =
            (save_actor *)trp_pool_at(all->pools[i % MANY_POOLS], (uint32_t)i / MANY_POOLS);
        save_actor *to = (save_actor *)trp_pool_at(all->pools[(i + 1) % MANY_POOLS], 1);
        from->friend_of = trp_handle_of(all->world, &to->actor);
        from->rival = &to->actor;
    }
}

static void load(const many *all)
{
    CHECK_RESULT(trp_load(all->world, file.bytes, file.size, &save_load), TRP_OK);
    CHECK_VALID(all->world);
    for (int i = 0; i < MANY_POOLS; i++)
        for (uint32_t slot = 0; slot < MANY_EACH; slot++)
        {
            const save_actor *it = (const save_actor *)trp_pool_at(all->pools[i], slot);
            CHECK_EQ(it->id, (uint32_t)i + slot * MANY_POOLS);
            CHECK(it->rival != NULL && trp_get(all->world, it->friend_of) == it->rival);
            CHECK_EQ(trp_as(save_actor, it->rival)->id,
                     (uint32_t)((i + 1) % MANY_POOLS + MANY_POOLS));
        }
}

static void handles_refer_to_many_pools(void)
{
    many all;

    stage_world();
    all = begin(false, false);
    fill(&all);
    save_world(all.world, &file);
    load(&all);
    all = begin(true, false);
    load(&all);
}

static void an_order_alternates_among_many_pools(void)
{
    uint32_t id = 0;
    many all;

    stage_world();
    all = begin(false, true);
    fill(&all);
    save_world(all.world, &file);
    all = begin(false, true);
    load(&all);
    for (const trp_actor *at = trp_first(all.world); at != NULL; at = trp_next(all.world, at))
    {
        CHECK_EQ(trp_as_const(save_actor, at)->id, id);
        id++;
    }
    CHECK_EQ(id, MANY_POOLS * MANY_EACH);
}

const situation save_many_situations[] = {
    {"handles of a save refer to many pools in turn", handles_refer_to_many_pools},
    {"an order of a save alternates among many pools", an_order_alternates_among_many_pools},
};
const unsigned save_many_situation_count =
    sizeof save_many_situations / sizeof *save_many_situations;
