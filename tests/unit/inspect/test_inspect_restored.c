/* Why is it gone, and how old is it, after the world was restored? */
#include "../script.h"

SITUATIONS(inspect_restored);

SCRIPT("killed, restored, killed otherwise: the latest end counts",
       "record 16; new 1; tick; save; tick; end 1; age 1 2; restore; age 1 1; pass 5; age 1 6;"
       "recycle 1; why 1 {things slot 0 (generation 1) is gone, 6 ticks old: tick 6, recycled\n"
       "  tick 0, created\n}");

SCRIPT("the latest end counts with births, too",
       "record 16 births; new 1; tick; save; tick; end 1; age 1 2; restore; age 1 1; pass 5; age "
       "1 6; recycle 1; why 1 {things slot 0 (generation 1) is gone, 6 ticks old: tick 6, "
       "recycled\n"
       "  tick 0, created\n}");

/* two ends in two timelines; the earlier one is restored */
SCRIPT("a restored end counts before one in a timeline that was left",
       "record 16; new 1; tick; save; tick; end 1; tick; save 1; restore; pass 5; recycle 1;"
       "why 1 {things slot 0 (generation 1) is gone, 6 ticks old: tick 6, recycled\n"
       "  tick 0, created\n};"
       "restore 1; why 1 {things slot 0 (generation 1) is gone, 2 ticks old: tick 2, recycled for "
       "reason 65\n"
       "  tick 0, created\n}");

/* the prune was undone and repeated: the expiry before both of them counts, and no other end */
SCRIPT("expired, pruned, restored and pruned again",
       "record 16 births; new 1; save; end 1; restore; expire 1; save; tick; restore; tick;"
       "records 1 {tick 1: things slot 0 (generation 1) pruned\n};"
       "why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
       "  tick 0, created\n}");

/* in a timeline in between it was recycled in the tick of the save */
SCRIPT("expired, recycled instead, restored and pruned",
       "record 16 births; new 1; save; expire 1; save 1; restore; end 1; restore 1; tick;"
       "records 1 {tick 1: things slot 0 (generation 1) pruned\n};"
       "why 1 {things slot 0 (generation 1) is gone, 0 ticks old: tick 0, expired\n"
       "  tick 0, created\n}");

/* Then only its end is recorded, and then nothing of it: a new life has this handle. */
SCRIPT(
    "a life that a restore undid has its own answer",
    "pool 4; record 2 births; pass 3; save; tick; new 1; restore; fate 0.1 undone a; why 0.1 "
    "{things slot 0 (generation 1) was undone: the world was restored to a state before its birth\n"
    "  tick 4, created\n};"
    "new 1; end 1; restore; fate 0.1 undone a; why 0.1 {things slot 0 (generation 1) was undone: "
    "the world was restored to a state before its birth\n};"
    "restore; fate 0.1 madeup a; new 2; fate 0.1 alive a; age 2 0");

/* Births alone, without records; the second pool gets what room the first one has left. */
#define UNDONE_BIRTHS "crowd b 11-13; restore; age 1 0; "
SCRIPT("births of restored actors are known",
       "pool 4; record 0 births; pool 16 called more; pass 2; new 1; save; end 1; pass 2; " //
       UNDONE_BIRTHS UNDONE_BIRTHS UNDONE_BIRTHS UNDONE_BIRTHS UNDONE_BIRTHS UNDONE_BIRTHS
       "pass 3; age 1 3; new b 11-22; leaks {never recycled: 13 actors in 2 pools\n"
       "  things: 1\n"
       "    1 created, tick 2\n"
       "  more: 12\n"
       "    10 created, tick 5\n"
       "    2 whose birth was not recorded\n}");

SCRIPT("a birth whose slot had another life is found in the records",
       "record 16 births; tick; tag wave 1; new 1; tick; save; end 1; tag wave 2; new 2; restore;"
       "leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created by wave 1, tick 1\n};"
       "recycle 1; age 1 1");

SCRIPT("a birth from the records is not kept where there is no room for it",
       "pool 16 called more; record 16 births; new 1-16; save; restore;"
       "leaks {never recycled: 16 actors in 1 pool\n"
       "  more: 16\n"
       "    15 created, tick 0\n"
       "    1 whose birth was not recorded\n}");

/* Of a slot's two timelines, the birth that lies before the restored tick. In the end each handle
 * lives at tick 0, and its birth in the column is of tick 1. */
SCRIPT("births after the restored tick are of other lives",
       "in memory; pool 4; pool 16 called more; record 16 births; new 1; save; recycle 1; new b "
       "2-11; save 1; restore; leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created, tick 0\n};"
       "tick; new b 2-11; restore 1; leaks {never recycled: 10 actors in 1 pool\n"
       "  more: 10\n"
       "    4 created, tick 0\n"
       "    6 whose birth was not recorded\n}");

/* What is undone lies between the records of two restores, but not for a snapshot from before. */
SCRIPT("births are known after restores of snapshots from other timelines",
       "record 16 births; save; tick; new 1; tick; save 1; restore; pass 3; restore 1; age 1 1;"
       "end 1; save; new 2; restore; restore 1; age 1 1");

/* the end of the life is no longer among the records when it is undone */
SCRIPT("a birth is known although the records no longer say that its life ended",
       "pool; pool 2; record 16 births; tick; new 1; tick; new 2; save; end 1; churn b 11-18;"
       "restore; age 1 1; tick; age 1 2");

SCRIPT("a birth of another timeline is not that of the life that a restore brought back",
       "record 0 births; new 1; save; pass 3; recycle 1; new 2; restore; age 1 unknown");

SCRIPT("births are known after many restores",
       "record 16 births; new 1; tick; save; new 2; restore; age 1 1; restore; age 1 1; restore; "
       "age 1 1; restore; age 1 1; restore; age 1 1; restore; age 1 1; age 2 unknown");

SCRIPT("a next life takes the place of a birth that a restore has undone",
       "pool 4; record 16 births; pool 12 called many; save; new b 1-12; restore; records 1 {tick "
       "0: the world was restored to this tick\n}; pass "
       "2; new b 1-12; pass 3; age 1-12 3");
