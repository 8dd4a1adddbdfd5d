/*
 * Histories of all kinds beside snapshots that are kept apart, of a game that calls anything: each
 * tick is the same in all of them, to the byte.
 */
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(history_random);

enum {
    KINDS = 3,
    KEPT = 32,
    TICKS = 120,
    IS_SMALL = STAGE_HEAP_BYTES < 16u * 1024u * 1024u,
    ROOM = IS_SMALL ? 16 : TWIN_BYTES,
    BYTES = IS_SMALL ? 16 : 1 << 22
};

/* What a snapshot says of a tick. */
typedef struct kept_tick {
    uint64_t tick;
    uint64_t hash;
    size_t bytes;
    _Alignas(TRP_ALIGNMENT) unsigned char image[ROOM];
} kept_tick;

static kept_tick kept[KEPT];
static _Alignas(TRP_ALIGNMENT) unsigned char memory[KINDS][BYTES];
static trp_history past[KINDS];

static const kept_tick *kept_at(uint64_t tick)
{
    return &kept[tick % KEPT];
}

static trp_result open(trp_history_kind kind, size_t bytes, size_t room, uint32_t every)
{
    past[kind] = (trp_history){0};
    return trp_history_open(&past[kind], twin.world,
                            &(trp_history_desc){.memory = memory[kind],
                                                .bytes = bytes,
                                                .kind = kind,
                                                .keyframe_every = every,
                                                .room = room});
}

static void keep(void)
{
    kept_tick *at = &kept[trp_world_ticks(twin.world) % KEPT];

    at->tick = trp_world_ticks(twin.world);
    at->hash = trp_hash_world(twin.world);
    CHECK_OK(trp_snapshot_save(twin.world, at->image, ROOM, &at->bytes));
}

static void check_state(trp_history *history, const kept_tick *at)
{
    size_t bytes = 0;
    const void *then = trp_history_snapshot(history, at->tick, &bytes);

    CHECK(then != NULL);
    CHECK_EQ(bytes, at->bytes);
    CHECK(memcmp(then, at->image, bytes) == 0);
}

static void check_now(const kept_tick *at)
{
    CHECK_EQ(trp_world_ticks(twin.world), at->tick);
    CHECK_EQ(trp_hash_world(twin.world), at->hash);
    CHECK_VALID(twin.world);
}

/* Goes back to a tick, in each way. */
static void go_to(const kept_tick *at)
{
    for (int kind = 0; kind < KINDS; kind++) {
        check_state(&past[kind], at);
        CHECK_OK(trp_history_restore(&past[kind], at->tick));
        check_now(at);
    }
    CHECK_OK(trp_snapshot_restore(twin.world, at->image, at->bytes));
    check_now(at);
}

/* From the tick that it went back to, the game goes on, and tells the same again. */
SITUATION("all kinds of histories have the same ticks, and go on from any of them")
{
    for (uint32_t seed = situation_rounds(60); seed > 0; seed--) {
        uint32_t back = seed;
        twins_begin(seed * 7919, seed % 2 == 0);
        memset(kept, 0xFF, sizeof kept);
        for (int kind = 0; kind < KINDS; kind++)
            CHECK_OK(open((trp_history_kind)kind, BYTES, ROOM, 2 + seed % 9));
        for (uint32_t step = 0; step < TICKS; step++) {
            keep();
            for (int kind = 0; kind < KINDS; kind++)
                CHECK_OK(trp_history_save(&past[kind]));
            const uint64_t now = trp_world_ticks(twin.world), far = stage_random(&back, KEPT - 1);
            if (stage_random(&back, 6) == 0 && far <= now && kept_at(now - far)->tick == now - far)
                go_to(kept_at(now - far));
            twins_forget();
            twins_play(1);
        }
        for (int kind = 0; kind < KINDS; kind++) {
            CHECK_RESULT(trp_history_restore(&past[kind], TICKS + 1), TRP_GONE);
            CHECK_OK(trp_history_close(&past[kind]));
            CHECK_RESULT(trp_history_close(&past[kind]), TRP_GONE);
        }
    }
}

/* Little memory: each state in it is right, and the newest is in it, or the save says that there is
 * no room. */
SITUATION("a history keeps the newest states that fit")
{
    unsigned number = 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (uint32_t part = 1; part < 40; part += 3) {
            if (situation_leaves_out(number++))
                continue;
            twins_begin(part * 31, false);
            twins_play(20);
            const size_t one = (trp_snapshot_bytes(twin.world, NULL) + 15) / 16 * 16;
            const size_t ring = part * one / 6 / 16 * 16, room = 2 * one;
            const bool is_whole = kind == TRP_HISTORY_WHOLE;
            CHECK_OK(open((trp_history_kind)kind,
                          is_whole ? ring : 3 * room + (ring < room ? room : ring),
                          is_whole ? 0 : room, 5));
            past[kind].desc.bytes = ring;
            for (uint32_t step = 0; step < KEPT - 1; step++) {
                keep();
                const trp_result result = trp_history_save(&past[kind]);
                const uint64_t now = trp_world_ticks(twin.world);
                if (result != TRP_OK)
                    CHECK_RESULT(result, TRP_ERR_MEMORY);
                else
                    CHECK_EQ(trp_history_last(&past[kind]), now);
                for (uint32_t i = 0; result == TRP_OK && i < trp_history_info(&past[kind]).count;
                     i++)
                    check_state(&past[kind], kept_at(now - i));
                twins_forget();
                twins_play(1);
            }
            CHECK_OK(trp_history_close(&past[kind]));
        }
}
