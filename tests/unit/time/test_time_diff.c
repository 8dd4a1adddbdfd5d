/* Timers, queues and intervals in hashes and differences of snapshots, and with other
 * registrations. */
#include "../script.h"
#include "../snapshot_scene.h"
#include "../timers_scene.h"

#include "../../../src/time/queue.h"  /* state that is copied */
#include "../../../src/time/timers.h" /* state that is copied */

SITUATIONS(time_diff);

/* An expired or stopped timer, or one without its actor, does not count. */
SCRIPT("hashes have what runs and waits, and nothing else",
       "pool 16; timers 0 ticks; queue 6; new 1-4; post 9; hash 0; start 0 3 7; differs 0; hash 1; "
       "start 0 3 8; differs 1; differs 0; repeat 0 3 7; differs 1; halt 0 3; same 0; start 0 4 7; "
       "differs 0; halt 0 4; same 0; post 8; differs 0; flush; hash 2; together 2; differs 2; hash "
       "3; stagger 2; differs 3");

/* bytes between events come from neither the queue nor the memory of the snapshot */
SITUATION("bytes between events do not differ")
{
    trp_world *const world = stage_world();
    trp_queue *const odd = MADE(trp_queue_create(
        world, &(trp_queue_desc){.size = 5, .capacity = 2, .play = stage_play_nothing}));

    CHECK_OK(trp_queue_post(odd, "four"));
    memset(snapshot_memory[0], 1, SCENE_BYTES);
    memset(snapshot_memory[1], 2, SCENE_BYTES);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_EQ(snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES, 8,
                               NULL, NULL),
             0);
}

SCRIPT(
    "differences in words",
    "in memory; pool 16 called sparks; timers 0 ticks called fuse; timers 1 seconds called reload;"
    "new 1-4; start 0 1 4; start 0 2 5; start 1 3 1.25; save 0; start 0 1 9; since 0 {"
    "part: tick 0: timers fuse, actor index 0 generation 1: due: 4 and 9\n"
    "}; halt 0 2;"
    "start 0 1 4; since 0 {"
    "part: tick 0: timers fuse, actor index 1 generation 1: only in the first\n"
    "}; restore 0; halt 0 1; since 0 {"
    "part: tick 0: timers fuse, actor index 0 generation 1: only in the first\n"
    "}; restore 0; repeat 1 3 1.25; since 0 {"
    "part: tick 0: timers reload, actor index 2 generation 1: every: 0 and 1067450368\n"
    "}; restore 0; tick; save 0;"
    "start 0 1 9; since 0 {"
    "part: tick 1: timers fuse, actor index 0 generation 1: due: 4 and 10\n"
    "}; start 0 3 6; start 0 4 7; save 0; start 0 4 8; since 0 {"
    "part: tick 1: timers fuse, actor index 3 generation 1: due: 8 and 9\n"
    "}");
SCRIPT("differences of queues in words",
       "in memory; queue 6 called booms; post 1; save 0; post 9; since 0 {"
       "part: tick 0: queue booms differs\n"
       "}; flush; post 9;"
       "since 0 {"
       "part: tick 0: queue booms differs\n"
       "}");
SCRIPT("... of a queue without a name", "in memory; queue 6 nameless; save 0; post 9; since 0 {"
                                        "part: tick 0: queue differs\n"
                                        "}");

SCRIPT(
    "differences of clocks in words",
    "in memory; pool lifetime ticks called sparks; timers 0 ticks called fuse; new 1; start 0 1 9;"
    "save 0; tick; since 0 {"
    "time: tick 0: ticks: 0 and 1\n"
    "time: tick 0: bits of the last tick's dt: 0 and 1065353216\n"
    "pool: tick 0: sparks: clock of lifetimes: 0 and 1\n"
    "part: tick 0: timers fuse differs\n"
    "}; restore 0; together 3; tick; since 0 {"
    "time: tick 0: ticks: 0 and 1\n"
    "time: tick 0: bits of the last tick's dt: 0 and 1065353216\n"
    "pool: tick 0: sparks: clock of lifetimes: 0 and 1\n"
    "pool: tick 0: sparks: updated every so many ticks: 1 and 3\n"
    "pool: tick 0: sparks: after the next tick every so many: 1 and 3\n"
    "pool: tick 0: sparks: turn: 0 and 1\n"
    "part: tick 0: timers fuse differs\n"
    "}");
SCRIPT("differences of other lives in words",
       "in memory; pool 4 called sparks; timers 0 ticks called fuse; new 1; start 0 1 4; save 0;"
       "recycle 1; new 2; start 0 2 4; since 0 {"
       "generation: tick 0: sparks slot 0: generation 1 and 2\n"
       "part: tick 0: timers fuse, actor index 0 generation 1: actor: index 0 generation 1 and "
       "index 0 generation 2\n"
       "}");

/* of the caller's memory as many bytes are needed as the queue has */
SITUATION("a queue needs its bytes, and no more")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(8, 6)];
    trp_queue_desc desc = {.size = 8, .capacity = 6, .play = stage_play_nothing, .memory = memory};
    trp_world *const world = stage_world();

    desc.memory_bytes = sizeof memory;
    trp_queue *queue = MADE(trp_queue_create(world, &desc));
    desc.memory_bytes = queue->bytes;
    CHECK_OK(trp_queue_destroy(queue));
    CHECK(trp_queue_create(world, &desc) == queue);
    CHECK_OK(trp_queue_destroy(queue));
    desc.memory_bytes--;
    CHECK_NULL_MISUSE(world, trp_queue_create(world, &desc), TRP_ERR_MEMORY);
}

static size_t saved;

static void refused(void)
{
    CHECK_MISUSE(fuse.world, trp_snapshot_restore(fuse.world, snapshot_memory[0], saved),
                 TRP_ERR_CHANGED);
}

/* the registrations have changed: one more, one fewer, or another one in the same place */
SITUATION("other timers and queues are another world")
{
    trp_queue_desc desc = {.size = 8, .capacity = 6, .play = stage_play_nothing};

    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    saved = snapshot_save_to(fuse.world, 0);
    trp_timers *more = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    refused();
    CHECK_OK(trp_timers_destroy(more));
    CHECK_OK(trp_snapshot_restore(fuse.world, snapshot_memory[0], saved));
    trp_queue *other = trp_queue_create(fuse.world, &desc);
    refused();
    saved = snapshot_save_to(fuse.world, 0);
    for (int what = 0; what < 3; what++) {
        CHECK_OK(trp_queue_destroy(other));
        desc.size = what == 0 ? 16 : 8;
        desc.capacity = what == 1 ? 5 : 6;
        CHECK(trp_queue_create(fuse.world, &desc) == other);
        if (what == 2)
            other->desc.play = NULL;
        refused();
    }
    CHECK_OK(trp_queue_destroy(other));
    trp_pool *another = stage_pool(fuse.world, 2, TRP_ORDER_MEMORY);
    saved = snapshot_save_to(fuse.world, 0);
    for (int what = 0; what < 4; what++) {
        const trp_timers kept = *fuse.timers;
        if (what == 0)
            fuse.timers->desc.clock = TRP_CLOCK_WORLD_TICKS;
        else if (what == 1)
            fuse.timers->desc.due = TRP_DUE_WAKE;
        else if (what == 2)
            fuse.timers->desc.on_due = NULL;
        else
            fuse.timers->pool = another;
        refused();
        *fuse.timers = kept;
    }
    CHECK_OK(trp_snapshot_restore(fuse.world, snapshot_memory[0], saved));
}
