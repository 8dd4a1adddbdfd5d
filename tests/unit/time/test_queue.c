#include "../ledger.h"
#include "../script.h"
#include "troupe/fields.h"

#include "../../../src/time/queue.h" /* where events lie */
#include <string.h>

SITUATIONS(queue);

typedef struct boom {
    uint32_t id;
    unsigned char more[7];
} boom;

static trp_world *world;
static trp_queue *queue;

static void play(const void *event, const trp_context *in)
{
    const boom *b = (const boom *)event;

    CHECK_EQ(b->more[6], (unsigned char)b->id);
    stage_log(b->id);
}

static void set_up(void)
{
    world = stage_world();
    queue = MADE(trp_queue_create(
        world, &(trp_queue_desc){.size = sizeof(boom), .capacity = 2, .play = play}));
}

SCRIPT("events are played after the tick, in order",
       "in memory oldest; queue 4; new 1-3; at 1: post 101; at 2: post 102; at 3: post 103; go; "
       "post 7; tick; = 1 2 3 q7 q101 q102 q103; waiting 0; post 7; tick; = 1 2 3 q7 q101 q102 "
       "q103; tick; = 1 2 3 q101 q102 q103");
SCRIPT("full is a result",
       "queue 2; post 1; post 2; post 3 ?FULL; waiting 2; tick; = q1 q2; post 4; flush; = q4");
SCRIPT("what is posted while it plays waits",
       "queue 2; at q1: post 2; at q2: post 3; at q3: post 4; post 1; tick; = q1; tick; = q2; "
       "tick; = q3; tick; = q4; tick; =");
SCRIPT("an event keeps its room until it has been played",
       "queue 1; at q1: post 2 ?FULL; post 1; tick; = q1; waiting 0");
SCRIPT("several queues in their order",
       "queue 4; lane 1; queue 4; lane 2; queue 4; post 3; lane 1; post 2; lane 0; post 1; lane 1; "
       "freequeue; tick; = q1 q3");

/* The largest size and capacity are possible: what is refused then is the memory's place, or its
 * size. Fields are those of a struct of another size. */
SITUATION("descs that are refused")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(sizeof(boom), 1)];
    static const trp_fields fields = {.size = sizeof(boom) + 1};
    const uint32_t most = TRP_MAX_SLOTS;
    const struct {
        trp_queue_desc desc;
        trp_result why;
        const char *says;
    } rows[] = {
        {{.size = 8, .capacity = 3}, TRP_ERR_NULL, "the desc or its play is NULL"},
        {{.size = 0, .capacity = 3, .play = play}, TRP_ERR_VALUE, "size must be 1 to 65535"},
        {{.size = 65536, .capacity = 3, .play = play}, TRP_ERR_VALUE, "capacity 1 to 2^24"},
        {{.size = 8, .capacity = 0, .play = play}, TRP_ERR_VALUE, "capacity 1 to 2^24"},
        {{.size = 8, .capacity = most + 1, .play = play}, TRP_ERR_VALUE, "capacity 1 to 2^24"},
        {{.size = 8, .capacity = 100000, .play = play}, TRP_ERR_MEMORY, "TRP_QUEUE_BYTES(size"},
        {{.size = 65535, .capacity = 1, .play = play, .memory = memory + 1}, TRP_ERR_ALIGN, ""},
        {{.size = 65535, .capacity = most, .play = play, .memory = memory + 1}, TRP_ERR_ALIGN, ""},
        {{.size = 65535,
          .capacity = most,
          .play = play,
          .memory = memory,
          .memory_bytes = sizeof memory},
         TRP_ERR_MEMORY,
         ""},
        {{.size = sizeof(boom), .capacity = 1, .play = play, .fields = &fields},
         TRP_ERR_VALUE,
         "desc.fields are those of a struct of another size"},
    };

    set_up();
    CHECK_NULL_MISUSE(world, trp_queue_create(world, NULL), TRP_ERR_NULL);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NULL_MISUSE_SAYS(world, trp_queue_create(world, &rows[i].desc), rows[i].why,
                               rows[i].says);
}

