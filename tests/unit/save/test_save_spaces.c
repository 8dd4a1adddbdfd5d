/*
 * Content of a save that cannot be, continued: spaces and timers.
 */
#include "../forged.h"

SITUATIONS(save_spaces);

/* A place, and what follows it. */
static const char *with(const char *place, const char *rest)
{
    static char texts[4][80];
    static unsigned last;
    char *const text = texts[last++ % 4];

    situation_text_copy(text, sizeof texts[0], place);
    situation_text_add(text, sizeof texts[0], rest);
    return text;
}

/* Fields of members that cannot be: they are left out. A member has 68 bytes: its handle, two numbers
 * of bits, since the space sweeps, three boxes with four edges each, and whether it is hidden. */
SITUATION("members of spaces of a save cannot be")
{
    for (unsigned i = 0; i < 3; i++) {
        char member[60] = "SPACE rows+68*";
        situation_text_number(member + 14, 8, i);
        FORGE({with(member, ": set32 base 5+7")},
              {with(member, "+4*#: set32 0"), .from = 2, .last = 3}, /* no category or mask */
              {with(member, "+4*#: set32 0x7FC00000"), .from = 4, .last = 15} /* no number */);
    }
    FORGE({"SPACE rows+68*#: set32 (SPACE rows+68*#-68)", .from = 1, .last = 2} /* twice */);
}

/* A free slot, or none. */
SITUATION("no actor is a member of a space of a save")
{
    FORGE({"SPACE rows+68*(SPACE count)-68: set32 base 4+2+0x800000*#", .last = 1});
}

/* Edges of boxes: the second one of an axis is negated. They go from 1 to 1, or a little less. */
SITUATION("boxes of spaces of a save cannot be")
{
    FORGE({"SPACE rows+16+16*#: set32 0x3F800000; SPACE rows+24+16*#: set32 0xBF800000", .last = 2},
          {"SPACE rows+20+16*#: set32 0x3F800000; SPACE rows+28+16*#: set32 0xBF800000", .last = 2},
          {"SPACE rows+16+16*#: set32 0x3F800001; SPACE rows+24+16*#: set32 0xBF800000", .last = 2},
          {"SPACE rows+20+16*#: set32 0x3F800001; SPACE rows+28+16*#: set32 0xBF800000", .last = 2},
          {"SPACE end: more 1", TRP_ERR_DAMAGED, "SPACE rows",
           "space field: its number of rows is wrong"},
          {"SPACE end-1: less 1", TRP_ERR_DAMAGED}, {"SPACE count: add 1", TRP_ERR_DAMAGED},
          {"SPACE count: add -1", TRP_ERR_DAMAGED});
}

/* The first table has two timers: of 20 bytes each, with a handle, a moment and a period. Before them
 * there is the present moment. */
SITUATION("tables of timers of a save cannot be")
{
    FORGE({"TIMERS count: add -1", TRP_ERR_DAMAGED, "TIMERS rows",
           "timers: its number of rows is wrong"},
          {"TIMERS count: add 1", TRP_ERR_DAMAGED}, {"TIMERS end-1: less 1", TRP_ERR_DAMAGED},
          {"TIMERS end: more 1", TRP_ERR_DAMAGED},
          {"TIMERS count+8-#: cut", TRP_ERR_DAMAGED, "TIMERS count+8-#", NULL, 1, 25},
          {"TIMERS count-16: set64 0x4000000000000000", TRP_ERR_DAMAGED, "TIMERS rows",
           "timers: its present moment is impossible"},
          {"TIMERS count-17: set8 0", TRP_ERR_VALUE, "TIMERS rows",
           "timers: it counts ticks in the save and seconds in the game, or the reverse"},
          {"TIMERS rows+20: set32 (TIMERS rows)"} /* twice */);
}

