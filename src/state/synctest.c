/*
 * Goes back, disturbs, repeats, compares.
 */
#include "../../include/troupe/synctest.h"
#include "../../include/troupe/hash.h"
#include "../parallel/parallel.h"
#include "hash.h"
#include "state.h"

/* Disturbing */

static void synctest_shake_slot(trp_pool *pool, uint32_t slot, unsigned char with)
{
    unsigned char *bytes = (unsigned char *)trp__node_at(pool, slot) - pool->node;
    const size_t rest = pool->node + sizeof(trp_actor);

    memset(bytes, with, pool->node);
    memset(bytes + rest, with, pool->stride - rest);
}

/* Tools that watch memory find reads of dead actors without help, and report writes there. */
static void synctest_shake_free(trp_pool *pool, unsigned char with)
{
    const uint32_t used = pool->state.used;

    if (TRP__POISONS || pool->actors != NULL)
        return;
    for (uint32_t slot = 0; slot < used; slot++)
        if (trp__is_present(pool, slot) && !trp__is_taken(trp__stamp_at(pool, slot)))
            synctest_shake_slot(pool, slot, with);
}

/* The parts of a pool are updated in another order; 0: in their own order. */
static void synctest_shake_parts(const trp_world *world, uint32_t disorder)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (world->pools[i]->parallel != NULL)
            world->pools[i]->parallel->disorder = disorder;
}

static void synctest_shake(trp_synctest *test)
{
    trp_world *world = test->past.world;
    const unsigned what = TRP_SHAKE_ALL & ~test->desc.without;

    test->pattern = test->pattern * 1664525u + 1013904223u;
    for (uint32_t i = 0; i < world->pool_count; i++) {
        if ((what & TRP_SHAKE_FREE) != 0)
            synctest_shake_free(world->pools[i], (unsigned char)(test->pattern >> 24 | 1));
        if ((what & TRP_SHAKE_CACHES) != 0)
            world->pools[i]->oldest = UINT32_MAX;
    }
    if ((what & TRP_SHAKE_CACHES) != 0) {
        for (trp__part *part = world->parts; part != NULL; part = part->next)
            if (trp__table_of(part).shake != NULL)
                trp__table_of(part).shake(trp__module_of(part));
    }
    if ((what & TRP_SHAKE_PARTS) != 0)
        synctest_shake_parts(world,
                             (test->pattern >> 20 & (TRP__IS_DISORDER - 1)) | TRP__IS_DISORDER);
    if ((what & TRP_SHAKE_SERIALS) != 0 && world->state.newest - TRP__STAMP_FLOOR > 2000)
        trp__set_newest(world, world->state.newest - 1 - (test->pattern >> 16 & 1023));
}

/* Comparing */

/* Compares the present state with the state of this tick in the history. */
static trp_result synctest_compare(trp_synctest *test)
{
    const trp_world *world = test->past.world;
    const uint64_t tick = world->state.ticks;
    const uint32_t most = test->desc.most != 0 ? test->desc.most : 8;
    size_t bytes = 0;
    size_t now = 0;
    uint64_t then = 0;
    const void *snapshot = trp_history_snapshot(&test->past, tick, &bytes);

    test->stats.bytes_compared += bytes;
    (void)trp_history_hash(&test->past, tick, &then); /* found: every step is one tick */
    if (then == trp_hash_world(world))
        return TRP_OK;
    test->stats.different_tick = tick;
    if (trp_snapshot_save(world, test->scratch, test->scratch_bytes, &now) == TRP_OK)
        test->stats.differences =
            trp_snapshot_diff(world, snapshot, bytes, test->scratch, now, most,
                              test->desc.on_difference, test->desc.user);
    if (test->stats.differences == 0)
        test->stats.differences = 1; /* seen by a hash, but not by a difference */
    return TRP_ERR_DESYNC;
}

static trp_result synctest_refuse(const trp_synctest *test, trp_result result, const char *detail)
{
    return trp__misuse_named(test->past.world, TRP__TEXT("synctest"), NULL,
                             TRP__TEXT("trp_synctest_step"), result, detail);
}

static trp_result synctest_step_on(trp_synctest *test)
{
    trp_world *world = test->past.world;
    const uint64_t tick = world->state.ticks;
    const trp_result result = test->desc.step(world, tick, test->desc.user);

    if (result != TRP_OK || world->state.ticks == tick + 1)
        return result;
    return synctest_refuse(test, TRP_ERR_VALUE, TRP__TEXT("a step must run exactly one tick"));
}

