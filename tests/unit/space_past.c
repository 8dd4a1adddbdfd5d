#include "space_past.h"

space_past past;

static uint32_t id_of(const trp_actor *actor)
{
    return actor != NULL ? trp_as(boxed, actor)->id : 0;
}

static void log_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    stage_log(100000u * ((uint32_t)in->phase >> 1) + PAIR(id_of(a), id_of(b)));
}

uint32_t past_contacts(void)
{
    stage_log_clear();
    return space_contacts(past.space, NULL, log_contact, NULL);
}

void past_furnish(trp_space_desc desc)
{
    trp_space_pool_desc with = {.box = TRP_BOX_AT(boxed, box)};

    past.rocks = space_pool(past.world, PAST_MEMBERS);
    past.walls = stage_pool_as(past.world, space_pool_desc(PAST_MEMBERS, TRP_ORDER_NEWEST));
    past.space = MADE(trp_space_create(past.world, &desc));
    CHECK_OK(trp_space_add_pool(past.space, past.rocks, &with));
    with.is_static = true;
    CHECK_OK(trp_space_add_pool(past.space, past.walls, &with));
    CHECK_EQ(past_contacts(), 0); /* which creates them */
}

void past_set_up(bool sweeps)
{
    trp_space_desc desc = {.capacity = PAST_MEMBERS};

    past.world = stage_world();
    desc.sweeps = sweeps;
    desc.manual_moves = sweeps;
    past_furnish(desc);
}

void past_save(unsigned number)
{
    CHECK_OK(trp_snapshot_save(past.world, past.memory[number], sizeof past.memory[number],
                               &past.saved[number]));
}

void past_restore(unsigned number)
{
    CHECK_OK(trp_snapshot_restore(past.world, past.memory[number], past.saved[number]));
    CHECK_VALID(past.world);
}

uint32_t past_differences(void)
{
    return trp_snapshot_diff(past.world, past.memory[0], past.saved[0], past.memory[1],
                             past.saved[1], 9, NULL, NULL);
}

static void count_spaces(const trp_difference *difference, void *user)
{
    *(uint32_t *)user += difference->kind == TRP_DIFFERS_PART;
}

uint32_t past_spaces_that_differ(void)
{
    uint32_t count = 0;

    (void)trp_snapshot_diff(past.world, past.memory[0], past.saved[0], past.memory[1],
                            past.saved[1], UINT32_MAX, count_spaces, &count);
    return count;
}

void past_move(boxed *it, float x)
{
    it->box.x = x;
    CHECK_OK(trp_space_moved(past.space, &it->actor));
}

/* Rocks 1, 2, 4 and walls 5, 6, in the numbers 0, 1, 3, 4, 5: 2 is free. 4 sleeps. */
void past_fill(boxed *out[7])
{
    for (uint32_t id = 1; id <= 4; id++)
        out[id] = space_square(past.rocks, id, 3 * (float)id);
    for (uint32_t id = 5; id <= 6; id++)
        out[id] = space_square(past.walls, id, 3 * (float)id);
    CHECK_OK(trp_recycle(past.world, &out[3]->actor));
    CHECK_OK(trp_deactivate(past.world, &out[4]->actor));
}
