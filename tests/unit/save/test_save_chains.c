/*
 * Content of a save that cannot be, continued: chains of free slots, and orders. And what a save
 * says of slots: successors, ends, peaks, relations.
 */
#include "../heap.h"
#include "../save_edited.h"

SITUATIONS(save_chains);

static void refuse(size_t at, const char *words)
{
    edited_is_refused_at(TRP_ERR_DAMAGED, at, words);
}

/* The offset of the chains' starts: free, quarantined, order. */
static size_t starts_of(const trp__saved_pool *pool)
{
    return edited_place(pool->generations) - 4 * (size_t)TRP__SAVED_STATES - 12;
}

static size_t next_at(const trp__saved_pool *pool, uint32_t slot)
{
    return edited_place(pool->next) + 4 * (size_t)slot;
}

/* A chain that begins at this slot is damaged: cut, led elsewhere, made longer. */
static void refuse_chain(const trp__saved_pool *pool, size_t start, const char *words)
{
    const uint32_t first = trp__get32(edited_from.bytes + start);
    uint32_t last = first;

    CHECK(first != TRP__NONE && trp__get32(edited_from.bytes + next_at(pool, first)) != TRP__NONE);
    while (trp__get32(edited_from.bytes + next_at(pool, last)) != TRP__NONE)
        last = trp__get32(edited_from.bytes + next_at(pool, last));
    edited_set_32(start, trp__get32(edited_from.bytes + next_at(pool, first)));
    refuse(pool->at, words);
    edited_set_32(start, edited_slot(pool, TRP__SAVED_ACTIVE));
    refuse(pool->at, words);
    edited_set_32(start, pool->used);
    refuse(pool->at, words);
    edited_set_32(next_at(pool, first), TRP__NONE);
    refuse(pool->at, words);
    edited_set_32(next_at(pool, last), first);
    refuse(pool->at, words);
    edited_set_32(next_at(pool, last), pool->used);
    refuse(pool->at, words);
}

SITUATION("chains of slots of a save are broken")
{
    static const char words[] = "pool elders: a chain of free slots is broken";

    edited_begin();
    trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    size_t starts = starts_of(&elders);
    CHECK_EQ(elders.counts[TRP__SAVED_QUARANTINED], 2);
    refuse_chain(&elders, starts + 4, words);
    edited_set_32(starts + 4, TRP__NONE);
    refuse(elders.at, words);
    edited_set_32(starts, elders.quarantined);
    refuse(elders.at, words);
    for (size_t i = 0; i < 3; i++) /* without successors there is no chain */
    {
        const trp__saved_pool others = edited_pool(SMALL_OTHERS);
        CHECK(others.next == NULL);
        edited_set_32(starts_of(&others) + 4 * i, edited_slot(&others, TRP__SAVED_ACTIVE));
        refuse(others.at, "pool guards: a chain of free slots is broken");
    }
    edited_end();
}

SITUATION("free slots of a save are in no chain")
{
    static const char words[] = "pool young: a chain of free slots is broken";

    edited_begin();
    trp__saved_pool young = edited_pool(SMALL_YOUNG);
    size_t starts = starts_of(&young);
    uint32_t slot = edited_slot(&young, TRP__SAVED_FREE);
    CHECK(young.free == slot && trp__get32(young.next + 4 * (size_t)slot) == TRP__NONE);
    edited_set_32(starts, edited_slot(&young, TRP__SAVED_ACTIVE));
    refuse(young.at, words);
    edited_set_32(starts, young.used);
    refuse(young.at, words);
    edited_set_32(next_at(&young, slot), slot);
    refuse(young.at, words);
    edited_set_32(starts, TRP__NONE);
    edited_is_loaded(); /* no chain: the slots are free in any order */
    edited_end();
}

SITUATION("orders of a save are broken")
{
    static const char words[] = "pool elders: the order of actors is broken";

    edited_begin();
    trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    trp__saved_pool heirs = edited_pool(SMALL_HEIRS);
    size_t start = starts_of(&elders) + 8;
    uint32_t none = edited_pool(SMALL_YOUNG).base + edited_pool(SMALL_YOUNG).room;
    edited_set_32(start, none);
    refuse(elders.at, words);
    edited_set_32(start, elders.base + elders.quarantined);
    refuse(elders.at, words);
    edited_set_32(start, heirs.base); /* the second one of the segment */
    refuse(elders.at, words);
    edited_set_32(start, edited_pool(SMALL_YOUNG).base + 3);
    refuse(elders.at, words);
    for (uint32_t slot = 0; slot < heirs.used; slot++) {
        const uint32_t next = trp__get32(heirs.next + 4 * (size_t)slot);
        edited_set_32(next_at(&heirs, slot), next == TRP__NONE ? elders.base : TRP__NONE);
        refuse(elders.at, words);
        edited_set_32(next_at(&heirs, slot), none);
        refuse(elders.at, words);
        edited_set_32(next_at(&heirs, slot), heirs.base + slot);
        refuse(elders.at, words);
    }
    edited_set_32(start, TRP__NONE); /* no order: that of slots */
    edited_is_loaded();
    edited_end();
}

