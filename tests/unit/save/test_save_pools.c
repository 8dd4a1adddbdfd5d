/*
 * Content of a save that cannot be, continued: pools, their slots and their chunks of memory.
 */
#include "../save_edited.h"
#include "../heap.h"
#include "../forged.h"

#include <string.h>

SITUATIONS(save_pools);

SITUATION("a pool of a save cannot be read")
{
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        edited_begin();
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t records = pool.counts[TRP__SAVED_ASLEEP] + pool.counts[TRP__SAVED_ACTIVE] +
                                 pool.counts[TRP__SAVED_EXPIRED];
        char changes[2][60] = {"POOL # records-1+", "POOL # records+"};
        situation_text_number(changes[0] + 17, 12, pool.record * records);
        situation_text_number(changes[1] + 15, 12, pool.record * records);
        situation_text_add(changes[0], 60, ": less 1");
        situation_text_add(changes[1], 60, ": more 1");
        FORGE({changes[0], TRP_ERR_DAMAGED, "POOL # from", "pool ?: it cannot be read", number,
               number},
              {changes[1], TRP_ERR_DAMAGED, NULL, NULL, number, number});
    }
    FORGE({"POOL # room: set32 (POOL # used)-1", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: it cannot be read", 1, 5},
          {"POOL # room: set32 0x1000001", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # grown: set32 (POOL # chunk_count)+1", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # from+11: less 1", TRP_ERR_DAMAGED, NULL, NULL, 0, 0},
          {"POOL # from+12: more 1"} /* a transient pool ends early */);
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        edited_begin();
        edited_set_8(edited_pool(number).at + 1, 0); /* in its name */
        edited_is_refused("it cannot be read");
    }
}