/* each event is aligned, and no further from the one before than that needs */
SITUATION("events lie in rows without gaps")
{
    static const uint32_t sizes[] = {1, TRP_ALIGNMENT - 1, TRP_ALIGNMENT, TRP_ALIGNMENT + 1};

    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        world = stage_world();
        queue = MADE(trp_queue_create(
            world, &(trp_queue_desc){.size = sizes[i], .capacity = 3, .play = play}));
        const size_t head = (size_t)(queue->events - (const unsigned char *)queue);
        CHECK_EQ((uintptr_t)queue->events % TRP_ALIGNMENT, 0);
        CHECK(head >= sizeof *queue && head - sizeof *queue < TRP_ALIGNMENT);
        CHECK_EQ(queue->stride % TRP_ALIGNMENT, 0);
        CHECK(queue->stride >= sizes[i] && queue->stride - sizes[i] < TRP_ALIGNMENT);
        CHECK_EQ(queue->bytes, head + 3 * queue->stride);
    }
}

SITUATION_FOR("a hash covers the bytes of an event, and no others", uint32_t, size, 1, 15)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(15, 1)];

    unsigned char event[15] = {0};
    uint64_t hashes[3];
    for (unsigned i = 0; i < 3; i++) {
        memset(memory, i == 0 ? 0 : 0xFF, sizeof memory);
        event[size - 1] = i == 2;
        world = stage_world();
        queue = MADE(trp_queue_create(world, &(trp_queue_desc){.size = size,
                                                               .capacity = 1,
                                                               .play = play,
                                                               .memory = memory,
                                                               .memory_bytes = sizeof memory}));
        CHECK_OK(trp_queue_post(queue, event));
        hashes[i] = trp_hash_world(world);
        CHECK_OK(trp_queue_destroy(queue));
    }
    CHECK_EQ(hashes[0], hashes[1]);
    CHECK(hashes[0] != hashes[2]);
}

SITUATION("a queue in memory of the caller")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(sizeof(boom), 3)];
    trp_queue_desc desc = {.size = sizeof(boom), .capacity = 3, .play = play};

    set_up();
    desc.memory = memory + 1;
    desc.memory_bytes = sizeof memory - 1;
    CHECK_NULL_MISUSE_SAYS(world, trp_queue_create(world, &desc), TRP_ERR_ALIGN, "desc.memory");
    desc.memory = memory;
    desc.memory_bytes = 40;
    CHECK_NULL_MISUSE(world, trp_queue_create(world, &desc), TRP_ERR_MEMORY);
    desc.memory_bytes = sizeof memory;
    const size_t left = trp_world_info(world).free_bytes;
    trp_queue *outside = trp_queue_create(world, &desc);
    CHECK(outside != NULL && (unsigned char *)outside == memory);
    CHECK_EQ(trp_world_info(world).free_bytes, left);
    for (uint32_t i = 1; i <= 3; i++)
        CHECK_OK(trp_queue_post(outside, &(boom){.id = i, .more[6] = (unsigned char)i}));
    CHECK_OK(trp_update_all(world, 0));
    CHECK_LOG(1, 2, 3);
    CHECK_OK(trp_queue_destroy(outside));
}

SCRIPT("mistakes change nothing",
       "in memory; lane 1; post 1 ?NULL; flush ?NULL; freequeue ?GONE; waiting 0; lane 0; queue 2; "
       "new 1; go; at q1: freequeue !BUSY, flush !BUSY, destroy !BUSY, tick; at d1: post 1 !BUSY, "
       "flush !BUSY, freequeue !BUSY, lane 1, queue 1 !BUSY,says the world is being drawn; at u1: "
       "freequeue !BUSY,says a tick; post 1; tick; = 1 q1 1; draw");

SITUATION("an event that is NULL is refused, and a queue of no world")
{
    set_up();
    CHECK_MISUSE(world, trp_queue_post(queue, NULL), TRP_ERR_NULL);
    CHECK(trp_queue_create(NULL, &(trp_queue_desc){.size = 8, .capacity = 3, .play = play}) ==
          NULL);
}

SCRIPT("a queue has its name while it plays",
       "queue 2 called booms; post 1; at q1: tagged booms; tick; tagged");
SCRIPT("a queue ends with its world", "queue 3; post 1; destroy; =");
SCRIPT(
    "one queue posts to another",
    "queue 8; lane 1; queue 8; at q1: lane 0, post 11, lane 1, post 21, freequeue !BUSY; at q2: "
    "lane 0, post 12, lane 1, post 22; post 2; lane 0; post 1; tick; = q1 q2; tick; = q11 q12 "
    "q21 q22; post 2; lane 0; post 1; flush; = q1; lane 1; flush; = q2 q21; tick; = q11 q12 q22");

/*
 * Queues that take back what did not come again.
 */

SCRIPT("a queue that takes back changes nothing while it plays or takes back",
       "queue 8 cancels; save; post 1; at q1: new 1 !BUSY, post 2 !BUSY, forgetqueue !BUSY; at u1: "
       "new 1 !BUSY; tick; restore; tick; = q1 u1");
