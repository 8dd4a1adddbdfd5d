/*
 * Queues in saves: waiting events, described, with handles in them.
 */
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_queue);

typedef struct note {
    uint8_t kind; /* padding comes after it */
    uint32_t id;
    trp_handle about;
    unsigned secret; /* not part of the state */
} note;

/* As in the next version of the game. */
typedef struct note_later {
    trp_handle about;
    uint64_t id;
    float volume;
} note_later;

static const trp_field note_fields[] = {TRP_FIELD(note, kind), TRP_FIELD(note, id),
                                        TRP_FIELD(note, about), TRP_FIELD_IGNORED(note, secret),
                                        TRP_FIELDS_END};
static const trp_fields note_type = TRP_FIELDS(note, 1, note_fields);
static const float loud = 1;
static const trp_field later_fields[] = {TRP_FIELD(note_later, about), TRP_FIELD(note_later, id),
                                         TRP_FIELD_SINCE(note_later, volume, 2, &loud),
                                         TRP_FIELDS_END};
static const trp_fields later_type = TRP_FIELDS(note_later, 2, later_fields);

static trp_world *world;
static trp_pool *pool;
static trp_queue *notes;
static save_file file;
static save_file again;
static unsigned secret; /* of the played events */
static unsigned upgraded;

static void play(const void *event, const trp_context *in)
{
    const note *it = (const note *)event;
    CHECK_EQ(it->kind, 3);
    CHECK_EQ(it->secret, secret);
    stage_log(it->id);
    stage_log(trp_get(world, it->about) != NULL);
}

static void play_later(const void *event, const trp_context *in)
{
    const note_later *it = (const note_later *)event;
    CHECK(it->volume == 1);
    stage_log((unsigned)it->id);
    stage_log(trp_get(world, it->about) != NULL);
}

static void post(uint32_t id, trp_actor *about)
{
    note it;

    memset(&it, (int)id, sizeof it); /* padding does not belong to the state */
    it.kind = 3;
    it.id = id;
    it.about = trp_handle_of(world, about);
    it.secret = secret;
    CHECK_OK(trp_queue_post(notes, &it));
}

static void begin(uint32_t capacity)
{
    world = stage_world();
    pool = stage_pool_as(world, (trp_pool_desc){.name = "stuff",
                                                .type = TRP_TYPE(save_actor, actor),
                                                .capacity = 8,
                                                .fields = &save_actor_type});
    notes = MADE(trp_queue_create(world, &(trp_queue_desc){.name = "notes",
                                                           .size = sizeof(note),
                                                           .capacity = capacity,
                                                           .play = play,
                                                           .fields = &note_type}));
    secret = 0;
}

static void load(void)
{
    CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
}

static void flush(void)
{
    stage_log_clear();
    CHECK_OK(trp_queue_flush(notes));
}

/* The save has no chunk of the first one. */
SCRIPT("of two queues with one name, the second is described",
       "pool described; queue 4 called notes; lane 1; queue 4 described called notes; post 5; "
       "file; load; waiting 1; lane 0; waiting 0");

/* The ring has wrapped, so the events cross its end. */
SITUATION("events that wait are saved, and played as they were")
{
    begin(4);
    secret = 7;
    trp_actor *actor = trp_create(pool, NULL);
    for (uint32_t i = 0; i < 3; i++)
        post(i, NULL);
    flush();
    for (uint32_t i = 5; i < 9; i++)
        post(i, i % 2 != 0 ? actor : NULL);
    CHECK_RESULT(trp_queue_post(notes, &(note){.kind = 3}), TRP_ERR_FULL);
    save_world(world, &file);
    uint64_t hash = trp_hash_world(world);
    flush();
    CHECK_LOG(5, 1, 6, 0, 7, 1, 8, 0);
    post(1, NULL);
    load();
    CHECK_EQ(trp_queue_info(notes).count, 4);
    CHECK_EQ(trp_queue_info(notes).refused, 1);
    CHECK_EQ(trp_hash_world(world), hash);
    save_world(world, &again);
    CHECK(again.size == file.size && memcmp(again.bytes, file.bytes, file.size) == 0);
    secret = 0; /* no field contains it */
    flush();
    CHECK_LOG(5, 1, 6, 0, 7, 1, 8, 0);
    save_world(world, &file);
    CHECK_OK(trp_queue_post(notes, &(note){.kind = 3}));
    load();
    CHECK_EQ(trp_queue_info(notes).count, 0);
    CHECK_EQ(trp_queue_info(notes).refused, 1);
}

