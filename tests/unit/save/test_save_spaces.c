/*
 * Content of a save that cannot be, continued: spaces and timers.
 */
#include "../save_edited.h"

SITUATIONS(save_spaces);

static void refuse(size_t at, const char *words)
{
    edited_is_refused_at(TRP_ERR_DAMAGED, at, words);
}

/* Spaces */

enum {
    MEMBER = 60 /* bytes */
};

/* The fields of a member, each at an offset, that cannot be: it is left out. */
SITUATION("members of spaces of a save cannot be")
{
    edited_begin();
    size_t at = edited_rows(TRP__SAVE_SPACE, 0);
    uint32_t count = trp__get32(edited.bytes + at - 8);
    CHECK(count >= 3);
    for (size_t i = 0; i < count; i++) {
        const size_t member = at + MEMBER * i;
        edited_set_32(member, edited_pool(SMALL_YOUNG).base + 7);
        edited_is_loaded();
        if (i > 0) {
            edited_set_32(member, trp__get32(edited.bytes + member - MEMBER)); /* twice */
            edited_is_loaded();
        }
        for (size_t bits = 4; bits <= 8; bits += 4) {
            edited_set_32(member + bits, 0); /* no category, no mask */
            edited_is_loaded();
        }
        for (size_t edge = 12; edge < MEMBER; edge += 4) {
            edited_set_32(member + edge, 0x7FC00000); /* no number */
            edited_is_loaded();
        }
    }
    edited_end();
}

/* A free slot, or none. */
SITUATION("no actor is a member of a space of a save")
{
    edited_begin();
    trp__saved_pool heirs = edited_pool(SMALL_HEIRS);
    size_t at = edited_rows(TRP__SAVE_SPACE, 0);
    uint32_t count = trp__get32(edited.bytes + at - 8);
    size_t last = at + MEMBER * (size_t)(count - 1);
    uint32_t index = trp__get32(edited.bytes + last);
    for (uint32_t other = heirs.base + heirs.counts[TRP__SAVED_ACTIVE]; other <= TRP_MAX_SLOTS;
         other += TRP_MAX_SLOTS / 2) {
        CHECK(other > index);
        edited_set_32(last, other);
        edited_is_loaded();
    }
    edited_end();
}

/* Edges of boxes: the second one of an axis is negated. */
SITUATION("boxes of spaces of a save cannot be")
{
    static const char words[] = "space field: its number of rows is wrong";

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_SPACE, 0);
    size_t at = edited_rows(TRP__SAVE_SPACE, 0);
    for (size_t box = 12; box < MEMBER; box += 16)
        for (size_t edge = 0; edge < 8; edge += 4) {
            const size_t first = at + box + edge;
            edited_set_32(first, 0x3F800000);
            edited_set_32(first + 8, 0xBF800000);
            edited_is_loaded(); /* from 1 to 1 */
            edited_set_32(first, 0x3F800001);
            edited_set_32(first + 8, 0xBF800000);
            edited_is_loaded();
        }
    edited_resize(chunk.end, 1);
    refuse(at, words);
    edited_resize(chunk.end - 1, -1);
    refuse(at, words);
    edited_add_32(at - 8, 1);
    refuse(at, words);
    edited_add_32(at - 8, -1);
    refuse(at, words);
    edited_end();
}

/* Timers: 16 bytes each */

enum { TIMER = 16 };

static void refuse_timers(size_t at, const char *name)
{
    char words[64] = "timers ";

    situation_text_add(words, sizeof words, name);
    situation_text_add(words, sizeof words, ": its number of rows is wrong");
    refuse(at, words);
}

/* The table with this many timers. */
static size_t table_with(uint32_t timers)
{
    for (unsigned number = 0;; number++) {
        const size_t at = edited_rows(TRP__SAVE_TIMERS, number);
        if (trp__get32(edited_from.bytes + at - 8) == timers)
            return at;
    }
}

SITUATION("tables of timers of a save cannot be")
{
    edited_begin();
    size_t at = table_with(2);
    size_t end = at + 2 * (size_t)TIMER;
    for (int by = -1; by <= 1; by += 2) {
        edited_add_32(at - 8, by);
        refuse_timers(at, "");
        edited_resize(by < 0 ? end - 1 : end, by);
        refuse_timers(at, "");
    }
    for (size_t cut = at - 17; cut < at; cut++) /* its numbers are cut */
    {
        edited_resize(cut, -(int)(end - cut));
        refuse_timers(cut, "");
    }
    edited_set_8(at - 17, 0);
    edited_is_refused_at(
        TRP_ERR_VALUE, at,
        "timers : it counts ticks in the save and seconds in the game, or the reverse");
    edited_set_32(end - TIMER, trp__get32(edited.bytes + end - 2 * TIMER)); /* twice */
    edited_is_loaded();
    edited_end();
}

SITUATION("timers of a save cannot be")
{
    edited_begin();
    trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    size_t at = table_with(2);
    size_t last = at + TIMER;
    uint64_t now = trp__get64(edited.bytes + at - 16);
    edited_set_32(last, elders.base + elders.used);
    edited_is_loaded();
    edited_set_64(last + 4, now);
    edited_is_loaded();
    edited_set_64(last - TIMER + 4, now);
    edited_is_loaded();
    edited_set_64(last + 4, now + 1);
    edited_is_loaded();
    edited_set_64(last + 4, now + ((uint64_t)1 << 62));
    edited_is_loaded();
    edited_set_64(last + 4, now + ((uint64_t)1 << 62) + 1);
    edited_is_loaded();
    edited_end();
}

SITUATION("periods of timers of a save cannot be")
{
    edited_begin();
    size_t at = table_with(2);
    size_t last = at + TIMER;
    edited_set_32(last + 12, 0x3A7FFFFF); /* just below the shortest period */
    edited_is_loaded();
    edited_set_32(last + 12, 0x3A800000);
    edited_is_loaded();
    edited_set_32(last + 12, 0x4E800000);
    edited_is_loaded();
    edited_set_32(last + 12, 0x4E800001);
    edited_is_loaded();
    edited_end();
}

/* There are timers for the first slots only, and one of them is due before the clock counts on. */
SITUATION("a pool of a save grows beyond its timers")
{
    static small_world small;
    small_shape shape = small_usual();

    edited_begin();
    edited_end();
    small_begin(&small, &shape);
    trp_actor *first = trp_create(small.pools[SMALL_ELDERS], NULL);
    CHECK_OK(trp_timer_start(small.fuses[0], first, trp_seconds(0.001f)));
    for (unsigned i = 1; i < 6; i++)
        CHECK(trp_create(small.pools[SMALL_ELDERS], NULL) != NULL);
    save_world(small.world, &edited);
    CHECK_OK(trp_load(small.world, edited.bytes, edited.size, &save_load));
    CHECK_VALID(small.world);
    CHECK(trp_timer_is_running(small.fuses[0], first));
    small_end(&small);
}
