/*
 * Arbitrary bytes with a valid checksum: impossible content is refused and changes nothing,
 * possible content gives a valid world.
 */
#include "../forged.h"

#include <string.h>

SITUATIONS(save_damaged);

static void swallow(const char *text, void *arg)
{
    *(size_t *)arg += strlen(text);
}

/* Makes all other queries of it, too. */
static void read_changed(void)
{
    trp_save_info info;
    size_t size = 0;

    (void)trp_print_save(edited.bytes, edited.size, swallow, &size);
    (void)trp_save_read_info(edited.bytes, edited.size, &info);
    (void)trp_save_find_chunk(edited.bytes, edited.size, "options", &size);
}

SITUATION("any byte of a save is another")
{
    static const unsigned char values[] = {0x00, 0xFF};
    unsigned loaded = 0;
    unsigned refused = 0;

    edited_begin();
    for (size_t at = 0; at < edited_from.size - 8; at++)
        for (unsigned i = 0; i < 3 && !situation_leaves_out((unsigned long)at); i++) {
            const unsigned char byte = edited_from.bytes[at];
            edited.bytes[at] = i < 2 ? values[i] : (unsigned char)(byte + 1);
            loaded += edited_loads();
            if (i != 0)
                read_changed();
            refused += save_problems != 0;
            save_problems = 0;
            edited.bytes[at] = byte;
        }
    CHECK(loaded > situation_rounds(100) && refused > situation_rounds(500));
    situation_cases("saves one byte of which is another", loaded + refused);
}

SITUATION("any chunk of a save is longer or shorter")
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    unsigned refused = 0;

    edited_begin();
    while (trp__chunk_at(edited_from.bytes, edited_from.size, chunk.end, &chunk) &&
           chunk.tag != TRP__SAVE_END)
        for (int by = 4; by > -(int)(chunk.end - chunk.from); by--) {
            if (by < -50 && situation_leaves_out((unsigned long)-by))
                continue;
            memcpy(&edited, &edited_from, sizeof edited);
            edited_resize(by > 0 ? chunk.end : chunk.end - (size_t)-by, by);
            refused += !edited_loads();
            read_changed();
        }
    CHECK(refused > 200);
}

SITUATION("nothing comes after the end of a save")
{
    edited_begin();
    edited.size++;
    edited_is_refused("after the end");
    edited.size++;
    edited_set_64(edited_from.size - 16, 9);
    edited_is_refused("after the end");
}

/* Damage that takes more than one change */

SITUATION("slots of a save are in no list")
{
    edited_begin();
    trp__saved_pool others = edited_pool(SMALL_OTHERS);
    trp__saved_pool young = edited_pool(SMALL_YOUNG);
    uint32_t slot = edited_slot(&others, TRP__SAVED_ACTIVE);
    edited_set_state(&others, slot, TRP__SAVED_QUARANTINED); /* not listed */
    memmove(edited.bytes + edited_place(others.records),
            edited.bytes + edited_place(others.records) + others.record,
            edited_from.size - edited_place(others.records) - others.record);
    edited.size -= others.record;
    trp__set64(edited.bytes + others.at - 8,
               trp__get64(edited.bytes + others.at - 8) - others.record);
    CHECK(edited_loads()); /* it is free */
    edited = edited_from;
    slot = edited_slot(&young, TRP__SAVED_RETIRED);
    edited_set_32(edited_place(young.generations) + 4 * (size_t)slot, 7);
    edited_is_refused("it cannot be read");
    slot = edited_slot(&young, TRP__SAVED_EXPIRED);
    edited_set_32(edited_place(young.generations) + 4 * (size_t)slot, 0);
    CHECK(edited_loads()); /* its last life */
}

SITUATION("pools of a save have too many slots")
{
    FORGE({"POOL 2 room: set32 0xFFFFFF; POOL 3 room: set32 0xFFFFFF", TRP_ERR_DAMAGED,
           "POOL 2 from", "pool guards: there are too many slots"},
          {"POOL 5 room: set32 0x1000001-room 1-room 2-room 3-room 4", TRP_ERR_DAMAGED,
           "POOL 5 from", "pool young: there are too many slots"},
          /* but its chunks are others */
          {"POOL 5 room: set32 0x1000000-room 1-room 2-room 3-room 4", TRP_ERR_DAMAGED,
           "POOL 5 from", "pool young: its chunks of memory are impossible"});
}

/* A slot that may exist some day, one whose chunk was returned; the same slot twice. */
SITUATION("members and timers of a save are where they cannot be")
{
    FORGE({"GROUP rows: set32 base 2+11"}, {"GROUP rows: set32 base 2+2"},
          {"TIMERS end-16: set32 (TIMERS end-32)"});
}