/* Repeats the next tick and compares. */
static trp_result synctest_step_again(trp_synctest *test, uint64_t now)
{
    trp_world *world = test->past.world;
    trp_result result = TRP_OK;
    uint64_t before;

    while (world->state.ticks < now) {
        before = trp__hash_content(world, 0);
        if (test->desc.disturb != NULL)
            result = test->desc.disturb(world, world->state.ticks, test->desc.disturb_user);
        if (result != TRP_OK || (result = synctest_step_on(test)) != TRP_OK ||
            (result = synctest_compare(test)) != TRP_OK)
            return result;
        test->stats.ticks_again++;
        test->stats.changes += trp__hash_content(world, 0) != before;
    }
    return TRP_OK;
}

static trp_result synctest_again(trp_synctest *test, uint32_t distance)
{
    const uint64_t now = test->past.world->state.ticks;
    trp_result result = trp_history_restore(&test->past, now - distance);

    if (result != TRP_OK)
        return result;
    test->stats.rollbacks++;
    synctest_shake(test);
    result = synctest_step_again(test, now);
    synctest_shake_parts(test->past.world, 0);
    return result;
}

/* The test */

trp_result trp_synctest_init(trp_synctest *test, trp_world *world, const trp_synctest_desc *desc)
{
    trp_history_desc past;
    trp_result result;
    trp__call call =
        trp__call_on(world, TRP__TEXT("synctest"), NULL, TRP__TEXT("trp_synctest_init"));

    if (trp__is_void(&call) ||
        trp__refuses(
            &call, test == NULL || desc == NULL || desc->step == NULL || desc->memory == NULL,
            TRP_ERR_NULL, TRP__TEXT("the test, its desc, desc.step or desc.memory is NULL")))
        return call.result;
    memset(&past, 0, sizeof past);
    past.memory = desc->memory;
    past.ticks = (desc->distance != 0 ? desc->distance : 7) + 1;
    past.bytes = desc->bytes / (past.ticks + 2) / 16 * 16 * (past.ticks + 1);
    past.hashes = true;
    past.keep = UINT32_MAX;
    result = trp_history_open(&test->past, world, &past);
    if (result != TRP_OK)
        return result;
    test->desc = *desc;
    test->desc.distance = past.ticks - 1;
    test->scratch = (unsigned char *)desc->memory + past.bytes;
    test->scratch_bytes = desc->bytes - past.bytes;
    test->pattern = 1;
    memset(&test->stats, 0, sizeof test->stats);
    return TRP_OK;
}

trp_result trp_synctest_free(trp_synctest *test)
{
    return test != NULL ? trp_history_close(&test->past) : TRP_GONE;
}

trp_result trp_synctest_step(trp_synctest *test)
{
    trp_result result;
    uint32_t distance;
    uint64_t first; /* tick */

    if (test == NULL || test->past.world == NULL)
        return TRP_ERR_NULL;
    if (test->past.count == 0 && (result = trp_history_save(&test->past)) != TRP_OK)
        return result;
    first = trp_history_first(&test->past);
    result = synctest_step_on(test);
    if (result == TRP_OK)
        result = trp_history_save(&test->past);
    if (result == TRP_OK)
        result = trp_history_confirm(&test->past, test->past.world->state.ticks);
    if (result != TRP_OK)
        return result;
    test->stats.ticks++;
    distance = test->past.count - 1;
    if (distance < test->desc.distance && trp_history_first(&test->past) != first)
        return synctest_refuse(test, TRP_ERR_MEMORY,
                               TRP__TEXT("desc.memory has no room for the states of all ticks"));
    return synctest_again(test, distance < test->desc.distance ? distance : test->desc.distance);
}

trp_synctest_facts trp_synctest_info(const trp_synctest *test)
{
    trp_synctest_facts facts = {0};

    facts.verdict = TRP_ERR_NULL;
    if (test == NULL)
        return facts;
    facts = test->stats;
    facts.verdict = facts.changes != 0 ? TRP_OK : TRP_ERR_VALUE;
    if (facts.differences != 0)
        facts.verdict = TRP_ERR_DESYNC;
    return facts;
}
