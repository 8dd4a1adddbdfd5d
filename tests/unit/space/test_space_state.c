/* Spaces in snapshots: a restored space answers as it did, whatever was in it meanwhile. */
#include "../space_past.h"

SITUATIONS(space_state);

SITUATION("a space has more members than then")
{
    boxed *it[7];

    past_set_up(false);
    past_fill(it);
    past_save(0);
    const uint64_t hash = trp_hash_world(past.world);
    past_check_filled(it);
    for (int round = 0; round < 2; round++) {
        for (uint32_t id = 10; id < 14; id++)
            space_square(round == 0 ? past.rocks : past.walls, id, -3 * (float)id);
        past_members();
        past_restore(0);
        CHECK_EQ(trp_hash_world(past.world), hash);
        past_check_filled(it);
    }
    past_check_free_numbers();
}

SITUATION("a space has fewer members than then, or none")
{
    boxed *it[7];

    past_set_up(false);
    past_fill(it);
    past_save(0);
    const uint64_t hash = trp_hash_world(past.world);
    past_move(it[2], -500);
    CHECK_EQ(past_pairs(), 0);
    CHECK_OK(trp_space_remove(past.space, &it[1]->actor));
    past_end(it[5]);
    past_restore(0);
    past_check_filled(it);
    CHECK_OK(trp_pool_clear(past.rocks, NULL));
    CHECK_OK(trp_pool_clear(past.walls, NULL));
    CHECK_EQ(past_members(), 0);
    past_restore(0);
    CHECK_EQ(trp_hash_world(past.world), hash);
    past_check_filled(it);
    past_check_free_numbers();
}

/* nothing is left of members that it had meanwhile */
SITUATION("a restored empty space is as a new one")
{
    boxed *it[7];

    past_set_up(true);
    past_save(0);
    past_fill(it);
    past_contacts();
    past_restore(0);
    past_save(1);
    CHECK_EQ(past_differences(), 0);
    CHECK_EQ(trp_space_info(past.space).count, 0);
    CHECK_EQ(trp_space_info(past.space).hidden, 0);
    CHECK_EQ(past_pairs(), 0);
    CHECK_EQ(past_members() + past_contacts(), 0);
    CHECK(!trp_space_member(past.space, &it[1]->actor, NULL));
    past_fill(it);
    past_check_filled(it);
    past_check_free_numbers();
}

/* its box is read when it wakes, as without a restore */
SITUATION("sleepers are hidden again")
{
    boxed *it[7];

    past_set_up(false);
    past_fill(it);
    past_save(0);
    CHECK_OK(trp_activate(past.world, &it[4]->actor));
    CHECK_EQ(past_pairs(), 2);
    CHECK_LOG(PAIR(1, 2), PAIR(4, 5));
    CHECK_OK(trp_deactivate(past.world, &it[2]->actor));
    past_restore(0);
    past_check_filled(it);
    it[4]->box.x = 2;
    CHECK_OK(trp_activate(past.world, &it[4]->actor));
    CHECK_EQ(trp_space_info(past.space).hidden, 0);
    CHECK_EQ(past_pairs(), 3);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 4), PAIR(2, 4));
    CHECK_EQ(trp_space_info(past.space).count, 5);
}

/* contacts of then go on, those that began later are forgotten */
SITUATION("contacts of then go on")
{
    past_set_up(false);
    boxed *a = space_square(past.rocks, 1, 0);
    boxed *b = space_square(past.rocks, 2, 3);
    space_square(past.rocks, 3, 6);
    boxed *d = space_square(past.walls, 4, 50);
    CHECK_EQ(past_contacts(), 2);
    CHECK_LOG(BEGIN(1, 2), BEGIN(2, 3));
    past_save(0);
    past_move(a, 48);
    past_end(b);
    CHECK_EQ(past_contacts(), 3);
    CHECK_LOG(END(1, 0), END(0, 3), BEGIN(1, 4));
    for (uint32_t id = 5; id < 8; id++)
        space_square(past.rocks, id, 46 + (float)id);
    past_contacts();
    past_save(1);
    past_restore(0);
    CHECK_EQ(past_contacts(), 2);
    CHECK_LOG(STAY(1, 2), STAY(2, 3));
    past_restore(1);
    past_restore(0);
    past_end(d);
    past_end(b);
    CHECK_EQ(past_contacts(), 2);
    CHECK_LOG(END(1, 0), END(0, 3));
    CHECK_EQ(past_contacts(), 0);
}

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(past.space, NULL));
    return trp_space_pairs(past.space, &(trp_pairing){.swept = true}, NULL, NULL);
}