/* What comes after the last slot looks like one more that belongs to the chain. */
SITUATION("a chain of a save leads beyond the slots")
{
    edited_begin();
    trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    CHECK(elders.ends == NULL); /* the first record comes after the successors */
    edited_set_32(starts_of(&elders) + 8, TRP__NONE);
    edited_set_8(next_at(&elders, 0), TRP__SAVED_QUARANTINED);
    edited_set_32(next_at(&elders, elders.quarantined), elders.used);
    edited_set_32(next_at(&elders, elders.used), TRP__NONE);
    refuse(elders.at, "pool elders: a chain of free slots is broken");
    edited_end();
}

/* An order has as many entries as it should, but one of them is another. */
SITUATION("an order of a save has other entries")
{
    static const char words[] = "pool young: the order of actors is broken";
    uint32_t last = 0;

    edited_begin();
    trp__saved_pool young = edited_pool(SMALL_YOUNG);
    trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    size_t starts = starts_of(&young);
    uint32_t first = young.order - young.base;
    uint32_t asleep = edited_slot(&young, TRP__SAVED_ASLEEP);
    CHECK_EQ(young.counts[TRP__SAVED_ACTIVE] + young.counts[TRP__SAVED_EXPIRED], 2);
    while (elders.states[last] < TRP__SAVED_ACTIVE ||
           trp__get32(elders.next + 4 * (size_t)last) != TRP__NONE)
        if (++last == elders.used)
            break;
    if (last < elders.used) /* the last one of another segment */
    {
        edited_set_32(next_at(&young, first), elders.base + last);
        refuse(young.at, words);
    }
    edited_set_32(starts, TRP__NONE); /* a free slot, which is in no chain */
    edited_set_32(next_at(&young, first), young.base + young.free);
    refuse(young.at, words);
    edited_set_32(starts + 8, young.base + asleep); /* a sleeper, again and again */
    edited_set_32(next_at(&young, asleep), young.base + asleep);
    refuse(young.at, words);
    edited_end();
}

/* What a save says */

static trp_pool *described(trp_world *world, trp_pool_desc desc)
{
    static const trp_field fields[] = {TRP_FIELD(thing, id), TRP_FIELD(thing, data),
                                       TRP_FIELDS_END};
    static const trp_fields type = TRP_FIELDS(thing, 1, fields);

    desc.type = (trp_type)TRP_TYPE(thing, actor);
    desc.fields = &type;
    trp_pool *pool = stage_pool_as(world, desc);
    return pool;
}

/* The only pool of its world, saved. The save is loaded again. */
static trp__saved_pool saved(trp_pool *pool)
{
    trp_world *world = trp_pool_info(pool).world;
    const uint64_t hash = trp_hash_world(world);

    save_world(world, &edited_from);
    CHECK_OK(trp_load(world, edited_from.bytes, edited_from.size, &save_load));
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_VALID(world);
    return edited_pool(0);
}

static uint32_t next_of(const trp__saved_pool *pool, uint32_t slot)
{
    return trp__get32(pool->next + 4 * (size_t)slot);
}

/* The sleepers' serials look like slots. */
SITUATION("retired slots of a save and sleepers have no successor")
{
    trp_world *world = stage_world();
    trp_pool *pool = described(world, (trp_pool_desc){.capacity = 4, .order = TRP_ORDER_OLDEST});

    world->state.newest = 0xFE000003u;
    stage_things(pool, 1, 3);
    for (uint32_t slot = 0; slot < 3; slot++)
        CHECK_OK(trp_deactivate(world, trp_pool_at(pool, slot)));
    trp__saved_pool things = saved(pool);
    for (uint32_t slot = 0; slot < 3; slot++)
        CHECK_EQ(next_of(&things, slot), TRP__NONE);
    edited_begin();
    trp__saved_pool young = edited_pool(SMALL_YOUNG);
    CHECK_EQ(next_of(&young, edited_slot(&young, TRP__SAVED_RETIRED)), TRP__NONE);
    CHECK_EQ(next_of(&young, edited_slot(&young, TRP__SAVED_ASLEEP)), TRP__NONE);
    edited_end();
}

