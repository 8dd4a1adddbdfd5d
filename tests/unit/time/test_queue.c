#include "../ledger.h"
#include "troupe/fields.h"

#include "../../../src/time/queue.h" /* where events lie */

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
