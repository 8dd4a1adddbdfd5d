#include "faults.h"

#include "../unit/stage.h"

typedef struct rock
{
    trp_actor actor;
    trp_box box;
} rock;

static _Alignas(TRP_ALIGNMENT) unsigned char memory[2][1 << 15];
static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static size_t bytes[2];

static void set_up(trp_space_desc desc)
{
    stage_world();
    world = stage_world_as((trp_world_desc){0});
    pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8});
    space = trp_space_create(world, &desc);
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(rock, box)}),
        TRP_OK);
}

static trp_actor *make(float x)
{
    return trp_create(pool, &(rock){.box = {x, 0, 2, 2}});
}

static void save(unsigned number)
{
    CHECK_RESULT(trp_snapshot_save(world, memory[number], sizeof memory[number], &bytes[number]),
                 TRP_OK);
}

static uint32_t differences(void)
{
    return trp_snapshot_diff(world, memory[0], bytes[0], memory[1], bytes[1], 0, NULL, NULL);
}

static void note_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    (void)a;
    (void)b;
    if (in->phase == TRP_CONTACT_END)
        stage_log(in->a_handle.generation);
}

/* A contact of a life that is over, whose end is still to be told, and one of the next life. */
static void the_lives_of_contacts_are_state(void)
{
    uint64_t hashes[2];
    trp_actor *first;

    set_up((trp_space_desc){.capacity = 8, .contacts = 8});
    first = make(0);
    (void)make(0);
    (void)trp_space_contacts(space, note_contact, NULL);
    CHECK_RESULT(trp_recycle(world, first), TRP_OK);
    (void)make(0);
    save(0);
    hashes[0] = trp_hash_world(world);
    (void)trp_space_contacts(space, note_contact, NULL);
    CHECK_LOG(1);
    save(1);
    hashes[1] = trp_hash_world(world);
    CHECK(hashes[0] != hashes[1]);
    CHECK(differences() != 0);
}

static uint32_t answers;

static void ask_within(trp_actor *actor, const trp_context *in)
{
    const trp_query all = {.area = trp_circle(0, 0, 50), .order = TRP_SPACE_NEAREST_FIRST};

    (void)actor;
    answers++;
    if (*(unsigned *)in->arg == 0)
        return;
    --*(unsigned *)in->arg;
    trp_space_query_where(in->space, &all, ask_within, in->arg);
}

static uint32_t answers_within(void)
{
    unsigned depth = 12;

    answers = 0;
    trp_space_query(space, trp_circle(0, 0, 50), 0, ask_within, &depth);
    return answers;
}

/* A space has grown since the snapshot; what it refuses for lack of room decides what is visited. */
static void room_for_answers_is_state(void)
{
    uint32_t before;

    stage_world();
    world = trp_world_create(NULL);
    pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 64});
    space = trp_space_create(world, &(trp_space_desc){.capacity = 2, .max_capacity = 64});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(rock, box)}),
        TRP_OK);
    (void)make(0);
    (void)make(0);
    save(0);
    before = answers_within();
    for (int i = 0; i < 60; i++)
        (void)make(0);
    CHECK_RESULT(trp_snapshot_restore(world, memory[0], bytes[0]), TRP_OK);
    CHECK_EQ(answers_within(), before);
}

const fault space_faults[] = {
    {"Space", "a space that has grown refuses after a restore what it refused before",
     room_for_answers_is_state},
    {"Space", "whose lives contacts are of is in hashes and differences",
     the_lives_of_contacts_are_state},
    FAULT_END,
};
