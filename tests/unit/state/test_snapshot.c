/* What restoring brings back, what it keeps, and what it reports. */
#include "../snapshot_small.h"

#include <string.h>

SITUATIONS(snapshot);

SITUATION("a restored world gives the same snapshot, to the byte")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    snapshot_small_go_on();
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_EQ(snapshot_save_to(small.world, 1), bytes);
    CHECK(memcmp(snapshot_memory[0], snapshot_memory[1], bytes) == 0);
}

SCRIPT("a restore undoes handles, and notifies",
       "new 1-6; watch 1 only restored; at w1=0: save 1 !BUSY; timeline 0; save; recycle 2; new "
       "70; go; restore; = w1=0; timeline 1; is active 2; recycle 2; new 71; slot 71 1");

SCRIPT("ticks after a restore know that they are again",
       "repeats 0; save; tick; tick; tick; restore; tick; repeats 1; tick; repeats 1; tick; "
       "repeats 1; tick; repeats 0");

SCRIPT("a restore leaves transient pools alone",
       "pool; pool transient; new 1-3; new b 11-13; recycle 12; save; new b 15; recycle 1; go; "
       "tick; restore; live 3 b; is active 11 13 15; go; tick; memory = 1 2 3 11 15 13; oldest = 1 "
       "2 3 11 13 15; newest = 3 2 1 15 13 11");

SCRIPT("a restored pool keeps the memory that it grew by",
       "grows; pool 10 grow 80; new 1-8; save; new 9-45; save 1; heap noted; restore; slots 10; "
       "heap same; new 109-130; slots 40; heap same; restore 1; live 45; restore; trim; heap less; "
       "restore 1 !CHANGED; new 131-161; restore");

/* The chunk in the middle had been returned when the snapshot was taken, and was added again later. */
SCRIPT("a chunk that was not there is given back",
       "grows; pool 10 grow 80; new 1-45; recycle 1-44; trim; capacity 50; save; new 101-170; hash "
       "0; capacity 80; restore; capacity 50; new 101-170; same 0");

SCRIPT("the black box says that the world was restored",
       "pool 4; save; record 8; new 1; tag rewind; restore; records 8 {"
       "tick 0: things slot 0 (generation 1) created\n"
       "tick 0: the world was restored to this tick by rewind\n}");
