#include "parallel_scene.h"

enum { MOTES = 300, SPARKS = 60 };

parallel_scene motley;
static unsigned may;

/* The actions of an update, in a part or, without parts, at once. */

static void end_it(trp_part *part, mote *it)
{
    if (part != NULL)
        CHECK_OK(trp_part_end(part, trp_handle_of(motley.world, &it->actor), NULL));
    else
        CHECK_OK(trp_recycle(motley.world, &it->actor));
}

static void expire_it(trp_part *part, mote *it)
{
    if (part != NULL)
        CHECK_OK(trp_part_end(part, trp_handle_of(motley.world, &it->actor),
                              &(trp_ending){.later = true}));
    else
        CHECK_OK(trp_expire(motley.world, &it->actor));
}

static void bear(trp_part *part, trp_pool *pool, const void *init)
{
    if (part != NULL)
        CHECK_OK(trp_part_create(part, pool, init));
    else if (init != NULL)
        trp_create(pool, (const mote *)init);
    else
        trp_create(pool, NULL);
}

static void call_later(const void *event, const trp_context *in)
{
    const uint32_t *number = (const uint32_t *)event;
    CHECK(in->world == motley.world && in->pool == motley.motes);
    motley.called = motley.called * 31 + (number != NULL ? *number : 7);
}

static void hunt(trp_part *part, uint32_t slot)
{
    const trp_actor *prey = trp_pool_at(motley.motes, slot);
    const trp_handle handle = trp_handle_of(motley.world, prey);
    const trp_result result = trp_part_end(part, handle, NULL);
    CHECK(result == (prey != NULL ? TRP_OK : TRP_GONE));
}

static void live(trp_part *part, mote *it)
{
    const uint32_t bits = (uint32_t)trp_random(motley.world, &it->actor, 5, 0);
    const uint32_t slot = trp_slot_of(motley.world, &it->actor);

    it->sum = it->sum * 31 + bits;
    if ((may & BEARS) != 0 && bits % 8 < 2)
        bear(part, motley.motes, &(mote){.born = slot, .sum = bits, .until = it->until});
    if ((may & BEARS) != 0 && bits % 16 == 3)
        bear(part, motley.sparks, NULL);
    if ((may & HUNTS) != 0 && bits % 16 == 4)
        hunt(part, bits / 16 % MOTES);
    if ((may & CALLS) != 0 && bits % 16 == 5)
        CHECK_OK(trp_part_call(part, call_later, &bits, sizeof bits));
    if ((may & CALLS) != 0 && bits % 64 == 6)
        CHECK_OK(trp_part_call(part, call_later, NULL, 0));
    if ((may & ENDS) != 0 && bits % 8 == 7)
        end_it(part, it);
    else if ((may & EXPIRES) != 0 && bits % 8 == 6)
        expire_it(part, it);
}

static void update_one(trp_actor *self, const trp_context *in)
{
    live(NULL, trp_as(mote, self));
}

static void update_each(trp_pool *pool, const trp_context *in)
{
    trp_each (mote, it, pool)
        live(NULL, it);
}

static void update_part(trp_part *part, const trp_context *in)
{
    CHECK(in->pool == motley.motes && part->pool == motley.motes);
    trp_part_each (mote, it, part)
        live(part, it);
}

/* Ways to run parts */

void in_order(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = 0; i < parts; i++)
        run(i, task);
}

void backwards(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = parts; i-- > 0;)
        run(i, task);
}

void odd_ones_first(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t first = 2; first-- > 0;)
        for (uint32_t i = first; i < parts; i += 2)
            run(i, task);
}

void shuffled(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    static uint32_t order[64];
    static uint32_t seed = 1;

    CHECK(parts <= 64);
    for (uint32_t i = 0; i < parts; i++) {
        const uint32_t at = stage_random(&seed, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (uint32_t i = 0; i < parts; i++)
        run(order[i], task);
}

trp_pool *scene_things(trp_world *world, uint32_t capacity, trp_parallel_desc parts)
{
    trp_pool_desc desc = stage_still_desc(capacity, TRP_ORDER_MEMORY);

    desc.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    return stage_pool_as(world, desc);
}

/* The scene */

static void make_pools(const scene_desc *desc)
{
    trp_pool_desc motes = desc->motes;
    trp_parallel_desc parts = desc->parts;

    motes.type = (trp_type)TRP_TYPE(mote, actor);
    motes.capacity = MOTES;
    if (desc->how == WAY_EACH)
        motes.update_pool = update_each;
    if (desc->how == WAY_UPDATE)
        motes.update = update_one;
    parts.update = update_part;
    if (desc->how == WAY_PARTS)
        motes.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    motley.motes = stage_pool_as(motley.world, motes);
    motley.sparks = stage_pool_as(
        motley.world, (trp_pool_desc){.type = TRP_TYPE(mote, actor), .capacity = SPARKS});
}

void scene_begin(const scene_desc *desc)
{
    motley = (parallel_scene){0};
    may = desc->may;
    motley.world = stage_world();
    make_pools(desc);
    for (uint32_t i = 0; i < 260; i++)
        CHECK(trp_create(motley.motes, &(mote){.born = i, .until = {i % 3 == 0 ? i / 16 : 0}}) !=
              NULL);
    for (uint32_t i = 0; i < 260; i += 6)
        CHECK_OK(trp_recycle(motley.world, trp_pool_at(motley.motes, i)));
}

uint64_t scene_tick(void)
{
    CHECK_OK(trp_update_all(motley.world, 0.25f));
    CHECK_VALID(motley.world);
    return trp_hash_mix(trp_hash_world(motley.world), motley.called);
}

void scene_run(const scene_desc *desc, uint64_t *hashes, unsigned ticks)
{
    scene_begin(desc);
    for (unsigned i = 0; i < ticks; i++)
        hashes[i] = scene_tick();
}