/* where boxes were in the last reading, and in the one before it */
SITUATION("sweeps begin where boxes were then")
{
    trp_touch before;
    trp_touch after;

    past_set_up(true);
    boxed *a = space_square(past.rocks, 1, 0);
    boxed *b = space_square(past.walls, 2, 50);
    CHECK_EQ(swept(), 0);
    past_move(a, 100);
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(past.space, &a->actor, &b->actor, &before));
    CHECK(before.at > 0 && before.at < 1 && before.normal_x == 1);
    past_save(0);
    CHECK_EQ(swept(), 0);
    past_move(a, -100);
    CHECK_EQ(swept(), 1);
    past_save(1);
    past_restore(0);
    CHECK(trp_space_touch(past.space, &a->actor, &b->actor, &after));
    CHECK(before.at == after.at && before.normal_x == after.normal_x);
    CHECK_EQ(swept(), 0); /* it is behind the wall */
    past_restore(0);
    past_move(a, 0);
    CHECK_EQ(swept(), 1);
    past_restore(1);
    CHECK(trp_space_touch(past.space, &a->actor, &b->actor, &after));
    CHECK(after.normal_x == -1);
    CHECK_EQ(swept(), 0);
}

/* statistics, and what former members left */
SITUATION("what does not count is no difference")
{
    boxed *it[7];

    past_set_up(false);
    past_fill(it);
    past_save(0);
    uint64_t hash = trp_hash_world(past.world);
    trp_space_query(past.space, &(trp_query){.area = trp_rectangle(-99, -99, 999, 999)},
                    stage_do_nothing, NULL);
    CHECK_OK(trp_space_set_bits(past.space, &it[1]->actor, 2, 0));
    CHECK_OK(trp_space_set_bits(past.space, &it[1]->actor, 0, 0));
    CHECK_OK(trp_space_remove(past.space, &it[1]->actor));
    CHECK_OK(trp_space_add(past.space, &it[1]->actor));
    past_save(1);
    CHECK_EQ(trp_hash_world(past.world), hash);
    CHECK_EQ(past_differences(), 0);
    CHECK_OK(trp_space_set_bits(past.space, &it[1]->actor, 4, 0));
    past_save(1);
    CHECK_EQ(past_differences(), 1);
}

/* the space does, whatever else differs */
static void differs(void)
{
    past_save(1);
    CHECK_EQ(past_spaces_that_differ(), 1);
    past_restore(0);
    past_save(1);
    CHECK_EQ(past_differences(), 0);
}

static void place(boxed *it, trp_box box)
{
    it->box = box;
    CHECK_OK(trp_space_moved(past.space, &it->actor));
}

SITUATION("what counts is a difference")
{
    static const trp_box boxes[] = {{4, 0, 3, 4}, {3, 1, 4, 3}, {3, 0, 5, 4}, {3, 0, 4, 5}};
    boxed *it[7];

    past_set_up(true);
    past_fill(it);
    CHECK_OK(trp_space_moved_all(past.space, NULL));
    past_contacts();
    past_save(0);
    for (unsigned i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        place(it[1], boxes[i]);
        differs();
    }
    CHECK_OK(trp_space_set_bits(past.space, &it[1]->actor, 4, 0));
    differs();
    CHECK_OK(trp_space_set_bits(past.space, &it[1]->actor, 0, 5));
    differs();
    CHECK_OK(trp_deactivate(past.world, &it[1]->actor));
    differs();
    CHECK_OK(trp_space_remove(past.space, &it[6]->actor));
    differs();
    past_move(it[1], 900);
    CHECK_OK(trp_space_moved_all(past.space, NULL));
    past_move(it[1], 3); /* where it was, but it comes from elsewhere */
    differs();
}

