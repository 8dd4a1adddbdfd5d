#include "../../model/table/walk_storm.h"
#include "../stage.h"

SITUATIONS(walk_storm);

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

SITUATION("a storm in memory order")
{
    storm_of(0);
}
SITUATION("a storm newest first")
{
    storm_of(1);
}
SITUATION("a storm oldest first")
{
    storm_of(2);
}
SITUATION("a storm oldest first with same-walk newborns")
{
    storm_of(3);
}
SITUATION("a storm newest first in a joined segment")
{
    storm_of(4);
}
SITUATION("a storm oldest first in a joined segment")
{
    storm_of(5);
}
SITUATION("a storm with same-walk newborns in a joined segment")
{
    storm_of(6);
}
SITUATION("a storm in memory order without callbacks")
{
    storm_of(7);
}
