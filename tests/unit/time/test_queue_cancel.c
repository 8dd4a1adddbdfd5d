/*
 * Queues that take back what did not come again.
 */
#include "../save_and_load.h"
#include "../snapshot_scene.h"

SITUATIONS(queue_cancel);

static trp_world *world;
static trp_pool *pool;
static trp_queue *queue;

/* The first member is the key. */
typedef struct sound {
    uint32_t which;
    uint32_t volume;
} sound;

#define TAKEN(which) (5000u + (which))

static void play(const void *event, const trp_context *in)
{
    CHECK(in->queue == queue);
    stage_log(((const sound *)event)->which);
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_EQ(trp_last_result(world), TRP_BUSY);
    CHECK_RESULT(trp_queue_post(queue, event), TRP_BUSY);
    CHECK_RESULT(trp_queue_forget(queue), TRP_BUSY);
}

static void cancel(const void *event, const trp_context *in)
{
    CHECK(in->queue == queue && in->user == &queue);
    stage_log(TAKEN(((const sound *)event)->which));
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_EQ(trp_last_result(world), TRP_BUSY);
}

static const trp_field thing_fields[] = {TRP_FIELD(thing, id), TRP_FIELD(thing, data),
                                         TRP_FIELDS_END};
static const trp_fields thing_type = TRP_FIELDS(thing, 1, thing_fields);

static void begin(uint32_t remember)
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);

    stage_world();
    desc.name = "things";
    desc.fields = &thing_type;
    desc.on_create = NULL;
    world = stage_world_as((trp_world_desc){0});
    pool = stage_pool_as(world, desc);
    queue = MADE(trp_queue_create(world, &(trp_queue_desc){.size = sizeof(sound),
                                                           .capacity = 8,
                                                           .play = play,
                                                           .user = &queue,
                                                           .cancel = cancel,
                                                           .remember = remember,
                                                           .key_bytes = sizeof(uint32_t)}));
    stage_log_clear();
}

/* A tick in which these are posted; 0: none. */
static void tick(uint32_t a, uint32_t b)
{
    if (a != 0)
        CHECK_OK(trp_queue_post(queue, &(sound){a, (uint32_t)trp_world_ticks(world)}));
    if (b != 0)
        CHECK_OK(trp_queue_post(queue, &(sound){b, 1}));
    CHECK_OK(trp_update_all(world, 1));
}

static void restore(size_t bytes)
{
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_VALID(world);
}

/* Three ticks, of which the first is before the snapshot. */
static size_t play_three(void)
{
    tick(1, 0);
    size_t bytes = snapshot_save_to(world, 0);
    tick(2, 3);
    tick(4, 0);
    CHECK_LOG(1, 2, 3, 4);
    return bytes;
}

SCRIPT("what comes again is not heard again",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; restore; "
       "go; "
       "post 3; post 2; tick; post 4; tick; =; restore; post 2; post 3; tick; post 4; tick; =; "
       "post 4; tick; = q4");

SCRIPT("what does not come again is taken back",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; go; post "
       "3; post "
       "7; tick; = q7; tick; = u2 u4; post 2; tick; = q2; restore; post 3; post 2; tick; = q2; "
       "tick; =; tick; = u7 u2");

/* From the first tick to a later one, or to the last. A tick on the way has another sound. */
SITUATION("a look back takes nothing back")
{
    for (uint32_t to = 2; to <= 4; to += 2)
        for (uint32_t other = 0; other < 2; other++) {
            size_t bytes[3] = {0};
            begin(0);
            for (uint32_t i = 1; i <= 4; i++) {
                tick(i, 0);
                if (i != 3)
                    bytes[i / 2] = snapshot_save_to(world, i / 2);
            }
            CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes[0]));
            stage_log_clear();
            if (other != 0 && to == 4)
                tick(9, 0);
            CHECK_OK(trp_snapshot_restore(world, snapshot_memory[to / 2], bytes[to / 2]));
            for (uint32_t i = to + 1; i <= 4; i++)
                tick(i, 0);
            CHECK_OK(trp_queue_forget(queue));
            tick(5, 0);
            if (other != 0 && to == 4)
                CHECK_LOG(9, 5);
            else
                CHECK_LOG(5);
        }
}

SCRIPT("ticks and numbers tell events apart", "queue 8 cancels; post 1; tick; save; post 2; post "
                                              "3; tick; post 4; tick; restore; go; post 2; post "
                                              "2; tick; = q2; post 3; tick; = q3 u3 u4");

SCRIPT("a rewind that is kept takes all back",
       "queue 8 cancels; post 1; tick; save; post 2; post 3; tick; post 4; tick; restore; go; "
       "forgetqueue; "
       "= u2 u3 u4; forgetqueue; =; post 2; tick; post 4; tick; = q2 q4");

SITUATION("a load takes all back")
{
    const trp_load_desc load = {.game = "sounds", .version = 1};
    saved_memory file = {snapshot_memory[1], SCENE_BYTES, 0, &load};

    begin(0);
    (void)play_three();
    CHECK_OK(save_and_load(world, 0, &file));
    CHECK_LOG(TAKEN(1), TAKEN(2), TAKEN(3), TAKEN(4));
    tick(5, 0);
    CHECK_LOG(5);
}

/* It remembers 3 and 4. In the place of 3 comes 2, and in that of 4 comes 3. */
SCRIPT("what was forgotten plays again",
       "queue 8 cancels remember 2; post 1; tick; save; post 2; post 3; tick; post 4; tick; "
       "restore; go; "
       "post 3; post 2; tick; = q2; restore; post 2; post 3; tick; = q3; tick; =");

SCRIPT(
    "hashes know nothing of what was played",
    "queue 8 cancels; post 1; tick; save; post 2; tick; hash 0; restore; tick; same 0; = q1 q2 u2");

SITUATION("other queues play again, and forget nothing")
{
    begin(0);
    CHECK_OK(trp_queue_destroy(queue));
    queue = trp_queue_create(world,
                             &(trp_queue_desc){.size = sizeof(sound), .capacity = 8, .play = play});
    size_t bytes = snapshot_save_to(world, 0);
    CHECK_MISUSE(world, trp_queue_forget(queue), TRP_ERR_DESC);
    restore(bytes);
    CHECK_RESULT(trp_queue_forget(NULL), TRP_ERR_NULL);
}

SITUATION("settings that cannot be are refused")
{
    const trp_queue_desc good = {.size = 8, .capacity = 4, .play = play, .cancel = cancel};
    static _Alignas(
        TRP_ALIGNMENT) unsigned char memory[TRP_QUEUE_BYTES(8, 4) + TRP_QUEUE_CANCEL_BYTES(8, 3)];
    trp_queue_desc bad = good;

    begin(0);
    bad.key_bytes = 9;
    CHECK(trp_queue_create(world, &bad) == NULL);
    CHECK_EQ(trp_last_result(world), TRP_ERR_VALUE);
    bad = good;
    bad.remember = TRP_MAX_SLOTS + 1;
    CHECK(trp_queue_create(world, &bad) == NULL);
    CHECK_EQ(trp_last_result(world), TRP_ERR_VALUE);
    bad = good;
    bad.memory = memory;
    bad.memory_bytes = sizeof memory;
    CHECK(trp_queue_create(world, &bad) == NULL); /* it would remember 64 */
    CHECK_EQ(trp_last_result(world), TRP_ERR_MEMORY);
    bad.remember = 3;
    CHECK(trp_queue_create(world, &bad) != NULL);
}
