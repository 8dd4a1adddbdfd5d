/*
 * Content of a save that cannot be, continued: pools, their slots and their chunks of memory.
 */
#include "../forged.h"

#include <string.h>

SITUATIONS(save_pools);

SITUATION("a pool of a save cannot be read")
{
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        edited_begin();
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t records = pool.counts[TRP__SAVED_ASLEEP] + pool.counts[TRP__SAVED_ACTIVE] +
                                 pool.counts[TRP__SAVED_EXPIRED];
        char changes[2][60] = {"POOL # records-1+", "POOL # records+"};
        situation_text_number(changes[0] + 17, 12, pool.record * records);
        situation_text_number(changes[1] + 15, 12, pool.record * records);
        situation_text_add(changes[0], 60, ": less 1");
        situation_text_add(changes[1], 60, ": more 1");
        FORGE({changes[0], TRP_ERR_DAMAGED, "POOL # from", "pool ?: it cannot be read", number,
               number},
              {changes[1], TRP_ERR_DAMAGED, NULL, NULL, number, number});
    }
    FORGE({"POOL # room: set32 (POOL # used)-1", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: it cannot be read", 1, 5},
          {"POOL # room: set32 0x1000001", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # grown: set32 (POOL # chunk_count)+1", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # from+11: less 1", TRP_ERR_DAMAGED, NULL, NULL, 0, 0},
          {"POOL # from+12: more 1"} /* a transient pool ends early */);
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        edited_begin();
        edited_set_8(edited_pool(number).at + 1, 0); /* in its name */
        edited_is_refused("it cannot be read");
    }
}

