/* Spaces in snapshots: a restored space answers as it did, whatever was in it meanwhile. */
#include "../space_past.h"

SITUATIONS(space_state);

SCRIPT("a space has more members than then",
       "pool 16; pool 16; space room 16 empty; enter a; enter b static; put 1 0; put 2 3; put b 3 "
       "50; put 4 53; sleep 4; save; put 10 -30; put 11 -33; put 12 -36; put 13 -39; everything; "
       "restore; go; everything; pairs; = 1 2 3 1&2; hidden 1; count 4; put b 10 -30; put b 11 "
       "-33; put b 12 -36; restore; go; everything; pairs; = 1 2 3 1&2; hidden 1; new 14; count 5");

SCRIPT("a space has fewer members than then, or none",
       "pool 16; pool 16; space room 16 empty; enter a; enter b static; put 1 0; put 2 3; put b 3 "
       "50; put 4 53; sleep 4; save; go; box 2 -500; pairs; =; part 1; recycle 3; restore; go; "
       "everything; pairs; = 1 2 3 1&2; clear a; clear b; count 0; restore; go; everything; pairs; "
       "= 1 2 3 1&2; new 14; count 5");

/* Nothing is left of members that it had meanwhile. */
SCRIPT("a restored empty space is as a new one",
       "pool 16; space room 16; contacts; save; put 1 0; put 2 3; sleep 2; wake 2; put 3 6; sleep "
       "3; contacts; restore; count 0; hidden 0; go; everything; pairs; contacts; =; put 1 0; put "
       "2 3; go; everything; pairs; = 1 2 1&2");

/* Its box is read when it wakes, as without a restore. */
SCRIPT("sleepers are hidden again",
       "in memory oldest; space; put 1 0; put 2 3; put 4 50; put 5 53; sleep 4; save; go; wake 4; "
       "pairs; = 1&2 4&5; sleep 2; restore; hidden 1; go; pairs; = 1&2; shape 4 2; wake 4; hidden "
       "0; pairs; = 1&2 1&4 2&4; count 4");

/* Contacts of then go on, those that began later are forgotten. */
SCRIPT("contacts of then go on",
       "space; put 1 0; put 2 3; put 3 6; put 4 50; go; contacts; = k1&2 k2&3; save; box 1 48; "
       "recycle 2; go; contacts; = e1&0 e0&3 k1&4; put 5 51; put 6 52; put 7 53; contacts; save 1; "
       "restore; go; contacts; = y1&2 y2&3; restore 1; restore; recycle 4 2; go; contacts; = e1&0 "
       "e0&3; contacts; =");

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

/* Statistics, and what former members left. */
SCRIPT("what does not count is no difference",
       "space; put 1 0; put 2 3; save; hash 0; everything; bits 2 2 0; bits 2 0 0; part 2; join 2; "
       "same 0; changes 0 0; bits 2 4 0; changes 0 1");

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

/* Those of members that have left, and that are not yet reported as ended. */
SCRIPT("contacts of members that have left are a difference",
       "space; contacts; save; put 1 0; put 2 3; go; contacts; = k1&2; recycle 1 2; save 1; "
       "restore; go; contacts; =; restore 1; go; contacts; = e0&0");

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
SCRIPT("whose lives contacts are of is state",
       "in memory; space; put 1 0; put 2 0; contacts; recycle 1; put 3 0; save; hash 0; go; "
       "contacts; = e0&2 k3&2; differs 0");

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
