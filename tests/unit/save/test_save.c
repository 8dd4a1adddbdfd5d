/*
 * A save that is loaded gives the same state, the same bytes and the same future, in this world and
 * in a new one.
 */
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(save);

enum { FUTURE = 8 };

static save_file file;
static save_file again;

static void load(uint64_t hash)
{
    CHECK_OK(trp_load(twin.world, file.bytes, file.size, &save_load));
    CHECK_VALID(twin.world);
    CHECK_EQ(trp_hash_world(twin.world), hash);
    save_world(twin.world, &again);
    CHECK_EQ(again.size, file.size);
    CHECK(memcmp(again.bytes, file.bytes, file.size) == 0);
}

/* In this world, which has gone on for a while, and in one that is new or has another past. */
SITUATION_FOR("a save gives the same world and the same future, here and elsewhere", uint32_t,
              round, 0, situation_rounds(40) + 3)
{
    static uint32_t first_log[TWIN_LOG];

    twins_begin_saved(1 + round / 8);
    twins_play(1 + round % 8 * 5);
    const uint64_t hash = trp_hash_world(twin.world);
    save_world(twin.world, &file);
    CHECK_EQ(trp_hash_world(twin.world), hash);
    CHECK_OK(trp_load_check(twin.world, file.bytes, file.size, &save_load));
    twins_play(round % 4 * 3);
    load(hash);
    twins_forget();
    twins_play(FUTURE);
    const uint32_t logged = twin_logged;
    memcpy(first_log, twin_log, logged * sizeof *twin_log);
    twins_begin_saved(99);
    twins_play(round % 3 * 5);
    load(hash);
    twins_forget();
    twins_play(FUTURE);
    CHECK_EQ(twin_logged, logged);
    CHECK(memcmp(first_log, twin_log, logged * sizeof *twin_log) == 0);
}

/* The world into which it is loaded was played otherwise: with other scales, intervals, members,
 * boxes, bits and contacts. */
#define GAME                                                                                       \
    "layers 2; pool described called guards; pool described layer 1 called young; space called "   \
    "field; group called list; contacts; "

SCRIPT(
    "nothing of another game is left after a load", GAME
    "scaleworld 2; scalelayer 1 1.5; scale a 1.25; stagger b 2; put 1 1 1; put 2 3 1; put b 3 2 2; "
    "bits 2 6 5; add 1 3; contacts; tick; hash 0; file; tick; contacts; hash 1; another; " GAME
    "load; same 0; tick; contacts; same 1; another; " GAME
    "scaleworld 3; scalelayer 1 0.5; scale a 3; together b 3; put 11 5 5; put 12 6 6; put b 13 6 "
    "5; put b 14 1 1; bits 12 8 8; add 14 12 11; contacts; pass 3; sleep 11; expire 12; load; same "
    "0; tick; contacts; same 1");

/* Intervals: set before the first tick, at work, changed and ended since the last tick. */

typedef struct pace {
    trp_order order;
    trp_interval kind;
    uint32_t first;
    uint32_t ticks;
    uint32_t next;
} pace;

static void count_update(trp_actor *self, const trp_context *in)
{
    trp_as(thing, self)->data++;
}

static trp_pool *make_paced(trp_world *world, const pace *as)
{
    return stage_pool_as(world, (trp_pool_desc){.name = "paced",
                                                .type = TRP_TYPE(thing, actor),
                                                .capacity = 8,
                                                .order = as->order,
                                                .update = count_update,
                                                .fields = &thing_type});
}

static void check_pace(const pace *as)
{
    trp_world *world = stage_world();
    trp_pool *pool = make_paced(world, as);
    uint64_t hashes[6];

    stage_things(pool, 1, 7);
    CHECK_OK(trp_pool_set_interval(pool, as->first, as->kind));
    for (uint32_t i = 0; i < as->ticks; i++)
        CHECK_OK(trp_update_all(world, 1));
    if (as->next != 0)
        CHECK_OK(trp_pool_set_interval(pool, as->next, as->kind));
    save_world(world, &file);
    for (unsigned i = 0; i < 6; i++) {
        CHECK_OK(trp_update_all(world, 1));
        hashes[i] = trp_hash_world(world);
    }
    for (unsigned has_interval = 0; has_interval < 2; has_interval++) {
        world = stage_second_world(1);
        pool = make_paced(world, as);
        if (has_interval)
            CHECK_OK(trp_pool_set_interval(pool, 5, TRP_INTERVAL_TOGETHER));
        CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
        for (unsigned i = 0; i < 6; i++) {
            CHECK_OK(trp_update_all(world, 1));
            CHECK_VALID(world);
            CHECK_EQ(trp_hash_world(world), hashes[i]);
        }
    }
}

SITUATION_FOR("a save goes on at the same pace", unsigned, kind, 0, 2)
{
    for (uint32_t first = 1; first <= 3; first++)
        for (uint32_t ticks = 0; ticks < 4; ticks++)
            for (uint32_t next = 0; next <= 3; next++)
                check_pace(
                    &(pace){.order = kind == 0 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY,
                            .kind = kind == 2 ? TRP_INTERVAL_STAGGERED : TRP_INTERVAL_TOGETHER,
                            .first = first,
                            .ticks = ticks,
                            .next = next});
}

SCRIPT("a full pool of a save is full",
       "pool described; new 1-8; file; clear; load; optional 9 ?FULL; live 8");