/* Of two queues with the same name, the first matches the first. */
SCRIPT("events go to the queue of their name and order",
       "pool described; queue 4 described called notes; lane 1; queue 4 called plain; lane 2; "
       "queue 2 described called notes; post 2; lane 0; post 1; lane 1; post 3; file; another; "
       "pool described; lane 0; queue 4 described called notes; lane 1; queue 4 called plain; lane "
       "2; queue 2 described called notes; lane 1; post 4; load; waiting 0; lane 0; go; flush; = "
       "q1; lane 2; waiting 1; flush; = q2; freequeue; load; lane 0; waiting 1");

static void count_upgraded(void *object, const trp_fields *fields, const trp_old *old, void *user)
{
    trp_value kind;

    CHECK(fields == &later_type && old->version == 1);
    CHECK(trp_old_value(old, "kind", &kind) && kind.number == 3);
    upgraded++;
}

SITUATION("events are upgraded with their game")
{
    trp_load_desc desc = save_load;

    begin(4);
    trp_actor *actor = trp_create(pool, NULL);
    post(7, actor);
    post(8, NULL);
    save_world(world, &file);
    CHECK_OK(trp_queue_destroy(notes));
    notes = trp_queue_create(world, &(trp_queue_desc){.name = "notes",
                                                      .size = sizeof(note_later),
                                                      .capacity = 3,
                                                      .play = play_later,
                                                      .fields = &later_type});
    upgraded = 0;
    desc.upgrade = count_upgraded;
    CHECK_OK(trp_load(world, file.bytes, file.size, &desc));
    CHECK_EQ(upgraded, 2);
    flush();
    CHECK_LOG(7, 1, 8, 0);
}

SCRIPT(
    "a save with more events than there is room for is refused",
    "pool described; queue 3 described called notes; post 1; post 2; post 3; file; another; pool "
    "described; queue 2 described called notes; post 9; load ?FULL; problem queue notes; go; "
    "flush; = q9");

/* Each byte of their chunk changed: refused, or loaded into a valid world. */
SITUATION("events of a save may be damaged")
{
    static const unsigned char other[] = {0, 1, 0x80, 0xFF};
    unsigned long cases = 0;

    begin(3);
    for (uint32_t i = 0; i < 3; i++)
        post(i, NULL);
    save_world(world, &file);
    for (size_t at = file.size - 200; at < file.size - 8; at++)
        for (unsigned i = 0; i < sizeof other; i++, cases++) {
            again = file;
            again.bytes[at] = (unsigned char)(again.bytes[at] ^ other[i]);
            save_mend_sum(&again);
            (void)trp_load(world, again.bytes, again.size, &save_load);
            CHECK_VALID(world);
            CHECK(trp_queue_info(notes).count <= 3);
        }
    situation_cases("changed bytes", cases);
}

SITUATION("a queue is described as its events are")
{
    static const trp_fields nameless = {"", sizeof(note), 1, note_fields, &trp__option_fields, 0};

    begin(3);
    CHECK_NULL_MISUSE(world,
                      trp_queue_create(world, &(trp_queue_desc){.size = sizeof(note) + 1,
                                                                .capacity = 1,
                                                                .play = play,
                                                                .fields = &note_type}),
                      TRP_ERR_VALUE);
    CHECK(trp_queue_create(world, &(trp_queue_desc){.size = sizeof(note),
                                                    .capacity = 1,
                                                    .play = play,
                                                    .fields = &nameless}) != NULL);
    CHECK_EQ(trp_save_bytes(world, &(trp_save_desc){.game = "g"}), 0);
}