/* Sleepers have no place, and the free slots their own chain. */
SITUATION("free slots of a save follow one another")
{
    trp_pool *pool =
        described(stage_world(), (trp_pool_desc){.capacity = 6, .order = TRP_ORDER_OLDEST});

    stage_things(pool, 1, 5);
    CHECK_OK(trp_deactivate(trp_pool_info(pool).world, trp_pool_at(pool, 1)));
    for (uint32_t slot = 2; slot < 5; slot++)
        CHECK_OK(trp_recycle(trp_pool_info(pool).world, trp_pool_at(pool, slot)));
    trp__saved_pool things = saved(pool);
    CHECK_EQ(things.free, 4);
    CHECK_EQ(next_of(&things, 4), 3);
    CHECK_EQ(next_of(&things, 3), 2);
    CHECK_EQ(next_of(&things, 2), TRP__NONE);
    CHECK_EQ(next_of(&things, 0), TRP__NONE);
}

SITUATION("the last slot of a save has an end")
{
    trp_world *world = stage_world();
    trp_pool *pool = described(world, (trp_pool_desc){.capacity = 2, .ends = true});

    stage_things(pool, 1, 2);
    CHECK_OK(trp_recycle_with(world, trp_pool_at(pool, 1),
                              &(trp_ending){.reason = TRP_REASON_OWN(1), .later = true}));
    trp__saved_pool things = saved(pool);
    CHECK_EQ(things.flags, TRP__SAVED_ENDS);
    CHECK_EQ(trp__get32(things.ends), TRP_REASON_OWN(1));
    stage_set_transient(pool, true);
    CHECK_EQ(saved(pool).flags, TRP__SAVED_TRANSIENT); /* there are no ends */
}

SITUATION("a peak of a save is that of all lives")
{
    trp_pool *pool =
        described(stage_world(), (trp_pool_desc){.capacity = 2, .quarantine = TRP_QUARANTINE(1)});
    CHECK_EQ(saved(pool).state.peak, 0);
    stage_things(pool, 1, 2);
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_EQ(saved(pool).state.peak, 2);
    CHECK_EQ(trp_pool_info(pool).peak, 2);
}

/* The second of three chunks was returned: its slots are absent. And no timer runs there. */
SITUATION("a save has slots of a returned chunk as absent")
{
    stage_needs(16u * 1024u * 1024u);
    trp_world *world = heap_world((trp_world_desc){0});
    trp_pool *pool = described(
        world, (trp_pool_desc){.capacity = 2, .max_capacity = 12, .when_full = TRP_FULL_GROW});
    trp_timers *timers = MADE(trp_timers_create(pool, NULL));
    stage_set_quarantine(pool, 1);
    stage_things(pool, 1, 5);
    for (uint32_t slot = 2; slot < 4; slot++) {
        CHECK_OK(trp_timer_start(timers, trp_pool_at(pool, slot), trp_seconds(3)));
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    }
    stage_set_quarantine(pool, 0);
    CHECK_OK(trp_pool_trim(pool));
    trp__saved_pool things = saved(pool);
    CHECK_EQ(things.counts[TRP__SAVED_ABSENT], 2);
    CHECK_EQ(things.used, 5);
    CHECK_EQ(things.state.peak, 5);
    trp_world_destroy(world);
}

/* The heirs are below the elders, which are below the guards. */
SITUATION("relations of a save have depths")
{
    uint32_t below = 0;

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_FAMILY, 0);
    for (size_t at = chunk.from + 2 + 4; at < chunk.end; at += 20) {
        const bool is_heir = trp__get32(edited_from.bytes + at) >= edited_pool(SMALL_HEIRS).base;
        CHECK_EQ(trp__get32(edited_from.bytes + at + 16), is_heir ? 2 : 1);
        below += is_heir;
    }
    CHECK_EQ(below, 1);
    edited_end();
}

/* A world whose id and slots are all that there can be: no link looks like a slot. */
SITUATION("no link of a save is a slot")
{
    trp_family family;

    stage_needs(16u * 1024u * 1024u);
    stage_world();
    trp_world *world = MADE(trp_world_create(&(trp_world_desc){.id = 255}));
    trp_pool *pool = described(
        world,
        (trp_pool_desc){.capacity = 2, .max_capacity = TRP_MAX_SLOTS, .when_full = TRP_FULL_GROW});
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    stage_things(pool, 1, 2);
    CHECK_OK(trp_family_attach(&family, trp_pool_at(pool, 0), trp_pool_at(pool, 1)));
    CHECK_EQ(saved(pool).room, TRP_MAX_SLOTS);
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_FAMILY, 0);
    for (size_t i = 0; i < 5; i++) /* index, parent, sibling before and after, depth */
        CHECK_EQ(trp__get32(edited_from.bytes + chunk.from + 6 + 4 * i),
                 i == 2 || i == 3 ? TRP__NONE : i != 1);
    trp_world_destroy(world);
}
