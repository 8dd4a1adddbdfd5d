/*
 * Differences of everything that a snapshot contains.
 */
#include "../../../src/state/hash.h" /* hashes of regions */
#include "../snapshot_scene.h"
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(diff);

static trp_world *world;
static char last_line[240];
static unsigned line_count;
static unsigned kinds_seen;

static void note(const trp_difference *difference, void *user)
{
    situation_text_copy(last_line, sizeof last_line, difference->text);
    kinds_seen |= 1u << difference->kind;
    line_count++;
}

/* The differences between snapshot 0 and the present state. */
static uint32_t diff(size_t bytes)
{
    line_count = 0;
    last_line[0] = '\0';
    return snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES,
                             UINT32_MAX, note, NULL);
}

typedef struct game_state {
    bool flag;
    uint8_t u8;
    trp_actor *actor;
    char text[4];
} game_state;

static const trp_field game_fields[] = {TRP_FIELD(game_state, flag), TRP_FIELD(game_state, u8),
                                        TRP_FIELD_ACTOR(game_state, actor),
                                        TRP_FIELD_TEXT(game_state, text), TRP_FIELDS_END};
static const trp_fields game_type = TRP_FIELDS(game_state, 1, game_fields);

static game_state game;
static trp_region game_region;
static thing *one;

static void set_up(const char *name)
{
    world = stage_world_as((trp_world_desc){.id = 5});
    one = stage_thing(stage_pool(world, 4, TRP_ORDER_MEMORY), 1);
    memset(&game, 0, sizeof game);
    game_region =
        (trp_region){.name = name, .start = &game, .bytes = sizeof game, .fields = &game_type};
    CHECK_OK(trp_region_add(world, &game_region));
}

/* The change is reported like this, a hash notices it, and after undoing it neither does. */
#define TELLS(change, line)                                                                        \
    do {                                                                                           \
        const size_t bytes = snapshot_save_to(world, 0);                                           \
        const uint64_t hash = trp_hash_world(world);                                               \
        change;                                                                                    \
        CHECK_EQ(diff(bytes), 1);                                                                  \
        CHECK(situation_text_has(last_line, line));                                                \
        CHECK(trp_hash_world(world) != hash);                                                      \
        CHECK_EQ(trp__hash_region(&game_region), trp__hash_region(&game_region));                  \
    } while (0)

/* Data without fields is reported in runs of bytes. */
SITUATION("data without fields is reported in runs of bytes")
{
    set_up("game");
    CHECK_OK(trp_region_remove(world, &game_region));
    game_region.fields = NULL;
    game_region.bytes = offsetof(game_state, text) + 3;
    CHECK_OK(trp_region_add(world, &game_region));
    TELLS(memcpy(game.text, "ab", 2), " to ");
    TELLS(game.text[2] = 1, " differ");
    const size_t bytes = snapshot_save_to(world, 0);
    game.flag = true;
    game.text[2] = 2;
    CHECK_EQ(diff(bytes), 2);
}

SITUATION("a region without a name is reported as a region")
{
    set_up(NULL);
    TELLS(game.u8 = 3, "tick 0: region: u8: 0 and 3");
}

/* An address is another one, though no actor lives at either. */
SITUATION("addresses of dead actors are compared")
{
    set_up("game");
    game.actor = &stage_thing(trp_pool_of(world, &one->actor), 2)->actor;
    CHECK_OK(trp_recycle(world, game.actor));
    const size_t bytes = snapshot_save_to(world, 0);
    game.actor = NULL;
    CHECK_EQ(diff(bytes), 1);
    CHECK(situation_text_has(last_line, "actor: no actor and no actor"));
}

/* Actors far apart, and in another order than a reader would find by chance. */
SITUATION_IN_EACH_ORDER("a difference names the slot among holes")
{
    set_up("game");
    trp_pool *pool = stage_pool(world, 300, stage_orders[order]);
    stage_things(pool, 0, 299);
    for (uint32_t slot = 0; slot < 300; slot++)
        if (slot % 7 != 3)
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    for (uint32_t slot = 3; slot < 300; slot += 7) {
        char line[80];
        const size_t bytes = snapshot_save_to(world, 0);
        trp_as(thing, trp_pool_at(pool, slot))->data = slot;
        CHECK_EQ(diff(bytes), 1);
        situation_text_copy(line, sizeof line, " slot ");
        situation_text_number(line, sizeof line, slot);
        situation_text_add(line, sizeof line, " (generation ");
        CHECK(situation_text_has(last_line, line));
    }
}

/* What snapshots contain */

/* The same number, whether they are reported or not. */
static void check_counts(size_t a, size_t b)
{
    const uint32_t all = trp_snapshot_diff(world, snapshot_memory[0], a, snapshot_memory[2], b,
                                           UINT32_MAX, note, NULL);
    line_count = 0;
    for (uint32_t most = 0; most < 40; most += 13)
        CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], a, snapshot_memory[2], b, most, note,
                                   NULL),
                 all);
    CHECK(line_count <= 0 + 13 + 26 + 39);
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], a, snapshot_memory[2], b, 9, NULL, NULL),
             all);
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[2], b, snapshot_memory[0], a, 9, NULL, NULL),
             all);
}

SITUATION("each kind of difference is reported, and counted the same without a report")
{
    kinds_seen = 0;
    for (int grows = 0; grows <= 1; grows++) {
        twins_begin(7919, grows != 0);
        world = twin.world;
        for (unsigned steps = 2; steps < 30; steps += 3) {
            const size_t a = snapshot_save_to(world, 0);
            CHECK_EQ(diff(a), 0);
            twins_play(steps);
            check_counts(a, snapshot_save_to(world, 2));
            CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], a));
            CHECK_EQ(diff(a), 0);
            twins_play(3);
        }
    }
    for (int kind = TRP_DIFFERS_TIME; kind <= TRP_DIFFERS_REGION; kind++)
        CHECK(kind == TRP_DIFFERS_FIELD || (kinds_seen & 1u << kind) != 0);
}

SITUATION("what is no whole snapshot has no differences")
{
    set_up("game");
    const size_t bytes = snapshot_save_to(world, 0);
    game.flag = true;
    CHECK_EQ(snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], bytes - 1, 9,
                               note, NULL),
             0);
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], bytes, snapshot_memory[0], bytes - 1, 9,
                               note, NULL),
             0);
}
