#include "../../../src/core/ages.h" /* corrupts an order */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(validate);

SCRIPT("a world is valid within a tick", "pool 10; new 0-5; recycle 2; sleep 4; at *: valid; at "
                                         "u3: expire 3, valid; at u5: recycle 5, valid; tick");
SCRIPT("and within on_create",
       "pool 10; new 0-5; recycle 2; sleep 4; at +6: valid; at +7: valid; at +8: valid; new 6 7 8");
SCRIPT("and after mistakes",
       "pool 10; new 0-5; recycle 2; sleep 4; wake 0 !ACTIVE; recycle 2 !FREE; wake 2 !FREE; "
       "sleep 4 !ASLEEP; wake 0 !ACTIVE; recycle 2 !FREE");

/*
 * Each structure that trp_world_validate checks is damaged alone: the report names exactly this.
 */

static trp_world *world;
static trp_pool *pool, *joined;
static const char *expected;
static bool is_said;

static void listen(trp_world *in, const trp_misuse *misuse)
{
    is_said = is_said || situation_text_has(misuse->message, expected);
}

/* things 1 to 4 of 6, of which 2 has left and 4 sleeps; in age orders 11 and 12 are between them */
static void set_up(trp_order order)
{
    trp_pool_desc desc = stage_desc(6, order);

    world = stage_world_as((trp_world_desc){.on_misuse = listen});
    pool = stage_pool_as(world, desc);
    desc.joins = order != TRP_ORDER_MEMORY ? pool : NULL;
    joined = stage_pool_as(world, desc);
    stage_things(pool, 1, 3);
    stage_things(joined, 11, 12);
    stage_thing(pool, 4);
    CHECK_OK(trp_recycle(world, &stage_find(pool, 2)->actor));
    CHECK_OK(trp_deactivate(world, &stage_find(pool, 4)->actor));
    CHECK_VALID(world);
}

static trp_actor *find(uint32_t id)
{
    thing *it = MADE(stage_find(pool, id));
    return &it->actor;
}

static void check_says(const char *text)
{
    expected = text;
    is_said = false;
    CHECK_RESULT(trp_world_validate(world), TRP_ERR_INVALID);
    CHECK(is_said);
}

static void check_wrong(uint32_t *at, uint32_t wrong, const char *says)
{
    const uint32_t kept = *at;
    *at = wrong;
    check_says(says);
    *at = kept;
    CHECK_VALID(world);
}

SITUATION_IN_EACH_ORDER("nodes that are wrong are found")
{
    set_up(stage_orders[order]);
    check_wrong(&find(1)->stamp, 0, "node was overwritten");
    check_wrong(&find(4)->stamp, 0, "node was overwritten");
    check_wrong(&find(3)->index, 0, "node was overwritten");
    check_wrong(&find(1)->next, 99, "link of the node");
    check_wrong(&find(1)->prev, 99, "link of the node");
    check_wrong(&find(3)->next, find(3)->prev, "link of the node");
    check_wrong(&find(1)->stamp, find(4)->stamp, "node was overwritten");
    check_wrong(&find(4)->stamp, find(1)->stamp, "node was overwritten");
    check_wrong(&find(1)->index, find(1)->index ^ 1, "node was overwritten");
}

SITUATION_IN_EACH_ORDER("cells that are wrong are found")
{
    trp__cell *cell;
    set_up(stage_orders[order]);
    cell = ledger_cell(pool, find(1));
    check_wrong(&cell->generation, 0, "a generation is 0");
    check_wrong(&cell->stamp, world->state.newest - 1, "never given out");
    check_wrong(&cell->stamp, TRP__STAMP_RETIRED, "not retired");
    check_wrong(&cell->stamp, TRP__STAMP_LEAVING, "sleepers");
    cell = trp__cell_of(pool, 1);
    check_wrong(&cell->generation, 0, "not retired");
    check_wrong(&cell->stamp, TRP__STAMP_QUARANTINED, "quarantine lacks slots");
    check_wrong(&cell->stamp, find(1)->stamp, "");
}