/* The pool, and the one whose segment it shares: its number, after its name and its kind. */
SITUATION("the segment of a pool of a save cannot be")
{
    FORGE({"POOL # from+9: set32 1", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: no pool before it has the order that it shares", 0, 0},
          {"POOL # from+9: set32 2", TRP_ERR_DAMAGED, NULL, NULL, 1, 1},
          {"POOL # from+9: set32 0", TRP_ERR_DAMAGED, NULL, NULL, 1, 1},
          {"POOL # from+8: set32 4", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # from+8: set32 6", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # from+8: set32 0xFF", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL 2 from+9: set32 1"} /* with and without an order */);
}

/* States of slots, and whether their generation is 0. */
SITUATION_FOR("slots of a save cannot be", unsigned, number, SMALL_GUARDS, SMALL_POOLS - 1)
{
    static const bool may_be_zero[] = {
        [TRP__SAVED_RETIRED] = true, [TRP__SAVED_ABSENT] = true, [TRP__SAVED_EXPIRED] = true};

    edited_begin();
    const trp__saved_pool pool = edited_pool(number);
    for (unsigned slot = 0; slot < pool.used; slot++) {
        const unsigned state = pool.states[slot];
        char changes[2][60] = {"POOL # generations+4*", "POOL # states+"};
        situation_text_number(changes[0] + 21, 8, slot);
        situation_text_number(changes[1] + 14, 8, slot);
        situation_text_add(changes[0], 60, state == TRP__SAVED_RETIRED ? ": set32 1" : ": set32 0");
        situation_text_add(changes[1], 60, ": set8 ");
        situation_text_number(changes[1] + strlen(changes[1]), 8, TRP__SAVED_STATES);
        const bool is_right = state != TRP__SAVED_RETIRED && may_be_zero[state];
        FORGE({changes[0], is_right ? TRP_OK : TRP_ERR_DAMAGED, "POOL # from",
               "pool ?: it cannot be read", number, number},
              {changes[1], TRP_ERR_DAMAGED, "POOL # from", "pool ?: it cannot be read", number,
               number});
    }
}

/* Not a number, less than zero, infinite. */
SITUATION("scales and intervals of a save cannot be")
{
    CHECK_EQ(TRP_MAX_INTERVAL, 65535);
    FORGE({"POOL # scale: set32 0x7FC00000", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: a scale or an interval is impossible", 1, 5},
          {"POOL # scale: set32 0x80000001", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # scale: set32 0x7F800000", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # low_for: set32 0x7FC00000", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # low_for: set32 0x80000001", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # low_for: set32 0x7F800000", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # every: set32 65536", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # wanted: set32 65536", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # every: set32 65535; POOL # wanted: set32 65535; POOL # turn: set32 65534",
           .from = 1, .last = 5},
          {"POOL # every: set32 3; POOL # turn: set32 3", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # every: set32 0; POOL # turn: set32 1", TRP_ERR_DAMAGED, NULL, NULL, 1, 5});
}

/* The pool of the others has chunks that were added, of which the second one was returned; that of
 * the young does not grow; that of the elders has a returned chunk, but no slot in it. An entry is a
 * generation and whether the chunk was returned. */
SITUATION("chunks of memory of a save cannot be, nor more or fewer of them")
{
    FORGE({"POOL # first_count: set32 0", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: its chunks of memory are impossible", 2, 2},
          {"POOL # first_count: set32 room 2+1", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # first_count: set32 room 5+1", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # first_count: set32 room 5+2", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # chunks: set32 0", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+5: set32 0", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+4: set8 1", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+9: set8 0", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks: more 5; POOL # chunks: set8 1; POOL # chunk_count: add 1",
           TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+5*(POOL 2 chunk_count)-5: less 5; POOL # chunk_count: add -1",
           TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+4: set8 0", TRP_ERR_DAMAGED, NULL, NULL, 3, 3});
}

SITUATION("absent slots of a save form no chunk")
{
    edited_begin();
    const trp__saved_pool young = edited_pool(SMALL_YOUNG), others = edited_pool(SMALL_OTHERS);
    /* a single slot, of a pool without returned chunks */
    edited_set_state(&young, edited_slot(&young, TRP__SAVED_RETIRED), TRP__SAVED_ABSENT);
    edited_is_refused("pool young: its chunks of memory are impossible");
    for (uint32_t slot = 2; slot < 4; slot++) { /* all slots of a chunk but one */
        CHECK_EQ(others.states[slot], TRP__SAVED_ABSENT);
        CHECK_EQ(trp__get32(others.generations + 4 * (size_t)slot), 0); /* no bytes are left over */
        edited_set_state(&others, slot, TRP__SAVED_RETIRED);
        edited_is_refused("pool guards: its chunks of memory are impossible");
    }
}

/* A guard's record has 40 bytes: box, id, friend_of, weapon, title, is_set, end. One is active, one
 * sleeps, one has expired. */
SITUATION("values of a save cannot be")
{
    FORGE({"POOL 1 records+40*#+35: set8 2", TRP_ERR_VALUE, "POOL 1 records+40*#+35",
           "pool guards: field is_set: its value does not fit into the present field", 0, 2},
          {"POOL 1 records+35: set8 1"},
          {"POOL 1 records+40+28: set32 3", TRP_ERR_VALUE, "POOL 1 records+68",
           "pool guards: field weapon: its choice is not in the file's table"},
          {"POOL 1 records+40+28: set32 2"});
}

/* Text has no checks of its own but these. */

static void swallow(const char *text, void *arg)
{
    CHECK(text != NULL);
}

static trp_result print(void)
{
    save_mend_sum(&edited);
    trp_result result = trp_print_save(edited.bytes, edited.size, swallow, NULL);
    memcpy(&edited, &edited_from, sizeof edited);
    return result;
}

SITUATION("pools of a save cannot be printed")
{
    edited_begin();
    CHECK_OK(print());
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t slot = edited_slot(&pool, TRP__SAVED_ACTIVE);
        edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_STATES);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
        edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_FREE);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED); /* a record too many */
    }
    for (unsigned number = SMALL_OTHERS; number <= SMALL_YOUNG; number += 3) /* one more */
    {
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t state = number == SMALL_YOUNG ? TRP__SAVED_FREE : TRP__SAVED_ABSENT;
        edited_set_8(edited_place(pool.states) + edited_slot(&pool, state), TRP__SAVED_ACTIVE);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
    }
}

/*
 * Lists of slots that a save has: free ones, those in quarantine, orders; and other ones in their
 * places. And what a save says of slots: ends, peaks, relations.
 */

/* Each entry is each of these slots, or there is one entry less or more. */
static void forge_list(const trp__saved_pool *pool, const trp__saved_list *list)
{
    const size_t at = edited_place(list->at);

    for (uint32_t i = 0; i < list->count; i++) {
        for (uint32_t other = 0; other < pool->base + pool->room + 2; other++) {
            edited_set_32(at + 4 * (size_t)i, other);
            edited_is_loaded();
        }
        edited_set_32(at + 4 * (size_t)i, UINT32_MAX);
        edited_is_loaded();
    }
    if (list->count != 0) {
        edited_add_32(at - 4, -1);
        edited_resize(at, -4);
        edited_is_loaded();
    }
    edited_add_32(at - 4, 1);
    edited_resize(at, 4);
    edited_is_loaded();
    edited_set_32(at - 4, UINT32_MAX);
    edited_is_refused("it cannot be read");
}

/* Slots that a list lacks come after the others, and what else it has is left out. */
SITUATION("lists of a save have other slots")
{
    bool has_all[3] = {false, false, false};

    edited_begin();
    for (uint32_t number = 0; number < SMALL_POOLS; number++) {
        trp__saved_pool pool = edited_pool(number);
        if ((pool.flags & TRP__SAVED_TRANSIENT) != 0)
            continue;
        forge_list(&pool, &pool.free);
        forge_list(&pool, &pool.quarantined);
        forge_list(&pool, &pool.order);
        has_all[0] |= pool.free.count != 0;
        has_all[1] |= pool.quarantined.count != 0;
        has_all[2] |= pool.order.count != 0;
    }
    CHECK(has_all[0] && has_all[1] && has_all[2]);
}

/* What a save says */

static trp_pool *described(trp_world *world, trp_pool_desc desc)
{
    desc.type = (trp_type)TRP_TYPE(thing, actor);
    desc.fields = &thing_type;
    return stage_pool_as(world, desc);
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

/* The sleepers' serials look like slots. */
SITUATION("retired slots of a save and sleepers are in no list")
{
    trp_world *world = stage_world();
    trp_pool *pool = described(world, (trp_pool_desc){.capacity = 4, .order = TRP_ORDER_OLDEST});

    world->state.newest = 0xFE000003u;
    stage_things(pool, 1, 3);
    for (uint32_t slot = 0; slot < 3; slot++)
        CHECK_OK(trp_deactivate(world, trp_pool_at(pool, slot)));
    trp__saved_pool things = saved(pool);
    CHECK_EQ(things.free.count + things.quarantined.count + things.order.count, 0);
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
    CHECK_EQ(things.free.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        CHECK_EQ(trp__listed_at(&things.free, i), 4 - i);
    CHECK_EQ(things.order.count, 1);
    CHECK_EQ(trp__listed_at(&things.order, 0), 0);
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
}

/* The third of four chunks was returned, or none was. The pool does not grow any more. */
SITUATION_FOR("new lives after a load are later than those in returned chunks", unsigned, returned,
              0, 1)
{
    stage_needs(16u * 1024u * 1024u);
    trp_world *world = heap_world((trp_world_desc){0});
    trp_pool *pool = described(
        world, (trp_pool_desc){.capacity = 2, .max_capacity = 12, .when_full = TRP_FULL_GROW});
    stage_things(pool, 1, 9);
    for (uint32_t slot = 4; slot < 8 && returned != 0; slot++)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(saved(pool).counts[TRP__SAVED_ABSENT], returned * 4);
    save_world(world, &edited);
    world = heap_world((trp_world_desc){0});
    pool = described(world, (trp_pool_desc){.capacity = 12});
    CHECK_OK(trp_load(world, edited.bytes, edited.size, &save_load));
    CHECK_EQ(trp_pool_count(pool), 9 - returned * 4);
    for (uint32_t i = trp_pool_count(pool); i < 12; i++)
        CHECK_EQ(trp_handle_of(world, trp_create(pool, NULL)).generation, 1 + returned);
}

/* The heirs are below the elders, which are below the guards. */
SITUATION("parents of a save come before their children")
{
    bool is_known[SMALL_POOLS] = {false};
    uint32_t below = 0;

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_FAMILY, 0);
    const uint32_t heirs = edited_pool(SMALL_HEIRS).base;
    const uint32_t elders = edited_pool(SMALL_ELDERS).base;
    for (size_t at = edited_rows(TRP__SAVE_FAMILY, 0).rows.at; at < chunk.end; at += 16) {
        const uint32_t child = trp__get32(edited_from.bytes + at);
        const uint32_t parent = trp__get32(edited_from.bytes + at + 8);
        if (child >= heirs) {
            CHECK(parent >= elders && parent < heirs && is_known[parent - elders]);
            below++;
        } else {
            CHECK(child >= elders && child - elders < SMALL_POOLS);
            is_known[child - elders] = true;
        }
    }
    CHECK_EQ(below, 1);
}

/* A world whose id and slots are all that there can be: the root has no link. */
SITUATION("links of a save are slots")
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
    CHECK_EQ(edited_rows(TRP__SAVE_FAMILY, 0).rows.at, chunk.end - 16);
    for (size_t i = 0; i < 2; i++) /* child, parent */
        CHECK_EQ(trp__get32(edited_from.bytes + chunk.end - 16 + 8 * i), i == 0);
    trp_world_destroy(world);
}
