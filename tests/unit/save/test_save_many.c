/*
 * Many of something: actors of more pools than a load caches refer to one another in turn; more
 * slots than are written at a time.
 */
#include "../row.h"

#include <stddef.h>
#include <string.h>

SITUATIONS(save_many);

enum { MANY_POOLS = 20, MANY_EACH = 3 };

static const char *const names[MANY_POOLS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                              "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};

/* Each actor's id is that of its pool; it has a handle to an actor of the next pool. */
typedef struct many {
    trp_pool *pools[MANY_POOLS];
    trp_world *world;
} many;

static many begin(bool reversed, bool joins)
{
    many all = {{NULL}, stage_world_as((trp_world_desc){.max_pools = MANY_POOLS})};

    for (int i = 0; i < MANY_POOLS; i++) {
        const int at = reversed ? MANY_POOLS - 1 - i : i;
        all.pools[at] = stage_pool_as(
            all.world, (trp_pool_desc){.name = names[at],
                                       .capacity = MANY_EACH + (uint32_t)reversed,
                                       .type = TRP_TYPE(save_actor, actor),
                                       .order = joins ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY,
                                       .joined_capacity = MANY_POOLS * MANY_EACH,
                                       .joins = joins && i != 0 ? all.pools[0] : NULL,
                                       .fields = &save_actor_type});
    }
    return all;
}

static void fill(const many *all)
{
    for (int round = 0; round < MANY_EACH; round++)
        for (int i = 0; i < MANY_POOLS; i++)
            trp_as(save_actor, trp_create(all->pools[i], NULL))->id =
                (uint32_t)(i + round * MANY_POOLS);
    for (int i = 0; i < MANY_POOLS * MANY_EACH; i++) {
        save_actor *from =
            (save_actor *)trp_pool_at(all->pools[i % MANY_POOLS], (uint32_t)i / MANY_POOLS);
        save_actor *to = (save_actor *)trp_pool_at(all->pools[(i + 1) % MANY_POOLS], 1);
        from->friend_of = trp_handle_of(all->world, &to->actor);
        from->rival = &to->actor;
    }
}

static void load(const many *all)
{
    CHECK_OK(trp_load(all->world, row_file.bytes, row_file.size, &save_load));
    CHECK_VALID(all->world);
    for (int i = 0; i < MANY_POOLS; i++)
        for (uint32_t slot = 0; slot < MANY_EACH; slot++) {
            const save_actor *it = (const save_actor *)trp_pool_at(all->pools[i], slot);
            CHECK_EQ(it->id, (uint32_t)i + slot * MANY_POOLS);
            CHECK(it->rival != NULL && trp_get(all->world, it->friend_of) == it->rival);
            CHECK_EQ(trp_as(save_actor, it->rival)->id,
                     (uint32_t)((i + 1) % MANY_POOLS + MANY_POOLS));
        }
}

SITUATION("handles of a save refer to many pools in turn")
{
    stage_world();
    many all = begin(false, false);
    fill(&all);
    save_world(all.world, &row_file);
    load(&all);
    all = begin(true, false);
    load(&all);
}

SITUATION("an order of a save alternates among many pools")
{
    uint32_t id = 0;

    stage_world();
    many all = begin(false, true);
    fill(&all);
    save_world(all.world, &row_file);
    all = begin(false, true);
    load(&all);
    for (const trp_actor *at = trp_first(all.world); at != NULL; at = trp_next(all.world, at)) {
        CHECK_EQ(trp_as(save_actor, at)->id, id);
        id++;
    }
    CHECK_EQ(id, MANY_POOLS * MANY_EACH);
}

/* A group that is unique now had a member twice. */
SCRIPT(
    "a member twice is loaded once into a unique group",
    "pool described; group called list; new 1 2; add 1 2; add 1 2; file; another; pool described; "
    "group unique called list; load; places 1 2");

/* Handles */

typedef struct holder {
    trp_actor actor;
    trp_handle to;
} holder;

/* An actor in the last pool of a new world. */
static holder *hold(trp_world *world)
{
    static const trp_field fields[] = {TRP_FIELD(holder, to), TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(holder, 1, fields);
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "holders",
                                                          .type = TRP_TYPE(holder, actor),
                                                          .capacity = 3,
                                                          .fields = &type});
    return trp_as(holder, trp_create(pool, NULL));
}

static void has_none(trp_world *world, holder *it, trp_handle to)
{
    it->to = to;
    save_world(world, &row_file);
    CHECK_EQ(row_word(2, 0), 0);
    CHECK_EQ(row_word(2, 1), 0);
}

SITUATION("handles of no saved slot are none in a save")
{
    trp_world *world = stage_world();
    trp_pool *sparks = stage_pool(world, 2, TRP_ORDER_MEMORY);
    holder *it = hold(world);
    const trp_handle own = trp_handle_of(world, &it->actor);

    stage_set_transient(sparks, true);
    it->to = own;
    save_world(world, &row_file);
    CHECK_EQ(row_word(2, 0), 0);
    CHECK_EQ(row_word(2, 1), own.generation);
    has_none(world, it, trp_handle_of(world, &stage_thing(sparks, 1)->actor));
    has_none(world, it, (trp_handle){own.index + 2, 0});
    has_none(world, it, (trp_handle){own.index + 3, 1});             /* beyond its slots */
    has_none(world, it, (trp_handle){own.index + TRP_MAX_SLOTS, 1}); /* of another world */
    has_none(world, it, (trp_handle){own.index | (TRP_MAX_SLOTS - 1), 1});
}

/* In the same memory there was a world with a second pool. */
SITUATION("a handle of a former pool is none in a save")
{
    trp_world *world = stage_world();
    uint32_t index;

    hold(world);
    index = hold(world)->actor.index;
    world = stage_world();
    holder *it = hold(world);
    index = (it->actor.index & ~(TRP_MAX_SLOTS - 1)) | (index & (TRP_MAX_SLOTS - 1));
    has_none(world, it, (trp_handle){index, 1});
}

/* Slots: more than are written at a time, wherever the buffer is. The last chunk was returned. */
SITUATION("slots of a save cross the buffer")
{
    static unsigned char bytes[2048];
    trp_save_chunk chunk = {"fill", bytes, 0};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};

    trp_world *world = stage_large_world(16u * 1024u * 1024u);
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.name = "crowd",
                                                          .type = TRP_TYPE(thing, actor),
                                                          .capacity = 400,
                                                          .max_capacity = 2000,
                                                          .when_full = TRP_FULL_GROW,
                                                          .fields = &thing_type});
    stage_things(pool, 1, 801);
    for (uint32_t slot = 400; slot < 801; slot++)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK_OK(trp_pool_trim(pool));
    uint64_t hash = trp_hash_world(world);
    for (; chunk.size < sizeof bytes; chunk.size += 128) {
        row_file.size = 0;
        CHECK_OK(trp_save(world, &desc, save_to_file, &row_file));
        CHECK_EQ(row_file.size, trp_save_bytes(world, &desc));
        CHECK_OK(trp_load(world, row_file.bytes, row_file.size, &save_load));
        CHECK_EQ(trp_hash_world(world), hash);
    }
    CHECK_VALID(world);
}