SCRIPT("what comes again is not heard again",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; restore; "
       "go; post 3; post 2; tick; post 4; tick; =; restore; post 2; post 3; tick; post 4; tick; =; "
       "post 4; tick; = q4");
SCRIPT("what does not come again is taken back",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; go; post "
       "3; post 7; tick; = q7; tick; = u2 u4; post 2; tick; = q2; restore; post 3; post 2; tick; = "
       "q2; tick; =; tick; = u7 u2");
SCRIPT("a look back takes nothing back",
       "queue 8 cancels; post 1; tick; save 0; post 2; tick; save 1; post 3; tick; post 4; tick; "
       "save 2; go; restore 0; restore 1; post 3; tick; post 4; tick; forgetqueue; post 5; tick; = "
       "q5");
SCRIPT("... nor does one with another event on its way",
       "queue 8 cancels; post 1; tick; save 0; post 2; tick; post 3; tick; post 4; tick; save 2; "
       "go; restore 0; post 9; tick; restore 2; = q9; post 5; tick; = q5 u9; forgetqueue; =");
SCRIPT("a look at the newest tick is none back",
       "queue 8 cancels; post 1; tick; save 0; post 2; tick; tick; save 1; go; restore 0; "
       "forgetqueue; = u2; restore 0; restore 1; restore 0; post 3; tick; = q3; restore 0; tick; "
       "=; tick; = u3");
SCRIPT("a look back from a repeated tick loses nothing that will be taken back",
       "queue 8 cancels; post 1; tick; save 0; post 2; tick; save 1; post 3; tick; post 4; tick; "
       "post 5; tick; go; restore 1; post 7; tick; save 2; = q7; restore 0; restore 2; post 4; "
       "tick; =; post 5; tick; = u3; restore 0; post 2; tick; post 7; tick; post 4; tick; tick; = "
       "u5");
SCRIPT("a look back returns to what was played, whatever was restored before a tick",
       "queue 8 cancels; save 0; post 1; tick; post 2; tick; save 2; post 3; tick; go; restore 2; "
       "restore 0; post 7; tick; = q7; restore 2; post 3; tick; = u7; restore 0; restore 2; "
       "restore 0; post 8; tick; = q8; restore 2; post 3; tick; = u8");
SCRIPT("ticks and numbers tell events apart",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; go; post "
       "2; post 2; tick; = q2; post 3; tick; = q3 u3 u4");
SCRIPT("as many events are remembered as a queue says",
       "queue 8 cancels remember 3; save; post 2; post 3; post 4; tick; restore; go; tick; = u2 u3 "
       "u4");
SCRIPT("what a tick has not played again is valid in a later snapshot that had it",
       "queue 8 cancels; save; post 2; tick; tick; save 1; tick; = q2; restore; tick; restore 1; "
       "tick; =");
SCRIPT("a rewind that is kept takes all back",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; go; "
       "forgetqueue; = u2 u3 u4; forgetqueue; =; post 2; tick; post 4; tick; = q2 q4");
SCRIPT("what was forgotten is not taken back by a later rewind",
       "queue 8 cancels; save; post 1; tick; = q1; forgetqueue; =; restore; tick; =");
SCRIPT("a load takes all back",
       "pool described; queue 8 cancels; post 1; tick; post 2; post 3; tick; post 4; tick; file; "
       "go; load; = u1 u2 u3 u4; post 5; tick; = q5");

/* It remembers 3 and 4. In the place of 3 comes 2, and in that of 4 comes 3. */
SCRIPT("what was forgotten plays again",
       "queue 8 cancels remember 2; post 1; tick; save; post 2; post 3; tick; post 4; tick; "
       "restore; go; post 3; post 2; tick; = q2; restore; post 2; post 3; tick; = q3; tick; =");
SCRIPT("hashes know nothing of what was played",
       "queue 8 cancels; post 1; tick; save; post 2; tick; hash 0; restore; tick; same 0; = q1 q2 "
       "u2");
SCRIPT("other queues play again, and forget nothing",
       "queue 8; post 1; tick; save; go; forgetqueue !DESC; post 2; tick; restore; post 2; tick; = "
       "q2 q2; lane 1; forgetqueue ?NULL");

/* Random ticks with some of three sounds each, and random restores */

typedef struct sound {
    uint32_t which;
    uint32_t volume;
} sound;

enum { TICKS = 40, IMAGE = 2048 };

