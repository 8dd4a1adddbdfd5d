#include "space_twins.h"

space_twins twins;

static trp_space *make(trp_space_desc desc, trp_space_pool_desc in)
{
    trp_space *made = trp_space_create(twins.world, &desc);

    in.box = TRP_BOX_AT(boxed, box);
    CHECK(made != NULL);
    CHECK_OK(trp_space_add_pool(made, twins.pool, &in));
    return made;
}

trp_pool_desc space_twins_pool_of(uint32_t capacity)
{
    space_when_found = NULL;
    space_when_paired = NULL;
    return space_pool_desc(capacity, TRP_ORDER_MEMORY);
}

void space_twins_begin(uint32_t capacity, trp_space_desc desc, trp_space_pool_desc in)
{
    stage_needs((size_t)capacity * 1024);
    twins.world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    if (twins.world == NULL)
        stage_needs(SIZE_MAX);
    CHECK(twins.world != NULL);
    twins.pool = stage_pool_as(twins.world, space_twins_pool_of(capacity));
    desc.capacity = capacity;
    twins.space = make(desc, in);
    desc.index = TRP_SPACE_BRUTE;
    desc.hits = 0;
    twins.plain = make(desc, in);
    stage_forget();
}

void space_twins_end(void)
{
    CHECK_VALID(twins.world);
    CHECK_EQ(told.count, 0);
    CHECK_OK(trp_world_destroy(twins.world));
}

/* Hash of the answers and their order. */
static void sum_up_one(const trp_actor *self, uint64_t *sum)
{
    *sum = (*sum ^ trp_as(boxed, self)->id) * 1099511628211u + 1;
}

static void sum_up(trp_actor *self, const trp_context *in)
{
    sum_up_one(self, in->arg);
}

void space_twins_sum_up(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    sum_up_one(a, in->arg);
    sum_up_one(b, in->arg);
}

uint32_t space_twins_agree(trp_area area)
{
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_query(twins.space, &(trp_query){.area = area}, sum_up, &sum);

    CHECK_EQ(hits, trp_space_query(twins.plain, &(trp_query){.area = area}, sum_up, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

uint32_t space_twins_pairs_agree(void)
{
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_pairs(twins.space, NULL, space_twins_sum_up, &sum);

    CHECK_EQ(hits, trp_space_pairs(twins.plain, NULL, space_twins_sum_up, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

boxed *space_twins_at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(twins.pool, slot));
}

void space_twins_all_moved(void)
{
    CHECK_OK(trp_space_moved_all(twins.space, NULL));
    CHECK_OK(trp_space_moved_all(twins.plain, NULL));
}
