/* Each damaged byte of a snapshot, and each truncation. */
#include "../../../src/state/state.h" /* where the structure ends */
#include "../snapshot_small.h"
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(snapshot_damaged);

SITUATION("each damaged byte of a sealed snapshot is found")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    CHECK_OK(trp_snapshot_seal(snapshot_memory[0], bytes));
    CHECK_OK(trp_snapshot_seal(snapshot_memory[0], bytes));
    snapshot_small_go_on();
    const uint64_t now = trp_hash_world(small.world);
    for (size_t i = 0; i < bytes; i++)
        for (int bit = 0; bit < 8; bit += 7) {
            snapshot_memory[0][i] ^= (unsigned char)(1 << bit);
            CHECK_RESULT(trp_snapshot_check(small.world, snapshot_memory[0], bytes, NULL),
                         TRP_ERR_DAMAGED);
            CHECK_MISUSE(small.world, snapshot_small_restore(bytes), TRP_ERR_DAMAGED);
            snapshot_memory[0][i] ^= (unsigned char)(1 << bit);
        }
    CHECK_EQ(trp_hash_world(small.world), now);
    CHECK_OK(snapshot_small_restore(bytes));
}

/* Exchanges two words. Returns whether they differ. */
static bool exchange_words(unsigned char *word, size_t step)
{
    bool is_different = false;
    for (size_t i = 0; i < 8; i++) {
        const unsigned char byte = word[i];
        is_different |= byte != word[i + step];
        word[i] = word[i + step];
        word[i + step] = byte;
    }
    return is_different;
}

/* beside each other, or with three between them */
SITUATION("exchanged words of a sealed snapshot are noticed")
{
    snapshot_small_begin();
    unsigned char *const memory = snapshot_memory[0];
    const size_t bytes = snapshot_small_save();
    CHECK_OK(trp_snapshot_seal(memory, bytes));
    for (size_t step = 8; step <= 32; step += 24)
        for (size_t at = 0; at + step + 8 <= bytes; at += 8) {
            const bool is_different = exchange_words(memory + at, step);
            CHECK_EQ(trp_snapshot_check(small.world, memory, bytes, NULL) != TRP_OK, is_different);
            exchange_words(memory + at, step);
        }
}

/* The highest bits of two bytes at a distance of whole words: where they are signs of floats, the
 * mistake is a likely one. */
SITUATION("two changed signs in a sealed snapshot are noticed")
{
    static const size_t distances[] = {8, 16, 24, 32, 40, 64, 96, 128, 256};
    unsigned char *memory = snapshot_memory[0];

    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    CHECK_OK(trp_snapshot_seal(memory, bytes));
    for (size_t first = 3; first < bytes; first += 4)
        for (unsigned i = 0; i < sizeof distances / sizeof *distances; i++) {
            const size_t second = first + distances[i];
            if (second >= bytes)
                break;
            memory[first] ^= 0x80;
            memory[second] ^= 0x80;
            CHECK_RESULT(trp_snapshot_check(small.world, memory, bytes, NULL), TRP_ERR_DAMAGED);
            memory[first] ^= 0x80;
            memory[second] ^= 0x80;
        }
    CHECK_OK(trp_snapshot_check(small.world, memory, bytes, NULL));
}

SITUATION("each cut of a snapshot is found")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    snapshot_small_go_on();
    const uint64_t now = trp_hash_world(small.world);
    for (size_t left = 0; left < bytes; left++)
        CHECK_MISUSE(small.world, snapshot_small_restore(left), TRP_ERR_DAMAGED);
    CHECK_EQ(trp_hash_world(small.world), now);
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_OK(snapshot_small_restore(bytes + 100));
}

/* Payloads have no checksum: their content is restored as it is, and the world is valid. */
SITUATION("no damaged byte of a snapshot without a seal breaks the world")
{
    snapshot_small_begin();
    size_t bytes = snapshot_small_save();
    unsigned long refused = 0;
    for (size_t i = 0; i < bytes; i++) {
        const uint64_t before = trp_hash_world(small.world);
        snapshot_memory[0][i] ^= 0x40;
        if (snapshot_small_restore(bytes) != TRP_OK) {
            refused++;
            CHECK_EQ(trp_hash_world(small.world), before);
        } else {
            trp_update_all(small.world, 1);
            for (trp_actor *at = trp_first(small.world); at != NULL; at = trp_next(small.world, at))
                trp_state_of(small.world, at);
        }
        snapshot_memory[0][i] ^= 0x40;
        CHECK_OK(snapshot_small_restore(bytes));
        CHECK_VALID(small.world);
    }
    CHECK(refused > bytes / 2);
#if !defined(TRP_DEBUG) || !TRP_DEBUG /* TRP_DEBUG seals every snapshot */
    CHECK(refused < bytes);
#endif
}

/* No save has failed there. */
SITUATION("memory of zeros is not that of a save that failed")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    memset(snapshot_memory[0], 0, bytes);
    CHECK_MISUSE(small.world, snapshot_small_restore(bytes), TRP_ERR_DAMAGED);
    CHECK(told.message[0] == '\0' || !situation_text_has(told.message, "failed"));
}

static _Alignas(TRP_ALIGNMENT) unsigned char twin_image[TWIN_BYTES];

/* Some bytes behind the structure, at random; the same again undoes it. */
static void damage(uint32_t seed, size_t bytes)
{
    const uint32_t from = (uint32_t)((const trp__image *)(const void *)twin_image)->structure;

    for (uint32_t left = 1 + seed % 4; left > 0; left--) {
        const uint32_t at = from + stage_random(&seed, (uint32_t)bytes - from);
        twin_image[at] ^= (unsigned char)(1 + stage_random(&seed, 255));
    }
}

/* What the damaged bytes are to the game, the game would have to tell. */
static void restore_damaged(uint32_t seed, size_t bytes)
{
    damage(seed, bytes);
    if (trp_snapshot_restore(twin.world, twin_image, bytes) == TRP_OK) {
        trp_hash_world(twin.world);
        trp_update_all(twin.world, 1);
        for (trp_actor *at = trp_first(twin.world); at != NULL; at = trp_next(twin.world, at))
            trp_state_of(twin.world, at);
    }
    damage(seed, bytes);
    CHECK_OK(trp_snapshot_restore(twin.world, twin_image, bytes));
    CHECK_VALID(twin.world);
}

SITUATION_FOR("no damaged byte without a seal breaks a world with all modules", uint32_t, seed, 1,
              situation_rounds(6))
{
    size_t bytes = 0;
    twins_begin(seed, seed % 2 == 0);
    twins_play(60);
    CHECK_OK(trp_snapshot_save(twin.world, twin_image, TWIN_BYTES, &bytes));
    for (uint32_t i = 0; i < 300; i++)
        restore_damaged(seed * 1000 + i, bytes);
}
