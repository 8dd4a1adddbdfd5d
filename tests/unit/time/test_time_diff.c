/* Timers, queues and intervals in hashes and differences of snapshots, and with other
 * registrations. */
#include "../time_scene.h"

#include "../../../src/time/queue.h"  /* state that is copied */
#include "../../../src/time/timers.h" /* state that is copied */

SITUATIONS(time_diff);

/* An expired or stopped timer, or one without its actor, does not count. */
SCRIPT("hashes have what runs and waits, and nothing else",
       "pool 16; timers 0 ticks; queue 6; new 1-4; post 9; hash 0; start 0 3 7; differs 0; hash 1; "
       "start 0 3 8; differs 1; differs 0; repeat 0 3 7; differs 1; halt 0 3; same 0; start 0 4 7; "
       "differs 0; halt 0 4; same 0; post 8; differs 0; flush; hash 2; together 2; differs 2; hash "
       "3; stagger 2; differs 3");

static void note_words(const trp_difference *difference, void *user)
{
    situation_text_add(then.words, sizeof then.words, difference->text);
    if (difference->text[0] != '\0')
        situation_text_add(then.words, sizeof then.words, "\n");
}

static uint32_t differences(void)
{
    time_scene_save(1);
    then.words[0] = 0;
    return trp_snapshot_diff(then.world, then.memory[0], then.saved[0], then.memory[1],
                             then.saved[1], 8, note_words, NULL);
}

/* bytes between events come from neither the queue nor the memory of the snapshot */
SITUATION("bytes between events do not differ")
{
    time_scene_begin();
    trp_queue *odd = MADE(trp_queue_create(
        then.world, &(trp_queue_desc){.size = 5, .capacity = 2, .play = time_scene_play}));
    CHECK_OK(trp_queue_post(odd, "four"));
    for (unsigned number = 0; number < 2; number++)
        for (size_t i = 0; i < sizeof then.memory[0]; i++)
            then.memory[number][i] = (unsigned char)(number + 1);
    time_scene_save(0);
    CHECK_EQ(differences(), 0);
    stage_log_clear();
}

/* nothing differs from the snapshot */
static void begin_alike(void)
{
    time_scene_begin();
    time_scene_start_all();
    time_scene_save(0);
}

SITUATION("differences in words")
{
    begin_alike();
    CHECK_EQ(differences(), 0);
    CHECK_OK(trp_timer_start(then.fuse, time_scene_at(0), trp_ticks(9)));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "tick 0: timers fuse, slot 0: due 4 and 9\n"));
    CHECK_OK(trp_timer_stop(then.fuse, time_scene_at(1)));
    CHECK_OK(trp_timer_start(then.fuse, time_scene_at(0), trp_ticks(4)));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "slot 1: only in the first\n"));
    time_scene_restore(0);
    CHECK_OK(trp_timer_repeat(then.reload, time_scene_at(2), trp_seconds(1.25f)));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "slot 2: every 0 and 1067450368\n"));
    time_scene_restore(0);
    time_scene_tick();
    time_scene_save(0);
    CHECK_OK(trp_timer_start(then.fuse, time_scene_at(0), trp_ticks(9)));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "slot 0: due 4 and 10\n"));
    stage_log_clear();
}

SITUATION("differences of queues in words")
{
    begin_alike();
    CHECK_OK(trp_queue_post(then.booms, &(boom){9, 1}));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "tick 0: queue booms differs\n"));
    CHECK_OK(trp_queue_flush(then.booms));
    CHECK_OK(trp_queue_post(then.booms, &(boom){9, 1}));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "queue booms differs\n"));
    time_scene_restore(0);
    then.booms->desc.name = NULL;
    CHECK_OK(trp_queue_post(then.booms, &(boom){9, 1}));
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "tick 0: queue differs\n"));
    stage_log_clear();
}