SITUATION("timers of a save cannot be")
{
    FORGE({"TIMERS rows+20: set32 base 3+used 3"},
          {"TIMERS rows+20: set32 base 1"}, /* of another pool */
          {"TIMERS rows+28: set64 (wide TIMERS count-16)"},
          {"TIMERS rows+8: set64 (wide TIMERS count-16)"},
          {"TIMERS rows+28: set64 (wide TIMERS count-16)+1"},
          {"TIMERS rows+28: set64 (wide TIMERS count-16)+0x4000000000000000"},
          {"TIMERS rows+28: set64 (wide TIMERS count-16)+0x4000000000000001"},
          {"TIMERS rows+28: set64 0x8000000000000003"}, /* as if it stood, of no sleeper */
          {"TIMERS rows+20: set32 base 1"},             /* of other pools, or of none */
          {"TIMERS rows+20: set32 base 4"}, {"TIMERS rows+20: set32 0xFFFFFFFF"});
}

/* Just below the shortest one, and just above the longest one. */
SITUATION("periods of timers of a save cannot be")
{
    FORGE({"TIMERS rows+36: set32 0x3A7FFFFF"}, {"TIMERS rows+36: set32 0x3A800000"},
          {"TIMERS rows+36: set32 0x4E800000"}, {"TIMERS rows+36: set32 0x4E800001"});
}

/* So many members and timers are loaded if this number is the one there. */
static void check_loaded(size_t at, uint32_t number, uint32_t members, uint32_t running)
{
    edited_set_32(at, number);
    edited_load();
    CHECK_EQ(trp_space_info(edited_world.spaces[0]).count, members);
    for (uint32_t slot = 0; slot < 3; slot++) {
        const trp_actor *actor = trp_pool_at(edited_world.pools[SMALL_ELDERS], slot);
        running -= trp_timer_is_running(edited_world.fuses[0], actor);
    }
    CHECK_EQ(running, 0);
    edited = edited_from;
}

SITUATION("members without bits or boxes and timers with impossible periods are left out of a load")
{
    edited_begin();
    const size_t member = edited_rows(TRP__SAVE_SPACE, 0).rows.at;
    const size_t timer = edited_rows(TRP__SAVE_TIMERS, 0).rows.at;
    const uint32_t all = (uint32_t)edited_rows(TRP__SAVE_SPACE, 0).count;
    check_loaded(member + 8, 1, all, 2);
    check_loaded(member + 8, 0, all - 1, 2);
    check_loaded(member + 8, 0x80000000, all, 2);
    check_loaded(member + 12, 0, all - 1, 2);
    check_loaded(member + 12, 0x80000000, all, 2);
    for (size_t edge = 16; edge < 64; edge += 4)
        check_loaded(member + edge, 0x7FC00000, all - 1, 2);
    check_loaded(timer + 36, 0x3A7FFFFF, all, 1);
    check_loaded(timer + 36, 0x3A800000, all, 2);
    check_loaded(timer + 36, 0x4E800000, all, 2);
    check_loaded(timer + 36, 0x4E800001, all, 1);
}

/* There are timers for the first slots only, and one of them is due before the clock counts on. */
SCRIPT("a pool of a save grows beyond its timers",
       "grows; pool described 3 grow 10; timers 0 seconds; new 1; start 0 1 0.001; new 2-6; file; "
       "load; running 0 1");

SCRIPT("a contact of one that has left its space lies in a slot for which another has no row yet",
       "grows; pool described 1 grow 9; space; contacts 8; put 1 0; put 2 1; put 3 2; contacts 8; "
       "part 3; file; another; pool described 1 grow 9; space; contacts 8; load; go; contacts 8; "
       "= e1&3 e2&3 y1&2; contacts 8; = y1&2");

SCRIPT(
    "a timer that stands still with its sleeper stands in a save",
    "pool described lifetime seconds stops; timers 0 seconds; new 1 2; start 0 1 5; start 0 2 6; "
    "tick; sleep 1; tick; file; another; pool described lifetime seconds stops; timers 0 "
    "seconds; load; left 0 1 4; left 0 2 4; tick; left 0 1 4; left 0 2 3; wake 1; tick; left 0 1 "
    "3");
