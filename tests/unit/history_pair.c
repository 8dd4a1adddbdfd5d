#include "history_pair.h"

history_pair pair;

static _Alignas(TRP_ALIGNMENT) unsigned char memory[HISTORY_PAIR_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char whole_memory[4 * HISTORY_PAIR_BYTES];

trp_result history_pair_open(trp_history_kind kind, size_t bytes, size_t room, uint32_t every)
{
    pair.past = (trp_history){0};
    return trp_history_open(&pair.past, pair.world,
                            &(trp_history_desc){.memory = memory,
                                                .bytes = bytes,
                                                .kind = kind,
                                                .keyframe_every = every,
                                                .room = room,
                                                .hashes = true});
}

void history_pair_open_whole(void)
{
    pair.whole = (trp_history){0};
    CHECK_OK(trp_history_open(
        &pair.whole, pair.world,
        &(trp_history_desc){.memory = whole_memory, .bytes = sizeof whole_memory, .hashes = true}));
}

void history_pair_check(uint64_t tick)
{
    size_t bytes = 0;
    size_t whole_bytes = 0;
    const unsigned char *made =
        (const unsigned char *)trp_history_snapshot(&pair.past, tick, &bytes);
    const unsigned char *then =
        (const unsigned char *)trp_history_snapshot(&pair.whole, tick, &whole_bytes);
    size_t differing = 0;
    CHECK(made != NULL && then != NULL);
    CHECK_EQ(bytes, whole_bytes);
    for (size_t i = 0; i < bytes; i++)
        differing += made[i] != then[i];
    CHECK_EQ(differing, 0);
}

void history_pair_save(void)
{
    CHECK_OK(trp_history_save(&pair.whole));
    CHECK_OK(trp_history_save(&pair.past));
    CHECK_EQ(trp_history_last(&pair.past), trp_world_ticks(pair.world));
}

void history_pair_close(void)
{
    CHECK_OK(trp_history_close(&pair.past));
    CHECK_OK(trp_history_close(&pair.whole));
}
