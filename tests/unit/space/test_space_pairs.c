/*
 * Pairs and contacts with further settings: sides, one way, a filter, categories, stopped passes;
 * how boxes and circles touch. Each situation is played with every kind of space.
 */
#include "../script.h"
#include "../space_kinds.h"

SITUATIONS(space_pairs);

enum { BULLET = 1, ENEMY = 2, WALL = 4 };

static void set_bits(boxed *it, uint32_t category, uint32_t mask)
{
    CHECK_OK(trp_space_set_bits(field.space, &it->actor, category, mask));
}

static unsigned asked;

static bool is_even_sum(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    asked++;
    return (trp_as(boxed, a)->id + trp_as(boxed, b)->id) % 2 == 0;
}

static void filtered_pairs(void)
{
    for (uint32_t id = 1; id <= 4; id++)
        space_kinds_box(id, (float)id, 0, 8, 8);
    CHECK_EQ(space_kinds_pairs((trp_pairing){.accept = is_even_sum}), 2);
    CHECK_LOG(PAIR(1, 3), PAIR(2, 4));
    asked = 0;
    CHECK_EQ(trp_space_pairs(field.space, &(trp_pairing){.accept = is_even_sum}, NULL, NULL), 2);
    CHECK_EQ(asked, 6);
}

SITUATION("a filter is asked about pairs")
{
    space_kinds_play(filtered_pairs);
}

#define MIXED 48u /* members: more combinations of bits than classes */

static uint32_t categories[MIXED], masks[MIXED];

static bool is_wall(uint32_t i)
{
    return i % 3 == 0;
}

/* by the definition of the header */
static uint32_t pairs_by_bits(void)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < MIXED; i++)
        for (uint32_t k = 0; k < i; k++)
            count += (masks[i] & categories[k]) != 0 && (masks[k] & categories[i]) != 0 &&
                     !(is_wall(i) && is_wall(k));
    return count;
}

/* few combinations of bits, more than there is room for, and few again; a third is static */
static void static_ones_with_bits(void)
{
    trp_pool *walls = stage_pool_as(field.world, space_pool_desc(MIXED / 3, TRP_ORDER_MEMORY));
    uint32_t seed = 5;
    boxed *it[MIXED];

    CHECK_OK(trp_space_add_pool(
        field.space, walls,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_static = true}));
    for (uint32_t i = 0; i < MIXED; i++) {
        it[i] = space_box(is_wall(i) ? walls : field.pool, i, (float)i / 8, 0, 8, 8);
        categories[i] = 1;
        masks[i] = UINT32_MAX;
    }
    for (uint32_t step = 0; step < 6 * MIXED; step++) {
        const uint32_t i = stage_random(&seed, MIXED);
        categories[i] = 1 + stage_random(&seed, 7);
        masks[i] = 1 + stage_random(&seed, step / MIXED % 3 == 1 ? 255 : 3);
        set_bits(it[i], categories[i], masks[i]);
        if (step % 4 == 0)
            CHECK_EQ(trp_space_pairs(field.space, NULL, NULL, NULL), pairs_by_bits());
    }
}

SITUATION("bits of static actors and of others")
{
    space_kinds_play(static_ones_with_bits);
}

/* all other categories, in a space whose members are all alike */
SITUATION("a mask of all other categories")
{
    space_kinds_begin_as(SPACE_GRIDS, (trp_space_desc){0},
                         (trp_space_pool_desc){.mask = ~(uint32_t)1});
    for (uint32_t id = 1; id <= 3; id++)
        space_kinds_box(id, (float)id, 0, 8, 8);
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 0);
    CHECK_EQ(space_kinds_ask((trp_query){.mask = ~(uint32_t)1}), 0);
    CHECK_EQ(space_kinds_ask((trp_query){.mask = 1}), 3);
    stage_log_clear();
}

static trp_contact_context contact_log[16];
static trp_actor *contact_a[16];
static uint32_t contact_count;

static void log_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    CHECK(contact_count < 16);
    contact_a[contact_count] = a;
    contact_log[contact_count++] = *in;
}

static uint32_t contacts(trp_pairing which)
{
    contact_count = 0;
    return space_contacts(field.space, &which, log_contact, NULL);
}

