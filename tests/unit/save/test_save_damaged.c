/*
 * Arbitrary bytes with a valid checksum: impossible content is refused and changes nothing,
 * possible content gives a valid world.
 */
#include "../save_edited.h"

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
    edited_end();
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
    edited_end();
}

SITUATION("nothing comes after the end of a save")
{
    edited_begin();
    edited.size++;
    CHECK(!edited_loads());
    CHECK(situation_text_has(save_problem, "after the end"));
    trp__set64(edited.bytes + edited_from.size - 16, 9);
    CHECK(!edited_loads());
    CHECK(situation_text_has(save_problem, "after the end"));
    edited_end();
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
    edited_end();
}

/* The offset of the number of a pool's slots. */
static size_t room_at(uint32_t number)
{
    const trp__saved_pool pool = edited_pool(number);
    trp__reader type = trp__read_from(edited_from.bytes, pool.type, edited_from.size);

    (void)trp__read_type(&type, 1);
    return type.at;
}

SITUATION("pools of a save have too many slots")
{
    uint32_t others = 0;

    edited_begin();
    for (uint32_t i = SMALL_OTHERS; i <= SMALL_ELDERS; i++)
        edited_set_32(room_at(i), TRP_MAX_SLOTS - 1);
    edited_is_refused("too many");
    for (uint32_t i = SMALL_GUARDS; i < SMALL_POOLS; i++)
        others += edited_pool(i).room;
    others -= edited_pool(SMALL_YOUNG).room;
    edited_set_32(room_at(SMALL_YOUNG), TRP_MAX_SLOTS - others + 1);
    edited_is_refused_at(TRP_ERR_DAMAGED, edited_pool(SMALL_YOUNG).at,
                         "pool young: there are too many slots");
    edited_set_32(room_at(SMALL_YOUNG), TRP_MAX_SLOTS - others); /* but its chunks are others */
    edited_is_refused_at(TRP_ERR_DAMAGED, edited_pool(SMALL_YOUNG).at,
                         "pool young: its chunks of memory are impossible");
    edited_end();
}

SITUATION("members and timers of a save are where they cannot be")
{
    trp__saved_chunk chunk;

    edited_begin();
    size_t first = edited_rows(TRP__SAVE_GROUP, 0);
    edited_set_32(first, edited_pool(SMALL_OTHERS).base + 11); /* such a slot may exist some day */
    CHECK(edited_loads());
    edited_set_32(first, edited_pool(SMALL_OTHERS).base + 2); /* its chunk was returned */
    CHECK(edited_loads());
    memcpy(&edited, &edited_from, sizeof edited);
    CHECK(trp__chunk_after(edited_from.bytes, edited_from.size, TRP__SAVE_HEAD, TRP__SAVE_TIMERS,
                           &chunk));
    while (trp__get32(edited_from.bytes + chunk.end - 2 * 16 - 8) != 2) /* there are timers */
        CHECK(trp__chunk_after(edited_from.bytes, edited_from.size, chunk.end, TRP__SAVE_TIMERS,
                               &chunk));
    edited_set_32(chunk.end - 16, trp__get32(edited_from.bytes + chunk.end - 32));
    edited_is_loaded(); /* the second one is left out */
    edited_end();
}
