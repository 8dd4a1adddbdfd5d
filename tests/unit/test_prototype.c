/*
 * What newborns start from, to be completed.
 */
#include "stage.h"

static trp_world *world;

static trp_pool *crates(const crate *prototype, trp_full when_full, uint32_t reserve)
{
    const trp_pool_desc desc = {.type = TRP_TYPE(crate, node),
                                .capacity = 3,
                                .prototype = prototype,
                                .when_full = when_full,
                                .reserve = reserve};

    world = stage_world();
    return stage_pool_as(world, desc);
}

static void defaults_and_own_values(void)
{
    trp_pool *pool = crates(&(crate){.weight = 7, .bytes = {1, 2}, .tail = 9}, TRP_FULL_FAIL, 0);
    crate fresh = {.id = 99};

    CHECK_RESULT(trp_prototype(pool, &fresh, sizeof fresh), TRP_OK);
    CHECK(fresh.weight == 7 && fresh.id == 0 && fresh.bytes[1] == 2 && fresh.tail == 9);
    CHECK_EQ(fresh.node.stamp, 0);
    fresh.id = 5;
    const crate *born = trp_container_of(crate, node, trp_create_from(pool, &fresh));
    CHECK(born != NULL && born->weight == 7 && born->id == 5 && born->tail == 9);
    CHECK_VALID(world);
}

static void without_a_prototype_zeros(void)
{
    trp_pool *pool = crates(NULL, TRP_FULL_FAIL, 0);
    crate fresh = {.weight = 3, .id = 99, .tail = 1};

    CHECK_RESULT(trp_prototype(pool, &fresh, sizeof fresh), TRP_OK);
    CHECK(fresh.weight == 0 && fresh.id == 0 && fresh.tail == 0);
}

static void another_size_is_refused(void)
{
    trp_pool *pool = crates(NULL, TRP_FULL_FAIL, 0);
    thing other = {.id = 3};

    CHECK_MISUSE(world, trp_prototype(pool, &other, sizeof other), TRP_ERR_TYPE);
    CHECK_EQ(other.id, 3);
    CHECK_MISUSE(world, trp_prototype(pool, NULL, sizeof(crate)), TRP_ERR_NULL);
    CHECK_RESULT(trp_prototype(NULL, &other, sizeof other), TRP_ERR_NULL);
}

static void optional_with_values(void)
{
    trp_pool *pool = crates(NULL, TRP_FULL_STEAL_NEXT, 1);
    const crate init = {.id = 4, .weight = 2};

    for (int i = 0; i < 2; i++)
    {
        const crate *born = trp_container_of(crate, node, trp_create_optional_from(pool, &init));
        CHECK(born != NULL && born->id == 4 && born->weight == 2);
    }
    CHECK_NULL_QUIET(world, trp_create_optional_from(pool, &init), TRP_ERR_FULL);
    CHECK(trp_create_from(pool, &init) != NULL); /* the reserve */
    CHECK_NULL_QUIET(world, trp_create_optional_from(pool, &init), TRP_ERR_FULL);
    CHECK(trp_create_optional_from(NULL, &init) == NULL);
    CHECK_VALID(world);
}

const situation prototype_situations[] = {
    {"defaults and own values come together", defaults_and_own_values},
    {"without a prototype newborns start from zeros", without_a_prototype_zeros},
    {"a struct of another size is not written to", another_size_is_refused},
    {"what the game can do without may have values", optional_with_values},
};
const unsigned prototype_situation_count =
    sizeof prototype_situations / sizeof prototype_situations[0];