SITUATION("differences of clocks in words")
{
    begin_alike();
    then.pool->state.clock = 5;
    then.fuse->now = 1;
    CHECK_EQ(differences(), 2);
    CHECK(situation_text_has(then.words, "tick 0: sparks: clock of lifetimes: 0 and 5\n"));
    CHECK(situation_text_has(then.words, "timers fuse differs\n"));
    time_scene_restore(0);
    then.pool->state.every = 3;
    then.pool->state.turn = 2;
    CHECK_EQ(differences(), 2);
    CHECK(situation_text_has(then.words, "sparks: updated every so many ticks: 1 and 3\n"));
    CHECK(situation_text_has(then.words, "sparks: turn: 0 and 2\n"));
    time_scene_restore(0);
    then.pool->state.clock = 5;
    CHECK_EQ(differences(), 1);
    CHECK(situation_text_has(then.words, "tick 0: sparks: clock of lifetimes: 0 and 5\n"));
    stage_log_clear();
}

SITUATION("differences of other lives in words")
{
    begin_alike();
    CHECK_OK(trp_recycle(then.world, time_scene_at(0)));
    CHECK_OK(trp_timer_start(then.fuse, &time_scene_born(1)->actor, trp_ticks(4)));
    CHECK(differences() != 0);
    CHECK(situation_text_has(then.words, "timers fuse, slot 0: generation 1 and 2\n"));
    stage_log_clear();
}

static void refused(void)
{
    CHECK_MISUSE(then.world, trp_snapshot_restore(then.world, then.memory[0], then.saved[0]),
                 TRP_ERR_CHANGED);
}

/* of the caller's memory as many bytes are needed as the queue has */
SITUATION("a queue needs its bytes, and no more")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(8, 6)];
    trp_queue_desc desc = {.size = 8, .capacity = 6, .play = time_scene_play, .memory = memory};
    time_scene_begin();
    desc.memory_bytes = sizeof memory;
    trp_queue *queue = MADE(trp_queue_create(then.world, &desc));
    desc.memory_bytes = queue->bytes;
    CHECK_OK(trp_queue_destroy(queue));
    CHECK(trp_queue_create(then.world, &desc) == queue);
    CHECK_OK(trp_queue_destroy(queue));
    desc.memory_bytes--;
    CHECK_NULL_MISUSE(then.world, trp_queue_create(then.world, &desc), TRP_ERR_MEMORY);
}

/* the registrations have changed: one more, one fewer, or another one in the same place */
SITUATION("other timers and queues are another world")
{
    time_scene_begin();
    time_scene_save(0);
    trp_timers *more = time_scene_make(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    refused();
    CHECK_OK(trp_timers_destroy(more));
    time_scene_restore(0);
    trp_queue_desc desc = {.size = 8, .capacity = 6, .play = time_scene_play};
    trp_queue *other = trp_queue_create(then.world, &desc);
    refused();
    time_scene_save(0);
    for (int what = 0; what < 3; what++) {
        CHECK_OK(trp_queue_destroy(other));
        desc.size = what == 0 ? 16 : 8;
        desc.capacity = what == 1 ? 5 : 6;
        desc.play = what == 2 ? (trp_play_fn *)NULL : time_scene_play;
        trp_queue_desc made = desc;
        made.play = time_scene_play;
        CHECK(trp_queue_create(then.world, &made) == other);
        other->desc.play = desc.play;
        refused();
    }
    CHECK_OK(trp_queue_destroy(other));
    trp_pool *another = stage_pool(then.world, 2, TRP_ORDER_MEMORY);
    time_scene_save(0);
    for (int what = 0; what < 4; what++) {
        const trp_timers kept = *then.fuse;
        if (what == 0)
            then.fuse->desc.clock = TRP_CLOCK_WORLD_TICKS;
        else if (what == 1)
            then.fuse->desc.due = TRP_DUE_WAKE;
        else if (what == 2)
            then.fuse->desc.on_due = NULL;
        else
            then.fuse->pool = another;
        refused();
        *then.fuse = kept;
    }
    time_scene_restore(0);
}