/* the same members and boxes, and one contact for another */
SITUATION("contacts of others are a difference")
{
    enum { WAYS = 6 };
    static const float ways[WAYS][3] = {{0, 50, 52}, {0, 2, 52},  {0, 2, 3},
                                        {7, 10, 13}, {10, 7, 13}, {7, 13, 10}};

    for (unsigned then = 0; then < WAYS; then++)
        for (unsigned now = 0; now < WAYS; now++) {
            boxed *it[3];
            past_set_up(false);
            for (unsigned i = 0; i < 3; i++)
                it[i] = space_square(past.rocks, i + 1, 0);
            for (unsigned round = 0; round < 2; round++) {
                for (unsigned i = 0; i < 3; i++)
                    past_move(it[i], ways[round == 0 ? then : now][i]);
                past_contacts();
                for (unsigned i = 0; i < 3; i++)
                    past_move(it[i], 0);
                past_save(round);
            }
            CHECK_EQ(past_spaces_that_differ(), then != now);
        }
}

/* those of members that have left, and that are not yet reported as ended */
SITUATION("contacts of members that have left are a difference")
{
    past_set_up(false);
    past_save(0);
    boxed *a = space_square(past.rocks, 1, 0);
    boxed *b = space_square(past.rocks, 2, 3);
    CHECK_EQ(past_contacts(), 1);
    past_end(a);
    past_end(b);
    past_save(1);
    CHECK_EQ(past_spaces_that_differ(), 1);
    past_restore(0);
    CHECK_EQ(past_contacts(), 0);
    past_restore(1);
    CHECK_EQ(past_contacts(), 1);
    CHECK_LOG(END(0, 0));
}

/* of two spaces only one has changed: an empty one beside it is as it was */
SITUATION("only one of two spaces differs")
{
    const trp_space_pool_desc with = {.box = TRP_BOX_AT(boxed, box), .manual_add = true};

    if (STAGE_BYTES < 64u * 1024u)
        return;
    past_set_up(false);
    trp_space *other = trp_space_create(past.world, &(trp_space_desc){.capacity = PAST_MEMBERS});
    CHECK_OK(trp_space_add_pool(other, past.rocks, &with));
    for (unsigned round = 0; round < 2; round++) {
        past_save(0);
        boxed *a = space_square(past.rocks, 1, 3);
        CHECK_EQ(trp_space_info(past.space).count, 1);
        if (round == 1) {
            CHECK_OK(trp_space_remove(past.space, &a->actor));
            CHECK_OK(trp_space_add(other, &a->actor));
        }
        past_save(1);
        CHECK_EQ(past_spaces_that_differ(), 1);
        past_restore(0);
    }
}

/* A contact of a life that is over, whose end is still to be told, and one of the next life. */
SITUATION("whose lives contacts are of is state")
{
    past_set_up(false);
    boxed *first = space_square(past.rocks, 1, 0);
    space_square(past.rocks, 2, 0);
    past_contacts();
    past_end(first);
    space_square(past.rocks, 3, 0);
    past_save(0);
    const uint64_t hash = trp_hash_world(past.world);
    past_contacts();
    CHECK_LOG(END(0, 2), BEGIN(3, 2));
    CHECK(trp_hash_world(past.world) != hash);
    past_save(1);
    CHECK(past_differences() != 0);
}

static uint32_t within;

static void ask_within(trp_actor *actor, const trp_context *in)
{
    within++;
    if (within < 40)
        trp_space_query(in->space, NULL, ask_within, NULL);
}

/* Passes within each other, as many as there is room for: growth is no state. */
SITUATION("room that has grown decides nothing after a restore")
{
    if (STAGE_BYTES < 64u * 1024u)
        return;
    stage_world();
    past.world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    past_furnish((trp_space_desc){.capacity = 2, .max_capacity = PAST_MEMBERS});
    space_square(past.rocks, 1, 0);
    past_save(0);
    within = 0;
    trp_space_query(past.space, NULL, ask_within, NULL);
    uint32_t before = within;
    for (uint32_t i = 0; i < 5; i++)
        space_square(past.walls, 2 + i, 50);
    CHECK(trp_space_info(past.space).capacity > 2);
    past_restore(0);
    within = 0;
    trp_space_query(past.space, NULL, ask_within, NULL);
    CHECK_EQ(within, before);
    CHECK_OK(trp_world_destroy(past.world));
}