/* The pool, and the one whose segment it shares: its number, after its name and its kind. */
SITUATION("the segment of a pool of a save cannot be")
{
    FORGE({"POOL # from+9: set32 1", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: no pool before it has the order that it shares", 0, 0},
          {"POOL # from+9: set32 2", TRP_ERR_DAMAGED, NULL, NULL, 1, 1},
          {"POOL # from+9: set32 0", TRP_ERR_DAMAGED, NULL, NULL, 1, 1},
          {"POOL # from+8: set32 4", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # from+8: set32 6", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # from+8: set32 0xFF", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL 2 from+9: set32 1"} /* with and without an order */);
}

/* States of slots, and whether their generation is 0. */
SITUATION_FOR("slots of a save cannot be", unsigned, number, SMALL_GUARDS, SMALL_POOLS - 1)
{
    static const bool may_be_zero[] = {
        [TRP__SAVED_RETIRED] = true, [TRP__SAVED_ABSENT] = true, [TRP__SAVED_EXPIRED] = true};

    edited_begin();
    const trp__saved_pool pool = edited_pool(number);
    for (unsigned slot = 0; slot < pool.used; slot++) {
        const unsigned state = pool.states[slot];
        char changes[2][60] = {"POOL # generations+4*", "POOL # states+"};
        situation_text_number(changes[0] + 21, 8, slot);
        situation_text_number(changes[1] + 14, 8, slot);
        situation_text_add(changes[0], 60, state == TRP__SAVED_RETIRED ? ": set32 1" : ": set32 0");
        situation_text_add(changes[1], 60, ": set8 ");
        situation_text_number(changes[1] + strlen(changes[1]), 8, TRP__SAVED_STATES);
        const bool is_right = state != TRP__SAVED_RETIRED && may_be_zero[state];
        FORGE({changes[0], is_right ? TRP_OK : TRP_ERR_DAMAGED, "POOL # from",
               "pool ?: it cannot be read", number, number},
              {changes[1], TRP_ERR_DAMAGED, "POOL # from", "pool ?: it cannot be read", number,
               number});
    }
}

/* Not a number, less than zero, infinite. */
SITUATION("scales and intervals of a save cannot be")
{
    CHECK_EQ(TRP_MAX_INTERVAL, 65535);
    FORGE({"POOL # scale: set32 0x7FC00000", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: a scale or an interval is impossible", 1, 5},
          {"POOL # scale: set32 0x80000001", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # scale: set32 0x7F800000", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # low_for: set32 0x7FC00000", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # low_for: set32 0x80000001", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # low_for: set32 0x7F800000", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # every: set32 65536", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # wanted: set32 65536", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # every: set32 65535; POOL # wanted: set32 65535; POOL # turn: set32 65534",
           .from = 1, .last = 5},
          {"POOL # every: set32 3; POOL # turn: set32 3", TRP_ERR_DAMAGED, NULL, NULL, 1, 5},
          {"POOL # every: set32 0; POOL # turn: set32 1", TRP_ERR_DAMAGED, NULL, NULL, 1, 5});
}

/* The pool of the others has chunks that were added, of which the second one was returned; that of
 * the young does not grow; that of the elders has a returned chunk, but no slot in it. An entry is a
 * generation and whether the chunk was returned. */
SITUATION("chunks of memory of a save cannot be, nor more or fewer of them")
{
    FORGE({"POOL # first_count: set32 0", TRP_ERR_DAMAGED, "POOL # from",
           "pool ?: its chunks of memory are impossible", 2, 2},
          {"POOL # first_count: set32 room 2+1", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # first_count: set32 room 5+1", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # first_count: set32 room 5+2", TRP_ERR_DAMAGED, NULL, NULL, 5, 5},
          {"POOL # chunks: set32 0", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+5: set32 0", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+4: set8 1", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+9: set8 0", TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks: more 5; POOL # chunks: set8 1; POOL # chunk_count: add 1",
           TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+5*(POOL 2 chunk_count)-5: less 5; POOL # chunk_count: add -1",
           TRP_ERR_DAMAGED, NULL, NULL, 2, 2},
          {"POOL # chunks+4: set8 0", TRP_ERR_DAMAGED, NULL, NULL, 3, 3});
}

SITUATION("absent slots of a save form no chunk")
{
    edited_begin();
    const trp__saved_pool young = edited_pool(SMALL_YOUNG), others = edited_pool(SMALL_OTHERS);
    /* a single slot, of a pool without returned chunks */
    edited_set_state(&young, edited_slot(&young, TRP__SAVED_RETIRED), TRP__SAVED_ABSENT);
    edited_is_refused("pool young: its chunks of memory are impossible");
    for (uint32_t slot = 2; slot < 4; slot++) { /* all slots of a chunk but one */
        CHECK_EQ(others.states[slot], TRP__SAVED_ABSENT);
        CHECK_EQ(trp__get32(others.generations + 4 * (size_t)slot), 0); /* no bytes are left over */
        edited_set_state(&others, slot, TRP__SAVED_RETIRED);
        edited_is_refused("pool guards: its chunks of memory are impossible");
    }
}

/* A guard's record has 40 bytes: box, id, friend_of, weapon, title, is_set, end. One is active, one
 * sleeps, one has expired. */
SITUATION("values of a save cannot be")
{
    FORGE({"POOL 1 records+40*#+35: set8 2", TRP_ERR_VALUE, "POOL 1 records+40*#+35",
           "pool guards: field is_set: its value does not fit into the present field", 0, 2},
          {"POOL 1 records+35: set8 1"},
          {"POOL 1 records+40+28: set32 3", TRP_ERR_VALUE, "POOL 1 records+68",
           "pool guards: field weapon: its choice is not in the file's table"},
          {"POOL 1 records+40+28: set32 2"});
}

/* Text has no checks of its own but these. */

static void swallow(const char *text, void *arg)
{
    CHECK(text != NULL);
}

static trp_result print(void)
{
    save_mend_sum(&edited);
    trp_result result = trp_print_save(edited.bytes, edited.size, swallow, NULL);
    memcpy(&edited, &edited_from, sizeof edited);
    return result;
}

SITUATION("pools of a save cannot be printed")
{
    edited_begin();
    CHECK_OK(print());
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t slot = edited_slot(&pool, TRP__SAVED_ACTIVE);
        edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_STATES);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
        edited_set_8(edited_place(pool.states) + slot, TRP__SAVED_FREE);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED); /* a record too many */
    }
    for (unsigned number = SMALL_OTHERS; number <= SMALL_YOUNG; number += 3) /* one more */
    {
        const trp__saved_pool pool = edited_pool(number);
        const uint32_t state = number == SMALL_YOUNG ? TRP__SAVED_FREE : TRP__SAVED_ABSENT;
        edited_set_8(edited_place(pool.states) + edited_slot(&pool, state), TRP__SAVED_ACTIVE);
        CHECK_RESULT(print(), TRP_ERR_DAMAGED);
    }
}
