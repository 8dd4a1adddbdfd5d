/* A full pool: it has two slots, and four actors are created. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct spark {
    trp_actor actor;
    int number;
} spark;

static void spark_gone(trp_actor *actor, const trp_end_context *in)
{
    if (in->reason == TRP_REASON_STOLEN)
        printf("  %d gives up its slot\n", trp_as(spark, actor)->number);
}

static trp_pool_desc two_sparks(const char *name)
{
    return (trp_pool_desc){
        .name = name, .type = TRP_TYPE(spark, actor), .capacity = 2, .on_end = spark_gone};
}

static void four_come(trp_world *world, const trp_pool_desc *desc)
{
    trp_pool *pool = trp_pool_create(world, desc);
    printf("%s\n", trp_pool_info(pool).name);
    for (int number = 1; number <= 4; ++number)
        if (!trp_create(pool, &(spark){.number = number}))
            printf("  %d: %s\n", number, trp_result_name(trp_last_result(world)));
    printf("  there are:");
    trp_each (spark, it, pool)
        printf(" %d", it->number);
    printf("\n");
}

/* One slot is reserved for important actors: decoration uses only the others. */
static void keep_one_free(trp_world *world)
{
    trp_pool_desc desc = two_sparks("reserve = 1");
    desc.reserve = 1;
    trp_pool *pool = trp_pool_create(world, &desc);
    printf("%s\n", trp_pool_info(pool).name);
    printf("  first optional one: %s\n",
           trp_create_with(pool, &(trp_birth){.optional = true}) ? "comes" : "is refused");
    printf("  second optional one: %s\n",
           trp_create_with(pool, &(trp_birth){.optional = true}) ? "comes" : "is refused");
    printf("  one that matters: %s\n", trp_create(pool, NULL) ? "comes" : "is refused");
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool_desc fail = two_sparks("TRP_FULL_FAIL");
    trp_pool_desc grow = two_sparks("TRP_FULL_GROW, up to 3");
    trp_pool_desc oldest = two_sparks("TRP_FULL_STEAL_OLDEST");
    trp_pool_desc next = two_sparks("TRP_FULL_STEAL_NEXT");
    grow.when_full = TRP_FULL_GROW;
    grow.max_capacity = 3;
    oldest.when_full = TRP_FULL_STEAL_OLDEST;
    oldest.order = TRP_ORDER_OLDEST;
    next.when_full = TRP_FULL_STEAL_NEXT;

    four_come(world, &fail);
    four_come(world, &grow);
    four_come(world, &oldest);
    four_come(world, &next);
    keep_one_free(world);
    trp_world_destroy(world);
    return 0;
}