SITUATION_IN_EACH_ORDER("counts that are wrong are found")
{
    trp__pool_state *state;
    set_up(stage_orders[order]);
    state = &pool->state;
    check_wrong(&state->leaving, 1, "sleepers");
    check_wrong(&state->sleepers, 2, "sleepers");
    check_wrong(&state->expired, 1, "expired");
    check_wrong(&state->retired, 1, "retired");
    check_wrong(&state->live, 2, "live actors");
    check_wrong(&state->live, 4, "listed actors");
    check_wrong(&state->peak, 2, "peak");
    check_wrong(&state->used, 2, "above the used slots");
    check_wrong(&state->used, state->capacity + 1, "bound of the used slots");
}

SITUATION("bitmaps that are wrong are found")
{
    trp__word *word;
    trp__word kept;

    set_up(TRP_ORDER_MEMORY);
    for (unsigned set = TRP__FREE; set <= TRP__ACTIVE; set++) {
        word = trp__bitmap_word(&pool->map, set, 0);
        kept = *word;
        *word ^= 2;
        check_says(set == TRP__FREE ? "bitmap of free slots" : "bitmap of listed slots");
        *word = kept;
    }
    pool = stage_pool(world, 100, TRP_ORDER_MEMORY);
    word = &pool->map.levels[1][TRP__ACTIVE];
    *word = 2;
    check_says("summary bit");
    *word = 0;
    CHECK_VALID(world);
}

SITUATION_IN_AGE_ORDERS("free slots that are lost are found")
{
    set_up(stage_orders[order]);
    check_wrong(&pool->state.spare, TRP__LAST, "freelist lacks");
    check_wrong(&pool->state.spare, 0, "freelist lacks");
    for (uint32_t next = 0; next < 4; next++)
        check_wrong(&trp__cell_of(pool, 1)->stamp, TRP__STAMP_FREE + next, "freelist lacks");
    check_wrong(&trp__cell_of(pool, 1)->stamp, TRP__STAMP_FREE + 99, "freelist lacks");
}

SITUATION("a quarantine that is wrong is found")
{
    set_up(TRP_ORDER_OLDEST);
    trp__quarantine_fn *const quarantine = pool->quarantine;
    stage_set_quarantine(pool, 3);
    trp_actor *const dead = find(3);
    uint32_t *const stamp = &ledger_cell(pool, dead)->stamp;
    CHECK_OK(trp_recycle(world, find(1)));
    CHECK_OK(trp_recycle(world, dead));
    stage_thing(pool, 5);
    CHECK_OK(trp_recycle(world, find(5)));
    CHECK_VALID(world);
    check_wrong(&pool->state.quarantined, pool->state.quarantined + 1, "quarantine lacks slots");
    check_wrong(&pool->state.quarantined, pool->state.quarantined - 1, "quarantine lacks slots");
    check_wrong(&pool->state.freed_first, TRP__LAST, "quarantine lacks slots");
    check_wrong(&pool->state.freed_last, 0, "quarantine lacks slots");
    check_wrong(&pool->state.freed_last, trp__slot_of(pool, dead), "quarantine lacks slots");
    check_wrong(stamp, TRP__STAMP_QUARANTINED + trp_slot_of(world, find(4)), "quarantine lacks");
    check_wrong(stamp, TRP__STAMP_QUARANTINED + 99, "quarantine lacks slots");
    check_wrong(stamp, TRP__STAMP_QUARANTINED + trp__slot_of(pool, dead), "quarantine lacks");
    check_wrong(&pool->desc.quarantine.slots, 2, "more slots are in quarantine");
    pool->quarantine = NULL;
    check_says("more slots are in quarantine");
    pool->quarantine = quarantine;
}