static void filtered_contacts(void)
{
    set_bits(space_kinds_box(1, 0, 0, 8, 8), BULLET, 0);
    boxed *b = space_kinds_box(2, 1, 0, 8, 8);
    set_bits(b, ENEMY, 0);
    space_kinds_box(3, 2, 0, 8, 8);
    CHECK_EQ(contacts((trp_pairing){.accept = is_even_sum}), 1);
    CHECK_EQ(contacts((trp_pairing){.b = BULLET, .a = ENEMY}), 3); /* 1 and 3 end */
    CHECK_EQ(contact_log[0].phase, TRP_CONTACT_END);
    CHECK_EQ(contact_log[1].phase, TRP_CONTACT_BEGIN);
    CHECK(contact_a[1] == &b->actor);
    CHECK_EQ(contact_log[1].a_category, ENEMY);
    CHECK_EQ(contact_log[1].b_category, BULLET);
    set_bits(b, WALL, 0); /* its contacts end with its former bits */
    CHECK_EQ(contacts((trp_pairing){.b = BULLET, .a = ENEMY}), 2);
    CHECK_EQ(contact_log[0].phase, TRP_CONTACT_END);
    CHECK_EQ(contact_log[0].a_category, ENEMY);
}

SITUATION("contacts of some pairs, with their categories")
{
    space_kinds_play(filtered_contacts);
}

static void circles(void)
{
    trp_touch touch;
    boxed *a = space_kinds_box(1, 0, 0, 10, 10);
    boxed *b = space_kinds_box(2, 8, 8, 10, 10); /* the boxes touch, the circles do not */
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 0);
    CHECK(!trp_space_touch(field.space, &a->actor, &b->actor, &touch));
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(1, 1, 0, 0)}), 0);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(5, 0, 0, 0)}), 1);
    space_kinds_move(b, 6, 8); /* 6, 8, 10 */
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 1);
    CHECK(trp_space_touch(field.space, &a->actor, &b->actor, &touch));
    CHECK(touch.at == 1 && touch.depth == 0);
    CHECK(space_is_near(touch.normal_x, 0.6f) && space_is_near(touch.normal_y, 0.8f));
    space_kinds_move(b, 3, 4);
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    CHECK(trp_space_touch(field.space, &a->actor, &b->actor, &touch));
    CHECK(space_is_near(touch.depth, 5));
    CHECK(trp_space_touch(field.space, &a->actor, &b->actor, NULL));
    CHECK(!trp_space_touch(field.space, &a->actor, &a->actor, NULL));
    CHECK_OK(trp_deactivate(field.world, &b->actor));
    CHECK(!trp_space_touch(field.space, &a->actor, &b->actor, &touch));
    CHECK(touch.depth == 0);
}

SITUATION("circles touch by distance")
{
    space_kinds_play_as((trp_space_desc){0}, (trp_space_pool_desc){.is_round = true}, circles);
}

static void depths(void)
{
    trp_touch touch;
    boxed *a = space_kinds_box(1, 0, 0, 10, 10);
    boxed *b = space_kinds_box(2, 7, 1, 10, 10);
    CHECK(trp_space_touch(field.space, &a->actor, &b->actor, &touch));
    CHECK(touch.depth == 3 && touch.normal_x == 1 && touch.normal_y == 0);
    CHECK(trp_space_touch(field.space, &b->actor, &a->actor, &touch));
    CHECK(touch.depth == 3 && touch.normal_x == -1 && touch.normal_y == 0);
    space_kinds_move(b, 1, -8);
    CHECK_OK(trp_space_moved(field.space, &b->actor));
    CHECK(trp_space_touch(field.space, &a->actor, &b->actor, &touch));
    CHECK(touch.depth == 2 && touch.normal_x == 0 && touch.normal_y == -1);
    space_kinds_move(b, 11, 0);
    CHECK_OK(trp_space_moved(field.space, &b->actor));
    CHECK(!trp_space_touch(field.space, &a->actor, &b->actor, NULL));
}

SITUATION("how deep boxes touch")
{
    space_kinds_play(depths);
}

static boxed *leaves;

static void lets_one_leave(boxed *a, boxed *b)
{
    if (leaves != NULL)
        CHECK_OK(trp_recycle(field.world, &leaves->actor));
    leaves = NULL;
}

static void asks_for_others(boxed *a, boxed *b)
{
    if (a->id != 1)
        return;
    space_when_paired = NULL;
    CHECK_EQ(
        trp_space_pairs(field.space, &(trp_pairing){.a = ENEMY, .b = ENEMY}, space_log_pair, NULL),
        1);
}