static uint32_t heard[TICKS + 2]; /* of each tick: a bit per sound */

static void hear(const void *event, const trp_context *in)
{
    const sound *it = (const sound *)event;

    (void)in;
    CHECK((heard[it->which] & it->volume) == 0);
    heard[it->which] |= it->volume;
}

static void take_back(const void *event, const trp_context *in)
{
    const sound *it = (const sound *)event;

    (void)in;
    CHECK((heard[it->which] & it->volume) != 0);
    heard[it->which] &= ~it->volume;
}

/* What is played first, and what was played last, in each tick: the library has these two pasts. */
typedef struct pasts {
    uint32_t first[TICKS + 2];
    uint32_t last[TICKS + 2];
    uint32_t until; /* the world has not caught up with this tick; 0: it has */
    uint32_t repeated;
    bool is_repeating; /* otherwise what was played first is what was played last */
} pasts;

static void go_on(pasts *past, uint32_t tick, uint32_t *seed)
{
    const bool same = past->until != 0 && stage_random(seed, 3) != 0;
    const uint32_t bits = same ? past->first[tick] : stage_random(seed, 8);

    for (uint32_t bit = 1; bit < 8; bit *= 2)
        if ((bits & bit) != 0)
            CHECK_OK(trp_queue_post(queue, &(sound){tick, bit}));
    CHECK_OK(trp_update_all(world, 1));
    past->last[tick] = bits;
    past->is_repeating = true;
    if (tick > past->repeated)
        past->repeated = tick;
    if (tick < past->until)
        return;
    past->until = 0;
    memcpy(past->first, past->last, sizeof past->first);
    CHECK(memcmp(heard, past->last, (tick + 1) * sizeof heard[0]) == 0);
}

static void go_to(pasts *past, uint32_t tick, uint32_t to, const void *image, size_t bytes)
{
    CHECK_OK(trp_snapshot_restore(world, image, bytes));
    if (past->until == 0 && to < tick) {
        past->until = tick;
        past->is_repeating = false;
    } else if (to > past->repeated) {
        past->is_repeating = false;
        memcpy(past->last, past->first, sizeof past->last);
    }
    if (!past->is_repeating)
        past->repeated = to;
}

SITUATION("what is heard is what has happened, whatever was restored before the world caught up")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char images[TICKS + 2][IMAGE];
    uint32_t seed = 1;

    for (unsigned round = 0; round < 200; round++) {
        pasts past = {0};
        uint32_t tick = 0;
        uint32_t saved = 0;
        size_t bytes;
        memset(heard, 0, sizeof heard);
        world = stage_world();
        queue = MADE(trp_queue_create(world, &(trp_queue_desc){.size = sizeof(sound),
                                                               .capacity = 8,
                                                               .play = hear,
                                                               .cancel = take_back,
                                                               .remember = 16 * TICKS}));
        CHECK_OK(trp_snapshot_save(world, images[0], IMAGE, &bytes));
        while (tick < TICKS) {
            if (stage_random(&seed, 3) != 0) {
                go_on(&past, ++tick, &seed);
                if (tick > saved) /* a state is nothing but its tick */
                    CHECK_OK(trp_snapshot_save(world, images[saved = tick], IMAGE, &bytes));
                continue;
            }
            const uint32_t to = stage_random(&seed, saved + 1);
            go_to(&past, tick, to, images[to], bytes);
            tick = to;
        }
        CHECK_OK(trp_world_destroy(world));
    }
}

/* The third one would remember 64. */
SITUATION("settings that cannot be are refused")
{
    static _Alignas(
        TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(8, 4) + TRP_QUEUE_CANCEL_BYTES(8, 3)];
    const struct {
        trp_queue_desc desc;
        trp_result why;
    } rows[] = {{{.key_bytes = 9}, TRP_ERR_VALUE},
                {{.remember = TRP_MAX_SLOTS + 1}, TRP_ERR_VALUE},
                {{.memory = memory, .memory_bytes = sizeof memory}, TRP_ERR_MEMORY},
                {{.memory = memory, .memory_bytes = sizeof memory, .remember = TRP_MAX_SLOTS},
                 TRP_ERR_MEMORY},
                {{.memory = memory, .memory_bytes = sizeof memory, .remember = 3}, TRP_OK}};

    world = stage_world();
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        trp_queue_desc desc = rows[i].desc;
        desc.size = 8;
        desc.capacity = 4;
        desc.play = desc.cancel = stage_play_nothing;
        CHECK_RESULT(stage_reason(world, trp_queue_create(world, &desc)), rows[i].why);
    }
}
