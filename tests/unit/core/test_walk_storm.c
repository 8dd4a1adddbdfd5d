#include "../../model/table/walk_storm.h"
#include "../stage.h"

static void storm_of(unsigned kind)
{
    static const uint32_t densities[] = {3, 20, 45};
    unsigned long visits = 0;
    for (uint32_t i = 0; i < 3; i++)
        visits += storm_run(&(storm_desc){.kind = &scene_kinds[kind],
                                          .seed = 77 + 1000 * i + kind,
                                          .walks = situation_rounds(700),
                                          .density = densities[i]});
    situation_cases("visits in a storm", visits);
}

static void memory(void)
{
    storm_of(0);
}
static void newest(void)
{
    storm_of(1);
}
static void oldest(void)
{
    storm_of(2);
}
static void same_walk(void)
{
    storm_of(3);
}
static void newest_joined(void)
{
    storm_of(4);
}
static void oldest_joined(void)
{
    storm_of(5);
}
static void same_walk_joined(void)
{
    storm_of(6);
}
static void silent(void)
{
    storm_of(7);
}

const situation walk_storm_situations[] = {
    {"a storm in memory order", memory},
    {"a storm newest first", newest},
    {"a storm oldest first", oldest},
    {"a storm oldest first with same-walk newborns", same_walk},
    {"a storm newest first in a joined segment", newest_joined},
    {"a storm oldest first in a joined segment", oldest_joined},
    {"a storm with same-walk newborns in a joined segment", same_walk_joined},
    {"a storm in memory order without callbacks", silent},
};
const unsigned walk_storm_situation_count =
    sizeof walk_storm_situations / sizeof walk_storm_situations[0];