/* in any order; while the first is delivered, the third leaves; within another pass */
static void pairs_of_three(void)
{
    boxed *it[5];

    for (uint32_t id = 1; id <= 3; id++)
        it[id] = space_kinds_box(id, (float)id, 0, 8, 8);
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 3);
    leaves = it[3];
    space_when_paired = lets_one_leave;
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 1);
    CHECK_LOG(PAIR(1, 2));
    it[3] = space_kinds_box(3, 100, 0, 8, 8);
    it[4] = space_kinds_box(4, 100, 0, 8, 8);
    set_bits(it[3], ENEMY, ENEMY);
    set_bits(it[4], ENEMY, ENEMY);
    space_when_paired = asks_for_others;
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 2);
    CHECK_LOG(PAIR(1, 2), PAIR(3, 4), PAIR(3, 4));
    /* the lower number has the higher category, and is `a` only if that is asked for */
    set_bits(it[1], WALL, BULLET | ENEMY | WALL);
    set_bits(it[2], ENEMY, BULLET | ENEMY | WALL);
    CHECK_EQ(space_kinds_pairs((trp_pairing){.a = WALL, .b = ENEMY}), 1);
    CHECK_LOG(PAIR(1, 2));
    CHECK_EQ(space_kinds_pairs((trp_pairing){.a = WALL | ENEMY, .b = ENEMY}), 2);
    CHECK_LOG(PAIR(1, 2), PAIR(3, 4));
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 2);
    CHECK_LOG(PAIR(2, 1), PAIR(3, 4));
}

SITUATION("pairs of a few: in any order, one leaves, within a pass")
{
    space_kinds_play(pairs_of_three);
}

static void asks_for_all(boxed *a, boxed *b)
{
    CHECK_EQ(trp_space_pairs(field.space, NULL, NULL, NULL), 1);
    CHECK_EQ(trp_space_pairs(field.space, &(trp_pairing){.swept = true}, NULL, NULL), 1);
}

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    return space_kinds_pairs((trp_pairing){.swept = true});
}

/* only another swept one is refused */
static void other_passes(void)
{
    boxed *it = space_kinds_box(1, 0, 0, 8, 8);

    space_kinds_box(2, 4, 0, 8, 8);
    space_when_paired = asks_for_all;
    CHECK_EQ(swept(), 1);
    space_when_paired = NULL;
    /* a box that only grows has touched what it touches now */
    it->box = (trp_box){20, 0, 2, 2};
    CHECK_OK(trp_space_moved(field.space, &it->actor));
    CHECK_EQ(swept(), 1);
    CHECK_EQ(swept(), 0);
    it->box.width = 40;
    space_kinds_box(3, 50, 0, 8, 8);
    CHECK_OK(trp_space_moved(field.space, &it->actor));
    CHECK_EQ(swept(), 1);
    CHECK_LOG(PAIR(1, 3));
}

SITUATION("other passes within a swept one")
{
    space_kinds_play_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                        (trp_space_pool_desc){0}, other_passes);
}

SCRIPT("pairs that are stopped, with room for all and for one",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; put 4 4 0 8; space; go; at 1&3: stop;"
       "pairs; = 1&2 1&3; still; pairs; = 1&2 1&3 1&4 2&3 2&4 3&4");
SCRIPT("... and with room for one",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; put 4 4 0 8; space hits 2; go;"
       "at 1&3: stop; pairs; = 1&2 1&3; still; pairs; = 1&2 1&3 1&4 2&3 2&4 3&4");
SCRIPT("categories of one side, where all have the bits by default",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; space; go; pairs a 1; = 1&2 1&3 2&3;"
       "pairs b 1; = 1&2 1&3 2&3; pairs a 2; =; pairs b 2; =");
SCRIPT("pairs of one side with the other",
       "put 1 2 0 30; put 2 4 0 30; put 3 6 0 30; put 7 14 0 30; put 8 16 0 30;"
       "space; bits 1 1 0; bits 2 1 0; bits 3 1 0; bits 7 2 0; bits 8 2 0; go;"
       "pairs a 2 b 1; = 7&1 8&1 7&2 8&2 7&3 8&3; pairs a 2 b 2; = 7&8; pairs a 4;"
       "=; pairs a 4 b 1; =");
SCRIPT("the one that cares for the other comes first",
       "put 1 0 0 8; put 2 4 0 8; space; bits 1 1 4; bits 2 2 1; go; pairs; =;"
       "pairs either; = 2&1; bits 1 1 2; pairs either; = 1&2");