SITUATION_IN_AGE_ORDERS("orders that are wrong are found")
{
    trp__ages *ages;
    trp__entry *entries;
    trp_actor *actor;
    trp_pool *other;
    set_up(stage_orders[order]);
    other = stage_pool(world, 2, stage_orders[order]);
    stage_thing(other, 21);
    ages = pool->ages;
    entries = ages->entries;
    CHECK_EQ(ages->holes, 1);
    check_wrong((uint32_t *)&ages->end, (uint32_t)ages->room + 1, "longer than its array");
    check_wrong((uint32_t *)&ages->begin, (uint32_t)ages->end + 1, "longer than its array");
    check_wrong((uint32_t *)&ages->begin, UINT32_MAX, "longer than its array");
    check_wrong((uint32_t *)&ages->end, (uint32_t)ages->end - 1, "lacks listed");
    check_wrong((uint32_t *)&ages->holes, 0, "lacks listed");
    check_wrong(&entries[2].stamp, entries[0].stamp, "do not decrease");
    check_wrong(&entries[0].index, entries[2].index, "does not name it");
    check_wrong(&entries[0].index, trp__index(pool, 1), "does not name it");
    check_wrong(&entries[0].index, trp__index(other, 0), "does not name it");
    check_wrong(&entries[0].index, TRP__ENTRY_INDEX, "does not name it");
    check_wrong(&entries[0].index, TRP__ENTRY_HOLE | 1, "ends of a hole");
    check_wrong(&entries[0].index, entries[0].index | TRP__ENTRY_EXPIRED, "not that of its");
    check_wrong(&entries[-1].index, TRP__ENTRY_HOLE | 1, "no stop");
    check_wrong(&entries[ages->end].index, 0, "no stop");
    check_wrong(&entries[ages->end - 1].index, TRP__ENTRY_HOLE | 1, "no stop");
    actor = entries[0].actor;
    entries[0].actor = NULL;
    check_says("not that of its actor");
    entries[0].actor = actor;
    CHECK_VALID(world);
}

/* of two entries, the second and the third */
SITUATION_IN_AGE_ORDERS("holes of orders that are wrong are found")
{
    trp__entry *entries;
    set_up(stage_orders[order]);
    entries = pool->ages->entries;
    check_wrong(&entries[0].index, TRP__ENTRY_HOLE | 1, "ends of a hole");
    CHECK_OK(trp_recycle(world, find(3)));
    check_wrong((uint32_t *)&pool->ages->begin, 1, "ends of a hole");
    check_wrong(&entries[1].index, TRP__ENTRY_HOLE, "ends of a hole");
    check_wrong(&entries[1].index, TRP__ENTRY_HOLE | 99, "ends of a hole");
    check_wrong(&entries[1].index, TRP__ENTRY_HOLE | 3, "ends of a hole");
    check_wrong(&entries[1].index, TRP__ENTRY_HOLE | 1, "ends of a hole");
    check_wrong(&entries[2].index, TRP__ENTRY_HOLE | 1, "ends of a hole");
    entries[1].actor = entries[0].actor;
    check_says("has an actor");
    entries[1].actor = NULL;
    CHECK_VALID(world);
}

SITUATION("tables of external pools that are wrong are found")
{
    static thing mine[3];
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);

    world = stage_world_as((trp_world_desc){.on_misuse = listen});
    desc.external = TRP_EXTERNAL;
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 3; i++) {
        mine[i] = (thing){.id = i};
        CHECK(trp_adopt(pool, &mine[i].actor) != NULL);
    }
    CHECK_VALID(world);
    trp_actor *kept = pool->actors[1];
    pool->actors[1] = &mine[2].actor;
    check_says("not found by its address");
    pool->actors[1] = kept;
    CHECK_VALID(world);
}

SITUATION("segments that are wrong are found")
{
    for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++) {
        set_up(stage_orders[order]);
        joined->segment = joined;
        check_says("not its own");
        joined->segment = pool;
        pool->joined = NULL;
        check_says("the layers lack pools");
        pool->joined = joined;
        CHECK_VALID(world);
    }
    set_up(TRP_ORDER_MEMORY);
    check_wrong(&pool->state.next, TRP__NONE, "the layers lack pools");
    check_wrong(&joined->state.next, pool->number, "the layers lack pools");
}
